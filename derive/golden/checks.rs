const _: () = {
    use ::llm_output::__private_0_1_0 as __p;
    const _: () = if __p::depth(
        <Answer as __p::LlmOutput>::SHAPE,
        <Answer as __p::LlmOutput>::__FACTS,
    ) > 5
    {
        __p::refuse(__p::too_deep::<Answer, 5>())
    };
    #[automatically_derived]
    impl __p::LlmOutput for Answer {
        const SHAPE: &'static __p::Shape = &__p::Shape::Object(
            &__p::ObjectShape {
                name: "Answer",
                doc: "",
                closed: false,
                fields: &[
                    __p::FieldShape {
                        name: "text",
                        doc: "",
                        shape: <String as __p::LlmOutput>::SHAPE,
                        required: __p::required::<String>(),
                        example: __p::None,
                        default: __p::None,
                        range: __p::Range::NONE,
                        length: __p::Length {
                            min: __p::Some(1),
                            max: __p::Some(80),
                        },
                        aliases: &[],
                    },
                    __p::FieldShape {
                        name: "score",
                        doc: "",
                        shape: <f64 as __p::LlmOutput>::SHAPE,
                        required: __p::required::<f64>(),
                        example: __p::None,
                        default: __p::None,
                        range: __p::Range {
                            min: __p::Some(__p::Bound::Float(0.5, "0.5")),
                            max: __p::Some(__p::Bound::Integer(9)),
                        },
                        length: __p::Length::NONE,
                        aliases: &[],
                    },
                    __p::FieldShape {
                        name: "tags",
                        doc: "",
                        shape: <Vec<String> as __p::LlmOutput>::SHAPE,
                        required: __p::required::<Vec<String>>(),
                        example: __p::None,
                        default: __p::None,
                        range: __p::Range::NONE,
                        length: __p::Length {
                            min: __p::None,
                            max: __p::Some(3),
                        },
                        aliases: &[],
                    },
                    __p::FieldShape {
                        name: "author",
                        doc: "",
                        shape: <Option<String> as __p::LlmOutput>::SHAPE,
                        required: __p::required::<Option<String>>(),
                        example: __p::None,
                        default: __p::None,
                        range: __p::Range::NONE,
                        length: __p::Length::NONE,
                        aliases: &["by", "writer"],
                    },
                ],
                flattened: &[],
            },
        );
        const __FACTS: __p::Facts = __p::Facts::object(
            &[
                <String as __p::LlmOutput>::__FACTS,
                <f64 as __p::LlmOutput>::__FACTS,
                <Vec<String> as __p::LlmOutput>::__FACTS,
                <Option<String> as __p::LlmOutput>::__FACTS,
            ],
        );
        const __OBJECT: &'static __p::ObjectSpec = &__p::ObjectSpec::new(
                &[
                    __p::FieldSpec::new("text", <String as __p::LlmOutput>::__FACTS)
                        .join(", ")
                        .latex(),
                    __p::FieldSpec::new("score", <f64 as __p::LlmOutput>::__FACTS)
                        .exact(),
                    __p::FieldSpec::new("tags", <Vec<String> as __p::LlmOutput>::__FACTS)
                        .split(",")
                        .skip_invalid(),
                    __p::FieldSpec::new(
                            "author",
                            <Option<String> as __p::LlmOutput>::__FACTS,
                        )
                        .aliases(&["by", "writer"])
                        .lenient()
                        .null_alias(&["N/A", "none"]),
                ],
            )
            .content(0);
        fn __read(
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self> {
            let mut __field_0 = __p::None::<String>;
            let mut __field_1 = __p::None::<f64>;
            let mut __field_2 = __p::None::<Vec<String>>;
            let mut __field_3 = __p::None::<Option<String>>;
            let mut __object = __p::Object::new(
                __cursor,
                __at,
                <Self as __p::LlmOutput>::__OBJECT,
            );
            if !__object.open(__cursor) {
                return __p::divert::<Self>(__cursor, __at);
            }
            loop {
                match __object.turn(__cursor) {
                    0 => {
                        __p::latex(__cursor);
                        let __read = <String as __p::LlmOutput>::__read(
                            __cursor,
                            __object.at(),
                        );
                        let __read = <String as __p::Measured>::__hold(
                            __cursor,
                            __object.at(),
                            __read,
                            &__p::Length {
                                min: __p::Some(1),
                                max: __p::Some(80),
                            },
                        );
                        __object.keep(__cursor, __read, &mut __field_0);
                    }
                    1 => {
                        let __grade = __p::grade(__cursor, __object.at());
                        let __read = <f64 as __p::LlmOutput>::__read(
                            __cursor,
                            __object.at(),
                        );
                        let __read = <f64 as __p::Ranged>::__hold(
                            __cursor,
                            __object.at(),
                            __read,
                            &__p::Range {
                                min: __p::Some(__p::Bound::Float(0.5, "0.5")),
                                max: __p::Some(__p::Bound::Integer(9)),
                            },
                            true,
                        );
                        __p::ungrade(__cursor, __grade);
                        __object.keep(__cursor, __read, &mut __field_1);
                    }
                    2 => {
                        let __read = <Vec<
                            String,
                        > as __p::LlmOutput>::__read(__cursor, __object.at());
                        let __read = <Vec<
                            String,
                        > as __p::Measured>::__hold(
                            __cursor,
                            __object.at(),
                            __read,
                            &__p::Length {
                                min: __p::None,
                                max: __p::Some(3),
                            },
                        );
                        let __read = <_ as __p::Validator<
                            Vec<String>,
                            _,
                        >>::__hold(&known, __cursor, __object.at(), __read);
                        __object.keep(__cursor, __read, &mut __field_2);
                    }
                    3 => {
                        let __grade = __p::grade(__cursor, __object.at());
                        let __read = <Option<
                            String,
                        > as __p::LlmOutput>::__read(__cursor, __object.at());
                        __p::ungrade(__cursor, __grade);
                        __object.keep(__cursor, __read, &mut __field_3);
                    }
                    _ => break,
                }
            }
            if __object.close(__cursor) {
                return __p::Err(__p::Halt::Invalid);
            }
            if !__object.has_all(4) {
                __p::supply::<String>(&mut __field_0);
                __p::supply::<f64>(&mut __field_1);
                __p::supply::<Vec<String>>(&mut __field_2);
                __p::supply::<Option<String>>(&mut __field_3);
            }
            let (
                __p::Some(__field_0),
                __p::Some(__field_1),
                __p::Some(__field_2),
                __p::Some(__field_3),
            ) = (__field_0, __field_1, __field_2, __field_3) else {
                return __p::Err(__p::Halt::Invalid);
            };
            __p::Ok(Self {
                text: __field_0,
                score: __field_1,
                tags: __field_2,
                author: __field_3,
            })
        }
        fn __members<'__t, '__p>(
            __cursor: &mut __p::Cursor<'__t>,
            __at: &__p::Frame<'_>,
            __object: &mut __p::Object<'__p>,
            __base: __p::u32,
            __drive: impl __p::Drive<'__t, '__p>,
        ) -> __p::Read<Self> {
            let mut __field_0 = __p::None::<String>;
            let mut __field_1 = __p::None::<f64>;
            let mut __field_2 = __p::None::<Vec<String>>;
            let mut __field_3 = __p::None::<Option<String>>;
            if let __p::Some(__halt) = __p::Drive::through(
                __drive,
                __cursor,
                __object,
                |__cursor, __object| {
                    if __object.is_turn(__base + 0) {
                        __p::latex(__cursor);
                        let __read = <String as __p::LlmOutput>::__read(
                            __cursor,
                            __object.at(),
                        );
                        let __read = <String as __p::Measured>::__hold(
                            __cursor,
                            __object.at(),
                            __read,
                            &__p::Length {
                                min: __p::Some(1),
                                max: __p::Some(80),
                            },
                        );
                        __object.keep(__cursor, __read, &mut __field_0);
                    }
                    if __object.is_turn(__base + 1) {
                        let __grade = __p::grade(__cursor, __object.at());
                        let __read = <f64 as __p::LlmOutput>::__read(
                            __cursor,
                            __object.at(),
                        );
                        let __read = <f64 as __p::Ranged>::__hold(
                            __cursor,
                            __object.at(),
                            __read,
                            &__p::Range {
                                min: __p::Some(__p::Bound::Float(0.5, "0.5")),
                                max: __p::Some(__p::Bound::Integer(9)),
                            },
                            true,
                        );
                        __p::ungrade(__cursor, __grade);
                        __object.keep(__cursor, __read, &mut __field_1);
                    }
                    if __object.is_turn(__base + 2) {
                        let __read = <Vec<
                            String,
                        > as __p::LlmOutput>::__read(__cursor, __object.at());
                        let __read = <Vec<
                            String,
                        > as __p::Measured>::__hold(
                            __cursor,
                            __object.at(),
                            __read,
                            &__p::Length {
                                min: __p::None,
                                max: __p::Some(3),
                            },
                        );
                        let __read = <_ as __p::Validator<
                            Vec<String>,
                            _,
                        >>::__hold(&known, __cursor, __object.at(), __read);
                        __object.keep(__cursor, __read, &mut __field_2);
                    }
                    if __object.is_turn(__base + 3) {
                        let __grade = __p::grade(__cursor, __object.at());
                        let __read = <Option<
                            String,
                        > as __p::LlmOutput>::__read(__cursor, __object.at());
                        __p::ungrade(__cursor, __grade);
                        __object.keep(__cursor, __read, &mut __field_3);
                    }
                },
            ) {
                return __p::Err(__halt);
            }
            __p::Ok(Self {
                text: match __field_0 {
                    __p::Some(__value) => __value,
                    __p::None => {
                        match __p::absent::<String>() {
                            __p::Ok(__value) => __value,
                            __p::Err(__halt) => return __p::Err(__halt),
                        }
                    }
                },
                score: match __field_1 {
                    __p::Some(__value) => __value,
                    __p::None => {
                        match __p::absent::<f64>() {
                            __p::Ok(__value) => __value,
                            __p::Err(__halt) => return __p::Err(__halt),
                        }
                    }
                },
                tags: match __field_2 {
                    __p::Some(__value) => __value,
                    __p::None => {
                        match __p::absent::<Vec<String>>() {
                            __p::Ok(__value) => __value,
                            __p::Err(__halt) => return __p::Err(__halt),
                        }
                    }
                },
                author: match __field_3 {
                    __p::Some(__value) => __value,
                    __p::None => {
                        match __p::absent::<Option<String>>() {
                            __p::Ok(__value) => __value,
                            __p::Err(__halt) => return __p::Err(__halt),
                        }
                    }
                },
            })
        }
        fn __from_text(
            __text: &__p::str,
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self> {
            __p::object_from_text(__text, __cursor, __at)
        }
    }
};

const _: () = {
    use ::llm_output::__private_0_1_0 as __p;
    const _NESTING_NEEDS_LLM_MAX_DEPTH_OR_LLM_RECURSIVE_MAX_DEPTH: () = if __p::depth(
        <Answer as __p::LlmOutput>::SHAPE,
        <Answer as __p::LlmOutput>::__FACTS,
    ) > 5
    {
        __p::refuse(__p::too_deep::<Answer, 5>())
    };
    #[automatically_derived]
    impl __p::LlmOutput for Answer {
        type __Form = __p::Whole;
        const SHAPE: &'static __p::Shape = &__p::Shape::Object(
            &__p::ObjectShape::new(
                "Answer",
                "",
                &[
                    __p::FieldShape::new(
                            "text",
                            "",
                            <String as __p::LlmOutput>::SHAPE,
                            __p::required::<String>(),
                        )
                        .length(__p::Length {
                            min: __p::Some(1),
                            max: __p::Some(80),
                        })
                        .reading(&["join", ", ", "latex", "content"]),
                    __p::FieldShape::new(
                            "score",
                            "",
                            <f64 as __p::LlmOutput>::SHAPE,
                            __p::required::<f64>(),
                        )
                        .range(__p::Range {
                            min: __p::Some(__p::Bound::Float(0.5, "0.5")),
                            max: __p::Some(__p::Bound::Integer(9)),
                        }),
                    __p::FieldShape::new(
                            "tags",
                            "",
                            <Vec<String> as __p::LlmOutput>::SHAPE,
                            __p::required::<Vec<String>>(),
                        )
                        .length(__p::Length {
                            min: __p::None,
                            max: __p::Some(3),
                        })
                        .reading(&["split", ",", "skip_invalid"]),
                    __p::FieldShape::new(
                            "author",
                            "",
                            <Option<String> as __p::LlmOutput>::SHAPE,
                            __p::required::<Option<String>>(),
                        )
                        .aliases(&["by", "writer"])
                        .reading(&["null_alias", "N/A", "null_alias", "none"]),
                ],
            ),
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
            __p::object(__cursor, __at)
        }
        fn __members<'__t, '__p>(
            __cursor: &mut __p::Cursor<'__t>,
            __at: &__p::Frame<'_>,
            __object: &mut __p::Object<'__p>,
            __base: __p::u32,
            __drive: impl __p::ReadFields<'__t, '__p>,
        ) -> __p::Read<Self> {
            let mut __field_0 = __p::None::<String>;
            let mut __field_1 = __p::None::<f64>;
            let mut __field_2 = __p::None::<Vec<String>>;
            let mut __field_3 = __p::None::<Option<String>>;
            let __spec = __p::ReadFields::spec(&__drive, __object);
            if let __p::Some(__halt) = __p::ReadFields::through(
                __drive,
                __cursor,
                __object,
                |__cursor, __object, mut __turn| {
                    if __turn == __base + 0 {
                        __p::latex(__cursor);
                        let __start = __p::start(__cursor);
                        let __read = <String as __p::LlmOutput>::__read(
                            __cursor,
                            __object.at(),
                        );
                        let __read = <String as __p::Measured>::__hold(
                            __cursor,
                            __object.at(),
                            __start,
                            __read,
                            &__p::Length {
                                min: __p::Some(1),
                                max: __p::Some(80),
                            },
                        );
                        __turn = __object
                            .keep_and_follow(
                                __cursor,
                                __read,
                                &mut __field_0,
                                __spec,
                                __base + 0 + 1,
                            );
                    }
                    if __turn == __base + 1 {
                        let __grade = __p::set_grade(__cursor, __object.at());
                        let __start = __p::start(__cursor);
                        let __read = <f64 as __p::LlmOutput>::__read(
                            __cursor,
                            __object.at(),
                        );
                        let __read = <f64 as __p::Ranged>::__hold(
                            __cursor,
                            __object.at(),
                            __start,
                            __read,
                            &__p::Range {
                                min: __p::Some(__p::Bound::Float(0.5, "0.5")),
                                max: __p::Some(__p::Bound::Integer(9)),
                            },
                            true,
                        );
                        __p::restore_grade(__cursor, __grade);
                        __turn = __object
                            .keep_and_follow(
                                __cursor,
                                __read,
                                &mut __field_1,
                                __spec,
                                __base + 1 + 1,
                            );
                    }
                    if __turn == __base + 2 {
                        let __start = __p::start(__cursor);
                        let __read = <Vec<
                            String,
                        > as __p::LlmOutput>::__read(__cursor, __object.at());
                        let __read = <Vec<
                            String,
                        > as __p::Measured>::__hold(
                            __cursor,
                            __object.at(),
                            __start,
                            __read,
                            &__p::Length {
                                min: __p::None,
                                max: __p::Some(3),
                            },
                        );
                        let __read = <_ as __p::Validator<
                            Vec<String>,
                            _,
                        >>::__hold(&known, __cursor, __object.at(), __start, __read);
                        __turn = __object
                            .keep_and_follow(
                                __cursor,
                                __read,
                                &mut __field_2,
                                __spec,
                                __base + 2 + 1,
                            );
                    }
                    if __turn == __base + 3 {
                        let __grade = __p::set_grade(__cursor, __object.at());
                        let __read = <Option<
                            String,
                        > as __p::LlmOutput>::__read(__cursor, __object.at());
                        __p::restore_grade(__cursor, __grade);
                        __turn = __object.keep_and_end(__cursor, __read, &mut __field_3);
                    }
                    __turn
                },
            ) {
                return __p::Err(__halt);
            }
            if !__object.has_all(__base, 4) {
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
        fn __from_text(
            __text: &__p::str,
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self> {
            __p::object_from_text(__text, __cursor, __at)
        }
    }
};

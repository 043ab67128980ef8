#[automatically_derived]
const _: () = {
    use ::llm_output::__private_0_1_0 as __p;
    const _: () = if <Finding as __p::LlmOutput>::__FACTS.depth > 5 {
        __p::panic!("{}", __p::too_deep:: < Finding, 5 > ())
    };
    impl __p::LlmOutput for Finding {
        const SHAPE: &'static __p::Shape = &__p::Shape::Object(
            &__p::ObjectShape {
                name: "Finding",
                doc: "A finding.",
                fields: &[
                    __p::FieldShape {
                        name: "filePath",
                        doc: "The path.",
                        shape: <String as __p::LlmOutput>::SHAPE,
                        required: __p::required::<String>(),
                        default: __p::None,
                        range: __p::Range::NONE,
                        length: __p::Length::NONE,
                        aliases: &[],
                    },
                    __p::FieldShape {
                        name: "line",
                        doc: "",
                        shape: <u32 as __p::LlmOutput>::SHAPE,
                        required: false,
                        default: __p::Some("1"),
                        range: __p::Range {
                            min: __p::Some(__p::Bound::Integer(1)),
                            max: __p::None,
                        },
                        length: __p::Length::NONE,
                        aliases: &[],
                    },
                    __p::FieldShape {
                        name: "type",
                        doc: "",
                        shape: <Option<Kind> as __p::LlmOutput>::SHAPE,
                        required: __p::required::<Option<Kind>>(),
                        default: __p::None,
                        range: __p::Range::NONE,
                        length: __p::Length::NONE,
                        aliases: &["kind"],
                    },
                ],
                closed: true,
            },
        );
        const __FACTS: __p::Facts = __p::Facts::object(
            &[
                <String as __p::LlmOutput>::__FACTS,
                <u32 as __p::LlmOutput>::__FACTS,
                <Option<Kind> as __p::LlmOutput>::__FACTS,
            ],
        );
        const __OBJECT: &'static __p::ObjectSpec = &__p::ObjectSpec::new(
                &[
                    __p::FieldSpec::new("filePath", <String as __p::LlmOutput>::__FACTS),
                    __p::FieldSpec::new("line", <u32 as __p::LlmOutput>::__FACTS)
                        .defaulted(),
                    __p::FieldSpec::new(
                            "type",
                            <Option<Kind> as __p::LlmOutput>::__FACTS,
                        )
                        .aliases(&["kind"])
                        .lenient(),
                ],
            )
            .deny_unknown();
        fn __read(cursor: &mut __p::Cursor<'_>, at: &__p::Frame<'_>) -> __p::Read<Self> {
            let mut field_0 = __p::None::<String>;
            let mut field_1 = __p::None::<u32>;
            let mut field_2 = __p::None::<Option<Kind>>;
            let mut object = __p::Object::new(
                cursor,
                at,
                <Self as __p::LlmOutput>::__OBJECT,
            );
            if !object.open(cursor) {
                return __p::divert::<Self>(cursor, at);
            }
            while object.is_open() {
                if object.key(cursor, 0, "\"filePath\":") {
                    let read = <String as __p::LlmOutput>::__read(cursor, object.at(0));
                    object.keep(cursor, 0, read, &mut field_0);
                }
                if object.key(cursor, 1, "\"line\":") {
                    let read = <u32 as __p::LlmOutput>::__read(cursor, object.at(1));
                    let read = <u32 as __p::Ranged>::__hold(
                        cursor,
                        object.at(1),
                        read,
                        &__p::Range {
                            min: __p::Some(__p::Bound::Integer(1)),
                            max: __p::None,
                        },
                        false,
                    );
                    object.keep(cursor, 1, read, &mut field_1);
                }
                if object.key(cursor, 2, "\"type\":") {
                    let grade = __p::grade(cursor, object.at(2));
                    let read = <Option<
                        Kind,
                    > as __p::LlmOutput>::__read(cursor, object.at(2));
                    __p::ungrade(cursor, grade);
                    object.keep(cursor, 2, read, &mut field_2);
                }
            }
            if object.close(cursor) {
                return __p::Err(__p::Halt::Invalid);
            }
            if !object.is_full(3) {
                __p::fill::<String>(&mut field_0);
                __p::fill::<Option<Kind>>(&mut field_2);
            }
            let (__p::Some(field_0), __p::Some(field_2)) = (field_0, field_2) else {
                return __p::Err(__p::Halt::Invalid);
            };
            __p::Ok(Self {
                file_path: field_0,
                line: match field_1 {
                    __p::Some(value) => value,
                    __p::None => {
                        let default: u32 = 1;
                        default
                    }
                },
                r#type: field_2,
                seen: <bool as __p::Default>::default(),
            })
        }
        fn __from_text(
            text: &str,
            cursor: &mut __p::Cursor<'_>,
            at: &__p::Frame<'_>,
        ) -> __p::Read<Self> {
            __p::object_from_text(text, cursor, at)
        }
    }
};

const _: () = {
    use ::llm_output::__private_0_1_0 as __p;
    const _NESTING_NEEDS_LLM_MAX_DEPTH_OR_LLM_RECURSIVE_MAX_DEPTH: () = if __p::depth(
        <Finding as __p::LlmOutput>::SHAPE,
        <Finding as __p::LlmOutput>::__FACTS,
    ) > 5
    {
        __p::refuse(__p::too_deep::<Finding, 5>())
    };
    #[automatically_derived]
    impl __p::LlmOutput for Finding {
        type __Form = __p::Whole;
        const SHAPE: &'static __p::Shape = &__p::Shape::Object(
            &__p::ObjectShape::new(
                    "Finding",
                    "A finding.",
                    &[
                        __p::FieldShape::new(
                            "filePath",
                            "The path.",
                            <String as __p::LlmOutput>::SHAPE,
                            __p::required::<String>(),
                        ),
                        __p::FieldShape::new(
                                "line",
                                "",
                                <u32 as __p::LlmOutput>::SHAPE,
                                false,
                            )
                            .default("1")
                            .range(__p::Range {
                                min: __p::Some(__p::Bound::Integer(1)),
                                max: __p::None,
                            }),
                        __p::FieldShape::new(
                                "type",
                                "",
                                <Option<Kind> as __p::LlmOutput>::SHAPE,
                                __p::required::<Option<Kind>>(),
                            )
                            .aliases(&["kind"]),
                    ],
                )
                .closed(),
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
            let mut __field_1 = __p::None::<u32>;
            let mut __field_2 = __p::None::<Option<Kind>>;
            let __spec = __p::ReadFields::spec(&__drive, __object);
            if let __p::Some(__halt) = __p::ReadFields::through(
                __drive,
                __cursor,
                __object,
                |__cursor, __object, mut __turn| {
                    if __turn == __base + 0 {
                        let __read = <String as __p::LlmOutput>::__read(
                            __cursor,
                            __object.at(),
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
                        let __start = __p::start(__cursor);
                        let __read = <u32 as __p::LlmOutput>::__read(
                            __cursor,
                            __object.at(),
                        );
                        let __read = <u32 as __p::Ranged>::__hold(
                            __cursor,
                            __object.at(),
                            __start,
                            __read,
                            &__p::Range {
                                min: __p::Some(__p::Bound::Integer(1)),
                                max: __p::None,
                            },
                            false,
                        );
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
                        let __grade = __p::set_grade(__cursor, __object.at());
                        let __read = <Option<
                            Kind,
                        > as __p::LlmOutput>::__read(__cursor, __object.at());
                        __p::restore_grade(__cursor, __grade);
                        __turn = __object.keep_and_end(__cursor, __read, &mut __field_2);
                    }
                    __turn
                },
            ) {
                return __p::Err(__halt);
            }
            if !__object.has_all(__base, 3) {
                __p::supply::<String>(&mut __field_0);
                __p::supply::<Option<Kind>>(&mut __field_2);
            }
            let (__p::Some(__field_0), __p::Some(__field_2)) = (__field_0, __field_2)
            else {
                return __p::Err(__p::Halt::Invalid);
            };
            __p::Ok(Self {
                file_path: __field_0,
                line: match __field_1 {
                    __p::Some(__value) => __value,
                    __p::None => {
                        let __default: u32 = 1;
                        __default
                    }
                },
                r#type: __field_2,
                seen: <bool as __p::Default>::default(),
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

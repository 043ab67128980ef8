const _: () = {
    use ::llm_output::__private_0_1_0 as __p;
    const _NESTING_NEEDS_LLM_MAX_DEPTH_OR_LLM_RECURSIVE_MAX_DEPTH: () = if __p::depth(
        <Settings as __p::LlmOutput>::SHAPE,
        <Settings as __p::LlmOutput>::__FACTS,
    ) > 5
    {
        __p::refuse(__p::too_deep::<Settings, 5>())
    };
    #[automatically_derived]
    impl __p::LlmOutput for Settings {
        type __Form = __p::Whole;
        const SHAPE: &'static __p::Shape = &__p::Shape::Object(
            &__p::ObjectShape::new(
                "Settings",
                "",
                &[
                    __p::FieldShape::new(
                        "first",
                        "",
                        <u32 as __p::LlmOutput>::SHAPE,
                        false,
                    ),
                    __p::FieldShape::new(
                        "last",
                        "",
                        <u32 as __p::LlmOutput>::SHAPE,
                        false,
                    ),
                    __p::FieldShape::new(
                            "labels",
                            "",
                            <Vec<String> as __p::LlmOutput>::SHAPE,
                            false,
                        )
                        .default("[]"),
                    __p::FieldShape::new(
                            "title",
                            "",
                            <String as __p::LlmOutput>::SHAPE,
                            false,
                        )
                        .default("\"none\""),
                ],
            ),
        );
        const __FACTS: __p::Facts = __p::Facts::object(
            &[
                <u32 as __p::LlmOutput>::__FACTS,
                <u32 as __p::LlmOutput>::__FACTS,
                <Vec<String> as __p::LlmOutput>::__FACTS,
                <String as __p::LlmOutput>::__FACTS,
            ],
        );
        const __OBJECT: &'static __p::ObjectSpec = &__p::ObjectSpec::new(
            &[
                __p::FieldSpec::new("first", <u32 as __p::LlmOutput>::__FACTS)
                    .defaulted(),
                __p::FieldSpec::new("last", <u32 as __p::LlmOutput>::__FACTS)
                    .defaulted(),
                __p::FieldSpec::new("labels", <Vec<String> as __p::LlmOutput>::__FACTS)
                    .defaulted(),
                __p::FieldSpec::new("title", <String as __p::LlmOutput>::__FACTS)
                    .defaulted(),
            ],
        );
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
            let mut __field_0 = __p::None::<u32>;
            let mut __field_1 = __p::None::<u32>;
            let mut __field_2 = __p::None::<Vec<String>>;
            let mut __field_3 = __p::None::<String>;
            let __spec = __p::ReadFields::spec(&__drive, __object);
            if let __p::Some(__halt) = __p::ReadFields::through(
                __drive,
                __cursor,
                __object,
                |__cursor, __object, mut __turn| {
                    if __turn == __base + 0 {
                        let __read = <u32 as __p::LlmOutput>::__read(
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
                        let __read = <u32 as __p::LlmOutput>::__read(
                            __cursor,
                            __object.at(),
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
                        let __read = <Vec<
                            String,
                        > as __p::LlmOutput>::__read(__cursor, __object.at());
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
                        let __read = <String as __p::LlmOutput>::__read(
                            __cursor,
                            __object.at(),
                        );
                        __turn = __object.keep_and_end(__cursor, __read, &mut __field_3);
                    }
                    __turn
                },
            ) {
                return __p::Err(__halt);
            }
            let __start = __object.start();
            let __read = __p::Ok(Self {
                first: match __field_0 {
                    __p::Some(__value) => __value,
                    __p::None => <Self as __p::Default>::default().first,
                },
                last: match __field_1 {
                    __p::Some(__value) => __value,
                    __p::None => {
                        let __default: u32 = first_of_all();
                        __default
                    }
                },
                labels: match __field_2 {
                    __p::Some(__value) => __value,
                    __p::None => <Vec<String> as __p::Default>::default(),
                },
                title: match __field_3 {
                    __p::Some(__value) => __value,
                    __p::None => __p::From::from("none"),
                },
                hits: <Self as __p::Default>::default().hits,
            });
            <_ as __p::Validator<
                Self,
                _,
            >>::__hold(&in_order, __cursor, __at, __start, __read)
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

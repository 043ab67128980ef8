const _: () = {
    use ::llm_output::__private_0_1_0 as __p;
    #[automatically_derived]
    impl<T> __p::LlmOutput for Chapter<T>
    where
        Vec<T>: __p::LlmOutput,
    {
        type __Form = __p::Whole;
        const SHAPE: &'static __p::Shape = &__p::Shape::Object(
            &__p::ObjectShape::new(
                "Chapter",
                "",
                &[
                    __p::FieldShape::new(
                        "items",
                        "",
                        <Vec<T> as __p::LlmOutput>::SHAPE,
                        __p::required::<Vec<T>>(),
                    ),
                    __p::FieldShape::new(
                        "next",
                        "Where the next page begins.",
                        <Option<u32> as __p::LlmOutput>::SHAPE,
                        __p::required::<Option<u32>>(),
                    ),
                ],
            ),
        );
        const __FACTS: __p::Facts = __p::Facts::object(
            &[
                <Vec<T> as __p::LlmOutput>::__FACTS,
                <Option<u32> as __p::LlmOutput>::__FACTS,
            ],
        );
        const __OBJECT: &'static __p::ObjectSpec = &__p::ObjectSpec::new(
            &[
                __p::FieldSpec::new("items", <Vec<T> as __p::LlmOutput>::__FACTS),
                __p::FieldSpec::new("next", <Option<u32> as __p::LlmOutput>::__FACTS),
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
            let mut __field_0 = __p::None::<Vec<T>>;
            let mut __field_1 = __p::None::<Option<u32>>;
            let __spec = __p::ReadFields::spec(&__drive, __object);
            if let __p::Some(__halt) = __p::ReadFields::through(
                __drive,
                __cursor,
                __object,
                |__cursor, __object, mut __turn| {
                    if __turn == __base + 0 {
                        let __read = <Vec<
                            T,
                        > as __p::LlmOutput>::__read(__cursor, __object.at());
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
                        let __read = <Option<
                            u32,
                        > as __p::LlmOutput>::__read(__cursor, __object.at());
                        __turn = __object.keep_and_end(__cursor, __read, &mut __field_1);
                    }
                    __turn
                },
            ) {
                return __p::Err(__halt);
            }
            if !__object.has_all(__base, 2) {
                __p::supply::<Vec<T>>(&mut __field_0);
                __p::supply::<Option<u32>>(&mut __field_1);
            }
            let (__p::Some(__field_0), __p::Some(__field_1)) = (__field_0, __field_1)
            else {
                return __p::Err(__p::Halt::Invalid);
            };
            __p::Ok(Self {
                items: __field_0,
                next: __field_1,
            })
        }
        fn __from_text(
            __text: &__p::str,
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self> {
            __p::object_from_text(__text, __cursor, __at)
        }
        const LLM_OUTPUT_WITHIN_LIMITS: () = if __p::depth(
            <Self as __p::LlmOutput>::SHAPE,
            <Self as __p::LlmOutput>::__FACTS,
        ) > 5
        {
            __p::refuse(__p::too_deep::<Self, 5>())
        };
    }
    #[automatically_derived]
    impl<T> __p::JsonSchema for Chapter<T>
    where
        Vec<T>: __p::LlmOutput,
    {
        fn inline_schema() -> __p::bool {
            true
        }
        fn schema_name() -> __p::Cow<'static, __p::str> {
            __p::schema_name::<Self>()
        }
        fn json_schema(__generator: &mut __p::SchemaGenerator) -> __p::Schema {
            __p::json_schema::<Self>(__generator)
        }
    }
};

const _: () = {
    use ::llm_output::__private_0_1_0 as __p;
    #[automatically_derived]
    impl<T: Clone, const N: usize> __p::LlmOutput for Page<T, N>
    where
        T: Debug,
        [T; N]: __p::LlmOutput,
    {
        type __Form = __p::Whole;
        const SHAPE: &'static __p::Shape = &__p::Shape::Object(
            &__p::ObjectShape::new(
                "Page",
                "",
                &[
                    __p::FieldShape::new(
                        "rows",
                        "",
                        <[T; N] as __p::LlmOutput>::SHAPE,
                        __p::required::<[T; N]>(),
                    ),
                    __p::FieldShape::new(
                        "total",
                        "",
                        <u64 as __p::LlmOutput>::SHAPE,
                        __p::required::<u64>(),
                    ),
                ],
            ),
        );
        const __FACTS: __p::Facts = __p::Facts::object(
            &[<[T; N] as __p::LlmOutput>::__FACTS, <u64 as __p::LlmOutput>::__FACTS],
        );
        const __OBJECT: &'static __p::ObjectSpec = &__p::ObjectSpec::new(
            &[
                __p::FieldSpec::new("rows", <[T; N] as __p::LlmOutput>::__FACTS),
                __p::FieldSpec::new("total", <u64 as __p::LlmOutput>::__FACTS),
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
            let mut __field_0 = __p::None::<[T; N]>;
            let mut __field_1 = __p::None::<u64>;
            let __spec = __p::ReadFields::spec(&__drive, __object);
            if let __p::Some(__halt) = __p::ReadFields::through(
                __drive,
                __cursor,
                __object,
                |__cursor, __object, mut __turn| {
                    if __turn == __base + 0 {
                        let __read = <[T; N] as __p::LlmOutput>::__read(
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
                        let __read = <u64 as __p::LlmOutput>::__read(
                            __cursor,
                            __object.at(),
                        );
                        __turn = __object.keep_and_end(__cursor, __read, &mut __field_1);
                    }
                    __turn
                },
            ) {
                return __p::Err(__halt);
            }
            if !__object.has_all(__base, 2) {
                __p::supply::<[T; N]>(&mut __field_0);
                __p::supply::<u64>(&mut __field_1);
            }
            let (__p::Some(__field_0), __p::Some(__field_1)) = (__field_0, __field_1)
            else {
                return __p::Err(__p::Halt::Invalid);
            };
            __p::Ok(Self {
                rows: __field_0,
                total: __field_1,
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
};

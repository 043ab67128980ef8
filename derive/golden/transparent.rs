const _: () = {
    use ::llm_output::__private_0_1_0 as __p;
    #[automatically_derived]
    impl<T> __p::TextKey for Key<T>
    where
        PhantomData<T>: __p::Default,
    {}
    #[automatically_derived]
    impl<T> __p::LlmOutput for Key<T>
    where
        PhantomData<T>: __p::Default,
    {
        type __Form = __p::Whole;
        const SHAPE: &'static __p::Shape = &__p::Shape::Named(
            &__p::NamedShape::new(
                "Key",
                "A key of the index.",
                <String as __p::LlmOutput>::SHAPE,
            ),
        );
        const __FACTS: __p::Facts = <String as __p::LlmOutput>::__FACTS;
        const __OBJECT: &'static __p::ObjectSpec = <String as __p::LlmOutput>::__OBJECT;
        fn __read(
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self> {
            let __read = <String as __p::LlmOutput>::__read(__cursor, __at);
            let __value = match __read {
                __p::Ok(__value) => __value,
                __p::Err(__halt) => return __p::Err(__halt),
            };
            __p::Ok(Self {
                value: __value,
                of: <PhantomData<T> as __p::Default>::default(),
            })
        }
        fn __from_text(
            __text: &__p::str,
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self> {
            let __read = <String as __p::LlmOutput>::__from_text(__text, __cursor, __at);
            let __value = match __read {
                __p::Ok(__value) => __value,
                __p::Err(__halt) => return __p::Err(__halt),
            };
            __p::Ok(Self {
                value: __value,
                of: <PhantomData<T> as __p::Default>::default(),
            })
        }
        fn __none() -> __p::Option<Self> {
            match <String as __p::LlmOutput>::__none() {
                __p::Some(__value) => {
                    __p::Some(Self {
                        value: __value,
                        of: <PhantomData<T> as __p::Default>::default(),
                    })
                }
                __p::None => __p::None,
            }
        }
        fn __invent() -> __p::Option<Self> {
            match <String as __p::LlmOutput>::__invent() {
                __p::Some(__value) => {
                    __p::Some(Self {
                        value: __value,
                        of: <PhantomData<T> as __p::Default>::default(),
                    })
                }
                __p::None => __p::None,
            }
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

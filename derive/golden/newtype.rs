const _: () = {
    use ::llm_output::__private_0_1_0 as __p;
    const _NESTING_NEEDS_LLM_MAX_DEPTH_OR_LLM_RECURSIVE_MAX_DEPTH: () = if __p::depth(
        <Line as __p::LlmOutput>::SHAPE,
        <Line as __p::LlmOutput>::__FACTS,
    ) > 5
    {
        __p::refuse(__p::too_deep::<Line, 5>())
    };
    #[automatically_derived]
    impl __p::LlmOutput for Line {
        type __Form = __p::Whole;
        const SHAPE: &'static __p::Shape = &__p::Shape::Named(
            &__p::NamedShape::new("Line", "", <u32 as __p::LlmOutput>::SHAPE)
                .range(__p::Range {
                    min: __p::Some(__p::Bound::Integer(1)),
                    max: __p::None,
                }),
        );
        const __FACTS: __p::Facts = __p::Facts {
            invents: false,
            ..<u32 as __p::LlmOutput>::__FACTS
        };
        const __OBJECT: &'static __p::ObjectSpec = <u32 as __p::LlmOutput>::__OBJECT;
        fn __read(
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self> {
            let __start = __p::start(__cursor);
            let __read = <u32 as __p::LlmOutput>::__read(__cursor, __at);
            let __read = <u32 as __p::Ranged>::__hold(
                __cursor,
                __at,
                __start,
                __read,
                &__p::Range {
                    min: __p::Some(__p::Bound::Integer(1)),
                    max: __p::None,
                },
                false,
            );
            let __value = match __read {
                __p::Ok(__value) => __value,
                __p::Err(__halt) => return __p::Err(__halt),
            };
            __p::Ok(Self { 0: __value })
        }
        fn __from_text(
            __text: &__p::str,
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self> {
            let __start = __p::start(__cursor);
            let __read = <u32 as __p::LlmOutput>::__from_text(__text, __cursor, __at);
            let __read = <u32 as __p::Ranged>::__hold(
                __cursor,
                __at,
                __start,
                __read,
                &__p::Range {
                    min: __p::Some(__p::Bound::Integer(1)),
                    max: __p::None,
                },
                false,
            );
            let __value = match __read {
                __p::Ok(__value) => __value,
                __p::Err(__halt) => return __p::Err(__halt),
            };
            __p::Ok(Self { 0: __value })
        }
        fn __none() -> __p::Option<Self> {
            match <u32 as __p::LlmOutput>::__none() {
                __p::Some(__value) => __p::Some(Self { 0: __value }),
                __p::None => __p::None,
            }
        }
    }
};

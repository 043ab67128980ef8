const _: () = {
    use ::llm_output::__private_0_1_0 as __p;
    const _NESTING_NEEDS_LLM_MAX_DEPTH_OR_LLM_RECURSIVE_MAX_DEPTH: () = if __p::depth(
        <Name as __p::LlmOutput>::SHAPE,
        <Name as __p::LlmOutput>::__FACTS,
    ) > 5
    {
        __p::refuse(__p::too_deep::<Name, 5>())
    };
    #[automatically_derived]
    impl __p::LlmOutput for Name {
        type __Form = __p::Whole;
        const SHAPE: &'static __p::Shape = &__p::Shape::Named(
            &__p::NamedShape::new("Name", "", <String as __p::LlmOutput>::SHAPE),
        );
        const __FACTS: __p::Facts = __p::Facts {
            invents: false,
            optional: false,
            ..<String as __p::LlmOutput>::__FACTS
        };
        const __OBJECT: &'static __p::ObjectSpec = <String as __p::LlmOutput>::__OBJECT;
        fn __read(
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self> {
            let __read = <String as __p::LlmOutput>::__read(__cursor, __at);
            let __read = match __read {
                __p::Ok(__value) => __p::Ok(<Self as __p::From<String>>::from(__value)),
                __p::Err(__halt) => __p::Err(__halt),
            };
            __read
        }
        fn __members<'__t, '__p>(
            __cursor: &mut __p::Cursor<'__t>,
            __at: &__p::Frame<'_>,
            __object: &mut __p::Object<'__p>,
            __base: __p::u32,
            __drive: impl __p::ReadFields<'__t, '__p>,
        ) -> __p::Read<Self> {
            let __read = <String as __p::LlmOutput>::__members(
                __cursor,
                __at,
                __object,
                __base,
                __drive,
            );
            let __read = match __read {
                __p::Ok(__value) => __p::Ok(<Self as __p::From<String>>::from(__value)),
                __p::Err(__halt) => __p::Err(__halt),
            };
            __read
        }
        fn __from_text(
            __text: &__p::str,
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self> {
            let __read = <String as __p::LlmOutput>::__from_text(__text, __cursor, __at);
            let __read = match __read {
                __p::Ok(__value) => __p::Ok(<Self as __p::From<String>>::from(__value)),
                __p::Err(__halt) => __p::Err(__halt),
            };
            __read
        }
    }
};

const _: () = {
    use ::llm_output::__private_0_1_0 as __p;
    const _NESTING_NEEDS_LLM_MAX_DEPTH_OR_LLM_RECURSIVE_MAX_DEPTH: () = if __p::depth(
        <Version as __p::LlmOutput>::SHAPE,
        <Version as __p::LlmOutput>::__FACTS,
    ) > 5
    {
        __p::refuse(__p::too_deep::<Version, 5>())
    };
    #[automatically_derived]
    impl __p::LlmOutput for Version {
        type __Form = __p::Whole;
        const SHAPE: &'static __p::Shape = &__p::Shape::Named(
            &__p::NamedShape::new(
                "Version",
                "Two numbers with a dot.",
                <String as __p::LlmOutput>::SHAPE,
            ),
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
            let __start = __p::start(__cursor);
            let __read = <String as __p::LlmOutput>::__read(__cursor, __at);
            let __read = __p::converted(
                __cursor,
                __at,
                __start,
                __read,
                <Self as __p::TryFrom<String>>::try_from,
            );
            let __read = <_ as __p::Validator<
                Self,
                _,
            >>::__hold(&released, __cursor, __at, __start, __read);
            __read
        }
        fn __members<'__t, '__p>(
            __cursor: &mut __p::Cursor<'__t>,
            __at: &__p::Frame<'_>,
            __object: &mut __p::Object<'__p>,
            __base: __p::u32,
            __drive: impl __p::ReadFields<'__t, '__p>,
        ) -> __p::Read<Self> {
            let __start = __object.start();
            let __read = <String as __p::LlmOutput>::__members(
                __cursor,
                __at,
                __object,
                __base,
                __drive,
            );
            let __read = __p::converted(
                __cursor,
                __at,
                __start,
                __read,
                <Self as __p::TryFrom<String>>::try_from,
            );
            let __read = <_ as __p::Validator<
                Self,
                _,
            >>::__hold(&released, __cursor, __at, __start, __read);
            __read
        }
        fn __from_text(
            __text: &__p::str,
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self> {
            let __start = __p::start(__cursor);
            let __read = <String as __p::LlmOutput>::__from_text(__text, __cursor, __at);
            let __read = __p::converted(
                __cursor,
                __at,
                __start,
                __read,
                <Self as __p::TryFrom<String>>::try_from,
            );
            let __read = <_ as __p::Validator<
                Self,
                _,
            >>::__hold(&released, __cursor, __at, __start, __read);
            __read
        }
    }
};

///A [`Labels`] that grows while its text comes in: what is not there yet is `None`, or empty.
#[derive(::core::fmt::Debug, ::core::clone::Clone)]
struct LabelsPartial(
    ///What there is of the value.
    ::llm_output::__private_0_1_0::SlotOf<Vec<String>>,
);
const _: () = {
    use ::llm_output::__private_0_1_0 as __p;
    const _NESTING_NEEDS_LLM_MAX_DEPTH_OR_LLM_RECURSIVE_MAX_DEPTH: () = if __p::depth(
        <Labels as __p::LlmOutput>::SHAPE,
        <Labels as __p::LlmOutput>::__FACTS,
    ) > 5
    {
        __p::refuse(__p::too_deep::<Labels, 5>())
    };
    #[automatically_derived]
    impl __p::LlmOutput for Labels {
        type __Form = __p::Grown;
        const SHAPE: &'static __p::Shape = &__p::Shape::Named(
            &__p::NamedShape::new("Labels", "", <Vec<String> as __p::LlmOutput>::SHAPE),
        );
        const __FACTS: __p::Facts = <Vec<String> as __p::LlmOutput>::__FACTS;
        const __OBJECT: &'static __p::ObjectSpec = <Vec<
            String,
        > as __p::LlmOutput>::__OBJECT;
        fn __read(
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self> {
            let __read = <Vec<String> as __p::LlmOutput>::__read(__cursor, __at);
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
            let __read = <Vec<
                String,
            > as __p::LlmOutput>::__from_text(__text, __cursor, __at);
            let __value = match __read {
                __p::Ok(__value) => __value,
                __p::Err(__halt) => return __p::Err(__halt),
            };
            __p::Ok(Self { 0: __value })
        }
        fn __none() -> __p::Option<Self> {
            match <Vec<String> as __p::LlmOutput>::__none() {
                __p::Some(__value) => __p::Some(Self { 0: __value }),
                __p::None => __p::None,
            }
        }
        fn __invent() -> __p::Option<Self> {
            match <Vec<String> as __p::LlmOutput>::__invent() {
                __p::Some(__value) => __p::Some(Self { 0: __value }),
                __p::None => __p::None,
            }
        }
    }
    #[automatically_derived]
    impl __p::Streamed for Labels {
        type Partial = LabelsPartial;
        type __Root = __p::Grown;
    }
    #[automatically_derived]
    impl __p::Streams for Labels {
        type Partial = LabelsPartial;
        const KIND: __p::Kind = <__p::FormOf<
            Vec<String>,
        > as __p::Growth<Vec<String>>>::KIND;
    }
    #[automatically_derived]
    impl __p::Members for LabelsPartial {
        #[inline]
        fn leaf(&mut self, __way: &[__p::Level]) -> __p::Option<&mut __p::String> {
            <__p::FormOf<
                Vec<String>,
            > as __p::Acts<Vec<String>>>::leaf(&mut self.0, __way)
        }
        #[cfg_attr(debug_assertions, inline)]
        fn act(
            &mut self,
            __way: &[__p::Level],
            __at: &__p::Frame<'_>,
            __act: &mut __p::Act<'_, '_>,
        ) -> __p::Outcome {
            <__p::FormOf<
                Vec<String>,
            > as __p::Acts<Vec<String>>>::act(&mut self.0, __way, __at, __act)
        }
        #[cfg_attr(debug_assertions, inline)]
        fn misses(&self, __value: &Self, __place: &mut __p::Way) -> __p::bool {
            <__p::FormOf<
                Vec<String>,
            > as __p::Acts<Vec<String>>>::misses(&self.0, &__value.0, __place)
        }
        #[cfg_attr(debug_assertions, inline)]
        fn act_here(
            &mut self,
            __at: &__p::Frame<'_>,
            __act: &mut __p::Act<'_, '_>,
        ) -> __p::Outcome {
            <__p::FormOf<
                Vec<String>,
            > as __p::Acts<Vec<String>>>::act(&mut self.0, &[], __at, __act)
        }
    }
    #[automatically_derived]
    impl __p::From<Labels> for LabelsPartial {
        #[cfg_attr(debug_assertions, inline)]
        fn from(__value: Labels) -> Self {
            LabelsPartial(
                <__p::FormOf<Vec<String>> as __p::Growth<Vec<String>>>::show(__value.0),
            )
        }
    }
    #[automatically_derived]
    impl __p::Default for LabelsPartial {
        #[cfg_attr(debug_assertions, inline)]
        fn default() -> Self {
            const {
                LabelsPartial(
                    <__p::FormOf<Vec<String>> as __p::Growth<Vec<String>>>::EMPTY,
                )
            }
        }
    }
};

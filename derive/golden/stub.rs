::core::compile_error! {
    "`Pair` holds 2 values that differ only in position, and models mix positions up; name the fields: `Pair { .. }`"
}
const _: () = {
    use ::llm_output::__private_0_1_0 as __p;
    #[automatically_derived]
    impl __p::LlmOutput for Pair {
        type __Form = __p::Whole;
        const SHAPE: &'static __p::Shape = &__p::Shape::Any;
        const __FACTS: __p::Facts = __p::Facts::names();
        fn __read(_: &mut __p::Cursor<'_>, _: &__p::Frame<'_>) -> __p::Read<Self> {
            loop {}
        }
        fn __from_text(
            _: &__p::str,
            _: &mut __p::Cursor<'_>,
            _: &__p::Frame<'_>,
        ) -> __p::Read<Self> {
            loop {}
        }
    }
    #[automatically_derived]
    impl __p::TextKey for Pair {}
};

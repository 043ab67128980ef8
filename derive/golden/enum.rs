const _: () = {
    use ::llm_output::__private_0_1_0 as __p;
    const __NAMES: &__p::NamesSpec = &__p::NamesSpec {
        names: &[
            __p::NameSpec {
                name: "high",
                aliases: &[],
            },
            __p::NameSpec {
                name: "medium",
                aliases: &["moderate"],
            },
            __p::NameSpec {
                name: "low",
                aliases: &[],
            },
        ],
        other: __p::Some(2),
    };
    fn __variant(__index: __p::u32) -> Severity {
        match __index {
            0 => Severity::High,
            1 => Severity::Medium,
            _ => Severity::Low,
        }
    }
    #[automatically_derived]
    impl __p::TextKey for Severity {}
    #[automatically_derived]
    impl __p::LlmOutput for Severity {
        type __Form = __p::Whole;
        const SHAPE: &'static __p::Shape = &__p::Shape::Names(
            &__p::NamesShape::new(
                "Severity",
                "",
                &[
                    __p::VariantShape::new("high", "", &[]),
                    __p::VariantShape::new("medium", "", &["moderate"]),
                    __p::VariantShape::new("low", "", &[]).other(),
                ],
                __p::None,
            ),
        );
        const __FACTS: __p::Facts = __p::Facts::one_of(__NAMES);
        fn __read(
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self> {
            __p::choose(__cursor, __at, __NAMES, __variant)
        }
        fn __from_text(
            __text: &__p::str,
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self> {
            __p::choose_text(__text, __cursor, __at, __NAMES, __variant)
        }
    }
};

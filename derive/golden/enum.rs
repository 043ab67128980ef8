#[automatically_derived]
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
    fn variant(index: u32) -> Severity {
        match index {
            0 => Severity::High,
            1 => Severity::Medium,
            _ => Severity::Low,
        }
    }
    impl __p::TextKey for Severity {}
    impl __p::LlmOutput for Severity {
        const SHAPE: &'static __p::Shape = &__p::Shape::Names(
            &__p::NamesShape {
                name: "Severity",
                doc: "",
                variants: &[
                    __p::VariantShape {
                        name: "high",
                        doc: "",
                        aliases: &[],
                    },
                    __p::VariantShape {
                        name: "medium",
                        doc: "",
                        aliases: &["moderate"],
                    },
                    __p::VariantShape {
                        name: "low",
                        doc: "",
                        aliases: &[],
                    },
                ],
            },
        );
        const __FACTS: __p::Facts = __p::Facts::names();
        fn __read(cursor: &mut __p::Cursor<'_>, at: &__p::Frame<'_>) -> __p::Read<Self> {
            __p::choose(cursor, at, __NAMES, variant)
        }
        fn __from_text(
            text: &str,
            cursor: &mut __p::Cursor<'_>,
            at: &__p::Frame<'_>,
        ) -> __p::Read<Self> {
            __p::choose_text(text, cursor, at, __NAMES, variant)
        }
    }
};

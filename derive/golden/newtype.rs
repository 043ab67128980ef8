#[automatically_derived]
const _: () = {
    use ::llm_output::__private_0_1_0 as __p;
    const _: () = if <Line as __p::LlmOutput>::__FACTS.depth > 5 {
        __p::panic!("{}", __p::too_deep:: < Line, 5 > ())
    };
    impl __p::LlmOutput for Line {
        const SHAPE: &'static __p::Shape = &__p::Shape::Named(
            &__p::NamedShape {
                name: "Line",
                doc: "",
                shape: <u32 as __p::LlmOutput>::SHAPE,
                range: __p::Range {
                    min: __p::Some(__p::Bound::Integer(1)),
                    max: __p::None,
                },
                length: __p::Length::NONE,
            },
        );
        const __FACTS: __p::Facts = __p::Facts {
            invents: false,
            ..<u32 as __p::LlmOutput>::__FACTS
        };
        const __OBJECT: &'static __p::ObjectSpec = <u32 as __p::LlmOutput>::__OBJECT;
        fn __read(cursor: &mut __p::Cursor<'_>, at: &__p::Frame<'_>) -> __p::Read<Self> {
            let read = <u32 as __p::LlmOutput>::__read(cursor, at);
            let read = <u32 as __p::Ranged>::__hold(
                cursor,
                at,
                read,
                &__p::Range {
                    min: __p::Some(__p::Bound::Integer(1)),
                    max: __p::None,
                },
                false,
            );
            let value = match read {
                __p::Ok(value) => value,
                __p::Err(halt) => return __p::Err(halt),
            };
            __p::Ok(Self { 0: value })
        }
        fn __from_text(
            text: &str,
            cursor: &mut __p::Cursor<'_>,
            at: &__p::Frame<'_>,
        ) -> __p::Read<Self> {
            let read = <u32 as __p::LlmOutput>::__from_text(text, cursor, at);
            let read = <u32 as __p::Ranged>::__hold(
                cursor,
                at,
                read,
                &__p::Range {
                    min: __p::Some(__p::Bound::Integer(1)),
                    max: __p::None,
                },
                false,
            );
            let value = match read {
                __p::Ok(value) => value,
                __p::Err(halt) => return __p::Err(halt),
            };
            __p::Ok(Self { 0: value })
        }
        fn __none() -> __p::Option<Self> {
            match <u32 as __p::LlmOutput>::__none() {
                __p::Some(value) => __p::Some(Self { 0: value }),
                __p::None => __p::None,
            }
        }
    }
};

const _: () = {
    use ::llm_output::__private_0_1_0 as __p;
    #[automatically_derived]
    impl<T> __p::Flattens<0> for Numbered<T>
    where
        T: __p::LlmOutput,
    {
        const NAME: &'static __p::str = "Numbered";
        const CLOSED: __p::bool = false;
        const CONTENT: __p::bool = false;
        const PARTS: &'static [__p::Part] = &[
            __p::Part::Field(
                &__p::FieldSpec::new("number", <u32 as __p::LlmOutput>::__FACTS),
            ),
            __p::Part::Flat {
                name: "of",
                spec: <T as __p::LlmOutput>::__OBJECT,
                optional: <T as __p::LlmOutput>::__FACTS.optional,
            },
        ];
        const SHAPES: &'static [__p::ShapePart] = &[
            __p::ShapePart::Field(
                __p::FieldShape::new(
                    "number",
                    "",
                    <u32 as __p::LlmOutput>::SHAPE,
                    __p::required::<u32>(),
                ),
            ),
            __p::ShapePart::Flat(<T as __p::LlmOutput>::SHAPE),
        ];
    }
    #[automatically_derived]
    impl<T> __p::LlmOutput for Numbered<T>
    where
        T: __p::LlmOutput,
    {
        type __Form = __p::Whole;
        const SHAPE: &'static __p::Shape = &__p::Shape::Object(
            &__p::ObjectShape::new("Numbered", "", __p::merged_fields::<Self, 0>())
                .flattened(__p::flattened::<Self, 0>()),
        );
        const __FACTS: __p::Facts = __p::Facts::object(
            &[
                <u32 as __p::LlmOutput>::__FACTS,
                <T as __p::LlmOutput>::__FACTS.flattened(),
            ],
        );
        const __OBJECT: &'static __p::ObjectSpec = &__p::merged::<Self, 0>();
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
            const { <Self as __p::LlmOutput>::LLM_OUTPUT_WITHIN_LIMITS };
            let mut __field_0 = __p::None::<u32>;
            let mut __field_1 = __p::Read::<T>::Err(__p::Halt::Invalid);
            let __turn_0: __p::u32 = __base;
            let __turn_1: __p::u32 = __turn_0 + 1;
            let __spec = __p::ReadFields::spec(&__drive, __object);
            let mut __halt = __p::None::<__p::Halt>;
            __field_1 = <T as __p::LlmOutput>::__members(
                __cursor,
                __at,
                __object,
                __turn_1,
                __p::merge_types(|__cursor, __object, __turns_1| {
                    __halt = __p::ReadFields::through(
                        __drive,
                        __cursor,
                        __object,
                        |__cursor, __object, mut __turn| {
                            if __turn == __turn_0 {
                                let __read = <u32 as __p::LlmOutput>::__read(
                                    __cursor,
                                    __object.at(),
                                );
                                __turn = __object
                                    .keep_and_follow(
                                        __cursor,
                                        __read,
                                        &mut __field_0,
                                        __spec,
                                        __turn_0 + 1,
                                    );
                            }
                            __turn = __turns_1(__cursor, __object, __turn);
                            __turn
                        },
                    );
                    __halt
                }),
            );
            if let __p::Some(__halt) = __halt {
                return __p::Err(__halt);
            }
            __p::Ok(Self {
                number: match __field_0 {
                    __p::Some(__value) => __value,
                    __p::None => {
                        match __p::absent::<u32>() {
                            __p::Ok(__value) => __value,
                            __p::Err(__halt) => return __p::Err(__halt),
                        }
                    }
                },
                of: match {
                    let __start = __object.start();
                    let __read = __field_1;
                    let __read = <_ as __p::Validator<
                        T,
                        _,
                    >>::__hold(&known, __cursor, __at, __start, __read);
                    __read
                } {
                    __p::Ok(__value) => __value,
                    __p::Err(__halt) => return __p::Err(__halt),
                },
            })
        }
        fn __from_text(
            __text: &__p::str,
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self> {
            __p::object_from_text(__text, __cursor, __at)
        }
        const LLM_OUTPUT_WITHIN_LIMITS: () = {
            if !__p::misfit::<Self, 0, 1>().is_empty() {
                __p::refuse(__p::misfit::<Self, 0, 1>())
            }
            if !__p::oversize::<Self, 0, 50>().is_empty() {
                __p::refuse(__p::oversize::<Self, 0, 50>())
            }
            if __p::depth(
                <Self as __p::LlmOutput>::SHAPE,
                <Self as __p::LlmOutput>::__FACTS,
            ) > 5
            {
                __p::refuse(__p::too_deep::<Self, 5>())
            }
        };
    }
};

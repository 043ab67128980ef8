const _: () = {
    use ::llm_output::__private_0_1_0 as __p;
    const __NAMES: &__p::NamesSpec = &__p::NamesSpec {
        names: &[
            __p::NameSpec {
                name: "circle",
                aliases: &["round"],
            },
            __p::NameSpec {
                name: "polygon",
                aliases: &[],
            },
            __p::NameSpec {
                name: "point",
                aliases: &[],
            },
        ],
        other: __p::None,
    };
    trait __Variants: __p::Sized {
        const __OBJECT_0: &'static __p::ObjectSpec;
        fn __variant_0(
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self>;
        fn __variant_1(
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self>;
        fn __variant_2(
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self>;
        fn __unit(__index: __p::u32) -> __p::Option<Self>;
    }
    #[automatically_derived]
    impl<T> __Variants for Shape<T>
    where
        T: __p::LlmOutput,
        Vec<T>: __p::LlmOutput,
    {
        const __OBJECT_0: &'static __p::ObjectSpec = &__p::ObjectSpec::new(
            &[__p::FieldSpec::new("radius", <T as __p::LlmOutput>::__FACTS)],
        );
        fn __variant_0(
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self> {
            let mut __object = __p::Object::new(
                __cursor,
                __at,
                <Self as __Variants>::__OBJECT_0,
            );
            if !__object.open(__cursor) {
                return __p::divert_variant(
                    __cursor,
                    __at,
                    <Self as __Variants>::__variant_0,
                );
            }
            let (__object, __base, __drive) = (
                &mut __object,
                0,
                __p::SingleType::new(<Self as __Variants>::__OBJECT_0),
            );
            let mut __field_0 = __p::None::<T>;
            let __spec = __p::ReadFields::spec(&__drive, __object);
            if let __p::Some(__halt) = __p::ReadFields::through(
                __drive,
                __cursor,
                __object,
                |__cursor, __object, mut __turn| {
                    if __turn == __base + 0 {
                        let __read = <T as __p::LlmOutput>::__read(
                            __cursor,
                            __object.at(),
                        );
                        __turn = __object.keep_and_end(__cursor, __read, &mut __field_0);
                    }
                    __turn
                },
            ) {
                return __p::Err(__halt);
            }
            if !__object.has_all(__base, 1) {
                __p::supply::<T>(&mut __field_0);
            }
            let (__p::Some(__field_0),) = (__field_0,) else {
                return __p::Err(__p::Halt::Invalid);
            };
            __p::Ok(Self::Circle { radius: __field_0 })
        }
        fn __variant_1(
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self> {
            let __read = <Vec<T> as __p::LlmOutput>::__read(__cursor, __at);
            match __read {
                __p::Ok(__value) => __p::Ok(Self::Polygon { 0: __value }),
                __p::Err(__halt) => __p::Err(__halt),
            }
        }
        fn __variant_2(
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self> {
            match __p::nothing(__cursor, __at) {
                __p::Ok(()) => __p::Ok(Self::Point),
                __p::Err(__halt) => __p::Err(__halt),
            }
        }
        fn __unit(__index: __p::u32) -> __p::Option<Self> {
            match __index {
                2 => __p::Some(Self::Point),
                _ => __p::None,
            }
        }
    }
    #[automatically_derived]
    impl<T> __p::LlmOutput for Shape<T>
    where
        T: __p::LlmOutput,
        Vec<T>: __p::LlmOutput,
    {
        type __Form = __p::Whole;
        const SHAPE: &'static __p::Shape = &__p::Shape::Union(
            &__p::UnionShape::new(
                "Shape",
                "",
                __p::Tagging::External,
                &[
                    __p::UnionVariantShape::new(
                        "circle",
                        "",
                        &["round"],
                        __p::Some(
                            &__p::Shape::Object(
                                &__p::ObjectShape::new(
                                    "Shape.circle",
                                    "",
                                    &[
                                        __p::FieldShape::new(
                                            "radius",
                                            "",
                                            <T as __p::LlmOutput>::SHAPE,
                                            __p::required::<T>(),
                                        ),
                                    ],
                                ),
                            ),
                        ),
                    ),
                    __p::UnionVariantShape::new(
                        "polygon",
                        "",
                        &[],
                        __p::Some(<Vec<T> as __p::LlmOutput>::SHAPE),
                    ),
                    __p::UnionVariantShape::new("point", "", &[], __p::None),
                ],
                __p::None,
            ),
        );
        const __FACTS: __p::Facts = __p::Facts::externally_tagged(
            &[
                __p::Facts::object(&[<T as __p::LlmOutput>::__FACTS]),
                <Vec<T> as __p::LlmOutput>::__FACTS,
                __p::Facts::nothing(),
            ],
        );
        const __OBJECT: &'static __p::ObjectSpec = &__p::ObjectSpec::new(
                &[
                    __p::FieldSpec::new(
                            "circle",
                            __p::Facts::object(&[<T as __p::LlmOutput>::__FACTS]),
                        )
                        .defaulted()
                        .aliases(&["round"]),
                    __p::FieldSpec::new("polygon", <Vec<T> as __p::LlmOutput>::__FACTS)
                        .defaulted(),
                    __p::FieldSpec::new("point", __p::Facts::nothing()).defaulted(),
                ],
            )
            .one_key();
        fn __read(
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self> {
            let mut __slot = __p::None::<Self>;
            let mut __object = __p::Object::new(
                __cursor,
                __at,
                <Self as __p::LlmOutput>::__OBJECT,
            );
            if !__object.open(__cursor) {
                return __p::divert::<Self>(__cursor, __at);
            }
            loop {
                match __object.turn(__cursor) {
                    0 => {
                        let __read = <Self as __Variants>::__variant_0(
                            __cursor,
                            __object.at(),
                        );
                        __object.keep(__cursor, __read, &mut __slot);
                    }
                    1 => {
                        let __read = <Self as __Variants>::__variant_1(
                            __cursor,
                            __object.at(),
                        );
                        __object.keep(__cursor, __read, &mut __slot);
                    }
                    2 => {
                        let __read = <Self as __Variants>::__variant_2(
                            __cursor,
                            __object.at(),
                        );
                        __object.keep(__cursor, __read, &mut __slot);
                    }
                    _ => break,
                }
            }
            if __object.close(__cursor) {
                return __p::Err(__p::Halt::Invalid);
            }
            __object.only(__cursor, __slot)
        }
        fn __from_text(
            __text: &__p::str,
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self> {
            if __p::holds_object(__text) {
                return __p::object_from_text(__text, __cursor, __at);
            }
            __p::choose_unit(
                __text,
                __cursor,
                __at,
                __NAMES,
                <Self as __Variants>::__unit,
            )
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

const _: () = {
    use ::llm_output::__private_0_1_0 as __p;
    trait __Variants: __p::Sized {
        fn __variant_0(
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self>;
        fn __text_0(
            __text: &__p::str,
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self>;
        fn __variant_1(
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self>;
        fn __text_1(
            __text: &__p::str,
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self>;
        const __OBJECT_2: &'static __p::ObjectSpec;
        fn __variant_2(
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self>;
        fn __variant_3(
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self>;
    }
    #[automatically_derived]
    impl __Variants for Id {
        fn __variant_0(
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self> {
            let __read = <u64 as __p::LlmOutput>::__read(__cursor, __at);
            match __read {
                __p::Ok(__value) => __p::Ok(Self::Number { 0: __value }),
                __p::Err(__halt) => __p::Err(__halt),
            }
        }
        fn __text_0(
            __text: &__p::str,
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self> {
            let __read = <u64 as __p::LlmOutput>::__from_text(__text, __cursor, __at);
            match __read {
                __p::Ok(__value) => __p::Ok(Self::Number { 0: __value }),
                __p::Err(__halt) => __p::Err(__halt),
            }
        }
        fn __variant_1(
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self> {
            let __read = <String as __p::LlmOutput>::__read(__cursor, __at);
            match __read {
                __p::Ok(__value) => __p::Ok(Self::Name { 0: __value }),
                __p::Err(__halt) => __p::Err(__halt),
            }
        }
        fn __text_1(
            __text: &__p::str,
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self> {
            let __read = <String as __p::LlmOutput>::__from_text(__text, __cursor, __at);
            match __read {
                __p::Ok(__value) => __p::Ok(Self::Name { 0: __value }),
                __p::Err(__halt) => __p::Err(__halt),
            }
        }
        const __OBJECT_2: &'static __p::ObjectSpec = &__p::ObjectSpec::new(
            &[
                __p::FieldSpec::new("of", <String as __p::LlmOutput>::__FACTS),
                __p::FieldSpec::new("at", <u64 as __p::LlmOutput>::__FACTS),
            ],
        );
        fn __variant_2(
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self> {
            let mut __object = __p::Object::new(
                __cursor,
                __at,
                <Self as __Variants>::__OBJECT_2,
            );
            if !__object.open(__cursor) {
                return __p::divert_variant(
                    __cursor,
                    __at,
                    <Self as __Variants>::__variant_2,
                );
            }
            let (__object, __base, __drive) = (
                &mut __object,
                0,
                __p::SingleType::new(<Self as __Variants>::__OBJECT_2),
            );
            let mut __field_0 = __p::None::<String>;
            let mut __field_1 = __p::None::<u64>;
            let __spec = __p::ReadFields::spec(&__drive, __object);
            if let __p::Some(__halt) = __p::ReadFields::through(
                __drive,
                __cursor,
                __object,
                |__cursor, __object, mut __turn| {
                    if __turn == __base + 0 {
                        let __read = <String as __p::LlmOutput>::__read(
                            __cursor,
                            __object.at(),
                        );
                        __turn = __object
                            .keep_and_follow(
                                __cursor,
                                __read,
                                &mut __field_0,
                                __spec,
                                __base + 0 + 1,
                            );
                    }
                    if __turn == __base + 1 {
                        let __read = <u64 as __p::LlmOutput>::__read(
                            __cursor,
                            __object.at(),
                        );
                        __turn = __object.keep_and_end(__cursor, __read, &mut __field_1);
                    }
                    __turn
                },
            ) {
                return __p::Err(__halt);
            }
            if !__object.has_all(__base, 2) {
                __p::supply::<String>(&mut __field_0);
                __p::supply::<u64>(&mut __field_1);
            }
            let (__p::Some(__field_0), __p::Some(__field_1)) = (__field_0, __field_1)
            else {
                return __p::Err(__p::Halt::Invalid);
            };
            __p::Ok(Self::Pair {
                of: __field_0,
                at: __field_1,
            })
        }
        fn __variant_3(
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self> {
            match __p::only_null(__cursor, __at) {
                __p::Ok(()) => __p::Ok(Self::None),
                __p::Err(__halt) => __p::Err(__halt),
            }
        }
    }
    const _NESTING_NEEDS_LLM_MAX_DEPTH_OR_LLM_RECURSIVE_MAX_DEPTH: () = if __p::depth(
        <Id as __p::LlmOutput>::SHAPE,
        <Id as __p::LlmOutput>::__FACTS,
    ) > 5
    {
        __p::refuse(__p::too_deep::<Id, 5>())
    };
    #[automatically_derived]
    impl __p::LlmOutput for Id {
        type __Form = __p::Whole;
        const SHAPE: &'static __p::Shape = &__p::Shape::Union(
            &__p::UnionShape::new(
                "Id",
                "",
                __p::Tagging::Untagged,
                &[
                    __p::UnionVariantShape::new(
                        "Number",
                        "",
                        &[],
                        __p::Some(<u64 as __p::LlmOutput>::SHAPE),
                    ),
                    __p::UnionVariantShape::new(
                        "Name",
                        "",
                        &[],
                        __p::Some(<String as __p::LlmOutput>::SHAPE),
                    ),
                    __p::UnionVariantShape::new(
                        "Pair",
                        "",
                        &[],
                        __p::Some(
                            &__p::Shape::Object(
                                &__p::ObjectShape::new(
                                    "Id.Pair",
                                    "",
                                    &[
                                        __p::FieldShape::new(
                                            "of",
                                            "",
                                            <String as __p::LlmOutput>::SHAPE,
                                            __p::required::<String>(),
                                        ),
                                        __p::FieldShape::new(
                                            "at",
                                            "",
                                            <u64 as __p::LlmOutput>::SHAPE,
                                            __p::required::<u64>(),
                                        ),
                                    ],
                                ),
                            ),
                        ),
                    ),
                    __p::UnionVariantShape::new("None", "", &[], __p::None),
                ],
                __p::None,
            ),
        );
        const __FACTS: __p::Facts = __p::Facts::untagged(
            &[
                <u64 as __p::LlmOutput>::__FACTS,
                <String as __p::LlmOutput>::__FACTS,
                __p::Facts::object(
                    &[
                        <String as __p::LlmOutput>::__FACTS,
                        <u64 as __p::LlmOutput>::__FACTS,
                    ],
                ),
                __p::Facts::nothing(),
            ],
        );
        const __OBJECT: &'static __p::ObjectSpec = &__p::ObjectSpec::new(&[])
            .variants(
                &[
                    <u64 as __p::LlmOutput>::__OBJECT,
                    <String as __p::LlmOutput>::__OBJECT,
                    <Self as __Variants>::__OBJECT_2,
                    &__p::ObjectSpec::NONE,
                ],
            );
        fn __read(
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self> {
            let __start = __p::start(__cursor);
            let __read = (|| {
                __p::untagged(
                    __cursor,
                    __at,
                    &[
                        __p::UntaggedForm::new(
                            <u64 as __p::LlmOutput>::__FACTS,
                            <u64 as __p::LlmOutput>::__OBJECT,
                            <Self as __Variants>::__variant_0,
                            __p::Some(<Self as __Variants>::__text_0),
                        ),
                        __p::UntaggedForm::new(
                            <String as __p::LlmOutput>::__FACTS,
                            <String as __p::LlmOutput>::__OBJECT,
                            <Self as __Variants>::__variant_1,
                            __p::Some(<Self as __Variants>::__text_1),
                        ),
                        __p::UntaggedForm::new(
                            __p::Facts::object(
                                &[
                                    <String as __p::LlmOutput>::__FACTS,
                                    <u64 as __p::LlmOutput>::__FACTS,
                                ],
                            ),
                            <Self as __Variants>::__OBJECT_2,
                            <Self as __Variants>::__variant_2,
                            __p::None,
                        ),
                        __p::UntaggedForm::new(
                            __p::Facts::nothing(),
                            &__p::ObjectSpec::NONE,
                            <Self as __Variants>::__variant_3,
                            __p::None,
                        ),
                    ],
                )
            })();
            <_ as __p::Validator<
                Self,
                _,
            >>::__hold(&named, __cursor, __at, __start, __read)
        }
        fn __from_text(
            __text: &__p::str,
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self> {
            let __start = __p::start(__cursor);
            let __read = (|| {
                __p::untagged_text(
                    __text,
                    __cursor,
                    __at,
                    &[
                        __p::UntaggedForm::new(
                            <u64 as __p::LlmOutput>::__FACTS,
                            <u64 as __p::LlmOutput>::__OBJECT,
                            <Self as __Variants>::__variant_0,
                            __p::Some(<Self as __Variants>::__text_0),
                        ),
                        __p::UntaggedForm::new(
                            <String as __p::LlmOutput>::__FACTS,
                            <String as __p::LlmOutput>::__OBJECT,
                            <Self as __Variants>::__variant_1,
                            __p::Some(<Self as __Variants>::__text_1),
                        ),
                        __p::UntaggedForm::new(
                            __p::Facts::object(
                                &[
                                    <String as __p::LlmOutput>::__FACTS,
                                    <u64 as __p::LlmOutput>::__FACTS,
                                ],
                            ),
                            <Self as __Variants>::__OBJECT_2,
                            <Self as __Variants>::__variant_2,
                            __p::None,
                        ),
                        __p::UntaggedForm::new(
                            __p::Facts::nothing(),
                            &__p::ObjectSpec::NONE,
                            <Self as __Variants>::__variant_3,
                            __p::None,
                        ),
                    ],
                )
            })();
            <_ as __p::Validator<
                Self,
                _,
            >>::__hold(&named, __cursor, __at, __start, __read)
        }
    }
};

const _: () = {
    use ::llm_output::__private_0_1_0 as __p;
    const __NAMES: &__p::NamesSpec = &__p::NamesSpec {
        names: &[
            __p::NameSpec {
                name: "Number",
                aliases: &[],
            },
            __p::NameSpec {
                name: "Sum",
                aliases: &[],
            },
            __p::NameSpec {
                name: "Negated",
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
        const __OBJECT_1: &'static __p::ObjectSpec;
        fn __variant_1(
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self>;
        const __OBJECT_2: &'static __p::ObjectSpec;
        fn __variant_2(
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self>;
    }
    #[automatically_derived]
    impl __Variants for Expression {
        const __OBJECT_0: &'static __p::ObjectSpec = &__p::ObjectSpec::new(
            &[
                __p::FieldSpec::new("op", __p::Facts::names()).defaulted(),
                __p::FieldSpec::new("value", <f64 as __p::LlmOutput>::__FACTS),
            ],
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
                return __p::divert::<Self>(__cursor, __at);
            }
            let (__object, __base, __drive) = (
                &mut __object,
                0,
                __p::SingleType::new(<Self as __Variants>::__OBJECT_0),
            );
            let mut __tag_slot = __p::None::<()>;
            let mut __field_1 = __p::None::<f64>;
            let __spec = __p::ReadFields::spec(&__drive, __object);
            if let __p::Some(__halt) = __p::ReadFields::through(
                __drive,
                __cursor,
                __object,
                |__cursor, __object, mut __turn| {
                    if __turn == __base {
                        let __read = __p::tag(__cursor, __object.at(), __NAMES, 0);
                        __turn = __object
                            .keep_and_follow(
                                __cursor,
                                __read,
                                &mut __tag_slot,
                                __spec,
                                __base + 1,
                            );
                    }
                    if __turn == __base + 1 {
                        let __read = <f64 as __p::LlmOutput>::__read(
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
                __p::supply::<f64>(&mut __field_1);
            }
            let (__p::Some(__field_1),) = (__field_1,) else {
                return __p::Err(__p::Halt::Invalid);
            };
            __p::Ok(Self::Number { value: __field_1 })
        }
        const __OBJECT_1: &'static __p::ObjectSpec = &__p::ObjectSpec::new(
            &[
                __p::FieldSpec::new("op", __p::Facts::names()).defaulted(),
                __p::FieldSpec::new("of", <Vec<Expression> as __p::LlmOutput>::__FACTS),
            ],
        );
        fn __variant_1(
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self> {
            let mut __object = __p::Object::new(
                __cursor,
                __at,
                <Self as __Variants>::__OBJECT_1,
            );
            if !__object.open(__cursor) {
                return __p::divert::<Self>(__cursor, __at);
            }
            let (__object, __base, __drive) = (
                &mut __object,
                0,
                __p::SingleType::new(<Self as __Variants>::__OBJECT_1),
            );
            let mut __tag_slot = __p::None::<()>;
            let mut __field_1 = __p::None::<Vec<Expression>>;
            let __spec = __p::ReadFields::spec(&__drive, __object);
            if let __p::Some(__halt) = __p::ReadFields::through(
                __drive,
                __cursor,
                __object,
                |__cursor, __object, mut __turn| {
                    if __turn == __base {
                        let __read = __p::tag(__cursor, __object.at(), __NAMES, 1);
                        __turn = __object
                            .keep_and_follow(
                                __cursor,
                                __read,
                                &mut __tag_slot,
                                __spec,
                                __base + 1,
                            );
                    }
                    if __turn == __base + 1 {
                        let __read = __p::descend::<
                            Vec<Expression>,
                        >(__cursor, __object.at(), 4);
                        __turn = __object.keep_and_end(__cursor, __read, &mut __field_1);
                    }
                    __turn
                },
            ) {
                return __p::Err(__halt);
            }
            if !__object.has_all(__base, 2) {
                __p::supply::<Vec<Expression>>(&mut __field_1);
            }
            let (__p::Some(__field_1),) = (__field_1,) else {
                return __p::Err(__p::Halt::Invalid);
            };
            __p::Ok(Self::Sum { of: __field_1 })
        }
        const __OBJECT_2: &'static __p::ObjectSpec = &__p::ObjectSpec::new(
            &[
                __p::FieldSpec::new("op", __p::Facts::names()).defaulted(),
                __p::FieldSpec::new("of", <Box<Self> as __p::LlmOutput>::__FACTS),
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
                return __p::divert::<Self>(__cursor, __at);
            }
            let (__object, __base, __drive) = (
                &mut __object,
                0,
                __p::SingleType::new(<Self as __Variants>::__OBJECT_2),
            );
            let mut __tag_slot = __p::None::<()>;
            let mut __field_1 = __p::None::<Box<Self>>;
            let __spec = __p::ReadFields::spec(&__drive, __object);
            if let __p::Some(__halt) = __p::ReadFields::through(
                __drive,
                __cursor,
                __object,
                |__cursor, __object, mut __turn| {
                    if __turn == __base {
                        let __read = __p::tag(__cursor, __object.at(), __NAMES, 2);
                        __turn = __object
                            .keep_and_follow(
                                __cursor,
                                __read,
                                &mut __tag_slot,
                                __spec,
                                __base + 1,
                            );
                    }
                    if __turn == __base + 1 {
                        let __read = __p::descend::<
                            Box<Self>,
                        >(__cursor, __object.at(), 4);
                        __turn = __object.keep_and_end(__cursor, __read, &mut __field_1);
                    }
                    __turn
                },
            ) {
                return __p::Err(__halt);
            }
            if !__object.has_all(__base, 2) {
                __p::supply::<Box<Self>>(&mut __field_1);
            }
            let (__p::Some(__field_1),) = (__field_1,) else {
                return __p::Err(__p::Halt::Invalid);
            };
            __p::Ok(Self::Negated { of: __field_1 })
        }
    }
    const _NESTING_NEEDS_LLM_MAX_DEPTH_OR_LLM_RECURSIVE_MAX_DEPTH: () = if __p::depth(
        <Expression as __p::LlmOutput>::SHAPE,
        <Expression as __p::LlmOutput>::__FACTS,
    ) > 5
    {
        __p::refuse(__p::too_deep::<Expression, 5>())
    };
    #[automatically_derived]
    impl __p::LlmOutput for Expression {
        type __Form = __p::Whole;
        const SHAPE: &'static __p::Shape = &__p::Shape::Union(
            &__p::UnionShape::new(
                "Expression",
                "",
                __p::Tagging::Internal {
                    tag: "op",
                },
                &[
                    __p::UnionVariantShape::new(
                        "Number",
                        "",
                        &[],
                        __p::Some(
                            &__p::Shape::Object(
                                &__p::ObjectShape::new(
                                    "Expression.Number",
                                    "",
                                    &[
                                        __p::FieldShape::new(
                                            "value",
                                            "",
                                            <f64 as __p::LlmOutput>::SHAPE,
                                            __p::required::<f64>(),
                                        ),
                                    ],
                                ),
                            ),
                        ),
                    ),
                    __p::UnionVariantShape::new(
                        "Sum",
                        "",
                        &[],
                        __p::Some(
                            &__p::Shape::Object(
                                &__p::ObjectShape::new(
                                    "Expression.Sum",
                                    "",
                                    &[
                                        __p::FieldShape::new(
                                            "of",
                                            "",
                                            &__p::Shape::List {
                                                element: &__p::Shape::Reference(
                                                    &__p::ReferenceShape::new(
                                                            "Expression",
                                                            || <Expression as __p::LlmOutput>::SHAPE,
                                                            4,
                                                        )
                                                        .own(),
                                                ),
                                                length: __p::Length::NONE,
                                                unique: false,
                                            },
                                            __p::required::<Vec<Expression>>(),
                                        ),
                                    ],
                                ),
                            ),
                        ),
                    ),
                    __p::UnionVariantShape::new(
                        "Negated",
                        "",
                        &[],
                        __p::Some(
                            &__p::Shape::Object(
                                &__p::ObjectShape::new(
                                    "Expression.Negated",
                                    "",
                                    &[
                                        __p::FieldShape::new(
                                            "of",
                                            "",
                                            &__p::Shape::Reference(
                                                &__p::ReferenceShape::new(
                                                        "Expression",
                                                        || <Self as __p::LlmOutput>::SHAPE,
                                                        4,
                                                    )
                                                    .own(),
                                            ),
                                            __p::required::<Box<Self>>(),
                                        ),
                                    ],
                                ),
                            ),
                        ),
                    ),
                ],
                __p::None,
            ),
        );
        const __FACTS: __p::Facts = __p::Facts::internally_tagged(
            &[
                __p::Facts::object(&[<f64 as __p::LlmOutput>::__FACTS]),
                __p::Facts::object(&[]),
                __p::Facts::object(&[]),
            ],
        );
        const __OBJECT: &'static __p::ObjectSpec = &__p::ObjectSpec::new(
                &[__p::FieldSpec::new("op", __p::Facts::names()).defaulted()],
            )
            .variants(
                &[
                    <Self as __Variants>::__OBJECT_0,
                    <Self as __Variants>::__OBJECT_1,
                    <Self as __Variants>::__OBJECT_2,
                ],
            );
        fn __read(
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self> {
            match __p::tagged(
                __cursor,
                __at,
                <Self as __p::LlmOutput>::__OBJECT,
                __NAMES,
                &[false, false, false],
            ) {
                __p::Ok(__p::Some(__tag)) => {
                    match __tag.variant() {
                        0 => <Self as __Variants>::__variant_0(__cursor, __at),
                        1 => <Self as __Variants>::__variant_1(__cursor, __at),
                        _ => <Self as __Variants>::__variant_2(__cursor, __at),
                    }
                }
                __p::Ok(__p::None) => __p::divert::<Self>(__cursor, __at),
                __p::Err(__halt) => __p::Err(__halt),
            }
        }
        fn __from_text(
            __text: &__p::str,
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self> {
            __p::object_from_text(__text, __cursor, __at)
        }
    }
};

const _: () = {
    use ::llm_output::__private_0_1_0 as __p;
    const __NAMES: &__p::NamesSpec = &__p::NamesSpec {
        names: &[
            __p::NameSpec {
                name: "Added",
                aliases: &[],
            },
            __p::NameSpec {
                name: "Removed",
                aliases: &[],
            },
        ],
        other: __p::None,
    };
    #[automatically_derived]
    impl __p::Flattens<0> for Change {
        const NAME: &'static __p::str = "Change";
        const CLOSED: __p::bool = false;
        const CONTENT: __p::bool = false;
        const PARTS: &'static [__p::Part] = &[
            __p::Part::Field(
                &__p::FieldSpec::new("type", __p::Facts::names()).defaulted(),
            ),
            __p::Part::Field(
                &__p::FieldSpec::new("line", <String as __p::LlmOutput>::__FACTS),
            ),
            __p::Part::Flat {
                name: "place",
                spec: <Location as __p::LlmOutput>::__OBJECT,
                optional: <Location as __p::LlmOutput>::__FACTS.optional,
            },
        ];
        const SHAPES: &'static [__p::ShapePart] = &[
            __p::ShapePart::Field(
                __p::FieldShape::new(
                    "line",
                    "",
                    <String as __p::LlmOutput>::SHAPE,
                    __p::required::<String>(),
                ),
            ),
            __p::ShapePart::Flat(<Location as __p::LlmOutput>::SHAPE),
        ];
    }
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
    }
    #[automatically_derived]
    impl __Variants for Change {
        const __OBJECT_0: &'static __p::ObjectSpec = &__p::merged::<Self, 0>();
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
            let mut __field_1 = __p::None::<String>;
            let mut __field_2 = __p::Read::<Location>::Err(__p::Halt::Invalid);
            let __turn_1: __p::u32 = __base + 1;
            let __turn_2: __p::u32 = __turn_1 + 1;
            let __spec = __p::ReadFields::spec(&__drive, __object);
            let mut __halt = __p::None::<__p::Halt>;
            __field_2 = <Location as __p::LlmOutput>::__members(
                __cursor,
                __at,
                __object,
                __turn_2,
                __p::merge_types(|__cursor, __object, __turns_2| {
                    __halt = __p::ReadFields::through(
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
                            if __turn == __turn_1 {
                                let __read = <String as __p::LlmOutput>::__read(
                                    __cursor,
                                    __object.at(),
                                );
                                __turn = __object
                                    .keep_and_follow(
                                        __cursor,
                                        __read,
                                        &mut __field_1,
                                        __spec,
                                        __turn_1 + 1,
                                    );
                            }
                            __turn = __turns_2(__cursor, __object, __turn);
                            __turn
                        },
                    );
                    __halt
                }),
            );
            if let __p::Some(__halt) = __halt {
                return __p::Err(__halt);
            }
            __p::Ok(Self::Added {
                line: match __field_1 {
                    __p::Some(__value) => __value,
                    __p::None => {
                        match __p::absent::<String>() {
                            __p::Ok(__value) => __value,
                            __p::Err(__halt) => return __p::Err(__halt),
                        }
                    }
                },
                place: match __field_2 {
                    __p::Ok(__value) => __value,
                    __p::Err(__halt) => return __p::Err(__halt),
                },
            })
        }
        const __OBJECT_1: &'static __p::ObjectSpec = &__p::ObjectSpec::new(
            &[__p::FieldSpec::new("type", __p::Facts::names()).defaulted()],
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
                    __turn
                },
            ) {
                return __p::Err(__halt);
            }
            __p::Ok(Self::Removed {})
        }
    }
    const _: () = if !__p::misfit::<Change, 0, 2>().is_empty() {
        __p::refuse(__p::misfit::<Change, 0, 2>())
    };
    const _: () = if !__p::oversize::<Change, 0, 50>().is_empty() {
        __p::refuse(__p::oversize::<Change, 0, 50>())
    };
    const _NESTING_NEEDS_LLM_MAX_DEPTH_OR_LLM_RECURSIVE_MAX_DEPTH: () = if __p::depth(
        <Change as __p::LlmOutput>::SHAPE,
        <Change as __p::LlmOutput>::__FACTS,
    ) > 5
    {
        __p::refuse(__p::too_deep::<Change, 5>())
    };
    #[automatically_derived]
    impl __p::LlmOutput for Change {
        type __Form = __p::Whole;
        const SHAPE: &'static __p::Shape = &__p::Shape::Union(
            &__p::UnionShape::new(
                "Change",
                "",
                __p::Tagging::Internal {
                    tag: "type",
                },
                &[
                    __p::UnionVariantShape::new(
                        "Added",
                        "",
                        &[],
                        __p::Some(
                            &__p::Shape::Object(
                                &__p::ObjectShape::new(
                                        "Change.Added",
                                        "",
                                        __p::merged_fields::<Self, 0>(),
                                    )
                                    .flattened(__p::flattened::<Self, 0>()),
                            ),
                        ),
                    ),
                    __p::UnionVariantShape::new("Removed", "", &[], __p::None),
                ],
                __p::None,
            ),
        );
        const __FACTS: __p::Facts = __p::Facts::internally_tagged(
            &[
                __p::Facts::object(
                    &[
                        <String as __p::LlmOutput>::__FACTS,
                        <Location as __p::LlmOutput>::__FACTS.flattened(),
                    ],
                ),
                __p::Facts::nothing(),
            ],
        );
        const __OBJECT: &'static __p::ObjectSpec = &__p::ObjectSpec::new(
                &[__p::FieldSpec::new("type", __p::Facts::names()).defaulted()],
            )
            .variants(
                &[<Self as __Variants>::__OBJECT_0, <Self as __Variants>::__OBJECT_1],
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
                &[false, false],
            ) {
                __p::Ok(__p::Some(__tag)) => {
                    match __tag.variant() {
                        0 => <Self as __Variants>::__variant_0(__cursor, __at),
                        _ => <Self as __Variants>::__variant_1(__cursor, __at),
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

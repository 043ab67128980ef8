const _: () = {
    use ::llm_output::__private_0_1_0 as __p;
    const __NAMES: &__p::NamesSpec = &__p::NamesSpec {
        names: &[
            __p::NameSpec {
                name: "open",
                aliases: &[],
            },
            __p::NameSpec {
                name: "write",
                aliases: &["say"],
            },
            __p::NameSpec {
                name: "wait",
                aliases: &[],
            },
            __p::NameSpec {
                name: "nothing",
                aliases: &[],
            },
        ],
        other: __p::Some(3),
    };
    const _: () = {
        if !__p::has_members::<Page>() {
            __p::refuse(
                "the tag `type` belongs among the fields of what `Open` contains, which is not a struct: name the field, `Open { value: .. }`, or add `content = \"value\"` to the enum",
            )
        }
        if __p::has_member::<Page>("type") {
            __p::refuse(
                "what `Open` holds has a field `type`, the tag's name, so an answer could mean either: rename the field, or the tag",
            )
        }
    };
    trait __Variants: __p::Sized {
        fn __variant_0(
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
            __tag: __p::Tag,
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
        const __OBJECT_3: &'static __p::ObjectSpec;
        fn __variant_3(
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self>;
    }
    #[automatically_derived]
    impl __Variants for Step {
        fn __variant_0(
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
            __tag: __p::Tag,
        ) -> __p::Read<Self> {
            let __read = __p::through::<Page>(__cursor, __at, __tag);
            match __read {
                __p::Ok(__value) => __p::Ok(Self::Open { 0: __value }),
                __p::Err(__halt) => __p::Err(__halt),
            }
        }
        const __OBJECT_1: &'static __p::ObjectSpec = &__p::ObjectSpec::new(
            &[
                __p::FieldSpec::new("type", __p::Facts::names()).defaulted(),
                __p::FieldSpec::new("fullText", <String as __p::LlmOutput>::__FACTS),
                __p::FieldSpec::new("times", <u32 as __p::LlmOutput>::__FACTS)
                    .defaulted(),
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
            let mut __field_1 = __p::None::<String>;
            let mut __field_2 = __p::None::<u32>;
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
                        let __start = __p::start(__cursor);
                        let __read = <String as __p::LlmOutput>::__read(
                            __cursor,
                            __object.at(),
                        );
                        let __read = <String as __p::Measured>::__hold(
                            __cursor,
                            __object.at(),
                            __start,
                            __read,
                            &__p::Length {
                                min: __p::Some(1),
                                max: __p::None,
                            },
                        );
                        __turn = __object
                            .keep_and_follow(
                                __cursor,
                                __read,
                                &mut __field_1,
                                __spec,
                                __base + 1 + 1,
                            );
                    }
                    if __turn == __base + 2 {
                        let __read = <u32 as __p::LlmOutput>::__read(
                            __cursor,
                            __object.at(),
                        );
                        __turn = __object.keep_and_end(__cursor, __read, &mut __field_2);
                    }
                    __turn
                },
            ) {
                return __p::Err(__halt);
            }
            if !__object.has_all(__base, 3) {
                __p::supply::<String>(&mut __field_1);
            }
            let (__p::Some(__field_1),) = (__field_1,) else {
                return __p::Err(__p::Halt::Invalid);
            };
            __p::Ok(Self::Write {
                full_text: __field_1,
                times: match __field_2 {
                    __p::Some(__value) => __value,
                    __p::None => {
                        let __default: u32 = 1;
                        __default
                    }
                },
            })
        }
        const __OBJECT_2: &'static __p::ObjectSpec = &__p::ObjectSpec::new(
            &[__p::FieldSpec::new("type", __p::Facts::names()).defaulted()],
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
                    __turn
                },
            ) {
                return __p::Err(__halt);
            }
            __p::Ok(Self::Wait {})
        }
        const __OBJECT_3: &'static __p::ObjectSpec = &__p::ObjectSpec::new(
            &[__p::FieldSpec::new("type", __p::Facts::names()).defaulted()],
        );
        fn __variant_3(
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self> {
            let mut __object = __p::Object::new(
                __cursor,
                __at,
                <Self as __Variants>::__OBJECT_3,
            );
            if !__object.open(__cursor) {
                return __p::divert::<Self>(__cursor, __at);
            }
            let (__object, __base, __drive) = (
                &mut __object,
                0,
                __p::SingleType::new(<Self as __Variants>::__OBJECT_3),
            );
            let mut __tag_slot = __p::None::<()>;
            let __spec = __p::ReadFields::spec(&__drive, __object);
            if let __p::Some(__halt) = __p::ReadFields::through(
                __drive,
                __cursor,
                __object,
                |__cursor, __object, mut __turn| {
                    if __turn == __base {
                        let __read = __p::tag(__cursor, __object.at(), __NAMES, 3);
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
            __p::Ok(Self::Nothing {})
        }
    }
    const _NESTING_NEEDS_LLM_MAX_DEPTH_OR_LLM_RECURSIVE_MAX_DEPTH: () = if __p::depth(
        <Step as __p::LlmOutput>::SHAPE,
        <Step as __p::LlmOutput>::__FACTS,
    ) > 5
    {
        __p::refuse(__p::too_deep::<Step, 5>())
    };
    #[automatically_derived]
    impl __p::LlmOutput for Step {
        type __Form = __p::Whole;
        const SHAPE: &'static __p::Shape = &__p::Shape::Union(
            &__p::UnionShape::new(
                "Step",
                "One step.",
                __p::Tagging::Internal {
                    tag: "type",
                },
                &[
                    __p::UnionVariantShape::new(
                        "open",
                        "Opens a page.",
                        &[],
                        __p::Some(<Page as __p::LlmOutput>::SHAPE),
                    ),
                    __p::UnionVariantShape::new(
                        "write",
                        "",
                        &["say"],
                        __p::Some(
                            &__p::Shape::Object(
                                &__p::ObjectShape::new(
                                    "Step.write",
                                    "",
                                    &[
                                        __p::FieldShape::new(
                                                "fullText",
                                                "",
                                                <String as __p::LlmOutput>::SHAPE,
                                                __p::required::<String>(),
                                            )
                                            .length(__p::Length {
                                                min: __p::Some(1),
                                                max: __p::None,
                                            }),
                                        __p::FieldShape::new(
                                                "times",
                                                "",
                                                <u32 as __p::LlmOutput>::SHAPE,
                                                false,
                                            )
                                            .default("1"),
                                    ],
                                ),
                            ),
                        ),
                    ),
                    __p::UnionVariantShape::new(
                        "wait",
                        "",
                        &[],
                        __p::Some(
                            &__p::Shape::Object(
                                &__p::ObjectShape::new("Step.wait", "", &[]),
                            ),
                        ),
                    ),
                    __p::UnionVariantShape::new("nothing", "", &[], __p::None).other(),
                ],
                __p::None,
            ),
        );
        const __FACTS: __p::Facts = __p::Facts::internally_tagged(
            &[
                <Page as __p::LlmOutput>::__FACTS,
                __p::Facts::object(
                    &[
                        <String as __p::LlmOutput>::__FACTS,
                        <u32 as __p::LlmOutput>::__FACTS,
                    ],
                ),
                __p::Facts::object(&[]),
                __p::Facts::nothing(),
            ],
        );
        const __OBJECT: &'static __p::ObjectSpec = &__p::ObjectSpec::new(
                &[__p::FieldSpec::new("type", __p::Facts::names()).defaulted()],
            )
            .variants(
                &[
                    <Page as __p::LlmOutput>::__OBJECT,
                    <Self as __Variants>::__OBJECT_1,
                    <Self as __Variants>::__OBJECT_2,
                    <Self as __Variants>::__OBJECT_3,
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
                &[true, false, false, false],
            ) {
                __p::Ok(__p::Some(__tag)) => {
                    match __tag.variant() {
                        0 => <Self as __Variants>::__variant_0(__cursor, __at, __tag),
                        1 => <Self as __Variants>::__variant_1(__cursor, __at),
                        2 => <Self as __Variants>::__variant_2(__cursor, __at),
                        _ => <Self as __Variants>::__variant_3(__cursor, __at),
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

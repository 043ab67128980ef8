const _: () = {
    use ::llm_output::__private_0_1_0 as __p;
    const __NAMES: &__p::NamesSpec = &__p::NamesSpec {
        names: &[
            __p::NameSpec {
                name: "Text",
                aliases: &[],
            },
            __p::NameSpec {
                name: "Number",
                aliases: &[],
            },
            __p::NameSpec {
                name: "Move",
                aliases: &[],
            },
            __p::NameSpec {
                name: "Nothing",
                aliases: &[],
            },
        ],
        other: __p::Some(3),
    };
    trait __Variants: __p::Sized {
        fn __variant_0(
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self>;
        fn __variant_1(
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
    impl __Variants for Event {
        fn __variant_0(
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self> {
            let __start = __p::start(__cursor);
            let __read = <String as __p::LlmOutput>::__read(__cursor, __at);
            let __read = <String as __p::Measured>::__hold(
                __cursor,
                __at,
                __start,
                __read,
                &__p::Length {
                    min: __p::Some(1),
                    max: __p::None,
                },
            );
            match __read {
                __p::Ok(__value) => __p::Ok(Self::Text { 0: __value }),
                __p::Err(__halt) => __p::Err(__halt),
            }
        }
        fn __variant_1(
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self> {
            let __read = <Option<u8> as __p::LlmOutput>::__read(__cursor, __at);
            match __read {
                __p::Ok(__value) => __p::Ok(Self::Number { 0: __value }),
                __p::Err(__halt) => __p::Err(__halt),
            }
        }
        const __OBJECT_2: &'static __p::ObjectSpec = &__p::ObjectSpec::new(
                &[
                    __p::FieldSpec::new("x", <i32 as __p::LlmOutput>::__FACTS),
                    __p::FieldSpec::new("y", <i32 as __p::LlmOutput>::__FACTS),
                ],
            )
            .deny_unknown();
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
            let mut __field_0 = __p::None::<i32>;
            let mut __field_1 = __p::None::<i32>;
            let __spec = __p::ReadFields::spec(&__drive, __object);
            if let __p::Some(__halt) = __p::ReadFields::through(
                __drive,
                __cursor,
                __object,
                |__cursor, __object, mut __turn| {
                    if __turn == __base + 0 {
                        let __read = <i32 as __p::LlmOutput>::__read(
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
                        let __read = <i32 as __p::LlmOutput>::__read(
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
                __p::supply::<i32>(&mut __field_0);
                __p::supply::<i32>(&mut __field_1);
            }
            let (__p::Some(__field_0), __p::Some(__field_1)) = (__field_0, __field_1)
            else {
                return __p::Err(__p::Halt::Invalid);
            };
            __p::Ok(Self::Move {
                x: __field_0,
                y: __field_1,
            })
        }
        fn __variant_3(
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self> {
            match __p::nothing(__cursor, __at) {
                __p::Ok(()) => __p::Ok(Self::Nothing),
                __p::Err(__halt) => __p::Err(__halt),
            }
        }
    }
    const _NESTING_NEEDS_LLM_MAX_DEPTH_OR_LLM_RECURSIVE_MAX_DEPTH: () = if __p::depth(
        <Event as __p::LlmOutput>::SHAPE,
        <Event as __p::LlmOutput>::__FACTS,
    ) > 5
    {
        __p::refuse(__p::too_deep::<Event, 5>())
    };
    #[automatically_derived]
    impl __p::LlmOutput for Event {
        type __Form = __p::Whole;
        const SHAPE: &'static __p::Shape = &__p::Shape::Union(
            &__p::UnionShape::new(
                "Event",
                "",
                __p::Tagging::Adjacent {
                    tag: "kind",
                    content: "value",
                },
                &[
                    __p::UnionVariantShape::new(
                        "Text",
                        "",
                        &[],
                        __p::Some(
                            &__p::Shape::Named(
                                &__p::NamedShape::new(
                                        "",
                                        "",
                                        <String as __p::LlmOutput>::SHAPE,
                                    )
                                    .length(__p::Length {
                                        min: __p::Some(1),
                                        max: __p::None,
                                    }),
                            ),
                        ),
                    ),
                    __p::UnionVariantShape::new(
                        "Number",
                        "",
                        &[],
                        __p::Some(<Option<u8> as __p::LlmOutput>::SHAPE),
                    ),
                    __p::UnionVariantShape::new(
                        "Move",
                        "",
                        &[],
                        __p::Some(
                            &__p::Shape::Object(
                                &__p::ObjectShape::new(
                                        "Event.Move",
                                        "",
                                        &[
                                            __p::FieldShape::new(
                                                "x",
                                                "",
                                                <i32 as __p::LlmOutput>::SHAPE,
                                                __p::required::<i32>(),
                                            ),
                                            __p::FieldShape::new(
                                                "y",
                                                "",
                                                <i32 as __p::LlmOutput>::SHAPE,
                                                __p::required::<i32>(),
                                            ),
                                        ],
                                    )
                                    .closed(),
                            ),
                        ),
                    ),
                    __p::UnionVariantShape::new("Nothing", "", &[], __p::None).other(),
                ],
                __p::None,
            ),
        );
        const __FACTS: __p::Facts = __p::Facts::wrapped(
            &[
                <String as __p::LlmOutput>::__FACTS,
                <Option<u8> as __p::LlmOutput>::__FACTS,
                __p::Facts::object(
                    &[<i32 as __p::LlmOutput>::__FACTS, <i32 as __p::LlmOutput>::__FACTS],
                ),
                __p::Facts::nothing(),
            ],
        );
        const __OBJECT: &'static __p::ObjectSpec = &__p::ObjectSpec::new(
                &[
                    __p::FieldSpec::new("kind", __p::Facts::names()).defaulted(),
                    __p::FieldSpec::new(
                            "value",
                            __p::Facts {
                                accepts: __p::Accepts::ANY,
                                ..__p::Facts::names()
                            },
                        )
                        .defaulted(),
                ],
            )
            .deny_unknown();
        fn __read(
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self> {
            let __tag = match __p::tagged(
                __cursor,
                __at,
                <Self as __p::LlmOutput>::__OBJECT,
                __NAMES,
                &[],
            ) {
                __p::Ok(__p::Some(__tag)) => __tag,
                __p::Ok(__p::None) => return __p::divert::<Self>(__cursor, __at),
                __p::Err(__halt) => return __p::Err(__halt),
            };
            let mut __tag_slot = __p::None::<()>;
            let mut __content = __p::None::<Self>;
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
                        let __read = __p::tag(
                            __cursor,
                            __object.at(),
                            __NAMES,
                            __tag.variant(),
                        );
                        __object.keep(__cursor, __read, &mut __tag_slot);
                    }
                    1 => {
                        let __read = match __tag.variant() {
                            0 => {
                                <Self as __Variants>::__variant_0(__cursor, __object.at())
                            }
                            1 => {
                                <Self as __Variants>::__variant_1(__cursor, __object.at())
                            }
                            2 => {
                                <Self as __Variants>::__variant_2(__cursor, __object.at())
                            }
                            _ => {
                                <Self as __Variants>::__variant_3(__cursor, __object.at())
                            }
                        };
                        __object.keep(__cursor, __read, &mut __content);
                    }
                    _ => break,
                }
            }
            if __object.close(__cursor) {
                return __p::Err(__p::Halt::Invalid);
            }
            match __content {
                __p::Some(__value) => __p::Ok(__value),
                __p::None => {
                    match __tag.variant() {
                        0 => {
                            match <String as __p::LlmOutput>::__none() {
                                __p::Some(__value) => __p::Ok(Self::Text { 0: __value }),
                                __p::None => {
                                    __p::Err(
                                        __p::contentless(
                                            __cursor,
                                            __at,
                                            <Self as __p::LlmOutput>::__OBJECT,
                                        ),
                                    )
                                }
                            }
                        }
                        1 => {
                            match <Option<u8> as __p::LlmOutput>::__none() {
                                __p::Some(__value) => __p::Ok(Self::Number { 0: __value }),
                                __p::None => {
                                    __p::Err(
                                        __p::contentless(
                                            __cursor,
                                            __at,
                                            <Self as __p::LlmOutput>::__OBJECT,
                                        ),
                                    )
                                }
                            }
                        }
                        2 => {
                            __p::Err(
                                __p::contentless(
                                    __cursor,
                                    __at,
                                    <Self as __p::LlmOutput>::__OBJECT,
                                ),
                            )
                        }
                        _ => __p::Ok(Self::Nothing),
                    }
                }
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

///A [`Move`] that grows while its text comes in: what is not there yet is `None`, or empty.
#[derive(::core::fmt::Debug, ::core::clone::Clone)]
enum MovePartial {
    ///What there is of this variant.
    Step(::llm_output::__private_0_1_0::SlotOf<u32>),
    ///What there is of this variant.
    Say {
        ///What there is of this field.
        text: ::llm_output::__private_0_1_0::SlotOf<String>,
    },
    ///What there is of this variant.
    Lost,
}
const _: () = {
    use ::llm_output::__private_0_1_0 as __p;
    const __NAMES: &__p::NamesSpec = &__p::NamesSpec {
        names: &[
            __p::NameSpec {
                name: "Step",
                aliases: &[],
            },
            __p::NameSpec {
                name: "Say",
                aliases: &[],
            },
        ],
        other: __p::None,
    };
    trait __Variants: __p::Sized {
        fn __variant_0(
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self>;
        const __OBJECT_1: &'static __p::ObjectSpec;
        fn __variant_1(
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self>;
        fn __unit(__index: __p::u32) -> __p::Option<Self>;
    }
    #[automatically_derived]
    impl __Variants for Move {
        fn __variant_0(
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self> {
            let __read = <u32 as __p::LlmOutput>::__read(__cursor, __at);
            match __read {
                __p::Ok(__value) => __p::Ok(Self::Step { 0: __value }),
                __p::Err(__halt) => __p::Err(__halt),
            }
        }
        const __OBJECT_1: &'static __p::ObjectSpec = &__p::ObjectSpec::new(
            &[__p::FieldSpec::new("text", <String as __p::LlmOutput>::__FACTS)],
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
                return __p::divert_variant(
                    __cursor,
                    __at,
                    <Self as __Variants>::__variant_1,
                );
            }
            let (__object, __base, __drive) = (
                &mut __object,
                0,
                __p::SingleType::new(<Self as __Variants>::__OBJECT_1),
            );
            let mut __field_0 = __p::None::<String>;
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
                        __turn = __object.keep_and_end(__cursor, __read, &mut __field_0);
                    }
                    __turn
                },
            ) {
                return __p::Err(__halt);
            }
            if !__object.has_all(__base, 1) {
                __p::supply::<String>(&mut __field_0);
            }
            let (__p::Some(__field_0),) = (__field_0,) else {
                return __p::Err(__p::Halt::Invalid);
            };
            __p::Ok(Self::Say { text: __field_0 })
        }
        fn __unit(__index: __p::u32) -> __p::Option<Self> {
            match __index {
                _ => __p::None,
            }
        }
    }
    const _NESTING_NEEDS_LLM_MAX_DEPTH_OR_LLM_RECURSIVE_MAX_DEPTH: () = if __p::depth(
        <Move as __p::LlmOutput>::SHAPE,
        <Move as __p::LlmOutput>::__FACTS,
    ) > 5
    {
        __p::refuse(__p::too_deep::<Move, 5>())
    };
    #[automatically_derived]
    impl __p::LlmOutput for Move {
        type __Form = __p::Chosen;
        const SHAPE: &'static __p::Shape = &__p::Shape::Union(
            &__p::UnionShape::new(
                "Move",
                "",
                __p::Tagging::External,
                &[
                    __p::UnionVariantShape::new(
                        "Step",
                        "",
                        &[],
                        __p::Some(<u32 as __p::LlmOutput>::SHAPE),
                    ),
                    __p::UnionVariantShape::new(
                        "Say",
                        "",
                        &[],
                        __p::Some(
                            &__p::Shape::Object(
                                &__p::ObjectShape::new(
                                    "Move.Say",
                                    "",
                                    &[
                                        __p::FieldShape::new(
                                            "text",
                                            "",
                                            <String as __p::LlmOutput>::SHAPE,
                                            __p::required::<String>(),
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
        const __FACTS: __p::Facts = __p::Facts::wrapped(
            &[
                <u32 as __p::LlmOutput>::__FACTS,
                __p::Facts::object(&[<String as __p::LlmOutput>::__FACTS]),
            ],
        );
        const __OBJECT: &'static __p::ObjectSpec = &__p::ObjectSpec::new(
                &[
                    __p::FieldSpec::new("Step", <u32 as __p::LlmOutput>::__FACTS)
                        .defaulted(),
                    __p::FieldSpec::new(
                            "Say",
                            __p::Facts::object(&[<String as __p::LlmOutput>::__FACTS]),
                        )
                        .defaulted(),
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
    }
    #[automatically_derived]
    impl __p::Streamed for Move {
        type Partial = __p::Option<MovePartial>;
        type __Root = __p::Chosen;
    }
    #[automatically_derived]
    impl __p::Streams for Move {
        type Partial = MovePartial;
        const KIND: __p::Kind = __p::Kind::Choice(
            &__p::ChoicePlan {
                names: __NAMES,
                spec: <Move as __p::LlmOutput>::__OBJECT,
                tagging: __p::Tagged::External,
                variants: &[
                    __p::VariantPlan::Shown(
                        <__p::FormOf<u32> as __p::Growth<u32>>::KIND,
                    ),
                    __p::VariantPlan::Shown(
                        __p::Kind::Object(
                            &__p::ObjectPlan {
                                spec: <Move as __Variants>::__OBJECT_1,
                                kinds: &[
                                    <__p::FormOf<String> as __p::Growth<String>>::KIND,
                                ],
                                needed: 0,
                                states: 0,
                            },
                        ),
                    ),
                ],
            },
        );
    }
    #[automatically_derived]
    impl __p::Members for MovePartial {
        #[inline]
        fn leaf(&mut self, __way: &[__p::Level]) -> __p::Option<&mut __p::String> {
            let (_, __way) = __way.split_first()?;
            match self {
                MovePartial::Step(__own_0) => {
                    <__p::FormOf<u32> as __p::Acts<u32>>::leaf(__own_0, __way)
                }
                MovePartial::Say { text: __own_0 } => {
                    let _ = (&__own_0,);
                    let (__level, __way) = __way.split_first()?;
                    match __level.at {
                        0 => {
                            <__p::FormOf<
                                String,
                            > as __p::Acts<String>>::leaf(&mut (*__own_0), __way)
                        }
                        _ => {
                            let _ = __way;
                            __p::None
                        }
                    }
                }
                #[allow(unreachable_patterns)]
                _ => {
                    let _ = __way;
                    __p::None
                }
            }
        }
        #[cfg_attr(debug_assertions, inline)]
        fn act(
            &mut self,
            __way: &[__p::Level],
            __at: &__p::Frame<'_>,
            __act: &mut __p::Act<'_, '_>,
        ) -> __p::Outcome {
            let __p::Some((__outer, __way)) = __way.split_first() else {
                return __p::Outcome::Nothing;
            };
            let __at = &__outer.frame(__at);
            match self {
                MovePartial::Step(__own_0) => {
                    <__p::FormOf<
                        u32,
                    > as __p::Acts<u32>>::act(__own_0, __way, __at, __act)
                }
                MovePartial::Say { text: __own_0 } => {
                    let _ = (&__own_0,);
                    let __p::Some((__level, __way)) = __way.split_first() else {
                        return if let __p::Act::Read(_) = __act {
                            __p::Outcome::Ascends
                        } else {
                            __p::Outcome::Done
                        };
                    };
                    let __frame = &__level.frame(__at);
                    match __level.at {
                        0 => {
                            <__p::FormOf<
                                String,
                            > as __p::Acts<
                                String,
                            >>::act(&mut (*__own_0), __way, __frame, __act)
                        }
                        _ => __p::Outcome::Nothing,
                    }
                }
                #[allow(unreachable_patterns)]
                _ => {
                    let _ = (__way, __at);
                    __p::Outcome::Done
                }
            }
        }
        #[cfg_attr(debug_assertions, inline)]
        fn misses(&self, __value: &Self, __place: &mut __p::Way) -> __p::bool {
            match (self, __value) {
                (MovePartial::Step(__own_0), MovePartial::Step(__other_0)) => {
                    <__p::FormOf<
                        u32,
                    > as __p::Acts<u32>>::misses(__own_0, __other_0, __place)
                }
                (
                    MovePartial::Say { text: __own_0 },
                    MovePartial::Say { text: __other_0 },
                ) => {
                    let _ = (&__own_0,);
                    {
                        let __spec = <Move as __Variants>::__OBJECT_1;
                        __p::field_misses::<
                            String,
                        >(&(*__own_0), &(*__other_0), __spec, 0, __place)
                    }
                }
                #[allow(unreachable_patterns)]
                _ => true,
            }
        }
        #[cfg_attr(debug_assertions, inline)]
        fn of(__variant: __p::u32) -> __p::Option<Self> {
            match __variant {
                0 => {
                    __p::Some(
                        MovePartial::Step(<__p::FormOf<u32> as __p::Growth<u32>>::EMPTY),
                    )
                }
                1 => {
                    __p::Some(MovePartial::Say {
                        text: <__p::FormOf<String> as __p::Growth<String>>::EMPTY,
                    })
                }
                _ => __p::None,
            }
        }
    }
    #[automatically_derived]
    impl __p::From<Move> for MovePartial {
        #[cfg_attr(debug_assertions, inline)]
        fn from(__value: Move) -> Self {
            match __value {
                Move::Step { 0: __own_0, .. } => {
                    MovePartial::Step(
                        <__p::FormOf<u32> as __p::Growth<u32>>::show(__own_0),
                    )
                }
                Move::Say { text: __own_0, .. } => {
                    MovePartial::Say {
                        text: <__p::FormOf<String> as __p::Growth<String>>::show(__own_0),
                    }
                }
                Move::Lost { .. } => MovePartial::Lost,
            }
        }
    }
};

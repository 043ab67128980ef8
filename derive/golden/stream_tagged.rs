///A [`Action`] that grows while its text comes in: what is not there yet is `None`, or empty.
#[derive(::core::fmt::Debug, ::core::clone::Clone)]
enum ActionPartial {
    ///What there is of this variant.
    Open(::llm_output::__private_0_1_0::SlotOf<Target>),
    ///What there is of this variant.
    Write {
        ///What there is of this field.
        text: ::llm_output::__private_0_1_0::SlotOf<String>,
        ///What there is of this field.
        times: ::llm_output::__private_0_1_0::SlotOf<u32>,
    },
    ///What there is of this variant.
    Wait,
}
const _: () = {
    use ::llm_output::__private_0_1_0 as __p;
    const __NAMES: &__p::NamesSpec = &__p::NamesSpec {
        names: &[
            __p::NameSpec {
                name: "Open",
                aliases: &[],
            },
            __p::NameSpec {
                name: "Write",
                aliases: &[],
            },
            __p::NameSpec {
                name: "Wait",
                aliases: &[],
            },
        ],
        other: __p::None,
    };
    const _: () = {
        if !__p::has_members::<Target>() {
            __p::refuse(
                "the tag `type` belongs among the fields of what `Open` contains, which is not a struct: name the field, `Open { value: .. }`, or add `content = \"value\"` to the enum",
            )
        }
        if __p::has_member::<Target>("type") {
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
    }
    #[automatically_derived]
    impl __Variants for Action {
        fn __variant_0(
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
            __tag: __p::Tag,
        ) -> __p::Read<Self> {
            let __read = __p::through::<Target>(__cursor, __at, __tag);
            match __read {
                __p::Ok(__value) => __p::Ok(Self::Open { 0: __value }),
                __p::Err(__halt) => __p::Err(__halt),
            }
        }
        const __OBJECT_1: &'static __p::ObjectSpec = &__p::ObjectSpec::new(
            &[
                __p::FieldSpec::new("type", __p::Facts::names()).defaulted(),
                __p::FieldSpec::new("text", <String as __p::LlmOutput>::__FACTS),
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
                text: __field_1,
                times: match __field_2 {
                    __p::Some(__value) => __value,
                    __p::None => <u32 as __p::Default>::default(),
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
    }
    const _NESTING_NEEDS_LLM_MAX_DEPTH_OR_LLM_RECURSIVE_MAX_DEPTH: () = if __p::depth(
        <Action as __p::LlmOutput>::SHAPE,
        <Action as __p::LlmOutput>::__FACTS,
    ) > 5
    {
        __p::refuse(__p::too_deep::<Action, 5>())
    };
    #[automatically_derived]
    impl __p::LlmOutput for Action {
        type __Form = __p::Chosen;
        const SHAPE: &'static __p::Shape = &__p::Shape::Union(
            &__p::UnionShape::new(
                "Action",
                "",
                __p::Tagging::Internal {
                    tag: "type",
                },
                &[
                    __p::UnionVariantShape::new(
                        "Open",
                        "",
                        &[],
                        __p::Some(<Target as __p::LlmOutput>::SHAPE),
                    ),
                    __p::UnionVariantShape::new(
                        "Write",
                        "",
                        &[],
                        __p::Some(
                            &__p::Shape::Object(
                                &__p::ObjectShape::new(
                                    "Action.Write",
                                    "",
                                    &[
                                        __p::FieldShape::new(
                                            "text",
                                            "",
                                            <String as __p::LlmOutput>::SHAPE,
                                            __p::required::<String>(),
                                        ),
                                        __p::FieldShape::new(
                                                "times",
                                                "",
                                                <u32 as __p::LlmOutput>::SHAPE,
                                                false,
                                            )
                                            .default("0"),
                                    ],
                                ),
                            ),
                        ),
                    ),
                    __p::UnionVariantShape::new("Wait", "", &[], __p::None),
                ],
                __p::None,
            ),
        );
        const __FACTS: __p::Facts = __p::Facts::internally_tagged(
            &[
                <Target as __p::LlmOutput>::__FACTS,
                __p::Facts::object(
                    &[
                        <String as __p::LlmOutput>::__FACTS,
                        <u32 as __p::LlmOutput>::__FACTS,
                    ],
                ),
                __p::Facts::nothing(),
            ],
        );
        const __OBJECT: &'static __p::ObjectSpec = &__p::ObjectSpec::new(
                &[__p::FieldSpec::new("type", __p::Facts::names()).defaulted()],
            )
            .variants(
                &[
                    <Target as __p::LlmOutput>::__OBJECT,
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
                &[true, false, false],
            ) {
                __p::Ok(__p::Some(__tag)) => {
                    match __tag.variant() {
                        0 => <Self as __Variants>::__variant_0(__cursor, __at, __tag),
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
    #[automatically_derived]
    impl __p::Streamed for Action {
        type Partial = __p::Option<ActionPartial>;
        type __Root = __p::Chosen;
    }
    #[automatically_derived]
    impl __p::Streams for Action {
        type Partial = ActionPartial;
        const KIND: __p::Kind = __p::Kind::Choice(
            &__p::ChoicePlan {
                names: __NAMES,
                spec: <Action as __p::LlmOutput>::__OBJECT,
                tagging: __p::Tagged::Internal,
                variants: &[
                    __p::VariantPlan::in_place(
                        <__p::FormOf<Target> as __p::Growth<Target>>::KIND,
                    ),
                    __p::VariantPlan::Shown(
                        __p::Kind::Object(
                            &__p::ObjectPlan {
                                spec: <Action as __Variants>::__OBJECT_1,
                                kinds: &[
                                    __p::Kind::Hidden,
                                    <__p::FormOf<String> as __p::Growth<String>>::KIND,
                                    <__p::FormOf<u32> as __p::Growth<u32>>::KIND,
                                ],
                                needed: 0,
                                states: 0,
                            },
                        ),
                    ),
                    __p::VariantPlan::Shown(
                        __p::Kind::Object(
                            &__p::ObjectPlan {
                                spec: <Action as __Variants>::__OBJECT_2,
                                kinds: &[__p::Kind::Hidden],
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
    impl __p::Members for ActionPartial {
        #[inline]
        fn leaf(&mut self, __way: &[__p::Level]) -> __p::Option<&mut __p::String> {
            match self {
                ActionPartial::Open(__own_0) => {
                    <__p::FormOf<Target> as __p::Acts<Target>>::leaf(__own_0, __way)
                }
                ActionPartial::Write { text: __own_0, times: __own_1 } => {
                    let _ = (&__own_0, &__own_1);
                    let (__level, __way) = __way.split_first()?;
                    match __level.at {
                        1 => {
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
            match self {
                ActionPartial::Open(__own_0) => {
                    <__p::FormOf<
                        Target,
                    > as __p::Acts<Target>>::act(__own_0, __way, __at, __act)
                }
                ActionPartial::Write { text: __own_0, times: __own_1 } => {
                    let _ = (&__own_0, &__own_1);
                    let __p::Some((__level, __way)) = __way.split_first() else {
                        return if let __p::Act::Read(_) = __act {
                            __p::Outcome::Ascends
                        } else {
                            __p::Outcome::Done
                        };
                    };
                    let __frame = &__level.frame(__at);
                    match __level.at {
                        1 => {
                            <__p::FormOf<
                                String,
                            > as __p::Acts<
                                String,
                            >>::act(&mut (*__own_0), __way, __frame, __act)
                        }
                        2 => {
                            <__p::FormOf<
                                u32,
                            > as __p::Acts<
                                u32,
                            >>::act(&mut (*__own_1), __way, __frame, __act)
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
                (ActionPartial::Open(__own_0), ActionPartial::Open(__other_0)) => {
                    <__p::FormOf<
                        Target,
                    > as __p::Acts<Target>>::misses(__own_0, __other_0, __place)
                }
                (
                    ActionPartial::Write { text: __own_0, times: __own_1 },
                    ActionPartial::Write { text: __other_0, times: __other_1 },
                ) => {
                    let _ = (&__own_0, &__own_1);
                    {
                        let __spec = <Action as __Variants>::__OBJECT_1;
                        __p::field_misses::<
                            String,
                        >(&(*__own_0), &(*__other_0), __spec, 1, __place)
                            || __p::field_misses::<
                                u32,
                            >(&(*__own_1), &(*__other_1), __spec, 2, __place)
                    }
                }
                (ActionPartial::Wait, ActionPartial::Wait) => false,
                #[allow(unreachable_patterns)]
                _ => true,
            }
        }
        #[cfg_attr(debug_assertions, inline)]
        fn of(__variant: __p::u32) -> __p::Option<Self> {
            match __variant {
                0 => {
                    __p::Some(
                        ActionPartial::Open(
                            <__p::FormOf<Target> as __p::Growth<Target>>::EMPTY,
                        ),
                    )
                }
                1 => {
                    __p::Some(ActionPartial::Write {
                        text: <__p::FormOf<String> as __p::Growth<String>>::EMPTY,
                        times: <__p::FormOf<u32> as __p::Growth<u32>>::EMPTY,
                    })
                }
                2 => __p::Some(ActionPartial::Wait),
                _ => __p::None,
            }
        }
    }
    #[automatically_derived]
    impl __p::From<Action> for ActionPartial {
        #[cfg_attr(debug_assertions, inline)]
        fn from(__value: Action) -> Self {
            match __value {
                Action::Open { 0: __own_0, .. } => {
                    ActionPartial::Open(
                        <__p::FormOf<Target> as __p::Growth<Target>>::show(__own_0),
                    )
                }
                Action::Write { text: __own_0, times: __own_1, .. } => {
                    ActionPartial::Write {
                        text: <__p::FormOf<
                            String,
                        > as __p::Growth<String>>::show(__own_0),
                        times: <__p::FormOf<u32> as __p::Growth<u32>>::show(__own_1),
                    }
                }
                Action::Wait { .. } => ActionPartial::Wait,
            }
        }
    }
};

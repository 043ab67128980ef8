///A [`Report`] that grows while its text comes in: what is not there yet is `None`, or empty.
#[derive(::core::fmt::Debug, ::core::clone::Clone)]
pub(crate) struct ReportPartial {
    ///One line.
    pub(crate) title: ::llm_output::__private_0_1_0::SlotOf<String>,
    ///What there is of this field.
    pub(crate) level: ::llm_output::__private_0_1_0::SlotOf<u32>,
    ///What there is of this field.
    pub(crate) parts: ::llm_output::__private_0_1_0::Growing<
        ::llm_output::__private_0_1_0::SlotOf<Vec<String>>,
    >,
    ///What there is of this field.
    pub(crate) summary: ::llm_output::__private_0_1_0::Option<String>,
}
const _: () = {
    use ::llm_output::__private_0_1_0 as __p;
    const _NESTING_NEEDS_LLM_MAX_DEPTH_OR_LLM_RECURSIVE_MAX_DEPTH: () = if __p::depth(
        <Report as __p::LlmOutput>::SHAPE,
        <Report as __p::LlmOutput>::__FACTS,
    ) > 5
    {
        __p::refuse(__p::too_deep::<Report, 5>())
    };
    #[automatically_derived]
    impl __p::LlmOutput for Report {
        type __Form = __p::Grown;
        const SHAPE: &'static __p::Shape = &__p::Shape::Object(
            &__p::ObjectShape::new(
                "Report",
                "A report.",
                &[
                    __p::FieldShape::new(
                        "title",
                        "One line.",
                        <String as __p::LlmOutput>::SHAPE,
                        __p::required::<String>(),
                    ),
                    __p::FieldShape::new(
                            "level",
                            "",
                            <u32 as __p::LlmOutput>::SHAPE,
                            __p::required::<u32>(),
                        )
                        .range(__p::Range {
                            min: __p::None,
                            max: __p::Some(__p::Bound::Integer(9)),
                        }),
                    __p::FieldShape::new(
                        "parts",
                        "",
                        <Vec<String> as __p::LlmOutput>::SHAPE,
                        __p::required::<Vec<String>>(),
                    ),
                    __p::FieldShape::new(
                        "summary",
                        "",
                        <Option<String> as __p::LlmOutput>::SHAPE,
                        __p::required::<Option<String>>(),
                    ),
                ],
            ),
        );
        const __FACTS: __p::Facts = __p::Facts::object(
            &[
                <String as __p::LlmOutput>::__FACTS,
                <u32 as __p::LlmOutput>::__FACTS,
                <Vec<String> as __p::LlmOutput>::__FACTS,
                <Option<String> as __p::LlmOutput>::__FACTS,
            ],
        );
        const __OBJECT: &'static __p::ObjectSpec = &__p::ObjectSpec::new(
            &[
                __p::FieldSpec::new("title", <String as __p::LlmOutput>::__FACTS),
                __p::FieldSpec::new("level", <u32 as __p::LlmOutput>::__FACTS),
                __p::FieldSpec::new("parts", <Vec<String> as __p::LlmOutput>::__FACTS),
                __p::FieldSpec::new(
                    "summary",
                    <Option<String> as __p::LlmOutput>::__FACTS,
                ),
            ],
        );
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
            let mut __field_0 = __p::None::<String>;
            let mut __field_1 = __p::None::<u32>;
            let mut __field_2 = __p::None::<Vec<String>>;
            let mut __field_3 = __p::None::<Option<String>>;
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
                        let __start = __p::start(__cursor);
                        let __read = <u32 as __p::LlmOutput>::__read(
                            __cursor,
                            __object.at(),
                        );
                        let __read = <u32 as __p::Ranged>::__hold(
                            __cursor,
                            __object.at(),
                            __start,
                            __read,
                            &__p::Range {
                                min: __p::None,
                                max: __p::Some(__p::Bound::Integer(9)),
                            },
                            false,
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
                        let __read = <Vec<
                            String,
                        > as __p::LlmOutput>::__read(__cursor, __object.at());
                        __turn = __object
                            .keep_and_follow(
                                __cursor,
                                __read,
                                &mut __field_2,
                                __spec,
                                __base + 2 + 1,
                            );
                    }
                    if __turn == __base + 3 {
                        let __read = <Option<
                            String,
                        > as __p::LlmOutput>::__read(__cursor, __object.at());
                        __turn = __object.keep_and_end(__cursor, __read, &mut __field_3);
                    }
                    __turn
                },
            ) {
                return __p::Err(__halt);
            }
            if !__object.has_all(__base, 4) {
                __p::supply::<String>(&mut __field_0);
                __p::supply::<u32>(&mut __field_1);
                __p::supply::<Vec<String>>(&mut __field_2);
                __p::supply::<Option<String>>(&mut __field_3);
            }
            let (
                __p::Some(__field_0),
                __p::Some(__field_1),
                __p::Some(__field_2),
                __p::Some(__field_3),
            ) = (__field_0, __field_1, __field_2, __field_3) else {
                return __p::Err(__p::Halt::Invalid);
            };
            __p::Ok(Self {
                title: __field_0,
                level: __field_1,
                parts: __field_2,
                summary: __field_3,
            })
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
    impl __p::Streamed for Report {
        type Partial = ReportPartial;
        type __Root = __p::Grown;
    }
    #[automatically_derived]
    impl __p::Streams for Report {
        type Partial = ReportPartial;
        const KIND: __p::Kind = __p::Kind::Object(
            &__p::ObjectPlan {
                spec: <Report as __p::LlmOutput>::__OBJECT,
                kinds: &[
                    <__p::FormOf<String> as __p::Growth<String>>::KIND,
                    <__p::FormOf<u32> as __p::Growth<u32>>::KIND,
                    <__p::FormOf<Vec<String>> as __p::Growth<Vec<String>>>::KIND,
                    __p::Kind::Whole,
                ],
                needed: 2,
                states: 4,
            },
        );
        #[cfg_attr(debug_assertions, inline)]
        fn read_field(
            __partial: &mut <Self as __p::Streams>::Partial,
            __field: __p::u32,
            __cursor: &mut __p::Cursor<'_>,
            __frame: &__p::Frame<'_>,
        ) -> __p::Outcome {
            match __field {
                1 => {
                    let __start = __p::start(__cursor);
                    let __read = <u32 as __p::LlmOutput>::__read(__cursor, __frame);
                    let __read = <u32 as __p::Ranged>::__hold(
                        __cursor,
                        __frame,
                        __start,
                        __read,
                        &__p::Range {
                            min: __p::None,
                            max: __p::Some(__p::Bound::Integer(9)),
                        },
                        false,
                    );
                    __p::keep::<
                        __p::FormOf<u32>,
                        u32,
                    >(&mut __partial.level, __read, __cursor)
                }
                3 => {
                    let __read = <Option<
                        String,
                    > as __p::LlmOutput>::__read(__cursor, __frame);
                    __p::keep_optional::<
                        String,
                    >(&mut __partial.summary, __read, __cursor)
                }
                _ => __p::Outcome::Nothing,
            }
        }
    }
    #[automatically_derived]
    impl __p::Members for ReportPartial {
        #[inline]
        fn leaf(&mut self, __way: &[__p::Level]) -> __p::Option<&mut __p::String> {
            let (__level, __way) = __way.split_first()?;
            match __level.at {
                0 => {
                    <__p::FormOf<
                        String,
                    > as __p::Acts<String>>::leaf(&mut self.title, __way)
                }
                2 => {
                    <__p::FormOf<
                        Vec<String>,
                    > as __p::Acts<Vec<String>>>::leaf(&mut self.parts.value, __way)
                }
                _ => __p::None,
            }
        }
        #[cfg_attr(debug_assertions, inline)]
        fn act(
            &mut self,
            __way: &[__p::Level],
            __at: &__p::Frame<'_>,
            __act: &mut __p::Act<'_, '_>,
        ) -> __p::Outcome {
            let __p::Some((__level, __way)) = __way.split_first() else {
                return __p::Outcome::Nothing;
            };
            let __frame = &__level.frame(__at);
            match __level.at {
                0 => {
                    <__p::FormOf<
                        String,
                    > as __p::Acts<String>>::act(&mut self.title, __way, __frame, __act)
                }
                1 => {
                    if let __p::Some(__cursor) = __p::whole(__way, __act) {
                        return <Report as __p::Streams>::read_field(
                            self,
                            __level.at,
                            __cursor,
                            __frame,
                        );
                    }
                    <__p::FormOf<
                        u32,
                    > as __p::Acts<u32>>::act(&mut self.level, __way, __frame, __act)
                }
                2 => {
                    if let (__p::Act::Mark(__state), true) = (
                        &*__act,
                        __way.is_empty(),
                    ) {
                        self.parts.state = *__state;
                    }
                    <__p::FormOf<
                        Vec<String>,
                    > as __p::Acts<
                        Vec<String>,
                    >>::act(&mut self.parts.value, __way, __frame, __act)
                }
                3 => {
                    if let __p::Some(__cursor) = __p::whole(__way, __act) {
                        return <Report as __p::Streams>::read_field(
                            self,
                            __level.at,
                            __cursor,
                            __frame,
                        );
                    }
                    __p::Outcome::Nothing
                }
                _ => __p::Outcome::Nothing,
            }
        }
        #[cfg_attr(debug_assertions, inline)]
        fn misses(&self, __value: &Self, __place: &mut __p::Way) -> __p::bool {
            {
                let __spec = <Report as __p::LlmOutput>::__OBJECT;
                __p::field_misses::<
                    String,
                >(&self.title, &__value.title, __spec, 0, __place)
                    || __p::field_misses::<
                        u32,
                    >(&self.level, &__value.level, __spec, 1, __place)
                    || __p::field_misses::<
                        Vec<String>,
                    >(&self.parts.value, &__value.parts.value, __spec, 2, __place)
                    || __p::field_differs::<
                        String,
                    >(&self.summary, &__value.summary, __spec, 3, __place)
            }
        }
    }
    #[automatically_derived]
    impl __p::From<Report> for ReportPartial {
        #[cfg_attr(debug_assertions, inline)]
        fn from(__value: Report) -> Self {
            #[allow(unused_mut)]
            let mut __shown = <Self as __p::Default>::default();
            <__p::FormOf<
                String,
            > as __p::Growth<String>>::fill(&mut __shown.title, __value.title);
            <__p::FormOf<
                u32,
            > as __p::Growth<u32>>::fill(&mut __shown.level, __value.level);
            <__p::FormOf<
                Vec<String>,
            > as __p::Growth<
                Vec<String>,
            >>::fill(&mut __shown.parts.value, __value.parts);
            __shown.parts.state = __p::State::Complete;
            __shown.summary = __value.summary;
            __shown
        }
    }
    #[automatically_derived]
    impl __p::Default for ReportPartial {
        #[cfg_attr(debug_assertions, inline)]
        fn default() -> Self {
            const {
                ReportPartial {
                    title: <__p::FormOf<String> as __p::Growth<String>>::EMPTY,
                    level: <__p::FormOf<u32> as __p::Growth<u32>>::EMPTY,
                    parts: __p::Growing {
                        value: <__p::FormOf<
                            Vec<String>,
                        > as __p::Growth<Vec<String>>>::EMPTY,
                        state: __p::State::Pending,
                    },
                    summary: __p::None,
                }
            }
        }
    }
};

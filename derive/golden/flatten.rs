const _: () = {
    use ::llm_output::__private_0_1_0 as __p;
    #[automatically_derived]
    impl __p::Flattens<0> for Entry {
        const NAME: &'static __p::str = "Entry";
        const CLOSED: __p::bool = false;
        const CONTENT: __p::bool = false;
        const PARTS: &'static [__p::Part] = &[
            __p::Part::Field(
                &__p::FieldSpec::new("title", <String as __p::LlmOutput>::__FACTS),
            ),
            __p::Part::Flat {
                name: "place",
                spec: <Location as __p::LlmOutput>::__OBJECT,
                optional: <Location as __p::LlmOutput>::__FACTS.optional,
            },
            __p::Part::Field(
                &__p::FieldSpec::new("weight", <u32 as __p::LlmOutput>::__FACTS),
            ),
            __p::Part::Flat {
                name: "author",
                spec: <Option<Author> as __p::LlmOutput>::__OBJECT,
                optional: <Option<Author> as __p::LlmOutput>::__FACTS.optional,
            },
            __p::Part::Flat {
                name: "more",
                spec: <BTreeMap<String, bool> as __p::LlmOutput>::__OBJECT,
                optional: <BTreeMap<String, bool> as __p::LlmOutput>::__FACTS.optional,
            },
        ];
        const SHAPES: &'static [__p::ShapePart] = &[
            __p::ShapePart::Field(
                __p::FieldShape::new(
                    "title",
                    "",
                    <String as __p::LlmOutput>::SHAPE,
                    __p::required::<String>(),
                ),
            ),
            __p::ShapePart::Flat(<Location as __p::LlmOutput>::SHAPE),
            __p::ShapePart::Field(
                __p::FieldShape::new(
                        "weight",
                        "",
                        <u32 as __p::LlmOutput>::SHAPE,
                        __p::required::<u32>(),
                    )
                    .range(__p::Range {
                        min: __p::None,
                        max: __p::Some(__p::Bound::Integer(9)),
                    }),
            ),
            __p::ShapePart::Flat(<Option<Author> as __p::LlmOutput>::SHAPE),
            __p::ShapePart::Flat(<BTreeMap<String, bool> as __p::LlmOutput>::SHAPE),
        ];
    }
    const _: () = if !__p::misfit::<Entry, 0, 1>().is_empty() {
        __p::refuse(__p::misfit::<Entry, 0, 1>())
    };
    const _: () = if !__p::misfit::<Entry, 0, 3>().is_empty() {
        __p::refuse(__p::misfit::<Entry, 0, 3>())
    };
    const _: () = if !__p::misfit::<Entry, 0, 4>().is_empty() {
        __p::refuse(__p::misfit::<Entry, 0, 4>())
    };
    const _: () = if !__p::oversize::<Entry, 0, 50>().is_empty() {
        __p::refuse(__p::oversize::<Entry, 0, 50>())
    };
    const _NESTING_NEEDS_LLM_MAX_DEPTH_OR_LLM_RECURSIVE_MAX_DEPTH: () = if __p::depth(
        <Entry as __p::LlmOutput>::SHAPE,
        <Entry as __p::LlmOutput>::__FACTS,
    ) > 5
    {
        __p::refuse(__p::too_deep::<Entry, 5>())
    };
    #[automatically_derived]
    impl __p::LlmOutput for Entry {
        type __Form = __p::Whole;
        const SHAPE: &'static __p::Shape = &__p::Shape::Object(
            &__p::ObjectShape::new("Entry", "", __p::merged_fields::<Self, 0>())
                .flattened(__p::flattened::<Self, 0>()),
        );
        const __FACTS: __p::Facts = __p::Facts::object(
            &[
                <String as __p::LlmOutput>::__FACTS,
                <Location as __p::LlmOutput>::__FACTS.flattened(),
                <u32 as __p::LlmOutput>::__FACTS,
                <Option<Author> as __p::LlmOutput>::__FACTS.flattened(),
                <BTreeMap<String, bool> as __p::LlmOutput>::__FACTS.flattened(),
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
            let mut __field_0 = __p::None::<String>;
            let mut __field_1 = __p::Read::<Location>::Err(__p::Halt::Invalid);
            let mut __field_2 = __p::None::<u32>;
            let mut __field_3 = __p::Read::<Option<Author>>::Err(__p::Halt::Invalid);
            let mut __field_4 = __p::Read::<
                BTreeMap<String, bool>,
            >::Err(__p::Halt::Invalid);
            let __turn_0: __p::u32 = __base;
            let __turn_1: __p::u32 = __turn_0 + 1;
            let __turn_2: __p::u32 = __turn_1 + __p::width::<Location>();
            let __turn_3: __p::u32 = __turn_2 + 1;
            let __turn_4: __p::u32 = __turn_3 + __p::width::<Option<Author>>();
            let __spec = __p::ReadFields::spec(&__drive, __object);
            let mut __halt = __p::None::<__p::Halt>;
            __field_1 = <Location as __p::LlmOutput>::__members(
                __cursor,
                __at,
                __object,
                __turn_1,
                __p::merge_types(|__cursor, __object, __turns_1| {
                    __field_3 = <Option<
                        Author,
                    > as __p::LlmOutput>::__members(
                        __cursor,
                        __at,
                        __object,
                        __turn_3,
                        __p::merge_types(|__cursor, __object, __turns_3| {
                            __field_4 = <BTreeMap<
                                String,
                                bool,
                            > as __p::LlmOutput>::__members(
                                __cursor,
                                __at,
                                __object,
                                __turn_4,
                                __p::merge_types(|__cursor, __object, __turns_4| {
                                    __halt = __p::ReadFields::through(
                                        __drive,
                                        __cursor,
                                        __object,
                                        |__cursor, __object, mut __turn| {
                                            if __turn == __turn_0 {
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
                                                        __turn_0 + 1,
                                                    );
                                            }
                                            __turn = __turns_1(__cursor, __object, __turn);
                                            if __turn == __turn_2 {
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
                                                        &mut __field_2,
                                                        __spec,
                                                        __turn_2 + 1,
                                                    );
                                            }
                                            __turn = __turns_3(__cursor, __object, __turn);
                                            __turn = __turns_4(__cursor, __object, __turn);
                                            __turn
                                        },
                                    );
                                    __halt
                                }),
                            );
                            __halt
                        }),
                    );
                    __halt
                }),
            );
            if let __p::Some(__halt) = __halt {
                return __p::Err(__halt);
            }
            __p::Ok(Self {
                title: match __field_0 {
                    __p::Some(__value) => __value,
                    __p::None => {
                        match __p::absent::<String>() {
                            __p::Ok(__value) => __value,
                            __p::Err(__halt) => return __p::Err(__halt),
                        }
                    }
                },
                place: match __field_1 {
                    __p::Ok(__value) => __value,
                    __p::Err(__halt) => return __p::Err(__halt),
                },
                weight: match __field_2 {
                    __p::Some(__value) => __value,
                    __p::None => {
                        match __p::absent::<u32>() {
                            __p::Ok(__value) => __value,
                            __p::Err(__halt) => return __p::Err(__halt),
                        }
                    }
                },
                author: match __field_3 {
                    __p::Ok(__value) => __value,
                    __p::Err(__halt) => return __p::Err(__halt),
                },
                more: match __field_4 {
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
    }
};

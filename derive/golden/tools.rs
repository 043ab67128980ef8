const _: () = {
    use ::llm_output::__private_0_1_0 as __p;
    const __NAMES: &__p::NamesSpec = &__p::NamesSpec {
        names: &[
            __p::NameSpec {
                name: "open_page",
                aliases: &[],
            },
            __p::NameSpec {
                name: "search",
                aliases: &[],
            },
            __p::NameSpec {
                name: "stop",
                aliases: &["quit"],
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
        fn __variant_2(
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self>;
    }
    #[automatically_derived]
    impl __Variants for Tool {
        fn __variant_0(
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self> {
            let __read = <Page as __p::LlmOutput>::__read(__cursor, __at);
            match __read {
                __p::Ok(__value) => __p::Ok(Self::OpenPage { 0: __value }),
                __p::Err(__halt) => __p::Err(__halt),
            }
        }
        const __OBJECT_1: &'static __p::ObjectSpec = &__p::ObjectSpec::new(
            &[
                __p::FieldSpec::new("query", <String as __p::LlmOutput>::__FACTS),
                __p::FieldSpec::new("limit", <u32 as __p::LlmOutput>::__FACTS)
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
            let mut __field_1 = __p::None::<u32>;
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
                        let __read = <u32 as __p::LlmOutput>::__read(
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
            }
            let (__p::Some(__field_0),) = (__field_0,) else {
                return __p::Err(__p::Halt::Invalid);
            };
            __p::Ok(Self::Search {
                query: __field_0,
                limit: match __field_1 {
                    __p::Some(__value) => __value,
                    __p::None => {
                        let __default: u32 = 10;
                        __default
                    }
                },
            })
        }
        fn __variant_2(
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self> {
            match __p::nothing(__cursor, __at) {
                __p::Ok(()) => __p::Ok(Self::Stop),
                __p::Err(__halt) => __p::Err(__halt),
            }
        }
    }
    const _NESTING_NEEDS_LLM_MAX_DEPTH_OR_LLM_RECURSIVE_MAX_DEPTH: () = if __p::depth(
        <Tool as __p::LlmOutput>::SHAPE,
        <Tool as __p::LlmOutput>::__FACTS,
    ) > 5
    {
        __p::refuse(__p::too_deep::<Tool, 5>())
    };
    const _: () = if !__p::tool_breaches::<
        Tool,
        { __p::Dialect::OpenAiStrict.number() },
    >()
        .is_empty()
    {
        __p::refuse(
            __p::tool_breaches::<Tool, { __p::Dialect::OpenAiStrict.number() }>(),
        )
    };
    #[automatically_derived]
    impl __p::LlmOutput for Tool {
        type __Form = __p::Whole;
        const SHAPE: &'static __p::Shape = &__p::Shape::Union(
            &__p::UnionShape::new(
                "Tool",
                "",
                __p::Tagging::Adjacent {
                    tag: "name",
                    content: "arguments",
                },
                &[
                    __p::UnionVariantShape::new(
                        "open_page",
                        "Opens a page.",
                        &[],
                        __p::Some(<Page as __p::LlmOutput>::SHAPE),
                    ),
                    __p::UnionVariantShape::new(
                        "search",
                        "Searches.",
                        &[],
                        __p::Some(
                            &__p::Shape::Object(
                                &__p::ObjectShape::new(
                                    "Tool.search",
                                    "",
                                    &[
                                        __p::FieldShape::new(
                                            "query",
                                            "",
                                            <String as __p::LlmOutput>::SHAPE,
                                            __p::required::<String>(),
                                        ),
                                        __p::FieldShape::new(
                                                "limit",
                                                "",
                                                <u32 as __p::LlmOutput>::SHAPE,
                                                false,
                                            )
                                            .default("10"),
                                    ],
                                ),
                            ),
                        ),
                    ),
                    __p::UnionVariantShape::new("stop", "", &["quit"], __p::None),
                ],
                __p::None,
            ),
        );
        const __FACTS: __p::Facts = __p::Facts::wrapped(
            &[
                <Page as __p::LlmOutput>::__FACTS,
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
            &[
                __p::FieldSpec::new("name", __p::Facts::names()).defaulted(),
                __p::FieldSpec::new(
                        "arguments",
                        __p::Facts {
                            accepts: __p::Accepts::ANY,
                            ..__p::Facts::names()
                        },
                    )
                    .defaulted(),
            ],
        );
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
                            _ => {
                                <Self as __Variants>::__variant_2(__cursor, __object.at())
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
                            match <Page as __p::LlmOutput>::__none() {
                                __p::Some(__value) => __p::Ok(Self::OpenPage { 0: __value }),
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
                            __p::Err(
                                __p::contentless(
                                    __cursor,
                                    __at,
                                    <Self as __p::LlmOutput>::__OBJECT,
                                ),
                            )
                        }
                        _ => __p::Ok(Self::Stop),
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
    const _: () = if !__p::has_members::<Page>() {
        __p::refuse(
            "the arguments of a tool are an object, and what `OpenPage` contains is not a struct: name the argument, `OpenPage { value: .. }`",
        )
    };
    #[automatically_derived]
    impl __p::Tools for Tool {
        const __NAMES: &'static __p::NamesSpec = __NAMES;
        const __ARGUMENTS: &'static [(__p::Facts, &'static __p::ObjectSpec)] = &[
            (<Page as __p::LlmOutput>::__FACTS, <Page as __p::LlmOutput>::__OBJECT),
            (
                __p::Facts::object(
                    &[
                        <String as __p::LlmOutput>::__FACTS,
                        <u32 as __p::LlmOutput>::__FACTS,
                    ],
                ),
                <Self as __Variants>::__OBJECT_1,
            ),
            (__p::Facts::object(&[]), &__p::ObjectSpec::NONE),
        ];
        fn __call(
            __tool: __p::u32,
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self> {
            match __tool {
                0 => <Self as __Variants>::__variant_0(__cursor, __at),
                1 => <Self as __Variants>::__variant_1(__cursor, __at),
                _ => __p::no_arguments(__cursor, __at).map(|()| Self::Stop),
            }
        }
    }
};

const _: () = {
    use ::llm_output::__private_0_1_0 as __p;
    const _NESTING_NEEDS_LLM_MAX_DEPTH_OR_LLM_RECURSIVE_MAX_DEPTH: () = if __p::depth(
        <Job as __p::LlmOutput>::SHAPE,
        <Job as __p::LlmOutput>::__FACTS,
    ) > 5
    {
        __p::refuse(__p::too_deep::<Job, 5>())
    };
    #[automatically_derived]
    impl __p::LlmOutput for Job {
        type __Form = __p::Whole;
        const SHAPE: &'static __p::Shape = &__p::Shape::Object(
            &__p::ObjectShape::new(
                "Job",
                "",
                &[
                    __p::FieldShape::new(
                        "timeout",
                        "",
                        <seconds::Wire as __p::LlmOutput>::SHAPE,
                        __p::required::<seconds::Wire>(),
                    ),
                    __p::FieldShape::new(
                        "pause",
                        "",
                        <seconds::Wire as __p::LlmOutput>::SHAPE,
                        false,
                    ),
                ],
            ),
        );
        const __FACTS: __p::Facts = __p::Facts::object(
            &[
                <seconds::Wire as __p::LlmOutput>::__FACTS,
                <seconds::Wire as __p::LlmOutput>::__FACTS,
            ],
        );
        const __OBJECT: &'static __p::ObjectSpec = &__p::ObjectSpec::new(
            &[
                __p::FieldSpec::new(
                    "timeout",
                    <seconds::Wire as __p::LlmOutput>::__FACTS,
                ),
                __p::FieldSpec::new("pause", <seconds::Wire as __p::LlmOutput>::__FACTS)
                    .defaulted(),
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
            let mut __field_0 = __p::None::<Duration>;
            let mut __field_1 = __p::None::<Duration>;
            let __spec = __p::ReadFields::spec(&__drive, __object);
            if let __p::Some(__halt) = __p::ReadFields::through(
                __drive,
                __cursor,
                __object,
                |__cursor, __object, mut __turn| {
                    if __turn == __base + 0 {
                        let __read = {
                            let __start = __p::start(__cursor);
                            let __read = <seconds::Wire as __p::LlmOutput>::__read(
                                __cursor,
                                __object.at(),
                            );
                            __p::converted::<
                                _,
                                Duration,
                                _,
                            >(__cursor, __object.at(), __start, __read, seconds::read)
                        };
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
                        let __read = {
                            let __start = __p::start(__cursor);
                            let __read = <seconds::Wire as __p::LlmOutput>::__read(
                                __cursor,
                                __object.at(),
                            );
                            __p::converted::<
                                _,
                                Duration,
                                _,
                            >(__cursor, __object.at(), __start, __read, seconds::read)
                        };
                        __turn = __object.keep_and_end(__cursor, __read, &mut __field_1);
                    }
                    __turn
                },
            ) {
                return __p::Err(__halt);
            }
            __p::Ok(Self {
                timeout: match __field_0 {
                    __p::Some(__value) => __value,
                    __p::None => {
                        match __p::absent::<seconds::Wire>() {
                            __p::Ok(__wire) => {
                                match seconds::read(__wire) {
                                    __p::Ok(__value) => __value,
                                    __p::Err(_) => return __p::Err(__p::Halt::Invalid),
                                }
                            }
                            __p::Err(__halt) => return __p::Err(__halt),
                        }
                    }
                },
                pause: match __field_1 {
                    __p::Some(__value) => __value,
                    __p::None => {
                        let __default: Duration = Duration::ZERO;
                        __default
                    }
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

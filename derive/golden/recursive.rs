const _: () = {
    use ::llm_output::__private_0_1_0 as __p;
    const _NESTING_NEEDS_LLM_MAX_DEPTH_OR_LLM_RECURSIVE_MAX_DEPTH: () = if __p::depth(
        <Comment as __p::LlmOutput>::SHAPE,
        <Comment as __p::LlmOutput>::__FACTS,
    ) > 5
    {
        __p::refuse(__p::too_deep::<Comment, 5>())
    };
    #[automatically_derived]
    impl __p::LlmOutput for Comment {
        type __Form = __p::Whole;
        const SHAPE: &'static __p::Shape = &__p::Shape::Object(
            &__p::ObjectShape::new(
                "Comment",
                "",
                &[
                    __p::FieldShape::new(
                        "text",
                        "",
                        <String as __p::LlmOutput>::SHAPE,
                        __p::required::<String>(),
                    ),
                    __p::FieldShape::new(
                        "replies",
                        "",
                        &__p::Shape::List {
                            element: &__p::Shape::Reference(
                                &__p::ReferenceShape::new(
                                        "Comment",
                                        || <Comment as __p::LlmOutput>::SHAPE,
                                        3,
                                    )
                                    .own(),
                            ),
                            length: __p::Length::NONE,
                            unique: false,
                        },
                        __p::required::<Vec<Comment>>(),
                    ),
                    __p::FieldShape::new(
                        "quoted",
                        "",
                        &__p::Shape::Optional(
                            &__p::Shape::Reference(
                                &__p::ReferenceShape::new(
                                        "Comment",
                                        || <Comment as __p::LlmOutput>::SHAPE,
                                        3,
                                    )
                                    .own(),
                            ),
                        ),
                        __p::required::<Option<Box<Comment>>>(),
                    ),
                ],
            ),
        );
        const __FACTS: __p::Facts = __p::Facts::object(
            &[<String as __p::LlmOutput>::__FACTS],
        );
        const __OBJECT: &'static __p::ObjectSpec = &__p::ObjectSpec::new(
            &[
                __p::FieldSpec::new("text", <String as __p::LlmOutput>::__FACTS),
                __p::FieldSpec::new(
                    "replies",
                    <Vec<Comment> as __p::LlmOutput>::__FACTS,
                ),
                __p::FieldSpec::new(
                    "quoted",
                    <Option<Box<Comment>> as __p::LlmOutput>::__FACTS,
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
            let mut __field_1 = __p::None::<Vec<Comment>>;
            let mut __field_2 = __p::None::<Option<Box<Comment>>>;
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
                        let __read = __p::descend::<
                            Vec<Comment>,
                        >(__cursor, __object.at(), 3);
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
                        let __read = __p::descend::<
                            Option<Box<Comment>>,
                        >(__cursor, __object.at(), 3);
                        __turn = __object.keep_and_end(__cursor, __read, &mut __field_2);
                    }
                    __turn
                },
            ) {
                return __p::Err(__halt);
            }
            if !__object.has_all(__base, 3) {
                __p::supply::<String>(&mut __field_0);
                __p::supply::<Vec<Comment>>(&mut __field_1);
                __p::supply::<Option<Box<Comment>>>(&mut __field_2);
            }
            let (__p::Some(__field_0), __p::Some(__field_1), __p::Some(__field_2)) = (
                __field_0,
                __field_1,
                __field_2,
            ) else {
                return __p::Err(__p::Halt::Invalid);
            };
            __p::Ok(Self {
                text: __field_0,
                replies: __field_1,
                quoted: __field_2,
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

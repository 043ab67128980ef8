const _: () = {
    use ::llm_output::__private_0_1_0 as __p;
    #[automatically_derived]
    impl<const WIDTH: usize, const HEIGHT: usize> __p::LlmOutput
    for Grid<WIDTH, HEIGHT> {
        const SHAPE: &'static __p::Shape = &__p::Shape::Object(
            &__p::ObjectShape {
                name: "Grid",
                doc: "",
                closed: false,
                fields: &[
                    __p::FieldShape {
                        name: "cells",
                        doc: "",
                        shape: <[[u8; WIDTH]; HEIGHT] as __p::LlmOutput>::SHAPE,
                        required: __p::required::<[[u8; WIDTH]; HEIGHT]>(),
                        example: __p::None,
                        default: __p::None,
                        range: __p::Range::NONE,
                        length: __p::Length::NONE,
                        aliases: &[],
                    },
                ],
                flattened: &[],
            },
        );
        const __FACTS: __p::Facts = __p::Facts::object(
            &[<[[u8; WIDTH]; HEIGHT] as __p::LlmOutput>::__FACTS],
        );
        const __OBJECT: &'static __p::ObjectSpec = &__p::ObjectSpec::new(
            &[
                __p::FieldSpec::new(
                    "cells",
                    <[[u8; WIDTH]; HEIGHT] as __p::LlmOutput>::__FACTS,
                ),
            ],
        );
        fn __read(
            __cursor: &mut __p::Cursor<'_>,
            __at: &__p::Frame<'_>,
        ) -> __p::Read<Self> {
            let mut __field_0 = __p::None::<[[u8; WIDTH]; HEIGHT]>;
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
                        let __read = <[[u8; WIDTH]; HEIGHT] as __p::LlmOutput>::__read(
                            __cursor,
                            __object.at(),
                        );
                        __object.keep(__cursor, __read, &mut __field_0);
                    }
                    _ => break,
                }
            }
            if __object.close(__cursor) {
                return __p::Err(__p::Halt::Invalid);
            }
            if !__object.has_all(1) {
                __p::supply::<[[u8; WIDTH]; HEIGHT]>(&mut __field_0);
            }
            let (__p::Some(__field_0),) = (__field_0,) else {
                return __p::Err(__p::Halt::Invalid);
            };
            __p::Ok(Self { cells: __field_0 })
        }
        fn __members<'__t, '__p>(
            __cursor: &mut __p::Cursor<'__t>,
            __at: &__p::Frame<'_>,
            __object: &mut __p::Object<'__p>,
            __base: __p::u32,
            __drive: impl __p::Drive<'__t, '__p>,
        ) -> __p::Read<Self> {
            let mut __field_0 = __p::None::<[[u8; WIDTH]; HEIGHT]>;
            if let __p::Some(__halt) = __p::Drive::through(
                __drive,
                __cursor,
                __object,
                |__cursor, __object| {
                    if __object.is_turn(__base + 0) {
                        let __read = <[[u8; WIDTH]; HEIGHT] as __p::LlmOutput>::__read(
                            __cursor,
                            __object.at(),
                        );
                        __object.keep(__cursor, __read, &mut __field_0);
                    }
                },
            ) {
                return __p::Err(__halt);
            }
            __p::Ok(Self {
                cells: match __field_0 {
                    __p::Some(__value) => __value,
                    __p::None => {
                        match __p::absent::<[[u8; WIDTH]; HEIGHT]>() {
                            __p::Ok(__value) => __value,
                            __p::Err(__halt) => return __p::Err(__halt),
                        }
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
        const WITHIN_LIMITS: () = if __p::depth(
            <Self as __p::LlmOutput>::SHAPE,
            <Self as __p::LlmOutput>::__FACTS,
        ) > 5
        {
            __p::refuse(__p::too_deep::<Self, 5>())
        };
    }
};

#[automatically_derived]
const _: () = {
    use ::llm_output::__private_0_1_0 as __p;
    impl<T: Clone, const N: usize> __p::LlmOutput for Page<T, N>
    where
        T: Debug,
        [T; N]: __p::LlmOutput,
    {
        const SHAPE: &'static __p::Shape = &__p::Shape::Object(
            &__p::ObjectShape {
                name: "Page",
                doc: "",
                fields: &[
                    __p::FieldShape {
                        name: "rows",
                        doc: "",
                        shape: <[T; N] as __p::LlmOutput>::SHAPE,
                        required: __p::required::<[T; N]>(),
                        default: __p::None,
                        range: __p::Range::NONE,
                        length: __p::Length::NONE,
                        aliases: &[],
                    },
                    __p::FieldShape {
                        name: "total",
                        doc: "",
                        shape: <u64 as __p::LlmOutput>::SHAPE,
                        required: __p::required::<u64>(),
                        default: __p::None,
                        range: __p::Range::NONE,
                        length: __p::Length::NONE,
                        aliases: &[],
                    },
                ],
                closed: false,
            },
        );
        const __FACTS: __p::Facts = __p::Facts::object(
            &[<[T; N] as __p::LlmOutput>::__FACTS, <u64 as __p::LlmOutput>::__FACTS],
        );
        const __OBJECT: &'static __p::ObjectSpec = &__p::ObjectSpec::new(
            &[
                __p::FieldSpec::new("rows", <[T; N] as __p::LlmOutput>::__FACTS),
                __p::FieldSpec::new("total", <u64 as __p::LlmOutput>::__FACTS),
            ],
        );
        fn __read(cursor: &mut __p::Cursor<'_>, at: &__p::Frame<'_>) -> __p::Read<Self> {
            let mut field_0 = __p::None::<[T; N]>;
            let mut field_1 = __p::None::<u64>;
            let mut object = __p::Object::new(
                cursor,
                at,
                <Self as __p::LlmOutput>::__OBJECT,
            );
            if !object.open(cursor) {
                return __p::divert::<Self>(cursor, at);
            }
            while object.is_open() {
                if object.key(cursor, 0, "\"rows\":") {
                    let read = <[T; N] as __p::LlmOutput>::__read(cursor, object.at(0));
                    object.keep(cursor, 0, read, &mut field_0);
                }
                if object.key(cursor, 1, "\"total\":") {
                    let read = <u64 as __p::LlmOutput>::__read(cursor, object.at(1));
                    object.keep(cursor, 1, read, &mut field_1);
                }
            }
            if object.close(cursor) {
                return __p::Err(__p::Halt::Invalid);
            }
            if !object.is_full(2) {
                __p::fill::<[T; N]>(&mut field_0);
                __p::fill::<u64>(&mut field_1);
            }
            let (__p::Some(field_0), __p::Some(field_1)) = (field_0, field_1) else {
                return __p::Err(__p::Halt::Invalid);
            };
            __p::Ok(Self {
                rows: field_0,
                total: field_1,
            })
        }
        fn __from_text(
            text: &str,
            cursor: &mut __p::Cursor<'_>,
            at: &__p::Frame<'_>,
        ) -> __p::Read<Self> {
            __p::object_from_text(text, cursor, at)
        }
        const WITHIN_MAX_DEPTH: () = if <Self as __p::LlmOutput>::__FACTS.depth > 5 {
            __p::panic!("{}", __p::too_deep:: < Self, 5 > ())
        };
    }
};

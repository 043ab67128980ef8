//! Shapes for the unit tests, made by hand, and the texts about them at run time and in const evaluation.

use super::constant::{ConstantText, Notation, text};
pub(crate) use super::written::written;
use super::{Bound, FieldShape, Length, NamedShape, NamesShape, ObjectShape, Range, Shape, VariantShape};

pub(crate) const TEXT: Shape = Shape::String {
    format: None,
    length: Length::NONE,
};

pub(crate) const fn integer(min: i128, max: i128) -> Shape {
    Shape::Integer {
        range: between(min, max),
    }
}

pub(crate) const fn between(min: i128, max: i128) -> Range {
    Range {
        min: Some(Bound::Integer(min)),
        max: Some(Bound::Integer(max)),
    }
}

pub(crate) const fn lengths(min: usize, max: usize) -> Length {
    Length {
        min: Some(min),
        max: Some(max),
    }
}

pub(crate) const fn list(element: &'static Shape) -> Shape {
    Shape::List {
        element,
        length: Length::NONE,
        unique: false,
    }
}

/// A required field without any declaration.
pub(crate) const fn field(name: &'static str, shape: &'static Shape) -> FieldShape {
    FieldShape {
        example: None,
        name,
        doc: "",
        shape,
        required: true,
        default: None,
        range: Range::NONE,
        length: Length::NONE,
        aliases: &["another spelling"],
        reading: &[],
    }
}

pub(crate) const fn variant(name: &'static str, doc: &'static str) -> VariantShape {
    VariantShape {
        name,
        doc,
        aliases: &["another spelling"],
        other: false,
    }
}

pub(crate) const fn object(doc: &'static str, fields: &'static [FieldShape]) -> ObjectShape {
    ObjectShape {
        name: "Object",
        doc,
        fields,
        closed: false,
        flattened: &[],
    }
}

pub(crate) const fn named(doc: &'static str, shape: &'static Shape) -> NamedShape {
    NamedShape {
        example: None,
        name: "Named",
        doc,
        shape,
        range: Range::NONE,
        length: Length::NONE,
        pattern: None,
    }
}

/// A code review, as on the front page.
pub(crate) const REVIEW: Shape = Shape::Object(&object(
    "A code review.",
    &[
        FieldShape {
            doc: "Most severe first.",
            ..field("findings", &list(&FINDING))
        },
        FieldShape {
            doc: "One sentence.",
            required: false,
            ..field("summary", &Shape::Optional(&TEXT))
        },
    ],
));

const FINDING: Shape = Shape::Object(&object(
    "",
    &[
        field("severity", &SEVERITY),
        FieldShape {
            doc: "Path as given in the diff.",
            ..field("file", &TEXT)
        },
        FieldShape {
            range: Range {
                min: Some(Bound::Integer(1)),
                max: None,
            },
            ..field("line", &integer(0, u32::MAX as i128))
        },
        field("title", &TEXT),
    ],
));

const SEVERITY: Shape = Shape::Names(&NamesShape {
    example: None,
    name: "Severity",
    doc: "",
    variants: &[
        variant("critical", ""),
        variant("high", ""),
        variant("medium", ""),
        variant("low", ""),
        variant("info", ""),
    ],
});

/// A unit enum with docs.
pub(crate) const MOOD: Shape = Shape::Names(&NamesShape {
    example: None,
    name: "Mood",
    doc: "How it sounds.\nTone only.",
    variants: &[
        variant("calm", "No hurry."),
        variant("very \"loud\"", ""),
        variant("späť", "Two\nlines."),
    ],
});

/// A newtype around a newtype, each with docs and bounds.
pub(crate) const PERCENT: Shape = Shape::Named(&NamedShape {
    range: Range {
        min: None,
        max: Some(Bound::Float(99.5, "99.5")),
    },
    ..named("In percent.", &RATIO)
});

const RATIO: Shape = Shape::Named(&NamedShape {
    range: between(0, 100),
    ..named("", &Shape::Number)
});

/// A field for every branch that the review does not reach.
pub(crate) const EVERYTHING: Shape = Shape::Object(&ObjectShape {
    closed: true,
    ..object(
        "Line one.\r\nLine \"two\" \\ \u{2028}three.",
        &[
            field("any", &Shape::Any),
            FieldShape {
                doc: "Anything.",
                required: false,
                ..field("maybe_any", &Shape::Optional(&Shape::Any))
            },
            field("flag", &Shape::Boolean),
            field("byte", &integer(0, 255)),
            field("signed", &integer(i64::MIN as i128, i64::MAX as i128)),
            field("unsigned", &integer(0, u64::MAX as i128)),
            FieldShape {
                range: between(-3, 3),
                default: Some("1"),
                required: false,
                ..field("bounded", &integer(-128, 127))
            },
            FieldShape {
                range: between(1, 1 << 60),
                ..field("huge", &Shape::Optional(&integer(0, u64::MAX as i128)))
            },
            FieldShape {
                range: Range {
                    min: Some(Bound::Float(-0.5, "-0.5")),
                    max: None,
                },
                ..field("float", &Shape::Number)
            },
            FieldShape {
                doc: "Of the field.",
                range: between(5, 1000),
                ..field("percent", &PERCENT)
            },
            field("percents", &list(&PERCENT)),
            FieldShape {
                length: lengths(1, 80),
                ..field("short", &Shape::Optional(&TEXT))
            },
            FieldShape {
                length: Length {
                    min: Some(1),
                    max: None,
                },
                ..field("some", &TEXT)
            },
            field(
                "when",
                &Shape::String {
                    format: Some("date-time"),
                    length: Length {
                        min: None,
                        max: Some(1),
                    },
                },
            ),
            field("mood", &MOOD),
            FieldShape {
                doc: "If any.",
                required: false,
                default: Some("null"),
                ..field("maybe_mood", &Shape::Optional(&MOOD))
            },
            field("moods", &list(&MOOD)),
            field(
                "fixed",
                &Shape::List {
                    element: &Shape::Number,
                    length: lengths(3, 3),
                    unique: false,
                },
            ),
            FieldShape {
                length: Length {
                    min: None,
                    max: Some(5),
                },
                ..field(
                    "set",
                    &Shape::List {
                        element: &TEXT,
                        length: Length::NONE,
                        unique: true,
                    },
                )
            },
            field("gaps", &list(&Shape::Optional(&TEXT))),
            field("matrix", &list(&list(&integer(0, 1)))),
            FieldShape {
                length: lengths(1, 2),
                ..field(
                    "map",
                    &Shape::Map {
                        key: &TEXT,
                        value: &list(&PERCENT),
                    },
                )
            },
            field(
                "by mood",
                &Shape::Map {
                    key: &MOOD,
                    value: &Shape::Optional(&Shape::Boolean),
                },
            ),
            field(
                "by-path",
                &Shape::Map {
                    key: &Shape::Named(&NamedShape {
                        length: lengths(1, 9),
                        ..named("A path.", &TEXT)
                    }),
                    value: &Shape::Object(&object("Inner.", &[field("1st", &TEXT)])),
                },
            ),
            FieldShape {
                doc: "Nested.",
                required: false,
                ..field(
                    "inner",
                    &Shape::Optional(&Shape::Object(&object("The type's.", &[field("$a_1", &TEXT)]))),
                )
            },
            field("empty", &Shape::Object(&object("", &[]))),
            field(
                "nothing",
                &Shape::Names(&NamesShape {
                    example: None,
                    name: "Never",
                    doc: "",
                    variants: &[],
                }),
            ),
            FieldShape {
                default: Some("{\"a\": \"\u{2028}\"}"),
                required: false,
                ..field("quote\"\\\n", &TEXT)
            },
        ],
    )
});

/// Four levels of objects with 200 fields each.
pub(crate) const WIDE: Shape = Shape::Object(&object("First.", &wide(&SECOND)));
const SECOND: Shape = Shape::Object(&object("Second.", &wide(&THIRD)));
const THIRD: Shape = Shape::Object(&object("Third.", &wide(&FOURTH)));
const FOURTH: Shape = Shape::Object(&object("Fourth.", &wide(&TEXT)));

#[expect(clippy::large_stack_arrays, reason = "only evaluated in constants")]
const fn wide(inner: &'static Shape) -> [FieldShape; 200] {
    let text = FieldShape {
        doc: "A “documented” field — with \"quotes\" in it.",
        ..field("", &TEXT)
    };
    let mut fields = [text; 200];
    let mut i = 0;
    while i < fields.len() {
        fields[i].name = match str::from_utf8(&NAMES[i]) {
            Ok(name) => name,
            Err(_) => panic!("names are ASCII"),
        };
        i += 1;
    }
    fields[7].shape = const { &integer(0, 255) };
    fields[99].shape = &MOOD;
    fields[199].shape = inner;
    fields
}

const NAMES: &[[u8; 4]; 200] = &{
    let mut names = [*b"f000"; 200];
    let mut number = 0_u8;
    while number < 200 {
        let digits = &mut names[number as usize];
        digits[1] += number / 100;
        digits[2] += number / 10 % 10;
        digits[3] += number % 10;
        number += 1;
    }
    names
};

/// The wide shape's texts in const evaluation, as a type's associated constants make them.
pub(crate) struct WideTexts<const TYPESCRIPT: bool>;

impl<const TYPESCRIPT: bool> WideTexts<TYPESCRIPT> {
    pub(crate) const TEXT: &'static str = text::<Self>();
}

impl<const TYPESCRIPT: bool> ConstantText for WideTexts<TYPESCRIPT> {
    const SHAPE: &'static Shape = &WIDE;
    const NOTATION: Notation = if TYPESCRIPT {
        Notation::TypeScript
    } else {
        Notation::JsonSchema
    };
}

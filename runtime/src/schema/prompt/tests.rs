use super::*;
use crate::schema::samples::{
    EVERYTHING, PERCENT, REVIEW, TEXT, WIDE, WideTexts, field, integer, lengths, list, named, object, written,
};
use crate::schema::{Bound, FieldShape, Length, NamedShape};

fn prompt(shape: &'static Shape) -> String {
    written(Notation::TypeScript, shape)
}

#[test]
fn a_review_is_a_type_with_comments() {
    let expected = r#"// A code review.
{
  // Most severe first.
  findings: Array<{
    severity: "critical" | "high" | "medium" | "low" | "info",
    // Path as given in the diff.
    file: string,
    // integer, at least 1
    line: number,
    title: string
  }>,
  // One sentence.
  summary?: string | null
}"#;
    assert_eq!(prompt(&REVIEW), expected);
}

#[test]
fn every_kind_of_member() {
    let expected = r#"// Line one.
// Line "two" \ 
// three.
{
  any: any,
  // Anything.
  maybe_any?: any,
  flag: boolean,
  // integer, 0 to 255
  byte: number,
  // integer
  signed: number,
  // integer, at least 0
  unsigned: number,
  // integer, -3 to 3, default: 1
  bounded?: number,
  // integer, 1 to 1152921504606846976
  huge: number | null,
  // at least -0.5
  float: number,
  // Of the field.
  // In percent.
  // 5 to 99.5
  percent: number,
  // each: In percent.
  // each: 0 to 99.5
  percents: number[],
  // 1 to 80 characters
  short: string | null,
  // at least 1 character
  some: string,
  // format: date-time, at most 1 character
  when: string,
  // How it sounds.
  // Tone only.
  // calm: No hurry.
  // späť: Two
  // lines.
  mood: "calm" | "very \"loud\"" | "späť",
  // If any.
  // How it sounds.
  // Tone only.
  // calm: No hurry.
  // späť: Two
  // lines.
  // default: null
  maybe_mood?: "calm" | "very \"loud\"" | "späť" | null,
  // each: How it sounds.
  // Tone only.
  // calm: No hurry.
  // späť: Two
  // lines.
  moods: Array<"calm" | "very \"loud\"" | "späť">,
  // exactly 3 elements
  fixed: number[],
  // at most 5 elements, no duplicates
  set: string[],
  gaps: Array<string | null>,
  // each: each: integer, 0 to 1
  matrix: Array<number[]>,
  // 1 to 2 members
  // each value: each: In percent.
  // each value: each: 0 to 99.5
  map: Record<string, number[]>,
  // each key: How it sounds.
  // Tone only.
  // calm: No hurry.
  // späť: Two
  // lines.
  "by mood": Partial<Record<"calm" | "very \"loud\"" | "späť", boolean | null>>,
  // each key: A path.
  // each key: 1 to 9 characters
  // each value: Inner.
  "by-path": Record<string, {
    "1st": string
  }>,
  // Nested.
  // The type's.
  inner?: {
    $a_1: string
  } | null,
  empty: {},
  nothing: never,
  // default: {"a": "
  // "}
  "quote\"\\\n"?: string
}"#;
    assert_eq!(prompt(&EVERYTHING), expected);
}

#[test]
fn a_root_that_is_no_object_has_its_comments_above_it() {
    static LIST: Shape = list(&PERCENT);
    static OPTIONAL: Shape = Shape::Optional(&REVIEW);
    assert_eq!(prompt(&LIST), "// each: In percent.\n// each: 0 to 99.5\nnumber[]");
    assert!(prompt(&OPTIONAL).ends_with("\n} | null"));
    assert_eq!(prompt(&TEXT), "string");
}

#[test]
fn a_type_s_bounds_are_told_up_to_16_bits_and_declared_ones_always() {
    static FIELDS: [FieldShape; 3] = [
        field("port", &integer(0, u16::MAX as i128)),
        field("delta", &integer(i32::MIN as i128, i32::MAX as i128)),
        FieldShape {
            range: Range {
                min: None,
                max: Some(Bound::Integer(100_000)),
            },
            ..field("declared", &integer(0, u32::MAX as i128))
        },
    ];
    static SHAPE: Shape = Shape::Object(&object("", &FIELDS));
    let expected = "{\n  // integer, 0 to 65535\n  port: number,\n  // integer\n  delta: number,\n  \
                    // integer, 0 to 100000\n  declared: number\n}";
    assert_eq!(prompt(&SHAPE), expected);
}

#[test]
fn lengths_in_words() {
    let lengths = [
        (Length { min: None, max: None }, ""),
        (
            Length {
                min: Some(1),
                max: None,
            },
            "// at least 1 character\n",
        ),
        (
            Length {
                min: None,
                max: Some(2),
            },
            "// at most 2 characters\n",
        ),
        (lengths(0, 1), "// 0 to 1 character\n"),
        (lengths(7, 7), "// exactly 7 characters\n"),
    ];
    for (length, comment) in lengths {
        let named = Box::leak(Box::new(NamedShape {
            length,
            ..named("", &TEXT)
        }));
        assert_eq!(
            prompt(Box::leak(Box::new(Shape::Named(named)))),
            format!("{comment}string")
        );
    }
}

#[test]
fn names_that_need_quotes() {
    for name in ["a", "_", "$", "a1", "ABC_9", "new"] {
        assert!(is_identifier(name.as_bytes()), "{name}");
    }
    for name in ["", "1a", "a-b", "a b", "é", "a.b", "\"", "@"] {
        assert!(!is_identifier(name.as_bytes()), "{name}");
    }
}

#[test]
fn a_type_of_800_fields_is_made_in_const_evaluation() {
    assert_eq!(WideTexts::<true>::TEXT, written(Notation::TypeScript, &WIDE));
    assert_eq!(WideTexts::<true>::TEXT.matches(": number").count(), 4);
}

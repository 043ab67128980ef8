use serde_json::{Value, json};

use super::*;
use crate::schema::samples::{
    EVERYTHING, REVIEW, TEXT, WIDE, WideTexts, between, field, integer, lengths, named, object, written,
};
use crate::schema::{FieldShape, NamedShape};

fn schema(shape: &'static Shape) -> String {
    written(Notation::JsonSchema, shape)
}

fn parsed(shape: &'static Shape) -> Value {
    let text = schema(shape);
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn a_review_is_written_line_by_line() {
    let expected = r#"{"type":"object","description":"A code review.","properties":{
  "findings":{"type":"array","description":"Most severe first.","items":{"type":"object","properties":{
    "severity":{"type":"string","enum":["critical","high","medium","low","info"]},
    "file":{"type":"string","description":"Path as given in the diff."},
    "line":{"type":"integer","minimum":1,"maximum":4294967295},
    "title":{"type":"string"}
  },"required":["severity","file","line","title"]}},
  "summary":{"type":["string","null"],"description":"One sentence."}
},"required":["findings"]}"#;
    assert_eq!(schema(&REVIEW), expected);
}

#[test]
fn every_kind_of_member() {
    let mood = "How it sounds.\nTone only.\ncalm: No hurry.\nspäť: Two\nlines.";
    let names = json!(["calm", "very \"loud\"", "späť"]);
    let inner = |name: &str| json!({"type": "object", "properties": {name: {"type": "string"}}, "required": [name]});
    let with = |mut schema: Value, description: &str| {
        schema["description"] = description.into();
        schema
    };
    let percent = json!({"type": "number", "description": "In percent.", "minimum": 0, "maximum": 99.5});
    let members = json!({
        "any": {},
        "maybe_any": {"description": "Anything."},
        "flag": {"type": "boolean"},
        "byte": {"type": "integer", "minimum": 0, "maximum": 255},
        "signed": {"type": "integer"},
        "unsigned": {"type": "integer", "minimum": 0},
        "bounded": {"type": "integer", "minimum": -3, "maximum": 3, "default": 1},
        "huge": {"type": ["integer", "null"], "minimum": 1, "maximum": 1_152_921_504_606_846_976_u64},
        "float": {"type": "number", "minimum": -0.5},
        "percent":
            {"type": "number", "description": "Of the field.\nIn percent.", "minimum": 5, "maximum": 99.5},
        "percents": {"type": "array", "items": percent},
        "short": {"type": ["string", "null"], "minLength": 1, "maxLength": 80},
        "some": {"type": "string", "minLength": 1},
        "when": {"type": "string", "format": "date-time", "maxLength": 1},
        "mood": {"type": "string", "description": mood, "enum": names},
        "maybe_mood": {
            "type": ["string", "null"],
            "description": format!("If any.\n{mood}"),
            "enum": ["calm", "very \"loud\"", "späť", null],
            "default": null,
        },
        "moods": {"type": "array", "items": {"type": "string", "description": mood, "enum": names}},
        "fixed": {"type": "array", "items": {"type": "number"}, "minItems": 3, "maxItems": 3},
        "set": {"type": "array", "items": {"type": "string"}, "maxItems": 5, "uniqueItems": true},
        "gaps": {"type": "array", "items": {"type": ["string", "null"]}},
        "matrix": {
            "type": "array",
            "items": {"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 1}},
        },
        "map": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": percent},
            "minProperties": 1,
            "maxProperties": 2,
        },
        "by mood": {
            "type": "object",
            "propertyNames": {"description": mood, "enum": names},
            "additionalProperties": {"type": ["boolean", "null"]},
        },
        "by-path": {
            "type": "object",
            "propertyNames": {"description": "A path.", "minLength": 1, "maxLength": 9},
            "additionalProperties": with(inner("1st"), "Inner."),
        },
        "inner": {
            "type": ["object", "null"],
            "description": "Nested.\nThe type's.",
            "properties": {"$a_1": {"type": "string"}},
            "required": ["$a_1"],
        },
        "empty": {"type": "object"},
        "nothing": {"type": "string", "enum": []},
        "quote\"\\\n": {"type": "string", "default": {"a": "\u{2028}"}},
    });
    let schema = parsed(&EVERYTHING);
    for (name, member) in members.as_object().unwrap() {
        assert_eq!(&schema["properties"][name], member, "{name}");
    }
    assert_eq!(
        schema["properties"].as_object().unwrap().len(),
        members.as_object().unwrap().len()
    );
    assert_eq!(schema["description"], "Line one.\r\nLine \"two\" \\ \u{2028}three.");
    assert_eq!(schema["additionalProperties"], false);
}

#[test]
fn members_and_required_names_keep_their_declared_order() {
    let text = schema(&EVERYTHING);
    let lines: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("  \"")).collect();
    assert!(
        lines[0].starts_with("any\":") && lines[27].starts_with("quote\\\"\\\\\\n\":"),
        "{text}"
    );
    let required = r#","required":["any","flag","byte","signed","unsigned","huge","float","percent","#;
    assert!(text.contains(required), "{text}");
}

#[test]
fn an_object_without_members_and_names_without_variants_are_schemas_too() {
    static EMPTY: Shape = Shape::Object(&object("", &[]));
    static CLOSED: Shape = Shape::Object(&ObjectShape {
        closed: true,
        ..object("", &[])
    });
    static NEVER: Shape = Shape::Optional(&Shape::Names(&NamesShape {
        example: None,
        name: "Never",
        doc: "",
        variants: &[],
    }));
    assert_eq!(schema(&EMPTY), r#"{"type":"object"}"#);
    assert_eq!(schema(&CLOSED), r#"{"type":"object","additionalProperties":false}"#);
    assert_eq!(schema(&NEVER), r#"{"type":["string","null"],"enum":[null]}"#);
}

#[test]
fn a_type_s_bounds_are_shown_where_every_reader_holds_them_exactly() {
    let bounds = [
        (integer(-128, 127), r#""minimum":-128,"maximum":127"#),
        (
            integer(i32::MIN.into(), i32::MAX.into()),
            r#""minimum":-2147483648,"maximum":2147483647"#,
        ),
        (integer(1, u64::MAX.into()), r#""minimum":1"#),
        (
            integer(-(1 << 53), 1 << 53),
            r#""minimum":-9007199254740992,"maximum":9007199254740992"#,
        ),
    ];
    for (shape, expected) in bounds {
        let shape = Box::leak(Box::new(shape));
        assert_eq!(schema(shape), format!(r#"{{"type":"integer",{expected}}}"#));
    }
}

#[test]
fn declared_bounds_never_admit_what_the_type_cannot_hold() {
    static BYTE: Shape = Shape::Named(&NamedShape {
        range: between(-5, 300),
        ..named("", &integer(0, 255))
    });
    static LONG: Shape = Shape::Named(&NamedShape {
        length: Length {
            min: Some(1),
            max: Some(9),
        },
        ..named(
            "",
            &Shape::List {
                element: &Shape::Any,
                length: lengths(3, 3),
                unique: false,
            },
        )
    });
    assert_eq!(schema(&BYTE), r#"{"type":"integer","minimum":0,"maximum":255}"#);
    assert_eq!(
        schema(&LONG),
        r#"{"type":"array","items":{},"minItems":3,"maxItems":3}"#
    );
}

#[test]
fn bounds_that_mean_nothing_for_a_shape_are_not_written() {
    static FIELDS: [FieldShape; 2] = [
        FieldShape {
            range: between(1, 2),
            length: lengths(1, 2),
            ..field("flag", &Shape::Boolean)
        },
        FieldShape {
            range: between(1, 2),
            ..field("text", &TEXT)
        },
    ];
    static SHAPE: Shape = Shape::Object(&object("", &FIELDS));
    assert_eq!(
        parsed(&SHAPE)["properties"],
        json!({"flag": {"type": "boolean"}, "text": {"type": "string"}})
    );
}

#[test]
fn a_schema_of_800_fields_is_made_in_const_evaluation() {
    let schema: Value = serde_json::from_str(WideTexts::<false>::TEXT).unwrap();
    let mut level = &schema;
    for doc in ["\nFirst.", "\nSecond.", "\nThird.", "\nFourth."] {
        assert_eq!(level["properties"].as_object().unwrap().len(), 200);
        assert_eq!(level["required"].as_array().unwrap().len(), 200);
        let description = format!("\n{}", level["description"].as_str().unwrap());
        assert!(description.ends_with(doc), "{description}");
        level = &level["properties"]["f199"];
    }
    assert_eq!(WideTexts::<false>::TEXT, written(Notation::JsonSchema, &WIDE));
}

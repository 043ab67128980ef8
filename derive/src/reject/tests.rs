//! Which shapes are refused, with how many errors, and what each says.

use crate::ast::Input;
use crate::problems::Problems;

fn errors(item: &str) -> Vec<String> {
    let item = syn::parse_str(item).expect("the case is Rust");
    let mut problems = Problems::default();
    let input = Input::read(&item, &mut problems);
    super::check(&input, &mut problems);
    problems.into_messages()
}

/// Each item has one error, which contains the text next to it.
fn one_error_each(cases: &[(&str, &str)]) {
    for (item, text) in cases {
        let errors = errors(item);
        assert_eq!(errors.len(), 1, "{item}: {errors:?}");
        assert!(errors[0].contains(text), "{} does not contain {text}", errors[0]);
    }
}

#[test]
fn types_that_no_model_can_fill_in() {
    one_error_each(&[
        ("struct S { a: Result<u8, E> }", "use `Option<u8>`"),
        ("struct S { a: Vec<io::Result<Finding>> }", "use `Option<Finding>`"),
        ("struct S { a: Box<[Result<u8, E>]> }", "use `Option<u8>`"),
        ("struct S { a: [u8] }", "use `Vec<u8>`"),
        ("struct S { a: Option<Option<u8>> }", "use `Option<u8>`"),
        ("struct S { a: (u8, String) }", "2 named fields"),
        ("struct S { a: () }", "`#[llm(skip)]`"),
        ("struct S<'a> { a: &'a str }", "use `String`"),
        ("struct S<'a> { a: &'a [u8] }", "use `Vec<u8>`"),
        ("struct S<'a> { a: Cow<'a, str> }", "Cow<'static, str>"),
        ("struct S { a: *const u8 }", "raw pointer"),
        ("struct S { a: fn(u8) -> u8 }", "enum of function names"),
        ("struct S { a: Box<dyn Shape> }", "a trait object has none"),
        ("struct S { a: u128 }", "use `u64`"),
        ("struct S { a: Vec<i128> }", "use `i64`"),
        ("struct S { a: HashMap<u32, u8> }", "models do not write `u32`"),
        ("struct S { a: HashMap<Vec<u8>, u8> }", "models do not write `Vec<u8>`"),
        ("struct S { a: PhantomData<u8> }", "`#[llm(skip)]`"),
        ("struct S { a: Option<Box<S>> }", "`S` contains itself"),
        ("struct S { a: Vec<Self> }", "`S` contains itself"),
        (
            "struct S { a: Vec<(String, String)> }",
            r#"`#[llm(with_serde = "Vec<[String; 2]>")]`"#,
        ),
        ("struct S { a: Vec<Vec<Vec<Vec<Vec<u8>>>>> }", "6 levels"),
    ]);
}

#[test]
fn one_flattened_map_takes_what_is_left() {
    one_error_each(&[(
        "struct S { #[llm(flatten)] r#type: HashMap<String, u8>, #[llm(flatten)] b: HashMap<String, u8> }",
        "`type` collects all unknown fields already",
    )]);
}

#[test]
fn items_that_no_model_can_answer() {
    one_error_each(&[
        ("struct S(u8, u8);", "2 values that differ only in position"),
        ("struct S;", "unit struct"),
        ("struct S();", "`struct S {}`"),
        ("#[llm(transparent)] struct S {}", "remove `transparent`"),
        ("struct S { #[llm(skip)] a: u8 }", "only skipped fields"),
        ("union S { a: u8 }", "is a union"),
        ("enum S {}", "has no variants"),
        ("enum S { #[llm(skip)] A }", "only skipped variants"),
        ("enum S { A(u8), B }", "variant `A` carries data"),
    ]);
}

#[test]
fn names_that_meet_after_folding() {
    one_error_each(&[
        (
            "struct S { zip_code: u8, zipCode: u8 }",
            "`zipCode` and `zip_code` (of field `zip_code`) differ only in case",
        ),
        (
            r#"struct S { a: u8, #[llm(alias = "A")] b: u8 }"#,
            "`A` and `a` (of field `a`)",
        ),
        (
            r#"struct S { a: u8, #[llm(rename = "a")] b: u8 }"#,
            "`a` is already a name of field `a`",
        ),
        ("enum S { NotFound, Not_Found }", "(of variant `NotFound`)"),
        (r#"enum S { A, #[serde(alias = "a")] B }"#, "(of variant `A`)"),
        (r#"enum S { #[llm(rename = "-")] A }"#, "at least one letter"),
    ]);
}

#[test]
fn near_misses_are_allowed() {
    let cases = [
        "struct S { a: Option<Vec<Option<u8>>>, b: HashMap<Severity, u8>, c: BTreeMap<Arc<str>, u8> }",
        "struct S { a: Box<Other>, b: other::S, c: [u8; 4], d: Cow<'static, str> }",
        "struct S { a: Box<[Other]>, #[llm(length(max = 3), split = \",\")] b: std::sync::Arc<[String]>, c: Option<Box<[u8]>> }",
        "struct S<T>(T, #[llm(skip)] (u8, u8));",
        "struct S { #[llm(skip)] a: Result<u8, E>, b: u8 }",
        "struct S {}",
        "struct S { a: Vec<Vec<Vec<Vec<u8>>>> }",
        "#[llm(max_depth = 6)] struct S { a: Vec<Vec<Vec<Vec<Vec<u8>>>>> }",
        r#"struct S { #[llm(default = "not yet known")] a: String, #[llm(default = "low-risk")] b: String }"#,
        r#"struct S { #[llm(default = "default_model")] a: String, #[llm(default = "limits::most")] b: String, #[llm(default = "most")] c: u8 }"#,
        r#"enum S { A = 1, #[llm(alias("c", "third"))] B, #[llm(skip)] Data(u8) }"#,
        r#"enum S { A, #[llm(alias = "b", alias = "B")] B }"#,
        r#"#[serde(rename_all = "camelCase")] struct S(#[serde(rename = "x")] u8);"#,
    ];
    for item in cases {
        assert_eq!(errors(item), [""; 0], "{item}");
    }
}

#[test]
fn all_errors_of_a_type_come_at_once() {
    let found = errors(r#"struct S { #[llm(ailas = "x")] a: (u8, u8), b: HashMap<u8, Result<u8, E>> }"#);
    assert_eq!(found.len(), 4, "{found:?}");
}

#[test]
fn limits_count_what_is_read_and_can_be_raised() {
    let fields = (0..51)
        .map(|at| format!("field_{at}a: u8"))
        .collect::<Vec<_>>()
        .join(", ");
    assert!(errors(&format!("struct S {{ {fields} }}"))[0].contains("`#[llm(max_fields = 51)]`"));
    assert!(errors(&format!("#[llm(max_fields = 51)] struct S {{ {fields} }}")).is_empty());
    assert!(errors("#[llm(max_fields = 129)] struct S { a: u8 }")[0].contains("128 at most"));
    let variants = (0..101).map(|at| format!("V{at}a")).collect::<Vec<_>>().join(", ");
    assert!(errors(&format!("enum S {{ {variants} }}"))[0].contains("`#[llm(max_variants = 101)]`"));
    assert!(errors(&format!("#[llm(max_variants = 101)] enum S {{ {variants} }}")).is_empty());
}

#[test]
fn attributes_must_fit_the_type_of_their_field() {
    one_error_each(&[
        ("struct S { #[llm(range(min = 1))] a: String }", "use `length`"),
        ("struct S { #[llm(range(min = 1))] a: bool }", "`range` is for numbers"),
        (
            "struct S { #[llm(range(min = -1))] a: Option<u8> }",
            "numbers from 0 to 255: -1",
        ),
        ("struct S { #[llm(range(min = 0.5))] a: u8 }", "without a fraction"),
        (
            "struct S { #[llm(range(min = 2, max = 1))] a: u8 }",
            "contains no number",
        ),
        ("struct S { #[llm(range(max = 3), default = 4)] a: u8 }", "outside"),
        ("struct S { #[llm(length(min = 2))] a: u8 }", "use `range`"),
        (
            "struct S { #[llm(length(min = 2, max = 1))] a: String }",
            "nothing has this length",
        ),
        (r#"struct S { #[llm(split = ",")] a: String }"#, "`split` is for lists"),
        (
            r#"struct S { #[llm(join = ",")] a: Vec<String> }"#,
            "`join` is for strings",
        ),
        (
            "struct S { #[llm(content)] a: u8 }",
            "accepts a whole reply without JSON",
        ),
        (
            "struct S { #[llm(skip_invalid)] a: bool }",
            "`skip_invalid` is for lists",
        ),
        ("struct S { #[llm(latex)] a: Vec<u8> }", "`latex` is for strings"),
        (
            r#"struct S { #[llm(null_alias("-"))] a: String }"#,
            "make this one an `Option`",
        ),
        (
            r#"struct S { #[llm(default = "medium")] a: String }"#,
            r#"`default = "\"medium\""`"#,
        ),
    ]);
}

#[test]
fn attributes_must_fit_each_other_and_their_place() {
    one_error_each(&[
        ("struct S { #[llm(lenient, exact)] a: u8 }", "keep one of them"),
        ("struct S { #[llm(clamp)] a: u8 }", "needs a range"),
        (
            "struct S { #[llm(content)] a: String, #[llm(content)] b: String }",
            "only one field",
        ),
        (r#"struct S { #[llm(skip, alias = "b")] a: u8, b: u8 }"#, "never read"),
        (
            "struct S(#[llm(recursive(max_depth = 4))] Vec<S>);",
            "name the field, `S { inside: .. }`",
        ),
        (
            "struct S { #[llm(skip, with = wire)] a: u8, b: u8 }",
            "`with` does not apply here",
        ),
        (
            "struct S { #[llm(skip, deserialize_with = f)] a: u8, b: u8 }",
            "never read",
        ),
        (
            r#"struct S(#[llm(rename = "b")] u8);"#,
            "a newtype is read as the value inside it",
        ),
        (r#"#[llm(rename_all = "camelCase")] struct S(u8);"#, "which has no key"),
        ("#[llm(transparent)] struct S { a: u8, b: u8 }", "`S` has 2"),
        ("#[llm(transparent)] enum S { A }", "does not apply here"),
        (
            "#[llm(max_variants = 3)] struct S { a: u8 }",
            "a struct has no variants",
        ),
        ("enum S { #[llm(other)] A, #[llm(other)] B }", "keep one `other`"),
        (
            r#"enum S { A, #[llm(skip, rename = "c")] B }"#,
            "the variant is skipped",
        ),
    ]);
}

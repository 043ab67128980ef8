//! What each message must say, and what none may show.

use crate::case::cases;

/// What only who works on this crate knows.
const INTERNAL: &[&str] = &[
    "Facts",
    "FieldSpec",
    "NameSpec",
    "NamesSpec",
    "ObjectSpec",
    "Accepts",
    "Cursor",
    "Frame",
    "Halt",
    "Variants",
    "UnionShape",
    "FieldShape",
    "ObjectShape",
    "too_deep",
    "has_members",
    "has_member",
    "misfit",
    "oversize",
    "panic_2021",
    "private",
    "descend",
    "divert",
    "converted",
];

/// Whether a name begins with two underscores, as those do that the derive declares; the compiler draws longer lines of them.
fn shows_generated_name(messages: &str) -> bool {
    let words = messages.split(|c: char| c != '_' && !c.is_alphanumeric());
    words
        .filter_map(|word| word.strip_prefix("__"))
        .any(|rest| !rest.starts_with('_') && !rest.is_empty())
}

#[test]
fn no_message_shows_an_internal_name() {
    for case in cases() {
        assert!(
            !shows_generated_name(&case.messages),
            "{}:\n{}",
            case.name,
            case.messages
        );
        for fragment in INTERNAL {
            assert!(
                !case.messages.contains(fragment),
                "{} shows `{fragment}`:\n{}",
                case.name,
                case.messages
            );
        }
    }
}

#[test]
fn every_message_names_a_type_a_field_or_a_variant_of_the_case() {
    let mut errors = 0;
    for case in cases() {
        let names = case.names();
        for error in case.errors() {
            errors += 1;
            let own = error.starts_with(": ") || error.starts_with("error: ");
            // Of our own errors the message itself must name it; in the compiler's, the lines of code may.
            let text = if own {
                error.split("\n --> ").next().unwrap_or(error)
            } else {
                error
            };
            let quoted = text.split('`').skip(1).step_by(2);
            let quoted =
                quoted.flat_map(|quoted| quoted.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '#')));
            let is_told = quoted.filter(|word| names.contains(word)).count() > 0 || !own;
            assert!(is_told, "{}: this names nothing of the case:\n{error}", case.name);
        }
    }
    assert!(errors > 200, "only {errors} errors were read");
}

/// Words of ours that say what to write instead.
const INSTEAD: &[&str] = &[
    "use ",
    "write ",
    "remove ",
    "keep ",
    "rename ",
    "add ",
    "name the field",
    "mark ",
    "put ",
    "give ",
    "say ",
    "swap ",
    "change ",
    "did you mean",
    "valid here",
    "is for ",
    "make this",
    "derive",
    "expected a comma",
    "raise ",
    "without a fraction",
    "split ",
    "let the answer",
    "look ",
    "from 1 to",
    "written out",
    "rename one",
    "expected due to this",
    "needs a name",
    "is outside",
    "needs no value",
    "is given twice",
    "larger than any",
    "convert it",
    "from the type that holds it",
    "expected the name",
];

#[test]
fn every_message_of_ours_says_what_to_write_instead() {
    for case in cases() {
        for error in case
            .errors()
            .filter(|error| error.starts_with(": ") || error.starts_with("error: "))
        {
            let text = error.split("\n --> ").next().unwrap_or(error);
            assert!(
                INSTEAD.iter().any(|word| text.contains(word)),
                "{}: what then?\n{error}",
                case.name
            );
        }
    }
}

/// The cases in which the compiler has something to say itself: what tokens cannot show, and items that are no Rust.
const BY_THE_COMPILER: &[&str] = &[
    "attributes/default_of_another_type",
    "attributes/default_without_impl",
    "attributes/length_behind_alias",
    "attributes/range_behind_alias",
    "attributes/validate_not_found",
    "attributes/validate_of_another_type",
    "attributes/validate_without_result",
    "conversions/with_without_wire",
    "conversions/without_impl",
    "flatten/of_what_derives_nothing",
    "recursion/mutual",
    "types/behind_aliases",
    "types/impl_trait",
    "types/never",
    "types/not_derived",
    "types/not_derived_in_newtype",
    "types/of_other_crates",
    "types/result_behind_alias",
    "types/struct_as_map_key",
];

#[test]
fn nothing_else_is_reported() {
    for case in cases() {
        let by_the_compiler = case.errors().any(|error| {
            let error = error.trim_start_matches("error");
            error.starts_with('[') && !error.starts_with("[E0080]: evaluation panicked: ")
        });
        let listed = BY_THE_COMPILER.contains(&case.name.as_str());
        assert!(
            listed || !by_the_compiler,
            "{}: the compiler goes on after our error:\n{}",
            case.name,
            case.messages
        );
        assert!(
            !case.messages.contains("aborting due to") && !case.messages.contains("warning:"),
            "{}",
            case.name
        );
    }
}

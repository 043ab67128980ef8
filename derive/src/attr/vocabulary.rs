//! The attributes that each place knows, how each is written, and what to suggest for one that it does not know.

/// What an attribute is attached to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Type,
    Field,
    Variant,
}

/// Every attribute of `#[llm(..)]` by place, with the way to write it.
const TYPE: &[(&str, &str)] = &[
    ("bound", "bound = \"T: Trait\""),
    ("content", "content = \"value\""),
    ("crate", "crate = path::to::llm_output"),
    ("default", "default"),
    ("deny_unknown_fields", "deny_unknown_fields"),
    ("dialects", "dialects(openai, anthropic)"),
    ("example", "example = \"value\""),
    ("external", "external"),
    ("from", "from = \"Type\""),
    ("json_schema", "json_schema"),
    ("max_depth", "max_depth = 7"),
    ("max_fields", "max_fields = 60"),
    ("max_variants", "max_variants = 120"),
    ("native", "native"),
    ("rename", "rename = \"name\""),
    ("rename_all", "rename_all = \"snake_case\""),
    ("rename_all_fields", "rename_all_fields = \"snake_case\""),
    ("stream", "stream"),
    ("tag", "tag = \"type\""),
    ("tools", "tools"),
    ("transparent", "transparent"),
    ("try_from", "try_from = \"Type\""),
    ("untagged", "untagged"),
    ("validate", "validate = path::to::function"),
];

const FIELD: &[(&str, &str)] = &[
    ("alias", "alias = \"name\""),
    ("clamp", "clamp"),
    ("content", "content"),
    ("default", "default = \"expression\""),
    ("deserialize_with", "deserialize_with = path::to::function"),
    ("exact", "exact"),
    ("example", "example = \"value\""),
    ("flatten", "flatten"),
    ("join", "join = \", \""),
    ("latex", "latex"),
    ("length", "length(min = 1, max = 80)"),
    ("lenient", "lenient"),
    ("native", "native"),
    ("null_alias", "null_alias(\"N/A\")"),
    ("range", "range(min = 0, max = 100)"),
    ("recursive", "recursive(max_depth = 8)"),
    ("rename", "rename = \"name\""),
    ("skip", "skip"),
    ("skip_invalid", "skip_invalid"),
    ("split", "split = \",\""),
    ("stream", "stream(whole)"),
    ("validate", "validate = path::to::function"),
    ("with", "with = path::to::module"),
    ("with_serde", "with_serde"),
];

const VARIANT: &[(&str, &str)] = &[
    ("alias", "alias = \"name\""),
    ("other", "other"),
    ("rename", "rename = \"name\""),
    ("rename_all", "rename_all = \"snake_case\""),
    ("skip", "skip"),
];

impl Place {
    const ALL: [Self; 3] = [Self::Type, Self::Field, Self::Variant];

    /// The place as a sentence names it.
    pub(super) fn text(self) -> &'static str {
        match self {
            Self::Type => "a type",
            Self::Field => "a field",
            Self::Variant => "a variant",
        }
    }

    fn known(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Type => TYPE,
            Self::Field => FIELD,
            Self::Variant => VARIANT,
        }
    }

    fn knows(self, name: &str) -> bool {
        self.known().iter().any(|(known, _)| *known == name)
    }

    /// How `name` is written here.
    pub(super) fn usage(self, name: &str) -> &'static str {
        self.known()
            .iter()
            .find(|(known, _)| *known == name)
            .map_or("", |(_, usage)| usage)
    }

    /// What to write for an attribute that other crates have, and that is said in another way here.
    fn instead(self, name: &str) -> Option<&'static str> {
        let is_field = self == Self::Field;
        Some(match name {
            "description" | "doc" | "desc" | "help" => "models read the doc comment: write `/// ..`",
            "title" => "write it as the first line of the doc comment, or use `rename` for another name",
            "pattern" | "regex" if is_field => {
                "write a function that checks the value, `validate = path`, and describe the form in the doc comment; \
                 `#[schemars(regex(pattern = \"..\"))]` is put into the schema and is not checked"
            }
            "format" if is_field => {
                "use the type that has the format (`chrono::DateTime<Utc>`, `uuid::Uuid`, `url::Url`, each with the feature of \
                 that name), or describe it in the doc comment"
            }
            "required" if is_field => {
                "every field is required unless it is an `Option` or has a `default`; remove the `Option`"
            }
            "optional" if is_field => "make the field an `Option`, or give it a `default`",
            "examples" => "write one `example = \"value\"`",
            "min" | "minimum" if is_field => {
                "write `range(min = ..)` for a number, `length(min = ..)` for a string or a list"
            }
            "max" | "maximum" if is_field => {
                "write `range(max = ..)` for a number, `length(max = ..)` for a string or a list"
            }
            "min_length" | "max_length" | "min_items" | "max_items" if is_field => "write `length(min = .., max = ..)`",
            _ => return None,
        })
    }

    /// What to say about an attribute that this place does not know.
    pub(super) fn unknown(self, name: &str) -> String {
        let here = self.known().iter().map(|(known, _)| *known).collect::<Vec<_>>();
        let list = format!("valid here: {}", here.join(", "));
        if let Some(instead) = self.instead(name) {
            return format!("there is no attribute `{name}`: {instead}");
        }
        if let Some(nearest) = nearest(name, &here) {
            return format!(
                "unknown attribute `{name}` on {}; did you mean `{nearest}`?\n{list}",
                self.text()
            );
        }
        let elsewhere = Self::ALL.into_iter().find(|place| *place != self && place.knows(name));
        match elsewhere {
            Some(place) => format!("`{name}` belongs on {}, not on {}\n{list}", place.text(), self.text()),
            None => format!("unknown attribute `{name}` on {}\n{list}", self.text()),
        }
    }
}

/// The candidate that `name` was probably meant to be.
pub(crate) fn nearest<'a>(name: &str, candidates: &[&'a str]) -> Option<&'a str> {
    // One slip in a short name and two in a longer one; more is another word.
    let allowed = if name.len() < 5 { 1 } else { 2 };
    candidates
        .iter()
        .map(|candidate| (distance(&name.to_lowercase(), &candidate.to_lowercase()), *candidate))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Edits between two words, where swapping two neighbours is one edit (optimal string alignment).
fn distance(a: &str, b: &str) -> usize {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut before = vec![0; b.len() + 1];
    let mut last = (0..=b.len()).collect::<Vec<_>>();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let replaced = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = replaced.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::{FIELD, Place, distance, nearest};

    #[test]
    fn a_slip_is_suggested_and_another_word_is_not() {
        let names = FIELD.iter().map(|(name, _)| *name).collect::<Vec<_>>();
        assert_eq!(nearest("ailas", &names), Some("alias"));
        assert_eq!(nearest("raneg", &names), Some("range"));
        assert_eq!(nearest("Default", &names), Some("default"));
        assert_eq!(nearest("flaten", &names), Some("flatten"));
        assert_eq!(nearest("getter", &names), None);
    }

    #[test]
    fn distance_counts_a_swap_once() {
        assert_eq!(distance("alias", "ailas"), 1);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("skip", "skip"), 0);
    }

    #[test]
    fn a_name_of_another_place_is_sent_there() {
        assert!(
            Place::Type
                .unknown("range")
                .starts_with("`range` belongs on a field, not on a type")
        );
        assert!(
            Place::Variant
                .unknown("ohter")
                .starts_with("unknown attribute `ohter` on a variant; did you mean")
        );
    }

    /// The first column of the rows under the heading of a table.
    fn listed(page: &str, heading: &str) -> String {
        let rows = page.split(heading).nth(1).and_then(|rest| rest.split("\n\n").next());
        let rows = rows.unwrap_or_else(|| panic!("{heading} heads no table"));
        rows.lines().filter_map(|row| row.split('|').nth(1)).collect()
    }

    fn names(listed: &str, name: &str) -> bool {
        let is_it = |rest: &str| !rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
        listed.split('`').any(|part| part.strip_prefix(name).is_some_and(is_it))
    }

    #[test]
    fn the_guide_lists_every_attribute() {
        // It is part of the repository, and not of this crate's package.
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../runtime/src/guide/attributes.md");
        let Ok(page) = std::fs::read_to_string(page) else {
            return;
        };
        let listed = listed(&page, "| attribute | on |");
        for place in Place::ALL {
            for (name, _) in place.known() {
                assert!(names(&listed, name), "`{name}` is not in the guide");
            }
        }
    }

    #[test]
    fn the_macro_documents_every_attribute_at_its_place() {
        let docs = include_str!("../lib.rs").replace("\n/// ", "\n").replace("\n///", "\n");
        for place in Place::ALL {
            let listed = listed(&docs, &format!("| on {} | |", place.text()));
            for (name, _) in place.known() {
                assert!(names(&listed, name), "`{name}` is not documented on {}", place.text());
            }
        }
    }

    #[test]
    fn vocabularies_are_sorted() {
        for place in Place::ALL {
            assert!(place.known().is_sorted());
        }
    }
}

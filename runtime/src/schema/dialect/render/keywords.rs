//! Keywords that not every provider accepts: kept, said in words, or left out.

use serde_json::Value;

use super::{Node, Renderer};
use crate::schema::dialect::error::written;
use crate::schema::dialect::note::DialectNoteKind;
use crate::schema::dialect::rules::{Keyword, OptionalRule, Others};
use crate::schema::prompt::TELLING_INTEGER;
use crate::schema::render::EXACT_INTEGER;
use crate::schema::subschema::Subschema;
use crate::schema::{Bound, Length, Range};

/// The formats that JSON Schema 2020-12 defines for text, section 7.3 of its validation part; others say nothing to a validator.
const FORMATS: &[&str] = &[
    "date-time",
    "date",
    "time",
    "duration",
    "email",
    "idn-email",
    "hostname",
    "idn-hostname",
    "ipv4",
    "ipv6",
    "uri",
    "uri-reference",
    "iri",
    "iri-reference",
    "uuid",
    "uri-template",
    "json-pointer",
    "relative-json-pointer",
    "regex",
];

impl Renderer {
    /// The default where the schema says it; else it is said in words, or not at all.
    pub(super) fn default(&mut self, value: &Subschema, lines: &mut Vec<String>) -> Option<Value> {
        let text = value.default?;
        // Where `null` stands for what is absent, a default of `null` says nothing.
        if text == "null" && self.rules.optional == OptionalRule::Null {
            return None;
        }
        if self.rules.keeps(Keyword::Default) {
            return serde_json::from_str(text).ok();
        }
        self.lost("default", Some(format!("Default: {text}.")), lines);
        None
    }

    /// Says a keyword in words, if that helps anybody, and notes it.
    pub(super) fn lost(&mut self, keyword: &'static str, words: Option<String>, lines: &mut Vec<String>) {
        match (self.rules.others, words) {
            (Others::Described, Some(words)) => {
                lines.push(words);
                self.note(DialectNoteKind::Described(keyword));
            }
            _ => self.note(DialectNoteKind::Dropped(keyword)),
        }
    }

    pub(super) fn format(&mut self, format: &'static str, rest: &mut Node, lines: &mut Vec<String>) {
        if self.rules.formats.iter().any(|known| [format, "*"].contains(known)) {
            rest.set("format", format);
            if !FORMATS.contains(&format) {
                self.note(DialectNoteKind::Dropped("format"));
            }
        } else {
            self.lost("format", Some(format!("Format: {format}.")), lines);
        }
    }

    pub(super) fn range(&mut self, value: &Subschema, keyword: Keyword, rest: &mut Node, lines: &mut Vec<String>) {
        let declared = value.range(i128::MAX);
        let kept = if self.rules.keeps(keyword) {
            let kept = value.range(EXACT_INTEGER);
            rest.set_some("minimum", kept.min.map(number));
            rest.set_some("maximum", kept.max.map(number));
            kept
        } else {
            Range::NONE
        };
        let told = if kept == Range::NONE {
            value.range(TELLING_INTEGER)
        } else {
            Range::NONE
        };
        let bounds = [
            ("minimum", declared.min, kept.min, told.min),
            ("maximum", declared.max, kept.max, told.max),
        ];
        if !self.rules.keeps(keyword)
            && self.rules.others == Others::Described
            && let Some(words) = bounded(told)
        {
            lines.push(words);
        }
        for (name, declared, kept, told) in bounds {
            if declared.is_none() || kept.is_some() {
                continue;
            }
            let described = told.is_some() && !self.rules.keeps(keyword) && self.rules.others == Others::Described;
            self.note(if described {
                DialectNoteKind::Described(name)
            } else {
                DialectNoteKind::Dropped(name)
            });
        }
        let is_wide =
            |bound: Option<Bound>| matches!(bound, Some(Bound::Integer(bound)) if i32::try_from(bound).is_err());
        if self.rules.integer_formats
            && keyword == Keyword::IntegerRange
            && (is_wide(declared.min) || is_wide(declared.max))
        {
            rest.set("format", "int64");
        }
    }

    pub(super) fn length(
        &mut self,
        length: Length,
        keyword: Keyword,
        names: [&'static str; 2],
        words: impl Fn(Length) -> Option<String>,
        rest: &mut Node,
        lines: &mut Vec<String>,
    ) {
        let bounds = [(names[0], length.min), (names[1], length.max)];
        if self.rules.keeps(keyword) {
            for (name, bound) in bounds {
                rest.set_some(name, bound.map(Value::from));
            }
            return;
        }
        let described = self.rules.others == Others::Described;
        if described && let Some(words) = words(length) {
            lines.push(words);
        }
        for (name, bound) in bounds {
            if bound.is_some() {
                self.note(if described {
                    DialectNoteKind::Described(name)
                } else {
                    DialectNoteKind::Dropped(name)
                });
            }
        }
    }

    /// `minItems` and `maxItems`, of which a dialect may take one alone, or not every number.
    pub(super) fn items(&mut self, length: Length, rest: &mut Node, lines: &mut Vec<String>) {
        let mut lost = Length::NONE;
        if let Some(min) = length.min {
            let most = self.rules.most_min_items;
            if self.rules.keeps(Keyword::MinItems) {
                rest.set("minItems", min.min(most));
            }
            if !self.rules.keeps(Keyword::MinItems) || min > most {
                lost.min = Some(min);
            }
        }
        if let Some(max) = length.max {
            if self.rules.keeps(Keyword::MaxItems) {
                rest.set("maxItems", max);
            } else {
                lost.max = Some(max);
            }
        }
        let described = self.rules.others == Others::Described;
        if described && let Some(words) = counted(lost, "element") {
            lines.push(words);
        }
        for (name, bound) in [("minItems", lost.min), ("maxItems", lost.max)] {
            if bound.is_some() {
                self.note(if described {
                    DialectNoteKind::Described(name)
                } else {
                    DialectNoteKind::Dropped(name)
                });
            }
        }
    }

    pub(super) fn member_count(&mut self, length: Length, rest: &mut Node, lines: &mut Vec<String>) {
        self.length(
            length,
            Keyword::MemberCount,
            ["minProperties", "maxProperties"],
            |length| counted(length, "member"),
            rest,
            lines,
        );
    }
}

/// A bound as JSON.
fn number(bound: Bound) -> Value {
    let text = written(|writer| bound.write(writer));
    serde_json::from_str(&text).unwrap_or_default()
}

fn bounded(range: Range) -> Option<String> {
    let text = |bound| number(bound).to_string();
    match (range.min, range.max) {
        (Some(min), Some(max)) => Some(format!("{} to {}.", text(min), text(max))),
        (Some(min), None) => Some(format!("At least {}.", text(min))),
        (None, Some(max)) => Some(format!("At most {}.", text(max))),
        (None, None) => None,
    }
}

pub(super) fn counted(length: Length, unit: &str) -> Option<String> {
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    match (length.min, length.max) {
        (Some(min), Some(max)) if min == max => Some(format!("Exactly {min} {unit}{}.", plural(min))),
        (Some(min), Some(max)) => Some(format!("{min} to {max} {unit}{}.", plural(max))),
        (Some(min), None) => Some(format!("At least {min} {unit}{}.", plural(min))),
        (None, Some(max)) => Some(format!("At most {max} {unit}{}.", plural(max))),
        (None, None) => None,
    }
}

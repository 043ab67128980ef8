//! Which places in a document the place of a note stands for: a note is about a type, a report about one answer.

use llm_output::dialect::DialectNoteKind;
use llm_output::{DialectNote, DialectSchema, Path, Segment};

/// One step of a note's place.
#[derive(Debug, PartialEq)]
enum Step<'a> {
    Member(&'a str),
    /// `[]`
    Element,
    /// `{}`
    Value,
    /// `(Name)`, which is no step in a document.
    Variant,
}

/// Whether a note of a kind that `is_kind` takes is about the place at `path`.
pub fn is_noted(schema: &DialectSchema, path: &Path, is_kind: impl Fn(DialectNoteKind) -> bool) -> bool {
    let definitions = schema.value()["$defs"].as_object();
    let is_definition = |name: &str| definitions.is_some_and(|known| known.contains_key(name));
    // The inside of a type that stands inside itself is found at any depth.
    let anywhere = |steps: &[Step<'_>], segments: &[Segment<'_>]| {
        (0..=segments.len()).any(|from| stands_for(steps, &segments[from..]))
    };
    let is_root_inside = schema.value().to_string().contains(r##""$ref":"#""##);
    let segments: Vec<Segment<'_>> = path.segments().collect();
    let notes = schema.notes().iter().filter(|note| is_kind(note.kind()));
    notes.map(steps).any(|steps| match steps.as_slice() {
        [Step::Member(name), inside @ ..] if is_definition(name) => anywhere(inside, &segments),
        steps if is_root_inside => anywhere(steps, &segments),
        steps => stands_for(steps, &segments),
    })
}

/// Whether the place in a type stands for the place in a document, or lies inside a variant there: where no variant fits, that is
/// said of the place at which one would have to.
fn stands_for(steps: &[Step<'_>], segments: &[Segment<'_>]) -> bool {
    match steps.split_first() {
        None => segments.is_empty(),
        Some((Step::Variant, steps)) => segments.is_empty() || stands_for(steps, segments),
        Some((step, steps)) => segments.split_first().is_some_and(|(segment, segments)| {
            let is_it = match (step, segment) {
                (Step::Member(name), Segment::Member(member)) => name == member,
                (Step::Element, Segment::Index(_)) | (Step::Value, Segment::Member(_)) => true,
                _ => false,
            };
            is_it && stands_for(steps, segments)
        }),
    }
}

/// The steps of a note's place, `$` for the root, as in `findings[].place{}(Line).value`.
fn steps(note: &DialectNote) -> Vec<Step<'_>> {
    let mut rest = note.path();
    let mut steps = Vec::new();
    if rest == "$" {
        return steps;
    }
    while !rest.is_empty() {
        if let Some(behind) = rest.strip_prefix("[]") {
            steps.push(Step::Element);
            rest = behind;
        } else if let Some(behind) = rest.strip_prefix("{}") {
            steps.push(Step::Value);
            rest = behind;
        } else if let Some((_, behind)) = rest.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
            steps.push(Step::Variant);
            rest = behind;
        } else {
            rest = rest.strip_prefix('.').unwrap_or(rest);
            let (name, behind) = rest.split_at(rest.find(['.', '[', '{', '(']).unwrap_or(rest.len()));
            steps.push(Step::Member(name));
            rest = behind;
        }
    }
    steps
}

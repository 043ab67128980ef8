//! The list of all kinds of damage.

use std::fmt::{self, Debug, Formatter};

use super::tokens::{Layout, Tokens};
use super::{brackets, framing, lines, quotes, remarks, repeats, scalars, separators};
use crate::sample::Random;

/// When a damage is applied, if there are several.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// To the tokens of the document.
    Tokens,
    /// To the document as a text.
    Document,
    /// Around the document.
    Around,
    /// At the end of the reply.
    Cut,
}

/// How often models do a damage, and so how many texts it gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Frequency {
    /// Nobody has counted it.
    #[default]
    Rare,
    /// It is known from logs and the tests of other repairers.
    Known,
    /// It is among the damages that were counted most in recorded outputs.
    Common,
}

impl Frequency {
    /// Texts of a kind, as a multiple of those of a rare one.
    pub(super) fn weight(self) -> usize {
        match self {
            Self::Rare => 1,
            Self::Known => 3,
            Self::Common => 15,
        }
    }
}

type Edit = Box<dyn Fn(&mut Tokens, &mut Random) -> Option<()> + Send + Sync>;
type Rewrite = Box<dyn Fn(&str, &Tokens, &mut Random) -> Option<String> + Send + Sync>;

enum Harm {
    Edit(Edit),
    Rewrite(Rewrite),
}

/// One kind of damage.
pub struct Kind {
    /// Its name, which never changes: the texts are drawn from it.
    pub name: String,
    /// When it is applied.
    pub stage: Stage,
    /// Whether it needs a document of several lines.
    pub needs_lines: bool,
    /// How often models do it.
    pub frequency: Frequency,
    harm: Harm,
}

impl Kind {
    /// The damaged document, which is written as `text` so far.
    fn applied(&self, tokens: &mut Tokens, text: &str, random: &mut Random) -> Option<String> {
        match &self.harm {
            Harm::Edit(edit) => {
                edit(tokens, random)?;
                Some(tokens.written())
            }
            Harm::Rewrite(rewrite) => rewrite(text, tokens, random),
        }
    }
}

impl Debug for Kind {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Kind")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// Kinds of damage, in the making.
#[derive(Debug, Default)]
pub(super) struct Catalogue {
    kinds: Vec<Kind>,
}

impl Catalogue {
    /// Adds a damage to the tokens. It returns `None` where the document has no place for it.
    pub(super) fn tokens(
        &mut self,
        name: impl Into<String>,
        edit: impl Fn(&mut Tokens, &mut Random) -> Option<()> + Send + Sync + 'static,
    ) {
        self.add(name.into(), Stage::Tokens, false, Harm::Edit(Box::new(edit)));
    }

    /// Adds a damage to the text at this stage.
    pub(super) fn text(
        &mut self,
        stage: Stage,
        name: impl Into<String>,
        rewrite: impl Fn(&str, &Tokens, &mut Random) -> Option<String> + Send + Sync + 'static,
    ) {
        self.add(name.into(), stage, false, Harm::Rewrite(Box::new(rewrite)));
    }

    /// Adds a damage to each line, or to some lines.
    pub(super) fn lines(
        &mut self,
        name: impl Into<String>,
        rewrite: impl Fn(&str, &Tokens, &mut Random) -> Option<String> + Send + Sync + 'static,
    ) {
        self.add(name.into(), Stage::Document, true, Harm::Rewrite(Box::new(rewrite)));
    }

    fn add(&mut self, name: String, stage: Stage, needs_lines: bool, harm: Harm) {
        assert!(
            self.kinds.iter().all(|kind| kind.name != name),
            "two kinds are named {name}"
        );
        self.kinds.push(Kind {
            name,
            stage,
            needs_lines,
            frequency: Frequency::Rare,
            harm,
        });
    }
}

/// Every kind of damage.
///
/// # Panics
///
/// Where two kinds have the same name, or where one of the lists above names none.
pub fn all() -> Vec<Kind> {
    let mut catalogue = Catalogue::default();
    for add in [
        separators::add,
        quotes::add,
        brackets::add,
        remarks::add,
        repeats::add,
        scalars::add,
        lines::add,
        framing::add,
    ] {
        add(&mut catalogue);
    }
    for name in COMMON {
        let kind = catalogue.kinds.iter_mut().find(|kind| kind.name == *name);
        kind.unwrap_or_else(|| panic!("{name} is no kind")).frequency = Frequency::Common;
    }
    for name in KNOWN {
        let kind = catalogue.kinds.iter_mut().find(|kind| kind.name == *name);
        kind.unwrap_or_else(|| panic!("{name} is no kind")).frequency = Frequency::Known;
    }
    catalogue.kinds
}

/// The kinds that were counted most in recorded outputs.
const COMMON: &[&str] = &[
    "apostrophes escaped",
    "booleans as True and False",
    "cut anywhere",
    "document as Python writes it",
    "every string in '\u{2026}'",
    "extra braces at the end around the document",
    "extra bracket at the end around the document",
    "fence around the document",
    "fence in prose around the document",
    "fence that is not closed around the document",
    "inner quotes not escaped",
    "key in \u{2026}",
    "last closers lost",
    "line breaks and tabs not escaped",
    "list closed by }",
    "list in braces",
    "null as None",
    "number as a string",
    "object closed by ]",
    "plain fence around the document",
    "prose after around the document",
    "prose before around the document",
    "comma lost between elements",
    "comma lost between members",
    "string value in \"\u{2026}",
    "think block before around the document",
    "trailing comma",
    "unknown tag around the document",
];

/// The kinds that are known from logs and the tests of other repairers.
const KNOWN: &[&str] = &[
    "\"**\" and \"**\" around keys",
    "\"- \" and \"\" around keys",
    "\"\u{2022} \" and \"\" around keys",
    "\"> \" before each line",
    "\"data: \" before each line",
    "\"| \" before each line",
    "\"#: \" before each line",
    "answer tag around the document",
    "assignment around the document",
    "block comment after a value",
    "block comment after an element",
    "block comment before a key",
    "byte order mark around the document",
    "closer and comma swapped",
    "closer doubled",
    "closer of a list lost inside",
    "closer of an object lost inside",
    "colon lost",
    "document and its cut repeat",
    "document as a string",
    "document begun again on a new line",
    "document doubled",
    "document escaped",
    "draft and then the document",
    "draft in a think block",
    "draft in the next turn",
    "ellipsis before a closer",
    "enum name with a dot",
    "enum name without quotes",
    "event stream around the document",
    "every comma lost",
    "every string in \u{201c}\u{2026}\u{201d}",
    "every string in `\u{2026}`",
    "function call around the document",
    "hash comment after a value",
    "hash comment before a key",
    "inner list as a string",
    "inner object as a string",
    "json tag around the document",
    "key in \u{2026}\"",
    "key in \"\u{2026}",
    "key in '\u{2026}'",
    "key in \"\"\u{2026}\"\"",
    "key in \u{201c}\u{2026}\u{201d}",
    "keys in title case",
    "keys in upper case",
    "keys with hyphens",
    "keys with spaces",
    "label around the document",
    "line comment after a value",
    "line comment after an element",
    "line comment before a key",
    "line comment before an element",
    "list closed early",
    "list in round brackets",
    "list of one as its element",
    "log line around the document",
    "lone end of thoughts around the document",
    "member doubled",
    "member value as an object with a value",
    "next turn around the document",
    "null as undefined",
    "number in single quotes",
    "number with a percent sign",
    "number with a unit",
    "number with a plus sign",
    "object closed early",
    "one colon as \"=\"",
    "one colon as \"=>\"",
    "one colon as \"\u{ff1a}\"",
    "one comma as \";\"",
    "one comma as \"|\"",
    "one comma as \"\u{3001}\"",
    "one comma as \"\u{ff0c}\"",
    "opener of the root lost",
    "prefix r before strings",
    "quotes missing between two elements",
    "remark in round brackets after a key",
    "remark in round brackets after a value",
    "remark in round brackets after an element",
    "remark in round brackets before a key",
    "root as the member answer",
    "root as the member result",
    "root in a list",
    "special tokens around the document",
    "string as a sum of two",
    "string element in '\u{2026}'",
    "string element in `\u{2026}`",
    "string value in '\u{2026}'",
    "string value in \"\"\"\u{2026}\"\"\"",
    "string value in \u{201c}\u{2026}\u{201d}",
    "string value in \u{201c}\u{2026}\"",
    "string value in `\u{2026}`",
    "string value in \u{2026}",
    "template echoed after",
    "template echoed before",
    "tool call around the document",
    "unusual space after a value",
    "unusual space before a key",
    "words before around the document",
    "}, lost between objects",
    "},{ lost between objects",
];

/// Kinds that no reader can undo or notice, each with the reason. They are counted, but nothing is asserted about them.
pub const UNDOABLE: &[(&str, &str)] = &[
    (
        "chunk repeated inside a string",
        "the string is a valid string, only with more text in it",
    ),
    (
        "chunk lost",
        "what the model wrote is not in the text; what is left may be a well-formed document of another value",
    ),
    (
        "remark on a line of its own inside a string",
        "the text is inside the quotes, so it belongs to the string",
    ),
];

/// Two kinds that no reader can undo or notice in one text, each with the reason. Such texts are not drawn. A name that ends in a
/// space is that of all kinds that begin with it, and one that begins with a space of all that end with it.
pub const UNDOABLE_TOGETHER: &[(&str, &str, &str)] = &[
    (
        "\"\\\\r\" after each line",
        "string continued after a backslash",
        "both are inside the string: an escaped backslash and the letter r",
    ),
    (
        "\"{\" and \"}\" around members",
        "beginning lost",
        "what is left is a whole object and another closing bracket, which is trimmed",
    ),
    (
        "draft and then the document",
        "cut ",
        "the cut may be after the draft, which is a whole document",
    ),
    (
        "list closed ",
        "cut ",
        "the bracket that came too early, or is of the wrong kind, closes what the cut left open",
    ),
    (
        "object closed ",
        "cut ",
        "the cut may be right after the bracket that came too early, where only the last one is missing",
    ),
    (
        "opener of the root lost",
        "cut ",
        "the cut may be after the first element, which may be written without the list",
    ),
    (
        "string element in \"…'",
        "quotes missing between two elements",
        "the two quotes that are left are those of one string",
    ),
    (
        "root closed early, last closer lost",
        "cut ",
        "the cut may be right after the bracket that came too early",
    ),
    (
        "turn marker ",
        "cut ",
        "a marker at the end of a turn shows that the writer had finished, whatever is missing",
    ),
    (
        "closer doubled",
        "cut ",
        "the second bracket closes what the cut left open, so nothing shows that the text was cut",
    ),
];

/// Whether this kind has this name, or begins with it if the name ends in a space, or ends with it if it begins with one.
pub fn is_named(kind: &Kind, name: &str) -> bool {
    kind.name == name
        || (name.ends_with(' ') && kind.name.starts_with(name))
        || (name.starts_with(' ') && kind.name.ends_with(name))
}

/// Whether two of these kinds cannot be undone together.
fn is_undoable_together(kinds: &[&Kind]) -> bool {
    let has = |name: &str| kinds.iter().any(|kind| is_named(kind, name));
    UNDOABLE_TOGETHER.iter().any(|(one, other, _)| has(one) && has(other))
}

/// Whether nothing is asserted about the kind of this name.
pub fn is_undoable(name: &str) -> bool {
    UNDOABLE.iter().any(|(undoable, _)| *undoable == name)
}

/// Writes a document and applies each damage to it, in the order of the stages. `None` where one of them finds no place, where the text is
/// valid at some stage, or where one of several damages leaves a valid document if it is done alone (`[7, 2]` as `[72]`): nobody could tell
/// that this one was done. `None` too for [two kinds](UNDOABLE_TOGETHER) that hide each other; where added words stand beside a missing
/// quote or in place of a value, and so become part of it; where what is left at a [lost comma](hides_comma) has a meaning of its own; and
/// where a text with other damage is cut off right after a quote.
pub(super) fn damaged(
    kinds: &[&Kind],
    mut tokens: Tokens,
    is_valid: fn(&str) -> bool,
    random: &mut Random,
) -> Option<String> {
    if is_undoable_together(kinds) {
        return None;
    }
    let is_valid = |text: &str| is_valid(text) || is_plain_string(text);
    let whole = (kinds.len() > 1).then(|| tokens.clone());
    let mut text = None;
    for kind in kinds {
        if let Some(whole) = &whole
            && let Some(alone) = kind.applied(&mut whole.clone(), &whole.written(), &mut random.clone())
            && is_valid(&alone)
        {
            return None;
        }
        let before = text.take().unwrap_or_else(|| tokens.written());
        // Other damages have left nothing to damage.
        (tokens.list.len() > 2 && !before.trim().is_empty()).then_some(())?;
        let after = kind.applied(&mut tokens, &before, random)?;
        if after == before || is_valid(&after) || (kinds.len() > 1 && tokens.has_words_in_value()) {
            return None;
        }
        text = Some(after);
    }
    if text.as_deref().is_some_and(|text| hides_comma(kinds, &tokens, text)) {
        return None;
    }
    let is_cut = kinds.len() > 1 && kinds.iter().any(|kind| kind.name.starts_with("cut "));
    // Whether the string went on after its quote, nobody can tell.
    text.filter(|text| !is_cut || !text.trim_end().ends_with('"'))
}

/// Whether a comma was lost where what is left has a meaning of its own. Without it, an empty string becomes a part of three quotes, if no
/// damage writes three; and of three quotes after a string of digits, the only one that is left is the sign for inches: `["42" bug"]`.
fn hides_comma(kinds: &[&Kind], tokens: &Tokens, text: &str) -> bool {
    let names = |part: &str| kinds.iter().any(|kind| kind.name.contains(part));
    let has_empty = || (tokens.list.iter()).any(|token| token.is_string() && token.body.is_empty());
    let is_tripled = |quotes: &&str| !names(quotes) && text.matches(*quotes).count() > 1;
    let begins_with_inches = |part: &str| {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_digit());
        let word = rest.strip_prefix("\" ").unwrap_or_default();
        rest.len() < part.len() && word.starts_with(char::is_alphanumeric)
    };
    names("comma lost")
        && ((has_empty() && !names("fence") && ["\"\"\"", "'''", "```"].iter().any(is_tripled))
            || (names("quotes missing between two elements")
                && text
                    .match_indices('"')
                    .any(|(quote, _)| begins_with_inches(&text[quote + 1..]))))
}

/// Whether nothing is left but a string of JSON, without a document in it: a list of strings may be given as one. A word in brackets
/// (`[sic]`) is no document.
fn is_plain_string(text: &str) -> bool {
    let is_document = |content: &str| {
        content.contains(['{', '[']) && content.contains(|c: char| c.is_ascii_digit() || "\",:".contains(c))
    };
    serde_json::from_str::<String>(text).is_ok_and(|content| !is_document(&content))
}

/// The layout that these kinds need, or any.
pub(super) fn layout(kinds: &[&Kind], random: &mut Random) -> Layout {
    if kinds.iter().any(|kind| kind.needs_lines) {
        return Layout::Lines;
    }
    [Layout::Compact, Layout::Spaced, Layout::Lines][random.below(3)]
}

//! What was repaired: the ladder of severity and the table of repair kinds.

use std::fmt;
use std::ops::Range;

use crate::path::Path;

/// How far a repair goes from what the model wrote.
///
/// The order is the ladder: [`Options::accept`](crate::Options::accept) takes repairs up to one step.
///
/// ```
/// use llm_output::Severity;
///
/// assert!(Severity::Syntax < Severity::Invented);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Severity {
    /// The answer was found inside other text.
    Framing,
    /// The same content, written in broken JSON.
    Syntax,
    /// The same content in another type, exactly convertible.
    Coercion,
    /// The most likely of several readings.
    Guess,
    /// The text ends early: what stands there is a part.
    Incomplete,
    /// A value that the model never wrote, or one that it wrote and that was thrown away.
    Invented,
}

impl Severity {
    /// The name in `snake_case`, stable for telemetry.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Framing => "framing",
            Self::Syntax => "syntax",
            Self::Coercion => "coercion",
            Self::Guess => "guess",
            Self::Incomplete => "incomplete",
            Self::Invented => "invented",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One row a kind: severity, variant, name, description. Documentation, telemetry and tests read the same rows.
macro_rules! repair_kinds {
    ($($severity:ident { $($variant:ident = $name:literal, $description:literal;)* })*) => {
        /// What was done to read a value. Each kind has one [`Severity`], always.
        ///
        /// ```
        /// use llm_output::{RepairKind, Severity};
        ///
        /// assert_eq!(RepairKind::WrapInArray.name(), "wrap_in_array");
        /// assert_eq!(RepairKind::WrapInArray.severity(), Severity::Coercion);
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum RepairKind {
            $($(#[doc = $description] $variant,)*)*
        }

        impl RepairKind {
            /// Every kind, from the mildest severity to the gravest.
            pub const ALL: &'static [Self] = &[$($(Self::$variant,)*)*];

            /// The name in `snake_case`, stable for telemetry.
            pub const fn name(self) -> &'static str {
                match self { $($(Self::$variant => $name,)*)* }
            }

            /// How far the repair goes from what the model wrote.
            pub const fn severity(self) -> Severity {
                match self { $($(Self::$variant)|* => Severity::$severity,)* }
            }

            /// One sentence that says what the repair does.
            pub const fn description(self) -> &'static str {
                match self { $($(Self::$variant => $description,)*)* }
            }
        }
    };
}

repair_kinds! {
    Framing {
        BomStripped = "bom_stripped", "A byte order mark before the answer was skipped.";
        ProseTrimmed = "prose_trimmed", "Text before or after the answer was left out.";
        FenceUnwrapped = "fence_unwrapped", "The answer stood in a fenced block.";
        FenceUnclosed = "fence_unclosed", "The answer stood in a fenced block that was never closed.";
        TagUnwrapped = "tag_unwrapped", "The answer stood between tags.";
        ReasoningBlockSkipped = "reasoning_block_skipped", "A reasoning block was passed over.";
    }
    Syntax {
        ExtraComma = "extra_comma", "A comma with nothing behind it was dropped.";
        MissingComma = "missing_comma", "Two members or elements stood side by side without a comma.";
        MissingColon = "missing_colon", "A key and its value were parted by something else than a colon.";
        MissingValue = "missing_value", "A key had no value, so the member counts as absent.";
        SingleQuoted = "single_quoted", "A string stood in single quotes.";
        SmartQuoteDelimiter = "smart_quote_delimiter", "A string stood in typographic quotes or guillemets.";
        BacktickQuoted = "backtick_quoted", "A string stood in backticks.";
        TripleQuoted = "triple_quoted", "A string stood in triple quotes.";
        StringPrefix = "string_prefix", "A string carried a prefix of a programming language, such as `r` or `f`.";
        StringConcatenated = "string_concatenated", "Pieces of one string were joined.";
        MissingQuote = "missing_quote", "A quote at one end of a key or string was lost.";
        UnquotedKey = "unquoted_key", "A key stood without quotes.";
        ControlCharEscaped = "control_char_escaped", "A raw newline, tab or other control character stood in a string.";
        QuoteEscaped = "quote_escaped", "A quote inside a string was not escaped.";
        InvalidEscape = "invalid_escape", "A backslash sequence is none of JSON's (RFC 8259 section 7).";
        StrayBackslashRemoved = "stray_backslash_removed", "A backslash stood outside of any string.";
        PythonLiteral = "python_literal", "A literal, tuple or set was written as in Python.";
        LiteralCase = "literal_case", "A literal was written in another case.";
        NumberFormat = "number_format", "A number was written in a form that JSON lacks (RFC 8259 section 6).";
        CommentRemoved = "comment_removed", "A comment was dropped.";
        UnusualSpace = "unusual_space", "A space that JSON does not know stood between tokens.";
        MissingCloser = "missing_closer", "A closing bracket was lacking, and nothing else.";
        MismatchedCloser = "mismatched_closer", "A closing bracket was of the wrong kind.";
        ExtraCloserRemoved = "extra_closer_removed", "A closing bracket closed nothing.";
    }
    Coercion {
        KeyCase = "key_case", "A key was written in another case or style.";
        EnumCase = "enum_case", "A name was written in another case or style.";
        StringToNumber = "string_to_number", "A number was written as text.";
        NumberToString = "number_to_string", "A text was written as a number.";
        BoolToString = "bool_to_string", "A text was written as a bare `true` or `false`.";
        StringToBool = "string_to_bool", "A boolean was written as text.";
        NumberToBool = "number_to_bool", "A boolean was written as 0 or 1.";
        FloatToInt = "float_to_int", "A whole number was written with a fraction of zero or an exponent.";
        WrapInArray = "wrap_in_array", "One value stood where a list belongs.";
        WrapObjectInArray = "wrap_object_in_array", "An object of one member stood where a list of its value belongs.";
        UnwrapStringArray = "unwrap_string_array", "A list was written as text.";
        UnwrapStringObject = "unwrap_string_object", "An object was written as text.";
        UnwrapSingleElement = "unwrap_single_element", "A list of one stood where its element belongs.";
        ArrayJoined = "array_joined", "A list was joined to one text, as the field declares.";
        StringSplit = "string_split", "A text was split into a list, as the field declares.";
        PairsToMap = "pairs_to_map", "A map was written as a list of pairs.";
        DropNull = "drop_null", "`null` stood where a default is declared.";
        NullAlias = "null_alias", "A text stood for `null`, as the field declares.";
        EmptyToNone = "empty_to_none", "An empty value of another type stood for an absent one.";
        RawTextWrapped = "raw_text_wrapped", "A reply without JSON was taken whole as one text.";
        SpaceTrimmed = "space_trimmed", "Space around a date, an identifier or the like was left out.";
        DateFormat = "date_format", "A date or time was written in another format.";
        UuidFormat = "uuid_format", "A UUID was written with other signs around it.";
        UrlUnwrapped = "url_unwrapped", "A URL stood in angle brackets or in a Markdown link.";
        LatexKept = "latex_kept", "An escape was kept as the LaTeX command it is, as the field declares.";
    }
    Guess {
        CandidateSelected = "candidate_selected", "One of several answers in the text was chosen.";
        EnvelopeUnwrapped = "envelope_unwrapped", "A value stood inside a wrapper that the type does not know.";
        ObjectsCollected = "objects_collected", "Separate objects in a row were collected to a list.";
        IndexedObjectToList = "indexed_object_to_list", "An object of numbered members was read as a list.";
        UnquotedValue = "unquoted_value", "A text stood without quotes.";
        KeyFuzzy = "key_fuzzy", "A key was misspelt by one edit.";
        EnumFuzzy = "enum_fuzzy", "A name was misspelt by one edit.";
        EnumInText = "enum_in_text", "A name stood in a sentence.";
        NumberInText = "number_in_text", "A number stood with a unit, a currency or words.";
        TimeDropped = "time_dropped", "A time of day stood with a date, and was left out.";
        OffsetAssumed = "offset_assumed", "A time's offset from UTC was assumed, or left out.";
        SchemeAssumed = "scheme_assumed", "A URL had no scheme, so `https` was taken.";
        DuplicateKey = "duplicate_key", "A key came twice; the last one counts.";
        EllipsisRemoved = "ellipsis_removed", "An ellipsis stood for elements or members that were not written.";
        LoneSurrogate = "lone_surrogate", "Half of a surrogate pair became U+FFFD.";
        ElementSplit = "element_split", "A key came again, so a new element was begun.";
        ObjectReopened = "object_reopened", "Members stood behind the object's end and were taken in.";
        JunkRemoved = "junk_removed", "Something that fits nowhere was passed over.";
        Clamped = "clamped", "A number out of range was moved to the nearest bound, as the field declares.";
    }
    Incomplete {
        Truncated = "truncated", "The text ends here, early.";
    }
    Invented {
        MissingToDefault = "missing_to_default", "A required member was absent and was filled in.";
        NullToDefault = "null_to_default", "`null` stood for a required value, which was filled in.";
        DroppedInvalidOptional = "dropped_invalid_optional", "An optional value could not be read and was left out.";
        DroppedInvalidElement = "dropped_invalid_element", "An element could not be read and was left out.";
    }
}

impl fmt::Display for RepairKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One repair: what was done, to which value, at which bytes of the caller's text.
///
/// It holds no model text, so logging it leaks none, but for the keys of maps in its path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repair {
    pub(crate) kind: RepairKind,
    pub(crate) path: Path,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl Repair {
    /// What was done.
    pub fn kind(&self) -> RepairKind {
        self.kind
    }

    /// The value that it was done to.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The bytes of the caller's text that strict reading failed on.
    pub fn span(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// How far the repair goes from what the model wrote.
    pub fn severity(&self) -> Severity {
        self.kind.severity()
    }
}

impl fmt::Display for Repair {
    /// Writes `findings[0].severity: enum_case`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.kind)
    }
}

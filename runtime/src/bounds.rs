//! How much work a text may cause, in one place.
//!
//! Why reading is linear: every byte is read once on the way forward. All other work is charged to one of the allowances below
//! *before* it is done, and each allowance is a multiple of the text's length plus a constant. Where one is used up, nothing
//! is looked at twice any more: a search ahead answers "not found", a candidate is not read, the rest of the text is
//! skipped. So all work together is at most a multiple of the length plus a constant. What is not charged looks at no more than a
//! fixed number of bytes, such as [`LONGEST_KEY`], each time that the cursor advances. Those numbers are below, by module; those of
//! `stream` and of `read/conserve.rs` are in the files that use them.
//!
//! The constants serve short texts: a reply of one kilobyte may be looked at many times, since that costs little.
//! `extract/linear` counts the steps of hostile texts of one length and of twice that length.

/// Bytes that may be looked at ahead of the cursor, by all candidates together.
pub(crate) const fn lookahead(length: usize) -> usize {
    12 * length + 4096
}

/// Bytes that may be read again because the cursor went back, by all candidates together.
pub(crate) const fn returns(length: usize) -> usize {
    6 * length + 16_384
}

/// Bytes that may be looked at of what may be keys in typographic quotes, by all candidates together. They are looked at
/// character by character, whereas the ends of other keys are remembered.
pub(crate) const fn keys(length: usize) -> usize {
    8 * length + 16_384
}

/// Bytes of comments, of the white space after them and of long runs of closing brackets that may be looked at for where a string or
/// a text without quotes ends, by each reading.
pub(crate) const fn comments(length: usize) -> usize {
    length + 32_768
}

/// Bytes that may be read of candidates that lead to nothing.
pub(crate) const fn candidates(length: usize) -> usize {
    3 * length + CANDIDATES_BASE
}

/// How many of those bytes one more search of the same text may read, after `tried` of them: a text is searched at several
/// severities, and each search may look at all of it.
pub(crate) const fn candidates_left(length: usize, tried: usize) -> usize {
    let left = candidates(length).saturating_sub(tried);
    if left > length { left } else { length }
}

/// What a candidate that leads to nothing is charged at least: beginning to read one costs as much as many bytes of another.
pub(crate) const LEAST_CANDIDATE: usize = 96;

/// Bytes of candidates that may be read once more with every closing bracket in doubt.
pub(crate) const fn wary(length: usize) -> usize {
    2 * length + 4096
}

/// What reading a candidate once more is charged at least.
pub(crate) const LEAST_WARY: usize = 256;

/// A text is read again in whole, at another severity or with every closing bracket in doubt, only if all readings of it so
/// far had cost no more than this. What a reading costs is what was read, looked at ahead and read again, and [`RECORDED`]
/// for each event on record.
pub(crate) const fn again(length: usize) -> usize {
    const SHORT: usize = 8192;
    let short = if length < SHORT { length } else { SHORT };
    8 * short + 4 * (length - short) + CANDIDATES_BASE + 4096
}

/// What all readings of one text may cost together. What is left of it limits how far the next reading looks ahead and goes
/// back; the first one is not limited by it. Where several severities above `Guess` may be accepted, the reading that was begun before
/// they are compared is not counted.
pub(crate) const fn readings(length: usize) -> usize {
    12 * length + 3 * CANDIDATES_BASE
}

/// What an event costs, in bytes that are read: it is recorded, and a reading that goes back takes it back.
pub(crate) const RECORDED: usize = 8;

/// What it costs to begin a reading, in bytes that are read: a text may consist of thousands of candidates, each of a few
/// bytes.
pub(crate) const BEGUN: usize = 32;

/// Levels of elements or indented lines that are read as parts of a value. What is deeper is text.
pub(crate) const NESTED: u32 = 64;

const CANDIDATES_BASE: usize = 49_152;

/// No key that is searched for in broken text is longer, in bytes.
pub(crate) const LONGEST_KEY: usize = 160;

/// Levels of lists and objects in a value whose type does not limit them.
#[cfg(any(feature = "any", feature = "serde"))]
pub(crate) const DEEPEST: u32 = 128;

/// How many questions a type of serde's is asked to learn what it is made of.
#[cfg(feature = "serde")]
pub(crate) const QUESTIONS: u32 = 20_000;

/// How often the visitors of a type of serde's are shown one value, each time after the last refusal was dealt with: that
/// costs much more than reading an element of two bytes.
#[cfg(feature = "serde")]
pub(crate) const fn shown(length: usize) -> usize {
    length / 32 + 4096
}

/// What it costs to deal with one refusal of theirs, in events.
#[cfg(feature = "serde")]
pub(crate) const REJECTED: usize = 8;

// What `read` looks at ahead of the cursor.

/// How many braces before an object are checked for the beginning of the same object.
pub(crate) const MOST_BRACES: usize = 8;

/// The longest list without a key that is skipped as a whole.
pub(crate) const LONGEST_LIST: usize = 1000;

/// So many closing brackets in a row are followed without a charge, each time that it is asked what they close.
pub(crate) const CLOSED_FREELY: u32 = 6;

/// The deepest list in place of a key.
pub(crate) const DEEPEST_LIST: usize = 16;

/// How far the text after a key without quotes is searched for the colon.
pub(crate) const LONGEST_UNQUOTED: usize = 4 * LONGEST_KEY;

/// An object that may have been begun again is compared with no more bytes than this.
pub(crate) const LONGEST_BEGUN_AGAIN: usize = 1000;

/// Two objects whose first bytes are the same, this many of them, may be one that was begun again.
pub(crate) const LONGEST_ALIKE: usize = 32;

/// No remark between a key and its colon is longer than this.
pub(crate) const LONGEST_KEY_REMARK: usize = 40;

/// As many bytes of a comment are searched for closing brackets and fields.
pub(crate) const LONGEST_COMMENT_SEARCHED: usize = 200;

/// Two objects of a document begin alike, but not for longer than this.
pub(crate) const LONGEST_BEGINNING: usize = 32;

/// A string that is looked at ahead is no longer than this.
pub(crate) const LONGEST_PIECE: usize = 1000;

/// The partner of a typographic mark is looked for among so many characters before it.
pub(crate) const LONGEST_QUOTED: usize = 200;

/// Looking ahead over a comment stops here.
pub(crate) const LONGEST_COMMENT: usize = 400;

/// Looking ahead over spaces that JSON does not know stops after so many characters.
pub(crate) const LONGEST_UNUSUAL_SPACE: usize = 100;

/// So much of a comment is looked at for words that say that something was left out.
pub(crate) const LONGEST_REMARK_JUDGED: usize = 100;

/// No word with a number sign before it is longer than this.
pub(crate) const LONGEST_HASH_WORD: usize = 100;

/// The marks on one side of a key, and a remark, are no longer than this.
pub(crate) const LONGEST_MARKS: usize = 64;

/// As many marks are skipped on one side of a key.
pub(crate) const MOST_MARKED: usize = 5;

/// No special token with which a text begins is longer than this.
pub(crate) const LONGEST_TOKEN: usize = 40;

/// No label of an answer is longer than this: `Answer:`, `Output JSON:`.
pub(crate) const LONGEST_LABEL: usize = 24;

/// A comment at the end of a line in a string is looked for so far back.
pub(crate) const LONGEST_REMARK: usize = 64;

/// No path of Windows is longer than this.
pub(crate) const LONGEST_PATH: usize = 260;

/// No number of inches has more digits than this.
pub(crate) const LONGEST_INCHES: usize = 3;

/// No command of LaTeX is longer than this.
pub(crate) const LONGEST_COMMAND: usize = 17;

/// What it costs to judge one quote, in bytes that are looked at.
pub(crate) const JUDGED: usize = 16;

/// What it costs to read a quote or a line's end again that was judged, in bytes that are looked at. The first ones cost nothing.
pub(crate) const DOUBTED: usize = 16;
pub(crate) const DOUBTED_FREELY: usize = 4096;

/// No opening tag around reasoning is longer than this.
pub(crate) const LONGEST_REASONING_TAG: usize = 200;

/// The longest string in three backticks on one line that is examined.
pub(crate) const LONGEST_INLINE: usize = 200;

/// No remark at the end of a text is longer than this.
pub(crate) const LONGEST_LAST_WORDS: usize = 1000;

/// No number without quotes in a list of strings is longer than this.
pub(crate) const LONGEST_LISTED_NUMBER: usize = 40;

/// No `null` in backticks is longer than this.
pub(crate) const LONGEST_NULL: usize = 32;

/// No number or literal that a remark follows is longer than this.
pub(crate) const LONGEST_WHOLE: usize = 40;

/// No number with its unit is longer than this.
pub(crate) const LONGEST_UNIT: usize = 48;

// What `visit` looks at.

/// A string in a string may be read once more as JSON, but not for ever.
pub(crate) const DEEPEST_TEXT: usize = 2;

/// No sentence in which a variant is looked for is longer than this.
pub(crate) const LONGEST_SENTENCE: usize = 400;

// What the search for the answer looks at around its candidates.

/// No object that only shows the form of an answer is longer than this. A longer one is an answer where there is no other.
pub(crate) const LONGEST_SKELETON: usize = 512;

/// No info string that says that JSON follows is longer.
pub(crate) const LONGEST_INFO: usize = 16;

/// What is between an opening bracket and the first escaped quote is no longer than this.
pub(crate) const LONGEST_INDENT: usize = 40;

/// As many tags are held to be open at once: those that are never closed are most often no envelopes at all.
pub(crate) const MOST_OPEN_TAGS: usize = 64;

/// As many keys of a text outside of the answer are looked at.
pub(crate) const MOST_KEYS_OUTSIDE: usize = 32;

/// How many bytes after a value are checked to find out whether the value continues.
pub(crate) const LONGEST_LINE: usize = 200;

/// The most white space that may follow the last word of a text.
pub(crate) const LONGEST_LAST_SPACE: usize = 16;

/// The longest key that is looked for in prose.
pub(crate) const LONGEST_PROSE_KEY: usize = 100;

/// No placeholder is longer than this.
pub(crate) const LONGEST_PLACEHOLDER: usize = 80;

/// As many quotes in the prose next to the answer are looked at: each is compared with the whole answer.
pub(crate) const MOST_QUOTES_BESIDE: usize = 32;

/// No type nests deeper than this.
pub(crate) const DEEPEST_TYPE: usize = 256;

/// There is no more white space than this between the end of reasoning and the answer.
pub(crate) const MOST_SPACE_AFTER_REASONING: usize = 64;

/// No tag, special token or run of brackets before an escaped quote is longer than this, so looking for its end is
/// bounded.
pub(crate) const LONGEST_TAG: usize = 200;

/// Wrappers may be inside wrappers, but not deeper than this.
pub(crate) const DEEPEST_ENVELOPE: usize = 3;

/// No key of a call is longer than this.
pub(crate) const LONGEST_CALL_KEY: usize = 10;

// What is looked at in answers without JSON.

/// No gap to fill is described by more than this many bytes.
pub(crate) const LONGEST_BLANK: usize = 80;

// What is looked at between tool calls.

/// A text with more calls, or lists of calls, that are not closed is searched no further: the work must stay in proportion to the text.
pub(crate) const MOST_OVERRUNS: usize = 16;

/// The marks of no more calls than this are looked at to see whether they are inside a broken call.
pub(crate) const MOST_NESTED: u8 = 4;

/// No header of a turn or call is longer.
pub(crate) const LONGEST_HEADER: usize = 256;

/// The walk over calls never needs so many steps in one place.
pub(crate) const STEPS_IN_PLACE: usize = 64;

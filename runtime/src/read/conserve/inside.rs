//! Whether a repaired string swallowed a key or an element.

use core::ops::Range;

use super::{LONGEST_JOINT, is_unseen, known, knows_other_field};
use crate::bounds::{LONGEST_KEY, RECORDED};
use crate::path::{Frame, Level, head, tail};
use crate::read::ahead::closing_quotes;
use crate::read::cursor::Cursor;
use crate::read::pairing::{Pairing, marks};
use crate::read::quotes;
use crate::read::scan;
use crate::read::steps::step;
use crate::repair::RepairKind;
use crate::spec::Accepts;

/// Whether this text has, in a row, a quotation mark, closing brackets, a comma and another mark, perhaps after an opening bracket; or a
/// closing bracket, a comma, an opening brace and a mark. A mark with a backslash before it does not count.
pub(crate) fn goes_on_behind(text: &str) -> bool {
    step(text.len());
    scan::places::<b','>(text.as_bytes()).any(|comma| {
        let told = text[..comma].trim_end();
        if !told.ends_with(['}', ']']) {
            return false;
        }
        let before = told.trim_end_matches(['}', ']', ' ']);
        let after = text[comma + 1..].trim_start();
        let inner = after.trim_start_matches(['{', '[', ' ', '\n']);
        let ends_string = before
            .strip_suffix(quotes::is_quote)
            .is_some_and(|before| !before.ends_with('\\'));
        inner.starts_with(quotes::is_quote) && (ends_string || after.starts_with('{'))
    })
}

/// Whether a single quote (but no apostrophe) or a backtick in this text has no partner: it may have closed the string.
fn holds_other_end(text: &str) -> bool {
    step(2 * text.len());
    ['\'', '`'].into_iter().any(|quote| {
        let is_apostrophe = |at: usize| {
            text[..at].ends_with(char::is_alphanumeric) && text[at + 1..].starts_with(char::is_alphanumeric)
        };
        let marks = text.match_indices(quote).filter(|&(at, _)| !is_apostrophe(at));
        marks.count() % 2 == 1
    })
}

/// For each kind of quote, the position up to which no quote closes one that opens before it.
#[derive(Debug, Default)]
pub(super) struct Unclosed([(char, usize); KINDS]);

/// How many kinds of quotes are remembered at once.
const KINDS: usize = 8;

/// What is inside a string under repair.
#[derive(Default)]
struct InsideString {
    pairing: Pairing,
    /// How many quotes may be its own.
    quotes: usize,
    /// The last of them.
    last: usize,
    /// The name of a field.
    name: Option<Range<usize>>,
    /// Two values may meet in it.
    is_joint: bool,
}

impl Cursor<'_> {
    /// Checks a string that was read at `content` and that contains quotes or has no closing one. Returns the position of
    /// the quote that really ended it, if what follows that quote is not part of the string.
    ///
    /// Otherwise it records a guess if the quotes leave the end in doubt, and a loss if one of them begins the key of
    /// another field.
    #[cold]
    #[inline(never)]
    pub(crate) fn conserve_string(
        &mut self,
        content: Range<usize>,
        open: char,
        is_lost: bool,
        at: &Frame<'_>,
    ) -> Option<usize> {
        // It is read once more.
        self.sink.charge(content.len() / RECORDED);
        let in_list = matches!(at.place().level, Level::List { .. });
        let mut inside = self.look_inside(content.clone(), open, at);
        if inside.name.is_none() && (inside.quotes > 0 || is_lost) {
            inside.name = self.bare_field(content.clone(), at);
        }
        // This element and the next may be padded with blanks, as the elements around them may be.
        let padded = &self.text[content.clone()];
        inside.is_joint |= in_list && inside.quotes > 1 && padded.starts_with(' ') && padded.ends_with(' ');
        // It goes on to the quote of the next one: `"a" # so,\n "b"`, `"a" # so, "b"`, `"a"·so.""b"`.
        let last = &padded[padded.trim_end().len()..];
        let is_touched = self.text[content.end..].starts_with("\"\"") && self.byte(content.end + 2) != b'"';
        let ends_odd = (in_list && last.contains('\n')) || padded.trim_end().ends_with(',') || is_touched;
        // A sign and a quotation are rather the rest of one element and the next.
        let is_rest = in_list && padded.ends_with('"') && !padded.starts_with(char::is_alphanumeric);
        inside.is_joint |= in_list && inside.quotes == 2 && holds_unit(padded);
        // The string begins its own member again: `"a": "a:""b"`.
        inside.is_joint |= inside.quotes > 0
            && padded.split_once('"').is_some_and(|(before, _)| {
                let name = before.strip_suffix(':').unwrap_or_default();
                !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_')
            });
        // The member is there twice, or the string goes on after its object or the answer's tag: `"a":""a"`, `a”}, 'b`, `a" </answer>`.
        inside.is_joint |= inside.quotes > 0
            && (padded.contains("\":\"\"") || goes_on_behind(padded) || self.holds_end_of_tag(content.clone()));
        // Signs between two marks of any kind separate two elements: `'a»\«b'`.
        inside.is_joint |= in_list && has_joint_of_marks(padded);
        // Nothing but a tag follows its only quote: `"a"<br>"`.
        inside.is_joint |= inside.quotes == 1
            && padded.rsplit_once('"').is_some_and(|(_, after)| {
                let tag = after.trim();
                tag.starts_with('<') && tag.ends_with('>')
            });
        // Its only quote is inside a word: `"a"b"`.
        inside.is_joint |= in_list && inside.quotes == 1 && {
            let (before, after) = padded.split_once('"').unwrap_or_default();
            before.ends_with(char::is_alphanumeric) && after.starts_with(char::is_alphanumeric)
        };
        // It has one quote, and a line break after that: `"a" and\n b"`.
        inside.is_joint |= in_list && inside.quotes == 1 && {
            let (_, after) = padded.split_once('"').unwrap_or_default();
            after.contains('\n')
        };
        // The comma before this element is missing, and it ends with a quotation: `"a" "b "c""`. The last two quotes may be an empty string.
        let before = tail(&self.text[..content.start], LONGEST_KEY).trim_end_matches(quotes::is_quote);
        inside.is_joint |=
            in_list && inside.quotes > 1 && padded.ends_with('"') && !before.trim_end().ends_with([',', '[']);
        // It is opened twice, and a word touches the second quotation, or a comma follows it: `""or"b"`. Or only a sign is quoted: `"".". b"`.
        let opened = padded.strip_prefix('"').and_then(|padded| padded.split_once('"'));
        inside.is_joint |= in_list
            && opened.is_some_and(|(word, after)| {
                let touches = after.starts_with(|c: char| c.is_alphanumeric());
                let is_sign = !word.contains(char::is_alphanumeric);
                (touches && !word.contains(' ')) || is_sign || after.starts_with(',')
            });
        // A quotation at its end, after what separates elements: `"a,, "b""`.
        let quotation = padded.strip_suffix('"').and_then(|padded| padded.rsplit_once('"'));
        inside.is_joint |= in_list
            && quotation
                .is_some_and(|(before, _)| [",,", "],", "},"].iter().any(|ends| before.trim_end().ends_with(ends)));
        inside.is_joint |= inside.quotes > 0 && (ends_odd || (is_rest && inside.quotes > 1));
        let closed = self.closed_earlier(&inside, content.start, is_lost, in_list);
        if closed.is_some() {
            return closed;
        }
        self.doubt_string(inside, content, open, is_lost, at);
        None
    }

    /// What is inside a string: its quotes, and the name of a field.
    fn look_inside(&self, content: Range<usize>, open: char, at: &Frame<'_>) -> InsideString {
        let in_list = matches!(at.place().level, Level::List { .. });
        let in_parts = matches!(
            at.place().level,
            Level::List { .. } | Level::Map { .. } | Level::Rest { .. }
        );
        let mut inside = InsideString::default();
        // There may be lists in lists around it, and a quote at every other byte of it.
        let fields = at.with_fields();
        let mut unclosed = Unclosed::default();
        let mut escaped = false;
        // Whether a typographic mark was met that closes this string.
        let mut is_closed = false;
        let (mut next, mut begun) = (content.start, content.start);
        while next < content.end {
            step(1);
            let pos = next;
            let Some(c) = self.char_at(pos) else { break };
            next += c.len_utf8();
            let was_escaped = escaped;
            escaped = c == '\\' && !was_escaped;
            if c.is_ascii() && !matches!(c, '"' | '\'' | '`') {
                continue;
            }
            // An escaped quote right after a quote opens another string.
            if was_escaped && (c == '"' || marks(open, c)) && inside.quotes > 0 && inside.last + 2 == pos {
                inside.pairing.is_doubtful = true;
            }
            // A quote before an object in escaped quotes opens a string that represents the object.
            if was_escaped
                && c == '"'
                && inside.name.is_none()
                && let Some(fields) = fields
                && self.opens_object(&inside, pos)
            {
                let name = self.names_field(pos, content.end, fields, &mut unclosed);
                inside.name = name.map(|name| name.start..name.end - usize::from(self.byte(name.end - 1) == b'\\'));
            }
            let is_own = c == '"' || marks(open, c);
            // `['a\', 'b']`: the backslash may be the last sign of the element.
            inside.is_joint |= was_escaped && in_list && c == open && self.is_joint(pos, content.end, open);
            if was_escaped || !(is_own || closing_quotes(c).is_some()) {
                continue;
            }
            inside.is_joint = inside.is_joint || ((open != '"' || in_parts) && self.is_joint(pos, content.end, open));
            inside.is_joint = inside.is_joint
                || (is_closed && c == open)
                || (in_list && self.is_after_joint(pos, content.start, is_own, inside.quotes > 0));
            inside.is_joint |= c.is_ascii() && self.begins_itself_again(pos, &content, at);
            is_closed |= !open.is_ascii() && closing_quotes(open).is_some_and(|close| close.contains(&c));
            if !(is_own || matches!(c, '`' | '\'')) {
                // A typographic mark before a name is common in prose, but for a colon after it.
                if inside.name.is_none()
                    && let Some(fields) = fields
                {
                    let name = self.names_field(pos, content.end, fields, &mut unclosed);
                    inside.name = name.filter(|name| self.is_before_colon(name.end));
                }
                continue;
            }
            if is_own {
                inside.is_joint = inside.is_joint
                    || (open != '"' && self.restarts_at(pos, content.start))
                    || (in_list && self.is_before_prefixed(pos, content.end))
                    || (in_list && inside.quotes > 0 && self.is_between_commas(inside.last, pos, &content))
                    || (in_list && c.is_ascii() && self.is_before_joint(pos, content.end))
                    || self.opens_next_object(pos, content.start)
                    || (pos > content.start + 1 && self.text[..pos].ends_with('{'))
                    || (c.is_ascii() && !inside.pairing.is_open && self.is_between_strings(pos, &content, in_list))
                    || self.is_begun_again(begun, pos, content.end);
                begun = next;
                inside.quotes += 1;
                inside.last = pos;
                self.pair(&mut inside.pairing, content.start, pos);
            }
            if inside.name.is_none()
                && let Some(fields) = fields
            {
                inside.name = self.names_field(pos, content.end, fields, &mut unclosed);
            }
        }
        // The straight quote at its end may be another string's.
        inside.is_joint |= is_closed && matches!(self.byte(content.end), b'"' | b'\'');
        inside
    }

    /// Whether the string at `content` ends with a closing tag that is opened before the answer.
    fn holds_end_of_tag(&self, content: Range<usize>) -> bool {
        let text = tail(self.text[content].trim_end(), LONGEST_JOINT);
        let name = text
            .strip_suffix('>')
            .and_then(|text| text.rsplit_once("</"))
            .map(|(_, name)| name);
        step(LONGEST_JOINT);
        name.is_some_and(|name| {
            let opened = head(self.whole(), LONGEST_KEY).trim_start().strip_prefix('<');
            opened.is_some_and(|opened| opened.strip_prefix(name).is_some_and(|rest| rest.starts_with('>')))
        })
    }

    /// Whether a string that has no closing quote ends at `end` without a comma or a closing bracket right after it: something else may
    /// have ended it before.
    fn is_apart(&self, end: usize) -> bool {
        let next = self.after_space(end);
        match self.byte(end) {
            // A line may end without a comma, and a quote may be escaped.
            b'\n' => self.byte(next) == b',',
            b',' | b'}' | b']' | b'\\' => false,
            _ => !matches!(self.byte(next), b'}' | b']' | 0),
        }
    }

    /// Whether the mark at `pos` closes a name, and a colon follows it.
    fn is_before_colon(&self, pos: usize) -> bool {
        let width = self.text[pos..].chars().next().map_or(0, char::len_utf8);
        self.byte(self.after_space(pos + width)) == b':'
    }

    /// Whether nothing but an opening brace, a bracket and white space is between the last quote and the escaped one at `pos`.
    fn opens_object(&self, inside: &InsideString, pos: usize) -> bool {
        let between = inside.last + 1..pos - 1;
        let is_near = inside.quotes > 0 && self.byte(inside.last) == b'"' && between.len() <= LONGEST_JOINT;
        is_near && {
            step(between.len());
            let between = self.text[between].trim_end();
            between.ends_with('{') && between.chars().all(|c| matches!(c, '[' | '{') || c.is_whitespace())
        }
    }

    /// The quote that ended a string which begins at `start`, if it is not the one that seems to.
    fn closed_earlier(&self, inside: &InsideString, start: usize, is_lost: bool, in_list: bool) -> Option<usize> {
        let pairing = &inside.pairing;
        // One quote, and none at the end: that quote ended the string, and what follows it is a remark.
        let only = (is_lost && inside.quotes == 1 && !pairing.is_open && inside.last > start).then_some(inside.last);
        let before_name = |closed: &usize| inside.name.as_ref().is_some_and(|name| *closed < name.start);
        pairing
            .closed_at
            .filter(|&closed| {
                before_name(&closed) || is_lost || (in_list && pairing.is_doubtful && !self.is_before_bar(closed))
            })
            .or_else(|| {
                let is_closed = is_lost && inside.quotes > 1 && !pairing.is_open;
                pairing.inch_at.filter(|inch| is_closed || before_name(inch))
            })
            .or(only)
    }

    /// Whether a bar follows the quote at `pos`: bars between quotations separate alternatives.
    fn is_before_bar(&self, pos: usize) -> bool {
        self.text[pos..].chars().skip(1).find(|c| !c.is_whitespace()) == Some('|')
    }

    /// Records a guess or a loss if what is inside the string leaves its end in doubt.
    fn doubt_string(&mut self, inside: InsideString, content: Range<usize>, open: char, is_lost: bool, at: &Frame<'_>) {
        let (pairing, quotes) = (inside.pairing, inside.quotes);
        let has_bar = pairing.closed_at.is_some_and(|closed| self.is_before_bar(closed));
        // Where several values are possible, a string with two quotations side by side may be two values.
        let is_parted = matches!(
            at.place().level,
            Level::List { .. } | Level::Map { .. } | Level::Rest { .. }
        );
        let has_elements = is_parted || known(at).has(Accepts::ARRAY);
        let is_odd = has_elements && (pairing.odd > 1 || pairing.opens_after_odd);
        let in_code = open == '`' && self.text[content.clone()].contains('"');
        let looks_like_parts = in_code || quotes > 1 && self.looks_like_parts(content.clone(), at);
        // If the closing quote is missing, the string may have ended before anything that is not a word, or with a quote of another
        // kind.
        let text = &self.text[content.clone()];
        let is_ragged = is_lost
            && (is_ragged(text) || ends_in_other_quote(text) || holds_other_end(text) || self.is_apart(content.end));
        if let Some(name) = inside.name {
            let kind = if self.is_elsewhere(&name, &content, at) {
                RepairKind::AmbiguousQuote
            } else {
                RepairKind::ContentLost
            };
            self.repaired(kind, at, name);
        } else if (pairing.is_doubtful && has_elements && !has_bar)
            || (open == '"' && quotes == 2 && is_choice(&self.text[content.clone()]))
        {
            self.repaired(RepairKind::ContentLost, at, content);
        } else if is_ragged
            || inside.is_joint
            || (has_elements && in_code)
            || (quotes > 0 && (pairing.is_open || pairing.is_doubtful || pairing.is_torn || looks_like_parts || is_odd))
        {
            self.repaired(RepairKind::AmbiguousQuote, at, content);
        }
    }

    /// Whether the string is in brackets like an object or list, and such a value is expected here.
    fn looks_like_parts(&self, content: Range<usize>, at: &Frame<'_>) -> bool {
        let accepts = match at.place().level {
            Level::List { accepts, .. } => accepts,
            _ => known(at),
        };
        let content = self.text[content].trim();
        (accepts.has(Accepts::OBJECT) && content.starts_with('{') && content.ends_with('}'))
            || (accepts.has(Accepts::ARRAY) && content.starts_with('[') && content.ends_with(']'))
    }

    /// Whether the quote at `pos` begins the name of a field of an object around this place, with more after the name than
    /// its closing quote.
    pub(super) fn names_field(
        &self,
        pos: usize,
        limit: usize,
        at: &Frame<'_>,
        unclosed: &mut Unclosed,
    ) -> Option<Range<usize>> {
        let first = self.text[pos..].chars().next()?;
        let close = closing_quotes(first)?;
        let inner = pos + first.len_utf8();
        if close == ['"'] && inner < limit && self.byte(inner) == b'"' {
            return None;
        }
        let key = head(&self.text[inner..limit], LONGEST_KEY);
        // If many quotes open and none closes, the same text is not searched again for each of them.
        let (mark, until) = &mut unclosed.0[first as usize % KINDS];
        let known = if *mark == first { until.saturating_sub(inner) } else { 0 };
        let mut letters = key.get(known..)?.char_indices().inspect(|_| step(1));
        let Some((offset, quote)) = letters.find(|&(_, c)| close.contains(&c)) else {
            (*mark, *until) = (first, inner + key.len());
            return None;
        };
        let length = known + offset;
        if length == 0 {
            return None;
        }
        let name = self.text[inner..inner + length]
            .split(['(', '[', '<'])
            .next()
            .unwrap_or_default();
        if !knows_other_field(name.trim_matches(|c: char| !c.is_alphanumeric()), at) {
            return None;
        }
        let behind = self.text[inner + length + quote.len_utf8()..limit].trim_start();
        // A word after the name continues the sentence, unless a colon follows soon.
        let is_key = !behind.starts_with(char::is_alphabetic) || {
            let words = behind.char_indices().take(40).inspect(|_| step(1));
            let mut words = words.skip_while(|&(_, c)| c.is_alphanumeric() || matches!(c, ' ' | '_' | '(' | ')' | '-'));
            words.next().is_some_and(|(_, c)| c == ':')
        };
        is_key.then_some(inner..inner + length)
    }

    /// Where `part` names a field of an object around this place: after a comma, a line break or a bullet, and before a
    /// colon.
    pub(super) fn bare_field(&self, part: Range<usize>, at: &Frame<'_>) -> Option<Range<usize>> {
        let at = at.with_fields()?;
        let text = &self.text[part.clone()];
        step(text.len());
        let mut colons = text.match_indices([':', '=']);
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
        colons.find_map(|(colon, _)| {
            let before = text[..colon].trim_end();
            // A remark may follow the name: `age (int):`.
            let remark = before.strip_suffix(')').map(|before| tail(before, LONGEST_KEY));
            let remark = remark.and_then(|remark| Some(remark.len() - remark.rfind('(')? + 1));
            let before = &before[..before.len() - remark.unwrap_or(0)];
            let is_close = |c: char| matches!(c, ' ' | '*' | '_' | '"' | '\'' | '`' | '\\') || is_unseen(c);
            let before = before.trim_end_matches(is_close);
            let before = ["&quot;", "&#34;"]
                .iter()
                .fold(before, |before, entity| before.strip_suffix(entity).unwrap_or(before));
            let lead = before.trim_end_matches(is_part);
            let name = part.start + lead.len()..part.start + before.len();
            let opens = ["&quot;", "&#34;"]
                .iter()
                .fold(lead, |lead, entity| lead.strip_suffix(entity).unwrap_or(lead));
            let is_open = |c: char| {
                matches!(
                    c,
                    ' ' | '*' | '-' | '•' | '"' | '\'' | '`' | '#' | '/' | '>' | '!' | '\\'
                ) || is_unseen(c)
            };
            let opens = opens.trim_end_matches(is_open);
            let begins = opens.is_empty() || opens.ends_with([',', '\n', ';', '{', '\r']);
            (begins && knows_other_field(&self.text[name.clone()], at)).then_some(name)
        })
    }
}

/// Whether nothing but a few signs is between two quotation marks that touch words on their other sides.
fn has_joint_of_marks(text: &str) -> bool {
    step(text.len());
    let mut ended = None;
    let mut before = ' ';
    let mut marks = text.char_indices().peekable();
    while let Some((at, c)) = marks.next() {
        let next = marks.peek().map_or(' ', |&(_, next)| next);
        if quotes::is_quote(c) && c != '\'' && c != '’' {
            if ended.is_some_and(|ended| at > ended) && next.is_alphanumeric() {
                return true;
            }
            ended = before.is_alphanumeric().then_some(at + c.len_utf8());
        } else if c.is_alphanumeric() || c == ' ' {
            ended = None;
        }
        before = c;
    }
    false
}

/// Whether a word in quotes touches what is around it: `a"px"b`.
fn holds_unit(text: &str) -> bool {
    step(text.len());
    let mut parts = text.split('"');
    let parts = [parts.next(), parts.next(), parts.next()];
    let [Some(first), Some(word), Some(last)] = parts else {
        return false;
    };
    let touches = |c: char| !c.is_whitespace() && !"([{=:.,;".contains(c);
    word.chars().all(char::is_alphanumeric) && first.ends_with(touches) && last.starts_with(touches)
}

/// Whether this string ends in a quote that no quote of its kind before it opens.
fn ends_in_other_quote(text: &str) -> bool {
    let text = text.trim_end();
    let last = text.chars().next_back().filter(|&c| quotes::is_quote(c));
    text.ends_with("''") || last.is_some_and(|quote| !text.trim_end_matches(quote).contains(quote))
}

/// Whether this string is rather two: the same text twice, or with a word or sign between them that says that one of them counts
/// (`a" or "b`). Around words in quotes, the blanks are on the other side.
fn is_choice(text: &str) -> bool {
    let mut parts = text.split('"');
    let parts = [parts.next(), parts.next(), parts.next()];
    let [Some(first), Some(between), Some(last)] = parts else {
        return false;
    };
    step(text.len());
    let word = between.trim();
    let is_twice = first == last && matches!(word, "" | ",");
    !first.is_empty()
        && !first.ends_with(char::is_whitespace)
        && !last.starts_with(char::is_whitespace)
        && (is_twice || CHOICES.iter().any(|choice| word.eq_ignore_ascii_case(choice)))
}

/// What is written between two texts if only one of them counts.
const CHOICES: [&str; 12] = [
    "or",
    "and",
    "vs",
    "??",
    "||",
    "->",
    "=>",
    "→",
    "/",
    ", not",
    "not",
    "instead of",
];

/// Whether a string without a closing quote contains quotes, brackets, a line break, dots, a colon or a sign that begins a comment or
/// an entity: it may have ended before them.
fn is_ragged(text: &str) -> bool {
    step(text.len());
    let is_sign =
        |c: char| "\"\n()[]{}<>【】|`#%&:;=…".contains(c) || (!c.is_ascii() && quotes::is_quote(c) && c != '’');
    text.contains(is_sign) || ["//", "/*", "--", "..."].iter().any(|sign| text.contains(sign))
}

#[cfg(test)]
mod tests {
    use crate::path::{Frame, Level};
    use crate::read::cursor::Cursor;
    use crate::read::steps::steps_of;
    use crate::record::Sink;
    use crate::repair::Severity;
    use crate::spec::Accepts;

    /// However deep the lists around a string are, a quote in it costs the same.
    #[test]
    fn the_levels_around_a_string_are_looked_at_once() {
        fn at_depth(depth: usize, above: &Frame<'_>, read: &mut dyn FnMut(&Frame<'_>)) {
            let level = Level::List {
                accepts: Accepts::ANY,
                index: 0,
            };
            let frame = Frame::below(above, level);
            match depth.checked_sub(1) {
                Some(depth) => at_depth(depth, &frame, read),
                None => read(&frame),
            }
        }
        let text = "\"a\"".repeat(1_000);
        let steps = |depth| {
            let mut cursor = Cursor::new(&text, 0, Sink::new(Some(Severity::Invented), 1_000));
            let mut steps = 0;
            at_depth(depth, &Frame::root(), &mut |at| {
                let content = 1..text.len() - 1;
                steps = steps_of(|| {
                    cursor.conserve_string(content.clone(), '"', false, at);
                });
            });
            steps
        };
        let (shallow, deep) = (steps(1), steps(120));
        assert!(deep < shallow + 1_000, "{shallow} steps, then {deep}");
    }
}

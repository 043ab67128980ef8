//! LaTeX and paths in a string, whose backslashes are followed by the letters of escapes.

use super::hex;
use crate::bounds::{LONGEST_COMMAND, LONGEST_PATH};
use crate::read::steps::step;

/// What is known of how the writer of a string treats backslashes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Habit {
    /// The field declares that it holds LaTeX.
    Declared,
    /// Every backslash of the string may begin an escape of JSON.
    Escapes,
    /// The string has invalid escapes, so its writer does not escape backslashes.
    Raw,
    /// The same, and some of them may be LaTeX.
    Latex,
    /// The same, and the whole string is a path: `C:\Users\name`, `..\test\src`.
    Path,
    /// The string has invalid escapes and escaped backslashes.
    Mixed,
}

/// What becomes of a backslash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Backslash {
    /// It begins an escape.
    Escapes,
    /// It is kept as text.
    Kept,
    /// It is kept, but may begin a line break or tab and then a word.
    Doubtful,
}

impl Backslash {
    fn of(is_kept: bool) -> Self {
        if is_kept { Self::Kept } else { Self::Escapes }
    }
}

/// What the backslash at `index` of `content` is: it is kept where it does not begin an escape, but a LaTeX command or a name in a path. The escapes of a string are asked about in their order.
pub(super) fn backslash_at(
    content: &str,
    index: usize,
    habit: &mut Option<Habit>,
    formulas: &mut Formulas,
) -> Backslash {
    let rest = &content.as_bytes()[index + 1..];
    let (Some(letter @ (b'b' | b'f' | b'n' | b'r' | b't' | b'u' | b'x' | b'\\')), next) = (rest.first(), rest.get(1))
    else {
        return Backslash::Escapes;
    };
    let habit = habit.get_or_insert_with(|| habit_of(content));
    if *letter == b'x' {
        return match habit {
            Habit::Path => Backslash::Kept,
            // In a regular expression, it is an escape of its own.
            Habit::Raw if rest.get(1..3).and_then(hex).is_some() => Backslash::Doubtful,
            _ => Backslash::Escapes,
        };
    }
    // Hardly anybody writes a backspace or a form feed, but regular expressions have word boundaries.
    if matches!(letter, b'b' | b'f') && !matches!(habit, Habit::Escapes | Habit::Declared) {
        return Backslash::Kept;
    }
    // Where backslashes are not escaped, two of them end a row.
    if *letter == b'\\' && *habit == Habit::Latex && next.is_none_or(u8::is_ascii_whitespace) {
        return Backslash::Kept;
    }
    let Some(next) = next.filter(|next| next.is_ascii_alphabetic()) else {
        return Backslash::Escapes;
    };
    let is_kept = match habit {
        Habit::Escapes => false,
        // Line breaks before a word are common, so only known commands count.
        Habit::Declared if *letter == b'n' => is_command(rest),
        Habit::Declared => !matches!(letter, b'u' | b'\\') && next.is_ascii_lowercase(),
        // The name of a server follows two backslashes.
        Habit::Path => *letter != b'u' && (*letter != b'\\' || index == 0),
        _ if *letter == b'\\' => false,
        Habit::Raw => matches!(letter, b'r' | b't') && follows_drive(content, index),
        Habit::Latex | Habit::Mixed if is_command(rest) => return formulas.keep(content, index),
        Habit::Latex => matches!(letter, b'r' | b't') && follows_drive(content, index),
        Habit::Mixed => false,
    };
    Backslash::of(is_kept)
}

/// The formulas of a string, up to a place in it.
#[derive(Debug, Default)]
pub(super) struct Formulas {
    /// How far the string was looked at.
    end: usize,
    /// Whether a formula of this kind is open there: `\(`, `\[`, `$`.
    open: [bool; 3],
    /// Whether the string has formulas at all.
    are_there: Option<bool>,
}

impl Formulas {
    /// Whether the command at `index` is kept, and is no line break or tab before a word or a one-letter item (`\ne.g.`, `\ni) first`).
    /// In a formula, or after a space, it is kept. Elsewhere it is not, if the string has formulas; if it has none, that is in doubt.
    fn keep(&mut self, content: &str, index: usize) -> Backslash {
        const DOUBTFUL: [&str; 5] = ["ne", "ni", "nu", "tan", "to"];
        let (before, rest) = (&content[..index], &content[index + 1..]);
        let after = rest.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        if !DOUBTFUL.contains(&&rest[..rest.len() - after.len()]) {
            return Backslash::Kept;
        }
        let is_item = after.starts_with(['.', ')']);
        let is_apart = before.is_empty() || before.ends_with([' ', '{', '(']);
        if self.is_open_at(content.as_bytes(), index) || (!is_item && is_apart) {
            return Backslash::Kept;
        }
        let are_there = self.are_there.get_or_insert_with(|| {
            step(content.len());
            ["\\(", "\\[", "$"].iter().any(|sign| content.contains(sign))
        });
        if *are_there || is_item {
            Backslash::Escapes
        } else {
            Backslash::Doubtful
        }
    }

    /// Goes on to `index`, and says whether a formula is open there.
    fn is_open_at(&mut self, bytes: &[u8], index: usize) -> bool {
        step(index.saturating_sub(self.end));
        while self.end < index {
            let [round, square, dollar] = &mut self.open;
            let is_escape = bytes[self.end] == b'\\';
            match (is_escape, bytes.get(self.end + usize::from(is_escape))) {
                (true, Some(b'(')) => *round = true,
                (true, Some(b')')) => *round = false,
                (true, Some(b'[')) => *square = true,
                (true, Some(b']')) => *square = false,
                (false, Some(b'$')) => *dollar = !*dollar,
                _ => {}
            }
            self.end += 1 + usize::from(is_escape);
        }
        self.open.contains(&true)
    }
}

fn habit_of(content: &str) -> Habit {
    let bytes = content.as_bytes();
    step(bytes.len());
    let (mut is_raw, mut is_latex, mut escapes, mut has_names) = (false, false, false, false);
    let mut index = 0;
    while let Some(offset) = bytes[index..].iter().position(|&byte| byte == b'\\') {
        let rest = &bytes[index + offset + 1..];
        match rest.first() {
            // Two of them begin the path of a server.
            Some(b'\\') => {
                escapes |= index + offset > 0
                    && rest
                        .get(1..3)
                        .is_some_and(|name| name.iter().all(u8::is_ascii_alphabetic));
            }
            Some(b'u') if is_command(rest) => (is_raw, is_latex) = (true, true),
            // `\users` is no broken escape.
            Some(b'u')
                if rest
                    .get(1)
                    .is_some_and(|next| next.is_ascii_alphabetic() && !next.is_ascii_hexdigit()) =>
            {
                (is_raw, has_names) = (true, true);
            }
            Some(b'x') if rest.get(1).is_none_or(|next| !next.is_ascii_hexdigit()) => {
                (is_raw, has_names) = (true, true);
            }
            Some(b'u' | b'"' | b'\'' | b'`' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' | b'x') | None => {}
            Some(byte) => {
                is_raw |= byte.is_ascii_graphic();
                // Regular expressions have escapes of one letter, such as `\d`, and of other signs.
                let is_word = byte.is_ascii_alphabetic() && rest.get(1).is_some_and(u8::is_ascii_alphabetic);
                has_names |= is_word;
                is_latex |= is_word
                    || matches!(
                        byte,
                        b'(' | b')' | b'[' | b']' | b'{' | b'}' | b',' | b';' | b'!' | b'&' | b'%' | b'_' | b'#'
                    );
            }
        }
        index = (index + offset + 2).min(bytes.len());
    }
    match (is_raw, escapes) {
        // No control character follows a drive.
        (false, false) if begins_with_drive(bytes) && is_path(bytes, has_names) => Habit::Path,
        (false, _) => Habit::Escapes,
        (true, false) if is_path(bytes, has_names) => Habit::Path,
        (true, false) if is_latex => Habit::Latex,
        (true, false) => Habit::Raw,
        (true, true) => Habit::Mixed,
    }
}

/// Whether a string begins with a drive, as in `C:\Users`.
pub(in crate::read) fn begins_with_drive(bytes: &[u8]) -> bool {
    matches!(bytes, [drive, b':', b'\\', ..] if drive.is_ascii_alphabetic())
}

/// Whether the whole string is a path. A path begins with a drive, or consists only of names and separators. In the second case,
/// at least one name must follow a backslash that does not begin an escape. A string with white space may contain more than a path.
fn is_path(bytes: &[u8], has_names: bool) -> bool {
    let is_in_path = |byte: &u8| byte.is_ascii_alphanumeric() || *byte >= 0x80 || b"\\/._-~$%@".contains(byte);
    if begins_with_drive(bytes) {
        !bytes.iter().any(u8::is_ascii_whitespace)
    } else {
        has_names && bytes.iter().all(is_in_path)
    }
}

/// Whether the escape at `index` is a control-character escape between two words.
pub(super) fn is_between_words(bytes: &[u8], index: usize) -> bool {
    let before = index.checked_sub(1).and_then(|at| bytes.get(at));
    let is_escape = index >= 2 && bytes[index - 2] == b'\\';
    !is_escape
        && before.is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b':' | b'.' | b'_' | b'-' | b'%'))
        && matches!(bytes.get(index + 1), Some(b'b' | b'f' | b'n' | b'r' | b't'))
        && bytes.get(index + 2).is_some_and(u8::is_ascii_alphabetic)
}

/// Whether a string has an invalid escape that is the beginning of a name in a path: after a drive or a dot, or with a capital letter
/// that begins none of LaTeX's commands.
pub(super) fn has_path(content: &str) -> bool {
    const CAPITALS: [&str; 16] = [
        "Big", "Delta", "Gamma", "Huge", "Im", "LARGE", "Lambda", "Large", "Left", "Omega", "Ph", "Pi", "Psi", "Right",
        "Sigma", "Theta",
    ];
    step(content.len());
    // The names of a server and a share: `\\server\share`.
    let is_shared = |(at, _): (usize, &str)| {
        let name = content[at + 2..].trim_start_matches(|c: char| c.is_alphanumeric() || c == '-');
        name.len() < content.len() - at - 2
            && name
                .strip_prefix('\\')
                .is_some_and(|name| name.starts_with(char::is_alphabetic))
    };
    if content.match_indices("\\\\").any(is_shared) {
        return true;
    }
    content.match_indices('\\').any(|(at, _)| {
        let name = &content[at + 1..];
        let letters = name.bytes().take_while(u8::is_ascii_alphabetic).count();
        let is_escape = name.starts_with(['b', 'f', 'n', 'r', 't', 'u']);
        let is_command = || CAPITALS.iter().any(|command| name.starts_with(command));
        letters >= 2
            && !is_escape
            && (content[..at].ends_with([':', '.'])
                || name.starts_with(|c: char| c.is_ascii_uppercase()) && !is_command())
    })
}

/// Whether a string has a backslash that begins no escape of JSON: one of a Unicode character that is none, or before another letter or
/// digit. An apostrophe or a backtick is escaped by habit.
pub(super) fn is_raw(content: &str) -> bool {
    step(content.len());
    let mut parts = content.split('\\').skip(1);
    while let Some(part) = parts.next() {
        match part.as_bytes() {
            // Two of them are one.
            [] => drop(parts.next()),
            [b'"' | b'\'' | b'`' | b'/' | b'b' | b'f' | b'n' | b'r' | b't', ..] | [b'u', b'{', ..] => {}
            [b'u', digits @ ..] if digits.get(..4).and_then(hex).is_some() => {}
            [byte, ..] if byte.is_ascii_alphanumeric() => return true,
            // A name may begin with a point.
            [b'.', byte, ..] if byte.is_ascii_alphabetic() => return true,
            // Signs are escaped in Markdown.
            _ => {}
        }
    }
    false
}

/// Whether the text before `index` is a path that begins with a drive, such as `C:\Program Files`. After `X:`, an escape of JSON is
/// none of a path: the line may end there.
fn follows_drive(content: &str, index: usize) -> bool {
    let before = &content.as_bytes()[index.saturating_sub(LONGEST_PATH)..index];
    step(before.len());
    let ends = |byte: &u8| matches!(byte, b'"' | b'\'' | b'`' | b',' | b';' | b'<' | b'>' | b'|' | b'\n');
    let path = before.iter().rposition(ends).map_or(before, |end| &before[end + 1..]);
    path.windows(4).any(|start| match start {
        [drive, b':', b'\\', first] => {
            drive.is_ascii_uppercase() && first.is_ascii_alphabetic() && !b"bfnrtu".contains(first)
        }
        _ => false,
    })
}

/// Whether what begins at the backslash at `index` may be a command of LaTeX, although it is an escape of JSON, too: a name that is more
/// than an escape and one letter.
pub(crate) fn may_be_command(content: &[u8], index: usize) -> bool {
    const SHORT: [&[u8]; 4] = [b"ne", b"ni", b"nu", b"to"];
    let rest = &content[index + 1..];
    let is_short = |name: &[u8]| rest.starts_with(name) && !rest.get(2).is_some_and(u8::is_ascii_alphabetic);
    rest.first().is_some_and(|letter| b"bfnrt".contains(letter)) && is_command(rest) && !SHORT.into_iter().any(is_short)
}

/// Whether `rest` begins with the name of a known LaTeX command, as a whole word.
fn is_command(rest: &[u8]) -> bool {
    let length = rest
        .iter()
        .take_while(|byte| byte.is_ascii_alphabetic())
        .take(LONGEST_COMMAND + 1)
        .count();
    if length < 2 {
        // No command is that short.
        return false;
    }
    if !may_begin_command(rest[0], rest[1]) {
        return false;
    }
    let name = core::str::from_utf8(&rest[..length]).unwrap_or_default();
    COMMANDS.binary_search(&name).is_ok()
}

/// Whether a command may begin with these letters. Most words after a line break that was escaped begin otherwise.
fn may_begin_command(first: u8, second: u8) -> bool {
    SECOND_LETTERS[usize::from(first & 31)] & (1 << (second & 31)) != 0
}

/// The second letters of the commands, a bit for each, by their first letters.
const SECOND_LETTERS: [u32; 32] = {
    let mut letters = [0; 32];
    let mut i = 0;
    while i < COMMANDS.len() {
        let name = COMMANDS[i].as_bytes();
        letters[(name[0] & 31) as usize] |= 1 << (name[1] & 31);
        i += 1;
    }
    letters
};

/// The LaTeX commands whose first letter is that of an escape of JSON, in order.
const COMMANDS: [&str; 157] = [
    "backslash",
    "bar",
    "barwedge",
    "because",
    "begin",
    "beta",
    "beth",
    "between",
    "bf",
    "big",
    "bigcap",
    "bigcup",
    "bigg",
    "bigl",
    "bigodot",
    "bigoplus",
    "bigotimes",
    "bigr",
    "bigsqcup",
    "bigtriangleup",
    "biguplus",
    "bigvee",
    "bigwedge",
    "binom",
    "blacksquare",
    "bm",
    "bmod",
    "boldsymbol",
    "bot",
    "bowtie",
    "boxed",
    "boxplus",
    "boxtimes",
    "brace",
    "brack",
    "breve",
    "bullet",
    "bumpeq",
    "fbox",
    "flat",
    "footnote",
    "footnotesize",
    "forall",
    "frac",
    "frown",
    "nLeftarrow",
    "nRightarrow",
    "nVDash",
    "nabla",
    "natural",
    "ncong",
    "ne",
    "nearrow",
    "neg",
    "neq",
    "newcommand",
    "newenvironment",
    "newline",
    "newpage",
    "newtheorem",
    "nexists",
    "ngeq",
    "ngtr",
    "ni",
    "nicefrac",
    "nleftarrow",
    "nleftrightarrow",
    "nleq",
    "nless",
    "nmid",
    "nobreak",
    "nocite",
    "noindent",
    "nolimits",
    "nolinebreak",
    "nonumber",
    "nopagebreak",
    "normalfont",
    "normalsize",
    "not",
    "notag",
    "notin",
    "nparallel",
    "nprec",
    "npreceq",
    "nrightarrow",
    "nshortmid",
    "nsim",
    "nsubset",
    "nsubseteq",
    "nsucc",
    "nsucceq",
    "nsupset",
    "nsupseteq",
    "nu",
    "numberwithin",
    "nvDash",
    "nvdash",
    "nwarrow",
    "rVert",
    "raggedright",
    "rangle",
    "rbrace",
    "rbrack",
    "rceil",
    "ref",
    "renewcommand",
    "rfloor",
    "rho",
    "right",
    "rightarrow",
    "rightharpoonup",
    "rightleftharpoons",
    "rm",
    "rtimes",
    "rvert",
    "tag",
    "tan",
    "tanh",
    "tau",
    "tbinom",
    "text",
    "textbf",
    "textit",
    "textrm",
    "textsc",
    "textsf",
    "texttt",
    "textwidth",
    "tfrac",
    "therefore",
    "theta",
    "thickapprox",
    "thinspace",
    "tilde",
    "times",
    "tiny",
    "to",
    "top",
    "triangle",
    "triangleleft",
    "triangleq",
    "triangleright",
    "twoheadrightarrow",
    "underbrace",
    "underline",
    "underset",
    "unlhd",
    "unrhd",
    "uparrow",
    "updownarrow",
    "upharpoonright",
    "uplus",
    "uppercase",
    "upsilon",
    "url",
    "usepackage",
];

#[cfg(test)]
mod tests {
    use super::{COMMANDS, LONGEST_COMMAND};

    #[test]
    fn the_commands_of_latex_are_in_order() {
        assert!(COMMANDS.is_sorted());
        let longest = COMMANDS.iter().map(|name| name.len()).max();
        assert_eq!(longest, Some(LONGEST_COMMAND));
        let begins = |name: &&str| name.starts_with(['b', 'f', 'n', 'r', 't', 'u']);
        assert!(COMMANDS.iter().all(begins));
    }
}

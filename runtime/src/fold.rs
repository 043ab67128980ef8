//! Names as models vary them: in another case, with other separators, without accents, off by one edit.
use alloc::string::String;
use core::char::ToLowercase;
use core::iter::{Chain, FlatMap, Once};
use core::option;
use core::str::Chars;

/// The characters of a name that tell it from others: lower case, without separators, accents and invisible marks.
pub(crate) fn folded(name: &str) -> Folded<'_> {
    Folded {
        rest: name.chars(),
        letters: None,
    }
}

/// The characters of a folded name.
#[derive(Debug, Clone)]
pub(crate) struct Folded<'n> {
    rest: Chars<'n>,
    /// What is left of a letter that is not of ASCII.
    letters: Option<FoldedLetters>,
}

type FoldedLetters = FlatMap<ToLowercase, BaseLetters, fn(char) -> BaseLetters>;

impl Iterator for Folded<'_> {
    type Item = char;

    fn next(&mut self) -> Option<char> {
        loop {
            if let Some(letter) = self.letters.as_mut().and_then(Iterator::next) {
                return Some(letter);
            }
            let c = self.rest.next()?;
            if c.is_ascii_alphanumeric() || (c.is_ascii() && !is_separator(c)) {
                return Some(c.to_ascii_lowercase());
            }
            if is_caseless(c) && !is_separator(c) {
                return Some(c);
            }
            if !is_separator(c) {
                self.letters = Some(c.to_lowercase().flat_map(without_accent));
            }
        }
    }
}

/// Whether this is one of the many characters that have no other case and no accent: punctuation, and the letters of East Asia.
fn is_caseless(c: char) -> bool {
    matches!(c, '\u{2000}'..='\u{206f}' | '\u{3000}'..='\u{9fff}')
}

fn is_separator(c: char) -> bool {
    matches!(
        c,
        '_' | '-' | ' ' | '\t' | '\n' | '\r' | '.' | '/' | ':' | '\u{300}'..='\u{36f}'
    ) || is_unusual_space(c)
}

/// What is before the first and after the last letter or digit of a name, underscores aside: a name that folds to another one may
/// still differ in such signs, as `A-` and `A`.
pub(crate) fn signs(name: &str) -> [&str; 2] {
    let name = name.trim_matches('_');
    let is_sign = |c: char| !c.is_alphanumeric() && !is_separator(c) || matches!(c, '-' | '.' | '/' | ':');
    let inner = name.trim_start_matches(is_sign);
    let start = &name[..name.len() - inner.len()];
    [start, &inner[inner.trim_end_matches(is_sign).len()..]]
}

/// Whether two names meet after folding.
pub(crate) fn folds_to(name: &str, other: &str) -> bool {
    // Names that differ in their first character are by far the most, and one of ASCII folds to itself.
    let is_plain = |byte: u8| byte.is_ascii_graphic() && !is_separator(byte.into());
    let (first, second) = (name.as_bytes().first(), other.as_bytes().first());
    if let (Some(&first), Some(&second)) = (first, second)
        && is_plain(first)
        && is_plain(second)
        && !first.eq_ignore_ascii_case(&second)
    {
        return false;
    }
    if name.is_ascii() && other.is_ascii() {
        // The same without decoding characters: names are compared with every word of broken texts.
        return folded_ascii(name).eq(folded_ascii(other));
    }
    folded(name).eq(folded(other))
}

/// The folded name as a text, for comparing it with several others.
pub(crate) fn to_folded(name: &str) -> String {
    let mut letters = String::with_capacity(name.len());
    letters.extend(folded(name));
    letters
}

/// Whether a name folds to this text, which is folded.
pub(crate) fn folds_to_folded(name: &str, text: &str) -> bool {
    if name.is_ascii() {
        text.is_ascii() && folded_ascii(name).eq(text.bytes())
    } else {
        folded(name).eq(text.chars())
    }
}

/// A bit for the letter or digit of ASCII that a key begins with; `None` if it begins with something else.
pub(crate) fn first_letter(key: &str) -> Option<u64> {
    let first = key.bytes().next().filter(u8::is_ascii_alphanumeric)?;
    char::from(first).to_digit(36).map(|letter| 1 << letter)
}

/// The bit of the keys that may fold to this name, if they begin with a letter or digit of ASCII.
pub(crate) fn first_letter_folded(name: &str) -> u64 {
    let letter = folded(name).next().and_then(|first| first.to_digit(36));
    letter.map_or(0, |letter| 1 << letter)
}

/// Whether a name that ends with this byte may fold to `other`. The byte is a letter, a digit or a part of one.
pub(crate) fn may_end(other: &str, last: u8) -> bool {
    let own = other.as_bytes().last();
    own.is_some_and(|own| last >= 0x80 || !own.is_ascii_alphanumeric() || own.eq_ignore_ascii_case(&last))
}

fn folded_ascii(name: &str) -> impl Iterator<Item = u8> {
    let letters = name.bytes().filter(|&byte| !is_separator(byte.into()));
    letters.map(|byte| byte.to_ascii_lowercase())
}

/// Whether two names differ in nothing but the case of ASCII letters.
#[inline(always)]
pub(crate) fn is_same_but_case(name: &str, other: &str) -> bool {
    let (name, other) = (name.as_bytes(), other.as_bytes());
    if name.len() != other.len() {
        return false;
    }
    // What the last bytes share with those before is looked at twice.
    if let (Some(last), Some(other_last)) = (name.last_chunk(), other.last_chunk()) {
        let is_same = |(one, other): (&_, &_)| is_word_but_case(u64::from_le_bytes(*one), u64::from_le_bytes(*other));
        return is_same((last, other_last)) && name.as_chunks().0.iter().zip(other.as_chunks().0).all(is_same);
    }
    let ends = |bytes: &[u8]| {
        let (&first, &last) = (bytes.first_chunk::<4>()?, bytes.last_chunk::<4>()?);
        Some(u64::from(u32::from_le_bytes(first)) << 32 | u64::from(u32::from_le_bytes(last)))
    };
    match (ends(name), ends(other)) {
        (Some(one), Some(other)) => is_word_but_case(one, other),
        _ => name.eq_ignore_ascii_case(other),
    }
}

/// As [`is_same_but_case`], for eight bytes at once.
#[inline]
fn is_word_but_case(one: u64, other: u64) -> bool {
    const EACH: u64 = u64::MAX / 0xff;
    const CASE: u64 = EACH * (b'a' ^ b'A') as u64;
    const HIGH: u64 = EACH * 0x80;
    let differs = one ^ other;
    // The high bit of a byte is set where the byte is at least `a`, or behind `z`: no sum reaches the next byte.
    let lower = (one | CASE) & !HIGH;
    let from_a = lower + EACH * u64::from(0x80 - b'a');
    let behind_z = lower + EACH * u64::from(0x7f - b'z');
    let letters = from_a & !behind_z & !one & HIGH;
    differs & !CASE == 0 && (differs << 2) & !letters == 0
}

type BaseLetters = Chain<Once<char>, option::IntoIter<char>>;

/// The base letters of a lower-case Latin letter with an accent, or of a wide form.
fn without_accent(c: char) -> BaseLetters {
    let (first, second) = match c {
        'à'..='å' | 'ā' | 'ă' | 'ą' | 'ǎ' => ('a', None),
        'æ' => ('a', Some('e')),
        'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => ('c', None),
        'ď' | 'đ' | 'ð' => ('d', None),
        'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' => ('e', None),
        'ĝ' | 'ğ' | 'ġ' | 'ģ' => ('g', None),
        'ĥ' | 'ħ' => ('h', None),
        'ì'..='ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' => ('i', None),
        'ĵ' => ('j', None),
        'ķ' => ('k', None),
        'ĺ' | 'ļ' | 'ľ' | 'ŀ' | 'ł' => ('l', None),
        'ñ' | 'ń' | 'ņ' | 'ň' => ('n', None),
        'ò'..='ö' | 'ø' | 'ō' | 'ŏ' | 'ő' => ('o', None),
        'œ' => ('o', Some('e')),
        'ŕ' | 'ŗ' | 'ř' => ('r', None),
        'ś' | 'ŝ' | 'ş' | 'š' | 'ș' => ('s', None),
        'ß' => ('s', Some('s')),
        'ţ' | 'ť' | 'ŧ' | 'ț' => ('t', None),
        'ù'..='ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' => ('u', None),
        'ŵ' => ('w', None),
        'ý' | 'ÿ' | 'ŷ' => ('y', None),
        'ź' | 'ż' | 'ž' => ('z', None),
        // The wide forms of ASCII, as in `ｎａｍｅ`.
        '！'..='～' => (char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c), None),
        other => (other, None),
    };
    core::iter::once(first).chain(second)
}

/// Whether one letter added, left out, changed or swapped with its neighbour makes one folded name the other. A digit is no letter:
/// `line 2` is another line than `line`.
pub(crate) fn is_one_edit(name: &str, other: &str) -> bool {
    let (mut name, mut other) = (folded(name), folded(other));
    // What is after the first letter that differs is compared without it, on either side or both.
    loop {
        let with_it = (name.clone(), other.clone());
        match (name.next(), other.next()) {
            (None, None) => return false,
            (Some(one), Some(another)) if one == another => {}
            (one, another) => {
                if one.is_some_and(char::is_numeric) || another.is_some_and(char::is_numeric) {
                    return false;
                }
                let is_added = one.is_some() && name.clone().eq(with_it.1);
                let is_left_out = another.is_some() && with_it.0.eq(other.clone());
                let is_changed = one.is_some() && another.is_some() && name.clone().eq(other.clone());
                let is_swapped = || one.is_some() && (one, another) == (other.next(), name.next()) && name.eq(other);
                return is_added || is_left_out || is_changed || is_swapped();
            }
        }
    }
}

/// Whether `other` is a misspelling of this name: one edit away from it, where the name is long enough for that to mean
/// something.
pub(crate) fn is_near(name: &str, other: &str) -> bool {
    // One edit leaves the first letter or the last one of so long a name.
    let differ = |one: Option<&u8>, other: Option<&u8>| match (one, other) {
        (Some(one), Some(other)) => {
            one.is_ascii_alphanumeric() && other.is_ascii_alphanumeric() && !one.eq_ignore_ascii_case(other)
        }
        _ => false,
    };
    let (one, another) = (name.as_bytes(), other.as_bytes());
    let is_other = differ(one.first(), another.first()) && differ(one.last(), another.last());
    !is_other && is_one_edit(name, other) && folded(name).nth(4).is_some()
}

/// Spaces that are not JSON's, marks without width, and the byte order mark.
pub(crate) fn is_unusual_space(c: char) -> bool {
    matches!(
        c,
        '\u{a0}' | '\u{ad}' | '\u{1680}' | '\u{2000}'
            ..='\u{200f}'
                | '\u{2028}'
                | '\u{2029}'
                | '\u{202f}'
                | '\u{205f}'
                | '\u{2060}'
                | '\u{3000}'
                | '\u{feff}'
                | '\u{b}'
                | '\u{c}'
                | '\u{85}'
    )
}

/// How a key is written: a bit each for upper case, the separators, other characters, and marks around it.
#[cfg(feature = "serde")]
pub(crate) fn style(key: &str) -> u8 {
    let of = |c: char| match c {
        '_' => 2,
        '-' => 4,
        ' ' => 8,
        c if c.is_uppercase() => 1,
        c if c.is_alphanumeric() => 0,
        _ => 16,
    };
    let has_edge = key.starts_with(['_', '-', ' ']) || key.ends_with(['_', '-', ' ']);
    key.chars().fold(u8::from(has_edge) << 5, |style, c| style | of(c))
}

#[cfg(test)]
mod tests {
    use super::{
        folded, folds_to, folds_to_folded, is_caseless, is_one_edit, is_same_but_case, to_folded, without_accent,
    };

    #[test]
    fn case_separators_and_accents_fold() {
        for (a, b) in [
            ("zipCode", "Zip Code"),
            ("zip_code", "zip-code"),
            ("café", "CAFE"),
            ("straße", "STRASSE"),
        ] {
            assert!(folds_to(a, b), "{a} {b}");
        }
        assert!(!folds_to("spam", "notSpam"));
    }

    #[test]
    fn names_are_compared_with_a_folded_one_as_with_each_other() {
        let names = [
            "",
            "zipCode",
            "Zip Code",
            "zip_code",
            "café",
            "CAFE",
            "ＣＡＦＥ",
            "straße",
            "STRASSE",
            "“zip code",
            "名前",
            "名 前",
        ];
        for name in names {
            for other in names {
                assert_eq!(
                    folds_to_folded(name, &to_folded(other)),
                    folds_to(name, other),
                    "{name} {other}"
                );
            }
        }
    }

    #[test]
    fn what_has_no_case_folds_to_itself() {
        for c in ('\0'..=char::MAX).filter(|&c| is_caseless(c)) {
            assert!(c.to_lowercase().eq([c]) && without_accent(c).eq([c]), "{c}");
        }
        assert!(folded("“Ä 名—x").eq("“a名—x".chars()));
    }

    /// Every two characters of a few at every place of names of every length up to a few words.
    #[test]
    fn names_are_compared_by_words_as_by_bytes() {
        let characters: Vec<char> = (0..=0xff).map(char::from).chain(['ſ', 'K', 'İ']).collect();
        for length in 0..20 {
            for place in 0..=length {
                let name = |c: char| -> String {
                    ("Name_of_somethinG z"[..place].chars())
                        .chain([c])
                        .chain("aB{[@`Zz~_-".chars().cycle().take(length - place))
                        .collect()
                };
                for &one in &characters {
                    let near = [one, one.to_ascii_lowercase(), one.to_ascii_uppercase()];
                    let flipped = u8::try_from(one).map(|byte| char::from(byte ^ 0x20));
                    for other in near.into_iter().chain(flipped).chain(['k', 'S', '\u{ff}']) {
                        let (one, other) = (name(one), name(other).to_ascii_uppercase());
                        let expected = one.eq_ignore_ascii_case(&other);
                        assert_eq!(is_same_but_case(&one, &other), expected, "{one:?} {other:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn one_edit_is_one_letter() {
        for (a, b) in [
            ("severity", "severty"),
            ("severity", "sevreity"),
            ("severity", "severitys"),
            ("title", "titlo"),
        ] {
            assert!(is_one_edit(a, b) && is_one_edit(b, a), "{a} {b}");
        }
        for (a, b) in [("severity", "severity"), ("severity", "svrity"), ("title", "tiles")] {
            assert!(!is_one_edit(a, b), "{a} {b}");
        }
    }
}

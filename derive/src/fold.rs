//! The folding under which the names of a type must still differ.
//!
//! The engine matches keys and names in the same way when they do not match exactly; what it folds must be folded here,
//! or two names could meet in an answer that did not meet in the type.

/// A name in lower case, without separators and accents.
pub(crate) fn fold(name: &str) -> String {
    let letters = name.chars().filter(|&c| !is_separator(c)).flat_map(char::to_lowercase);
    letters.fold(String::new(), |mut folded, letter| {
        match ACCENTED.iter().find(|(accented, _)| accented.contains(letter)) {
            Some((_, base)) => folded.push_str(base),
            None => folded.push(letter),
        }
        folded
    })
}

fn is_separator(c: char) -> bool {
    c.is_whitespace()
        || matches!(c, '_' | '-' | '.' | '/' | ':' | '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}')
}

/// Latin letters with accents, by what is left of them without.
const ACCENTED: [(&str, &str); 22] = [
    ("àáâãäåāăąǎ", "a"),
    ("æ", "ae"),
    ("çćĉċč", "c"),
    ("ďđð", "d"),
    ("èéêëēĕėęě", "e"),
    ("ĝğġģ", "g"),
    ("ĥħ", "h"),
    ("ìíîïĩīĭįı", "i"),
    ("ĵ", "j"),
    ("ķ", "k"),
    ("ĺļľŀł", "l"),
    ("ñńņň", "n"),
    ("òóôõöøōŏő", "o"),
    ("œ", "oe"),
    ("ŕŗř", "r"),
    ("śŝşšș", "s"),
    ("ß", "ss"),
    ("ţťŧț", "t"),
    ("ùúûüũūŭůűų", "u"),
    ("ŵ", "w"),
    ("ýÿŷ", "y"),
    ("źżž", "z"),
];

#[cfg(test)]
mod tests {
    use super::fold;

    #[test]
    fn case_separators_and_accents_are_dropped() {
        for (a, b) in [
            ("Zip Code", "zip_code"),
            ("zip-code", "zipCode"),
            ("a.b/c", "ABC"),
            ("café", "CAFE"),
            ("straße", "STRASSE"),
        ] {
            assert_eq!(fold(a), fold(b));
        }
        assert_ne!(fold("zip"), fold("zap"));
        assert_eq!(fold("_-"), "");
    }
}

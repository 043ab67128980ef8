//! What may be after a number: a unit leaves the number as it is, and other words change it, compare it or give it another
//! meaning.
//!
//! Such words outnumber units, so an ASCII word is a unit only if it is a known unit or looks like a plural noun:
//! `5 kg` and `5 files`, but not `5 wrong` and `5 ago`. A non-ASCII word cannot be judged this way; it is a unit unless it is
//! known not to be one.

use super::is_currency_sign;

/// Words after a number that are no unit: they change its value, compare it, or make it a date, a time or a rank.
#[rustfmt::skip]
const NO_UNITS: [&str; 98] = [
    "hundred", "hundreds", "thousand", "thousands", "million", "millions", "billion", "billions", "trillion",
    "trillions", "dozen", "dozens", "k", "m", "mio", "mrd", "mn", "bn", "b", "t", "e", "x", "half", "quarter",
    "quarters", "third", "thirds", "fold", "times", "percentile",
    "about", "almost", "and", "approx", "approximately", "around", "at", "below", "above", "between",
    "circa", "ca", "estimated", "fewer", "greater", "ish", "least", "less", "max", "maximum", "maybe", "min",
    "minimum", "minus", "more", "most", "nearly", "no", "none", "not", "null", "of", "or", "out", "over", "per",
    "plus", "roughly", "than", "to", "under", "unknown", "up",
    "am", "pm", "st", "nd", "rd", "th",
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    "january", "february", "march", "april", "june", "july", "august",
];

/// Months whose names have no short form in [`NO_UNITS`].
const MONTHS: [&str; 4] = ["september", "october", "november", "december"];

/// Words that multiply or divide the number before them, or turn its sign, in languages that models write in. A value without
/// them would be wrong.
#[rustfmt::skip]
const MULTIPLIERS: [&str; 222] = [
    "lakh", "lakhs", "lac", "lacs", "crore", "crores", "cr", "gross", "myriad", "myriads", "score", "scores", "tens",
    "ones", "tenth", "tenths", "hundredth", "hundredths", "thousandth", "thousandths", "millionth", "millionths",
    "billionth", "billionths", "halves", "fourth", "fourths", "fifth", "fifths", "sixth", "sixths", "seventh", "sevenths",
    "eighth", "eighths", "ninth", "ninths", "twelfth", "twelfths", "sixteenth", "sixteenths", "two", "three", "four",
    "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "twenty", "thirty", "forty", "fifty", "sixty",
    "seventy", "eighty", "ninety", "thou", "mil", "mill", "mils", "milli", "mln", "mlrd", "mld", "bln", "trln", "tsd",
    "tys", "tis", "mille", "mila", "millier", "milliers", "milliard", "milliards", "millionen", "milliarden", "billionen",
    "tausend", "tausende", "hundert", "hunderte", "dutzend", "zehn", "millón", "millon", "millones", "millar", "millares",
    "cien", "ciento", "cientos", "billón", "billones", "docena", "docenas", "milhão", "milhões", "milhao", "milhoes",
    "bilhão", "bilhões", "bilhao", "bilhoes", "trilhão", "trilhões", "cem", "centenas", "dúzia", "dúzias", "milione",
    "milioni", "miliardo", "miliardi", "cento", "centinaia", "migliaia", "dozzina", "miljoen", "miljard", "duizend",
    "honderd", "dozijn", "miljon", "miljoner", "miljarder", "tusen", "tusind", "tusinde", "hundra", "hundre", "hundrede",
    "milion", "miliony", "milionów", "miliard", "miliardy", "miliardów", "tysiąc", "tysiące", "tysięcy", "sto", "milionu",
    "milionů", "miliarda", "tisíc", "milyon", "milyar", "bin", "yüz", "trilyon", "ribu", "juta", "miliar", "ratus", "nghìn",
    "ngàn", "triệu", "tỷ", "trăm", "тысяча", "тысячи", "тысяч", "тыс", "млн", "млрд", "трлн", "миллион", "миллиона",
    "миллионов", "миллиард", "миллиарда", "миллиардов", "тисяча", "тисячі", "тисяч", "мільйон", "мільйона", "мільйонів",
    "мільярд", "мільярдів", "сто", "χιλιάδες", "εκατομμύρια", "εκατομμύριο", "लाख", "करोड़", "हज़ार", "हजार", "ألف", "آلاف",
    "مليون", "ملايين", "مليار", "אלף", "מיליון", "พัน", "หมื่น", "แสน", "ล้าน", "negative", "overdrawn", "deficit", "short",
    "debit", "dr", "o", "south", "west", "süd", "sud", "sur", "ouest", "oeste", "pi", "π", "factorial", "i",
];

/// Signs for powers of ten in East Asian languages, which the rest of a unit follows without a space: `12万円`.
const POWERS_OF_TEN: [char; 23] = [
    '十', '百', '千', '仟', '万', '萬', '億', '亿', '兆', '拾', '佰', '廿', '卅', '京', '십', '백', '천', '만', '억',
    '조', '²', '³', '¹',
];

/// Symbols and names of units in ASCII, in lower case. Those that are nouns in the plural are not in the list.
#[rustfmt::skip]
const UNITS: &[&str] = &[
    "g", "kg", "mg", "ug", "lb", "lbs", "oz", "nm", "um", "mm", "cm", "dm", "km", "ft", "yd", "mi", "in", "nmi", "ha", "sqm",
    "sqft", "s", "sec", "secs", "ms", "us", "ns", "ps", "h", "hr", "hrs", "mins", "d", "wk", "wks", "mo", "mos", "yr", "yrs",
    "yo", "l", "ml", "cl", "dl", "ul", "gal", "fl", "cc", "kb", "mb", "gb", "tb", "pb", "kib", "mib", "gib", "tib", "kbps",
    "mbps", "gbps", "hz", "khz", "mhz", "ghz", "w", "kw", "mw", "gw", "wh", "kwh", "mwh", "v", "kv", "mv", "ma", "mah", "ah",
    "kj", "mj", "cal", "kcal", "pa", "hpa", "kpa", "mpa", "psi", "atm", "mmhg", "db", "dba", "lx", "lm", "mol", "mmol", "ppm",
    "ppb", "iu", "bpm", "px", "pt", "em", "rem", "vh", "vw", "dpi", "rpm", "fps", "mph", "kph", "kmh", "loc", "pc", "pcs", "qty",
    "ea", "pts", "pp", "c", "f", "deg", "rad", "grad", "pct", "percent", "prozent", "bps", "celsius", "fahrenheit", "kelvin",
    "hertz", "degree", "eur", "euro", "usd", "gbp", "chf", "jpy", "cny", "inr", "rub", "brl", "cad", "aud", "nzd", "sek", "nok",
    "dkk", "pln", "czk", "huf", "krw", "mxn", "zar", "sgd", "hkd", "ils", "aed", "sar", "thb", "idr", "btc", "eth", "usdt",
    "dollar", "cent", "yen", "won", "yuan", "rmb", "baht", "rand", "zl", "kr", "rs", "meter", "metre", "kilometer", "kilometre",
    "centimeter", "centimetre", "millimeter", "millimetre", "mile", "foot", "feet", "inch", "yard", "gram", "gramm", "kilogram",
    "kilogramm", "kilo", "pound", "ounce", "tonne", "ton", "liter", "litre", "milliliter", "millilitre", "gallon", "second",
    "minute", "hour", "day", "week", "month", "year", "night", "byte", "bit", "pixel", "watt", "volt", "ampere", "joule",
    "newton", "pascal", "bar", "point", "star", "item", "file", "line", "page", "word", "token", "character", "piece", "unit",
    "person", "people", "men", "women", "children", "user", "request", "step", "tag", "tage", "tagen", "jahr", "jahre", "jahren",
    "monat", "monate", "woche", "wochen", "stunde", "stunden", "std", "minuten", "sekunde", "sekunden", "punkt", "punkte",
    "sterne", "zeilen", "dateien", "seiten", "personen", "ans", "jours", "giorni", "ore", "anni", "minuti", "secondi", "punti",
    "dias", "mes", "mois", "dagen", "jaar", "uur",
];

/// Words that end like a noun in the plural.
#[rustfmt::skip]
const NO_NOUNS: &[&str] = &[
    "always", "perhaps", "sometimes", "besides", "towards", "afterwards", "upwards", "downwards", "nowadays", "thanks", "others",
    "does", "goes", "says", "needs", "seems", "looks", "hers", "ours", "yours", "theirs", "whereas", "alias", "oops", "overseas",
];

/// Whether a word in ASCII is a known unit, or looks like a noun in the plural.
fn is_known(word: &str) -> bool {
    let is_plural = || {
        let is_other = ["ss", "us", "is"].iter().any(|ending| word.ends_with(ending));
        word.len() > 3 && word.ends_with('s') && !is_other && !NO_NOUNS.contains(&word)
    };
    !word.bytes().all(|byte| byte.is_ascii_alphabetic()) || UNITS.contains(&word) || is_plural()
}

/// Whether this is one unit: a word, perhaps with a second one after a slash, a degree sign, or a currency.
pub(super) fn is_unit(text: &str) -> bool {
    if text.bytes().any(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let is_letter = |c: char| c.is_alphabetic() || matches!(c, '°' | '²' | '³');
    let is_mark = |c: char| matches!(c, '\'' | '"' | '′' | '″');
    let is_currency = text.chars().count() == 1 && text.starts_with(is_currency_sign);
    let folded = text.to_lowercase();
    // `MM` is the financial abbreviation for a million, not the millimetre. `S` is the south, not the second. `o` may be a zero that was
    // read as a letter.
    let is_zeros = folded.bytes().all(|byte| byte == b'o');
    if matches!(text, "MM" | "S") || is_zeros || text.starts_with(POWERS_OF_TEN) {
        return false;
    }
    let is_word = |word: &str| {
        let is_other = || {
            [&NO_UNITS[..], &MONTHS, &MULTIPLIERS]
                .iter()
                .any(|words| words.contains(&word))
        };
        // Words in quotes are a string of their own: `1.5 "million"`.
        let is_written = word.chars().all(is_letter) || (word.chars().all(is_mark) && word.chars().count() <= 2);
        !word.is_empty() && is_written && !is_other()
    };
    let mut words = folded.split('/');
    // A known unit shows that the word after the slash is what it is counted by: `5 files/commit`.
    let is_rate = || words.clone().count() <= 2 && words.clone().next().is_some_and(is_known);
    is_currency || (is_rate() && words.all(is_word))
}

//! Units of one quantity: a field that is named after one of them (`timeout_seconds`) accepts no number in another unit (`5 minutes`).

/// The units of each quantity: the words for one unit, then those for the next.
#[rustfmt::skip]
const QUANTITIES: &[&[&[&str]]] = &[
    &[
        &["ns", "nanos", "nanosecond", "nanoseconds"],
        &["us", "µs", "micros", "microsecond", "microseconds"],
        &["ms", "msec", "msecs", "millis", "millisecond", "milliseconds"],
        &["s", "sec", "secs", "second", "seconds", "sekunde", "sekunden"],
        &["min", "mins", "minute", "minutes", "minuten"],
        &["h", "hr", "hrs", "hour", "hours", "std", "stunde", "stunden"],
        &["d", "day", "days", "tag", "tage", "tagen"],
        &["wk", "wks", "week", "weeks", "woche", "wochen"],
        &["mo", "mos", "month", "months", "monat", "monate"],
        &["yr", "yrs", "year", "years", "jahr", "jahre", "jahren"],
    ],
    &[
        &["mg", "milligram", "milligrams"],
        &["g", "gram", "grams", "gramm"],
        &["kg", "kilo", "kilos", "kilogram", "kilograms", "kilogramm"],
        &["t", "ton", "tons", "tonne", "tonnes"],
        &["oz", "ounce", "ounces"],
        &["lb", "lbs", "pound", "pounds"],
    ],
    &[
        &["mm", "millimeter", "millimeters", "millimetre", "millimetres"],
        &["cm", "centimeter", "centimeters", "centimetre", "centimetres"],
        &["m", "meter", "meters", "metre", "metres"],
        &["km", "kilometer", "kilometers", "kilometre", "kilometres"],
        &["inch", "inches"],
        &["ft", "foot", "feet"],
        &["yd", "yard", "yards"],
        &["mi", "mile", "miles"],
    ],
    &[
        &["byte", "bytes"],
        &["kb", "kib", "kilobyte", "kilobytes"],
        &["mb", "mib", "megabyte", "megabytes"],
        &["gb", "gib", "gigabyte", "gigabytes"],
        &["tb", "tib", "terabyte", "terabytes"],
    ],
    &[
        &["c", "°c", "celsius"],
        &["f", "°f", "fahrenheit"],
        &["kelvin"],
    ],
    &[
        &["eur", "euro", "euros", "€"],
        &["usd", "dollar", "dollars"],
        &["gbp", "£"],
        &["jpy", "yen"],
        &["chf"],
        &["cny", "yuan", "rmb"],
        &["inr", "rupees", "₹"],
        &["cent", "cents"],
    ],
];

/// A unit: the position of its quantity, and its own position there.
type Scale = (usize, usize);

fn unit(word: &str) -> Option<Scale> {
    let mut all = QUANTITIES.iter().enumerate();
    all.find_map(|(quantity, units)| {
        let unit = units.iter().position(|words| words.contains(&word))?;
        Some((quantity, unit))
    })
}

/// The units in the name of a field. Most short words are no units in names.
fn units_of_field(name: &str) -> impl Iterator<Item = Scale> + '_ {
    let is_short_unit = |word: &str| {
        [
            "ms", "kg", "mg", "mm", "cm", "km", "kb", "mb", "gb", "tb", "hr", "yr", "lb", "oz", "ft",
        ]
        .contains(&word)
    };
    let words = name.rsplit(['_', '-', ' ', '.']).enumerate();
    words.filter_map(move |(from_end, word)| {
        // `min_price` is a minimum, and `duration_min` is in minutes.
        let is_unit = word.len() > 2 && (word != "min" || from_end == 0);
        let word = word.to_lowercase();
        (is_unit || is_short_unit(&word)).then(|| unit(&word)).flatten()
    })
}

/// How the unit of a number in a text goes with the name of its field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FieldUnit<'t> {
    /// The field is named after another unit of the same quantity.
    Other,
    /// The field is named after this unit. This is the text without it.
    Same(&'t str),
    /// Nothing is known about it.
    Unknown,
}

/// Compares the word at the end of `text` with the name of the field.
pub(crate) fn field_unit<'t>(text: &'t str, field: &str) -> FieldUnit<'t> {
    let text = text.trim().trim_end_matches('.');
    let number = text.trim_end_matches(|c: char| c.is_alphabetic() || matches!(c, '°' | '€' | '£' | '₹'));
    let word = &text[number.len()..];
    let is_number = number.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.' | '−'));
    if word.is_empty() || word.len() > 16 || !is_number {
        return FieldUnit::Unknown;
    }
    let Some(written) = unit(&word.to_lowercase()) else {
        return FieldUnit::Unknown;
    };
    // Which of several units is meant is not known: `hours_per_day`.
    let mut named = units_of_field(field).filter(|named| named.0 == written.0);
    match (
        units_of_field(field).any(|named| named == written),
        named.next(),
        named.next(),
    ) {
        (true, ..) => FieldUnit::Same(number.trim_end()),
        (false, Some(_), None) => FieldUnit::Other,
        _ => FieldUnit::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::{FieldUnit, field_unit};

    #[test]
    fn a_unit_goes_with_the_name_of_its_field_or_not() {
        for (text, field) in [
            ("5 minutes", "timeout_seconds"),
            ("1 h", "prep_minutes"),
            ("500ms", "timeout_seconds"),
            ("20 EUR", "price_usd"),
        ] {
            assert_eq!(field_unit(text, field), FieldUnit::Other, "{text} {field}");
        }
        for (text, field, number) in [
            ("30 min", "prep_minutes", "30"),
            ("1.5 hrs.", "duration_hours", "1.5"),
            ("-3 °C", "temp_celsius", "-3"),
            ("8 hours", "hours_per_day", "8"),
        ] {
            assert_eq!(field_unit(text, field), FieldUnit::Same(number), "{text} {field}");
        }
        for (text, field) in [
            ("5 days", "min_price"),
            ("5 days", "age"),
            ("5", "age_years"),
            ("about 5 min", "prep_minutes"),
            ("5 files", "size_kb"),
            ("5 minutes", "contact_us"),
            ("5 minutes", "hours_per_day"),
        ] {
            assert_eq!(field_unit(text, field), FieldUnit::Unknown, "{text} {field}");
        }
    }
}

//! Dates that begin with a year of fewer than four digits.

/// Whether a date begins here whose year has fewer than four digits, as in `25-01-31`.
///
/// chrono reads such a year as one of the first century. Neither RFC 3339 nor the format `date` of JSON Schema allows it, and
/// whoever writes it means another year, or begins with the day.
pub(crate) fn begins_with_short_year(text: &str) -> bool {
    let text = text.trim_start();
    let text = text.strip_prefix(['+', '-']).unwrap_or(text);
    let rest = text.trim_start_matches(|character: char| character.is_ascii_digit());
    (1..4).contains(&(text.len() - rest.len())) && rest.trim_start().starts_with('-')
}

/// Whether the visitor is one of chrono's, so that a date with a [short year](begins_with_short_year) is not for it. The
/// compiler knows the answer.
#[cfg(feature = "serde")]
#[inline(always)]
pub(crate) fn is_of_chrono<V>() -> bool {
    core::any::type_name::<V>().starts_with("chrono::")
}

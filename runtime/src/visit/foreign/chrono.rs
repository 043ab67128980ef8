//! Dates and times.
//!
//! The formats are those of RFC 3339; `partial-time` and `partial-date-time` are its terms for a time without an offset.
//! Day and month in digits alone (`3/4/2025`) can be read in two ways, so they are not accepted. Neither is a year of fewer
//! than four digits: chrono reads `25-01-31` as a day of the year 25, and `Jan 2025` as the 20th of January in that year.

use core::str::FromStr;

use chrono::{DateTime, Datelike, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, Utc};

use super::{Written, written};
use crate::LlmOutput;
use crate::path::Frame;
use crate::read::cursor::{Cursor, Read};
use crate::repair::RepairKind;
use crate::schema::{Length, Shape};
use crate::spec::{Accepts, Facts};
use crate::visit::year::begins_with_short_year;

written! {
    DateTime<FixedOffset>: "date-time";
    DateTime<Utc>: "date-time";
    NaiveDate: "date";
    NaiveTime: "partial-time";
    NaiveDateTime: "partial-date-time";
}

/// Dates with the month before the day, or in words.
const DATES: [&str; 9] = [
    "%Y/%m/%d",
    "%Y.%m.%d",
    "%B %d, %Y",
    "%b %d, %Y",
    "%B %d %Y",
    "%d %B %Y",
    "%d %b %Y",
    "%A, %B %d, %Y",
    "%A, %d %B %Y",
];

fn date(text: &str) -> Option<NaiveDate> {
    let mut read = DATES
        .iter()
        .filter_map(|format| NaiveDate::parse_from_str(text, format).ok());
    read.find(|date| writes_year(text, date.year()))
}

/// Whether the text has the year in four digits.
fn writes_year(text: &str, year: i32) -> bool {
    let mut numbers = text.split(|character: char| !character.is_ascii_digit());
    numbers.any(|digits| digits.len() == 4 && digits.parse() == Ok(year))
}

/// The value of a text that begins with the year, in chrono's own spelling.
fn from_year<T: FromStr>(text: &str) -> Option<T> {
    if begins_with_short_year(text) {
        return None;
    }
    text.parse().ok()
}

/// A date and a time of day with an offset, but without the seconds that RFC 3339 requires.
fn without_seconds(text: &str) -> Option<DateTime<FixedOffset>> {
    let read = DateTime::parse_from_str(text, "%Y-%m-%dT%H:%M%#z").ok()?;
    writes_year(text, read.year()).then_some(read)
}

/// A date and a time without an offset, however they are separated.
fn local(text: &str) -> Option<NaiveDateTime> {
    let (day, time) = text.split_once(['T', 't', ' '])?;
    let day = NaiveDate::exact(day).or_else(|| date(day))?;
    Some(NaiveDateTime::new(
        day,
        NaiveTime::exact(time.trim()).or_else(|| twelve_hours(time))?,
    ))
}

/// A time with `am` or `pm`.
fn twelve_hours(text: &str) -> Option<NaiveTime> {
    let text = text.trim().to_ascii_uppercase();
    ["%I:%M %p", "%I:%M:%S %p", "%I:%M%p"]
        .iter()
        .find_map(|format| NaiveTime::parse_from_str(&text, format).ok())
}

impl Written for DateTime<FixedOffset> {
    const EXPECTED: &'static str = "a date and time with an offset, as in 2025-01-31T08:30:00Z";

    fn exact(text: &str) -> Option<Self> {
        from_year(text)
    }

    fn loose(text: &str) -> Option<(Self, RepairKind)> {
        let universal = text.strip_suffix("UTC").or_else(|| text.strip_suffix("GMT"));
        let mail = DateTime::parse_from_rfc2822(text).ok();
        let mail = mail.filter(|moment| writes_year(text, moment.year()));
        let written = mail.or_else(|| without_seconds(text)).or_else(|| {
            universal
                .and_then(|text| local(text.trim()))
                .map(|local| local.and_utc().into())
        });
        if let Some(value) = written {
            return Some((value, RepairKind::DateFormat));
        }
        let day = || NaiveDate::exact(text)?.and_hms_opt(0, 0, 0);
        let assumed = local(text).or_else(day)?;
        Some((assumed.and_utc().into(), RepairKind::OffsetAssumed))
    }
}

impl Written for DateTime<Utc> {
    const EXPECTED: &'static str = <DateTime<FixedOffset> as Written>::EXPECTED;

    fn exact(text: &str) -> Option<Self> {
        from_year(text)
    }

    fn loose(text: &str) -> Option<(Self, RepairKind)> {
        <DateTime<FixedOffset>>::loose(text).map(|(value, kind)| (value.to_utc(), kind))
    }
}

impl Written for NaiveDate {
    const EXPECTED: &'static str = "a date, as in 2025-01-31";

    fn exact(text: &str) -> Option<Self> {
        from_year(text)
    }

    fn loose(text: &str) -> Option<(Self, RepairKind)> {
        if let Some(date) = date(text) {
            return Some((date, RepairKind::DateFormat));
        }
        let moment = <DateTime<FixedOffset>>::exact(text).map(|moment| moment.naive_local());
        let moment = moment.or_else(|| local(text))?;
        let kind = if moment.time() == NaiveTime::MIN {
            RepairKind::DateFormat
        } else {
            RepairKind::TimeDropped
        };
        Some((moment.date(), kind))
    }
}

impl Written for NaiveTime {
    const EXPECTED: &'static str = "a time of day, as in 08:30:00";

    fn exact(text: &str) -> Option<Self> {
        text.parse().ok()
    }

    fn loose(text: &str) -> Option<(Self, RepairKind)> {
        twelve_hours(text).map(|time| (time, RepairKind::DateFormat))
    }
}

impl Written for NaiveDateTime {
    const EXPECTED: &'static str = "a date and time, as in 2025-01-31T08:30:00";

    fn exact(text: &str) -> Option<Self> {
        from_year(text)
    }

    fn loose(text: &str) -> Option<(Self, RepairKind)> {
        if let Some(moment) = local(text) {
            return Some((moment, RepairKind::DateFormat));
        }
        if let Some(day) = NaiveDate::exact(text) {
            return Some((day.and_hms_opt(0, 0, 0)?, RepairKind::DateFormat));
        }
        let moment = <DateTime<FixedOffset>>::exact(text)?;
        Some((moment.naive_local(), RepairKind::OffsetAssumed))
    }
}

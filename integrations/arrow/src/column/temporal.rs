//! Columns of dates and times.

use std::sync::Arc;

use arrow_array::ArrayRef;
use arrow_array::types::{Date32Type, Time64MicrosecondType, TimestampMicrosecondType};
use arrow_schema::{DataType, TimeUnit};
use chrono::{DateTime, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, Timelike};

use super::Primitive;
use crate::Error;

/// Dates and times, which serialize as text.
pub(crate) enum Temporal {
    Date(Primitive<Date32Type>),
    Time(Primitive<Time64MicrosecondType>),
    Instant(Primitive<TimestampMicrosecondType>),
    DateTime(Primitive<TimestampMicrosecondType>),
}

impl Temporal {
    pub(crate) fn date() -> Self {
        Self::Date(Primitive::new())
    }

    pub(crate) fn time() -> Self {
        Self::Time(Primitive::new())
    }

    pub(crate) fn date_time() -> Self {
        Self::DateTime(Primitive::new())
    }

    pub(crate) fn instant() -> Self {
        Self::Instant(Primitive::new())
    }

    pub(crate) fn append(&mut self, text: &str) -> Result<(), Error> {
        let unreadable = |_| {
            Error::of_value(format!(
                "`Serialize` wrote `{text}`, which is no date or time in ISO 8601"
            ))
        };
        match self {
            Self::Date(column) => {
                let date: NaiveDate = text.parse().map_err(unreadable)?;
                column.append(Date32Type::from_naive_date(date));
            }
            Self::Time(column) => {
                let time: NaiveTime = text.parse().map_err(unreadable)?;
                // A leap second is the last moment of its minute.
                let nanosecond = i64::from(time.nanosecond().min(999_999_999));
                let seconds = i64::from(time.num_seconds_from_midnight());
                column.append(seconds * 1_000_000 + nanosecond / 1_000);
            }
            Self::DateTime(column) => {
                let date_time: NaiveDateTime = text.parse().map_err(unreadable)?;
                column.append(date_time.and_utc().timestamp_micros());
            }
            Self::Instant(column) => {
                // RFC 3339 ends with the year 9999, and chrono does not.
                let instant: DateTime<FixedOffset> = text.parse().map_err(unreadable)?;
                column.append(instant.timestamp_micros());
            }
        }
        Ok(())
    }

    pub(crate) fn append_null(&mut self) {
        match self {
            Self::Date(column) => column.append_null(),
            Self::Time(column) => column.append_null(),
            Self::Instant(column) | Self::DateTime(column) => column.append_null(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Date(column) => column.len(),
            Self::Time(column) => column.len(),
            Self::Instant(column) | Self::DateTime(column) => column.len(),
        }
    }

    pub(crate) fn truncate(&mut self, length: usize) {
        match self {
            Self::Date(column) => column.truncate(length),
            Self::Time(column) => column.truncate(length),
            Self::Instant(column) | Self::DateTime(column) => column.truncate(length),
        }
    }

    pub(crate) fn reserve(&mut self) {
        match self {
            Self::Date(column) => column.reserve(),
            Self::Time(column) => column.reserve(),
            Self::Instant(column) | Self::DateTime(column) => column.reserve(),
        }
    }

    pub(crate) fn finish(&mut self) -> ArrayRef {
        match self {
            Self::Date(column) => Arc::new(column.finish()),
            Self::Time(column) => Arc::new(column.finish()),
            Self::Instant(column) => Arc::new(column.finish().with_timezone("UTC")),
            Self::DateTime(column) => Arc::new(column.finish()),
        }
    }

    pub(crate) fn data_type(&self) -> DataType {
        match self {
            Self::Date(_) => DataType::Date32,
            Self::Time(_) => DataType::Time64(TimeUnit::Microsecond),
            Self::Instant(_) => DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into())),
            Self::DateTime(_) => DataType::Timestamp(TimeUnit::Microsecond, None),
        }
    }
}

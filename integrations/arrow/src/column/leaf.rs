//! Columns without columns inside.

use std::fmt::Write as _;
use std::sync::Arc;

use arrow_array::builder::{ArrayBuilder, Int16Builder, PrimitiveBuilder, StringBuilder};
use arrow_array::types::{
    Date32Type, Int8Type, Int16Type, Int32Type, Int64Type, Time64MicrosecondType, TimestampMicrosecondType, UInt8Type,
    UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{ArrayRef, DictionaryArray, StringArray};
use arrow_schema::{DataType, TimeUnit};
use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, Timelike};
use serde::Serialize;

use crate::Error;

/// Text.
#[derive(Default)]
pub(crate) struct Text {
    builder: StringBuilder,
    json: Vec<u8>,
}

impl Text {
    pub(crate) fn append(&mut self, text: &str) -> Result<(), Error> {
        if self.builder.values_slice().len() + text.len() > i32::MAX as usize {
            return Err(Error::new("the texts of one array are longer than 2 GiB together"));
        }
        self.builder.append_value(text);
        Ok(())
    }

    pub(crate) fn append_json<V: Serialize + ?Sized>(&mut self, value: &V, is_nullable: bool) -> Result<(), Error> {
        let mut json = std::mem::take(&mut self.json);
        json.clear();
        serde_json::to_writer(&mut json, value).map_err(|error| Error::new(error.to_string()))?;
        if is_nullable && json == b"null" {
            self.append_null();
        } else {
            let text = str::from_utf8(&json).map_err(|error| Error::new(error.to_string()))?;
            self.append(text)?;
        }
        self.json = json;
        Ok(())
    }

    /// Adds what `shown` displays.
    pub(crate) fn append_display(&mut self, shown: &dyn std::fmt::Display) -> Result<(), Error> {
        // What is written so far is the text of the value that is appended next.
        write!(self.builder, "{shown}").map_err(|_| Error::new("the text cannot be shown"))?;
        self.append("")
    }

    pub(crate) fn append_null(&mut self) {
        self.builder.append_null();
    }

    pub(crate) fn len(&self) -> usize {
        self.builder.len()
    }

    pub(crate) fn finish(&mut self) -> StringArray {
        self.builder.finish()
    }
}

/// Whole numbers.
pub(crate) enum Integer {
    I8(PrimitiveBuilder<Int8Type>),
    I16(PrimitiveBuilder<Int16Type>),
    I32(PrimitiveBuilder<Int32Type>),
    I64(PrimitiveBuilder<Int64Type>),
    U8(PrimitiveBuilder<UInt8Type>),
    U16(PrimitiveBuilder<UInt16Type>),
    U32(PrimitiveBuilder<UInt32Type>),
    U64(PrimitiveBuilder<UInt64Type>),
}

macro_rules! each_integer {
    ($integer:expr, $builder:ident => $result:expr) => {
        match $integer {
            Integer::I8($builder) => $result,
            Integer::I16($builder) => $result,
            Integer::I32($builder) => $result,
            Integer::I64($builder) => $result,
            Integer::U8($builder) => $result,
            Integer::U16($builder) => $result,
            Integer::U32($builder) => $result,
            Integer::U64($builder) => $result,
        }
    };
}

impl Integer {
    pub(crate) fn append(&mut self, value: i128) -> Result<(), Error> {
        each_integer!(self, builder => {
            let value = value.try_into().map_err(|_| Error::new(format!("{value} is out of the range of the type")))?;
            builder.append_value(value);
        });
        Ok(())
    }

    pub(crate) fn append_null(&mut self) {
        each_integer!(self, builder => builder.append_null());
    }

    pub(crate) fn len(&self) -> usize {
        each_integer!(self, builder => builder.len())
    }

    pub(crate) fn finish(&mut self) -> ArrayRef {
        each_integer!(self, builder => Arc::new(builder.finish()))
    }

    pub(crate) fn data_type(&self) -> DataType {
        match self {
            Self::I8(_) => DataType::Int8,
            Self::I16(_) => DataType::Int16,
            Self::I32(_) => DataType::Int32,
            Self::I64(_) => DataType::Int64,
            Self::U8(_) => DataType::UInt8,
            Self::U16(_) => DataType::UInt16,
            Self::U32(_) => DataType::UInt32,
            Self::U64(_) => DataType::UInt64,
        }
    }
}

/// One of a list of names.
pub(crate) struct Names {
    known: Vec<&'static str>,
    /// The names as an array: all arrays share it, so that they can be joined without a new dictionary.
    dictionary: ArrayRef,
    /// Names that the type did not declare: what `#[llm(other)]` caught.
    others: Vec<String>,
    keys: Int16Builder,
}

impl Names {
    pub(crate) fn new(names: Vec<&'static str>) -> Result<Self, Error> {
        key(names.len())?;
        Ok(Self {
            dictionary: Arc::new(StringArray::from(names.clone())),
            known: names,
            others: Vec::new(),
            keys: Int16Builder::new(),
        })
    }

    pub(crate) fn data_type() -> DataType {
        DataType::Dictionary(Box::new(DataType::Int16), Box::new(DataType::Utf8))
    }

    /// The position of a name; `likely` is where it is if serde counts the variants as `llm_output` does.
    pub(crate) fn position(&self, name: &str, likely: usize) -> Option<usize> {
        match self.known.get(likely) {
            Some(known) if *known == name => Some(likely),
            _ => self.known.iter().position(|known| *known == name),
        }
    }

    pub(crate) fn append(&mut self, name: &str, likely: usize) -> Result<(), Error> {
        let position = match self.position(name, likely) {
            Some(position) => position,
            None => self.known.len() + self.other(name),
        };
        self.append_position(position)
    }

    pub(crate) fn append_position(&mut self, position: usize) -> Result<(), Error> {
        self.keys.append_value(key(position)?);
        Ok(())
    }

    #[cold]
    fn other(&mut self, name: &str) -> usize {
        if let Some(position) = self.others.iter().position(|known| known == name) {
            return position;
        }
        self.others.push(name.to_owned());
        self.others.len() - 1
    }

    pub(crate) fn append_null(&mut self) {
        self.keys.append_null();
    }

    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    pub(crate) fn finish(&mut self) -> Result<ArrayRef, Error> {
        let dictionary: ArrayRef = if self.others.is_empty() {
            Arc::clone(&self.dictionary)
        } else {
            let others = std::mem::take(&mut self.others);
            let names = self.known.iter().copied().chain(others.iter().map(String::as_str));
            Arc::new(StringArray::from_iter_values(names))
        };
        let array =
            DictionaryArray::try_new(self.keys.finish(), dictionary).map_err(|error| Error::new(error.to_string()))?;
        Ok(Arc::new(array))
    }
}

fn key(position: usize) -> Result<i16, Error> {
    i16::try_from(position).map_err(|_| Error::new("an enum has more names than a dictionary has room for"))
}

/// Dates and times, which serialize as text.
pub(crate) enum Temporal {
    Date(PrimitiveBuilder<Date32Type>),
    Time(PrimitiveBuilder<Time64MicrosecondType>),
    Instant(PrimitiveBuilder<TimestampMicrosecondType>),
    DateTime(PrimitiveBuilder<TimestampMicrosecondType>),
}

impl Temporal {
    pub(crate) fn date() -> Self {
        Self::Date(PrimitiveBuilder::new())
    }

    pub(crate) fn time() -> Self {
        Self::Time(PrimitiveBuilder::new())
    }

    pub(crate) fn date_time() -> Self {
        Self::DateTime(PrimitiveBuilder::new())
    }

    pub(crate) fn instant() -> Self {
        Self::Instant(PrimitiveBuilder::new().with_timezone("UTC"))
    }

    pub(crate) fn append(&mut self, text: &str) -> Result<(), Error> {
        let unreadable = |_| Error::new("`Serialize` wrote no date or time in ISO 8601");
        match self {
            Self::Date(builder) => {
                let date: NaiveDate = text.parse().map_err(unreadable)?;
                builder.append_value(Date32Type::from_naive_date(date));
            }
            Self::Time(builder) => {
                let time: NaiveTime = text.parse().map_err(unreadable)?;
                // A leap second is the last moment of its minute.
                let nanosecond = i64::from(time.nanosecond().min(999_999_999));
                let seconds = i64::from(time.num_seconds_from_midnight());
                builder.append_value(seconds * 1_000_000 + nanosecond / 1_000);
            }
            Self::DateTime(builder) => {
                let date_time: NaiveDateTime = text.parse().map_err(unreadable)?;
                builder.append_value(date_time.and_utc().timestamp_micros());
            }
            Self::Instant(builder) => {
                let instant = DateTime::parse_from_rfc3339(text).map_err(unreadable)?;
                builder.append_value(instant.timestamp_micros());
            }
        }
        Ok(())
    }

    pub(crate) fn append_null(&mut self) {
        match self {
            Self::Date(builder) => builder.append_null(),
            Self::Time(builder) => builder.append_null(),
            Self::Instant(builder) | Self::DateTime(builder) => builder.append_null(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Date(builder) => builder.len(),
            Self::Time(builder) => builder.len(),
            Self::Instant(builder) | Self::DateTime(builder) => builder.len(),
        }
    }

    pub(crate) fn finish(&mut self) -> ArrayRef {
        match self {
            Self::Date(builder) => Arc::new(builder.finish()),
            Self::Time(builder) => Arc::new(builder.finish()),
            Self::Instant(builder) | Self::DateTime(builder) => Arc::new(builder.finish()),
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

//! A value of any format that describes itself, as JSON text with its keys in their order, repeated ones included.

use core::any::type_name;
use core::fmt::{self, Write};

use serde_core::Deserializer;
use serde_core::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Unexpected, Visitor};

use crate::read::transcript::write_string;

/// The key with which `serde_json` passes on the text of a value, if its feature `raw_value` is enabled.
const RAW_VALUE: &str = "$serde_json::private::RawValue";

/// The key around the digits of a number, if the feature `arbitrary_precision` of `serde_json` is enabled.
const NUMBER: &str = "$serde_json::private::Number";

/// The key around the text of a date or time in TOML.
const DATE_TIME: &str = "$__toml_private_datetime";

/// As deep as values may nest, which is what `serde_json` allows too: each level calls the format, which calls this module.
const DEEPEST: usize = 128;

/// The value as JSON text, and whether a number in it was a float that may have lost digits.
pub(super) fn value<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(String, bool), D::Error> {
    let mut json = String::new();
    let mut has_float = false;
    let gather = Gather {
        json: &mut json,
        has_float: &mut has_float,
        depth: 0,
        place: GatherPlace::Inside,
    };
    // The format may be inside another crate's deserializer, such as one that keeps track of the path. Without the feature,
    // the name means nothing. For other formats it may: names of types are part of some.
    if type_name::<D>().contains("serde_json::") {
        deserializer.deserialize_newtype_struct(RAW_VALUE, gather.placed(GatherPlace::Text))?;
    } else {
        deserializer.deserialize_any(gather)?;
    }
    // Of a `Value`, the text is written anew.
    let is_written_anew = type_name::<D>().contains("serde_json::value::");
    let is_rounded = has_float || is_written_anew;
    // If `serde_json` keeps the digits, it passes a number on as a float only if the float has the same digits.
    let is_kept = is_rounded && type_name::<D>().contains("serde_json::") && keeps_digits() == Some(true);
    Ok((json, is_rounded && !is_kept))
}

/// Writes the value that it visits.
struct Gather<'j> {
    json: &'j mut String,
    has_float: &'j mut bool,
    depth: usize,
    place: GatherPlace,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum GatherPlace {
    /// The whole value, whose text was asked for.
    Text,
    /// That text.
    Verbatim,
    Key,
    Inside,
}

impl Gather<'_> {
    fn placed(self, place: GatherPlace) -> Self {
        Self { place, ..self }
    }

    fn inside(&mut self, place: GatherPlace) -> Gather<'_> {
        Gather {
            json: self.json,
            has_float: self.has_float,
            depth: self.depth + 1,
            place,
        }
    }

    /// Writes a value that contains no other; a key is always a string.
    fn plain(self, value: fmt::Arguments<'_>) {
        let quote = if self.place == GatherPlace::Key { "\"" } else { "" };
        // Writing to a `String` cannot fail.
        let _ = write!(self.json, "{quote}{value}{quote}");
    }

    fn nest<E: Error>(&self, what: Unexpected<'_>) -> Result<(), E> {
        match self.place {
            GatherPlace::Key => Err(E::invalid_type(what, self)),
            _ if self.depth >= DEEPEST => Err(E::custom("recursion limit exceeded")),
            _ => Ok(()),
        }
    }
}

impl<'de> DeserializeSeed<'de> for Gather<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

macro_rules! plain {
    ($($method:ident $ty:ty, $format:literal;)*) => {$(
        fn $method<E: Error>(self, value: $ty) -> Result<(), E> {
            self.plain(format_args!($format, value));
            Ok(())
        }
    )*};
}

impl<'de> Visitor<'de> for Gather<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.place {
            GatherPlace::Key => "a key",
            GatherPlace::Verbatim => "the text of a value",
            GatherPlace::Text | GatherPlace::Inside => "a value that JSON can express",
        })
    }

    plain! {
        visit_bool bool, "{}";
        visit_i64 i64, "{}";
        visit_i128 i128, "{}";
        visit_u64 u64, "{}";
        visit_u128 u128, "{}";
    }

    // `Debug` writes large and small floats with an exponent, and infinity as a word that the reader refuses or repairs.
    fn visit_f32<E: Error>(self, value: f32) -> Result<(), E> {
        *self.has_float = true;
        self.plain(format_args!("{value:?}"));
        Ok(())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<(), E> {
        *self.has_float = true;
        self.plain(format_args!("{value:?}"));
        Ok(())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        if self.place == GatherPlace::Verbatim {
            self.json.push_str(text);
        } else {
            write_string(text, self.json);
        }
        Ok(())
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<(), E> {
        match core::str::from_utf8(bytes) {
            Ok(text) => self.visit_str(text),
            Err(_) => Err(E::invalid_type(Unexpected::Bytes(bytes), &self)),
        }
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.plain(format_args!("null"));
        Ok(())
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        self.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self.placed(GatherPlace::Inside))
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut elements: A) -> Result<(), A::Error> {
        self.nest(Unexpected::Seq)?;
        self.json.push('[');
        let mut separator = "";
        loop {
            let end = self.json.len();
            self.json.push_str(separator);
            if elements.next_element_seed(self.inside(GatherPlace::Inside))?.is_none() {
                self.json.truncate(end);
                break;
            }
            separator = ",";
        }
        self.json.push(']');
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut entries: A) -> Result<(), A::Error> {
        self.nest(Unexpected::Map)?;
        let start = self.json.len();
        self.json.push('{');
        let mut separator = "";
        let (mut count, mut colon) = (0, 0);
        loop {
            let end = self.json.len();
            self.json.push_str(separator);
            let key = self.json.len();
            if entries.next_key_seed(self.inside(GatherPlace::Key))?.is_none() {
                self.json.truncate(end);
                break;
            }
            if self.place == GatherPlace::Text && unquoted(&self.json[key..]) == Some(RAW_VALUE) {
                self.json.truncate(start);
                return entries.next_value_seed(self.inside(GatherPlace::Verbatim));
            }
            colon = self.json.len();
            self.json.push(':');
            entries.next_value_seed(self.inside(GatherPlace::Inside))?;
            separator = ",";
            count += 1;
        }
        if count == 1
            && let Some(value) = private::<A>(&self.json[start + 1..colon], &self.json[colon + 1..])
        {
            let value = value.to_owned();
            self.json.truncate(start);
            self.json.push_str(&value);
        } else {
            self.json.push('}');
        }
        Ok(())
    }
}

/// The value that a format puts into an object with a key of its own, since serde has no such type.
///
/// A document may contain an object with that key too. The type that passes the object on, `A`, shows which of the two it is,
/// unless serde has buffered the object as the content of an untagged enum or a flattened field.
fn private<'j, A>(key: &str, value: &'j str) -> Option<&'j str> {
    let content = unquoted(value)?;
    let access = type_name::<A>();
    let is_kept = access.contains("::private::de::content::");
    match unquoted(key)? {
        NUMBER => {
            let is_own = access.contains("serde_json::number::")
                || is_kept && access.contains("serde_json::") && keeps_digits() != Some(false);
            (is_own && is_number(content)).then_some(content)
        }
        DATE_TIME => {
            let is_own = access.contains("::DatetimeDeserializer") || is_kept && access.contains("toml");
            is_own.then_some(value)
        }
        _ => None,
    }
}

/// Whether `serde_json` keeps the digits of a number as they are written (its feature `arbitrary_precision`), if that is known.
#[cold]
fn keeps_digits() -> Option<bool> {
    #[cfg(feature = "any")]
    let known = Some(crate::value::keeps_digits());
    #[cfg(not(feature = "any"))]
    let known = None;
    known
}

/// Whether the text is a number of JSON (RFC 8259, section 6).
fn is_number(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
    let is_whole = digits(whole) && (whole == "0" || !whole.starts_with('0'));
    is_whole && digits(fraction) && digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent))
}

/// What is between the quotes of a string.
fn unquoted(json: &str) -> Option<&str> {
    json.strip_prefix('"')?.strip_suffix('"')
}

//! Reads the strings at a few paths of a JSON document in one pass, without keeping the rest.

use std::fmt;

use serde::Deserialize;
use serde::de::{self, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::{Place, Selector, Step};

/// What was found at the paths of a [`Place`]. It is used again for each line, so that reading a line allocates nothing.
#[derive(Debug)]
pub(crate) struct Line<'p> {
    targets: Vec<Target<'p>>,
    text: usize,
    id: usize,
    finish: usize,
}

/// A path, and what was found there.
#[derive(Debug)]
struct Target<'p> {
    selector: &'p Selector,
    /// Whether numbers are accepted too.
    accepts_numbers: bool,
    /// Whether the path leads to more than one string.
    joins: bool,
    is_found: bool,
    text: String,
}

impl Target<'_> {
    /// Whether this is the status of an HTTP response.
    fn is_status(&self) -> bool {
        matches!(self.selector.0.last(), Some(Step::Key { key, .. }) if key == "status_code")
    }
}

/// The parts of a line.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Found<'l, 'p> {
    pub(crate) text: Option<&'l str>,
    pub(crate) id: Option<&'l str>,
    pub(crate) finish: Option<&'l str>,
    reason: &'l [Target<'p>],
}

/// How many bytes of memory a path keeps for the next line.
const KEPT: usize = 1 << 20;

/// How many bytes of a provider's reason are kept.
const LONGEST_REASON: usize = 300;

impl Found<'_, '_> {
    /// What the provider says about a missing reply, in one short line.
    pub(crate) fn reason(&self) -> Option<String> {
        // A reason that only says that all is well explains nothing.
        let explains = |target: &&Target<'_>| !matches!(target.text.trim(), "" | "200" | "stop");
        let found = || self.reason.iter().filter(explains);
        // A bare status is only said where nothing else is.
        let is_only_status = found().all(Target::is_status);
        let parts: Vec<&str> = found()
            .filter(|target| is_only_status || !target.is_status())
            .map(|target| target.text.trim())
            .collect();
        if parts.is_empty() {
            return None;
        }
        let mut reason = parts.join(": ").replace(char::is_control, " ");
        if reason.len() > LONGEST_REASON {
            let end = (0..=LONGEST_REASON).rev().find(|&end| reason.is_char_boundary(end));
            reason.truncate(end.unwrap_or(0));
            reason.push_str("..");
        }
        Some(reason)
    }
}

impl<'p> Line<'p> {
    pub(crate) fn new(place: &'p Place) -> Self {
        let target = |accepts_numbers| {
            move |selector: &'p Selector| Target {
                selector,
                accepts_numbers,
                joins: selector.0.iter().any(|step| matches!(step, Step::Each { .. })),
                is_found: false,
                text: String::new(),
            }
        };
        let mut targets: Vec<Target<'p>> = place.text.iter().map(target(false)).collect();
        targets.extend(place.id.iter().map(target(true)));
        targets.extend(place.finish.iter().map(target(false)));
        targets.extend(place.reason.iter().map(target(true)));
        let (text, id, finish) = (place.text.len(), place.id.len(), place.finish.len());
        Self {
            targets,
            text,
            id: text + id,
            finish: text + id + finish,
        }
    }

    /// Reads a line.
    pub(crate) fn read(&mut self, line: &str) -> Result<Found<'_, 'p>, serde_json::Error> {
        for target in &mut self.targets {
            target.is_found = false;
            target.text.clear();
            // A line that is very long is rare, and each thread would keep its memory to the end of the run.
            target.text.shrink_to(KEPT);
        }
        let open = all_open(self.targets.len());
        let mut reader = serde_json::Deserializer::from_str(line);
        let walk = Walk {
            targets: &mut self.targets,
            open,
            depth: 0,
        };
        walk.deserialize(&mut reader)?;
        reader.end()?;
        Ok(self.found())
    }

    fn found(&self) -> Found<'_, 'p> {
        Found {
            text: first(&self.targets[..self.text]),
            id: first(&self.targets[self.text..self.id]),
            finish: first(&self.targets[self.id..self.finish]),
            reason: &self.targets[self.finish..],
        }
    }
}

/// The first string that was found.
fn first<'l>(targets: &'l [Target<'_>]) -> Option<&'l str> {
    let target = targets.iter().find(|target| target.is_found)?;
    Some(&target.text)
}

/// A bit for each target whose path may still lead through the current place.
type Open = u32;

fn all_open(count: usize) -> Open {
    debug_assert!(count < 32, "a place has a handful of paths");
    (1 << count) - 1
}

struct Walk<'w, 'p> {
    targets: &'w mut [Target<'p>],
    open: Open,
    /// How many steps of the paths led here.
    depth: usize,
}

impl<'p> Walk<'_, 'p> {
    /// The paths that continue through the key.
    fn through_key(&self, key: &str) -> Open {
        self.through(|step| matches!(step, Step::Key { key: wanted, .. } if wanted == key))
    }

    /// The paths that continue through the position.
    fn through_position(&self, at: usize) -> Open {
        self.through(|step| match step {
            Step::Key { position, .. } => *position == Some(at),
            Step::Each { .. } => true,
        })
    }

    fn through(&self, is_next: impl Fn(&Step) -> bool) -> Open {
        let mut open = 0;
        for (i, target) in self.targets.iter().enumerate() {
            if self.open & (1 << i) != 0 && target.selector.0.get(self.depth).is_some_and(&is_next) {
                open |= 1 << i;
            }
        }
        open
    }

    /// Hands the string or number here to the paths that end here.
    fn here(&mut self, text: &str, is_number: bool) {
        for (i, target) in self.targets.iter_mut().enumerate() {
            let ends_here = self.open & (1 << i) != 0 && target.selector.0.len() == self.depth;
            if ends_here && (!is_number || target.accepts_numbers) {
                // Of a key that is there twice, the last one counts, as in other readers.
                if !target.joins {
                    target.text.clear();
                }
                target.is_found = true;
                target.text.push_str(text);
            }
        }
    }

    /// Whether a number here is part of what is looked for.
    fn accepts_number(&self) -> bool {
        let mut targets = self.targets.iter().enumerate();
        targets.any(|(i, target)| {
            target.accepts_numbers && self.open & (1 << i) != 0 && target.selector.0.len() == self.depth
        })
    }

    /// Reads the value here from its text. A number is kept as it is written: an id is more than its value.
    fn read_raw(mut self, text: &str) -> Result<(), serde_json::Error> {
        match text.as_bytes().first() {
            Some(b'-' | b'0'..=b'9') => {
                self.here(text, true);
                Ok(())
            }
            _ => serde_json::Deserializer::from_str(text).deserialize_any(self),
        }
    }

    fn inner(&mut self, open: Open) -> Walk<'_, 'p> {
        Walk {
            targets: &mut *self.targets,
            open,
            depth: self.depth + 1,
        }
    }

    /// The paths that pass over this object if `key` is `true` in it.
    fn passed_over_by(&self, key: Option<&str>) -> Open {
        let mut excluding = 0;
        for (i, target) in self.targets.iter().enumerate() {
            let step = self
                .depth
                .checked_sub(1)
                .and_then(|before| target.selector.0.get(before));
            if let Some(Step::Each { unless: Some(unless) }) = step
                && self.open & (1 << i) != 0
                && key.is_none_or(|key| key == unless)
            {
                excluding |= 1 << i;
            }
        }
        excluding
    }
}

impl<'de> DeserializeSeed<'de> for Walk<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        if self.open == 0 {
            return IgnoredAny::deserialize(deserializer).map(|_| ());
        }
        if self.accepts_number() {
            let value = <&RawValue>::deserialize(deserializer)?;
            return self.read_raw(value.get()).map_err(de::Error::custom);
        }
        deserializer.deserialize_any(self)
    }
}

/// Reads an object's key: which paths continue through it, and which are waiting for it to be `true`.
struct Key<'k, 'w, 'p>(&'k Walk<'w, 'p>);

impl<'de> DeserializeSeed<'de> for Key<'_, '_, '_> {
    type Value = (Open, Open);

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Key<'_, '_, '_> {
    type Value = (Open, Open);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E>(self, key: &str) -> Result<Self::Value, E> {
        Ok((self.0.through_key(key), self.0.passed_over_by(Some(key))))
    }
}

/// Whether a value is `true`.
struct IsTrue;

impl<'de> DeserializeSeed<'de> for IsTrue {
    type Value = bool;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<bool, D::Error> {
        let value = serde_json::Value::deserialize(deserializer)?;
        Ok(value == serde_json::Value::Bool(true))
    }
}

impl<'de> Visitor<'de> for Walk<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(mut self, text: &str) -> Result<(), E> {
        self.here(text, false);
        Ok(())
    }

    // A number that is looked for was already read as text, in `deserialize`.
    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut elements: A) -> Result<(), A::Error> {
        let mut at = 0;
        loop {
            let open = self.through_position(at);
            if elements.next_element_seed(self.inner(open))?.is_none() {
                return Ok(());
            }
            at += 1;
        }
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut entries: A) -> Result<(), A::Error> {
        let excludable = self.passed_over_by(None);
        let before: Vec<(bool, usize)> = match excludable {
            0 => Vec::new(),
            _ => self
                .targets
                .iter()
                .map(|target| (target.is_found, target.text.len()))
                .collect(),
        };
        let mut excluded = 0;
        while let Some((open, excluding)) = entries.next_key_seed(Key(&self))? {
            if excluding == 0 {
                entries.next_value_seed(self.inner(open))?;
            } else if entries.next_value_seed(IsTrue)? {
                excluded |= excluding;
            }
        }
        for (i, (was_found, length)) in before.into_iter().enumerate() {
            if excluded & (1 << i) != 0 {
                self.targets[i].is_found = was_found;
                self.targets[i].text.truncate(length);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Preset;

    type Parts = (Option<String>, Option<String>, Option<String>);

    fn read(place: &Place, line: &str) -> Result<Parts, String> {
        let mut reader = Line::new(place);
        // A line before it leaves nothing.
        reader
            .read(r#"{"text": "before", "custom_id": "before", "key": "before"}"#)
            .unwrap();
        let found = reader.read(line).map_err(|error| error.to_string())?;
        let owned = |part: Option<&str>| part.map(str::to_owned);
        Ok((owned(found.text), owned(found.id), owned(found.finish)))
    }

    fn some(text: &str, id: &str, finish: &str) -> Parts {
        (Some(text.to_owned()), Some(id.to_owned()), Some(finish.to_owned()))
    }

    #[test]
    fn each_preset_reads_its_service() {
        let chat = r#"{"id": "batch_req_1", "custom_id": "request-1", "response": {"status_code": 200, "request_id": "r", "body": {"id": "chatcmpl-1", "choices": [{"index": 0, "message": {"role": "assistant", "content": "a \"b\" \u00e9"}, "finish_reason": "stop"}, {"index": 1, "message": {"content": "no"}}], "usage": {"total_tokens": 24}}}, "error": null}"#;
        assert_eq!(
            read(&Preset::OpenAi.into(), chat),
            Ok(some("a \"b\" é", "request-1", "stop"))
        );
        assert_eq!(
            read(&Preset::Vllm.into(), chat),
            Ok(some("a \"b\" é", "request-1", "stop"))
        );

        let responses = r#"{"custom_id": "r-2", "response": {"body": {"output": [{"type": "reasoning", "summary": []}, {"type": "message", "content": [{"type": "output_text", "text": "one "}, {"type": "output_text", "text": "two"}]}], "incomplete_details": {"reason": "max_output_tokens"}}}}"#;
        assert_eq!(
            read(&Preset::OpenAi.into(), responses),
            Ok(some("one two", "r-2", "max_output_tokens"))
        );

        let message = r#"{"custom_id": "a-1", "result": {"type": "succeeded", "message": {"content": [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "{\"a\": 1}"}], "stop_reason": "end_turn"}}}"#;
        assert_eq!(
            read(&Preset::Anthropic.into(), message),
            Ok(some("{\"a\": 1}", "a-1", "end_turn"))
        );

        let gemini = r#"{"key": "g-1", "response": {"candidates": [{"content": {"parts": [{"text": "hm", "thought": true}, {"text": "yes"}, {"thought": false, "text": "!"}], "role": "model"}, "finishReason": "STOP"}]}}"#;
        assert_eq!(read(&Preset::Gemini.into(), gemini), Ok(some("yes!", "g-1", "STOP")));
    }

    #[test]
    fn what_is_not_there_is_not_found() {
        let place = Place::new("text").unwrap().id("custom_id").unwrap();
        for id in ["18446744073709551617", "1.10", "-9223372036854775809", "1e400"] {
            let line = format!(r#"{{"text": "a", "custom_id": {id}}}"#);
            assert_eq!(read(&place, &line), Ok((Some("a".into()), Some(id.into()), None)));
        }
        assert_eq!(
            read(&place, r#"{"text": null, "custom_id": 17}"#),
            Ok((None, Some("17".into()), None))
        );
        assert_eq!(read(&place, r#"{"text": 5}"#), Ok((None, None, None)));
        assert_eq!(read(&place, r#"{"inner": {"text": "no"}}"#), Ok((None, None, None)));
        assert_eq!(read(&place, "[]"), Ok((None, None, None)));
        assert_eq!(
            read(&place, r#"{"text": "a", "text": "b"}"#),
            Ok((Some("b".into()), None, None))
        );
        assert_eq!(
            read(&Place::new(".").unwrap(), r#""all""#),
            Ok((Some("all".into()), None, None))
        );
    }

    #[test]
    fn a_line_that_is_no_json_is_an_error() {
        let place = Place::new("text").unwrap();
        for line in [
            "{",
            "{\"text\": \"a\"",
            "{\"text\": \"a\"} x",
            "{\"text\": \"a\", \"b\": nul}",
            "plain",
        ] {
            assert!(read(&place, line).is_err(), "{line}");
        }
    }
}

//! Columns of text.

use std::fmt::{self, Display, Write};
use std::ops::Range;

use arrow_array::builder::StringBuilder;
use arrow_array::{Array, StringArray};
use serde::Serialize;

use super::with_slack;
use crate::Error;

/// How many bytes the texts of one array have together.
const LIMIT: usize = i32::MAX as usize;

/// Text.
#[derive(Default)]
pub(crate) struct Text {
    builder: StringBuilder,
    /// The nulls after the last value, which are not in the builder yet.
    nulls: usize,
    /// The values in the builder that were removed. It cannot do that itself, so they are left out of the array.
    removed: Vec<Range<usize>>,
    /// How many values these are.
    removed_count: usize,
    json: Vec<u8>,
    /// How many values and bytes the last array had.
    last: (usize, usize),
}

impl Text {
    #[inline]
    pub(crate) fn append(&mut self, text: &str) -> Result<(), Error> {
        // What is rare is elsewhere, so that it takes no registers here.
        if self.nulls > 0 || self.builder.values_slice().len() + text.len() > LIMIT {
            return self.append_otherwise(text);
        }
        self.builder.append_value(text);
        Ok(())
    }

    /// Adds a text after nulls, or one for which there is no room.
    #[cold]
    #[inline(never)]
    fn append_otherwise(&mut self, text: &str) -> Result<(), Error> {
        self.begin();
        if self.builder.values_slice().len() + text.len() > LIMIT {
            return Err(Self::too_long());
        }
        self.builder.append_value(text);
        Ok(())
    }

    #[cold]
    fn too_long() -> Error {
        Error::of_value("the texts of one array would be longer than 2 GiB together")
    }

    /// Has the builder know about all values so far.
    #[inline]
    fn begin(&mut self) {
        if self.nulls > 0 {
            self.add_nulls();
        }
    }

    #[inline(never)]
    fn add_nulls(&mut self) {
        self.builder.append_nulls(std::mem::take(&mut self.nulls));
    }

    pub(crate) fn append_json<V: Serialize + ?Sized>(&mut self, value: &V, is_nullable: bool) -> Result<(), Error> {
        let mut json = std::mem::take(&mut self.json);
        json.clear();
        serde_json::to_writer(&mut json, value).map_err(|error| {
            if error.is_data() {
                Error::of_value(error.to_string())
            } else {
                Error::new(error.to_string())
            }
        })?;
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
    pub(crate) fn append_display(&mut self, shown: &dyn Display) -> Result<(), Error> {
        self.begin();
        // What is written so far is the text of the value that is appended next.
        let written = write!(Limited(&mut self.builder), "{shown}");
        self.end()?;
        if written.is_err() {
            self.truncate(self.len() - 1);
            return Err(Error::of_value("the text cannot be shown, or is too long"));
        }
        Ok(())
    }

    /// Ends a text that was written into the builder.
    #[inline(never)]
    fn end(&mut self) -> Result<(), Error> {
        self.append("")
    }

    #[inline]
    pub(crate) fn append_null(&mut self) {
        self.nulls += 1;
    }

    pub(crate) fn append_nulls(&mut self, count: usize) {
        self.nulls += count;
    }

    pub(crate) fn len(&self) -> usize {
        self.built() - self.removed_count + self.nulls
    }

    /// How many values are in the builder.
    fn built(&self) -> usize {
        self.builder.offsets_slice().len() - 1
    }

    /// Removes the values from `length` on. They must have been added after the last call.
    pub(crate) fn truncate(&mut self, length: usize) {
        let excess = self.len().saturating_sub(length);
        let nulls = excess.min(self.nulls);
        self.nulls -= nulls;
        let count = excess - nulls;
        if count == 0 {
            return;
        }
        let end = self.built();
        self.removed_count += count;
        match self.removed.last_mut() {
            Some(run) if run.end == end - count => run.end = end,
            _ => self.removed.push(end - count..end),
        }
    }

    /// Makes room for an array as long as the last one.
    pub(crate) fn reserve(&mut self) {
        let (values, bytes) = self.last;
        if values > 0 && self.built() == 0 {
            self.builder = StringBuilder::with_capacity(with_slack(values), with_slack(bytes));
        }
    }

    pub(crate) fn finish(&mut self) -> StringArray {
        self.begin();
        let reserved = self.last.1;
        self.last = (self.len(), self.builder.values_slice().len());
        let mut texts = self.builder.finish();
        if self.removed_count > 0 {
            texts = self.without_removed(&texts);
        }
        if self.last.1 < reserved / 2 {
            texts.shrink_to_fit();
        }
        texts
    }

    #[cold]
    fn without_removed(&mut self, texts: &StringArray) -> StringArray {
        let mut kept = StringBuilder::with_capacity(texts.len() - self.removed_count, texts.values().len());
        let mut start = 0;
        for run in self.removed.drain(..).chain(std::iter::once(texts.len()..texts.len())) {
            let added = kept.append_array(&texts.slice(start, run.start - start));
            debug_assert!(added.is_ok(), "a part is not longer than the whole");
            start = run.end;
        }
        self.removed_count = 0;
        kept.finish()
    }
}

/// Writes into a builder as long as its texts are not too long.
struct Limited<'b>(&'b mut StringBuilder);

impl Write for Limited<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.0.values_slice().len() + text.len() > LIMIT {
            return Err(fmt::Error);
        }
        self.0.write_str(text)
    }
}

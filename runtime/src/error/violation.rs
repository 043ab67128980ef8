//! One place where the text is not what the type expects.

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::fmt;
use core::ops::Range;

use super::words::{self, Found, Sentence};
use crate::path::Path;

/// One place where the text is not what the type expects.
///
/// Its message has one of three forms:
///
/// | what is wrong | for example |
/// |---|---|
/// | another value | ``line: expected a whole number from 0 to 255, found 300`` |
/// | no value | ``missing required string `findings[0].title` `` |
/// | a value that your own check rejected | ``zip: got "1234": must have five digits`` |
#[derive(Clone, PartialEq, Eq)]
pub struct Violation {
    pub(super) path: Path,
    pub(super) expected: Arc<str>,
    pub(super) found: Box<str>,
    pub(super) form: Sentence,
    pub(super) span: Range<usize>,
}

impl Violation {
    pub(crate) fn new(
        path: Path,
        expected: Arc<str>,
        form: Sentence,
        found: &Found,
        span: Range<usize>,
        text: &str,
    ) -> Self {
        let found = found.describe(text.get(span.clone()).unwrap_or_default());
        Self {
            path,
            expected,
            found: found.into(),
            form,
            span,
        }
    }

    /// The path of the value that is wrong or missing.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What the type expects: the names of an enum, the range of a number. For a value that your own check rejected, the
    /// reason that the check gave.
    pub fn expected(&self) -> &str {
        &self.expected
    }

    /// What was found instead, shortened. This is the model's text.
    pub fn found(&self) -> &str {
        &self.found
    }

    /// The byte range in the caller's text; `0..0` if a [value](crate::LlmOutput::from_value) was read.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (path, expected, found) = (&self.path, &self.expected, &self.found);
        match self.form {
            Sentence::Mismatch => write!(f, "{path}: expected {expected}, found {found}"),
            Sentence::Rule => write!(f, "{path}: got {found}: {expected}"),
            Sentence::Missing => words::required(f, expected, path),
        }
    }
}

/// Leaves out the model's text, because a failed `unwrap` prints the `Debug` form. To see the text, use
/// [`Display`](fmt::Display). It also leaves out what your own check said, since that may quote the text.
impl fmt::Debug for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let expected = (self.form != Sentence::Rule).then_some(&self.expected);
        f.debug_struct("Violation")
            .field("path", &self.path)
            .field("expected", &expected)
            .field("form", &self.form)
            .field("span", &self.span)
            .finish_non_exhaustive()
    }
}

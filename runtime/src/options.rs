//! What a caller takes: how far repairs may go, where the answer stands, how much there may be of everything.

use std::fmt;

use crate::record::Acceptance;
use crate::repair::{Repair, Severity};

/// How to read a text: which repairs are taken, where the answer stands, which of several answers counts.
///
/// ```
/// use llm_output::{LlmOutput, Options, Severity};
///
/// let text = r#"["a", "b",]"#;
/// assert!(<Vec<String>>::parse_llm_with(text, &Options::exact()).is_err());
/// let parsed = <Vec<String>>::parse_llm_with(text, &Options::default().accept(Severity::Syntax)).unwrap();
/// assert_eq!(parsed.value, ["a", "b"]);
/// ```
#[derive(Clone)]
pub struct Options<'a> {
    pub(crate) accept: Acceptance,
    pub(crate) markers: Vec<&'a str>,
    pub(crate) prefer: Option<Prefer>,
    pub(crate) limits: Limits,
    pub(crate) contract: Option<&'a str>,
    pub(crate) on_repair: Option<&'a (dyn Fn(&Repair) + Sync)>,
}

/// Which of several readable answers counts. Without it the last that needs no guess, else the one least repaired.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Prefer {
    /// The first one.
    First,
    /// The last one.
    Last,
    /// There must be only one: several that differ are [`ErrorKind::Ambiguous`](crate::ErrorKind::Ambiguous).
    Only,
}

/// How much a text may hold before reading it is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of the text. At most `u32::MAX`, which is the default too.
    pub bytes: usize,
    /// Repairs and violations of one reading. 100,000 by default.
    pub reports: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            bytes: u32::MAX as usize,
            reports: 100_000,
        }
    }
}

impl Limits {
    /// Refuses texts of more bytes than this.
    #[must_use]
    pub fn bytes(mut self, bytes: usize) -> Self {
        self.bytes = bytes.min(u32::MAX as usize);
        self
    }

    /// Refuses readings that need more repairs than this.
    #[must_use]
    pub fn reports(mut self, reports: usize) -> Self {
        self.reports = reports;
        self
    }
}

impl Default for Options<'_> {
    /// Takes repairs up to [`Severity::Guess`].
    fn default() -> Self {
        Self {
            accept: Some(Severity::Guess),
            markers: Vec::new(),
            prefer: None,
            limits: Limits::default(),
            contract: None,
            on_repair: None,
        }
    }
}

impl<'a> Options<'a> {
    /// Takes every repair: a missing required value becomes empty text, zero, `false` or an empty list, reported.
    pub fn lenient() -> Self {
        Self::default().accept(Severity::Invented)
    }

    /// Takes no repair: only a strictly valid document with nothing around it but white space.
    pub fn exact() -> Self {
        Self {
            accept: None,
            ..Self::default()
        }
    }

    /// Takes repairs up to this severity; one above it makes the parse fail with an error that names it.
    #[must_use]
    pub fn accept(mut self, severity: Severity) -> Self {
        self.accept = Some(severity);
        self
    }

    /// Looks for the answer in a block of this name: a fence whose info string begins with it, or tags of that name.
    ///
    /// Called again it adds a name of lower priority. A text that is a valid document as a whole needs no block;
    /// any other text without one is [`ErrorKind::NoBlock`](crate::ErrorKind::NoBlock).
    #[must_use]
    pub fn marker(mut self, name: &'a str) -> Self {
        self.markers.push(name);
        self
    }

    /// Says which of several readable answers counts.
    #[must_use]
    pub fn prefer(mut self, prefer: Prefer) -> Self {
        self.prefer = Some(prefer);
        self
    }

    /// Sets how much a text may hold.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Names the parse in what `tracing` is told of it; the name of the type where this is not called.
    #[must_use]
    pub fn contract(mut self, name: &'a str) -> Self {
        self.contract = Some(name);
        self
    }

    /// Calls `observer` for each repair of the reading that was accepted, in document order.
    ///
    /// It may be called from any thread: options are kept across an `await` and shared.
    #[must_use]
    pub fn on_repair(mut self, observer: &'a (dyn Fn(&Repair) + Sync)) -> Self {
        self.on_repair = Some(observer);
        self
    }
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("accept", &self.accept)
            .field("markers", &self.markers)
            .field("prefer", &self.prefer)
            .field("limits", &self.limits)
            .field("contract", &self.contract)
            .field("on_repair", &self.on_repair.is_some())
            .finish()
    }
}

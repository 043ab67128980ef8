//! Pairs of texts: the first may have lost something, the second has not.

use llm_output::{LlmOutput, Options, Severity};

/// The severity with which a type reads a text, however much it takes: above the highest where it does not.
pub fn severity<T: LlmOutput>(text: &str) -> Option<Severity> {
    match T::parse_llm_with(text, &Options::lenient()) {
        Ok(parsed) => parsed.severity(),
        Err(_) => Some(Severity::Invented),
    }
}

/// The first of each pair may have lost something, the second has not.
///
/// # Panics
///
/// If the severity of a reading says otherwise.
pub fn tells<T: LlmOutput>(pairs: &[(&str, &str)]) {
    for (lossy, whole) in pairs {
        assert!(severity::<T>(lossy) >= Some(Severity::Guess), "{lossy}");
        assert!(severity::<T>(whole) < Some(Severity::Guess), "{whole}");
    }
}

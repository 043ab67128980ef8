//! A value that is already parsed, written as JSON text and read like any other text.
//!
//! The engine decides by bytes what a value means, so one set of rules serves every entry point. The text is our own: no
//! place in it may reach the caller.

use crate::{LlmOutput, Options, ParseError, Parsed, Repair};

/// Reads `T` from `text`, the JSON of a value. If `is_rounded`, numbers in it were floats.
pub(crate) fn parse<T: LlmOutput>(
    text: &str,
    is_rounded: bool,
    options: &Options<'_>,
) -> Result<Parsed<T>, ParseError> {
    let tell = |repair: &Repair| {
        if let Some(observer) = options.on_repair {
            observer(&repair.clone().without_span());
        }
    };
    let inner = Options {
        // A value has no blocks to look for.
        markers: Vec::new(),
        is_value: true,
        is_rounded,
        on_repair: options.on_repair.is_some().then_some(&tell),
        ..*options
    };
    match crate::extract::parse::<T>(text, &inner) {
        Ok(parsed) => Ok(parsed.without_spans()),
        Err(error) => Err(error.without_places()),
    }
}

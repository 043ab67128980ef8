//! The elements of a list in a text that arrives in chunks.

use std::fmt::Debug;

use llm_output::{Items, LlmOutput, Options, Severity};

use crate::corruption::subjects::Item;
use crate::types::Finding;
use crate::work::{self, Work};

/// What was delivered of a text.
#[derive(Debug, PartialEq)]
struct Delivered {
    values: Vec<String>,
    errors: Vec<String>,
    revised: bool,
    /// No element had to be guessed.
    sure: bool,
}

impl Delivered {
    fn of<T: LlmOutput + Debug>(mut items: Items<'_, T>, text: &str, cuts: &[usize]) -> Self {
        let mut read = Vec::new();
        let mut start = 0;
        let mut work = Work::default();
        for &end in cuts.iter().chain([&text.len()]) {
            work.part(|| read.extend(items.push_bytes(&text.as_bytes()[start..end])));
            start = end;
        }
        let ended = work.part(|| items.end());
        work.end(text);
        read.extend(ended.rest);
        let mut delivered = Self {
            values: Vec::new(),
            errors: Vec::new(),
            revised: ended.revised,
            sure: true,
        };
        for item in read {
            match item {
                Ok(item) => {
                    delivered.sure &= item.severity() < Some(Severity::Guess);
                    let value = format!("{:?} at {:?}", item.value, item.span());
                    delivered.values.push(value);
                }
                Err(error) => delivered.errors.push(error.to_string()),
            }
        }
        delivered
    }
}

/// The elements do not depend on the chunks, and if nothing is wrong with them and none is a guess, a `Vec` of the whole text has the
/// same ones.
pub(super) fn items(text: &str, cuts: &[usize], options: &Options<'_>) {
    match text.len() % 3 {
        0 => follow::<Item>("items", text, cuts, options),
        1 => follow::<Finding>("findings", text, cuts, options),
        _ => follow::<String>("tags", text, cuts, options),
    }
}

fn follow<T: LlmOutput + Debug>(key: &str, text: &str, cuts: &[usize], options: &Options<'_>) {
    let at_once = Delivered::of(T::items_with(options), text, &[]);
    assert_eq!(Delivered::of(T::items_with(options), text, cuts), at_once);
    if at_once.errors.is_empty() && !at_once.revised && at_once.sure {
        // What is around the elements is accepted up to a guess, whatever the options say of the elements.
        let whole = |options: &Options<'_>| work::reading(text, || <Vec<T>>::parse_llm_with(text, options));
        let whole = whole(options).or_else(|_| whole(&options.clone().accept(Severity::Guess)));
        let whole = whole.unwrap_or_else(|error| panic!("{at_once:?}, and the whole: {error}"));
        let elements = whole.value.iter().map(|element| format!("{element:?} at "));
        let is_same = |(element, delivered): (String, &String)| delivered.starts_with(&element);
        assert!(
            whole.value.len() == at_once.values.len() && elements.zip(&at_once.values).all(is_same),
            "{at_once:?}, and the whole: {:?}",
            whole.value
        );
    }
    let at_once = Delivered::of(T::items_with(options).at(key), text, &[]);
    assert_eq!(Delivered::of(T::items_with(options).at(key), text, cuts), at_once);
}

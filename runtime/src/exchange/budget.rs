//! What an exchange may cost.

use super::Usage;

/// What tokens cost, in a currency of your choice.
///
/// ```
/// use llm_output::Usage;
/// use llm_output::exchange::Price;
///
/// let price = Price::per_million(3.0, 15.0);
/// assert!((price.of(Usage::new(1_000, 200)) - 0.006).abs() < 1e-9);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Price {
    input: f64,
    output: f64,
}

impl Price {
    /// The price of a million input tokens, and of a million output tokens.
    pub const fn per_million(input: f64, output: f64) -> Self {
        Self { input, output }
    }

    /// What the replies cost.
    #[expect(
        clippy::cast_precision_loss,
        reason = "a price is not exact to the last of 2^53 tokens"
    )]
    pub fn of(self, usage: Usage) -> f64 {
        (self.input * usage.input as f64 + self.output * usage.output as f64) / 1e6
    }
}

/// The limits of an exchange.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Budget {
    pub(super) tokens: Option<u64>,
    pub(super) cost: Option<(f64, Price)>,
}

impl Budget {
    /// Whether another attempt fits, after all replies used `total` and the last one with usage used `last`.
    pub(super) fn has_room(self, total: Usage, last: Usage) -> bool {
        let expected = total + next(last);
        let is_within_cost = |(most, price): (f64, Price)| price.of(expected) <= most;
        self.tokens.is_none_or(|most| expected.total() <= most) && self.cost.is_none_or(is_within_cost)
    }
}

/// The tokens that the attempt after one with this usage needs at least, if its reply is as long: all messages are sent again,
/// together with the last reply.
fn next(last: Usage) -> Usage {
    Usage::new(last.input.saturating_add(last.output), last.output)
}

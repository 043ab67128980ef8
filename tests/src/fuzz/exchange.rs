//! Exchanges with a closure that answers anything, and registries that are asked for anything.

use llm_output::exchange::{End, Message, Price};
use llm_output::{Exchange, Finish, LlmOutput, Options, Outcome, Parsed, Registry, RegistryError, Reply, Turn, Usage};

use super::{Input, options};
use crate::types::{CommitMessage, Review};

/// What the closure says of each reply.
struct Said {
    finish: Option<Finish>,
    usage: Usage,
    /// The number of the turn at which it fails, whatever the reply.
    fails_at: usize,
}

/// An exchange with a closure that answers anything, and a registry that is asked for anything, keep their promises.
pub fn exchange(data: &[u8]) {
    const USED: [u64; 4] = [0, 7, 1 << 20, u64::MAX];
    const AMOUNTS: [f64; 3] = [0.0, 5.0, f64::NAN];
    let mut input = Input(data);
    let first = input.byte();
    let (attempts, setting) = (first % 6, first / 6);
    let options = options(&mut input);
    let ends = [None, Some(Finish::Stop), Some(Finish::Length), Some(Finish::Refusal)];
    let last = input.byte();
    let said = Said {
        finish: ends[last % 4],
        usage: Usage::new(USED[last / 4 % 4], USED[last / 16 % 4]),
        fails_at: last / 64 * 2,
    };
    let Some(text) = input.text() else { return };
    let mut exchange = Exchange::<CommitMessage>::new("?").attempts(attempts).options(options);
    if setting & 1 != 0 {
        exchange = exchange
            .system("Be brief.")
            .history([Message::user("Hello."), Message::assistant("Hello.")]);
    }
    if setting & 2 != 0 {
        exchange = exchange.feedback_with(ToString::to_string);
    }
    let budget = (setting & 4 != 0).then_some(1 << 20);
    if let Some(tokens) = budget {
        exchange = exchange.max_tokens(tokens);
    }
    if setting & 8 != 0 {
        exchange = exchange.max_cost(AMOUNTS[setting % 3], Price::per_million(1.0, 4.0));
    }
    converse(exchange, text, attempts.max(1), &said, budget);
    ask_registry(text);
}

/// Runs an exchange whose closure answers with the pieces of a text, one after the other.
fn converse(exchange: Exchange<'_, CommitMessage>, text: &str, most: usize, said: &Said, budget: Option<u64>) {
    let mut replies = text.split('\u{1}');
    let mut asked = 0;
    let mut sent = 0;
    let outcome = exchange.run(|turn: &Turn| {
        asked += 1;
        assert_eq!(turn.number(), asked);
        // Each turn has all that was sent before, a reply and what is wrong with it.
        assert!(turn.messages().len() >= sent + 1 + usize::from(asked > 1));
        sent = turn.messages().len();
        if asked == said.fails_at {
            return Err("broken");
        }
        let mut reply = Reply::new(replies.next().ok_or("closed")?).usage(said.usage);
        reply.finish = said.finish;
        Ok(reply)
    });
    assert!(asked <= most);
    let answered = match &outcome {
        Ok(outcome) => {
            assert_eq!(outcome.attempts().len(), asked);
            asked
        }
        Err(interrupted) => {
            assert_eq!(interrupted.attempts.len(), asked - 1);
            asked - 1
        }
    };
    // Each count is a sum that stays at the end of its range.
    let times = |tokens: u64| tokens.saturating_mul(u64::try_from(answered).expect("there are few"));
    let used = Usage::new(times(said.usage.input), times(said.usage.output));
    match outcome {
        Ok(Outcome::Structured {
            parsed,
            text: read,
            usage,
            ..
        }) => {
            assert!(read.get(parsed.span()).is_some());
            assert_eq!(usage, used);
        }
        Ok(Outcome::Degraded {
            text: first,
            attempts,
            usage,
            end,
            ..
        }) => {
            assert_eq!(Some(&*first), text.split('\u{1}').next());
            assert!(attempts.iter().all(|attempt| attempt.error().is_some()));
            assert_eq!(usage, used);
            assert!(end != End::Attempts || attempts.len() == most);
            if let (Some(budget), End::Attempts) = (budget, end) {
                let before = used.input.saturating_add(used.output);
                assert!(attempts.len() == 1 || before <= budget, "{before} tokens of {budget}");
            }
        }
        Ok(_) => panic!("another outcome"),
        Err(interrupted) => {
            assert!(["closed", "broken"].contains(&interrupted.error));
            assert_eq!(interrupted.usage, used);
        }
    }
}

/// A registry knows the names that were registered, each with its type, and reads as the type does.
fn ask_registry(text: &str) {
    let mut registry = Registry::new();
    registry
        .register::<CommitMessage>("commit")
        .expect("the name is free")
        .values();
    registry.register::<Review>("review").expect("the name is free");
    assert!(registry.register::<Review>("commit").is_err());
    let name = if text.contains('\u{1}') { "commit" } else { text };
    let parsed: Result<Parsed<CommitMessage>, _> = registry.parse(name, text);
    assert_eq!(
        registry.has(name),
        !matches!(parsed, Err(RegistryError::Unknown { .. }))
    );
    assert!(
        registry
            .parse::<Review>("commit", text)
            .is_err_and(|error| error.parse_error().is_none())
    );
    let read = registry.parse::<Review>("review", text);
    let direct = Review::parse_llm_with(text, &Options::default());
    assert_eq!(
        read.ok().map(|parsed| parsed.value),
        direct.ok().map(|parsed| parsed.value)
    );
    let value = registry.parse_value("commit", text);
    assert_eq!(value.is_ok(), CommitMessage::parse_llm(text).is_ok());
}

//! `Exchange::max_tokens` and `max_cost`: no attempt is made that would exceed the budget.

use std::convert::Infallible;

use llm_output::exchange::{End, Price};
use llm_output::{Exchange, Outcome, Reply, Usage};

/// Runs an exchange whose replies are all unreadable and different, and returns the number of attempts and the end.
fn run(exchange: Exchange<'_, Vec<u8>>, usages: &[Usage]) -> (usize, End) {
    let reply = |number: usize| {
        let usage = usages.get(number - 1).or(usages.last()).copied().unwrap_or_default();
        Reply::new("?".repeat(number)).usage(usage)
    };
    let outcome = exchange
        .attempts(5)
        .run(|turn| Ok::<_, Infallible>(reply(turn.number())));
    match outcome {
        Ok(Outcome::Degraded {
            end, attempts, usage, ..
        }) => {
            assert_eq!(usage, attempts.iter().map(llm_output::exchange::Attempt::usage).sum());
            (attempts.len(), end)
        }
        other => panic!("{other:?}"),
    }
}

fn exchange() -> Exchange<'static, Vec<u8>> {
    Exchange::new("Three numbers.")
}

const USAGE: Usage = Usage::new(100, 20);

#[test]
fn the_next_attempt_is_expected_to_send_the_last_reply_and_to_be_as_long() {
    // After the first attempt, 120 tokens are used and the second is expected to use 140.
    assert_eq!(run(exchange().max_tokens(259), &[USAGE]), (1, End::Budget));
    assert_eq!(run(exchange().max_tokens(260), &[USAGE]), (2, End::Budget));
    // The estimate is made from the last attempt.
    let usages = [USAGE, Usage::new(130, 20), Usage::new(160, 20)];
    assert_eq!(run(exchange().max_tokens(440), &usages), (3, End::Budget));
    assert_eq!(run(exchange().max_tokens(439), &usages), (2, End::Budget));
}

#[test]
fn the_first_attempt_is_always_made() {
    assert_eq!(run(exchange().max_tokens(0), &[USAGE]), (1, End::Budget));
    assert_eq!(
        run(exchange().max_cost(0.0, Price::per_million(1.0, 1.0)), &[USAGE]),
        (1, End::Budget)
    );
}

#[test]
fn replies_without_usage_are_free() {
    assert_eq!(run(exchange().max_tokens(0), &[]), (5, End::Attempts));
    assert_eq!(run(exchange(), &[USAGE]), (5, End::Attempts));
}

/// A client may leave out the usage of one reply, which makes the next attempt no cheaper.
#[test]
fn a_reply_without_usage_says_nothing_about_the_next_one() {
    let usages = [USAGE, Usage::default()];
    assert_eq!(run(exchange().max_tokens(259), &usages), (1, End::Budget));
    assert_eq!(run(exchange().max_tokens(260), &usages), (5, End::Attempts));
    let usages = [USAGE, Usage::default(), Usage::new(130, 20), Usage::default()];
    // 270 after the third and fourth attempt, and 170 for the next one.
    assert_eq!(run(exchange().max_tokens(439), &usages), (3, End::Budget));
    assert_eq!(run(exchange().max_tokens(440), &usages), (5, End::Attempts));
}

#[test]
fn a_cost_that_fits_exactly_is_within_the_budget() {
    // 0.1 and 0.7 have no exact double.
    let price = Price::per_million(0.1, 0.7);
    let exact = price.of(Usage::new(220, 40));
    assert_eq!(run(exchange().max_cost(exact, price), &[USAGE]), (2, End::Budget));
    assert_eq!(
        run(exchange().max_cost(exact.next_down(), price), &[USAGE]),
        (1, End::Budget)
    );
    for price in [
        Price::per_million(f64::NAN, 1.0),
        Price::per_million(f64::INFINITY, 1.0),
    ] {
        assert_eq!(run(exchange().max_cost(1e9, price), &[USAGE]), (1, End::Budget));
    }
    assert_eq!(
        run(exchange().max_cost(-1.0, Price::per_million(0.0, 0.0)), &[]),
        (1, End::Budget)
    );
}

#[test]
fn a_cost_is_a_limit_too() {
    // 100 and 20 tokens cost 400; the next attempt is expected to send 120 and to write 20, which costs 440.
    let price = Price::per_million(2.0e6, 10.0e6);
    assert_eq!(run(exchange().max_cost(839.0, price), &[USAGE]), (1, End::Budget));
    assert_eq!(run(exchange().max_cost(841.0, price), &[USAGE]), (2, End::Budget));
    assert_eq!(run(exchange().max_cost(f64::NAN, price), &[USAGE]), (1, End::Budget));
    assert_eq!(
        run(exchange().max_cost(f64::INFINITY, price), &[USAGE]),
        (5, End::Attempts)
    );
}

#[test]
fn the_lower_of_both_limits_counts() {
    let price = Price::per_million(1.0, 1.0);
    assert_eq!(
        run(exchange().max_cost(1.0, price).max_tokens(200), &[USAGE]),
        (1, End::Budget)
    );
    assert_eq!(
        run(exchange().max_cost(1e-9, price).max_tokens(u64::MAX), &[USAGE]),
        (1, End::Budget)
    );
}

#[test]
fn a_value_is_returned_whatever_it_cost() {
    let outcome = exchange()
        .max_tokens(1)
        .run(|_| Ok::<_, Infallible>(Reply::new("[1, 2]").usage(Usage::new(u64::MAX, 1))))
        .expect("the closure does not fail");
    assert_eq!(outcome.into_result().expect("the reply can be read").value, [1, 2]);
}

#[test]
fn tokens_beyond_all_measure_do_not_wrap() {
    assert_eq!(
        run(exchange().max_tokens(u64::MAX - 1), &[Usage::new(u64::MAX, u64::MAX)]),
        (1, End::Budget)
    );
}

#[test]
fn the_error_says_why_the_exchange_ended() {
    let outcome = exchange()
        .attempts(3)
        .max_tokens(1)
        .run(|_| Ok::<_, Infallible>(Reply::new("?").usage(USAGE)))
        .expect("the closure does not fail");
    let error = outcome.into_result().expect_err("nothing was read");
    assert_eq!(
        error.to_string(),
        "no reply could be parsed in 1 attempt, and another one would exceed the budget"
    );
    let outcome = exchange().attempts(3).run(|_| Ok::<_, Infallible>(Reply::new("?")));
    let error = outcome
        .expect("the closure does not fail")
        .into_result()
        .expect_err("nothing was read");
    assert_eq!(error.end, End::Repeated);
}

//! Asking again: turns, feedback, outcomes and errors.

use std::convert::Infallible;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use llm_output::exchange::{Attempt, Message, Role};
use llm_output::{ErrorKind, Exchange, Finish, LlmOutput, Options, Outcome, Reply, Severity, Turn, Usage};
use llm_output_tests::types::CommitMessage;

use super::registry::registry;
use super::{BROKEN, GOOD};

/// Answers with these texts in turn, each at a cost of its own, and notes what it was sent.
struct Model {
    replies: Vec<&'static str>,
    turns: Vec<Turn>,
}

impl Model {
    fn new(replies: &[&'static str]) -> Self {
        Self {
            replies: replies.to_vec(),
            turns: Vec::new(),
        }
    }

    fn answer(&mut self, turn: &Turn) -> Reply {
        self.turns.push(turn.clone());
        let number = turn.number();
        Reply::new(self.replies[number - 1]).usage(Usage::new(100, number as u64))
    }

    fn run(&mut self, attempts: usize) -> Outcome<CommitMessage> {
        let exchange = Exchange::new("Write it.").attempts(attempts);
        exchange
            .run(|turn| Ok::<_, Infallible>(self.answer(turn)))
            .expect("the line is never dead")
    }
}

#[test]
fn the_first_good_reply_ends_the_exchange() {
    let mut model = Model::new(&[BROKEN, "never asked for"]);
    let outcome = model.run(5);
    assert_eq!(model.turns.len(), 1);
    assert_eq!(outcome.usage(), Usage::new(100, 1));
    let Outcome::Structured { parsed, attempts, .. } = outcome else {
        panic!("{outcome:?}")
    };
    assert_eq!(parsed.value.title, "Tidy");
    assert!(!parsed.is_exact(), "the reply was repaired, not asked for again");
    assert_eq!(attempts.len(), 1);
    assert!(attempts[0].error().is_none());
}

#[test]
fn each_class_of_error_is_told_to_the_model_in_its_own_words() {
    let replies = [
        ("", ErrorKind::Empty, "was empty"),
        ("I am sorry, but I cannot help.", ErrorKind::Prose, "contained no JSON"),
        (
            r#"{"error": "overloaded"}"#,
            ErrorKind::UnrecognizedShape,
            "keys of the schema",
        ),
        (
            r#"{"title": "Tidy", "message": "Bo"#,
            ErrorKind::Truncated,
            "shorter if possible",
        ),
        (
            r#"{"title": "Tidy"}"#,
            ErrorKind::Schema,
            "- missing required string `message`",
        ),
        (
            r#"{"title": {}, "message": []}"#,
            ErrorKind::Schema,
            "- title: expected a string",
        ),
        (GOOD, ErrorKind::Limit, ""),
    ];
    let mut model = Model::new(&replies.map(|(reply, ..)| reply));
    let outcome = model.run(replies.len());
    assert_eq!(model.turns.len(), replies.len());
    assert_eq!(outcome.usage(), Usage::new(700, 28), "of all attempts");
    for (attempt, (_, kind, _)) in outcome.attempts().iter().zip(&replies[..6]) {
        assert_eq!(attempt.error().map(llm_output::ParseError::kind), Some(*kind));
    }
    assert!(outcome.attempts()[6].error().is_none());
    let last = &model.turns[6];
    assert_eq!(last.messages().len(), 13);
    assert_eq!(last.messages()[0].text, "Write it.");
    for (number, (reply, _, words)) in replies[..6].iter().enumerate() {
        let [said, told] = &last.messages()[2 * number + 1..2 * number + 3] else {
            panic!("a reply and what was wrong with it")
        };
        assert_eq!((said.role, said.text.as_str()), (Role::Assistant, *reply));
        assert_eq!(told.role, Role::User);
        assert!(told.text.contains(words), "{words:?} is not in {:?}", told.text);
    }
    assert_eq!(outcome.parsed().map(|parsed| parsed.value.message), Some("Body".into()));
}

#[test]
fn without_a_value_the_first_text_is_left_with_every_error() {
    let outcome = Model::new(&["First.", "Second.", "Third."]).run(3);
    let Outcome::Degraded {
        text, attempts, usage, ..
    } = outcome
    else {
        panic!("{outcome:?}")
    };
    assert_eq!(text, "First.");
    assert_eq!(attempts.len(), 3);
    assert!(attempts.iter().all(|attempt| attempt.error().is_some()));
    assert_eq!(usage, attempts.iter().map(Attempt::usage).sum());
    assert_eq!(usage, Usage::new(300, 6));
}

#[test]
fn a_reply_that_repeats_to_the_byte_ends_the_exchange() {
    let mut model = Model::new(&["No.", "Still no.", "No.", "never asked for"]);
    let outcome = model.run(10);
    assert_eq!(model.turns.len(), 3);
    assert_eq!(outcome.attempts().len(), 3);
    assert_eq!(outcome.usage(), Usage::new(300, 6));
    assert!(matches!(outcome, Outcome::Degraded { ref text, .. } if text == "No."));
    // A space makes it another one.
    assert_eq!(Model::new(&["No.", "No. ", "No.  "]).run(3).attempts().len(), 3);
    // Empty replies repeat as well.
    let outcome = Model::new(&["", "", ""]).run(3);
    assert_eq!(outcome.attempts().len(), 2);
    assert!(matches!(outcome, Outcome::Degraded { ref text, .. } if text.is_empty()));
}

#[test]
fn no_attempts_are_one_attempt() {
    assert_eq!(Model::new(&["No."]).run(0).attempts().len(), 1);
}

#[test]
fn a_value_that_was_rejected_is_never_a_success() {
    // Options that take nothing made up: a missing member stays an error however often it is missing.
    let outcome = Model::new(&[r#"{"title": "a"}"#, r#"{"title": "b"}"#]).run(2);
    assert!(matches!(outcome, Outcome::Degraded { .. }));
    let exchange = Exchange::<CommitMessage>::new("").options(Options::lenient());
    let outcome = exchange.run(|_| Ok::<_, Infallible>(Reply::new(r#"{"title": "a"}"#)));
    assert_eq!(outcome.unwrap().parsed().unwrap().severity(), Some(Severity::Invented));
}

#[derive(Debug, PartialEq)]
struct Dead(usize);

impl fmt::Display for Dead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the line died at turn {}", self.0)
    }
}

impl std::error::Error for Dead {}

#[test]
fn a_transport_error_at_every_attempt_comes_back_untouched_with_the_usage() {
    for dead in 1..=4 {
        let mut model = Model::new(&["No.", "Still no.", "Not at all.", GOOD]);
        let exchange = Exchange::<CommitMessage>::new("Write it.").attempts(4);
        let result = exchange.run(|turn| {
            if turn.number() == dead {
                assert_eq!(turn.usage().input, 100 * (dead as u64 - 1));
                return Err(Dead(dead));
            }
            Ok(model.answer(turn))
        });
        let stopped = result.expect_err("the line died");
        assert_eq!(stopped.error, Dead(dead));
        assert_eq!(stopped.attempts.len(), dead - 1, "it is no attempt");
        assert_eq!(
            stopped.text.as_deref(),
            (dead > 1).then_some("No."),
            "the first reply was paid for"
        );
        assert_eq!(stopped.usage.input, 100 * (dead as u64 - 1));
        assert!(std::error::Error::source(&stopped).is_some());
    }
}

#[test]
fn a_finish_reason_of_length_cuts_an_open_reply_and_leaves_a_whole_one_alone() {
    let ask = |text: &'static str| {
        let mut told = Vec::new();
        let exchange = Exchange::<CommitMessage>::new("").attempts(2);
        let outcome = exchange
            .run(|turn| {
                told.push(turn.messages().last().unwrap().text.clone());
                let reply = if turn.number() == 1 { text } else { GOOD };
                Ok::<_, Infallible>(Reply::new(reply).finish(Finish::Length))
            })
            .unwrap();
        (outcome, told.pop().unwrap())
    };
    // The whole value is there.
    let (outcome, _) = ask(GOOD);
    assert_eq!(outcome.attempts().len(), 1);
    assert!(outcome.parsed().unwrap().is_exact());
    // A part of it is a part, and the model is told why.
    for cut in [
        r#"{"emoji": null, "title": "Tidy", "message": "Body""#,
        r#"{"title": "Tidy", "message": "Bo"#,
    ] {
        let (outcome, told) = ask(cut);
        assert_eq!(outcome.attempts()[0].finish(), Some(Finish::Length));
        let error = outcome.attempts()[0].error().unwrap();
        assert_eq!(error.kind(), ErrorKind::Truncated);
        assert_eq!(error.would_need(), Some(Severity::Incomplete));
        assert!(told.contains("cut off at the length limit"), "{told}");
    }
    let (_, told) = ask("Let me think about this first");
    assert!(told.contains("Begin with the JSON"), "{told}");
}

#[test]
fn a_panic_of_an_observer_comes_out_and_harms_nothing() {
    let told = AtomicUsize::new(0);
    let observer = |_: &llm_output::Repair| {
        told.fetch_add(1, Ordering::Relaxed);
        panic!("observer");
    };
    let options = Options::default().on_repair(&observer);
    let seen = Mutex::new(Usage::default());
    let exchange = || {
        Exchange::<CommitMessage>::new("")
            .attempts(3)
            .options(options.clone())
            .run(|turn| {
                *seen.lock().unwrap() = turn.usage();
                let reply = if turn.number() == 1 { "No." } else { BROKEN };
                Ok::<_, Infallible>(Reply::new(reply).usage(Usage::new(1, 1)))
            })
    };
    assert!(catch_unwind(AssertUnwindSafe(exchange)).is_err());
    assert_eq!(
        *seen.lock().unwrap(),
        Usage::new(1, 1),
        "the usage up to there was told"
    );
    assert_eq!(told.load(Ordering::Relaxed), 1);
    // The same options read the next text.
    assert!(CommitMessage::parse_llm_with(GOOD, &options).is_ok());
    assert!(catch_unwind(AssertUnwindSafe(|| CommitMessage::parse_llm_with(BROKEN, &options))).is_err());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn asking_waits_without_a_runtime_of_its_own() {
    let turns = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&turns);
    // It can be spawned: the future is sent to another thread.
    let outcome = tokio::spawn(async move {
        let exchange = Exchange::<CommitMessage>::new("Write it.").attempts(3);
        exchange
            .run_async(|turn| {
                counted.fetch_add(1, Ordering::Relaxed);
                async move {
                    tokio::time::sleep(std::time::Duration::from_millis(1)).await;
                    let reply = ["No.", r#"{"title": 1"#, BROKEN][turn.number() - 1];
                    Ok::<_, Dead>(Reply::new(reply).usage(Usage::new(10, 1)))
                }
            })
            .await
    });
    let outcome = outcome.await.expect("the task ends").expect("the line is alive");
    assert_eq!(turns.load(Ordering::Relaxed), 3);
    assert_eq!(outcome.usage(), Usage::new(30, 3));
    assert_eq!(outcome.parsed().unwrap().value.title, "Tidy");

    let exchange = Exchange::<CommitMessage>::new("Write it.").attempts(3);
    let stopped = exchange
        .run_async(|turn| async move {
            match turn.number() {
                1 => Ok(Reply::new("No.").usage(Usage::new(10, 1))),
                number => Err(Dead(number)),
            }
        })
        .await
        .expect_err("the line died");
    assert_eq!((stopped.error, stopped.usage), (Dead(2), Usage::new(10, 1)));
}

#[test]
fn an_exchange_begins_with_the_system_message_and_the_history() {
    let mut turns = Vec::new();
    let outcome = Exchange::<CommitMessage>::new("Write it.")
        .history([Message::user("Hello."), Message::assistant(BROKEN)])
        .system("You write commit messages.")
        .history([Message::user("Which files changed?"), Message::assistant("Two.")])
        .attempts(3)
        .run(|turn| {
            turns.push(turn.clone());
            Ok::<_, Infallible>(Reply::new(if turn.number() == 1 { "No." } else { BROKEN }))
        })
        .unwrap();
    assert_eq!(turns.iter().map(Turn::number).collect::<Vec<_>>(), [1, 2]);
    let told: Vec<_> = turns[1]
        .messages()
        .iter()
        .map(|message| (message.role.name(), &*message.text))
        .collect();
    let [system, history @ .., prompt, reply, _] = &*told else {
        panic!("{told:?}")
    };
    assert_eq!(*system, ("system", "You write commit messages."));
    assert_eq!(
        history.iter().map(|(role, _)| *role).collect::<Vec<_>>(),
        ["user", "assistant", "user", "assistant"]
    );
    assert_eq!((*prompt, *reply), (("user", "Write it."), ("assistant", "No.")));
    // A reply that repeats one of the history is no repetition: it was never read.
    assert_eq!(outcome.attempts().len(), 2);
    assert_eq!(outcome.into_result().unwrap().value.title, "Tidy");
}

#[test]
fn the_caller_can_word_the_feedback() {
    let language = "de";
    let mut told = Vec::new();
    let outcome = Exchange::<CommitMessage>::new("")
        .feedback_with(|error| format!("[{language}] {}", error.kind()))
        .run(|turn| {
            told.push(turn.messages().last().unwrap().text.clone());
            Ok::<_, Infallible>(Reply::new("No.").finish(Finish::Length))
        })
        .unwrap();
    assert_eq!(told, ["", "[de] prose"]);
    assert!(matches!(outcome, Outcome::Degraded { .. }));
}

#[test]
fn every_attempt_keeps_its_reply_and_spans_index_into_it() {
    let outcome = Model::new(&[r#"{"title": 7, "message": []}"#, BROKEN]).run(2);
    let Outcome::Structured {
        parsed, text, attempts, ..
    } = &outcome
    else {
        panic!("{outcome:?}")
    };
    assert_eq!(
        attempts.iter().map(Attempt::text).collect::<Vec<_>>(),
        [r#"{"title": 7, "message": []}"#, BROKEN]
    );
    assert_eq!(text, BROKEN);
    let quoted = parsed
        .repairs()
        .iter()
        .find(|repair| repair.path().to_string() == "title")
        .unwrap();
    assert!(text[quoted.span()].contains("Tidy"), "{:?}", &text[quoted.span()]);
    let error = attempts[0].error().unwrap();
    assert_eq!(&attempts[0].text()[error.violations()[0].span()], "[]");
}

#[test]
fn an_outcome_is_a_result_with_the_first_reply_in_its_error() {
    let degraded = Model::new(&["First.", "Second."]).run(2).into_result().unwrap_err();
    assert_eq!(
        (degraded.text.as_str(), degraded.attempts.len(), degraded.usage),
        ("First.", 2, Usage::new(200, 3))
    );
    assert_eq!(degraded.to_string(), "no reply could be parsed in 2 attempts");
    let degraded = Model::new(&["First."]).run(1).into_result().unwrap_err();
    assert_eq!(degraded.to_string(), "no reply could be parsed in 1 attempt");
    assert!(Model::new(&[GOOD]).run(1).into_result().unwrap().is_exact());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_observer_can_be_moved_into_a_spawned_future() {
    let (send, told) = std::sync::mpsc::channel();
    let task = tokio::spawn(async move {
        Exchange::<CommitMessage>::new("Write it.")
            .on_repair(move |repair| send.send(repair.kind()).expect("somebody listens"))
            .run_async(|turn| async move {
                tokio::task::yield_now().await;
                Ok::<_, Dead>(Reply::new(["{'title': 1", BROKEN][turn.number() - 1]))
            })
            .await
    });
    let parsed = task
        .await
        .expect("the task ends")
        .expect("the line is alive")
        .into_result()
        .expect("a value");
    let kinds: Vec<_> = parsed.repairs().iter().map(llm_output::Repair::kind).collect();
    assert_eq!(
        told.iter().collect::<Vec<_>>(),
        kinds,
        "of the reply that was read, and of no other"
    );
}

/// What a chain of errors says, from the outermost to the first cause.
fn chain(error: &dyn std::error::Error) -> Vec<String> {
    std::iter::successors(Some(error), |error| error.source())
        .map(ToString::to_string)
        .collect()
}

#[test]
fn a_chain_of_errors_says_each_fact_once() {
    let registry = registry();
    let interrupted = |text: &'static str| {
        let exchange = Exchange::<CommitMessage>::new("").attempts(3);
        exchange
            .run(|turn| {
                if turn.number() == 1 {
                    Ok(Reply::new(text))
                } else {
                    Err(Dead(turn.number()))
                }
            })
            .unwrap_err()
    };
    let mut chains = vec![
        chain(&registry.parse::<CommitMessage>("writer", "'No.'").unwrap_err()),
        chain(
            &registry
                .parse::<CommitMessage>("writer", r#"{'title': "t", "message": []}"#)
                .unwrap_err(),
        ),
        chain(&registry.parse_value("reviewer", "{}").unwrap_err()),
        chain(&interrupted("No.")),
        chain(&Model::new(&["No.", "{'title': 1}"]).run(2).into_result().unwrap_err()),
    ];
    for text in [
        "",
        "No.",
        "{}",
        r#"{"title": "t""#,
        r#"{"title": "t"}"#,
        "{'title': 1, 'message': {}}",
        r#"{"error": 1}"#,
    ] {
        chains.push(chain(&CommitMessage::parse_llm(text).unwrap_err()));
        chains.push(chain(
            &CommitMessage::parse_llm_with(text, &Options::exact()).unwrap_err(),
        ));
    }
    for chain in chains {
        assert!(chain.len() > 1, "{chain:?}");
        for (at, said) in chain.iter().enumerate() {
            for other in chain.iter().skip(at + 1) {
                assert!(
                    !said.contains(other.as_str()) && !other.contains(said.as_str()),
                    "{chain:?}"
                );
            }
        }
    }
    assert_eq!(
        chain(&interrupted("No.")),
        ["the exchange was interrupted after 1 reply", "the line died at turn 2"]
    );
    assert_eq!(
        chain(&CommitMessage::parse_llm(r#"{'title': "t", "message": []}"#).unwrap_err())[1],
        "strict parsing stops at byte 1: $: a string was in single quotes (single_quoted)"
    );
}

//! Replies that come as a stream of `futures`.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};

use futures_core::Stream;
use llm_output::events::{Delta, openai_chat};
use llm_output::{ErrorKind, LlmOutput, StreamError};
use llm_output_tests::corruption::subjects::{Item, Person};
use serde_json::json;

/// A source that is not ready every other time.
struct Source<C> {
    chunks: VecDeque<C>,
    is_ready: bool,
    polled: usize,
}

fn source<C>(chunks: impl IntoIterator<Item = C>) -> Source<C> {
    Source {
        chunks: chunks.into_iter().collect(),
        is_ready: false,
        polled: 0,
    }
}

impl<C: Unpin> Stream for Source<C> {
    type Item = C;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<C>> {
        self.is_ready = !self.is_ready;
        if !self.is_ready {
            self.polled += 1;
            return Poll::Ready(self.chunks.pop_front());
        }
        context.waker().wake_by_ref();
        Poll::Pending
    }
}

/// Runs a future that wakes itself.
fn run<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut context) {
            return output;
        }
    }
}

async fn collect<S: Stream + Unpin>(mut stream: S) -> Vec<S::Item> {
    let mut items = Vec::new();
    while let Some(item) = poll_fn(|context| Pin::new(&mut stream).poll_next(context)).await {
        items.push(item);
    }
    items
}

const ITEMS: &str = r#"[{"sku": "é", "quantity": 1, "price": 1}, {"sku": 2}, {"sku": "c", "quantity": 3, "price": 1}]"#;

#[test]
fn elements_come_out_of_text_bytes_and_results() {
    let told = |items: Vec<Result<llm_output::Parsed<Item>, StreamError<Infallible>>>| -> Vec<Option<String>> {
        let items = items.into_iter();
        items.map(|item| item.ok().map(|item| item.into_value().sku)).collect()
    };
    let expected = [Some("é".to_owned()), None, Some("c".to_owned())];
    let words = || ITEMS.split_inclusive(' ').map(str::to_owned);
    assert_eq!(told(run(collect(Item::items().from_stream(source(words()))))), expected);
    let bytes = ITEMS.as_bytes().chunks(5).map(<[u8]>::to_vec);
    assert_eq!(told(run(collect(Item::items().from_stream(source(bytes))))), expected);
    let results = words().map(Ok::<_, Infallible>);
    assert_eq!(told(run(collect(Item::items().from_stream(source(results))))), expected);
}

#[test]
fn an_error_of_the_source_comes_between_the_elements() {
    let chunks = [Ok("[1, 2"), Err("lost"), Ok(", 3]")];
    let items = run(collect(u32::items().from_stream(source(chunks))));
    let told: Vec<_> = items
        .into_iter()
        .map(|item| match item {
            Ok(item) => item.value.to_string(),
            Err(StreamError::Source(error)) => error.to_owned(),
            Err(error) => panic!("{error}"),
        })
        .collect();
    assert_eq!(told, ["1", "lost", "2", "3"]);
}

#[test]
fn a_partial_is_lent_after_every_chunk() {
    let text = r#"{"name": "Ann Lee", "age": 30, "tags": ["a"]}"#;
    run(async {
        let mut person = Person::stream().follow(source(text.split_inclusive(' ')));
        let mut names = Vec::new();
        while let Some(Ok(partial)) = person.next().await {
            names.push(partial.name.clone().unwrap_or_default());
        }
        assert_eq!(
            names,
            ["", "Ann", "Ann Lee", "Ann Lee", "Ann Lee", "Ann Lee", "Ann Lee"]
        );
        assert!(person.stream().is_complete());
        assert_eq!(
            person.into_stream().finish().expect("it is an answer").value.age,
            Some(30)
        );
    });
}

#[test]
fn the_rest_is_read_at_the_end_up_to_an_error() {
    let text = r#"{"name": "Ann Lee", "age": 30, "tags": ["a"]}"#;
    let ended = run(Person::stream().follow(source(text.split_inclusive(' '))).end());
    let Ok(ended) = ended;
    assert!(ended.revised.is_none());
    assert_eq!(ended.result.expect("it is an answer").value.tags, ["a"]);
    let broken = [Ok("{\"name\": "), Err("lost")];
    assert_eq!(run(Person::stream().follow(source(broken)).end()).err(), Some("lost"));
}

/// A source that has ended is not polled again: many sources panic then.
#[test]
fn a_source_is_not_polled_after_its_end() {
    struct Once(usize);
    impl Stream for Once {
        type Item = String;

        fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<String>> {
            self.0 += 1;
            match self.0 {
                1 => Poll::Ready(Some("{\"name\": \"Ada\"".to_owned())),
                2 => Poll::Ready(None),
                _ => panic!("the source was polled after its end"),
            }
        }
    }
    run(async {
        let mut person = Person::stream().follow(Once(0));
        while person.next().await.is_some() {}
        assert!(person.next().await.is_none());
        assert!(person.end().await.is_ok());
    });
}

/// The events of a provider are a source, and say why the model stopped; a refusal counts, whatever follows it.
#[test]
fn events_are_a_source_and_say_why_the_model_stopped() {
    let text = |text: &str| openai_chat(&json!({"choices": [{"delta": {"content": text}}]}).to_string());
    let stopped = |reason: &str| openai_chat(&json!({"choices": [{"delta": {}, "finish_reason": reason}]}).to_string());
    for (reason, is_cut) in [("stop", false), ("length", true)] {
        let events = || [text("[1, "), text("2, 3"), stopped(reason)];
        let elements = run(collect(u8::items().from_stream(source(events()))));
        assert_eq!(elements.iter().any(Result::is_err), is_cut, "{reason}");
        let checked: [Result<Delta, String>; 3] = events().map(Ok);
        let ended = run(<Vec<u8>>::stream().follow(source(checked)).end()).expect("the source does not fail");
        assert_eq!(ended.result.is_err(), is_cut, "{reason}");
    }
    let refusal = openai_chat(&json!({"choices": [{"delta": {"refusal": "No."}}]}).to_string());
    let ended = run(<Vec<u8>>::stream().follow(source([refusal, stopped("stop")])).end());
    let Ok(ended) = ended;
    assert_eq!(ended.result.expect_err("there is no text").kind(), ErrorKind::Empty);
}

//! The trait that everything hangs on.

use crate::__private_0_1_0::{Cursor, Drive, Facts, Frame, Growth, Halt, Object, ObjectSpec, Read};
use crate::stream::{Items, Stream, Streamed};
use crate::{Options, ParseError, Parsed, PromptStyle, Shape};

/// A type that can be read from what a language model wrote.
///
/// Derive it: `#[derive(LlmOutput)]` works on structs with named fields, newtypes and enums, and the types of the
/// standard library that a response is made of implement it already. The trait cannot be implemented by hand: its
/// hidden items belong to generated code and change without notice.
///
/// ```
/// use llm_output::LlmOutput;
///
/// #[derive(LlmOutput)]
/// struct Answer {
///     /// One sentence.
///     summary: String,
/// }
///
/// let parsed = Answer::parse_llm("Sure!\n```json\n{\"summary\": \"All good.\"}\n```").unwrap();
/// assert_eq!(parsed.value.summary, "All good.");
/// ```
///
/// # What does not compile
///
/// A shape that models get wrong, with an error that says why and what to write instead. Values that are told apart by
/// position alone:
///
/// ```compile_fail
/// use llm_output::LlmOutput;
///
/// #[derive(LlmOutput)]
/// struct Review {
///     span: (u32, u32),
/// }
/// ```
///
/// An enum with data that does not say how an answer names the variant:
///
/// ```compile_fail
/// use llm_output::LlmOutput;
///
/// #[derive(LlmOutput)]
/// enum Shape {
///     Circle { radius: f64 },
///     Square(f64),
///     Point,
/// }
/// ```
///
/// Two names that differ in nothing that a model keeps:
///
/// ```compile_fail
/// use llm_output::LlmOutput;
///
/// #[derive(LlmOutput)]
/// struct Address {
///     zip: String,
///     #[llm(rename = "ZIP")]
///     code: String,
/// }
/// ```
///
/// A type that holds itself, without a limit:
///
/// ```compile_fail
/// use llm_output::LlmOutput;
///
/// #[derive(LlmOutput)]
/// struct Comment {
///     text: String,
///     replies: Vec<Comment>,
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read from a model's answer",
    label = "no `LlmOutput` for this type",
    note = "for a struct or an enum of your own: `#[derive(LlmOutput)]`",
    note = "for `serde_json::Value` and `Map`, and for types of `chrono`, `rust_decimal`, `url` and `uuid`: switch on the feature `any`, `chrono`, `rust_decimal`, `url` or `uuid` of `llm_output`",
    note = "for any other type that implements `serde::Deserialize`: `#[llm(with_serde = \"String\")]` on the field (feature `serde`), naming a type with the schema that the model should see; for a `Duration`, a number with its unit in the name, such as `timeout_seconds: u64`"
)]
pub trait LlmOutput: Sized {
    /// The type as JSON Schema 2020-12 text, rendered at compile time.
    const SCHEMA: &'static str = crate::schema::schema_text::<Self>();

    /// The type as a short TypeScript-like text with the docs as comments, rendered at compile time.
    const PROMPT: &'static str = crate::schema::prompt_text::<Self>();

    /// The type's description as constant data, for tools; the parser never reads it.
    const SHAPE: &'static Shape;

    /// How values of the type are shown while they grow.
    #[doc(hidden)]
    type __Form: Growth<Self>;

    #[doc(hidden)]
    const __FACTS: Facts;

    #[doc(hidden)]
    const __OBJECT: &'static ObjectSpec = &ObjectSpec::NONE;

    /// Fails to evaluate where a type with parameters, with the arguments that it was given, breaks a limit, such as that on
    /// depth, or flattens what cannot stand in one object: the compiler names this constant where it says so. Types without
    /// parameters are judged where they derive.
    #[doc(hidden)]
    const LLM_OUTPUT_WITHIN_LIMITS: () = ();

    #[doc(hidden)]
    fn __read(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self>;

    /// Reads the type's members among those of another type's object, the first of them at `base`.
    #[doc(hidden)]
    fn __members<'t, 'p>(
        cursor: &mut Cursor<'t>,
        at: &Frame<'_>,
        object: &mut Object<'p>,
        base: u32,
        drive: impl Drive<'t, 'p>,
    ) -> Read<Self> {
        let _ = (at, base);
        match drive.through(cursor, object, |cursor, object, _| object.turn(cursor)) {
            Some(halt) => Err(halt),
            None => Err(Halt::Invalid),
        }
    }

    /// The value that a decoded text stands for: what a string for a number, a map's key and a split list are read by.
    #[doc(hidden)]
    fn __from_text(text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self>;

    /// The value that an absent member stands for.
    #[doc(hidden)]
    fn __none() -> Option<Self> {
        None
    }

    /// The value that `Options::lenient` puts where the model wrote none.
    #[doc(hidden)]
    fn __invent() -> Option<Self> {
        None
    }

    /// Reads the type from what a model wrote, with the default [`Options`].
    ///
    /// # Errors
    ///
    /// A [`ParseError`] where no value of the type can be read without inventing one; its
    /// [`feedback`](ParseError::feedback) is text to send back to the model.
    fn parse_llm(text: &str) -> Result<Parsed<Self>, ParseError> {
        Self::parse_llm_with(text, &Options::default())
    }

    /// Reads the type from what a model wrote, with `options`.
    ///
    /// # Errors
    ///
    /// As [`parse_llm`](Self::parse_llm), and for every repair above [`Options::accept`].
    fn parse_llm_with(text: &str, options: &Options<'_>) -> Result<Parsed<Self>, ParseError> {
        const { Self::LLM_OUTPUT_WITHIN_LIMITS };
        let outcome = crate::extract::parse(text, options);
        #[cfg(feature = "tracing")]
        crate::telemetry::tell(&outcome, std::any::type_name::<Self>(), options);
        outcome
    }

    /// Reads the type from a reply that still comes in, chunk by chunk, and shows a value that grows with each: for a type with
    /// `#[llm(stream)]`, or a list. See the [guide](crate::guide::streaming).
    ///
    /// ```
    /// use llm_output::LlmOutput;
    ///
    /// #[derive(LlmOutput)]
    /// #[llm(stream)]
    /// struct Answer {
    ///     summary: String,
    /// }
    ///
    /// let mut stream = Answer::stream();
    /// assert_eq!(stream.push("{\"summary\": \"All").summary.as_deref(), Some("All"));
    /// stream.push(" good.\"}");
    /// assert_eq!(stream.finish().unwrap().value.summary, "All good.");
    /// ```
    fn stream() -> Stream<'static, Self>
    where
        Self: Streamed,
    {
        Stream::new(&Options::default())
    }

    /// As [`stream`](Self::stream), with `options`.
    fn stream_with<'o>(options: &Options<'o>) -> Stream<'o, Self>
    where
        Self: Streamed,
    {
        Stream::new(options)
    }

    /// Reads values of the type out of a reply that is a list of them, each as soon as it is complete. The list may be under a
    /// key of the answer, [`Items::at`], and the reply may be JSON lines.
    ///
    /// ```
    /// use llm_output::LlmOutput;
    ///
    /// let mut items = u32::items();
    /// let ready: Vec<u32> = items.push("[1, 2, 3").map(|item| item.unwrap().value).collect();
    /// assert_eq!(ready, [1, 2]);
    /// let rest: Vec<u32> = items.push("4]").map(|item| item.unwrap().value).collect();
    /// assert_eq!(rest, [34]);
    /// ```
    fn items() -> Items<'static, Self> {
        Items::new(&Options::default())
    }

    /// As [`items`](Self::items), with `options`.
    fn items_with<'o>(options: &Options<'o>) -> Items<'o, Self> {
        Items::new(options)
    }

    /// The text that shows a model what to write, in the style of choice; made at compile time like [`PROMPT`](Self::PROMPT).
    ///
    /// ```
    /// use llm_output::{LlmOutput, PromptStyle};
    ///
    /// #[derive(LlmOutput)]
    /// struct Finding {
    ///     #[llm(example = "src/main.rs")]
    ///     file: String,
    ///     #[llm(range(min = 1))]
    ///     line: u32,
    /// }
    ///
    /// let example = "{\n  \"file\": \"src/main.rs\",\n  \"line\": 1\n}";
    /// assert_eq!(Finding::prompt_for(PromptStyle::Example), example);
    /// assert_eq!(Finding::prompt_for(PromptStyle::TypeScript), Finding::PROMPT);
    /// ```
    fn prompt_for(style: PromptStyle) -> &'static str {
        match style {
            PromptStyle::TypeScript => Self::PROMPT,
            PromptStyle::JsonSchema => Self::SCHEMA,
            PromptStyle::Example => const { crate::schema::example_text::<Self>() },
        }
    }

    /// The schema in a provider's dialect, with a note of everything that it does not say as the type does.
    ///
    /// The feature `dialects` brings it, and `serde_json` with it. Properties are in declared order with the feature
    /// `preserve_order`, and sorted by name without it: models answer in that order, so reasoning may come after its conclusion.
    ///
    /// ```
    /// use llm_output::{Dialect, LlmOutput};
    ///
    /// #[derive(LlmOutput)]
    /// struct Answer {
    ///     /// One sentence.
    ///     summary: Option<String>,
    /// }
    ///
    /// let schema = Answer::schema_for(Dialect::OpenAiStrict).unwrap();
    /// assert_eq!(
    ///     schema.value().to_string(),
    ///     r#"{"type":"object","properties":{"summary":{"type":["string","null"],"description":"One sentence."}},"required":["summary"],"additionalProperties":false}"#
    /// );
    /// ```
    ///
    /// # Errors
    ///
    /// A [`DialectError`](crate::DialectError) with the place and the limit where the dialect does not take the type.
    #[cfg(feature = "dialects")]
    fn schema_for(dialect: crate::Dialect) -> Result<crate::DialectSchema, crate::DialectError> {
        crate::schema::schema_for(dialect.rules(), Self::SHAPE, None, false)
    }

    /// The part of a request that asks a provider for an answer of this type: fields to merge into the request's body.
    ///
    /// The name in it is that of the type, and the description its doc comment.
    ///
    /// ```
    /// use llm_output::{LlmOutput, Request};
    ///
    /// #[derive(LlmOutput)]
    /// struct Answer {
    ///     done: bool,
    /// }
    ///
    /// let part = Answer::request_for(Request::OpenAiChat).unwrap();
    /// assert_eq!(part["response_format"]["json_schema"]["name"], "Answer");
    /// assert_eq!(part["response_format"]["json_schema"]["strict"], true);
    /// ```
    ///
    /// # Errors
    ///
    /// As [`schema_for`](Self::schema_for), and where the provider does not take the type's name.
    #[cfg(feature = "dialects")]
    fn request_for(request: crate::Request) -> Result<serde_json::Value, crate::DialectError> {
        crate::schema::request_for(request, Self::SHAPE)
    }
}

//! The trait that all response types implement.

use crate::__private_0_1_0::{Cursor, Facts, Frame, Growth, Halt, Object, ObjectSpec, Read, ReadFields};
use crate::calls::{CallStream, Calls, ToolArguments, Tools};
use crate::stream::{Items, Stream, Streamed};
use crate::{Options, ParseError, Parsed, PromptStyle, Shape};

/// A type that can be parsed from the reply of a language model.
///
/// Derive it: `#[derive(LlmOutput)]` works on structs with named fields, newtypes and enums, and common types of the
/// standard library implement it already. The trait cannot be implemented by hand: its hidden items are for generated
/// code and change without notice.
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
/// Types that models tend to get wrong do not compile; the error says why and what to write instead. For example, values that
/// differ only in their position:
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
/// Two names that differ only in case, which models do not preserve:
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
/// A type that contains itself, without a limit:
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
    note = "for `serde_json::Value` and `Map`, and for types of `chrono`, `rust_decimal`, `url` and `uuid`: enable the feature `any`, `chrono`, `rust_decimal`, `url` or `uuid` of `llm_output`",
    note = "for any other type that implements `serde::Deserialize`: `#[llm(with_serde = \"String\")]` on the field (feature `serde`), naming a type with the schema that the model should see; for a `Duration`, a number with its unit in the name, such as `timeout_seconds: u64`"
)]
pub trait LlmOutput: Sized {
    /// The type as JSON Schema 2020-12 text, rendered at compile time.
    const SCHEMA: &'static str = crate::schema::schema_text::<Self>();

    /// The type as a short TypeScript type with the doc comments, rendered at compile time.
    const PROMPT: &'static str = crate::schema::prompt_text::<Self>();

    /// The type's description as constant data, for programs that inspect types. The parser reads it only to recognize
    /// answers in other forms: if a text has no JSON for the type, if there is other text around the JSON, or if the
    /// JSON needs a repair above [`Severity::Guess`](crate::Severity::Guess).
    const SHAPE: &'static Shape;

    /// A hash of what the type accepts, computed at compile time: two types that accept the same replies by the rules below, and
    /// read the same values from them, have the same fingerprint, on every platform and in every build.
    ///
    /// Compare it where two programs must agree about a type: the nodes of a cluster, the writer and the reader of a file, a
    /// cache of parsed values.
    ///
    /// It covers keys, types and their order, optional fields, declared defaults, the names of variants, tags, aliases,
    /// bounds, lengths, formats, patterns, and the attributes `other`, `content`, `split`, `join`, `null_alias`,
    /// `skip_invalid` and `latex`. Names of types, doc comments and examples do not change it, with one exception: if a type
    /// refers back to a recursive type that contains it, its own fingerprint covers that other type by its name only. To find
    /// out whether models see the same text, compare [`PROMPT`](Self::PROMPT).
    ///
    /// It does not cover the functions of `validate` and `default`, nor `lenient`, `exact` and `clamp`. `usize` and `isize` have
    /// other bounds on a 32-bit platform, so a type that uses them has another fingerprint there.
    ///
    /// ```
    /// use llm_output::LlmOutput;
    ///
    /// #[derive(LlmOutput)]
    /// struct Point {
    ///     x: i32,
    ///     y: i32,
    /// }
    ///
    /// /// The same fields in a type of another name.
    /// #[derive(LlmOutput)]
    /// struct Position {
    ///     x: i32,
    ///     y: i32,
    /// }
    ///
    /// #[derive(LlmOutput)]
    /// struct Distance {
    ///     x: i32,
    ///     y: Option<i32>,
    /// }
    ///
    /// assert_eq!(Point::FINGERPRINT, Position::FINGERPRINT);
    /// assert_ne!(Point::FINGERPRINT, Distance::FINGERPRINT);
    /// ```
    const FINGERPRINT: u64 = crate::schema::fingerprint(Self::SHAPE);

    /// How values of the type are shown while they grow.
    #[doc(hidden)]
    type __Form: Growth<Self>;

    #[doc(hidden)]
    const __FACTS: Facts;

    #[doc(hidden)]
    const __OBJECT: &'static ObjectSpec = &ObjectSpec::NONE;

    /// Fails to evaluate if a generic type, with its actual arguments, exceeds a limit, such as that on depth, or flattens
    /// what cannot be in one object; the compiler names this constant in its error. Types without parameters are checked
    /// where they derive.
    #[doc(hidden)]
    const LLM_OUTPUT_WITHIN_LIMITS: () = ();

    #[doc(hidden)]
    fn __read(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self>;

    /// Reads the type's fields among those of another type's object; the first of them is at `base`.
    #[doc(hidden)]
    fn __members<'t, 'p>(
        cursor: &mut Cursor<'t>,
        at: &Frame<'_>,
        object: &mut Object<'p>,
        base: u32,
        drive: impl ReadFields<'t, 'p>,
    ) -> Read<Self> {
        let _ = (at, base);
        match drive.through(cursor, object, |cursor, object, _| object.turn(cursor)) {
            Some(halt) => Err(halt),
            None => Err(Halt::Invalid),
        }
    }

    /// Reads the value from a decoded string: a string for a number, a map's key or a split list.
    #[doc(hidden)]
    fn __from_text(text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self>;

    /// The value for a missing field.
    #[doc(hidden)]
    fn __none() -> Option<Self> {
        None
    }

    /// The value that `Options::lenient` fills in if the model wrote none.
    #[doc(hidden)]
    fn __invent() -> Option<Self> {
        None
    }

    /// Parses a model's reply as this type, with the default [`Options`].
    ///
    /// For an enum with `#[llm(tools)]`, this reads one call and drops the others of the reply. Use
    /// [`parse_calls`](Self::parse_calls) for replies with tool calls.
    ///
    /// # Errors
    ///
    /// Returns a [`ParseError`] if no value of the type can be read without repairs above
    /// [`Severity::Guess`](crate::Severity::Guess). Its [`feedback`](ParseError::feedback) is text to send back to
    /// the model.
    fn parse_llm(text: &str) -> Result<Parsed<Self>, ParseError> {
        Self::parse_llm_with(text, &Options::default())
    }

    /// Parses a model's reply as this type, with `options`.
    ///
    /// # Errors
    ///
    /// The same as for [`parse_llm`](Self::parse_llm), but the limit for repairs is [`Options::accept`].
    fn parse_llm_with(text: &str, options: &Options<'_>) -> Result<Parsed<Self>, ParseError> {
        const { Self::LLM_OUTPUT_WITHIN_LIMITS };
        let outcome = crate::surface::parse(text, options);
        #[cfg(feature = "tracing")]
        crate::telemetry::tell(&outcome, core::any::type_name::<Self>(), options);
        outcome
    }

    /// Reads the type from a value that is already parsed, such as the arguments of a tool call, with the default [`Options`].
    ///
    /// It needs the feature `any`, which adds `serde_json`. It gives the same value, repairs, paths and violations as
    /// [`parse_llm`](Self::parse_llm) gives for the value's JSON text. A string inside the value stays a string,
    /// whatever it contains, unless the type expects something else there.
    ///
    /// There is one exception: a value holds numbers with a fraction or an exponent as floats, which cannot represent a
    /// fraction from 2⁵² upwards. Such a float is an error for an integer or a decimal. As a string, a float has the
    /// digits of the value, not of the text (`3.10` is `"3.1"`). A value stores `-0` as the float `-0.0`, so reading it
    /// as an integer needs the repair `float_to_int`. With the feature `arbitrary_precision` of `serde_json`, a value
    /// keeps all digits.
    ///
    /// There is no text, so there are no positions: every `span()` is `0..0`, the offset, line and column of a
    /// [`StrictError`](crate::StrictError) are 0, and messages name only the path.
    ///
    /// ```
    /// use llm_output::LlmOutput;
    /// use serde_json::json;
    ///
    /// #[derive(Debug, LlmOutput)]
    /// struct ReadFile {
    ///     path: String,
    ///     lines: Vec<u32>,
    /// }
    ///
    /// let call = ReadFile::from_value(&json!({"path": "src/lib.rs", "lines": "[1, 20]"}))?;
    /// assert_eq!(call.lines, [1, 20]);
    /// assert_eq!(call.repairs()[0].to_string(), "lines: unwrap_string_array");
    ///
    /// let error = ReadFile::from_value(&json!({"path": "src/lib.rs", "lines": [1, -20]})).unwrap_err();
    /// assert_eq!(error.to_string(), "lines[1]: expected a whole number from 0 to 4294967295, found -20");
    /// # Ok::<(), llm_output::ParseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The same as for [`parse_llm`](Self::parse_llm).
    #[cfg(feature = "any")]
    fn from_value(value: &serde_json::Value) -> Result<Parsed<Self>, ParseError> {
        Self::from_value_with(value, &Options::default())
    }

    /// Reads the type from a value that is already parsed, with `options`.
    ///
    /// [`Options::marker`] has no effect: a value has no blocks. [`Limits::bytes`](crate::Limits::bytes) counts the bytes of
    /// the value written as JSON without white space.
    ///
    /// # Errors
    ///
    /// The same as for [`parse_llm_with`](Self::parse_llm_with).
    #[cfg(feature = "any")]
    fn from_value_with(value: &serde_json::Value, options: &Options<'_>) -> Result<Parsed<Self>, ParseError> {
        const { Self::LLM_OUTPUT_WITHIN_LIMITS };
        let outcome = crate::value::parse(value, options);
        #[cfg(feature = "tracing")]
        crate::telemetry::tell(&outcome, core::any::type_name::<Self>(), options);
        outcome
    }

    /// Reads the type from a reply that is still arriving, and shows a value that grows with each chunk. It is for
    /// types with `#[llm(stream)]` and for lists. See the [guide](crate::guide::streaming).
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

    /// Like [`stream`](Self::stream), but with `options`.
    fn stream_with<'o>(options: &Options<'o>) -> Stream<'o, Self>
    where
        Self: Streamed,
    {
        Stream::new(options)
    }

    /// Reads values of the type from a reply that is a list of them, each as soon as it is complete. The list may be
    /// under a key of the answer (see [`Items::at`]), and the reply may be JSON lines: an object on each line.
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

    /// Like [`items`](Self::items), but with `options`.
    fn items_with<'o>(options: &Options<'o>) -> Items<'o, Self> {
        Items::new(options)
    }

    /// Finds the tool calls in a reply that a model wrote as text, in any [`Format`](crate::Format), for an enum with
    /// `#[llm(tools)]`.
    ///
    /// Each call is a result of its own, in order. A call that names no tool, is broken or was cut off is an error. Later calls
    /// are still read, unless the end of a broken call cannot be found; then everything after it is part of that error. A reply
    /// without calls is not an error. Nothing in a reasoning block is a call, and neither is JSON or code that a reply shows as an
    /// example; the [guide](crate::guide::tools) has the rules.
    ///
    /// The default for calls is [`Options::calls`], which accepts repairs up to [`Severity::Coercion`](crate::Severity::Coercion):
    /// a call acts on the world, so its arguments are not guessed.
    ///
    /// ```
    /// use llm_output::LlmOutput;
    ///
    /// #[derive(Debug, PartialEq, LlmOutput)]
    /// #[llm(tools, rename_all = "snake_case")]
    /// enum Tool {
    ///     /// The weather of a city.
    ///     GetWeather { city: String },
    ///     /// The time.
    ///     GetTime,
    /// }
    ///
    /// let calls = Tool::parse_calls("[TOOL_CALLS]get_weather[ARGS]{\"city\": \"Paris\"}[TOOL_CALLS]get_time[ARGS]{}");
    /// let (tools, errors) = calls.split();
    /// assert_eq!(tools[0].value, Tool::GetWeather { city: "Paris".into() });
    /// assert_eq!(tools[1].value, Tool::GetTime);
    /// assert!(errors.is_empty());
    /// ```
    fn parse_calls(text: &str) -> Calls<Self>
    where
        Self: Tools,
    {
        Self::parse_calls_with(text, &Options::calls())
    }

    /// Like [`parse_calls`](Self::parse_calls), but with `options`. Begin with [`Options::calls`]: [`Options::default`]
    /// accepts guesses.
    fn parse_calls_with(text: &str, options: &Options<'_>) -> Calls<Self>
    where
        Self: Tools,
    {
        crate::calls::parse(text, options)
    }

    /// Reads a tool call that a provider has already separated from the text: the name of the tool, and its arguments as text
    /// or, with the feature `any`, as a `serde_json::Value`.
    ///
    /// Empty arguments and `null` are read as an empty object, since providers send those for a tool without arguments.
    ///
    /// ```
    /// use llm_output::{ErrorKind, LlmOutput};
    ///
    /// #[derive(Debug, PartialEq, LlmOutput)]
    /// #[llm(tools, rename_all = "snake_case")]
    /// enum Tool {
    ///     /// The weather of a city.
    ///     GetWeather { city: String, days: u8 },
    ///     /// The time.
    ///     GetTime,
    /// }
    ///
    /// let call = Tool::read_call("get_weather", r#"{"city": "Paris", "days": "3"}"#)?;
    /// assert_eq!(call.value, Tool::GetWeather { city: "Paris".into(), days: 3 });
    /// assert_eq!(Tool::read_call("get_time", "")?.value, Tool::GetTime);
    ///
    /// let error = Tool::read_call("get_news", "{}").unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::UnknownTool);
    /// # Ok::<(), llm_output::ParseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns a [`ParseError`] of the kind [`UnknownTool`](crate::ErrorKind::UnknownTool) if there is no such tool, and as
    /// [`parse_llm`](Self::parse_llm) if the arguments cannot be read without repairs above
    /// [`Severity::Coercion`](crate::Severity::Coercion).
    fn read_call(name: &str, arguments: impl ToolArguments) -> Result<Parsed<Self>, ParseError>
    where
        Self: Tools,
    {
        Self::read_call_with(name, arguments, &Options::calls())
    }

    /// Like [`read_call`](Self::read_call), but with `options`. Begin with [`Options::calls`]: [`Options::default`]
    /// accepts guesses.
    ///
    /// # Errors
    ///
    /// The same as for [`read_call`](Self::read_call), but the limit for repairs is [`Options::accept`].
    fn read_call_with(
        name: &str,
        arguments: impl ToolArguments,
        options: &Options<'_>,
    ) -> Result<Parsed<Self>, ParseError>
    where
        Self: Tools,
    {
        arguments.__read(name, options)
    }

    /// Reads the tool calls of a reply that is still arriving, chunk by chunk, and returns each as soon as it is
    /// complete.
    ///
    /// Always call [`finish`](crate::CallStream::finish): it returns the calls that `push` held back. That includes every call after
    /// text, unless the reply begins with a call or a reasoning block;
    /// [`without_reasoning`](crate::CallStream::without_reasoning) changes this.
    ///
    /// ```
    /// use llm_output::LlmOutput;
    ///
    /// #[derive(Debug, PartialEq, LlmOutput)]
    /// #[llm(tools, rename_all = "snake_case")]
    /// enum Tool {
    ///     /// The weather of a city.
    ///     GetWeather { city: String },
    /// }
    ///
    /// let mut stream = Tool::call_stream();
    /// assert_eq!(stream.push("<tool_call>{\"name\": \"get_weather\", \"argu").count(), 0);
    /// let call = stream.push("ments\": {\"city\": \"Paris\"}}</tool_call>").next().unwrap();
    /// assert_eq!(call.result.unwrap().value, Tool::GetWeather { city: "Paris".into() });
    /// ```
    fn call_stream() -> CallStream<'static, Self>
    where
        Self: Tools,
    {
        CallStream::new(&Options::calls())
    }

    /// Like [`call_stream`](Self::call_stream), but with `options`. Begin with [`Options::calls`].
    fn call_stream_with<'o>(options: &Options<'o>) -> CallStream<'o, Self>
    where
        Self: Tools,
    {
        CallStream::new(options)
    }

    /// Text that shows a model what to write, in the given style; rendered at compile time like [`PROMPT`](Self::PROMPT).
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

    /// The schema in a provider's dialect, with a note for everything that it leaves out or expresses in another form
    /// than [`SCHEMA`](Self::SCHEMA).
    ///
    /// It needs the feature `dialects`, which adds `serde_json`. Properties are in declared order with the feature
    /// `preserve_order`, and sorted by name without it. Models answer in that order, so without the feature a model may
    /// have to write its conclusion before its reasoning.
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
    /// A [`DialectError`](crate::DialectError) with the place and the limit if the dialect does not accept the type.
    #[cfg(feature = "dialects")]
    fn schema_for(dialect: crate::Dialect) -> Result<crate::DialectSchema, crate::DialectError> {
        crate::schema::schema_for(dialect.rules(), Self::SHAPE, None, false)
    }

    /// The part of a request that asks a provider for an answer of this type: fields to merge into the request's body.
    ///
    /// They contain the name of the type, and its doc comment as the description.
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
    /// The same as for [`schema_for`](Self::schema_for). It is also an error if the provider does not accept the type's
    /// name.
    #[cfg(feature = "dialects")]
    fn request_for(request: crate::Request) -> Result<serde_json::Value, crate::DialectError> {
        crate::schema::request_for(request, Self::SHAPE)
    }

    /// The definitions of the tools of an enum with `#[llm(tools)]`, in a provider's form: fields to merge into the request's body.
    ///
    /// There is one definition for each variant. Its name is that of the variant. Its description is the doc comment of
    /// the variant, or else of the type that it contains. Its parameters are the schema of the arguments in the
    /// provider's dialect. Which tool must be called, and whether several may be called, is left to the provider's
    /// defaults. A [`Request`](crate::Request) for an answer gives the same definitions as one for a tool of the same
    /// provider.
    ///
    /// With `#[llm(tools, dialects(openai, anthropic))]`, whatever a dialect would reject is a compile error.
    ///
    /// ```
    /// use llm_output::{LlmOutput, Request};
    ///
    /// #[derive(LlmOutput)]
    /// #[llm(tools, rename_all = "snake_case", dialects(openai))]
    /// enum Tool {
    ///     /// The weather of a city.
    ///     GetWeather { city: String },
    ///     /// The time.
    ///     GetTime,
    /// }
    ///
    /// let part = Tool::tools_for(Request::OpenAiChat).unwrap();
    /// assert_eq!(part["tools"][0]["function"]["name"], "get_weather");
    /// assert_eq!(part["tools"][0]["function"]["description"], "The weather of a city.");
    /// assert_eq!(part["tools"][0]["function"]["parameters"]["required"][0], "city");
    /// assert_eq!(part["tools"][1]["function"]["name"], "get_time");
    /// ```
    ///
    /// # Errors
    ///
    /// The same as for [`schema_for`](Self::schema_for), with the name of the tool before the path. It is also an error
    /// if the provider does not accept the name of a tool, or so many tools.
    #[cfg(feature = "dialects")]
    fn tools_for(request: crate::Request) -> Result<serde_json::Value, crate::DialectError>
    where
        Self: Tools,
    {
        crate::schema::tools_for(request, Self::SHAPE)
    }
}

//! A type that is a set of tools.

use alloc::string::String;
use core::marker::PhantomData;

use super::read::separated;
#[cfg(feature = "any")]
use crate::Repair;
use crate::error::Expected;
use crate::path::Frame;
use crate::read::cursor::{Cursor, Halt, Read};
use crate::repair::RepairKind;
use crate::spec::{Facts, NamesSpec, ObjectSpec};
use crate::visit::{Slot, divert, put};
use crate::{LlmOutput, Options, ParseError, Parsed};

/// A set of tools: an enum with `#[llm(tools)]`.
///
/// Each variant is a tool. What it contains are the arguments: a type that derives [`LlmOutput`], fields of its own, or
/// nothing. The derive implements the trait; it cannot be implemented by hand. The methods for tools are those of
/// [`LlmOutput`] that are about calls: [`parse_calls`](LlmOutput::parse_calls), [`read_call`](LlmOutput::read_call),
/// [`call_stream`](LlmOutput::call_stream) and `tools_for`. See the [guide](crate::guide::tools).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a set of tools",
    label = "no tools in this type",
    note = "write an enum with a variant for each tool, and add `#[llm(tools)]` to it"
)]
pub trait Tools: LlmOutput {
    /// The names of the tools.
    #[doc(hidden)]
    const __NAMES: &'static NamesSpec;

    /// What the arguments of each tool are.
    #[doc(hidden)]
    const __ARGUMENTS: &'static [(Facts, &'static ObjectSpec)];

    /// Reads the arguments of this tool.
    #[doc(hidden)]
    fn __call(tool: u32, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self>;
}

/// The arguments of one tool, as what a text is read as.
pub(super) struct ToolTarget<T> {
    tool: u32,
    /// The tool's name was written in another case or style.
    is_folded: bool,
    tools: PhantomData<T>,
}

impl<T> ToolTarget<T> {
    pub(super) fn new(tool: u32, is_folded: bool) -> Self {
        Self {
            tool,
            is_folded,
            tools: PhantomData,
        }
    }
}

impl<T: Tools> crate::extract::Target for ToolTarget<T> {
    type Value = T;

    fn facts(&self) -> Facts {
        T::__ARGUMENTS
            .get(self.tool as usize)
            .map_or(Facts::nothing(), |of| of.0)
    }

    fn object(&self) -> &'static ObjectSpec {
        T::__ARGUMENTS
            .get(self.tool as usize)
            .map_or(&ObjectSpec::NONE, |of| of.1)
    }

    fn read_strictly(&self, _: &mut Cursor<'_>) -> Option<T> {
        None
    }

    fn read(&self, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<T> {
        if self.is_folded {
            let start = cursor.pos;
            cursor.repaired(RepairKind::EnumCase, at, start..start);
        }
        T::__call(self.tool, cursor, at)
    }

    fn read_text(&self, text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<T> {
        let mut slot = CallReading {
            tool: self.tool,
            value: None,
        };
        divert::slot_from_text(text, cursor, at, &mut slot)?;
        slot.value.ok_or(Halt::Invalid)
    }
}

/// A place for a call whose arguments are written in a text.
struct CallReading<T> {
    tool: u32,
    value: Option<T>,
}

impl<T: Tools> Slot for CallReading<T> {
    fn read(&mut self, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<()> {
        put(&mut self.value, T::__call(self.tool, cursor, at))
    }

    fn read_text(&mut self, text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<()> {
        divert::slot_from_text(text, cursor, at, self)
    }
}

/// Reads the arguments of a tool that has none: an empty object, one with keys that are skipped, or `null`.
#[expect(clippy::missing_errors_doc, reason = "generated code calls this")]
pub fn no_arguments(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<()> {
    if cursor.null() {
        return Ok(());
    }
    cursor.trivia(at);
    let start = cursor.pos;
    let is_object = cursor.peek() == b'{';
    let mark = cursor.sink.mark();
    cursor.skip(at);
    if cursor.sink.cut {
        return Err(Halt::Invalid);
    }
    cursor.sink.rewind(mark);
    if is_object {
        return Ok(());
    }
    let end = cursor.pos;
    Err(cursor.violated(Expected::Object, at, start..end))
}

/// The arguments of a call that a provider has separated from the text, for [`LlmOutput::read_call`]: text or, with the
/// feature `any`, a `serde_json::Value`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be used as the arguments of a tool call",
    label = "expected text or a `serde_json::Value`",
    note = "to pass a `serde_json::Value`, enable the feature `any` of `llm_output`"
)]
pub trait ToolArguments: sealed::Sealed {
    #[doc(hidden)]
    fn __read<T: Tools>(&self, name: &str, options: &Options<'_>) -> Result<Parsed<T>, ParseError>;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for str {}
    impl Sealed for super::String {}
    #[cfg(feature = "any")]
    impl Sealed for serde_json::Value {}
    impl<A: Sealed + ?Sized> Sealed for &A {}
}

impl ToolArguments for str {
    fn __read<T: Tools>(&self, name: &str, options: &Options<'_>) -> Result<Parsed<T>, ParseError> {
        separated(name, self, options)
    }
}

impl ToolArguments for String {
    fn __read<T: Tools>(&self, name: &str, options: &Options<'_>) -> Result<Parsed<T>, ParseError> {
        separated(name, self, options)
    }
}

impl<A: ToolArguments + ?Sized> ToolArguments for &A {
    fn __read<T: Tools>(&self, name: &str, options: &Options<'_>) -> Result<Parsed<T>, ParseError> {
        A::__read(self, name, options)
    }
}

#[cfg(feature = "any")]
impl ToolArguments for serde_json::Value {
    fn __read<T: Tools>(&self, name: &str, options: &Options<'_>) -> Result<Parsed<T>, ParseError> {
        // Some providers hand out the text of the arguments, and others their value.
        if let Self::String(text) = self {
            return separated(name, text, options)
                .map(Parsed::without_spans)
                .map_err(ParseError::without_places);
        }
        let tell = |repair: &Repair| {
            if let Some(observer) = options.on_repair {
                observer(&repair.clone().without_span());
            }
        };
        let inner = Options {
            on_repair: options.on_repair.is_some().then_some(&tell),
            is_rounded: crate::value::has_rounded(self),
            ..options.clone()
        };
        let text = crate::value::written(self);
        separated(name, &text, &inner)
            .map(Parsed::without_spans)
            .map_err(ParseError::without_places)
    }
}

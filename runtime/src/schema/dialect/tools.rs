//! The definitions of a set of tools, one for each variant of an enum.

use super::Dialect;
use super::breach::Breach;
use super::measure::{Measure, is_function_name, is_name};
use super::rules::{Empty, Rules};
use crate::LlmOutput;
use crate::schema::constant::{ConstantText, Notation, text};
use crate::schema::subschema::Subschema;
use crate::schema::text::Writer;
use crate::schema::{Shape, UnionVariantShape};

/// The tools that this shape is a set of.
pub(super) const fn tools_of(shape: &'static Shape) -> &'static [UnionVariantShape] {
    match shape {
        Shape::Union(union) => union.variants,
        _ => &[],
    }
}

/// The shape of a tool's arguments.
pub(super) const fn arguments_of(tool: &'static UnionVariantShape) -> &'static Shape {
    match tool.shape {
        Some(shape) => shape,
        None => Subschema::of_variant(tool).shape,
    }
}

/// Whether a tool has no arguments, and the dialect accepts no object without fields: then it is defined without any.
pub(super) const fn has_no_schema(rules: &Rules, tool: &UnionVariantShape) -> bool {
    tool.shape.is_none() && matches!(rules.limits.empty, Empty::Refused | Empty::WithoutRequired)
}

/// Why the dialect refuses the name of a tool, if it does.
pub(super) const fn refused_name(rules: &Rules, name: &str) -> Option<&'static str> {
    if rules.limits.names && !is_name(name, false) {
        return Some(
            " accepts only names of at most 64 ASCII letters, digits, `_` and `-` for tools: write \
             `#[llm(rename = \"..\")]` on the variant",
        );
    }
    if rules.limits.functions && !is_function_name(name) {
        return Some(
            " accepts only names of at most 64 ASCII letters, digits, `_`, `.` and `-` for tools, with a letter or `_` \
             first: write `#[llm(rename = \"..\")]` on the variant",
        );
    }
    None
}

/// Everything that the dialect would refuse about the tools of a type, one per line, or an empty string; to be called in const
/// evaluation only.
pub const fn tool_breaches<T: LlmOutput, const DIALECT: u32>() -> &'static str {
    text::<ToolBreaches<T, DIALECT>>()
}

struct ToolBreaches<T, const DIALECT: u32>(T);

impl<T: LlmOutput, const DIALECT: u32> ConstantText for ToolBreaches<T, DIALECT> {
    const SHAPE: &'static Shape = T::SHAPE;
    const NOTATION: Notation = Notation::ToolBreaches(Dialect::ALL[DIALECT as usize]);
}

/// Writes all breaches of `dialect`, each with its tool and its place.
pub(crate) const fn write(writer: &mut Writer<'_>, shape: &'static Shape, dialect: Dialect) {
    let rules = dialect.rules();
    let tools = tools_of(shape);
    let mut is_first = true;
    if let Some(most) = rules.limits.tools
        && tools.len() > most
    {
        begin(writer, &mut is_first, "$");
        writer.text("`: ");
        writer.text(rules.name);
        writer.text(" accepts at most ");
        writer.integer(most as i128);
        writer.text(" strict tools");
    }
    let mut i = 0;
    while i < tools.len() {
        if let Some(reason) = refused_name(rules, tools[i].name) {
            begin(writer, &mut is_first, tools[i].name);
            writer.text("`: ");
            writer.text(rules.name);
            writer.text(reason);
        }
        let arguments = arguments_of(&tools[i]);
        let measure = Measure::of(rules, arguments, None, true);
        let mut j = 0;
        while j < measure.breaches() && !has_no_schema(rules, &tools[i]) {
            let breach: Breach = measure.breach_at(j);
            begin(writer, &mut is_first, tools[i].name);
            writer.text(": ");
            breach.steps.write(writer, arguments);
            writer.text("`: ");
            breach.write(writer, rules, arguments);
            j += 1;
        }
        i += 1;
    }
}

const fn begin(writer: &mut Writer<'_>, is_first: &mut bool, name: &str) {
    if !*is_first {
        writer.text("\n");
    }
    *is_first = false;
    writer.text("`");
    writer.text(name);
}

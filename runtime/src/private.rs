//! What generated code may call, and nothing else does. The module carries the version in its name, so that a derive of
//! another version fails to compile instead of misbehaving.

pub use core::option::Option::{self, None, Some};
pub use core::primitive::{bool, str, u32, u128};
pub use core::result::Result::{self, Err, Ok};
pub use core::{clone::Clone, convert::From, convert::TryFrom, default::Default, fmt::Debug, marker::Sized};

pub use alloc::string::String;

#[cfg(feature = "schemars")]
pub use ::schemars::{JsonSchema, Schema, SchemaGenerator};
#[cfg(feature = "schemars")]
pub use alloc::borrow::Cow;

pub use crate::calls::{Tools, no_arguments};
pub use crate::output::LlmOutput;
pub use crate::path::Frame;
pub use crate::read::cursor::{Cursor, Halt, Read};
pub use crate::schema::{
    Bound, FieldShape, Length, NamedShape, NamesShape, ObjectShape, Range, ReferenceShape, Shape, Tagging, UnionShape,
    UnionVariantShape, VariantShape,
};
pub use crate::schema::{
    Dialect, ShapePart, breaches, flattened, merged_fields, misfit, oversize, too_deep, tool_breaches,
};
#[cfg(feature = "schemars")]
pub use crate::schemars::{json_schema, schema_name};
#[cfg(feature = "serde")]
pub use crate::serde::{Anything, Serde, Shown, by_function};
pub use crate::spec::{Accepts, Facts, FieldSpec, Flattens, NameSpec, NamesSpec, ObjectSpec, Part, Tag, merged};
#[cfg(llm_output_steps)]
pub use crate::steps::steps_of;
pub use crate::stream::form::{
    Act, Acts, Boxed, Chosen, FormOf, Grown, Growth, Listed, Members, Optional, Outcome, SlotOf, Streams, Text, Whole,
    differs, field_differs, field_misses, keep, keep_made, keep_optional, whole,
};
pub use crate::stream::kind::{ChoicePlan, Kind, Level, ListPlan, ObjectPlan, Tagged, VariantPlan};
pub use crate::stream::{Growing, Probed, State, Streamed, Way, misses, probe, show};
pub use crate::visit::{
    END, Measured, MergedTypes, Object, Ranged, ReadFields, SingleType, TextKey, UntaggedForm, Validator, absent,
    choose, choose_text, choose_unit, contentless, converted, descend, descend_text, divert, divert_variant,
    holds_object, latex, merge_types, nothing, object, object_from_text, only_null, restore_grade, set_grade, start,
    supply, tag, tagged, through, untagged, untagged_text, width,
};

/// How deep a type of this shape nests.
pub const fn depth(_: &'static Shape, facts: Facts) -> u32 {
    facts.depth
}

/// Ends const evaluation with an error where it was called.
///
/// # Panics
///
/// Always.
#[track_caller]
pub const fn refuse(message: &str) -> ! {
    panic!("{}", message)
}

/// Whether a field of this type must be present.
pub const fn required<T: LlmOutput>() -> bool {
    !T::__FACTS.optional
}

/// Whether a type is an object with known fields, or a struct without fields.
pub const fn has_members<T: LlmOutput>() -> bool {
    let is_object = matches!(T::__FACTS.accepts, Accepts::OBJECT);
    let spec = T::__OBJECT;
    let is_struct = matches!(T::__FACTS.form, crate::spec::TypeForm::Struct);
    is_object && (is_struct || !(spec.fields.is_empty() && spec.variants.is_empty() && spec.parts.is_empty()))
}

/// Whether a type has a field with this name.
pub const fn has_member<T: LlmOutput>(name: &str) -> bool {
    let fields = T::__OBJECT.fields;
    let mut i = 0;
    while i < fields.len() {
        if is_same(fields[i].name.as_bytes(), name.as_bytes()) {
            return true;
        }
        i += 1;
    }
    false
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    let mut i = 0;
    while i < one.len() && i < other.len() {
        if one[i] != other[i] {
            return false;
        }
        i += 1;
    }
    one.len() == other.len()
}

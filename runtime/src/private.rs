//! What generated code may call, and nothing else does. The module carries the version in its name, so that a derive of
//! another version fails to compile instead of misbehaving.

pub use core::option::Option::{self, None, Some};
pub use core::result::Result::{self, Err, Ok};
pub use core::{convert::From, default::Default, marker::Sized, panic};

pub use crate::output::LlmOutput;
pub use crate::path::Frame;
pub use crate::read::cursor::{Cursor, Halt, Read};
pub use crate::schema::too_deep;
pub use crate::schema::{
    Bound, FieldShape, Length, NamedShape, NamesShape, ObjectShape, Range, ReferenceShape, Shape, Tagging, UnionShape,
    UnionVariantShape, VariantShape,
};
pub use crate::spec::{Accepts, Facts, FieldSpec, NameSpec, NamesSpec, ObjectSpec};
pub use crate::visit::{
    Form, Measured, Object, Ranged, Tag, TextKey, Validator, choose, choose_text, choose_unit, contentless, descend,
    divert, divert_variant, filled, grade, holds_object, latex, nothing, object_from_text, only_null, tag, tagged,
    through, ungrade, untagged, untagged_text,
};

/// Whether a member of this type must be there.
pub const fn required<T: LlmOutput>() -> bool {
    !T::__FACTS.optional
}

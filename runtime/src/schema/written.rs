//! The texts about a shape that is made at run time: for tests, since a type's texts are made in const evaluation.

use alloc::string::String;

use super::Shape;
use super::constant::Notation;
use super::text::Writer;

/// The text about `shape`, written at run time by the functions that const evaluation uses.
pub(crate) fn written(notation: Notation, shape: &'static Shape) -> String {
    let mut counter = Writer::counting();
    notation.write(&mut counter, shape);
    let mut bytes = vec![0; counter.length()];
    let mut writer = Writer::filling(&mut bytes);
    notation.write(&mut writer, shape);
    assert_eq!(writer.length(), counter.length(), "both passes agree");
    String::from_utf8(bytes).expect("text is cut between characters")
}

#[cfg(feature = "dialects")]
#[doc(hidden)]
impl Shape {
    /// What `SCHEMA` is for a type of this shape.
    pub fn schema(&'static self) -> String {
        written(Notation::JsonSchema, self)
    }

    /// What `PROMPT` is for a type of this shape.
    pub fn prompt(&'static self) -> String {
        written(Notation::TypeScript, self)
    }

    /// What the prompt in the style `Example` is for a type of this shape.
    pub fn example(&'static self) -> String {
        written(Notation::Example, self)
    }

    /// What `schema_for` gives for a type of this shape.
    pub fn schema_for(&'static self, dialect: super::Dialect) -> Result<super::DialectSchema, super::DialectError> {
        super::schema_for(dialect.rules(), self, None, false)
    }
}

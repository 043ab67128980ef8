//! `serde_json::Value`.

use serde_json::{Map, Value};

use super::{Untyped, value};
use crate::LlmOutput;
use crate::path::Frame;
use crate::read::cursor::{Cursor, Halt, Read};
use crate::schema::Shape;
use crate::spec::{Accepts, Facts, ObjectSpec};
use crate::visit::{Object, ReadFields};

impl LlmOutput for Value {
    type __Form = crate::stream::form::Whole;
    const SHAPE: &'static Shape = &Shape::Any;
    const __FACTS: Facts = Facts::leaf(Accepts::ANY);
    const __OBJECT: &'static ObjectSpec = &ObjectSpec::REST;

    fn __members<'t, 'p>(
        cursor: &mut Cursor<'t>,
        _: &Frame<'_>,
        object: &mut Object<'p>,
        _: u32,
        drive: impl ReadFields<'t, 'p>,
    ) -> Read<Self> {
        let mut members = Map::new();
        let halt = drive.through(cursor, object, |cursor, object, turn| {
            let (entry, next) = object.rest(cursor, turn, |cursor, at, key| match value(cursor, at, 0) {
                Ok(value) => Ok(Some((key.to_owned(), value))),
                Err(Halt::Absent) => Ok(None),
                Err(halt) => Err(halt),
            });
            members.extend(entry);
            next
        });
        halt.map_or(Ok(Self::Object(members)), Err)
    }

    fn __read(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self> {
        value(cursor, at, 0)
    }

    fn __from_text(text: &str, _: &mut Cursor<'_>, _: &Frame<'_>) -> Read<Self> {
        Ok(Self::String(text.to_owned()))
    }

    fn __invent() -> Option<Self> {
        Some(Self::Null)
    }
}

impl Untyped for Value {
    type Elements = Vec<Self>;
    type ItemMembers = Map<String, Self>;

    const NULL: Self = Self::Null;

    fn boolean(value: bool) -> Self {
        Self::Bool(value)
    }

    fn unsigned(value: u64) -> Self {
        Self::Number(value.into())
    }

    fn signed(value: i64) -> Self {
        Self::Number(value.into())
    }

    fn number(text: &str) -> Option<Self> {
        text.parse().ok().map(Self::Number)
    }

    fn string(text: &str) -> Self {
        Self::String(text.to_owned())
    }

    fn push(elements: &mut Vec<Self>, value: Self) {
        elements.push(value);
    }

    fn array(elements: Vec<Self>) -> Self {
        Self::Array(elements)
    }

    fn object(members: Self::ItemMembers) -> Self {
        Self::Object(members)
    }

    fn insert(members: &mut Self::ItemMembers, key: String, value: Self) {
        members.insert(key, value);
    }

    fn keys(members: &mut Self::ItemMembers) -> usize {
        members.len()
    }

    fn is_empty(members: &Self::ItemMembers) -> bool {
        members.is_empty()
    }

    fn only(self) -> Self {
        match self {
            Self::Array(mut elements) if elements.len() == 1 => elements.remove(0),
            list => list,
        }
    }
}

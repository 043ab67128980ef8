//! Where in the value: a linked list on the stack while reading, made into a [`Path`] only when something is reported.

mod places;
mod texts;

use alloc::string::String;
use alloc::string::ToString;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cell::Cell;
use core::fmt;

pub(crate) use places::{Place, Places, Same};
pub use texts::PathTexts;

use crate::spec::{Accepts, FieldSpec, ObjectSpec};
use crate::steps::step;

/// The place of a value inside the answer: `findings[0].severity`.
///
/// The root is written `$`. Names that are not plain words are in brackets and quotes. A map key longer than 200
/// bytes is shortened.
///
/// All paths of one parse share their segments.
#[derive(Clone)]
pub struct Path {
    places: Arc<Places>,
    place: Place,
}

/// One step of a [`Path`] from a value to one inside it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Segment<'a> {
    /// A field of an object, or a key of a map.
    Member(&'a str),
    /// An element of a list, counted from zero.
    Index(usize),
}

/// A [`Segment`] that says whether a name is one of the type's or a key of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Step<'a> {
    Field(&'static str),
    Key(&'a str),
    Index(u32),
}

/// A key of a map is kept up to this length.
const LONGEST_KEY: usize = 200;

/// The first `most` bytes of a text, or a few less.
pub(crate) fn head(text: &str, most: usize) -> &str {
    let mut end = most.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// The last `most` bytes of a text, or a few less.
pub(crate) fn tail(text: &str, most: usize) -> &str {
    let mut start = text.len().saturating_sub(most);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    &text[start..]
}

impl Path {
    /// The path of a place.
    pub(crate) fn of(places: &Arc<Places>, place: Place) -> Self {
        Self {
            places: Arc::clone(places),
            place: places.resolved(place),
        }
    }

    /// The path of the whole answer.
    pub(crate) fn root_of(places: Arc<Places>) -> Self {
        Self {
            places,
            place: Place::ROOT,
        }
    }

    /// Makes it the path of another place of the same reading.
    pub(crate) fn move_to(&mut self, place: Place) {
        self.place = self.places.resolved(place);
    }

    /// The place among those of its reading.
    pub(crate) fn place(&self) -> Place {
        self.place
    }

    /// All places of the reading.
    pub(crate) fn places(&self) -> &Arc<Places> {
        &self.places
    }

    fn steps(&self) -> Vec<Step<'_>> {
        let mut steps = Vec::new();
        self.places.collect(self.place, &mut steps);
        steps
    }

    /// The steps from the root down.
    pub fn segments(&self) -> impl Iterator<Item = Segment<'_>> {
        self.steps().into_iter().map(|step| match step {
            Step::Field(name) | Step::Key(name) => Segment::Member(name),
            Step::Index(index) => Segment::Index(index as usize),
        })
    }

    /// The path with `[*]` for each key of a map, which is the model's own text.
    #[cfg(feature = "tracing")]
    pub(crate) fn without_keys(&self) -> String {
        let mut text = String::new();
        for step in self.steps() {
            match step {
                Step::Field(name) => {
                    text.push_str(if text.is_empty() { "" } else { "." });
                    text.push_str(name);
                }
                Step::Key(_) => text.push_str("[*]"),
                // Writing to a `String` cannot fail.
                Step::Index(index) => drop(fmt::Write::write_fmt(&mut text, format_args!("[{index}]"))),
            }
        }
        if text.is_empty() { "$".to_owned() } else { text }
    }

    /// Whether this is the path of the whole answer.
    pub fn is_root(&self) -> bool {
        self.place.holder == 0
    }

    /// Writes the path as its `Display` does, at a fraction of the cost. Use it to write the paths of many replies.
    ///
    /// # Errors
    ///
    /// Returns the error of `out`; a `String` has none.
    pub fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
        self.places.write(self.place, out)
    }

    /// The path as a JSON Pointer (RFC 6901): `/findings/0/severity`.
    pub fn to_pointer(&self) -> String {
        let mut pointer = String::new();
        for segment in self.segments() {
            pointer.push('/');
            match segment {
                Segment::Member(name) => pointer.push_str(&name.replace('~', "~0").replace('/', "~1")),
                Segment::Index(index) => pointer.push_str(&index.to_string()),
            }
        }
        pointer
    }
}

impl PartialEq for Path {
    fn eq(&self, other: &Self) -> bool {
        (Arc::ptr_eq(&self.places, &other.places) && self.place == other.place) || self.segments().eq(other.segments())
    }
}

impl Eq for Path {}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_to(f)
    }
}

impl fmt::Debug for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Path({self})")
    }
}

fn is_word(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-')
}

/// A level of the value that is being read: its place, and what may come next to the value on it.
///
/// Frames live on the stack of the reading functions, each pointing to the one above. They serve twice: a report walks
/// up to collect the path, and the string reader looks at them to see which keys may follow here.
#[derive(Debug)]
pub struct Frame<'p> {
    pub(crate) parent: Option<&'p Frame<'p>>,
    pub(crate) level: Level<'p>,
    /// The number under which the record holds this object or list, once it does.
    pub(crate) holder: Cell<u32>,
    /// Which closing brackets close this level or one above it, once that was asked: deep in a value, each bracket asks.
    closers: Cell<Option<Closers>>,
}

/// The closing brackets that some levels have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Closers {
    brace: bool,
    bracket: bool,
}

/// What kind of level a [`Frame`] is.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Level<'p> {
    /// The whole answer.
    Root,
    /// A known field of an object.
    Object { spec: &'static ObjectSpec, field: u32 },
    /// An element of a list of such elements.
    List { accepts: Accepts, index: u32 },
    /// An entry of a map, or a field that the type does not know; without a key, the place between the entries, which
    /// is the map itself.
    Map { key: Option<&'p str> },
    /// An entry of an object that is collected by the object's flattened map.
    Rest { spec: &'static ObjectSpec, key: &'p str },
    /// The same place as the parent, one conversion further: at most one conversion of a kind is tried.
    Inside(Conversion),
}

/// A conversion that looks for the value inside another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Conversion {
    /// Inside a list of one.
    Element,
    /// Inside an object that has a field that fits.
    Member,
    /// Inside the braces of an object whose only value counts.
    Only,
    /// Inside a list whose elements are a map's keys and values.
    Pairs,
    /// Inside a text.
    Text,
    /// No conversion: the whole answer, in a value that is already parsed. It is converted like the value of a field.
    Value,
}

/// The object level before its first field is read.
pub(crate) const NO_FIELD: u32 = u32::MAX;

impl<'p> Frame<'p> {
    /// The whole answer.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn root() -> Self {
        Self::with(None, Level::Root)
    }

    #[inline(always)]
    pub(crate) fn below(parent: &'p Frame<'p>, level: Level<'p>) -> Self {
        Self::with(Some(parent), level)
    }

    #[inline(always)]
    pub(crate) fn with(parent: Option<&'p Frame<'p>>, level: Level<'p>) -> Self {
        Self {
            parent,
            level,
            holder: Cell::new(0),
            closers: Cell::new(None),
        }
    }

    /// The closing bracket of this level, or `None` for the whole answer.
    pub(crate) fn closer(&self) -> Option<u8> {
        match self.level {
            Level::Object { .. } | Level::Map { .. } | Level::Rest { .. } | Level::Inside(Conversion::Only) => {
                Some(b'}')
            }
            Level::List { .. } | Level::Inside(Conversion::Pairs) => Some(b']'),
            Level::Root | Level::Inside(_) => None,
        }
    }

    /// The nearest level, from this one up, that such a closing bracket closes.
    pub(crate) fn closed_by(&self, byte: u8) -> Option<&Self> {
        let closers = self.closers();
        let is_any = if byte == b'}' { closers.brace } else { closers.bracket };
        let mut levels = core::iter::successors(is_any.then_some(self), |frame| frame.parent);
        levels.find(|frame| frame.closer() == Some(byte))
    }

    fn closers(&self) -> Closers {
        self.closers.get().unwrap_or_else(|| {
            let mut closers = self.parent.map(Frame::closers).unwrap_or_default();
            closers.brace |= self.closer() == Some(b'}');
            closers.bracket |= self.closer() == Some(b']');
            self.closers.set(Some(closers));
            closers
        })
    }

    /// Appends the steps from the root to here.
    pub(crate) fn collect<'s>(&'s self, steps: &mut Vec<Step<'s>>) {
        if let Some(parent) = self.parent {
            parent.collect(steps);
        }
        match self.level {
            Level::Object { spec, field } => {
                if let Some(field) = spec.fields.get(field as usize) {
                    steps.push(Step::Field(field.name));
                }
            }
            Level::List { index, .. } => steps.push(Step::Index(index)),
            Level::Map { key: Some(key) } | Level::Rest { key, .. } => {
                let key = head(key, LONGEST_KEY);
                step(key.len());
                steps.push(Step::Key(key));
            }
            Level::Root | Level::Map { key: None } | Level::Inside(_) => {}
        }
    }

    /// What is declared about the field whose value is here, if it is a field's.
    pub(crate) fn field(&self) -> Option<&'static FieldSpec> {
        match self.level {
            Level::Object { spec, field } => spec.fields.get(field as usize),
            _ => None,
        }
    }

    /// The nearest level that is not merely a conversion.
    pub(crate) fn place(&self) -> &Self {
        let mut frame = self;
        while let (Level::Inside(_), Some(parent)) = (frame.level, frame.parent) {
            frame = parent;
        }
        frame
    }

    /// Whether this is an object that is an element of a list.
    pub(crate) fn is_element(&self) -> bool {
        let above = self.place().parent.map(Self::place);
        above.is_some_and(|above| matches!(above.level, Level::List { .. }))
    }

    /// The innermost level with fields that have names, from this place up.
    pub(crate) fn with_fields(&self) -> Option<&Self> {
        let mut levels = core::iter::successors(Some(self), |frame| frame.parent);
        levels.find(|frame| matches!(frame.level, Level::Object { .. } | Level::Rest { .. }))
    }

    /// Whether this conversion was already made at this place.
    pub(crate) fn is_inside(&self, conversion: Conversion) -> bool {
        let mut frame = self;
        while let (Level::Inside(found), Some(parent)) = (frame.level, frame.parent) {
            if found == conversion {
                return true;
            }
            frame = parent;
        }
        false
    }

    /// Whether this is the whole answer.
    pub(crate) fn is_root(&self) -> bool {
        matches!(self.place().level, Level::Root)
    }
}

/// Offsets and counts of events fit in 32 bits: a longer text is refused before it is read.
#[inline(always)]
#[expect(
    clippy::cast_possible_truncation,
    reason = "a text over 4 GiB is refused before it is read"
)]
pub(crate) fn small(offset: usize) -> u32 {
    debug_assert!(u32::try_from(offset).is_ok());
    offset as u32
}

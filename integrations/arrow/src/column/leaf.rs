//! Columns without columns inside.

use std::ops::Range;
use std::sync::Arc;

use arrow_array::types::{
    ArrowPrimitiveType, Decimal256Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type,
    UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{ArrayRef, BooleanArray, DictionaryArray, PrimitiveArray, StringArray};
use arrow_buffer::{BooleanBufferBuilder, NullBuffer};
use arrow_schema::DataType;

use crate::Error;

/// Which values of a column are null: a value that is not costs nothing.
#[derive(Default)]
pub(crate) struct Nulls {
    runs: Vec<Range<usize>>,
}

impl Nulls {
    /// Says that the value at `position`, after all others, is null.
    #[inline]
    pub(crate) fn push(&mut self, position: usize) {
        match self.runs.last_mut() {
            Some(run) if run.end == position => run.end += 1,
            _ => self.runs.push(position..position + 1),
        }
    }

    /// Forgets the values from `length` on.
    pub(crate) fn truncate(&mut self, length: usize) {
        while self.runs.pop_if(|run| run.start >= length).is_some() {}
        if let Some(run) = self.runs.last_mut() {
            run.end = run.end.min(length);
        }
    }

    /// The nulls among `length` values.
    pub(crate) fn finish(&mut self, length: usize) -> Option<NullBuffer> {
        if self.runs.is_empty() {
            return None;
        }
        let mut bits = BooleanBufferBuilder::new(length);
        bits.append_n(length, true);
        for position in self.runs.drain(..).flatten() {
            bits.set_bit(position, false);
        }
        Some(NullBuffer::new(bits.finish()))
    }
}

/// A little more than the last array needed: the next one is rarely much longer.
pub(crate) fn with_slack(length: usize) -> usize {
    length + length / 8
}

/// Values with no more than half of their memory to spare.
pub(crate) fn fitted<V>(mut values: Vec<V>) -> Vec<V> {
    if values.len() < values.capacity() / 2 {
        values.shrink_to_fit();
    }
    values
}

/// A name that serde is expected to write.
pub(crate) struct Name<N> {
    pub(crate) name: N,
    /// Where serde last had it. What is at the same place is the same text, since it is never freed.
    place: usize,
}

impl<N: AsRef<str>> Name<N> {
    pub(crate) fn new(name: N) -> Self {
        Self { name, place: 0 }
    }

    /// Whether serde wrote this name where it last had it.
    #[inline]
    pub(crate) fn was(&self, written: &'static str) -> bool {
        self.name.as_ref().len() == written.len() && self.place == written.as_ptr().addr()
    }

    /// Whether serde wrote this name, from now on in the same place.
    pub(crate) fn learn(&mut self, written: &'static str) -> bool {
        let is_same = self.name.as_ref() == written;
        if is_same {
            self.place = written.as_ptr().addr();
        }
        is_same
    }
}

/// Booleans.
pub(crate) struct Boolean {
    values: BooleanBufferBuilder,
    nulls: Nulls,
}

impl Boolean {
    pub(crate) fn new() -> Self {
        Self {
            values: BooleanBufferBuilder::new(0),
            nulls: Nulls::default(),
        }
    }

    #[inline]
    pub(crate) fn append(&mut self, value: bool) {
        self.values.append(value);
    }

    pub(crate) fn append_null(&mut self) {
        self.nulls.push(self.values.len());
        self.values.append(false);
    }

    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    pub(crate) fn truncate(&mut self, length: usize) {
        self.values.truncate(length);
        self.nulls.truncate(length);
    }

    pub(crate) fn finish(&mut self) -> BooleanArray {
        let nulls = self.nulls.finish(self.values.len());
        BooleanArray::new(self.values.finish(), nulls)
    }
}

/// Numbers, and what is stored as numbers.
pub(crate) struct Primitive<T: ArrowPrimitiveType> {
    values: Vec<T::Native>,
    nulls: Nulls,
    /// How many values the last array had.
    last: usize,
}

pub(crate) type Float = Primitive<Float64Type>;
pub(crate) type Float32 = Primitive<Float32Type>;
pub(crate) type Decimal = Primitive<Decimal256Type>;

impl<T: ArrowPrimitiveType> Primitive<T> {
    pub(crate) fn new() -> Self {
        Self {
            values: Vec::new(),
            nulls: Nulls::default(),
            last: 0,
        }
    }

    /// Makes room for an array as long as the last one.
    pub(crate) fn reserve(&mut self) {
        self.values.reserve_exact(with_slack(self.last));
    }

    #[inline]
    pub(crate) fn append(&mut self, value: T::Native) {
        // That it may grow elsewhere only keeps the registers of the caller free.
        if self.values.len() == self.values.capacity() {
            return self.grow_and_append(value);
        }
        self.values.push(value);
    }

    #[cold]
    #[inline(never)]
    fn grow_and_append(&mut self, value: T::Native) {
        self.values.push(value);
    }

    #[inline]
    pub(crate) fn append_null(&mut self) {
        self.nulls.push(self.values.len());
        self.values.push(T::Native::default());
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    pub(crate) fn truncate(&mut self, length: usize) {
        self.values.truncate(length);
        self.nulls.truncate(length);
    }

    pub(crate) fn finish(&mut self) -> PrimitiveArray<T> {
        let values = fitted(std::mem::take(&mut self.values));
        self.last = values.len();
        let nulls = self.nulls.finish(values.len());
        PrimitiveArray::new(values.into(), nulls)
    }
}

/// Whole numbers.
pub(crate) enum Integer {
    I8(Primitive<Int8Type>),
    I16(Primitive<Int16Type>),
    I32(Primitive<Int32Type>),
    I64(Primitive<Int64Type>),
    U8(Primitive<UInt8Type>),
    U16(Primitive<UInt16Type>),
    U32(Primitive<UInt32Type>),
    U64(Primitive<UInt64Type>),
}

macro_rules! each_integer {
    ($integer:expr, $column:ident => $result:expr) => {
        match $integer {
            Integer::I8($column) => $result,
            Integer::I16($column) => $result,
            Integer::I32($column) => $result,
            Integer::I64($column) => $result,
            Integer::U8($column) => $result,
            Integer::U16($column) => $result,
            Integer::U32($column) => $result,
            Integer::U64($column) => $result,
        }
    };
}

impl Integer {
    pub(crate) fn append(&mut self, value: i128) -> Result<(), Error> {
        each_integer!(self, column => {
            let value = value.try_into().map_err(|_| Error::of_value(format!("{value} is out of the range of the type")))?;
            column.append(value);
        });
        Ok(())
    }

    #[inline]
    pub(crate) fn append_null(&mut self) {
        each_integer!(self, column => column.append_null());
    }

    pub(crate) fn len(&self) -> usize {
        each_integer!(self, column => column.len())
    }

    pub(crate) fn truncate(&mut self, length: usize) {
        each_integer!(self, column => column.truncate(length));
    }

    pub(crate) fn reserve(&mut self) {
        each_integer!(self, column => column.reserve());
    }

    pub(crate) fn finish(&mut self) -> ArrayRef {
        each_integer!(self, column => Arc::new(column.finish()))
    }

    pub(crate) fn data_type(&self) -> DataType {
        match self {
            Self::I8(_) => DataType::Int8,
            Self::I16(_) => DataType::Int16,
            Self::I32(_) => DataType::Int32,
            Self::I64(_) => DataType::Int64,
            Self::U8(_) => DataType::UInt8,
            Self::U16(_) => DataType::UInt16,
            Self::U32(_) => DataType::UInt32,
            Self::U64(_) => DataType::UInt64,
        }
    }
}

/// One of a list of names.
pub(crate) struct Names {
    known: Vec<Name<&'static str>>,
    /// The names as an array: all arrays share it, so that they can be joined without a new dictionary.
    dictionary: ArrayRef,
    /// Whether names that are not known are added.
    is_open: bool,
    /// Names that the type did not declare: what `#[llm(other)]` caught.
    others: Vec<String>,
    keys: Primitive<Int16Type>,
}

impl Names {
    /// A column of these names, and of any others if it is open.
    pub(crate) fn new(names: Vec<&'static str>, is_open: bool) -> Result<Self, Error> {
        key(names.len())?;
        Ok(Self {
            is_open,
            dictionary: Arc::new(StringArray::from(names.clone())),
            known: names.into_iter().map(Name::new).collect(),
            others: Vec::new(),
            keys: Primitive::new(),
        })
    }

    pub(crate) fn data_type() -> DataType {
        DataType::Dictionary(Box::new(DataType::Int16), Box::new(DataType::Utf8))
    }

    /// The position of a name.
    pub(crate) fn position(&self, name: &str) -> Option<usize> {
        self.known.iter().position(|known| known.name == name)
    }

    /// The position of a name that serde wrote; `likely` is where it is if serde counts the variants as `llm_output` does.
    pub(crate) fn variant(&mut self, name: &'static str, likely: usize) -> Option<usize> {
        if self.known.get_mut(likely).is_some_and(|known| known.learn(name)) {
            Some(likely)
        } else {
            self.position(name)
        }
    }

    pub(crate) fn append(&mut self, name: &str) -> Result<(), Error> {
        let position = self.place(name)?;
        self.append_position(position)
    }

    /// The position of a name, which gets one if it has none.
    pub(crate) fn place(&mut self, name: &str) -> Result<usize, Error> {
        match self.position(name) {
            Some(position) => Ok(position),
            None => self.other(name),
        }
    }

    /// Whether serde's variant number `likely` is the variant that was last found at this position.
    #[inline]
    pub(crate) fn has_variant(&self, name: &'static str, likely: usize) -> bool {
        self.known.get(likely).is_some_and(|known| known.was(name))
    }

    pub(crate) fn append_new_variant(&mut self, name: &'static str, likely: usize) -> Result<(), Error> {
        let position = match self.variant(name, likely) {
            Some(position) => position,
            None => self.other(name)?,
        };
        self.append_position(position)
    }

    #[inline]
    pub(crate) fn append_position(&mut self, position: usize) -> Result<(), Error> {
        self.keys.append(key(position)?);
        Ok(())
    }

    /// The position of a name that the type did not declare.
    #[cold]
    fn other(&mut self, name: &str) -> Result<usize, Error> {
        if !self.is_open {
            return Err(unknown_variant(name));
        }
        let count = self.others.len();
        let position = self.others.iter().position(|known| known == name).unwrap_or(count);
        key(self.known.len() + position)?;
        if position == count {
            self.others.push(name.to_owned());
        }
        Ok(self.known.len() + position)
    }

    #[inline]
    pub(crate) fn append_null(&mut self) {
        self.keys.append_null();
    }

    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    pub(crate) fn truncate(&mut self, length: usize) {
        self.keys.truncate(length);
    }

    pub(crate) fn reserve(&mut self) {
        self.keys.reserve();
    }

    pub(crate) fn finish(&mut self) -> Result<ArrayRef, Error> {
        let keys = self.keys.finish();
        self.array(keys)
    }

    /// An array with these keys.
    pub(crate) fn array(&mut self, keys: PrimitiveArray<Int16Type>) -> Result<ArrayRef, Error> {
        let dictionary: ArrayRef = if self.others.is_empty() {
            Arc::clone(&self.dictionary)
        } else {
            let others = std::mem::take(&mut self.others);
            let names = self.known.iter().map(|known| known.name);
            Arc::new(StringArray::from_iter_values(
                names.chain(others.iter().map(String::as_str)),
            ))
        };
        let array = DictionaryArray::try_new(keys, dictionary).map_err(|error| Error::new(error.to_string()))?;
        Ok(Arc::new(array))
    }
}

/// The key of a name.
#[inline]
pub(crate) fn key(position: usize) -> Result<i16, Error> {
    match i16::try_from(position) {
        Ok(key) => Ok(key),
        Err(_) => Err(too_many_names()),
    }
}

#[cold]
pub(crate) fn unknown_variant(name: &str) -> Error {
    Error::new(format!(
        "`Serialize` wrote the variant `{name}`, which the type does not have: serde and llm_output must use the same names"
    ))
}

#[cold]
fn too_many_names() -> Error {
    Error::of_value("an enum has more names than a dictionary has room for")
}

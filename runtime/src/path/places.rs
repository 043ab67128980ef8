//! The objects, lists and map entries that the events of one reading are in. The paths of all events share them.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::{LONGEST_KEY, Step, head, is_word, small};
use crate::portable::HashMap;
use crate::spec::{Accepts, FieldSpec, ObjectSpec};
use crate::steps::step;

/// A value: a field or element of what is held under the number `holder`, where 0 is nothing and holds the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) holder: u32,
    pub(crate) step: u32,
}

impl Place {
    pub(crate) const ROOT: Self = Self { holder: 0, step: 0 };
}

/// An object, list or map entry: its own place, and what a step from it means: a field of an object or an index of a
/// list. From a map entry there is one step only, which is its key.
///
/// A text of broken objects has one for every few bytes, so it is small.
#[derive(Debug, Clone, Copy)]
struct Holder {
    place: Place,
    /// How many events there were before it.
    born: u32,
    /// Zero for a list, the number of an object's fields among the specs, counted from one, or that of a key after [`KEYS`].
    steps: u32,
}

/// The number before that of the first key.
const KEYS: u32 = 1 << 31;

impl Holder {
    /// The number of its key, if it is a map entry.
    #[inline]
    fn key(&self) -> Option<u32> {
        self.steps.checked_sub(KEYS)
    }
}

/// What is in the array where there is no holder yet: all bytes are zero.
const NO_HOLDER: Holder = Holder {
    place: Place::ROOT,
    born: 0,
    steps: 0,
};

/// This many holders are kept without an allocation.
const NEAR: usize = 12;

/// The fields of this many types are known without an allocation.
const NEAR_SPECS: usize = 8;

/// This many steps of a path are written without an allocation.
const NEAR_STEPS: usize = 8;

/// A field of the type at this address, or an index where the address is 0.
pub(super) type PlainStep = (usize, u32);

/// A path of more steps is not compared with others.
pub(super) const SAME_STEPS: usize = 5;

/// Holders by number, from one on. A number is never given twice: frames remember them.
#[derive(Debug, Clone)]
pub(crate) struct Places {
    /// The first holders, and how many there are in all.
    near: [Holder; NEAR],
    count: usize,
    /// The fields of the first object types that were met.
    specs: [Option<&'static ObjectSpec>; NEAR_SPECS],
    /// The next number.
    next: u32,
    /// The first number that may be missing, and how many may be from there on.
    doubtful: (u32, u32),
    /// What few texts need.
    rare: Option<Box<Rare>>,
}

#[derive(Debug, Clone, Default)]
struct Rare {
    /// The holders after the first ones.
    far: Vec<Holder>,
    /// Where numbers are missing because their holders were taken back: from this number on, holders begin at this index.
    gaps: Vec<(u32, u32)>,
    /// The keys of the map entries, one after the other, and where each ends.
    keys: String,
    ends: Vec<u32>,
    /// The fields of types after the first ones.
    specs: Vec<&'static ObjectSpec>,
}

impl Rare {
    fn key(&self, key: u32) -> &str {
        &self.keys[self.key_start(key)..self.ends[key as usize] as usize]
    }

    fn key_start(&self, key: u32) -> usize {
        (key as usize)
            .checked_sub(1)
            .map_or(0, |before| self.ends[before] as usize)
    }
}

impl Default for Places {
    #[inline(always)]
    fn default() -> Self {
        Self {
            near: [NO_HOLDER; NEAR],
            count: 0,
            specs: [None; NEAR_SPECS],
            next: 1,
            doubtful: (0, 0),
            rare: None,
        }
    }
}

impl Places {
    /// Whether the holder of this number may have been taken back.
    #[inline(always)]
    pub(crate) fn is_doubtful(&self, number: u32) -> bool {
        number.wrapping_sub(self.doubtful.0) < self.doubtful.1
    }

    /// Whether there is a holder of this number.
    #[inline(always)]
    pub(crate) fn has(&self, number: u32) -> bool {
        number != 0 && (!self.is_doubtful(number) || self.get(number).is_some())
    }

    /// Holds an object or list, before which there were `born` events.
    #[inline(always)]
    pub(crate) fn hold(&mut self, place: Place, fields: Option<&'static ObjectSpec>, born: usize) -> u32 {
        let steps = fields.map_or(0, |spec| self.number_of(spec));
        self.put(Holder {
            place,
            born: small(born),
            steps,
        })
    }

    /// The number of these fields among the specs, counted from one.
    #[inline(always)]
    fn number_of(&mut self, spec: &'static ObjectSpec) -> u32 {
        // Specs are never freed, so what is at the same address is the same one.
        for (number, known) in (1..).zip(&mut self.specs) {
            if core::ptr::eq(*known.get_or_insert(spec), spec) {
                return number;
            }
        }
        self.number_of_far(spec)
    }

    #[cold]
    #[inline(never)]
    fn number_of_far(&mut self, spec: &'static ObjectSpec) -> u32 {
        let specs = &mut self.rare.get_or_insert_default().specs;
        let index = specs.iter().position(|&known| core::ptr::eq(known, spec));
        let index = index.unwrap_or_else(|| {
            specs.push(spec);
            specs.len() - 1
        });
        step(index);
        small(NEAR_SPECS + index + 1)
    }

    /// The fields of a holder, if it is an object.
    #[inline]
    fn fields_of(&self, holder: &Holder) -> Option<&'static ObjectSpec> {
        let index = holder.steps.checked_sub(1)? as usize;
        match index.checked_sub(NEAR_SPECS) {
            None => self.specs[index],
            Some(far) => self.far_spec(far),
        }
    }

    #[cold]
    #[inline(never)]
    fn far_spec(&self, index: usize) -> Option<&'static ObjectSpec> {
        self.rare.as_ref()?.specs.get(index).copied()
    }

    #[inline(always)]
    fn put(&mut self, holder: Holder) -> u32 {
        match self.near.get_mut(self.count) {
            Some(room) => *room = holder,
            None => self.put_far(holder),
        }
        self.count += 1;
        self.next += 1;
        self.next - 1
    }

    #[inline(never)]
    fn put_far(&mut self, holder: Holder) {
        let far = &mut self.rare.get_or_insert_default().far;
        if far.len() == far.capacity() {
            // Less room to spare than a `Vec` takes by itself: there may be a holder for every few bytes of the text.
            far.reserve_exact(2 * NEAR + far.len() / 4);
        }
        far.push(holder);
    }

    /// Holds a map entry, before which there were `born` events.
    #[cold]
    pub(crate) fn hold_entry(&mut self, place: Place, key: &str, born: usize) -> u32 {
        let key = head(key, LONGEST_KEY);
        step(key.len());
        let rare = self.rare.get_or_insert_default();
        if rare.keys.capacity() - rare.keys.len() < key.len() {
            rare.keys.reserve_exact(key.len().max(rare.keys.len() / 4));
        }
        rare.keys.push_str(key);
        rare.ends.push(small(rare.keys.len()));
        let steps = KEYS + small(rare.ends.len() - 1);
        self.put(Holder {
            place,
            born: small(born),
            steps,
        })
    }

    /// Takes back the holders that were needed for none but the events after the first few.
    pub(crate) fn take_back(&mut self, events: usize) {
        let before = self.count;
        while let Some(last) = self.count.checked_sub(1)
            && let Some(holder) = self.at(last).copied()
            && holder.born as usize >= events
        {
            if let Some(rare) = &mut self.rare {
                if let Some(key) = holder.key() {
                    rare.keys.truncate(rare.key_start(key));
                    rare.ends.truncate(key as usize);
                }
                rare.far.truncate(last.saturating_sub(NEAR));
            }
            self.count = last;
        }
        if self.count < before {
            step(before - self.count);
            self.skip_numbers();
        }
    }

    /// Has the next holder begin with a new number, after those of the holders that were taken back.
    fn skip_numbers(&mut self) {
        let index = small(self.count);
        let gaps = &mut self.rare.get_or_insert_default().gaps;
        while gaps.pop_if(|gap| gap.1 >= index).is_some() {}
        let first = match gaps.last() {
            Some(gap) => gap.0 + (index - gap.1),
            None => 1 + index,
        };
        gaps.push((self.next, index));
        let from = if self.doubtful.1 == 0 {
            first
        } else {
            first.min(self.doubtful.0)
        };
        self.doubtful = (from, self.next - from);
    }

    /// The holder of this number.
    #[inline]
    fn get(&self, number: u32) -> Option<&Holder> {
        if self.rare.is_some() {
            return self.get_otherwise(number);
        }
        let index = number.checked_sub(1)? as usize;
        self.near[..self.count.min(NEAR)].get(index)
    }

    #[inline(never)]
    fn get_otherwise(&self, number: u32) -> Option<&Holder> {
        self.at(self.index(number)?)
    }

    #[inline]
    fn at(&self, index: usize) -> Option<&Holder> {
        match index.checked_sub(NEAR) {
            Some(far) => self.rare.as_ref()?.far.get(far),
            None => self.near.get(index),
        }
    }

    /// Where the holder of this number is kept, if it is.
    #[inline]
    fn index(&self, number: u32) -> Option<usize> {
        match &self.rare {
            Some(rare) if !rare.gaps.is_empty() => self.index_behind_gaps(number, &rare.gaps),
            _ => Some(number.checked_sub(1)? as usize).filter(|&index| index < self.count),
        }
    }

    #[cold]
    fn index_behind_gaps(&self, number: u32, gaps: &[(u32, u32)]) -> Option<usize> {
        // As a rule, the number is one of the last.
        let after = match gaps.last() {
            Some(last) if last.0 <= number => gaps.len(),
            _ => gaps.partition_point(|gap| gap.0 <= number),
        };
        let (first, index) = match after.checked_sub(1) {
            Some(gap) => gaps[gap],
            None => (1, 0),
        };
        let end = gaps.get(after).map_or(self.count, |gap| gap.1 as usize);
        let index = number.checked_sub(first)? as usize + index as usize;
        (index < end).then_some(index)
    }

    /// The field that `place` is.
    pub(crate) fn field(&self, place: Place) -> Option<&'static FieldSpec> {
        self.fields_of(self.get(place.holder)?)?.fields.get(place.step as usize)
    }

    /// The kinds of value that the type accepts at `place`, where it is a field.
    pub(crate) fn accepts(&self, place: Place) -> Accepts {
        self.field(place).map_or(Accepts::ANY, |field| field.facts.accepts)
    }

    /// The place of the object, where `place` is none of its fields.
    #[inline]
    pub(crate) fn resolved(&self, mut place: Place) -> Place {
        while let Some(holder) = self.get(place.holder)
            && let Some(spec) = self.fields_of(holder)
            && spec.fields.get(place.step as usize).is_none()
        {
            place = holder.place;
        }
        place
    }

    /// The last step to `place`, and the place from which it is made.
    pub(crate) fn step_to(&self, place: Place) -> Option<(Option<Step<'_>>, Place)> {
        let holder = self.get(place.holder)?;
        let step = match (self.fields_of(holder), holder.key()) {
            (Some(spec), _) => spec
                .fields
                .get(place.step as usize)
                .map(|field| Step::Field(field.name)),
            (None, Some(key)) => self.rare.as_ref().map(|rare| Step::Key(rare.key(key))),
            (None, None) => Some(Step::Index(place.step)),
        };
        Some((step, holder.place))
    }

    /// The place of the object, list or map entry that `place` is in.
    #[inline]
    pub(super) fn above(&self, place: Place) -> Option<Place> {
        self.get(place.holder).map(|holder| holder.place)
    }

    /// Whether these are the steps from `place` up to the root.
    #[inline(never)]
    pub(super) fn is_of(&self, mut place: Place, steps: &[PlainStep]) -> bool {
        if self.rare.is_some() {
            return self.is_of_otherwise(place, steps);
        }
        // All holders are near, and none is a map entry.
        let near = &self.near[..self.count.min(NEAR)];
        for &(fields, step) in steps {
            match near.get((place.holder as usize).wrapping_sub(1)) {
                Some(holder) if step == place.step && fields == self.near_address(holder) => place = holder.place,
                _ => return false,
            }
        }
        place.holder == 0
    }

    #[inline(never)]
    fn is_of_otherwise(&self, mut place: Place, steps: &[PlainStep]) -> bool {
        for &(fields, step) in steps {
            match self.get(place.holder) {
                Some(holder)
                    if holder.key().is_none() && step == place.step && fields == address(self.fields_of(holder)) =>
                {
                    place = holder.place;
                }
                _ => return false,
            }
        }
        self.get(place.holder).is_none()
    }

    /// The address of the fields of a holder, where all types are near.
    #[inline]
    fn near_address(&self, holder: &Holder) -> usize {
        let spec = self.specs.get((holder.steps as usize).wrapping_sub(1));
        address(spec.copied().flatten())
    }

    /// The steps from `place` up to the root, and how many they are, if there is room for them and none is a key of a map.
    pub(super) fn plain_steps(&self, mut place: Place, steps: &mut [PlainStep; SAME_STEPS]) -> Option<usize> {
        let mut count = 0;
        while let Some(holder) = self.get(place.holder) {
            if holder.key().is_some() {
                return None;
            }
            *steps.get_mut(count)? = (address(self.fields_of(holder)), place.step);
            count += 1;
            place = holder.place;
        }
        Some(count)
    }

    /// Writes the path of `place`, which is no missing field.
    #[inline]
    pub(super) fn write(&self, place: Place, out: &mut impl fmt::Write) -> fmt::Result {
        if place.holder == 0 {
            return out.write_str("$");
        }
        self.write_steps(place, out)
    }

    /// Writes the steps from the root to `place`, as a path shows them.
    #[inline]
    fn write_steps(&self, mut place: Place, out: &mut impl fmt::Write) -> fmt::Result {
        let mut near = [(&NO_HOLDER, 0); NEAR_STEPS];
        let mut first = NEAR_STEPS;
        while let Some(holder) = self.get(place.holder) {
            let Some(room) = first.checked_sub(1) else {
                return self.write_far_steps(place, &near, out);
            };
            near[room] = (holder, place.step);
            first = room;
            place = holder.place;
        }
        self.write_from_root(&near[first..], out)
    }

    /// Writes the steps from the root to `place`, and those after it.
    #[cold]
    fn write_far_steps(&self, mut place: Place, after: &[(&Holder, u32)], out: &mut impl fmt::Write) -> fmt::Result {
        let mut steps = Vec::new();
        while let Some(holder) = self.get(place.holder) {
            steps.push((holder, place.step));
            place = holder.place;
        }
        steps.reverse();
        steps.extend_from_slice(after);
        self.write_from_root(&steps, out)
    }

    fn write_from_root(&self, steps: &[(&Holder, u32)], out: &mut impl fmt::Write) -> fmt::Result {
        let mut is_first = true;
        for &(holder, step) in steps {
            if let Some(spec) = self.fields_of(holder) {
                let Some(field) = spec.fields.get(step as usize) else {
                    continue;
                };
                write_name(field.name, field.is_word || is_word(field.name), is_first, out)?;
            } else if let Some(key) = holder.key() {
                let key = self.rare.as_ref().map_or("", |rare| rare.key(key));
                write_name(key, is_word(key), is_first, out)?;
            } else {
                write_index(step, out)?;
            }
            is_first = false;
        }
        Ok(())
    }

    /// The steps from the root to `place`, in place of those in `steps`.
    pub(crate) fn collect<'p>(&'p self, mut place: Place, steps: &mut Vec<Step<'p>>) {
        steps.clear();
        while let Some((step, above)) = self.step_to(place) {
            steps.extend(step);
            place = above;
        }
        steps.reverse();
    }

    /// For each place the same number as for every other place with the same path.
    pub(crate) fn same(&self) -> Same<'_> {
        Same::of(self)
    }
}

#[inline]
fn write_name(name: &str, is_word: bool, is_first: bool, out: &mut impl fmt::Write) -> fmt::Result {
    if !is_word {
        return write!(out, "[{name:?}]");
    }
    if !is_first {
        out.write_str(".")?;
    }
    out.write_str(name)
}

#[inline]
fn write_index(index: u32, out: &mut impl fmt::Write) -> fmt::Result {
    const FIRST: [&str; 10] = ["[0]", "[1]", "[2]", "[3]", "[4]", "[5]", "[6]", "[7]", "[8]", "[9]"];
    match FIRST.get(index as usize) {
        Some(text) => out.write_str(text),
        None => write!(out, "[{index}]"),
    }
}

/// Where the fields of an object are, which are never freed; 0 for a list.
#[inline]
fn address(fields: Option<&'static ObjectSpec>) -> usize {
    fields.map_or(0, |fields| core::ptr::from_ref(fields).addr())
}

/// Numbers for places that are equal where their paths are.
pub(crate) struct Same<'p> {
    places: &'p Places,
    /// For each holder, in the order in which they are kept, the number of its path with the last step open.
    numbers: Vec<u32>,
    known: HashMap<(u32, Step<'p>), u32>,
}

impl<'p> Same<'p> {
    fn of(places: &'p Places) -> Self {
        let mut same = Self {
            places,
            numbers: Vec::with_capacity(places.count),
            known: HashMap::new(),
        };
        for holder in (0..places.count).filter_map(|index| places.at(index)) {
            let number = same.number(holder.place);
            same.numbers.push(number);
        }
        same
    }

    /// The number of a path; 0 is the root.
    pub(crate) fn number(&mut self, place: Place) -> u32 {
        let Some((step, _)) = self.places.step_to(place) else {
            return 0;
        };
        let holder = self
            .places
            .index(place.holder)
            .and_then(|index| self.numbers.get(index))
            .copied();
        let holder = holder.unwrap_or_default();
        let Some(step) = step else { return holder };
        let next = small(self.known.len() + 1);
        *self.known.entry((holder, step)).or_insert(next)
    }
}

#[cfg(test)]
mod tests;

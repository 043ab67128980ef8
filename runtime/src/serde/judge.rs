//! Handles what the type's visitors reject: fixes it if possible, drops it if the options allow that, and otherwise reports
//! it.
//!
//! A visitor stops at the first value that it rejects. So that value is reported, and the visitors run again with the value
//! hidden or moved to the end, until they reject nothing new.

use std::ops::Range;

use super::learn::{Run, plan_of};
use super::names::{Names, choice, object};
use super::refusal::{Cause, Reason, Refusal};
use super::show::Show;
use crate::bounds::{REJECTED, shown};
use crate::error::{Expected, Found, excerpt, said};
use crate::fold;
use crate::path::{Frame, Level};
use crate::read::cursor::{Cursor, Halt, Read};
use crate::repair::{RepairKind, Severity};
use crate::spec::Accepts;
use crate::visit::planned::{Fate, Item, ItemStep, Parts, PartsKind, Value};
use crate::visit::{coerce, names};

/// Reads the value at the cursor, or the decoded `text`, with the visitors that `run` runs.
pub(super) fn read<'de>(
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    source: Option<&'de str>,
    text: Option<&str>,
    address: usize,
    run: &mut Run<'_, 'de>,
) -> Read<()> {
    let of = plan_of(address, run);
    let mut item = None;
    let read = match text {
        Some(text) => of.read_text(text, cursor, at, &mut item),
        None => of.read(cursor, at, &mut item),
    };
    let Some(item) = item.filter(|_| !matches!(read, Err(Halt::Absent | Halt::Ascend))) else {
        return read.and(Err(Halt::Invalid));
    };
    cursor.sink.charge(item.levels(0));
    let mut judge = Judge {
        item,
        source: source.filter(|_| cursor.origin.is_none()),
        has_violated: read.is_err(),
        findings: Vec::new(),
        left: cursor.sink.violations_left(),
        more: 0,
        respelled: Vec::new(),
        cursor,
        at,
        run,
    };
    let rejected = judge.show();
    rejected.map_or(read, |reason| judge.settle(reason))
}

struct Judge<'j, 't, 'f, 'r, 'de> {
    item: Item,
    source: Option<&'de str>,
    has_violated: bool,
    /// What is to be recorded, and the path from the root to the item that it is about, or whose items it is about.
    findings: Vec<(Vec<u32>, Finding)>,
    /// How many more violations may be kept, and how many there were after those.
    left: usize,
    more: usize,
    /// The objects in which a key was respelled, and what sets those keys apart from the names.
    respelled: Vec<(Vec<u32>, u8)>,
    cursor: &'j mut Cursor<'t>,
    at: &'j Frame<'f>,
    run: &'j mut Run<'r, 'de>,
}

/// Something to record about an item.
enum Finding {
    /// Of the item, or of the field with this name in it.
    Violation(Option<String>, Expected, Found),
    /// Of the items with these indices in it: most often, many items of one list are dropped. Without any, the item itself.
    Dropped(RepairKind, Vec<u32>),
}

impl Judge<'_, '_, '_, '_, '_> {
    /// Shows the item to the type's visitors; returns what they reject first.
    fn show(&mut self) -> Option<Reason> {
        let show = Show {
            text: self.cursor.whole(),
            source: self.source,
            is_lost: self.has_violated,
            ..Show::default()
        };
        (self.run)(&self.item, &show).err().map(Refusal::reason)
    }

    #[cold]
    fn settle(mut self, first: Reason) -> Read<()> {
        let mut rejected = Some(first);
        for _ in 0..shown(self.cursor.whole().len()) {
            let Some(reason) = rejected.take() else { break };
            self.cursor.sink.charge(REJECTED);
            self.cursor.count_judged();
            if !self.accepts(reason) {
                break;
            }
            rejected = self.show();
        }
        if !self.has_violated {
            self.item.show_all();
            if let Some(reason) = self.show() {
                self.tell(reason);
            }
        }
        if !self.has_violated {
            self.doubt_respelled();
        }
        for (path, finding) in std::mem::take(&mut self.findings) {
            self.record(path, finding);
        }
        self.cursor.sink.violate_more(self.more);
        if self.has_violated { Err(Halt::Invalid) } else { Ok(()) }
    }

    /// Fixes what was rejected, or reports it; `false` if there is nothing more to ask.
    fn accepts(&mut self, mut reason: Reason) -> bool {
        if reason.is_key && matches!(reason.cause, Cause::UnknownField(..)) {
            reason.path.pop();
        }
        if !reason.is_key && self.fixes(&reason.cause, &reason.path).is_some() {
            return true;
        }
        let path = reason.path.clone();
        let Some(item) = self.item.find_mut(&path) else {
            return false;
        };
        let is_part_hidden = |_, part: &Item| (part.fate.get() == Fate::Hidden).then_some(());
        if !item.is_told.replace(true) && item.find_part(is_part_hidden).is_none() {
            let is_lenient = self.cursor.sink.accept() >= Some(Severity::Invented);
            if is_lenient && self.drops(&path) {
                return true;
            }
            self.tell(reason);
        }
        self.excludes(path).is_some()
    }

    /// Drops the innermost value around this place that may be dropped.
    fn drops(&mut self, path: &[u32]) -> bool {
        for length in (0..=path.len()).rev() {
            let (path, is_itself) = (&path[..length], length == path.len());
            let Some(item) = self.item.find_mut(path) else { continue };
            let may_be_none = item.is_optional && (is_itself || !item.is_told.get());
            let kind = if may_be_none {
                RepairKind::DroppedInvalidOptional
            } else {
                let Some((&index, above)) = path.split_last() else {
                    continue;
                };
                match self.item.find_mut(above).filter(|holder| holder.may_drop()) {
                    Some(holder) => holder.hide_to(index),
                    None => continue,
                }
                RepairKind::DroppedInvalidElement
            };
            if let Some(item) = self.item.find_mut(path) {
                item.fate.set(Fate::Dropped);
            }
            self.goes_on_in(path);
            // Nothing in it is wrong any more.
            while self.findings.pop_if(|(about, _)| about.starts_with(path)).is_some() {}
            let (above, index) = match path.split_last() {
                Some((&index, above)) => (above, Some(index)),
                None => (path, None),
            };
            match (self.findings.last_mut(), index) {
                (Some((about, Finding::Dropped(other, indices))), Some(index)) if *other == kind && about == above => {
                    indices.push(index);
                }
                _ => {
                    let dropped = Finding::Dropped(kind, index.into_iter().collect());
                    self.findings.push((above.to_vec(), dropped));
                }
            }
            return true;
        }
        false
    }

    /// Arranges for the visitors to run again without the rejected value, if that is possible.
    fn excludes(&mut self, mut path: Vec<u32>) -> Option<()> {
        loop {
            let (&index, above) = path.split_last()?;
            let holder = self.item.find_mut(above)?;
            let (may_drop, is_object) = match holder.value {
                Value::Parts(_, kind) => (kind.may_drop(), kind.is_object()),
                _ => (false, false),
            };
            let item = holder.inside_mut(index)?;
            let before = item.fate.get();
            match () {
                () if may_drop => {}
                () if item.is_optional => item.hide(),
                () if is_object => item.fate.set(Fate::Last),
                () => {}
            }
            let is_moved = item.fate.get() != before;
            if may_drop {
                holder.hide_to(index);
            }
            if may_drop || is_moved {
                self.goes_on_in(&path);
                return Some(());
            }
            // Everything else in the holder has been checked.
            holder.is_told.set(true);
            path.pop();
        }
    }

    /// Makes the next run check the rest of the same objects first, and nothing before them.
    fn goes_on_in(&mut self, path: &[u32]) {
        let mut holder = &mut self.item;
        for &index in path.split_last().map_or(&[][..], |(_, above)| above) {
            if let (true, Some(before)) = (holder.may_drop(), index.checked_sub(1)) {
                holder.hide_to(before);
            }
            let Some(item) = holder.inside_mut(index) else { return };
            if item.fate.get() == Fate::Shown {
                item.fate.set(Fate::First);
            }
            holder = item;
        }
    }

    /// Fixes a rejected value whose type was not known while it was read.
    fn fixes(&mut self, cause: &Cause, path: &[u32]) -> Option<()> {
        match *cause {
            Cause::Missing(name) => self.respells_key(name, path),
            Cause::UnknownVariant(variants) => self.respells_name(variants, path),
            _ => self.reads_none(path),
        }
    }

    /// Uses a key in another spelling for the missing field of an object without a type.
    fn respells_key(&mut self, name: &'static str, path: &[u32]) -> Option<()> {
        let whole = self.cursor.whole();
        let members = self.untyped(path)?;
        let (index, kind) = respelt(members, name)?;
        let item = members.get_mut(index)?;
        let key = item.step.key().unwrap_or_default();
        let value = item.span.range().start;
        let start = whole.get(..value).and_then(|before| before.rfind(key));
        let span = start.map_or(value..value, |start| start..start + key.len());
        let style = fold::style(key) & !fold::style(name);
        item.step = ItemStep::Name(name);
        match self.respelled.last_mut() {
            // A misspelled key says nothing about the others.
            _ if kind == RepairKind::KeyFuzzy => {}
            Some((object, all)) if *object == path => *all |= style,
            _ => self.respelled.push((path.to_vec(), style)),
        }
        let path: Vec<u32> = path.iter().copied().chain(u32::try_from(index)).collect();
        self.repair(kind, &path, span);
        Some(())
    }

    /// Records a guess about each object whose keys are written in another style than the type's names, if it has another
    /// such key: an optional field may have that name, and no visitor asks for it.
    fn doubt_respelled(&mut self) {
        for (path, all) in std::mem::take(&mut self.respelled) {
            let doubtful = |_, part: &Item| {
                let is_doubtful = matches!(&part.step, ItemStep::Key(key) if all == 0 || fold::style(key) & all != 0);
                is_doubtful.then(|| part.span.range())
            };
            let object = self.item.find_mut(&path);
            if let Some(span) = object.and_then(|object| object.find_part(doubtful)) {
                self.repair(RepairKind::JunkRemoved, &path, span);
            }
        }
    }

    /// Reads a string as the name of a variant.
    fn respells_name(&mut self, variants: Names, path: &[u32]) -> Option<()> {
        let item = self.item.find_mut(path).filter(|item| !item.is_told.get())?;
        let text = item.value.text(self.cursor.whole())?.to_owned();
        self.cursor.token = item.span.range();
        let read = |frame: &Frame<'_>, _: &Item| names::named(&text, self.cursor, frame, choice(variants));
        let index = self.item.framed(self.at, path, read)?;
        let item = self.item.find_mut(path)?;
        if let Ok(index) = index {
            item.value = Value::Name(variants[index as usize]);
        } else {
            item.is_told.set(true);
            self.has_violated = true;
        }
        index.ok().map(drop)
    }

    /// Reads a word such as `N/A` as `None`, if the type inside the `Option` is not one that accepts any string.
    fn reads_none(&mut self, path: &[u32]) -> Option<()> {
        let item = self.item.find_mut(path).filter(|item| item.is_optional)?;
        item.value
            .text(self.cursor.whole())
            .filter(|text| coerce::is_null_word(text))?;
        item.value = Value::Null;
        let span = item.span.range();
        self.repair(RepairKind::NullAlias, path, span);
        Some(())
    }

    /// Reports what a visitor rejected about the item.
    fn tell(&mut self, reason: Reason) {
        let Reason { cause, path, is_key } = reason;
        self.has_violated = true;
        if self.left == 0 && !matches!(cause, Cause::Known) {
            self.more += 1;
            return;
        }
        let key = self.item.find_mut(&path).and_then(|item| item.step.key());
        let found = key
            .filter(|_| is_key)
            .map_or(Found::Written, |key| Found::Words(excerpt(key)));
        let (member, expected, found) = match cause {
            Cause::Known => return,
            Cause::Missing(name) => {
                let expected = self.wanted(&path, name);
                let expected = expected.map_or(Expected::Member(Accepts::ANY), Expected::Words);
                (Some(name.to_owned()), expected, Found::Missing)
            }
            Cause::Duplicate(name) => {
                let (expected, found) = ("one value".into(), "several".into());
                (Some(name.to_owned()), Expected::Words(expected), Found::Words(found))
            }
            Cause::UnknownField(name, fields) => {
                let found = Found::Words(format!("{:?}", excerpt(&name)));
                (Some(name), Expected::Keys(object(fields)), found)
            }
            Cause::UnknownVariant(variants) => (None, Expected::Names(choice(variants)), found),
            Cause::Wanted(what) => (None, Expected::Words(said(&what)), found),
            Cause::Said(words) => (None, Expected::Rule(said(&words)), found),
        };
        self.left -= 1;
        self.findings.push((path, Finding::Violation(member, expected, found)));
    }

    /// The expected type of a field that is missing in an object without a type.
    fn wanted(&mut self, path: &[u32], name: &'static str) -> Option<String> {
        self.edit(path, |members| members.push(Item::field(name, Value::Null)))?;
        let reason = self.show();
        self.edit(path, Parts::pop)?;
        match reason?.cause {
            Cause::Wanted(words) => Some(said(&words)),
            _ => None,
        }
    }

    fn edit(&mut self, path: &[u32], edit: impl FnOnce(&mut Parts)) -> Option<()> {
        self.untyped(path).map(edit)
    }

    /// The keys and values of the object at the end of this path, if no type is known for it.
    fn untyped(&mut self, path: &[u32]) -> Option<&mut Parts> {
        match self.item.find_mut(path).map(|item| &mut item.value) {
            Some(Value::Parts(members, PartsKind::Untyped)) => Some(members),
            _ => None,
        }
    }

    fn repair(&mut self, kind: RepairKind, path: &[u32], span: Range<usize>) {
        let repair = |frame: &Frame<'_>, _: &Item| self.cursor.sink.repair(kind, frame, span);
        self.item.framed(self.at, path, repair);
    }

    fn record(&mut self, mut path: Vec<u32>, finding: Finding) {
        match finding {
            Finding::Violation(name, expected, found) => {
                let sink = &mut self.cursor.sink;
                self.item.framed(self.at, &path, |frame, item| {
                    let span = item.span.range();
                    let Some(name) = name else {
                        return sink.violation(expected, found, frame, span);
                    };
                    let below = Frame::below(frame, Level::Map { key: Some(&name) });
                    sink.violation(expected, found, &below, span);
                });
            }
            Finding::Dropped(kind, indices) if indices.is_empty() => self.record_dropped(&path, kind),
            Finding::Dropped(kind, indices) => {
                for index in indices {
                    path.push(index);
                    self.record_dropped(&path, kind);
                    path.pop();
                }
            }
        }
    }

    fn record_dropped(&mut self, path: &[u32], kind: RepairKind) {
        let sink = &mut self.cursor.sink;
        self.item.framed(self.at, path, |frame, item| {
            sink.forget(item.marks.0, item.marks.1);
            sink.repair(kind, frame, item.span.range());
        });
    }
}

/// The key that is a misspelling of `name`, which no key matches exactly, and the repair for it.
fn respelt(members: &Parts, name: &'static str) -> Option<(usize, RepairKind)> {
    let only = |is_it: &dyn Fn(&str) -> bool, kind| {
        let is_key = |index, member: &Item| matches!(&member.step, ItemStep::Key(key) if is_it(key)).then_some(index);
        let mut found = None;
        let several = members.find_map(|index, member| {
            let before = found;
            found = found.or_else(|| is_key(index, member));
            before.and_then(|_| is_key(index, member))
        });
        found.filter(|_| several.is_none()).map(|index| (index, kind))
    };
    let is_name = |_, member: &Item| matches!(&member.step, ItemStep::Key(key) if **key == *name).then_some(());
    if members.find_map(is_name).is_some() {
        return None;
    }
    only(&|key| fold::folds_to(name, key), RepairKind::KeyCase)
        .or_else(|| only(&|key| fold::is_near(name, key), RepairKind::KeyFuzzy))
}

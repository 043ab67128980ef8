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
use crate::bounds::{REJECTED, SHOWN};
use crate::error::{Expected, Found, excerpt, said};
use crate::fold;
use crate::path::{Frame, Level};
use crate::read::cursor::{Cursor, Halt, Read};
use crate::repair::{RepairKind, Severity};
use crate::spec::Accepts;
use crate::visit::planned::{Fate, Item, ItemStep, PartsKind, Value};
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
    /// What is to be recorded, and the path from the root to the item that it is about.
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
    Dropped(RepairKind),
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
        for _ in 0..SHOWN {
            let Some(reason) = rejected.take() else { break };
            self.cursor.sink.charge(REJECTED);
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
            self.record(&path, finding);
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
        let Some(item) = self.item.find(&path) else {
            return false;
        };
        let hides = item.parts().any(|part| part.fate.get() == Fate::Hidden);
        if !item.is_told.replace(true) && !hides {
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
            let Some(item) = self.item.find(path) else { continue };
            let holder = path
                .split_last()
                .and_then(|(&index, above)| Some((self.item.find(above)?, index)));
            let kind = match holder.filter(|(holder, _)| holder.may_drop()) {
                _ if item.is_optional && (is_itself || !item.is_told.get()) => RepairKind::DroppedInvalidOptional,
                Some((holder, index)) => {
                    holder.hide_to(index);
                    RepairKind::DroppedInvalidElement
                }
                None => continue,
            };
            item.fate.set(Fate::Dropped);
            self.goes_on_in(path);
            // Nothing in it is wrong any more.
            while self.findings.pop_if(|(about, _)| about.starts_with(path)).is_some() {}
            self.findings.push((path.to_vec(), Finding::Dropped(kind)));
            return true;
        }
        false
    }

    /// Arranges for the visitors to run again without the rejected value, if that is possible.
    fn excludes(&self, mut path: Vec<u32>) -> Option<()> {
        loop {
            let (&index, above) = path.split_last()?;
            let holder = self.item.find(above)?;
            let item = holder.inside(index)?;
            let before = item.fate.get();
            match holder.value {
                Value::Parts(_, kind) if kind.may_drop() => holder.hide_to(index),
                _ if item.is_optional => item.hide(),
                Value::Parts(_, kind) if kind.is_object() => item.fate.set(Fate::Last),
                _ => {}
            }
            if holder.may_drop() || item.fate.get() != before {
                self.goes_on_in(&path);
                return Some(());
            }
            // Everything else in the holder has been checked.
            holder.is_told.set(true);
            path.pop();
        }
    }

    /// Makes the next run check the rest of the same objects first, and nothing before them.
    fn goes_on_in(&self, path: &[u32]) {
        let mut holder = &self.item;
        for &index in path.split_last().map_or(&[][..], |(_, above)| above) {
            if let (true, Some(before)) = (holder.may_drop(), index.checked_sub(1)) {
                holder.hide_to(before);
            }
            let Some(item) = holder.inside(index) else { return };
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
        let item = &mut members[index];
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
            let is_doubtful =
                |part: &&Item| matches!(&part.step, ItemStep::Key(key) if all == 0 || fold::style(key) & all != 0);
            let object = self.item.find(&path);
            if let Some(part) = object.and_then(|object| object.parts().find(is_doubtful)) {
                self.repair(RepairKind::JunkRemoved, &path, part.span.range());
            }
        }
    }

    /// Reads a string as the name of a variant.
    fn respells_name(&mut self, variants: Names, path: &[u32]) -> Option<()> {
        let item = self.item.find(path).filter(|item| !item.is_told.get())?;
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
        let key = self.item.find(&path).and_then(|item| item.step.key());
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
        self.edit(path, |members| drop(members.pop()))?;
        match reason?.cause {
            Cause::Wanted(words) => Some(said(&words)),
            _ => None,
        }
    }

    fn edit(&mut self, path: &[u32], edit: impl FnOnce(&mut Vec<Item>)) -> Option<()> {
        let members = self.untyped(path)?;
        let mut edited = std::mem::take(members).into_vec();
        edit(&mut edited);
        *members = edited.into();
        Some(())
    }

    /// The keys and values of the object at the end of this path, if no type is known for it.
    fn untyped(&mut self, path: &[u32]) -> Option<&mut Box<[Item]>> {
        match self.item.find_mut(path).map(|item| &mut item.value) {
            Some(Value::Parts(members, PartsKind::Untyped)) => Some(members),
            _ => None,
        }
    }

    fn repair(&mut self, kind: RepairKind, path: &[u32], span: Range<usize>) {
        let repair = |frame: &Frame<'_>, _: &Item| self.cursor.sink.repair(kind, frame, span);
        self.item.framed(self.at, path, repair);
    }

    fn record(&mut self, path: &[u32], finding: Finding) {
        let sink = &mut self.cursor.sink;
        self.item.framed(self.at, path, |frame, item| {
            let span = item.span.range();
            match finding {
                Finding::Violation(Some(name), expected, found) => {
                    let below = Frame::below(frame, Level::Map { key: Some(&name) });
                    sink.violation(expected, found, &below, span);
                }
                Finding::Violation(None, expected, found) => sink.violation(expected, found, frame, span),
                Finding::Dropped(kind) => {
                    sink.forget(item.marks.0, item.marks.1);
                    sink.repair(kind, frame, span);
                }
            }
        });
    }
}

/// The key that is a misspelling of `name`, which no key matches exactly, and the repair for it.
fn respelt(members: &[Item], name: &'static str) -> Option<(usize, RepairKind)> {
    let is_key = |member: &Item, is_it: &dyn Fn(&str) -> bool| matches!(&member.step, ItemStep::Key(key) if is_it(key));
    let only = |is_it: &dyn Fn(&str) -> bool, kind| {
        let index = members.iter().position(|member| is_key(member, is_it))?;
        let is_only = !members[index + 1..].iter().any(|member| is_key(member, is_it));
        is_only.then_some((index, kind))
    };
    if members.iter().any(|member| is_key(member, &|key| key == name)) {
        return None;
    }
    only(&|key| fold::folds_to(name, key), RepairKind::KeyCase)
        .or_else(|| only(&|key| fold::is_near(name, key), RepairKind::KeyFuzzy))
}

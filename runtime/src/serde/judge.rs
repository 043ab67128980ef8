//! Handles what the type's visitors reject: fixes it if possible, drops it if the options allow that, and otherwise reports
//! it.
//!
//! A visitor stops at the first value that it rejects. So that value is reported, and the visitors run again with the value
//! hidden or moved to the end, until they reject nothing new.

use std::ops::Range;

use super::learn::{Run, plan_of};
use super::names::{choice, object};
use super::refusal::{Cause, Reason, Refusal};
use super::show::Show;
use crate::bounds::SHOWN;
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
    let mut judge = Judge {
        item,
        source: source.filter(|_| cursor.origin.is_none()),
        is_lenient: cursor.sink.accept() >= Some(Severity::Invented),
        has_violated: read.is_err(),
        findings: Vec::new(),
        respelled: Vec::new(),
        cursor,
        at,
        run,
    };
    match judge.show() {
        None => read,
        Some(reason) => judge.settle(reason),
    }
}

struct Judge<'j, 't, 'f, 'r, 'de> {
    item: Item,
    source: Option<&'de str>,
    is_lenient: bool,
    has_violated: bool,
    findings: Vec<Finding>,
    /// The objects in which a key was respelled, and what sets those keys apart from the names.
    respelled: Vec<(Vec<u32>, u8)>,
    cursor: &'j mut Cursor<'t>,
    at: &'j Frame<'f>,
    run: &'j mut Run<'r, 'de>,
}

/// Something to record about an item.
struct Finding {
    /// The path from the root to the item.
    path: Vec<u32>,
    /// The field of the item that the finding is about.
    member: Option<String>,
    what: FindingKind,
}

enum FindingKind {
    Violation(Expected, Found),
    Dropped(RepairKind),
}

impl Judge<'_, '_, '_, '_, '_> {
    /// Shows the item to the type's visitors; returns what they reject first.
    fn show(&mut self) -> Option<Reason> {
        let needs = std::cell::RefCell::default();
        let show = Show::new(self.cursor.whole(), self.source, &needs);
        (self.run)(&self.item, &show).err().map(Refusal::reason)
    }

    #[cold]
    fn settle(mut self, first: Reason) -> Read<()> {
        let mut rejected = Some(first);
        for _ in 0..SHOWN {
            let Some(reason) = rejected.take() else { break };
            if !self.accepts(reason) {
                break;
            }
            rejected = self.show();
        }
        if !self.has_violated {
            self.item.show_all();
            if let Some(reason) = self.show() {
                self.tell(reason);
                self.has_violated = true;
            }
        }
        if !self.has_violated {
            self.doubt_respelled();
        }
        for finding in std::mem::take(&mut self.findings) {
            self.record(finding);
        }
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
            if self.is_lenient && self.drops(&path) {
                return true;
            }
            self.has_violated = true;
            self.tell(reason);
        }
        self.excludes(path).is_some()
    }

    /// Drops the innermost value around this place that may be dropped.
    fn drops(&mut self, path: &[u32]) -> bool {
        for length in (0..=path.len()).rev() {
            let Some(item) = self.item.find(&path[..length]) else {
                continue;
            };
            let holder = length.checked_sub(1).and_then(|length| self.item.find(&path[..length]));
            let kind = match holder.filter(|holder| holder.may_drop()) {
                _ if item.is_optional && (length == path.len() || !item.is_told.get()) => {
                    RepairKind::DroppedInvalidOptional
                }
                Some(holder) => {
                    holder.hide_to(path[length - 1]);
                    RepairKind::DroppedInvalidElement
                }
                None => continue,
            };
            item.fate.set(Fate::Dropped);
            self.goes_on_in(&path[..length]);
            let path = path[..length].to_vec();
            // Nothing in it is wrong any more.
            let last = self
                .findings
                .iter()
                .rposition(|finding| !finding.path.starts_with(&path));
            self.findings.truncate(last.map_or(0, |last| last + 1));
            self.findings.push(Finding {
                path,
                member: None,
                what: FindingKind::Dropped(kind),
            });
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
            let is_done = match holder.value {
                Value::Parts(_, kind) if kind.may_drop() => {
                    holder.hide_to(index);
                    true
                }
                _ if item.is_optional => {
                    let is_news = item.fate.get() != Fate::Hidden;
                    item.hide();
                    is_news
                }
                Value::Parts(_, kind) if kind.is_object() => item.fate.replace(Fate::Last) != Fate::Last,
                _ => false,
            };
            if is_done {
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
        let (span, style) = (key_span(whole, key, item.span.range().start), style(key) & !style(name));
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
                |part: &&Item| matches!(&part.step, ItemStep::Key(key) if all == 0 || style(key) & all != 0);
            let object = self.item.find(&path);
            if let Some(part) = object.and_then(|object| object.parts().find(is_doubtful)) {
                self.repair(RepairKind::JunkRemoved, &path, part.span.range());
            }
        }
    }

    /// Reads a string as the name of a variant.
    fn respells_name(&mut self, variants: &'static [&'static str], path: &[u32]) -> Option<()> {
        let item = self.item.find(path).filter(|item| !item.is_told.get())?;
        let text = item.text(self.cursor.whole())?.to_owned();
        self.cursor.token = item.span.range();
        let mut read = Err(Halt::Invalid);
        self.item.framed(self.at, path, &mut |frame, _| {
            read = names::named(&text, self.cursor, frame, choice(variants));
        });
        let item = self.item.find_mut(path)?;
        if let Ok(index) = read {
            item.value = Value::Name(variants[index as usize]);
        } else {
            item.is_told.set(true);
            self.has_violated = true;
        }
        read.ok().map(drop)
    }

    /// Reads a word such as `N/A` as `None`, if the type inside the `Option` is not one that accepts any string.
    fn reads_none(&mut self, path: &[u32]) -> Option<()> {
        let item = self.item.find_mut(path).filter(|item| item.is_optional)?;
        item.text(self.cursor.whole())
            .filter(|text| coerce::is_null_word(text))?;
        item.value = Value::Null;
        let span = item.span.range();
        self.repair(RepairKind::NullAlias, path, span);
        Some(())
    }

    /// Reports what a visitor rejected about the item.
    fn tell(&mut self, reason: Reason) {
        let Reason { cause, path, is_key } = reason;
        let key = self.item.find(&path).and_then(|item| item.step.key());
        let found = match key {
            Some(key) if is_key => Found::Words(excerpt(key)),
            _ => Found::Written,
        };
        let (member, expected, found) = match cause {
            Cause::Known => return,
            Cause::Missing(name) => {
                let expected = self.wanted(&path, name);
                let expected = expected.map_or(Expected::Member(Accepts::ANY), Expected::Words);
                (Some(name.to_owned()), expected, Found::Missing)
            }
            Cause::Duplicate(name) => (
                Some(name.to_owned()),
                Expected::Words("one value".into()),
                Found::Words("several".into()),
            ),
            Cause::UnknownField(name, fields) => {
                let found = Found::Words(format!("{:?}", excerpt(&name)));
                (Some(name), Expected::Keys(object(fields)), found)
            }
            Cause::UnknownVariant(variants) => (None, Expected::Names(choice(variants)), found),
            Cause::Wanted(what) => (None, Expected::Words(said(&what)), found),
            Cause::Said(words) => (None, Expected::Rule(said(&words)), found),
        };
        self.findings.push(Finding {
            path,
            member,
            what: FindingKind::Violation(expected, found),
        });
    }

    /// The expected type of a field that is missing in an object without a type.
    fn wanted(&mut self, path: &[u32], name: &'static str) -> Option<String> {
        let members = self.untyped(path)?;
        let mut longer = std::mem::take(members).into_vec();
        longer.push(Item::field(name, Value::Null));
        *members = longer.into();
        let reason = self.show();
        let members = self.untyped(path)?;
        let mut shorter = std::mem::take(members).into_vec();
        shorter.pop();
        *members = shorter.into();
        match reason?.cause {
            Cause::Wanted(words) => Some(said(&words)),
            _ => None,
        }
    }

    /// The keys and values of the object at the end of this path, if no type is known for it.
    fn untyped(&mut self, path: &[u32]) -> Option<&mut Box<[Item]>> {
        match self.item.find_mut(path).map(|item| &mut item.value) {
            Some(Value::Parts(members, PartsKind::Untyped)) => Some(members),
            _ => None,
        }
    }

    fn repair(&mut self, kind: RepairKind, path: &[u32], span: Range<usize>) {
        self.item.framed(self.at, path, &mut |frame, _| {
            self.cursor.sink.repair(kind, frame, span.clone());
        });
    }

    fn record(&mut self, finding: Finding) {
        let Finding { path, member, what } = finding;
        let mut what = Some(what);
        let sink = &mut self.cursor.sink;
        self.item.framed(self.at, &path, &mut |frame, item| {
            let span = item.span.range();
            let below = member
                .as_deref()
                .map(|name| Frame::below(frame, Level::Map { key: Some(name) }));
            match what.take() {
                Some(FindingKind::Violation(expected, found)) => {
                    sink.violation(expected, found, below.as_ref().unwrap_or(frame), span);
                }
                Some(FindingKind::Dropped(kind)) => {
                    sink.forget(item.marks.0, item.marks.1);
                    sink.repair(kind, frame, span);
                }
                None => {}
            }
        });
    }
}

/// The key that is a misspelling of `name`, which no key matches exactly, and the repair for it.
fn respelt(members: &[Item], name: &'static str) -> Option<(usize, RepairKind)> {
    let keys = || {
        members
            .iter()
            .enumerate()
            .filter_map(|(index, member)| match &member.step {
                ItemStep::Key(key) => Some((index, &**key)),
                _ => None,
            })
    };
    let only = |is_it: &dyn Fn(&str) -> bool| {
        let mut found = keys().filter(|(_, key)| is_it(key));
        let (index, _) = found.next()?;
        found.next().is_none().then_some(index)
    };
    if keys().any(|(_, key)| key == name) {
        return None;
    }
    if let Some(index) = only(&|key| fold::folds_to(name, key)) {
        return Some((index, RepairKind::KeyCase));
    }
    let is_long = name.chars().count() >= 5;
    let near = only(&|key| is_long && fold::is_one_edit(name, key))?;
    Some((near, RepairKind::KeyFuzzy))
}

/// How a key is written: a bit each for upper case, the separators, other characters, and marks around it.
fn style(key: &str) -> u8 {
    let of = |c: char| match c {
        '_' => 2,
        '-' => 4,
        ' ' => 8,
        c if c.is_uppercase() => 1,
        c if c.is_alphanumeric() => 0,
        _ => 16,
    };
    let has_edge = key.starts_with(['_', '-', ' ']) || key.ends_with(['_', '-', ' ']);
    key.chars().fold(u8::from(has_edge) << 5, |style, c| style | of(c))
}

/// Where the key is that precedes the value at `value`.
fn key_span(text: &str, key: &str, value: usize) -> std::ops::Range<usize> {
    let before = text.get(..value).unwrap_or_default();
    match before.rfind(key) {
        Some(start) => start..start + key.len(),
        None => value..value,
    }
}

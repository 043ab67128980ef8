//! Handles what the type's visitors reject: fixes it if possible, drops it if the options allow that, and otherwise reports
//! it.
//!
//! A visitor stops at the first value that it rejects. So that value is reported, and the visitors run again with the value
//! hidden or moved to the end, until they reject nothing new.

use super::learn::{Run, plan_of};
use super::refusal::{Cause, Reason, Refusal};
use super::show::Show;
use crate::bounds::SHOWN;
use crate::error::{Expected, Found, excerpt, said};
use crate::fold;
use crate::path::{Frame, Level};
use crate::read::cursor::{Cursor, Halt, Read};
use crate::repair::{RepairKind, Severity};
use crate::spec::Accepts;
use crate::visit::planned::{Fate, Item, Kind, Step, Value};
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
        whole: cursor.whole(),
        source: source.filter(|_| cursor.origin.is_none()),
        is_lenient: cursor.sink.accept() >= Some(Severity::Invented),
        has_violated: read.is_err(),
        findings: Vec::new(),
        respelled: Vec::new(),
    };
    match judge.run(run) {
        Ok(()) => read,
        Err(refusal) => judge.settle(refusal, cursor, at, run),
    }
}

struct Judge<'t, 'de> {
    item: Item,
    whole: &'t str,
    source: Option<&'de str>,
    is_lenient: bool,
    has_violated: bool,
    findings: Vec<Finding>,
    /// The objects in which a key was respelled, and what sets those keys apart from the names.
    respelled: Vec<(Vec<u32>, u8)>,
}

/// Something to record about an item.
struct Finding {
    /// The path from the root to the item.
    path: Vec<u32>,
    /// The field of the item that the finding is about.
    member: Option<String>,
    what: What,
}

enum What {
    Violation(Expected, Found),
    Dropped(RepairKind),
}

impl<'de> Judge<'_, 'de> {
    /// Shows the item to the type's visitors.
    fn run(&self, run: &mut Run<'_, 'de>) -> Result<(), Refusal> {
        let needs = std::cell::RefCell::default();
        let show = Show::new(self.whole, self.source, &needs);
        run(&self.item, &show)
    }

    #[cold]
    fn settle(&mut self, first: Refusal, cursor: &mut Cursor<'_>, at: &Frame<'_>, run: &mut Run<'_, 'de>) -> Read<()> {
        let mut refusal = Some(first);
        for _ in 0..SHOWN {
            let Some(reason) = refusal.map(Refusal::reason) else {
                break;
            };
            if !self.takes(reason, cursor, at, run) {
                break;
            }
            refusal = self.run(run).err();
        }
        let mut result = Ok(());
        if !self.has_violated {
            self.item.show_all();
            if let Err(refusal) = self.run(run) {
                let Reason {
                    cause,
                    mut path,
                    is_key,
                } = refusal.reason();
                path.reverse();
                self.tell(cause, path, is_key, run);
                self.has_violated = true;
            }
        }
        if self.has_violated {
            result = Err(Halt::Invalid);
        } else {
            self.doubt_respelled(cursor, at);
        }
        for finding in std::mem::take(&mut self.findings) {
            self.record(finding, cursor, at);
        }
        result
    }

    /// Fixes what was rejected, or reports it; `false` if there is nothing more to ask.
    fn takes(&mut self, reason: Reason, cursor: &mut Cursor<'_>, at: &Frame<'_>, run: &mut Run<'_, 'de>) -> bool {
        let Reason {
            cause,
            mut path,
            is_key,
        } = reason;
        path.reverse();
        if matches!(cause, Cause::UnknownField(..)) && is_key {
            path.pop();
        }
        if !is_key && self.mends(&cause, &path, cursor, at) {
            return true;
        }
        let Some(item) = self.item.find(&path) else {
            return false;
        };
        if !item.is_told.replace(true) {
            let hides = item.parts().any(|part| part.fate.get() == Fate::Hidden);
            if self.is_lenient && !hides && self.drops(&path) {
                return true;
            }
            if !hides {
                self.has_violated = true;
                self.tell(cause, path.clone(), is_key, run);
            }
        }
        self.excludes(path)
    }

    /// Drops the innermost value around this place that may be dropped.
    fn drops(&mut self, path: &[u32]) -> bool {
        for length in (0..=path.len()).rev() {
            let Some(item) = self.item.find(&path[..length]) else {
                continue;
            };
            let holder = length.checked_sub(1).and_then(|length| self.item.find(&path[..length]));
            let kind = match holder.map(|holder| &holder.value) {
                _ if item.is_optional && (length == path.len() || !item.is_told.get()) => {
                    RepairKind::DroppedInvalidOptional
                }
                Some(Value::List(_, true) | Value::Object(_, Kind::Map)) => RepairKind::DroppedInvalidElement,
                _ => continue,
            };
            item.fate.set(Fate::Dropped);
            if let (RepairKind::DroppedInvalidElement, Some(holder), Some(&index)) =
                (kind, holder, path[..length].last())
            {
                holder.hide_to(index);
            }
            self.goes_on_in(&path[..length]);
            let path = path[..length].to_vec();
            while self
                .findings
                .last()
                .is_some_and(|finding| finding.path.starts_with(&path))
            {
                self.findings.pop();
            }
            self.findings.push(Finding {
                path,
                member: None,
                what: What::Dropped(kind),
            });
            return true;
        }
        false
    }

    /// Arranges for the visitors to run again without the rejected value; `false` if that is not possible.
    fn excludes(&mut self, mut path: Vec<u32>) -> bool {
        loop {
            let Some(index) = path.last().copied() else {
                return false;
            };
            let Some(holder) = self.item.find(&path[..path.len() - 1]) else {
                return false;
            };
            let Some(item) = holder.inside(index) else { return false };
            let is_done = match &holder.value {
                Value::List(_, true) | Value::Object(_, Kind::Map) => {
                    holder.hide_to(index);
                    true
                }
                _ if item.is_optional => {
                    let is_news = item.fate.get() != Fate::Hidden;
                    item.hide();
                    is_news
                }
                Value::Object(..) => item.fate.replace(Fate::Last) != Fate::Last,
                _ => false,
            };
            if is_done {
                break;
            }
            path.pop();
            // Everything else in the holder has been checked.
            holder.is_told.set(true);
        }
        self.goes_on_in(&path);
        true
    }

    /// Makes the next run check the rest of the same objects first, and nothing before them.
    fn goes_on_in(&self, path: &[u32]) {
        let mut holder = &self.item;
        for (length, &index) in (1..path.len()).zip(path) {
            if let (Value::List(_, true) | Value::Object(_, Kind::Map), Some(before)) =
                (&holder.value, index.checked_sub(1))
            {
                holder.hide_to(before);
            }
            let Some(item) = self.item.find(&path[..length]) else {
                return;
            };
            if item.fate.get() == Fate::Shown {
                item.fate.set(Fate::First);
            }
            holder = item;
        }
    }

    /// Fixes a rejected value whose type was not known while it was read.
    fn mends(&mut self, cause: &Cause, path: &[u32], cursor: &mut Cursor<'_>, at: &Frame<'_>) -> bool {
        match *cause {
            Cause::Missing(name) => self.respells_key(name, path, cursor, at),
            Cause::UnknownVariant(variants) => self.respells_name(variants, path, cursor, at),
            _ => self.takes_for_none(path, cursor, at),
        }
    }

    /// Uses a key in another spelling for the missing field of an object without a type.
    fn respells_key(&mut self, name: &'static str, path: &[u32], cursor: &mut Cursor<'_>, at: &Frame<'_>) -> bool {
        let object = self.item.find_mut(path).map(|item| &mut item.value);
        let Some(Value::Object(members, Kind::Untyped)) = object else {
            return false;
        };
        let Some((index, kind)) = respelt(members, name) else {
            return false;
        };
        let (key, item) = &mut members[index];
        let (span, style) = match key {
            Value::Text(key) => (key_span(self.whole, key, item.span.start), style(key) & !style(name)),
            _ => (item.span.clone(), 0),
        };
        *key = Value::Name(name);
        item.step = Step::Key(name.to_owned());
        match self.respelled.last_mut() {
            // A misspelled key says nothing about the others.
            _ if kind == RepairKind::KeyFuzzy => {}
            Some((object, all)) if *object == path => *all |= style,
            _ => self.respelled.push((path.to_vec(), style)),
        }
        let path: Vec<u32> = path.iter().copied().chain(u32::try_from(index)).collect();
        self.item
            .framed(at, &path, &mut |frame, _| cursor.sink.repair(kind, frame, span.clone()));
        true
    }

    /// Records a guess about each object whose keys are written in another style than the type's names, if it has another
    /// such key: an optional field may have that name, and no visitor asks for it.
    fn doubt_respelled(&mut self, cursor: &mut Cursor<'_>, at: &Frame<'_>) {
        for (path, all) in std::mem::take(&mut self.respelled) {
            let Some(Value::Object(members, _)) = self.item.find(&path).map(|item| &item.value) else {
                continue;
            };
            let is_doubtful = |key: &Value| matches!(key, Value::Text(key) if all == 0 || style(key) & all != 0);
            if let Some((_, item)) = members.iter().find(|(key, _)| is_doubtful(key)) {
                let span = item.span.clone();
                self.item.framed(at, &path, &mut |frame, _| {
                    cursor.sink.repair(RepairKind::JunkRemoved, frame, span.clone());
                });
            }
        }
    }

    /// Reads a string as the name of a variant.
    fn respells_name(
        &mut self,
        variants: &'static [&'static str],
        path: &[u32],
        cursor: &mut Cursor<'_>,
        at: &Frame<'_>,
    ) -> bool {
        let Some(item) = self.item.find(path).filter(|item| !item.is_told.get()) else {
            return false;
        };
        let Some(text) = item.text(self.whole).map(str::to_owned) else {
            return false;
        };
        cursor.token = item.span.clone();
        let spec = super::names::choice(variants);
        let mut read = Err(Halt::Invalid);
        self.item.framed(at, path, &mut |frame, _| {
            read = names::named(&text, cursor, frame, spec);
        });
        let Some(item) = self.item.find_mut(path) else {
            return false;
        };
        if let Ok(index) = read {
            item.value = Value::Name(variants[index as usize]);
        } else {
            item.is_told.set(true);
            self.has_violated = true;
        }
        read.is_ok()
    }

    /// Reads a word such as `N/A` as `None`, if the type inside the `Option` is not one that accepts any string.
    fn takes_for_none(&mut self, path: &[u32], cursor: &mut Cursor<'_>, at: &Frame<'_>) -> bool {
        let Some(item) = self.item.find_mut(path).filter(|item| item.is_optional) else {
            return false;
        };
        if !item.text(self.whole).is_some_and(coerce::is_null_word) {
            return false;
        }
        item.value = Value::Null;
        self.item.framed(at, path, &mut |frame, item| {
            cursor.sink.repair(RepairKind::NullAlias, frame, item.span.clone());
        });
        true
    }

    /// Reports what a visitor rejected about the item.
    fn tell(&mut self, cause: Cause, path: Vec<u32>, is_key: bool, run: &mut Run<'_, 'de>) {
        let found = self
            .item
            .find(&path)
            .and_then(|_| self.key_text(&path))
            .filter(|_| is_key);
        let found = found.map_or(Found::Written, |key| Found::Words(excerpt(&key)));
        let (member, expected, found) = match cause {
            Cause::Known => return,
            Cause::Missing(name) => {
                let expected = self.wanted(&path, name, run);
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
                (Some(name), Expected::Keys(super::names::object(fields)), found)
            }
            Cause::UnknownVariant(variants) => (None, Expected::Names(super::names::choice(variants)), found),
            Cause::Wanted(what) => (None, Expected::Words(said(&what)), found),
            Cause::Said(words) => (None, Expected::Rule(said(&words)), found),
        };
        self.findings.push(Finding {
            path,
            member,
            what: What::Violation(expected, found),
        });
    }

    /// The expected type of a field that is missing in an object without a type.
    fn wanted(&mut self, path: &[u32], name: &'static str, run: &mut Run<'_, 'de>) -> Option<String> {
        let members = |judge: &mut Self| match judge.item.find_mut(path).map(|item| &mut item.value) {
            Some(Value::Object(members, Kind::Untyped)) => Some(std::mem::take(members)),
            _ => None,
        };
        let mut taken = members(self)?;
        taken.push((Value::Name(name), Item::new(Value::Null)));
        let put = |judge: &mut Self, taken| {
            if let Some(item) = judge.item.find_mut(path) {
                item.value = Value::Object(taken, Kind::Untyped);
            }
        };
        put(self, taken);
        let refusal = self.run(run).err();
        let mut taken = members(self)?;
        taken.pop();
        put(self, taken);
        match refusal?.reason().cause {
            Cause::Wanted(words) => Some(said(&words)),
            _ => None,
        }
    }

    /// The key of an item.
    fn key_text(&self, path: &[u32]) -> Option<String> {
        let (&index, above) = path.split_last()?;
        let holder = self.item.find(above)?;
        let Value::Object(members, _) = &holder.value else {
            return None;
        };
        match &members.get(index as usize)?.1.step {
            Step::Key(key) => Some(key.clone()),
            _ => None,
        }
    }

    fn record(&self, finding: Finding, cursor: &mut Cursor<'_>, at: &Frame<'_>) {
        let Finding { path, member, what } = finding;
        let mut what = Some(what);
        self.item.framed(at, &path, &mut |frame, item| {
            let below;
            let frame = match &member {
                Some(name) => {
                    below = Frame::below(frame, Level::Map { key: Some(name) });
                    &below
                }
                None => frame,
            };
            match what.take() {
                Some(What::Violation(expected, found)) => {
                    cursor.sink.violation(expected, found, frame, item.span.clone());
                }
                Some(What::Dropped(kind)) => {
                    cursor.sink.forget(item.marks.0, item.marks.1);
                    cursor.sink.repair(kind, frame, item.span.clone());
                }
                None => {}
            }
        });
    }
}

/// The key that is a misspelling of `name`, which no key matches exactly, and the repair for it.
fn respelt(members: &[(Value, Item)], name: &'static str) -> Option<(usize, RepairKind)> {
    let keys = || {
        members.iter().enumerate().filter_map(|(index, (key, _))| match key {
            Value::Text(key) => Some((index, &**key)),
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

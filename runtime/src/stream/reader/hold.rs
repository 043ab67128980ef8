//! Objects that are searched before anything of them is shown: for the tag of an enum, or for a needed field.

use super::super::State as Progress;
use super::super::form::{Act, Outcome};
use super::super::kind::{ChoicePlan, Kind, ObjectPlan, Open, Tagged, VariantPlan};
use super::super::scan::{Scan, Scanned};
use super::{Reader, Root, State, Sure};
use crate::read::decode;

/// An object that is searched before it is read.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct Held {
    for_what: Wanted,
    /// Where the next key is looked for, or the start of the value that is being skipped.
    at: usize,
    inside: Inside,
    /// The fields that were seen.
    seen: u128,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Wanted {
    Tag(&'static ChoicePlan),
    Fields(&'static ObjectPlan),
}

#[derive(Debug, Clone, Copy)]
enum Inside {
    /// Before a key.
    Key,
    /// In the value of this field; `None` for an unknown key.
    Value(Option<u32>, Scan),
    /// After a value.
    After,
}

/// What must be known about an object before it is shown.
#[derive(Debug, Clone, Copy)]
enum Known {
    /// All needed fields are there.
    Fields,
    /// The variant, and where its content begins if that is known too.
    Variant(u32, usize),
}

impl Reader {
    pub(super) fn held(&mut self, for_what: Wanted, pos: usize) {
        self.scanned = pos + 1;
        self.held = Some(Held {
            for_what,
            at: pos + 1,
            inside: Inside::Key,
            seen: 0,
        });
        self.state = State::Hold;
    }

    /// Searches the object at `pos` for what must be known before anything of it is shown.
    #[inline(never)]
    pub(super) fn hold(&mut self, root: &mut dyn Root) -> bool {
        let Some(mut held) = self.held.take() else {
            return self.odd();
        };
        let found = loop {
            match self.look_through(&mut held) {
                Sure::Yes(Some(done)) => break Sure::Yes(done),
                Sure::Yes(None) => {}
                Sure::Wait => break Sure::Wait,
                Sure::Odd => break Sure::Odd,
            }
        };
        match (found, held.for_what) {
            (Sure::Wait, _) => {
                self.held = Some(held);
                false
            }
            (Sure::Yes(Known::Fields), Wanted::Fields(plan)) => {
                self.open_object(plan, root);
                true
            }
            (Sure::Yes(Known::Variant(variant, content)), Wanted::Tag(plan)) => {
                self.choose(plan, variant, content, root)
            }
            _ => self.odd(),
        }
    }

    /// One step of [`Reader::hold`]: the variant and where its content begins, if the tag is known.
    fn look_through(&mut self, held: &mut Held) -> Sure<Option<Known>> {
        let spec = match held.for_what {
            Wanted::Tag(plan) => plan.spec,
            Wanted::Fields(plan) => plan.spec,
        };
        match held.inside {
            Inside::Key => {
                let (next, byte) = match self.next(held.at) {
                    Sure::Yes(found) => found,
                    Sure::Wait => return Sure::Wait,
                    Sure::Odd => return Sure::Odd,
                };
                if byte == b'}' {
                    return Sure::Odd;
                }
                let key = match self.key_at(next, spec, 0) {
                    Sure::Yes(key) => key,
                    Sure::Wait => return Sure::Wait,
                    Sure::Odd => return Sure::Odd,
                };
                if let (Wanted::Tag(plan), Some(variant)) = (held.for_what, key.field)
                    && plan.tagging == Tagged::External
                {
                    return Sure::Yes(Some(Known::Variant(variant, key.value)));
                }
                held.at = key.value;
                self.scanned = key.value;
                held.inside = Inside::Value(key.field, Scan::new());
                Sure::Yes(None)
            }
            Inside::Value(field, mut scan) => {
                let scanned = scan.go_on(&self.text, &mut self.scanned);
                held.inside = Inside::Value(field, scan);
                let end = match scanned {
                    Scanned::End(end) => end,
                    Scanned::Wait => return Sure::Wait,
                    Scanned::Odd => return Sure::Odd,
                };
                let value = held.at..end;
                held.at = end;
                held.inside = Inside::After;
                self.found(held, field, &self.text[value])
            }
            Inside::After => match self.next(held.at) {
                Sure::Yes((comma, b',')) => {
                    held.at = comma + 1;
                    held.inside = Inside::Key;
                    Sure::Yes(None)
                }
                Sure::Wait => Sure::Wait,
                _ => Sure::Odd,
            },
        }
    }

    /// What is known after this value of a field was skipped.
    fn found(&self, held: &mut Held, field: Option<u32>, value: &str) -> Sure<Option<Known>> {
        let Some(field) = field else { return Sure::Yes(None) };
        held.seen |= 1 << field;
        match held.for_what {
            Wanted::Fields(plan) if held.seen & plan.needed == plan.needed => Sure::Yes(Some(Known::Fields)),
            Wanted::Tag(plan) if field == 0 => {
                let name = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
                let name = name.and_then(decode::strict);
                match name.and_then(|name| plan.names.exact(&name)) {
                    Some(variant) => Sure::Yes(Some(Known::Variant(variant, self.pos))),
                    None => Sure::Odd,
                }
            }
            _ => Sure::Yes(None),
        }
    }

    /// The variant is known: its content is shown from now on.
    pub(super) fn choose(
        &mut self,
        plan: &'static ChoicePlan,
        variant: u32,
        content: usize,
        root: &mut dyn Root,
    ) -> bool {
        let chosen = plan.variants.get(variant as usize).copied();
        let Some(VariantPlan::Shown(content_kind)) = chosen else {
            self.look_for_end(State::Whole, self.pos);
            return true;
        };
        if self.act(root, &mut Act::Choose(variant)) != Outcome::Done {
            return self.odd();
        }
        self.changes.began(&self.spine);
        self.mark(root, Progress::Incomplete);
        match (plan.tagging, content_kind) {
            (Tagged::Internal, Kind::Object(fields)) => {
                self.open(Open::Object(fields));
                self.state = State::Key;
            }
            (Tagged::External, kind) => {
                self.open(Open::Around(plan.spec, kind));
                if let Some(level) = self.spine.last_mut() {
                    level.at = variant;
                    level.seen.add(variant);
                }
                self.pos = content;
                self.go_into(kind);
            }
            (Tagged::Adjacent, kind) => {
                self.open(Open::Around(plan.spec, kind));
                self.state = State::Key;
            }
            (Tagged::Internal, _) => return self.odd(),
        }
        true
    }
}

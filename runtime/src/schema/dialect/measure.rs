//! How much of a dialect's limits a type uses, counted in const evaluation as well as at run time.
//!
//! The [`walk`] goes over the type as the renderer does, and counts what the renderer would write; here are the totals and what
//! is said of them.

mod names;
mod walk;

use super::breach::{Breach, MOST_BREACHES, SchemaLimit, Steps};
use super::rules::{References, RootRule, Rules};
use crate::schema::Shape;
use crate::schema::definitions::Definitions;
use crate::schema::subschema::Subschema;
pub(super) use names::{is_function_name, is_name};
use walk::takes_lists;

/// What was counted, and what exceeds a limit.
pub(crate) struct Measure {
    rules: &'static Rules,
    definitions: Definitions,
    members: usize,
    characters: usize,
    values: usize,
    unions: usize,
    /// Fields that are an `Option`.
    options: usize,
    /// Those of them that are a union already, so that `null` costs no further one.
    option_unions: usize,
    /// Other fields that may be missing.
    defaults: usize,
    /// Objects, lists and maps around the place.
    level: usize,
    /// Whether the place is inside a field that may be absent, within the nearest definition.
    in_optional: bool,
    steps: Steps,
    breaches: [Option<Breach>; MOST_BREACHES],
    found: usize,
}

/// How the fields that may be missing share [`ProviderLimits::optional`](super::rules::ProviderLimits::optional), and what
/// exceeds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Allotment {
    /// Options that are a union already and take `null` instead of being left out.
    pub(crate) null_unions: usize,
    /// Other options that do.
    pub(crate) null_others: usize,
    /// Fields with a default that may be left out.
    pub(crate) defaults: usize,
}

impl Measure {
    /// Counts what `shape` takes; `name` is what goes into a request, where one does.
    pub(crate) const fn of(
        rules: &'static Rules,
        shape: &'static Shape,
        name: Option<&str>,
        object_root: bool,
    ) -> Self {
        let mut measure = Self {
            rules,
            definitions: Definitions::find(shape),
            members: 0,
            characters: 0,
            values: 0,
            unions: 0,
            options: 0,
            option_unions: 0,
            defaults: 0,
            level: 0,
            in_optional: false,
            steps: Steps::NONE,
            breaches: [None; MOST_BREACHES],
            found: 0,
        };
        if measure.definitions.are_complete() {
            measure.run(shape, name, object_root);
        } else {
            measure.breach(SchemaLimit::InsideRecursion, 0);
        }
        measure
    }

    const fn run(&mut self, shape: &'static Shape, name: Option<&str>, object_root: bool) {
        if let Some(name) = name
            && self.rules.limits.names
            && !is_name(name, false)
        {
            self.breach(SchemaLimit::Name, 0);
        }
        // Only a tool is a function with a name.
        if let Some(name) = name
            && self.rules.limits.functions
            && object_root
            && !is_function_name(name)
        {
            self.breach(SchemaLimit::FunctionName, 0);
        }
        let root = Subschema::of(shape);
        let is_object = matches!(root.shape, Shape::Object(_)) && !root.nullable;
        if is_object && self.rules.limits.root_keys {
            self.root_keys(root.shape);
        }
        let wraps = !is_object && (object_root || matches!(self.rules.root, RootRule::Object));
        if wraps {
            self.level += 1;
            self.member("value");
            if let Shape::Map { value, .. } = root.shape
                && takes_lists(value)
            {
                self.breach(SchemaLimit::WrappedMap, 0);
            }
        }
        let in_place = is_object && (object_root || matches!(self.rules.root, RootRule::Object));
        if in_place {
            self.in_place(&root, false);
        } else {
            self.value(&root, root.nullable);
        }
        let mut i = 0;
        while i < self.definitions.count() {
            let definition = self.definitions.shape(i);
            let is_root = in_place && matches!(self.definitions.index(root.shape), Some(at) if at == i);
            if !matches!(self.rules.references, References::Refused) && !is_root {
                self.level = 0;
                self.in_optional = false;
                self.steps = Steps::NONE;
                self.steps.push_definition(i);
                let name = self.definitions.name(i);
                self.add_characters(name.base());
                self.add_count_of_characters(name.digits());
                if self.rules.limits.names && (!is_name(name.base(), false) || name.base().len() + name.digits() > 64) {
                    self.breach(SchemaLimit::DefinitionName, 0);
                }
                self.in_place(&Subschema::of(definition), false);
            }
            i += 1;
        }
        self.settle();
    }

    /// The number of breaches.
    pub(crate) const fn breaches(&self) -> usize {
        self.found
    }

    pub(crate) const fn breach_at(&self, at: usize) -> Breach {
        match self.breaches[at] {
            Some(breach) => breach,
            None => panic!("there are as many breaches as were found"),
        }
    }

    /// How the fields that may be missing are declared.
    pub(crate) const fn allotment(&self) -> Allotment {
        let Some(most) = self.rules.limits.optional else {
            return Allotment {
                null_unions: 0,
                null_others: 0,
                defaults: usize::MAX,
            };
        };
        let beyond = self.options.saturating_sub(most);
        let null_unions = if beyond < self.option_unions {
            beyond
        } else {
            self.option_unions
        };
        Allotment {
            null_unions,
            null_others: beyond - null_unions,
            defaults: most.saturating_sub(self.options),
        }
    }

    /// Judges the totals.
    const fn settle(&mut self) {
        let null_others = self.allotment().null_others;
        self.unions += null_others;
        if let Some(most) = self.rules.limits.unions
            && self.unions > most
        {
            let only_unions = self.unions - null_others > most;
            self.replace(if only_unions {
                SchemaLimit::Unions
            } else {
                SchemaLimit::Optional
            });
        }
        let mut i = 0;
        while i < self.found {
            if let Some(breach) = &mut self.breaches[i] {
                breach.count = match breach.limit {
                    SchemaLimit::Members => self.members,
                    SchemaLimit::Characters => self.characters,
                    SchemaLimit::Values => self.values,
                    SchemaLimit::Unions => self.unions,
                    SchemaLimit::Optional => self.options,
                    _ => breach.count,
                };
            }
            i += 1;
        }
        // What was only noted to know its place, and turned out to be within the limits.
        let mut kept = 0;
        let mut i = 0;
        while i < self.found {
            let provisional = match self.breaches[i] {
                Some(breach) => matches!(
                    breach.limit,
                    SchemaLimit::ProvisionalOptional | SchemaLimit::ProvisionalUnion
                ),
                None => true,
            };
            if !provisional {
                self.breaches[kept] = self.breaches[i];
                kept += 1;
            }
            i += 1;
        }
        self.found = kept;
    }

    /// Makes the place that was noted for a total count.
    const fn replace(&mut self, limit: SchemaLimit) {
        let mut i = 0;
        while i < self.found {
            if let Some(breach) = &mut self.breaches[i] {
                match (breach.limit, limit) {
                    (SchemaLimit::ProvisionalUnion, SchemaLimit::Unions)
                    | (SchemaLimit::ProvisionalOptional, SchemaLimit::Optional) => {
                        breach.limit = limit;
                        return;
                    }
                    _ => {}
                }
            }
            i += 1;
        }
        self.steps = Steps::NONE;
        self.breach(limit, 0);
    }

    const fn union(&mut self) {
        self.unions += 1;
        if let Some(most) = self.rules.limits.unions
            && self.unions == most + 1
        {
            self.breach(SchemaLimit::ProvisionalUnion, 0);
        }
    }

    /// Goes one level down.
    const fn enter(&mut self) {
        self.level += 1;
        if let Some(most) = self.rules.limits.levels
            && self.level > most
            && !self.has(SchemaLimit::Levels)
        {
            let level = self.level;
            self.breach(SchemaLimit::Levels, level);
        }
    }

    const fn has(&self, limit: SchemaLimit) -> bool {
        let mut i = 0;
        while i < self.found {
            if let Some(breach) = self.breaches[i]
                && breach.limit.is(limit)
            {
                return true;
            }
            i += 1;
        }
        false
    }

    const fn breach(&mut self, limit: SchemaLimit, count: usize) {
        if self.found < MOST_BREACHES {
            self.breaches[self.found] = Some(Breach {
                limit,
                count,
                steps: self.steps,
            });
            self.found += 1;
        }
    }
}

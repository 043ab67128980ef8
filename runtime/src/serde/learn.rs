//! Learns the structure of a type, without any text: each part of the type is asked once what it expects.
//!
//! One run of the type's visitors answers one question. The run shows them made-up values up to the part in question, and
//! then stops. A plan is learned once, and kept.

use std::collections::HashMap;

use super::names::{self, Kept, Names, leaked};
use super::refusal::{Cause, OrRefused};
use super::show::{Asked, FORMS, Needs, Show, TypeKey};
use crate::bounds::QUESTIONS;
use crate::fold;
use crate::spec::{Accepts, Facts, FieldSpec, NamesSpec, ObjectSpec};
use crate::visit::planned::{Form, Item, Leaf, PartsKind, Plan, Type, Value};

/// Runs a type's visitors over an item.
pub(super) type Run<'r, 'de> = dyn for<'x> FnMut(&'x Item, &'x Show<'x, 'de>) -> OrRefused<()> + 'r;

/// The plans of types, by the address of the function that runs their visitors. If two types share an address, the function
/// does the same for both. The memory used is bounded by the number of types in the program.
static PLANS: Kept<usize, Type> = Kept::new();

/// The plan of the type whose visitors are run by the function at this address.
pub(super) fn plan_of(address: usize, run: &mut Run<'_, '_>) -> Type {
    PLANS.get(address, || {
        let mut learner = Learner {
            run,
            drafts: Vec::new(),
            known: HashMap::new(),
            needs: Needs::new(),
            left: QUESTIONS,
        };
        let id = learner.part(&ExploredWay {
            depth: 0,
            wrap: &|item| item,
        });
        let drafts = learner.drafts;
        let plans: Vec<Plan> = (0..drafts.len()).map(|id| plan(&drafts, id)).collect();
        Type::new(plans.leak(), id)
    })
}

/// What was learned about a part of the type.
struct Draft {
    form: Form,
    /// The fields of a struct, or the variants of an enum. Their facts only say whether a value can be made up, and if not,
    /// what the visitor said about it.
    fields: Vec<FieldSpec>,
    deny_unknown: bool,
}

/// The way to a part of the type.
struct ExploredWay<'w> {
    /// How many items enclose the part.
    depth: usize,
    /// Wraps made-up values around the part.
    wrap: &'w dyn Fn(Item) -> Item,
}

/// The way to a part inside a part.
macro_rules! inside {
    ($way:expr, $item:ident => $value:expr) => {
        &ExploredWay {
            depth: $way.depth + 1,
            wrap: &|$item| ($way.wrap)(Item::new($value)),
        }
    };
}

struct Learner<'r, 'q, 'de> {
    run: &'r mut Run<'q, 'de>,
    drafts: Vec<Draft>,
    known: HashMap<TypeKey, usize>,
    needs: Needs,
    /// How many more questions may be asked.
    left: u32,
}

impl<'de> Learner<'_, '_, 'de> {
    fn draft(&mut self, form: Form) -> usize {
        self.drafts.push(Draft {
            form,
            fields: Vec::new(),
            deny_unknown: false,
        });
        self.drafts.len() - 1
    }

    /// Learns the part at the end of this way.
    fn part(&mut self, way: &ExploredWay<'_>) -> usize {
        const DEEPEST: usize = 48;
        if self.left == 0 || way.depth > DEEPEST {
            return self.draft(Form::Any);
        }
        let (asked, is_optional, newtype) = self.ask(&(way.wrap)(Item::new(Value::Ask)));
        let id = match newtype {
            Some(name) => self.once((name, 0, 0), |learner, id| {
                learner.drafts[id].form = Form::Same(learner.asked(asked, way));
            }),
            None => self.asked(asked, way),
        };
        let optional = is_optional.then(|| self.draft(Form::Optional(id)));
        optional.unwrap_or(id)
    }

    /// Learns a type with a name. A recursive type is cut off where it is repeated.
    fn once(&mut self, key: TypeKey, learn: impl FnOnce(&mut Self, usize)) -> usize {
        if let Some(&id) = self.known.get(&key) {
            return id;
        }
        let id = self.draft(Form::Any);
        self.known.insert(key, id);
        learn(self, id);
        id
    }

    /// Learns a part that expects `asked`.
    fn asked(&mut self, asked: Option<Asked>, way: &ExploredWay<'_>) -> usize {
        let form = match asked {
            Some(Asked::Whole(Form::Any)) => match self.try_members(vec![Item::field("\0", Value::Null)], way) {
                Tried::Taken => Form::Any,
                _ => Form::Open,
            },
            Some(Asked::Whole(form)) => form,
            Some(Asked::List) => {
                Form::List(self.part(inside!(way, item => Value::Parts([item].into(), PartsKind::List))))
            }
            Some(Asked::Tuple(length)) if length <= 64 => {
                let element = |index| {
                    let blanks = || std::iter::repeat_with(Item::blank).take(index);
                    self.part(inside!(way, item => Value::Parts(blanks().chain([item]).collect(), PartsKind::Tuple)))
                };
                Form::Tuple((0..length).map(element).collect())
            }
            None | Some(Asked::Tuple(_)) => Form::Any,
            Some(Asked::Map) => {
                let object = |key, item: Item| Value::Parts([item.with_key(key)].into(), PartsKind::Map);
                let key = self.part(inside!(way, item => object(item.value, Item::blank())));
                if matches!(self.drafts[key].form, Form::Leaf(Leaf::Name)) {
                    // A struct with flattened fields does not reveal its names.
                    Form::Open
                } else {
                    Form::Map(key, self.part(inside!(way, item => object(Value::Blank(0), item))))
                }
            }
            Some(Asked::Struct(key, names)) => {
                return self.once(key, |learner, id| learner.object(id, key, names, way));
            }
            Some(Asked::Choice(key, names)) => return self.once(key, |learner, id| learner.choice(id, names, way)),
        };
        self.draft(form)
    }

    /// Shows this item to the type's visitors.
    fn run(&mut self, item: &Item) -> (OrRefused<()>, Show<'_, 'de>) {
        self.left = self.left.saturating_sub(1);
        let show = Show {
            needs: Some(&self.needs),
            ..Show::default()
        };
        ((self.run)(item, &show), show)
    }

    /// What the part at [`Value::Ask`] expects, whether it is optional, and which newtype it is.
    fn ask(&mut self, item: &Item) -> (Option<Asked>, bool, Option<&'static str>) {
        let (_, show) = self.run(item);
        (show.asked.take(), show.is_optional.get(), show.newtype.get())
    }

    fn object(&mut self, id: usize, key: TypeKey, names: Names, way: &ExploredWay<'_>) {
        let field = |name| {
            self.part(inside!(way, item => Value::Parts([Item::field(name, item.value)].into(), PartsKind::Struct)))
        };
        let types: Vec<usize> = names.iter().copied().map(field).collect();
        if let [tag, content] = types[..]
            && let (Form::Names(variants, ..), Form::Any) = (&self.drafts[tag].form, &self.drafts[content].form)
            && let Some(form) = self.tagged(names, variants, way)
        {
            let denies = matches!(self.try_stranger(way), Tried::Refused(Cause::Wanted(_)));
            let draft = &mut self.drafts[id];
            draft.form = form;
            draft.deny_unknown = denies;
            draft.fields = names.iter().map(names::field).collect();
            return;
        }
        let fields = self.fields(names, way);
        let needed = fields.iter().filter(|field| !field.has_default);
        self.needs.insert(key, needed.map(|field| field.name).collect());
        let denies = matches!(self.try_stranger(way), Tried::Refused(Cause::UnknownField(..)));
        if fields.len() < 128 {
            let position = |field: &FieldSpec| names.iter().position(|name| *name == field.name);
            let draft = &mut self.drafts[id];
            draft.deny_unknown = denies;
            draft.form = Form::Struct(fields.iter().filter_map(position).map(|index| types[index]).collect());
            draft.fields = fields;
        }
    }

    /// An enum whose variant is named by one field of a struct, with the data in the other field.
    fn tagged(&mut self, names: Names, variants: &'static NamesSpec, way: &ExploredWay<'_>) -> Option<Form> {
        let types: Vec<usize> = variants
            .names
            .iter()
            .map(|variant| {
                self.part(inside!(way, item => {
                    let tag = Item::field(names[0], Value::Variant(&variant.name, None));
                    Value::Parts([tag, Item::field(names[1], item.value)].into(), PartsKind::Struct)
                }))
            })
            .collect();
        let is_tagged = types.iter().any(|&id| !matches!(self.drafts[id].form, Form::Any));
        is_tagged.then_some(Form::Tagged(variants, types))
    }

    /// The fields of a struct with these names: which names are aliases, and which fields are required.
    fn fields(&mut self, names: Names, way: &ExploredWay<'_>) -> Vec<FieldSpec> {
        let (mut required, given) = self.required(names, way);
        let mut fields: Vec<FieldSpec> = Vec::new();
        for &name in names {
            let given = given.iter().find(|(known, _)| *known == name).copied();
            let once = given.unwrap_or((name, 0));
            let canonical = match self.try_members(blanks(&[once, once]), way) {
                Tried::Refused(Cause::Duplicate(canonical)) if names.contains(&canonical) => canonical,
                _ => name,
            };
            let known = fields.iter().position(|field| field.name == canonical);
            let index = known.unwrap_or_else(|| {
                let known = required.iter().position(|field| field.name == canonical);
                fields.push(known.map_or_else(|| names::field(&canonical), |index| required.swap_remove(index)));
                fields.len() - 1
            });
            if name != canonical {
                let aliases = fields[index].aliases.iter().copied();
                fields[index].aliases = leaked(aliases.chain([name]));
            }
        }
        fields
    }

    /// The required fields, and made-up values for them that the struct accepts.
    fn required(&mut self, names: Names, way: &ExploredWay<'_>) -> (Vec<FieldSpec>, Vec<(&'static str, u8)>) {
        let (mut required, mut given) = (Vec::new(), Vec::new());
        while let Tried::Refused(Cause::Missing(name)) = self.try_members(blanks(&given), way) {
            if given.iter().any(|(known, _)| *known == name) || !names.contains(&name) {
                break;
            }
            let mut field = FieldSpec::new(name, Facts::leaf(Accepts::ANY));
            let accepted = (0..FORMS).find(|&form| {
                given.push((name, form));
                let Tried::Inside(cause) = self.try_members(blanks(&given), way) else {
                    return true;
                };
                given.pop();
                if let (Cause::Wanted(words), true) = (cause, field.facts.invents) {
                    field.facts.format = Some(words.leak());
                }
                field.facts.invents = false;
                false
            });
            required.push(field);
            if accepted.is_none() {
                // There is no way to find out which other fields are required.
                break;
            }
        }
        (required, given)
    }

    /// What a struct does with a field that it does not know.
    fn try_stranger(&mut self, way: &ExploredWay<'_>) -> Tried {
        self.try_members(vec![Item::field("\0", Value::Blank(0))], way)
    }

    /// What a struct does with these fields.
    fn try_members(&mut self, members: Vec<Item>, way: &ExploredWay<'_>) -> Tried {
        let last = members.len().wrapping_sub(1);
        let item = (way.wrap)(Item::new(Value::Parts(members.into(), PartsKind::Struct)));
        match self.run(&item).0 {
            Ok(()) => Tried::Taken,
            Err(refusal) => {
                let reason = refusal.reason();
                match reason.path.len().checked_sub(way.depth) {
                    Some(0) => Tried::Refused(reason.cause),
                    Some(1) if reason.is_key => Tried::Refused(reason.cause),
                    Some(_) if reason.path[way.depth] as usize == last => Tried::Inside(reason.cause),
                    _ => Tried::Taken,
                }
            }
        }
    }

    fn choice(&mut self, id: usize, names: Names, way: &ExploredWay<'_>) {
        let variant = |name| self.part(inside!(way, item => Value::Variant(name, Some(Box::new(item)))));
        let types: Vec<usize> = names.iter().map(variant).collect();
        let stranger = Value::Variant(&"\0", Some(Box::new(Item::new(Value::Ask))));
        let (asked, ..) = self.ask(&(way.wrap)(Item::new(stranger)));
        let spec: &'static NamesSpec = Box::leak(Box::new(NamesSpec {
            other: asked.and(u32::try_from(names.len()).ok()),
            ..*names::choice(names)
        }));
        let is_unit = types.iter().all(|&id| matches!(self.drafts[id].form, Form::Nothing));
        if is_unit {
            let field = |name: &&'static str| FieldSpec::new(name, Facts::nothing()).defaulted();
            let fields = names.iter().filter(|_| names.len() < 128).map(field);
            let object = ObjectSpec::new(leaked(fields)).one_key();
            self.drafts[id].form = Form::Names(spec, Box::leak(Box::new(object)), types);
        } else if types.len() < 128 {
            self.drafts[id].form = Form::Choice(spec, types);
            self.drafts[id].fields = names.iter().map(names::field).collect();
        }
    }
}

/// What a struct does with some fields.
enum Tried {
    /// It accepts them.
    Taken,
    /// It rejects them.
    Refused(Cause),
    /// The type of the last one rejects its value.
    Inside(Cause),
}

fn blanks(given: &[(&'static str, u8)]) -> Vec<Item> {
    let blank = |&(name, form)| Item::field(name, Value::Blank(form));
    given.iter().map(blank).collect()
}

/// The finished plan of a draft.
fn plan(drafts: &[Draft], id: usize) -> Plan {
    let draft = &drafts[id];
    let is_struct = matches!(draft.form, Form::Struct(_));
    let field = |(known, facts): (&FieldSpec, Facts)| FieldSpec {
        has_default: known.has_default && !(is_struct && facts.optional),
        ..finished(known, facts)
    };
    let fields = |types: &mut dyn Iterator<Item = Facts>| ObjectSpec {
        deny_unknown: draft.deny_unknown,
        ..ObjectSpec::new(leaked(draft.fields.iter().zip(types).map(field)))
    };
    let of_types = |types: &[usize]| fields(&mut types.iter().map(|&id| facts(drafts, id)));
    let object = match &draft.form {
        Form::Struct(types) => of_types(types),
        Form::Choice(_, types) => of_types(types).one_key(),
        Form::Tagged(..) => {
            let any = Facts {
                accepts: Accepts::ANY,
                ..Facts::names()
            };
            fields(&mut [Facts::names(), any].into_iter())
        }
        Form::Map(..) | Form::Any | Form::Open | Form::Ignored => ObjectSpec::REST,
        // An `Option` or newtype has the fields of the type inside it.
        &Form::Optional(inner) | &Form::Same(inner) => *plan(drafts, inner).object,
        _ => ObjectSpec::NONE,
    };
    Plan {
        facts: facts(drafts, id),
        object: Box::leak(Box::new(object)),
        form: draft.form.clone(),
    }
}

/// A field of a type with these facts.
fn finished(known: &FieldSpec, facts: Facts) -> FieldSpec {
    let mut spec = FieldSpec { facts, ..*known };
    if facts.invents && !known.facts.invents {
        spec.facts.invents = false;
        spec.facts.format = known.facts.format.or(Some("a value"));
    }
    let names = || std::iter::once(&known.name).chain(known.aliases);
    if !names().all(|name| name.is_ascii()) {
        spec.folded = leaked(names().map(|name| &*fold::folded(name).collect::<String>().leak()));
    }
    spec
}

fn facts(drafts: &[Draft], id: usize) -> Facts {
    drafts[id].form.facts(&|id| facts(drafts, id))
}

//! Learns the structure of a type, without any text: each part of the type is asked once what it expects.
//!
//! One run of the type's visitors answers one question. The run shows them made-up values up to the part in question, and
//! then stops. A plan is learned once, and kept.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::refusal::{Cause, Refusal};
use super::show::{Asked, FORMS, Show, TypeKey};
use crate::bounds::QUESTIONS;
use crate::fold;
use crate::spec::{Accepts, Facts, FieldSpec, NameSpec, NamesSpec, ObjectSpec};
use crate::visit::planned::{Form, Item, Kind, Leaf, Plan, Type, Value};

/// Runs a type's visitors over an item.
pub(super) type Run<'r, 'de> = dyn for<'x> FnMut(&'x Item, &'x Show<'x, 'de>) -> Result<(), Refusal> + 'r;

/// The plans of types, by the address of the function that runs their visitors. If two types share an address, the function
/// does the same for both. The memory used is bounded by the number of types in the program.
static PLANS: Mutex<Option<HashMap<usize, Type>>> = Mutex::new(None);

/// The plan of the type whose visitors are run by the function at this address.
pub(super) fn plan_of(address: usize, run: &mut Run<'_, '_>) -> Type {
    // Nothing in here panics halfway through a change.
    let known = PLANS
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .get_or_insert_default()
        .get(&address)
        .copied();
    known.unwrap_or_else(|| {
        let plan = learn(run);
        let mut plans = PLANS.lock().unwrap_or_else(PoisonError::into_inner);
        *plans.get_or_insert_default().entry(address).or_insert(plan)
    })
}

fn learn(run: &mut Run<'_, '_>) -> Type {
    let mut learner = Learner {
        run,
        drafts: Vec::new(),
        known: HashMap::new(),
        needs: RefCell::default(),
        left: QUESTIONS,
    };
    let id = learner.part(&Way {
        depth: 0,
        wrap: &|item| item,
    });
    let drafts = learner.drafts;
    let plans: Vec<Plan> = (0..drafts.len()).map(|id| plan(&drafts, id)).collect();
    Type::new(plans.leak(), id)
}

/// What was learned about a part of the type.
struct Draft {
    form: Form,
    /// The fields of a struct, or the variants of an enum.
    fields: Vec<Field>,
    deny_unknown: bool,
}

struct Field {
    name: &'static str,
    aliases: Vec<&'static str>,
    is_required: bool,
    /// Whether the smallest made-up value is one of its type. If not, `wanted` is what the visitor said about it.
    invents: bool,
    wanted: Option<String>,
}

impl Field {
    const fn new(name: &'static str) -> Self {
        Self {
            name,
            aliases: Vec::new(),
            is_required: false,
            invents: true,
            wanted: None,
        }
    }
}

/// The way to a part of the type.
struct Way<'w> {
    /// How many items enclose the part.
    depth: usize,
    /// Wraps made-up values around the part.
    wrap: &'w dyn Fn(Item) -> Item,
}

/// The way to a part inside a part.
macro_rules! inside {
    ($way:expr, $item:ident => $value:expr) => {
        &Way {
            depth: $way.depth + 1,
            wrap: &|$item| ($way.wrap)(Item::new($value)),
        }
    };
}

struct Learner<'r, 'q, 'de> {
    run: &'r mut Run<'q, 'de>,
    drafts: Vec<Draft>,
    known: HashMap<TypeKey, usize>,
    needs: RefCell<HashMap<TypeKey, Vec<&'static str>>>,
    /// How many more questions may be asked.
    left: u32,
}

impl Learner<'_, '_, '_> {
    fn draft(&mut self, form: Form) -> usize {
        self.drafts.push(Draft {
            form,
            fields: Vec::new(),
            deny_unknown: false,
        });
        self.drafts.len() - 1
    }

    /// Learns the part at the end of this way.
    fn part(&mut self, way: &Way<'_>) -> usize {
        const DEEPEST: usize = 48;
        if self.left == 0 || way.depth > DEEPEST {
            return self.draft(Form::Any);
        }
        let (asked, is_optional, newtype) = self.ask(&(way.wrap)(Item::new(Value::Ask)));
        // A recursive type is cut off where it comes again.
        let id = match newtype {
            Some(name) => self.newtype((name, 0, 0), asked, way),
            None => self.asked(asked, way),
        };
        if is_optional {
            self.draft(Form::Optional(id))
        } else {
            id
        }
    }

    /// Learns a newtype around a part that expects `asked`.
    fn newtype(&mut self, key: TypeKey, asked: Option<Asked>, way: &Way<'_>) -> usize {
        if let Some(&id) = self.known.get(&key) {
            return id;
        }
        let id = self.draft(Form::Any);
        self.known.insert(key, id);
        self.drafts[id].form = Form::Same(self.asked(asked, way));
        id
    }

    /// Learns a part that expects `asked`.
    fn asked(&mut self, asked: Option<Asked>, way: &Way<'_>) -> usize {
        let form = match asked {
            None => Form::Any,
            Some(Asked::Any) => match self.try_members(vec![(Value::Name("\0"), Item::new(Value::Null))], way) {
                Tried::Taken => Form::Any,
                _ => Form::Open,
            },
            Some(Asked::Ignored) => Form::Ignored,
            Some(Asked::Leaf(leaf)) => Form::Leaf(leaf),
            Some(Asked::Unit) => Form::Unit,
            Some(Asked::Bytes) => Form::Bytes,
            Some(Asked::Nothing) => Form::Nothing,
            Some(Asked::List) => Form::List(self.part(inside!(way, item => Value::List(vec![item], true)))),
            Some(Asked::Tuple(length)) => {
                let element = |index: usize| {
                    self.part(inside!(way, item => {
                        let mut items: Vec<Item> = (0..index).map(|_| Item::blank()).collect();
                        items.push(item);
                        Value::List(items, false)
                    }))
                };
                if length > 64 {
                    Form::Any
                } else {
                    Form::Tuple((0..length).map(element).collect())
                }
            }
            Some(Asked::Map) => {
                let object = |key, item| Value::Object(vec![(key, item)], Kind::Map);
                let key = self.part(inside!(way, item => object(item.value, Item::blank())));
                if matches!(self.drafts[key].form, Form::Leaf(Leaf::Name)) {
                    // A struct with flattened fields does not reveal its names.
                    Form::Open
                } else {
                    Form::Map(key, self.part(inside!(way, item => object(Value::Blank(0), item))))
                }
            }
            Some(Asked::Struct(key, names)) => return self.object(key, names, way),
            Some(Asked::Choice(key, names)) => return self.choice(key, names, way),
        };
        self.draft(form)
    }

    /// What the part at [`Value::Ask`] expects, whether it is optional, and which newtype it is.
    fn ask(&mut self, item: &Item) -> (Option<Asked>, bool, Option<&'static str>) {
        self.left = self.left.saturating_sub(1);
        let show = Show::new("", None, &self.needs);
        let _ = (self.run)(item, &show);
        (show.asked.take(), show.is_optional.get(), show.newtype.get())
    }

    fn object(&mut self, key: TypeKey, names: &'static [&'static str], way: &Way<'_>) -> usize {
        if let Some(&id) = self.known.get(&key) {
            return id;
        }
        let id = self.draft(Form::Any);
        self.known.insert(key, id);
        let member = |name: &'static str, item| Value::Object(vec![(Value::Name(name), item)], Kind::Struct);
        let mut types: Vec<usize> = Vec::new();
        for &name in names {
            types.push(self.part(inside!(way, item => member(name, item))));
        }
        if let [tag, content] = types[..]
            && let (Form::Names(variants, ..), Form::Any) = (&self.drafts[tag].form, &self.drafts[content].form)
            && let Some(form) = self.tagged(names, variants, way)
        {
            let denies = matches!(self.try_stranger(way), Tried::Refused(Cause::Wanted(_)));
            let draft = &mut self.drafts[id];
            draft.form = form;
            draft.deny_unknown = denies;
            draft.fields = names.iter().map(|name| Field::new(name)).collect();
            return id;
        }
        let fields = self.fields(names, way);
        let needed = fields.iter().filter(|field| field.is_required);
        self.needs
            .borrow_mut()
            .insert(key, needed.map(|field| field.name).collect());
        let denies = matches!(self.try_stranger(way), Tried::Refused(Cause::UnknownField(..)));
        if fields.len() < 128 {
            let position = |field: &Field| names.iter().position(|name| *name == field.name);
            let draft = &mut self.drafts[id];
            draft.deny_unknown = denies;
            draft.form = Form::Struct(fields.iter().filter_map(position).map(|index| types[index]).collect());
            draft.fields = fields;
        }
        id
    }

    /// An enum whose variant is named by one field of a struct, with the data in the other field.
    fn tagged(&mut self, names: &'static [&'static str], variants: &'static NamesSpec, way: &Way<'_>) -> Option<Form> {
        let types: Vec<usize> = variants
            .names
            .iter()
            .map(|variant| {
                self.part(inside!(way, item => {
                    let tag = Item::new(Value::Variant(variant.name, None));
                    Value::Object(vec![(Value::Name(names[0]), tag), (Value::Name(names[1]), item)], Kind::Struct)
                }))
            })
            .collect();
        let is_tagged = types.iter().any(|&id| !matches!(self.drafts[id].form, Form::Any));
        is_tagged.then_some(Form::Tagged(variants, types))
    }

    /// The fields of a struct with these names: which names are aliases, and which fields are required.
    fn fields(&mut self, names: &'static [&'static str], way: &Way<'_>) -> Vec<Field> {
        let (mut required, given) = self.required(names, way);
        let mut fields: Vec<Field> = Vec::new();
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
                fields.push(known.map_or_else(|| Field::new(canonical), |index| required.swap_remove(index)));
                fields.len() - 1
            });
            if name != canonical {
                fields[index].aliases.push(name);
            }
        }
        fields
    }

    /// The required fields, and made-up values for them that the struct accepts.
    fn required(&mut self, names: &'static [&'static str], way: &Way<'_>) -> (Vec<Field>, Vec<(&'static str, u8)>) {
        let (mut required, mut given) = (Vec::new(), Vec::new());
        while let Tried::Refused(Cause::Missing(name)) = self.try_members(blanks(&given), way) {
            if given.iter().any(|(known, _)| *known == name) || !names.contains(&name) {
                break;
            }
            let mut field = Field::new(name);
            field.is_required = true;
            given.push((name, 0));
            while let Tried::Inside(cause) = self.try_members(blanks(&given), way) {
                if let (Cause::Wanted(words), true) = (cause, field.invents) {
                    field.wanted = Some(words);
                }
                field.invents = false;
                let form = given.pop().map_or(FORMS, |(_, form)| form + 1);
                if form >= FORMS {
                    break;
                }
                given.push((name, form));
            }
            required.push(field);
            if given.len() < required.len() {
                // There is no way to find out which other fields are required.
                break;
            }
        }
        (required, given)
    }

    /// What a struct does with a field that it does not know.
    fn try_stranger(&mut self, way: &Way<'_>) -> Tried {
        self.try_members(vec![(Value::Name("\0"), Item::blank())], way)
    }

    /// What a struct does with these fields.
    fn try_members(&mut self, members: Vec<(Value, Item)>, way: &Way<'_>) -> Tried {
        self.left = self.left.saturating_sub(1);
        let last = members.len().wrapping_sub(1);
        let item = (way.wrap)(Item::new(Value::Object(members, Kind::Struct)));
        let show = Show::new("", None, &self.needs);
        match (self.run)(&item, &show) {
            Ok(()) => Tried::Taken,
            Err(refusal) => {
                let reason = refusal.reason();
                match reason.path.len().checked_sub(way.depth) {
                    Some(0) => Tried::Refused(reason.cause),
                    Some(1) if reason.is_key => Tried::Refused(reason.cause),
                    Some(inside) if reason.path[inside - 1] as usize == last => Tried::Inside(reason.cause),
                    _ => Tried::Taken,
                }
            }
        }
    }

    fn choice(&mut self, key: TypeKey, names: &'static [&'static str], way: &Way<'_>) -> usize {
        if let Some(&id) = self.known.get(&key) {
            return id;
        }
        let id = self.draft(Form::Any);
        self.known.insert(key, id);
        let mut types = Vec::new();
        for &name in names {
            types.push(self.part(inside!(way, item => Value::Variant(name, Some(Box::new(item))))));
        }
        let stranger = Value::Variant("\0", Some(Box::new(Item::new(Value::Ask))));
        let (asked, ..) = self.ask(&(way.wrap)(Item::new(stranger)));
        let all: Vec<NameSpec> = names.iter().map(|name| NameSpec { name, aliases: &[] }).collect();
        let spec: &'static NamesSpec = Box::leak(Box::new(NamesSpec {
            names: all.leak(),
            other: asked.is_some().then(|| u32::try_from(names.len()).unwrap_or(u32::MAX)),
        }));
        let is_unit = types.iter().all(|&id| matches!(self.drafts[id].form, Form::Nothing));
        if is_unit {
            let fields: Vec<FieldSpec> = names
                .iter()
                .map(|name| FieldSpec::new(name, Facts::nothing()).defaulted())
                .collect();
            let object = if fields.len() < 128 {
                ObjectSpec::new(fields.leak()).one_key()
            } else {
                ObjectSpec::NONE
            };
            self.drafts[id].form = Form::Names(spec, Box::leak(Box::new(object)), types);
        } else if types.len() < 128 {
            self.drafts[id].form = Form::Choice(spec, types);
            self.drafts[id].fields = names.iter().map(|name| Field::new(name)).collect();
        }
        id
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

fn blanks(given: &[(&'static str, u8)]) -> Vec<(Value, Item)> {
    let blank = |&(name, form)| (Value::Name(name), Item::new(Value::Blank(form)));
    given.iter().map(blank).collect()
}

/// The finished plan of a draft.
fn plan(drafts: &[Draft], id: usize) -> Plan {
    let draft = &drafts[id];
    let types: &[usize] = match &draft.form {
        Form::Struct(types) | Form::Choice(_, types) => types,
        _ => &[],
    };
    let mut object = ObjectSpec::NONE;
    match &draft.form {
        Form::Struct(_) => {
            let fields = draft.fields.iter().zip(types);
            let fields: Vec<FieldSpec> = fields
                .map(|(field, &id)| field_spec(field, facts(drafts, id)))
                .collect();
            object = ObjectSpec::new(fields.leak());
            object.deny_unknown = draft.deny_unknown;
        }
        Form::Choice(..) => {
            let fields = draft.fields.iter().zip(types);
            let fields: Vec<FieldSpec> = fields
                .map(|(field, &id)| FieldSpec::new(field.name, facts(drafts, id)).defaulted())
                .collect();
            object = ObjectSpec::new(fields.leak()).one_key();
        }
        Form::Tagged(..) => {
            let any = Facts {
                accepts: Accepts::ANY,
                ..Facts::names()
            };
            let fields = draft.fields.iter().zip([Facts::names(), any]);
            let fields: Vec<FieldSpec> = fields
                .map(|(field, facts)| FieldSpec::new(field.name, facts).defaulted())
                .collect();
            object = ObjectSpec::new(fields.leak());
            object.deny_unknown = draft.deny_unknown;
        }
        Form::Map(..) | Form::Any | Form::Open | Form::Ignored => object = ObjectSpec::REST,
        Form::Optional(inner) | Form::Same(inner) => {
            return Plan {
                facts: facts(drafts, id),
                form: draft.form.clone(),
                object: plan_object(drafts, *inner),
            };
        }
        _ => {}
    }
    Plan {
        facts: facts(drafts, id),
        object: Box::leak(Box::new(object)),
        form: draft.form.clone(),
    }
}

/// The fields of the type inside an `Option` or newtype.
fn plan_object(drafts: &[Draft], id: usize) -> &'static ObjectSpec {
    plan(drafts, id).object
}

fn field_spec(field: &Field, facts: Facts) -> FieldSpec {
    let mut facts = facts;
    if !field.invents && facts.invents {
        facts.invents = false;
        facts.format = Some(field.wanted.clone().map_or("a value", |words| words.leak()));
    }
    let is_ascii = field.name.is_ascii() && field.aliases.iter().all(|alias| alias.is_ascii());
    let mut spec = FieldSpec::new(field.name, facts).aliases(field.aliases.clone().leak());
    spec.has_default = !field.is_required && !facts.optional;
    if !is_ascii {
        let names = std::iter::once(&field.name).chain(&field.aliases);
        let folded = names.map(|name| &*fold::folded(name).collect::<String>().leak());
        spec.folded = folded.collect::<Vec<_>>().leak();
    }
    spec
}

fn facts(drafts: &[Draft], id: usize) -> Facts {
    match &drafts[id].form {
        Form::Any | Form::Open | Form::Ignored => Facts::leaf(Accepts::ANY),
        Form::Leaf(leaf) => leaf.facts(),
        Form::Unit | Form::Nothing => Facts::nothing(),
        Form::Bytes => Facts::leaf(Accepts::STRING.or(Accepts::ARRAY)),
        Form::Names(names, ..) => Facts::one_of(names),
        Form::Optional(inner) => facts(drafts, *inner).optional(),
        Form::Same(inner) => facts(drafts, *inner),
        Form::List(_) => Facts::leaf(Accepts::ANY).list(),
        Form::Tuple(types) => Facts {
            invents: types.is_empty(),
            ..Facts::leaf(Accepts::ANY).list()
        },
        Form::Map(..) => Facts::leaf(Accepts::ANY).map(),
        Form::Struct(_) => Facts::object(&[]),
        Form::Choice(..) => Facts::externally_tagged(&[]),
        Form::Tagged(..) => Facts::wrapped(&[]),
    }
}

//! The one list of types that every check goes over.

use std::collections::BTreeMap;

use llm_output_tests::types as shared;

use crate::types::{
    Bounds, Chain, Checked, Drawing, Event, Figure, Flat, Folder, Foreign, Formula, Hollow, Keywords, Layer, Loose,
    Page, Ping, Step, Survey, Tables, Target,
};

/// What is done with each type.
pub trait Visitor {
    /// Does it; `name` is the type as this list writes it.
    fn visit<T: Checked>(&mut self, name: &'static str);
}

/// Goes over all types, in the same order each time.
pub fn every_type(visitor: &mut impl Visitor) {
    macro_rules! visit {
        ($($ty:ty),* $(,)?) => { $( visitor.visit::<$ty>(stringify!($ty)); )* };
    }
    visit! {
        shared::Review, shared::Finding, shared::CommitMessage, shared::Note, shared::EditArgs, shared::Assessment,
        shared::Invoice, shared::Membership, shared::Step, shared::Leaves, shared::Preferences, shared::Severity,
        shared::UserId, Vec<shared::InvoiceLine>, Option<shared::Customer>, Vec<String>, String, bool, f64, i32,
        BTreeMap<String, u8>, BTreeMap<shared::Severity, bool>, Keywords, Figure, Layer, Event, Step, Target, Drawing, Tables,
        Flat, Bounds, Foreign, Loose, Page<Figure>, Ping, Hollow, Folder, Chain, Formula, Survey,
    }
}

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use llm_output::LlmOutput;

#[derive(LlmOutput)]
pub struct Review {
    pub list_of_options: Vec<Option<String>>,
    pub option_of_list: Option<Vec<Option<u8>>>,
    pub by_severity: HashMap<Severity, u32>,
    pub by_name: BTreeMap<Name, Vec<f64>>,
    pub tags: BTreeSet<String>,
    pub title: Cow<'static, str>,
    pub path: Arc<str>,
    pub corners: [f64; 4],
    pub boxed: Box<Severity>,
}

#[derive(PartialEq, Eq, Hash, LlmOutput)]
pub enum Severity {
    High,
    Low,
}

#[derive(PartialEq, Eq, PartialOrd, Ord, LlmOutput)]
pub struct Name(String);

fn main() {}

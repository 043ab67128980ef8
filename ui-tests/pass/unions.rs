//! Every way in which an answer can name its variant, and shapes next to those that are rejected.

use std::collections::BTreeMap;

use llm_output::LlmOutput;

#[derive(Debug, Clone, LlmOutput)]
struct Circle<T> {
    radius: T,
}

#[derive(Debug, LlmOutput)]
#[llm(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase", max_fields = 3)]
enum Shape<T: Clone, const N: usize>
where
    T: Default,
{
    Round(Circle<T>),
    #[llm(alias = "box", rename_all = "kebab-case")]
    Square {
        #[llm(range(min = 0), default = 1)]
        side_length: u32,
        corners: [T; N],
        #[llm(skip)]
        area: f64,
    },
    #[llm(skip)]
    Hidden(std::sync::Mutex<()>),
    #[llm(other)]
    Point,
}

impl<T: Default + Clone, const N: usize> Shape<T, N> {
    const LIMIT: u32 = 3;
}

#[derive(LlmOutput)]
#[llm(tag = "kind", content = "value", deny_unknown_fields)]
enum Event {
    Text(#[llm(length(min = 1))] String),
    Number(Option<u8>),
    Moved { line: u32, column: u32 },
    Closed,
}

#[derive(LlmOutput)]
#[llm(external, validate = Step::check)]
enum Step {
    Wait(#[llm(range(max = 9), clamp)] u32),
    Nested(Event),
    Map(BTreeMap<String, Vec<u8>>),
    Stop {},
    #[llm(rename = "r#go")]
    r#Go,
}

impl Step {
    fn check(&self) -> Result<(), String> {
        Ok(())
    }
}

#[derive(LlmOutput)]
#[llm(untagged)]
enum Id {
    Number(u32),
    Negative(i64),
    Both { number: u32, name: String },
    Name { name: String },
    Absent,
    Text(String),
}

#[derive(LlmOutput)]
#[llm(external)]
enum Severity {
    High,
    Low,
}

fn main() {
    let _ = Shape::<u8, 2>::parse_llm("{}");
    let _ = (Shape::<u8, 2>::LIMIT, Shape::<u8, 2>::SCHEMA, Event::SCHEMA, Step::SCHEMA, Id::PROMPT);
}

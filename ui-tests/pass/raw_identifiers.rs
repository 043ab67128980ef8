use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Item {
    r#type: Kind,
    r#match: Option<String>,
}

#[derive(LlmOutput)]
enum Kind {
    Other,
    #[allow(non_camel_case_types)]
    r#try,
}

fn main() {}

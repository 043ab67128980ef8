use llm_output::LlmOutput;

type Tags = Vec<String>;

#[derive(LlmOutput)]
struct Name(String);

#[derive(LlmOutput)]
enum Severity {
    High,
    Low,
}

#[derive(LlmOutput)]
struct Finding {
    title: String,
    #[llm(flatten)]
    tags: Tags,
    #[llm(flatten)]
    name: Name,
    #[llm(flatten)]
    severity: Option<Severity>,
}

fn main() {}

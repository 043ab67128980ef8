use llm_output::LlmOutput;

#[derive(LlmOutput)]
enum Upper {
    HIGH,
    LOW,
}

#[derive(LlmOutput)]
enum Title {
    High,
    Low,
}

#[derive(LlmOutput)]
#[llm(untagged)]
enum Level {
    Upper(Upper),
    Title(Title),
    Number(u8),
}

#[derive(LlmOutput)]
#[llm(dialects(anthropic))]
struct Review {
    level: Level,
}

fn main() {}

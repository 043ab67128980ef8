use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(untagged)]
enum Target {
    Line(u32),
    Name(String),
}

#[derive(LlmOutput)]
#[llm(dialects(anthropic))]
struct Form {
    f0: Target,
    f1: Target,
    f2: Target,
    f3: Target,
    f4: Target,
    f5: Target,
    f6: Target,
    f7: Target,
    f8: Target,
    f9: Target,
    f10: Target,
    f11: Target,
    f12: Target,
    f13: Target,
    f14: Target,
    f15: Target,
    f16: Target,
}

fn main() {}

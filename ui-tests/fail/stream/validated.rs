use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(stream, validate = in_order)]
struct Span {
    first: u32,
    last: u32,
}

fn in_order(span: &Span) -> bool {
    span.first <= span.last
}

fn main() {}

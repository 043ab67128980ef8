use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Finding {
    title: String,
}

fn main() {
    let _ = Finding::stream();
}

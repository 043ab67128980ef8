use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Page<T> {
    rows: Vec<Vec<T>>,
}

#[derive(LlmOutput)]
struct Cell {
    parts: Vec<Part>,
}

#[derive(LlmOutput)]
struct Part {
    text: String,
}

fn main() {
    let _ = Page::<Cell>::parse_llm("");
}

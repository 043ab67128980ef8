use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    #[llm(clamp = 1, content = true, exact(), flatten = "all", latex = true, lenient(all), skip = 1, skip_invalid())]
    title: String,
}

fn main() {}

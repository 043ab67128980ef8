use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(title = "Review", description = "A code review.")]
struct Review {
    #[llm(description = "One sentence.", title = "Summary")]
    summary: String,
    #[llm(pattern = "^[A-Z]{3}$")]
    currency: String,
    #[llm(format = "date-time")]
    date: String,
    #[llm(required)]
    author: Option<String>,
    #[llm(examples = ["a", "b"])]
    file: String,
    #[llm(min = 1)]
    line: u32,
    #[llm(max_length = 80)]
    headline: String,
    #[llm(optional)]
    note: String,
}

#[derive(LlmOutput)]
enum Severity {
    #[llm(description = "Stops the release.")]
    High,
    Low,
}

fn main() {}

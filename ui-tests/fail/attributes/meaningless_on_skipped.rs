use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    title: String,
    #[llm(skip, rename = "hits", range(min = 1), length(max = 3), clamp, validate = path, lenient, exact)]
    #[llm(split = ",", join = ", ", null_alias("N/A"), content, skip_invalid, latex)]
    count: u32,
}

fn main() {}

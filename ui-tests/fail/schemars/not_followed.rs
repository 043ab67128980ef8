use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[schemars(transform = remove_titles)]
struct Review {
    #[schemars(schema_with = "line_schema")]
    line: u32,
    #[schemars(with = "Vec<String>")]
    words: Words,
    #[schemars(extend("x-order" = 1))]
    title: String,
    #[schemars(inner(length(min = 1)))]
    tags: Vec<String>,
    #[schemars(regex(path = *CURRENCY))]
    currency: String,
}

#[derive(LlmOutput)]
struct Words {
    all: Vec<String>,
}

fn main() {}

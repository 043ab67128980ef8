use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Folder {
    files: Vec<File>,
}

#[derive(LlmOutput)]
struct File {
    name: String,
    linked: Vec<Folder>,
}

fn main() {}

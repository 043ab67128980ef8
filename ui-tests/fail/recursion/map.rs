use std::collections::HashMap;

use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Folder {
    folders: HashMap<String, Folder>,
}

fn main() {}

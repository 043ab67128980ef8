//! What a set of tools may contain.

#![forbid(unsafe_code)]
#![deny(warnings)]

use llm_output::LlmOutput;

#[derive(Debug, Clone, LlmOutput)]
struct Search {
    query: String,
}

#[derive(Debug, Clone, LlmOutput)]
#[llm(tag = "kind")]
enum Change {
    Add { line: String },
    Remove { line: u32 },
}

#[derive(LlmOutput)]
#[llm(tools, stream, rename_all = "snake_case", dialects(openai, anthropic, gemini))]
enum Tool {
    /// Searches.
    Search(Search),
    Edit(Change),
    /// Opens a file.
    Open {
        #[llm(length(min = 1))]
        path: String,
        #[llm(default = 1)]
        line: u32,
    },
    #[llm(alias = "quit")]
    Stop,
}

fn main() {
    for call in Tool::parse_calls("[TOOL_CALLS]quit[ARGS]{}") {
        match call.result.map(|parsed| parsed.value) {
            Ok(Tool::Search(search)) => drop(search.query),
            Ok(Tool::Edit(Change::Add { line })) => drop(line),
            Ok(Tool::Edit(Change::Remove { line })) => assert_eq!(line, 0),
            Ok(Tool::Open { path, line }) => assert_eq!(path.len(), line as usize),
            Ok(Tool::Stop) | Err(_) => {}
        }
    }
}

//! A struct without fields is an object without properties: the parameters of a tool that needs none.

use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Nothing {}

#[derive(LlmOutput)]
#[llm(deny_unknown_fields)]
struct Closed {}

#[derive(LlmOutput)]
struct Around {
    nothing: Nothing,
    closed: Option<Closed>,
}

#[derive(LlmOutput)]
#[llm(tag = "type")]
enum Command {
    Stop {},
    Ping(Nothing),
    Quit,
}

#[derive(LlmOutput)]
struct Generic<T> {
    inside: T,
}

fn main() {
    let _ = Generic::<Nothing>::parse_llm("");
    let _ = (Around::parse_llm(""), Command::parse_llm(""));
}

//! How calls are defined for providers.

use llm_output::{LlmOutput, Request};

use crate::tool::Tool;

#[test]
fn each_provider_gets_a_definition_for_each_tool() {
    let names = |request: Request, path: &[&str], name: &[&str]| {
        let part = Tool::tools_for(request).unwrap_or_else(|error| panic!("{request:?}: {error}"));
        let at = |value: &serde_json::Value, path: &[&str]| {
            path.iter()
                .fold(value.clone(), |value, key| match key.parse::<usize>() {
                    Ok(index) => value[index].clone(),
                    Err(_) => value[*key].clone(),
                })
        };
        let tools = at(&part, path);
        let tools = tools.as_array().unwrap_or_else(|| panic!("{request:?}: {part}"));
        let found: Vec<_> = tools.iter().map(|tool| at(tool, name)).collect();
        assert_eq!(
            found,
            ["get_weather", "write_file", "open_ticket", "ping"],
            "{request:?}"
        );
    };
    for &request in Request::ALL {
        match request {
            Request::OpenAiChat
            | Request::OpenAiChatTool
            | Request::Ollama
            | Request::CohereChat
            | Request::VllmStructured => names(request, &["tools"], &["function", "name"]),
            Request::GeminiOpenApi | Request::GeminiJson | Request::GeminiTool => {
                names(request, &["tools", "0", "functionDeclarations"], &["name"]);
            }
            Request::BedrockConverse | Request::BedrockTool => {
                names(request, &["toolConfig", "tools"], &["toolSpec", "name"]);
            }
            _ => names(request, &["tools"], &["name"]),
        }
    }
    let part = Tool::tools_for(Request::AnthropicTool).expect("it is accepted");
    assert_eq!(part["tools"][0]["description"], "The weather of a city.");
    assert_eq!(part["tools"][2]["description"], "Opens a ticket.");
    assert_eq!(part["tools"][3]["input_schema"]["type"], "object");
}

#[derive(Debug, LlmOutput)]
#[llm(tools)]
enum Odd {
    #[llm(rename = "not a name")]
    Name,
}

#[test]
fn a_refused_definition_names_its_tool() {
    let error = Odd::tools_for(Request::OpenAiChat).expect_err("spaces");
    assert_eq!(error.path(), "not a name");
    assert!(Odd::tools_for(Request::McpTool).is_ok());
}

#[derive(Debug, LlmOutput)]
#[llm(tools)]
enum Accented {
    #[llm(rename = "caf\u{e9}")]
    Cafe,
}

#[derive(Debug, LlmOutput)]
#[llm(tools)]
enum Numbered {
    #[llm(rename = "2nd")]
    Second,
}

#[derive(Debug, LlmOutput)]
#[llm(tools)]
enum Dotted {
    #[llm(rename = "_shop.brew-coffee")]
    Brew,
}

#[derive(Debug, LlmOutput)]
#[llm(rename = "Pr\u{fc}fung")]
struct Exam {}

#[test]
fn gemini_refuses_names_that_no_function_may_have() {
    for request in [Request::GeminiOpenApi, Request::GeminiJson, Request::GeminiTool] {
        let error = Accented::tools_for(request).expect_err("an accent");
        assert!(error.to_string().contains("with a letter or `_` first"), "{error}");
        assert_eq!(error.path(), "caf\u{e9}");
        assert!(Numbered::tools_for(request).is_err());
        assert!(Dotted::tools_for(request).is_ok());
    }
    assert!(Accented::tools_for(Request::Ollama).is_ok());
    let error = Exam::request_for(Request::GeminiTool).expect_err("an umlaut");
    assert!(error.to_string().contains("`Pr\u{fc}fung` is not one"), "{error}");
    assert!(Exam::request_for(Request::GeminiJson).is_ok());
}

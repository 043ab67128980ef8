//! Tool calls: found in text, separated by a provider, defined for a provider, and while they stream.

mod ahead;
mod corpus;
mod definitions;
mod ending;
mod feedback;
mod formats;
mod growing;
mod linear;
mod named;
mod rules;
mod spans;
mod tool;
mod values;

use llm_output::{ErrorKind, LlmOutput};
use tool::Tool;

#[track_caller]
fn one(text: &str) -> Tool {
    let calls = Tool::parse_calls(text);
    assert_eq!(calls.len(), 1, "{text}\n{calls:?}");
    calls.into_iter().next().expect("one call").result.expect(text).value
}

#[test]
fn smoke() {
    let paris = Tool::GetWeather {
        city: "Paris".into(),
        days: None,
    };
    for text in [
        "<tool_call>\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Paris\"}}\n</tool_call>",
        "<tool_call>\n<function=get_weather>\n<parameter=city>\nParis\n</parameter>\n</function>\n</tool_call>",
        "<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Paris</arg_value>\n</tool_call>",
        "{\"name\": \"get_weather\", \"parameters\": {\"city\": \"Paris\"}}",
        "<|python_tag|>{\"name\": \"get_weather\", \"parameters\": {\"city\": \"Paris\"}}<|eom_id|>",
        "<function=get_weather>{\"city\": \"Paris\"}</function>",
        "[get_weather(city=\"Paris\")]",
        "<|python_start|>[get_weather(city='Paris')]<|python_end|>",
        "[TOOL_CALLS] [{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Paris\"}, \"id\": \"abc\"}]",
        "[TOOL_CALLS]get_weather[CALL_ID]abc[ARGS]{\"city\": \"Paris\"}</s>",
        "[TOOL_CALLS]get_weather{\"city\": \"Paris\"}</s>",
        "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{\"city\": \"Paris\"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
        "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{\"city\": \"Paris\"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
        "<｜DSML｜function_calls>\n<｜DSML｜invoke name=\"get_weather\">\n<｜DSML｜parameter name=\"city\" string=\"true\">Paris</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>",
        "<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{\"city\": \"Paris\"}<|tool_call_end|><|tool_calls_section_end|>",
        "<|channel|>analysis<|message|>Hm <tool_call>{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Rome\"}}<|end|><|start|>assistant<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{\"city\": \"Paris\"}<|call|>",
        "<function_calls>\n<invoke name=\"get_weather\">\n<parameter name=\"city\">Paris</parameter>\n</invoke>\n</function_calls>",
        "<|START_ACTION|>[{\"tool_call_id\": \"0\", \"tool_name\": \"get_weather\", \"parameters\": {\"city\": \"Paris\"}}]<|END_ACTION|>",
        "Action: ```json\n[{\"tool_name\": \"get_weather\", \"parameters\": {\"city\": \"Paris\"}}]\n```",
        "<|tool_call|>[{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Paris\"}}]<|/tool_call|>",
        "functools[{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Paris\"}}]",
        "<tool_calls>\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Paris\"}}\n</tool_calls>",
        "[{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Paris\"}}]",
        "```json\n[{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Paris\"}}]\n```",
        "{\"tool_calls\": [{\"id\": \"c1\", \"type\": \"function\", \"function\": {\"name\": \"get_weather\", \"arguments\": \"{\\\"city\\\": \\\"Paris\\\"}\"}}]}",
        "<think>call <tool_call>{\"name\": \"ping\"}</tool_call></think>\n{\"name\": \"get_weather\", \"parameters\": {\"city\": \"Paris\"}}",
        "I think.</think>\n<tool_call>{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Paris\"}}</tool_call>",
    ] {
        assert_eq!(one(text), paris, "{text}");
    }
    assert_eq!(Tool::read_call("ping", "").unwrap().value, Tool::Ping);
    assert_eq!(
        Tool::read_call("nothing", "").unwrap_err().kind(),
        ErrorKind::UnknownTool
    );
}

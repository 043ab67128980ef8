//! A call that is a part of an expression of Python is none: the rest says when it is made, or how often. A text that ends before the
//! operator has such a call, so that these texts are no cases of the corpus.

use llm_output::LlmOutput;

use crate::tool::Tool;

#[test]
fn a_call_in_an_expression_is_not_made() {
    for rest in [
        "if cold else ping()",
        "for i in range(3)",
        "or False",
        "and ping()",
        ".result",
        "+ ping()",
        "[0]",
    ] {
        let text = format!("[ping() {rest}]");
        let calls = Tool::parse_calls(&text);
        assert!(calls.iter().next().is_some(), "{text}");
        assert!(calls.iter().all(|call| call.result.is_err()), "{text}");
        let mut stream = Tool::call_stream();
        let mut made = 0;
        for byte in text.split_inclusive("") {
            made += stream.push(byte).filter(|call| call.result.is_ok()).count();
        }
        made += stream.finish().iter().filter(|call| call.result.is_ok()).count();
        assert_eq!(made, 0, "{text}");
    }
    for whole in [
        "[ping(), ping()]",
        "[ping()\nping()]",
        "[ping() # the last one\n, ping()]",
    ] {
        let calls = Tool::parse_calls(whole);
        assert_eq!(calls.iter().filter(|call| call.result.is_ok()).count(), 2, "{whole}");
    }
}

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| llm_output_fuzz::run("any_text", data));

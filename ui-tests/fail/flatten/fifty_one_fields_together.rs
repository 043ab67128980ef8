use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Some {
    a1: u8,
    a2: u8,
    a3: u8,
    a4: u8,
    a5: u8,
    a6: u8,
    a7: u8,
    a8: u8,
    a9: u8,
    a10: u8,
    a11: u8,
    a12: u8,
    a13: u8,
    a14: u8,
    a15: u8,
    a16: u8,
    a17: u8,
    a18: u8,
    a19: u8,
    a20: u8,
    a21: u8,
    a22: u8,
    a23: u8,
    a24: u8,
    a25: u8,
    a26: u8,
}

#[derive(LlmOutput)]
struct All {
    b1: u8,
    b2: u8,
    b3: u8,
    b4: u8,
    b5: u8,
    b6: u8,
    b7: u8,
    b8: u8,
    b9: u8,
    b10: u8,
    b11: u8,
    b12: u8,
    b13: u8,
    b14: u8,
    b15: u8,
    b16: u8,
    b17: u8,
    b18: u8,
    b19: u8,
    b20: u8,
    b21: u8,
    b22: u8,
    b23: u8,
    b24: u8,
    b25: u8,
    #[llm(flatten)]
    some: Some,
}

fn main() {}

use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Plan<'a> {
    step: &'a dyn Fn(u32) -> u32,
    next: unsafe fn(),
    any: Box<dyn std::any::Any>,
    mutable: *mut u32,
}

fn main() {}

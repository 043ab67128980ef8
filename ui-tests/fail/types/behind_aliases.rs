use llm_output::LlmOutput;

type Wide = u128;
type Pair = (u32, u32);
type Lent<'a> = &'a str;

#[derive(LlmOutput)]
struct Review<'a> {
    wide: Wide,
    pair: Pair,
    lent: Lent<'a>,
}

fn main() {}

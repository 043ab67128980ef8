use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(tag = "op")]
enum Expression {
    Number { value: f64 },
    Sum { of: Vec<Expression> },
    Negated { of: Box<Self> },
}

fn main() {}

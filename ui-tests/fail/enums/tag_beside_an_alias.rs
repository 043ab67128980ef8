use llm_output::LlmOutput;

type Points = Vec<f64>;

#[derive(LlmOutput)]
struct Circle {
    kind: String,
}

#[derive(LlmOutput)]
#[llm(tag = "kind")]
enum Shape {
    Polygon(Points),
    Circle(Circle),
}

fn main() {}

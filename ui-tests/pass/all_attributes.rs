use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(rename = "CodeReview", rename_all = "kebab-case", deny_unknown_fields, validate = whole)]
struct Review {
    #[llm(content, latex, length(min = 1, max = 80), null_alias("N/A"), default = "\"none\"")]
    title: String,
    #[llm(range(min = 1, max = 100), clamp, default = 1, exact)]
    line_no: u32,
    #[llm(range(min = -0.5), lenient, validate = "finite")]
    score: f64,
    #[llm(split = ",", skip_invalid, alias("labels", "keywords"))]
    tags: Vec<String>,
    #[llm(join = ", ", rename = "by")]
    author: Option<String>,
}

#[allow(clippy::unnecessary_wraps)]
fn whole(_: &Review) -> Result<(), &'static str> {
    Ok(())
}

fn finite(score: &f64) -> Result<(), String> {
    if score.is_finite() {
        Ok(())
    } else {
        Err(format!("{score} is not finite"))
    }
}

fn main() {}

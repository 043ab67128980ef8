use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(deny_unknown_fields, max_fields = 60, default)]
struct Title(
    #[llm(alias = "name", default = "\"none\"", lenient, split = ",", join = ", ", null_alias("N/A"), content)]
    #[llm(skip_invalid, latex)]
    String,
);

fn main() {}

//! A tool of `rig`: the model sees the strict schema, and the arguments are read with repairs.

use std::convert::Infallible;
use std::{env::args, error::Error};

use llm_output::lenient::Calls;
use llm_output::{Dialect, Lenient, LlmOutput};
use rig::AgentBuilder;
use rig::providers::openai::OpenAIConfig;
use rig::tool::{Tool, ToolContext};
use serde::Serialize;
use serde_json::json;

/// What to look for.
#[derive(Debug, Serialize, LlmOutput)]
struct Arguments {
    /// Words that the code contains.
    query: String,
    #[llm(range(min = 1, max = 100))]
    limit: u32,
    tags: Vec<String>,
}

struct Search;

impl Tool for Search {
    const NAME: &'static str = "search";
    type Args = Lenient<Arguments, Calls>;
    type Output = String;
    type Error = Infallible;

    fn description(&self) -> String {
        "Searches the code.".to_owned()
    }

    fn parameters(&self) -> serde_json::Value {
        let schema = Arguments::schema_for(Dialect::JsonSchema);
        schema.map(|schema| schema.value().clone()).unwrap_or_default()
    }

    async fn call(&self, _: &mut ToolContext, arguments: Self::Args) -> Result<String, Infallible> {
        let repairs = arguments.repairs().len();
        println!("{}", json!({"arguments": arguments, "repairs": repairs}));
        Ok("src/cache.rs".to_owned())
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let url = args().nth(1).unwrap_or("https://api.openai.com".into());
    let key = std::env::var("OPENAI_API_KEY").unwrap_or_default();
    let model = OpenAIConfig::new(key)
        .with_base_url(format!("{url}/v1"))
        .client()
        .chat("gpt-5-mini");
    let agent = AgentBuilder::new(model).tool(Search).build();
    println!("{}", agent.prompt("Where is the cache?").max_turns(4).await?.output());
    Ok(())
}

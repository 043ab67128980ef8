//! An MCP server with `rmcp`: the schema that a client sees is strict, and arguments are read with repairs.

use std::error::Error;

use llm_output::lenient::Calls;
use llm_output::{Lenient, LlmOutput};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::transport::stdio;
use rmcp::{ServiceExt, tool, tool_router};
use serde::Serialize;
use serde_json::json;

/// What to look for.
#[derive(Debug, Serialize, LlmOutput)]
struct Search {
    /// Words that the code contains.
    query: String,
    #[llm(range(min = 1, max = 100))]
    limit: u32,
    tags: Vec<String>,
}

#[derive(Clone)]
struct Server;

#[tool_router(server_handler)]
impl Server {
    /// Searches the code. Arguments that cannot be read are an error, whose message is written for the model.
    #[tool(name = "search", description = "Searches the code.")]
    fn search(&self, Parameters(search): Parameters<Lenient<Search, Calls>>) -> String {
        json!({"arguments": search, "repairs": search.repairs().len()}).to_string()
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    Server.serve(stdio()).await?.waiting().await?;
    Ok(())
}

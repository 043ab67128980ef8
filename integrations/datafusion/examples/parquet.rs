//! Reads a Parquet file of replies, parses them in SQL, and prints a table.
//!
//! ```text
//! cargo run --release --example parquet -- answers.parquet
//! ```
//!
//! The file has the text columns `id` and `answer`. Without an argument, the example makes a small one.

use datafusion::error::Result;
use datafusion::prelude::{ParquetReadOptions, SessionConfig, SessionContext};
use llm_output::LlmOutput;
use llm_output_datafusion::{configured, parse_llm};
use serde::Serialize;

/// A review of a product.
#[derive(Serialize, LlmOutput)]
struct Review {
    stars: u8,
    /// One sentence.
    summary: Option<String>,
}

const ANSWERS: &str = r#"
    SELECT * FROM (VALUES
        ('a', '{"stars": 5, "summary": "It works."}'),
        ('b', 'Here you are: {stars: "four", summary: ''Nearly.''}'),
        ('c', '```json' || chr(10) || '{"stars": "2", "summary": null,}' || chr(10) || '```'),
        ('d', 'I did not like it.')
    ) AS answers(id, answer)"#;

#[tokio::main]
async fn main() -> Result<()> {
    let context = SessionContext::new_with_config(configured(SessionConfig::new()));
    context.register_udf(parse_llm::<Review>("parse_review")?);
    let folder = tempfile::tempdir()?;
    let path = if let Some(path) = std::env::args().nth(1) {
        path
    } else {
        let path = folder.path().join("answers.parquet").display().to_string();
        context
            .sql(&format!("COPY ({ANSWERS}) TO '{path}' STORED AS PARQUET"))
            .await?
            .collect()
            .await?;
        path
    };
    context
        .register_parquet("answers", &path, ParquetReadOptions::default())
        .await?;

    let reviews = "SELECT id, parse_review(answer) AS review FROM answers";
    let table = format!(
        "SELECT id, review.value.stars, review.value.summary, review.status, review.severity
         FROM ({reviews}) WHERE review.status <> 'error'"
    );
    context.sql(&table).await?.show().await?;
    let errors = format!("SELECT id, review.error_kind, review.error FROM ({reviews}) WHERE review.status = 'error'");
    context.sql(&errors).await?.show().await
}

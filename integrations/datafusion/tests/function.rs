//! The function gives for each row what parsing the row alone gives.

#[allow(dead_code, reason = "other programs use the rest")]
#[path = "../../batch/examples/support/replies.rs"]
mod replies;

use std::sync::Arc;

use arrow::array::{Array, ArrayRef, AsArray, LargeStringArray, RecordBatch, StringArray, StringViewArray};
use arrow::util::pretty::pretty_format_batches;
use datafusion::datasource::MemTable;
use datafusion::error::Result;
use datafusion::prelude::{SessionConfig, SessionContext};
use llm_output::LlmOutput;
use llm_output_arrow::Rows;
use llm_output_datafusion::{configured, parse_llm};
use replies::Review;

const ROWS: u64 = 20_000;

async fn results(texts: ArrayRef, query: &str) -> Result<Vec<RecordBatch>> {
    let context = SessionContext::new_with_config(configured(SessionConfig::new()));
    context.register_udf(parse_llm::<Review>("parse_review")?);
    let batch = RecordBatch::try_from_iter_with_nullable([("answer", texts, true)])?;
    let table = MemTable::try_new(batch.schema(), vec![vec![batch]])?;
    context.register_table("answers", Arc::new(table))?;
    context.sql(query).await?.collect().await
}

#[tokio::test]
async fn each_row_is_what_the_bare_loop_gives() -> Result<()> {
    let texts: Vec<Option<String>> = (0..ROWS)
        .map(|row| (row % 100 != 50).then(|| replies::reply(1, row)))
        .collect();
    let mut rows = Rows::<Review>::new().unwrap();
    for text in &texts {
        match text {
            Some(text) => rows.append(&Review::parse_llm(text)).unwrap(),
            None => rows.append_null().unwrap(),
        }
    }
    let expected: ArrayRef = Arc::new(rows.finish().unwrap());
    let kinds: [ArrayRef; 3] = [
        Arc::new(StringArray::from_iter(&texts)),
        Arc::new(LargeStringArray::from_iter(&texts)),
        Arc::new(StringViewArray::from_iter(&texts)),
    ];
    for texts in kinds {
        let kind = texts.data_type().clone();
        let batches = results(texts, "SELECT parse_review(answer) AS review FROM answers").await?;
        let mut start = 0;
        for batch in &batches {
            assert_eq!(
                batch.column(0),
                &expected.slice(start, batch.num_rows()),
                "{kind}, from row {start}"
            );
            start += batch.num_rows();
        }
        assert_eq!(start as u64, ROWS, "{kind}");
    }
    Ok(())
}

#[tokio::test]
async fn fields_are_columns_and_errors_can_be_left_out() -> Result<()> {
    let texts = StringArray::from(vec![
        Some(
            "{\"findings\": [{\"severity\": \"HIGH\", \"file\": \"a.rs\", \"line\": \"7\", \"title\": \"t\"}], \"summary\": \"One.\"}",
        ),
        Some("I cannot say."),
        None,
        Some("{findings: [], summary: null}"),
    ]);
    let query = "SELECT review.value.summary AS summary, review.status AS status, review.severity AS severity
                 FROM (SELECT parse_review(answer) AS review FROM answers) WHERE review.status <> 'error'";
    let batches = results(Arc::new(texts), query).await?;
    let expected = "\
+---------+----------+----------+
| summary | status   | severity |
+---------+----------+----------+
| One.    | repaired | coercion |
|         | repaired | syntax   |
+---------+----------+----------+";
    assert_eq!(pretty_format_batches(&batches)?.to_string(), expected);
    Ok(())
}

// Without DataFusion's functions for nested values, which only some builds have, `findings[1]` does not work.
#[tokio::test]
async fn elements_of_a_list_are_rows() -> Result<()> {
    let texts = StringArray::from(vec![
        "{\"findings\": [{\"severity\": \"HIGH\", \"file\": \"a.rs\", \"line\": \"7\", \"title\": \"t\"}]}",
        "{findings: []}",
        "I cannot say.",
    ]);
    let query = "SELECT finding.file AS file, finding.line AS line
                 FROM (SELECT unnest(review.value.findings) AS finding
                       FROM (SELECT parse_review(answer) AS review FROM answers))";
    let batches = results(Arc::new(texts), query).await?;
    let expected = "\
+------+------+
| file | line |
+------+------+
| a.rs | 7    |
+------+------+";
    assert_eq!(pretty_format_batches(&batches)?.to_string(), expected);
    Ok(())
}

#[tokio::test]
async fn a_query_parses_each_row_once() -> Result<()> {
    let query = "EXPLAIN SELECT review.value.summary, review.value.findings
                 FROM (SELECT parse_review(answer) AS review FROM answers) WHERE review.status <> 'error'";
    let batches = results(Arc::new(StringArray::from(vec!["{}"])), query).await?;
    let plan = batches[0].column_by_name("plan").unwrap().as_string::<i32>();
    for plan in plan.iter().flatten() {
        assert_eq!(plan.matches("parse_review(").count(), 1, "{plan}");
    }
    Ok(())
}

#[tokio::test]
async fn a_constant_is_parsed_too() -> Result<()> {
    let batches = results(
        Arc::new(StringArray::from(vec!["", ""])),
        "SELECT get_field(parse_review('{\"findings\": []}'), 'status') AS status FROM answers",
    )
    .await?;
    let status = batches[0].column(0).as_any_dictionary();
    assert_eq!((status.len(), status.null_count()), (2, 0));
    Ok(())
}

//! Writes replies as JSON Lines: `cargo run --release --example generate -- 1000000 > replies.jsonl`.

#[allow(dead_code, reason = "other examples use the rest")]
#[path = "support/replies.rs"]
mod replies;

use std::io::{self, BufWriter, Write};

use serde_json::json;

fn main() -> io::Result<()> {
    let rows = std::env::args()
        .nth(1)
        .and_then(|rows| rows.parse().ok())
        .unwrap_or(1000);
    let mut out = BufWriter::new(io::stdout().lock());
    for row in 0..rows {
        let line = json!({"id": format!("row-{row}"), "model": "m", "text": replies::reply(7, row)});
        writeln!(out, "{line}")?;
    }
    out.flush()
}

//! Draws the picture on the front page from a real parse.
//!
//! ```text
//! cargo run --example picture    # writes picture.svg beside this file, and src/picture.md, which shows it in the crate's docs
//! ```

use std::fmt::Write as _;
use std::path::Path;
use std::{fs, io};

use llm_output::{LlmOutput, Repair};

/// What the model wrote.
const REPLY: &str = r#"Sure! One thing {should|must} change:

```json
{
  "findings": [
    {
      "severity": "HIGH",
      "file": "src/main.rs",
      "line": "42",
      "title": "The flag "--fast" is never read",
    }
  ],
  'summary': 'One leftover.'
}
```

Let me know if you want a patch."#;

#[derive(Debug, LlmOutput)]
#[expect(dead_code, reason = "the fields are read by `Debug` alone")]
struct Review {
    findings: Vec<Finding>,
    summary: Option<String>,
}

#[derive(Debug, LlmOutput)]
#[expect(dead_code, reason = "the fields are read by `Debug` alone")]
struct Finding {
    severity: Severity,
    file: String,
    line: u32,
    title: String,
}

#[derive(Debug, LlmOutput)]
enum Severity {
    High,
    Low,
}

const CHAR_WIDTH: usize = 8;
const LINE_HEIGHT: usize = 20;
const MARGIN: usize = 24;
const LEFT_COLUMNS: usize = 52;
const RIGHT_COLUMNS: usize = 54;

fn main() -> io::Result<()> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    fs::write(package.join("examples/picture.svg"), svg())?;
    fs::write(package.join("src/picture.md"), link())
}

/// The picture as a link definition in Markdown. The crate's docs cannot show a file.
pub(crate) fn link() -> String {
    let mut link = "[picture]: data:image/svg+xml,".to_owned();
    for byte in svg().bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' | b':' | b'=' | b',' => {
                link.push(char::from(byte));
            }
            _ => {
                let _ = write!(link, "%{byte:02X}");
            }
        }
    }
    link.push('\n');
    link
}

pub(crate) fn svg() -> String {
    let parsed = Review::parse_llm(REPLY).expect("the reply can be parsed");
    let value = format!("{:#?}", parsed.value);
    let left: Vec<&str> = REPLY.lines().collect();
    let mut right: Vec<String> = value.lines().map(str::to_owned).collect();
    right.push(String::new());
    right.extend(parsed.repairs().iter().map(Repair::to_string));

    let rows = left.len().max(right.len());
    let left_width = LEFT_COLUMNS * CHAR_WIDTH;
    let right_start = MARGIN + left_width + 2 * MARGIN;
    let width = right_start + RIGHT_COLUMNS * CHAR_WIDTH + MARGIN;
    let height = (rows + 3) * LINE_HEIGHT + MARGIN;

    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"ui-monospace, Menlo, Consolas, monospace\" font-size=\"13\">\n\
         <title>A reply in prose and broken JSON, and the value and the repairs that are read from it</title>\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"#f6f8fa\"/>\n"
    );
    let column = right_start - MARGIN;
    let _ = writeln!(
        svg,
        "<rect x=\"{column}\" width=\"{}\" height=\"{height}\" rx=\"8\" fill=\"#eaf5ee\"/>",
        width - column
    );
    let mut line = |x: usize, row: usize, text: &str, fill: &str| write_line(&mut svg, x, row, text, fill);
    line(MARGIN, 0, "What the model wrote", "#57606a");
    line(right_start, 0, "What your program gets", "#57606a");
    for (row, text) in right.iter().enumerate() {
        let is_repair = row > value.lines().count();
        line(
            right_start,
            row + 2,
            text,
            if is_repair { "#9a6700" } else { "#1a7f37" },
        );
    }
    for (row, text) in left.iter().enumerate() {
        line(MARGIN, row + 2, text, "#24292f");
    }
    for (row, start, end) in parsed.repairs().iter().filter_map(place) {
        let y = MARGIN + (row + 2) * LINE_HEIGHT + 5;
        let _ = writeln!(
            svg,
            "<rect x=\"{}\" y=\"{y}\" width=\"{}\" height=\"2\" fill=\"#cf222e\"/>",
            MARGIN + start * CHAR_WIDTH,
            (end - start) * CHAR_WIDTH
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// The line of a repair, and the columns to underline; none for what surrounds the answer.
fn place(repair: &Repair) -> Option<(usize, usize, usize)> {
    let span = repair.span();
    let before = &REPLY[..span.start];
    let is_in_a_line = !REPLY[span.clone()].contains('\n') && !span.is_empty();
    let start = before.len() - before.rfind('\n').map_or(0, |newline| newline + 1);
    is_in_a_line.then(|| (before.matches('\n').count(), start, start + span.len()))
}

fn write_line(svg: &mut String, x: usize, row: usize, text: &str, fill: &str) {
    if text.is_empty() {
        return;
    }
    let y = MARGIN + row * LINE_HEIGHT;
    let width = text.chars().count() * CHAR_WIDTH;
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let _ = writeln!(
        svg,
        "<text x=\"{x}\" y=\"{y}\" fill=\"{fill}\" textLength=\"{width}\" xml:space=\"preserve\">{text}</text>"
    );
}

//! Replays a recorded reply and shows the typed value as it grows: `cargo run -p llm_output --example stream`.
//!
//! In a terminal the value is drawn again after each event. Anywhere else, each field is written on a line of its own once it is
//! complete.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use crossterm::cursor::MoveToPreviousLine;
use crossterm::execute;
use crossterm::style::{Attribute, SetAttribute};
use crossterm::terminal::{Clear, ClearType};
use llm_output::{Changed, LlmOutput, Stream, events};

/// A code review.
#[derive(Debug, LlmOutput)]
#[llm(stream)]
struct Review {
    /// One sentence.
    summary: String,
    /// Most severe first.
    findings: Vec<Finding>,
}

/// One thing that is wrong.
#[derive(Debug, LlmOutput)]
#[llm(stream)]
struct Finding {
    severity: Severity,
    file: String,
    line: u32,
    title: String,
}

/// How bad it is.
#[derive(Debug, Clone, LlmOutput)]
#[llm(rename_all = "lowercase")]
enum Severity {
    Critical,
    High,
    Medium,
    Low,
}

/// What a provider sent, event by event.
const RECORDED: &str = include_str!("recorded/openai_chat.sse");

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = io::stdout();
    let is_terminal = out.is_terminal();
    let mut review = Review::stream();
    let mut drawn = 0;
    for data in RECORDED.lines().filter_map(|line| line.strip_prefix("data: ")) {
        let delta = events::openai_chat(data);
        review.push(&delta.text);
        if let Some(finish) = delta.finish {
            review = review.stopped_by(finish);
        }
        if is_terminal {
            drawn = draw(&mut out, review.partial(), drawn)?;
            std::thread::sleep(Duration::from_millis(20));
        } else {
            print_changes(&mut out, &review)?;
        }
    }
    let ended = review.end();
    if let Some(place) = ended.revised {
        writeln!(out, "(changed at the end: {place})")?;
    }
    let parsed = ended.result?;
    writeln!(
        out,
        "\n{} findings, {} repairs",
        parsed.findings.len(),
        parsed.repairs().len()
    )?;
    Ok(())
}

/// Draws what there is over what was drawn before, which took so many lines.
fn draw(out: &mut impl Write, review: &ReviewPartial, before: u16) -> io::Result<u16> {
    if before > 0 {
        execute!(out, MoveToPreviousLine(before))?;
    }
    execute!(out, Clear(ClearType::FromCursorDown))?;
    let width = crossterm::terminal::size().map_or(80, |(columns, _)| usize::from(columns));
    let mut lines = vec![format!("{}▌", review.summary.as_deref().unwrap_or_default())];
    for finding in &review.findings {
        let severity = finding
            .severity
            .as_ref()
            .map_or_else(|| "…".to_owned(), |severity| format!("{severity:?}"));
        let file = finding.file.as_deref().unwrap_or_default();
        let line = finding.line.map_or_else(String::new, |line| format!(":{line}"));
        let title = finding.title.as_deref().unwrap_or_default();
        lines.push(format!("  {severity:<8} {file}{line}  {title}"));
    }
    for (number, line) in lines.iter().enumerate() {
        // One line of the terminal each, so that it is known how far to go back.
        let line: String = line.chars().take(width.saturating_sub(1)).collect();
        let weight = if number == 0 { Attribute::Bold } else { Attribute::Reset };
        execute!(out, SetAttribute(weight))?;
        writeln!(out, "{line}")?;
        execute!(out, SetAttribute(Attribute::Reset))?;
    }
    out.flush()?;
    Ok(u16::try_from(lines.len()).unwrap_or(u16::MAX))
}

/// A line for each field that is complete.
fn print_changes(out: &mut impl Write, review: &Stream<'_, Review>) -> io::Result<()> {
    for change in review.changes() {
        if let Changed::Done | Changed::Set = change.what() {
            writeln!(out, "{} is complete", change.path())?;
        }
    }
    Ok(())
}

//! What terminals, diffs, mails, logs and streams write on each line.

use super::catalogue::{Catalogue, Stage};
use super::tokens::Token;

/// What is written before each line; `#` is the number of the line.
const PREFIXES: &[&str] = &[
    "data: ",
    "data:",
    "> ",
    ">",
    ">> ",
    "| ",
    "|",
    "#: ",
    "#. ",
    "# | ",
    "# ",
    "L#: ",
    "[#] ",
    "(#) ",
    "#\t",
    "+ ",
    "- ",
    "+",
    "* ",
    "\u{2022} ",
    "$ ",
    ">>> ",
    "... ",
    "\u{2502} ",
    "\u{2551} ",
    "// ",
    "//",
    "; ",
    "-- ",
    "% ",
    "\u{a0}\u{a0}",
    "/// ",
    " * ",
    "[12:00:01] ",
    "INFO: ",
    "2024-05-06T12:00:00Z ",
    "assistant: ",
    "event: message\ndata: ",
    "<br>",
    "\\t",
    "\u{200b}",
    "~ ",
    ": ",
    "&gt; ",
    "00000000  ",
    "@@ ",
    "! ",
];

/// What is written after each line.
const SUFFIXES: &[&str] = &[
    "\\",
    " \\",
    "<br>",
    "<br/>",
    ";",
    "\u{b6}",
    "\\n",
    " |",
    "\u{2028}",
    "\\r",
    "&#10;",
    "\u{b}",
    " // ok",
    " # ok",
    "\u{1b}[0m",
    " \u{21a9}",
    " +",
];

pub(super) fn add(catalogue: &mut Catalogue) {
    for prefix in PREFIXES {
        catalogue.lines(format!("{prefix:?} before each line"), move |text, _, random| {
            let first = 1 + random.below(3) * 40;
            let lines = text.lines().enumerate().map(|(at, line)| {
                let number = (first + at).to_string();
                format!("{}{line}", prefix.replace('#', &number))
            });
            Some(lines.collect::<Vec<_>>().join("\n"))
        });
    }
    catalogue.lines("hash before each line", |text, _, _| {
        Some(
            text.lines()
                .map(|line| format!("# {line}"))
                .collect::<Vec<_>>()
                .join("\n"),
        )
    });
    catalogue.lines("some lines commented out", |text, _, random| {
        let lines = text.lines().map(|line| {
            if random.one_in(5) {
                format!("// {line}")
            } else {
                line.to_owned()
            }
        });
        Some(lines.collect::<Vec<_>>().join("\n"))
    });
    catalogue.lines("comment around all lines", |text, _, _| Some(format!("/*\n{text}\n*/")));
    for suffix in SUFFIXES {
        catalogue.lines(format!("{suffix:?} after each line"), move |text, _, _| {
            Some(
                text.lines()
                    .map(|line| format!("{line}{suffix}"))
                    .collect::<Vec<_>>()
                    .join("\n"),
            )
        });
    }
    catalogue.lines("plus or minus before some lines", |text, _, random| {
        let lines = text
            .lines()
            .map(|line| format!("{}{line}", random.pick(&["+", " ", " "])));
        Some(lines.collect::<Vec<_>>().join("\n"))
    });
    catalogue.lines("a blank line and a page number", |text, _, random| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.insert(random.below(lines.len()), "\n- 2 -\n".to_owned());
        Some(lines.join("\n"))
    });
    catalogue.lines("cells of a table", |text, _, _| {
        Some(
            text.lines()
                .map(|line| format!("| {} |", line.trim()))
                .collect::<Vec<_>>()
                .join("\n"),
        )
    });
    catalogue.lines("cells of a table with a header", |text, _, _| {
        let rows = text
            .lines()
            .map(|line| format!("| {} |", line.trim()))
            .collect::<Vec<_>>()
            .join("\n");
        Some(format!("| json |\n|---|\n{rows}"))
    });
    for (name, between) in [
        ("server-sent events of chunks", "\n\ndata: "),
        ("server-sent events of chunks with a name", "\n\nevent: delta\ndata: "),
        ("chunks with a sign between", " \u{21b5} "),
        ("chunks with a cursor between", "\u{258c}"),
        ("chunks with a line number between", "\n12: "),
    ] {
        catalogue.text(Stage::Document, name, move |text, tokens, random| {
            // Only a document whose tokens were not damaged as a text is cut between them.
            (tokens.list.iter().map(Token::written).collect::<String>() == text).then_some(())?;
            let mut chunks = between.trim_start_matches(['\n', '\r']).to_owned();
            for (at, token) in tokens.list.iter().enumerate() {
                if at > 0 && random.one_in(3) {
                    chunks.push_str(between);
                }
                chunks.push_str(&token.written());
            }
            Some(chunks)
        });
    }
    catalogue.lines("lines in another order of columns", |text, _, _| {
        Some(
            text.lines()
                .map(|line| format!("{line:<60}|"))
                .collect::<Vec<_>>()
                .join("\n"),
        )
    });
}

//! The report as bars.

use std::fmt::Write;

use crate::Report;
use crate::report::share;

const LEFT: usize = 220;
const WIDTH: f64 = 400.0;
const ROW: usize = 24;

/// The shares of each contract that were read and are right, and of all cases that needed each kind of repair.
pub(crate) fn of(report: &Report) -> String {
    let mut bars = Vec::new();
    for (name, tally) in report.contracts() {
        bars.push((format!("{name}: read"), share(tally.read, tally.cases), "#4c78a8"));
        if tally.judged > 0 {
            bars.push((format!("{name}: right"), tally.share(), "#54a24b"));
        }
    }
    let total = report.total();
    let repairs = total.repairs.iter();
    bars.extend(repairs.map(|(kind, count)| ((*kind).to_owned(), share(*count, total.cases), "#f58518")));

    let height = ROW * (bars.len() + 1);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"700\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"13\">\n"
    );
    for (index, (label, share, color)) in bars.iter().enumerate() {
        let (top, base) = (ROW * index + 8, ROW * index + 22);
        // Writing to a `String` cannot fail.
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{base}\" text-anchor=\"end\">{}</text><rect x=\"{LEFT}\" y=\"{top}\" width=\"{:.1}\" \
             height=\"18\" fill=\"{color}\"/><text x=\"{:.1}\" y=\"{base}\">{:.1} %</text>",
            LEFT - 8,
            escaped(label),
            share * WIDTH,
            share.mul_add(WIDTH, 228.0),
            share * 100.0,
        );
    }
    svg.push_str("</svg>\n");
    svg
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

//! The table as a picture: a row a case, a dot a contender, time on a logarithmic axis.

use std::fmt::Write;

use crate::contenders::Contender;
use crate::inputs::Case;

const COLOURS: [&str; 10] = [
    "#d62728", "#444444", "#1f77b4", "#17becf", "#2ca02c", "#9467bd", "#8c564b", "#e377c2", "#bcbd22", "#ff7f0e",
];

/// An SVG of the geometric means: `means[case][contender]`, `None` where a contender is not always right.
pub fn svg(means: &[Vec<Option<f64>>]) -> String {
    let (left, top, width, row) = (130.0, 70.0, 620.0, 34.0);
    let height = top + row * 9.0 + 40.0;
    let (low, high) = (0.3f64, 1000.0f64);
    let x = |ratio: f64| left + width * (ratio.clamp(low, high) / low).ln() / (high / low).ln();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {height}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n<text x=\"{left}\" y=\"18\">Time in \
         units of serde_json on the clean text; a dot only where every value was right</text>\n",
        left + width + 30.0
    );
    for (index, contender) in Contender::ALL.iter().enumerate() {
        #[expect(clippy::cast_precision_loss, reason = "ten of them")]
        let (column, line) = ((index % 5) as f64, (index / 5) as f64);
        let (at, base) = (left + column * 125.0, 36.0 + line * 16.0);
        let _ = writeln!(
            svg,
            "<circle cx=\"{at}\" cy=\"{}\" r=\"5\" fill=\"{}\"/><text x=\"{}\" y=\"{base}\">{}</text>",
            base - 4.0,
            COLOURS[index],
            at + 9.0,
            contender.name()
        );
    }
    for mark in [0.5, 1.0, 2.0, 5.0, 10.0, 100.0, 1000.0] {
        let at = x(mark);
        let _ = writeln!(
            svg,
            "<line x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{top}\" y2=\"{}\" stroke=\"#ddd\"/><text x=\"{at:.1}\" y=\"{}\" \
             text-anchor=\"middle\">{mark}</text>",
            height - 40.0,
            height - 22.0
        );
    }
    for (index, (case, ratios)) in Case::ALL.iter().zip(means).enumerate() {
        #[expect(clippy::cast_precision_loss, reason = "nine of them")]
        let y = top + row * (index as f64 + 0.5);
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>",
            left - 12.0,
            y + 4.0,
            case.name()
        );
        for (ratio, colour) in ratios.iter().zip(COLOURS).rev() {
            if let Some(ratio) = ratio {
                let _ = writeln!(
                    svg,
                    "<circle cx=\"{:.1}\" cy=\"{y}\" r=\"5\" fill=\"{colour}\"/>",
                    x(*ratio)
                );
            }
        }
    }
    svg.push_str("</svg>\n");
    svg
}

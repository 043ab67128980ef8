//! Replies of about 1 KB, half of them messy: the same ones for the same seed.

use llm_output::LlmOutput;
use serde::{Deserialize, Serialize};

/// A code review.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
pub(crate) struct Review {
    /// Most severe first.
    pub findings: Vec<Finding>,
    /// One sentence.
    pub summary: Option<String>,
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
pub(crate) struct Finding {
    pub severity: Severity,
    /// Path as given in the diff.
    pub file: String,
    #[llm(range(min = 1))]
    pub line: u32,
    pub title: String,
}

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, LlmOutput)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Severity {
    Critical,
    High,
    #[llm(alias = "moderate")]
    Medium,
    Low,
    Info,
}

const WORDS: [&str; 24] = [
    "the", "value", "of", "a", "field", "is", "read", "twice", "and", "lost", "when", "buffer", "wraps", "because",
    "nobody", "checks", "index", "before", "write", "so", "callers", "see", "stale", "data",
];

/// `SplitMix64`: a few lines, and the same numbers everywhere.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % limit
    }

    fn word(&mut self) -> &'static str {
        WORDS[usize::try_from(self.below(24)).expect("it is below 24")]
    }

    fn sentence(&mut self, words: usize) -> String {
        let words: Vec<&str> = (0..words).map(|_| self.word()).collect();
        words.join(" ")
    }
}

fn review(random: &mut Random) -> Review {
    let findings = (0..4 + random.below(4)).map(|_| Finding {
        severity: match random.below(5) {
            0 => Severity::Critical,
            1 => Severity::High,
            2 => Severity::Medium,
            3 => Severity::Low,
            _ => Severity::Info,
        },
        file: format!("src/{}/{}.rs", random.word(), random.word()),
        line: 1 + u32::try_from(random.below(900)).expect("it is below 900"),
        title: random.sentence(15),
    });
    let findings = findings.collect();
    Review {
        findings,
        summary: (random.below(10) > 0).then(|| random.sentence(40)),
    }
}

/// The reply of a row, which depends on the seed and the row alone. Every second one is messy, and every thousandth is no answer.
pub(crate) fn reply(seed: u64, row: u64) -> String {
    let mut random = Random::new(seed.wrapping_mul(0x1000_0000_01b3) ^ row);
    let review = review(&mut random);
    let clean = serde_json::to_string_pretty(&review).expect("it has no keys but names");
    if row % 1000 == 999 {
        return "I cannot review this, since there is no diff.".to_owned();
    }
    if row.is_multiple_of(2) {
        return serde_json::to_string(&review).expect("it has no keys but names");
    }
    match random.below(7) {
        0 => format!("Sure, here is my review:\n\n```json\n{clean}\n```\n\nLet me know if you need more."),
        1 => clean.replace("}\n  ]", "},\n  ]"),
        2 => clean.replace("\"severity\"", "severity").replace("\"title\"", "title"),
        3 => clean.replace("\"file\": \"src", "'file': \"src"),
        4 => format!("<think>First the {{loop}}.</think>{clean}"),
        5 => clean
            .replace("\"line\": ", "\"line\": \"")
            .replace(",\n      \"title\"", "\",\n      \"title\""),
        _ => clean
            .replace("\"high\"", "\"HIGH\"")
            .trim_end_matches(['}', '\n', ' '])
            .to_owned(),
    }
}

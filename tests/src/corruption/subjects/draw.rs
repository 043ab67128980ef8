//! Values of the types.

use std::collections::BTreeMap;

use chrono::{NaiveDate, NaiveDateTime};

use super::types::{
    Block, Buyer, Code, Command, Config, Drawing, Entry, Event, Folder, Glossary, Item, Lesson, Log, Meeting, Order,
    Person, Script, Series, Shape, Ticket, Triage,
};
use crate::sample::{Random, Sample, Texts};
use crate::types::{CommitMessage, Finding, Preferences, Review, Severity};

/// A type whose plausible values can be drawn. [`Sample`] draws the ends of every number too, and keys of maps that
/// no model would write.
pub trait Draw: Sized {
    /// A value that depends on the state of `random` alone.
    fn draw(random: &mut Random) -> Self;
}

const WORDS: &[&str] = &[
    "alpha",
    "beta",
    "the",
    "a",
    "of",
    "parser",
    "value",
    "name",
    "list",
    "is",
    "not",
    "and",
    "Ann",
    "Bob",
    "user",
    "stop",
    "edit",
    "note",
    "title",
    "tags",
    "age",
    "fix",
    "bug",
    "data",
    "7",
    "42",
    "3.5",
    "true",
    "null",
    "caf\u{e9}",
    "\u{65e5}\u{672c}",
    "na\u{ef}ve",
    "\u{1f680}",
    "don't",
    "it's",
    "co-op",
    "C++",
    "e.g.",
    "x_y",
    "100%",
    "$5",
    "&",
    "#1",
    "@home",
    "v1.2",
    "A/B",
];

const PIECES: &[&str] = &[
    "one, two, and three",
    "key: value",
    "a: b, c: d",
    "(see above)",
    "[1]",
    "[sic]",
    "{name}",
    "f(x) = {x}",
    "let v = vec![1, 2];",
    "if (a && b) { return [1, 2]; }",
    "print(\"hello\")",
    "He said \"hi\", then left",
    "the \"cache\"",
    "\"quoted\"",
    "5\" nails",
    "first line\nsecond line",
    "- one\n- two",
    "```\nlet v = [1, 2, 3];\n```",
    "`cargo test`",
    "**bold**",
    "see https://example.org/a?b=c&d=[1]#top",
    "// not a comment",
    "# heading",
    "<b>bold</b>",
    "a | b",
    "a; b; c",
    "x = y => z",
    "a \u{2014} b",
    "\u{201c}smart\u{201d} quotes",
    "C:\\temp\\new",
    "^\\d+$",
    "wait...",
    "why?",
    "10,000",
    "2024-05-06",
    "a\tb",
];

impl Draw for String {
    fn draw(random: &mut Random) -> Self {
        match random.below(12) {
            0 => String::sample(random, Texts::Human),
            1 | 2 => random.pick(PIECES).to_owned(),
            3 => format!("{} {}", words(random, 2), random.pick(PIECES)),
            4 => format!("{}, {}", random.pick(PIECES), words(random, 2)),
            5 => format!("{}. {}!", words(random, 4), words(random, 3)),
            6 | 7 => words(random, 1),
            _ => words(random, 5),
        }
    }
}

fn words(random: &mut Random, most: usize) -> String {
    let count = 1 + random.below(most);
    let words: Vec<&str> = (0..count).map(|_| random.pick(WORDS)).collect();
    words.join(" ")
}

/// What keys of maps begin with. No field of a subject does.
pub const MAP_KEYS: &[&str] = &[
    "main",
    "PATH",
    "home",
    "left_side",
    "rate",
    "Token",
    "user-id",
    "max",
    "zeta",
    "log.txt",
];

/// A short name without spaces, as keys of maps and names of files are.
fn name(random: &mut Random) -> String {
    let stem = random.pick(MAP_KEYS);
    if random.one_in(3) {
        format!("{stem}{}", random.below(10))
    } else {
        stem.to_owned()
    }
}

impl Draw for bool {
    fn draw(random: &mut Random) -> Self {
        random.one_in(2)
    }
}

macro_rules! draw_integer {
    ($($integer:ty),*) => {$(
        impl Draw for $integer {
            fn draw(random: &mut Random) -> Self {
                let most = [10, 100, 120][random.below(3)];
                Self::try_from(random.below(most)).expect("small numbers fit every integer")
            }
        }
    )*};
}

draw_integer!(u8, u16, u32, i32);

impl Draw for i64 {
    fn draw(random: &mut Random) -> Self {
        i64::from(i32::draw(random)) * [1, 1, 1000, -1][random.below(4)]
    }
}

impl Draw for f64 {
    fn draw(random: &mut Random) -> Self {
        f64::from(u32::draw(random)) / [1.0, 10.0, 4.0, 100.0][random.below(4)]
    }
}

impl<T: Draw> Draw for Option<T> {
    fn draw(random: &mut Random) -> Self {
        (!random.one_in(4)).then(|| T::draw(random))
    }
}

impl<T: Draw> Draw for Vec<T> {
    fn draw(random: &mut Random) -> Self {
        let count = [0, 1, 2, 2, 3, 3, 4][random.below(7)];
        (0..count).map(|_| T::draw(random)).collect()
    }
}

impl<T: Draw> Draw for BTreeMap<String, T> {
    fn draw(random: &mut Random) -> Self {
        (0..=random.below(4)).map(|_| (name(random), T::draw(random))).collect()
    }
}

impl Draw for NaiveDate {
    fn draw(random: &mut Random) -> Self {
        let days = u64::try_from(random.below(9000)).expect("a small number");
        NaiveDate::from_ymd_opt(2004, 2, 28).expect("a date") + chrono::Days::new(days)
    }
}

impl Draw for NaiveDateTime {
    fn draw(random: &mut Random) -> Self {
        let [hour, minute] = [24, 60].map(|end| u32::try_from(random.below(end)).expect("a small number"));
        NaiveDate::draw(random).and_hms_opt(hour, minute, 0).expect("a time")
    }
}

impl Draw for Severity {
    fn draw(random: &mut Random) -> Self {
        Self::sample(random, Texts::Human)
    }
}

impl Draw for Shape {
    fn draw(random: &mut Random) -> Self {
        match random.below(3) {
            0 => Self::Circle {
                radius: Draw::draw(random),
            },
            1 => Self::Rectangle {
                width: Draw::draw(random),
                height: Draw::draw(random),
            },
            _ => Self::Named(Draw::draw(random)),
        }
    }
}

impl Draw for Command {
    fn draw(random: &mut Random) -> Self {
        match random.below(4) {
            0 => Self::Stop,
            1 => Self::Wait(Draw::draw(random)),
            _ => Self::Edit {
                path: name(random),
                code: Draw::draw(random),
            },
        }
    }
}

impl Draw for Event {
    fn draw(random: &mut Random) -> Self {
        match random.below(5) {
            0 => Self::Idle,
            1 | 2 => Self::Failure {
                code: Draw::draw(random),
                reason: Draw::draw(random),
            },
            _ => Self::Message {
                sender: Draw::draw(random),
                body: Draw::draw(random),
                receiver: Draw::draw(random),
            },
        }
    }
}

impl Draw for Block {
    fn draw(random: &mut Random) -> Self {
        match random.below(5) {
            0 => Self::Pause,
            1 | 2 => Self::Quiz {
                question: Draw::draw(random),
                options: Draw::draw(random),
            },
            _ => Self::Paragraph(Draw::draw(random)),
        }
    }
}

impl Draw for Folder {
    fn draw(random: &mut Random) -> Self {
        folder(random, 2)
    }
}

fn folder(random: &mut Random, depth: usize) -> Folder {
    let count = if depth == 0 { 0 } else { random.below(3) };
    Folder {
        name: name(random),
        files: (0..random.below(3)).map(|_| name(random)).collect(),
        folders: (0..count).map(|_| folder(random, depth - 1)).collect(),
        note: Draw::draw(random),
    }
}

/// Draws each field of a struct by its own type.
macro_rules! drawn {
    ($($name:ident { $($field:ident),* $(,)? })*) => {$(
        impl Draw for $name {
            fn draw(random: &mut Random) -> Self {
                Self { $($field: Draw::draw(random)),* }
            }
        }
    )*};
}

drawn! {
    Person { name, age, tags }
    Drawing { title, shapes, scale }
    Script { commands, note }
    Item { sku, quantity, price }
    Code { language, code, explanation, tests }
    Order { order_id, buyer, items, urgency, paid, discount, remark }
    Buyer { full_name, email, zip_code }
    Log { author, events }
    Lesson { subject, blocks, minutes }
    Ticket { title, triage, labels, description }
    Triage { priority, assignee }
    Meeting { topic, called, starts, attendees, room }
    Config { name, env, ports, level, verbose }
    Glossary { entries, language }
    Entry { meaning, weight }
    Series { label, values, unit }
    CommitMessage { emoji, title, message }
    Review { findings, summary }
    Preferences { theme, font_size, retries, enabled, confirm }
}

impl Draw for Finding {
    fn draw(random: &mut Random) -> Self {
        Self {
            severity: Draw::draw(random),
            file: name(random),
            line: u32::draw(random) + 1,
            title: Draw::draw(random),
        }
    }
}

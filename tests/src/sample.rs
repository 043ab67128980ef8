//! Values of the shared types, drawn from a seed: the same seed gives the same value on every machine.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::hash::{BuildHasher, Hash};
use std::sync::Arc;

use crate::types::{
    Address, Assessment, CommitMessage, Customer, Edit, EditArgs, Finding, Invoice, InvoiceLine, Leaves, Membership,
    Note, Preferences, Rating, Review, Severity, Status, Step, UserId, WriteArgs,
};

/// A generator of numbers (xorshift64*), good enough to draw test data from.
#[derive(Debug, Clone)]
pub struct Random {
    state: u64,
    /// What is drawn first.
    chosen: VecDeque<u16>,
}

impl Random {
    /// A generator whose numbers depend on `seed` alone.
    pub const fn new(seed: u64) -> Self {
        Self {
            // Neighbouring seeds must not give neighbouring numbers, and a state of zero would stay zero.
            state: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0xD1B5_4A32_D192_ED03 | 1,
            chosen: VecDeque::new(),
        }
    }

    /// A generator whose first numbers below 2^16 are those in `bytes`, so that a fuzzer can change one of them.
    pub fn chosen(bytes: &[u8]) -> Self {
        let (pairs, _) = bytes.as_chunks();
        Self {
            chosen: pairs.iter().copied().map(u16::from_le_bytes).collect(),
            ..Self::new(0)
        }
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        if let Some(number) = self.chosen.pop_front() {
            // Where `below` looks.
            return u64::from(number) << 11;
        }
        self.state ^= self.state >> 12;
        self.state ^= self.state << 25;
        self.state ^= self.state >> 27;
        self.state.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number below `end`.
    ///
    /// # Panics
    ///
    /// Where `end` is zero.
    pub fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end).expect("a test never draws from more than 2^64 choices");
        usize::try_from((self.bits() >> 11) % end).expect("the remainder is below a usize")
    }

    /// True once in `n` draws.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of `choices`.
    pub fn pick<'a, T: ?Sized>(&mut self, choices: &[&'a T]) -> &'a T {
        choices[self.below(choices.len())]
    }
}

/// What the texts inside a value are made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Texts {
    /// What people write: apostrophes, quotes, commas, code, links, line breaks, other scripts.
    Human,
    /// Human texts and whatever might mislead a repairer: pieces of the document's own syntax, fences, tags, controls.
    Hostile,
}

/// Draws each field of a struct by its own type.
#[macro_export]
macro_rules! sampled {
    ($($name:ident { $($field:ident),* $(,)? })*) => {$(
        impl $crate::sample::Sample for $name {
            fn sample(random: &mut $crate::sample::Random, texts: $crate::sample::Texts) -> Self {
                Self { $($field: $crate::sample::Sample::sample(random, texts)),* }
            }
        }
    )*};
}

/// A type of which values can be drawn.
pub trait Sample: Sized {
    /// A value that depends on the state of `random` alone.
    fn sample(random: &mut Random, texts: Texts) -> Self;
}

const HUMAN: &[&str] = &[
    "",
    "ok",
    "Fix the parser",
    "it's broken",
    "don't use the users' table",
    "the 'quick' fix",
    "rock 'n' roll",
    "He said \"hi\" and left",
    "the so-called \"cache\"",
    "\"Quoted\" at the start",
    "ends with a \"quote\"",
    "5\" nails, 3' boards",
    "one, two, and three",
    "src/main.rs",
    "C:\\Users\\new\\table.txt",
    "a\\b",
    "https://example.org/a?b=c&d=[1]#top",
    "see http://localhost:8080/x, then retry",
    "fn main() { println!(\"{}\", x); }",
    "if (a && b) { return [1, 2]; }",
    "let v = vec![1, 2, 3];",
    "SELECT * FROM t WHERE name = 'O''Brien';",
    "{name} is {age}",
    "{\"ok\": true}",
    "[link](target)",
    "use `cargo test` -- it's quick",
    "a: b",
    "key: value, other: 1",
    "10% of 5,000 = 500",
    "first line\nsecond line",
    "a list:\n- one\n- two\n",
    "tab\there",
    "caf\u{e9} na\u{ef}ve",
    "\u{65e5}\u{672c}\u{8a9e}",
    "\u{1f680} ship it \u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}",
    "\u{201c}smart quotes\u{201d} and \u{2018}single ones\u{2019}",
    "a \u{2014} b\u{2026}",
    "# not a comment",
    "// not a comment either",
    "/* nor this */",
    "#[derive(Debug)]",
    "^\\d+(\\.\\d+)?$",
    "\\frac{1}{2} \\times \\alpha",
    "true",
    "null",
    "None",
    "42",
    "N/A",
    "(see above)",
    "...",
    "a; b; c",
    "x = y => z",
    "<b>bold</b> &amp; more",
    "why?",
    "  spaces around  ",
];

const HOSTILE: &[&str] = &[
    "\", \"title\": \"x",
    "\",\"file\":\"",
    "\"}]}",
    "}, {",
    "],",
    "{\"findings\": [], \"summary\": null}",
    "{\"title\": \"draft\", \"message\": \"draft\"}",
    "```json\n{\"content\": 1}\n```",
    "```",
    "~~~",
    "<think>no</think>",
    "</think>",
    "<answer>",
    "</answer>",
    "<|im_start|>",
    "[CONTENT]",
    "\\\"",
    "\\",
    "\\\\",
    "\\u0041",
    "\\n",
    "\u{0}",
    "\u{1}\u{8}\u{c}\u{1f}",
    "\u{7f}\u{80}",
    "\u{feff}",
    "\u{200b}\u{a0}\u{2028}\u{2029}",
    "\u{fffd}",
    "\u{10ffff}",
    "\r\n",
    "'",
    "''",
    "\"",
    "\"\"",
    "\"\"\"",
    "'''",
    "`",
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "/",
    "//",
    "/*",
    "#",
    "NaN",
    "True",
    "undefined",
    "[1, 2, 3]",
    "[\"a\", \"b\"]",
    "\"quoted\"",
    "severity",
    "\"severity\": \"low\"",
    "message: x, title: y",
    "1e999",
    "\u{201c}",
    "\u{ab}x\u{bb}",
];

impl Sample for String {
    fn sample(random: &mut Random, texts: Texts) -> Self {
        let mut text = Self::new();
        let pieces = 1 + random.below(3);
        for piece in 0..pieces {
            if piece > 0 {
                text.push_str(random.pick(&[" ", " ", " ", ", ", "\n", ". ", ""]));
            }
            let hostile = texts == Texts::Hostile && random.one_in(2);
            text.push_str(random.pick(if hostile { HOSTILE } else { HUMAN }));
        }
        text
    }
}

impl Sample for bool {
    fn sample(random: &mut Random, _: Texts) -> Self {
        random.one_in(2)
    }
}

impl Sample for char {
    fn sample(random: &mut Random, _: Texts) -> Self {
        random
            .pick(&["a", "\"", "\\", "\n", "'", "\u{e9}", "\u{1f680}", "{", " "])
            .chars()
            .next()
            .unwrap_or('a')
    }
}

macro_rules! sample_integer {
    ($($integer:ty),*) => {$(
        impl Sample for $integer {
            // Every second number is small, as in real answers; the others reach to both ends of the type.
            #[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]
            fn sample(random: &mut Random, _: Texts) -> Self {
                match random.below(8) {
                    0 => Self::MIN,
                    1 => Self::MAX,
                    2 | 3 => random.bits() as Self,
                    _ => random.below(100) as Self,
                }
            }
        }
    )*};
}

sample_integer!(i8, i16, i32, i64, isize, u8, u16, u32, u64, usize);

impl Sample for f64 {
    fn sample(random: &mut Random, texts: Texts) -> Self {
        match random.below(6) {
            0 => f64::from(i32::sample(random, texts)),
            1 => f64::from(i32::sample(random, texts)) / 100.0,
            2 => [0.0, -0.0, 1e300, f64::MAX, f64::MIN_POSITIVE, 5e-324, 1e21, 0.1][random.below(8)],
            3 => {
                let any = f64::from_bits(random.bits());
                if any.is_finite() { any } else { 1.5 }
            }
            _ => f64::from(u16::sample(random, texts)) / 8.0,
        }
    }
}

impl Sample for f32 {
    fn sample(random: &mut Random, texts: Texts) -> Self {
        match random.below(3) {
            0 => [0.0, -0.0, f32::MAX, f32::MIN_POSITIVE, 0.1][random.below(5)],
            _ => f32::from(i16::sample(random, texts)) / 16.0,
        }
    }
}

impl<T: Sample> Sample for Option<T> {
    fn sample(random: &mut Random, texts: Texts) -> Self {
        (!random.one_in(3)).then(|| T::sample(random, texts))
    }
}

impl<T: Sample> Sample for Vec<T> {
    fn sample(random: &mut Random, texts: Texts) -> Self {
        (0..random.below(4)).map(|_| T::sample(random, texts)).collect()
    }
}

impl Sample for Arc<str> {
    fn sample(random: &mut Random, texts: Texts) -> Self {
        String::sample(random, texts).into()
    }
}

impl Sample for Cow<'static, str> {
    fn sample(random: &mut Random, texts: Texts) -> Self {
        Self::Owned(String::sample(random, texts))
    }
}

impl<T: Sample, const N: usize> Sample for [T; N] {
    fn sample(random: &mut Random, texts: Texts) -> Self {
        std::array::from_fn(|_| T::sample(random, texts))
    }
}

impl<T: Sample> Sample for Box<T> {
    fn sample(random: &mut Random, texts: Texts) -> Self {
        Self::new(T::sample(random, texts))
    }
}

impl<K: Sample + Hash + Eq, V: Sample, S: BuildHasher + Default> Sample for HashMap<K, V, S> {
    fn sample(random: &mut Random, texts: Texts) -> Self {
        // One member at most: the order of a `HashMap` changes from run to run, and a document must not.
        (0..random.below(2))
            .map(|_| (K::sample(random, texts), V::sample(random, texts)))
            .collect()
    }
}

impl<K: Sample + Ord, V: Sample> Sample for BTreeMap<K, V> {
    fn sample(random: &mut Random, texts: Texts) -> Self {
        (0..random.below(4))
            .map(|_| (K::sample(random, texts), V::sample(random, texts)))
            .collect()
    }
}

impl<T: Sample + Hash + Eq, S: BuildHasher + Default> Sample for HashSet<T, S> {
    fn sample(random: &mut Random, texts: Texts) -> Self {
        Option::sample(random, texts).into_iter().collect()
    }
}

impl<T: Sample + Ord> Sample for BTreeSet<T> {
    fn sample(random: &mut Random, texts: Texts) -> Self {
        Vec::sample(random, texts).into_iter().collect()
    }
}

impl Sample for Severity {
    fn sample(random: &mut Random, _: Texts) -> Self {
        [Self::Critical, Self::High, Self::Medium, Self::Low, Self::Info][random.below(5)]
    }
}

impl Sample for Status {
    fn sample(random: &mut Random, _: Texts) -> Self {
        [Self::Done, Self::InProgress, Self::NeedsReview][random.below(3)]
    }
}

impl Sample for UserId {
    fn sample(random: &mut Random, texts: Texts) -> Self {
        Self(u64::sample(random, texts))
    }
}

sampled! {
    Review { findings, summary }
    CommitMessage { emoji, title, message }
    Note { title, message, tags, count }
    WriteArgs { content, paths }
    EditArgs { path, edits }
    Edit { old_text, new_text }
    Assessment { interest, sleep, further, remark }
    Invoice { invoice_number, customer, lines, facts }
    InvoiceLine { article, quantity, price, stock_change, shipped, note }
    Customer { full_name, address, age }
    Address { street, zip_code, city }
    Preferences { theme, font_size, retries, enabled, confirm }
    Step { status, reason }
    Membership { user, friends }
}

impl Sample for Finding {
    fn sample(random: &mut Random, texts: Texts) -> Self {
        Self {
            severity: Sample::sample(random, texts),
            file: Sample::sample(random, texts),
            line: u32::sample(random, texts).max(1),
            title: Sample::sample(random, texts),
        }
    }
}

impl Sample for Rating {
    fn sample(random: &mut Random, texts: Texts) -> Self {
        Self {
            evidence: Sample::sample(random, texts),
            reason: Sample::sample(random, texts),
            score: Option::<u8>::sample(random, texts).map(|score| score % 4),
        }
    }
}

impl Sample for Leaves {
    fn sample(random: &mut Random, texts: Texts) -> Self {
        Self {
            i8: Sample::sample(random, texts),
            i16: Sample::sample(random, texts),
            i32: Sample::sample(random, texts),
            i64: Sample::sample(random, texts),
            isize: Sample::sample(random, texts),
            u8: Sample::sample(random, texts),
            u16: Sample::sample(random, texts),
            u32: Sample::sample(random, texts),
            u64: Sample::sample(random, texts),
            usize: Sample::sample(random, texts),
            f32: Sample::sample(random, texts),
            f64: Sample::sample(random, texts),
            bool: Sample::sample(random, texts),
            char: Sample::sample(random, texts),
            string: Sample::sample(random, texts),
            option: Sample::sample(random, texts),
            vec: Sample::sample(random, texts),
            array: [0; 3].map(|_: u8| Sample::sample(random, texts)),
            boxed: Sample::sample(random, texts),
            cow: Cow::Owned(Sample::sample(random, texts)),
            arc: Arc::from(String::sample(random, texts)),
            hash_map: Sample::sample(random, texts),
            enum_map: Sample::sample(random, texts),
            hash_set: Sample::sample(random, texts),
            btree_set: Sample::sample(random, texts),
            r#type: Sample::sample(random, texts),
        }
    }
}

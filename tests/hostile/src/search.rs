//! Hill climbing towards texts that cost the most.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use llm_output::Options;

use crate::FOUND;
use crate::meter::Cost;
use crate::texts::{Random, Recipe};
use crate::types::{OPTIONS, TARGETS, Target, Use};

/// What a reading may cost.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Nanoseconds for each byte of the text.
    pub time: f64,
    /// Bytes of memory for each byte of the text, besides the value.
    pub memory: usize,
    /// Bytes of memory that do not depend on the text.
    pub base: usize,
    /// How many times as much time and memory a text of twice the length may take, each time that the length doubles.
    pub growth: f64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            time: 400.0,
            memory: 16,
            base: 65536,
            growth: 2.2,
        }
    }
}

impl Limits {
    /// The bytes of memory that a reading may have taken.
    pub fn most_memory(&self, cost: &Cost, length: usize, target: &Target) -> usize {
        // Larger values than the one that came back may have been made and dropped: two of them, while a place was read in another
        // way. The other was moved while it grew.
        let dropped = (2 * target.value * length).saturating_sub(cost.value);
        let moved = cost.value / 2;
        (self.memory + target.buffered) * length + dropped.max(moved) + self.base
    }
}

/// What is made worse.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Metric {
    Time,
    Memory,
    Stack,
}

impl Metric {
    const ALL: [Self; 3] = [Self::Time, Self::Memory, Self::Stack];

    /// The cost as a share of what is allowed.
    fn share(self, cost: &Cost, length: usize, target: &Target, limits: &Limits) -> f64 {
        match self {
            Self::Time => cost.time.as_secs_f64() * 1e9 / float(length) / limits.time,
            Self::Memory => float(cost.memory) / float(limits.most_memory(cost, length, target)),
            Self::Stack => float(cost.stack) / float(target.stack),
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "a figure for people")]
fn float(count: usize) -> f64 {
    count as f64
}

/// Lengths at which a text is judged.
const LENGTHS: [usize; 3] = [64 << 10, 128 << 10, 256 << 10];

/// The length at which the search tries a text.
const TRIED: usize = 16 << 10;

/// How often a text that took too long is read again.
const AGAIN: usize = 4;

/// Steps that a climb may take without getting higher.
const PATIENCE: usize = 40;

/// The search.
#[derive(Debug)]
pub struct Search {
    random: Random,
    seed: u64,
    targets: Vec<&'static Target>,
    limits: Limits,
    /// The worst texts, by what they cost and by type.
    worst: BTreeMap<(Metric, &'static str), (f64, String)>,
    is_within: bool,
    tried: usize,
}

impl Search {
    /// A search that this seed repeats, but for what the clock says, with the targets whose names contain `only`.
    ///
    /// # Panics
    ///
    /// If there is no such target.
    pub fn new(seed: u64, only: &str, limits: Limits) -> Self {
        let targets: Vec<_> = TARGETS.iter().filter(|target| target.name.contains(only)).collect();
        assert!(!targets.is_empty(), "there is no type named {only}");
        Self {
            random: Random(seed),
            seed,
            targets,
            limits,
            worst: BTreeMap::new(),
            is_within: true,
            tried: 0,
        }
    }

    /// Climbs until the time is over.
    pub fn run(&mut self, time: Duration) -> ExitCode {
        let start = Instant::now();
        let known: Vec<Recipe> = lines(FOUND).collect();
        while start.elapsed() < time {
            let begin = if self.random.below(4) == 0 && !known.is_empty() {
                known[self.random.below(known.len())].mutated(&mut self.random)
            } else {
                Recipe::random(&mut self.random)
            };
            self.climb(begin);
        }
        println!("seed {}: {} texts read", self.seed, self.tried);
        for ((metric, name), (share, line)) in &self.worst {
            println!("{metric:?} {name}: {:.0} % of the limit: {line}", 100.0 * share);
        }
        exit_code(self.is_within)
    }

    fn climb(&mut self, begin: Recipe) {
        let metric = Metric::ALL[[0, 0, 1, 1, 2][self.random.below(5)]];
        let target = self.targets[self.random.below(self.targets.len())];
        let (option, options) = OPTIONS[[0, 0, 0, 1, 2, 3][self.random.below(6)]];
        let options = options();
        let asked = [Use::Nothing, Use::Report][self.random.below(2)];
        let mut best = begin;
        let mut height = self.height(&best, metric, target, &options, asked);
        let mut patience = PATIENCE;
        // Most texts are harmless: a climb that begins low is given up early.
        while patience > 0 {
            let next = best.mutated(&mut self.random);
            let reached = self.height(&next, metric, target, &options, asked);
            if reached > height * 1.02 {
                (best, height) = (next, reached);
                patience = PATIENCE;
            } else {
                patience -= if height < 0.05 { 4 } else { 1 };
            }
        }
        let line = format!("{option} {asked:?}: {best}");
        let worst = self.worst.entry((metric, target.name)).or_insert((0.0, String::new()));
        if height > worst.0 {
            *worst = (height, line);
        }
        if height > 0.7 {
            let judged = judge(&best, target, option, &options, asked, &self.limits);
            if let Err(failure) = judged {
                println!("{failure}");
                self.is_within = false;
            }
        }
    }

    fn height(&mut self, recipe: &Recipe, metric: Metric, target: &Target, options: &Options<'_>, asked: Use) -> f64 {
        self.tried += 1;
        let text = recipe.text(TRIED);
        let cost = (target.read)(&text, options, asked);
        metric.share(&cost, text.len().max(TRIED), target, &self.limits)
    }
}

/// How many times the time of the text of half the length it took.
fn time_grown(cost: &Cost, before: &Cost) -> f64 {
    cost.time.as_secs_f64() / before.time.as_secs_f64().max(1e-9)
}

/// Measures a text at all lengths; an error says what it costs too much of.
fn judge(
    recipe: &Recipe,
    target: &Target,
    option: &str,
    options: &Options<'_>,
    asked: Use,
    limits: &Limits,
) -> Result<(), String> {
    let mut before: Option<Cost> = None;
    let mut said = Vec::new();
    let mut growth: Vec<[f64; 2]> = Vec::new();
    let mut last = [0.0; 3];
    for length in LENGTHS {
        let text = recipe.text(length);
        let mut cost = (target.read)(&text, options, asked);
        let is_slow = |cost: &Cost| {
            let share = Metric::Time.share(cost, text.len(), target, limits);
            share > 1.0 || share > 0.25 && before.is_some_and(|before| time_grown(cost, &before) > limits.growth)
        };
        // Another program may have taken the caches, or the system moved the thread: the best of a few readings counts.
        for _ in 0..AGAIN {
            if is_slow(&cost) {
                cost.time = cost.time.min((target.read)(&text, options, asked).time);
            }
        }
        let shares = Metric::ALL.map(|metric| metric.share(&cost, text.len(), target, limits));
        let over: Vec<String> = Metric::ALL
            .iter()
            .zip(shares)
            .filter(|(_, share)| *share > 1.0)
            .map(|(metric, _)| format!("{metric:?}"))
            .collect();
        if !over.is_empty() {
            said.push(format!(
                "{} KB: {} ({:.0} ns and {:.1} bytes a byte, {} KB of stack)",
                text.len() >> 10,
                over.join(", "),
                cost.time.as_secs_f64() * 1e9 / float(text.len()),
                float(cost.memory) / float(text.len()),
                cost.stack >> 10
            ));
        }
        if let Some(before) = before {
            let memory = float(cost.memory) / float(before.memory.max(1));
            growth.push([time_grown(&cost, &before), memory]);
        }
        last = shares;
        before = Some(cost);
    }
    // What is not linear grows at each doubling. A jump at one of them is a bound that is reached, or a cache that is full.
    for (index, (name, share)) in [("time", last[0]), ("memory", last[1])].into_iter().enumerate() {
        let mildest = growth.iter().map(|grown| grown[index]).fold(f64::INFINITY, f64::min);
        if mildest > limits.growth && share > 0.25 {
            said.push(format!("{name} grows {mildest:.1} times or more at each doubling"));
        }
    }
    if said.is_empty() {
        return Ok(());
    }
    Err(format!(
        "{} {option} {asked:?}: {recipe}\n    {}",
        target.name,
        said.join("\n    ")
    ))
}

/// The recipes in a list of them, one a line, but for the lines that begin with `#`.
///
/// # Panics
///
/// Where a line is no recipe.
pub fn lines(text: &str) -> impl Iterator<Item = Recipe> {
    text.lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|line| line.parse().unwrap_or_else(|error| panic!("{error}")))
}

/// Measures texts as every type, or as the one of this name.
pub fn check(text: &str, only: Option<&str>, limits: &Limits) -> ExitCode {
    let mut is_within = true;
    for recipe in lines(text) {
        let mut failures = 0;
        for target in TARGETS
            .iter()
            .filter(|target| only.is_none_or(|only| only == target.name))
        {
            for (option, options) in OPTIONS {
                let options = options();
                for asked in [Use::Nothing, Use::Report] {
                    if let Err(failure) = judge(&recipe, target, option, &options, asked, limits) {
                        println!("{failure}");
                        failures += 1;
                        is_within = false;
                    }
                }
            }
        }
        println!("{failures} failures: {recipe}");
    }
    exit_code(is_within)
}

fn exit_code(is_within: bool) -> ExitCode {
    if is_within {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

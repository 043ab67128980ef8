//! Whether a contender reads a text rightly, found out in a process of its own: some crash, some take for ever.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::adversarial;
use crate::contenders::Contender;
use crate::inputs::{self, Case, Sample};
use crate::types::CommitMessage;

/// What became of a reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The right value.
    Right,
    /// Another value.
    Wrong,
    /// An error.
    Nothing,
    /// The process died.
    Crash,
    /// It took longer than [`PATIENCE`].
    Endless,
}

impl Verdict {
    /// What the table says.
    pub fn name(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Wrong => "wrong value",
            Self::Nothing => "error",
            Self::Crash => "crash",
            Self::Endless => "> 10 s",
        }
    }
}

/// How long a reading may take.
pub const PATIENCE: Duration = Duration::from_secs(10);

const SAMPLES: [&str; 4] = ["commit", "record", "review", "large"];

/// Runs the probe in a process of its own.
///
/// # Panics
///
/// Where this program cannot be started again.
pub fn probe(contender: Contender, sample: &str, case: &str) -> Verdict {
    let program = std::env::current_exe().expect("a running program has a path");
    let mut child = Command::new(program)
        .args(["--probe", contender.name(), sample, case])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program can be started again");
    let start = Instant::now();
    loop {
        match child
            .try_wait()
            .expect("a child can be waited for")
            .map(|status| status.code())
        {
            Some(Some(0)) => return Verdict::Right,
            Some(Some(10)) => return Verdict::Wrong,
            Some(Some(11)) => return Verdict::Nothing,
            Some(_) => return Verdict::Crash,
            None if start.elapsed() > PATIENCE => {
                child.kill().expect("a child can be killed");
                child.wait().expect("a child can be waited for");
                return Verdict::Endless;
            }
            None => std::thread::sleep(Duration::from_millis(2)),
        }
    }
}

/// What the process of [`probe`] does: its exit code is the verdict.
pub fn answer(arguments: &[String]) -> i32 {
    let [contender, sample, case] = arguments else {
        return 12;
    };
    let Some(contender) = Contender::ALL.into_iter().find(|known| known.name() == contender) else {
        return 12;
    };
    if let Some(text) = adversarial::text(sample, case.parse().unwrap_or(0)) {
        return match contender.read::<CommitMessage>(&text, Case::Fenced) {
            Some(value) if value == inputs::commit_message() => 0,
            Some(_) => 10,
            None => 11,
        };
    }
    let Some(case) = Case::ALL.into_iter().find(|known| known.name() == case) else {
        return 12;
    };
    match SAMPLES.iter().position(|known| known == sample) {
        Some(0) => code(contender, &inputs::commit_message(), case),
        Some(1) => code(contender, &inputs::record(), case),
        Some(2) => code(contender, &inputs::review(8), case),
        Some(3) => code(contender, &inputs::review(2000), case),
        _ => 12,
    }
}

fn code<T: Sample>(contender: Contender, value: &T, case: Case) -> i32 {
    match contender.read::<T>(&case.text(value), case) {
        Some(read) if case.is_right(&read, value) => 0,
        Some(_) => 10,
        None => 11,
    }
}

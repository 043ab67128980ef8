//! CONTRACT rule 6: no text is dangerous. The texts are those that the search has found.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use llm_output::{LlmOutput, Options};
use llm_output_hostile::FOUND;
use llm_output_hostile::search::{Limits, lines};
use llm_output_hostile::types::{OPTIONS, TARGETS, Target, Use};

/// The allocator counts for all threads together.
static ALONE: Mutex<()> = Mutex::new(());

/// Runs `work` on a thread with so much stack. One that needs more ends the process.
fn on_a_stack_of(bytes: usize, work: impl FnOnce() + Send + 'static) {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let thread = std::thread::Builder::new().stack_size(bytes).spawn(work);
    let outcome = thread.expect("a thread can be started").join();
    if let Err(cause) = outcome {
        std::panic::resume_unwind(cause);
    }
}

fn read_all(targets: impl Iterator<Item = &'static Target>, length: usize) {
    for target in targets {
        for recipe in lines(FOUND) {
            for (_, options) in OPTIONS {
                (target.read)(&recipe.text(length), &options(), Use::Report);
            }
        }
    }
}

#[test]
fn a_derived_type_is_read_on_256_kib_of_stack() {
    on_a_stack_of(256 * 1024, || {
        read_all(
            TARGETS.iter().filter(|target| !target.name.starts_with("serde ")),
            4 << 10,
        );
    });
}

#[test]
fn from_str_reads_on_512_kib_of_stack() {
    on_a_stack_of(512 * 1024, || {
        read_all(
            TARGETS.iter().filter(|target| target.name.starts_with("serde ")),
            4 << 10,
        );
    });
}

#[test]
fn memory_besides_the_value_is_at_most_16_bytes_a_byte() {
    const LENGTH: usize = 64 << 10;
    on_a_stack_of(8 << 20, || {
        let limits = Limits::default();
        for target in TARGETS {
            for recipe in lines(FOUND) {
                let text = recipe.text(LENGTH);
                for (option, options) in OPTIONS {
                    let cost = (target.read)(&text, &options(), Use::Report);
                    let most = limits.most_memory(&cost, text.len(), target);
                    assert!(
                        cost.memory <= most,
                        "{} {option}: {} bytes, at most {most}: {recipe}",
                        target.name,
                        cost.memory
                    );
                }
            }
        }
    });
}

/// Every input of the fuzz targets as a text. The first bytes of most are no text: they choose types, options and chunks.
fn corpus() -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus");
    let mut inputs = Vec::new();
    for target in fs::read_dir(folder).expect("the corpus can be listed") {
        let target = target.expect("the corpus can be listed").path();
        for input in fs::read_dir(target).expect("the inputs can be listed") {
            let path = input.expect("the inputs can be listed").path();
            let bytes = fs::read(&path).expect("an input can be read");
            inputs.push((path, String::from_utf8_lossy(&bytes).into_owned()));
        }
    }
    inputs.sort();
    inputs
}

/// The inputs are short, so each is also repeated until its length counts.
#[test]
fn no_input_of_the_fuzz_corpus_takes_more_memory() {
    const LENGTH: usize = 16 << 10;
    on_a_stack_of(8 << 20, || {
        let inputs = corpus();
        assert!(inputs.len() > 500, "{}", inputs.len());
        for (place, (path, input)) in inputs.iter().enumerate() {
            let repeated = input.repeat(LENGTH.checked_div(input.len()).unwrap_or_default());
            let (option, options) = OPTIONS[place % OPTIONS.len()];
            for target in TARGETS {
                for text in [input, &repeated] {
                    let cost = (target.read)(text, &options(), Use::Report);
                    let most = Limits::default().most_memory(&cost, text.len(), target);
                    assert!(
                        cost.memory <= most,
                        "{} {option}: {} bytes, at most {most}, for {} bytes of {}",
                        target.name,
                        cost.memory,
                        text.len(),
                        path.display()
                    );
                }
            }
        }
    });
}

#[derive(Debug, LlmOutput)]
#[expect(dead_code, reason = "it is never read")]
struct Finding {
    severity: bool,
    file: String,
    line: u32,
    title: String,
}

/// Far above what linear work takes, and far below what quadratic work does.
const PATIENCE: Duration = Duration::from_secs(5);

#[test]
fn feedback_for_a_megabyte_of_violations_is_linear() {
    let finding = r#"{"severity":"purple","file":1,"line":-5,"title":[]},"#;
    let text = format!("[{}]", finding.repeat((1 << 20) / finding.len()));
    let error = <Vec<Finding>>::parse_llm_with(&text, &Options::exact()).expect_err("it does not fit the type");
    let start = Instant::now();
    let feedback = error.feedback();
    assert!(feedback.lines().count() <= 23, "{feedback}");
    assert!(feedback.contains(" more places"), "{feedback}");
    let message = error.to_string();
    assert!(message.contains(", and ") && message.ends_with(" more"), "{message}");
    assert!(start.elapsed() < PATIENCE, "{:?}", start.elapsed());
}

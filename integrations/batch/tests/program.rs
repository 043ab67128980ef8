//! The program as a process: its exit status, and what it leaves alone.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

const GOOD: &str = "{\"text\": \"{\\\"findings\\\": [], \\\"summary\\\": \\\"s\\\"}\"}\n";
const BAD: &str = "{\"text\": \"I cannot say.\"}\n";

struct Case {
    folder: TempDir,
}

impl Case {
    fn new(input: &str) -> Self {
        let folder = TempDir::new().unwrap();
        fs::write(folder.path().join("in"), input).unwrap();
        Self { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The example `review`, which `cargo test` builds, in the folder.
    fn command(&self, arguments: &[&str]) -> Command {
        let tests = std::env::current_exe().unwrap();
        let program = tests.parent().and_then(|folder| folder.parent()).unwrap();
        let program = program.join("examples/review");
        let mut command = Command::new(program);
        command
            .current_dir(self.folder.path())
            .args(arguments)
            .stdin(Stdio::null());
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    fn status(&self, arguments: &[&str]) -> Option<i32> {
        self.run(arguments).status.code()
    }

    fn output(&self) -> String {
        fs::read_to_string(self.path("out")).unwrap()
    }
}

#[test]
fn the_status_is_0_if_each_line_has_its_row() {
    let case = Case::new(&[GOOD, BAD].concat());
    assert_eq!(case.status(&["in", "-o", "out"]), Some(0));
    assert_eq!(case.output().lines().count(), 2);
    assert_eq!(Case::new(GOOD).status(&["in", "-o", "out", "--strict"]), Some(0));
    assert_eq!(case.status(&["--help"]), Some(0));
}

#[test]
fn the_status_is_1_if_a_row_failed_and_strict_is_given() {
    for line in [BAD, "{\n", "{\"text\": 5}\n"] {
        let case = Case::new(&[GOOD, line].concat());
        assert_eq!(case.status(&["in", "-o", "out", "--strict"]), Some(1), "{line}");
        assert_eq!(case.output().lines().count(), 2);
    }
}

#[test]
fn the_status_is_2_if_the_run_could_not_start_or_finish() {
    let case = Case::new(GOOD);
    fs::write(case.path("there"), "precious").unwrap();
    // A gzip file that ends early.
    fs::write(case.path("damaged"), b"\x1f\x8b\x08\0\0\0\0\0\0\xff").unwrap();
    let mut usages = vec![
        vec!["--unknown"],
        vec!["in", "--accept", "everything"],
        vec!["in", "--text", "a..b"],
        vec!["in", "--preset", "nobody"],
        vec!["in", "-o", "out", "--resume", "--overwrite"],
        vec!["in", "--resume"],
        vec!["in", "-o", "there"],
        vec!["in", "-o", "there", "--resume"],
        vec!["none", "-o", "out"],
        vec!["damaged", "-o", "damaged-out"],
    ];
    if cfg!(feature = "parquet") {
        usages.push(vec!["in", "--format", "parquet"]);
    }
    fs::write(case.path("there"), "no row\n").unwrap();
    for arguments in usages {
        let ran = case.run(&arguments);
        assert_eq!(ran.status.code(), Some(2), "{arguments:?}");
        assert!(!ran.stderr.is_empty(), "{arguments:?}");
    }
    assert_eq!(fs::read_to_string(case.path("there")).unwrap(), "no row\n");
}

#[test]
fn the_output_is_left_alone_if_the_input_cannot_be_read() {
    let case = Case::new(GOOD);
    fs::create_dir(case.path("folder")).unwrap();
    fs::write(case.path("out"), "precious").unwrap();
    fs::write(case.path("damaged.gz"), b"\x1f\x8bxx").unwrap();
    fs::write(case.path("damaged.zst"), b"\x28\xb5\x2f\xfdxx").unwrap();
    fs::write(case.path("utf-16"), b"\xff\xfe{\0}\0").unwrap();
    for input in ["mistyped", "folder", "damaged.gz", "damaged.zst", "utf-16"] {
        assert_eq!(case.status(&[input, "-o", "out", "--overwrite"]), Some(2), "{input}");
        assert_eq!(case.output(), "precious");
        assert_eq!(case.status(&[input, "-o", "new"]), Some(2), "{input}");
        assert!(!case.path("new").exists(), "the next run would not start");
    }
}

#[test]
fn the_input_is_not_the_output() {
    let case = Case::new(GOOD);
    fs::create_dir(case.path("folder")).unwrap();
    for output in ["in", "./in", "folder/../in"] {
        for more in ["--overwrite", "--resume"] {
            let ran = case.run(&["in", "-o", output, more]);
            assert_eq!(ran.status.code(), Some(2), "{output} {more}");
            assert!(String::from_utf8_lossy(&ran.stderr).contains("would change the input"));
            assert_eq!(fs::read_to_string(case.path("in")).unwrap(), GOOD);
        }
    }
}

#[cfg(unix)]
#[test]
fn the_input_is_not_the_output_under_another_name() {
    let case = Case::new(GOOD);
    fs::hard_link(case.path("in"), case.path("link")).unwrap();
    std::os::unix::fs::symlink(case.path("in"), case.path("symlink")).unwrap();
    for output in ["link", "symlink"] {
        assert_eq!(case.status(&["in", "-o", output, "--overwrite"]), Some(2), "{output}");
    }
    let from_input = |arguments: &[&str]| {
        let input = fs::File::open(case.path("in")).unwrap();
        case.command(arguments).stdin(input).output().unwrap()
    };
    for output in ["in", "link"] {
        let ran = from_input(&["-", "-o", output, "--overwrite"]);
        assert_eq!(ran.status.code(), Some(2), "{output}");
    }
    // Rows that are appended to the input would be read again.
    let appended = fs::OpenOptions::new().append(true).open(case.path("in")).unwrap();
    let ran = case.command(&["in"]).stdout(appended).output().unwrap();
    assert_eq!(ran.status.code(), Some(2));
    assert_eq!(fs::read_to_string(case.path("in")).unwrap(), GOOD);
}

#[cfg(unix)]
#[test]
fn a_device_can_be_the_output_but_cannot_be_resumed() {
    let case = Case::new(GOOD);
    assert_eq!(case.status(&["in", "-o", "/dev/null"]), Some(0));
    assert_eq!(case.status(&["in", "-o", "/dev/null", "--overwrite"]), Some(0));
    assert_eq!(case.status(&["in", "-o", "/dev/null", "--resume"]), Some(2));
}

#[test]
fn a_resumed_run_counts_the_rows_that_were_there() {
    let repaired = "{\"text\": \"{\\\"findings\\\": [], summary: 's'}\"}\n";
    let input = [BAD, "{\n", repaired, GOOD, GOOD, GOOD].concat();
    let case = Case::new(&input);
    let mut formats = vec![vec![]];
    if cfg!(feature = "parquet") {
        formats.push(vec!["--format", "parquet", "--rows-per-part", "4"]);
    }
    for format in formats {
        let arguments = [&["in", "-o", "out", "--strict", "--resume"], &*format].concat();
        let whole = case.run(&arguments);
        assert_eq!(whole.status.code(), Some(1));

        // The failed rows are there already, and the others are written again.
        let out = case.path("out");
        if format.is_empty() {
            let kept: Vec<String> = case.output().lines().take(4).map(|line| format!("{line}\n")).collect();
            fs::write(&out, kept.concat()).unwrap();
        } else {
            fs::remove_file(out.join("part-00001.parquet")).unwrap();
        }
        let resumed = case.run(&arguments);
        assert_eq!(resumed.status.code(), Some(1));
        let summary = |ran: &Output| {
            let text = String::from_utf8(ran.stderr.clone()).unwrap();
            text.lines().map(str::to_owned).collect::<Vec<_>>()
        };
        let (whole, resumed) = (summary(&whole), summary(&resumed));
        assert!(resumed[0].starts_with("2 rows in "), "{resumed:?}");
        assert!(
            resumed[0].ends_with("after 4 that were there and are counted below"),
            "{resumed:?}"
        );
        assert!(whole.len() > 4 && whole[1..] == resumed[1..], "{whole:?} {resumed:?}");

        // Nothing is left to do, and rows have failed all the same.
        assert_eq!(case.status(&arguments), Some(1));
        let _ = fs::remove_file(&out).or_else(|_| fs::remove_dir_all(&out));
    }
}

//! What does not compile, and the message that says why (`fail/<topic>`), beside shapes that look alike and do (`pass`).
//!
//! The expected messages are those of one compiler version, since a part of them is the compiler's own wording: with
//! another version the cases are left out. `TRYBUILD=overwrite cargo test -p llm_output_ui_tests` writes them anew.

use std::process::Command;

const COMPILER: &str = "rustc 1.95";

#[test]
fn messages() {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc)
        .arg("--version")
        .output()
        .expect("the compiler says its version");
    let version = String::from_utf8_lossy(&version.stdout).into_owned();
    if !version.starts_with(COMPILER) {
        println!("left out: the messages are those of {COMPILER}, and this is {version}");
        return;
    }
    let cases = trybuild::TestCases::new();
    cases.pass("pass/*.rs");
    cases.compile_fail("fail/*/*.rs");
}

#!/usr/bin/env python3
"""What the derive costs to compile, beside serde's `Deserialize` and schemars' `JsonSchema` on the same types.

Writes two crates of 40 structs with 8 fields and 10 enums each into a directory of its own, builds their dependencies,
and then measures the CPU time of compiling each crate alone: the least of several runs, taken in turn. Run it from
anywhere: `ui-tests/compile_cost.py [runs]`. It prints one line a figure, and needs `cargo` alone.
"""

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STRUCTS, ENUMS = 40, 10
RUNTIME = ROOT / "runtime"
CRATES = {
    "llm_output": (
        f'llm_output = {{ path = "{RUNTIME}" }}\n',
        "use llm_output::LlmOutput;\n",
        "LlmOutput",
        "llm",
        "(T{i}::parse_llm(text).is_ok() && !T{i}::SCHEMA.is_empty())",
    ),
    "serde_schemars": (
        'serde = { version = "1", features = ["derive"] }\nserde_json = "1"\nschemars = "1"\n',
        "use schemars::JsonSchema;\nuse serde::Deserialize;\n",
        "Deserialize, JsonSchema",
        "serde",
        "(serde_json::from_str::<T{i}>(text).is_ok() && schemars::schema_for!(T{i}).as_object().is_some())",
    ),
}


def source(imports, derives, attribute, used):
    parts = [imports]
    for i in range(ENUMS):
        names = ", ".join(f"Name{j}" for j in range(6))
        parts.append(f'#[derive({derives})]\n#[{attribute}(rename_all = "snake_case")]\npub enum E{i} {{ {names} }}\n')
    for i in range(STRUCTS):
        # Every fourth type holds the one before it, so that types nest but not too deep.
        inner = f"Vec<T{i - 1}>" if i % 4 else "Vec<String>"
        parts.append(
            f"/// The record number {i}.\n#[derive({derives})]\npub struct T{i} {{\n"
            f"    /// A name.\n    pub name: String,\n    pub line: u32,\n    pub score: f64,\n    pub kind: E{i % ENUMS},\n"
            f"    #[{attribute}(default)]\n    pub seen: bool,\n    /// A note.\n    pub note: Option<String>,\n"
            f"    pub tags: Vec<String>,\n    pub inner: {inner},\n}}\n"
        )
    uses = "\n        & ".join(used.format(i=i) for i in range(STRUCTS))
    parts.append(f"pub fn all(text: &str) -> bool {{\n    {uses}\n}}\n")
    text = "\n".join(parts)
    return text.replace("#[derive(LlmOutput)]\npub struct", "#[derive(LlmOutput)]\n#[llm(max_depth = 9)]\npub struct")


def cargo(directory, *arguments):
    environment = dict(os.environ, CARGO_TARGET_DIR=str(directory / "target"), CARGO_INCREMENTAL="0")
    done = subprocess.run(["cargo", *arguments], cwd=directory, env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr)
    return done.stdout


def cpu(directory, *arguments):
    (directory / "src/lib.rs").touch()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    cargo(directory, *arguments)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    with tempfile.TemporaryDirectory() as scratch:
        crates = {}
        for name, (dependencies, imports, derives, attribute, used) in CRATES.items():
            directory = Path(scratch) / name
            (directory / "src").mkdir(parents=True)
            (directory / "Cargo.toml").write_text(
                f'[package]\nname = "cost_{name}"\nedition = "2024"\n\n[dependencies]\n{dependencies}\n[workspace]\n'
            )
            (directory / "src/lib.rs").write_text(source(imports, derives, attribute, used))
            crates[name] = directory
        for profile, flags in {"dev build": ["build"], "check": ["check"], "release build": ["build", "--release"]}.items():
            least = {}
            for directory in crates.values():
                cargo(directory, *flags)
            for _ in range(runs):
                for name, directory in crates.items():
                    seconds = cpu(directory, *flags)
                    least[name] = min(seconds, least.get(name, seconds))
            ratio = least["llm_output"] / least["serde_schemars"]
            figures = ", ".join(f"{name} {seconds:.2f} s" for name, seconds in least.items())
            print(f"{profile}: {figures}, ratio {ratio:.2f}")


if __name__ == "__main__":
    main()

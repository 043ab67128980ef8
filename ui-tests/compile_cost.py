#!/usr/bin/env python3
"""What the derive costs to compile, beside serde's `Deserialize` and schemars' `JsonSchema` on the same types.

Writes two crates of 40 structs with 8 fields and 10 enums each into a directory of its own, builds their dependencies,
and then measures the CPU time of compiling each crate alone: the least of several runs, taken in turn. Run it from
anywhere: `ui-tests/compile_cost.py [runs]`. Both sides do the same for each struct: read it from a text as the whole answer,
and make its schema. It prints one line a figure, and needs `cargo` and `objdump`.

Two figures are about size, and `ui-tests/compile_cost.py size` measures them alone: the code that the derive writes for one
such struct, as the compiler prints it, and the machine code of one struct in a release build, which is the difference
between a program of 40 structs and one of 80, divided by 40. Each has a bar; past it the script ends with an error.

`ui-tests/compile_cost.py stream [runs]` compares a dev build of the 40 structs with `#[llm(stream)]` to one without. Their code for
streams is compiled where it is used, so it depends on the crate: one that only declares the types, one that reads each as a whole
text (both with a bar), and one that also streams each.
"""

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STRUCTS, ENUMS = 40, 10
# How much longer a dev build of structs that stream may take, in a crate that streams none of them.
MOST_STREAM = 1.4
# Bytes a struct: of expanded code, and of machine code in a release build.
MOST_EXPANDED, MOST_TEXT = 25_000, 20_000
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


def source(imports, derives, attribute, used, structs=STRUCTS):
    parts = [imports]
    for i in range(ENUMS):
        names = ", ".join(f"Name{j}" for j in range(6))
        parts.append(f'#[derive({derives})]\n#[{attribute}(rename_all = "snake_case")]\npub enum E{i} {{ {names} }}\n')
    for i in range(structs):
        # Every fourth type holds the one before it, so that types nest but not too deep.
        inner = f"Vec<T{i - 1}>" if i % 4 else "Vec<String>"
        parts.append(
            f"/// The record number {i}.\n#[derive({derives})]\npub struct T{i} {{\n"
            f"    /// A name.\n    pub name: String,\n    pub line: u32,\n    pub score: f64,\n    pub kind: E{i % ENUMS},\n"
            f"    #[{attribute}(default)]\n    pub seen: bool,\n    /// A note.\n    pub note: Option<String>,\n"
            f"    pub tags: Vec<String>,\n    pub inner: {inner},\n}}\n"
        )
    uses = "\n        & ".join(used.format(i=i) for i in range(structs))
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


def write(directory, name, dependencies, text, file="lib.rs"):
    (directory / "src").mkdir(parents=True, exist_ok=True)
    manifest = f'[package]\nname = "cost_{name}"\nedition = "2024"\n\n[dependencies]\n{dependencies}\n[workspace]\n'
    (directory / "Cargo.toml").write_text(manifest)
    (directory / "src" / file).write_text(text)


def expanded(scratch):
    """Bytes of code that the derive adds for one struct: one file with and without the last of two structs."""
    dependencies, imports, derives, attribute, _ = CRATES["llm_output"]
    lengths = []
    for derived in [False, True]:
        # The types stand in the source either way; only the derive on the last one differs.
        text = source(imports, derives, attribute, "true", structs=1)
        if not derived:
            before, _, after = text.rpartition("#[derive(LlmOutput)]\n#[llm(max_depth = 9)]\n")
            text = before + after.replace(f"#[{attribute}(default)]", "")
        directory = Path(scratch) / f"expanded_{derived}"
        write(directory, "expanded", dependencies, text)
        # The flag that prints the code is one of nightly compilers, and this lets a stable one take it.
        environment = dict(os.environ, CARGO_TARGET_DIR=str(Path(scratch) / "expanded"), RUSTC_BOOTSTRAP="1")
        done = subprocess.run(
            ["cargo", "rustc", "--lib", "--profile", "check", "--", "-Zunpretty=expanded"],
            cwd=directory,
            env=environment,
            capture_output=True,
            text=True,
        )
        if done.returncode != 0:
            sys.exit(done.stderr)
        lengths.append(len(done.stdout.encode()))
    return lengths[1] - lengths[0]


def text_section(scratch):
    """Bytes of machine code that one more struct adds to a program in a release build."""
    dependencies, imports, derives, attribute, used = CRATES["llm_output"]
    sizes = []
    for structs in [STRUCTS, 2 * STRUCTS]:
        name = f"text_{structs}"
        directory = Path(scratch) / name
        program = (
            source(imports, derives, attribute, used, structs)
            + "\nfn main() {\n    let text: String = std::env::args().collect();\n    println!(\"{}\", all(&text));\n}\n"
        )
        write(directory, name, dependencies, program, "main.rs")
        environment = dict(os.environ, CARGO_TARGET_DIR=str(Path(scratch) / "text"), CARGO_INCREMENTAL="0")
        done = subprocess.run(["cargo", "build", "--release"], cwd=directory, env=environment, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(done.stderr)
        program = Path(scratch) / "text/release" / f"cost_{name}"
        headers = subprocess.run(["objdump", "-h", str(program)], capture_output=True, text=True, check=True).stdout
        sizes.append(next(int(line.split()[2], 16) for line in headers.splitlines() if line.split()[1:2] == [".text"]))
    return (sizes[1] - sizes[0]) / STRUCTS


def size(scratch):
    too_large = False
    for figure, bytes_each, most in [
        ("expanded code", expanded(scratch), MOST_EXPANDED),
        ("text section in release", text_section(scratch), MOST_TEXT),
    ]:
        print(f"{figure} of a struct of 8 fields: {bytes_each / 1000:.1f} KB, at most {most / 1000:.0f} KB")
        too_large |= bytes_each > most
    return too_large


def stream(scratch, runs):
    dependencies, imports, _, attribute, used = CRATES["llm_output"]
    pushed = "{{ let mut stream = T{i}::stream(); stream.push(text); let _ = stream.partial(); stream.finish().is_ok() }}"
    streamed = f"({used} && {pushed})"
    too_slow = False
    for crate, read, bar in [("declared", "true", MOST_STREAM), ("read", used, MOST_STREAM), ("streamed", streamed, None)]:
        seconds = {False: [], True: []}
        directories = {}
        for streams in seconds:
            plain = used if read is streamed and not streams else read
            text = source(imports, "Debug, Clone, PartialEq, LlmOutput", attribute, plain)
            if streams:
                text = text.replace("\npub struct", "\n#[llm(stream)]\npub struct")
            text = text.replace("\npub struct", "\n#[llm(max_depth = 9)]\npub struct")
            directories[streams] = Path(scratch) / f"{crate}_{streams}"
            write(directories[streams], f"{crate}_{streams}".lower(), dependencies, text)
            cargo(directories[streams], "build")
        for _ in range(runs):
            for streams, directory in directories.items():
                seconds[streams].append(cpu(directory, "build"))
        medians = {streams: sorted(of)[len(of) // 2] for streams, of in seconds.items()}
        ratio = medians[True] / medians[False]
        limit = f", at most {bar}" if bar else ""
        print(f"{crate}: {medians[True]:.2f} s, without stream {medians[False]:.2f} s, ratio {ratio:.2f}{limit}", flush=True)
        too_slow |= bar is not None and ratio > bar
    return too_slow


def main():
    if sys.argv[1:2] == ["stream"]:
        with tempfile.TemporaryDirectory() as scratch:
            sys.exit(int(stream(scratch, int(sys.argv[2]) if len(sys.argv) > 2 else 5)))
    if sys.argv[1:] == ["size"]:
        with tempfile.TemporaryDirectory() as scratch:
            sys.exit(int(size(scratch)))
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    with tempfile.TemporaryDirectory() as scratch:
        crates = {}
        for name, (dependencies, imports, derives, attribute, used) in CRATES.items():
            directory = Path(scratch) / name
            write(directory, name, dependencies, source(imports, derives, attribute, used))
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
        sys.exit(int(size(scratch)))


if __name__ == "__main__":
    main()

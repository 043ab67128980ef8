//! The front page and the guide say what the code does: their lists are held against those of the code.

mod phrases;
mod repairs;

use std::path::Path;

use llm_output::{RepairKind, Severity};

const README: &str = include_str!("../../../README.md");
const CONTRIBUTING: &str = include_str!("../../../CONTRIBUTING.md");
const LADDER: &str = include_str!("../../../runtime/src/guide/severity.md");
const REPAIRS: &str = include_str!("../../../runtime/src/guide/repairs.md");

#[test]
fn every_kind_of_repair_is_listed_under_its_severity() {
    for &severity in Severity::ALL {
        let kinds = RepairKind::ALL.iter().filter(|kind| kind.severity() == severity);
        let names: Vec<_> = kinds.map(|kind| kind.name()).collect();
        let section = REPAIRS.split(&format!("\n# {severity:?}\n")).nth(1);
        let section = section.unwrap_or_else(|| panic!("no section for {severity}"));
        let section = section.split("\n# ").next().expect("a section ends");
        let rows = section.lines().filter_map(|line| line.strip_prefix("| `"));
        let listed: Vec<_> = rows.filter_map(|row| row.split('`').next()).collect();
        assert_eq!(listed, names);
    }
}

/// The examples in the table that explains the ladder are kinds of the severity of their row.
#[test]
fn every_example_of_a_severity_is_one() {
    for kind in RepairKind::ALL {
        let explained = LADDER.split("| severity | what it means |").nth(1).expect("the ladder");
        let ladder = explained.split("\n\n").next().expect("a table ends");
        let quoted = format!("`{}`", kind.name());
        for line in ladder.lines().filter(|line| line.contains(&quoted)) {
            assert!(line.starts_with(&format!("| `{:?}`", kind.severity())), "{line}");
        }
    }
}

/// Every file that the front page links to exists, from the repository and from the package.
#[test]
fn the_links_of_the_front_page_lead_to_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for (folder, page) in [
        (root.clone(), README.to_owned()),
        (root.join("runtime"), as_seen_from_runtime(README)),
    ] {
        let links = page.lines().filter_map(definition);
        let files: Vec<_> = links.filter(|(_, target)| !target.starts_with("http")).collect();
        assert!(files.len() > 15, "{files:?}");
        for (name, file) in files {
            assert!(
                folder.join(file).is_file(),
                "[{name}] leads to {file}, which is not in {}",
                folder.display()
            );
        }
    }
}

/// Every package has its row, and says how it runs: by `cargo test` alone if it is one of those that are built by default.
#[test]
fn every_package_is_listed_with_how_it_runs() {
    const MANIFEST: &str = include_str!("../../../Cargo.toml");
    let list = |key: &str| -> Vec<&str> {
        let line = MANIFEST
            .lines()
            .find_map(|line| line.strip_prefix(&format!("{key} = [")));
        let line = line.unwrap_or_else(|| panic!("the manifest has no {key}"));
        line.split('"').skip(1).step_by(2).collect()
    };
    let table = CONTRIBUTING
        .split("| folder | what it is |")
        .nth(1)
        .expect("the table of packages");
    let table = table.split("\n\n").next().expect("a table ends");
    let (members, by_default) = (list("members"), list("default-members"));
    assert_eq!(table.lines().skip(2).count(), members.len());
    for member in members {
        let row = table.lines().find(|line| line.starts_with(&format!("| `{member}` |")));
        let row = row.unwrap_or_else(|| panic!("{member} has no row"));
        assert_eq!(row.ends_with("| `cargo test` |"), by_default.contains(&member), "{row}");
    }
}

#[test]
fn the_front_page_is_short() {
    assert!(README.lines().count() <= 200, "{} lines", README.lines().count());
}

/// The picture, drawn again here.
#[path = "../../../runtime/examples/picture.rs"]
#[expect(dead_code, reason = "its `main` writes the files")]
mod picture;

#[test]
fn the_picture_is_up_to_date() {
    const SVG: &str = include_str!("../../../runtime/examples/picture.svg");
    const LINK: &str = include_str!("../../../runtime/src/picture.md");
    assert!(SVG == picture::svg(), "cargo run --example picture");
    assert!(LINK == picture::link(), "cargo run --example picture");
}

/// The name and the target of a link's definition.
fn definition(line: &str) -> Option<(&str, &str)> {
    let (name, target) = line.strip_prefix('[')?.split_once("]: ")?;
    (!name.contains(']')).then_some((name, target))
}

/// The front page with links that lead from the package's folder to the same files.
fn as_seen_from_runtime(page: &str) -> String {
    let lines = page.lines().map(|line| match definition(line) {
        Some((name, file)) if !file.starts_with("http") => {
            let file = match file.strip_prefix("runtime/") {
                Some(inside) => inside.to_owned(),
                // It has a copy in the package.
                None if file == "CHANGELOG.md" => file.to_owned(),
                None => format!("../{file}"),
            };
            format!("[{name}]: {file}\n")
        }
        _ => format!("{line}\n"),
    });
    lines.collect()
}

/// Each package contains its own licences, changes and front page, as plain files: links do not survive every archive.
/// `UPDATE_GUIDE=1 cargo test -p llm_output_tests --test readme` copies them again.
#[test]
fn the_packages_contain_copies_of_the_shared_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let shared = ["LICENSE-APACHE", "LICENSE-MIT", "CHANGELOG.md"];
    let copies = shared.iter().flat_map(|file| [("derive", *file), ("runtime", *file)]);
    for (package, file) in copies.chain([("runtime", "README.md")]) {
        let mut original = std::fs::read_to_string(root.join(file)).expect("the shared file");
        if file == "README.md" {
            original = as_seen_from_runtime(&original);
        }
        let copy = root.join(package).join(file);
        if std::env::var_os("UPDATE_GUIDE").is_some() {
            std::fs::write(&copy, &original).expect("the copy is written");
        }
        let content = std::fs::read_to_string(&copy).expect("the copy");
        assert!(content == original, "{} differs from {file}", copy.display());
    }
}

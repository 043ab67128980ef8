#![deny(warnings)]
#![forbid(unsafe_code)]

//! Whatever may stand among the members of another type.

use std::collections::{BTreeMap, HashMap};

use llm_output::LlmOutput;

mod parts {
    use llm_output::LlmOutput;

    /// Only its own module sees the type of its field.
    #[derive(Debug, LlmOutput)]
    pub struct Place {
        pub file: String,
        line: Line,
    }

    #[derive(Debug, LlmOutput)]
    struct Line(#[llm(range(min = 1))] u32);

    impl Place {
        pub fn line(&self) -> u32 {
            self.line.0
        }
    }
}

#[derive(Debug, LlmOutput)]
struct Boxed(Box<parts::Place>);

#[derive(Debug, LlmOutput)]
#[llm(from = "Raw")]
struct Cooked {
    text: String,
}

#[derive(Debug, LlmOutput)]
struct Raw {
    text: String,
}

impl From<Raw> for Cooked {
    fn from(raw: Raw) -> Self {
        Self { text: raw.text }
    }
}

fn is_told(read: &Option<Cooked>) -> Result<(), &'static str> {
    match read {
        Some(read) if read.text.is_empty() => Err("a text"),
        _ => Ok(()),
    }
}

#[derive(Debug, LlmOutput)]
#[llm(deny_unknown_fields)]
struct Finding {
    #[llm(flatten)]
    r#where: Boxed,
    #[llm(flatten, validate = is_told)]
    cooked: Option<Cooked>,
    #[llm(skip)]
    seen: bool,
    #[serde(flatten)]
    tail: Tail,
}

#[derive(Debug, LlmOutput)]
struct Tail {
    severity: u8,
}

#[derive(Debug, LlmOutput)]
struct Page<T: Clone, const N: usize>
where
    T: std::fmt::Debug,
{
    numbers: [u8; N],
    #[llm(flatten)]
    of: T,
    #[llm(flatten)]
    more: HashMap<String, Vec<T>>,
}

#[derive(Debug, Clone, LlmOutput)]
struct Leaf {
    text: String,
    #[llm(recursive(max_depth = 2))]
    leaves: Vec<Leaf>,
}

#[derive(Debug, LlmOutput)]
struct Tree {
    #[llm(flatten)]
    root: Leaf,
}

#[derive(Debug, LlmOutput)]
#[llm(untagged)]
enum Either {
    Placed {
        #[llm(flatten)]
        place: parts::Place,
        #[llm(flatten)]
        more: BTreeMap<String, bool>,
    },
    Named {
        name: String,
    },
}

#[derive(Debug, LlmOutput)]
#[llm(external)]
enum Named {
    Placed {
        #[llm(flatten)]
        place: parts::Place,
    },
}

const _: &str = Tree::SCHEMA;
const _: &str = <Page<Leaf, 2>>::SCHEMA;

fn main() {
    let finding = Finding::parse_llm(r#"{"severity": 3, "line": 7, "text": "t", "file": "f"}"#).unwrap().value;
    assert_eq!((finding.r#where.0.line(), &*finding.r#where.0.file, finding.tail.severity), (7, "f", 3));
    assert_eq!(finding.cooked.unwrap().text, "t");
    assert!(!finding.seen);
    assert!(Finding::parse_llm(r#"{"severity": 3, "line": 0, "file": "f"}"#).is_err());
    assert!(Finding::parse_llm(r#"{"severity": 3, "line": 7, "text": "", "file": "f"}"#).is_err());
    assert!(Finding::parse_llm(r#"{"severity": 3, "line": 7, "file": "f", "other": 1}"#).is_err());
    let page = <Page<Leaf, 2>>::parse_llm(r#"{"leaves": [], "x": [{"text": "u", "leaves": []}], "numbers": [1, 2], "text": "t"}"#);
    let page = page.unwrap().value;
    assert_eq!((page.numbers, &*page.of.text, &*page.more["x"][0].text), ([1, 2], "t", "u"));
    let tree = Tree::parse_llm(r#"{"text": "t", "leaves": [{"text": "u", "leaves": []}]}"#).unwrap().value;
    assert_eq!(tree.root.leaves[0].text, "u");
    assert!(Tree::SCHEMA.contains("#/$defs/Leaf"));
    let Either::Placed { place, more } = Either::parse_llm(r#"{"file": "f", "ok": true, "line": 2}"#).unwrap().value else {
        panic!("a place");
    };
    assert_eq!((place.line(), more["ok"]), (2, true));
    assert!(matches!(Either::parse_llm(r#"{"name": "n"}"#).unwrap().value, Either::Named { name } if name == "n"));
    let Named::Placed { place } = Named::parse_llm(r#"{"Placed": {"line": 2, "file": "f"}}"#).unwrap().value;
    assert_eq!(place.line(), 2);
}

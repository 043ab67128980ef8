//! Golden expansions: what each shape of type becomes, as text that can be read and reviewed.
//!
//! `UPDATE_GOLDEN=1 cargo test -p llm_output_derive` writes them again. The files are code that runs as well: the
//! integration suite includes each next to its type and reads with it.

use std::{env, fs, path::PathBuf};

use syn::visit::{self, Visit};
use syn::{DeriveInput, parse_quote};

/// Each golden file, with the item that it is made from.
fn items() -> Vec<(&'static str, DeriveInput)> {
    [
        structs(),
        flattened(),
        newtypes(),
        enums(),
        made_from_others(),
        growing(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn structs() -> Vec<(&'static str, DeriveInput)> {
    vec![
        (
            "struct",
            parse_quote! {
                /// A finding.
                #[llm(rename_all = "camelCase", deny_unknown_fields)]
                struct Finding {
                    /// The path.
                    file_path: String,
                    #[llm(range(min = 1), default = 1)]
                    line: u32,
                    #[llm(alias = "kind", lenient)]
                    r#type: Option<Kind>,
                    #[llm(skip)]
                    seen: bool,
                }
            },
        ),
        (
            "json_schema",
            parse_quote! {
                #[llm(json_schema)]
                struct Chapter<T> {
                    items: Vec<T>,
                    /// Where the next page begins.
                    next: Option<u32>,
                }
            },
        ),
        (
            "defaults",
            parse_quote! {
                #[llm(default, validate = in_order)]
                struct Settings {
                    first: u32,
                    #[llm(default = first_of_all())]
                    last: u32,
                    #[llm(default)]
                    labels: Vec<String>,
                    #[llm(default = "\"none\"")]
                    title: String,
                    #[llm(skip)]
                    hits: u32,
                }
            },
        ),
        (
            "checks",
            parse_quote! {
                struct Answer {
                    #[llm(content, latex, length(min = 1, max = 80), join = ", ")]
                    text: String,
                    #[llm(range(min = 0.5, max = 9), clamp, exact)]
                    score: f64,
                    #[llm(split = ",", skip_invalid, length(max = 3), validate = known)]
                    tags: Vec<String>,
                    #[llm(null_alias("N/A", "none"), alias("by", "writer"), lenient)]
                    author: Option<String>,
                }
            },
        ),
        (
            "generic",
            parse_quote! {
                struct Page<T: Clone, const N: usize = 3>
                where
                    T: Debug,
                {
                    rows: [T; N],
                    total: u64,
                }
            },
        ),
        (
            "const_generic",
            parse_quote! {
                struct Grid<const WIDTH: usize, const HEIGHT: usize> {
                    cells: [[u8; WIDTH]; HEIGHT],
                }
            },
        ),
        (
            "recursive",
            parse_quote! {
                struct Comment {
                    text: String,
                    #[llm(recursive(max_depth = 3))]
                    replies: Vec<Comment>,
                    #[llm(recursive(max_depth = 3))]
                    quoted: Option<Box<Comment>>,
                }
            },
        ),
    ]
}

fn flattened() -> Vec<(&'static str, DeriveInput)> {
    vec![
        (
            "flatten",
            parse_quote! {
                struct Entry {
                    title: String,
                    #[llm(flatten)]
                    place: Location,
                    #[llm(range(max = 9))]
                    weight: u32,
                    #[llm(flatten)]
                    author: Option<Author>,
                    #[llm(flatten)]
                    more: BTreeMap<String, bool>,
                }
            },
        ),
        (
            "flatten_generic",
            parse_quote! {
                struct Numbered<T> {
                    number: u32,
                    #[llm(flatten, validate = known)]
                    of: T,
                }
            },
        ),
        (
            "flatten_variant",
            parse_quote! {
                #[llm(tag = "type")]
                enum Change {
                    Added { line: String, #[llm(flatten)] place: Location },
                    Removed,
                }
            },
        ),
    ]
}

fn newtypes() -> Vec<(&'static str, DeriveInput)> {
    vec![
        (
            "newtype",
            parse_quote!(
                struct Line(#[llm(range(min = 1))] u32);
            ),
        ),
        (
            "transparent",
            parse_quote! {
                /// A key of the index.
                #[llm(transparent)]
                struct Key<T> {
                    value: String,
                    #[llm(skip)]
                    of: PhantomData<T>,
                }
            },
        ),
    ]
}

fn enums() -> Vec<(&'static str, DeriveInput)> {
    vec![
        (
            "enum",
            parse_quote! {
                #[llm(rename_all = "lowercase")]
                enum Severity { High, #[llm(alias = "moderate")] Medium, #[llm(other)] Low }
            },
        ),
        (
            "tagged",
            parse_quote! {
                /// One step.
                #[llm(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
                enum Step {
                    /// Opens a page.
                    Open(Page),
                    #[llm(alias = "say")]
                    Write {
                        #[llm(length(min = 1))]
                        full_text: String,
                        #[llm(default = 1)]
                        times: u32,
                    },
                    Wait {},
                    #[llm(skip)]
                    Internal(std::sync::Mutex<()>),
                    #[llm(other)]
                    Nothing,
                }
            },
        ),
        (
            "adjacent",
            parse_quote! {
                #[llm(tag = "kind", content = "value", deny_unknown_fields)]
                enum Event {
                    Text(#[llm(length(min = 1))] String),
                    Number(Option<u8>),
                    Move { x: i32, y: i32 },
                    #[llm(other)]
                    Nothing,
                }
            },
        ),
        (
            "external",
            parse_quote! {
                #[llm(external, rename_all = "snake_case")]
                enum Shape<T> {
                    #[llm(alias = "round")]
                    Circle { radius: T },
                    Polygon(Vec<T>),
                    Point,
                }
            },
        ),
        (
            "tools",
            parse_quote! {
                #[llm(tools, rename_all = "snake_case", dialects(openai))]
                enum Tool {
                    /// Opens a page.
                    OpenPage(Page),
                    /// Searches.
                    Search { query: String, #[llm(default = 10)] limit: u32 },
                    #[llm(alias = "quit")]
                    Stop,
                }
            },
        ),
        (
            "untagged",
            parse_quote! {
                #[llm(untagged, validate = named)]
                enum Id {
                    Number(u64),
                    Name(String),
                    Pair { of: String, at: u64 },
                    None,
                }
            },
        ),
        (
            "recursive_enum",
            parse_quote! {
                #[llm(tag = "op")]
                enum Expression {
                    Number { value: f64 },
                    Sum { #[llm(recursive(max_depth = 4))] of: Vec<Expression> },
                    Negated { #[llm(recursive(max_depth = 4))] of: Box<Self> },
                }
            },
        ),
    ]
}

fn growing() -> Vec<(&'static str, DeriveInput)> {
    vec![
        (
            "stream",
            parse_quote! {
                /// A report.
                #[llm(stream)]
                pub(crate) struct Report {
                    /// One line.
                    pub(crate) title: String,
                    #[llm(stream(needed), range(max = 9))]
                    pub(crate) level: u32,
                    #[llm(stream(state))]
                    pub(crate) parts: Vec<String>,
                    #[llm(stream(whole))]
                    pub(crate) summary: Option<String>,
                }
            },
        ),
        (
            "stream_newtype",
            parse_quote! {
                #[llm(stream)]
                struct Labels(Vec<String>);
            },
        ),
        (
            "stream_tagged",
            parse_quote! {
                #[llm(tag = "type", stream)]
                enum Action {
                    Open(Target),
                    Write { text: String, #[llm(default)] times: u32 },
                    Wait,
                }
            },
        ),
        (
            "stream_external",
            parse_quote! {
                #[llm(external, stream)]
                enum Move {
                    Step(u32),
                    Say { text: String },
                    #[llm(skip)]
                    Lost,
                }
            },
        ),
    ]
}

fn made_from_others() -> Vec<(&'static str, DeriveInput)> {
    vec![
        (
            "from",
            parse_quote! {
                #[llm(from = "String")]
                struct Name { folded: String }
            },
        ),
        (
            "try_from",
            parse_quote! {
                /// Two numbers with a dot.
                #[llm(try_from = "String", validate = released)]
                struct Version(u32, u32);
            },
        ),
        (
            "with",
            parse_quote! {
                struct Job {
                    #[llm(with = seconds)]
                    timeout: Duration,
                    #[llm(with = seconds, default = "Duration::ZERO")]
                    pause: Duration,
                }
            },
        ),
        (
            "stub",
            parse_quote!(
                struct Pair(u8, u8);
            ),
        ),
    ]
}

fn expansion(item: &DeriveInput) -> syn::File {
    syn::parse2(crate::derive(item)).expect("the expansion is Rust")
}

#[test]
fn every_shape_becomes_what_its_golden_file_shows() {
    let mut changed = Vec::new();
    for (name, item) in items() {
        let text = prettyplease::unparse(&expansion(&item));
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
            .join("golden")
            .join(name)
            .with_extension("rs");
        if env::var_os("UPDATE_GOLDEN").is_some() {
            fs::write(&path, &text).expect("the golden file can be written");
        }
        if fs::read_to_string(&path).unwrap_or_default() != text {
            changed.push(format!("{} has changed:\n{text}", path.display()));
        }
    }
    assert!(changed.is_empty(), "{}", changed.join("\n"));
}

#[test]
fn every_golden_file_has_its_item() {
    let names: Vec<_> = items().iter().map(|(name, _)| format!("{name}.rs")).collect();
    for file in fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/golden")).expect("the directory can be read") {
        let name = file.expect("the directory can be read").file_name();
        assert!(
            names.iter().any(|known| name == **known),
            "{} is made from nothing",
            name.display()
        );
    }
}

/// A `let` or a parameter called like a constant of the user's would be a pattern that compares with it, and a function
/// called like one of the user's would be called in its place, since the names of items are not hygienic: so whatever the
/// derive declares is named as nobody names anything.
#[test]
fn what_is_declared_cannot_be_an_item_of_the_user() {
    #[derive(Default)]
    struct Declared(Vec<String>);
    impl<'a> Visit<'a> for Declared {
        fn visit_pat_ident(&mut self, pattern: &'a syn::PatIdent) {
            self.0.push(pattern.ident.to_string());
            visit::visit_pat_ident(self, pattern);
        }
        fn visit_item_fn(&mut self, function: &'a syn::ItemFn) {
            self.0.push(function.sig.ident.to_string());
            visit::visit_item_fn(self, function);
        }
        fn visit_item_trait(&mut self, item: &'a syn::ItemTrait) {
            self.0.push(item.ident.to_string());
            visit::visit_item_trait(self, item);
        }
        fn visit_trait_item_fn(&mut self, function: &'a syn::TraitItemFn) {
            self.0.push(function.sig.ident.to_string());
            visit::visit_trait_item_fn(self, function);
        }
        fn visit_trait_item_const(&mut self, item: &'a syn::TraitItemConst) {
            self.0.push(item.ident.to_string());
            visit::visit_trait_item_const(self, item);
        }
        fn visit_use_rename(&mut self, import: &'a syn::UseRename) {
            self.0.push(import.rename.to_string());
        }
    }
    for (name, item) in items() {
        let mut declared = Declared::default();
        declared.visit_file(&expansion(&item));
        assert!(name == "stub" || declared.0.len() > 5, "{name} declares nothing");
        for name in declared.0 {
            assert!(name.starts_with("__"), "`{name}` may be an item of the user");
        }
    }
}

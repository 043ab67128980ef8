//! Golden expansions: what a type becomes, as text that can be read and reviewed.
//!
//! `UPDATE_GOLDEN=1 cargo test -p llm_output_derive` writes them anew.

use std::{env, fs, path::PathBuf};

use syn::parse_quote;

fn golden(name: &str, item: &syn::DeriveInput) {
    let file: syn::File = syn::parse2(crate::derive(item)).expect("the expansion is Rust");
    let text = prettyplease::unparse(&file);
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("golden")
        .join(name)
        .with_extension("rs");
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &text).expect("the golden file can be written");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(text == expected, "{} has changed:\n{text}", path.display());
}

#[test]
fn a_struct() {
    golden(
        "struct",
        &parse_quote! {
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
    );
}

#[test]
fn a_generic_struct() {
    golden(
        "generic",
        &parse_quote!(
            struct Page<T: Clone, const N: usize = 3>
            where
                T: Debug,
            {
                rows: [T; N],
                total: u64,
            }
        ),
    );
}

#[test]
fn a_newtype() {
    golden(
        "newtype",
        &parse_quote!(
            struct Line(#[llm(range(min = 1))] u32);
        ),
    );
}

#[test]
fn a_unit_enum() {
    golden(
        "enum",
        &parse_quote! {
            #[llm(rename_all = "lowercase")]
            enum Severity { High, #[llm(alias = "moderate")] Medium, #[llm(other)] Low }
        },
    );
}

#[test]
fn an_error_leaves_a_stub() {
    golden(
        "stub",
        &parse_quote!(
            struct Pair(u8, u8);
        ),
    );
}

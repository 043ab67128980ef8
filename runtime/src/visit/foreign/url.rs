//! URLs.

use url::Url;

use super::{Written, written};
use crate::LlmOutput;
use crate::path::Frame;
use crate::read::cursor::{Cursor, Read};
use crate::repair::RepairKind;
use crate::schema::{Length, Shape};
use crate::spec::{Accepts, Facts};

written! { Url: "uri"; }

impl Written for Url {
    const EXPECTED: &'static str = "a URL with its scheme, as in https://example.com/";

    fn exact(text: &str) -> Option<Self> {
        Self::parse(text).ok()
    }

    fn loose(text: &str) -> Option<(Self, RepairKind)> {
        if let Some(value) = unwrapped(text).and_then(|inner| Self::parse(inner).ok()) {
            return Some((value, RepairKind::UrlUnwrapped));
        }
        // Without a scheme only what nothing else begins like.
        let is_host = text.starts_with("www.") && !text.contains(char::is_whitespace);
        let value = is_host
            .then(|| Self::parse(&format!("https://{text}")).ok())
            .flatten()?;
        Some((value, RepairKind::SchemeAssumed))
    }
}

/// The URL in `<..>`, or in a link of Markdown.
fn unwrapped(text: &str) -> Option<&str> {
    if let Some(inner) = text.strip_prefix('<') {
        return inner.strip_suffix('>');
    }
    let (label, target) = text.strip_prefix('[')?.split_once("](")?;
    let target = target.strip_suffix(')')?;
    (!label.contains(']') && !target.contains(['(', ' '])).then_some(target)
}

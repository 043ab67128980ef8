//! UUIDs (RFC 9562), with or without hyphens, in braces, or as a URN: the crate reads all of them.

use uuid::Uuid;

use super::{Written, written};
use crate::LlmOutput;
use crate::path::Frame;
use crate::read::cursor::{Cursor, Read};
use crate::repair::RepairKind;
use crate::schema::{Length, Shape};
use crate::spec::{Accepts, Facts};

written! { Uuid: "uuid"; }

impl Written for Uuid {
    const EXPECTED: &'static str = "a UUID, as in 67e55044-10b1-426f-9247-bb680e5fe0c8";

    fn exact(text: &str) -> Option<Self> {
        Self::parse_str(text).ok()
    }

    fn loose(text: &str) -> Option<(Self, RepairKind)> {
        let inner = text.trim_matches(|c: char| !c.is_ascii_hexdigit());
        let label = ["uuid:", "urn:uuid:", "uuid ", "id:"];
        let lower = text.to_ascii_lowercase();
        let labelled = label.iter().find_map(|label| lower.strip_prefix(label));
        let value = Self::parse_str(labelled.unwrap_or(inner).trim()).ok()?;
        Some((value, RepairKind::UuidFormat))
    }
}

//! How errors and repairs are written as JSON or another format, for logs and reports.

use serde_core::ser::{Serialize, SerializeStruct, Serializer};

use super::{ErrorKind, Violation};
use crate::path::Path;
use crate::repair::{Repair, RepairKind, Severity};

/// Types that are written as their stable name.
macro_rules! named {
    ($($type:ty)*) => {$(
        impl Serialize for $type {
            /// Writes the name in `snake_case`.
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }
    )*};
}

named! { ErrorKind RepairKind Severity }

impl Serialize for Path {
    /// Writes `"findings[0].severity"`, as [`Display`](std::fmt::Display) does.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Serialize for Repair {
    /// Writes `{"kind": "enum_case", "severity": "coercion", "path": "findings[0].severity", "span": {"start": 29, "end": 35}}`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut repair = serializer.serialize_struct("Repair", 4)?;
        repair.serialize_field("kind", &self.kind())?;
        repair.serialize_field("severity", &self.severity())?;
        repair.serialize_field("path", self.path())?;
        repair.serialize_field("span", &self.span())?;
        repair.end()
    }
}

impl Serialize for Violation {
    /// Writes `{"path": "line", "expected": "a number", "found": "\"many\"", "span": {"start": 9, "end": 15}}`. What
    /// was found is the model's text.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut violation = serializer.serialize_struct("Violation", 4)?;
        violation.serialize_field("path", self.path())?;
        violation.serialize_field("expected", self.expected())?;
        violation.serialize_field("found", self.found())?;
        violation.serialize_field("span", &self.span())?;
        violation.end()
    }
}

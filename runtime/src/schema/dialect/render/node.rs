//! A schema object while it is written.

use serde_json::{Map, Value};

/// The keywords of one schema; with the feature `preserve_order`, in the order in which they are set.
#[derive(Debug, Clone, Default)]
pub(super) struct Node(Map<String, Value>);

impl Node {
    pub(super) fn set(&mut self, keyword: &str, value: impl Into<Value>) {
        self.0.insert(keyword.to_owned(), value.into());
    }

    pub(super) fn set_some(&mut self, keyword: &str, value: Option<Value>) {
        if let Some(value) = value {
            self.set(keyword, value);
        }
    }

    pub(super) fn take(&mut self, keyword: &str) -> Option<Value> {
        // Not `remove`: where objects keep their order, it puts the last keyword in the place of this one.
        let mut taken = None;
        self.0.retain(|key, value| {
            let is_it = key == keyword;
            if is_it {
                taken = Some(value.take());
            }
            !is_it
        });
        taken
    }

    pub(super) fn has(&self, keyword: &str) -> bool {
        self.0.contains_key(keyword)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the keyword is all there is.
    pub(super) fn only(&self, keyword: &str) -> bool {
        self.0.len() == 1 && self.has(keyword)
    }

    pub(super) fn extend(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// Sets the description, if there is any line of it.
    pub(super) fn describe(&mut self, lines: &[String]) {
        if !lines.is_empty() {
            self.set("description", lines.join("\n"));
        }
    }

    /// Puts a line before the description.
    pub(super) fn describe_first(&mut self, line: &str) {
        if line.is_empty() {
            return;
        }
        let text = match self.0.get("description") {
            Some(Value::String(behind)) => format!("{line}\n{behind}"),
            _ => line.to_owned(),
        };
        self.set("description", text);
    }

    /// Adds a schema to a list of them, if the list is there.
    pub(super) fn push(&mut self, keyword: &str, schema: Self) -> bool {
        match self.0.get_mut(keyword) {
            Some(Value::Array(schemas)) => {
                schemas.push(schema.into());
                true
            }
            _ => false,
        }
    }

    /// Admits `null` by `type`, and by `enum` where that lists the values.
    pub(super) fn add_null_type(&mut self) {
        if let Some(kind) = self.0.get_mut("type") {
            *kind = Value::Array(vec![kind.take(), "null".into()]);
        }
        if let Some(Value::Array(values)) = self.0.get_mut("enum") {
            values.push(Value::Null);
        }
    }
}

impl From<Node> for Value {
    fn from(node: Node) -> Self {
        Self::Object(node.0)
    }
}

//! The tag of an object, once it was found.

/// Where an object's tag is, and which variant it names.
#[derive(Debug, Clone, Copy)]
pub struct Tag {
    pub(crate) variant: u32,
    /// Where the object begins.
    pub(crate) object: usize,
    /// Where the tag's key begins.
    pub(crate) key: usize,
}

impl Tag {
    /// The variant's index.
    pub fn variant(self) -> u32 {
        self.variant
    }
}

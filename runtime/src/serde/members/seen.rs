//! Which members of a struct came.

/// The fields that were seen. Structs of more than 128 names are rare, and theirs are counted one by one.
#[derive(Debug, Default)]
pub(super) struct Seen {
    first: u128,
    more: Vec<u32>,
}

impl Seen {
    pub(super) fn add(&mut self, field: u32) {
        if field < u128::BITS {
            self.first |= 1 << field;
        } else {
            self.more.push(field);
        }
    }

    pub(super) fn has(&self, field: u32) -> bool {
        if field < u128::BITS {
            self.first & (1 << field) != 0
        } else {
            self.more.contains(&field)
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.first == 0 && self.more.is_empty()
    }
}

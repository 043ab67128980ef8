//! The texts of paths that were written before.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::places::{Place, Places, PlainStep, SAME_STEPS};

/// This many texts are kept.
const KEPT: usize = 64;

/// Keeps the texts of paths. Most repairs of many replies have the same few paths, so their texts are written once.
///
/// See [`Parsed::each_repair_with_path`](crate::Parsed::each_repair_with_path).
#[derive(Default)]
pub struct PathTexts {
    /// Nothing, or so many texts, each where its steps say.
    kept: Vec<PathText>,
    /// The text of a path that is not kept: one with a key of a map, or with many steps.
    other: String,
}

impl PathTexts {
    /// The text of a path.
    #[inline]
    pub(crate) fn of(&mut self, places: &Places, place: Place) -> &str {
        // The first holders of most replies have the same numbers, so these tell short paths from longer ones.
        let position = places.above(place).map_or(0, |above| {
            let steps = place.step.wrapping_add(above.step.wrapping_mul(5));
            steps.wrapping_add(above.holder.wrapping_mul(17)).wrapping_add(1) as usize % KEPT
        });
        // Looked up twice: what the first look-up returns would still be borrowed in the second case.
        let is_kept = self
            .kept
            .get(position)
            .is_some_and(|kept| places.is_of(place, &kept.steps[..kept.count]));
        if is_kept {
            &self.kept[position].text
        } else {
            self.write(places, place, position)
        }
    }

    /// The text of a path that is not at its position.
    #[cold]
    #[inline(never)]
    fn write(&mut self, places: &Places, place: Place, position: usize) -> &str {
        let mut steps = [(0, 0); SAME_STEPS];
        let text = match places.plain_steps(place, &mut steps) {
            None => &mut self.other,
            Some(count) => {
                if self.kept.is_empty() {
                    self.kept.resize_with(KEPT, PathText::default);
                }
                let kept = &mut self.kept[position];
                (kept.steps, kept.count) = (steps, count);
                &mut kept.text
            }
        };
        text.clear();
        // Writing to a `String` cannot fail.
        let _ = places.write(places.resolved(place), text);
        text
    }
}

impl fmt::Debug for PathTexts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PathTexts").finish_non_exhaustive()
    }
}

struct PathText {
    /// The steps from the place up to the root, and how many they are.
    steps: [PlainStep; SAME_STEPS],
    count: usize,
    text: String,
}

/// The text of the root.
impl Default for PathText {
    fn default() -> Self {
        Self {
            steps: [(0, 0); SAME_STEPS],
            count: 0,
            text: "$".to_owned(),
        }
    }
}

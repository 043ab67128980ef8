//! Minimum of many rounds, all contenders of a row in turn within each.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// Something that is timed.
pub type Work<'a> = Box<dyn FnMut() + 'a>;

/// The least time that each of `works` takes, in nanoseconds: every round runs each of them for a short while, so that
/// a slow spell of the machine hits all alike.
pub fn fastest(works: &mut [Work<'_>], rounds: u32, slice: Duration) -> Vec<f64> {
    let repeats: Vec<u32> = works.iter_mut().map(|work| repeats(work, slice)).collect();
    let mut best = vec![f64::INFINITY; works.len()];
    for round in 0..rounds {
        let _held = held(round % 8);
        for ((work, &count), best) in works.iter_mut().zip(&repeats).zip(&mut best) {
            let mut total = Duration::ZERO;
            deeper(round / 8 % 16, &mut || {
                let start = Instant::now();
                for _ in 0..count {
                    black_box(&mut *work)();
                }
                total = start.elapsed();
            });
            let each = total.as_secs_f64() * 1e9 / f64::from(count);
            *best = best.min(each);
        }
    }
    best
}

/// Blocks of the sizes that values take, some more of each in one round than in another: an allocator hands out the block
/// of a size that it was given back last, so that values would lie in the same places for ever.
///
/// Where they happen to lie, seen from the text and the stack, decides over a tenth of the time for a short text. So the
/// least time is that of a good place, for every contender.
fn held(of_each: u32) -> Vec<Vec<u8>> {
    const SIZES: usize = 64;
    let blocks = (1..=SIZES).flat_map(|size| (0..of_each).map(move |_| Vec::with_capacity(16 * size)));
    blocks.collect()
}

/// Runs `timed` so many steps of some 256 bytes further down the stack, whose place within a page is another one in every
/// process.
#[inline(never)]
fn deeper(steps: u32, timed: &mut dyn FnMut()) {
    let Some(steps) = steps.checked_sub(1) else {
        return timed();
    };
    let mut space = [0u8; 192];
    black_box(&mut space);
    deeper(steps, timed);
    black_box(&mut space);
}

/// How often to run `work` so that it takes about `slice`.
fn repeats(work: &mut Work<'_>, slice: Duration) -> u32 {
    work();
    let start = Instant::now();
    let mut count = 0;
    while start.elapsed() < slice {
        work();
        count += 1;
    }
    count.max(1)
}

/// The geometric mean.
#[expect(clippy::cast_precision_loss, reason = "a table has few rows")]
pub fn geometric_mean(ratios: &[f64]) -> f64 {
    (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp()
}

//! Decimal numbers of few digits, made by one division.

/// Decimal numbers of few digits.
pub(super) trait Quotient: Sized {
    /// `digits` with a point before the last `fraction` of them, where one exact division gives it: both numbers are
    /// exact in the type, and IEEE 754 rounds their quotient as it would the number itself.
    fn quotient(digits: u64, fraction: usize) -> Option<Self>;
}

impl Quotient for f64 {
    #[inline]
    #[expect(clippy::cast_precision_loss, reason = "it fits")]
    fn quotient(digits: u64, fraction: usize) -> Option<Self> {
        const POWERS: [f64; 23] = [
            1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
            1e19, 1e20, 1e21, 1e22,
        ];
        let power = POWERS.get(fraction)?;
        (digits <= 1 << 53).then(|| digits as f64 / power)
    }
}

impl Quotient for f32 {
    #[inline]
    #[expect(clippy::cast_precision_loss, reason = "it fits")]
    fn quotient(digits: u64, fraction: usize) -> Option<Self> {
        const POWERS: [f32; 11] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10];
        let power = POWERS.get(fraction)?;
        (digits <= 1 << 24).then(|| digits as f32 / power)
    }
}

#[cfg(test)]
mod tests {
    use super::Quotient;

    /// Digits and places of the point, near the bounds of what a quotient gives and anywhere below.
    fn decimals() -> impl Iterator<Item = (u64, usize)> {
        let bounds = [1u64 << 24, 1 << 53]
            .into_iter()
            .flat_map(|bound| bound - 40..bound + 3);
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let others = (0..20_000).map(move |index| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state >> (index % 64)
        });
        bounds
            .chain(0..2000)
            .chain(others)
            .flat_map(|digits| (0..24).map(move |fraction| (digits, fraction)))
    }

    #[test]
    fn a_quotient_is_the_number_that_the_standard_library_reads() {
        let (mut doubles, mut singles) = (0, 0);
        for (digits, fraction) in decimals() {
            let text = format!("{digits}e-{fraction}");
            if let Some(value) = f64::quotient(digits, fraction) {
                doubles += 1;
                assert_eq!(Ok(value.to_bits()), text.parse().map(f64::to_bits), "{text}");
            }
            if let Some(value) = f32::quotient(digits, fraction) {
                singles += 1;
                assert_eq!(Ok(value.to_bits()), text.parse().map(f32::to_bits), "{text}");
            }
        }
        assert!(
            doubles > 100_000 && singles > 20_000,
            "{doubles} and {singles} were compared"
        );
    }
}

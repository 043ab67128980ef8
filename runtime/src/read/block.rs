//! Several bytes at once: the one file of the crate with `unsafe` in it.
//!
//! With words of eight bytes in its place (`--cfg llm_output_words`), the texts in `benches/` take longer: most of them 6
//! to 10 %, those in prose 13 %, and those with everything wrong at once 37 % (geometric mean over the types, minimum of
//! many rounds, three runs of each in turn, 2026-11-22). That is why it is here. The only unsafe operation is calling SSE2
//! intrinsics: they accept and return registers, touch no memory, and require nothing but a processor that has them. Safe
//! code loads the vectors, from two words that the compiler combines into one load.
#![cfg_attr(
    all(target_arch = "x86_64", not(llm_output_words)),
    expect(
        unsafe_code,
        reason = "SSE2 intrinsics are unsafe to call, even where every processor has them"
    )
)]

use core::marker::PhantomData;

/// Bytes that are compared all at once. What a comparison gives is a block too: set where it holds.
pub(crate) trait Block: Copy {
    /// How many bytes a block holds.
    const WIDTH: usize;

    /// As many bytes as a block holds.
    type Bytes;

    /// These bytes.
    fn of(bytes: &Self::Bytes) -> Self;

    /// The bytes from `at` on, where there are enough of them.
    fn load(bytes: &[u8], at: usize) -> Option<Self>;

    /// Set where the byte is `byte`, but perhaps above the first such place too.
    fn equals(self, byte: u8) -> Self;

    /// Set where the byte is below 0x20, but perhaps above the first such place too.
    fn is_control(self) -> Self;

    /// Set where the byte is below 0x20, is `quote`, which is one of those from there to 0x3f, or is `other`, but perhaps
    /// above the first such place too.
    fn is_control_or_either(self, quote: u8, other: u8) -> Self;

    /// Set where the byte is `byte`, which has the bit 0x20, or is so but for that bit: a letter in either case, a brace or
    /// its bracket. Perhaps above the first such place too.
    fn equals_folded(self, byte: u8) -> Self;

    /// Set where the byte is neither a space nor a line break, and nowhere else.
    fn is_no_blank(self) -> Self;

    /// Set where the byte is no ASCII letter, and nowhere else.
    fn is_no_letter(self) -> Self;

    /// Set where the byte is not ASCII.
    fn is_wide(self) -> Self;

    /// Set where the byte is one of these two, which are ASCII, or one between them, and nowhere else.
    fn is_between(self, first: u8, last: u8) -> Self;

    /// Set where either is.
    fn or(self, other: Self) -> Self;

    /// The first place that is set.
    fn first(self) -> Option<usize>;

    /// The places that are set, as bits of a number; see [`SetPlaces`].
    fn places(self) -> SetPlaces<Self>;
}

/// The places in a block that are set, in order. Only for a comparison that sets nothing where it does not hold.
pub(crate) struct SetPlaces<B> {
    set: u64,
    block: PhantomData<B>,
}

impl<B: Block> Iterator for SetPlaces<B> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        // As many bits stand for each byte.
        let width = if B::WIDTH == 8 { 8 } else { 1 };
        (self.set != 0).then(|| {
            let place = self.set.trailing_zeros() / width;
            self.set &= self.set - 1;
            place as usize
        })
    }
}

/// Eight bytes in a register, for every other machine.
#[cfg(any(test, not(target_arch = "x86_64"), llm_output_words))]
#[derive(Debug, Clone, Copy)]
pub(crate) struct Word(u64);

#[cfg(any(test, not(target_arch = "x86_64"), llm_output_words))]
const LOW: u64 = 0x0101_0101_0101_0101;
#[cfg(any(test, not(target_arch = "x86_64"), llm_output_words))]
const HIGH: u64 = 0x8080_8080_8080_8080;

#[cfg(any(test, not(target_arch = "x86_64"), llm_output_words))]
impl Word {
    /// The high bit of the lowest byte that is zero; higher bits may be set above it, so only the first one counts.
    #[inline(always)]
    fn is_zero(self) -> Self {
        Self(self.0.wrapping_sub(LOW) & !self.0)
    }

    /// The high bit of every byte that is not zero, exactly; the other bits mean nothing.
    #[inline(always)]
    fn is_nonzero(self) -> u64 {
        ((self.0 & !HIGH) + !HIGH) | self.0
    }
}

#[cfg(any(test, not(target_arch = "x86_64"), llm_output_words))]
impl Block for Word {
    const WIDTH: usize = 8;

    type Bytes = [u8; 8];

    #[inline(always)]
    fn of(bytes: &[u8; 8]) -> Self {
        Self(u64::from_le_bytes(*bytes))
    }

    #[inline(always)]
    fn load(bytes: &[u8], at: usize) -> Option<Self> {
        bytes.get(at..)?.first_chunk().map(Self::of)
    }

    #[inline(always)]
    fn equals(self, byte: u8) -> Self {
        Self(self.0 ^ (LOW * u64::from(byte))).is_zero()
    }

    #[inline(always)]
    fn is_control(self) -> Self {
        Self(self.0.wrapping_sub(LOW * 0x20) & !self.0)
    }

    #[inline(always)]
    fn is_control_or_either(self, quote: u8, other: u8) -> Self {
        let swapped = self.0 ^ (LOW * u64::from(quote ^ 0x20));
        Self(swapped.wrapping_sub(LOW * 0x21) & !swapped).or(self.equals(other))
    }

    #[inline(always)]
    fn equals_folded(self, byte: u8) -> Self {
        Self((self.0 | (LOW * 0x20)) ^ (LOW * u64::from(byte))).is_zero()
    }

    #[inline(always)]
    fn is_no_blank(self) -> Self {
        let no_space = Self(self.0 ^ (LOW * u64::from(b' '))).is_nonzero();
        let no_break = Self(self.0 ^ (LOW * u64::from(b'\n'))).is_nonzero();
        Self(no_space & no_break)
    }

    #[inline(always)]
    fn is_no_letter(self) -> Self {
        let low = (self.0 | (LOW * 0x20)) & !HIGH;
        let is_from_a = low + LOW * u64::from(0x80 - b'a');
        let is_past_z = low + LOW * u64::from(0x7f - b'z');
        Self(!is_from_a | is_past_z | self.0)
    }

    #[inline(always)]
    fn is_wide(self) -> Self {
        self
    }

    #[inline(always)]
    fn is_between(self, first: u8, last: u8) -> Self {
        let low = self.0 & !HIGH;
        let is_from_first = low + LOW * u64::from(0x80 - first);
        let is_past_last = low + LOW * u64::from(0x7f - last);
        Self(is_from_first & !is_past_last & !self.0)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    #[inline(always)]
    fn first(self) -> Option<usize> {
        let set = self.0 & HIGH;
        (set != 0).then(|| (set.trailing_zeros() / 8) as usize)
    }

    #[inline(always)]
    fn places(self) -> SetPlaces<Self> {
        SetPlaces {
            set: self.0 & HIGH,
            block: PhantomData,
        }
    }
}

#[cfg(all(target_arch = "x86_64", not(llm_output_words)))]
pub(crate) use vector::Vector;

#[cfg(all(target_arch = "x86_64", not(llm_output_words)))]
mod vector {
    use core::arch::x86_64::{
        __m128i, _mm_cmpeq_epi8, _mm_max_epu8, _mm_min_epu8, _mm_movemask_epi8, _mm_or_si128, _mm_set_epi64x,
        _mm_set1_epi8, _mm_setzero_si128, _mm_sub_epi8, _mm_subs_epu8, _mm_xor_si128,
    };

    use core::marker::PhantomData;

    use super::{Block, SetPlaces};

    // The proof of every `unsafe` below: without this feature the crate does not compile.
    const _: () = assert!(cfg!(target_feature = "sse2"), "`x86_64` without SSE2 is not supported");

    /// Sixteen bytes in an SSE2 register, which is part of `x86_64` itself.
    #[derive(Debug, Clone, Copy)]
    pub(crate) struct Vector(__m128i);

    impl Vector {
        /// The first place that is set after the first `passed` ones: unlike in a word, nothing is set where it is not
        /// to be.
        #[inline(always)]
        pub(crate) fn first_behind(self, passed: usize) -> Option<usize> {
            // SAFETY: the processor has SSE2, as asserted above.
            let set = unsafe { _mm_movemask_epi8(self.0) }.cast_unsigned() >> passed;
            (set != 0).then(|| passed + set.trailing_zeros() as usize)
        }
    }

    impl Block for Vector {
        const WIDTH: usize = 16;

        type Bytes = [u8; 16];

        #[inline(always)]
        fn of(bytes: &[u8; 16]) -> Self {
            let [low, high] = bytes.as_chunks::<8>().0 else {
                unreachable!("twice eight is sixteen")
            };
            let (low, high) = (i64::from_le_bytes(*low), i64::from_le_bytes(*high));
            // SAFETY: the processor has SSE2, as asserted above.
            Self(unsafe { _mm_set_epi64x(high, low) })
        }

        #[inline(always)]
        fn load(bytes: &[u8], at: usize) -> Option<Self> {
            bytes.get(at..)?.first_chunk().map(Self::of)
        }

        #[inline(always)]
        fn equals(self, byte: u8) -> Self {
            // SAFETY: the processor has SSE2, as asserted above.
            Self(unsafe { _mm_cmpeq_epi8(self.0, _mm_set1_epi8(byte.cast_signed())) })
        }

        #[inline(always)]
        fn is_control(self) -> Self {
            // SAFETY: the processor has SSE2, as asserted above.
            Self(unsafe { _mm_cmpeq_epi8(_mm_min_epu8(self.0, _mm_set1_epi8(0x1f)), self.0) })
        }

        #[inline(always)]
        fn is_control_or_either(self, quote: u8, other: u8) -> Self {
            // The quote and the space change places, and no other byte crosses the border between them. Then zero is what
            // is sought, in one way or the other.
            let swap = (quote ^ 0x20).cast_signed();
            // SAFETY: the processor has SSE2, as asserted above.
            Self(unsafe {
                let swapped = _mm_xor_si128(self.0, _mm_set1_epi8(swap));
                let above = _mm_subs_epu8(swapped, _mm_set1_epi8(0x20));
                let differs = _mm_xor_si128(self.0, _mm_set1_epi8(other.cast_signed()));
                _mm_cmpeq_epi8(_mm_min_epu8(above, differs), _mm_setzero_si128())
            })
        }

        #[inline(always)]
        fn equals_folded(self, byte: u8) -> Self {
            // SAFETY: the processor has SSE2, as asserted above.
            Self(unsafe { _mm_or_si128(self.0, _mm_set1_epi8(0x20)) }).equals(byte)
        }

        #[inline(always)]
        fn is_no_blank(self) -> Self {
            let blank = self.equals(b' ').or(self.equals(b'\n'));
            // SAFETY: the processor has SSE2, as asserted above.
            Self(unsafe { _mm_cmpeq_epi8(blank.0, _mm_setzero_si128()) })
        }

        #[inline(always)]
        fn is_no_letter(self) -> Self {
            // SAFETY: the processor has SSE2, as asserted above.
            Self(unsafe {
                let folded = _mm_or_si128(self.0, _mm_set1_epi8(0x20));
                let letter = _mm_sub_epi8(folded, _mm_set1_epi8(b'a'.cast_signed()));
                _mm_cmpeq_epi8(_mm_max_epu8(letter, _mm_set1_epi8(26)), letter)
            })
        }

        #[inline(always)]
        fn is_wide(self) -> Self {
            // As in what a comparison gives, the high bit of a byte counts.
            self
        }

        #[inline(always)]
        fn is_between(self, first: u8, last: u8) -> Self {
            // SAFETY: the processor has SSE2, as asserted above.
            Self(unsafe {
                let offset = _mm_sub_epi8(self.0, _mm_set1_epi8(first.cast_signed()));
                _mm_cmpeq_epi8(
                    _mm_min_epu8(offset, _mm_set1_epi8((last - first).cast_signed())),
                    offset,
                )
            })
        }

        #[inline(always)]
        fn or(self, other: Self) -> Self {
            // SAFETY: the processor has SSE2, as asserted above.
            Self(unsafe { _mm_or_si128(self.0, other.0) })
        }

        #[inline(always)]
        fn first(self) -> Option<usize> {
            // SAFETY: the processor has SSE2, as asserted above.
            let set = unsafe { _mm_movemask_epi8(self.0) }.cast_unsigned();
            (set != 0).then(|| set.trailing_zeros() as usize)
        }

        #[inline(always)]
        fn places(self) -> SetPlaces<Self> {
            // SAFETY: the processor has SSE2, as asserted above.
            let set = unsafe { _mm_movemask_epi8(self.0) }.cast_unsigned();
            SetPlaces {
                set: u64::from(set),
                block: PhantomData,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Block, Word};

    fn agrees<B: Block>(bytes: &[u8]) {
        for at in 0..=bytes.len() {
            let Some(block) = B::load(bytes, at) else {
                assert!(at + B::WIDTH > bytes.len());
                continue;
            };
            let here = &bytes[at..at + B::WIDTH];
            let first = |is_it: &dyn Fn(u8) -> bool| here.iter().position(|&byte| is_it(byte));
            for sought in [0, b'"', b'\\', b'{', 0x7f, 0x80, 0xff] {
                assert_eq!(block.equals(sought).first(), first(&|byte| byte == sought), "{here:?}");
            }
            assert_eq!(block.is_control().first(), first(&|byte| byte < 0x20), "{here:?}");
            for quote in [b' ', b'"', b'\'', b'?'] {
                let ends = |byte| byte == quote || byte == b'\\' || byte < 0x20;
                let found = block.is_control_or_either(quote, b'\\').first();
                assert_eq!(found, first(&ends), "{here:?}");
            }
            for sought in [b'{', b'a', b'?', 0xff] {
                let folded = |byte| byte | 0x20 == sought;
                assert_eq!(block.equals_folded(sought).first(), first(&folded), "{here:?}");
            }
            let blank = |byte| matches!(byte, b' ' | b'\n');
            assert_eq!(block.is_no_blank().first(), first(&|byte| !blank(byte)), "{here:?}");
            let letters = block.is_no_letter().places();
            let no_letters = (0..B::WIDTH).filter(|&at| !here[at].is_ascii_alphabetic());
            assert!(letters.eq(no_letters), "{here:?}");
            assert_eq!(block.is_wide().first(), first(&|byte| byte >= 0x80), "{here:?}");
            let all = |is_it: &dyn Fn(u8) -> bool| (0..B::WIDTH).filter(|&at| is_it(here[at])).collect::<Vec<_>>();
            let between: Vec<usize> = block.is_between(b'!', b']').places().collect();
            assert_eq!(between, all(&|byte| (b'!'..=b']').contains(&byte)), "{here:?}");
            let both = block.equals(b'"').or(block.is_control());
            assert_eq!(both.first(), first(&|byte| byte == b'"' || byte < 0x20), "{here:?}");
        }
    }

    #[cfg(all(target_arch = "x86_64", not(llm_output_words)))]
    fn agrees_behind(bytes: &[u8]) {
        for at in 0..=bytes.len() - 16 {
            let Some(block) = super::Vector::load(bytes, at) else {
                unreachable!("there are enough bytes at {at}")
            };
            for passed in 0..=16 {
                let here = &bytes[at + passed..at + 16];
                let first = |is_it: &dyn Fn(u8) -> bool| Some(passed + here.iter().position(|&byte| is_it(byte))?);
                let ends = |byte| byte == b'"' || byte == b'\\' || byte < 0x20;
                let found = block.is_control_or_either(b'"', b'\\').first_behind(passed);
                assert_eq!(found, first(&ends), "{here:?}");
                let is_it = |byte| byte == b'\\';
                assert_eq!(block.equals(b'\\').first_behind(passed), first(&is_it), "{here:?}");
            }
        }
    }

    #[test]
    fn blocks_of_every_width_compare_as_single_bytes_do() {
        const EDGES: [u8; 15] = [
            0, 1, 0x1f, b' ', b'!', b'"', b'#', b'[', b'\\', b']', 0x7f, 0x80, 0x81, 0xfe, 0xff,
        ];
        // Miri looks for undefined behavior, not at every value, which would take it an hour.
        let (low_step, high_step) = if cfg!(miri) { (85, 4) } else { (1, 1) };
        for low in (0..=255u8).step_by(low_step) {
            for high in EDGES.into_iter().step_by(high_step) {
                let mut bytes = vec![b' '; 40];
                bytes[11] = low;
                bytes[12] = high;
                bytes[27] = high;
                bytes[30] = low;
                agrees::<Word>(&bytes);
                #[cfg(all(target_arch = "x86_64", not(llm_output_words)))]
                agrees::<super::Vector>(&bytes);
                #[cfg(all(target_arch = "x86_64", not(llm_output_words)))]
                agrees_behind(&bytes);
            }
        }
    }
}

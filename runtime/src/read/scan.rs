//! Word-at-a-time search for the byte that ends a run of plain string content.

const LOW: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// The first index from `from` on that holds a quote, a backslash or a control byte; the length where none does.
#[inline]
pub(crate) fn string_stop(bytes: &[u8], from: usize) -> usize {
    let mut index = from;
    while let Some(word) = bytes.get(index..index + 8) {
        let word = u64::from_le_bytes([word[0], word[1], word[2], word[3], word[4], word[5], word[6], word[7]]);
        let control = word.wrapping_sub(LOW * 0x20) & !word;
        let quote = zero_bytes(word ^ (LOW * u64::from(b'"')));
        let backslash = zero_bytes(word ^ (LOW * u64::from(b'\\')));
        let stops = (control | quote | backslash) & HIGH;
        if stops != 0 {
            return index + (stops.trailing_zeros() / 8) as usize;
        }
        index += 8;
    }
    while let Some(&byte) = bytes.get(index) {
        if byte == b'"' || byte == b'\\' || byte < 0x20 {
            break;
        }
        index += 1;
    }
    index.min(bytes.len())
}

/// The first index from `from` on that holds none of JSON's white space (RFC 8259 section 2).
#[inline(never)]
pub(crate) fn after_space(bytes: &[u8], from: usize) -> usize {
    let mut index = from;
    // Indentation is a line break and spaces: eight of them a step.
    while let Some(word) = bytes.get(index..index + 8) {
        let word = u64::from_le_bytes([word[0], word[1], word[2], word[3], word[4], word[5], word[6], word[7]]);
        let other =
            nonzero_bytes(word ^ (LOW * u64::from(b' '))) & nonzero_bytes(word ^ (LOW * u64::from(b'\n'))) & HIGH;
        if other != 0 {
            index += (other.trailing_zeros() / 8) as usize;
            if !matches!(bytes[index], b'\r' | b'\t') {
                return index;
            }
            index += 1;
        } else {
            index += 8;
        }
    }
    while let Some(b' ' | b'\n' | b'\r' | b'\t') = bytes.get(index) {
        index += 1;
    }
    index
}

/// The high bit of every byte that is not zero, exactly; the other bits mean nothing.
#[inline]
fn nonzero_bytes(word: u64) -> u64 {
    ((word & !HIGH) + !HIGH) | word
}

/// The high bit of the lowest byte that is zero; higher bits may be set above it, so only the first one counts.
#[inline]
fn zero_bytes(word: u64) -> u64 {
    word.wrapping_sub(LOW) & !word
}

/// The first index from `from` on that holds `first` or `second`.
pub(crate) fn either(bytes: &[u8], from: usize, first: u8, second: u8) -> Option<usize> {
    bytes[from..]
        .iter()
        .position(|&byte| byte == first || byte == second)
        .map(|offset| from + offset)
}

#[cfg(test)]
mod tests {
    use super::{after_space, string_stop};

    fn naive(bytes: &[u8], from: usize) -> usize {
        (from..bytes.len())
            .find(|&i| matches!(bytes[i], b'"' | b'\\' | 0..=0x1f))
            .unwrap_or(bytes.len())
    }

    #[test]
    fn white_space_ends_at_the_same_byte_by_words_and_by_bytes() {
        let naive = |bytes: &[u8], from: usize| {
            (from..bytes.len())
                .find(|&i| !matches!(bytes[i], b' ' | b'\n' | b'\r' | b'\t'))
                .unwrap_or(bytes.len())
        };
        for length in 0..30 {
            for position in 0..=length {
                for &stop in &[0, 8, 11, 12, 0x1f, b'!', b'"', 0x7f, 0x80, 0xa0, 0xff, b'\t', b'\r'] {
                    let mut bytes: Vec<u8> = (0..length).map(|i| if i % 9 == 0 { b'\n' } else { b' ' }).collect();
                    if let Some(byte) = bytes.get_mut(position) {
                        *byte = stop;
                    }
                    for from in 0..=length {
                        assert_eq!(after_space(&bytes, from), naive(&bytes, from), "{bytes:?} from {from}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_word_scan_equals_the_naive_one_at_every_offset() {
        let stops = [
            b'"', b'\\', 0, 0x1f, b'\n', 0x20, 0x7f, 0x80, 0xff, b'!', b'#', b'[', b']',
        ];
        for length in 0..40 {
            for position in 0..length {
                for &stop in &stops {
                    let mut bytes = vec![b'a'; length];
                    bytes[position] = stop;
                    for from in 0..=length {
                        assert_eq!(string_stop(&bytes, from), naive(&bytes, from), "{bytes:?} from {from}");
                    }
                }
            }
        }
    }
}

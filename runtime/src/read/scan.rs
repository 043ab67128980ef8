//! Searches over many bytes at a time: where a string's plain content ends, where white space ends.
//!
//! A search is written once, over [`Block`]s. On `x86_64` a block is 16 bytes in an SSE2 register, which every such
//! processor has; elsewhere, and with `--cfg llm_output_words`, it is a word of eight.

use super::block::Block;
#[cfg(all(target_arch = "x86_64", not(llm_output_words)))]
use super::block::Vector as Wide;
#[cfg(any(not(target_arch = "x86_64"), llm_output_words))]
use super::block::Word as Wide;
use super::steps::{searched, step};

/// The first index from `from` on that holds a double quote, a backslash or a control byte; the length where none does.
#[inline(always)]
pub(crate) fn string_stop(bytes: &[u8], from: usize) -> usize {
    quoted_stop::<b'"'>(bytes, from)
}

/// Like [`string_stop`], near the end of the text.
#[inline(always)]
pub(crate) fn last_string_stop(bytes: &[u8], from: usize) -> usize {
    #[cfg(all(target_arch = "x86_64", not(llm_output_words)))]
    if let Some((last, passed)) = last_block(bytes, from) {
        let found = last.is_control_or_either(b'"', b'\\').first_behind(passed);
        return searched(
            from,
            found.map_or(bytes.len(), |offset| bytes.len() - Wide::WIDTH + offset),
        );
    }
    far_string_stop(bytes, from)
}

#[inline(never)]
fn far_string_stop(bytes: &[u8], from: usize) -> usize {
    string_stop(bytes, from)
}

/// Whether no byte from `from` on is a double quote, a backslash or a control byte. For the few bytes of a chunk.
#[inline(always)]
pub(crate) fn is_plain(bytes: &[u8], from: usize) -> bool {
    #[cfg(all(target_arch = "x86_64", not(llm_output_words)))]
    if let Some((last, passed)) = last_block(bytes, from) {
        step(bytes.len() - from);
        return last.is_control_or_either(b'"', b'\\').first_behind(passed).is_none();
    }
    far_string_stop(bytes, from) == bytes.len()
}

/// The block at the end, and how many of its bytes are before `from`, if those from there on are in it.
#[cfg(all(target_arch = "x86_64", not(llm_output_words)))]
#[inline(always)]
fn last_block(bytes: &[u8], from: usize) -> Option<(Wide, usize)> {
    debug_assert!(from <= bytes.len(), "{from} is past the end");
    let (before, last) = bytes.split_last_chunk()?;
    Some((Wide::of(last), from.checked_sub(before.len())?))
}

/// The first index from `from` on that holds `QUOTE`, a backslash or a control byte; the length where none does.
#[inline(always)]
pub(crate) fn quoted_stop<const QUOTE: u8>(bytes: &[u8], from: usize) -> usize {
    const { assert!(QUOTE >= 0x20 && QUOTE < 0x40) };
    find(
        bytes,
        from,
        |block| block.is_control_or_either(QUOTE, b'\\'),
        |byte| byte == QUOTE || byte == b'\\' || byte < 0x20,
    )
}

/// The first index from `from` on that holds a single quote, a colon, a backslash or a control byte; the length where none
/// does.
pub(crate) fn word_stop(bytes: &[u8], from: usize) -> usize {
    find(
        bytes,
        from,
        |block| block.is_control_or_either(b'\'', b'\\').or(block.equals(b':')),
        |byte| matches!(byte, b'\'' | b':' | b'\\' | 0..0x20),
    )
}

/// Like [`quoted_stop`], with a quote that is known only now.
pub(crate) fn content_stop(bytes: &[u8], from: usize, quote: u8) -> usize {
    find(
        bytes,
        from,
        |block| block.equals(quote).or(block.equals(b'\\')).or(block.is_control()),
        |byte| byte == quote || byte == b'\\' || byte < 0x20,
    )
}

/// The first index from `from` on that holds a colon, the first byte of a wide one, a `=`, a `<` or a `|`, or a semicolon, which is
/// between those; the length where none does.
pub(crate) fn field_sign(bytes: &[u8], from: usize) -> usize {
    find(
        bytes,
        from,
        |block| {
            let wide = block.equals(0xef);
            block.is_between(b':', b'=').or(block.equals(b'|')).or(wide)
        },
        |byte| matches!(byte, b':'..=b'=' | b'|' | 0xef),
    )
}

/// The first index from `from` on that holds a digit, a colon, a double quote, a backtick or a byte of a character outside of ASCII: prose
/// has one of them before or in most values; the length where none does.
pub(crate) fn value_sign(bytes: &[u8], from: usize) -> usize {
    find(
        bytes,
        from,
        |block| {
            let quotes = block.equals(b'"').or(block.equals(b'`'));
            block.is_between(b'0', b':').or(quotes).or(block.is_wide())
        },
        |byte| matches!(byte, b'0'..=b':' | b'"' | b'`' | 0x80..),
    )
}

/// Whether this holds for any place that is sought in these bytes, or behind them, where blanks are put.
#[inline(always)]
fn any_place(bytes: &[u8], sought: impl Fn(Wide) -> Wide, mut holds: impl FnMut(usize) -> bool) -> bool {
    step(bytes.len());
    let (blocks, rest) = bytes.as_chunks::<{ Wide::WIDTH }>();
    let mut index = 0;
    for block in blocks {
        for place in sought(Wide::of(block)).places() {
            if holds(index + place) {
                return true;
            }
        }
        index += Wide::WIDTH;
    }
    let mut last = [b' '; Wide::WIDTH];
    last[..rest.len()].copy_from_slice(rest);
    sought(Wide::of(&last)).places().any(|place| holds(index + place))
}

/// The first index from `from` on that holds `first` or `second`; the length where none does.
pub(crate) fn either(bytes: &[u8], from: usize, first: u8, second: u8) -> usize {
    find(
        bytes,
        from,
        |block| block.equals(first).or(block.equals(second)),
        |byte| byte == first || byte == second,
    )
}

/// The first index from `from` on that holds an opening brace or bracket; the length where none does.
pub(crate) fn opener(bytes: &[u8], from: usize) -> usize {
    find(
        bytes,
        from,
        |block| block.equals_folded(b'{'),
        |byte| byte | 0x20 == b'{',
    )
}

/// The first index from `from` on that holds one of these bytes; the length where none does.
pub(crate) fn any_of(bytes: &[u8], from: usize, wanted: [u8; 6]) -> usize {
    let [first, rest @ ..] = wanted;
    find(
        bytes,
        from,
        |block| {
            rest.iter()
                .fold(block.equals(first), |found, &byte| found.or(block.equals(byte)))
        },
        |byte| wanted.contains(&byte),
    )
}

/// Where these signs are in the text from `from` on, found by the first of them: much faster than a search for the whole, unless it
/// is frequent.
pub(crate) fn signs(text: &str, from: usize, signs: &str) -> Option<usize> {
    let (bytes, signs) = (text.as_bytes(), signs.as_bytes());
    let first = *signs.first()?;
    let mut at = either(bytes, from, first, first);
    while at < bytes.len() && !bytes[at..].starts_with(signs) {
        at = either(bytes, at + 1, first, first);
    }
    (at < bytes.len()).then_some(at)
}

/// The first index from `from` on that holds `BYTE`; the length where none does.
///
/// As a rule none does, so that four blocks are looked at together.
pub(crate) fn byte<const BYTE: u8>(bytes: &[u8], from: usize) -> usize {
    let mut index = from;
    let (fours, _) = bytes.get(from..).unwrap_or_default().as_chunks::<{ 4 * Wide::WIDTH }>();
    for four in fours {
        let (blocks, _) = four.as_chunks::<{ Wide::WIDTH }>();
        let [first, second, third, fourth] = [0, 1, 2, 3].map(|block| Wide::of(&blocks[block]).equals(BYTE));
        if first.or(second).or(third.or(fourth)).first().is_some() {
            break;
        }
        index += 4 * Wide::WIDTH;
    }
    step(index.saturating_sub(from));
    find(bytes, index, |block| block.equals(BYTE), |byte| byte == BYTE)
}

/// The first index from `from` on that holds a byte that may end a sentence, or begin a character outside of ASCII that does; the length
/// where none does.
pub(crate) fn sentence_end(bytes: &[u8], from: usize) -> usize {
    const ENDS: [u8; 8] = *b"\n([;.!?-";
    find(
        bytes,
        from,
        |block| {
            ENDS.iter()
                .fold(block.is_wide(), |found, &byte| found.or(block.equals(byte)))
        },
        |byte| byte >= 0x80 || ENDS.contains(&byte),
    )
}

/// The indices that hold `BYTE`.
pub(crate) fn places<const BYTE: u8>(bytes: &[u8]) -> impl Iterator<Item = usize> + '_ {
    let mut next = 0;
    core::iter::from_fn(move || {
        let at = byte::<BYTE>(bytes, next);
        next = at + 1;
        (at < bytes.len()).then_some(at)
    })
}

/// How often `BYTE` is in these bytes.
pub(crate) fn count<const BYTE: u8>(bytes: &[u8]) -> usize {
    step(bytes.len());
    // So few are counted in a byte, which the compiler does for many of them at once.
    let counted = |piece: &[u8]| usize::from(piece.iter().map(|&byte| u8::from(byte == BYTE)).sum::<u8>());
    bytes.chunks(240).map(counted).sum()
}

/// The first index from `from` on that holds `BYTE` or a byte of a character outside of ASCII; the length where none does.
pub(crate) fn wide_or<const BYTE: u8>(bytes: &[u8], from: usize) -> usize {
    find(
        bytes,
        from,
        |block| block.is_wide().or(block.equals(BYTE)),
        |byte| byte == BYTE || byte >= 0x80,
    )
}

/// The first index from `from` on that holds what may open a value, a fence or a tag in prose; the length where none
/// does.
pub(crate) fn prose_stop(bytes: &[u8], from: usize) -> usize {
    find(bytes, from, opens, |byte| {
        matches!(byte, b'{' | b'[' | b'"' | b'\'' | b'`' | b'~' | b'<')
    })
}

/// Like [`prose_stop`], and what may close a value.
pub(crate) fn frame_stop(bytes: &[u8], from: usize) -> usize {
    find(
        bytes,
        from,
        |block| opens(block).or(block.equals_folded(b'}')),
        |byte| matches!(byte, b'{' | b'[' | b'}' | b']' | b'"' | b'\'' | b'`' | b'~' | b'<'),
    )
}

#[inline(always)]
fn opens<B: Block>(block: B) -> B {
    // A bracket differs from a brace in that one bit.
    let brackets = block.equals_folded(b'{').or(block.equals(b'<'));
    let quotes = block.equals(b'"').or(block.equals(b'\'')).or(block.equals(b'`'));
    brackets.or(quotes).or(block.equals(b'~'))
}

/// Whether this holds for any word of ASCII letters in these bytes, given where it begins and ends. Words may be empty: one ends at
/// each byte that is no letter, and at the end.
#[inline(always)]
pub(crate) fn any_word(bytes: &[u8], mut holds: impl FnMut(usize, usize) -> bool) -> bool {
    let mut start = 0;
    any_place(bytes, Block::is_no_letter, |end| {
        let begin = core::mem::replace(&mut start, end + 1);
        end <= bytes.len() && holds(begin, end)
    })
}

/// The first index from `from` on that holds none of JSON's white space (RFC 8259 section 2); the length where all do.
#[inline(always)]
pub(crate) fn after_space(bytes: &[u8], from: usize) -> usize {
    let index = after_little_space(bytes, from);
    match bytes.get(index) {
        Some(b' ' | b'\n' | b'\r' | b'\t') => searched(index, after_long_space(bytes, index)),
        _ => index,
    }
}

/// Like [`after_space`], near the end of the text.
#[inline(always)]
pub(crate) fn after_last_space(bytes: &[u8], from: usize) -> usize {
    #[cfg(all(target_arch = "x86_64", not(llm_output_words)))]
    if let Some((last, passed)) = last_block(bytes, from) {
        let Some(offset) = last.is_no_blank().first_behind(passed) else {
            return searched(from, bytes.len());
        };
        let index = bytes.len() - Wide::WIDTH + offset;
        if !matches!(bytes.get(index), Some(b'\r' | b'\t')) {
            return searched(from, index);
        }
    }
    let index = after_little_space(bytes, from);
    match bytes.get(index) {
        Some(b' ' | b'\n' | b'\r' | b'\t') => after_any_space(bytes, index),
        _ => searched(from, index),
    }
}

/// Like [`after_space`], for any white space and any number of bytes.
#[inline(never)]
fn after_any_space(bytes: &[u8], from: usize) -> usize {
    let mut index = from;
    loop {
        index = find(bytes, index, Block::is_no_blank, |byte| !matches!(byte, b' ' | b'\n'));
        match bytes.get(index) {
            Some(b'\r' | b'\t') => index += 1,
            _ => return index,
        }
    }
}

/// The first index from `from` on that is neither a space nor a line break, or `from` where that is not near.
///
/// Indentation is a line break and some spaces: one block holds nearly all of it.
#[inline(always)]
pub(crate) fn after_little_space(bytes: &[u8], from: usize) -> usize {
    match Wide::load(bytes, from).map(Block::is_no_blank).and_then(Block::first) {
        Some(offset) => from + offset,
        None => from,
    }
}

/// The first of some bytes that is neither a space nor a line break.
#[inline(always)]
pub(crate) fn first_no_blank(bytes: &[u8; 16]) -> Option<usize> {
    let mut passed = 0;
    for block in bytes.as_chunks::<{ Wide::WIDTH }>().0 {
        if let Some(offset) = Wide::of(block).is_no_blank().first() {
            return Some((passed + offset) & 15);
        }
        passed += Wide::WIDTH;
    }
    None
}

/// Like [`after_space`], where the byte at `index` is white space: near the end of a text, the only one as a rule.
#[inline(never)]
pub(crate) fn after_long_space(bytes: &[u8], mut index: usize) -> usize {
    index += 1;
    let is_space = |index: usize| matches!(bytes.get(index), Some(b' ' | b'\n' | b'\r' | b'\t'));
    if !is_space(index) {
        return index;
    }
    while let Some(block) = Wide::load(bytes, index) {
        match block.is_no_blank().first() {
            Some(offset) => {
                index += offset;
                break;
            }
            None => index += Wide::WIDTH,
        }
    }
    // What is neither a space nor a line break may be white space still, as are the last few bytes.
    while is_space(index) {
        index += 1;
    }
    index
}

/// The first index from `from` on whose byte is one of those sought, in the words of blocks and of single bytes.
#[inline(always)]
fn find(bytes: &[u8], from: usize, wide: impl Fn(Wide) -> Wide, single: impl Fn(u8) -> bool) -> usize {
    let length = bytes.len();
    let Some(bytes_from) = bytes.get(from..) else {
        return searched(from, length);
    };
    let (blocks, rest) = bytes_from.as_chunks::<{ Wide::WIDTH }>();
    let mut index = from;
    for block in blocks {
        if let Some(offset) = wide(Wide::of(block)).first() {
            return searched(from, index + offset);
        }
        index += Wide::WIDTH;
    }
    #[cfg(all(target_arch = "x86_64", not(llm_output_words)))]
    if let Some(last) = bytes.last_chunk::<{ Wide::WIDTH }>() {
        // The last bytes of the text, some of which were looked at before, or stand before `from`.
        let found = wide(Wide::of(last)).first_behind(Wide::WIDTH - rest.len());
        return searched(from, found.map_or(length, |offset| length - Wide::WIDTH + offset));
    }
    let offset = rest.iter().position(|&byte| single(byte));
    searched(from, offset.map_or(length, |offset| length - rest.len() + offset))
}

/// Where a closing bracket is that this text did not open.
pub(crate) fn unopened(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    text.bytes().inspect(|_| step(1)).position(|byte| {
        match byte {
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth == 0 => return true,
            b'}' | b']' => depth -= 1,
            _ => {}
        }
        false
    })
}

#[cfg(test)]
mod tests {
    use super::{
        after_last_space, after_space, any_of, content_stop, either, first_no_blank, frame_stop, is_plain,
        last_string_stop, prose_stop, quoted_stop, signs, string_stop, word_stop,
    };

    fn naive(bytes: &[u8], from: usize, is_sought: impl Fn(u8) -> bool) -> usize {
        (from..bytes.len())
            .find(|&i| is_sought(bytes[i]))
            .unwrap_or(bytes.len())
    }

    fn is_space(byte: u8) -> bool {
        matches!(byte, b' ' | b'\n' | b'\r' | b'\t')
    }

    /// Every byte at every place of texts of every length up to a few blocks, from every index on.
    fn everywhere(fill: &[u8], mut check: impl FnMut(&[u8], usize)) {
        for length in [0, 1, 7, 8, 9, 15, 16, 17, 23, 24, 31, 32, 33, 41, 50, 64, 73, 130] {
            let mut bytes: Vec<u8> = fill.iter().copied().cycle().take(length).collect();
            for position in 0..=length {
                for stop in 0..=255 {
                    let before = bytes.get(position).copied();
                    if let Some(byte) = bytes.get_mut(position) {
                        *byte = stop;
                    }
                    for from in [0, 1, position.saturating_sub(9), position, length] {
                        check(&bytes, from.min(length));
                    }
                    if let (Some(byte), Some(before)) = (bytes.get_mut(position), before) {
                        *byte = before;
                    }
                }
            }
        }
    }

    #[test]
    fn string_content_ends_at_the_same_byte_by_blocks_and_by_bytes() {
        everywhere("añ!z\u{7f}".as_bytes(), |bytes, from| {
            let expected = naive(bytes, from, |byte| matches!(byte, b'"' | b'\\' | 0..=0x1f));
            assert_eq!(string_stop(bytes, from), expected, "{bytes:?} from {from}");
            assert_eq!(last_string_stop(bytes, from), expected, "{bytes:?} from {from}");
            assert_eq!(is_plain(bytes, from), expected == bytes.len(), "{bytes:?} from {from}");
            let expected = naive(bytes, from, |byte| matches!(byte, b'\'' | b'\\' | 0..=0x1f));
            assert_eq!(quoted_stop::<b'\''>(bytes, from), expected, "{bytes:?} from {from}");
            assert_eq!(content_stop(bytes, from, b'\''), expected, "{bytes:?} from {from}");
            let expected = naive(bytes, from, |byte| matches!(byte, b'\'' | b':' | b'\\' | 0..=0x1f));
            assert_eq!(word_stop(bytes, from), expected, "{bytes:?} from {from}");
        });
    }

    #[test]
    fn signs_are_found_as_a_search_for_the_whole_finds_them() {
        for text in [
            "", "`", "``", "```", "a```", "````", "``a```", "``\\\"`", "ä“```", "`` ```",
        ] {
            for sought in ["```", "\\\"", "“", "``"] {
                for (from, _) in text.char_indices().chain([(text.len(), ' ')]) {
                    let expected = text[from..].find(sought).map(|offset| from + offset);
                    assert_eq!(signs(text, from, sought), expected, "{sought} in {text} from {from}");
                }
            }
        }
    }

    #[test]
    fn a_byte_and_either_of_two_are_found_by_blocks_as_by_bytes() {
        everywhere("añ!z\u{7f}".as_bytes(), |bytes, from| {
            let expected = naive(bytes, from, |byte| matches!(byte, b'"' | b'\\'));
            assert_eq!(either(bytes, from, b'"', b'\\'), expected, "{bytes:?} from {from}");
            let expected = naive(bytes, from, |byte| matches!(byte, 0xe2 | b'\\'));
            assert_eq!(either(bytes, from, 0xe2, b'\\'), expected, "{bytes:?} from {from}");
            let wanted = [b'\\', b'"', 0xc3, 0xe2, b'\\', b'`'];
            let expected = naive(bytes, from, |byte| wanted.contains(&byte));
            assert_eq!(any_of(bytes, from, wanted), expected, "{bytes:?} from {from}");
            let expected = naive(bytes, from, |byte| byte == b'<');
            assert_eq!(super::byte::<b'<'>(bytes, from), expected, "{bytes:?} from {from}");
        });
    }

    #[test]
    fn prose_ends_at_the_same_byte_by_blocks_and_by_bytes() {
        everywhere("a |)^\n(ñ".as_bytes(), |bytes, from| {
            let expected = naive(bytes, from, |byte| b"{[\"'`~<".contains(&byte));
            assert_eq!(prose_stop(bytes, from), expected, "{bytes:?} from {from}");
            let expected = naive(bytes, from, |byte| b"{[}]\"'`~<".contains(&byte));
            assert_eq!(frame_stop(bytes, from), expected, "{bytes:?} from {from}");
        });
    }

    #[test]
    fn indentation_ends_at_the_same_byte_by_blocks_and_by_bytes() {
        for fill in [b' ', b'\n'] {
            for position in 0..16 {
                for byte in 0..=255 {
                    let mut bytes = [fill; 16];
                    bytes[position] = byte;
                    let expected = bytes.iter().position(|byte| !matches!(byte, b' ' | b'\n'));
                    assert_eq!(first_no_blank(&bytes), expected, "{bytes:?}");
                }
            }
        }
    }

    #[test]
    fn white_space_ends_at_the_same_byte_by_blocks_and_by_bytes() {
        for fill in ["  \n ", " \r\n\t", "\t", " "] {
            everywhere(fill.as_bytes(), |bytes, from| {
                let expected = naive(bytes, from, |byte| !is_space(byte));
                assert_eq!(after_space(bytes, from), expected, "{bytes:?} from {from}");
                assert_eq!(after_last_space(bytes, from), expected, "{bytes:?} from {from}");
            });
        }
    }
}

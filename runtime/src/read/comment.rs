//! Where a comment ends that runs to the end of its line: before whatever would otherwise be missing from the object
//! or list around it.
//!
//! A model that writes its answer on one line also writes the closers and fields after a comment on that line. Strictly,
//! they are part of the comment. But then they would be missing, since no line follows, and that distinguishes the two
//! cases.

use crate::bounds::{LONGEST_COMMENT_SEARCHED, LONGEST_KEY};
use crate::path::{Frame, Level};
use crate::read::closer::Fit;
use crate::read::cursor::Cursor;
use crate::read::steps::step;

/// What a comment holds besides words.
#[derive(Debug, Default)]
struct Contents {
    /// Where a field or element begins, or a run of closers after which the text goes on as it must.
    fitting: Option<usize>,
    /// The first closer that nothing in the comment opened.
    closer: Option<usize>,
    /// A run of closers ends the whole answer.
    is_outermost: bool,
}

impl Cursor<'_> {
    /// Where the comment from `start` to the end of its line ends before that; `None` where it takes the whole line.
    #[cold]
    pub(super) fn comment_stop(&mut self, start: usize, end: usize, at: &Frame<'_>) -> Option<usize> {
        let levels = core::iter::successors(Some(at), |frame| frame.parent);
        let is_inside = levels.into_iter().any(|frame| frame.closer().is_some());
        if !is_inside || self.byte(start + 1) == b'*' || !self.is_last_line(end) {
            return None;
        }
        if !self.look(LONGEST_COMMENT_SEARCHED.min(end - start)) {
            return None;
        }
        let contents = self.contents(start, end.min(start + LONGEST_COMMENT_SEARCHED), at);
        let stop = contents.fitting.or(contents.closer.filter(|_| contents.is_outermost));
        let closes = contents.closer.is_some() || self.text[start..end].trim_end().ends_with(['}', ']']);
        let is_long = end - start > LONGEST_COMMENT_SEARCHED;
        if (stop.is_some() && !closes) || (stop.is_none() && closes && is_long) {
            // The text is cut off within the comment, or what it holds is not to be told from words.
            self.pos = start;
            self.cut(at);
            return None;
        }
        stop
    }

    /// Whether a comment is after the string that may end at `pos`, and closers of this level in it which the text
    /// would lack.
    #[cold]
    pub(super) fn ends_before_comment(&self, pos: usize, at: &Frame<'_>) -> bool {
        let start = self.after_space(pos);
        let is_comment = match self.byte(start) {
            b'#' => start > pos && self.byte(start + 1) == b' ',
            b'/' => self.byte(start + 1) == b'/',
            _ => false,
        };
        if !is_comment {
            return false;
        }
        let Some(end) = self.comment_end(start) else {
            return false;
        };
        if !self.is_last_line(end) {
            return false;
        }
        let end = end.min(start + LONGEST_COMMENT_SEARCHED);
        let has_closer = || self.bytes()[start..end].iter().any(|byte| matches!(byte, b'}' | b']'));
        if !has_closer() || !self.look_at_comment(end - start) {
            return false;
        }
        let contents = self.contents(start, end, at);
        contents.closer.is_some() && contents.closer == contents.fitting
    }

    /// Whether nothing of the text is after the line that ends at `end`.
    fn is_last_line(&self, end: usize) -> bool {
        // Each quote before such a comment asks for this.
        let next = self.after_space(end);
        self.look_at_comment(next - end) && (next >= self.text.len() || self.is_frame_end(next))
    }

    /// Looks through a comment for what may be after it.
    fn contents(&self, start: usize, end: usize, at: &Frame<'_>) -> Contents {
        let mut contents = Contents::default();
        let mut depth = 0_usize;
        // The comma or the first of the closers right before the place.
        let (mut comma, mut run) = (None, None);
        let mut is_sound = false;
        let mut pos = start + 1;
        while pos < end {
            let byte = self.byte(pos);
            let is_closer = matches!(byte, b'}' | b']') && depth == 0;
            if is_closer {
                contents.closer.get_or_insert(pos);
                if run.is_none() {
                    run = Some(pos);
                    // One comment after another is not looked through for each of them.
                    is_sound = !matches!(self.byte(self.behind_closers(pos)), b'/' | b'#');
                }
            }
            if contents.fitting.is_none() {
                contents.fitting = match byte {
                    _ if is_closer && is_sound => {
                        let fit = self.closers_fit(pos, at);
                        contents.is_outermost |= fit == Fit::Outermost;
                        run.filter(|_| fit == Fit::Yes)
                    }
                    b'"' | b'\'' if self.is_member(pos, end, at) => {
                        // A closer before it had to be there, if the field may be one of a level above.
                        let closer = contents.closer.filter(|_| !self.is_field(pos, at));
                        closer.or(comma).or(Some(pos))
                    }
                    b',' if depth == 0 && self.is_element(self.after_space(pos + 1), at) => Some(pos),
                    _ => None,
                };
            }
            match byte {
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth = depth.saturating_sub(1),
                b'"' => {
                    let close = self.plain_quote(pos + 1, end);
                    step(close - pos);
                    pos = if close < end { close } else { pos };
                }
                b',' => comma = Some(pos),
                _ => {}
            }
            if byte > b' ' && byte != b',' {
                comma = None;
            }
            if byte > b' ' && !is_closer {
                run = None;
            }
            pos += 1;
        }
        contents
    }

    /// The place after the closers at `pos`, and after a comma that follows them.
    fn behind_closers(&self, pos: usize) -> usize {
        let mut next = pos;
        while let b'}' | b']' = self.byte(next) {
            next = self.after_space(next + 1);
        }
        if self.byte(next) == b',' {
            next = self.after_space(next + 1);
        }
        next
    }

    /// Whether a field in quotes begins at `pos`, of this level or of one above, with its colon before `end`.
    fn is_member(&self, pos: usize, end: usize, at: &Frame<'_>) -> bool {
        let quote = self.byte(pos);
        let name = &self.bytes()[pos + 1..end];
        let Some(length) = name.iter().take(LONGEST_KEY).position(|&byte| byte == quote) else {
            step(LONGEST_KEY.min(name.len()));
            return false;
        };
        step(length);
        let colon = self.after_space(pos + length + 2);
        self.byte(colon) == b':'
            && self.is_value_start(self.after_space(colon + 1))
            && (self.is_key(pos, at) || self.is_key_above(pos, at))
    }

    /// Whether a key begins at `pos` that this very level is known to have.
    fn is_field(&self, pos: usize, at: &Frame<'_>) -> bool {
        matches!(at.place().level, Level::Object { spec, .. } if !spec.takes_any()) && self.is_key(pos, at)
    }

    /// Whether an element of this list is at `pos`, with a comma or a closer after it.
    fn is_element(&self, pos: usize, at: &Frame<'_>) -> bool {
        let Level::List { accepts, .. } = at.place().level else {
            return false;
        };
        self.fits_value(pos, accepts)
            && match self.byte(pos) {
                b'-' | b'0'..=b'9' => self.is_lone_number(pos),
                b'"' | b'\'' => self
                    .short_string_end(pos)
                    .is_some_and(|end| matches!(self.byte(self.after_space(end)), b',' | b']')),
                byte => matches!(byte, b'{' | b'['),
            }
    }
}

//! Words of a CIF file.
//!
//! Words are parted by blanks, or stand between quotation marks, or are the lines between two that begin with `;`. `#` begins a comment.

use std::io::Read;

use crate::input::Problem;
use crate::input::stream::lines::Lines;

/// A word; words in quotation marks and texts of several lines are never keywords.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token<'a> {
    Plain(&'a [u8]),
    Quoted(&'a [u8]),
}

impl<'a> Token<'a> {
    pub(super) fn text(self) -> &'a [u8] {
        match self {
            Self::Plain(text) | Self::Quoted(text) => text,
        }
    }
}

/// The words of a file, one after another.
pub(super) struct Tokens<R> {
    lines: Lines<R>,
    line: Vec<u8>,
    at: usize,
}

impl<R: Read> Tokens<R> {
    pub(super) fn new(lines: Lines<R>) -> Self {
        Self { lines, line: Vec::new(), at: 0 }
    }

    /// The number of the line that the last word stood on.
    pub(super) fn number(&self) -> u64 {
        self.lines.number()
    }

    /// The next word, or `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Token<'_>>, Problem> {
        loop {
            self.at += self.line[self.at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            match self.line.get(self.at) {
                Some(b'#') | None => {}
                Some(&mark @ (b'\'' | b'"')) => return self.quoted(mark).map(Some),
                Some(_) => {
                    let rest = &self.line[self.at..];
                    let length = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
                    self.at += length;
                    return Ok(Some(Token::Plain(&rest[..length])));
                }
            }
            if !self.next_line()? {
                return Ok(None);
            }
            if self.line.first() == Some(&b';') {
                self.pass_over_text()?;
                return Ok(Some(Token::Quoted(b"")));
            }
        }
    }

    /// A word up to a mark that a blank or the end of the line follows.
    fn quoted(&mut self, mark: u8) -> Result<Token<'_>, Problem> {
        let rest = &self.line[self.at + 1..];
        let is_end = |at: &usize| rest[*at] == mark && rest.get(at + 1).is_none_or(u8::is_ascii_whitespace);
        let Some(end) = (0..rest.len()).find(is_end) else {
            return Err(Problem::unexpected(&self.line[self.at..], "a quotation mark at the end of the word"));
        };
        self.at += end + 2;
        Ok(Token::Quoted(&rest[..end]))
    }

    /// Goes behind the `;` that ends a text. No text of several lines is of use here.
    fn pass_over_text(&mut self) -> Result<(), Problem> {
        while self.next_line()? {
            if self.line.first() == Some(&b';') {
                self.at = 1;
                return Ok(());
            }
        }
        let missing = "the line with \";\" that ends a text".to_owned();
        Err(Problem::Missing { missing, wanted: "wanted it before the end of the file".to_owned() })
    }

    fn next_line(&mut self) -> Result<bool, Problem> {
        self.at = 0;
        self.line.clear();
        let line = self.lines.next_line()?;
        self.line.extend_from_slice(line.unwrap_or_default());
        Ok(line.is_some())
    }
}

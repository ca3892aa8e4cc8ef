//! A place in a SMILES, and the errors that name it.

use crate::input::error::quoted;

/// Text that is no SMILES.
#[derive(Debug)]
pub(super) struct SmilesError {
    /// The place, counted from 0.
    pub(super) at: usize,
    /// What is there.
    pub(super) found: String,
    /// What should be there.
    pub(super) wanted: String,
}

impl SmilesError {
    pub(super) fn new(at: usize, found: impl Into<String>, wanted: impl Into<String>) -> Self {
        Self { at, found: found.into(), wanted: wanted.into() }
    }
}

/// The rest of a SMILES.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cursor<'a> {
    text: &'a [u8],
    pub(super) at: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a [u8]) -> Self {
        Self { text, at: 0 }
    }

    #[inline]
    pub(super) fn rest(&self) -> &'a [u8] {
        &self.text[self.at..]
    }

    #[inline]
    pub(super) fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// Goes on if this byte comes next.
    #[inline]
    pub(super) fn take(&mut self, wanted: u8) -> bool {
        let is_next = self.peek() == Some(wanted);
        self.at += usize::from(is_next);
        is_next
    }

    /// A decimal number of at most nine digits without leading zeros; `None` if no digit comes next.
    pub(super) fn number(&mut self, largest: u32, what: &str) -> Result<Option<u32>, SmilesError> {
        let start = self.at;
        let digits = self.rest().iter().take_while(|byte| byte.is_ascii_digit()).count();
        let text = &self.rest()[..digits];
        if digits == 0 {
            return Ok(None);
        }
        self.at += digits;
        let number =
            text.iter().try_fold(0u32, |number, digit| number.checked_mul(10)?.checked_add(u32::from(digit - b'0')));
        match number {
            Some(number) if number <= largest && (digits == 1 || text[0] != b'0') => Ok(Some(number)),
            _ => {
                Err(SmilesError::new(start, quoted(text), format!("{what} from 0 to {largest}, without leading zeros")))
            }
        }
    }

    /// The error for what comes next.
    #[cold]
    pub(super) fn unexpected(&self, wanted: impl Into<String>) -> SmilesError {
        let found = match self.peek() {
            None => "the end".to_owned(),
            // A whole character, if it is one.
            Some(_) => match std::str::from_utf8(self.rest()) {
                Ok(text) => text.chars().next().map_or_else(String::new, |first| quoted(first.to_string().as_bytes())),
                Err(_) => quoted(&self.rest()[..1]),
            },
        };
        SmilesError::new(self.at, found, wanted)
    }
}

//! Are these the bytes? SHA-256.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::str::FromStr;

use ring::digest::{Context, SHA256, SHA256_OUTPUT_LEN};
use sgr_core::text::shown;

/// Bytes that are read at once: large enough that system calls do not count.
pub(crate) const CHUNK: usize = 64 * 1024;

/// A SHA-256, written as 64 hexadecimal digits.
///
/// ```
/// use sgr_fetch::checksum::Checksum;
/// let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
/// assert_eq!(Checksum::of(b"").to_string(), empty);
/// assert_eq!(empty.to_uppercase().parse(), Ok(Checksum::of(b"")));
/// let error = "e3b0".parse::<Checksum>().unwrap_err();
/// assert_eq!(error.to_string(), "found checksum \"e3b0\", wanted the 64 hexadecimal digits of a SHA-256");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Checksum([u8; SHA256_OUTPUT_LEN]);

impl Checksum {
    /// That of some bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        let mut summer = Summer::new();
        summer.add(bytes);
        summer.finish()
    }

    /// That of a file, and its length.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn of_file(path: &Path) -> io::Result<(Self, u64)> {
        let mut summer = Summer::new();
        let length = summer.add_all(&mut File::open(path)?)?;
        Ok((summer.finish(), length))
    }
}

impl fmt::Display for Checksum {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(formatter, "{byte:02x}"))
    }
}

/// A text that is no SHA-256.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("found checksum \"{}\", wanted the 64 hexadecimal digits of a SHA-256", shown(found))]
pub struct InvalidChecksum {
    /// The text.
    pub found: String,
}

impl FromStr for Checksum {
    type Err = InvalidChecksum;

    fn from_str(text: &str) -> Result<Self, InvalidChecksum> {
        let invalid = || InvalidChecksum { found: text.to_owned() };
        let digits: Option<Vec<u8>> = text.chars().map(|digit| Some(digit.to_digit(16)? as u8)).collect();
        let digits = digits.filter(|digits| digits.len() == 2 * SHA256_OUTPUT_LEN).ok_or_else(invalid)?;
        let mut bytes = [0; SHA256_OUTPUT_LEN];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = 16 * pair[0] + pair[1];
        }
        Ok(Self(bytes))
    }
}

/// Takes bytes as they come.
#[derive(Clone)]
pub(crate) struct Summer(Context);

impl Summer {
    pub(crate) fn new() -> Self {
        Self(Context::new(&SHA256))
    }

    pub(crate) fn add(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Adds all that is left to read, and counts it.
    pub(crate) fn add_all(&mut self, from: &mut impl Read) -> io::Result<u64> {
        let (mut chunk, mut length) = (vec![0; CHUNK], 0);
        loop {
            match from.read(&mut chunk) {
                Ok(0) => return Ok(length),
                Ok(count) => {
                    self.add(&chunk[..count]);
                    length += count as u64;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    pub(crate) fn finish(self) -> Checksum {
        let mut bytes = [0; SHA256_OUTPUT_LEN];
        bytes.copy_from_slice(self.0.finish().as_ref());
        Checksum(bytes)
    }
}

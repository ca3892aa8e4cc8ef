//! Bytes of a file, decompressed by its ending: plain, `.gz` (RFC 1952) or `.zst` (RFC 8878).
//!
//! A compressed file that ends early is an error, never a short file: gzip members end with a checksum and a length,
//! zstd frames with a block marked as the last one.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use crate::input::InputError;
use crate::input::memory::MemoryLimit;

/// Compressed bytes per read: the decoders take theirs in small pieces.
const BUFFER: usize = 1 << 16;

/// Largest window of a .zst frame: the limit of the `zstd` program without options (`--long=27`).
const MAX_WINDOW: u64 = 1 << 27;

/// The window that every decoder must support (RFC 8878, 3.1.1.1.2), however little memory there is.
const SMALLEST_WINDOW: u64 = 1 << 23;

/// A stream of bytes.
pub(in crate::input) type Bytes = Box<dyn Read + Send>;

/// Bytes of a file, decompressed if its name ends in `.gz` or `.zst`.
pub(in crate::input) fn open(path: &Path, memory: MemoryLimit) -> Result<Bytes, InputError> {
    let file = File::open(path).map_err(|error| InputError::file(path, error))?;
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    Ok(match ending.as_str() {
        // Concatenated members are one file to gzip, so they are to us.
        "gz" => Box::new(GzMembers(flate2::bufread::MultiGzDecoder::new(BufReader::with_capacity(BUFFER, file)))),
        "zst" => Box::new(ZstFrames::new(BufReader::with_capacity(BUFFER, file), memory)),
        _ => Box::new(file),
    })
}

/// The members of a .gz file, one after another, as one stream. Adds the word "gzip" to errors: flate2's own
/// "unexpected end of file" does not tell that the archive was cut.
struct GzMembers<R>(flate2::bufread::MultiGzDecoder<R>);

impl<R: BufRead> Read for GzMembers<R> {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        self.0.read(target).map_err(|error| match error.kind() {
            io::ErrorKind::Interrupted => error,
            kind => io::Error::new(kind, format!("truncated or damaged gzip file: {error}")),
        })
    }
}

/// The frames of a .zst file, one after another, as one stream.
struct ZstFrames<R> {
    source: R,
    decoder: FrameDecoder,
    in_frame: bool,
    any_frame: bool,
}

impl<R: BufRead> ZstFrames<R> {
    fn new(source: R, memory: MemoryLimit) -> Self {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(MAX_WINDOW.min(memory.longest_line()).max(SMALLEST_WINDOW));
        Self { source, decoder, in_frame: false, any_frame: false }
    }

    /// Goes to the start of the next frame's content; `false` at the end of the file.
    fn next_frame(&mut self) -> io::Result<bool> {
        while !self.source.fill_buf()?.is_empty() {
            self.any_frame = true;
            match self.decoder.reset(&mut self.source) {
                Ok(()) => {
                    self.in_frame = true;
                    return Ok(true);
                }
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame { length, .. })) => {
                    self.skip(u64::from(length))?;
                }
                Err(error) => return Err(damaged(&error)),
            }
        }
        if self.any_frame { Ok(false) } else { Err(damaged(&"found an empty file, wanted a frame")) }
    }

    /// Passes over the content of a skippable frame.
    fn skip(&mut self, length: u64) -> io::Result<()> {
        let skipped = io::copy(&mut self.source.by_ref().take(length), &mut io::sink())?;
        if skipped == length { Ok(()) } else { Err(damaged(&"the last skippable frame is cut")) }
    }

    /// Leaves a frame that has been read to its end, if its checksum fits its content.
    fn end_frame(&mut self) -> io::Result<()> {
        self.in_frame = false;
        match (self.decoder.get_checksum_from_data(), self.decoder.get_calculated_checksum()) {
            (Some(stored), Some(computed)) if stored != computed => {
                Err(damaged(&format!("found checksum {computed:08x}, wanted {stored:08x}")))
            }
            _ => Ok(()),
        }
    }
}

impl<R: BufRead> Read for ZstFrames<R> {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        if target.is_empty() {
            return Ok(0);
        }
        while self.in_frame || self.next_frame()? {
            while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                let one_block = BlockDecodingStrategy::UptoBlocks(1);
                self.decoder.decode_blocks(&mut self.source, one_block).map_err(|error| damaged(&error))?;
            }
            let read = self.decoder.read(target)?;
            if read > 0 {
                return Ok(read);
            }
            self.end_frame()?;
        }
        Ok(0)
    }
}

fn damaged(error: &dyn std::fmt::Display) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("truncated or damaged zstd file: {error}"))
}

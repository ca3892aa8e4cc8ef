//! Sizes that an Arrow file or stream declares, checked before its decoder allocates them: a flipped bit asks for terabytes.

use std::io::{Read, Seek, SeekFrom};

use arrow_ipc::reader::read_footer_length;
use arrow_ipc::{MessageHeader, RecordBatch, root_as_footer, root_as_message};

use super::ipc::damaged;
use crate::input::Problem;
use crate::input::memory::MemoryLimit;

/// The mark before the length of a message; very old files have the length only.
pub(super) const CONTINUATION: [u8; 4] = [0xff; 4];
/// Bytes at the end of a file: the length of the footer and the magic.
const FILE_END: u64 = 10;

/// An error if a part of a file is longer than the file, or unpacks to more than the limit.
pub(super) fn check_file(source: &mut (impl Read + Seek), memory: MemoryLimit) -> Result<(), Problem> {
    let length = source.seek(SeekFrom::End(0))?;
    let mut end = [0; FILE_END as usize];
    // Shorter files are left to the decoder, which says what is wrong with them.
    let Some(footer_end) = length.checked_sub(FILE_END) else { return Ok(()) };
    read_at(source, footer_end, &mut end)?;
    let footer_length = read_footer_length(end).map_err(damaged)? as u64;
    let start = footer_end.checked_sub(footer_length).ok_or_else(|| too_long(footer_length, footer_end))?;
    let mut footer = vec![0; footer_length as usize];
    read_at(source, start, &mut footer)?;
    let footer = root_as_footer(&footer).map_err(damaged)?;
    for block in footer.recordBatches().iter().flatten().chain(footer.dictionaries().iter().flatten()) {
        let sizes = (size(block.offset())?, size(block.metaDataLength().into())?, size(block.bodyLength())?);
        let (offset, metadata, body) = sizes;
        fits(offset.saturating_add(metadata).saturating_add(body), length)?;
        check_message(source, offset, length, memory)?;
    }
    Ok(())
}

/// An error if the message at an offset is longer than the source, or unpacks to more than the limit.
pub(super) fn check_message(
    source: &mut (impl Read + Seek),
    offset: u64,
    length: u64,
    memory: MemoryLimit,
) -> Result<(), Problem> {
    let mut word = [0; 4];
    let mut start = offset + 4;
    // The decoder has its own words for a source that ends here.
    if start > length {
        return Ok(());
    }
    read_at(source, offset, &mut word)?;
    if word == CONTINUATION {
        start += 4;
        if start > length {
            return Ok(());
        }
        read_at(source, offset + 4, &mut word)?;
    }
    let metadata = size(i32::from_le_bytes(word).into())?;
    if metadata == 0 {
        return Ok(());
    }
    let body = start.saturating_add(metadata);
    fits(body, length)?;
    let mut bytes = vec![0; metadata as usize];
    read_at(source, start, &mut bytes)?;
    let message = root_as_message(&bytes).map_err(damaged)?;
    fits(body.saturating_add(size(message.bodyLength())?), length)?;
    let batch = match message.header_type() {
        MessageHeader::RecordBatch => message.header_as_record_batch(),
        MessageHeader::DictionaryBatch => message.header_as_dictionary_batch().and_then(|batch| batch.data()),
        _ => None,
    };
    match batch {
        Some(batch) => check_unpacked(source, batch, body, length, memory),
        None => Ok(()),
    }
}

/// Compressed buffers say in their first 8 bytes how long they are unpacked; -1 stands for a buffer as it is.
fn check_unpacked(
    source: &mut (impl Read + Seek),
    batch: RecordBatch<'_>,
    body: u64,
    length: u64,
    memory: MemoryLimit,
) -> Result<(), Problem> {
    if batch.compression().is_none() {
        return Ok(());
    }
    let mut unpacked = 0_u64;
    for buffer in batch.buffers().iter().flatten().filter(|buffer| buffer.length() >= 8) {
        let start = body.saturating_add(size(buffer.offset())?);
        fits(start.saturating_add(8), length)?;
        let mut bytes = [0; 8];
        read_at(source, start, &mut bytes)?;
        match i64::from_le_bytes(bytes) {
            -1 => {}
            declared => unpacked = unpacked.saturating_add(size(declared)?),
        }
    }
    memory.check(unpacked)
}

fn read_at(source: &mut (impl Read + Seek), offset: u64, bytes: &mut [u8]) -> Result<(), Problem> {
    source.seek(SeekFrom::Start(offset))?;
    Ok(source.read_exact(bytes)?)
}

pub(super) fn size(declared: i64) -> Result<u64, Problem> {
    u64::try_from(declared).map_err(|_| damaged(format!("found a length of {declared} bytes")))
}

fn fits(end: u64, length: u64) -> Result<(), Problem> {
    if end <= length { Ok(()) } else { Err(too_long(end, length)) }
}

fn too_long(end: u64, length: u64) -> Problem {
    damaged(format!("found a part that ends after {end} bytes, wanted at most {length}, the length of the file"))
}

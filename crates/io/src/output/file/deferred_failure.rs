//! A sink that keeps its first failure for later, for writers of zip archives.

use std::io::{self, Seek, SeekFrom, Write};

/// A sink that never refuses and keeps its first failure for later.
///
/// `ZipWriter` tries again when it is dropped after an error, and prints the second error; a library must not print.
/// So this sink reports success to it: after a failure the bytes are only counted, and
/// [`into_result`](Self::into_result) returns the failure.
#[derive(Debug)]
pub(in crate::output) struct DeferredFailure<W> {
    inner: W,
    failure: Option<io::Error>,
    /// Kept so that positions stay consistent when nothing is written any more.
    position: u64,
    end: u64,
}

impl<W: Write + Seek> DeferredFailure<W> {
    /// A sink over `inner`, which must be empty.
    pub(in crate::output) fn new(inner: W) -> Self {
        Self { inner, failure: None, position: 0, end: 0 }
    }

    /// The inner writer if everything reached it, the first failure otherwise.
    pub(in crate::output) fn into_result(self) -> io::Result<W> {
        match self.failure {
            None => Ok(self.inner),
            Some(failure) => Err(failure),
        }
    }

    fn attempt<T>(&mut self, action: impl FnOnce(&mut W) -> io::Result<T>) {
        if self.failure.is_none() {
            self.failure = action(&mut self.inner).err();
        }
    }
}

impl<W: Write + Seek> Write for DeferredFailure<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.attempt(|inner| inner.write_all(bytes));
        self.position += bytes.len() as u64;
        self.end = self.end.max(self.position);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.attempt(W::flush);
        Ok(())
    }
}

impl<W: Write + Seek> Seek for DeferredFailure<W> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let position = match to {
            SeekFrom::Start(position) => Some(position),
            SeekFrom::Current(offset) => self.position.checked_add_signed(offset),
            SeekFrom::End(offset) => self.end.checked_add_signed(offset),
        };
        self.position = position.ok_or(io::ErrorKind::InvalidInput)?;
        let position = self.position;
        // Asking for the position is common and would flush a buffered writer each time.
        if to != SeekFrom::Current(0) {
            self.attempt(|inner| inner.seek(SeekFrom::Start(position)));
        }
        Ok(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

    /// A disk with room for `room` bytes.
    struct SmallDisk {
        room: usize,
        file: io::Cursor<Vec<u8>>,
    }

    impl Write for SmallDisk {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if self.file.position() as usize + bytes.len() > self.room {
                return Err(io::ErrorKind::StorageFull.into());
            }
            self.file.write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Seek for SmallDisk {
        fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
            self.file.seek(to)
        }
    }

    #[test]
    fn zip_writer_never_sees_the_full_disk_but_the_caller_does() {
        let written_with_room = |room| {
            let disk = SmallDisk { room, file: io::Cursor::default() };
            let mut zip = ZipWriter::new(DeferredFailure::new(disk));
            let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
            for name in ["first", "second"] {
                zip.start_file(name, options).expect("told of a failure at the start of a file");
                zip.write_all(&[7; 100]).expect("told of a failure inside a file");
            }
            let sink = zip.finish().expect("told of a failure at the end");
            sink.into_result().map(|disk| disk.file.into_inner())
        };
        let whole = written_with_room(usize::MAX).expect("there is room");
        for room in 0..whole.len() {
            let failure = written_with_room(room).expect_err("there is too little room");
            assert_eq!(failure.kind(), io::ErrorKind::StorageFull, "with room for {room} bytes");
        }
        assert_eq!(written_with_room(whole.len()).expect("there is just enough room"), whole);
    }
}

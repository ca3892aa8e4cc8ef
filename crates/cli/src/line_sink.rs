//! Destination of JSON lines: a file that appears whole, or standard output.

use std::io::{self, BufWriter, StdoutLock, Write};
use std::path::Path;

use serde_json::Value;
use sgr::output::{AtomicFile, OutputError};
use sgr::text::json_escaped;

use crate::report::stdout;

/// A file or standard output that gets one JSON value a line.
pub(crate) enum LineSink {
    File(AtomicFile),
    Stdout(BufWriter<StdoutLock<'static>>),
}

impl LineSink {
    /// Opens the file, or standard output without one.
    pub(crate) fn open(output: Option<&Path>) -> anyhow::Result<Self> {
        Ok(match output {
            Some(path) => Self::File(AtomicFile::create(path)?),
            None => Self::Stdout(BufWriter::new(stdout()?.lock())),
        })
    }

    /// Writes a value as one line.
    pub(crate) fn write(&mut self, value: &Value) -> anyhow::Result<()> {
        let line = value.to_string();
        let line = json_escaped(&line);
        match self {
            Self::File(file) => {
                let written = writeln!(file, "{line}");
                written.map_err(|cause| OutputError::Io { path: file.path().to_owned(), cause })?;
            }
            Self::Stdout(stdout) => writeln!(stdout, "{line}").map_err(in_stdout)?,
        }
        Ok(())
    }

    /// Completes the file, or hands over the last lines.
    pub(crate) fn finish(self) -> anyhow::Result<()> {
        match self {
            Self::File(file) => file.commit()?,
            Self::Stdout(mut stdout) => stdout.flush().map_err(in_stdout)?,
        }
        Ok(())
    }
}

fn in_stdout(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("standard output: {error}"))
}

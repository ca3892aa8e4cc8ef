//! TU collections in a .zip. An input is the text of all files, as for the folder; the archive around them is whole.

use std::io::{Cursor, Write};

use sgr::input::open;
use zip::result::ZipResult;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::tu_folder::{TOKENS, files_of};
use super::{Target, scratch};
use crate::graph_checks::check;

pub(super) const TARGET: Target = Target {
    name: "tu_archive",
    share: 2,
    tokens: TOKENS,
    repair: None,
    run: |input| {
        let archive = archive_of(input.bytes).map_err(|error| format!("cannot prepare the input: {error}"))?;
        let path = scratch::file("collection.zip", &archive)?;
        check(input, |options| open(&path, None, options))
    },
};

fn archive_of(bytes: &[u8]) -> ZipResult<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    // Compression is the matter of another target.
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let mut files = files_of(bytes);
    // The writer refuses a name that it has written before.
    files.sort();
    files.dedup_by(|a, b| a.0 == b.0);
    for (name, content) in files {
        archive.start_file(name, options)?;
        archive.write_all(&content)?;
    }
    Ok(archive.finish()?.into_inner())
}

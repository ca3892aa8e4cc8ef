//! Which code reads an input, and what must hold for its result: one file per kind of file.

mod arrow_file;
mod arrow_stream;
mod csv_rows;
mod curriculum;
mod edge_list;
mod graph6;
mod gzip;
mod json_lines;
mod json_rows;
mod karateclub;
mod matrix_market;
mod mmcif;
mod model;
mod parquet;
mod pdb;
pub(crate) mod scratch;
mod sdf;
mod smiles;
mod sparse6;
mod tu_archive;
mod tu_folder;
mod zip_bytes;
mod zstandard;

/// A kind of file.
#[derive(Debug)]
pub struct Target {
    /// The name in tables and of the folders of its seeds and regressions.
    pub name: &'static str,
    /// Its share of the inputs of a campaign: small for those that need files on the disk.
    pub share: u64,
    /// Words of the format, for mutations.
    pub tokens: &'static [&'static str],
    /// Makes the frame of a mutated file fit again, so that the content behind it is read at all.
    pub repair: Option<fn(&mut [u8])>,
    /// Reads an input and checks the result; the error is a broken promise.
    pub run: fn(Input<'_>) -> Result<Verdict, String>,
}

/// Number of variants of the settings that a file can be read with.
pub const VARIANTS: u64 = 1 << 10;

/// Variants that have the usual limits: all of them are tried on seeds and on inputs that once failed.
pub const USUAL_VARIANTS: u64 = 1 << 7;

/// A file's content, and the settings that it is read with.
#[derive(Debug, Clone, Copy)]
pub struct Input<'a> {
    /// The content.
    pub bytes: &'a [u8],
    /// The settings, as bits.
    pub variant: u64,
    /// Multiples of a power of two have the slow checks; 0 has all of them.
    pub number: u64,
}

/// Marks, names and lengths of Arrow's formats.
const ARROW_TOKENS: &[&str] = &["ARROW1", "edges", "num_nodes", "\u{0}\u{0}\u{0}\u{0}", "\u{7f}\u{7f}\u{7f}\u{7f}"];

/// Memory that the readers of tables may take: what their decoders unpack is bounded by this limit only.
const MEMORY_OF_TABLES: u64 = 64 << 20;

/// Whether an input was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// At least one graph, model or curriculum came out.
    Accepted,
    /// Errors only.
    Refused,
}

/// Every target.
pub const ALL: [&Target; 22] = [
    &edge_list::TARGET,
    &graph6::TARGET,
    &sparse6::TARGET,
    &matrix_market::TARGET,
    &json_lines::TARGET,
    &karateclub::TARGET,
    &gzip::TARGET,
    &zstandard::TARGET,
    &zip_bytes::TARGET,
    &tu_archive::TARGET,
    &tu_folder::TARGET,
    &model::TARGET,
    &curriculum::TARGET,
    &csv_rows::TARGET,
    &json_rows::TARGET,
    &parquet::TARGET,
    &arrow_file::TARGET,
    &arrow_stream::TARGET,
    &smiles::TARGET,
    &sdf::TARGET,
    &pdb::TARGET,
    &mmcif::TARGET,
];

/// The target of that name.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static Target> {
    ALL.into_iter().find(|target| target.name == name)
}

//! The header of an index file.

use serde::{Deserialize, Serialize};

/// What an index file holds, and where: JSON after the first 24 bytes. A key that is missing, repeated or unknown is an error.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Header {
    pub(super) distance: String,
    pub(super) dimensions: u64,
    pub(super) rows: u64,
    pub(super) source: String,
    /// The statistics that the distance needs: from version 2 on, which only such files have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) statistics: Option<Section>,
    pub(super) vectors: Section,
    pub(super) ids: Section,
    pub(super) columns: Vec<ColumnHeader>,
    /// The cells: from version 3 on, which only such files have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) cells: Option<CellsHeader>,
}

/// The sections of cells.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CellsHeader {
    pub(super) axes: Section,
    pub(super) centres: Section,
    pub(super) steps: Section,
    pub(super) ends: Section,
    pub(super) rows: Section,
    pub(super) codes: Section,
    pub(super) efforts: Section,
}

/// One column of texts.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ColumnHeader {
    pub(super) name: String,
    /// Number of different texts.
    pub(super) count: u64,
    pub(super) texts: Section,
    pub(super) codes: Section,
}

/// A part of the file: its bytes, and their checksum.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Section {
    pub(super) bytes: u64,
    pub(super) crc32: u32,
}

//! Arguments of `fetch`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use sgr::datasets::{Checksum, Mirror};

use super::reading::{parse_gigabytes, parse_seconds};

/// Data sets by name: TU collections, and molecules of MoleculeNet.
///
/// Prints the path of each file, on a line of its own. Files are kept in a cache, which the Python package shares: $SGR_CACHE, or
/// the folder sgr in the place for caches. A download that was cut, stopped or killed goes on where it was.
///
/// The publishers give no checksums: the SHA-256 of the first download is printed and recorded, and every later one must have
/// it. Mirrors are asked first, in their order, those of $SGR_MIRROR (parted by semicolons) after those of --mirror. A proxy is
/// taken from $HTTPS_PROXY, its certificates from $SSL_CERT_FILE.
#[derive(Debug, Args)]
pub(crate) struct FetchArgs {
    /// Names of data sets, or addresses of the web
    #[arg(required_unless_present = "list", value_name = "NAME")]
    pub(crate) name: Vec<String>,

    /// A folder for a copy of each file; without this they stay in the cache alone
    #[arg(long, short, value_name = "FOLDER")]
    pub(crate) output: Option<PathBuf>,

    /// A place with files under the same names: a folder, or an address that the names follow; may be repeated
    #[arg(long, value_name = "PLACE")]
    pub(crate) mirror: Vec<Mirror>,

    /// The SHA-256 that the file must have
    #[arg(long, value_name = "SHA256")]
    pub(crate) checksum: Option<Checksum>,

    /// List the names, with what is known of each, and the bytes of those that are here
    #[arg(long, conflicts_with_all = ["name", "output", "mirror", "checksum"])]
    pub(crate) list: bool,

    /// Seconds without a byte after which a connection counts as broken
    #[arg(long, value_name = "S", default_value = "30", value_parser = parse_seconds)]
    pub(crate) timeout: Duration,

    /// Gigabytes that a file may have
    #[arg(long, value_name = "GB", default_value = "4", value_parser = parse_gigabytes)]
    pub(crate) max_size: f64,

    /// Print JSON: [{"name", "path", "bytes", "sha256", "origin", "cached", "trust"}]
    #[arg(long)]
    pub(crate) json: bool,

    /// No progress on stderr (there is none anyway when it is not a terminal)
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

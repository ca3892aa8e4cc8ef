//! TU collections in a folder. An input is the text of all files: each begins with a line `== NAME`.

use std::fs;
use std::path::Path;

use sgr::input::open;

use super::{Target, scratch};
use crate::graph_checks::check;

/// Words of the files, and of the lines between them.
pub(super) const TOKENS: &[&str] = &[
    "\n",
    ", ",
    ",",
    " ",
    "-",
    "1\n",
    "1, 2\n",
    "\n== T_A.txt\n",
    "\n== T_graph_indicator.txt\n",
    "\n== T_graph_labels.txt\n",
    "\n== T_node_labels.txt\n",
    "\n== T_node_attributes.txt\n",
    "\n== T_edge_labels.txt\n",
    "\n== T_edge_attributes.txt\n",
    "\n== U_A.txt\n",
    "\r\n",
    "\u{0}",
];

pub(super) const TARGET: Target = Target {
    name: "tu_folder",
    share: 1,
    tokens: TOKENS,
    repair: None,
    run: |input| {
        let folder = scratch::path("collection");
        write_files(&folder, input.bytes)
            .map_err(|error| format!("{}: cannot prepare the input: {error}", folder.display()))?;
        check(input, |options| open(&folder, None, options))
    },
};

fn write_files(folder: &Path, bytes: &[u8]) -> std::io::Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir(folder)?;
    files_of(bytes).into_iter().try_for_each(|(name, content)| fs::write(folder.join(name), content))
}

/// Names and contents of the files that an input holds. Names that a folder or an archive cannot hold are left out: what
/// is tested is the reader.
pub(super) fn files_of(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        match line.strip_prefix(b"== ") {
            Some(name) => {
                let name = String::from_utf8_lossy(name.trim_ascii_end()).into_owned();
                files.push((name, Vec::new()));
            }
            None => {
                if let Some((_, content)) = files.last_mut() {
                    content.extend_from_slice(line);
                }
            }
        }
    }
    let can_exist = |name: &str| !name.is_empty() && name.len() < 100 && !name.contains(['/', '\\', '\0', ':']);
    files.retain(|(name, _)| can_exist(name) && name != "." && name != "..");
    files
}

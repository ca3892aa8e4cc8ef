//! Paths of inputs, and settings of their readers.

use std::fmt;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use sgr::input::{MoleculeOptions, ReadOptions};
use sgr::text::shown_path;

use super::inputs::is_standard;
use super::natural_order::sort_naturally;
use crate::args::{InputArgs, MemoryArgs, ReadArgs};

/// The path of an input, and where it was listed, if it comes from a list.
#[derive(Debug, Clone)]
pub(crate) struct NamedPath {
    pub(crate) path: PathBuf,
    pub(crate) listed: Option<ListedAt>,
}

/// A line of a list: `LIST:7`.
#[derive(Debug, Clone)]
pub(crate) struct ListedAt {
    list: Arc<str>,
    line: u64,
}

impl fmt::Display for ListedAt {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", self.list, self.line)
    }
}

impl From<PathBuf> for NamedPath {
    fn from(path: PathBuf) -> Self {
        Self { path, listed: None }
    }
}

impl InputArgs {
    /// All paths: first the command line, with its patterns replaced by the paths that match, then the list.
    pub(crate) fn paths(&self, memory: &MemoryArgs) -> anyhow::Result<Vec<NamedPath>> {
        self.paths_by(memory, matching)
    }

    /// All paths: first those that `expand` gives for each argument of the command line, then the list.
    pub(super) fn paths_by(
        &self,
        memory: &MemoryArgs,
        expand: impl Fn(&Path) -> anyhow::Result<Vec<PathBuf>>,
    ) -> anyhow::Result<Vec<NamedPath>> {
        let mut paths = Vec::new();
        for path in &self.input {
            paths.extend(expand(path)?.into_iter().map(NamedPath::from));
        }
        if let Some(list) = &self.files_from {
            if is_standard(list) && paths.iter().any(|named| is_standard(&named.path)) {
                bail!("found standard input as a list and as graphs, wanted it once");
            }
            paths.extend(read_list(list, memory.bytes())?);
        }
        Ok(paths)
    }
}

/// The files and folders that match a pattern, in natural order; a path that is none, or that there is, stands for itself. A
/// shell lists them letter by letter, but not for a pattern in quotes, and not for more paths than fit on its command line.
pub(super) fn matching(path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let Some(pattern) = path.to_str().filter(|text| text.contains(['*', '?', '['])) else {
        return Ok(vec![path.to_owned()]);
    };
    if path.symlink_metadata().is_ok() {
        return Ok(vec![path.to_owned()]);
    }
    let name = shown_path(path);
    let matches = glob::glob(pattern).with_context(|| format!("{name}: not a pattern"))?;
    let mut paths = matches.collect::<Result<Vec<_>, _>>()?;
    sort_naturally(&mut paths);
    if paths.is_empty() {
        bail!("{name}: no file or folder matches");
    }
    Ok(paths)
}

/// The paths in a file, one a line; blank lines are skipped. They may take `limit` bytes of memory.
fn read_list(list: &Path, limit: u64) -> anyhow::Result<Vec<NamedPath>> {
    let name: Arc<str> = if is_standard(list) { "stdin".into() } else { shown_path(list).to_string().into() };
    let mut lines: Box<dyn BufRead> = match is_standard(list) {
        true => Box::new(std::io::stdin().lock()),
        false => Box::new(BufReader::new(File::open(list).with_context(|| name.to_string())?)),
    };
    let (mut paths, mut needed, mut line) = (Vec::new(), 0, String::new());
    for number in 1.. {
        line.clear();
        // A line without an end may not take all memory either.
        let read = lines.by_ref().take(limit).read_line(&mut line).with_context(|| format!("{name}:{number}"))?;
        if read == 0 {
            break;
        }
        // The list of paths grows by doubling, and so did this line.
        needed += line.len() as u64 + 2 * size_of::<NamedPath>() as u64;
        if needed + line.len() as u64 >= limit {
            bail!(
                "{name}:{number}: found paths of {needed} bytes, wanted at most {limit}; --max-memory GB allows more"
            );
        }
        let text = line.trim_end_matches('\n').trim_end_matches('\r');
        if text.trim().is_empty() {
            continue;
        }
        let listed = ListedAt { list: name.clone(), line: number };
        if is_standard(list) && is_standard(Path::new(text)) {
            bail!("{listed}: found standard input as a list and as graphs, wanted it once");
        }
        paths.push(NamedPath { path: PathBuf::from(text), listed: Some(listed) });
    }
    if paths.is_empty() {
        bail!("{name}: found no path, wanted one a line");
    }
    Ok(paths)
}

impl ReadArgs {
    /// The settings of the readers, which may take `memory` bytes.
    pub(crate) fn options(&self, memory: u64) -> ReadOptions {
        ReadOptions::new()
            .weights(self.weights)
            .directed_as_undirected(self.directed_as.is_some())
            .header(match (self.header, self.no_header) {
                (true, _) => Some(true),
                (_, true) => Some(false),
                _ => None,
            })
            .gather(self.gather)
            .molecules(
                MoleculeOptions::new()
                    .hydrogen_nodes(self.hydrogens)
                    .hydrogen_counts(self.hydrogen_counts)
                    .contact_distance(self.contact_distance),
            )
            .columns(self.columns.clone().unwrap_or_default())
            .max_declared_nodes(self.max_nodes)
            .max_memory(memory)
    }
}

//! Paths of inputs, and settings of their readers.

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use sgr::input::ReadOptions;

use super::inputs::is_standard;
use crate::args::{InputArgs, ReadArgs};

/// The path of an input, and where it was listed, if it comes from a list.
#[derive(Debug, Clone)]
pub(crate) struct NamedPath {
    pub(crate) path: PathBuf,
    /// `LIST:7`.
    pub(crate) listed: Option<String>,
}

impl From<PathBuf> for NamedPath {
    fn from(path: PathBuf) -> Self {
        Self { path, listed: None }
    }
}

impl InputArgs {
    /// All paths: first the command line, then the list.
    pub(crate) fn paths(&self) -> anyhow::Result<Vec<NamedPath>> {
        let mut paths: Vec<NamedPath> = self.input.iter().cloned().map(NamedPath::from).collect();
        if let Some(list) = &self.files_from {
            if is_standard(list) && paths.iter().any(|named| is_standard(&named.path)) {
                bail!("found standard input as a list and as graphs, wanted it once");
            }
            paths.extend(read_list(list)?);
        }
        Ok(paths)
    }
}

/// The paths in a file, one a line; blank lines are skipped.
fn read_list(list: &Path) -> anyhow::Result<Vec<NamedPath>> {
    let (name, text) = if is_standard(list) {
        let mut text = String::new();
        ("stdin".to_owned(), std::io::stdin().read_to_string(&mut text).map(|_| text))
    } else {
        (list.display().to_string(), std::fs::read_to_string(list))
    };
    let text = text.with_context(|| name.clone())?;
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let paths: Vec<NamedPath> = lines
        .map(|(number, line)| NamedPath { path: PathBuf::from(line), listed: Some(format!("{name}:{number}")) })
        .collect();
    if let Some(NamedPath { listed: Some(place), .. }) =
        paths.iter().find(|named| is_standard(list) && is_standard(&named.path))
    {
        bail!("{place}: found standard input as a list and as graphs, wanted it once");
    }
    if paths.is_empty() {
        bail!("{name}: found no path, wanted one a line");
    }
    Ok(paths)
}

impl ReadArgs {
    pub(crate) fn options(&self) -> ReadOptions {
        ReadOptions::new()
            .weights(self.weights)
            .directed_as_undirected(self.directed_as.is_some())
            .header(match (self.header, self.no_header) {
                (true, _) => Some(true),
                (_, true) => Some(false),
                _ => None,
            })
            .gather(self.gather)
            .max_declared_nodes(self.max_nodes)
    }
}

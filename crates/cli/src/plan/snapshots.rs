//! The snapshots of a series: which files, in which order, under which names.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use sgr::changes::ChangeSettings;
use sgr::input::Format;
use sgr::text::shown_path;

use super::natural_order::{out_of_order, sort_naturally};
use super::reading::matching;
use super::{Files, Inputs};
use crate::args::{ChangesArgs, HitFormat};
use crate::report::complain;

impl ChangesArgs {
    /// The inputs, with folders of snapshots replaced by their files. Files of a folder or a pattern are in natural order.
    pub(crate) fn inputs(&self) -> anyhow::Result<Inputs> {
        if let Some((first, second)) = out_of_order(&self.input.input) {
            let (first, second) = (shown_path(first), shown_path(second));
            complain(format_args!(
                "{first} comes before {second}, as given; a folder, or a pattern in quotes, is read in natural order"
            ));
        }
        let paths = self.input.paths_by(&self.work.memory, |path| {
            let paths = matching(path)?;
            let expanded = paths.iter().map(|path| self.files_of(path)).collect::<anyhow::Result<Vec<_>>>()?;
            Ok(expanded.concat())
        })?;
        Inputs::of(paths, &self.read, &self.work.memory)
    }

    /// The files of a folder of snapshots; any other path stands for itself.
    fn files_of(&self, path: &Path) -> anyhow::Result<Vec<PathBuf>> {
        let is_collection = match self.read.format {
            Some(format) => matches!(format, Format::Tu | Format::Parquet | Format::Arrow),
            None => Format::of_folder_contents(path).is_some(),
        };
        if is_collection || !path.is_dir() {
            return Ok(vec![path.to_owned()]);
        }
        let name = shown_path(path);
        let entries = std::fs::read_dir(path).and_then(Iterator::collect::<std::io::Result<Vec<_>>>);
        let entries = entries.with_context(|| format!("{name}: cannot read the folder"))?;
        let is_hidden = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        let mut files: Vec<PathBuf> =
            entries.iter().map(std::fs::DirEntry::path).filter(|path| !is_hidden(path)).collect();
        if let Some(folder) = files.iter().find(|path| path.is_dir()) {
            bail!("{}: found a folder among the snapshots of {name}, wanted files", shown_path(folder));
        }
        if files.is_empty() {
            bail!("{name}: found no files, wanted one for each snapshot");
        }
        sort_naturally(&mut files);
        Ok(files)
    }

    /// The files of a run on these graphs.
    pub(crate) fn files(&self, graphs: &[PathBuf]) -> Files {
        let files = Files::reading(graphs).listed(&self.input).with_model(&self.vectors.model);
        files.and_writes(self.output.as_deref()).and_writes(self.plot.as_deref())
    }

    /// The format of the table, by flags or by the name of the file.
    pub(crate) fn format(&self) -> anyhow::Result<HitFormat> {
        HitFormat::wanted(self.json, self.to, self.output.as_deref())
    }

    pub(crate) fn settings(&self) -> ChangeSettings {
        ChangeSettings::default()
            .with_window(self.window as usize)
            .with_false_alarms(self.false_alarms)
            .with_permutations(self.permutations as usize)
            .with_min_segment(self.min_segment as usize)
            .with_seed(self.seed)
            .with_threads(self.work.settings().threads)
            .with_max_memory(self.work.memory.bytes())
    }
}

//! Files that a command reads and writes, checked before any work: an output is never an input.

use std::path::{Path, PathBuf};

use anyhow::bail;
use sgr::output::{FileIdentity, TableFormat, ids_path, parts_folder};
use sgr::text::shown_path;

use super::inputs::is_standard;
use crate::args::{
    ClusterArgs, EmbedArgs, EvaluateArgs, GramArgs, HeatKernelArgs, InputArgs, MapArgs, ModelName, ReportArgs,
    RetrievalArgs, SaliencyArgs, SpectrumArgs, TrainArgs,
};

/// All files that a command reads and writes. Standard output is always among the outputs: where it was redirected to an
/// input, the command would read its own results.
#[derive(Debug, Default)]
pub(crate) struct Files {
    inputs: Vec<PathBuf>,
    outputs: Vec<PathBuf>,
}

impl Files {
    /// Graphs, and the list that names them.
    pub(crate) fn reading(graphs: &[PathBuf]) -> Self {
        Self { inputs: graphs.to_vec(), outputs: Vec::new() }
    }

    pub(super) fn listed(self, input: &InputArgs) -> Self {
        self.and_reads(input.files_from.as_deref())
    }

    fn and_reads(mut self, path: Option<&Path>) -> Self {
        self.inputs.extend(path.map(Path::to_owned));
        self
    }

    pub(super) fn and_writes(mut self, path: Option<&Path>) -> Self {
        self.outputs.extend(path.filter(|path| !is_standard(path)).map(Path::to_owned));
        self
    }

    pub(super) fn with_model(self, model: &ModelName) -> Self {
        match model {
            ModelName::BuiltIn(_) => self,
            ModelName::File(path) => self.and_reads(Some(path)),
        }
    }

    /// Refuses two outputs in one file, and an output that is an input.
    pub(crate) fn check(&self) -> anyhow::Result<()> {
        let mut outputs: Vec<Output<'_>> = Vec::new();
        for path in &self.outputs {
            let output = Output::at(path);
            if let Some(other) = outputs.iter().find(|other| other.is_same(&output)) {
                let (path, other) = (shown_path(path), shown_path(other.path));
                bail!("{path}: found two outputs in one file (the other is {other}), wanted a file for each");
            }
            outputs.push(output);
        }
        outputs.extend(standard_output());
        self.inputs.iter().try_for_each(|input| refuse_output_among(input, &outputs))
    }
}

/// A file to be written.
struct Output<'a> {
    path: &'a Path,
    /// `None` if there is no such file yet.
    identity: Option<FileIdentity>,
    /// Folder and name of a file that is not there yet.
    place: Option<(FileIdentity, &'a std::ffi::OsStr)>,
}

impl<'a> Output<'a> {
    fn at(path: &'a Path) -> Self {
        let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
        let place = FileIdentity::of(folder).ok().zip(path.file_name());
        Self { path, identity: FileIdentity::of(path).ok(), place }
    }

    fn is_same(&self, other: &Self) -> bool {
        match (&self.identity, &other.identity) {
            (Some(one), Some(other)) => one == other,
            (None, None) => self.place.is_some() && self.place == other.place,
            _ => false,
        }
    }
}

/// Standard output, where it goes to an ordinary file.
fn standard_output() -> Option<Output<'static>> {
    #[cfg(unix)]
    {
        let identity = FileIdentity::of_stream(&std::io::stdout())?;
        Some(Output { path: Path::new("standard output"), identity: Some(identity), place: None })
    }
    #[cfg(not(unix))]
    None
}

/// An error if an output is the file `input`, or a file directly inside the folder `input`.
fn refuse_output_among(input: &Path, outputs: &[Output<'_>]) -> anyhow::Result<()> {
    let refuse = |input: &Path, identity: Option<FileIdentity>| {
        let same = outputs.iter().find(|output| identity.is_some() && output.identity == identity);
        match same {
            None => Ok(()),
            Some(output) => {
                let (output, input) = (shown_path(output.path), shown_path(input));
                bail!("{output}: found an output that is the same file as the input {input}, wanted another file")
            }
        }
    };
    if is_standard(input) {
        return refuse(Path::new("standard input"), standard_input());
    }
    refuse(input, FileIdentity::of(input).ok())?;
    // The parts of a collection. A folder that cannot be listed is refused by its reader, with the reason.
    let parts = if input.is_dir() { std::fs::read_dir(input).ok() } else { None };
    parts.into_iter().flatten().flatten().try_for_each(|part| refuse(&part.path(), FileIdentity::of(part.path()).ok()))
}

fn standard_input() -> Option<FileIdentity> {
    #[cfg(unix)]
    return FileIdentity::of_stream(&std::io::stdin());
    #[cfg(not(unix))]
    None
}

impl EmbedArgs {
    /// The files of a run on these graphs.
    pub(crate) fn files(&self, graphs: &[PathBuf]) -> Files {
        let format = self.to.or_else(|| TableFormat::from_path(&self.output).ok());
        let ids = (format == Some(TableFormat::Npy)).then(|| ids_path(&self.output));
        let files = Files::reading(graphs).listed(&self.input).with_model(&self.vectors.model);
        let parts = self.resume.then(|| parts_folder(&self.output));
        files.and_writes(Some(&self.output)).and_writes(ids.as_deref()).and_writes(parts.as_deref())
    }
}

impl SpectrumArgs {
    /// The files of a run on these graphs.
    pub(crate) fn files(&self, graphs: &[PathBuf]) -> Files {
        Files::reading(graphs).listed(&self.input).and_writes(self.output.as_deref())
    }
}

impl HeatKernelArgs {
    /// The files of a run on these graphs.
    pub(crate) fn files(&self, graphs: &[PathBuf]) -> Files {
        Files::reading(graphs).listed(&self.input).and_writes(self.output.as_deref())
    }
}

impl ClusterArgs {
    /// The files of a run on these graphs.
    pub(crate) fn files(&self, graphs: &[PathBuf]) -> Files {
        let files = Files::reading(graphs).listed(&self.input).with_model(&self.model);
        files.and_writes(self.output.as_deref()).and_writes(self.map.as_deref())
    }
}

impl GramArgs {
    /// The files of a run on these graphs.
    pub(crate) fn files(&self, graphs: &[PathBuf]) -> Files {
        let files = Files::reading(graphs).listed(&self.input);
        files.and_writes(Some(&self.output)).and_writes(Some(&ids_path(&self.output)))
    }
}

impl MapArgs {
    /// The files of a run on these graphs.
    pub(crate) fn files(&self, graphs: &[PathBuf]) -> Files {
        let files = Files::reading(graphs).listed(&self.input).with_model(&self.vectors.model);
        files.and_reads(self.coordinates.as_deref()).and_writes(Some(&self.output))
    }
}

impl SaliencyArgs {
    /// The files of a run.
    pub(crate) fn files(&self) -> Files {
        let files = Files::reading(&self.input);
        let files = self.model.iter().fold(files, Files::with_model);
        self.output.iter().fold(files, |files, path| files.and_writes(Some(path)))
    }
}

impl TrainArgs {
    /// The files of a run.
    pub(crate) fn files(&self) -> Files {
        let output = self.output.as_deref().filter(|_| !self.show);
        let files = Files::default().and_reads(self.curriculum_file());
        self.statistics.iter().fold(files, Files::with_model).and_writes(output)
    }
}

impl EvaluateArgs {
    /// The files of a run on these graphs. Results are appended to the cache: it is an output here.
    pub(crate) fn files(&self, graphs: &[PathBuf], cache: Option<&Path>) -> Files {
        let files = Files::reading(graphs).listed(&self.input).with_model(&self.model);
        let files = files.and_reads(self.remarks.as_deref()).and_writes(cache);
        let written = [&self.json, &self.markdown, &self.html, &self.ranks];
        written.into_iter().fold(files, |files, path| files.and_writes(path.as_deref()))
    }
}

impl RetrievalArgs {
    /// The files of a run on these graphs.
    pub(crate) fn files(&self, graphs: &[PathBuf]) -> Files {
        let files = Files::reading(graphs).listed(&self.input);
        self.model.iter().fold(files, Files::with_model).and_writes(self.json.as_deref())
    }
}

impl ReportArgs {
    /// The files of a run.
    pub(crate) fn files(&self) -> Files {
        let files = Files::default().and_reads(Some(&self.results)).and_reads(self.remarks.as_deref());
        files.and_writes(self.output.as_deref()).and_writes(self.ranks.as_deref())
    }
}

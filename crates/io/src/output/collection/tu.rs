//! Collections of graphs as TU files, in a folder or a .zip archive.

use std::fs::File;
use std::io::{self, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};

use hashbrown::HashMap;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::GraphWriter;
use crate::output::file::atomic_folder::AtomicFolder;
use crate::output::file::deferred_failure::DeferredFailure;
use crate::output::{AtomicFile, OutputError};
use sgr_core::graph::GraphRecord;
use sgr_core::text::is_misleading;

/// The files of a TU collection (Morris et al. 2020), in a folder or in an archive with the folder in it.
///
/// ```text
/// NAME_A.txt                each edge in both directions, "u, v", nodes counted from 1 over the whole collection
/// NAME_graph_indicator.txt  one line a node: the number of its graph, from 1
/// NAME_graph_labels.txt     one line a graph: its class, if the graphs have classes
/// NAME_label_names.txt      one line a class, "number name", if the classes are not integers
/// NAME_edge_attributes.txt  one line an edge line: the weight, if the graphs have weights
/// ```
/// Classes that are no integers are numbered from 1 in the order they come: readers of the format expect integers. The
/// graphs' own ids cannot be written; a reader will number them from 1.
///
/// The parts wait in files, for an archive in nameless ones in the target's folder. Only one number per graph, its class,
/// is kept in memory.
pub(super) struct TuWriter {
    path: PathBuf,
    name: String,
    target: Target,
    parts: Vec<Part>,
    classes: Classes,
    graphs: u64,
    nodes: u64,
    /// Both are determined by the first graph.
    is_weighted: bool,
    has_classes: bool,
}

enum Target {
    Folder(AtomicFolder),
    Archive(AtomicFile),
}

struct Part {
    name: &'static str,
    file: BufWriter<File>,
}

const EDGES: usize = 0;
const INDICATOR: usize = 1;
const WEIGHTS: usize = 2;

impl TuWriter {
    pub(super) fn in_folder(path: &Path) -> Result<Self, OutputError> {
        Self::create(path, path.file_name(), Target::Folder(AtomicFolder::create(path)?))
    }

    pub(super) fn in_archive(path: &Path) -> Result<Self, OutputError> {
        Self::create(path, path.file_stem(), Target::Archive(AtomicFile::create(path)?))
    }

    fn create(path: &Path, name: Option<&std::ffi::OsStr>, target: Target) -> Result<Self, OutputError> {
        let mut writer = Self {
            path: path.to_owned(),
            name: name.unwrap_or_default().to_string_lossy().into_owned(),
            target,
            parts: Vec::new(),
            classes: Classes::default(),
            graphs: 0,
            nodes: 0,
            is_weighted: false,
            has_classes: false,
        };
        writer.add_part("A")?;
        writer.add_part("graph_indicator")?;
        Ok(writer)
    }

    fn add_part(&mut self, name: &'static str) -> Result<&mut BufWriter<File>, OutputError> {
        let file = match &self.target {
            Target::Folder(folder) => folder.file(&format!("{}_{name}.txt", self.name))?,
            Target::Archive(file) => tempfile::tempfile_in(file.folder()).map_err(OutputError::at(&self.path))?,
        };
        self.parts.push(Part { name, file: BufWriter::with_capacity(1 << 16, file) });
        let last = self.parts.len() - 1;
        Ok(&mut self.parts[last].file)
    }

    fn write_parts(&mut self, record: &GraphRecord) -> io::Result<()> {
        let graph = &record.graph;
        for node in 0..graph.node_count() as u32 {
            writeln!(self.parts[INDICATOR].file, "{}", self.graphs)?;
            for &neighbor in graph.neighbors(node) {
                let (u, v) = (self.nodes + u64::from(node) + 1, self.nodes + u64::from(neighbor) + 1);
                writeln!(self.parts[EDGES].file, "{u}, {v}")?;
            }
        }
        for weight in graph.all_weights().unwrap_or_default() {
            writeln!(self.parts[WEIGHTS].file, "{weight}")?;
        }
        self.nodes += graph.node_count() as u64;
        Ok(())
    }

    fn refuse(&self, record: &GraphRecord, found: &'static str, wanted: &'static str) -> OutputError {
        OutputError::CannotExpress { path: self.path.clone(), id: record.id.clone(), found, wanted }
    }
}

impl GraphWriter for TuWriter {
    fn write_graph(&mut self, record: &GraphRecord) -> Result<(), OutputError> {
        let (is_weighted, has_classes) = (record.graph.is_weighted(), record.label.is_some());
        if self.graphs == 0 {
            (self.is_weighted, self.has_classes) = (is_weighted, has_classes);
            if is_weighted {
                self.add_part("edge_attributes")?;
            }
        }
        if is_weighted != self.is_weighted {
            return Err(self.refuse(
                record,
                "weights on some graphs",
                "all graphs of a TU collection with them or none",
            ));
        }
        if has_classes != self.has_classes {
            return Err(self.refuse(
                record,
                "classes for some graphs",
                "all graphs of a TU collection with one or none",
            ));
        }
        if let Some(label) = &record.label {
            self.classes.add(label);
        }
        self.graphs += 1;
        let written = self.write_parts(record);
        written.map_err(OutputError::at(&self.path))
    }

    fn finish(mut self: Box<Self>) -> Result<(), OutputError> {
        let classes = std::mem::take(&mut self.classes);
        let path = self.path.clone();
        if !classes.of_graphs.is_empty() {
            classes.write_labels(self.add_part("graph_labels")?).map_err(OutputError::at(&path))?;
        }
        if !classes.are_integers() {
            classes.write_names(self.add_part("label_names")?).map_err(OutputError::at(&path))?;
        }
        let Self { name, target, parts, .. } = *self;
        match target {
            Target::Folder(folder) => {
                for part in parts {
                    let synced = into_file(part.file).and_then(|file| file.sync_all());
                    synced.map_err(OutputError::at(&path))?;
                }
                folder.commit()
            }
            Target::Archive(file) => pack(&name, parts, file).map_err(OutputError::at(&path))?.commit(),
        }
    }
}

/// Puts the parts into an archive. The same graphs give the same bytes: every entry has the oldest date a zip can hold.
fn pack(name: &str, parts: Vec<Part>, file: AtomicFile) -> io::Result<AtomicFile> {
    let mut zip = ZipWriter::new(DeferredFailure::new(file));
    for part in parts {
        let mut file = into_file(part.file)?;
        let bytes = file.stream_position()?;
        file.rewind()?;
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            // Ten million edges: 10 s and 91 MB; the usual level 6 takes 24 s for 93 MB, level 1 takes 7 s for 146 MB.
            .compression_level(Some(3))
            .last_modified_time(DateTime::default())
            // Sizes of 4 GB and more need the zip64 fields, which have to be asked for before the data.
            .large_file(bytes >= u64::from(u32::MAX));
        zip.start_file(format!("{name}/{name}_{}.txt", part.name), options)?;
        io::copy(&mut file, &mut zip)?;
    }
    zip.finish()?.into_result()
}

fn into_file(file: BufWriter<File>) -> io::Result<File> {
    file.into_inner().map_err(io::IntoInnerError::into_error)
}

/// The graphs' classes, in the order they come.
#[derive(Default)]
struct Classes {
    names: Vec<String>,
    numbers: HashMap<String, u32>,
    of_graphs: Vec<u32>,
}

impl Classes {
    fn add(&mut self, label: &str) {
        let number = self.numbers.get(label).copied().unwrap_or_else(|| {
            let number = self.names.len() as u32;
            self.numbers.insert(label.to_owned(), number);
            self.names.push(label.to_owned());
            number
        });
        self.of_graphs.push(number);
    }

    fn are_integers(&self) -> bool {
        self.names.iter().all(|name| name.parse::<i64>().is_ok())
    }

    fn write_labels(&self, file: &mut impl Write) -> io::Result<()> {
        let are_integers = self.are_integers();
        for &class in &self.of_graphs {
            match are_integers {
                true => writeln!(file, "{}", self.names[class as usize])?,
                false => writeln!(file, "{}", class + 1)?,
            }
        }
        Ok(())
    }

    fn write_names(&self, file: &mut impl Write) -> io::Result<()> {
        for (at, name) in self.names.iter().enumerate() {
            // A class is one line, whatever its name.
            match name.contains(is_misleading) {
                true => writeln!(file, "{} {}", at + 1, name.escape_debug())?,
                false => writeln!(file, "{} {name}", at + 1)?,
            }
        }
        Ok(())
    }
}

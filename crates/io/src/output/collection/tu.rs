//! Collections of graphs as TU files, in a folder or a .zip archive.

use std::fmt::{self, Display};
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
use sgr_core::graph::{Attributes, GraphRecord};
use sgr_core::text::is_misleading;

/// The files of a TU collection (Morris et al. 2020), in a folder or in an archive with the folder in it.
///
/// ```text
/// NAME_A.txt                each edge in both directions, "u, v", nodes counted from 1 over the whole collection
/// NAME_graph_indicator.txt  one line a node: the number of its graph, from 1
/// NAME_graph_labels.txt     one line a graph: its class, if the graphs have classes
/// NAME_label_names.txt      one line a class, "number name", if the classes are not integers
/// NAME_edge_attributes.txt  one line an edge line: the weight, if the graphs have weights
/// NAME_node_labels.txt      one line a node, if the nodes have labels
/// NAME_edge_labels.txt      one line an edge line, if the edges have labels
/// NAME_node_attributes.txt  one line a node, if the nodes have attributes: numbers with commas between them
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
    /// The parts that the first graph has; every other graph must have the same.
    present: Present,
}

/// Parts of a collection that some have and others do not.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
struct Present {
    classes: bool,
    weights: bool,
    node_labels: bool,
    /// Not known before the first edge.
    edge_labels: Option<bool>,
    /// Attributes of each node.
    attributes: Option<usize>,
}

impl Present {
    fn of(record: &GraphRecord) -> Self {
        let graph = &record.graph;
        Self {
            classes: record.label.is_some(),
            weights: graph.is_weighted(),
            node_labels: graph.node_labels().is_some(),
            edge_labels: (graph.edge_count() > 0).then(|| graph.all_edge_labels().is_some()),
            attributes: graph.attributes().map(Attributes::width),
        }
    }

    /// The first part in which two graphs differ.
    fn difference(self, other: Self) -> Option<&'static str> {
        let parts = [
            (self.weights != other.weights, "weights on some graphs"),
            (self.classes != other.classes, "classes for some graphs"),
            (self.node_labels != other.node_labels, "node labels on some graphs"),
            (self.edge_labels.is_some_and(|has| other.edge_labels != Some(has)), "edge labels on some graphs"),
            (self.attributes != other.attributes, "attributes of different widths"),
        ];
        parts.into_iter().find(|(differs, _)| *differs).map(|(_, found)| found)
    }
}

enum Target {
    Folder(AtomicFolder),
    Archive(AtomicFile),
}

struct Part {
    name: &'static str,
    file: BufWriter<File>,
}

const EDGES: &str = "A";
const INDICATOR: &str = "graph_indicator";
const WEIGHTS: &str = "edge_attributes";
const NODE_LABELS: &str = "node_labels";
const EDGE_LABELS: &str = "edge_labels";
const ATTRIBUTES: &str = "node_attributes";

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
            present: Present::default(),
        };
        writer.add_part(EDGES)?;
        writer.add_part(INDICATOR)?;
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

    /// A part that was added before.
    fn part(&mut self, name: &'static str) -> Option<&mut BufWriter<File>> {
        self.parts.iter_mut().find(|part| part.name == name).map(|part| &mut part.file)
    }

    /// Writes lines to a part, if the collection has it.
    fn write_lines(&mut self, name: &'static str, lines: impl Iterator<Item = impl Display>) -> io::Result<()> {
        let Some(file) = self.part(name) else { return Ok(()) };
        lines.into_iter().try_for_each(|line| writeln!(file, "{line}"))
    }

    fn write_parts(&mut self, record: &GraphRecord) -> io::Result<()> {
        let graph = &record.graph;
        let (first, number) = (self.nodes + 1, self.graphs);
        let edges = (0..graph.node_count() as u32).flat_map(|node| {
            let number = move |node: u32| first + u64::from(node);
            graph.neighbors(node).iter().map(move |&neighbor| EdgeText(number(node), number(neighbor)))
        });
        self.write_lines(EDGES, edges)?;
        self.write_lines(INDICATOR, std::iter::repeat_n(number, graph.node_count()))?;
        self.write_lines(WEIGHTS, graph.all_weights().unwrap_or_default().iter())?;
        self.write_lines(NODE_LABELS, graph.node_labels().unwrap_or_default().iter())?;
        self.write_lines(EDGE_LABELS, graph.all_edge_labels().unwrap_or_default().iter())?;
        if let Some(attributes) = graph.attributes() {
            let row = |node| attributes.row(node).iter().map(f64::to_string).collect::<Vec<_>>().join(", ");
            self.write_lines(ATTRIBUTES, (0..graph.node_count() as u32).map(row))?;
        }
        self.nodes += graph.node_count() as u64;
        Ok(())
    }

    /// Adds the parts that the first graph has.
    fn begin(&mut self, present: Present) -> Result<(), OutputError> {
        let attributes = present.attributes.is_some();
        let parts = [(present.weights, WEIGHTS), (present.node_labels, NODE_LABELS), (attributes, ATTRIBUTES)];
        for (_, part) in parts.into_iter().filter(|(is_there, _)| *is_there) {
            self.add_part(part)?;
        }
        self.present = Present { edge_labels: None, ..present };
        Ok(())
    }

    /// Adds the part that the first graph with edges decides on.
    fn begin_edges(&mut self, has_labels: bool) -> Result<(), OutputError> {
        if has_labels {
            self.add_part(EDGE_LABELS)?;
        }
        self.present.edge_labels = Some(has_labels);
        Ok(())
    }

    fn refuse(&self, record: &GraphRecord, found: &'static str, wanted: &'static str) -> OutputError {
        OutputError::CannotExpress { path: self.path.clone(), id: record.id.clone(), found, wanted }
    }
}

impl GraphWriter for TuWriter {
    fn write_graph(&mut self, record: &GraphRecord) -> Result<(), OutputError> {
        let present = Present::of(record);
        if self.graphs == 0 {
            self.begin(present)?;
        }
        if let (None, Some(has_labels)) = (self.present.edge_labels, present.edge_labels) {
            self.begin_edges(has_labels)?;
        }
        if let Some(found) = present.difference(self.present) {
            return Err(self.refuse(record, found, "all graphs of a TU collection alike"));
        }
        let labels = [record.graph.node_labels(), record.graph.all_edge_labels()];
        if labels.into_iter().flatten().flatten().any(|label| !is_one_line(label)) {
            let found = "a label with a line break, or blanks at its ends";
            return Err(self.refuse(record, found, "labels that are one line of a TU file each"));
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

/// One line of the edges.
struct EdgeText(u64, u64);

impl Display for EdgeText {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}, {}", self.0, self.1)
    }
}

/// Whether a reader of lines without blanks around them gets the label back.
fn is_one_line(label: &str) -> bool {
    !label.contains(['\n', '\r']) && label.trim_ascii() == label
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

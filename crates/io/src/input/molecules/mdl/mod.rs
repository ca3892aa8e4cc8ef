//! MDL files: SDF, one or many molecules (V2000 and V3000), and MOL, one.
//!
//! ```text
//! aspirin                                          the name
//!   program                                        not used
//!                                                  not used
//!  13 13  0  0  0  0  0  0  0  0999 V2000          numbers of atoms and bonds
//!     1.2333    0.5540    0.7792 O   0  0  …       an atom
//!   1  5  1  0                                     a bond: its atoms from 1, its kind
//! M  END
//! > <logP>                                         a data field, its value, and a blank line
//! 1.19
//!
//! $$$$                                             the end of the molecule
//! ```
//! A molecule without a name has its number as its id. A bad molecule costs only itself: reading goes on behind its `$$$$`.

mod record;
mod v2000;
mod v3000;

use std::path::{Path, PathBuf};

use self::record::{LineProblem, Record};
use super::MoleculeGraphs;
use crate::input::memory::MemoryLimit;
use crate::input::stream::lines::Lines;
use crate::input::stream::source::Bytes;
use crate::input::{InputError, Problem, ReadOptions, Scope};
use sgr_core::graph::GraphRecord;

/// The molecules of a file.
pub(in crate::input) struct MdlGraphs {
    path: PathBuf,
    lines: Lines<Bytes>,
    record: Record,
    graphs: MoleculeGraphs,
    ordinal: u64,
    has_ended: bool,
}

pub(in crate::input) fn open(path: &Path, bytes: Bytes, options: &ReadOptions) -> Result<MdlGraphs, InputError> {
    super::refuse_weights(path, "an MDL file", options)?;
    let memory = MemoryLimit::of(options);
    Ok(MdlGraphs {
        path: path.to_owned(),
        lines: Lines::new(bytes, memory),
        record: Record::new(memory),
        graphs: MoleculeGraphs::new(options),
        ordinal: 0,
        has_ended: false,
    })
}

impl MdlGraphs {
    fn next_graph(&mut self) -> Result<Option<GraphRecord>, InputError> {
        let read = self.record.read(&mut self.lines);
        let is_there = read.map_err(|(line, problem)| InputError::reading(&self.path, problem, line))?;
        if !is_there {
            return Ok(None);
        }
        self.ordinal += 1;
        let name = self.record.lines().next().map(|(_, line)| line.trim_ascii()).unwrap_or_default();
        let id = match std::str::from_utf8(name) {
            Ok(name) if !name.is_empty() => name.to_owned(),
            _ => self.ordinal.to_string(),
        };
        let at = |line, problem| InputError::graph(&self.path, id.clone(), problem).at_line(line);
        if std::str::from_utf8(name).is_err() {
            return Err(at(self.record.first_line(), Problem::unexpected(name, "a name in UTF-8")));
        }
        read_molecule(&self.record, &mut self.graphs).map_err(|LineProblem { line, problem }| at(line, problem))?;
        let built = self.graphs.build();
        let (graph, dropped) = built.map_err(|problem| at(self.record.first_line(), problem))?;
        Ok(Some(GraphRecord { id, label: None, graph, dropped }))
    }
}

impl Iterator for MdlGraphs {
    type Item = Result<GraphRecord, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_ended {
            return None;
        }
        let next = self.next_graph().transpose();
        self.has_ended = match &next {
            None => true,
            Some(Err(error)) => error.scope == Scope::File,
            Some(Ok(_)) => false,
        };
        next
    }
}

/// Reads the atoms and bonds of a record, in either version.
fn read_molecule(record: &Record, graphs: &mut MoleculeGraphs) -> Result<(), LineProblem> {
    let molecule = &mut graphs.molecule;
    molecule.clear();
    let mut lines = record.lines().skip(3);
    let Some((line, counts)) = lines.next() else {
        let missing = "the line with the numbers of atoms and bonds".to_owned();
        let wanted = "wanted it behind the name and two other lines".to_owned();
        return Err(LineProblem { line: record.last_line(), problem: Problem::Missing { missing, wanted } });
    };
    let has_version = |version: &[u8]| memchr::memmem::find(counts, version).is_some();
    let bond_lines = if has_version(b"V3000") {
        v3000::read(lines, record.last_line(), molecule)?
    } else {
        v2000::read(line, counts, lines, record.last_line(), molecule)?
    };
    record::check_bonds(molecule, &bond_lines)
}

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

#[cfg(feature = "parquet")]
mod fields;
mod record;
mod v2000;
mod v3000;

use std::path::{Path, PathBuf};

use self::record::{LineProblem, Record};
use super::MoleculeGraphs;
use crate::input::memory::MemoryLimit;
use crate::input::stream::lines::Lines;
use crate::input::stream::source::Bytes;
use crate::input::{GraphRow, InputError, KeptColumns, KeptRow, Problem, ReadOptions, Scope};
use sgr_core::graph::GraphRecord;

/// The molecules of a file.
pub(in crate::input) struct MdlGraphs {
    path: PathBuf,
    lines: Lines<Bytes>,
    record: Record,
    graphs: MoleculeGraphs,
    ordinal: u64,
    has_ended: bool,
    #[cfg(feature = "parquet")]
    fields: Option<fields::Fields>,
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
        #[cfg(feature = "parquet")]
        fields: fields::Fields::of(&options.keep),
    })
}

impl MdlGraphs {
    /// The data fields that are to be kept, if any were asked for.
    pub(in crate::input) fn kept(&self) -> Option<&KeptColumns> {
        #[cfg(feature = "parquet")]
        return self.fields.as_ref().map(fields::Fields::columns);
        #[cfg(not(feature = "parquet"))]
        None
    }

    fn kept_row(&mut self) -> Option<KeptRow> {
        #[cfg(feature = "parquet")]
        return self.fields.as_mut().map(|fields| fields.row(&self.record));
        #[cfg(not(feature = "parquet"))]
        None
    }

    /// An error if fields that are to be kept were not found.
    fn check_fields(&self) -> Result<(), InputError> {
        #[cfg(feature = "parquet")]
        if let Some(fields) = &self.fields {
            fields.check().map_err(|problem| InputError::file(&self.path, problem))?;
        }
        Ok(())
    }

    fn next_graph(&mut self) -> Result<Option<GraphRow>, InputError> {
        let read = self.record.read(&mut self.lines);
        let is_there = read.map_err(|(line, problem)| InputError::reading(&self.path, problem, line))?;
        if !is_there {
            return self.check_fields().map(|()| None);
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
        let kept = self.kept_row();
        Ok(Some((GraphRecord { id, label: None, graph, dropped }, kept)))
    }
}

impl Iterator for MdlGraphs {
    type Item = Result<GraphRow, InputError>;

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

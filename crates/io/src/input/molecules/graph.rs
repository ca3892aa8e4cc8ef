//! From a molecule to its graph: atoms are nodes, bonds are edges, and both have labels.
//!
//! The label of an atom is its element, in small letters if it is aromatic, and its charge: `C`, `c`, `N+`, `Fe+2`. With counts of hydrogens
//! it is `CH3`, `cH`, `NH3+`. The label of a bond is its kind: `single`, `double`, `triple`, `quadruple`, `aromatic`, `dative`, `hydrogen`, `any`.
//! Neither depends on the other molecules of a file. Isotopes, chirality, stereo marks and classes of atoms are no part of them.

use hashbrown::HashMap;
use sgr_core::graph::{Dropped, Graph, GraphBuilder, Label};

use super::MoleculeOptions;
use super::aromatic::RingBonds;
use super::elements::symbol;
use super::hydrogens::{HydrogenCounts, HydrogenNodes};
use super::molecule::{Atom, BondKind, Molecule};
use crate::input::memory::MemoryLimit;
use crate::input::{Problem, ReadOptions};

/// Distinct labels of atoms to remember: a file of nonsense has no end of them.
const MAX_SHARED_LABELS: usize = 1 << 16;

/// Makes graphs of molecules, and reuses its buffers.
#[derive(Debug)]
pub(in crate::input) struct MoleculeGraphs {
    /// The molecule that [`build`](Self::build) makes a graph of.
    pub(super) molecule: Molecule,
    options: MoleculeOptions,
    memory: MemoryLimit,
    builder: GraphBuilder,
    ring_bonds: RingBonds,
    hydrogens: HydrogenCounts,
    atom_labels: HashMap<(u8, i8, bool, Option<u32>), Label>,
    bond_labels: [Label; BondKind::ALL.len()],
}

impl MoleculeGraphs {
    pub(in crate::input) fn new(options: &ReadOptions) -> Self {
        Self {
            molecule: Molecule::default(),
            options: options.molecules.clone(),
            memory: MemoryLimit::of(options),
            builder: GraphBuilder::new(),
            ring_bonds: RingBonds::default(),
            hydrogens: HydrogenCounts::default(),
            atom_labels: HashMap::new(),
            bond_labels: BondKind::ALL.map(|kind| kind.name().into()),
        }
    }

    /// An error if the molecule of a text may take more memory than is allowed.
    pub(super) fn check_text(&self, text: &[u8]) -> Result<(), Problem> {
        // An atom, its bond and all that is noted of them take at most that many bytes, and at least one character.
        const CHARACTER: u64 = 100;
        self.memory.check(CHARACTER.saturating_mul(text.len() as u64))
    }

    /// The graph of the molecule.
    pub(super) fn build(&mut self) -> Result<(Graph, Dropped), Problem> {
        let labels = self.options.labels;
        if labels {
            self.ring_bonds.make_others_single(&mut self.molecule);
        }
        let nodes = self.options.hydrogen_nodes;
        let counts = labels && self.options.hydrogen_counts;
        if counts || nodes != HydrogenNodes::Written {
            self.hydrogens.count(&self.molecule);
            match nodes {
                HydrogenNodes::Written => {}
                HydrogenNodes::Removed => self.hydrogens.remove_from(&mut self.molecule),
                HydrogenNodes::Added => {
                    // A node and an edge, each with a label: a few characters may declare a hundred hydrogens.
                    const HYDROGEN: u64 = 200;
                    self.memory.check(self.hydrogens.to_add().saturating_mul(HYDROGEN))?;
                    self.hydrogens.add_to(&mut self.molecule);
                }
            }
        }
        self.builder.clear();
        self.builder.reserve_nodes(self.molecule.atoms.len())?;
        for (bond, at) in self.molecule.bonds.iter().zip(0..) {
            let [u, v] = bond.ends;
            match labels {
                true => {
                    let label = self.bond_labels[bond.kind as usize].clone();
                    self.builder.add_labelled_edge(u, v, label, None, at)?;
                }
                false => self.builder.add_edge(u, v, at)?,
            }
        }
        if labels {
            for at in 0..self.molecule.atoms.len() {
                let hydrogens = counts.then(|| self.hydrogens.of(at));
                let label = self.atom_label(self.molecule.atoms[at], hydrogens);
                self.builder.add_node_label(label);
            }
        }
        self.memory.check(self.builder.memory())?;
        if self.builder.node_count() == 0 {
            return Err(Problem::EmptyGraph);
        }
        Ok(self.builder.build()?)
    }

    fn atom_label(&mut self, atom: Atom, hydrogens: Option<u32>) -> Label {
        let Atom { element, charge, is_aromatic, .. } = atom;
        if self.atom_labels.len() >= MAX_SHARED_LABELS {
            self.atom_labels.clear();
        }
        let label = || atom_text(element, charge, is_aromatic, hydrogens).into();
        self.atom_labels.entry((element, charge, is_aromatic, hydrogens)).or_insert_with(label).clone()
    }
}

/// The label of an atom.
fn atom_text(element: u8, charge: i8, is_aromatic: bool, hydrogens: Option<u32>) -> String {
    let mut text = symbol(element).to_owned();
    if is_aromatic {
        text.make_ascii_lowercase();
    }
    match hydrogens {
        None | Some(0) => {}
        Some(1) => text.push('H'),
        Some(count) => text += &format!("H{count}"),
    }
    match charge {
        0 => {}
        1 => text.push('+'),
        -1 => text.push('-'),
        _ => text += &format!("{charge:+}"),
    }
    text
}

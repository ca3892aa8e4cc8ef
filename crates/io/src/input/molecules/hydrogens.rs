//! Hydrogens of a molecule: counted, added as atoms, or taken out.

use super::elements::{HYDROGEN, valences, valences_of_ion};
use super::molecule::{Atom, Bond, BondKind, Hydrogens, Molecule};

/// Which hydrogens of a molecule are nodes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum HydrogenNodes {
    /// Those that the file has as atoms.
    #[default]
    Written,
    /// All of them, the implied ones too.
    Added,
    /// None that has a single bond to another atom and nothing else to it.
    Removed,
}

sgr_core::named!(HydrogenNodes, "choice of hydrogens");

impl HydrogenNodes {
    /// Every choice.
    pub const ALL: [Self; 3] = [Self::Written, Self::Added, Self::Removed];

    /// The name in front ends.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Written => "written",
            Self::Added => "added",
            Self::Removed => "removed",
        }
    }

    /// The choice in a few words, for help texts.
    #[must_use]
    pub fn summary(self) -> &'static str {
        match self {
            Self::Written => "hydrogens that the file has as atoms are nodes",
            Self::Added => "all hydrogens are nodes",
            Self::Removed => "no hydrogen is a node, but for isotopes, ions, bridges and H2",
        }
    }
}

/// Hydrogens of each atom that are no atoms of their own, in the order of the atoms.
#[derive(Debug, Default)]
pub(super) struct HydrogenCounts {
    /// Those that have no atom in the molecule.
    absent: Vec<u8>,
    /// Atoms of hydrogen among the neighbours.
    present: Vec<u32>,
}

impl HydrogenCounts {
    /// Counts the hydrogens of a molecule, by the bonds that its atoms have.
    pub(super) fn count(&mut self, molecule: &Molecule) {
        let Self { absent, present } = self;
        let mut orders = std::mem::take(present);
        orders.clear();
        orders.resize(molecule.atoms.len(), 0);
        for bond in &molecule.bonds {
            for end in bond.ends {
                let sum = &mut orders[end as usize];
                *sum = sum.saturating_add(bond.kind.order());
            }
        }
        absent.clear();
        absent.extend(molecule.atoms.iter().zip(&orders).map(|(atom, &sum)| absent_hydrogens(atom, sum)));
        orders.fill(0);
        for bond in &molecule.bonds {
            let [u, v] = bond.ends.map(|end| end as usize);
            orders[u] += u32::from(molecule.atoms[v].element == HYDROGEN);
            orders[v] += u32::from(molecule.atoms[u].element == HYDROGEN);
        }
        *present = orders;
    }

    /// All hydrogens of an atom, in the file or implied.
    pub(super) fn of(&self, atom: usize) -> u32 {
        u32::from(self.absent[atom]) + self.present[atom]
    }

    /// Hydrogens that [`add_to`](Self::add_to) will add.
    pub(super) fn to_add(&self) -> u64 {
        self.absent.iter().map(|&count| u64::from(count)).sum()
    }

    /// Adds the hydrogens that have no atom, behind the other atoms and in their order.
    pub(super) fn add_to(&mut self, molecule: &mut Molecule) {
        for atom in 0..self.absent.len() {
            for _ in 0..std::mem::take(&mut self.absent[atom]) {
                let ends = [atom as u32, molecule.atoms.len() as u32];
                molecule.atoms.push(Atom { hydrogens: Hydrogens::Given(0), ..Atom::new(HYDROGEN) });
                molecule.bonds.push(Bond { ends, kind: BondKind::Single });
                self.present[atom] += 1;
            }
        }
        self.absent.resize(molecule.atoms.len(), 0);
        self.present.resize(molecule.atoms.len(), 0);
    }

    /// Takes out the hydrogens that are plain ones, and numbers the other atoms anew. The counts of the others stay as they were.
    pub(super) fn remove_from(&mut self, molecule: &mut Molecule) {
        const TAKEN_OUT: u32 = u32::MAX;
        let Molecule { atoms, bonds } = molecule;
        // The number of bonds of each atom, then its new number.
        let mut numbers = vec![0; atoms.len()];
        bonds.iter().flat_map(|bond| bond.ends).for_each(|end| numbers[end as usize] += 1);
        let is_plain: Vec<bool> = atoms
            .iter()
            .zip(&self.absent)
            .zip(&numbers)
            .map(|((atom, &absent), &bonds)| {
                let Atom { element, charge, is_isotope, .. } = *atom;
                element == HYDROGEN && charge == 0 && !is_isotope && absent == 0 && bonds == 1
            })
            .collect();
        let mut taken_out = vec![false; atoms.len()];
        for Bond { ends: [u, v], kind } in bonds.iter().copied() {
            for (hydrogen, other) in [(u as usize, v as usize), (v as usize, u as usize)] {
                let is_of_other = kind == BondKind::Single && atoms[other].element != HYDROGEN;
                taken_out[hydrogen] |= is_plain[hydrogen] && is_of_other;
            }
        }
        let mut next = 0;
        for (number, &is_taken_out) in numbers.iter_mut().zip(&taken_out) {
            *number = if is_taken_out { TAKEN_OUT } else { next };
            next += u32::from(!is_taken_out);
        }
        let stays = |at: &mut usize| {
            let stays = !taken_out[*at];
            *at += 1;
            stays
        };
        let mut at = 0;
        atoms.retain(|_| stays(&mut at));
        at = 0;
        self.absent.retain(|_| stays(&mut at));
        at = 0;
        self.present.retain(|_| stays(&mut at));
        bonds.retain_mut(|bond| {
            bond.ends = bond.ends.map(|end| numbers[end as usize]);
            !bond.ends.contains(&TAKEN_OUT)
        });
    }
}

/// Hydrogens that an atom has besides its bonds, whose orders have this sum.
fn absent_hydrogens(atom: &Atom, orders: u32) -> u8 {
    let room = |valence: u8| u8::try_from(u32::from(valence).saturating_sub(orders)).unwrap_or(0);
    match atom.hydrogens {
        Hydrogens::Given(count) => count,
        Hydrogens::Valence(valence) => room(valence),
        Hydrogens::Implied => {
            let valences =
                if atom.charge == 0 { valences(atom.element) } else { valences_of_ion(atom.element, atom.charge) };
            match valences.first() {
                None => 0,
                // An aromatic atom gives one valence to its ring, and never takes a higher number of bonds.
                Some(&lowest) if atom.is_aromatic => room(lowest).saturating_sub(1),
                Some(_) => valences.iter().copied().find(|&valence| u32::from(valence) >= orders).map_or(0, room),
            }
        }
    }
}

//! Aromatic bonds belong to rings: which bonds do?

use super::molecule::{BondKind, Molecule};

/// Finds the bonds of rings, and reuses its buffers.
#[derive(Debug, Default)]
pub(super) struct RingBonds {
    /// Start of each atom's row in `neighbours`.
    starts: Vec<u32>,
    /// The atoms at the other ends of each atom's bonds, with the numbers of the bonds.
    neighbours: Vec<(u32, u32)>,
    /// When each atom was reached, from 1; 0 before that.
    reached: Vec<u32>,
    /// The earliest atom that an atom, or one behind it, has a bond to.
    earliest: Vec<u32>,
    /// Atoms on the way, each with the bond that led there and the next place of its row to look at.
    path: Vec<(u32, u32, u32)>,
    is_in_ring: Vec<bool>,
}

/// No bond led to the first atom.
const NO_BOND: u32 = u32::MAX;

impl RingBonds {
    /// Makes aromatic bonds outside of rings single: files leave out the bond between two rings, as in `c1ccccc1c1ccccc1`.
    pub(super) fn make_others_single(&mut self, molecule: &mut Molecule) {
        if molecule.bonds.iter().all(|bond| bond.kind != BondKind::Aromatic) {
            return;
        }
        self.find(molecule);
        for (bond, is_in_ring) in molecule.bonds.iter_mut().zip(&self.is_in_ring) {
            if bond.kind == BondKind::Aromatic && !is_in_ring {
                bond.kind = BondKind::Single;
            }
        }
    }

    /// A bond is in no ring if nothing behind it has a bond to an atom before it. Loops and not recursion, because a
    /// molecule may be a chain of millions of atoms.
    fn find(&mut self, molecule: &Molecule) {
        self.list_neighbours(molecule);
        let atoms = molecule.atoms.len();
        self.reached.clear();
        self.reached.resize(atoms, 0);
        self.earliest.clear();
        self.earliest.resize(atoms, 0);
        self.is_in_ring.clear();
        self.is_in_ring.resize(molecule.bonds.len(), true);
        let mut time = 0;
        for start in 0..atoms {
            if self.reached[start] == 0 {
                self.walk_from(start, &mut time);
            }
        }
    }

    fn walk_from(&mut self, start: usize, time: &mut u32) {
        self.enter(start as u32, NO_BOND, time);
        while let Some((atom, came_by, next)) = self.path.last_mut() {
            let (atom, came_by) = (*atom as usize, *came_by);
            if *next < self.starts[atom + 1] {
                let (neighbour, bond) = self.neighbours[*next as usize];
                *next += 1;
                if bond == came_by {
                    continue;
                }
                match self.reached[neighbour as usize] {
                    0 => self.enter(neighbour, bond, time),
                    reached => self.earliest[atom] = self.earliest[atom].min(reached),
                }
                continue;
            }
            self.path.pop();
            let Some(&(before, ..)) = self.path.last() else { continue };
            let before = before as usize;
            self.is_in_ring[came_by as usize] = self.earliest[atom] <= self.reached[before];
            self.earliest[before] = self.earliest[before].min(self.earliest[atom]);
        }
    }

    fn enter(&mut self, atom: u32, by: u32, time: &mut u32) {
        *time += 1;
        self.reached[atom as usize] = *time;
        self.earliest[atom as usize] = *time;
        self.path.push((atom, by, self.starts[atom as usize]));
    }

    fn list_neighbours(&mut self, molecule: &Molecule) {
        let atoms = molecule.atoms.len();
        self.starts.clear();
        self.starts.resize(atoms + 2, 0);
        for end in molecule.bonds.iter().flat_map(|bond| bond.ends) {
            self.starts[end as usize + 2] += 1;
        }
        for at in 2..self.starts.len() {
            self.starts[at] += self.starts[at - 1];
        }
        self.neighbours.clear();
        self.neighbours.resize(2 * molecule.bonds.len(), (0, 0));
        for (number, bond) in (0..).zip(&molecule.bonds) {
            let [u, v] = bond.ends;
            for (from, to) in [(u, v), (v, u)] {
                // Starts stand one place behind their atom until its row is full.
                let place = &mut self.starts[from as usize + 1];
                self.neighbours[*place as usize] = (to, number);
                *place += 1;
            }
        }
    }
}

//! Atoms and bonds as a file has them, before they become a graph.

/// An atom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Atom {
    /// Atomic number; 0 for a wildcard.
    pub(super) element: u8,
    pub(super) charge: i8,
    pub(super) is_aromatic: bool,
    pub(super) is_isotope: bool,
    /// Hydrogens that are no atoms of their own.
    pub(super) hydrogens: Hydrogens,
}

/// How many hydrogens an atom has that are no atoms of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hydrogens {
    /// This many.
    Given(u8),
    /// As many as its valence leaves room for.
    Implied,
    /// As many as fill the bonds up to this number.
    Valence(u8),
}

impl Atom {
    /// A neutral atom whose hydrogens are implied.
    pub(super) fn new(element: u8) -> Self {
        Self { element, charge: 0, is_aromatic: false, is_isotope: false, hydrogens: Hydrogens::Implied }
    }
}

/// The kind of a bond, which labels its edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BondKind {
    Single,
    Double,
    Triple,
    Quadruple,
    Aromatic,
    Dative,
    Hydrogen,
    /// Of no kind that is known.
    Any,
}

impl BondKind {
    pub(super) const ALL: [Self; 8] = [
        Self::Single,
        Self::Double,
        Self::Triple,
        Self::Quadruple,
        Self::Aromatic,
        Self::Dative,
        Self::Hydrogen,
        Self::Any,
    ];

    /// The label of the edge.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Single => "single",
            Self::Double => "double",
            Self::Triple => "triple",
            Self::Quadruple => "quadruple",
            Self::Aromatic => "aromatic",
            Self::Dative => "dative",
            Self::Hydrogen => "hydrogen",
            Self::Any => "any",
        }
    }

    /// Valences that the bond takes from each of its atoms; one of an aromatic ring takes one more from the atom itself.
    pub(super) fn order(self) -> u32 {
        match self {
            Self::Single | Self::Aromatic | Self::Any => 1,
            Self::Double => 2,
            Self::Triple => 3,
            Self::Quadruple => 4,
            Self::Dative | Self::Hydrogen => 0,
        }
    }
}

/// A bond between two atoms, by their numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bond {
    pub(super) ends: [u32; 2],
    pub(super) kind: BondKind,
}

/// A molecule as it stands in a file; its buffers are used again for the next one.
#[derive(Debug, Default)]
pub(super) struct Molecule {
    pub(super) atoms: Vec<Atom>,
    pub(super) bonds: Vec<Bond>,
}

impl Molecule {
    pub(super) fn clear(&mut self) {
        self.atoms.clear();
        self.bonds.clear();
    }
}

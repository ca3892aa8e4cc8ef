//! Chemical elements: symbols, and the valences that hydrogens fill.

/// Atomic number of hydrogen.
pub(super) const HYDROGEN: u8 = 1;

/// Symbols by atomic number; 0 is the wildcard, an atom that is not known.
const SYMBOLS: [&str; 119] = [
    "*", "H", "He", "Li", "Be", "B", "C", "N", "O", "F", "Ne", "Na", "Mg", "Al", "Si", "P", "S", "Cl", "Ar", "K", "Ca",
    "Sc", "Ti", "V", "Cr", "Mn", "Fe", "Co", "Ni", "Cu", "Zn", "Ga", "Ge", "As", "Se", "Br", "Kr", "Rb", "Sr", "Y",
    "Zr", "Nb", "Mo", "Tc", "Ru", "Rh", "Pd", "Ag", "Cd", "In", "Sn", "Sb", "Te", "I", "Xe", "Cs", "Ba", "La", "Ce",
    "Pr", "Nd", "Pm", "Sm", "Eu", "Gd", "Tb", "Dy", "Ho", "Er", "Tm", "Yb", "Lu", "Hf", "Ta", "W", "Re", "Os", "Ir",
    "Pt", "Au", "Hg", "Tl", "Pb", "Bi", "Po", "At", "Rn", "Fr", "Ra", "Ac", "Th", "Pa", "U", "Np", "Pu", "Am", "Cm",
    "Bk", "Cf", "Es", "Fm", "Md", "No", "Lr", "Rf", "Db", "Sg", "Bh", "Hs", "Mt", "Ds", "Rg", "Cn", "Nh", "Fl", "Mc",
    "Lv", "Ts", "Og",
];

/// The largest atomic number.
pub(super) const LAST: u8 = SYMBOLS.len() as u8 - 1;

/// Atomic numbers by the first letter of a symbol and its second one; column 0 is for symbols of one letter.
const BY_LETTERS: [[u8; 27]; 26] = {
    let mut table = [[0; 27]; 26];
    let mut number = 1;
    while number < SYMBOLS.len() {
        let letters = SYMBOLS[number].as_bytes();
        let second = if letters.len() == 2 { letters[1] - b'a' + 1 } else { 0 };
        table[(letters[0] - b'A') as usize][second as usize] = number as u8;
        number += 1;
    }
    table
};

/// The symbol of an atomic number, at most [`LAST`].
pub(super) fn symbol(number: u8) -> &'static str {
    SYMBOLS[usize::from(number)]
}

/// The atomic number of the longest symbol that a text begins with, and the symbol's length.
pub(super) fn longest_symbol(text: &[u8]) -> Option<(u8, usize)> {
    let first = *text.first().filter(|first| first.is_ascii_uppercase())?;
    let row = &BY_LETTERS[usize::from(first - b'A')];
    let second = text.get(1).filter(|second| second.is_ascii_lowercase());
    let both = second.map_or(0, |second| row[usize::from(second - b'a') + 1]);
    match (both, row[0]) {
        (0, 0) => None,
        (0, one) => Some((one, 1)),
        (two, _) => Some((two, 2)),
    }
}

/// The atomic number of a symbol.
pub(super) fn number(symbol: &[u8]) -> Option<u8> {
    longest_symbol(symbol).filter(|&(_, length)| length == symbol.len()).map(|(number, _)| number)
}

/// The numbers of bonds that a neutral atom usually has, ascending; hydrogens that are not written fill the bonds up to
/// the next of them. Empty for atoms that get none, metals among them.
pub(super) fn valences(number: u8) -> &'static [u8] {
    match symbol(number) {
        "H" | "F" | "Cl" | "Br" | "I" => &[1],
        "B" => &[3],
        "C" | "Si" => &[4],
        "N" | "P" | "As" => &[3, 5],
        "O" => &[2],
        "S" | "Se" | "Te" => &[2, 4, 6],
        _ => &[],
    }
}

/// [`valences`] of an ion: those of the neutral element with as many electrons, if both are non-metals.
pub(super) fn valences_of_ion(number: u8, charge: i8) -> &'static [u8] {
    let electrons = i16::from(number) - i16::from(charge);
    match u8::try_from(electrons) {
        Ok(same) if number != HYDROGEN && same != HYDROGEN && same <= LAST && !valences(number).is_empty() => {
            valences(same)
        }
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_lead_back_to_their_numbers() {
        for at in 1..=LAST {
            assert_eq!(number(symbol(at).as_bytes()), Some(at));
        }
        assert_eq!(
            (number(b"C"), number(b"Cl"), number(b"Fe"), number(b"Og")),
            (Some(6), Some(17), Some(26), Some(118))
        );
        for wrong in ["", "*", "c", "CL", "Xx", "Cll", "Q"] {
            assert_eq!(number(wrong.as_bytes()), None, "{wrong}");
        }
        assert_eq!(
            (longest_symbol(b"Cl2"), longest_symbol(b"CH3"), longest_symbol(b"Sc")),
            (Some((17, 2)), Some((6, 1)), Some((21, 2)))
        );
    }

    fn known(symbol: &str) -> u8 {
        number(symbol.as_bytes()).expect("an element")
    }

    #[test]
    fn ions_have_the_valences_of_their_neighbours_in_the_table() {
        for (symbol, charge, wanted) in
            [("N", 1, 4), ("O", -1, 1), ("B", -1, 4), ("O", 1, 3), ("C", -1, 3), ("C", 1, 3)]
        {
            assert_eq!(valences_of_ion(known(symbol), charge)[0], wanted, "{symbol}{charge:+}");
        }
        for (symbol, charge) in
            [("Na", 1), ("Cl", -1), ("Fe", 2), ("H", 1), ("H", -1), ("He", 1), ("C", 127), ("Og", -128)]
        {
            assert!(valences_of_ion(known(symbol), charge).is_empty(), "{symbol}{charge:+}");
        }
    }
}

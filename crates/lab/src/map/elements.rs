//! Colours of atoms in drawings, by their element.

/// Colours of an element on white and on black.
pub(super) type Tones = [&'static str; 2];

/// The colours by which chemists know elements: carbon grey, nitrogen blue, oxygen red, sulfur yellow, halogens green to violet.
/// Darker on white and lighter on black, so that discs stand out from both; the letters of the elements tell those apart that
/// look alike to some people.
const TONES: [(&str, Tones); 13] = [
    ("H", ["#aab2bc", "#e8ecf0"]),
    ("B", ["#c9776a", "#f5b8a8"]),
    ("C", ["#4a4f57", "#9aa1ab"]),
    ("N", ["#2f5bd0", "#7d9ff5"]),
    ("O", ["#d42a2a", "#ff6b5e"]),
    ("F", ["#4f9e1f", "#9ddb5a"]),
    ("Si", ["#a8875a", "#d9bd92"]),
    ("P", ["#d96a00", "#ffa04d"]),
    ("S", ["#b58900", "#f0cc3c"]),
    ("Cl", ["#1d8a3a", "#4cd071"]),
    ("Br", ["#8f3a1c", "#d0714a"]),
    ("I", ["#7a2fa0", "#c084e8"]),
    (ANY, ["#8a8f98", "#7b828c"]),
];

/// Metals and all other elements.
const OTHERS: Tones = ["#c2478f", "#f08cc8"];

/// An atom that is not known.
const ANY: &str = "*";

/// The names of elements by atomic number; two letters each, the second a blank for names of one letter.
const NAMES: &str = "H HeLiBeB C N O F NeNaMgAlSiP S ClArK CaScTiV CrMnFeCoNiCuZnGaGeAsSeBrKrRbSrY ZrNbMoTcRuRhPdAgCdInSnSbTeI Xe\
                     CsBaLaCePrNdPmSmEuGdTbDyHoErTmYbLuHfTaW ReOsIrPtAuHgTlPbBiPoAtRnFrRaAcThPaU NpPuAmCmBkCfEsFmMdNoLr\
                     RfDbSgBhHsMtDsRgCnNhFlMcLvTsOg";

/// The colours of an element.
pub(super) fn tones(element: &str) -> Tones {
    TONES.iter().find(|(name, _)| *name == element).map_or(OTHERS, |&(_, tones)| tones)
}

/// The element that the label of an atom names, if it is one: `c`, `CH3`, `NH3+`, `Fe+2` and `*` are.
pub(super) fn element_of(label: &str) -> Option<String> {
    let end = label.char_indices().skip(1).find(|(_, letter)| !letter.is_ascii_lowercase());
    let (name, rest) = label.split_at(end.map_or(label.len(), |(at, _)| at));
    let mut element = name.to_owned();
    element.get_mut(..1)?.make_ascii_uppercase();
    let is_known = element == ANY || NAMES.as_bytes().chunks(2).any(|name| name.trim_ascii() == element.as_bytes());
    let digits = |text: &'_ str| text.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
    let after =
        |text: &str, signs: &[char]| text.strip_prefix(signs).map(|rest| rest[rest.len() - digits(rest)..].to_owned());
    let rest = after(rest, &['H']).unwrap_or_else(|| rest.to_owned());
    let rest = after(&rest, &['+', '-']).unwrap_or(rest);
    (is_known && rest.is_empty()).then_some(element)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_atoms_name_their_elements() {
        for (label, element) in [
            ("C", "C"),
            ("c", "C"),
            ("cH", "C"),
            ("CH3", "C"),
            ("NH3+", "N"),
            ("O-", "O"),
            ("Fe+2", "Fe"),
            ("se", "Se"),
            ("Cl", "Cl"),
            ("H", "H"),
            ("HH", "H"),
            ("*", "*"),
            ("Og", "Og"),
        ] {
            assert_eq!(element_of(label).as_deref(), Some(element), "{label}");
        }
        for other in ["", " ", "ALA", "CYS", "Xx", "C1", "C+2+", "J", "ring", "Åu", "cé", "C H", "H3H", "\u{301}"] {
            assert_eq!(element_of(other), None, "{other}");
        }
    }

    #[test]
    fn there_are_118_names_and_the_frequent_ones_have_colours_of_their_own() {
        assert_eq!(NAMES.len(), 2 * 118);
        let own: std::collections::HashSet<Tones> = TONES.iter().map(|&(name, _)| tones(name)).collect();
        assert_eq!((own.len(), tones("Fe"), tones("Zn")), (TONES.len(), OTHERS, OTHERS));
    }
}

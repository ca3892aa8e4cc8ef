//! Letters for pictures without a font at hand: five pixels wide, seven high, two more below the line.

/// Columns of a letter.
pub(super) const WIDTH: usize = 5;
/// Columns from a letter to the next.
pub(super) const ADVANCE: usize = WIDTH + 1;
/// Rows above the line that letters stand on.
pub(super) const ASCENT: usize = 7;
/// Rows of a letter, tails included.
const HEIGHT: usize = ASCENT + 2;

/// Letters drawn side by side, with one column between them.
struct Band {
    characters: &'static str,
    rows: [&'static str; HEIGHT],
}

const BANDS: [Band; 4] = [
    Band {
        characters: "abcdefghijklm",
        rows: [
            "..... #.... ..... ....# ..... ..##. ..... #.... ..#.. ...#. #.... .##.. .....",
            "..... #.... ..... ....# ..... .#..# ..... #.... ..... ..... #.... ..#.. .....",
            ".###. #.##. .###. .##.# .###. .#... .#### #.##. .##.. ..##. #...# ..#.. ##.#.",
            "....# ##..# #.... #..## #...# ###.. #...# ##..# ..#.. ...#. #..#. ..#.. #.#.#",
            ".#### #...# #.... #...# ##### .#... #...# #...# ..#.. ...#. ###.. ..#.. #.#.#",
            "#...# #...# #...# #...# #.... .#... #...# #...# ..#.. ...#. #..#. ..#.. #...#",
            ".#### ####. .###. .#### .###. .#... .#### #...# .###. ...#. #...# .###. #...#",
            "..... ..... ..... ..... ..... ..... ....# ..... ..... #..#. ..... ..... .....",
            "..... ..... ..... ..... ..... ..... .###. ..... ..... .##.. ..... ..... .....",
        ],
    },
    Band {
        characters: "nopqrstuvwxyz",
        rows: [
            "..... ..... ..... ..... ..... ..... .#... ..... ..... ..... ..... ..... .....",
            "..... ..... ..... ..... ..... ..... .#... ..... ..... ..... ..... ..... .....",
            "#.##. .###. #.##. .##.# #.##. .#### ###.. #...# #...# #...# #...# #...# #####",
            "##..# #...# ##..# #..## ##..# #.... .#... #...# #...# #...# .#.#. #...# ...#.",
            "#...# #...# #...# #...# #.... .###. .#... #...# #...# #.#.# ..#.. #...# ..#..",
            "#...# #...# #...# #...# #.... ....# .#..# #..## .#.#. #.#.# .#.#. #...# .#...",
            "#...# .###. ####. .#### #.... ####. ..##. .##.# ..#.. .#.#. #...# .#### #####",
            "..... ..... #.... ....# ..... ..... ..... ..... ..... ..... ..... ....# .....",
            "..... ..... #.... ....# ..... ..... ..... ..... ..... ..... ..... .###. .....",
        ],
    },
    Band {
        characters: "0123456789",
        rows: [
            ".###. ..#.. .###. .###. ...#. ##### ..##. ##### .###. .###.",
            "#...# .##.. #...# #...# ..##. #.... .#... ....# #...# #...#",
            "#..## ..#.. ....# ....# .#.#. ####. #.... ...#. #...# #...#",
            "#.#.# ..#.. ...#. ..##. #..#. ....# ####. ..#.. .###. .####",
            "##..# ..#.. ..#.. ....# ##### ....# #...# .#... #...# ....#",
            "#...# ..#.. .#... #...# ...#. #...# #...# .#... #...# ...#.",
            ".###. .###. ##### .###. ...#. .###. .###. .#... .###. .##..",
            "..... ..... ..... ..... ..... ..... ..... ..... ..... .....",
            "..... ..... ..... ..... ..... ..... ..... ..... ..... .....",
        ],
    },
    Band {
        characters: " .,-/():+_…",
        rows: [
            "..... ..... ..... ..... ....# ...#. .#... ..... ..... ..... .....",
            "..... ..... ..... ..... ....# ..#.. ..#.. ..... ..... ..... .....",
            "..... ..... ..... ..... ...#. .#... ...#. .##.. ..#.. ..... .....",
            "..... ..... ..... ..... ..#.. .#... ...#. .##.. ..#.. ..... .....",
            "..... ..... ..... .###. .#... .#... ...#. ..... ##### ..... .....",
            "..... .##.. .##.. ..... #.... ..#.. ..#.. .##.. ..#.. ..... .....",
            "..... .##.. .##.. ..... #.... ...#. .#... .##.. ..#.. ..... #.#.#",
            "..... ..... ..#.. ..... ..... ..... ..... ..... ..... ##### .....",
            "..... ..... .#... ..... ..... ..... ..... ..... ..... ..... .....",
        ],
    },
];

/// What stands for a character that was not drawn.
const BOX: [&str; HEIGHT] = ["#####", "#...#", "#...#", "#...#", "#...#", "#...#", "#####", ".....", "....."];

/// The rows of a character from the top, `#` where there is ink. Capitals come as small letters.
pub(super) fn rows(character: char) -> [&'static str; HEIGHT] {
    let small = character.to_ascii_lowercase();
    let place = |band: &'static Band| Some((band, band.characters.chars().position(|known| known == small)?));
    let Some((band, place)) = BANDS.iter().find_map(place) else { return BOX };
    band.rows.map(|row| &row[place * ADVANCE..place * ADVANCE + WIDTH])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_promised_character_has_a_letter_of_its_own() {
        let promised = "abcdefghijklmnopqrstuvwxyz0123456789 .,-/():+_…";
        let letters: Vec<_> = promised.chars().map(rows).collect();
        for (place, letter) in letters.iter().enumerate() {
            assert_ne!(*letter, BOX);
            assert!(letter.iter().all(|row| row.len() == WIDTH));
            assert!(!letters[..place].contains(letter), "{place}");
        }
        assert_eq!(rows('Q'), rows('q'));
        assert_eq!([rows('λ'), rows('<'), rows('\n')], [BOX; 3]);
    }
}

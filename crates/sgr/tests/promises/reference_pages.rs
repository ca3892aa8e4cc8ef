//! The reference pages list what the library has.

use std::fs;
use std::path::Path;

use sgr::representation::Channels;
use sgr::resampling::KnotRule;

#[test]
fn channels_and_their_lengths() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/channels.md");
    let text = fs::read_to_string(page).unwrap();
    let rows = text.lines().filter_map(|line| line.strip_prefix("| `"));
    let typed: Vec<(String, String)> = rows
        .map(|row| {
            let mut cells = row.split('|').map(|cell| cell.trim().trim_end_matches('`').to_owned());
            (cells.next().unwrap(), cells.next().unwrap())
        })
        .collect();
    let channels = Channels::parse(&Channels::NAMES, 256, KnotRule::Literal).unwrap();
    let in_library: Vec<(String, String)> = channels
        .names_and_ranges()
        .map(|(name, range)| {
            (name.to_owned(), if name == "spectrum" { "M".to_owned() } else { range.len().to_string() })
        })
        .collect();
    assert_eq!(typed, in_library);
}

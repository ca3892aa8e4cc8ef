//! The library states facts: no text of it names a flag of the program.

use std::path::{Path, PathBuf};

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// Whether a line of code has `--word` between quotation marks.
fn names_a_flag(line: &str) -> bool {
    let code = line.trim_start();
    let mut parts = code.split('"').skip(1).step_by(2);
    let is_flag = |text: &str| {
        text.match_indices("--").any(|(at, _)| text[at + 2..].starts_with(|next: char| next.is_ascii_lowercase()))
    };
    !code.starts_with("//") && parts.any(is_flag)
}

#[test]
fn library_texts_name_no_flags_of_the_program() {
    assert!(names_a_flag("let wanted = \"a weight; add --weights\";"));
    assert!(!names_a_flag("let dashes = \"a -- b\"; // --weights"));
    let mut files = Vec::new();
    for room in ["core", "io", "search", "lab", "sgr"] {
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(room).join("src"), &mut files);
    }
    assert!(files.len() > 200, "found {} files, wanted the whole library", files.len());
    for path in files {
        for (number, line) in (1..).zip(std::fs::read_to_string(&path).unwrap().lines()) {
            assert!(!names_a_flag(line), "{}:{number}: {line}", path.display());
        }
    }
}

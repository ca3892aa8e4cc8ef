//! A room only looks back: inside a crate no room uses one that comes later on the path. Between crates the compiler
//! checks it.

use std::fs;
use std::path::{Path, PathBuf};

/// The rooms of each crate, in the order in which data moves through them.
const CRATES: [(&str, &[&str]); 5] = [
    (
        "core",
        &[
            "numerics",
            "text",
            "names",
            "graph",
            "progress",
            "laplacian",
            "resampling",
            "spectrum",
            "representation",
            "embed",
        ],
    ),
    ("io", &["input", "output"]),
    ("fetch", &["checksum", "catalogue", "settings", "cache", "transfer", "fetch"]),
    ("search", &["rows", "distance", "nearest", "cells", "duplicates", "index"]),
    (
        "lab",
        &[
            "synthetic",
            "learning",
            "gram",
            "baselines",
            "evaluation",
            "neural",
            "figure",
            "document",
            "experiment",
            "explanation",
            "contrast",
            "clusters",
            "changes",
            "map",
        ],
    ),
];

#[test]
fn no_room_uses_a_later_one() {
    for (name, rooms) in CRATES {
        let source = source_of(name);
        let mut forward = Vec::new();
        for file in rust_files(&source) {
            let place = file.strip_prefix(&source).unwrap();
            let text = fs::read_to_string(&file).unwrap();
            let own = rooms.iter().position(|room| *room == room_of(place));
            for used in rooms_used(&text, depth(place)) {
                let used = rooms.iter().position(|room| *room == used);
                if own.zip(used).is_some_and(|(own, used)| own < used) {
                    forward.push(format!("{}/{}: {}", name, place.display(), rooms[used.unwrap()]));
                }
            }
        }
        assert!(forward.is_empty(), "rooms that use a later one:\n{}", forward.join("\n"));
    }
}

#[test]
fn every_room_has_its_place_on_the_path() {
    for (name, rooms) in CRATES {
        let entries = fs::read_dir(source_of(name)).unwrap().map(|entry| entry.unwrap().path());
        let mut found: Vec<String> =
            entries.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect();
        // Files of the crate itself, not of a room.
        found.retain(|room| !["lib", "error"].contains(&room.as_str()));
        found.sort();
        let mut known = rooms.to_vec();
        known.sort_unstable();
        assert_eq!(found, known, "rooms of {name}");
    }
}

#[test]
fn ways_to_name_another_room_are_recognised() {
    let text = "use crate::graph::Graph;\nuse crate::{progress::Progress, numerics};\nlet x = super::super::embed::y();\n\
                use super::sibling;\n// use crate::spectrum in a comment";
    assert_eq!(rooms_used(text, 2), ["graph", "progress", "numerics", "embed"]);
}

fn source_of(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).join("src")
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
    files
}

/// The room that a file belongs to: its folder, or its own name.
fn room_of(place: &Path) -> String {
    let first = place.components().next().unwrap().as_os_str().to_string_lossy().into_owned();
    first.strip_suffix(".rs").map_or(first.clone(), str::to_owned)
}

/// How many times `super` leads from the module of a file to the crate.
fn depth(place: &Path) -> usize {
    let modules = place.components().count();
    if place.file_name().is_some_and(|name| name == "mod.rs") { modules - 1 } else { modules }
}

/// Rooms that the code of a file names, from the crate on or by leaving its own room through `super`.
fn rooms_used(text: &str, depth: usize) -> Vec<String> {
    let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let code = code.join("\n");
    let mut used = Vec::new();
    for root in ["crate::".to_owned(), "super::".repeat(depth)] {
        for (start, _) in code.match_indices(&root) {
            let before = code[..start].chars().next_back();
            // `$crate::`, or a longer chain of `super::`.
            if before.is_some_and(|letter| letter == '$' || letter == ':') {
                continue;
            }
            used.extend(first_names(&code[start + root.len()..]));
        }
    }
    used
}

/// The first name of a path, or of each path of a list in braces.
fn first_names(path: &str) -> Vec<String> {
    let name = |text: &str| text.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let Some(list) = path.strip_prefix('{') else { return vec![name(path)] };
    let (mut level, mut names, mut start) = (0, Vec::new(), 0);
    for (at, letter) in list.char_indices() {
        match letter {
            '{' => level += 1,
            ',' if level == 0 => {
                names.push(name(&list[start..at]));
                start = at + 1;
            }
            '}' if level == 0 => {
                names.push(name(&list[start..at]));
                break;
            }
            '}' => level -= 1,
            _ => {}
        }
    }
    names
}

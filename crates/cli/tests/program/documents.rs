//! Typed facts of the documents agree with the program and with the results on file.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;

use crate::readme::root;

/// Pages with tables of results: the README, a model card, and pages of results.
const LEAST_TABLES: usize = 11;

/// The command in the comment above a table makes the table from the results on file.
#[test]
fn tables_of_results_are_those_on_file() {
    let mut tables = 0;
    for page in pages(&root()) {
        let text = fs::read_to_string(&page).unwrap();
        for block in text.split("\n<!-- sgr report ").skip(1) {
            let (arguments, rest) = block.split_once(" -->\n").unwrap();
            let (found, _) = rest.split_once("<!-- end -->").unwrap();
            let mut command = Command::cargo_bin("sgr").unwrap();
            let output = command.arg("report").args(arguments.split_whitespace()).current_dir(root()).output().unwrap();
            let made = String::from_utf8(output.stdout).unwrap();
            let error = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success() && !made.is_empty(), "{}: sgr report {arguments}: {error}", page.display());
            assert_eq!(found, made, "{}: sgr report {arguments}: {error}", page.display());
            tables += 1;
        }
    }
    assert!(tables >= LEAST_TABLES, "found {tables} tables of results, wanted at least {LEAST_TABLES}");
}

#[test]
fn knot_rules_of_the_reference_are_those_of_the_help() {
    let page = read("docs/reference/representations.md");
    let section = page.split("## Knots\n").nth(1).unwrap().split("\n## ").next().unwrap();
    let names: Vec<String> =
        rows_of(section)[2..].iter().map(|cells| cells[0].split('`').nth(1).unwrap().to_owned()).collect();
    assert_eq!(names, ["literal", "stretched", "zero-based", "nontrivial"]);
    for command in ["embed", "evaluate"] {
        let help = help(&[command]);
        for name in &names {
            assert!(help.contains(&format!("- {name}:")), "{command}: {name}");
        }
    }
}

#[test]
fn formats_of_the_reference_are_those_of_the_help() {
    let help = help(&[]);
    let listed = help.split("Formats").nth(1).unwrap().split("All but").next().unwrap();
    let page = read("docs/reference/formats.md");
    let section = page.split("## Graphs, to read").nth(1).unwrap().split("The rows of tables").next().unwrap();
    let words = |text: &str| -> BTreeSet<String> {
        let endings = text.split(|c: char| !c.is_alphanumeric() && c != '.');
        endings.filter(|word| word.starts_with('.') && word.len() > 1).map(str::to_owned).collect()
    };
    assert_eq!(words(section), words(listed));
    for row in rows_of(section).iter().skip(2) {
        let name = row[0].trim_matches('`');
        assert!(listed.split_whitespace().any(|word| word == name), "{name} is not in the help");
    }
    assert_eq!(rows_of(section).len() - 2, listed.lines().filter(|line| line.starts_with("  ")).count());
}

#[test]
fn exit_codes_of_the_reference_are_those_of_the_help() {
    let help = help(&[]).split_whitespace().collect::<Vec<_>>().join(" ");
    let listed = help.split("Exit codes: ").nth(1).unwrap().split(". ").next().unwrap();
    let page = read("docs/reference/exit-codes.md");
    for code in listed.split("; ") {
        let (number, meaning) = code.split_once(' ').unwrap();
        let row = rows_of(&page).into_iter().find(|cells| cells[0] == number).unwrap();
        assert!(row[1].starts_with(meaning), "code {number}: found \"{}\", wanted \"{meaning}\"", row[1]);
    }
}

#[test]
fn names_of_the_reference_are_those_of_the_help() {
    let page = read("docs/reference/representations.md");
    for representation in ["sgr", "spectrum", "heat", "wave", "fingerprint", "wide"] {
        assert!(help(&["embed"]).contains(&format!("- {representation}:")), "{representation}");
        assert!(page.contains(&format!("`{representation}`")), "{representation}");
    }
    let help = help(&["evaluate"]);
    let methods = help.split("Methods: ").nth(1).unwrap().split(", or all").next().unwrap();
    for method in methods.split(',').map(str::trim) {
        assert!(page.contains(&format!("`{method}`")), "{method}");
    }
    let guide = read("docs/guide/program.md");
    let commands = self::help(&[]);
    let commands = commands.split("Commands:\n").nth(1).unwrap().split("Options:").next().unwrap();
    for line in commands.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   ")) {
        let command = line.split_whitespace().next().unwrap();
        assert!(command == "help" || guide.contains(&format!("sgr {command}")), "the guide lacks {command}");
    }
}

#[test]
fn every_link_to_a_file_leads_somewhere() {
    let mut broken = Vec::new();
    for page in pages(&root()) {
        let text = fs::read_to_string(&page).unwrap();
        for target in text.split("](").skip(1).filter_map(|after| after.split(')').next()) {
            let file = target.split('#').next().unwrap();
            let is_file = !file.is_empty() && !target.contains("://") && !target.contains(' ');
            if is_file && !page.parent().unwrap().join(file).exists() {
                broken.push(format!("{}: {target}", page.strip_prefix(root()).unwrap().display()));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

fn read(page: &str) -> String {
    fs::read_to_string(root().join(page)).unwrap()
}

fn help(command: &[&str]) -> String {
    let output = Command::cargo_bin("sgr").unwrap().args(command).arg("--help").output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// Cells of the Markdown tables in a text, the line of dashes included.
fn rows_of(text: &str) -> Vec<Vec<String>> {
    let rows = text.lines().filter(|line| line.starts_with('|'));
    rows.map(|row| row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()).collect()
}

/// The Markdown pages of the repository, without those of dependencies.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() && !name.starts_with('.') && name != "target" {
            found.extend(pages(&path));
        } else if name.ends_with(".md") {
            found.push(path);
        }
    }
    found
}

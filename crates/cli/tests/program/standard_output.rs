//! Results that cannot be printed are an error, never a silent success; inputs that cannot be opened are named with the reason.

#![cfg(unix)]

use std::fs;
use std::process::{Command, Output, Stdio};

const SGR: &str = env!("CARGO_BIN_EXE_sgr");

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("g.jsonl"), "{\"id\":\"a\",\"label\":1,\"edges\":[[0,1]]}\n".repeat(3)).unwrap();
    folder
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

const PRINTING: [&str; 9] = [
    "info g.jsonl",
    "spectrum g.jsonl",
    "heat-kernel g.jsonl --times 1",
    "embed g.jsonl -o - --to csv",
    "cluster g.jsonl --k 1",
    "train --show",
    "completions bash",
    "man",
    "--help",
];

#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_output_is_an_error() {
    let folder = folder();
    for args in PRINTING {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = Command::new(SGR);
        command.args(args.split_whitespace()).current_dir(folder.path()).stdout(full);
        let output = command.stderr(Stdio::piped()).spawn().unwrap().wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{args}: {}", stderr(&output));
        assert!(stderr(&output).contains("No space left on device"), "{args}: {}", stderr(&output));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_closed_standard_output_is_an_error_where_results_go_there() {
    let folder = folder();
    let run = |args: &str, redirection: &str| {
        let script = format!("exec {SGR} {args} {redirection}");
        Command::new("sh").args(["-c", &script]).current_dir(folder.path()).output().unwrap()
    };
    for args in PRINTING {
        let output = run(args, ">&-");
        assert_eq!(output.status.code(), Some(2), "{args}: {}", stderr(&output));
        assert!(stderr(&output).contains("standard output is closed"), "{args}: {}", stderr(&output));
        assert_eq!(run(args, ">/dev/null").status.code(), Some(0), "{args}");
        // As Python's subprocess.DEVNULL opens it.
        assert_eq!(run(args, "1<>/dev/null").status.code(), Some(0), "{args}");
    }
    let output = run("embed g.jsonl -o v.csv", ">&-");
    assert_eq!(output.status.code(), Some(0), "nothing to print: {}", stderr(&output));
}

#[test]
fn files_are_written_before_a_reader_that_has_gone_ends_the_program() {
    let folder = folder();
    let lines: String =
        (0..20).map(|at| format!("{{\"label\":{},\"edges\":[[0,1],[1,{}]]}}\n", at % 2, 2 + at % 2)).collect();
    fs::write(folder.path().join("l.jsonl"), lines).unwrap();
    let args = "evaluate l.jsonl --method wl --runs 2 --no-cache --json r.json";
    let mut command = Command::new(SGR);
    command.args(args.split_whitespace()).current_dir(folder.path()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(folder.path().join("r.json").exists());
}

#[test]
fn an_input_that_cannot_be_opened_is_named_with_the_reason() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    std::os::unix::fs::symlink("loop.jsonl", path("loop.jsonl")).unwrap();
    std::os::unix::fs::symlink("nowhere", path("dangling.jsonl")).unwrap();
    fs::create_dir(path("closed")).unwrap();
    let run = |args: &str| {
        let output = Command::new(SGR).args(args.split_whitespace()).current_dir(folder.path()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{args}");
        stderr(&output)
    };
    let looping = run("info loop.jsonl");
    assert!(looping.contains("loop.jsonl: cannot open it") && looping.contains("symbolic link"), "{looping}");
    let dangling = run("info dangling.jsonl");
    assert!(dangling.contains("dangling.jsonl: the link leads to no file or folder"), "{dangling}");
    assert!(run("info missing.jsonl").contains("missing.jsonl: no such file or folder"));
    fs::write(path("empty.jsonl"), "\n").unwrap();
    assert_eq!(run("info empty.jsonl"), "sgr: empty.jsonl: found no graphs, wanted at least one\n");
    // The superuser may read any folder.
    fs::set_permissions(path("closed"), std::os::unix::fs::PermissionsExt::from_mode(0o000)).unwrap();
    if fs::read_dir(path("closed")).is_err() {
        let closed = run("info closed");
        assert!(closed.contains("closed: cannot read the folder") && closed.contains("denied"), "{closed}");
    }
}

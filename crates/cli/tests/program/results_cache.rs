//! The cache of `sgr evaluate` saves time and costs nothing: whatever happens to it, the results are printed and written.

use std::fs;
use std::path::Path;
use std::process::Command;

use assert_cmd::cargo::CommandCargoExt;
use serde_json::Value;

fn sgr(arguments: &[&str], folder: &Path) -> (i32, String, String) {
    let output = Command::cargo_bin("sgr").unwrap().args(arguments).current_dir(folder).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// A collection of two kinds under a name with letters of two bytes.
fn collection(folder: &Path) {
    let arguments = ["generate", "random-tree", "erdos-renyi", "-n", "20", "--nodes", "12..24", "--degree", "6..8"];
    let (code, _, error) = sgr(&[&arguments[..], &["-o", "Moleküle.jsonl"]].concat(), folder);
    assert_eq!(code, 0, "{error}");
}

/// The results of a run with the cache `cache`, and stderr.
fn results(folder: &Path, methods: &str, cache: &str) -> (Value, String) {
    let arguments = ["evaluate", "Moleküle.jsonl", "--runs", "2", "--method", methods, "--cache", cache];
    let (code, said, error) = sgr(&[&arguments[..], &["--json", "r.json"]].concat(), folder);
    assert!(code == 0 && said.contains("Moleküle"), "{said}{error}");
    let json: Value = serde_json::from_slice(&fs::read(folder.join("r.json")).unwrap()).unwrap();
    (json["results"].clone(), error)
}

/// Lines of a cache that hold a result, and lines that hold something else.
fn lines(cache: &Path) -> (usize, usize) {
    let bytes = fs::read(cache).unwrap();
    let is_result = |line: &&[u8]| serde_json::from_slice::<Value>(line).is_ok_and(|line| line["result"].is_object());
    let (good, bad): (Vec<_>, Vec<_>) =
        bytes.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()).partition(is_result);
    (good.len(), bad.len())
}

#[test]
fn a_cache_cut_inside_a_character_is_read_up_to_the_cut() {
    let place = tempfile::tempdir().unwrap();
    let (folder, cache) = (place.path(), place.path().join("c.jsonl"));
    collection(folder);
    let (first, _) = results(folder, "wl,spectrum", "c.jsonl");
    let bytes = fs::read(&cache).unwrap();
    let cut = bytes.windows(2).rposition(|pair| pair == "ü".as_bytes()).unwrap() + 1;
    fs::write(&cache, &bytes[..cut]).unwrap();
    let (second, error) = results(folder, "wl,spectrum", "c.jsonl");
    assert_eq!((&second[0], error.as_str()), (&first[0], ""), "kept to the second, without a word");
    // The line after the cut is whole: both are taken from the cache now.
    assert_eq!(lines(&cache), (2, 1));
    assert_eq!(results(folder, "wl,spectrum", "c.jsonl").0, second);
}

#[test]
fn damaged_lines_cost_only_themselves() {
    let place = tempfile::tempdir().unwrap();
    let (folder, cache) = (place.path(), place.path().join("c.jsonl"));
    collection(folder);
    let (first, _) = results(folder, "wl,spectrum", "c.jsonl");
    let text = fs::read_to_string(&cache).unwrap();
    let mut kept = text.lines().filter(|line| !line.is_empty());
    let long = vec![b'x'; 3 << 20];
    let parts: [&[u8]; 8] = [
        b"\xff\xfe\0garbage\r",
        kept.next().unwrap().as_bytes(),
        b"[1, 2]",
        b"{\"key\": 3, \"result\": {}}",
        &long,
        b"",
        kept.next().unwrap().as_bytes(),
        b"{\"key\": \"half",
    ];
    fs::write(&cache, parts.join(&b'\n')).unwrap();
    let (second, error) = results(folder, "wl,spectrum", "c.jsonl");
    assert_eq!((second, error.as_str()), (first, ""));
}

#[test]
fn a_cache_that_cannot_be_used_is_a_warning() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    collection(folder);
    fs::create_dir(folder.join("folder")).unwrap();
    let mut caches = vec!["folder", "Moleküle.jsonl/c.jsonl"];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("missing/c.jsonl", folder.join("dangling")).unwrap();
        std::os::unix::fs::symlink("loop", folder.join("loop")).unwrap();
        caches.extend(["dangling", "loop"]);
    }
    // A file system that takes no files, a disk that is always full, a source that never ends.
    #[cfg(target_os = "linux")]
    caches.extend(["/proc/c.jsonl", "/dev/full", "/dev/zero"]);
    for cache in caches {
        let (results, error) = results(folder, "wl,spectrum", cache);
        assert_eq!(results.as_array().unwrap().len(), 2, "{cache}");
        let warnings = error.lines().filter(|line| line.starts_with(&format!("sgr: warning: {cache}: cannot ")));
        // Once for reading, once for writing, not for each result.
        assert!((1..=2).contains(&warnings.count()) && error.lines().count() <= 2, "{cache}: {error}");
    }
}

#[test]
fn programs_that_run_at_once_share_a_cache() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    collection(folder);
    let start = |seed: usize| {
        let mut command = Command::cargo_bin("sgr").unwrap();
        command.args(["evaluate", "Moleküle.jsonl", "--runs", "1", "--method", "sp,wl,spectrum,heat", "-j", "1"]);
        command.args(["--cache", "new/c.jsonl", "--seed", &seed.to_string()]).current_dir(folder);
        command.stdout(std::process::Stdio::null()).spawn().unwrap()
    };
    let mut running: Vec<_> = (0..6).map(start).collect();
    assert!(running.iter_mut().all(|program| program.wait().unwrap().success()));
    assert_eq!(lines(&folder.join("new/c.jsonl")), (24, 0));
}

#[test]
fn an_output_that_fails_keeps_no_other_from_being_written() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    collection(folder);
    // The folder of the cache appears during the run, where the page is to be.
    let base = ["evaluate", "Moleküle.jsonl", "--runs", "2", "--method", "wl", "--cache", "r.md/c.jsonl"];
    let files = ["--json", "r.json", "--markdown", "r.md", "--html", "r.html"];
    let (code, said, error) = sgr(&[&base[..], &files].concat(), folder);
    assert!(code == 2 && said.contains("Moleküle") && error.contains("r.md"), "{code} {said}{error}");
    let json: Value = serde_json::from_slice(&fs::read(folder.join("r.json")).unwrap()).unwrap();
    assert_eq!(json["results"][0]["method"], "wl");
    assert!(fs::read_to_string(folder.join("r.html")).unwrap().ends_with("</html>\n"));
    assert_eq!(lines(&folder.join("r.md/c.jsonl")), (1, 0));
}

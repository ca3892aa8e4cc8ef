//! `sgr fetch`, from a server of this machine and from folders.

use std::fs;
use std::path::Path;
use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;

use crate::server::{Reply, Server};

/// The checksum of `TABLE`.
const CHECKSUM: &str = "23d8535dc36156f7843bec01df79433ac6b92a2206c8504f6f276515a43c0f3c";

/// A table of one molecule, as a mirror may have it under the name of a data set.
const TABLE: &str = "num,name,p_np,smiles\n1,ethane,1,CC\n";

fn sgr(cache: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::cargo_bin("sgr").unwrap();
    command.arg("fetch").args(arguments).env("SGR_CACHE", cache).env_remove("SGR_MIRROR").output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A folder with a mirror in it.
fn place() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("mirror")).unwrap();
    fs::write(folder.path().join("mirror/BBBP.csv"), TABLE).unwrap();
    folder
}

#[test]
fn a_data_set_goes_to_a_folder_and_its_first_checksum_is_told() {
    let folder = place();
    let [cache, mirror, data] = ["cache", "mirror", "data"].map(|name| folder.path().join(name));
    let arguments = ["bbbp", "-o", data.to_str().unwrap(), "--mirror", mirror.to_str().unwrap()];
    let output = sgr(&cache, &arguments);
    assert_eq!(text(&output.stdout), format!("{}\n", data.join("BBBP.csv").display()));
    assert_eq!(fs::read_to_string(data.join("BBBP.csv")).unwrap(), TABLE);
    let stderr = text(&output.stderr);
    assert!(
        stderr.contains("BBBP: first download, from ") && stderr.contains(&format!("SHA-256 {CHECKSUM} is recorded")),
        "{stderr}"
    );
    // From the cache, without a word.
    fs::remove_dir_all(&mirror).unwrap();
    let output = sgr(&cache, &["BBBP", "--json"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (&report[0]["sha256"], &report[0]["cached"], &report[0]["trust"]),
        (&CHECKSUM.into(), &true.into(), &"recorded".into())
    );
    assert_eq!((report[0]["bytes"].as_u64(), output.stderr.len()), (Some(TABLE.len() as u64), 0));
    assert_eq!(fs::read_to_string(report[0]["path"].as_str().unwrap()).unwrap(), TABLE);
}

#[test]
fn the_list_has_what_is_known_and_what_is_here() {
    let folder = place();
    let [cache, mirror] = ["cache", "mirror"].map(|name| folder.path().join(name));
    assert!(sgr(&cache, &["BBBP", "--mirror", mirror.to_str().unwrap()]).status.success());
    let list = text(&sgr(&cache, &["--list"]).stdout);
    let row =
        |name: &str| list.lines().find(|line| line.starts_with(name)).unwrap().split_whitespace().collect::<Vec<_>>();
    assert_eq!(row("MUTAG "), ["MUTAG", "188", "2", "17.93", "19.79", "-", "TUDataset"]);
    assert_eq!(row("BBBP "), ["BBBP", "2050", "2", "-", "-", &TABLE.len().to_string(), "MoleculeNet"]);
    let rows: Value = serde_json::from_slice(&sgr(&cache, &["--list", "--json"]).stdout).unwrap();
    assert_eq!(rows.as_array().unwrap().len(), list.lines().count() - 1);
    assert_eq!(rows[0]["address"], "https://www.chrsmrrs.com/graphkerneldatasets/MUTAG.zip");
}

#[test]
fn one_that_cannot_be_had_does_not_stop_the_others() {
    let folder = place();
    let cache = folder.path().join("cache");
    let server = Server::start(|request, _| match request.path.as_str() {
        "/a.csv" => Reply::whole(TABLE.as_bytes()),
        _ => Reply::status(404),
    });
    let (good, bad) = (server.url("a.csv"), server.url("b.csv"));
    let output = sgr(&cache, &[&bad, &good, "-q"]);
    assert_eq!((output.status.code(), text(&output.stdout).lines().count()), (Some(1), 1));
    assert!(text(&output.stderr).starts_with(&format!(
        "sgr: skipped: {bad}: no place has given the file\n    {bad}: found status 404 (Not Found)"
    )));
    let output = sgr(&cache, &[&bad]);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    let stderr = text(&output.stderr);
    assert!(stderr.contains("b.csv is taken without a network") && !stderr.contains("--mirror"), "{stderr}");
}

#[test]
fn wrong_arguments_are_refused_before_the_first_byte() {
    let folder = place();
    let cache = folder.path().join("cache");
    let zeros = "0".repeat(64);
    let wanted: [(&[&str], &str); 7] = [
        (&["PROTIENS"], "(perhaps PROTEINS); sgr fetch --list shows the names"),
        (&["MUTAG", "--checksum", "12"], "wanted the 64 hexadecimal digits"),
        (&["MUTAG", "DD", "--checksum", &zeros], "found 2 names with --checksum, wanted one"),
        (&["MUTAG", "--mirror", "ftp://host"], "wanted http://…, https://…, file://… or a path"),
        (&["http://a/x.zip", "http://b/x.zip", "-o", "data"], "found two files x.zip for one folder"),
        (&["MUTAG", "--timeout", "0"], "wanted a positive number of seconds"),
        (&[], "required"),
    ];
    for (arguments, message) in wanted {
        let output = sgr(&cache, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(message), "{}", text(&output.stderr));
    }
    assert!(!cache.exists());
}

#[cfg(unix)]
#[test]
fn an_interrupted_download_goes_on() {
    let (folder, bytes) = (place(), "smiles\n".repeat(60_000));
    let cache = folder.path().join("cache");
    let content = bytes.clone();
    let server = Server::start(move |request, number| {
        let reply = Reply::to(request, content.as_bytes(), "\"one\"");
        if number == 0 { reply.stalled_after(200_000) } else { reply }
    });
    let url = server.url("a.csv");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_sgr"));
    let mut child = command.args(["fetch", &url]).env("SGR_CACHE", &cache).spawn().unwrap();
    let started = std::time::Instant::now();
    let part = || {
        let folder = fs::read_dir(cache.join("data-sets/addresses")).ok()?.next()?.ok()?.path();
        fs::metadata(folder.join("a.csv.part")).ok().map(|metadata| metadata.len())
    };
    while part() != Some(200_000) {
        assert!(started.elapsed().as_secs() < 20, "{:?} bytes came", part());
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert!(std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let output = sgr(&cache, &[&url, "-q"]);
    assert_eq!(fs::read_to_string(text(&output.stdout).trim_end()).unwrap(), bytes);
    assert_eq!(server.requests()[1].from, Some(200_000));
}

/// A limit of the file size stands for a full disk.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_and_the_download_goes_on_when_there_is_room() {
    let (folder, bytes) = (place(), "smiles\n".repeat(60_000));
    let cache = folder.path().join("cache");
    let server = Server::of(bytes.as_bytes(), "\"one\"");
    let url = server.url("a.csv");
    let limited = format!("trap '' XFSZ; ulimit -f 200; exec {} fetch {url}", env!("CARGO_BIN_EXE_sgr"));
    let output = std::process::Command::new("sh").args(["-c", &limited]).env("SGR_CACHE", &cache).output().unwrap();
    let stderr = text(&output.stderr);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    assert!(
        stderr.contains("a.csv.part: File too large") && stderr.contains("SGR_CACHE names another folder"),
        "{stderr}"
    );
    let output = sgr(&cache, &[&url, "-q"]);
    assert_eq!(fs::read_to_string(text(&output.stdout).trim_end()).unwrap(), bytes);
    // 200 blocks of 512 bytes.
    assert_eq!(server.requests()[1].from, Some(102_400));
}

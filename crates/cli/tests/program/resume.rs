//! A run that was killed and resumed writes the bytes of one that was not.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

use super::tables::{sgr, write_paths};

/// Parts of 512 rows: 32 MB of vectors of 16,384 numbers.
const VECTORS: [&str; 4] = ["-r", "fingerprint", "--dimensions", "16384"];
const PART: i32 = 512;

/// A table of a little more than two parts, with bad rows in the first and in the last.
fn place(count: i32) -> TempDir {
    let place = tempfile::tempdir().unwrap();
    write_paths(&place.path().join("g.parquet"), count, 100, &[3, 40, count - 1]);
    place
}

fn arguments<'a>(output: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["embed", "g.parquet", "-o", output, "--keep", "year", "--quiet"], &VECTORS[..], more].concat()
}

/// Runs until the record of the first part is there, and kills the program.
fn kill_after_first_part(place: &Path, more: &[&str]) {
    let program = assert_cmd::cargo::cargo_bin("sgr");
    let mut command = Command::new(program);
    let command = command.args(arguments("r.parquet", &[&["--resume"], more].concat())).current_dir(place);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let start = Instant::now();
    while !part(place, 0, "json").exists() {
        assert!(
            start.elapsed() < Duration::from_secs(100) && child.try_wait().unwrap().is_none(),
            "no part was written"
        );
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(place.join("r.parquet.parts").exists() && !place.join("r.parquet").exists(), "the run was over too early");
}

fn part(place: &Path, number: usize, ending: &str) -> PathBuf {
    place.join(format!("r.parquet.parts/part-{number:06}.{ending}"))
}

fn summary(text: &str) -> Value {
    let mut summary: Value = serde_json::from_str(text).unwrap();
    let fields = summary.as_object_mut().unwrap();
    fields.remove("seconds").unwrap();
    fields.remove("output").unwrap();
    summary
}

#[test]
fn parts_join_to_the_bytes_of_one_run() {
    // One row more and less than whole parts; bad rows do not count.
    for rows in [1, PART - 1, PART, PART + 1, 2 * PART] {
        let place = tempfile::tempdir().unwrap();
        write_paths(&place.path().join("g.parquet"), rows + 1, 100, &[0]);
        for (output, more) in [("w.parquet", &[][..]), ("r.parquet", &["--resume"])] {
            assert_eq!(sgr(place.path(), &arguments(output, more)).0, 1);
        }
        let read = |name: &str| fs::read(place.path().join(name)).unwrap();
        assert!(read("w.parquet") == read("r.parquet"), "{rows} rows");
        assert!(!place.path().join("r.parquet.parts").exists());
    }
}

#[test]
fn a_killed_run_goes_on_to_the_same_bytes_and_the_same_summary() {
    let place = place(4 * PART);
    let here = place.path();
    let (code, out, _) = sgr(here, &arguments("w.parquet", &["--json"]));
    let wanted = (code, summary(&out));
    assert_eq!((code, wanted.1["skipped"].as_array().unwrap().len()), (1, 3));
    kill_after_first_part(here, &[]);
    // What a killed writer leaves behind is cleared away.
    fs::write(here.join("r.parquet.parts/.sgr-left.tmp"), "x").unwrap();
    let (code, out, error) = sgr(here, &arguments("r.parquet", &["--json", "--resume"]));
    assert_eq!((code, summary(&out)), wanted);
    assert!(error.contains(" graphs are done, going on after them\n"), "{error}");
    assert!(fs::read(here.join("w.parquet")).unwrap() == fs::read(here.join("r.parquet")).unwrap());
    assert!(!here.join("r.parquet.parts").exists());
}

#[test]
fn parts_of_other_work_are_refused() {
    let place = place(4 * PART);
    let here = place.path();
    kill_after_first_part(here, &[]);
    let resume = |more: &[&str]| sgr(here, &arguments("r.parquet", &[&["--resume"], more].concat()));
    let refused = |found: (i32, String, String), difference: &str| {
        let text = format!(
            "sgr: r.parquet.parts: found parts of other work: {difference}; \
             wanted the same settings and inputs, or remove the folder to begin anew\n"
        );
        assert_eq!(found, (2, String::new(), text));
    };
    refused(resume(&["--depth", "1"]), "depth was 3 and is 1");
    refused(resume(&["--keep", "name"]), "keep was [\"year\"] and is [\"year\",\"name\"]");
    refused(resume(&["--columns", "id=year"]), "columns was [] and is [\"id=year\"]");
    // A record without its rows, and one that is no record.
    let records = ["json", "parquet"].map(|ending| fs::read(part(here, 0, ending)).unwrap());
    fs::write(part(here, 0, "parquet"), &records[1][..100]).unwrap();
    let (code, _, error) = resume(&[]);
    let (start, end) = ("sgr: r.parquet.parts/part-000000.json: damaged: ", "; remove the folder to begin anew\n");
    assert!(code == 2 && error.starts_with(start) && error.ends_with(end), "{error}");
    fs::write(part(here, 0, "parquet"), &records[1]).unwrap();
    fs::write(part(here, 0, "json"), "{\"items\":514}").unwrap();
    let text = format!("{start}missing field `rows` at line 1 column 13{end}");
    assert_eq!(resume(&[]), (2, String::new(), text));
    let wrong = String::from_utf8(records[0].clone()).unwrap().replace("\"rows\":512", "\"rows\":511");
    fs::write(part(here, 0, "json"), wrong).unwrap();
    let text = format!("{start}found 512 rows in its .parquet, wanted 511{end}");
    assert_eq!(resume(&[]), (2, String::new(), text));
    fs::write(part(here, 0, "json"), &records[0]).unwrap();
    // Another run holds the parts.
    let lock = fs::File::create(here.join("r.parquet.parts/lock")).unwrap();
    lock.lock().unwrap();
    let text = "sgr: r.parquet.parts: found another run that writes these parts, wanted one at a time\n";
    assert_eq!(resume(&[]), (2, String::new(), text.to_owned()));
    drop(lock);
    // The input changed: another length, then another time.
    let bytes = fs::metadata(here.join("g.parquet")).unwrap().len();
    let content = fs::read(here.join("g.parquet")).unwrap();
    write_paths(&here.join("g.parquet"), 10, 100, &[]);
    let now = fs::metadata(here.join("g.parquet")).unwrap().len();
    refused(resume(&[]), &format!("inputs[0].bytes was {bytes} and is {now}"));
    fs::write(here.join("g.parquet"), content).unwrap();
    let (code, _, error) = resume(&[]);
    assert!(code == 2 && error.contains("found parts of other work: inputs[0].modified was "), "{error}");
    // Nothing was lost by the refusals.
    assert!(part(here, 0, "json").exists() && !here.join("r.parquet").exists());
}

#[test]
fn resume_needs_files_and_parquet() {
    let place = place(5);
    let run = |arguments: &[&str]| sgr(place.path(), arguments);
    for (arguments, text) in [
        (
            &["embed", "g.parquet", "-o", "v.csv", "--resume"][..],
            "--resume writes parquet: found format csv, wanted -o OUT.parquet",
        ),
        (
            &["embed", "-", "--format", "jsonl", "-o", "v.parquet", "--resume"],
            "--resume reads the graphs again after an end: found standard input, wanted files",
        ),
        (
            &["embed", "g.parquet", "-o", "-", "--to", "csv", "--resume"],
            "--resume writes a file in parts: found standard output, wanted -o OUT.parquet",
        ),
    ] {
        assert_eq!(run(arguments), (2, String::new(), format!("sgr: {text}\n")));
    }
    assert!(!place.path().join("v.parquet.parts").exists());
}

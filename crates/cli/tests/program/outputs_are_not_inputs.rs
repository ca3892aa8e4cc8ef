//! An output is never an input: refused before any work, whatever the path or link that leads to it.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

const GRAPHS: &str =
    "{\"id\":\"a\",\"label\":\"x\",\"edges\":[[0,1]]}\n{\"id\":\"b\",\"label\":\"y\",\"edges\":[[0,1],[1,2]]}\n";
const REFUSED: &str = "found an output that is the same file as the input";

/// A folder to work in.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn file(&self, name: &str, content: &str) -> PathBuf {
        let path = self.0.path().join(name);
        fs::write(&path, content).unwrap();
        path
    }

    fn command(&self, args: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sgr"));
        command.args(args.split_whitespace()).current_dir(self.0.path());
        command.env("XDG_CACHE_HOME", self.0.path().join("cache"));
        command
    }

    fn run(&self, args: &str) -> Output {
        self.command(args).output().unwrap()
    }

    /// The command must be refused, and every file of the folder must stay as it is.
    fn refuses(&self, args: &str) {
        let before = self.content();
        let output = self.run(args);
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{args}: {stderr}");
        assert!(stderr.contains(REFUSED), "{args}: {stderr}");
        assert_eq!(self.content(), before, "{args}");
    }

    fn content(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let mut found = Vec::new();
        let mut folders = vec![self.0.path().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                match path.is_dir() {
                    true => folders.push(path),
                    false => found.push((path.clone(), fs::read(&path).unwrap_or_default())),
                }
            }
        }
        found.sort();
        found
    }
}

fn tu_folder(place: &Place, name: &str) {
    fs::create_dir(place.0.path().join(name)).unwrap();
    for (part, text) in
        [("A", "1, 2\n2, 1\n3, 4\n4, 3\n"), ("graph_indicator", "1\n1\n2\n2\n"), ("graph_labels", "1\n2\n")]
    {
        place.file(&format!("{name}/{name}_{part}.txt"), text);
    }
}

#[test]
fn no_command_replaces_its_graphs() {
    let place = Place::new();
    place.file("g.jsonl", GRAPHS);
    place.file("g.csv", "a,b\nb,c\n");
    for args in [
        "embed g.jsonl -o g.jsonl",
        "embed g.csv -o g.csv",
        "embed g.csv g.jsonl -o ./g.jsonl --to npz",
        "spectrum g.jsonl -o g.jsonl",
        "heat-kernel g.jsonl --times 1 -o g.jsonl",
        "cluster g.csv --k 1 -o g.csv",
        "cluster g.jsonl --k 1 -o g.jsonl",
        "evaluate g.jsonl --json g.jsonl",
        "evaluate g.jsonl --markdown g.jsonl",
        "evaluate g.jsonl --html g.jsonl",
        "evaluate g.jsonl --cache g.jsonl",
        "evaluate g.jsonl --ranks g.jsonl",
    ] {
        place.refuses(args);
    }
    assert_eq!(place.run("embed g.jsonl -o v.csv").status.code(), Some(0));
    assert_eq!(place.run("embed g.csv -o v.csv").status.code(), Some(0), "other files are replaced");
}

#[test]
fn side_files_lists_models_and_curricula_are_safe_too() {
    let place = Place::new();
    place.file("g.jsonl", GRAPHS);
    place.file("v.npy.ids.csv", "a b\n");
    place.file("list.csv", "g.jsonl\n");
    place.file("remarks.toml", "");
    place.refuses("embed v.npy.ids.csv -o v.npy");
    place.refuses("gram v.npy.ids.csv --method wl -o v.npy");
    place.refuses("embed --files-from list.csv -o list.csv");
    place.refuses("evaluate g.jsonl --remarks remarks.toml --json remarks.toml");
    let curriculum = "[[graphs]]\nfamilies = [\"erdos-renyi\", \"grid\"]\ncount = 20\nnodes = [5, 9]\n";
    place.file("mine.toml", curriculum);
    place.refuses("train --curriculum mine.toml -o mine.toml");
    let trained = place.run("train --curriculum mine.toml --epochs 1 --score 0 -o mine.csv");
    assert_eq!(trained.status.code(), Some(0), "{}", String::from_utf8_lossy(&trained.stderr));
    place.refuses("embed g.jsonl --model mine.csv -o mine.csv");
    place.refuses("saliency --model mine.csv -o mine.csv -n 5 --family grid");
    place.refuses("saliency --input g.jsonl --model mine.csv -o mine.csv");
}

#[test]
fn two_outputs_in_one_file_are_refused() {
    let place = Place::new();
    place.file("g.jsonl", GRAPHS);
    for args in ["evaluate g.jsonl --json r --html ./r", "saliency -o s.svg -o ./s.svg"] {
        let output = place.run(args);
        assert_eq!(output.status.code(), Some(2), "{args}");
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(stderr.contains("found two outputs in one file"), "{stderr}");
    }
}

#[cfg(unix)]
#[test]
fn links_lead_to_the_same_file() {
    use std::os::unix::fs::symlink;
    let place = Place::new();
    let path = |name: &str| place.0.path().join(name);
    place.file("g.jsonl", GRAPHS);
    fs::hard_link(path("g.jsonl"), path("hard.csv")).unwrap();
    symlink("g.jsonl", path("soft.csv")).unwrap();
    symlink("soft.csv", path("twice.csv")).unwrap();
    symlink(".", path("here")).unwrap();
    for output in ["hard.csv", "soft.csv", "twice.csv", "here/hard.csv"] {
        place.refuses(&format!("embed g.jsonl -o {output}"));
        place.refuses(&format!("embed {output} --format jsonl -o g.jsonl"));
    }
}

#[cfg(unix)]
#[test]
fn parts_of_a_collection_are_inputs() {
    use std::os::unix::fs::symlink;
    let place = Place::new();
    tu_folder(&place, "T");
    let path = |name: &str| place.0.path().join(name);
    place.refuses("embed T -o T/T_A.txt --to csv");
    place.refuses("evaluate T --json T/T_graph_labels.txt");
    fs::hard_link(path("T/T_A.txt"), path("part.csv")).unwrap();
    place.refuses("cluster T -o part.csv");
    // A link that leads nowhere is replaced itself: nothing appears in the folder that it points into.
    symlink("T/T_node_labels.txt", path("dangling.csv")).unwrap();
    let before = fs::read_dir(path("T")).unwrap().count();
    assert_eq!(place.run("embed T -o dangling.csv").status.code(), Some(0));
    assert_eq!(fs::read_dir(path("T")).unwrap().count(), before);
    // A new file in the folder of a collection is no input.
    assert_eq!(place.run("embed T -o T/vectors.csv").status.code(), Some(0));
}

#[cfg(unix)]
#[test]
fn redirected_streams_are_files_too() {
    let place = Place::new();
    let graphs = place.file("g.jsonl", GRAPHS);
    let refused = |command: &mut Command| {
        let output = command.stderr(Stdio::piped()).spawn().unwrap().wait_with_output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(stderr.contains(REFUSED), "{stderr}");
        assert_eq!(fs::read_to_string(&graphs).unwrap(), GRAPHS);
    };
    let append = || fs::OpenOptions::new().append(true).open(&graphs).unwrap();
    for args in ["spectrum g.jsonl", "info g.jsonl", "distance g.jsonl#a g.jsonl#b", "embed g.jsonl -o - --to csv"] {
        refused(place.command(args).stdout(append()));
    }
    let stdin = fs::File::open(&graphs).unwrap();
    refused(place.command("embed - --format jsonl -o g.jsonl").stdin(stdin));
}

//! Files of tables: every codec, part and damage gives graphs or an error that names file, row group, row and column.

use std::fs;
use std::path::Path;

use arrow_array::RecordBatch;
use arrow_ipc::CompressionType;
use arrow_schema::DataType;
use parquet::basic::{Compression, GzipLevel, ZstdLevel};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sgr::graph::Graph;
use sgr::input::{Format, Keep, ReadOptions, Scope, open};

use crate::support::tables::*;
use crate::support::{TestFile, file};

fn table(count: usize) -> RecordBatch {
    batch(Layout::Structures.columns(&paths(count), [&DataType::Int32; 2], false))
}

fn plain_parquet(batch: &RecordBatch) -> Vec<u8> {
    parquet_of(batch, Compression::UNCOMPRESSED, 1 << 20)
}

fn graphs_of(file: &TestFile) -> Vec<Graph> {
    file.graphs(&ReadOptions::new()).into_iter().map(|record| record.graph).collect()
}

/// Graphs, or errors without their folder.
fn items(path: &Path, options: &ReadOptions) -> Vec<Result<String, String>> {
    let folder = format!("{}/", path.display());
    let folder = if path.is_dir() { folder } else { format!("{}/", path.parent().unwrap().display()) };
    let in_words = |error: sgr::input::InputError| error.to_string().replace(&folder, "");
    match open(path, None, options) {
        Ok(reader) => reader.map(|item| item.map(|record| record.id).map_err(in_words)).collect(),
        Err(error) => vec![Err(in_words(error))],
    }
}

#[test]
fn every_codec_and_number_of_row_groups() {
    let wanted = paths(2500);
    let table = table(2500);
    let (gzip, zstd) = (Compression::GZIP(GzipLevel::default()), Compression::ZSTD(ZstdLevel::default()));
    for codec in [Compression::UNCOMPRESSED, Compression::SNAPPY, zstd, Compression::LZ4_RAW, Compression::LZ4, gzip] {
        for group_rows in [7, 1024, 1 << 20] {
            let file = file("g.parquet", parquet_of(&table, codec, group_rows));
            assert_eq!(graphs_of(&file), wanted, "{codec}, {group_rows} rows a group");
        }
    }
}

#[test]
fn arrow_files_and_streams() {
    let table = table(30);
    for (name, is_stream) in [("g.arrow", false), ("g.feather", false), ("g.arrows", true), ("g.ipc", true)] {
        let file = file(name, ipc_of(&table, is_stream));
        assert_eq!((file.format(), graphs_of(&file)), (Format::Arrow, paths(30)), "{name}");
    }
}

#[test]
fn the_layouts_survive_every_file() {
    let wanted = paths(12);
    for layout in Layout::ALL {
        let table = batch(layout.columns(&wanted, [&DataType::UInt16, &DataType::Int64], true));
        for (name, content) in
            [("g.pq", plain_parquet(&table)), ("g.arrow", ipc_of(&table, false)), ("g.arrows", ipc_of(&table, true))]
        {
            assert_eq!(graphs_of(&file(name, content)), wanted, "{layout:?} in {name}");
        }
    }
}

#[test]
fn a_collection_with_results_next_to_it_stays_a_collection() {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, bytes: &[u8]| std::fs::write(folder.path().join(name), bytes).unwrap();
    put("vectors.parquet", b"");
    assert_eq!(Format::from_path(folder.path()).unwrap(), Format::Parquet);
    put("graphs.arrow", b"");
    assert_eq!(Format::from_path(folder.path()).unwrap(), Format::Parquet);
    put("SMALL_A.txt", b"1, 2\n");
    assert_eq!(Format::from_path(folder.path()).unwrap(), Format::Tu);
}

#[test]
fn a_folder_is_a_table_in_parts() {
    let folder = tempfile::tempdir().unwrap();
    for (part, count) in [("part-1.parquet", 3), ("part-0.parquet", 2), ("_metadata.parquet", 5), (".x.parquet", 5)] {
        fs::write(folder.path().join(part), plain_parquet(&table(count))).unwrap();
    }
    fs::write(folder.path().join("_SUCCESS"), "").unwrap();
    assert_eq!(Format::from_path(folder.path()).unwrap(), Format::Parquet);
    let ids: Vec<String> = (0..5).map(|row| row.to_string()).collect();
    let found: Vec<_> = items(folder.path(), &ReadOptions::new()).into_iter().map(Result::unwrap).collect();
    assert_eq!(found, ids);
    let graphs: Vec<Graph> =
        open(folder.path(), None, &ReadOptions::new()).unwrap().map(|record| record.unwrap().graph).collect();
    assert_eq!(graphs, [paths(2), paths(3)].concat());
}

#[test]
fn a_schema_that_changes_between_parts_is_named() {
    let other = batch(Layout::Structures.columns(&paths(2), [&DataType::Int64; 2], false));
    let ends = batch(Layout::Ends.columns(&paths(2), [&DataType::Int32; 2], false));
    let without_count = table(2).project(&[0]).unwrap();
    for (second, error) in [
        (
            other,
            "part-1.parquet: column \"edges\": found List(Struct(\"u\": Int64, \"v\": Int64)), wanted List(Struct(\"u\": Int32, \"v\": Int32)), as in FIRST",
        ),
        (ends, "part-1.parquet: column \"src\": found a column of graphs, wanted the columns of FIRST"),
        (without_count, "part-1.parquet: column \"num_nodes\" is missing; wanted the columns of FIRST"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("part-0.parquet"), plain_parquet(&table(2))).unwrap();
        fs::write(folder.path().join("part-1.parquet"), plain_parquet(&second)).unwrap();
        fs::write(folder.path().join("part-2.parquet"), plain_parquet(&table(1))).unwrap();
        let found = items(folder.path(), &ReadOptions::new());
        assert_eq!(found[..2], [Ok("0".into()), Ok("1".into())]);
        let text = found[2].as_ref().unwrap_err();
        assert_eq!(text, &error.replace("FIRST", "part-0.parquet"));
        // The next part is sound.
        assert_eq!(found[3..], [Ok("2".into())]);
    }
}

#[test]
fn columns_of_parts_may_come_in_another_order() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.parquet"), plain_parquet(&table(2))).unwrap();
    fs::write(folder.path().join("b.parquet"), plain_parquet(&table(3).project(&[1, 0]).unwrap())).unwrap();
    assert_eq!(items(folder.path(), &ReadOptions::new()).into_iter().filter(Result::is_ok).count(), 5);
}

#[test]
fn the_width_of_attributes_is_one_for_all_parts() {
    let folder = tempfile::tempdir().unwrap();
    let part = |width: usize| {
        let row = vec![1.0; width];
        let attributes = lists(false, [2], float_lists(&[&row, &row]));
        plain_parquet(&batch(vec![("src", number_lists(&[&[0]])), ("dst", number_lists(&[&[1]])), ("x", attributes)]))
    };
    fs::write(folder.path().join("a.parquet"), part(2)).unwrap();
    fs::write(folder.path().join("b.parquet"), part(3)).unwrap();
    let options = ReadOptions::new().attributes(Keep::Required);
    let found = items(folder.path(), &options);
    let text = "b.parquet:row group 0, row 0: graph 1: column \"x\": found 3 numbers of each node, wanted 2, as in the rows before";
    assert_eq!(found, [Ok("0".to_owned()), Err(text.to_owned())]);
    // The same after passing over the first part.
    let mut reader = open(folder.path(), None, &options).unwrap();
    reader.pass_over(1);
    assert!(reader.next().unwrap().is_err());
}

#[test]
fn a_bad_row_is_named_with_its_row_group_and_costs_itself_only() {
    let bad = batch(vec![
        ("src", number_lists(&[&[0], &[0], &[0], &[-1], &[0]])),
        ("dst", number_lists(&[&[1], &[1], &[1], &[1], &[1]])),
    ]);
    let text = "graph 3: column \"src\": found node -1 at edge 0, wanted a number from 0 to 4294967294";
    for (name, content, place) in [
        ("g.parquet", parquet_of(&bad, Compression::SNAPPY, 2), "row group 1, row 3"),
        ("g.arrow", ipc_of(&bad, false), "batch 1, row 3"),
        ("g.arrows", ipc_of(&bad, true), "batch 1, row 3"),
    ] {
        let file = file(name, content);
        let found = items(&file.path, &ReadOptions::new());
        assert_eq!(found[3], Err(format!("{name}:{place}: {text}")));
        let sound: Vec<_> = found.iter().filter_map(|item| item.as_ref().ok()).collect();
        assert_eq!(sound, ["0", "1", "2", "4"]);
    }
}

#[test]
fn passing_over_rows_gives_the_rest() {
    let bad: Vec<Vec<i64>> = (0..40).map(|row| vec![if row % 9 == 4 { -1 } else { 0 }]).collect();
    let src: Vec<&[i64]> = bad.iter().map(Vec::as_slice).collect();
    let table = batch(vec![("src", number_lists(&src)), ("dst", number_lists(&[&[1][..]; 40]))]);
    let folder = tempfile::tempdir().unwrap();
    for (part, from, count) in [("a.parquet", 0, 25), ("b.parquet", 25, 15)] {
        let content = parquet_of(&table.slice(from, count), Compression::UNCOMPRESSED, 6);
        fs::write(folder.path().join(part), content).unwrap();
    }
    let all = items(folder.path(), &ReadOptions::new());
    assert_eq!(all.len(), 40);
    for passed in 0..=41 {
        let mut reader = open(folder.path(), None, &ReadOptions::new()).unwrap();
        reader.pass_over(passed);
        let rest: Vec<Result<String, String>> =
            reader.map(|item| item.map(|record| record.id).map_err(|error| error.to_string())).collect();
        let wanted = &all[all.len().min(passed as usize)..];
        assert_eq!(rest.len(), wanted.len(), "after {passed}");
        for (found, wanted) in rest.iter().zip(wanted) {
            match (found, wanted) {
                (Ok(found), Ok(wanted)) => assert_eq!(found, wanted),
                (Err(found), Err(wanted)) => assert!(found.ends_with(wanted), "{found}: {wanted}"),
                _ => panic!("after {passed}: {found:?} is not {wanted:?}"),
            }
        }
    }
}

#[test]
fn empty_tables_and_folders() {
    let none = table(3).slice(0, 0);
    for (name, content) in
        [("g.parquet", plain_parquet(&none)), ("g.arrow", ipc_of(&none, false)), ("g.arrows", ipc_of(&none, true))]
    {
        assert_eq!(items(&file(name, content).path, &ReadOptions::new()), [], "{name}");
    }
    let folder = tempfile::tempdir().unwrap();
    let error = open(folder.path(), Some(Format::Parquet), &ReadOptions::new()).unwrap_err().to_string();
    assert!(
        error.ends_with(": a part of a parquet table is missing; wanted files that end in .parquet or .pq"),
        "{error}"
    );
}

/// Reads a file and drops all that comes: the number of graphs, and of errors of the whole file.
fn read_all(path: &Path) -> (usize, usize) {
    let reader = match open(path, None, &ReadOptions::new().max_memory(50_000_000)) {
        Ok(reader) => reader,
        Err(error) => {
            assert_eq!(error.scope, Scope::File);
            return (0, 1);
        }
    };
    let (mut graphs, mut ends) = (0, 0);
    for item in reader {
        match item {
            Ok(_) => graphs += 1,
            Err(error) => {
                let text = error.to_string();
                assert!(text.len() < 2000 && !text.contains('\n'), "{text}");
                ends += usize::from(error.scope == Scope::File);
            }
        }
    }
    (graphs, ends)
}

fn small_files() -> Vec<(&'static str, Vec<u8>)> {
    let table = table(12);
    let zstd = Compression::ZSTD(ZstdLevel::default());
    vec![
        ("g.parquet", parquet_of(&table, Compression::UNCOMPRESSED, 5)),
        ("z.parquet", parquet_of(&table, zstd, 20)),
        ("s.parquet", parquet_of(&table, Compression::SNAPPY, 20)),
        ("g.arrow", ipc_of(&table, false)),
        ("g.arrows", ipc_of(&table, true)),
    ]
}

#[test]
fn a_truncated_file_is_an_error_at_every_cut() {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in small_files() {
        let path = folder.path().join(name);
        // A stream may end between two batches, and its end mark is not needed.
        let table_ends = if name == "g.arrows" { 8 } else { 0 };
        for cut in 0..content.len() - table_ends {
            let _ = fs::remove_file(&path);
            fs::write(&path, &content[..cut]).unwrap();
            let (graphs, ends) = read_all(&path);
            assert!(
                ends == 1 || name == "g.arrows" && [0, 6].contains(&graphs),
                "{name} cut after {cut}: {graphs} graphs"
            );
        }
    }
}

#[test]
fn a_damaged_page_ends_the_graphs_with_an_error() {
    const FRAME: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
    let content = parquet_of(&table(12), Compression::ZSTD(ZstdLevel::default()), 5);
    let frames: Vec<usize> = (0..content.len()).filter(|&at| content[at..].starts_with(&FRAME)).collect();
    // Three row groups, each with more than one column.
    assert!(frames.len() >= 6, "found {} frames", frames.len());
    let mut graphs = Vec::new();
    for at in frames {
        let mut damaged = content.clone();
        damaged[at] ^= 1;
        let (found, ends) = read_all(&file("g.parquet", damaged).path);
        assert_eq!(ends, 1, "frame at {at}: {found} graphs");
        graphs.push(found);
    }
    graphs.dedup();
    assert_eq!(graphs, [0, 5, 10]);
}

#[test]
fn flipped_bits_give_graphs_or_errors() {
    const CASES: usize = 2000;
    let folder = tempfile::tempdir().unwrap();
    let mut random = ChaCha8Rng::seed_from_u64(18);
    for (name, content) in small_files() {
        let (mut sound, mut refused) = (0, 0);
        for case in 0..CASES {
            let mut damaged = content.clone();
            let at = random.random_range(0..damaged.len());
            damaged[at] ^= 1 << random.random_range(0..8);
            let path = folder.path().join(format!("{case}{name}"));
            fs::write(&path, &damaged).unwrap();
            let (graphs, ends) = read_all(&path);
            sound += graphs;
            refused += ends;
            fs::remove_file(&path).unwrap();
        }
        assert!(sound > CASES && refused > CASES / 100, "{name}: {sound} graphs, {refused} files refused");
    }
}

/// Few bytes may stand for many values: sizes are checked before they are allocated.
#[test]
fn sizes_that_exceed_the_memory_are_refused_before_they_are_allocated() {
    const LIMIT: u64 = 5_000_000;
    // A million equal edges: some hundred bytes of runs.
    let ends = lists(false, [1_000_000], whole(&DataType::Int64, vec![1; 1_000_000]));
    let long = batch(vec![("src", ends.clone()), ("dst", ends)]);
    // A compressed buffer says in its first 8 bytes how long it is: here 1237 numbers of 4 bytes.
    let numbers = || whole(&DataType::Int32, (0..1237).map(|edge| edge % 2));
    let short = batch(vec![("src", lists(false, [1237], numbers())), ("dst", lists(false, [1237], numbers()))]);
    let inflated = |is_stream| {
        let mut bytes = ipc_with(std::slice::from_ref(&short), is_stream, Some(CompressionType::ZSTD));
        let (declared, other) = ((4 * 1237_i64).to_le_bytes(), (1_i64 << 40).to_le_bytes());
        let at = bytes.windows(8).position(|window| window == declared).expect("a compressed buffer");
        bytes[at..at + 8].copy_from_slice(&other);
        bytes
    };
    for (name, content, least) in [
        ("g.parquet", plain_parquet(&long), 8_000_000),
        ("g.arrow", inflated(false), 1 << 40),
        ("g.arrows", inflated(true), 1 << 40),
    ] {
        let file = file(name, content);
        let error = match open(&file.path, None, &ReadOptions::new().max_memory(LIMIT)) {
            Err(error) => error,
            Ok(reader) => reader.filter_map(Result::err).next().unwrap_or_else(|| panic!("{name} was read")),
        };
        let text = error.to_string();
        let needed = text.split_once("takes ").and_then(|(_, rest)| rest.split(' ').next()?.parse::<u64>().ok());
        assert!(needed >= Some(least) && text.contains(&format!("wanted at most {LIMIT}")), "{name}: {text}");
    }
}

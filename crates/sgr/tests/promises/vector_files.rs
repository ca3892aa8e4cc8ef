//! What is written is what is read: every table format, re-read without the code that wrote it.
use std::fs;
use std::path::{Path, PathBuf};

use sgr::output::{AtomicFile, OutputError, TableFormat, TableWriter, VectorRow};

/// id, label, vector.
type Row<'a> = (&'a str, Option<&'a str>, [f32; 3]);

/// Ids that break careless writers, numbers that break careless formatting.
const AWKWARD: [Row<'static>; 5] = [
    ("plain", Some("1"), [0.0, -0.0, 1.0]),
    ("comma, \"quote\"", Some("-1"), [f32::MIN_POSITIVE, f32::MAX, 0.1]),
    ("two\nlines\r", None, [1e-45, 16_777_216.0, -1.5e-7]),
    ("λ₂ 🦀", Some("a,b"), [f32::NAN, f32::INFINITY, f32::NEG_INFINITY]),
    ("", Some(""), [std::f32::consts::PI, 1.0 / 3.0, 2.0]),
];

fn columns() -> Vec<String> {
    ["x", "y, z", "w"].map(String::from).to_vec()
}

fn write(path: &Path, rows: &[Row<'_>]) {
    let mut table = TableWriter::create(path, &columns()).unwrap();
    for (id, label, vector) in rows {
        table.write_row(VectorRow { id, label: *label, vector }).unwrap();
    }
    table.finish().unwrap();
}

/// Writes the rows under a name in a fresh folder.
fn written(name: &str, rows: &[Row<'_>]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    write(&path, rows);
    (folder, path)
}

/// The names in a folder, sorted, hidden ones too.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|value| value.to_bits()).collect()
}

fn all_bits(rows: &[Row<'_>]) -> Vec<u32> {
    rows.iter().flat_map(|(_, _, vector)| bits(vector)).collect()
}

/// The type, the shape and the data of an array file, by the letter of NumPy's description.
fn parse_npy(bytes: &[u8]) -> (String, String, &[u8]) {
    assert_eq!(&bytes[..8], b"\x93NUMPY\x01\x00");
    let header_end = 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    assert_eq!(header_end % 64, 0, "the data must be aligned");
    let header = std::str::from_utf8(&bytes[10..header_end]).unwrap();
    assert!(header.ends_with('\n'));
    let rest = header.trim_end().strip_prefix("{'descr': '").unwrap();
    let (descr, rest) = rest.split_once("', 'fortran_order': False, 'shape': (").unwrap();
    (descr.to_owned(), rest.strip_suffix("), }").unwrap().to_owned(), &bytes[header_end..])
}

fn float_bits(data: &[u8]) -> Vec<u32> {
    data.chunks(4).map(|value| u32::from_le_bytes(value.try_into().unwrap())).collect()
}

/// The texts of a `<U…` array.
fn texts(descr: &str, data: &[u8]) -> Vec<String> {
    let width: usize = descr.strip_prefix("<U").unwrap().parse().unwrap();
    data.chunks(4 * width)
        .map(|cell| {
            let characters = cell.chunks(4).map(|c| char::from_u32(u32::from_le_bytes(c.try_into().unwrap())).unwrap());
            characters.collect::<String>().trim_end_matches('\0').to_owned()
        })
        .collect()
}

fn npz_entry(path: &Path, name: &str) -> Vec<u8> {
    use std::io::Read;
    let mut zip = zip::ZipArchive::new(fs::File::open(path).unwrap()).unwrap();
    let mut entry = zip.by_name(name).unwrap();
    assert_eq!(entry.compression(), zip::CompressionMethod::Stored);
    let mut bytes = Vec::new();
    entry.read_to_end(&mut bytes).unwrap();
    bytes
}

fn npz_names(path: &Path) -> Vec<String> {
    let zip = zip::ZipArchive::new(fs::File::open(path).unwrap()).unwrap();
    let mut names: Vec<String> = zip.file_names().map(|name| name.unwrap().into_owned()).collect();
    names.sort();
    names
}

/// Records of fields by RFC 4180.
fn parse_csv(text: &str) -> Vec<Vec<String>> {
    let (mut records, mut record, mut field) = (Vec::new(), Vec::new(), String::new());
    let mut quoted = false;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' if quoted && characters.peek() == Some(&'"') => field.extend(characters.next()),
            '"' => quoted = !quoted,
            ',' if !quoted => record.push(std::mem::take(&mut field)),
            '\n' if !quoted => {
                record.push(std::mem::take(&mut field));
                records.push(std::mem::take(&mut record));
            }
            other => field.push(other),
        }
    }
    assert!(!quoted && record.is_empty() && field.is_empty(), "the text ends inside a record");
    records
}

#[test]
fn npy_holds_the_vectors_and_the_csv_beside_it_the_names() {
    let (folder, path) = written("v.npy", &AWKWARD);
    assert_eq!(names(folder.path()), ["v.npy", "v.npy.ids.csv"]);
    let bytes = fs::read(&path).unwrap();
    let (descr, shape, data) = parse_npy(&bytes);
    assert_eq!((descr.as_str(), shape.as_str()), ("<f4", "5, 3"));
    assert_eq!(float_bits(data), all_bits(&AWKWARD));

    let ids = parse_csv(&fs::read_to_string(folder.path().join("v.npy.ids.csv")).unwrap());
    assert_eq!(ids[0], ["id", "label"]);
    assert_eq!(ids.len(), 1 + AWKWARD.len());
    for (record, (id, label, _)) in ids[1..].iter().zip(&AWKWARD) {
        assert_eq!(record, &[*id, label.unwrap_or_default()]);
    }
}

#[test]
fn npz_holds_vectors_ids_and_text_labels() {
    let (folder, path) = written("v.npz", &AWKWARD);
    assert_eq!(names(folder.path()), ["v.npz"]);
    assert_eq!(npz_names(&path), ["ids.npy", "labels.npy", "vectors.npy"]);
    let vectors = npz_entry(&path, "vectors.npy");
    let (descr, shape, data) = parse_npy(&vectors);
    assert_eq!((descr.as_str(), shape.as_str()), ("<f4", "5, 3"));
    assert_eq!(float_bits(data), all_bits(&AWKWARD));

    let ids = npz_entry(&path, "ids.npy");
    let (descr, shape, data) = parse_npy(&ids);
    assert_eq!((descr.as_str(), shape.as_str()), ("<U14", "5,"));
    assert_eq!(texts(&descr, data), AWKWARD.map(|(id, _, _)| id));

    let labels = npz_entry(&path, "labels.npy");
    let (descr, shape, data) = parse_npy(&labels);
    assert_eq!((descr.as_str(), shape.as_str()), ("<U3", "5,"));
    assert_eq!(texts(&descr, data), ["1", "-1", "", "a,b", ""]);
}

#[test]
fn npz_labels_are_numbers_only_if_all_are() {
    let descr_of = |labels: &[Option<&str>]| {
        let rows: Vec<Row<'_>> = labels.iter().map(|label| ("g", *label, [0.0; 3])).collect();
        let (_folder, path) = written("v.npz", &rows);
        let bytes = npz_entry(&path, "labels.npy");
        let (descr, _, data) = parse_npy(&bytes);
        (descr, data.to_vec())
    };
    let (descr, data) = descr_of(&[Some("-1"), Some("9223372036854775807")]);
    assert_eq!(descr, "<i8");
    assert_eq!(data, [(-1i64).to_le_bytes(), i64::MAX.to_le_bytes()].concat());
    assert_eq!(descr_of(&[Some("1"), None]).0, "<U1", "no number stands for a missing label");
    assert_eq!(descr_of(&[Some("1"), Some("01")]).0, "<U2", "two classes would become one");
    assert_eq!(descr_of(&[Some("1"), Some("9223372036854775808")]).0, "<U19", "too large for 64 bits");
    assert_eq!(descr_of(&[Some(""), Some("")]).0, "<U1", "a type without bytes trips readers");
}

#[test]
fn npz_has_no_labels_if_no_graph_has_one() {
    let (_folder, path) = written("v.npz", &[("a", None, [1.0; 3]), ("b", None, [2.0; 3])]);
    assert_eq!(npz_names(&path), ["ids.npy", "vectors.npy"]);
}

/// Writes the rows as a sparse table under a name in a fresh folder.
fn written_sparse(name: &str, format: TableFormat, rows: &[Row<'_>]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    let mut table = TableWriter::create_sparse(&path, format, &columns()).unwrap();
    for (id, label, vector) in rows {
        table.write_row(VectorRow { id, label: *label, vector }).unwrap();
    }
    table.finish().unwrap();
    (folder, path)
}

#[test]
fn sparse_npz_is_scipys_matrix_in_compressed_rows() {
    let rows = [
        ("zeros", Some("1"), [0.0, -0.0, 0.0]),
        ("full", Some("2"), [3.0, f32::NAN, 1e-45]),
        ("last", Some("1"), [0.0, 0.0, 16_777_216.0]),
    ];
    let (folder, path) = written_sparse("v.npz", TableFormat::Npz, &rows);
    assert_eq!(names(folder.path()), ["v.npz"]);
    let arrays = ["data", "format", "ids", "indices", "indptr", "labels", "shape"];
    assert_eq!(npz_names(&path), arrays.map(|name| format!("{name}.npy")));
    let array = |name: &str| {
        let bytes = npz_entry(&path, &format!("{name}.npy"));
        let (descr, shape, data) = parse_npy(&bytes);
        (descr, shape, data.to_vec())
    };
    let typed = |descr: &str, shape: &str, data: Vec<u8>| (descr.to_owned(), shape.to_owned(), data);
    let longs = |numbers: &[i64]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
    let dimensions: Vec<u8> = [0i32, 1, 2, 2].iter().flat_map(|number| number.to_le_bytes()).collect();
    let (descr, shape, data) = array("data");
    assert_eq!((descr.as_str(), shape.as_str()), ("<f4", "4,"));
    assert_eq!(float_bits(&data), bits(&[3.0, f32::NAN, 1e-45, 16_777_216.0]));
    assert_eq!(array("indices"), typed("<i4", "4,", dimensions));
    assert_eq!(array("indptr"), typed("<i8", "4,", longs(&[0, 0, 3, 4])));
    assert_eq!(array("shape"), typed("<i8", "2,", longs(&[3, 3])));
    assert_eq!(array("format"), typed("|S3", "", b"csr".to_vec()));
    assert_eq!(array("labels"), typed("<i8", "3,", longs(&[1, 2, 1])));
    let (descr, _, data) = array("ids");
    assert_eq!(texts(&descr, &data), ["zeros", "full", "last"]);
}

#[test]
fn other_formats_of_sparse_tables_are_dense() {
    for format in [TableFormat::Csv, TableFormat::Npy, TableFormat::JsonLines] {
        let (name, row) = (format!("v.{format}"), [("a", None, [0.0, 0.0, 2.0])]);
        let ((_sparse, sparse), (_dense, dense)) = (written_sparse(&name, format, &row), written(&name, &row));
        assert_eq!(fs::read(sparse).unwrap(), fs::read(dense).unwrap(), "{format}");
    }
}

#[test]
fn an_empty_sparse_table_has_its_shape() {
    let (_folder, path) = written_sparse("v.npz", TableFormat::Npz, &[]);
    let (shape, starts) = (npz_entry(&path, "shape.npy"), npz_entry(&path, "indptr.npy"));
    assert_eq!(parse_npy(&shape).2, [0i64.to_le_bytes(), 3i64.to_le_bytes()].concat());
    assert_eq!(parse_npy(&starts).2, 0i64.to_le_bytes());
}

#[test]
fn csv_reads_back_to_the_bit() {
    let (folder, path) = written("v.CSV", &AWKWARD);
    assert_eq!(names(folder.path()), ["v.CSV"]);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.starts_with("id,label,x,\"y, z\",w\nplain,1,0.0,-0.0,1.0\n"), "{text}");
    assert!(text.contains(",NaN,inf,-inf\n"), "{text}");
    let records = parse_csv(&text);
    assert_eq!(records.len(), 1 + AWKWARD.len());
    for (record, (id, label, vector)) in records[1..].iter().zip(&AWKWARD) {
        assert_eq!(record[..2], [*id, label.unwrap_or_default()]);
        let read: Vec<f32> = record[2..].iter().map(|number| number.parse().unwrap()).collect();
        assert_eq!(bits(&read), bits(vector));
    }
}

#[test]
fn json_lines_read_back_to_the_bit_and_null_stands_for_what_json_lacks() {
    let (folder, path) = written("v.jsonl", &AWKWARD);
    assert_eq!(names(folder.path()), ["v.jsonl"]);
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text.lines().next(), Some(r#"{"id":"plain","label":"1","vector":[0.0,-0.0,1.0]}"#));
    assert_eq!(text.lines().count(), AWKWARD.len());
    for (line, (id, label, vector)) in text.lines().zip(&AWKWARD) {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!((value["id"].as_str(), value["label"].as_str()), (Some(*id), *label));
        let read: Vec<Option<u32>> =
            value["vector"].as_array().unwrap().iter().map(|x| Some((x.as_f64()? as f32).to_bits())).collect();
        let wanted: Vec<Option<u32>> = vector.iter().map(|x| x.is_finite().then_some(x.to_bits())).collect();
        assert_eq!(read, wanted);
    }
}

#[cfg(feature = "parquet")]
mod parquet_files {
    use super::*;
    use arrow_array::{Array, FixedSizeListArray, Float32Array, StringArray};
    use arrow_schema::DataType;
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

    fn open(path: &Path) -> ParquetRecordBatchReaderBuilder<fs::File> {
        ParquetRecordBatchReaderBuilder::try_new(fs::File::open(path).unwrap()).unwrap()
    }

    fn column<'a, T: 'static>(batch: &'a arrow_array::RecordBatch, name: &str) -> &'a T {
        batch.column_by_name(name).unwrap().as_any().downcast_ref().unwrap()
    }

    #[test]
    fn parquet_holds_ids_labels_and_fixed_size_lists() {
        let (folder, path) = written("v.parquet", &AWKWARD);
        assert_eq!(names(folder.path()), ["v.parquet"]);
        let batch = open(&path).build().unwrap().next().unwrap().unwrap();
        let schema = batch.schema();
        let kinds: Vec<_> = schema.fields().iter().map(|field| (field.name().as_str(), field.is_nullable())).collect();
        assert_eq!(kinds, [("id", false), ("label", true), ("vector", false)]);
        assert!(matches!(
            schema.field(2).data_type(),
            DataType::FixedSizeList(item, 3) if !item.is_nullable() && item.data_type() == &DataType::Float32
        ));
        let ids: Vec<_> = column::<StringArray>(&batch, "id").iter().map(Option::unwrap).collect();
        assert_eq!(ids, AWKWARD.map(|(id, _, _)| id));
        let labels: Vec<_> = column::<StringArray>(&batch, "label").iter().collect();
        assert_eq!(labels, AWKWARD.map(|(_, label, _)| label));
        let vectors = column::<FixedSizeListArray>(&batch, "vector").values().as_any();
        let values = vectors.downcast_ref::<Float32Array>().unwrap().values();
        assert_eq!(bits(values), all_bits(&AWKWARD));
    }

    #[test]
    fn parquet_row_groups_stay_bounded() {
        const DIMENSIONS: usize = 1 << 16;
        const ROWS: usize = 300;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("v.parquet");
        let columns: Vec<String> = (0..DIMENSIONS).map(|column| format!("h{column}")).collect();
        let mut table = TableWriter::create(&path, &columns).unwrap();
        for row in 0..ROWS {
            let vector = vec![row as f32; DIMENSIONS];
            table.write_row(VectorRow { id: &row.to_string(), label: None, vector: &vector }).unwrap();
        }
        table.finish().unwrap();

        let reader = open(&path);
        let groups = reader.metadata().row_groups();
        // 75 MB in all, so two full groups of 32 MB and the rest; not one for every batch.
        assert_eq!(groups.len(), 3);
        assert!(groups.iter().all(|group| group.total_byte_size() < 36 << 20));
        let mut read = Vec::new();
        for batch in reader.build().unwrap() {
            let batch = batch.unwrap();
            let vectors = column::<FixedSizeListArray>(&batch, "vector");
            read.extend((0..vectors.len()).map(|row| {
                let values = vectors.value(row);
                let values = values.as_any().downcast_ref::<Float32Array>().unwrap().values().to_vec();
                assert!(values.iter().all(|value| *value == values[0]) && values.len() == DIMENSIONS);
                values[0] as usize
            }));
        }
        assert_eq!(read, (0..ROWS).collect::<Vec<_>>());
    }

    #[test]
    fn parquet_without_rows_still_has_its_columns() {
        let (_folder, path) = written("v.parquet", &[]);
        let reader = open(&path);
        assert_eq!(reader.schema().fields().len(), 3);
        assert_eq!(reader.build().unwrap().count(), 0);
    }
}

/// The endings that this build can write.
fn endings() -> impl Iterator<Item = &'static str> {
    TableFormat::ALL.into_iter().map(TableFormat::name).filter(|ending| {
        let left_out = *ending == "parquet" && !cfg!(feature = "parquet");
        !left_out
    })
}

#[test]
fn no_rows_make_an_empty_table() {
    let (folder, path) = written("v.npy", &[]);
    let bytes = fs::read(&path).unwrap();
    assert_eq!(parse_npy(&bytes), ("<f4".into(), "0, 3".into(), &[][..]));
    assert_eq!(fs::read_to_string(folder.path().join("v.npy.ids.csv")).unwrap(), "id,label\n");

    let (_folder, path) = written("v.npz", &[]);
    assert_eq!(npz_names(&path), ["ids.npy", "vectors.npy"]);
    assert_eq!(parse_npy(&npz_entry(&path, "vectors.npy")), ("<f4".into(), "0, 3".into(), &[][..]));
    assert_eq!(parse_npy(&npz_entry(&path, "ids.npy")), ("<U1".into(), "0,".into(), &[][..]));

    let (_folder, path) = written("v.csv", &[]);
    assert_eq!(fs::read_to_string(path).unwrap(), "id,label,x,\"y, z\",w\n");
    let (_folder, path) = written("v.jsonl", &[]);
    assert_eq!(fs::read_to_string(path).unwrap(), "");
}

#[test]
fn the_same_rows_give_the_same_bytes() {
    for ending in endings() {
        let (_first, first) = written(&format!("v.{ending}"), &AWKWARD);
        let (_second, second) = written(&format!("v.{ending}"), &AWKWARD);
        assert_eq!(fs::read(first).unwrap(), fs::read(second).unwrap(), ".{ending}");
    }
}

#[test]
fn an_interrupted_writer_leaves_the_old_file_and_nothing_else() {
    for ending in endings() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(format!("v.{ending}"));
        fs::write(&path, "old").unwrap();
        let mut table = TableWriter::create(&path, &columns()).unwrap();
        for (id, label, vector) in AWKWARD.iter().cycle().take(20_000) {
            table.write_row(VectorRow { id, label: *label, vector }).unwrap();
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), "old", ".{ending} before the end");
        drop(table);
        assert_eq!(fs::read_to_string(&path).unwrap(), "old", ".{ending}");
        assert_eq!(names(folder.path()), [format!("v.{ending}")]);
    }
}

#[test]
fn a_finished_table_replaces_the_old_file() {
    for ending in endings() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(format!("v.{ending}"));
        fs::write(&path, vec![b'x'; 100_000]).unwrap();
        write(&path, &AWKWARD);
        let (_other, fresh) = written(&format!("v.{ending}"), &AWKWARD);
        assert_eq!(fs::read(&path).unwrap(), fs::read(fresh).unwrap(), ".{ending}");
    }
}

#[test]
fn what_cannot_be_written_is_said_before_the_first_row() {
    let folder = tempfile::tempdir().unwrap();
    let create = |path: &Path| TableWriter::create(path, &columns()).unwrap_err();
    for ending in endings() {
        let missing = create(&folder.path().join(format!("no/such/v.{ending}")));
        assert!(matches!(missing, OutputError::MissingFolder { .. }), "{missing}");
        let taken = folder.path().join(format!("folder.{ending}"));
        fs::create_dir(&taken).unwrap();
        let taken = create(&taken);
        assert!(matches!(taken, OutputError::NotAFile { found: "a folder", .. }), "{taken}");
        let too_long = create(&folder.path().join(format!("{}.{ending}", "v".repeat(300))));
        assert!(matches!(too_long, OutputError::Io { .. }), "{too_long}");
    }
    fs::write(folder.path().join("file"), "").unwrap();
    let under_a_file = create(&folder.path().join("file/v.csv"));
    assert!(matches!(under_a_file, OutputError::MissingFolder { .. }), "{under_a_file}");
    let no_name = AtomicFile::create(Path::new("")).unwrap_err();
    assert!(matches!(no_name, OutputError::NotAFile { .. }), "{no_name}");
}

#[test]
fn the_ids_of_an_npy_are_checked_before_the_first_row() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("v.npy.ids.csv")).unwrap();
    let error = TableWriter::create(folder.path().join("v.npy"), &columns()).unwrap_err();
    assert!(error.to_string().contains("v.npy.ids.csv: found a folder"), "{error}");
    assert_eq!(names(folder.path()), ["v.npy.ids.csv"]);
}

#[test]
fn an_unknown_ending_is_answered_with_the_known_ones() {
    for name in ["v.txt", "v", "npy", "v.npy.gz"] {
        let error = TableFormat::from_path(name).unwrap_err();
        let message = error.to_string();
        assert!(message.starts_with(name) && message.ends_with(".npy, .npz, .csv, .parquet, .jsonl"), "{message}");
    }
}

#[cfg(not(feature = "parquet"))]
#[test]
fn a_build_without_parquet_says_so() {
    let error = TableWriter::create("v.parquet", &columns()).unwrap_err();
    assert!(error.to_string().contains("feature \"parquet\""), "{error}");
}

#[test]
#[should_panic(expected = "found a vector of 2 numbers, wanted 3")]
fn a_row_of_another_length_is_the_callers_mistake() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = TableWriter::create(folder.path().join("v.csv"), &columns()).unwrap();
    let _ = table.write_row(VectorRow { id: "short", label: None, vector: &[1.0, 2.0] });
}

#[cfg(unix)]
mod unix_files {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o7777
    }

    #[test]
    fn a_new_file_has_the_permissions_of_any_new_file() {
        for ending in endings() {
            let (folder, path) = written(&format!("v.{ending}"), &AWKWARD);
            fs::write(folder.path().join("ordinary"), "").unwrap();
            assert_eq!(mode(&path), mode(&folder.path().join("ordinary")), ".{ending}");
        }
    }

    #[test]
    fn a_replaced_file_keeps_its_permissions() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("private.csv");
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        write(&path, &AWKWARD);
        assert_eq!(mode(&path), 0o640);
        assert_ne!(fs::read_to_string(&path).unwrap(), "old");
    }

    #[test]
    fn a_link_is_followed() {
        let folder = tempfile::tempdir().unwrap();
        let (real, link) = (folder.path().join("real.csv"), folder.path().join("link.csv"));
        fs::write(&real, "old").unwrap();
        symlink(&real, &link).unwrap();
        write(&link, &AWKWARD);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert!(fs::read_to_string(&real).unwrap().starts_with("id,label"));
    }

    #[test]
    fn a_device_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("null.csv");
        symlink("/dev/null", &link).unwrap();
        for path in [Path::new("/dev/null"), &link] {
            let error = AtomicFile::create(path).unwrap_err();
            assert!(matches!(error, OutputError::NotAFile { found: "a pipe or a device", .. }), "{error}");
        }
    }
}

/// /proc takes no files from anybody, so the test holds for root too.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_takes_no_files_is_named_before_the_first_row() {
    for ending in endings() {
        let error = TableWriter::create(format!("/proc/v.{ending}"), &columns()).unwrap_err();
        assert!(matches!(error, OutputError::FolderNotWritable { .. }), "{error}");
        assert!(error.to_string().contains("cannot make a file in /proc: "), "{error}");
    }
}

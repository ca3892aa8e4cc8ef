//! Model files: the same bytes every time, the kept file of each version, other readers and writers, and hostile files.

use std::collections::HashMap;
use std::path::Path;

use crate::models::{kept_model, object, random_model};
use safetensors::tensor::{Dtype, TensorView};
use safetensors::{SafeTensors, serialize};
use serde_json::{Value, json};
use sgr::representation::{AttributeScaling, AttributeSettings, LabelSettings, Model, ModelError};

/// The kept file of the version that models without statistics are written in; that of version 3 is in `vector_statistics.rs`.
const KEPT: &[u8] = include_bytes!("data/model-version-2.safetensors");

const VERSION_1: &[u8] = include_bytes!("data/model-version-1.safetensors");

/// To make the kept file anew (only if version 2 has never been released):
/// `SGR_KEEP=1 cargo test -p sgr-graphs --all-features --test promises the_kept_file`.
#[test]
fn the_kept_file_is_read_and_written_as_it_is() {
    if std::env::var_os("SGR_KEEP").is_some() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/promises/data/model-version-2.safetensors");
        std::fs::write(path, kept_model().to_bytes()).unwrap();
    }
    let model = Model::from_bytes(KEPT).unwrap();
    assert!(model.to_bytes() == KEPT);
    assert!(kept_model().to_bytes() == KEPT);
    assert_eq!((model.labels(), model.attributes()), (&LabelSettings::default(), &AttributeSettings::default()));
    assert_eq!(model.channels().names(), ["spectrum", "size"]);
    assert_eq!((model.channels().samples(), model.perceptron().outputs(), model.provenance().seed()), (5, 3, 1));
    assert_eq!(model.classes(), ["class \"0\" é", "class \"1\" é"]);
    let settings: serde_json::Value = serde_json::from_str(model.provenance().settings()).unwrap();
    assert_eq!(settings["note"], "made up");
    assert_eq!(model.provenance().score("validation_accuracy"), Some(0.1 + 0.2));
    assert_eq!(model.provenance().score("none of that name"), None);
}

/// Its models see labels and attributes by the settings that came with version 2.
#[test]
fn a_file_of_version_1_is_read_and_written_as_version_2() {
    assert!(Model::from_bytes(VERSION_1).unwrap().to_bytes() == KEPT);
}

#[test]
fn settings_of_labels_and_attributes_are_kept_and_checked() {
    let scaling = AttributeScaling::Standard { means: vec![0.1, -2.0], deviations: vec![3.5, 0.0] };
    let model = kept_model().with_attribute_scaling(scaling.clone()).unwrap();
    assert_eq!(Model::from_bytes(&model.to_bytes()).unwrap().attributes().scaling, scaling);
    let uneven = AttributeScaling::Standard { means: vec![0.1], deviations: vec![] };
    let error = kept_model().with_attribute_scaling(uneven).unwrap_err().to_string();
    assert!(error.contains("as many means as deviations (0)"), "{error}");
    let set = |key: &str, from: &str, to: &str| {
        refused(|header, _| {
            let text = header["__metadata__"][key].as_str().unwrap().replace(from, to);
            header["__metadata__"][key] = json!(text);
        })
    };
    for (key, from, to, wanted) in [
        ("labels", "\"depth\":2", "\"depth\":3", "wanted depth 2"),
        ("labels", "\"functions\":192", "\"functions\":17", "wanted functions as a multiple of 32 up to 65536"),
        ("labels", "\"functions\":192", "\"functions\":1e99", "wanted a JSON object of settings"),
        (
            "labels",
            "\"edge_functions\":32",
            "\"edge_functions\":256",
            "wanted edge_functions as a multiple of 32 up to 192",
        ),
        ("labels", "\"buckets\":64", "\"buckets\":65537", "wanted buckets from 0 to 65536"),
        ("labels", "\"degree_depth\":1", "\"degree_depth\":3", "wanted degree_depth from 0 to 2"),
        ("labels", "\"scale\":1.0", "\"scale\":11.0", "wanted scale from 0 to 4"),
        ("labels", "\"degree_scale\":1.0", "\"degree_scale\":-1.0", "wanted degree_scale from 0 to 1.5"),
        ("labels", "\"gain\":10.0", "\"gain\":1e7", "wanted gain from 0 to 1000000"),
        ("labels", "\"seed\":0", "\"sed\":0", "wanted a JSON object of settings"),
        ("attributes", "\"functions\":128", "\"functions\":0", "wanted functions as a multiple of 32 up to 65536"),
        ("attributes", "\"asinh\"", "\"cube\"", "wanted a JSON object of settings"),
        ("attributes", "\"depth\":2", "\"depth\":0", "wanted depth 2"),
    ] {
        let said = set(key, from, to);
        assert!(said.contains(wanted), "{key} with {to}: {said}");
    }
}

#[test]
fn files_are_saved_whole_and_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model.safetensors");
    let model = random_model(&["size", "spectrum"], 256, 256, 12, 3);
    sgr::output::save_model(&model, &path).unwrap();
    assert!(std::fs::read(&path).unwrap() == model.to_bytes());
    let back = Model::read(&path).unwrap();
    assert_eq!(back.perceptron().weights(), model.perceptron().weights());
    assert_eq!(back.head_weights(), model.head_weights());
    assert_eq!(back.provenance(), model.provenance());
    std::fs::write(&path, &KEPT[..100]).unwrap();
    let error = Model::read(&path).unwrap_err().to_string();
    assert!(error.starts_with(&path.display().to_string()) && error.contains("found 100 bytes"), "{error}");
    let missing = Model::read(folder.path().join("none")).unwrap_err();
    assert!(matches!(missing, ModelError::Io { .. }), "{missing}");
}

#[test]
fn the_safetensors_crate_reads_ours_and_we_read_its() {
    let model = random_model(&["spectrum", "size"], 16, 7, 3, 2);
    let bytes = model.to_bytes();
    let tensors = SafeTensors::deserialize(&bytes).unwrap();
    let numbers = |name: &str| -> Vec<f32> {
        let tensor = tensors.tensor(name).unwrap();
        assert_eq!(tensor.dtype(), Dtype::F32);
        tensor.data().chunks(4).map(|bytes| f32::from_le_bytes(bytes.try_into().unwrap())).collect()
    };
    assert_eq!(tensors.tensor("weight").unwrap().shape(), [7, 19]);
    assert_eq!(numbers("weight"), model.perceptron().weights());
    assert_eq!(numbers("bias"), model.perceptron().bias());
    assert_eq!(tensors.tensor("head.weight").unwrap().shape(), [3, 7]);
    assert_eq!(numbers("head.weight"), model.head_weights());
    assert_eq!(numbers("head.bias"), model.head_bias());
    let views: Vec<(String, TensorView<'_>)> = tensors.tensors();
    let metadata = SafeTensors::read_metadata(&bytes).unwrap().1.metadata().clone();
    let theirs = serialize(views, metadata).unwrap();
    assert!(Model::from_bytes(&theirs).unwrap().to_bytes() == bytes);
}

/// A service keeps one model for all its threads.
#[test]
fn models_are_shared_between_threads() {
    fn shared<T: Send + Sync + 'static>(_: &T) {}
    shared(&kept_model());
}

/// The kept file's header as JSON and its numbers.
fn parts() -> (Value, Vec<u8>) {
    let length = u64::from_le_bytes(KEPT[..8].try_into().unwrap()) as usize;
    (serde_json::from_slice(&KEPT[8..8 + length]).unwrap(), KEPT[8 + length..].to_vec())
}

fn file(header: &str, data: &[u8]) -> Vec<u8> {
    [&(header.len() as u64).to_le_bytes(), header.as_bytes(), data].concat()
}

/// What is said about the kept file with a changed header.
fn refused(change: impl FnOnce(&mut Value, &mut Vec<u8>)) -> String {
    let (mut header, mut data) = parts();
    change(&mut header, &mut data);
    Model::from_bytes(&file(&header.to_string(), &data)).unwrap_err().to_string()
}

#[test]
fn an_unchanged_header_in_another_order_is_fine() {
    let (header, data) = parts();
    assert!(Model::from_bytes(&file(&header.to_string(), &data)).unwrap().to_bytes() == KEPT);
}

#[test]
fn every_truncation_and_every_changed_byte_is_survived() {
    for length in 0..KEPT.len() {
        let error = Model::from_bytes(&KEPT[..length]).unwrap_err();
        let said = [length as u64, length.saturating_sub(KEPT.len() - 140) as u64];
        assert!(matches!(error, ModelError::Length { found, .. } if said.contains(&found)), "{length}: {error}");
    }
    for at in 0..KEPT.len() {
        for change in [0x00, 0x01, 0x20, 0x80, 0xff] {
            let mut bytes = KEPT.to_vec();
            bytes[at] ^= change;
            // Whatever it is, it is a model or an error.
            if let Ok(model) = Model::from_bytes(&bytes) {
                Model::from_bytes(&model.to_bytes()).unwrap();
            }
        }
    }
}

#[test]
fn headers_that_lie_about_length_are_refused() {
    for length in [1u64 << 60, u64::MAX, (1 << 20) + 1] {
        let error = Model::from_bytes(&[&length.to_le_bytes()[..], &[b' '; 64]].concat()).unwrap_err();
        assert!(matches!(error, ModelError::HeaderTooLong { found } if found == length), "{error}");
    }
    let error = Model::from_bytes(&[KEPT, &[0]].concat()).unwrap_err().to_string();
    assert_eq!(error, "found 141 bytes, wanted 140 for the tensors");
    assert!(Model::from_bytes(&file("", &[])).is_err());
    assert!(Model::from_bytes(&file("[]", &[])).is_err());
    let nested = format!("{{\"__metadata__\":{}", "[".repeat(1 << 19));
    assert!(matches!(Model::from_bytes(&file(&nested, &[])), Err(ModelError::Header { .. })));
}

#[test]
fn other_formats_and_versions_are_named() {
    let said = refused(|header, _| header["__metadata__"]["version"] = json!("4"));
    assert_eq!(said, "found version 4 of the model file, wanted 1 to 3");
    let said = refused(|header, _| header["__metadata__"]["version"] = json!("3"));
    assert_eq!(said, "the header: missing field `statistics` in version 3");
    let said = refused(|header, _| header["__metadata__"]["version"] = json!("1"));
    assert_eq!(said, "the header: unknown field `attributes` in version 1");
    // A later version may have anything else.
    let said = refused(|header, _| {
        header["__metadata__"] = json!({ "format": "sgr-model", "version": "17", "layers": "2" });
        header["weight.2"] = json!(null);
    });
    assert_eq!(said, "found version 17 of the model file, wanted 1 to 3");
    let said = refused(|header, _| header["__metadata__"]["format"] = json!("pt"));
    assert_eq!(said, "found the format \"pt\", wanted \"sgr-model\"");
    let plain = serialize(
        [("weight", TensorView::new(Dtype::F32, vec![1], &[0; 4]).unwrap())],
        Some(HashMap::from([("format".to_owned(), "pt".to_owned())])),
    );
    let error = Model::from_bytes(&plain.unwrap()).unwrap_err().to_string();
    assert!(error.starts_with("the header: missing field `version`"), "{error}");
}

#[test]
fn missing_unknown_and_repeated_keys_are_named() {
    for tensor in ["weight", "bias", "head.weight", "head.bias"] {
        let said = refused(|header, _| drop(header.as_object_mut().unwrap().remove(tensor)));
        assert!(said.starts_with(&format!("the header: missing field `{tensor}`")), "{said}");
    }
    for (key, _) in object(parts().0["__metadata__"].clone()) {
        let said = refused(|header, _| drop(header["__metadata__"].as_object_mut().unwrap().remove(&key)));
        assert!(said.starts_with(&format!("the header: missing field `{key}`")), "{said}");
    }
    let said = refused(|header, _| header["weight.2"] = header["weight"].clone());
    assert!(said.starts_with("the header: unknown field `weight.2`, expected one of"), "{said}");
    let said = refused(|header, _| header["__metadata__"]["author"] = json!("me"));
    assert!(said.starts_with("the header: unknown field `author`, expected one of"), "{said}");
    let text = parts().0.to_string();
    let twice = format!("{},\"bias\":{}}}", &text[..text.len() - 1], parts().0["bias"]);
    let error = Model::from_bytes(&file(&twice, &parts().1)).unwrap_err().to_string();
    assert!(error.starts_with("the header: duplicate field `bias`"), "{error}");
}

#[test]
fn tensors_of_another_type_shape_or_place_are_refused() {
    let said = refused(|header, _| header["weight"]["dtype"] = json!("F64"));
    assert_eq!(said, "tensor weight: found numbers of type \"F64\", wanted \"F32\"");
    let said = refused(|header, _| header["weight"]["shape"] = json!([8, 3]));
    assert_eq!(said, "tensor weight: found the shape [8, 3], wanted [3, 8]");
    let said = refused(|header, _| header["head.bias"]["shape"] = json!([]));
    assert_eq!(said, "tensor head.bias: found the shape [], wanted [2]");
    // Shapes that agree with each other but overflow.
    let said = refused(|header, _| {
        header["__metadata__"]["dimensions"] = json!((1u64 << 62).to_string());
        header["weight"]["shape"] = json!([1u64 << 62, 8]);
        header["bias"]["shape"] = json!([1u64 << 62]);
        header["head.weight"]["shape"] = json!([2, 1u64 << 62]);
    });
    assert_eq!(said, "tensor bias: found it at bytes [0, 12], wanted 18446744073709551616 bytes");
    let said = refused(|header, _| header["bias"]["data_offsets"] = json!([12, 0]));
    assert_eq!(said, "tensor bias: found it at bytes [12, 0], wanted 12 bytes");
    // On top of the head's bias, which starts at 12.
    let said = refused(|header, _| header["bias"]["data_offsets"] = json!([8, 20]));
    assert!(said.contains("wanted it to start where the one before ends, at 0"), "{said}");
    let said = refused(|header, _| header["head.bias"]["data_offsets"] = json!([8, 16]));
    assert_eq!(
        said,
        "tensor head.bias: found it at bytes [8, 16], wanted it to start where the one before ends, at 12"
    );
    let far = u64::MAX - 7;
    let said = refused(|header, _| header["weight"]["data_offsets"] = json!([far - 96, far]));
    assert!(said.contains("wanted it to start where the one before ends, at 44"), "{said}");
    let said = refused(|header, _| header["bias"]["data_offsets"] = json!([-1, 11]));
    assert!(said.starts_with("the header: invalid value: integer `-1`"), "{said}");
}

#[test]
fn numbers_that_are_none_are_refused() {
    for (value, name) in [(f32::NAN, "NaN"), (f32::INFINITY, "inf"), (f32::NEG_INFINITY, "-inf")] {
        for (at, tensor, position) in
            [(4, "bias", 1), (12, "head.bias", 0), (40, "head.weight", 5), (136, "weight", 23)]
        {
            let said = refused(|_, data| data[at..at + 4].copy_from_slice(&value.to_le_bytes()));
            assert_eq!(said, format!("tensor {tensor}: found {name} at position {position}, wanted a finite number"));
        }
    }
}

#[test]
fn numbers_that_would_make_infinite_vectors_are_refused() {
    let said = refused(|_, data| data[136..140].copy_from_slice(&2e9f32.to_le_bytes()));
    assert_eq!(said, "tensor weight: found 2000000000 at position 23, wanted at most 1e9 in size");
    let (header, mut data) = parts();
    data[136..140].copy_from_slice(&(-1e9f32).to_le_bytes());
    let model = Model::from_bytes(&file(&header.to_string(), &data)).unwrap();
    let path = sgr::Graph::from_edges(3, &[(0, 1), (1, 2)]).unwrap();
    let vectors = sgr::Embedder::new().model(model).embed(&[path]).unwrap();
    assert!(vectors.row(0).iter().all(|value| value.is_finite()));
}

#[test]
fn metadata_that_make_no_sense_are_refused() {
    let nested = format!("{{\"a\":{}1{}}}", "[".repeat(10_000), "]".repeat(10_000));
    let long = "9".repeat(5000);
    for (key, value) in [
        ("activation", "relu"),
        ("channels", "[\"spectra\"]"),
        ("channels", "[]"),
        ("channels", "[\"size\",\"size\"]"),
        ("channels", "spectrum"),
        ("classes", "[]"),
        ("classes", "[\"a\",\"a\"]"),
        ("classes", "[\"a\",1]"),
        ("classes", "[\"a\",\"b\",\"c\"]"),
        ("dimensions", "0"),
        ("dimensions", "-3"),
        ("dimensions", "4"),
        ("dimensions", &long),
        ("resampling", "nearest"),
        ("samples", "0"),
        ("samples", "1"),
        ("samples", "6"),
        ("samples", "05"),
        ("samples", "18446744073709551615"),
        ("scores", "[]"),
        ("scores", "{"),
        ("seed", "one"),
        ("seed", "18446744073709551616"),
        ("training", "null"),
        ("training", &nested),
    ] {
        let said = refused(|header, _| header["__metadata__"][key] = json!(value));
        assert!(said.contains("found") && said.contains("wanted") && said.len() < 300, "{key}: {said}");
    }
    let said = refused(|header, _| header["__metadata__"]["samples"] = json!(5));
    assert!(said.contains("invalid type: integer `5`, expected a string"), "{said}");
    let said = refused(|header, _| header["__metadata__"]["resampling"] = json!("nearest"));
    assert_eq!(said, "metadata resampling: found \"nearest\", wanted literal or stretched or zero-based or nontrivial");
}

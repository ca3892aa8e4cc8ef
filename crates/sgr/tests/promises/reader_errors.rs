//! Every kind of bad input gets an error that says where it is, what was found and what was wanted.

use crate::support::*;
use sgr::input::{Problem, ReadOptions, Remedy, Scope};

/// Reads a file with one graph in it, wants one error of this scope and text (after the folder), and gives it.
fn fails(name: &str, content: impl AsRef<[u8]>, options: &ReadOptions, scope: Scope, text: &str) -> Problem {
    let mut items = file(name, content.as_ref()).read(options);
    assert_eq!(items.len(), 1, "{name}: {items:?}");
    let error = items.remove(0).expect_err(text);
    let folder = format!("{}/", error.path.parent().unwrap().display());
    assert_eq!((error.to_string().replace(&folder, ""), error.scope), (text.to_owned(), scope));
    error.problem
}

#[test]
fn edge_list_lines() {
    let plain = ReadOptions::default();
    let weighted = with_weights(true);
    for (content, options, text) in [
        (&b"a b\nc\n"[..], &plain, "e.txt:2: found 1 columns, wanted 2 as on line 1"),
        (b"# x\n\na b 1\nc d\n", &plain, "e.txt:4: found 2 columns, wanted 3 as on line 3"),
        (b"a\n", &plain, "e.txt:1: found 1 column, wanted 2 or 3"),
        (b"a b c d\n", &plain, "e.txt:1: found 4 columns, wanted 2 or 3"),
        (b"a,,b\n", &plain, "e.txt:1: found an empty field in \"a,,b\", wanted a node name or weight"),
        (b"a,b,\n", &plain, "e.txt:1: found an empty field in \"a,b,\", wanted a node name or weight"),
        (b",b\n", &plain, "e.txt:1: found an empty field in \",b\", wanted a node name or weight"),
        (b"a b\nc \xff\n", &plain, "e.txt:2: found \"\\xff\", wanted a node name in UTF-8"),
        (b"a b\n", &weighted, "e.txt:1: the third column is missing; wanted a weight on every line"),
        (b"a b 1\nb c x\n", &weighted, "e.txt:2: found \"x\", wanted a weight"),
        (b"a b -1\n", &weighted, "e.txt:1: found weight -1, wanted a finite number that is not negative"),
        (b"a b nan\n", &weighted, "e.txt:1: found weight NaN, wanted a finite number that is not negative"),
        (b"a b 1e999\n", &weighted, "e.txt:1: found weight inf, wanted a finite number that is not negative"),
    ] {
        fails("e.txt", content, options, Scope::File, text);
    }
    let conflict = "e.txt:4: graph e: edge \"x\"–\"7\" has weight 1 on line 2 and 2 on line 4, wanted one weight";
    fails("e.txt", "q x 5\nx 7 1\n\n7 x 2\n", &weighted, Scope::Graph, conflict);
    for empty in ["", "# nothing\n\n%\n"] {
        let problem =
            fails("e.txt", empty, &plain, Scope::Graph, "e.txt: graph e: the graph has no nodes, so no spectrum");
        assert!(matches!(problem, Problem::EmptyGraph));
    }
}

#[test]
fn truncated_archives_at_every_cut() {
    let text: String = (0..40).map(|node| format!("{node} {}\n", node * 7 % 40)).collect();
    for (name, packed, word) in [("e.txt.gz", gz(text.as_bytes()), "gzip"), ("e.txt.zst", zst(text.as_bytes()), "zstd")]
    {
        assert!(file(name, &packed).read(&ReadOptions::default())[0].is_ok());
        for cut in 0..packed.len() {
            let items = file(name, &packed[..cut]).read(&ReadOptions::default());
            let Err(error) = &items[0] else { panic!("{name} cut after {cut} bytes was read") };
            assert!(matches!(error.problem, Problem::Io(_)) && error.scope == Scope::File, "{error}");
            assert!(error.to_string().contains(&format!("{name}: truncated or damaged {word} file")), "{error}");
        }
    }
}

#[test]
fn a_cut_skippable_frame_is_an_error() {
    let mut packed = zst(b"1 2\n");
    packed.extend([0x50, 0x2a, 0x4d, 0x18, 9, 0, 0, 0, 1, 2, 3]);
    let text = "e.txt.zst: truncated or damaged zstd file: the last skippable frame is cut";
    fails("e.txt.zst", packed, &ReadOptions::default(), Scope::File, text);
}

#[test]
fn a_wrong_checksum_is_an_error() {
    for (name, mut packed) in [("e.txt.gz", gz(b"1 2\n")), ("e.txt.zst", zst(b"1 2\n"))] {
        let checksum = packed.len() - if name.ends_with("gz") { 8 } else { 4 };
        packed[checksum] ^= 1;
        assert!(file(name, &packed).read(&ReadOptions::default())[0].is_err(), "{name}");
    }
}

#[test]
fn a_missing_file_and_an_unknown_ending() {
    let missing = sgr::input::open("/nowhere/at/all.txt", None, &ReadOptions::default()).unwrap_err();
    assert!(missing.to_string().starts_with("/nowhere/at/all.txt: No such file"), "{missing}");
    let items = file("graphs.docx", "").read(&ReadOptions::default());
    assert!(items[0].as_ref().unwrap_err().to_string().contains("the name does not tell the format; wanted"));
}

#[test]
fn graph6_lines() {
    let plain = ReadOptions::default();
    for (line, text) in [
        ("D?", "found 1 characters after the number of nodes, wanted 2 for 5 nodes"),
        ("D???", "found 3 characters after the number of nodes, wanted 2 for 5 nodes"),
        ("D? ", "found character \" \" in column 3, wanted one from '?' to '~'"),
        ("D?\u{1}", "found character \"\\u{1}\" in column 3, wanted one from '?' to '~'"),
        ("A`", "found ones among the bits after the last pair, wanted zeros"),
        ("?", "the graph has no nodes, so no spectrum"),
        ("~?", "found \"~?\" at the end of the line, wanted a number of nodes"),
        ("~~?????", "found \"~~?????\" at the end of the line, wanted a number of nodes"),
        (
            "~~~~~~~~",
            "found 0 characters after the number of nodes, wanted 393530540221957231958 for 68719476735 nodes",
        ),
        (":An", "found \":An\", wanted graph6; this line is sparse6"),
        (";An", "found \";An\", wanted graph6; this line is incremental sparse6"),
        ("&AG", "found \"&AG\", wanted an undirected graph6 line; this is digraph6, so convert it first"),
    ] {
        fails_in_the_middle("g.g6", "A_", line, "A?", text);
    }
    let text = "g.g6:1: found \">>sparse6<<:An\", wanted graph6";
    fails("g.g6", ">>sparse6<<:An\n:An\n", &plain, Scope::File, text);
    let text = "g.g6: the weight of the edges is missing; graph6 has none";
    fails("g.g6", "A_\n", &with_weights(true), Scope::File, text);
}

#[test]
fn sparse6_lines() {
    let plain = ReadOptions::default();
    for (line, text) in [
        ("A_", "found \"A_\", wanted a line that starts with ':'"),
        (";An", "found \";An\", wanted a line that starts with ':'; incremental sparse6 is not read"),
        ("&AG", "found \"&AG\", wanted an undirected sparse6 line; this is digraph6, so convert it first"),
        (":A\u{7f}", "found character \"\\u{7f}\" in column 2, wanted one from '?' to '~'"),
        (":", "found \"\" at the end of the line, wanted a number of nodes"),
        (":?", "the graph has no nodes, so no spectrum"),
        (":~~~~~~~~", "declares 68719476735 nodes, wanted at most 16777216"),
        (":F~~", "found node 7 with 12 bits to come, wanted one below 7, or fewer than 6 bits of padding"),
    ] {
        fails_in_the_middle("g.s6", ":An", line, ":A", text);
    }
    let text = "g.s6:1: found \">>graph6<<A_\", wanted sparse6";
    fails("g.s6", ">>graph6<<A_\n", &plain, Scope::File, text);
    let small = options(|options| options.max_declared_nodes = 10);
    let problem = fails("g.s6", ":J", &small, Scope::Graph, "g.s6:1: graph 1: declares 11 nodes, wanted at most 10");
    assert!(matches!(problem, Problem::TooLarge { declared: 11, limit: 10, .. }));
    assert_eq!(file("g.s6", ":I").graphs(&small)[0].graph.node_count(), 10);
}

/// A bad line costs its graph and no other: the blank line is not counted, the bad one is.
fn fails_in_the_middle(name: &str, before: &str, line: &str, after: &str, text: &str) {
    let items = file(name, format!("{before}\n\n{line}\n{after}\n")).read(&ReadOptions::default());
    assert_eq!(items.len(), 3, "{line}");
    assert_eq!((items[0].as_ref().unwrap().id.as_str(), items[2].as_ref().unwrap().id.as_str()), ("1", "3"));
    let error = items[1].as_ref().unwrap_err();
    assert_eq!(error.scope, Scope::Graph);
    let place = format!("/{name}:3: graph 2: ");
    let (_, problem) = error.to_string().split_once(&place).map(|(_, rest)| ((), rest.to_owned())).unwrap();
    assert_eq!(problem, text, "{line}");
}

const BANNER: &str = "%%MatrixMarket matrix coordinate real general\n";

#[test]
fn matrix_market_headers() {
    let plain = ReadOptions::default();
    let banner = "%%MatrixMarket matrix coordinate pattern|integer|real symmetric|general";
    for (content, text) in [
        (String::new(), format!("m.mtx:1: found \"\", wanted {banner}")),
        ("1 2\n".into(), format!("m.mtx:1: found \"1 2\", wanted {banner}")),
        (BANNER.replace("coordinate", "array"), "m.mtx:1: found \"array\", wanted coordinate".into()),
        (BANNER.replace("real", "complex"), "m.mtx:1: found \"complex\", wanted pattern, integer or real".into()),
        (
            BANNER.replace("general", "skew-symmetric"),
            "m.mtx:1: found \"skew-symmetric\", wanted symmetric or general".into(),
        ),
        (BANNER.replace("general", "hermitian"), "m.mtx:1: found \"hermitian\", wanted symmetric or general".into()),
        (
            format!("{BANNER}% x\n"),
            "m.mtx:3: the size of the matrix is missing; wanted a line with rows, columns and entries".into(),
        ),
        (format!("{BANNER}3 3\n"), "m.mtx:2: found \"3 3\", wanted a line with rows, columns and entries".into()),
        (format!("{BANNER}3 4 0\n"), "m.mtx:2: found a 3 × 4 matrix, wanted a square one".into()),
        (
            format!("{BANNER}99999999999 99999999999 1\n"),
            "m.mtx:2: declares 99999999999 nodes, wanted at most 16777216".into(),
        ),
    ] {
        fails("m.mtx", content, &plain, Scope::File, &text);
    }
    let text = "m.mtx: graph m: the graph has no nodes, so no spectrum";
    fails("m.mtx", format!("{BANNER}0 0 0\n"), &plain, Scope::Graph, text);
    let text = "m.mtx:1: the value of the entries is missing; wanted an integer or real matrix, and this one is a \
                pattern";
    fails("m.mtx", BANNER.replace("real", "pattern"), &with_weights(true), Scope::File, text);
}

#[test]
fn matrix_market_entries() {
    let plain = ReadOptions::default();
    for (entries, text) in [
        ("2 2 2\n1 2 1\n", "m.mtx:4: found the end of the file after 1 entries, wanted 2 entries as line 2 declares"),
        (
            "2 2 18446744073709551615\n",
            "m.mtx:3: found the end of the file after 0 entries, wanted 18446744073709551615 entries as line 2 declares",
        ),
        ("2 2 1\n1 1 1\n\n1 2 1\n", "m.mtx:5: found one more entry, wanted 1 entries as line 2 declares"),
        ("2 2 1\n0 1 1\n", "m.mtx:3: found \"0\", wanted a row from 1 to 2"),
        ("2 2 1\n1 3 1\n", "m.mtx:3: found \"3\", wanted a column from 1 to 2"),
        ("2 2 1\n1\n", "m.mtx:3: found \"\", wanted a column from 1 to 2"),
        ("2 2 1\n1 2\n", "m.mtx:3: found \"\", wanted a value"),
        ("2 2 1\n1 2 x\n", "m.mtx:3: found \"x\", wanted a value"),
        ("2 2 1\n1 2 1 5\n", "m.mtx:3: found \"5\", wanted the end of the line"),
    ] {
        fails("m.mtx", format!("{BANNER}{entries}"), &plain, Scope::File, text);
    }
    let integers = BANNER.replace("real", "integer");
    fails(
        "m.mtx",
        format!("{integers}2 2 1\n1 2 1.5\n"),
        &plain,
        Scope::File,
        "m.mtx:3: found \"1.5\", wanted an integer value",
    );
}

#[test]
fn matrix_market_directions() {
    for (entries, found) in [
        ("3 3 3\n1 2 1\n2 1 1\n3 2 1\n", "entry 3 2 without entry 2 3"),
        ("3 3 3\n1 2 1\n2 1 1\n2 3 1\n", "entry 2 3 without entry 3 2"),
        ("3 3 3\n1 3 1\n2 1 1\n3 1 1\n", "entry 2 1 without entry 1 2"),
    ] {
        let text = format!("m.mtx: graph m: directed input ({found})");
        let problem = fails("m.mtx", format!("{BANNER}{entries}"), &ReadOptions::default(), Scope::Graph, &text);
        assert!(matches!(problem, Problem::Directed { .. }));
        assert_eq!(problem.remedy(), Some(Remedy::ForgetDirections));
    }
    let values = format!("{BANNER}2 2 2\n2 1 1.5\n1 2 2\n");
    assert!(file("m.mtx", &values).read(&ReadOptions::default())[0].is_ok());
    let found = "entry 2 1 is 1.5 on line 3, entry 1 2 is 2 on line 4";
    let text = format!("m.mtx: graph m: directed input ({found})");
    fails("m.mtx", &values, &with_weights(true), Scope::Graph, &text);
    let text = "m.mtx:4: graph m: edge 2–1 has weight 1.5 on line 3 and 2 on line 4, wanted one weight";
    let both = options(|options| (options.weights, options.directed_as_undirected) = (true, true));
    fails("m.mtx", &values, &both, Scope::Graph, text);
    fails("m.mtx", format!("{BANNER}2 2 3\n2 1 1.5\n2 1 2\n1 2 2\n"), &with_weights(true), Scope::Graph, text);
}

/// The problem with one line of a JSON lines file, between two good ones.
fn json_line_fails(line: &str, options: &ReadOptions, id: &str, text: &str) {
    let items = file("l.jsonl", format!("{{\"edges\":[[0,1,2]]}}\n{line}\n{{\"edges\":[[0,1,2]]}}\n")).read(options);
    assert_eq!(items.len(), 3, "{line}");
    assert_eq!((items[0].as_ref().unwrap().id.as_str(), items[2].as_ref().unwrap().id.as_str()), ("1", "3"));
    let error = items[1].as_ref().expect_err(line);
    assert_eq!(error.scope, Scope::Graph);
    let place = format!("/l.jsonl:2: graph {id}: ");
    assert_eq!(
        error.to_string().split_once(&place).map_or(error.to_string(), |(_, rest)| rest.to_owned()),
        text,
        "{line}"
    );
}

#[test]
fn json_lines() {
    let plain = ReadOptions::default();
    let deep = format!("{{\"edges\":[[0,{}1{}]]}}", "[".repeat(100_000), "]".repeat(100_000));
    for (line, text) in [
        (r#"{"edge":[[0,1]]}"#, r#""edges" is missing; wanted a list of edges [u, v], empty if there are none"#),
        (r#"{"edges":null}"#, r#""edges" is missing; wanted a list of edges [u, v], empty if there are none"#),
        (r#"{"edges":[]}"#, "the graph has no nodes, so no spectrum"),
        (r#"{"nodes":0,"edges":[]}"#, "the graph has no nodes, so no spectrum"),
        (r#"{"edges":[[0,1]}"#, "found broken JSON (expected `,` or `]`, column 16), wanted one JSON object a line"),
        (
            r#"{"edges":[[0,1]]"#,
            "found broken JSON (EOF while parsing an object, column 16), wanted one JSON object a line",
        ),
        (r#"{"edges":[[0,1]]}}"#, "found broken JSON (trailing characters, column 18), wanted one JSON object a line"),
        (r#"[[0,1]]"#, r#"found sequence, wanted an object {"edges": [[u, v], …], …}"#),
        (r#"{"edges":{"a":"b"}}"#, "found map, wanted a list of edges [u, v]"),
        (r#"{"edges":[[0,1],7]}"#, "found integer `7` in edge 2, wanted an edge [u, v] or [u, v, weight]"),
        (r#"{"edges":[[0]]}"#, "found a list of length 1 in edge 1, wanted an edge [u, v] or [u, v, weight]"),
        (r#"{"edges":[[0,1,2,3]]}"#, "found a list of length 4 in edge 1, wanted an edge [u, v] or [u, v, weight]"),
        (r#"{"edges":[[0,1.5]]}"#, "found floating point `1.5` in edge 1, wanted a node: a string or an integer"),
        (r#"{"edges":[[0,null]]}"#, "found null in edge 1, wanted a node: a string or an integer"),
        (
            r#"{"edges":[[0,123456789012345678901234567890]]}"#,
            "found floating point `1.2345678901234568e+29` in edge 1, wanted a node: a string or an integer",
        ),
        (&deep, "found sequence in edge 1, wanted a node: a string or an integer"),
        (r#"{"edges":[],"edges":[[0,1]]}"#, r#"found "edges" a second time, wanted each key once"#),
        (r#"{"nodes":2,"edges":[[0,2]]}"#, r#"found node "2" in edge 1, wanted an integer from 0 to 1"#),
        (r#"{"nodes":2,"edges":[[0,-1]]}"#, r#"found node "-1" in edge 1, wanted an integer from 0 to 1"#),
        (r#"{"nodes":2,"edges":[[0,"01"]]}"#, r#"found node "01" in edge 1, wanted an integer from 0 to 1"#),
        (r#"{"edges":[["a","c"]],"nodes":["a","b"]}"#, r#"found node "c" in edge 1, wanted one of "nodes""#),
        (r#"{"nodes":["a",1,"1"],"edges":[]}"#, r#"found node "1" twice in "nodes", wanted each node once"#),
        (r#"{"nodes":-3,"edges":[]}"#, r#"found "-3", wanted "nodes" as a count or a list of strings and integers"#),
        (
            r#"{"nodes":"x","edges":[]}"#,
            r#"found "\"x\"", wanted "nodes" as a count or a list of strings and integers"#,
        ),
        (
            r#"{"nodes":[true],"edges":[]}"#,
            r#"found boolean `true`, wanted "nodes" as a count or a list of strings and integers"#,
        ),
        (r#"{"nodes":16777217,"edges":[]}"#, "declares 16777217 nodes, wanted at most 16777216"),
        (r#"{"nodes":4294967296,"edges":[]}"#, "declares 4294967296 nodes, wanted at most 16777216"),
        (r#"{"id":[],"edges":[[0,1]]}"#, r#"found sequence, wanted "id" as a string or an integer"#),
        (
            r#"{"label":1.5,"edges":[[0,1]]}"#,
            r#"found floating point `1.5`, wanted "label" as a string, an integer or a boolean"#,
        ),
        (r#"{"directed":1,"edges":[[0,1]]}"#, r#"found "1", wanted "directed" as true or false"#),
        (r#"{"directed":true,"edges":[[0,1]]}"#, "directed input (\"directed\": true)"),
    ] {
        json_line_fails(line, &plain, "2", text);
    }
    json_line_fails(
        r#"{"edges":[["a"]],"id":"x y"}"#,
        &plain,
        "x y",
        "found a list of length 1 in edge 1, wanted an edge [u, v] or [u, v, weight]",
    );
}

#[test]
fn json_lines_weights_and_labels() {
    let weighted = with_weights(true);
    for (line, text) in [
        (r#"{"edges":[[0,1,2],[0,2]]}"#, "the weight of edge 2 is missing; wanted [u, v, weight]"),
        (r#"{"edges":[[0,1,"2"]]}"#, "found string \"2\" in edge 1, wanted f64"),
        (r#"{"edges":[[0,1,-2]]}"#, "found weight -2, wanted a finite number that is not negative"),
        (
            r#"{"edges":[[0,1,1e999]]}"#,
            "found broken JSON (number out of range, column 11) in edge 1, wanted a list of edges [u, v]",
        ),
        (
            r#"{"edges":[["a","b",1],["c","a",1],["b","a",2]]}"#,
            r#"edge "a"–"b" has weight 1 in edge 1 and 2 in edge 3, wanted one weight"#,
        ),
    ] {
        json_line_fails(line, &weighted, "2", text);
    }
    let labelled = options(|options| options.node_labels = true);
    for (line, text) in [
        (
            r#"{"edges":[[0,1]],"node_labels":["a","b"]}"#,
            r#""nodes" is missing; "node_labels" are in the order of "nodes""#,
        ),
        (r#"{"nodes":2,"edges":[[0,1]],"node_labels":["a"]}"#, r#"found 1 "node_labels", wanted 2 as there are nodes"#),
        (
            r#"{"nodes":1,"edges":[],"node_labels":[[]]}"#,
            r#"found sequence, wanted "node_labels" as a list of strings and integers"#,
        ),
    ] {
        json_line_fails(line, &labelled, "2", text);
    }
}

#[test]
fn karateclub_dictionaries() {
    let plain = ReadOptions::default();
    for (content, text) in [
        ("", "k.json:1: found the end of the file, wanted a dictionary {id: [[u, v], …], …}"),
        ("[[0, 1]]", "k.json:1: found \"[\", wanted a dictionary {id: [[u, v], …], …}"),
        ("\n{a: [[0, 1]]}", "k.json:2: found \"a\", wanted a graph's id in quotation marks"),
        ("{", "k.json:1: found the end of the file, wanted a graph's id in quotation marks"),
        ("{\"a\"", "k.json:1: found the end of the file, wanted ':' after a graph's id"),
        ("{\"a\" [[0, 1]]}", "k.json:1: found \"[\", wanted ':' after a graph's id"),
        ("{\"\\q\": [[0, 1]]}", "k.json:1: found \"\\\"\\\\q\\\"\", wanted a graph's id as a JSON string"),
        ("{\"a\": [[0, 1]", "k.json:1: found the end of the file inside a value, wanted the rest of it"),
        ("{\"a", "k.json:1: found the end of the file inside a value, wanted the rest of it"),
    ] {
        fails("k.json", content, &plain, Scope::File, text);
    }
    for (content, text) in [
        ("{\"a\": [[0, 1]]", ":1: found the end of the file, wanted ',' or '}' after a graph"),
        ("{\"a\": [[0, 1]]\n\"b\": [[0, 1]]}", ":2: found \"\\\"\", wanted ',' or '}' after a graph"),
        ("{\"a\": [[0, 1]],}", ":1: found \"}\", wanted a graph's id in quotation marks"),
        ("{\"a\": [[0, 1]]}\nx", ":2: found \"x\", wanted the end of the file"),
        ("{\"a\": [[0, 1]]}\n{}", ":2: found \"{\", wanted the end of the file"),
    ] {
        let items = file("k.json", content).read(&plain);
        assert_eq!(items.len(), 2, "{content}");
        let error = items[1].as_ref().unwrap_err();
        assert!(items[0].is_ok() && error.scope == Scope::File && error.to_string().ends_with(text), "{error}");
    }
}

#[test]
fn karateclub_graphs() {
    let weighted = with_weights(true);
    for (value, line, text) in [
        ("[[0, 1, 1],\n[2]]", 3, "found a list of length 1 in edge 2, wanted an edge [u, v, weight]"),
        ("[[0, 1]]", 2, "the weight of edge 1 is missing; wanted [u, v, weight]"),
        (
            "[[0, 1, 1],, [1, 2, 1]]",
            2,
            "found broken JSON (expected value, column 12) in edge 2, wanted a list of edges [u, v]",
        ),
        ("7", 2, "found integer `7`, wanted a list of edges [u, v]"),
        ("{\"x\": [\"}\"]}", 2, "found map, wanted a list of edges [u, v]"),
        ("[]", 2, "the graph has no nodes, so no spectrum"),
        ("[[0, 1, 1],\n\n[1, 0, 3]]", 2, "edge \"0\"–\"1\" has weight 1 in edge 1 and 3 in edge 2, wanted one weight"),
    ] {
        let content = format!("{{\"a\": [[0, 1, 1]],\n\"b\": {value},\n\"c\": [[0, 1, 1]]}}");
        let items = file("k.json", content).read(&weighted);
        assert_eq!(items.len(), 3, "{value}");
        assert_eq!(items[2].as_ref().unwrap().id, "c");
        let error = items[1].as_ref().unwrap_err();
        assert_eq!(error.scope, Scope::Graph);
        assert!(error.to_string().ends_with(&format!("/k.json:{line}: graph b: {text}")), "{error}");
    }
}

#[test]
fn an_empty_list_of_nodes_allows_no_edge() {
    let items = file("g.jsonl", r#"{"nodes": [], "edges": [["a", "b"]]}"#).read(&ReadOptions::default());
    let text = items[0].as_ref().expect_err("an edge between nodes that are not listed").to_string();
    assert!(text.contains("g.jsonl:1: graph 1: found"), "{text}");
}

/// A first line that plainly names columns is refused unless a setting says what it is.
#[test]
fn header_lines_of_edge_lists() {
    for line in [
        "source,target",
        "\"Source\",\"Target\",\"Weight\"",
        "src dst",
        "From\tTo",
        "u,v",
        "node1,node2,label",
        "id1,id2",
    ] {
        let content = format!("# comment\n{line}\na,b\n")
            .replace("a,b", if line.matches([',', ' ', '\t']).count() == 2 { "a,b,1" } else { "a,b" });
        let reading = |header| file("e.csv", &content).read(&ReadOptions::new().header(header)).remove(0);
        let error = reading(None).expect_err(line);
        assert_eq!((error.line, error.remedy()), (Some(2), Some(Remedy::StateHeader("an edge"))), "{line}");
        assert_eq!(reading(Some(true)).unwrap().graph.edge_count(), 1, "{line}");
        assert_eq!(reading(Some(false)).unwrap().graph.edge_count(), 2, "{line}");
    }
    for edges in ["source alice\n", "u,w\n", "u,v,x\n", "a,b\nsource,target\n"] {
        assert!(file("e.csv", edges).read(&ReadOptions::new())[0].is_ok(), "{edges}");
    }
}

//! Results become tables and pages that say what the numbers say, whatever the names.

use sgr::document::{Block, Document, Entry, TextTable};
use sgr::evaluation::{Cell, ClusterScore, Published, ResultTable, collection_title, method_title};
use sgr::experiment::{Method, Results, ResultsFile, ResultsPage, Section};
use sgr::figure::{Line, LineFigure};

fn cell(collection: &str, method: &str, accuracy_mean: f64) -> Cell {
    let clustering = ClusterScore { clusters: 2, adjusted_rand_index: 0.5, normalized_mutual_information: 0.25 };
    Cell {
        collection: collection.into(),
        method: method.into(),
        variant: String::new(),
        classifier: "logistic".into(),
        protocol: "split".into(),
        accuracy_mean,
        accuracy_std: 1.5,
        accuracies: vec![],
        test_share: 0.25,
        accuracy_interval: None,
        runs: 100,
        unfinished: 0,
        seconds: 2.0,
        describing_seconds: 1.0,
        seed: 0,
        graphs: 188,
        duplicates_left_out: None,
        classes: 2,
        labels: false,
        attributes: false,
        standardized: false,
        chosen_c: vec![],
        raw_kernel: false,
        clustering: Some(clustering),
    }
}

fn page_of(cells: Vec<Cell>) -> ResultsPage {
    ResultsPage { results: Results { results: cells, ..Results::default() }, ..ResultsPage::default() }
}

#[test]
fn the_papers_table_has_the_cells_it_has() {
    // Table 2 of the paper, read by hand: corners, a gap, a method that the paper does not have.
    assert_eq!(Published::of("DD", "sgr"), Some(Published::Accuracy(76.12)));
    assert_eq!(Published::of("DD", "sp"), Some(Published::MoreThanADay));
    assert_eq!(Published::of("REDDIT-MULTI-5K", "gk4"), Some(Published::Accuracy(23.39)));
    assert_eq!(Published::of("REDDIT-MULTI-5K", "sgr").and_then(Published::accuracy), Some(53.22));
    assert_eq!(Published::of("MUTAG", "mlg").and_then(Published::accuracy), Some(86.54));
    assert_eq!(Published::of("MUTAG", "heat"), None);
    assert_eq!(Published::of("mine", "sgr"), None);
    assert_eq!((collection_title("DD"), collection_title("mine")), ("D&D", "mine"));
    assert_eq!((method_title("spectrum"), method_title("heat")), ("Λ", "heat"));
    let gaps = |method: Method| {
        let collections = [
            "DD",
            "ENZYMES",
            "MUTAG",
            "PROTEINS",
            "COLLAB",
            "IMDB-BINARY",
            "IMDB-MULTI",
            "REDDIT-BINARY",
            "REDDIT-MULTI-5K",
        ];
        collections
            .into_iter()
            .filter(|name| Published::of(name, method.name()) == Some(Published::MoreThanADay))
            .count()
    };
    let with_gaps: Vec<_> = Method::ALL.into_iter().filter(|&method| gaps(method) > 0).collect();
    assert_eq!(with_gaps, [Method::ShortestPath, Method::Graphlets, Method::MultiscaleLaplacian]);
    assert_eq!(with_gaps.into_iter().map(gaps).collect::<Vec<_>>(), [4, 1, 4]);
}

#[test]
fn a_table_sorts_results_into_rows_and_columns_and_finds_the_best() {
    let cells = [
        cell("B", "wl", 50.0),
        cell("A", "sgr", 70.0),
        cell("A", "wl", 60.0),
        cell("B", "sgr", 40.0),
        cell("A", "sgr", 65.0),
    ];
    let table = ResultTable::new(&cells);
    assert_eq!((table.collections(), &table.titles()[..]), (&["B", "A"][..], &["WL".to_owned(), "SGR".to_owned()][..]));
    let accuracies = |row: usize| table.row(row).iter().map(|cell| cell.unwrap().accuracy_mean).collect::<Vec<_>>();
    assert_eq!((accuracies(0), accuracies(1)), (vec![50.0, 40.0], vec![60.0, 65.0]));
    assert_eq!([0, 1].map(|row| table.best(row, |cell| cell.accuracy_mean)), [[0], [1]]);
    assert_eq!(table.means(|cell| cell.accuracy_mean), [Some(55.0), Some(52.5)]);
    let cells = [cell("A", "wl", 50.0), cell("B", "sgr", 50.0)];
    let table = ResultTable::new(&cells);
    assert_eq!((table.row(0)[1], table.means(|cell| cell.seconds)), (None, vec![None, None]));
    // All that are equal are the best; NaN is never.
    let cells = [cell("A", "sp", f64::NAN), cell("A", "wl", 50.0), cell("A", "mlg", 40.0), cell("A", "sgr", 50.0)];
    assert_eq!(ResultTable::new(&cells).best(0, |cell| cell.accuracy_mean), [1, 3]);
    assert!(ResultTable::new(&cells[..1]).best(0, |cell| cell.accuracy_mean).is_empty());
}

#[test]
fn settings_that_differ_are_columns_of_their_own_and_in_their_titles() {
    let with = |change: fn(&mut Cell)| {
        let mut cell = cell("A", "sgr", 70.0);
        change(&mut cell);
        cell
    };
    let titles = |cells: &[Cell]| ResultTable::new(cells).titles();
    let (usual, kernel) = (cell("A", "sgr", 60.0), Cell { classifier: "svm".into(), ..cell("A", "wl", 50.0) });
    let paper = with(|cell| cell.variant = "paper".into());
    // Kernels and vectors have different classifiers anyway.
    assert_eq!(titles(&[usual.clone(), kernel.clone(), paper]), ["SGR", "WL", "SGR, paper"]);
    let labelled = with(|cell| cell.labels = true);
    assert_eq!(titles(&[kernel.clone(), labelled.clone()]), ["WL", "SGR, labels"]);
    assert_eq!(titles(&[labelled.clone(), usual.clone()]), ["SGR, labels", "SGR"]);
    assert_eq!(titles(std::slice::from_ref(&labelled)), ["SGR"]);
    let forest = with(|cell| cell.classifier = "rf".into());
    let standardized = with(|cell| cell.standardized = true);
    assert_eq!(
        titles(&[usual, forest, standardized, kernel]),
        ["SGR, logistic", "SGR, rf", "SGR, logistic, standardized", "WL"]
    );
}

#[test]
fn pages_compare_methods_on_the_same_splits() {
    let runs = |shift: f64| -> Vec<f64> { (0..10).map(|run| 80.0 + shift + f64::from(run % 3)).collect() };
    let with = |collection: &str, method: &str, accuracies: Vec<f64>| {
        let mean = accuracies.iter().sum::<f64>() / accuracies.len() as f64;
        let accuracy_interval = sgr::evaluation::significance::interval(&accuracies, 0.25);
        Cell { accuracies, accuracy_interval, runs: 10, ..cell(collection, method, mean) }
    };
    let mut noisy = runs(0.0);
    (noisy[0], noisy[1]) = (noisy[0] + 4.0, noisy[1] - 3.0);
    let cells = vec![
        with("A", "wl", runs(-5.0)),
        with("A", "spectrum", noisy.clone()),
        with("A", "sgr", runs(0.0)),
        with("B", "wl", runs(-5.0)),
        with("B", "spectrum", noisy),
        with("B", "sgr", runs(0.0)),
    ];
    let page = |cells: Vec<Cell>| {
        ResultsPage { results: Results { results: cells, ..Results::default() }, ..ResultsPage::default() }.document()
    };
    let markdown = page(cells.clone()).to_markdown();
    let section = |title: &str| markdown.split("## ").find(|section| section.starts_with(title)).unwrap().to_owned();
    // A difference that is the same in all runs is sure; p by SciPy: t = 0.1 / √(0.35 · 2.7667), 9 degrees of freedom.
    assert!(section("Significance").contains("| A | −5.00* (p &lt; 0.001) | +0.10 (p 0.921) |"), "{markdown}");
    assert!(section("Confidence").contains("| A | 7"), "{markdown}");
    // Ranks 3, 1, 2 on both collections.
    assert!(section("Mean ranks").contains("| mean rank | 3.00 | 1.00 | 2.00 |"), "{markdown}");
    assert!(section("Mean ranks").contains("p &lt; 0.001"), "{markdown}");
    let html = page(cells.clone()).to_html();
    assert_eq!(html.matches("<svg").count(), 1, "{html}");
    // One collection has no ranks, results of earlier versions have no tests.
    let old: Vec<Cell> =
        cells[..3].iter().map(|cell| Cell { accuracies: vec![], accuracy_interval: None, ..cell.clone() }).collect();
    let markdown = page(old).to_markdown();
    for title in ["Confidence", "Significance", "Mean ranks"] {
        assert!(!markdown.contains(title), "{markdown}");
    }
    // Other splits are not paired.
    let other: Vec<Cell> =
        cells[..3].iter().enumerate().map(|(at, cell)| Cell { seed: at as u64, ..cell.clone() }).collect();
    assert!(!page(other).to_markdown().contains("Significance"));
}

#[test]
fn results_that_look_the_same_are_all_marked() {
    // The means of the same runs in another order differ in the last bit.
    let cells = vec![cell("mine", "wl", 94.444_444_444_444_44), cell("mine", "mlg", 90.0), cell("mine", "sgr", 94.441)];
    let page = page_of(cells);
    let markdown = page.document().to_markdown();
    assert!(markdown.contains("| mine | **94.44 ± 1.50** | 90.00 ± 1.50 | **94.44 ± 1.50** |"), "{markdown}");
    assert!(markdown.contains("| mine | **0.500 / 0.250** | **0.500 / 0.250** | **0.500 / 0.250** |"), "{markdown}");
    let html = page.document().to_html();
    assert_eq!(html.matches("<td class=\"best\">94.44").count(), 2, "{html}");
    let plain = page.accuracy_table().to_plain();
    assert_eq!(plain.matches("94.44 ± 1.50*").count(), 2, "{plain}");
}

#[test]
fn a_page_has_no_section_row_or_column_without_content() {
    let page = |cells: Vec<Cell>| page_of(cells).document().to_markdown();
    // The paper has neither the collection nor a figure of it.
    let own = page(vec![cell("mine", "wl", 90.0), cell("mine", "sgr", 80.0)]);
    assert!(own.contains("## Accuracy") && own.contains("## Clustering"), "{own}");
    assert!(!own.contains("## The paper's table") && !own.contains("## Difference"), "{own}");
    // One collection and one method that the paper has, one of each that it has not.
    let mixed = page(vec![cell("MUTAG", "heat", 70.0), cell("MUTAG", "sgr", 87.0), cell("mine", "sgr", 80.0)]);
    let section = mixed.split("## ").find(|section| section.starts_with("The paper's table")).unwrap();
    assert!(section.contains("| collection | SGR |\n| --- | --: |\n| MUTAG | **86.97** |"), "{section}");
    assert!(!section.contains("mine") && !section.contains("heat"), "{section}");
    // The authors gave up: a figure in the table, none in the difference.
    let gave_up = page(vec![cell("DD", "sp", 75.0)]);
    assert!(gave_up.contains("| D&D | >1 day |") && !gave_up.contains("## Difference"), "{gave_up}");
}

#[test]
fn wide_content_scrolls_inside_its_own_box() {
    let name = "x".repeat(300);
    let line = Line { label: name.clone(), values: vec![0.0, 1.0] };
    let svg = LineFigure { title: name.clone(), lines: vec![line], axis: "x".into(), range: [0.0, 2.0] }.to_svg();
    // Names outside of the picture's frame would be cut by its edge, in the middle of a letter.
    assert!(!svg.contains(&"x".repeat(61)) && svg.contains(&format!(">{}…<", "x".repeat(23))), "{svg}");
    let table =
        TextTable { header: vec!["collection".into(), "a".into()], rows: vec![vec![name.clone().into(), "1".into()]] };
    let text = Block::Paragraph("Made by `sgr evaluate <DATA>`".into());
    let blocks = vec![text, Block::Table(table), Block::Picture { title: "t".into(), svg }];
    let html = Document { title: name, blocks }.to_html();
    assert_eq!(html.matches("<div class=\"wide\" tabindex=\"0\">").count(), 2, "{html}");
    assert!(html.contains("<code>sgr evaluate &lt;DATA&gt;</code>"), "{html}");
    let lone = Document { title: "t".into(), blocks: vec![Block::Paragraph("a ` b".into())] }.to_html();
    assert!(lone.contains("<p>a ` b</p>"), "{lone}");
}

#[test]
fn a_page_holds_ours_the_papers_and_the_difference() {
    let cells = vec![cell("MUTAG", "wl", 84.0), cell("MUTAG", "sgr", 87.66), cell("DD", "wl", 68.07)];
    let remarks = [("wl".to_owned(), "other iterations".to_owned())].into();
    let mut page = ResultsPage { remarks, ..page_of(cells) };
    (page.results.threads, page.results.commands) = (2, vec!["sgr evaluate DATA".into()]);
    let markdown = page.document().to_markdown();
    for wanted in [
        "| MUTAG | 84.00 ± 1.50 | **87.66 ± 1.50** |",
        "| MUTAG | 81.16 | **86.97** |\n| D&D | **68.27** |  |",
        "| MUTAG | +2.84 | +0.69 |\n| D&D | −0.20 |  |\n| mean of the absolute values | 1.52 | 0.69 |",
        "| sum | 4.00 |  |",
        "0.500 / 0.250",
        "- WL on MUTAG, +2.84: other iterations",
        "100 random splits, 80 % to learn from and 20 % to test; seed 0",
    ] {
        assert!(markdown.contains(wanted), "{wanted} in\n{markdown}");
    }
    // Half a point needs no remark.
    assert!(!markdown.contains("SGR on MUTAG"), "{markdown}");
    let html = page.document().to_html();
    assert!(html.contains("<td class=\"best\">87.66 ± 1.50<small>paper 86.97</small></td>"), "{html}");
    assert_eq!(page.accuracy_table().to_plain().lines().nth(1), Some("MUTAG       84.00 ± 1.50   87.66 ± 1.50*"));
}

/// The words of a table's row, from the first section of this name.
fn summary(cells: Vec<Cell>) -> String {
    Document { title: String::new(), blocks: page_of(cells).section(Section::Summary) }.to_markdown()
}

#[test]
fn a_summary_has_a_row_for_each_method_behind_the_published_ones() {
    let split = summary(vec![cell("MUTAG", "sgr", 88.0), cell("DD", "sgr", 70.0), cell("MUTAG", "heat", 88.001)]);
    assert_eq!(
        split.lines().collect::<Vec<_>>(),
        [
            "| method | MUTAG | D&D | mean |",
            "| --- | --: | --: | --: |",
            "| SGR, the paper | 86.97 | **76.12** | **81.55** |",
            "| SGR | **88.00** | 70.00 | 79.00 |",
            "| heat | **88.00** |  |  |",
        ]
    );
    // Published under ten folds; LTP has no figure for MUTAG, GCC for neither.
    let in_folds = |collection| Cell { protocol: "cv10".into(), ..cell(collection, "sgr", 60.0) };
    let folds = summary(vec![in_folds("MUTAG"), in_folds("ENZYMES")]);
    assert!(
        folds.contains("| LTP, published (ten folds, random forest) |  | 42.50 |  |\n| SGR | **60.00** |"),
        "{folds}"
    );
    assert!(!folds.contains("GCC") && !folds.contains("the paper"), "{folds}");
}

#[test]
fn results_on_file_come_back_by_the_name_of_their_table() {
    let results = Results {
        commands: vec!["sgr evaluate".into()],
        version: "1".into(),
        threads: 2,
        results: vec![cell("A", "sgr", 0.1 + 0.2)],
    };
    let one = serde_json::to_string(&results).unwrap();
    assert_eq!(ResultsFile::from_json(&one).unwrap().table(None).unwrap(), &results);
    let several = format!(r#"{{"made_by": "x", "tables": {{"a": {one}, "b": {{"results": []}}}}}}"#);
    let several = ResultsFile::from_json(&several).unwrap();
    assert_eq!(several.table(Some("a")).unwrap(), &results);
    assert!(several.table(Some("b")).unwrap().results.is_empty());
    let message = |error: sgr::experiment::ResultsFileError| error.to_string();
    let found = several.table(None).map_err(message);
    assert_eq!(found, Err("found several tables, wanted the name of one: a, b".to_owned()));
    let found = ResultsFile::from_json(&one).unwrap().table(Some("a")).map(|_| ()).map_err(message);
    assert_eq!(found, Err("found no table \"a\", wanted no name: the file has one table".to_owned()));
    for hostile in ["", "[]", "{}", "{\"results\": 1}", "{\"tables\": [1]}", "{\"results\": [{}]}", "\u{0}"] {
        let found = ResultsFile::from_json(hostile).map_err(message).unwrap_err();
        assert!(found.starts_with("found no results of an evaluation, wanted"), "{hostile}: {found}");
    }
}

#[test]
fn hostile_names_stay_text() {
    let name = "<script>alert(1)</script>|x\ny\u{1}";
    let table_of = |name: &str| {
        let entry = Entry { text: name.into(), detail: Some(name.into()), is_best: true };
        TextTable { header: vec!["collection".into(), name.into()], rows: vec![vec![name.into(), entry]] }
    };
    let blocks = vec![Block::Heading(name.into()), Block::List(vec![name.into()]), Block::Table(table_of(name))];
    let plain = table_of(name).to_plain();
    assert_eq!((plain.lines().count(), plain.contains('\u{1}')), (2, false), "{plain}");
    let document = Document { title: name.into(), blocks };
    let html = document.to_html();
    assert!(!html.contains("<script") && !html.contains('\u{1}'), "{html}");
    let markdown = document.to_markdown();
    assert!(!markdown.contains("<script") && !markdown.contains('\u{1}'), "{markdown}");
    assert_eq!(markdown.lines().filter(|line| line.starts_with('y')).count(), 0, "{markdown}");
    let row = markdown.lines().last().unwrap();
    // Two cells, so three bars that are not escaped.
    assert_eq!(row.replace("\\|", "").matches('|').count(), 3, "{row}");
    let line = Line { label: name.into(), values: vec![0.0, f64::NAN, 5.0, -5.0] };
    let svg = LineFigure { title: name.into(), lines: vec![line], axis: name.into(), range: [0.0, 2.0] }.to_svg();
    assert!(!svg.contains("<script") && !svg.contains("NaN"), "{svg}");
}

#[test]
fn a_curve_starts_left_and_stays_inside_its_frame() {
    let line = Line { label: "one".into(), values: vec![0.0, 1.0, 9.0] };
    let svg = LineFigure { title: "t".into(), lines: vec![line], axis: "x".into(), range: [0.0, 2.0] }.to_svg();
    // Frame from (50, 36) to (430, 276): the middle value in the middle, the last one clamped to the upper edge.
    assert!(svg.contains("M50.0 276.0L240.0 156.0L430.0 36.0"), "{svg}");
}

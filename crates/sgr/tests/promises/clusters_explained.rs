//! What clusters are: sizes, differences, families and typical graphs of collections whose kinds are known.

use sgr::clusters::{ClusterDescription, ClusterMethod, ClusterReport, ClusterSettings};
use sgr::embed::StreamSettings;
use sgr::experiment::{Describer, Method};
use sgr::graph::{Graph, GraphRecord};
use sgr::synthetic::{Family, GenerateSettings, Recipe, generate};

fn record(id: String, nodes: u32, edges: &[(u32, u32)]) -> GraphRecord {
    let graph = Graph::from_edges(nodes as usize, edges).unwrap();
    GraphRecord { id, label: None, graph, dropped: Default::default() }
}

/// Rings of 20 to 34 nodes, stars of 30 to 51 and cliques of 10 to 17, fifteen, eight and eight of them.
fn kinds() -> Vec<GraphRecord> {
    let ring = |nodes: u32| (0..nodes).map(|node| (node, (node + 1) % nodes)).collect::<Vec<_>>();
    let star = |nodes: u32| (1..nodes).map(|leaf| (0, leaf)).collect::<Vec<_>>();
    let clique = |nodes: u32| (0..nodes).flat_map(|a| (0..a).map(move |b| (b, a))).collect::<Vec<_>>();
    let rings = (20..35).map(|nodes| record(format!("ring-{nodes}"), nodes, &ring(nodes)));
    let stars = (30..54).step_by(3).map(|nodes| record(format!("star-{nodes}"), nodes, &star(nodes)));
    let cliques = (10..18).map(|nodes| record(format!("clique-{nodes}"), nodes, &clique(nodes)));
    rings.chain(stars).chain(cliques).collect()
}

fn report(records: &[GraphRecord], by: Method, settings: ClusterSettings, threads: usize) -> ClusterReport {
    let work = StreamSettings::default().with_threads(threads);
    ClusterReport::of(records, &Describer::new(by), &settings, &work, &()).unwrap()
}

fn differences(description: &ClusterDescription) -> Vec<(&str, bool)> {
    let content = description.content.as_ref().unwrap();
    content.differences.iter().map(|difference| (difference.what, difference.deviations > 0.0)).collect()
}

#[test]
fn rings_stars_and_cliques_are_told_apart_and_described() {
    let records = kinds();
    let found = report(&records, Method::Sgr, ClusterSettings::default().with_clusters(Some(3)), 2);
    assert_eq!(found.clusters.sizes(), [15, 8, 8]);
    let kinds = ["ring-", "star-", "clique-"];
    for (record, cluster) in records.iter().zip(&found.clusters.assignments) {
        assert!(record.id.starts_with(kinds[cluster.unwrap() as usize]), "{} in {cluster:?}", record.id);
    }
    let [rings, stars, cliques] = &found.descriptions[..] else { panic!("{found}") };
    let spread = |description: &ClusterDescription| {
        let content = description.content.as_ref().unwrap();
        [content.nodes, content.edges].map(|spread| (spread.least, spread.median, spread.most))
    };
    assert_eq!(spread(rings), [(20, 27.0, 34); 2]);
    assert_eq!(spread(stars), [(30, 40.5, 51), (29, 39.5, 50)]);
    assert_eq!(spread(cliques), [(10, 13.5, 17), (45, 84.5, 136)]);
    assert!(differences(stars).contains(&("fraction of nodes of degree 1", true)), "{found}");
    assert!(differences(cliques).contains(&("mean clustering coefficient", true)), "{found}");
    assert!(differences(cliques).contains(&("density", true)), "{found}");
    let leaves =
        stars.content.as_ref().unwrap().differences.iter().find(|each| each.what.starts_with("fraction")).unwrap();
    assert!(leaves.median > 0.96 && leaves.median_of_others == 0.0, "{leaves:?}");
    // Means of the middle sizes; the farthest are at the ends.
    assert!(rings.typical.len() == 3 && rings.typical.iter().all(|at| (4..11).contains(at)), "{:?}", rings.typical);
    assert!([0, 14].contains(&rings.untypical.unwrap()), "{:?}", rings.untypical);
    let text = found.to_string();
    assert!(text.starts_with("3 clusters of 15, 8, 8 graphs (kmeans)"), "{text}");
    assert!(
        text.contains("\ncluster 1: 8 graphs (26 %)\n  30 to 51 (median 40.5) nodes, 29 to 50 (median 39.5) edges\n"),
        "{text}"
    );
}

#[test]
fn the_nearest_families_are_those_of_the_graphs() {
    let families = [Family::RingTree, Family::CliqueEgo];
    let recipe = Recipe::default().with_nodes(30..=60).with_mean_degree(4.0..=8.0);
    let mut records = Vec::new();
    generate(&GenerateSettings::new(families.to_vec(), 20).with_recipe(recipe).with_seed(9), |record| {
        records.push(record);
        Ok::<_, sgr::synthetic::SyntheticError>(())
    })
    .unwrap();
    let found = report(&records, Method::Sgr, ClusterSettings::default().with_clusters(Some(2)), 2);
    for (description, family) in found.descriptions.iter().zip(families) {
        let shares = &description.content.as_ref().unwrap().families;
        assert_eq!(shares[0].family, family.name(), "{found}");
        assert!(
            shares[0].share > 0.5 && shares.iter().map(|each| each.share).sum::<f64>() <= 1.0 + 1e-12,
            "{shares:?}"
        );
    }
}

#[test]
fn noise_is_said_and_described() {
    let mut records = kinds();
    // Farther from all others than those are from each other.
    let all: Vec<(u32, u32)> = (0..300).flat_map(|a| (0..a).map(move |b| (b, a))).collect();
    records.push(record("all".to_owned(), 300, &all));
    let settings = ClusterSettings::default().with_method(ClusterMethod::Hdbscan).with_min_cluster_size(Some(6));
    let found = report(&records, Method::Sgr, settings, 2);
    assert_eq!(found.clusters.assignments.last(), Some(&None), "{found}");
    let noise = found.descriptions.last().unwrap();
    assert_eq!((noise.cluster, noise.graphs, noise.typical.len()), (None, found.clusters.noise(), 0));
    assert_eq!(noise.content.as_ref().unwrap().nodes.most, 300);
    assert_eq!(found.descriptions.len(), found.clusters.clusters + 1);
    let sum: usize = found.descriptions.iter().map(|description| description.graphs).sum();
    assert_eq!(sum, records.len());
    assert!(found.to_string().contains("in none (noise) (hdbscan; clusters of at least 6 graphs)"), "{found}");
}

#[test]
fn one_graph_and_copies_are_one_cluster() {
    let ring = kinds().swap_remove(0);
    let one = report(std::slice::from_ref(&ring), Method::Sgr, ClusterSettings::default(), 1);
    assert_eq!(
        (one.clusters.clusters, &one.descriptions[0].typical[..], one.descriptions[0].untypical),
        (1, &[0][..], None)
    );
    assert!(differences(&one.descriptions[0]).is_empty());
    let text = one.to_string();
    assert!(text.starts_with("1 cluster of 1 graph (") && text.contains("\ncluster 0: 1 graph (100 %)\n"), "{text}");
    let copies = vec![ring; 30];
    let found = report(&copies, Method::Sgr, ClusterSettings::default(), 2);
    assert_eq!(found.clusters.sizes(), [30], "{found}");
    let description = &found.descriptions[0];
    assert_eq!((&description.typical[..], description.untypical), (&[0, 1, 2][..], None));
    assert!(differences(description).is_empty());
    let describer = Describer::new(Method::Sgr);
    let settings = ClusterSettings::default().with_clusters(Some(31));
    let error = ClusterReport::of(&copies, &describer, &settings, &StreamSettings::default(), &()).unwrap_err();
    assert_eq!(error.to_string(), "found 31 clusters for 30 points, wanted from 1 to the number of points");
}

/// A map of the spectra that the clusters were found by is the map that solves them itself, to the byte; that of a kernel shows
/// the vectors of `sgr`.
#[test]
fn a_report_hands_its_spectra_to_a_map() {
    use sgr::map::{GraphMap, MapSettings};
    use sgr::representation::{RepresentationName, RepresentationSettings};
    let records = kinds();
    let (work, map_settings) = (StreamSettings::default().with_threads(2), MapSettings::new("kinds").with_seed(3));
    let bare = RepresentationSettings::new(RepresentationName::Sgr).build();
    let labelled = Describer { node_labels: true, ..Describer::new(Method::Sgr) };
    let with_labels = |mut record: GraphRecord| {
        let labels = (0..record.graph.node_count()).map(|node| ["a", "b"][node % 2].into()).collect();
        record.graph = record.graph.with_node_labels(labels).unwrap();
        record
    };
    let labels: Vec<GraphRecord> = kinds().into_iter().map(with_labels).collect();
    let seen = labelled.representation().unwrap().unwrap();
    for (records, describer, representation) in [
        (&records, Describer::new(Method::Sgr), &bare),
        (&records, Describer::new(Method::WeisfeilerLehman), &bare),
        (&labels, labelled, &seen),
    ] {
        let settings = ClusterSettings::default().with_clusters(Some(3));
        let (_, described) = ClusterReport::with_described(records, &describer, &settings, &work, &()).unwrap();
        let page = GraphMap::of_described(records, described, &map_settings, &work, &()).unwrap().to_html();
        let alone = GraphMap::of(records, representation.as_ref(), &map_settings, &work, &()).unwrap();
        assert!(page == alone.to_html(), "{:?}: another page", describer.method);
    }
}

#[test]
fn kernels_have_typical_graphs_but_no_number_of_clusters() {
    let records = kinds();
    let found = report(&records, Method::WeisfeilerLehman, ClusterSettings::default().with_clusters(Some(2)), 2);
    let typical = &found.descriptions[0].typical;
    let members: Vec<usize> = (0..records.len()).filter(|&at| found.clusters.assignments[at] == Some(0)).collect();
    assert!(typical.len() == 3 && typical.iter().all(|at| members.contains(at)), "{found}");
    for (settings, wanted) in [
        (ClusterSettings::default(), "vectors to choose the number of clusters by, or the number"),
        (ClusterSettings::default().with_method(ClusterMethod::Hdbscan), "vectors for hdbscan"),
    ] {
        let describer = Describer::new(Method::WeisfeilerLehman);
        let error = ClusterReport::of(&records, &describer, &settings, &StreamSettings::default(), &()).unwrap_err();
        assert_eq!(error.to_string(), format!("found a kernel, wanted {wanted}"));
    }
}

#[test]
fn threads_do_not_change_a_word() {
    let records = kinds();
    let settings = ClusterSettings::default().with_seed(4);
    let run = |threads| report(&records, Method::Sgr, settings, threads).to_json().to_string();
    assert_eq!(run(1), run(3));
}

/// The distance of a kernel to a mean that is no graph's, against the vectors that give the same products.
#[test]
fn distances_to_means_are_those_of_vectors() {
    use sgr::clusters::Clusters;
    use sgr::experiment::Description;
    use sgr::gram::GramMatrix;
    let rows: Vec<f32> = (0..40).map(|at| ((at * 7) % 13) as f32 + if at % 2 == 0 { 40.0 } else { 0.0 }).collect();
    let points: Vec<&[f32]> = rows.chunks(2).collect();
    let product = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum();
    let values = points.iter().flat_map(|a| points.iter().map(move |b| product(a, b))).collect();
    let vectors = Description::Vectors { width: 2, rows: rows.clone() };
    let clusters = Clusters::find(&vectors, &ClusterSettings::default().with_clusters(Some(3))).unwrap();
    let by_kernel = clusters.describe_vectors(&Description::Gram(GramMatrix::new(20, values)));
    let by_vectors = clusters.describe_vectors(&vectors);
    for (kernel, vector) in by_kernel.iter().zip(&by_vectors) {
        assert_eq!(kernel.untypical, vector.untypical);
        assert_eq!(kernel.typical[0], vector.typical[0]);
    }
}

// Outliers and duplicates.

/** Outliers, and groups of duplicates, that are listed. */
const LISTED = 20;

function outliers() {
  const { values } = quantity.isolation;
  const usual = median(values) || 1;
  const order = [...everyGraph].sort((a, b) => values[b] - values[a] || a - b);
  return order.slice(0, LISTED).filter((graph) => values[graph] > 0).map((graph) => ({ graph, times: values[graph] / usual }));
}

function entry(graph, words, ...more) {
  const button = element("button", { type: "button", className: "link" }, ids[graph]);
  button.addEventListener("click", () => {
    setCurrent(graph);
    reveal(graph);
  });
  return element("li", {}, picture(graph, 56), element("div", {}, button, element("div", { className: "quiet" }, words), ...more));
}

function duplicateEntry([members, isIsomorphic]) {
  const take = element("button", { type: "button", className: "link" }, `Select all ${members.length}`);
  take.addEventListener("click", () => {
    select(members);
    openTab("selection");
  });
  const others = members.slice(1, 4).map((graph) => ids[graph]).join(", ");
  const more = members.length > 4 ? ` and ${members.length - 4} more` : "";
  const kind = isIsomorphic ? "isomorphic" : "equal vectors, not all isomorphic";
  return entry(members[0], `= ${others}${more} · ${kind}`, take);
}

const showNotable = later(() => {
  const groups = [...source.duplicates].sort((a, b) => b[0].length - a[0].length || a[0][0] - b[0][0]);
  const copies = groups.reduce((sum, [members]) => sum + members.length - 1, 0);
  const summary = groups.length
    ? `${plural(copies, "graph")} of ${short(count)} ${copies === 1 ? "is" : "are"} at distance 0 from an earlier one, in ${plural(groups.length, "group")}.`
    : "No two graphs are at distance 0.";
  const far = outliers();
  byId("panel-notable").replaceChildren(
    element("section", {}, element("h3", {}, "Outliers"),
      element("p", { className: "caption" }, `Graphs far from their ${plural(neighbours().each, "nearest graph")}: mean distance, in medians of all graphs.`),
      element("ul", { className: "list", id: "outliers" }, ...far.map(({ graph, times }) => entry(graph, `${times.toFixed(1)} times the median · ${wordsOf(graph)}`)))),
    element("section", {}, element("h3", {}, "Duplicates"), element("p", { className: "caption" }, summary),
      element("ul", { className: "list", id: "duplicates" }, ...groups.slice(0, LISTED).map(duplicateEntry))));
  return true;
});

on("tab", () => byId("panel-notable").hidden || showNotable());

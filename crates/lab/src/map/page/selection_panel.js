// The selected graphs: how they differ, a table of them, and their ids as a file.

/** Rows that the table shows before it is asked for more. */
const PAGE_OF_ROWS = 100;

const table = { order: "id", descending: false, rows: PAGE_OF_ROWS };

const columns = [
  { name: "id", words: "Id", text: true, value: (graph) => ids[graph] },
  ...groupings.map(({ name, names, of }) => ({ name, words: name[0].toUpperCase() + name.slice(1), text: true, value: (graph) => names[of[graph]] ?? "" })),
  ...["nodes", "edges", "clustering"].map((name) => ({ name, words: name[0].toUpperCase() + name.slice(1), value: (graph) => quantity[name].values[graph] })),
];

/** Texts with numbers in them in the order of the numbers: ring-2 before ring-10. */
const inOrder = new Intl.Collator("en", { numeric: true }).compare;

function sorted(graphs) {
  const column = columns.find(({ name }) => name === table.order);
  const sign = table.descending ? -1 : 1;
  const compare = column.text ? (a, b) => inOrder(column.value(a), column.value(b)) : (a, b) => column.value(a) - column.value(b);
  return graphs.sort((a, b) => sign * compare(a, b) || a - b);
}

function headings() {
  return columns.map(({ name, words, text }) => {
    const button = element("button", { type: "button" }, words);
    button.addEventListener("click", () => {
      table.descending = table.order === name && !table.descending;
      table.order = name;
      showSelection();
    });
    const order = table.order === name ? (table.descending ? "descending" : "ascending") : "none";
    return element("th", { className: text ? "text" : "", scope: "col", "aria-sort": order }, button);
  });
}

function rowOf(graph, isFirst) {
  const cells = columns.map(({ value, text }) => {
    const shown = value(graph);
    return element("td", { className: text ? "text" : "", title: text ? shown : "" }, text ? shown : short(shown));
  });
  const row = element("tr", { tabIndex: isFirst ? 0 : -1 }, ...cells);
  row.dataset.graph = graph;
  return row;
}

/** Up and down go to other rows, Enter opens the graph. */
function listenToRows(body) {
  body.addEventListener("click", (event) => {
    const row = event.target.closest("tr");
    if (row) openRow(row);
  });
  body.addEventListener("keydown", (event) => {
    const row = event.target.closest("tr");
    const next = { ArrowDown: row?.nextElementSibling, ArrowUp: row?.previousElementSibling, Home: body.firstElementChild, End: body.lastElementChild }[event.key];
    if (next) {
      event.preventDefault();
      row.tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
      setCurrent(Number(next.dataset.graph), null);
    } else if (row && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      openRow(row);
    }
  });
}

function openRow(row) {
  const graph = Number(row.dataset.graph);
  setCurrent(graph);
  reveal(graph);
}

function tableOf(graphs) {
  const rows = sorted(graphs).slice(0, table.rows).map((graph, at) => rowOf(graph, at === 0));
  const body = element("tbody", { id: "rows" }, ...rows);
  listenToRows(body);
  const made = element("table", {}, element("thead", {}, element("tr", {}, ...headings())), body);
  const box = element("div", { className: "table", tabIndex: 0, role: "region", "aria-label": "Table of the selection" }, made);
  if (graphs.length <= table.rows) return box;
  const more = element("button", { type: "button" }, `Show more of ${plural(graphs.length, "row")}`);
  more.addEventListener("click", () => {
    table.rows *= 4;
    showSelection();
  });
  return element("div", {}, box, element("p", { className: "caption" }, more));
}

/** A field of a .csv by RFC 4180. */
const field = (value) => (/[",\r\n]/.test(value) ? `"${String(value).replaceAll('"', '""')}"` : String(value));

function csvOf(graphs) {
  const names = ["id", ...groupings.map(({ name }) => name), ...quantities.map(({ name }) => name)];
  const rows = graphs.map((graph) => [ids[graph], ...groupings.map(({ names, of }) => names[of[graph]] ?? ""), ...quantities.map(({ values }) => values[graph])]);
  return [names, ...rows].map((row) => row.map(field).join(",")).join("\r\n") + "\r\n";
}

function download(name, text) {
  const link = element("a", { href: URL.createObjectURL(new Blob([text], { type: "text/csv" })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function buttons() {
  const button = (id, words, act, properties = {}) => {
    const made = element("button", { type: "button", id, ...properties }, words);
    made.addEventListener("click", act);
    return made;
  };
  return element("div", { className: "row" },
    button("export", "Export as CSV", () => download("selection.csv", csvOf(selectedGraphs())), { className: "main" }),
    button("take-shown", "All shown", () => select(everyGraph.filter((graph) => state.shown[graph]))),
    button("invert", "Invert", () => select(everyGraph.filter((graph) => !state.selected[graph] && state.shown[graph]))),
    button("clear", "Clear", () => select([])));
}

function showSelection() {
  const panel = byId("panel-selection");
  byId("tab-selection").textContent = state.selectedCount ? `Selection (${short(state.selectedCount)})` : "Selection";
  if (!state.selectedCount) {
    const take = element("button", { type: "button", id: "take-shown" }, "Select all shown");
    take.addEventListener("click", () => select(everyGraph.filter((graph) => state.shown[graph])));
    panel.replaceChildren(element("p", { className: "empty" }, "Draw around points with Lasso or Box, or add graphs one by one with Shift and a click. The table, the curves and the words appear here."), element("div", { className: "row" }, take));
    return;
  }
  panel.replaceChildren(
    element("div", {}, element("p", { className: "name" }, `${plural(state.selectedCount, "graph")} selected`)),
    buttons(), differencesInWords(), curves(), element("section", {}, element("h3", {}, "Graphs"), tableOf(selectedGraphs())));
}

on("selected", () => {
  table.rows = PAGE_OF_ROWS;
  showSelection();
});

// What the colours mean, which groups are shown, and how many graphs.

/** Groups that are hidden by the legend. */
const hiddenRows = new Set();

function legendOfGroups({ grouping, rows, of }) {
  const entries = rows.map((row, at) => {
    const box = element("input", { type: "checkbox", checked: !hiddenRows.has(at) });
    box.addEventListener("change", () => {
      if (box.checked) hiddenRows.delete(at);
      else hiddenRows.add(at);
      setFilter("legend", hiddenRows.size ? (graph) => !hiddenRows.has(of[graph]) : null);
    });
    const swatch = element("span", { className: "swatch" });
    swatch.style.background = row.colour;
    return element("label", { title: row.words }, box, swatch, element("span", {}, row.words), element("span", { className: "number" }, short(row.size)));
  });
  return [element("h2", {}, grouping.words), ...entries];
}

function legendOfQuantity({ quantity, scale }) {
  const canvas = element("canvas", { className: "ramp", role: "img", "aria-label": `From ${short(scale.low)} to ${short(scale.high)}` });
  const context = sharpContext(canvas, 200, 12);
  for (let x = 0; x < 200; x++) {
    context.fillStyle = ramp(x / 199);
    context.fillRect(x, 0, 1, 12);
  }
  const heading = quantity.words + (quantity.logarithmic ? " (logarithmic)" : "");
  const box = element("div", { className: "ramp-box" }, element("span", {}, short(scale.low)), canvas, element("span", {}, short(scale.high)));
  return [element("h2", {}, heading[0].toUpperCase() + heading.slice(1)), box];
}

function showLegend() {
  const { grouping } = state.colouring;
  byId("legend").replaceChildren(...(grouping ? legendOfGroups(state.colouring) : legendOfQuantity(state.colouring)));
}

function showCounts() {
  const shown = state.shownCount < count ? `${short(state.shownCount)} of ${plural(count, "graph")} shown` : plural(count, "graph");
  byId("counts").textContent = state.selectedCount ? `${shown} · ${short(state.selectedCount)} selected` : shown;
}

function colourBy(name) {
  state.colouring = colouring(name);
  hiddenRows.clear();
  setFilter("legend", null);
  changed("colouring");
}

on("colouring", showLegend);
on("shown selected", showCounts);
on("theme", () => {
  const { grouping, quantity } = state.colouring;
  state.colouring = colouring((grouping ?? quantity).name);
  showLegend();
});

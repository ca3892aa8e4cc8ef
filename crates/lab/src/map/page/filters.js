// Histograms of the quantities; a brush on one hides the graphs outside of it.

const BINS = 32;
const [WIDTH, HEIGHT] = [320, 54];

/** The ranges that are set, by the name of the quantity. */
const ranges = new Map();

function binsOf({ values }, scale, isIn) {
  const bins = new Uint32Array(BINS);
  for (let graph = 0; graph < count; graph++) {
    if (isIn(graph)) bins[Math.min(BINS - 1, Math.floor(scale.place(values[graph]) * BINS))]++;
  }
  return bins;
}

/** Bars; the heights are roots, so that small ones are seen next to large ones. */
function bars(name, bins, most) {
  const path = [...bins].map((number, at) => {
    if (!number) return "";
    const height = Math.max(1, Math.sqrt(number / most) * (HEIGHT - 4));
    return `M${(at * WIDTH) / BINS + 0.5} ${HEIGHT}v${-height}h${WIDTH / BINS - 1}v${height}z`;
  });
  return shape("path", { class: name, d: path.join("") });
}

class Filter {
  constructor(quantity) {
    this.quantity = quantity;
    this.scale = scaleOf(quantity);
    this.all = binsOf(quantity, this.scale, () => true);
    this.picture = shape("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" });
    this.reset = element("button", { type: "button", className: "link" }, "Reset");
    this.reset.addEventListener("click", () => this.set(null));
    const input = (words) => element("input", { type: "number", step: "any", "aria-label": `${words} ${quantity.words}` });
    [this.low, this.high] = [input("Least"), input("Largest")];
    for (const end of [this.low, this.high]) end.addEventListener("change", () => this.fromInputs());
    this.listen();
    const words = quantity.words[0].toUpperCase() + quantity.words.slice(1);
    this.element = element("section", { className: "filter" },
      element("header", {}, element("b", {}, words), this.reset), this.picture,
      element("div", { className: "range" }, this.low, this.high));
    this.element.dataset.quantity = quantity.name;
  }

  fromInputs() {
    const [low, high] = [this.low, this.high].map((end) => (end.value === "" ? NaN : Number(end.value)));
    this.set([Number.isNaN(low) ? this.scale.low : low, Number.isNaN(high) ? this.scale.high : high]);
  }

  /** Sets the range of values that are shown, or all. */
  set(range) {
    const { name, values } = this.quantity;
    if (range) range = [Math.min(...range), Math.max(...range)];
    const isAll = !range || (range[0] <= this.scale.low && range[1] >= this.scale.high);
    if (isAll) ranges.delete(name);
    else ranges.set(name, range);
    setFilter(name, isAll ? null : (graph) => values[graph] >= range[0] && values[graph] <= range[1]);
    say(`${plural(state.shownCount, "graph")} shown`);
  }

  listen() {
    let from = null;
    const part = (event) => {
      const box = this.picture.getBoundingClientRect();
      return Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    };
    this.picture.addEventListener("pointerdown", (event) => {
      this.picture.setPointerCapture(event.pointerId);
      from = part(event);
    });
    this.picture.addEventListener("pointermove", (event) => {
      if (from === null || Math.abs(part(event) - from) < 0.01) return;
      this.set([from, part(event)].map((end) => this.scale.value(end)));
    });
    this.picture.addEventListener("pointerup", () => (from = null));
    this.picture.addEventListener("dblclick", () => this.set(null));
  }

  show() {
    const { name } = this.quantity;
    const range = ranges.get(name);
    const most = Math.max(...this.all);
    const shown = binsOf(this.quantity, this.scale, (graph) => state.shown[graph]);
    this.picture.replaceChildren(bars("all", this.all, most), bars("shown", shown, most));
    const [low, high] = range ?? [this.scale.low, this.scale.high];
    if (range) {
      const [left, right] = [this.scale.place(low), this.scale.place(high)].map((place) => place * WIDTH);
      this.picture.append(shape("rect", { class: "brush", x: left, width: Math.max(right - left, 1), y: 0, height: HEIGHT }));
    }
    this.reset.hidden = !range;
    const digits = (value) => Number(value.toPrecision(4));
    [this.low.value, this.high.value] = [digits(low), digits(high)];
  }
}

/** Filters of all quantities that differ between graphs. */
const filterPanel = later(() => {
  const made = quantities.map((quantity) => new Filter(quantity)).filter(({ scale }) => scale.high > scale.low);
  const clear = element("button", { type: "button", id: "reset-filters" }, "Reset all");
  clear.addEventListener("click", () => made.forEach((filter) => filter.set(null)));
  const words = element("p", { className: "quiet", id: "filtered" });
  byId("panel-filters").replaceChildren(element("div", { className: "row" }, clear, words), ...made.map((filter) => filter.element));
  return { made, words };
});

function showFilters() {
  if (byId("panel-filters").hidden) return;
  const { made, words } = filterPanel();
  made.forEach((filter) => filter.show());
  words.textContent = `${short(state.shownCount)} of ${plural(count, "graph")} shown. Drag over a histogram.`;
}

on("shown tab", showFilters);

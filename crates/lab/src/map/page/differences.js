// What distinguishes the selection, in words: the largest standardized differences.

const [LEAST, MOST] = source.differences;

/** The mean of the samples of a curve that are compared besides the quantities. */
function valuesOf({ curve, from, to, scale }) {
  const samples = curve === "spectrum" ? spectra() : traces();
  return Float32Array.from({ length: count }, (_, graph) => {
    let sum = 0;
    for (let at = from; at < to; at++) sum += samples[graph * SAMPLES + at];
    return (scale * sum) / (255 * (to - from));
  });
}

const compared = later(() => [...quantities.map(({ words, values, logarithmic }) => ({ words, values, logarithmic })), ...source.windows.map((each) => ({ words: each.words, values: valuesOf(each) }))]);

function median(values) {
  const sorted = Float32Array.from(values).sort();
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The difference of the means in standard deviations of all graphs, for counts on a logarithmic scale: as `contrast` computes it. */
function difference({ words, values, logarithmic }) {
  const turned = (value) => (logarithmic ? Math.log1p(value) : value);
  const sums = [[0, 0], [0, 0]], lists = [[], []];
  let squares = 0;
  for (let graph = 0; graph < count; graph++) {
    const part = state.selected[graph];
    const value = turned(values[graph]);
    sums[part][0] += 1;
    sums[part][1] += value;
    squares += value * value;
    lists[part].push(values[graph]);
  }
  const mean = (sums[0][1] + sums[1][1]) / count;
  const deviation = Math.sqrt(Math.max(0, squares / count - mean * mean));
  // Rounding alone is no difference.
  const size = deviation > 1e-6 * (1 + Math.abs(mean)) ? (sums[1][1] / sums[1][0] - sums[0][1] / sums[0][0]) / deviation : 0;
  return { words, size, inside: median(lists[1]), outside: median(lists[0]) };
}

function differences() {
  return compared().map(difference).filter(({ size }) => Math.abs(size) >= LEAST).sort((a, b) => Math.abs(b.size) - Math.abs(a.size)).slice(0, MOST);
}

/** The group of each grouping that is most over-represented in the selection. */
function composition() {
  const rest = count - state.selectedCount;
  return groupings.flatMap(({ name, names, of }) => {
    const inside = new Array(names.length + 1).fill(0), sizes = new Array(names.length + 1).fill(0);
    for (let graph = 0; graph < count; graph++) {
      sizes[of[graph]]++;
      if (state.selected[graph]) inside[of[graph]]++;
    }
    const parts = names.map((_, group) => [inside[group] / state.selectedCount, (sizes[group] - inside[group]) / rest]);
    const excess = parts.map(([part, other]) => part - other);
    const most = excess.indexOf(Math.max(...excess));
    if (most < 0 || excess[most] < 0.05) return [];
    const [part, other] = parts[most].map((part) => Math.round(100 * part));
    return [`${part}\u00a0% are of ${name === "class" ? `class ${names[most]}` : names[most]}; of the others ${other}\u00a0%.`];
  });
}

function differencesInWords() {
  if (state.selectedCount === count) return element("p", { className: "quiet" }, "All graphs are selected: there is nothing to compare them with.");
  const lines = differences().map(({ words, size, inside, outside }) => {
    const by = `${size > 0 ? "+" : "−"}${Math.abs(size).toFixed(1)}\u00a0σ`;
    return `${size > 0 ? "Higher" : "Lower"} ${words}: ${short(inside)}, others ${short(outside)} (${by}).`;
  });
  const found = lines.length ? lines : [`No quantity differs by more than ${LEAST} standard deviations.`];
  const items = [...composition(), ...found].map((line) => element("li", {}, line));
  const note = "Medians. σ: standard deviations over all graphs, of counts on a logarithmic scale.";
  return element("section", {}, element("h3", {}, "What distinguishes them"), element("ul", { className: "words", id: "words" }, ...items), element("p", { className: "caption" }, note));
}

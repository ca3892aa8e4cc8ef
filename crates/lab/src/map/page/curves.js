// Spectrum and heat trace of the selection against the rest, as bands between quantiles.

const SAMPLES = source.times.length;
const BOX = { left: 24, right: 10, top: 8, bottom: 32, width: 340, height: 168 };

/** Quantiles of each sample over some graphs, from counts of bytes. */
function bands(bytes, isIn, parts) {
  const counts = new Uint32Array(SAMPLES * 256);
  let total = 0;
  for (let graph = 0; graph < count; graph++) {
    if (!isIn(graph)) continue;
    total++;
    for (let at = 0; at < SAMPLES; at++) counts[at * 256 + bytes[graph * SAMPLES + at]]++;
  }
  if (!total) return null;
  return parts.map((part) => Array.from({ length: SAMPLES }, (_, at) => {
    let [seen, value] = [0, 0];
    while (seen + counts[at * 256 + value] < part * total && value < 255) seen += counts[at * 256 + value++];
    return value / 255;
  }));
}

function chart(title, bytes, [unitsX, wordsX], [unitsY, wordsY]) {
  const { left, right, top, bottom, width, height } = BOX;
  const x = (part) => left + part * (width - left - right);
  const y = (part) => height - bottom - part * (height - top - bottom);
  const line = (values) => values.map((value, at) => `${at ? "L" : "M"}${x(at / (SAMPLES - 1)).toFixed(1)} ${y(value).toFixed(1)}`).join("");
  const area = ([low, , high]) => `${line(low)}${line(high).split(/(?=[ML])/).reverse().join("").replaceAll("M", "L")}Z`;
  const picture = shape("svg", { class: "chart", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${title}: medians and middle 80 % of the selection and of the other graphs` });
  picture.append(shape("path", { class: "axis", d: `M${x(0)} ${y(1)}V${y(0)}H${x(1)}` }));
  unitsX.forEach((text, at) => picture.append(shape("text", { x: x(at / (unitsX.length - 1)), y: height - bottom + 13, "text-anchor": "middle" }, text)));
  unitsY.forEach((text, at) => picture.append(shape("text", { x: left - 5, y: y(at / (unitsY.length - 1)) + 4, "text-anchor": "end" }, text)));
  picture.append(shape("text", { x: x(0.5), y: height - 3, "text-anchor": "middle" }, wordsX));
  for (const [name, isIn] of [["rest", (graph) => !state.selected[graph]], ["picked", (graph) => state.selected[graph]]]) {
    const found = bands(bytes, isIn, [0.1, 0.5, 0.9]);
    if (!found) continue;
    picture.append(shape("path", { class: `${name}-band`, d: area(found) }), shape("path", { class: `${name}-line`, d: line(found[1]) }));
  }
  const heading = element("figcaption", { className: "chart-title" }, element("h3", {}, title), element("span", { className: "quiet" }, wordsY));
  return element("figure", {}, heading, picture);
}

function curves() {
  const key = element("p", { className: "keys" },
    element("span", {}, element("i"), "selection"),
    element("span", {}, element("i", { className: "rest" }), "others"),
    element("span", {}, "median and 10 to 90 %"));
  return element("section", {}, key,
    chart("Spectrum", spectra(), [["0", "¼", "½", "¾", "1"], "rank of the eigenvalue / number of nodes"], [["0", "1", "2"], "eigenvalues by rank"]),
    chart("Heat trace", traces(), [["0.01", "0.1", "1", "10", "100"], "time"], [["0", "½", "1"], "heat left where it started"]));
}

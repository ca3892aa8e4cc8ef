// The numbers of the map, as typed arrays.

const source = JSON.parse(document.getElementById("data").textContent);

/** The bytes of a base64 text. */
function bytesOf(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at++) bytes[at] = letters.charCodeAt(at);
  return bytes;
}

/** Numbers of a base64 text: little-endian in the file, whatever the machine is. */
function numbersOf(text, Kind) {
  const bytes = bytesOf(text);
  const isLittle = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;
  if (!isLittle) for (let at = 0; at < bytes.length; at += 4) bytes.subarray(at, at + 4).reverse();
  return new Kind(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
}

/** A value that is made when it is first asked for. */
function later(make) {
  let made;
  return () => (made ??= make());
}

const ids = source.ids;
const count = ids.length;
const groupings = [
  source.classes && { name: "class", words: "Class", names: source.classes.names, of: numbersOf(source.classes.of, Uint32Array) },
  { name: "cluster", words: `Cluster (${source.clusters_by[0]})`, names: source.clusters.names, of: numbersOf(source.clusters.of, Uint32Array) },
].filter(Boolean);
const classes = groupings.find((grouping) => grouping.name === "class");
const quantities = source.quantities.map((quantity) => ({ ...quantity, values: numbersOf(quantity.values, Float32Array) }));
const quantity = Object.fromEntries(quantities.map((each) => [each.name, each]));
const layouts = source.layouts.map((layout) => ({ ...layout, points: numbersOf(layout.points, Float32Array) }));
const neighbours = later(() => {
  const [each, others, distances] = source.neighbours;
  return { each, others: numbersOf(others, Uint32Array), distances: numbersOf(distances, Float32Array) };
});
const spectra = later(() => bytesOf(source.spectra));
const traces = later(() => bytesOf(source.traces));
const drawings = later(() => ({ offsets: numbersOf(source.drawings[0], Uint32Array), bytes: bytesOf(source.drawings[1]) }));

/** The class of a graph, or nothing. */
const classOf = (graph) => classes?.names[classes.of[graph]];

/** A number in few digits. */
function short(value) {
  if (Number.isInteger(value) && Math.abs(value) < 1e7) return value.toLocaleString("en");
  const size = Math.abs(value);
  if (size >= 1e6 || (size < 1e-3 && size > 0)) return value.toExponential(1);
  return value.toLocaleString("en", { maximumSignificantDigits: 3 });
}

const plural = (number, one, many = one + "s") => `${number.toLocaleString("en")} ${number === 1 ? one : many}`;

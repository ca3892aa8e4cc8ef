// Colours that people who see few colours tell apart, on white and on black.

/** The colours of the data on black: the same hues, lighter. */
const onBlack = ["#5aa9e6", "#f58a4b", "#34c99a", "#e39ac6", "#a3dcf7", "#f5bd45", "#b8a2e0", "#9aa1ab"];

/** Colours of groups and labels as the page is now; the last is for all others. */
const palette = () => (isDark() ? onBlack : source.colours);

/** Colours of the labels of nodes: those of elements if the nodes are atoms. */
const labelColours = () => source.elements?.map((tones) => tones[isDark() ? 1 : 0]) ?? palette();

/** Black or white, whichever stands out more from a colour. */
function inkOn(colour) {
  const parts = [1, 3, 5].map((at) => (parseInt(colour.slice(at, at + 2), 16) / 255) ** 2.2);
  return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2] > 0.18 ? "#000" : "#fff";
}

/** Corners of viridis (van der Walt and Smith 2015, public domain). */
const viridis = [[68, 1, 84], [59, 82, 139], [33, 145, 140], [94, 201, 98], [253, 231, 37]];

/** The part of viridis that stands out from the paper. */
const ends = () => (isDark() ? [0.18, 1] : [0, 0.92]);

/** The colour of a value from 0 to 1. */
function ramp(value) {
  const [from, to] = ends();
  const place = (from + value * (to - from)) * (viridis.length - 1);
  const corner = Math.min(Math.floor(place), viridis.length - 2);
  const mixed = viridis[corner].map((part, at) => Math.round(part + (place - corner) * (viridis[corner + 1][at] - part)));
  return `rgb(${mixed.join(" ")})`;
}

/** Steps of a continuous scale: more cannot be told apart. */
const STEPS = 32;

/** The groups of a grouping in the order of the legend: the largest have colours, the others share one. */
function colouredGroups(grouping) {
  const sizes = new Array(grouping.names.length + 1).fill(0);
  for (const group of grouping.of) sizes[group]++;
  const colours = palette();
  const most = colours.length - 1;
  const places = grouping.names.map((_, at) => at).sort((a, b) => sizes[b] - sizes[a] || a - b);
  const own = places.slice(0, most).sort((a, b) => a - b);
  const rows = own.map((group, at) => ({ words: grouping.names[group], colour: colours[at], groups: [group], size: sizes[group] }));
  const others = places.slice(most);
  const sum = others.reduce((sum, group) => sum + sizes[group], 0);
  if (others.length) rows.push({ words: others.length > 1 ? `${others.length} others` : grouping.names[others[0]], colour: colours[most], groups: others, size: sum });
  const without = grouping.names.length;
  if (sizes[without]) rows.push({ words: `without ${grouping.name}`, colour: colours[most], groups: [without], size: sizes[without] });
  return rows;
}

/** The colour of each graph: numbers into a list of colours, and what the legend says. */
function colouring(name) {
  const grouping = groupings.find((each) => each.name === name);
  if (grouping) {
    const rows = colouredGroups(grouping);
    const rowOf = new Uint8Array(grouping.names.length + 1);
    rows.forEach((row, at) => row.groups.forEach((group) => (rowOf[group] = at)));
    return { grouping, rows, of: Uint8Array.from(grouping.of, (group) => rowOf[group]), colours: rows.map((row) => row.colour) };
  }
  const shown = quantity[name];
  const scale = scaleOf(shown);
  const of = Uint8Array.from(shown.values, (value) => Math.min(STEPS - 1, Math.floor(scale.place(value) * STEPS)));
  const colours = Array.from({ length: STEPS }, (_, step) => ramp((step + 0.5) / STEPS));
  return { quantity: shown, scale, of, colours };
}

/** Where the values of a quantity lie from 0 to 1, and back. */
function scaleOf({ values, logarithmic }) {
  let low = Infinity, high = -Infinity;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const turned = logarithmic ? Math.log1p : (value) => value;
  const back = logarithmic ? Math.expm1 : (value) => value;
  const [start, end] = [turned(low), turned(high)];
  const place = (value) => (end > start ? Math.min(1, Math.max(0, (turned(value) - start) / (end - start))) : 0.5);
  return { low, high, place, value: (part) => back(start + part * (end - start)) };
}

/** Whether the page is dark now. */
const isDark = () => {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
};

const probe = document.createElement("span");
probe.hidden = true;
document.body.append(probe);

/** A colour of the style sheet, as it is now. */
function tone(name) {
  probe.style.color = `var(--${name})`;
  return getComputedStyle(probe).color;
}

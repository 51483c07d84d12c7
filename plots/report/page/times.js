// The view of times to targets: a row for each target, a mark for each method, and the numbers below.

/// Measures that have to stay at or below a target.
const measures = {optimum: "(F(w) − D*)/D*", start: "(F(w) − D*)/(F(0) − D*)"};
const targetTexts = ["0.1", "0.01", "0.001", "0.0001", "1e-05", "1e-06"];

/// The median time of a row; NaN if the median run did not arrive or the certificate does not suffice.
function timeOf(row) {
  return row.below_certificate === "1" ? NaN : numberOf(row[`${state.x}_median`]);
}

/// The methods' rows of time_to_target.csv, by target from the first: {target, entries: [{look, label, row, time}]}.
function timesOf(problem) {
  const targets = new Map();
  for (const look of shownMethods()) {
    for (const row of problem.curves.get(look.index)?.times || []) {
      if (row.scale !== state.scale) continue;
      const target = Number(row.target);
      if (!targets.has(target)) targets.set(target, []);
      targets.get(target).push({look, label: experiment().methods[look.index].label, row, time: timeOf(row)});
    }
  }
  return [...targets].sort(([a], [b]) => b - a).map(([target, entries]) => ({target, entries}));
}

function fastestOf(entries) {
  const arrived = entries.filter((each) => Number.isFinite(each.time));
  return arrived.length === 0 ? null : arrived.reduce((best, each) => (each.time < best.time ? each : best));
}

function timeUnit() {
  return state.x === "passes" ? "passes" : "s";
}

/// "0.012 s", "0.01 to 0.02 s" if known within bounds, "not within 1 s" if the run was cut off before.
function timeText(row, unit = ` ${timeUnit()}`) {
  if (row.below_certificate === "1") return "unknown";
  const high = numberOf(row[`${state.x}_median`]), low = numberOf(row[`${state.x}_median_at_least`]);
  if (!Number.isFinite(high)) return Number.isFinite(low) ? `not\u00a0within ${numberText(low, 3)}\u00a0${timeUnit()}` : "never";
  return `${high > low ? `${numberText(low, 3)} to ` : ""}${numberText(high, 3)}${unit}`;
}

/// Targets with their texts, down to the first that no method reaches.
function targetsOf(problem) {
  const all = timesOf(problem), rows = all.slice(0, all.findLastIndex(({entries}) => fastestOf(entries)) + 2);
  return rows.map((row, k) => ({...row, text: (k === rows.length - 1 && rows.length < all.length ? "≤ " : "") + powerText(row.target)}));
}

/// A row for each target.
function timesChart(problem, width) {
  const rows = targetsOf(problem);
  const methods = shownMethods();
  const place = (k, look) => rows.length - k - 0.38 - 0.5 * (methods.indexOf(look) + 0.5) / methods.length;
  const lines = methods.map((look) => ({
    look, label: experiment().methods[look.index].label, curve: problem.curves.get(look.index), isLine: false,
    points: rows.flatMap(({text: target, entries}, k) => entries.filter((each) => each.look === look).map(({row, time}) => ({
      x: time, y: place(k, look),
      text: () => [`to ${target}: ${timeText(row)}`, `${row.arrived} of ${row.runs} runs`, `10–90 %: ` +
        `${numberText(numberOf(row[`${state.x}_p10`]), 3)} to ${numberText(numberOf(row[`${state.x}_p90`]), 3)}`],
    }))),
  })).filter((line) => line.curve);
  const known = extentOf(lines.flatMap((line) => line.points.map((point) => point.x)), true) || [0.1, 1];
  const middle = Math.sqrt(known[0] * known[1]), reach = Math.max(1.4 * known[1] / middle, 4);
  const said = rows.map(({entries}) => {
    const best = fastestOf(entries);
    return best ? `${best.label}: ${numberText(best.time, 3)} ${timeUnit()}` : "none gets there";
  });
  return makeChart({
    height: 60 + 42 * rows.length, lines,
    x: {title: position().title, range: [middle / reach, middle * reach], isLogarithmic: true},
    y: {range: [0, rows.length], isLogarithmic: false,
      tics: rows.map(({text}, k) => ({value: rows.length - k - 0.5, line: rows.length - k - 1, text})),
      rows: said.map((text, k) => ({value: rows.length - k - 0.3, text}))},
    description: `${problem.title}: ${position().title} to targets. Fastest: ${rows.map(({text}, k) => `${text} ${said[k]}`).join("; ")}.`,
    pick: (line) => showCurve(problem, line.curve),
  }, width);
}

function timesTable(problem) {
  const rows = targetsOf(problem);
  const cells = shownMethods().filter(({index}) => problem.curves.has(index)).map((look) => [experiment().methods[look.index].label,
    ...rows.map(({entries}) => {
      const entry = entries.find((each) => each.look === look);
      return !entry ? "" : make(entry === fastestOf(entries) ? "strong" : "span", {}, timeText(entry.row, ""));
    })]);
  return makeTable(`${problem.title}: median ${position().title} to each target`, ["method", ...rows.map(({text}) => text)], cells, {class: "times"});
}

function timesView(size) {
  const problems = shownProblems().filter((each) => each.certificate);
  if (problems.length === 0) return make("p", {}, "No optimum is certified here, so that times to targets are not known.");
  return [
    make("label", {class: "ordinate"}, "Each row: the time until ",
      make("select", {id: "scale", onchange: (event) => choose({scale: event.target.value})},
        Object.entries(measures).map(([name, text]) => make("option", {value: name, selected: name === state.scale}, text))),
      " stays at the target, and the fastest method", state.scale === "optimum" ? noteOfScale(problems) : ""),
    makePanels(problems, size.height, (problem) => timesChart(problem, size.width),
      (problem) => makeDetails("Table", () => timesTable(problem), `table of ${problem.title}`)),
  ];
}

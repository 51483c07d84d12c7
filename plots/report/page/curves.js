// Curves of one problem: a chart, its table, its numbers as CSV.

/// Lines of the problem's chart for the current selection: x, y, low and high for each visible method and
/// line.
function linesOf(experiment, problem) {
  const lines = [];
  problem.curves.forEach((curve, place) => {
    const method = experiment.methods[curve.method];
    if (!method || experiment.hidden.has(curve.method)) return;
    const of = selection.statistic === "seeds" ? seedLines(problem, curve) : averagedLine(problem, curve);
    for (const line of of) lines.push({...line, method, curve, place});
  });
  return lines;
}

/// Divides by D* if the quantity is relative; null if impossible.
function scaled(numbers, problem) {
  const quantity = quantities[selection.y];
  if (!numbers || !quantity.is_relative) return numbers;
  if (!problem.certificate) return null;
  return Float64Array.from(numbers, (each) => each / problem.certificate.lower_bound);
}

function averagedLine(problem, curve) {
  const points = curve.points;
  const x = chosenPositions((name) => numbersOf(points[name]), curve.setup_seconds || 0, curve.tuning_seconds);
  const statistic = points[selection.y];
  if (!x || !statistic) return [];
  const of = (name) => scaled(numbersOf(statistic[name]), problem);
  const y = of(selection.statistic);
  return y ? [{x, y, low: of("p10"), high: of("p90")}] : [];
}

function seedLines(problem, curve) {
  return curve.seeds.flatMap((seed) => {
    const x = chosenPositions((name) => numbersOf(seed[name]), seed.setup_seconds, curve.tuning_seconds);
    const y = scaled(numbersOf(seed[selection.y]), problem);
    return x && y ? [{x, y, seed}] : [];
  });
}

function finiteExtremes(arrays, accept = () => true) {
  let low = Infinity, high = -Infinity;
  for (const numbers of arrays) {
    if (!numbers) continue;
    for (const each of numbers) {
      if (!Number.isFinite(each) || !accept(each)) continue;
      if (each < low) low = each;
      if (each > high) high = each;
    }
  }
  return low <= high ? {low, high} : null;
}

/// From the first position after w = 0 (or 0) to the last, without methods whose points are separate runs.
function xRange(lines) {
  const isLogarithmic = selection.xScale === "log";
  const steady = lines.filter((line) => !line.method.sampled);
  const found = finiteExtremes((steady.length > 0 ? steady : lines).map((line) => line.x), (each) => each > 0);
  if (!found) return null;
  return isLogarithmic ? [found.low / 1.15, found.high * 1.15] : [0, found.high * 1.02];
}

/// As in the printed figures: up to the value at w = 0 if a line falls below it; overshooting lines are cut
/// off. A logarithmic axis extends to the smallest positive value of a line, but not far below the
/// certificate's gap.
function yRange(lines, problem) {
  const isLogarithmic = isLogarithmicY();
  const quantity = quantities[selection.y];
  const accept = isLogarithmic ? (each) => each > 0 : () => true;
  const centre = finiteExtremes(lines.map((line) => line.y), accept);
  if (!centre) return null;
  let {low, high} = finiteExtremes(lines.flatMap((line) => [line.y, line.low, line.high]), accept);
  if (isLogarithmic) low = quantity.is_relative ? Math.max(centre.low, relativeAxis.smallest) : centre.low;
  const starts = lines.map((line) => line.y[0]).filter((each) => Number.isFinite(each));
  if (["objective", "suboptimality"].includes(quantity.name) && starts.length > 0) {
    const start = Math.max(...starts);
    if (centre.low < start) high = Math.min(high, start);
  }
  const gap = problem.certificate ? problem.certificate.gap : 0;
  if (quantity.name === "objective" && problem.certificate) low = Math.min(low, problem.certificate.lower_bound);
  if (quantity.name === "suboptimality" && isLogarithmic && gap >= relativeAxis.smallest && low < relativeAxis.factor * gap) low = gap / relativeAxis.factor;
  if (quantity.is_share && !isLogarithmic) low = Math.min(0, low);
  if (isLogarithmic) return low > 0 ? [low / 1.4, Math.max(high, (quantity.is_relative ? 10 : 1.01) * low) * 1.4] : null;
  const room = 0.05 * (high - low) || 0.05 * Math.abs(high) || 1;
  // room for the word on D*
  const below = quantity.name === "objective" && problem.certificate ? 1.6 * room : room;
  return [quantity.is_share && low === 0 ? 0 : low - below, high + room];
}

/// The certificate: a line if it is visible, and a word on its gap always.
function certificateMarks(problem, range) {
  const certificate = problem.certificate;
  const column = selection.y;
  if (!certificate || !range || !["objective", "suboptimality"].includes(column)) return {};
  const y = column === "objective" ? certificate.lower_bound : certificate.gap;
  const isLogarithmic = isLogarithmicY();
  const isInside = y >= range[0] && y <= range[1];
  const ink = styleColour("--soft");
  const annotation = {
    xref: "paper", x: 0.995, xanchor: "right", yanchor: column === "objective" && !isLogarithmic ? "top" : "bottom", showarrow: false, font: {size: 11, color: ink},
    text: column === "objective" ? `D*, certified to a relative gap of ${shortText(certificate.gap)}`
      : `certified gap ${shortText(certificate.gap)}${isInside ? "" : `, ${y < range[0] ? "below" : "above"} this picture`}`,
    bgcolor: withAlpha(styleColour("--paper"), 0.75),
    ...(isInside ? {yref: "y", y: isLogarithmic ? Math.log10(y) : y} : {yref: "paper", y: 0.005}),
  };
  const line = {type: "line", xref: "paper", x0: 0, x1: 1, yref: "y", y0: y, y1: y, line: {color: ink, width: 1.2, dash: "dot"}};
  const below = {type: "rect", xref: "paper", x0: 0, x1: 1, yref: "y", y0: range[0], y1: Math.min(y, range[1]), fillcolor: ink, opacity: 0.12, line: {width: 0}, layer: "below"};
  return {annotations: [annotation], shapes: [...(isInside ? [line] : []), ...(column === "suboptimality" && y >= range[0] ? [below] : [])]};
}

function hoverText(line, i) {
  const position = positions[selection.x];
  const quantity = quantities[selection.y];
  const who = line.seed ? `seed ${line.seed.seed}`
    : `${selection.statistic} of ${line.curve.runs} seeds${line.curve.failed_runs ? `, ${line.curve.failed_runs} failed by the end` : ""}`;
  const band = line.low && line.low[i] !== line.high[i] ? `<br>10–90 %: ${numberText(line.low[i])} to ${numberText(line.high[i])}` : "";
  return `<b>${plotlyText(line.method.label)}</b>, ${who}<br>${position.title}: ${numberText(line.x[i])}` +
    `<br>${quantity.short_title}: ${numberText(line.y[i])}${band}`;
}

function hasBand(line) {
  return line.low && line.high && line.low.some((each, i) => each !== line.high[i] && Number.isFinite(each));
}

/// Draws bands first, so that they hide no line. The seeds of a method are one trace with gaps. A logarithmic
/// axis omits positions such as w = 0, from which Plotly would draw lines far to the left.
function tracesOf(lines) {
  const traces = [];
  const isLogarithmic = isLogarithmicY();
  const shown = (each) => Number.isFinite(each) && (!isLogarithmic || each > 0);
  const isPlaced = (each) => selection.xScale !== "log" || !(each <= 0);
  for (const line of lines) {
    if (!hasBand(line)) continue;
    const at = [...line.x.keys()].filter((i) => Number.isFinite(line.x[i]) && isPlaced(line.x[i]) && shown(line.high[i]));
    const floor = (each) => (shown(each) ? each : 1e-300);
    traces.push({
      x: [...at.map((i) => line.x[i]), ...[...at].reverse().map((i) => line.x[i])],
      y: [...at.map((i) => line.high[i]), ...[...at].reverse().map((i) => floor(line.low[i]))],
      type: "scatter", mode: "lines", line: {width: 0}, fill: "toself", fillcolor: withAlpha(methodColour(line.method), 0.16),
      hoverinfo: "skip", name: `${plotlyText(line.method.label)}: band`, meta: "band",
    });
  }
  const byMethod = new Map();
  for (const line of lines) {
    let trace = byMethod.get(line.place);
    if (!trace) {
      trace = {
        x: [], y: [], text: [], type: "scatter", hoverinfo: "text", connectgaps: false, meta: "curve",
        name: plotlyText(line.method.label), mode: "lines+markers",
        line: plotlyLine(line.method), marker: plotlyMarker(line.method),
      };
      if (line.seed) trace.line.width *= 0.6;
      if (line.method.sampled) trace.line.width *= 0.5;
      byMethod.set(line.place, trace);
      traces.push(trace);
    } else {
      trace.x.push(null); trace.y.push(null); trace.text.push("");
    }
    const at = [...line.x.keys()].filter((i) => isPlaced(line.x[i]));
    // a line through a single point is invisible
    if (at.length > 1 && !line.method.sampled) trace.mode = "lines";
    for (const i of at) {
      trace.x.push(line.x[i]);
      trace.y.push(shown(line.y[i]) ? line.y[i] : null);
      trace.text.push(hoverText(line, i));
    }
  }
  return traces;
}

function curveChart(experiment, problem) {
  const lines = linesOf(experiment, problem);
  const y = yRange(lines, problem);
  const quantity = quantities[selection.y];
  const position = positions[selection.x];
  const missing = lines.length > 0 ? {} : {annotations: [{xref: "paper", yref: "paper", x: 0.5, y: 0.5, showarrow: false,
    text: experiment.hidden.size >= experiment.methods.length ? "no method is chosen" : "not known for this problem"}]};
  const names = [...new Set(lines.map((line) => line.method.label))];
  return {
    traces: tracesOf(lines),
    layout: plotlyLayout(plotlyAxis(position.title, selection.xScale === "log", xRange(lines)),
      plotlyAxis(quantity.title, isLogarithmicY(), y), {...certificateMarks(problem, y), ...missing}),
    description: `Chart for ${problem.title}: ${quantity.title} over ${position.title}, ${statistics[selection.statistic].title}, of ${names.join(", ") || "no method"}. The table below has its numbers.`,
  };
}

/// The last value at or before a position.
function valueAt(line, x) {
  let value = NaN;
  for (let i = 0; i < line.x.length && line.x[i] <= x * (1 + 1e-9); ++i) value = line.y[i];
  return value;
}

function middle(values) {
  const known = values.filter((each) => !Number.isNaN(each)).sort((a, b) => a - b);
  if (known.length === 0) return NaN;
  const half = (known.length - 1) / 2;
  return (known[Math.floor(half)] + known[Math.ceil(half)]) / 2;
}

function curveTable(experiment, problem) {
  const lines = linesOf(experiment, problem);
  const range = xRange(lines);
  if (!range) return make("p", {}, "There is nothing to show.");
  const found = finiteExtremes(lines.filter((line) => !line.method.sampled || lines.every((each) => each.method.sampled)).map((line) => line.x), (each) => each > 0);
  const count = 7;
  const columns = [0, ...Array.from({length: count}, (_, k) => found.low * (found.high / found.low) ** (k / (count - 1)))];
  const byMethod = new Map();
  for (const line of lines) byMethod.set(line.place, [...(byMethod.get(line.place) || []), line]);
  const rows = [...byMethod.values()].map((same) => [same[0].method.label,
    ...columns.map((x) => {
      const values = same.map((line) => valueAt(line, x));
      if (!same[0].seed) return shortText(values[0]);
      const extremes = finiteExtremes([values]);
      return extremes ? `${shortText(middle(values))} (${shortText(extremes.low)}–${shortText(extremes.high)})` : "—";
    })]);
  const what = selection.statistic === "seeds" ? "median, least and greatest of the seeds" : selection.statistic;
  return plainTable(`${problem.title}: ${quantities[selection.y].title}, ${what}, as it is after so many ${positions[selection.x].title}`,
    ["method", ...columns.map(shortText)], rows);
}

function curveCsv(experiment, problem) {
  const header = ["experiment", "dataset", "source", "loss", "regularizer", "lambda", "method", "variant", "label", "seed",
    selection.x, `${selection.y}${selection.statistic === "seeds" ? "" : `_${selection.statistic}`}`, "p10", "p90", "status"];
  const rows = [];
  for (const line of linesOf(experiment, problem)) {
    for (let i = 0; i < line.x.length; ++i) {
      rows.push([experiment.name, problem.dataset, problem.source, problem.loss, problem.regularizer, problem.lambda, line.method.name,
        line.method.variant, line.method.label, line.seed ? line.seed.seed : null, line.x[i], line.y[i],
        line.low ? line.low[i] : null, line.high ? line.high[i] : null, line.seed ? line.seed.status : null]);
    }
  }
  return csvText(header, rows);
}

function certificateText(problem) {
  const certificate = problem.certificate;
  if (!certificate) return "No certified bound: relative suboptimality is not known.";
  return `D* = ${numberText(certificate.lower_bound)}, F(w*) = ${numberText(certificate.objective)}, relative gap ${shortText(certificate.gap)}, ` +
    `by ${certificate.method} in ${shortText(certificate.cpu_seconds)} CPU s.`;
}

function makeCurveFigure(experiment, problem) {
  const plot = make("div", {class: "plot"});
  const place = make("div");
  const table = make("details", {class: "printed"}, make("summary", {}, "Table of these curves"), place);
  const name = fileName(experiment.name, problem.dataset, problem.loss, problem.regularizer);
  const fill = () => { if (table.open) place.replaceChildren(curveTable(experiment, problem)); };
  table.addEventListener("toggle", fill);
  problem.chart = addChart(plot, name, () => { fill(); return curveChart(experiment, problem); });
  problem.chart.experiment = experiment;
  return make("figure", {class: "chart", id: problem.id, tabindex: "-1"},
    make("h4", {}, `${problem.title}, λ = ${problem.lambda_text}`), plot,
    make("figcaption", {}, `${problem.size}, ${problem.formula}. ${certificateText(problem)}`),
    experiment.problems.length > 1 ? conditionList(problem.conditions) : null,
    make("div", {class: "tools"},
      downloadButton(`Download the numbers of this chart of ${problem.title} as CSV`,
        () => download(`${name}-${selection.y}-${selection.statistic}.csv`, curveCsv(experiment, problem))), table));
}

/// Legend of the experiment's charts, which selects the methods to show.
function makeLegend(experiment) {
  const redraw = () => redrawCharts((chart) => chart.experiment === experiment);
  const boxes = make("span", {class: "boxes"});
  const fill = () => {  // the same buttons remain, and keep the keyboard's focus
    boxes.replaceChildren(...experiment.methods.map((method, i) => make("label", {},
      make("input", {type: "checkbox", checked: !experiment.hidden.has(i), onchange: (event) => {
        if (event.target.checked) experiment.hidden.delete(i); else experiment.hidden.add(i);
        redraw();
      }}), lineSample(method), make("span", {}, method.label))));
  };
  fill();
  experiment.fillLegends = [...(experiment.fillLegends || []), fill];
  const all = experiment.methods.map((_, i) => i);
  const show = (hidden) => { experiment.hidden = new Set(hidden); fill(); redraw(); };
  return make("fieldset", {class: "legend"}, make("legend", {}, "Methods:"), boxes,
    make("button", {type: "button", onclick: () => show([])}, "all"), make("button", {type: "button", onclick: () => show(all)}, "none"));
}

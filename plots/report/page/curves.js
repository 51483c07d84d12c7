// The view of curves: a chart for each problem.

function curveLine(problem, curve, look) {
  const shown = quantity();
  const of = (statistic) => valuesOf(problem, curve, shown, statistic);
  const [x, y, low, high] = [positionsOf(curve, position()), of(shown.statistic), of("p10"), of("p90")];
  const {label} = experiment().methods[curve.method];
  const unit = shown.is_share ? " %" : "";
  return {
    label, look, curve, isLine: true,
    points: curve.points.map((row, i) => ({
      x: x[i], y: y[i], low: low[i], high: high[i],
      text: () => [
        `${position().title}: ${numberText(x[i])}`,
        `${shown.short_title}: ${numberText(y[i], 6)}${unit}`,
        `${shown.statistic} of ${row.runs} seeds${row.failed_runs === "0" ? "" : `, ${row.failed_runs} failed`}`,
        ...(low[i] < high[i] ? [`10–90 %: ${numberText(low[i])} to ${numberText(high[i])}${unit}`] : [])],
    })),
  };
}

/// The certified lower bound, or the gap below which nothing is known.
function floorOf(problem) {
  if (!problem.certificate) return null;
  if (state.y === "objective") return {value: problem.certificate.lower_bound, text: "certified optimum D*", isArea: false};
  if (state.y === "suboptimality") return {value: problem.certificate.gap, text: "within the gap of the certificate", isArea: true};
  return null;
}

/// F(w) at w = 0.
function startOf(problem) {
  return numberOf([...problem.curves.values()].find(({start}) => start.point === "0")?.start.objective_mean);
}

/// Range of a linear axis of objectives: from D*, or the lowest value, to F(0), so that a method that diverges does not
/// squash the others. Null if w = 0 is the optimum.
function objectiveRange(problem, numbers) {
  const low = problem.certificate?.lower_bound ?? Math.min(...numbers.filter(Number.isFinite)), high = startOf(problem);
  const air = 0.05 * (high - low);
  return air > 0 ? [low - air, high + air] : null;
}

/// Says where distances relative to D* are large for that reason alone; nothing elsewhere.
function noteOfScale(problems) {
  const names = problems.filter((each) => each.certificate?.lower_bound < startOf(each) / 100).map((each) => each.title);
  return names.length === 0 ? "" : `. Distances relative to D* are large on ${names.join(", ")}, where D* is below F(0)/100.`;
}

/// Ranges of the axes: as in the figures, or the zoom. Objectives, which differ between problems, are zoomed to the same
/// part of the picture, other axes to the same numbers.
function rangesOf(problem, lines) {
  const figures = problem.ranges[state.x][state.protocol];
  const all = (name) => lines.flatMap((line) => line.points.map((point) => point[name]));
  const x = rangeOf(figures?.x, all("x"), state.logx), usual = rangeOf(figures?.[state.y], all("y"), state.logy);
  const y = (state.y === "objective" && !state.logy && objectiveRange(problem, all("y"))) || usual;
  const whole = makeAxis(y, state.logy, 0, 1);
  const isRelative = state.y !== "objective";
  return {
    x: state.zoomx && (!state.logx || state.zoomx[0] > 0) ? state.zoomx : x,
    y: !state.zoomy ? y : isRelative ? (!state.logy || state.zoomy[0] > 0 ? state.zoomy : y) : state.zoomy.map(whole.value),
    noteZoom: (zoomx, zoomy) => choose({zoomx: zoomx && rounded(zoomx), zoomy: zoomy && rounded(isRelative ? zoomy : zoomy.map(whole.at))}),
  };
}

function rounded(numbers) {
  return numbers.map((each) => Number(each.toPrecision(5)));
}

function curvesChart(problem, height, width) {
  const lines = shownMethods().filter(({index}) => problem.curves.has(index))
    .map((look) => curveLine(problem, problem.curves.get(look.index), look));
  const {x, y, noteZoom} = rangesOf(problem, lines);
  const isLarge = state.dataset !== "";
  const ends = lines.map((line) => `${line.label} ${numberText(line.points.at(-1).y)}`);
  return makeChart({
    height, lines,
    x: {title: position().title, range: x, isLogarithmic: state.logx},
    y: {range: y, isLogarithmic: state.logy, floor: floorOf(problem)},
    description: `${problem.title}: ${quantity().title} over ${position().title}. At the end: ${ends.join(", ")}. Arrow keys read points, Enter shows settings, + and − zoom.`,
    zoom: noteZoom,
    pick: (line) => showCurve(problem, line.curve),
    enlarge: isLarge ? null : () => choose({dataset: problem.title}),
  }, width);
}

/// A problem's chart below its name, which makes it large and small again.
function makePanel(problem, plot, ...below) {
  const isLarge = state.dataset !== "";
  return make("figure", {class: "panel"},
    make("figcaption", {},
      make("button", {type: "button", class: "name", title: isLarge ? "Show all datasets" : "Show this alone", onclick: () => choose({dataset: isLarge ? "" : problem.title})},
        problem.title, make("span", {"aria-hidden": "true"}, isLarge ? " ⤡" : " ⤢")),
      make("span", {class: "soft"}, ` ${problem.size}, λ = ${problem.lambda_text}`)),
    plot, below);
}

/// Panels side by side. The charts of the first screen are drawn at once.
function makePanels(problems, height, draw, below = () => []) {
  return make("div", {class: "panels"}, problems.map((problem, i) =>
    makePanel(problem, i < 6 ? draw(problem) : drawLater(height, () => draw(problem)), below(problem))));
}

function curvesView(size) {
  return [
    make("p", {class: "ordinate"}, quantity().title + (quantity().is_share ? " (%)" : ""), state.y === "suboptimality" ? noteOfScale(shownProblems()) : ""),
    makePanels(shownProblems(), size.height, (problem) => curvesChart(problem, size.height, size.width),
      (problem) => (state.dataset === "" ? [] : problem.conditions.map((each) => make("p", {class: "soft"}, each)))),
  ];
}

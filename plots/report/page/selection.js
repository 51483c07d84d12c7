// Content of the charts of curves: one selection for all.

const positions = {
  cpu_seconds: {title: "CPU seconds", unit: "s", of: (columns) => columns("cpu_seconds")},
  cpu_seconds_with_setup: {title: "CPU seconds with setup", unit: "s", of: (columns, setup) => shifted(columns("cpu_seconds"), setup)},
  wall_seconds: {title: "wall-clock seconds", unit: "s", of: (columns) => columns("wall_seconds")},
  passes: {title: "passes over the data", unit: "passes", of: (columns) => columns("passes")},
  updates: {title: "updates", unit: "updates", of: (columns) => columns("updates")},
};

/// `column` in the results; `relative`: divided by D*; `logarithmic`: the default scale.
const quantities = {
  suboptimality: {title: "relative suboptimality (F(w) − D*)/D*", short: "relative suboptimality", column: "suboptimality", relative: true, logarithmic: true},
  objective: {title: "objective F(w)", short: "objective", column: "objective"},
  density: {title: "nonzero weights, share of all", short: "nonzero weights (share)", column: "density", fromZero: true},
  support_recall: {title: "support of the optimum found, share", short: "support found (share)", column: "support_recall", fromZero: true},
  support_false: {title: "nonzeros that are zero in the optimum, share", short: "wrong nonzeros (share)", column: "support_false", fromZero: true},
  train_error: {title: "training error", short: "training error", column: "train_error"},
  test_error: {title: "test error", short: "test error", column: "test_error"},
  proved_gap: {title: "gap that the run proved itself (F(w) − D)/D*", short: "gap proved", column: "proved_gap", relative: true, logarithmic: true},
};

const statistics = {
  median: {title: "median and 10–90 % band"},
  mean: {title: "mean and 10–90 % band"},
  seeds: {title: "every seed"},
};

const selection = {x: "cpu_seconds", y: "suboptimality", statistic: "median", xScale: "log", yScale: "auto"};

function shifted(numbers, by) {
  return numbers ? Float64Array.from(numbers, (each) => each + by) : null;
}

function isLogarithmicY() {
  return selection.yScale === "log" || (selection.yScale === "auto" && Boolean(quantities[selection.y].logarithmic));
}

function choices(id, title, entries, chosen, change) {
  return make("label", {}, make("span", {}, title),
    make("select", {id, onchange: (event) => change(event.target.value)},
      entries.map(([value, text]) => make("option", {value, selected: value === chosen}, text))));
}

/// Switches at the top of the page; `changed` draws the charts again.
function makeSwitches(experiments, changed) {
  const columns = new Set();
  for (const experiment of experiments)
    for (const problem of experiment.problems)
      for (const curve of problem.curves) Object.keys(curve.points).forEach((name) => columns.add(name));
  const present = Object.entries(quantities).filter(([, quantity]) => columns.has(quantity.column));
  if (!present.some(([name]) => name === selection.y)) selection.y = "objective";
  if (experiments.every((experiment) => experiment.axis === "passes")) selection.x = "passes";
  const set = (member) => (value) => { selection[member] = value; changed(); };
  const form = document.getElementById("switches");
  form.addEventListener("submit", (event) => event.preventDefault());
  form.replaceChildren(
    choices("switch-x", "Across", Object.entries(positions).map(([name, each]) => [name, each.title]), selection.x, set("x")),
    choices("switch-x-scale", "scale", [["log", "logarithmic"], ["linear", "linear"]], selection.xScale, set("xScale")),
    choices("switch-y", "Up", present.map(([name, each]) => [name, each.title]), selection.y, set("y")),
    choices("switch-y-scale", "scale", [["auto", "as suits it"], ["log", "logarithmic"], ["linear", "linear"]], selection.yScale, set("yScale")),
    choices("switch-statistic", "Lines", Object.entries(statistics).map(([name, each]) => [name, each.title]), selection.statistic, set("statistic")),
    choices("switch-theme", "Colours", themes.map((each) => [each, each]), theme, (value) => { theme = value; applyTheme(); changed(true); }));
  form.lastChild.classList.add("end");
}

/// Shows a quantity that a link on the page names.
function select(member, value) {
  selection[member] = value;
  const ids = {x: "switch-x", y: "switch-y", statistic: "switch-statistic", xScale: "switch-x-scale", yScale: "switch-y-scale"};
  const element = document.getElementById(ids[member]);
  if (element) element.value = value;
}

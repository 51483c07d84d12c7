// Content of the charts of curves: one selection for all.

/// Horizontal and vertical axes and the scales of targets by name, from the program's tables.
const positions = {}, quantities = {}, timeScales = {}, relativeAxis = {};

function takeAxes(data) {
  for (const [table, list] of [[positions, data.positions], [quantities, data.quantities], [timeScales, data.scales]])
    for (const each of list) table[each.name] = each;
  Object.assign(relativeAxis, {smallest: data.smallest_relative, factor: data.hatched_factor});
}

const statistics = {
  median: {title: "median and 10–90 % band"},
  mean: {title: "mean and 10–90 % band"},
  seeds: {title: "every seed"},
};

const selection = {x: "cpu_seconds", y: "suboptimality", statistic: "median", xScale: "log", yScale: "auto"};

/// Numbers of the chosen position; `numbers` returns the numbers of a column. A method without tuning counts
/// 0 for it.
function chosenPositions(numbers, setup, tuning) {
  const {column, adds_setup, adds_tuning} = positions[selection.x];
  const found = numbers(column);
  const before = (adds_setup ? setup : 0) + (adds_tuning ? tuning || 0 : 0);
  return found && before > 0 ? found.map((each) => each + before) : found;
}

function isLogarithmicY() {
  return selection.yScale === "log" || (selection.yScale === "auto" && Boolean(quantities[selection.y].is_logarithmic));
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
  const isTuned = experiments.some((experiment) => experiment.problems.some((problem) => problem.curves.some((curve) => curve.tuning_seconds)));
  const isDefault = ([name]) => name === selection.y;
  const present = Object.entries(quantities).filter(([name]) => columns.has(name)).sort((a, b) => isDefault(b) - isDefault(a));
  if (!present.some(isDefault)) selection.y = "objective";
  if (experiments.every((experiment) => experiment.axis === "passes")) selection.x = "passes";
  else if (experiments.some((experiment) => experiment.curve_axis === "wall_seconds_with_setup")) selection.x = "wall_seconds_with_setup";
  const set = (member) => (value) => { selection[member] = value; changed(); };
  const form = document.getElementById("switches");
  form.addEventListener("submit", (event) => event.preventDefault());
  form.replaceChildren(
    choices("switch-x", "Across", Object.entries(positions).filter(([, each]) => isTuned || !each.adds_tuning).map(([name, each]) => [name, each.title]), selection.x, set("x")),
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

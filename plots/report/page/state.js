// The choices of the reader. The address holds them, so that a link shows the same view.

/// The tabs: their titles, what has a chart each, and the functions that draw them.
const views = {
  curves: {title: "Curves", charted: shownProblems, draw: curvesView},
  times: {title: "Times to targets", charted: shownProblems, draw: timesView},
  paths: {title: "Times over λ", charted: shownPaths, draw: pathsView},
  profiles: {title: "Profiles", charted: profilePanels, draw: profilesView},
};
const mostMethods = 8;  // shown at first

let data = null;
let state = {};

/// The chosen results, joined when they are first shown.
function experiment() {
  const chosen = data.experiments[state.results];
  if (!chosen.tables) join(chosen);
  return chosen;
}

function part() {
  return experiment().parts[state.protocol];
}

function position() {
  return data.positions.find((each) => each.name === state.x);
}

function quantity() {
  return data.quantities.find((each) => each.name === state.y);
}

/// Quantities that some curve has a number of.
function possibleQuantities() {
  return data.quantities.filter((each) => (!each.is_relative || experiment().problems.some((problem) => problem.certificate)) &&
    experiment().problems.some((problem) => [...problem.curves.values()].some((curve) => curve.start[`${each.name}_mean`] !== "")));
}

function lambdas() {
  return [...new Set(experiment().problems.map((each) => each.lambda_text))];
}

/// Problems of the chosen λ.
function problemsOfLambda() {
  return experiment().problems.filter((each) => each.lambda_text === state.lambda);
}

/// Problems on the page: of the chosen λ and dataset, with a curve of a shown method.
function shownProblems() {
  return problemsOfLambda().filter((each) => (state.dataset === "" || each.title === state.dataset) &&
    shownMethods().some(({index}) => each.curves.has(index)));
}

function shownMethods() {
  return part().methods.filter(({index}) => state.methods.includes(index));
}

/// The protocol that verdicts begin with, so that charts and verdicts agree at first; else the first.
function usualProtocol(results) {
  const name = data.verdicts[0]?.settings[0].protocol;
  return Math.max(0, data.experiments[results].parts.findIndex((each) => each.name === name));
}

/// The problem whose λ is shown first: nearest to 1/m, which the papers choose.
function usualProblem(problems) {
  const distance = (each) => Math.abs(Math.log(each.lambda * each.rows));
  return problems.reduce((best, each) => (distance(each) < distance(best) ? each : best));
}

/// The first view of these results.
function defaults(results, protocol = usualProtocol(results)) {
  const {axis, parts, problems} = data.experiments[results];
  const hasOptimum = problems.some((each) => each.certificate);
  return {
    view: "curves", results, protocol, dataset: "", lambda: usualProblem(problems).lambda_text,
    x: axis === "passes" ? "passes" : "cpu_seconds_with_setup", y: hasOptimum ? "suboptimality" : "objective",
    logx: true, logy: hasOptimum, scale: "optimum", target: "0.01", setting: "", zoomx: null, zoomy: null,
    methods: parts[protocol].methods.slice(0, mostMethods).map(({index}) => index),
  };
}

/// The choices that differ from the defaults, as text.
function addressOf(chosen) {
  const usual = defaults(chosen.results, chosen.protocol);
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(chosen))
    if (name === "results" ? value !== 0 : String(value) !== String(name === "protocol" ? usualProtocol(chosen.results) : usual[name])) words.set(name, String(value));
  return words.toString();
}

/// Reads the address. Words that fit nothing are ignored.
function readAddress(text) {
  const words = new URLSearchParams(text.replace(/^#/, ""));
  const within = (name, list, usual) => (words.has(name) && Number(words.get(name)) in list ? Number(words.get(name)) : usual);
  const results = within("results", data.experiments, 0);
  state = defaults(results, within("protocol", data.experiments[results].parts, usualProtocol(results)));
  const choices = {
    view: Object.keys(views), dataset: experiment().problems.map((each) => each.title), lambda: lambdas(),
    x: data.positions.map((each) => each.name), y: possibleQuantities().map((each) => each.name), scale: Object.keys(measures), target: targetTexts,
  };
  for (const [name, possible] of Object.entries(choices)) if (possible.includes(words.get(name))) state[name] = words.get(name);
  for (const name of ["logx", "logy"]) if (words.has(name)) state[name] = words.get(name) === "true";
  if (words.has("methods")) state.methods = words.get("methods").split(",").filter(Boolean).map(Number);
  if (words.has("setting")) state.setting = words.get("setting");
  for (const name of ["zoomx", "zoomy"]) {
    const ends = (words.get(name) || "").split(",").map(Number);
    if (ends.length === 2 && ends.every(Number.isFinite) && ends[0] < ends[1]) state[name] = ends;
  }
  requireChoices();
}

/// Whether a setting judges the shown protocol: its own, or any.
function isOfPart(setting) {
  return (setting.protocol ?? part().name) === part().name;
}

/// Settings of a claims file under the shown protocol, if they judge the shown results.
function settingsOf({settings, claims}) {
  const {name} = experiment();
  const isAnswered = (setting) => claims.some(({answers}) => answers.some((answer) => answer.setting === setting.name &&
    answer.datasets.some((each) => each.experiment === name)));
  return settings.filter((each) => isOfPart(each) && isAnswered(each));
}

/// Replaces choices that the others exclude: a dataset without the λ, a view of several λ, a setting of another protocol.
function requireChoices() {
  if (!data.verdicts.some((each) => settingsOf(each).some(({name}) => name === state.setting))) state.setting = "";
  if (!problemsOfLambda().some((each) => each.title === state.dataset)) state.dataset = "";
  if (state.view === "paths" && lambdaPaths().length === 0) state.view = "curves";
}

/// Changes choices, notes them in the address and shows the result. A zoom is kept where the axis stays.
function choose(changes) {
  const next = {...state, ...changes};
  if ("results" in changes) Object.assign(next, defaults(changes.results), {view: state.view});
  if ("protocol" in changes) next.methods = defaults(next.results, next.protocol).methods;
  if ("y" in changes) next.logy = data.quantities.find((each) => each.name === next.y).is_logarithmic;
  if (next.x !== state.x) next.zoomx = null;
  if (next.y !== state.y) next.zoomy = null;
  state = next;
  requireChoices();
  history.pushState(null, "", `#${addressOf(state)}`);
  showPage();
}

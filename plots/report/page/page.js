// Puts the page together.

function sum(numbers) {
  return numbers.reduce((total, each) => total + each, 0);
}

function countText(count, what) {
  return `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;
}

function makeContents(data) {
  const link = (id, text) => make("li", {}, make("a", {href: `#${id}`}, text));
  return make("ul", {}, data.verdicts.map((verdicts, i) => link(`verdicts-${i}`, `Verdicts: ${verdicts.title}`)),
    data.experiments.map((experiment) => link(experiment.id, experiment.title)), link("foot", "About this page"));
}

/// Origin of the data. No file is called real, because the user may have put it there.
function dataText(datasets) {
  const count = (has) => datasets.filter(has).length;
  const parts = [
    [count((each) => each.source === "file" && each.catalogued === true), "of the catalogue"],
    [count((each) => each.source === "file" && each.catalogued === false), "as given by the user"],
    [count((each) => each.source === "file" && each.catalogued === undefined), "from a file"],
    [count((each) => each.source === "stand-in"), "a synthetic stand-in"],
  ].filter(([number]) => number > 0);
  return `Data: ${parts.map(([number, what]) => `${countText(number, "dataset")} ${what}`).join(", ")}.`;
}

function conditionList(conditions) {
  return conditions.length > 0 ? make("ul", {class: "warning conditions"}, conditions.map((each) => make("li", {}, each))) : null;
}

function makeExperiment(experiment) {
  return make("section", {id: experiment.id},
    make("h2", {}, experiment.title),
    make("p", {class: "soft"}, `${experiment.folder}: ${countText(experiment.runs, "run")} of ${countText(experiment.methods.length, "method")} on ${countText(experiment.problems.length, "problem")}. `,
      dataText(experiment.manifest.datasets)),
    conditionList(experiment.conditions),
    makeLegend(experiment),
    make("div", {class: "charts"}, experiment.problems.map((problem) => makeCurveFigure(experiment, problem))),
    make("div", {}, makeTimes(experiment)), make("div", {}, makePaths(experiment)), make("div", {}, makeProfiles(experiment)), make("div", {}, makeMeans(experiment)), make("div", {}, makeTrials(experiment)), make("div", {}, makeFacts(experiment)));
}

/// Prepares for print: light colours, all charts drawn, everything unfolded that belongs in a report.
function preparePrinting() {
  let themeBefore = null, opened = [];
  window.addEventListener("beforeprint", () => {
    themeBefore = theme;
    theme = "light";
    applyTheme();
    for (const details of document.querySelectorAll("details.printed:not([open])")) {
      details.open = true;
      opened.push(details);
    }
    for (const chart of charts) chart.isStale = true;
    drawAllCharts();
  });
  window.addEventListener("afterprint", () => {
    theme = themeBefore;
    applyTheme();
    for (const details of opened) details.open = false;
    opened = [];
    redrawCharts();
  });
}

async function main() {
  applyTheme();
  const data = JSON.parse(await unpack("packed-data"));
  takeAxes(data);
  const library = document.createElement("script");
  library.textContent = await unpack("packed-plotly");
  document.head.append(library);
  data.experiments.forEach((experiment, i) => {
    experiment.id = `experiment-${i}`;
    experiment.hidden = new Set();
    experiment.problems.forEach((problem, k) => { problem.id = `experiment-${i}-problem-${k}`; });
  });
  document.getElementById("summary").textContent =
    `${countText(sum(data.experiments.map((each) => each.runs)), "run")} of ${countText(data.experiments.length, "experiment")}. ` +
    "The switches below hold for all charts of curves; the boxes over the charts say which methods they show. Every chart has a table and its numbers as CSV.";
  document.getElementById("contents").replaceChildren(makeContents(data));
  const changed = (isTheme) => {
    if (isTheme) for (const experiment of data.experiments) experiment.fillLegends.forEach((fill) => fill());
    redrawCharts();
  };
  makeSwitches(data.experiments, changed);
  systemIsDark.addEventListener("change", () => { applyTheme(); changed(true); });
  document.getElementById("content").replaceChildren(
    ...data.verdicts.map((verdicts, i) => makeVerdicts(data.experiments, verdicts, `verdicts-${i}`)), ...data.experiments.map(makeExperiment));
  document.getElementById("foot").replaceChildren(
    make("h2", {}, "About this page"),
    make("p", {}, `Made on ${data.made} by ${data.program}, from result files alone:`),
    make("pre", {tabindex: "0"}, data.command),
    make("p", {class: "soft"}, "Numbers of single seeds and the edges of bands have 9 digits here; means and medians have all of them, and so have the CSV files of the results."),
    make("p", {class: "soft"}, `Drawn by plotly.js ${Plotly.version} (MIT licence), which is inside this file. The page asks for nothing from anywhere.`));
  preparePrinting();
  document.documentElement.dataset.ready = "true";
}

main().catch((error) => {
  document.getElementById("content").replaceChildren(make("p", {class: "warning"}, `The page cannot be shown: ${error.message}`));
  throw error;
});

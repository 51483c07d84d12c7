// Tuning: the objective at the end of every trial, over the constant.

/// Trials of one dataset and problem, one line per method.
function trialGroups(experiment) {
  const groups = new Map();
  for (const trials of experiment.trials.constants) {
    const key = ["dataset", "loss", "regularizer", "lambda", "option"].map((each) => trials[each]).join("\n");
    groups.set(key, [...(groups.get(key) || []), trials]);
  }
  return [...groups.values()];
}

function methodOf(experiment, trials) {
  return experiment.methods.findIndex((method) => method.name === trials.method && method.variant === trials.variant);
}

function trialMean(objectives) {
  return objectives.some((each) => each === null) ? Infinity : objectives.reduce((sum, each) => sum + each, 0) / objectives.length;
}

function trialChart(experiment, group) {
  const traces = [];
  for (const trials of group) {
    const at = methodOf(experiment, trials);
    if (at < 0 || experiment.hidden.has(at)) continue;
    const method = experiment.methods[at];
    const least = new Map();  // with two constants, the best over the other one
    for (const [constant, objectives] of trials.trials) least.set(constant, Math.min(trialMean(objectives), least.get(constant) ?? Infinity));
    const points = [...least].sort((a, b) => a[0] - b[0]);
    const text = ([constant, mean]) => `<b>${plotlyText(method.label)}</b><br>${plotlyText(trials.option)}: ${numberText(constant)}<br>mean objective: ${numberText(mean)}`;
    traces.push({x: points.map((each) => each[0]), y: points.map((each) => (Number.isFinite(each[1]) ? each[1] : null)), text: points.map(text), type: "scatter",
      mode: "lines+markers", meta: "curve", hoverinfo: "text", name: plotlyText(method.label), line: plotlyLine(method), marker: {size: 4, color: methodColour(method)}});
    const chosen = trials.trials.flatMap(([constant, objectives, isChosen]) => (isChosen ? [[constant, trialMean(objectives)]] : []))
      .filter((each) => Number.isFinite(each[1]));
    traces.push({x: chosen.map((each) => each[0]), y: chosen.map((each) => each[1]), text: chosen.map((each) => `${text(each)}<br>chosen`), type: "scatter", mode: "markers",
      meta: "chosen", hoverinfo: "text", marker: {size: 13, symbol: "circle-open", color: methodColour(method), line: {width: 2}}});
  }
  return {
    traces,
    layout: plotlyLayout(plotlyAxis(group[0].option, true), plotlyAxis("mean objective of the trials", true)),
    description: `Tuning trials on ${group[0].dataset}: objective over ${group[0].option}. The table below has the numbers.`,
  };
}

function trialRows(group) {
  return group.flatMap((trials) => trials.trials.map(([constant, objectives, isChosen]) => [trials, constant, objectives, isChosen]));
}

function makeTrials(experiment) {
  const groups = trialGroups(experiment);
  const missing = experiment.trials.missing;
  if (groups.length === 0 && missing === "") return [];
  return [
    make("h3", {id: `${experiment.id}-trials`}, "Tuning trials"),
    missing ? make("p", {class: "soft"}, missing) : null,
    groups.length === 0 ? null : make("p", {class: "soft"}, "Mean objective at the end of the trials, which have seeds of their own, over the constant; a ring is round the one that was chosen. Of a method with two constants the line has the best value of the other, and the ring, which has the chosen one, may lie above. Trials that diverged have no point."),
    make("div", {class: "charts"}, groups.map((group) => {
      const plot = make("div", {class: "plot low"});
      const first = group[0];
      const name = fileName(experiment.name, "trials", first.dataset, first.loss, first.regularizer);
      addChart(plot, name, () => trialChart(experiment, group)).experiment = experiment;
      const label = (trials) => (experiment.methods[methodOf(experiment, trials)] || {label: trials.method}).label;
      return make("figure", {class: "chart"}, make("h4", {}, `${first.dataset}, ${first.loss} + ${first.regularizer}, λ = ${first.lambda}`), plot,
        make("figcaption", {}, [...new Set(group.map((trials) => trials.origin))].join("; ")),
        make("div", {class: "tools"},
          downloadButton(`Download the trials on ${first.dataset} as CSV`, () => download(`${name}.csv`,
            csvText(["dataset", "loss", "regularizer", "lambda", "method", "variant", "option", "constant", "trial", "objective", "chosen"],
              trialRows(group).flatMap(([trials, constant, objectives, isChosen]) => objectives.map((objective, i) =>
                [trials.dataset, trials.loss, trials.regularizer, trials.lambda, trials.method, trials.variant, trials.option, constant, i + 1,
                  objective === null ? Infinity : objective, isChosen ? 1 : 0]))))),
          make("details", {}, make("summary", {}, "Table of these trials"),
            plainTable(`Trials on ${first.dataset}`, ["method", first.option, "mean objective", ""], trialRows(group).map(([trials, constant, objectives, isChosen]) =>
              [label(trials), shortText(constant), shortText(trialMean(objectives)), isChosen ? "chosen" : ""])))));
    })),
  ];
}

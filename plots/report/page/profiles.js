// Staircases of performance profiles (Dolan and Moré 2002): the share of problems that a method solves within a
// multiple of the fastest time.

const profileColumns = [1, 2, 5, 10, 100, 1000];

function profileTarget(panel) {
  return panel.target.toExponential(0).replace("e+", "e");
}

/// Staircase of a curve, from 1 to the right end of the chart.
function profileSteps(curve, end) {
  const steps = [[1, 0]];
  curve.ratios.forEach((ratio, i) => {
    if (ratio > steps[steps.length - 1][0]) steps.push([ratio, curve.shares[i]]);
    else steps[steps.length - 1][1] = curve.shares[i];  // the last of equal ratios has the share
  });
  return [...steps, [end, steps[steps.length - 1][1]]];
}

function profileChart(experiment, panel) {
  const end = 1.3 * Math.max(2, ...panel.curves.flatMap((curve) => curve.ratios));
  const curves = panel.curves.filter((curve) => !experiment.hidden.has(curve.method));
  const traces = curves.map((curve) => {
    const method = experiment.methods[curve.method];
    const steps = profileSteps(curve, end);
    return {
      x: steps.map((step) => step[0]), y: steps.map((step) => step[1]), type: "scatter", mode: "lines", meta: "curve", hoverinfo: "text",
      name: plotlyText(method.label), line: {...plotlyLine(method), shape: "hv"},
      text: steps.map(([ratio, share]) => `<b>${plotlyText(method.label)}</b><br>within ${numberText(ratio)} times the fastest: ${numberText(share)} of ${panel.problems} problems`),
    };
  });
  return {
    traces,
    layout: plotlyLayout(plotlyAxis(`${costOf(experiment)} over that of the fastest`, true, [1, end]), plotlyAxis("share of problems", false, [-0.03, 1.03])),
    description: `Performance profile to a relative suboptimality of ${panel.target}. The table below has its numbers.`,
  };
}

/// The cost that a profile compares.
function costOf(experiment) {
  return experiment.axis === "passes" ? "passes" : "time";
}

function profileTable(experiment, panel) {
  return plainTable(`Share of problems that a method solves within this many times the ${costOf(experiment)} of the fastest`, ["method", ...profileColumns.map(shortText)],
    panel.curves.map((curve) => [experiment.methods[curve.method].label,
      ...profileColumns.map((ratio) => shortText(curve.shares[curve.ratios.filter((each) => each <= ratio).length - 1] ?? 0))]));
}

function profileCsv(experiment, panel) {
  const header = ["experiment", "protocol", "loss", "regularizer", "target", "problems", "unsolved", "cost", "method", "variant", "label", "ratio", "share"];
  return csvText(header, panel.curves.flatMap((curve) => curve.ratios.map((ratio, i) => {
    const method = experiment.methods[curve.method];
    return [experiment.name, panel.protocol, panel.loss, panel.regularizer, panel.target, panel.problems, panel.unsolved, experiment.axis, method.name, method.variant, method.label, ratio, curve.shares[i]];
  })));
}

function makeProfiles(experiment) {
  if (experiment.profiles.length === 0) return [];
  return [
    make("h3", {id: `${experiment.id}-profiles`}, "Performance profiles"),
    make("p", {class: "soft"}, `Share of the problems (dataset and λ) that a method brings to the target within so many times the ${costOf(experiment)} of the fastest method there ` +
      `(medians over the seeds${experiment.axis === "passes" ? "" : ", without setup"}). At 1: how often it is the fastest; at the right end: how much it solves at all.`),
    make("div", {class: "charts"}, experiment.profiles.map((panel) => {
      const plot = make("div", {class: "plot low"});
      const name = fileName(experiment.name, `profile-${profileTarget(panel)}`, panel.protocol, panel.loss, panel.regularizer);
      addChart(plot, name, () => profileChart(experiment, panel)).experiment = experiment;
      return make("figure", {class: "chart"}, make("h4", {}, `${panel.loss} + ${panel.regularizer}, to ${profileTarget(panel)}${panel.remark}`), plot,
        make("figcaption", {}, panel.unsolved === 0 ? `${panel.problems} problems, each solved by some method.` : `${panel.problems} problems, of which no method solves ${panel.unsolved}.`),
        make("div", {class: "tools"}, downloadButton("Download the profile as CSV", () => download(`${name}.csv`, profileCsv(experiment, panel))),
          make("details", {class: "printed"}, make("summary", {}, "Table of this chart"), profileTable(experiment, panel))));
    }))];
}

/// Means over problems.
function makeMeans(experiment) {
  const {notes, csv, tables} = experiment.means;
  if (tables.length === 0) return [];
  return [
    make("h3", {id: `${experiment.id}-means`}, "Means over problems"),
    ...notes.map((note) => make("p", {class: "soft"}, note)),
    make("p", {class: "no-print"}, downloadButton("Download the means as CSV", () => download(fileName(experiment.name, "geometric_mean.csv"), csv))),
    ...tables.map((table) => sortableTable(table.title, table.header, table.rows)),
  ];
}

// Performance profiles (Dolan and Moré 2002): the share of problems that a method solves within a multiple of
// the fastest time.

/// Staircase of a curve, from 1 to the right end of the chart.
function profileSteps(curve, end) {
  const ratios = curve.ratios, shares = curve.shares;
  const steps = [];
  ratios.forEach((ratio, i) => {
    if (i + 1 < ratios.length && ratios[i + 1] === ratio) return;  // the last of equal ratios has the share
    steps.push([ratio, shares[i]]);
  });
  if (steps.length === 0 || steps[0][0] > 1) steps.unshift([1, 0]);
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
  const ratios = [1, 2, 5, 10, 100, 1000];
  return plainTable(`Share of problems that a method solves within this many times the ${costOf(experiment)} of the fastest`, ["method", ...ratios.map(String)],
    panel.curves.map((curve) => [experiment.methods[curve.method].label,
      ...ratios.map((ratio) => shortText(curve.shares[curve.ratios.filter((each) => each <= ratio).length - 1] ?? 0))]));
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
    make("p", {class: "soft"}, `Share of the problems (dataset and λ) that a method brings to the target within so many times the ${costOf(experiment)} of the fastest method there `,
      `(medians over the seeds${experiment.axis === "passes" ? "" : ", without setup"}). At 1: how often it is the fastest; at the right end: how much it solves at all.`),
    make("div", {class: "charts"}, experiment.profiles.map((panel) => {
      const plot = make("div", {class: "plot low"});
      const target = panel.target.toExponential(0).replace("e+", "e");
      const name = fileName(experiment.name, "profile", panel.protocol, panel.loss, panel.regularizer, target);
      addChart(plot, name, () => profileChart(experiment, panel)).experiment = experiment;
      return make("figure", {class: "chart"}, make("h4", {}, `${panel.loss} + ${panel.regularizer}, to ${target}${panel.remark}`), plot,
        make("figcaption", {}, panel.unsolved === 0 ? `${panel.problems} problems, each solved by some method.` : `${panel.problems} problems, of which no method solves ${panel.unsolved}.`),
        make("div", {class: "tools"}, downloadButton(`Download this profile, to ${target}, as CSV`, () => download(`${name}.csv`, profileCsv(experiment, panel))),
          make("details", {class: "printed"}, make("summary", {}, "Table of this profile"), profileTable(experiment, panel))));
    })),
  ];
}

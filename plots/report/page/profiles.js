// Staircases. Performance profiles (Dolan and Moré 2002): the share of problems that a method solves within a
// multiple of the fastest time. Distributions of runtimes (target 0): the share of all pairs of a run and a
// target that are reached within a time.

/// Words and ends of a panel. A distribution begins below the least time.
function profileKind(experiment, panel) {
  const costs = panel.curves.flatMap((curve) => curve.costs).filter((cost) => cost > 0);
  if (panel.target > 0) {
    const target = panel.target.toExponential(0).replace("e+", "e");
    return {start: 1, end: 1.3 * Math.max(2, ...costs), columns: [1, 2, 5, 10, 100, 1000], file: `profile-${target}`, target, step: "ratio", of: "problems",
      within: "times the fastest", axis: `${costOf(experiment)} over that of the fastest`, name: `Performance profile to a relative suboptimality of ${panel.target}`,
      caption: `Share of problems that a method solves within this many times the ${costOf(experiment)} of the fastest`};
  }
  const axis = positions[experiment.axis === "passes" ? "passes" : "cpu_seconds_with_setup"].title;
  const start = costs.length > 0 ? Math.min(...costs) / 1.3 : 1, end = 1.3 * Math.max(2 * start, ...costs);
  return {start, end, columns: Array.from({length: 6}, (_, i) => start * (end / start) ** ((i + 1) / 6)), file: "runtimes", target: "all targets", step: "within", of: "pairs",
    within: axis, axis, name: "Distribution of runtimes", caption: `Share of pairs of a run and a target that are reached within so many ${axis}`};
}

/// Staircase of a curve, from `start` to the right end of the chart.
function profileSteps(curve, end, start = 1) {
  const steps = [[start, 0]];
  curve.costs.forEach((cost, i) => {
    if (cost > steps[steps.length - 1][0]) steps.push([cost, curve.shares[i]]);
    else steps[steps.length - 1][1] = curve.shares[i];  // the last of equal costs has the share
  });
  return [...steps, [end, steps[steps.length - 1][1]]];
}

function profileChart(experiment, panel) {
  const kind = profileKind(experiment, panel);
  const curves = panel.curves.filter((curve) => !experiment.hidden.has(curve.method));
  const traces = curves.map((curve) => {
    const method = experiment.methods[curve.method];
    const steps = profileSteps(curve, kind.end, kind.start);
    return {
      x: steps.map((step) => step[0]), y: steps.map((step) => step[1]), type: "scatter", mode: "lines", meta: "curve", hoverinfo: "text",
      name: plotlyText(method.label), line: {...plotlyLine(method), shape: "hv"},
      text: steps.map(([cost, share]) => `<b>${plotlyText(method.label)}</b><br>within ${numberText(cost)} ${kind.within}: ${numberText(share)} of ${curve.pairs} ${kind.of}`),
    };
  });
  return {
    traces,
    layout: plotlyLayout(plotlyAxis(kind.axis, true, [kind.start, kind.end]), plotlyAxis(`share of ${kind.of}`, false, [-0.03, 1.03])),
    description: `${kind.name}. The table below has its numbers.`,
  };
}

/// The cost that a profile compares.
function costOf(experiment) {
  return experiment.axis === "passes" ? "passes" : "time";
}

function profileTable(experiment, panel) {
  const {columns, caption} = profileKind(experiment, panel);
  return plainTable(caption, ["method", ...columns.map(shortText)], panel.curves.map((curve) => [experiment.methods[curve.method].label,
    ...columns.map((cost) => shortText(curve.shares[curve.costs.filter((each) => each <= cost).length - 1] ?? 0))]));
}

function profileCsv(experiment, panel) {
  const header = ["experiment", "protocol", "loss", "regularizer", "target", "problems", "unsolved", "cost", "method", "variant", "label", profileKind(experiment, panel).step, "share"];
  return csvText(header, panel.curves.flatMap((curve) => curve.costs.map((cost, i) => {
    const method = experiment.methods[curve.method];
    return [experiment.name, panel.protocol, panel.loss, panel.regularizer, panel.target || null, panel.problems, panel.unsolved, experiment.axis, method.name, method.variant, method.label, cost, curve.shares[i]];
  })));
}

function makeProfiles(experiment) {
  const section = (id, title, text, panels) => (panels.length === 0 ? [] : [
    make("h3", {id: `${experiment.id}-${id}`}, title),
    make("p", {class: "soft"}, text),
    make("div", {class: "charts"}, panels.map((panel) => {
      const plot = make("div", {class: "plot low"});
      const kind = profileKind(experiment, panel);
      const name = fileName(experiment.name, kind.file, panel.protocol, panel.loss, panel.regularizer);
      addChart(plot, name, () => profileChart(experiment, panel)).experiment = experiment;
      return make("figure", {class: "chart"}, make("h4", {}, `${panel.loss} + ${panel.regularizer}, to ${kind.target}${panel.remark}`), plot,
        make("figcaption", {}, panel.unsolved === 0 ? `${panel.problems} problems, each solved by some method.` : `${panel.problems} problems, of which no method solves ${panel.unsolved}.`),
        make("div", {class: "tools"}, downloadButton(`Download ${kind.name} as CSV`, () => download(`${name}.csv`, profileCsv(experiment, panel))),
          make("details", {class: "printed"}, make("summary", {}, "Table of this chart"), profileTable(experiment, panel))));
    }))]);
  return [
    ...section("runtimes", "Distribution of runtimes", `Share of all pairs of a run and a target (1e-1 … 1e-6) that are reached within a ${experiment.axis === "passes" ? "number of passes" : "CPU time, setup included"}.`,
      experiment.profiles.filter((panel) => panel.target === 0)),
    ...section("profiles", "Performance profiles", `Share of the problems (dataset and λ) that a method brings to the target within so many times the ${costOf(experiment)} of the fastest method there ` +
      `(medians over the seeds${experiment.axis === "passes" ? "" : ", without setup"}). At 1: how often it is the fastest; at the right end: how much it solves at all.`,
      experiment.profiles.filter((panel) => panel.target > 0)),
  ];
}

/// Means over problems, and all pairs of methods.
function makeMethodTables(experiment) {
  const titles = {geometric_mean: "Means over problems", all_pairs: "All pairs of methods"};
  return experiment.method_tables.flatMap((files) => [
    make("h3", {id: `${experiment.id}-${files.name}`}, titles[files.name]),
    ...files.notes.map((note) => make("p", {class: "soft"}, note)),
    make("p", {class: "no-print"}, downloadButton(`Download ${files.name} as CSV`, () => download(fileName(experiment.name, `${files.name}.csv`), files.csv))),
    ...files.tables.map((table) => (files.name === "geometric_mean" ? sortableTable(table.title, table.header, table.rows)
      : plainTable(table.title, table.header, table.rows.map((row) => row.map((cell) => cell.text))))),
  ]);
}

// Time to target over λ, for grids of λ.

function pathChart(experiment, path) {
  const what = positions[path.axis].title;
  const traces = path.curves.filter((curve) => !experiment.hidden.has(curve.method)).map((curve) => {
    const method = experiment.methods[curve.method];
    const text = ([lambda, median]) => `<b>${plotlyText(method.label)}</b><br>λ m: ${numberText(lambda)}<br>${what}: ${median === null ? "not reached" : numberText(median)}`;
    return {
      x: curve.points.map((point) => point[0]), y: curve.points.map(([, median]) => (median > 0 ? median : null)), text: curve.points.map(text),
      type: "scatter", mode: "lines+markers", meta: "curve", hoverinfo: "text", connectgaps: false, name: plotlyText(method.label),
      line: plotlyLine(method), marker: plotlyMarker(method),
    };
  });
  return {
    traces,
    layout: plotlyLayout({...plotlyAxis("λ m: 1 is λ = 1/m", true), dtick: 1}, plotlyAxis(`${what} to ${path.target}`, true)),
    description: `${what} to a relative suboptimality of ${path.target} over λ, on ${path.title}. The table below has its numbers.`,
  };
}

function pathTable(experiment, path) {
  const lambdas = [...new Set(path.curves.flatMap((curve) => curve.points.map(([lambda]) => lambda)))].sort((a, b) => a - b);
  return plainTable(`${path.title}: ${positions[path.axis].title} to ${path.target}`, ["λ m", ...lambdas.map(shortText)], path.curves.map((curve) =>
    [experiment.methods[curve.method].label, ...lambdas.map((lambda) => shortText(new Map(curve.points).get(lambda)))]));
}

function makePaths(experiment) {
  if (experiment.paths.length === 0) return [];
  let axis = experiment.axis;
  const refills = [];
  const figures = experiment.paths.filter((path) => path.axis === axis).map((first) => {
    const current = () => experiment.paths.find((path) => path.axis === axis && ["dataset", "loss", "regularizer"].every((key) => path[key] === first[key]));
    const plot = make("div", {class: "plot low"}), place = make("div");
    const name = fileName(experiment.name, "lambda_path", first.dataset, first.loss, first.regularizer);
    addChart(plot, name, () => pathChart(experiment, current())).experiment = experiment;
    refills.push(() => place.replaceChildren(pathTable(experiment, current())));
    return make("figure", {class: "chart"}, make("h4", {}, first.title), plot,
      make("div", {class: "tools"}, make("details", {class: "printed"}, make("summary", {}, "Table of these times"), place)));
  });
  const fill = () => refills.forEach((refill) => refill());
  fill();
  return [
    make("h3", {id: `${experiment.id}-paths`}, "Time to target over λ"),
    make("p", {class: "soft"}, "Median over the seeds; a λ without a point was not reached, or is not known. A dash in a table is such a λ."),
    make("p", {class: "no-print"}, choices(`${experiment.id}-paths-axis`, "Measured in ", [...new Set(experiment.paths.map((path) => path.axis))].map((each) => [each, positions[each].title]), axis,
      (value) => { axis = value; fill(); redrawCharts((chart) => chart.experiment === experiment); })),
    make("div", {class: "charts"}, figures),
  ];
}

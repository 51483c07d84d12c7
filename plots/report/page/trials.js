// Tuning trials: the objective at the end over the value that was tried.

/// A point for each value: the mean over seeds, of the trials with the largest budget.
function trialsLine(problem, curve, look) {
  const budget = Math.max(...curve.trials.map((row) => Number(row.budget)));
  const rows = curve.trials.filter((row) => Number(row.budget) === budget);
  const byValue = Map.groupBy(rows, (row) => row.constants);
  const {lower_bound: bound} = problem.certificate || {};
  const points = [...byValue].map(([constants, trials]) => {
    const mean = trials.reduce((sum, row) => sum + numberOf(row.objective), 0) / trials.length;
    return {x: Number(constants.split(/[= ]/)[1]), y: bound ? mean / bound - 1 : mean,
      text: () => [`${constants}: ${Number.isNaN(mean) ? "diverged or failed" : numberText(mean, 6)}`, countText(trials.length, "seed")]};
  });
  return {look, label: experiment().methods[look.index].label, isLine: true, points: points.sort((a, b) => a.x - b.x)};
}

function trialsChart(problem, size) {
  const lines = shownMethods().filter(({index}) => problem.curves.get(index)?.trials.length > 0)
    .map((look) => trialsLine(problem, problem.curves.get(look.index), look));
  const values = (name) => lines.flatMap((line) => line.points.map((point) => point[name]));
  const x = extentOf(values("x"), true) || [0.1, 1], [low, high] = extentOf(values("y"), true) || [0.1, 1];
  return makeChart({
    height: size.height, lines,
    x: {title: "value tried", range: [x[0] / 1.2, x[1] * 1.2], isLogarithmic: true},
    y: {range: [low / 1.3, Math.min(1.3 * high, 1e6 * low)], isLogarithmic: true},
    description: `${problem.title}: objectives of tuning trials over the value tried`,
  }, size.width);
}

/// Charts of the shown problems, in a closed section; none without trials.
function tuningTrials() {
  if (experiment().files.trials === "") return null;
  return makeDetails("Tuning trials of the shown methods", () => {
    const problems = shownProblems().filter((problem) => shownMethods().some(({index}) => problem.curves.get(index)?.trials.length > 0));
    if (problems.length === 0) return make("p", {}, "None of the shown methods was tuned on the shown datasets.");
    const size = chartSize(problems.length);
    return [
      make("p", {class: "soft"}, `Mean over seeds at the end of a trial: ${problems.every((each) => each.certificate) ? "(F(w) − D*)/D*" : "F(w), or (F(w) − D*)/D* where an optimum is certified"}. ` +
        "The lowest value was chosen."),
      makePanels(problems, size.height, (problem) => trialsChart(problem, size))];
  });
}

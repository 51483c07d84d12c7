// The view of times over λ: a chart for each dataset that was run with several λ, a line for each method.

/// Problems of the datasets with three or more λ, ascending in λ.
function lambdaPaths() {
  const paths = new Map();
  for (const problem of experiment().problems) paths.set(problem.title, [...(paths.get(problem.title) || []), problem]);
  return [...paths.values()].filter((path) => path.length > 2 && path.some((each) => each.certificate))
    .map((path) => path.sort((a, b) => a.lambda - b.lambda));
}

function shownPaths() {
  return lambdaPaths().filter((path) => state.dataset === "" || path[0].title === state.dataset);
}

/// The method's median times. The line is interrupted where the median run does not arrive.
function pathLine(path, look) {
  return {
    look, label: experiment().methods[look.index].label, isLine: true,
    points: path.flatMap((problem) => {
      const curve = problem.curves.get(look.index);
      const row = curve?.times.find((each) => each.scale === state.scale && Number(each.target) === Number(state.target));
      return !row ? [] : [{
        problem, curve, x: problem.lambda * problem.rows, y: timeOf(row), low: numberOf(row[`${state.x}_p10`]), high: numberOf(row[`${state.x}_p90`]),
        text: () => [`λ = ${problem.lambda_text}: ${timeText(row)}`, `${row.arrived} of ${row.runs} runs`],
      }];
    }),
  };
}

function pathChart(path, height, width) {
  const lines = shownMethods().map((look) => pathLine(path, look)).filter((line) => line.points.length > 0);
  const range = (name, margin) => {
    const [low, high] = extentOf(lines.flatMap((line) => line.points.map((point) => point[name])), true) || [0.1, 1];
    return [low / margin, high * margin];
  };
  return makeChart({
    height, lines,
    x: {title: "λ m", range: range("x", 1.2), isLogarithmic: true}, y: {range: range("y", 1.3), isLogarithmic: true},
    description: `${path[0].title}: ${position().title} to ${powerText(Number(state.target))} over λ. ` +
      lines.map((line) => `${line.label}: ${line.points.map((point) => `${numberText(point.y, 3)} at ${point.problem.lambda_text}`).join(", ")}`).join("; "),
  }, width);
}

function pathsView(size) {
  return [
    make("label", {class: "ordinate"}, `${position().title} until ${measures[state.scale]} stays at `,
      make("select", {id: "target", onchange: (event) => choose({target: event.target.value})},
        targetTexts.map((each) => make("option", {value: each, selected: each === state.target}, powerText(Number(each))))),
      "; a line is interrupted where the median run does not get there"),
    makePanels(shownPaths().map((path) => ({...path[0], lambda_text: `${path[0].lambda_text} to ${path.at(-1).lambda_text}`, path})), size.height,
      ({path}) => pathChart(path, size.height, size.width)),
  ];
}

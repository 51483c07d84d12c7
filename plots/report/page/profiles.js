// The view of performance profiles (Dolan and Moré 2002): a chart for each target.

/// Panels of the protocol: rows of performance_profile.csv by loss, regulariser and target.
function profilePanels() {
  const panels = new Map();
  for (const row of experiment().profiles ??= rowsOf(experiment().files.performance_profile)) {
    if (row.protocol !== "" && row.protocol !== part().name) continue;
    const key = JSON.stringify([row.loss, row.regularizer, row.target]);
    if (!panels.has(key)) panels.set(key, []);
    panels.get(key).push(row);
  }
  return [...panels.values()];
}

/// The staircase of a method up to the end of the axis.
function stairs(rows, end) {
  const points = [];
  let share = 0;
  for (const row of rows) {
    const [ratio, next] = [numberOf(row.ratio), numberOf(row.share)];
    points.push({x: ratio, y: share}, {x: ratio, y: next});
    share = next;
  }
  points.push({x: end, y: share});
  return points.map((point) => ({...point, text: () => [`${numberText(100 * point.y)} % of the problems within ${numberText(point.x)} times the fastest`]}));
}

function profilesView(size) {
  const panels = profilePanels();
  if (panels.length === 0) return make("p", {}, "No performance profiles: they need a target that some method reaches on three certified problems.");
  return [
    make("p", {class: "ordinate"}, `A line at factor 2 shows the share of problems that the method solves within twice the ${data.positions.find((each) => each.name === panels[0][0].cost).title} of the fastest method: higher is better.`),
    make("div", {class: "panels"}, panels.map((rows) => {
      const end = 1.3 * Math.max(2, ...rows.map((row) => numberOf(row.ratio)).filter(Number.isFinite));
      const lines = shownMethods().map((look) => ({look, label: experiment().methods[look.index].label, isLine: true,
        points: stairs(rows.filter((row) => indexOf(experiment(), row) === look.index), end)})).filter((line) => line.points.length > 1);
      const first = rows[0];
      const {formula} = experiment().problems.find((each) => each.loss === first.loss && each.regularizer === first.regularizer);
      const name = `${formula}, to ${powerText(Number(first.target))}`;
      return make("figure", {class: "panel"}, make("figcaption", {}, make("strong", {}, name), make("span", {class: "soft"}, ` ${first.problems} problems, ${first.unsolved} solved by none`)),
        makeChart({
          height: size.height, lines,
          x: {title: "factor of the fastest", range: [0.95, end], isLogarithmic: true}, y: {range: [-0.03, 1.03], isLogarithmic: false},
          description: `Performance profile ${name}. ${lines.map((line) => `${line.label}: ${numberText(100 * line.points.at(-1).y)} % solved`).join(", ")}.`,
        }, size.width));
    })),
  ];
}

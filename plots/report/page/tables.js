// Times to targets: a table for each problem, sortable by any column.

function sortRows(table, column, isDescending) {
  const rows = [...table.tBodies[0].rows];
  const order = (row) => Number(row.cells[column].dataset.order);
  const label = (row) => row.cells[0].textContent;
  rows.sort((a, b) => {
    const difference = column === 0 ? label(a).localeCompare(label(b)) : order(a) - order(b);
    return isDescending ? -difference : difference;
  });
  table.tBodies[0].append(...rows);
  [...table.tHead.rows[0].cells].forEach((cell, i) => {
    cell.setAttribute("aria-sort", i === column ? (isDescending ? "descending" : "ascending") : "none");
  });
}

function sortableTable(caption, header, rows) {
  const table = make("table", {}, make("caption", {}, caption),
    make("thead", {}, make("tr", {}, header.map((title, i) => make("th", {scope: "col", "aria-sort": "none"},
      make("button", {type: "button", onclick: (event) => {
        const isAscending = event.target.closest("th").getAttribute("aria-sort") === "ascending";
        sortRows(table, i, isAscending);
      }}, title))))),
    make("tbody", {}, rows.map((cells) => make("tr", {}, cells.map((cell, i) =>
      make(i === 0 ? "th" : "td", {scope: i === 0 ? "row" : null, class: cell.best ? "best" : null, "data-order": cell.order},
        cell.text, cell.detail ? make("small", {}, ` ${cell.detail}`) : null))))));
  return make("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": caption}, table);
}

function timeTable(problem, table) {
  return sortableTable(`${problem.title}, λ = ${problem.lambda_text}${table.remark}: ${positions[table.axis].title} until ${timeScales[table.scale].share} is at most what a column's title says`,
    table.header, table.rows);
}

function makeTimes(experiment) {
  if (experiment.times.length === 0) return [make("h3", {}, "Time to target"), make("p", {}, "No problem has a certified bound.")];
  const place = make("div", {class: "times"});
  const protocols = [...new Set(experiment.times.map((table) => table.protocol))];
  const chosen = {axis: experiment.axis, scale: "optimum", protocol: protocols[0]};
  const fill = () => {
    place.replaceChildren(...experiment.problems.flatMap((problem) => experiment.times.filter((table) =>
      ["axis", "scale", "protocol"].every((key) => table[key] === chosen[key]) && ["dataset", "loss", "regularizer", "lambda"].every((key) => table[key] === problem[key]))
      .map((table) => timeTable(problem, table))));
  };
  fill();
  const id = (what) => `${experiment.id}-times-${what}`;
  return [
    make("h3", {id: `${experiment.id}-times`}, "Time to target"),
    make("p", {class: "soft"}, "Median over the seeds (10–90 % quantiles); a title sorts by its column. “< 0.02”: there at the first checkpoint, at 0.02. ",
      "“> 5 (3/10)”: 3 of 10 runs got there, and the median takes longer than 5, a budget, or halfway from a run's arrival to one; “never”: the median run ended by itself before. ",
      "“2…3”: what is known of it. “—”: smaller than the certificate's gap, so it is unknown. Bold: the fastest that arrive. ",
      "“tuning (s)”: CPU seconds of all runs that tuning the method on this problem took; “–”: no tuning recorded."),
    make("p", {class: "no-print"},
      ...(protocols.length > 1 ? [choices(id("protocol"), "Protocol ", protocols.map((name) => [name, name]), chosen.protocol,
        (value) => { chosen.protocol = value; fill(); }), " "] : []),
      choices(id("axis"), "Measured in ", [...new Set(experiment.times.map((table) => table.axis))].map((axis) => [axis, positions[axis].title]), chosen.axis,
        (value) => { chosen.axis = value; fill(); }), " ",
      choices(id("scale"), "Targets are shares of ", Object.entries(timeScales).map(([scale, {unit, share}]) => [scale, `${unit}: ${share}`]), chosen.scale, (value) => { chosen.scale = value; fill(); }), " ",
      downloadButton("Download all times to targets as CSV", () => download(fileName(experiment.name, "time_to_target.csv"), experiment.times_csv))),
    place,
  ];
}

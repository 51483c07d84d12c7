// Answers to the findings of papers, with their comparisons.

function verdictSpan(verdict) {
  return make("span", {class: `verdict ${{holds: "reproduced", fails: "not", "does not apply": "soft"}[verdict] || "undecided"}`}, verdict);
}

/// Problem of a dataset's verdict with one of these formulas; among experiments of one name, the last.
function problemOf(experiments, claim, verdict, formulas) {
  for (const experiment of [...experiments].reverse()) {
    if (experiment.name !== verdict.experiment) continue;
    const problem = experiment.problems.find((each) => each.dataset === verdict.dataset && each.source === verdict.source && each.lambda === verdict.lambda &&
      each.loss === claim.loss && each.regularizer === claim.regularizer && formulas.includes(each.formula));
    if (problem) return {experiment, problem};
  }
  return null;
}

/// Shows only the curves of a comparison.
function showComparison(found, claim, comparison) {
  const {experiment, problem} = found;
  const names = new Set(comparison.methods.map((method) => `${method.name}\n${method.variant}`));
  experiment.hidden = new Set([...experiment.methods.keys()].filter((i) => !names.has(`${experiment.methods[i].name}\n${experiment.methods[i].variant}`)));
  const isPossible = (column) => problem.curves.some((curve) => curve.points[column]);
  const wanted = claim.number === "nonzeros" ? "density" : "suboptimality";
  if (isPossible(wanted)) select("y", wanted);
  select("x", claim.axis === "passes" || experiment.axis === "passes" ? "passes" : "cpu_seconds");
  (experiment.fillLegends || []).forEach((fill) => fill());
  redrawCharts();
  const figure = document.getElementById(problem.id);
  document.querySelectorAll(".found").forEach((each) => each.classList.remove("found"));
  figure.classList.add("found");
  figure.scrollIntoView({block: "center"});
  figure.focus({preventScroll: true});
}

function shortNumber(value) {
  return value === null ? "∞" : String(Number.isInteger(value) ? value : Number(value.toPrecision(3)));
}

/// "3.2", "2 to 3". With an unknown end a time is "< 3" or "> 3.2", another number "0 to 3" or "≥ 3.2".
function boundsText(bounds, isTime) {
  if (!bounds) return "–";
  const [low, high] = bounds;
  if (low === high) return shortNumber(low);
  if (high === null) return low === 0 ? "?" : `${isTime ? ">" : "≥"} ${shortNumber(low)}`;
  if (isTime && low === 0) return `< ${shortNumber(high)}`;
  return `${shortNumber(low)} to ${shortNumber(high)}`;
}

function comparisonRow(experiments, claim, verdict, comparison, formulas) {
  const sides = (read) => comparison.methods.map(read).join(" : ");
  const isTime = claim.kind === "faster";
  const found = problemOf(experiments, claim, verdict, formulas);
  const target = comparison.split || (comparison.target === undefined ? "" : `${comparison.target} of ${verdict.scale}`);
  return [verdict.dataset + (verdict.source === "file" ? "" : " (stand-in)"), sides((method) => method.label), target,
    sides((method) => `${method.arrived}/${method.runs}`), sides((method) => boundsText(method.measured, isTime)),
    boundsText(comparison.value, isTime), comparison.interval ? `[${comparison.interval.map(shortNumber).join(", ")}]` : "–",
    comparison.answer + (comparison.remark ? `: ${comparison.remark}` : ""),
    found ? make("a", {href: `#${found.problem.id}`, onclick: (event) => { event.preventDefault(); showComparison(found, claim, comparison); }},
      "curves", make("span", {class: "sort-note"}, ` of ${found.problem.title}`)) : ""];
}

function makeAnswer(experiments, claim, answer, settings) {
  const formulas = settings.find((each) => each.name === answer.setting).objectives || [];
  const rows = answer.datasets.flatMap((verdict) => verdict.comparisons.map((each) => comparisonRow(experiments, claim, verdict, each, formulas)));
  const missing = answer.missing.length > 0 ? `; no real results: ${answer.missing.join(", ")}` : "";
  return make("details", {},
    make("summary", {}, `${answer.setting ? `${answer.setting}: ` : ""}holds on ${answer.total}${missing} — `,
      answer.datasets.flatMap((each) => [`${each.dataset}${each.votes ? "" : " (no vote)"} `, verdictSpan(each.verdict), " "])),
    plainTable(`Comparisons: ${claim.finding}`, ["dataset", "compared", "target", "runs", "measured", "value", "95 % interval", "answer", ""], rows, {class: "words"}));
}

function makeClaim(experiments, claim, settings) {
  return make("div", {class: "claim"},
    make("p", {}, make("strong", {}, `${claim.finding}: ${claim.statement}`)),
    claim.answers.length === 0 ? make("p", {class: "soft"}, "No results.") : null,
    claim.answers.map((answer) => makeAnswer(experiments, claim, answer, settings)));
}

function verdictOverview({settings, datasets, rows}) {
  const entry = (verdicts) => verdicts[0] === null ? "" : verdicts.flatMap((each, i) => [i > 0 ? " / " : "", each === "–" ? "–" : verdictSpan(each)]);
  const order = settings.length > 1 ? ` (${settings.join(" / ")})` : "";
  return plainTable(`All findings, by dataset${order}`, ["finding", ...datasets, "holds on"],
    rows.map((row) => [`${row.finding}: ${row.statement}`, ...row.entries.map((each) => make("span", {}, entry(each))), row.totals.join(" / ")]),
    {class: "words findings"});
}

function variationTable(variations) {
  const rows = variations.map((each) => [each.title, each.variation_of, String(each.compared), each.compared === 0 ? "not measured" :
    each.changes.map((change) => `${change.finding} on ${change.dataset}: ${change.from} → ${change.to}`).join("; ") || "none"]);
  return rows.length > 0 ? plainTable("Variations: the verdicts that they change", ["variation", "of", "verdicts", "changed"], rows, {class: "words"}) : null;
}

function makeVerdicts(experiments, verdicts, id) {
  return make("section", {id},
    make("h2", {}, `Verdicts: ${verdicts.title}`),
    make("p", {class: "soft"}, `${verdicts.source}. Answered by `, make("code", {}, verdicts.claims_file), ". ",
      verdicts.settings.filter((each) => each.name && !each.variation_of).map((each) => `${each.name}: ${each.title}`).join("; ")),
    verdicts.summary ? plainTable("Verdicts that hold", [verdicts.summary.title, ...verdicts.summary.columns], verdicts.summary.rows.map((row) => [row.title, ...row.cells])) : null,
    verdictOverview(verdicts.overview),
    variationTable(verdicts.variations),
    make("details", {}, make("summary", {}, "Rules of the verdicts"), make("p", {}, verdicts.rules)),
    make("h3", {}, "Each finding with its comparisons"),
    verdicts.claims.map((claim) => makeClaim(experiments, claim, verdicts.settings)));
}

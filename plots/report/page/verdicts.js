// Answers to the findings of papers, with the comparisons behind them.

function verdictClass(verdict) {
  return verdict === "reproduced" ? "reproduced" : verdict === "not reproduced" ? "not" : "undecided";
}

function verdictMark(verdict) {
  return {reproduced: "✓ reproduced", "not reproduced": "✗ not reproduced"}[verdict] || "? undecided";
}

/// The problem that a comparison is about: of experiments of one name the last.
function problemOf(experiments, claim, cell) {
  for (const experiment of [...experiments].reverse()) {
    if (experiment.name !== cell.experiment) continue;
    const problem = experiment.problems.find((each) => each.dataset === cell.dataset && each.loss === claim.loss && each.regularizer === claim.regularizer && (cell.lambda === undefined || each.lambda === cell.lambda));
    if (problem) return {experiment, problem};
  }
  return null;
}

/// Shows the curves that a comparison is about, and no others.
function showComparison(found, claim, cell) {
  const {experiment, problem} = found;
  const names = new Set(cell.methods.map((method) => `${method.name}\n${method.variant}`));
  experiment.hidden = new Set([...experiment.methods.keys()].filter((i) => !names.has(`${experiment.methods[i].name}\n${experiment.methods[i].variant}`)));
  const isPossible = (column) => problem.curves.some((curve) => curve.points[column]);
  const wanted = claim.kind === "equal_sparsity" ? "density" : "suboptimality";
  if (isPossible(wanted)) select("y", wanted);
  select("x", claim.in === "passes" || claim.kind === "rate" || experiment.axis === "passes" ? "passes" : "cpu_seconds");
  (experiment.fillLegends || []).forEach((fill) => fill());
  redrawCharts();
  const figure = document.getElementById(problem.id);
  document.querySelectorAll(".found").forEach((each) => each.classList.remove("found"));
  figure.classList.add("found");
  figure.scrollIntoView({block: "center"});
  figure.focus({preventScroll: true});
}

function comparisonTable(experiments, claim, answer) {
  const [header, ...lines] = answer.table;
  const rows = lines.map((texts, i) => {
    const cell = answer.cells[i];
    const found = problemOf(experiments, claim, cell);
    return [...texts.slice(0, -1), make("span", {class: `verdict ${verdictClass(cell.verdict)}`}, texts.at(-1)),
      found ? make("a", {href: `#${found.problem.id}`, onclick: (event) => { event.preventDefault(); showComparison(found, claim, cell); }},
        "curves", make("span", {class: "sort-note"}, ` of ${found.problem.title}`)) : ""];
  });
  return plainTable(`Comparisons: ${answer.reason}`, [...header, ""], rows, {class: "words"});
}

function settingText(setting) {
  return [setting.reading, setting.protocol, setting.source === "file" ? "real data" : setting.source].filter(Boolean).join(", ");
}

function makeClaim(experiments, claim) {
  return make("div", {class: "claim"},
    make("p", {}, make("strong", {}, `${claim.finding} ${claim.statement}`),
      claim.scale === "start" ? " Targets are shares of F(0) − D*." : "", claim.when ? ` For ${claim.when}.` : ""),
    claim.answers.length === 0 ? make("p", {class: "soft"}, "No results.") : null,
    claim.answers.map((answer) => make("details", {},
      make("summary", {}, make("span", {class: `verdict ${verdictClass(answer.verdict)}`}, verdictMark(answer.verdict)), ` — ${settingText(answer)}: ${answer.reason}`),
      comparisonTable(experiments, claim, answer))));
}

function verdictOverview(verdicts) {
  return plainTable("All findings: how many comparisons speak for each", ["finding", ...verdicts.table.columns.map(settingText)],
    verdicts.table.rows.map((row, i) => {
      const claim = verdicts.claims.find((each) => each.id === row.id) || verdicts.claims[i];
      return [`${claim.finding} ${claim.statement}${claim.scale === "start" ? " (of F(0) − D*)" : ""}`, ...row.entries.map((entry) => {
        if (!entry) return "–";
        const verdict = ["not reproduced", "reproduced"].find((each) => entry.startsWith(each)) || "undecided";
        return make("span", {class: verdictClass(verdict)}, entry);
      })];
    }), {class: "words findings"});
}

function makeVerdicts(experiments, verdicts, id) {
  return make("section", {id},
    make("h2", {}, `Verdicts: ${verdicts.title}`),
    make("p", {class: "soft"}, `${verdicts.source}. Answered by `, make("code", {}, verdicts.claims_file), "."),
    verdictOverview(verdicts),
    make("details", {}, make("summary", {}, "Rules of the verdicts"), make("p", {}, verdicts.rules)),
    verdicts.overlaps.length > 0 ? make("p", {class: "soft"}, verdicts.overlaps.map((each) => `${each.datasets.join(", ")}: answered from ${each.taken}, not from ${each.passed_over}. `).join("")) : null,
    make("h3", {}, "Each finding with its comparisons"),
    verdicts.claims.map((claim) => makeClaim(experiments, claim)));
}

// Facts behind the curves: settings, runs and how to repeat them, constants, machine, files.

/// Settings and runs of a curve, with the command that repeats its first run.
function showCurve(problem, curve) {
  const {facts, methods, name} = experiment();
  const method = methods[curve.method];
  const isSame = (each) => each.dataset === problem.dataset && each.lambda_value === problem.lambda && each.loss === problem.loss &&
    each.regularizer === problem.regularizer && each.method === method.name && each.variant === method.variant;
  const hidden = ["name", "label", "protocols", "loss", "regularizer"];
  const entry = (facts.config?.methods || []).find((each) => each.name === method.name && [each.label, `${each.label} (restarted)`].includes(method.label)) || {};
  const options = Object.entries(entry).filter(([key]) => !hidden.includes(key)).map(([key, value]) => [key, JSON.stringify(value)]);
  const constants = (facts.constants || []).filter(isSame).map((each) => [each.option, `${each.value} (${each.origin})`]);
  const command = curve.runs.length === 0 ? "" : `descent replay results/${name}/runs/${curve.runs[0].run_id}.csv`;
  showDialog(`${method.label} on ${problem.title}`,
    make("p", {}, `${problem.formula}, λ = ${problem.lambda_text}, ${problem.size}`),
    command ? [make("p", {}, "To repeat the first run:"), make("pre", {}, command)] : null,
    makeTable("Settings", ["option", "value"], [["method", method.name], ...options, ...constants], {class: "words"}),
    makeTable("Runs", ["seed", "run", "end", "setup (s)", "CPU (s)", "objective"], curve.runs.map((row) => [row.seed, make("code", {}, row.run_id),
      row.status, numberText(numberOf(row.setup_seconds)), numberText(numberOf(row.cpu_seconds)), numberText(numberOf(row.objective), 8)])));
}

function failedRuns() {
  if (!/failed|diverged/.test(experiment().files.runs)) return null;
  const rows = experiment().problems.flatMap((problem) => [...problem.curves.values()].flatMap((curve) =>
    curve.runs.filter((row) => isFailure(row.status)).map((row) => [experiment().methods[curve.method].label, problem.title, row.seed, make("code", {}, row.run_id), row.status])));
  return rows.length === 0 ? null : makeDetails(countText(rows.length, "failed or diverged run"),
    () => makeTable("Failed or diverged runs", ["method", "dataset", "seed", "run", "end"], rows, {class: "words"}), "failed runs");
}

function tunedConstants() {
  const {facts, methods} = experiment();
  const constants = facts.constants || [];
  const label = (each) => methods.find((method) => method.name === each.method && method.variant === each.variant)?.label || each.method;
  return constants.length === 0 ? null : makeDetails(`Constants that were tuned or have their default (${constants.length})`,
    () => makeTable("Constants", ["method", "dataset", "λ", "option", "value", "origin", "CPU time of trials (s)"], constants.map((each) =>
      [label(each), each.dataset, each.lambda, each.option, numberText(each.value), each.origin, numberText(each.tuning_cpu_seconds)]), {class: "words"}), "constants");
}

/// Facts of one kind as a table; none if the manifest lacks them.
function factsTable(title, facts) {
  const rows = Object.entries(facts || {}).map(([name, value]) => [name, typeof value === "object" ? JSON.stringify(value) : String(value)]);
  return rows.length === 0 ? null : makeTable(title, ["fact", "value"], rows, {class: "words"});
}

function makeFacts() {
  const {facts, files, name} = experiment();
  const names = {curves: "curves.csv", time_to_target: "tables/time_to_target.csv", performance_profile: "tables/performance_profile.csv", runs: "runs.csv (ends of the runs)"};
  return make("section", {}, make("h2", {}, "Facts"),
    failedRuns(), tunedConstants(),
    makeDetails("Machines and programs", () => facts.sessions.flatMap(({runs, ended, machine, program}) => [
      factsTable(`Machine of ${countText(runs, "run")}, the last ended ${ended}`, machine), factsTable("Program", program)])),
    makeDetails("Configuration", () => make("pre", {tabindex: 0, "aria-label": "Configuration"}, JSON.stringify(facts.config, null, 1))),
    make("p", {class: "no-print"}, "Download: ", Object.entries(names).filter(([file]) => files[file]).map(([file, title]) => [
      make("button", {type: "button", onclick: () => download(`${name}-${file}.csv`, files[file])}, title), " "])),
    make("p", {class: "soft"}, `Made by ${data.program} on ${data.made}.`));
}

// Runs, data, constants, program, machine and failures of an experiment.

function textOf(value) {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function folded(title, ...content) {
  return make("details", {class: "printed facts"}, make("summary", {}, title), content);
}

function labelOf(experiment, name, variant) {
  const method = experiment.methods.find((each) => each.name === name && each.variant === (variant || ""));
  return method ? method.label : name;
}

function dataTable(manifest) {
  return plainTable("Data", ["dataset", "rows are from", "rows", "columns", "nonzeros", "test rows", "origin", "SHA-256"],
    manifest.datasets.map((dataset) => [dataset.name, dataset.source === "stand-in" ? "stand-in (synthetic)" : dataset.source,
      textOf(dataset.rows), textOf(dataset.columns), textOf(dataset.nonzeros), textOf(dataset.test_rows), textOf(dataset.origin),
      make("code", {class: "hash"}, textOf(dataset.sha256))]), {class: "words"});
}

function constantTable(experiment, manifest) {
  return plainTable("Constants, and where they are from", ["dataset", "problem", "method", "constant", "value", "from"],
    manifest.constants.map((each) => [each.dataset, `${each.loss} + ${each.regularizer}, λ = ${each.lambda}`,
      labelOf(experiment, each.method, each.variant), each.option, textOf(each.value), each.origin]), {class: "words"});
}

function certificateTable(manifest) {
  return plainTable("Certified optima", ["dataset", "problem", "F(w*)", "D*", "relative gap", "nonzeros of w*", "by", "CPU s"],
    manifest.references.map((each) => [each.dataset, `${each.loss} + ${each.regularizer}, λ = ${textOf(each.lambda)}`, textOf(each.objective),
      textOf(each.lower_bound), shortText(each.gap), textOf(each.nonzeros), each.method, shortText(each.cpu_seconds)]), {class: "words"});
}

function sessionTable(manifest) {
  return plainTable("Programs and machines that carried out runs", ["last ended", "runs", "program", "compiler and flags", "machine"],
    manifest.sessions.map((session) => {
      const program = session.program, machine = session.machine;
      return [textOf(session.ended), textOf(session.runs),
        `${textOf(program.version)} (${textOf(program.commit).slice(0, 12)}${program.dirty ? ", changed" : ""}), values ${textOf(program.value_type)}`,
        `${textOf(program.compiler)}, ${textOf(program.flags)}`,
        `${textOf(machine.processor)}, ${textOf(machine.physical_cores)} cores, ${shortText(machine.memory_bytes / 2 ** 30)} GiB, ${textOf(machine.kernel)}, governor ${textOf(machine.governor)}${machine.huge_pages ? `, huge pages ${textOf(machine.huge_pages)}` : ""}`];
    }), {class: "words"});
}

/// List of failures, or a sentence that there are none.
function failureParts(experiment, manifest) {
  const parts = [];
  if (experiment.failures.length > 0) {
    parts.push(plainTable("Runs that failed or diverged", ["dataset", "problem", "method", "seed", "why", "run"], experiment.failures.map((each) =>
      [each.dataset, `${each.loss} + ${each.regularizer}, λ = ${numberText(each.lambda)}`, (experiment.methods[each.method] || {label: "?"}).label, String(each.seed), each.status, each.id]), {class: "words"}));
  }
  const leftOut = manifest.left_out.filter((each) => each.method);
  const missing = manifest.left_out.filter((each) => !each.method);
  if (missing.length > 0) {
    parts.push(plainTable("Datasets that were left out", ["dataset", "why"], missing.map((each) => [each.dataset, each.reason]), {class: "words"}));
  }
  if (leftOut.length > 0) {
    parts.push(plainTable("Methods that cannot work on a dataset", ["dataset", "problem", "method", "why"], leftOut.map((each) =>
      [each.dataset, `${each.loss} + ${each.regularizer}`, labelOf(experiment, each.method, each.variant), each.reason]), {class: "words"}));
  }
  if (parts.length === 0) parts.push(make("p", {}, "No run failed, none diverged, none is missing, and each is as it was written."));
  return parts;
}

function makeFacts(experiment) {
  const manifest = experiment.manifest;
  const config = JSON.stringify(manifest.config, null, 1);
  const hasTroubles = experiment.failures.length > 0 || manifest.left_out.length > 0;
  return [
    make("h3", {id: `${experiment.id}-facts`}, "What was run"),
    make("p", {}, "The same runs again: ", make("code", {}, `descent run ${manifest.config_file}`), " at the commit below; a single one bit for bit: ",
      make("code", {}, "descent replay RUN"), "."),
    folded(`What did not go as planned, and why${hasTroubles ? "" : ": nothing"}`, ...failureParts(experiment, manifest)),
    folded("Data: where from, SHA-256", dataTable(manifest)),
    manifest.constants.length > 0 ? folded("Constants, and where they are from", constantTable(experiment, manifest)) : null,
    manifest.references.length > 0 ? folded("Certified optima", certificateTable(manifest)) : null,
    folded("Machine and build", sessionTable(manifest)),
    folded("Configuration, with all defaults", make("p", {class: "no-print"}, make("button", {type: "button", onclick: () => download(fileName(experiment.name) + ".json", config, "application/json")}, "Download JSON")),
      make("pre", {tabindex: "0"}, config)),
  ].filter(Boolean);
}

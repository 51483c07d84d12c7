// The data of the page: CSV files and facts, unpacked and joined to curves of methods on problems.

/// The packed data. Its element is removed.
async function unpackedData() {
  const element = document.getElementById("data");
  const letters = atob(element.textContent.trim());
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = letters.charCodeAt(i);  // 20 times as fast as Uint8Array.from
  element.remove();
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

/// Fields of a record with quotes (RFC 4180).
function quotedFields(record) {
  return [...`,${record}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => (quoted === undefined ? plain : quoted.replaceAll('""', '"')));
}

/// Rows of a CSV text as objects of texts.
function rowsOf(csv) {
  const records = [];
  let open = "";  // the beginning of a record whose quoted field holds line ends
  for (const line of csv.split("\n")) {
    const record = open + line;
    const hasQuotes = record.includes('"');
    open = hasQuotes && record.split('"').length % 2 === 0 ? `${record}\n` : "";
    if (open === "" && record !== "") records.push(hasQuotes ? quotedFields(record) : record.split(","));
  }
  const names = records.shift() || [];
  return records.map((fields) => {
    const row = {};
    for (let i = 0; i < names.length; ++i) row[names[i]] = fields[i];
    return row;
  });
}

/// A number of a CSV file; NaN if it is empty.
function numberOf(text) {
  return text === "" || text === undefined ? NaN : text === "inf" ? Infinity : text === "-inf" ? -Infinity : Number(text);
}

function problemKey(row) {
  return JSON.stringify([row.dataset, row.loss, row.regularizer, Number(row.lambda)]);
}

function methodKey(name, variant) {
  return `${name}\n${variant}`;
}

/// Adds to each problem its `curves`, by the method's index: rows of curves.csv, of the ends of runs, of the times
/// to targets and of tuning trials. Adds to the experiment the rows of its performance profiles.
function join(experiment) {
  const methods = new Map(experiment.methods.map((each, i) => [methodKey(each.name, each.variant), i]));
  const problems = new Map(experiment.problems.map((each) => [problemKey(each), each]));
  for (const problem of experiment.problems) problem.curves = new Map();
  const indexOf = (row) => methods.get(methodKey(row.method, row.variant));
  const curveOf = (row) => problems.get(problemKey(row))?.curves.get(indexOf(row));
  for (const row of rowsOf(experiment.files.curves)) {
    const {curves} = problems.get(problemKey(row)), method = indexOf(row);
    if (!curves.has(method)) curves.set(method, {method, points: [], runs: [], times: [], trials: []});
    curves.get(method).points.push(row);
  }
  for (const [file, part] of [["runs", "runs"], ["time_to_target", "times"], ["trials", "trials"]])
    for (const row of rowsOf(experiment.files[file])) curveOf(row)?.[part].push(row);
  experiment.profiles = rowsOf(experiment.files.performance_profile).map((row) => ({...row, index: indexOf(row)}));
}

/// Numbers of a column of curves.csv.
function column(curve, name) {
  return curve.points.map((row) => numberOf(row[name]));
}

/// Positions of the curve's points. Setup comes before every point but w = 0.
function positionsOf(curve, position) {
  const numbers = column(curve, position.adds_setup ? "cpu_seconds" : position.name);
  if (!position.adds_setup) return numbers;
  const setup = column(curve, "setup_seconds_mean");
  return numbers.map((each, i) => (i > 0 ? each + (setup[i] || 0) : each));
}

/// A statistic of the quantity as in figures: relative to D*, shares in %. All NaN where there is none.
function valuesOf(problem, curve, quantity, statistic) {
  const factor = quantity.is_share ? 100 : !quantity.is_relative ? 1 : problem.certificate ? 1 / problem.certificate.lower_bound : NaN;
  return column(curve, `${quantity.name}_${statistic}`).map((each) => each * factor);
}

/// True for a status of a run without a usable end.
function isFailure(status) {
  return status.startsWith("failed") || status === "diverged";
}

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

function fieldsOf(record) {
  return record.includes('"') ? quotedFields(record) : record.split(",");
}

/// Records of a CSV text, the names of its columns first.
function recordsOf(csv) {
  const records = [];
  let open = "";  // the beginning of a record whose quoted field holds line ends
  for (const line of csv.split("\n")) {
    const record = open + line;
    open = record.includes('"') && record.split('"').length % 2 === 0 ? `${record}\n` : "";
    if (open === "" && record !== "") records.push(record);
  }
  return records;
}

/// A record as an object of texts.
function rowOf(names, record) {
  const fields = fieldsOf(record), row = {};
  for (let i = 0; i < names.length; ++i) row[names[i]] = fields[i];
  return row;
}

function rowsOf(csv) {
  const [header = "", ...records] = recordsOf(csv);
  const names = fieldsOf(header);
  return records.map((record) => rowOf(names, record));
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

/// Rows of the experiment's file by curve, read when they are first asked for.
function rowsByCurve(experiment, file) {
  experiment.tables[file] ??= Map.groupBy(rowsOf(experiment.files[file]), (row) => curveOf(experiment, row));
  return experiment.tables[file];
}

function indexOf({methodOf}, {method, variant}) {
  return methodOf.get(methodKey(method, variant));
}

function curveOf(experiment, row) {
  return experiment.problemOf.get(problemKey(row))?.curves.get(indexOf(experiment, row));
}

/// A method on a problem. Most curves are not shown: their rows stay texts until then.
class Curve {
  constructor(experiment, names, method, start) {
    Object.assign(this, {experiment, names, method, start, records: []});
  }
  get points() { return this.rows ??= this.records.map((record) => rowOf(this.names, record)); }
  get runs() { return rowsByCurve(this.experiment, "runs").get(this) || []; }
  get times() { return rowsByCurve(this.experiment, "time_to_target").get(this) || []; }
}

/// Adds to each problem its `curves`, by the method's index.
function join(experiment) {
  experiment.tables = {};
  experiment.methodOf = new Map(experiment.methods.map((each, i) => [methodKey(each.name, each.variant), i]));
  experiment.problemOf = new Map(experiment.problems.map((each) => [problemKey(each), each]));
  for (const problem of experiment.problems) problem.curves = new Map();
  const [header, ...records] = recordsOf(experiment.files.curves);
  const names = fieldsOf(header);
  // Records of a curve follow each other and have the same fields before "point".
  const beforePoint = new RegExp(`^(?:(?:"(?:[^"]|"")*"|[^,]*),){${names.indexOf("point")}}`);
  let beginning = null, curve = null;
  for (const record of records) {
    if (beginning === null || !record.startsWith(beginning)) {
      [beginning] = beforePoint.exec(record);
      const row = rowOf(names, record);
      const {curves} = experiment.problemOf.get(problemKey(row)), method = indexOf(experiment, row);
      if (!curves.has(method)) curves.set(method, new Curve(experiment, names, method, row));
      curve = curves.get(method);
    }
    curve.records.push(record);
  }
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

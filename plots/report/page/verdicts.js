// Answers to the findings of papers.

function verdictClass(verdict) {
  return {holds: "good", fails: "bad", "does not apply": "soft"}[verdict] || "open";
}

/// The counts by form of the problem, kind of data and protocol, as far as they are known.
function makeAnswer({summary}) {
  const rows = (summary?.rows || []).filter(({cells}) => cells.some((each) => each !== "–"));
  return rows.length === 0 ? [] : makeTable(`${summary.title}: verdicts that hold`, ["", ...summary.columns], rows.map(({title, cells}) => [title, ...cells]), {class: "answer"});
}

function shortNumber(value) {
  return value === null ? "∞" : String(Number.isInteger(value) ? value : Number(value.toPrecision(3)));
}

/// "3.2", "2 to 3", "< 3" or "> 3.2" where an end is not known.
function boundsText(bounds) {
  if (!bounds) return "–";
  const [low, high] = bounds;
  return low === high ? shortNumber(low) : high === null ? (low === 0 ? "?" : `> ${shortNumber(low)}`) :
    low === 0 ? `< ${shortNumber(high)}` : `${shortNumber(low)} to ${shortNumber(high)}`;
}

/// The address of the curves that a verdict is about; null if they are not on the page.
function addressOfCurves(verdict, claim, setting) {
  const results = data.experiments.findLastIndex((each) => each.name === verdict.experiment);
  const found = results < 0 ? null : data.experiments[results].problems.find((each) => each.dataset === verdict.dataset &&
    each.lambda === verdict.lambda && each.loss === claim.loss && each.regularizer === claim.regularizer);
  if (!found) return null;
  const protocol = Math.max(0, data.experiments[results].parts.findIndex((each) => each.name === setting.protocol));
  return `#${addressOf({...defaults(results, protocol), dataset: found.title, lambda: found.lambda_text})}`;
}

/// The comparisons behind a verdict.
function showVerdict(claim, verdict, setting) {
  const address = addressOfCurves(verdict, claim, setting);
  const sides = (comparison, read) => comparison.methods.map(read).join(" : ");
  showDialog(`${claim.finding} on ${verdict.dataset}: ${verdict.verdict}`,
    make("p", {}, `${claim.statement}. ${setting.title}.`),
    address ? make("p", {}, make("a", {href: address, onclick: () => document.getElementById("dialog").close()}, "Show the curves")) : null,
    makeTable("Comparisons", ["compared", "target", "runs", "measured", "value", "95 % interval", "answer"],
      verdict.comparisons.map((each) => [sides(each, (method) => method.label),
        each.split || (each.target === undefined ? "" : `${each.target} of ${verdict.scale}`),
        sides(each, (method) => `${method.arrived}/${method.runs}`), sides(each, (method) => boundsText(method.measured)),
        boundsText(each.value), each.interval ? `[${each.interval.map(shortNumber).join(", ")}]` : "–",
        each.answer + (each.remark ? `: ${each.remark}` : "")]), {class: "words"}));
}

/// Findings × datasets in one setting; a click on a cell opens its comparisons.
function verdictTable(verdicts, setting) {
  const rows = verdicts.claims.map((claim) => ({claim, answer: claim.answers.find((each) => each.setting === setting.name)}))
    .filter(({answer}) => answer && answer.datasets.length > 0);
  const datasets = [...new Set(rows.flatMap(({answer}) => answer.datasets.map((each) => each.dataset)))];
  return makeTable(`${setting.title || "All findings"}: a cell opens its comparisons; in brackets: synthetic rows, which have no vote`, ["finding", ...datasets, "holds on"],
    rows.map(({claim, answer}) => [make("span", {}, make("strong", {}, claim.finding), ` ${claim.statement}`),
      ...datasets.map((dataset) => {
        const verdict = answer.datasets.find((each) => each.dataset === dataset);
        return !verdict ? "" : make("button", {type: "button", class: `verdict ${verdictClass(verdict.verdict)}`, onclick: () => showVerdict(claim, verdict, setting)},
          verdict.votes ? verdict.verdict : `(${verdict.verdict})`);
      }), answer.total]), {class: "words findings"});
}

function variationRow(variation) {
  return makeDetails(`${variation.title}: ${variation.compared === 0 ? "not measured" : `${variation.changes.length} of ${variation.compared} verdicts change`}`,
    () => make("ul", {}, variation.changes.map((each) => make("li", {}, `${each.finding} on ${each.dataset}: ${each.from} → ${each.to}`))));
}

function makeVerdicts(verdicts, i) {
  const settings = verdicts.settings;
  const setting = settings.find((each) => each.name === state.setting) ||
    settings.find((each) => !each.variation_of && each.protocol === part().name) || settings[0];
  const choice = make("select", {id: `setting-${i}`, onchange: (event) => choose({setting: event.target.value})},
    settings.map((each) => make("option", {value: each.name, selected: each === setting}, `${each.variation_of ? "variation: " : ""}${each.title || each.name || "all"}`)));
  return make("section", {class: "verdicts"}, make("h2", {}, verdicts.title),
    make("p", {class: "soft"}, `${verdicts.source}.`),
    settings.length > 1 ? make("label", {class: "no-print"}, "Protocol ", choice) : null,
    verdictTable(verdicts, setting),
    verdicts.variations.length === 0 ? null : makeDetails(`${verdicts.variations.length} variations`, () => verdicts.variations.map(variationRow)),
    makeDetails("Rules of the verdicts", () => make("p", {}, verdicts.rules)));
}

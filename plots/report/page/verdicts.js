// Answers to the findings of papers.

function verdictClass(verdict) {
  return {holds: "good", fails: "bad", "does not apply": "soft"}[verdict] || "open";
}

/// The counts by form of the problem, kind of data and protocol, as far as they are known. The shown protocol's column is
/// marked. A click on a count opens its verdicts.
function makeAnswer(verdicts) {
  const {summary, settings} = verdicts;
  const rows = (summary?.rows || []).filter(({cells}) => cells.some((each) => each !== "–"));
  if (rows.length === 0) return [];
  const settingOf = (row, k) => settings.find((each) => each.name === row.settings[k]);
  const isShown = (setting) => setting && isOfPart(setting);
  const heads = summary.columns.map((title, k) => (!isShown(settingOf(rows[0], k)) ? title :
    make("span", {class: "shown", "aria-current": "true", title: "The protocol that is shown"}, title)));
  const count = (row, text, k) => (text === "–" ? text : make("button", {type: "button", class: "count", onclick: () => showDialog(
    `${summary.title}: ${row.title}, ${summary.columns[k]}: ${text}`, makeKey(), verdictTable(verdicts, settingOf(row, k), row))}, text));
  return makeTable(`${summary.title}: verdicts (a finding on a dataset) that hold`, ["", ...heads],
    rows.map((row) => [row.title, ...row.cells.map((text, k) => count(row, text, k))]), {class: "answer"});
}

/// What the words of verdicts mean.
function makeKey() {
  const word = (text) => make("strong", {class: verdictClass(text)}, text);
  return make("p", {class: "soft"}, word("holds"), ": most decided comparisons are for the finding, none against · ", word("fails"), ": most are against it, none for · ",
    word("mixed"), ": neither · ", word("open"), ": too few are decided · ", word("does not apply"), ": the optimum is not sparse");
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

/// The address of a view of the problem that a verdict is about; null if it is not on the page.
function addressOfView(view, claim, verdict, setting) {
  const results = data.experiments.findLastIndex((each) => each.name === verdict.experiment);
  const found = results < 0 ? null : data.experiments[results].problems.find((each) => each.dataset === verdict.dataset &&
    each.lambda === verdict.lambda && each.loss === claim.loss && each.regularizer === claim.regularizer);
  if (!found) return null;
  const protocol = Math.max(0, data.experiments[results].parts.findIndex((each) => each.name === setting.protocol));
  const usual = defaults(results, protocol);
  return `#${addressOf({...usual, view, dataset: found.title, lambda: found.lambda_text, setting: setting.name, x: axisOf(claim, setting) ?? usual.x, scale: scaleOf(verdict)})}`;
}

/// The horizontal axis of the claim's times.
function axisOf({axis}, {setup}) {
  return setup === false && axis === "cpu_seconds_with_setup" ? "cpu_seconds" : axis;
}

function scaleOf({scale}) {
  return scale === "F(0) − D*" ? "start" : "optimum";
}

const numberTitles = {nonzeros: "nonzero weights", reached: "share of runs", slope_with_logarithm: "slope"};

/// The compared number in words, and when its interval is for the finding.
function ruleOf(claim, verdict, setting, lead) {
  const [low, high] = claim.range || [lead, null];
  const range = low === null ? `at most ${high}` : high === null ? `at least ${low}` : `within ${low} to ${high}`;
  const isFaster = claim.kind === "faster", isRatio = verdict.comparisons[0]?.methods.length === 2 && (isFaster || claim.number === "nonzeros");
  const measure = measures[scaleOf(verdict)], hasTarget = verdict.comparisons[0]?.target !== undefined;
  const number = isFaster ? `median ${data.positions.find(({name}) => name === axisOf(claim, setting)).title} until ${measure} stays at the target` :
    (numberTitles[claim.number] || claim.number.replaceAll("_", " ")) + (hasTarget ? ` ${claim.number === "reached" ? "whose" : "when"} ${measure} stays at the target` : "");
  const against = claim.range ? "against it if no part is" : `against it below 1/${lead}, level between the two`;
  return {unit: !isFaster ? "" : claim.axis === "passes" ? " (passes)" : " (s)", value: isRatio ? "ratio" : "value",
    text: `Compared: ${number}. ${isRatio ? `Ratio: ${isFaster ? "the rival's time over the method's" : "the method's number over the other's"}. ` : ""}` +
      `For the finding if its whole 95 % interval [in brackets] is ${range}, ${against}; else undecided.`};
}

/// The comparisons behind a verdict: a table for each rival.
function showVerdict(verdicts, claim, verdict, setting) {
  const rule = ruleOf(claim, verdict, setting, verdicts.lead);
  const links = Object.entries({curves: "Curves", ...(claim.kind === "faster" ? {times: "Times to targets"} : {})})
    .map(([view, text]) => [addressOfView(view, claim, verdict, setting), text]).filter(([address]) => address);
  const measured = ({measured: bounds, arrived, runs}) => boundsText(bounds) + (arrived < runs ? ` (${arrived} of ${countText(runs, "run")})` : "");
  const value = (each) => boundsText(each.value) + (each.interval ? ` [${each.interval.map(shortNumber).join(", ")}]` : "");
  const target = (each, text) => (each.target === undefined ? [] : [text(each.target)]);
  const both = ({methods}) => (methods.length === 2 ? methods : []);  // with one, the comparison's value is its number
  const pairs = Map.groupBy(verdict.comparisons, ({methods, split}) => methods.map(({label}) => label).join(" against ") + (split ? `: ${split}` : ""));
  showDialog(`${claim.finding} on ${verdict.dataset}: ${verdict.verdict}`,
    make("p", {class: "statement"}, `${[claim.statement, setting.title].filter(Boolean).join("; ")}.`),
    make("p", {class: "soft"}, rule.text),
    links.length === 0 ? null : make("p", {}, "Show: ", links.map(([address, text]) =>
      [make("a", {href: address, onclick: () => { document.getElementById("dialog").close(); document.getElementById("tabs").scrollIntoView(); }}, text), " "])),
    [...pairs].map(([pair, comparisons]) => makeTable(pair,
      [...target(comparisons[0], () => "target"), ...both(comparisons[0]).map(({label}) => label + rule.unit), rule.value, "answer"],
      comparisons.map((each) => [...target(each, powerText), ...both(each).map(measured), value(each),
        each.answer + (each.remark ? `: ${each.remark}` : "")]), {class: `words compared${comparisons[0].target === undefined ? "" : " targets"}`})),
    makeDetails("All rules", () => make("p", {}, verdicts.rules), "rules of a verdict"));
}

/// Findings × datasets in one setting, all or those of a count; a click on a cell opens its comparisons.
function verdictTable(verdicts, setting, counted = null) {
  const rows = verdicts.claims.filter(({id}) => !counted || counted.claims.includes(id)).map((claim) => {
    const answer = claim.answers.find((each) => each.setting === setting.name);
    return {claim, answer, shown: (answer?.datasets || []).filter(({dataset}) => !counted || counted.datasets.includes(dataset))};
  }).filter(({shown}) => shown.length > 0);
  const datasets = [...new Set(rows.flatMap(({shown}) => shown.map((each) => each.dataset)))];
  const hasStandIns = rows.some(({shown}) => shown.some((each) => !each.votes));
  return makeTable(`${setting.title || "All methods"}${hasStandIns ? "; in brackets: without a vote" : ""}`, ["finding", ...datasets, ...(counted ? [] : ["holds on"])],
    rows.map(({claim, answer, shown}) => [make("span", {}, make("strong", {}, claim.finding), ` ${claim.statement}`),
      ...datasets.map((dataset) => {
        const verdict = shown.find((each) => each.dataset === dataset);
        return !verdict ? "" : make("button", {type: "button", class: `verdict ${verdictClass(verdict.verdict)}`, onclick: () => showVerdict(verdicts, claim, verdict, setting)},
          verdict.votes ? verdict.verdict : `(${verdict.verdict})`);
      }), ...(counted ? [] : [answer.total])]), {class: "words findings"});
}

function variationRow(variation) {
  const count = variation.changes.length;
  return makeDetails(`${variation.title}: ${count} of ${countText(variation.compared, "verdict")} ${count === 1 ? "changes" : "change"}`,
    () => make("ul", {}, variation.changes.map((each) => make("li", {}, `${each.finding} on ${each.dataset}: ${each.from} → ${each.to}`))));
}

/// The verdicts under the protocol of the bar. A menu chooses among settings that differ in something else.
function makeVerdicts(verdicts, i) {
  const settings = settingsOf(verdicts);
  const setting = settings.find((each) => each.name === state.setting) || settings[0];
  const measured = verdicts.variations.filter((each) => each.compared > 0);
  return make("section", {class: "verdicts"}, make("h2", {}, verdicts.title),
    make("p", {class: "soft"}, `${verdicts.source}. A click on a verdict opens its comparisons.`), makeKey(),
    settings.length < 2 ? null : make("label", {class: "no-print"}, "Variation ",
      make("select", {id: `setting-${i}`, onchange: (event) => choose({setting: event.target.value})},
        settings.map((each) => make("option", {value: each.name, selected: each === setting}, each.title || each.name)))),
    setting ? verdictTable(verdicts, setting) : make("p", {}, "None of these findings is judged under the chosen protocol."),
    measured.length === 0 ? null : makeDetails(countText(measured.length, "variation"), () => measured.map(variationRow)),
    makeDetails("Rules of the verdicts", () => make("p", {}, verdicts.rules)));
}

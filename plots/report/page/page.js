// The page: title, answer, bar, legend, the chosen view, verdicts and facts.

let isLegendOpen = false;
const listed = {};  // methods in the legend, by results and protocol: one that is switched off stays

/// A menu of the bar; none if there is nothing to choose.
function selector(name, label, choices, value, read = (text) => text) {
  if (choices.length < 2) return null;
  return make("label", {}, make("span", {}, label),
    make("select", {id: `choose-${name}`, onchange: (event) => choose({[name]: read(event.target.value)})},
      choices.map(([each, text]) => make("option", {value: each, selected: String(each) === String(value)}, text))));
}

function tick(name, label) {
  return make("label", {title: label}, make("input", {type: "checkbox", id: `choose-${name}`, "aria-label": label, checked: state[name],
    onchange: (event) => choose({[name]: event.target.checked, [name === "logx" ? "zoomx" : "zoomy"]: null})}), "log");
}

function makeBar() {
  const datasets = [...new Set(problemsOfLambda().map((each) => each.title))];
  const isCurves = state.view === "curves", isOfPanels = state.view !== "profiles";  // a chart a problem
  return [
    selector("results", "Results", data.experiments.map((each, i) => [i, each.name]), state.results, Number),
    isOfPanels ? selector("dataset", "Dataset", datasets.length < 2 ? [] : [["", "all datasets"], ...datasets.map((each) => [each, each])], state.dataset) : null,
    isOfPanels && state.view !== "paths" ? selector("lambda", "λ", lambdas().map((each) => [each, each]), state.lambda) : null,
    selector("protocol", "Protocol", experiment().parts.map((each, i) => [i, each.title || each.name || "all"]), state.protocol, Number),
    isOfPanels ? make("div", {}, selector("x", "x axis", data.positions.map((each) => [each.name, each.title]), state.x), isCurves ? tick("logx", "Logarithmic x axis") : null) : null,
    isCurves ? make("div", {}, selector("y", "y axis", possibleQuantities().map((each) => [each.name, each.short_title]), state.y), tick("logy", "Logarithmic y axis")) : null,
    isCurves && (state.zoomx || state.zoomy) ? make("button", {type: "button", id: "reset", onclick: () => choose({zoomx: null, zoomy: null})}, "Reset zoom") : null,
  ].flat();
}

/// Methods with their looks, and when opened all others. A click switches one off or on.
function makeLegend() {
  const kept = listed[`${state.results} ${state.protocol}`] ??= new Set(defaults(state.results, state.protocol).methods);
  const all = part().methods.map(({index}) => index), isOn = (index) => state.methods.includes(index);
  const shown = part().methods.filter(({index}) => isLegendOpen || kept.has(index) || isOn(index)), more = all.length - shown.length;
  const button = (id, attributes, onclick, ...content) => make("button", {type: "button", id, ...attributes, onclick}, ...content);
  const toggle = (index) => { kept.add(index); choose({methods: all.filter((each) => (each === index) !== isOn(each))}); };
  const plain = {class: "plain"};
  return [
    shown.map((look) => button(`method-${look.index}`, {"aria-pressed": String(isOn(look.index))}, () => toggle(look.index),
      sampleOf(look), experiment().methods[look.index].label)),
    all.length > 1 ? [button("methods-all", plain, () => choose({methods: all}), "all"), button("methods-none", plain, () => choose({methods: []}), "none")] : [],
    isLegendOpen || more > 0 ? button("methods", {...plain, "aria-expanded": String(isLegendOpen)}, () => { isLegendOpen = !isLegendOpen; showPage(); },
      isLegendOpen ? "fewer" : `+ ${more} more`) : [],
  ];
}

function makeTabs() {
  const names = Object.keys(views).filter((name) => name !== "paths" || lambdaPaths().length > 0);
  const open = (name) => { choose({view: name}); document.getElementById(`tab-${name}`).focus(); };
  return names.map((name, i) => make("button", {type: "button", role: "tab", id: `tab-${name}`, "aria-selected": String(state.view === name),
    "aria-controls": "view", tabindex: state.view === name ? 0 : -1, onclick: () => open(name),
    onkeydown: (event) => {
      const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
      if (step) open(names[(i + step + names.length) % names.length]);
    }}, views[name].title));
}

/// Size of a chart: columns of at least 400 pixels, two rows on a screen.
function chartSize(count) {
  const width = document.getElementById("view").clientWidth;
  const columns = Math.max(1, Math.min(count, Math.floor(width / 400)));
  document.documentElement.style.setProperty("--columns", columns);
  const height = columns === 1 && width > 500 ? 430 : count > columns ? 232 : 340;
  return {width: Math.floor((width - 14 * (columns - 1)) / columns), height};
}

/// The choices in words, for a printed page.
function choicesText() {
  const chosen = part();
  return [experiment().name, state.dataset || "all datasets", `λ = ${state.lambda}`, chosen.title || chosen.name, views[state.view].title,
    state.view === "curves" ? `${quantity().title} over ${position().title}` : position().title].filter(Boolean).join("; ");
}

function makeConditions() {
  const {title, runs, missing_runs: missing, conditions, facts, problems} = experiment();
  const seeds = facts.config?.seeds;
  const formulas = [...new Set(problems.map((each) => each.formula))].join(" or ");
  const line = [title === data.title ? "" : title, title.includes(formulas) ? "" : formulas, `${countText(runs, "run")}${missing ? `, ${missing} missing` : ""}`,
    Array.isArray(seeds) ? countText(seeds.length, "seed") : "", ...new Set(facts.sessions.map((each) => each.machine.processor))].filter(Boolean).join(" · ");
  if (conditions.length === 0) return make("p", {class: "soft"}, line);
  return makeDetails(`${line} · ${countText(conditions.length, "remark")}`, () => make("ul", {}, conditions.map((each) => make("li", {}, each))), "conditions", {class: "soft"});
}

function replace(id, content) {
  document.getElementById(id).replaceChildren(...[content].flat(Infinity).filter((each) => each !== null && each !== undefined));
}

/// Draws the bar and what it chooses; the focus stays where it was.
function showPage() {
  const focus = document.activeElement?.id;
  hideTip();
  replace("conditions", makeConditions());
  replace("answer", data.verdicts.map(makeAnswer));
  replace("bar", makeBar());
  replace("legend", makeLegend());
  replace("tabs", makeTabs());
  document.getElementById("view").setAttribute("aria-labelledby", `tab-${state.view}`);
  replace("choices", choicesText());
  drawView();
  replace("verdicts", data.verdicts.map(makeVerdicts));
  replace("facts", makeFacts());
  if (focus) document.getElementById(focus)?.focus({preventScroll: true});
}

function drawView() {
  const {charted, draw} = views[state.view];
  const count = charted().length;
  const lack = shownMethods().length === 0 ? "No method is chosen." : count === 0 && state.view !== "profiles" ? "Nothing was run with these choices." : "";
  for (const place of waiting.keys()) comingIntoView.unobserve(place);
  waiting.clear();
  replace("view", lack ? make("p", {}, lack) : draw(chartSize(count)));
}

function changeColours() {
  const root = document.documentElement;
  const isDark = (root.style.colorScheme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  root.style.colorScheme = isDark ? "light" : "dark";
}

async function start() {
  try {
    data = await unpackedData();
    readAddress(location.hash);
    showPage();
    addEventListener("beforeprint", () => [...waiting.keys()].forEach(drawAt));
    addEventListener("popstate", () => { readAddress(location.hash); showPage(); });
    let width = innerWidth;
    addEventListener("resize", () => { if (innerWidth !== width) { width = innerWidth; drawView(); } });
    document.getElementById("colours").addEventListener("click", changeColours);
    document.getElementById("dialog").addEventListener("click", (event) => event.target.id === "dialog" && event.target.close());
  } catch (error) {
    replace("view", make("p", {class: "bad"}, `The results cannot be shown: ${error.message}`));
  }
  document.documentElement.dataset.ready = Math.round(performance.now());  // ms
}

start();

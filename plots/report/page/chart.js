// A chart: lines or marks of methods between two axes, read by mouse and keyboard.

const grasp = 16;  // pixels from which a point is taken

/// Path through the points between the axes. A point that an axis lacks interrupts it.
function linePath(points) {
  let d = "", isOpen = false;
  for (const {px, py} of points) {
    if (Number.isFinite(px) && Number.isFinite(py)) d += `${isOpen ? "L" : "M"}${px.toFixed(1)} ${py.toFixed(1)}`;
    isOpen = Number.isFinite(px) && Number.isFinite(py);
  }
  return d;
}

/// The band between the quantiles. Where the lower one has no place on a logarithmic axis it ends at the bottom.
function bandPath(points, bottom) {
  const band = points.filter((each) => Number.isFinite(each.px) && Number.isFinite(each.phigh));
  if (!band.some((each) => Math.abs(each.phigh - each.plow) > 0.5)) return "";
  const side = (list, name) => list.map((each) => `${each.px.toFixed(1)} ${(Number.isFinite(each[name]) ? each[name] : bottom).toFixed(1)}`);
  return `M${[...side(band, "phigh"), ...side(band.reverse(), "plow")].join("L")}Z`;
}

/// Places of marks: about five along the line, others for each line; all points if they are few or no line.
function markPlaces(line, index, width) {
  const visible = line.points.filter((each) => each.isVisible);
  if (!line.isLine || visible.length < 9) return visible.map((each) => [each.px, each.py]);
  const distance = width / 4.5;
  let next = visible[0].px + distance * ((index * 0.37) % 1);
  return visible.filter((each) => each.px >= next && ((next = each.px + distance), true)).map((each) => [each.px, each.py]);
}

function placePoints(lines, x, y, width, height) {
  const place = (axis, value) => (value === undefined || (axis.isLogarithmic && !(value > 0)) ? NaN : Math.max(-1e4, Math.min(1e4, axis.at(value))));
  for (const line of lines) {
    for (const point of line.points) {
      Object.assign(point, {px: place(x, point.x), py: place(y, point.y), plow: place(y, point.low), phigh: place(y, point.high)});
      point.isVisible = point.px >= -0.5 && point.px <= width + 0.5 && point.py >= -0.5 && point.py <= height + 0.5;
    }
  }
}

/// Axis lines, grid and labels around a plot of this size.
function makeFrame(x, y, width, height, chart, tics) {
  const text = (attributes, words) => makeSvg("text", attributes, words);
  return [
    tics.x.tics.map(({value, text: words}) => [
      makeSvg("path", {class: "grid", d: `M${x.at(value).toFixed(1)} 0V${height}`}),
      text({x: x.at(value), y: height + 15, "text-anchor": "middle"}, words)]),
    tics.y.tics.map(({value, text: words, line = value}) => [
      makeSvg("path", {class: "grid", d: `M0 ${y.at(line).toFixed(1)}H${width}`}),
      text({x: -6, y: y.at(value) + 4, "text-anchor": "end"}, words)]),
    text({x: width / 2, y: height + 32, "text-anchor": "middle"}, chart.x.title + (tics.x.unit ? ` (${tics.x.unit})` : "")),
    tics.y.unit ? text({x: 0, y: -4, "text-anchor": "middle"}, tics.y.unit) : null,
    makeSvg("path", {class: "frame", d: `M0 0H${width}V${height}H0Z`}),
  ];
}

/// Words with the marks of lines that have no visible part, so that no method of the legend seems to be missing.
function hiddenLines(lines, y, width) {
  const words = new Map();
  const isHidden = ({points}) => !points.some((point, i) => point.isVisible && (i > 0 || points.length === 1));  // 0: w = 0
  for (const line of lines.filter(isHidden)) {
    const last = line.points.findLast((each) => Number.isFinite(each.y));
    const word = !last ? "no value" : last.y > y.high ? "above ↑" : last.y < y.low ? "below ↓" : "outside →";
    words.set(word, [...(words.get(word) || []), line]);
  }
  return [...words].map(([word, hidden], i) => makeSvg("g", {class: "hidden-lines", "data-labels": hidden.map((each) => each.label).join("\n"),
    transform: `translate(${width - 8} ${14 + 16 * i})`},
  makeSvg("rect", {x: -62 - 13 * hidden.length, y: -11, width: 67 + 13 * hidden.length, height: 15}),
  makeSvg("text", {class: "soft", "text-anchor": "end"}, word),
  hidden.map((line, k) => makeSvg("g", {style: `color: ${colourOf(line.look)}`}, marksOf(line.look, [[-66 - 13 * k, -4]])))));
}

/// A chart of `chart`: {name, height, x and y: {title, range, isLogarithmic, tics, floor, rows}, lines: [{label, look, isLine,
/// points: [{x, y, low, high, text}]}], description, zoom, pick, enlarge}. Points get their places as they are drawn.
function makeChart(chart, width) {
  const margin = {left: 8, right: 10, top: chart.y.unit ? 18 : 10, bottom: 38};
  const inner = chart.height - margin.top - margin.bottom;
  const y = makeAxis(chart.y.range, chart.y.isLogarithmic, inner, 0);
  const ticsY = chart.y.tics ? {tics: chart.y.tics, unit: ""} : ticsOf(y, Math.max(2, Math.floor(inner / 36)));
  margin.left += 7 * Math.max(2, ...ticsY.tics.map((each) => each.text.length));
  const across = width - margin.left - margin.right;
  const x = makeAxis(chart.x.range, chart.x.isLogarithmic, 0, across);
  const lines = chart.lines;
  placePoints(lines, x, y, across, inner);

  const drawn = lines.map((line, i) => makeSvg("g", {class: "curve", style: `color: ${colourOf(line.look)}`, "data-label": line.label},
    line.isLine && lines.length <= mostMethods ? makeSvg("path", {class: "band", d: bandPath(line.points, inner)}) : null,
    line.isLine ? makeSvg("path", {class: "line", d: linePath(line.points), "stroke-dasharray": dashOf(line.look), "stroke-width": 1.4 * line.look.width}) : null,
    marksOf(line.look, markPlaces(line, i, across))));
  const floor = chart.y.floor && chart.y.floor.value >= y.low && chart.y.floor.value <= y.high ? y.at(chart.y.floor.value) : null;
  const cursor = makeSvg("circle", {class: "cursor", r: 5, visibility: "hidden"});
  const box = makeSvg("rect", {class: "box", visibility: "hidden"});
  const plot = makeSvg("svg", {class: "inside", x: margin.left, y: margin.top, width: across, height: inner},
    floor === null ? null : makeSvg("rect", {class: chart.y.floor.isArea ? "floor" : "floor empty", x: -2, y: floor, width: across + 4, height: inner}),
    drawn, floor === null ? null : makeSvg("text", {class: "soft", x: across - 4, y: floor > 30 ? floor - 5 : floor + 14, "text-anchor": "end"}, chart.y.floor.text),
    chart.y.rows ? null : hiddenLines(lines, y, across),
    (chart.y.rows || []).map(({value, text}) => makeSvg("text", {class: "soft", x: 5, y: y.at(value), "text-anchor": "start"}, text)),
    cursor, box);
  const svg = makeSvg("svg", {viewBox: `0 0 ${width} ${chart.height}`, width, height: chart.height, "aria-hidden": "true"},
    makeSvg("g", {transform: `translate(${margin.left} ${margin.top})`},
      makeFrame(x, y, across, inner, chart, {x: chart.x.tics ? {tics: chart.x.tics, unit: ""} : ticsOf(x, Math.max(2, Math.floor(across / 60))), y: ticsY})),
    plot);
  const element = make("div", {class: "plot", role: "application", "aria-roledescription": "chart", tabindex: 0, "aria-label": chart.description}, svg);
  listenTo(element, {chart, lines, drawn, cursor, box, x, y, margin, width, across, inner});
  return element;
}

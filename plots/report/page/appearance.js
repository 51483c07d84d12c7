// Looks of methods: colours and dashes of the printed figures, on a light or dark page.

const themes = ["system", "light", "dark"];
let theme = "system";
const systemIsDark = window.matchMedia("(prefers-color-scheme: dark)");

function isDark() {
  return theme === "dark" || (theme === "system" && systemIsDark.matches);
}

function applyTheme() {
  document.documentElement.dataset.theme = isDark() ? "dark" : "light";
}

function styleColour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/// Colour of the method as printed; on a dark page lighter if necessary.
function methodColour(method) {
  if (!isDark()) return method.colour;
  const channels = [1, 3, 5].map((at) => parseInt(method.colour.slice(at, at + 2), 16));
  const luminance = (0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]) / 255;
  const lighter = luminance < 0.42 ? Math.min(1, (0.52 - luminance) * 1.5 + 0.05) : 0;
  return "#" + channels.map((each) => Math.round(each + lighter * (255 - each)).toString(16).padStart(2, "0")).join("");
}

function withAlpha(colour, alpha) {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return `rgba(${red},${green},${blue},${alpha})`;
}

/// "(9, 3)" of the printed figures as lengths; empty for a solid line.
function dashLengths(method) {
  return method.dash === "solid" ? [] : method.dash.replace(/[()]/g, "").split(",").map(Number);
}

function lineWidth(method) {
  return 1.5 * method.width;
}

function plotlyLine(method) {
  const lengths = dashLengths(method);
  return {
    color: methodColour(method),
    width: lineWidth(method),
    dash: lengths.length === 0 ? "solid" : lengths.map((length) => `${length}px`).join(","),
  };
}

/// Points of the printed figures, for methods whose points are separate runs.
const symbols = {1: "cross-thin-open", 2: "x-thin-open", 3: "asterisk-open", 4: "square-open", 5: "square", 6: "circle-open",
  7: "circle", 8: "triangle-up-open", 9: "triangle-up", 10: "triangle-down-open", 11: "triangle-down", 12: "diamond-open",
  13: "diamond", 14: "pentagon-open", 15: "pentagon"};

function plotlyMarker(method) {
  return {color: methodColour(method), size: 7, symbol: symbols[method.point] || "circle", line: {width: 1.5, color: methodColour(method)}};
}

/// A short piece of the method's line.
function lineSample(method) {
  const space = "http://www.w3.org/2000/svg";
  const sample = document.createElementNS(space, "svg");
  const line = document.createElementNS(space, "line");
  for (const [name, value] of Object.entries({width: 40, height: 12, "aria-hidden": "true"})) sample.setAttribute(name, value);
  for (const [name, value] of Object.entries({x1: 0, x2: 40, y1: 6, y2: 6, stroke: methodColour(method),
    "stroke-width": lineWidth(method) + 0.4, "stroke-dasharray": dashLengths(method).join(" ") || "none"})) line.setAttribute(name, value);
  sample.append(line);
  return sample;
}

// Looks of methods, as in the printed figures: colour, dash and mark.

/// The colour on a light page, and one that shows on a dark page.
function colourOf(look) {
  const channels = [1, 3, 5].map((at) => parseInt(look.colour.slice(at, at + 2), 16));
  const brightness = (0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]) / 255;
  const lighter = brightness < 0.42 ? Math.min(1, (0.52 - brightness) * 1.5 + 0.05) : 0;
  const dark = channels.map((each) => Math.round(each + lighter * (255 - each)));
  return `light-dark(${look.colour}, rgb(${dark.join(" ")}))`;
}

function dashOf(look) {
  return look.dash === "solid" ? "none" : look.dash.replace(/[()]/g, "");
}

function polygon(corners, radius, turn) {
  return [...Array(corners).keys()].map((i) => {
    const angle = 2 * Math.PI * i / corners + turn;
    return [radius * Math.sin(angle), -radius * Math.cos(angle)];
  });
}

/// Closed outlines of gnuplot's points 4 to 15 (even ones are hollow), and strokes of points 1 to 3.
const outlines = [polygon(4, 4.6, Math.PI / 4), polygon(24, 3.6, 0), polygon(3, 4.8, 0), polygon(3, 4.8, Math.PI),
  polygon(4, 4.8, 0), polygon(5, 4.4, 0)];
const plus = [[[-4, 0], [4, 0]], [[0, -4], [0, 4]]];
const cross = [[[-3, -3], [3, 3]], [[-3, 3], [3, -3]]];
const strokes = {1: plus, 2: cross, 3: [...plus, ...cross]};

/// Marks of a method at these places.
function marksOf(look, places) {
  const lines = strokes[look.mark] || [outlines[Math.floor((look.mark - 4) / 2)]];
  const end = strokes[look.mark] ? "" : "Z";
  const d = places.flatMap(([x, y]) => lines.map((line) =>
    `M${line.map(([dx, dy]) => `${(x + dx).toFixed(1)} ${(y + dy).toFixed(1)}`).join("L")}${end}`)).join("");
  const isFilled = !strokes[look.mark] && look.mark % 2 === 1;
  return makeSvg("path", {class: isFilled ? "mark filled" : "mark", d});
}

/// A short piece of the method's line with its mark.
function sampleOf(look) {
  return makeSvg("svg", {width: 34, height: 14, "aria-hidden": "true", style: `color: ${colourOf(look)}`},
    makeSvg("path", {class: "line", d: "M1 7H33", "stroke-dasharray": dashOf(look), "stroke-width": 1.4 * look.width}),
    marksOf(look, [[17, 7]]));
}

// Elements and texts.

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((each) => each !== null && each !== undefined && each !== ""));
  return element;
}

function make(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

function makeSvg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function superscript(number) {
  return String(number).replace(/./g, (each) => (each === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(each)]));
}

/// "10⁻³", "5·10⁻⁵".
function powerText(value) {
  const power = Math.floor(Math.log10(value) + 1e-9);
  const factor = Number((value / 10 ** power).toPrecision(3));
  return `${factor === 1 ? "" : `${factor}·`}10${superscript(power)}`;
}

/// The number with some digits, without a long row of zeros.
function numberText(value, digits = 4) {
  if (value === undefined || value === null || Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  const size = Math.abs(value);
  if (value !== 0 && (size < 1e-4 || size >= 1e7)) return (value < 0 ? "−" : "") + powerText(size);
  return String(Number(value.toPrecision(digits))).replace("-", "−");
}

/// "1 run", "2,000 runs".
function countText(count, noun) {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

/// A table in a box that scrolls sideways. Cells are texts or elements; the first of a row is its header.
function makeTable(caption, header, rows, attributes = {}) {
  return make("div", {class: "scroll", tabindex: 0, role: "region", "aria-label": caption},
    make("table", attributes, make("caption", {}, caption),
      make("thead", {}, make("tr", {}, header.map((each) => (each === "" ? make("td") : make("th", {scope: "col"}, each))))),
      make("tbody", {}, rows.map((row) => make("tr", {},
        row.map((each, i) => (i === 0 ? make("th", {scope: "row"}, each) : make("td", {}, each))))))));
}

const opened = new Set();  // keys of the sections that the reader has opened

/// A section whose content is made when it is opened. It stays open when the page draws it again.
function makeDetails(summary, content, key = summary, attributes = {}) {
  const element = make("details", {...attributes, open: opened.has(key)}, make("summary", {}, summary));
  const show = () => {
    if (element.open && element.children.length === 1) element.append(...[content()].flat(Infinity).filter(Boolean));
  };
  element.addEventListener("toggle", () => { opened[element.open ? "add" : "delete"](key); show(); });
  show();
  return element;
}

const waiting = new Map();  // places of charts, and how these are drawn
const comingIntoView = new IntersectionObserver((entries) => {
  for (const {isIntersecting, target} of entries) if (isIntersecting) drawAt(target);
}, {rootMargin: "400px"});

function drawAt(place) {
  comingIntoView.unobserve(place);
  if (place.isConnected) place.replaceWith(waiting.get(place)());
  waiting.delete(place);
}

/// A place of this height where something is drawn when it comes into view or is printed.
function drawLater(height, draw) {
  const place = make("div", {class: "place", style: `height: ${height}px`});
  waiting.set(place, draw);
  comingIntoView.observe(place);
  return place;
}

/// Opens a window over the page.
function showDialog(title, ...content) {
  const dialog = document.getElementById("dialog");
  const close = make("button", {type: "button", class: "close", "aria-label": "Close", onclick: () => dialog.close()}, "✕");
  dialog.replaceChildren(make("h2", {id: "dialog-title"}, title), close);
  fill(dialog, {}, content);
  if (dialog.open) close.focus();
  else dialog.showModal();
}

function download(name, text) {
  const link = make("a", {href: URL.createObjectURL(new Blob([text], {type: "text/csv"})), download: name});
  link.click();
  URL.revokeObjectURL(link.href);
}

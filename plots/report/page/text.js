// Elements, numbers as text, and downloads. Texts from the results only become text nodes.

/// make("p", {class: "soft"}, "text", element, …) creates an element. `on…` members are listeners.
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return element;
}

/// Six digits: "0.00123457", "1.23457e-8".
function numberText(value) {
  if (value === null || value === undefined || Number.isNaN(value)) return "—";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e7)) return value.toExponential(5).replace(/\.?0+e/, "e").replace("e+", "e");
  return String(Number(value.toPrecision(6)));
}

/// Three digits, for tables.
function shortText(value) {
  if (value === null || value === undefined || Number.isNaN(value)) return "—";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e6)) return value.toExponential(2).replace("e+", "e");
  return String(Number(value.toPrecision(3)));
}

/// Plotly interprets some HTML tags in its texts; escape all of them.
function plotlyText(text) {
  return String(text).replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}

function csvField(value) {
  if (value === null || value === undefined || (typeof value === "number" && Number.isNaN(value))) return "";
  if (value === Infinity) return "inf";
  if (value === -Infinity) return "-inf";
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}

function csvText(header, rows) {
  return [header, ...rows].map((row) => row.map(csvField).join(",")).join("\n") + "\n";
}

function download(name, text, type = "text/csv") {
  const address = URL.createObjectURL(new Blob([text], {type: `${type};charset=utf-8`}));
  const link = make("a", {href: address, download: name});
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

function fileName(...parts) {
  return parts.filter(Boolean).join("-").replace(/[^A-Za-z0-9._-]+/g, "_").replace(/^\.+/, "_");
}

function downloadButton(title, action) {
  return make("button", {type: "button", onclick: action, "aria-label": title}, "Download CSV");
}

/// A table with a row of column titles; cells are texts or elements.
function plainTable(caption, header, rows, attributes = {}) {
  return make("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": caption},
    make("table", attributes,
      caption ? make("caption", {}, caption) : null,
      make("thead", {}, make("tr", {}, header.map((title) => make("th", {scope: "col"}, title)))),
      make("tbody", {}, rows.map((row) => make("tr", {},
        row.map((cell, i) => make(i === 0 ? "th" : "td", i === 0 ? {scope: "row"} : {}, cell)))))));
}

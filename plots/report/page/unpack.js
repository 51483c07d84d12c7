// Unpacks the program's data: texts as base64 of gzip, columns of numbers with null for none.

function bytesOf(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/// Text in the page's element with that id, which is emptied.
async function unpack(id) {
  const element = document.getElementById(id);
  const bytes = bytesOf(element.textContent.trim());
  element.remove();
  if (typeof DecompressionStream === "undefined")
    throw new Error("this browser is too old to unpack the results (it lacks DecompressionStream)");
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
}

/// Numbers of a column, NaN for none; null for a missing column.
function numbersOf(column) {
  return column ? Float64Array.from(column, (each) => each ?? NaN) : null;
}

// What the program has packed: texts as base64 of gzip, columns of numbers as base64 of floats or doubles.

function bytesOf(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/// The text in the page's element of that id, which is emptied.
async function unpack(id) {
  const element = document.getElementById(id);
  const bytes = bytesOf(element.textContent.trim());
  element.remove();
  if (typeof DecompressionStream === "undefined")
    throw new Error("this browser is too old to unpack the results (it lacks DecompressionStream)");
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
}

const unpackedColumns = new Map();

/// The numbers of a column, NaN where there is none; null for a column that is not there.
function numbersOf(packed) {
  if (!packed) return null;
  let numbers = unpackedColumns.get(packed);
  if (!numbers) {
    const buffer = bytesOf(packed.slice(1)).buffer;
    numbers = packed[0] === "d" ? new Float64Array(buffer) : new Float32Array(buffer);
    unpackedColumns.set(packed, numbers);
  }
  return numbers;
}

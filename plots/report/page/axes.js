// Axes: where values are, and their tics.

/// A linear or logarithmic axis between two values, drawn from pixel `from` to `to`.
function makeAxis([low, high], isLogarithmic, from, to) {
  const along = isLogarithmic ? Math.log : (value) => value;
  const [start, end] = [along(low), along(high)];
  return {
    low, high, isLogarithmic,
    at: (value) => from + (to - from) * (along(value) - start) / (end - start),
    value: (pixel) => {
      const place = start + (end - start) * (pixel - from) / (to - from);
      return isLogarithmic ? Math.exp(place) : place;
    },
  };
}

/// 1, 2, 2.5 or 5 times a power of ten that divides the length into at most `parts`.
function ticStep(length, parts) {
  const power = 10 ** Math.floor(Math.log10(length / parts));
  return power * [1, 2, 2.5, 5, 10].find((factor) => length / parts <= factor * power * 1.0001);
}

/// Tics at equal distances. Very large or small numbers have their power of ten in `unit`.
function linearTics(axis, parts) {
  const step = ticStep(axis.high - axis.low, parts);
  const size = Math.max(Math.abs(axis.low), Math.abs(axis.high));
  const power = size >= 1e5 || size < 1e-2 ? Math.floor(Math.log10(size)) : 0;
  const digits = Math.max(0, Math.ceil(-Math.log10(step / 10 ** power) - 1e-9) + (String(step / 10 ** power).includes("25") ? 1 : 0));
  const tics = [];
  for (let k = Math.ceil(axis.low / step - 1e-9); k * step <= axis.high + 1e-9 * step; ++k)
    tics.push({value: k * step, text: (k * step / 10 ** power).toFixed(Math.min(digits, 12)).replace("-", "−")});
  return {tics, unit: power === 0 ? "" : `×10${superscript(power)}`};
}

/// Powers of ten, some without a label if there are many; over less than two decades also multiples.
function powerTics(axis, parts) {
  const first = Math.floor(Math.log10(axis.low)), last = Math.ceil(Math.log10(axis.high));
  const decades = Math.log10(axis.high / axis.low);
  const every = Math.max(1, Math.ceil(decades / parts));
  const factors = decades > 2 ? [1] : decades > 1 ? [1, 3] : [1, 2, 5];
  const tics = [];
  for (let power = first; power <= last; ++power) {
    for (const factor of factors) {
      const value = factor * 10 ** power;
      if (value < axis.low * 0.9999 || value > axis.high * 1.0001) continue;
      tics.push({value, text: power % every !== 0 ? "" : powerText(value)});
    }
  }
  if (decades < 4.5 && tics.every(({value, text}) => text === "" || (value > 9e-4 && value < 2e4)))
    for (const tic of tics) if (tic.text !== "") tic.text = String(Number(tic.value.toPrecision(3)));
  return tics.length > 1 ? {tics, unit: ""} : linearTics(axis, parts);
}

function ticsOf(axis, parts) {
  return axis.isLogarithmic ? powerTics(axis, parts) : linearTics(axis, parts);
}

/// Minimum and maximum of the numbers on such an axis; null if there are none.
function extentOf(numbers, isLogarithmic) {
  const usable = numbers.filter((each) => Number.isFinite(each) && (!isLogarithmic || each > 0));
  return usable.length === 0 ? null : [Math.min(...usable), Math.max(...usable)];
}

/// Range of an axis: as in the figures, else around the numbers. On a logarithmic axis it
/// begins above 0.
function rangeOf(figures, numbers, isLogarithmic) {
  const found = extentOf(numbers, isLogarithmic) || [isLogarithmic ? 0.1 : 0, 1];
  let [low, high] = figures || [found[0], found[1]];
  if (isLogarithmic && low <= 0) low = found[0];
  if (!isLogarithmic && figures && figures[2]) low = 0;
  if (!(low < high)) [low, high] = isLogarithmic ? [low / 2, low * 2] : [low - 1, low + 1];
  return [low, high];
}

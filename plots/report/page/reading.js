// Reading a chart: the point under the mouse or chosen by keys, a click on it, and zooming by a box.

function hideTip() {
  document.getElementById("tip").hidden = true;
}

/// Shows the point's text beside it, and highlights its line.
function showPoint(view, line, point, element) {
  const {cursor, drawn, lines, margin} = view;
  cursor.setAttribute("cx", point.px);
  cursor.setAttribute("cy", point.py);
  cursor.setAttribute("visibility", "visible");
  element.classList.add("has-cursor");
  drawn.forEach((each, i) => each.classList.toggle("hot", lines[i] === line));
  const tip = document.getElementById("tip");
  tip.replaceChildren(make("strong", {}, line.label), ...point.text().flatMap((each) => [make("br"), each]));
  tip.hidden = false;
  const frame = element.getBoundingClientRect();
  const left = frame.left + margin.left + point.px + 14, top = frame.top + margin.top + point.py + 14;
  tip.style.left = `${Math.max(4, Math.min(left, document.documentElement.clientWidth - tip.offsetWidth - 8)) + window.scrollX}px`;
  tip.style.top = `${(top + tip.offsetHeight > window.innerHeight ? top - tip.offsetHeight - 28 : top) + window.scrollY}px`;
}

function hidePoint(view, element) {
  view.cursor.setAttribute("visibility", "hidden");
  element.classList.remove("has-cursor");
  view.drawn.forEach((each) => each.classList.remove("hot"));
  hideTip();
}

/// The nearest visible point; null if it is farther than `reach`.
function nearest(lines, px, py, reach) {
  let best = null;
  for (const line of lines) {
    line.points.forEach((point, i) => {
      const distance = Math.hypot(point.px - px, point.py - py);
      if (point.isVisible && distance <= (best ? best.distance : reach)) best = {line, i, distance};
    });
  }
  return best;
}

function listenTo(element, view) {
  const {chart, lines, box, x, y, margin, across, inner} = view;
  let start = null, chosen = null, wasDragged = false;  // where a box begins; {line, i} that is read
  const placeOf = (event) => {
    const frame = element.getBoundingClientRect();
    const clamped = (value, end) => Math.max(0, Math.min(end, value));
    const factor = view.width / frame.width;
    return [clamped((event.clientX - frame.left) * factor - margin.left, across), clamped((event.clientY - frame.top) * factor - margin.top, inner)];
  };
  const read = (found) => {
    chosen = found;
    if (found) showPoint(view, found.line, found.line.points[found.i], element);
    else hidePoint(view, element);
  };
  const drawBox = ([px, py]) => {
    for (const [name, value] of Object.entries({x: Math.min(px, start[0]), y: Math.min(py, start[1]), width: Math.abs(px - start[0]),
      height: Math.abs(py - start[1]), visibility: "visible"})) box.setAttribute(name, value);
  };
  const isDrag = ([px, py]) => start && chart.zoom && Math.hypot(px - start[0], py - start[1]) > 6;
  element.addEventListener("pointermove", (event) => {
    const place = placeOf(event);
    if (isDrag(place)) drawBox(place);
    else if (!start) read(nearest(lines, ...place, grasp));
  });
  element.addEventListener("pointerleave", () => !start && read(null));
  element.addEventListener("blur", () => read(null));
  element.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse" && event.button === 0) {
      start = placeOf(event);
      element.setPointerCapture(event.pointerId);
    }
  });
  element.addEventListener("pointerup", (event) => {
    const place = placeOf(event);
    wasDragged = isDrag(place);
    if (wasDragged) {
      const [left, right] = [start[0], place[0]].sort((a, b) => a - b), [top, bottom] = [start[1], place[1]].sort((a, b) => a - b);
      chart.zoom([x.value(left), x.value(right)], [y.value(bottom), y.value(top)]);
    }
    start = null;
    box.setAttribute("visibility", "hidden");
  });
  element.addEventListener("click", (event) => {
    const found = nearest(lines, ...placeOf(event), grasp);
    if (wasDragged) return;
    if (found && chart.pick) chart.pick(found.line);
    else if (!found && chart.enlarge) chart.enlarge();
  });
  element.addEventListener("keydown", (event) => {
    const visible = lines.filter((line) => line.points.some((point) => point.isVisible));
    if (event.key === "Enter" && chosen && chart.pick) {
      event.preventDefault();  // the window's button that gets the focus would be pressed
      return chart.pick(chosen.line);
    }
    if (event.key === "Escape") return chosen ? read(null) : chart.zoom && chart.zoom(null, null);
    if ((event.key === "+" || event.key === "-") && chart.zoom) return zoomBy(event.key === "+" ? 0.5 : 2);
    if (!event.key.startsWith("Arrow") || visible.length === 0) return;
    event.preventDefault();
    const step = {ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1}[event.key];
    if (!chosen) return read({line: visible[0], i: visible[0].points.findIndex((each) => each.isVisible)});
    if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      const line = visible[(visible.indexOf(chosen.line) + step + visible.length) % visible.length];
      const {px} = chosen.line.points[chosen.i];
      const distances = line.points.map((each) => (each.isVisible ? Math.abs(each.px - px) : Infinity));
      return read({line, i: distances.indexOf(Math.min(...distances))});
    }
    for (let i = chosen.i + step; i >= 0 && i < chosen.line.points.length; i += step)
      if (chosen.line.points[i].isVisible) return read({line: chosen.line, i});
  });

  /// Makes the visible part narrower or wider around the point that is read, or the middle.
  function zoomBy(factor) {
    const centre = chosen ? chosen.line.points[chosen.i] : {px: across / 2, py: inner / 2};
    const ends = (middle, length) => [middle - middle * factor, middle + (length - middle) * factor];
    const [left, right] = ends(centre.px, across), [top, bottom] = ends(centre.py, inner);
    chart.zoom([x.value(left), x.value(right)], [y.value(bottom), y.value(top)]);
  }
}

// Charts, drawn when they become visible and when a switch changes their content.

const charts = [];

const sight = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    const chart = entry.target.chart;
    chart.isInSight = entry.isIntersecting;
    if (chart.isInSight && chart.isStale) drawChart(chart);
  }
}, {rootMargin: "400px"});

const plotlySettings = {
  responsive: true, displaylogo: false,
  modeBarButtonsToRemove: ["select2d", "lasso2d", "autoScale2d", "hoverClosestCartesian", "hoverCompareCartesian", "toggleSpikelines"],
};

/// `content()` returns {traces, layout, description}: data for Plotly, and text for screen readers.
function addChart(plot, name, content) {
  const chart = {plot, name, content, isStale: true, isInSight: false};
  plot.chart = chart;
  plot.setAttribute("role", "img");
  charts.push(chart);
  sight.observe(plot);
  return chart;
}

function drawChart(chart) {
  chart.isStale = false;
  const {traces, layout, description} = chart.content();
  chart.plot.setAttribute("aria-label", description);
  Plotly.react(chart.plot, traces, layout,
    {...plotlySettings, toImageButtonOptions: {format: "svg", filename: chart.name}});
}

/// Draws visible charts now, others when they become visible.
function redrawCharts(which = () => true) {
  for (const chart of charts) {
    if (!which(chart)) continue;
    chart.isStale = true;
    if (chart.isInSight) drawChart(chart);
  }
}

function drawAllCharts() {
  for (const chart of charts) if (chart.isStale) drawChart(chart);
}

function plotlyAxis(title, isLogarithmic, range) {
  const grid = styleColour("--grid");
  const axis = {
    title: {text: title, standoff: 6, font: {size: 12}}, type: isLogarithmic ? "log" : "linear",
    gridcolor: grid, linecolor: styleColour("--line"), zerolinecolor: grid, ticks: "outside", ticklen: 4,
    tickcolor: styleColour("--line"), exponentformat: "power", showexponent: "all", automargin: true, tickfont: {size: 11},
  };
  if (range) {
    axis.range = isLogarithmic ? range.map(Math.log10) : range;
    axis.autorange = false;
    if (isLogarithmic) {
      const decades = axis.range[1] - axis.range[0];
      if (decades >= 2) axis.dtick = Math.max(1, Math.ceil(decades / 7));
    } else {
      axis.nticks = 6;
    }
  }
  return axis;
}

function plotlyLayout(xaxis, yaxis, more = {}) {
  return {
    margin: {l: 62, r: 14, t: 26, b: 46}, showlegend: false, hovermode: "closest", xaxis, yaxis,
    paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: styleColour("--paper"),
    font: {family: "system-ui, DejaVu Sans, sans-serif", size: 12, color: styleColour("--ink")},
    hoverlabel: {align: "left", font: {size: 12, color: styleColour("--ink")}, bgcolor: styleColour("--paper"), bordercolor: styleColour("--soft")},
    modebar: {bgcolor: "rgba(0,0,0,0)", color: styleColour("--soft"), activecolor: styleColour("--accent")},
    ...more,
  };
}

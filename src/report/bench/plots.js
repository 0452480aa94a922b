"use strict";
// Plots as SVG: quantiles (how many tasks are solved within which time), and the times of two configurations against each other.

const WIDTH = 660,
  HEIGHT = 440,
  LEFT = 58,
  RIGHT_EDGE = WIDTH - 18,
  TOP = 16,
  BOTTOM = HEIGHT - 42,
  SHORTEST = 0.01; // seconds: less is drawn there
const colour = (configuration) => `var(--c${configuration % 8})`;
const dashes = ["", "7 4", "2 3", "10 3 2 3"];

const tip = document.getElementById("tip");
function showTip(event, text) {
  tip.textContent = text;
  tip.hidden = false;
  tip.style.left = `${Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 8)}px`;
  tip.style.top = `${Math.min(event.clientY + 14, innerHeight - tip.offsetHeight - 8)}px`;
}
const hideTip = () => {
  tip.hidden = true;
};

// Seconds on a logarithmic axis from `SHORTEST` to `most`, between two pixels.
function logScale(most, from, to) {
  const low = Math.log10(SHORTEST),
    high = Math.max(Math.log10(most), low + 1);
  const at = (s) => from + ((Math.log10(Math.max(s, SHORTEST)) - low) / (high - low)) * (to - from);
  at.ticks = [];
  for (let p = low; p <= high + 1e-9; p++) at.ticks.push(10 ** Math.round(p));
  return at;
}
const tickText = (s) => (s >= 1 ? String(s) : String(Number(s.toPrecision(2))));
const line = (x1, y1, x2, y2) => svg("line", { class: "grid", x1, y1, x2, y2 });
const label = (x, y, anchor, text) => svg("text", { x, y, "text-anchor": anchor }, text);

function niceStep(n) {
  const raw = Math.max(n / 6, 1),
    power = 10 ** Math.floor(Math.log10(raw));
  return [1, 2, 5, 10].map((k) => k * power).find((k) => k >= raw);
}

// --- quantiles

function quantileTimes(tasks, configuration) {
  const times = [];
  for (const t of tasks) {
    const cell = configuration < 0 ? bestCell(t) : cellOf(t, configuration);
    if (isSolved(cell)) times.push(timeOf(cell));
  }
  return times.sort((a, b) => a - b);
}
function quantilePlot(tasks) {
  const curves = configurations.map((c, i) => ({ name: c.name, i, times: quantileTimes(tasks, i) }));
  if (configurations.length > 1) curves.push({ name: "virtual best", i: -1, times: quantileTimes(tasks, -1) });
  const most = Math.max(1, ...curves.map((c) => c.times.length)),
    y = logScale(Math.max(...configurations.map((c, i) => limitOf(i))), BOTTOM, TOP),
    x = (n) => LEFT + (n / most) * (RIGHT_EDGE - LEFT),
    plot = svg("svg", { id: "quantiles", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, role: "img", "aria-label": "Quantile plot" });
  for (const s of y.ticks) plot.append(line(LEFT, y(s), RIGHT_EDGE, y(s)), label(LEFT - 6, y(s) + 4, "end", tickText(s)));
  for (let n = 0, step = niceStep(most); n <= most; n += step)
    plot.append(line(x(n), TOP, x(n), BOTTOM), label(x(n), BOTTOM + 17, "middle", String(n)));
  plot.append(label((LEFT + RIGHT_EDGE) / 2, HEIGHT - 8, "middle", "tasks solved"), label(8, TOP - 4, "start", "s"));
  for (const c of curves) {
    const points = thin(c.times, 2000).map(([n, s]) => `${x(n).toFixed(1)},${y(s).toFixed(1)}`);
    const curve = svg("polyline", {
      class: "curve",
      points: points.join(" "),
      stroke: c.i < 0 ? "var(--ink)" : colour(c.i),
      "stroke-dasharray": c.i < 0 ? "2 4" : dashes[Math.floor(c.i / 8) % dashes.length],
    });
    curve.append(svg("title", {}, `${c.name}: ${c.times.length} solved`));
    plot.append(curve);
  }
  curves.forEach((c, k) => plot.append(legend(c, TOP + 16 + 17 * k)));
  return plot;
}
function legend(curve, y) {
  const name = label(LEFT + 12, y, "start", `${curve.name} (${curve.times.length})`);
  name.style.fill = curve.i < 0 ? "var(--ink)" : colour(curve.i);
  return name;
}
// Sorted times as [number of tasks, seconds], at most so many of them.
function thin(times, most) {
  const step = Math.max(1, Math.ceil(times.length / most)),
    out = [];
  for (let i = 0; i < times.length; i += step) out.push([i + 1, times[i]]);
  if (times.length && (times.length - 1) % step) out.push([times.length, times[times.length - 1]]);
  return out;
}

// --- scatter

// What is not solved stands on the far edge: as long as the limit, and a bit more.
function scatterPoints(tasks, first, second, x, y) {
  const points = [];
  for (const t of tasks) {
    const a = cellOf(t, first),
      b = cellOf(t, second);
    if (a < 0 || b < 0 || (!isSolved(a) && !isSolved(b))) continue;
    const wrong = C.correct[a] === WRONG || C.correct[b] === WRONG;
    const both = isSolved(a) && isSolved(b);
    points.push({
      task: t,
      x: isSolved(a) ? x(Math.min(timeOf(a), limitOf(first))) : RIGHT_EDGE,
      y: isSolved(b) ? y(Math.min(timeOf(b), limitOf(second))) : TOP,
      kind: wrong ? "wrong" : both ? "both" : "one",
    });
  }
  return points;
}
function pointText(task, first, second) {
  const said = (c) => {
    const cell = cellOf(task, c);
    return `${configurations[c].name}: ${verdictText(cell)}, ${seconds(timeOf(cell))}`;
  };
  return `${D.tasks.name[task]} (${D.properties[D.tasks.property[task]]})\n${said(first)}\n${said(second)}`;
}
function nearest(points, x, y) {
  let best = null,
    distance = 12 * 12;
  for (const p of points) {
    const d = (p.x - x) ** 2 + (p.y - y) ** 2;
    if (d < distance) [best, distance] = [p, d];
  }
  return best;
}
function scatterPlot(tasks, first, second, choose) {
  const side = HEIGHT + 60,
    bottom = side - 42,
    most = Math.max(limitOf(first), limitOf(second)),
    right = RIGHT_EDGE - 18,
    x = logScale(most, LEFT, right),
    y = logScale(most, bottom, TOP + 18),
    plot = svg("svg", { id: "scatter", viewBox: `0 0 ${WIDTH} ${side}`, width: WIDTH, role: "img", "aria-label": "Scatter plot" });
  for (const s of x.ticks)
    plot.append(line(x(s), TOP, x(s), bottom), label(x(s), bottom + 17, "middle", tickText(s)), line(LEFT, y(s), RIGHT_EDGE, y(s)), label(LEFT - 6, y(s) + 4, "end", tickText(s)));
  plot.append(line(LEFT, bottom, right, TOP + 18), line(LEFT, TOP, RIGHT_EDGE, TOP), line(RIGHT_EDGE, TOP, RIGHT_EDGE, bottom));
  plot.append(label((LEFT + right) / 2, side - 8, "middle", `${configurations[first].name} (s)`), label(LEFT + 6, TOP - 4, "start", `${configurations[second].name} (s)`));
  const points = scatterPoints(tasks, first, second, x, y);
  for (const [kind, stroke] of [["both", "var(--accent)"], ["one", "var(--open)"], ["wrong", "var(--bad)"]]) {
    const own = points.filter((p) => p.kind === kind);
    plot.append(svg("path", { class: "dots", "data-kind": kind, "data-points": own.length, stroke, d: own.map((p) => `M${p.x.toFixed(1)} ${p.y.toFixed(1)}h0`).join("") }));
  }
  const mark = svg("circle", { class: "mark", r: 6, visibility: "hidden" });
  plot.append(mark);
  const under = (event) => {
    const box = plot.getBoundingClientRect();
    return nearest(points, ((event.clientX - box.left) * WIDTH) / box.width, ((event.clientY - box.top) * side) / box.height);
  };
  plot.addEventListener("pointermove", (event) => {
    const p = under(event);
    mark.setAttribute("visibility", p ? "visible" : "hidden");
    if (!p) return hideTip();
    mark.setAttribute("cx", p.x);
    mark.setAttribute("cy", p.y);
    showTip(event, pointText(p.task, first, second));
  });
  plot.addEventListener("pointerleave", hideTip);
  plot.addEventListener("click", (event) => {
    const p = under(event);
    if (p) choose(p.task);
  });
  return plot;
}

"use strict";
// The parts of the page, drawn again when the filter changes.

const view = { first: 0, second: Math.min(1, configurations.length - 1), text: "", solves: -1, misses: -1, column: "time" };
const option = (value, text, chosen) => h("option", { value, selected: value === chosen }, text);
function chooser(id, name, options, chosen, change) {
  const select = h("select", { id, "aria-label": name, onchange: (e) => change(e.target.value) }, options.map(([v, t]) => option(v, t, chosen)));
  return h("label", {}, h("span.soft", {}, `${name} `), select);
}

function drawHeader() {
  const numbered = (all, first) => [[-1, first], ...all.map((n, i) => [i, n || "(none)"])];
  const set = (key, number) => (v) => {
    filter[key] = number ? Number(v) : v;
    draw();
  };
  const parts = [
    h("h1", {}, D.name, h("span.soft", {}, ` – ${many(nTasks, "task")}, ${many(configurations.length, "configuration")}`)),
    D.families.length > 1 && chooser("family", "Family", numbered(D.families, "all"), filter.family, set("family", true)),
    D.properties.length > 1 && chooser("property", "Property", numbered(D.properties, "all"), filter.property, set("property", true)),
    chooser("clock", "Time", [["cpu", "on the processor"], ["wall", "on the clock"]], filter.clock, set("clock", false)),
    h("button", { type: "button", id: "theme", "aria-label": "Dark or light", onclick: toggleTheme }),
  ];
  document.getElementById("top").replaceChildren(...parts.filter((e) => e));
  applyTheme();
}

// --- tasks

function isListed(task) {
  if (view.text && !D.tasks.name[task].includes(view.text)) return false;
  if (view.solves < 0) return true;
  const missed = cellOf(task, view.misses);
  return isSolved(cellOf(task, view.solves)) && missed >= 0 && !isSolved(missed);
}
function valueText(cell) {
  if (view.column === "time") return seconds(timeOf(cell));
  if (view.column === "memory") return `${decimal(C.memory[cell], 1)} MiB`;
  const v = statisticOf(cell, Number(view.column));
  return decimal(v, Number.isInteger(v) ? 0 : 3);
}
function drawTasks() {
  const tasks = shownTasks().filter(isListed);
  document.getElementById("task-table").replaceChildren(
    h("p.soft", { id: "listed" }, many(tasks.length, "task"), view.solves < 0 ? null : `, solved by ${configurations[view.solves].name} and not by ${configurations[view.misses].name} `, view.solves >= 0 && h("button", { type: "button", onclick: () => list(-1, -1) }, "All tasks")),
    ...taskTable(tasks, valueText),
  );
}
function list(solves, misses) {
  Object.assign(view, { solves, misses });
  drawTasks();
  document.getElementById("task-table").scrollIntoView();
}
function chooseTask(task) {
  view.text = D.tasks.name[task];
  document.getElementById("search").value = view.text;
  list(-1, -1);
}
function taskBar() {
  const columns = [["time", "time"], ["memory", "memory"], ...(S.cells ? S.names.map((n, i) => [String(i), n]) : [])];
  const search = h("input", { id: "search", type: "search", placeholder: "part of a task's name", "aria-label": "Part of a task's name", value: view.text, oninput: (e) => { view.text = e.target.value; drawTasks(); } });
  const column = chooser("column", "Beside the verdict", columns, view.column, (v) => { view.column = v; drawTasks(); });
  return h("div.bar", {}, search, column, !S.cells && S.names.length > 0 && h("span.soft", {}, "There are too many statistics for a column: clew bench --csv, or results.db, have the runs."));
}

// --- the page

function drawScatter(tasks) {
  const place = document.getElementById("scatter-place"),
    names = configurations.map((c, i) => [i, c.name]);
  const set = (key) => (v) => {
    view[key] = Number(v);
    drawScatter(tasks);
  };
  place.replaceChildren(
    h("div.bar", {}, chooser("first", "Across", names, view.first, set("first")), chooser("second", "up", names, view.second, set("second"))),
    scatterPlot(tasks, view.first, view.second, chooseTask),
  );
}
function lines(list) {
  return h("pre", {}, list.join("\n"));
}
function measured() {
  return [
    h("h2", {}, "What was measured, how and where"),
    lines([...D.machines, ...D.measured, `results.db made ${D.created}${D.claimed ? `; ${D.claimed} runs were being made when this page was written` : ""}`]),
    configurations.map((c, i) => [
      h("p", {}, swatch(i), c.name, c.versions.length > 1 && h("strong", {}, " – results of several versions")),
      lines([...c.versions, c.definition.trim()].filter((t) => t)),
    ]),
  ];
}
function draw() {
  const tasks = shownTasks();
  document.getElementById("main").replaceChildren(
    ...[
      h("h2", {}, "Scores"),
      scoreTable(tasks),
      h("p.soft", {}, "Score: true 2, false 1, wrong true −32, wrong false −16. Time: sum over what was decided right. PAR2: mean over all tasks, twice the limit for what was not decided right."),
      h("h2", {}, "Plots"),
      h("div.plots", {}, h("div", {}, quantilePlot(tasks)), configurations.length > 1 && h("div", { id: "scatter-place" })),
      configurations.length > 1 && [h("h2", {}, "Comparison"), crossTable(tasks, list)],
      D.families.length > 1 && [h("h2", {}, "Families"), familyTable(tasks, (f) => { filter.family = f; drawHeader(); draw(); })],
      h("h2", {}, "Tasks"),
      taskBar(),
      h("div", { id: "task-table" }),
      S.names.length > 0 && [h("h2", {}, "Statistics"), statisticsTable()],
      measured(),
    ].flat(3).filter((e) => e),
  );
  if (configurations.length > 1) drawScatter(tasks);
  drawTasks();
}

drawHeader();
draw();
document.documentElement.dataset.ready = "";

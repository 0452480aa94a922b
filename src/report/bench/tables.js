"use strict";
// Tables: scores, families, who decides what another does not, tasks, statistics.

const swatch = (i) => h("span.swatch", { style: `background: ${colour(i)}` });
const decimal = (n, digits) => n.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
function table(id, heads, rows) {
  const head = h("tr", {}, heads.map((t) => h(t.startsWith("why") ? "th.text" : "th", { scope: "col" }, t)));
  return h("div.scroll", {}, h("table", { id }, h("thead", {}, head), h("tbody", {}, rows)));
}

// --- scores

function reasonsText(score) {
  return [...score.reasons].sort((a, b) => b[1] - a[1]).map(([reason, n]) => `${reason} ${n}`).join(", ");
}
function scoreRow(name, score, attributes) {
  const cell = (n, what) => h(what && n ? `td.${what}` : "td", {}, String(n));
  return h(
    "tr",
    attributes,
    h("td", {}, name),
    cell(score.tasks),
    cell(score.right[TRUE], "right"),
    cell(score.right[FALSE], "right"),
    cell(score.wrong[TRUE], "wrong"),
    cell(score.wrong[FALSE], "wrong"),
    cell(score.unjudged),
    cell(score.unknown, "open"),
    cell(score.errors, "wrong"),
    cell(score.points),
    h("td", {}, decimal(score.time, 1)),
    h("td", {}, decimal(score.tasks ? score.par2 / score.tasks : 0, 2)),
    h("td.text.soft", {}, reasonsText(score)),
  );
}
function scoreTable(tasks) {
  const heads = ["configuration", "tasks", "true", "false", "wrong true", "wrong false", "not judged", "unknown", "error", "score", "time (s)", "PAR2 (s)", "why unknown"];
  const rows = configurations.map((c, i) => scoreRow([swatch(i), c.name], scoreOf(i, tasks), { "data-configuration": c.name }));
  if (configurations.length > 1) rows.push(scoreRow("virtual best", bestScore(tasks), { class: "best", "data-configuration": "virtual best" }));
  return table("scores", heads, rows);
}

function familyTable(tasks, choose) {
  const byFamily = new Map();
  for (const t of tasks) {
    const f = D.tasks.family[t];
    if (!byFamily.has(f)) byFamily.set(f, []);
    byFamily.get(f).push(t);
  }
  const heads = ["family", "tasks", ...configurations.map((c) => `${c.name}: solved (score)`)];
  const rows = [...byFamily].map(([f, own]) =>
    h(
      "tr",
      { "data-family": familyName(f) },
      h("td", {}, h("button.link", { type: "button", onclick: () => choose(f) }, familyName(f))),
      h("td", {}, String(own.length)),
      configurations.map((c, i) => {
        const s = scoreOf(i, own),
          wrong = s.wrong[TRUE] + s.wrong[FALSE];
        const text = `${s.right[TRUE] + s.right[FALSE] + s.unjudged} (${s.points})${wrong ? `, ${wrong} wrong` : ""}`;
        return h(wrong ? "td.wrong" : "td", {}, text);
      }),
    ),
  );
  return table("families", heads, rows);
}

// --- who decides what another does not

function crossTable(tasks, choose) {
  const n = configurations.length,
    counts = configurations.map(() => new Array(n).fill(0));
  for (const t of tasks)
    for (let i = 0; i < n; i++) {
      if (!isSolved(cellOf(t, i))) continue;
      for (let k = 0; k < n; k++) counts[i][k] += i !== k && cellOf(t, k) >= 0 && !isSolved(cellOf(t, k));
    }
  const heads = ["solves what is not solved by …", ...configurations.map((c) => c.name)];
  const rows = configurations.map((c, i) =>
    h(
      "tr",
      {},
      h("td", {}, swatch(i), c.name),
      configurations.map((other, k) =>
        h("td", {}, i === k ? "" : h("button.link", { type: "button", onclick: () => choose(i, k) }, String(counts[i][k]))),
      ),
    ),
  );
  return table("cross", heads, rows);
}

// --- tasks

const SHOWN_FIRST = 100;
function resultCell(cell, value) {
  if (cell < 0) return h("td", {});
  const kind = C.correct[cell] === RIGHT ? "right" : C.correct[cell] === WRONG || C.verdict[cell] === ERROR ? "wrong" : C.verdict[cell] === UNKNOWN ? "open" : "text";
  const title = `${decimal(C.cpu[cell], 3)} s on the processor, ${decimal(C.wall[cell], 3)} s on the clock, ${decimal(C.memory[cell], 1)} MiB${C.n[cell] > 1 ? `, median of ${C.n[cell]} runs` : ""}`;
  return h(`td.${kind}`, { title }, h("a", { href: outputOf(cell) }, verdictText(cell)), ` ${value(cell)}`);
}
function expectedText(task) {
  const violation = D.tasks.violation[task];
  return ["", "true", "false"][Number(D.tasks.expected[task])] + (violation ? `(${violation})` : "");
}
function taskRow(task, value) {
  return h(
    "tr",
    { "data-task": D.tasks.name[task] },
    h("td", {}, D.tasks.name[task]),
    h("td.text", {}, familyName(D.tasks.family[task])),
    h("td.text", {}, D.properties[D.tasks.property[task]]),
    h("td.text", {}, expectedText(task)),
    configurations.map((c, i) => resultCell(cellOf(task, i), value)),
  );
}
// Some first, more when they are asked for: a table of all tasks would open slowly.
function taskTable(tasks, value) {
  const body = h("tbody"),
    more = h("button", { type: "button", id: "more" });
  let next = 0;
  const grow = (n) => {
    body.append(...tasks.slice(next, next + n).map((t) => taskRow(t, value)));
    next += n;
    more.hidden = next >= tasks.length;
    more.textContent = `${(tasks.length - next).toLocaleString("en")} more`;
  };
  more.addEventListener("click", () => grow(1000));
  grow(SHOWN_FIRST);
  const heads = ["task", "family", "property", "expected", ...configurations.map((c) => c.name)];
  const head = h("tr", {}, heads.map((t, i) => h(i < 4 ? "th.text" : "th", { scope: "col" }, t)));
  return [h("div.scroll", {}, h("table", { id: "tasks" }, h("thead", {}, head), body)), more];
}

// --- statistics

const S = D.statistics;
// Of a cell; by cell, once: [name, value, name, value …]
const statisticsOf = new Map((S.cells || []).map((row) => [row[0], row]));
function statisticOf(cell, name) {
  const row = statisticsOf.get(cell) || [];
  for (let i = 1; i < row.length; i += 2) if (row[i] === name) return row[i + 1];
  return 0;
}
function statisticsTable() {
  const own = configurations.map((c, i) => i).filter((i) => S.sums[i].some((v) => v));
  const rows = S.names.map((name, k) => h("tr", {}, h("td", {}, name), own.map((i) => h("td", {}, decimal(S.sums[i][k], Number.isInteger(S.sums[i][k]) ? 0 : 2)))));
  return table("statistics", ["sum over all runs", ...own.map((i) => configurations[i].name)], rows);
}

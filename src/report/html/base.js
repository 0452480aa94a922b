"use strict";
// The page of `clew verify --report` is made of these files, one after the other: elements and theme, which other pages
// have, too; base (data, the selection), source, trace,
// layout and graph, facts (proof, checks, run), page (header, tabs, keys). Data is only ever put into the page as text.

const whole = JSON.parse(document.getElementById("data").textContent);
// Of several runs (--all) one is shown at a time: D is its data, R its result, W the result of them all. Which one it is
// stands in the address, and the page is loaded again for another: nothing of one run is left over in the next.
const rounds = whole.rounds || [];
const roundInAddress = () => Number(/^#run-(\d+)$/.exec(location.hash)?.[1] || 0) - 1;
const shownRound = rounds[roundInAddress()]
  ? roundInAddress()
  : Math.max(
      0,
      rounds.findIndex((r) => r.verdict === "false"),
    );
const D = rounds.length ? rounds[shownRound].data : whole;
const R = D.report || {};
const W = whole.report || {};
D.sources = D.sources || [];
for (const s of D.sources) if (s.text === undefined) s.text = (whole.texts || {})[s.name] ?? null;
D.functions = D.functions || [];
D.layouts = D.layouts || [];
// Rows of numbers become objects, once.
D.locations = (D.locations || []).map(([fn, kind, file, line, column, flags, text], id) => ({
  id,
  fn,
  kind,
  file,
  line,
  column,
  reached: (flags & 1) > 0,
  loop: (flags & 2) > 0,
  text,
  out: [],
  in: [],
}));
D.edges = (D.edges || []).map(([from, to, text, label, file, line, last, taken, callee], id) => ({
  id,
  from,
  to,
  text,
  label,
  file,
  line,
  last,
  taken,
  callee,
}));
for (const e of D.edges) {
  D.locations[e.from].out.push(e);
  D.locations[e.to].in.push(e);
}
D.functions.forEach((f, id) => {
  f.id = id;
  f.locations = [];
});
for (const l of D.locations) if (D.functions[l.fn]) D.functions[l.fn].locations.push(l);
const trace = R.trace && R.trace.rows ? R.trace.rows : [];
trace.forEach((row, i) => {
  row.edge = D.rows && D.rows[i] !== undefined ? D.rows[i] : -1;
});

// --- files and places
// --------------------------------------------------------------------------------------------------

const sourceOfFile = new Map(D.sources.map((s) => [s.file, s]));
const sourceOfName = new Map(D.sources.map((s) => [s.name, s]));
const baseName = (name) => name.slice(name.lastIndexOf("/") + 1);
function shownName(name) {
  const same = D.sources.filter((s) => baseName(s.name) === baseName(name));
  return same.length > 1 ? name : baseName(name);
}
// The place that something in the JSON report has, as {source, line}; null: none, or none that is shown.
function placeOf(item) {
  const source = item && item.file !== undefined ? sourceOfName.get(item.file) : null;
  return source && item.line ? { source, line: item.line } : null;
}
const placeText = (item) => (item.file ? `${shownName(item.file)}:${item.line}` : "");
// A place to go to, or its name where there is nothing to see.
function placeLink(item, text) {
  const place = placeOf(item);
  if (!place) return text || placeText(item);
  return h(
    "button.link",
    { type: "button", onclick: () => select({ source: place.source, line: place.line }, "link") },
    text || placeText(item),
  );
}

// --- several runs
// ------------------------------------------------------------------------------------------------------

// `by`: what it was chosen with.
function showRound(i, by) {
  history.replaceState({ by, tab: tabs.find((t) => !t.panel.hidden)?.id }, "", `#run-${i + 1}`);
  location.reload();
}
const cameFrom = (rounds.length > 1 && history.state) || {};
addEventListener("hashchange", () => {
  if (rounds[roundInAddress()] && roundInAddress() !== shownRound) location.reload();
});
// The run that decided a check of the whole; -1: none that is in the page.
const roundOf = (check) => rounds.findIndex((r) => r.checks.includes(check));
function checkText(i) {
  const a = (W.assertions || [])[i] || {};
  return `${a.text || a.kind || "check"}${a.line ? ` (${placeText(a)})` : ""}`;
}
function roundText(r, i) {
  if (r.verdict === "false") {
    const n = rounds.slice(0, i + 1).filter((other) => other.verdict === "false").length;
    return `Counterexample ${n}: ${r.checks.map(checkText).join(", ")}`;
  }
  const what = r.checks.length === 1 ? checkText(r.checks[0]) : many(r.checks.length, "assertion");
  if (!r.checks.length) return r.verdict === "true" ? "Proof" : "Not decided";
  return r.verdict === "true" ? `Proof of ${what}` : `Not decided: ${what}`;
}
// What to choose a run with; null: there is no choice.
function roundChooser() {
  if (rounds.length < 2) return null;
  const box = h(
    "select",
    { id: "rounds", onchange: (e) => showRound(Number(e.target.value), "rounds") },
    rounds.map((r, i) => h("option", { value: i, selected: i === shownRound }, roundText(r, i))),
  );
  return h("label.rounds", { for: "rounds" }, "Shown: ", box);
}

// --- the selection
// -----------------------------------------------------------------------------------------------------
// One thing is selected in all views: a line, and maybe the step, the location, the edge or the explored state that it
// was chosen by.

const selection = { source: D.sources[0] || null, line: 0, step: -1, location: -1, edge: -1, state: -1 };
const followers = [];
const follow = (f) => followers.push(f);

function select(what, origin) {
  Object.assign(selection, { step: -1, location: -1, edge: -1, state: -1 }, what);
  for (const f of followers) f(selection, origin);
}
function selectStep(i, origin) {
  const row = trace[i];
  if (!row) return;
  const place = placeOf(row);
  select({ step: i, edge: row.edge, ...(place || {}) }, origin);
}
function selectLocation(l, origin) {
  const source = sourceOfFile.get(l.file);
  select({ location: l.id, ...(source && l.line ? { source, line: l.line } : {}) }, origin);
}
function selectEdge(e, origin) {
  const source = sourceOfFile.get(e.file);
  select({ edge: e.id, ...(source && e.line ? { source, line: e.line } : {}) }, origin);
}
// Is it on the selected line?
const onLine = (file, line) =>
  selection.source !== null && selection.source.file === file && line > 0 && selection.line === line;

"use strict";
// The header, the tabs, keys; then the page starts.

// --- the verdict
// -------------------------------------------------------------------------------------------------------

function wholeHeadline() {
  const list = W.assertions || [],
    counts = { violated: 0, proved: 0, unreachable: 0, unknown: 0 };
  for (const a of list) counts[a.status in counts ? a.status : "unknown"]++;
  const words = [
    counts.proved && `${counts.proved.toLocaleString("en")} proved`,
    counts.unreachable && `${counts.unreachable.toLocaleString("en")} never reached`,
    counts.unknown && `${counts.unknown.toLocaleString("en")} not decided`,
  ].filter(Boolean);
  return [
    `${counts.violated.toLocaleString("en")} of ${many(list.length, "assertion")} can be violated`,
    words.length ? `: ${words.join(", ")}.` : ".",
  ];
}
function headline() {
  if (rounds.length > 1) return wholeHeadline();
  const last = trace[trace.length - 1];
  if (R.verdict === "true")
    return R.nothing_to_check
      ? ["There is nothing to check: no assertion and no call of an error function."]
      : ["No error can be reached."];
  if (R.verdict === "false")
    return [
      D.properties?.[R.property]?.happens || "An error can be reached",
      last && last.kind === "error" && last.line ? [": ", last.text ? `${last.text}, ` : "", placeLink(last)] : ".",
    ].flat();
  return [sentence(R.explanation || "no verdict")];
}
function checkWords() {
  const check = R.check ? R.check.result : "none";
  if (check === "confirmed")
    return R.verdict === "true" ? "the proof was checked" : "the error was seen in a run with these inputs";
  return { refused: "its check failed", skipped: "not checked" }[check] || null;
}

function makeHeader(root) {
  const facts = [
    (R.files || []).map((f) => baseName(f)).join(", "),
    (R.properties || []).join(", "),
    rounds.length > 1 ? many(W.rounds || rounds.length, "run") : null,
    rounds.length < 2 && R.decided_by ? `decided by ${R.decided_by}` : null,
    rounds.length < 2 ? checkWords() : null,
    rounds.length < 2 && R.statistics && R.statistics.time_total !== undefined ? seconds(R.statistics.time_total) : null,
    R.tool ? `clew ${R.tool.version}` : null,
  ].filter(Boolean);
  root.append(
    h(`div.verdict.${W.verdict || "unknown"}`, {}, (W.verdict || "unknown").toUpperCase()),
    h("div.headline", {}, h("h1", {}, headline()), h("p", {}, facts.join("  ·  ")), roundChooser()),
    h(
      "div.tools",
      {},
      h(
        "button",
        {
          type: "button",
          id: "theme",
          "aria-label": "Dark or light",
          title: "dark or light (key t)",
          onclick: toggleTheme,
        },
        "",
      ),
      h("button", { type: "button", title: "what keys do (key ?)", onclick: showHelp }, "Keys"),
    ),
  );
}

// --- tabs
// --------------------------------------------------------------------------------------------------------------

const tabs = [];
function openTab(id) {
  for (const t of tabs) {
    const on = t.id === id;
    t.button.setAttribute("aria-selected", String(on));
    t.button.tabIndex = on ? 0 : -1;
    t.panel.hidden = !on;
    if (on && !t.made) {
      const known = followers.length;
      t.made = true;
      t.make(t.panel);
      for (const f of followers.slice(known)) f(selection, "open");
    }
  }
  if (id === "graph" && graphView.stale) redraw();
}

function makeTabs(root) {
  const kinds = [
    R.verdict === "false" && R.trace && ["trace", "Counterexample", makeTrace, true],
    R.verdict === "true" && ["proof", "Proof", makeProof],
    R.verdict === "unknown" && ["why", "Why", makeWhy],
    D.functions.length > 0 && ["graph", "Graph", makeGraph, true],
    ["checks", "Checks", makeChecks],
    ["run", "Run", makeRun],
  ].filter(Boolean);
  const list = h("div", { id: "tabs", role: "tablist", "aria-label": "Findings", tabindex: -1 });
  root.append(list);
  kinds.forEach(([id, name, make, full], i) => {
    const button = h(
      "button",
      {
        type: "button",
        role: "tab",
        id: `tab-${id}`,
        "aria-controls": `panel-${id}`,
        title: `key ${i + 1}`,
        onclick: () => openTab(id),
      },
      name,
    );
    // A panel that has nothing to focus in it is itself reached by Tab, to be scrolled.
    const panel = h(full ? "div.panel.full" : "div.panel", {
      role: "tabpanel",
      id: `panel-${id}`,
      "aria-labelledby": `tab-${id}`,
      tabindex: full ? null : 0,
    });
    panel.hidden = true;
    tabs.push({ id, button, panel, make, made: false });
    list.append(button);
    root.append(panel);
  });
  list.addEventListener("keydown", (event) => {
    const at = tabs.findIndex((t) => t.button === event.target),
      n = tabs.length;
    const to = { ArrowRight: (at + 1) % n, ArrowLeft: (at + n - 1) % n, Home: 0, End: n - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    openTab(tabs[to].id);
    tabs[to].button.focus();
  });
  const same = cameFrom.by === "rounds" && tabs.find((t) => t.id === cameFrom.tab);
  openTab((same || tabs[0]).id);
}

// --- keys
// --------------------------------------------------------------------------------------------------------------

let singleKeys = true;
const helpRows = [
  trace.length && ["n  p", "the next step of the counterexample, the one before"],
  trace.length && ["o  u", "over a call, out of a function"],
  trace.length && ["v", "show or hide values"],
  ["↑ ↓", "in the source, the steps, the graph: move"],
  ["1 … 5", "open a tab"],
  ["s", "to the source"],
  ["+ − 0", "in the graph: zoom in, out, fit"],
  ["t", "dark or light"],
  ["?", "this help"],
].filter(Boolean);

function showHelp() {
  const dialog = document.getElementById("help");
  const box = h("input", {
    type: "checkbox",
    id: "single",
    onchange: (e) => {
      singleKeys = e.target.checked;
    },
  });
  box.checked = singleKeys;
  dialog.replaceChildren(
    h("h2", { id: "help-title" }, "Keys"),
    h(
      "table",
      {},
      h(
        "tbody",
        {},
        helpRows.map(([k, t]) =>
          h(
            "tr",
            {},
            h(
              "td",
              { style: "white-space: nowrap" },
              k
                .split(" ")
                .filter(Boolean)
                .map((x) => [h("kbd", {}, x), " "]),
            ),
            h("td", {}, t),
          ),
        ),
      ),
    ),
    h("p", {}, h("label", { for: "single" }, box, " single keys are on")),
    h("button", { type: "button", onclick: () => dialog.close() }, "Close"),
  );
  dialog.showModal();
}

function onKey(event) {
  const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName || "");
  if (typing || event.altKey || event.ctrlKey || event.metaKey || !singleKeys || document.getElementById("help").open)
    return;
  const tab = tabs[Number(event.key) - 1];
  if (trace.length && traceKeys[event.key]) traceKeys[event.key]();
  else if (tab) {
    openTab(tab.id);
    tab.button.focus();
  } else if (event.key === "s") document.getElementById("lines").focus();
  else if (event.key === "t") toggleTheme();
  else if (event.key === "?") showHelp();
  else return;
  event.preventDefault();
}

// --- start
// -------------------------------------------------------------------------------------------------------------

function start() {
  makeHeader(document.getElementById("top"));
  applyTheme();
  makeSource(document.getElementById("source"));
  makeTabs(document.getElementById("side"));
  document.addEventListener("keydown", onKey);
  if (trace.length) selectStep(trace.length - 1, "start");
  else {
    const first = (R.invariants || [])[0],
      entry = D.functions.find((f) => f.name === R.entry),
      source = entry && sourceOfFile.get(entry.file);
    const place =
      placeOf(first) ||
      (source && entry.line ? { source, line: entry.line } : { source: D.sources[0] || null, line: 0 });
    select(place, "start");
  }
  // Who chose this run goes on where they were.
  if (cameFrom.by === "rounds") document.getElementById("rounds")?.focus();
  else if (cameFrom.by === "checks") tabs[0].button.focus();
  if (cameFrom.by) announce(roundText(rounds[shownRound], shownRound));
  document.documentElement.dataset.ready = "yes";
}
start();

"use strict";
// The proof, what was checked and what it rests on, and the run: who tried what, when, with which numbers.

const table = (heads, rows, caption) =>
  h(
    "table",
    {},
    caption ? h("caption", {}, caption) : null,
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        heads.map((t) => h(t.startsWith("#") ? "th.n" : "th", { scope: "col" }, t.replace("#", ""))),
      ),
    ),
    h("tbody", {}, rows),
  );
const sentences = (title, list) =>
  list && list.length
    ? [
        h("h2", {}, title),
        h(
          "ul.plain",
          {},
          list.map((t) => h("li", {}, t)),
        ),
      ]
    : [];
const engineWords = (a) => a.engine.split(" ")[0];

const propertyText = (p) => (D.properties?.[p] ? `${D.properties[p].subject} (${p})` : p);

// --- proof
// -------------------------------------------------------------------------------------------------------------

function certificateWords() {
  const x = D.explored;
  if (!x) return "The program has no branch on the way to an error that a proof would need to look at.";
  if (x.kind === "graph")
    return `The proof is a graph of ${many(x.nodes.length + (x.left_out || 0), "node")}: every path of the program is in it, and none reaches an error.`;
  return x.unwinding
    ? `The proof unwinds all loops completely: no path visits more than ${many(x.unwinding, "loop head")}.`
    : `The proof is inductive: formulas at ${many(x.nodes.length, "cut point")} that every iteration keeps.`;
}

// The parts of a conjunction.
function conjuncts(formula) {
  const parts = [];
  let depth = 0,
    from = 0;
  for (let i = 0; i < formula.length; i++) {
    if ("([{".includes(formula[i])) depth++;
    else if (")]}".includes(formula[i])) depth--;
    else if (depth === 0 && formula.startsWith(" && ", i)) {
      parts.push(formula.slice(from, i));
      from = i + 4;
    } else if (depth === 0 && formula.startsWith(" || ", i)) return [formula];
  }
  return [...parts, formula.slice(from)];
}

function makeProof(root) {
  const list = R.invariants || [];
  root.append(h("h2", {}, "Loop invariants"));
  if (!list.length)
    root.append(h("p.soft", {}, "None is needed: the proof has no loop, or visits each of its iterations."));
  for (const i of list)
    root.append(
      h(
        "div.box",
        {},
        h(
          "div",
          {},
          placeLink(i),
          h("span.soft", {}, ` in ${i.function}${i.states ? `, holds in all of ${many(i.states, "state")}` : ""}`),
        ),
        h(
          "pre.block",
          {},
          conjuncts(i.words || i.formula)
            .map((c, k, all) => (all.length > 1 ? (k ? "&& " : "   ") : "") + c)
            .join("\n"),
        ),
      ),
    );
  root.append(
    h("h2", {}, "Certificate"),
    h("p", {}, certificateWords()),
    h(
      "p",
      {},
      R.check.result === "confirmed"
        ? "It was checked without the engine that made it."
        : `It was not checked (${R.check.result}).`,
    ),
  );
  if (D.explored)
    root.append(
      h(
        "p",
        {},
        h(
          "button.link",
          {
            type: "button",
            onclick: () => {
              openTab("graph");
              showStates(0);
            },
          },
          D.explored.kind === "graph" ? "Show the graph" : "Show the cut points",
        ),
      ),
    );
  if (D.explored && D.explored.kind === "annotation")
    root.append(
      table(
        ["Place", "Formula", "#k"],
        D.explored.nodes
          .slice(0, 300)
          .map((n, i) =>
            h(
              "tr",
              {},
              h(
                "td",
                {},
                h(
                  "button.link",
                  { type: "button", onclick: () => selectLocation(D.locations[n[1]], "link") },
                  `line ${D.locations[n[1]].line || "?"}`,
                ),
              ),
              h("td", {}, h("code", {}, n[3] || "true")),
              h("td.n", {}, String(D.explored.k[i])),
            ),
          ),
      ),
    );
  notChecked(root);
}

function notChecked(root) {
  root.append(...sentences("Not checked", (R.properties_not_checked || []).map(propertyText)));
  const never = R.assertions_never_reached;
  if (never && never.length)
    root.append(
      h("h2", {}, "Assertions never reached"),
      h(
        "ul.plain",
        {},
        never.map((a) =>
          h(
            "li",
            {},
            a.text || "assertion",
            " ",
            placeLink(a),
            h("span.soft", {}, a.function ? ` in ${a.function}` : ""),
          ),
        ),
      ),
    );
  root.append(
    ...sentences("Functions without a body", R.undefined_functions),
    ...sentences("Library functions taken to return any value in their range", R.approximated_functions),
  );
}

// --- checks
// ------------------------------------------------------------------------------------------------------------

function assertionsTable() {
  const list = W.assertions || [];
  if (!list.length) return [];
  // With several runs, the one that tells more.
  const words = { violated: "counterexample", proved: "proof", unknown: "how far it got" };
  const more = (a, i) => {
    const round = rounds.length > 1 ? roundOf(i) : -1;
    if (round < 0 || !words[a.status]) return null;
    if (round === shownRound) return h("div.soft", {}, `${words[a.status]} is shown`);
    return h(
      "div",
      {},
      h(
        "button.link.run",
        {
          type: "button",
          "aria-label": `${words[a.status]} of ${checkText(i)}`,
          onclick: () => showRound(round, "checks"),
        },
        `show ${words[a.status]}`,
      ),
    );
  };
  return [
    h("h2", {}, `Assertions (${list.length.toLocaleString("en")})`),
    table(
      ["Status", "Assertion", "Place", "Function"],
      list
        .slice(0, 2000)
        .map((a, i) =>
          h(
            "tr",
            {},
            h(
              "td",
              {},
              h(`span.tag.${/^\w+$/.test(a.status || "") ? a.status : "unknown"}`, {}, a.status || "unknown"),
              more(a, i),
            ),
            h(
              "td",
              {},
              h("code", {}, a.text || a.kind || ""),
              a.reason ? h("div.soft", {}, a.reason) : null,
              a.property && a.property !== "unreach-call" ? h("div.soft", {}, a.property) : null,
            ),
            h("td", {}, placeLink(a)),
            h("td.soft", {}, a.function || ""),
          ),
        ),
    ),
  ];
}

function makeChecks(root) {
  root.append(...assertionsTable(), ...sentences("Checked", (R.properties || []).map(propertyText)));
  if (R.accesses && R.accesses.checked)
    root.append(
      h(
        "p.soft",
        {},
        `${many(R.accesses.checked, "memory access", "memory accesses")}, ${R.accesses.decided.toLocaleString("en")} of them good by the text of the program alone`,
      ),
    );
  if (R.verdict !== "true") notChecked(root);
  const assumptions = W.assumptions || [];
  if (assumptions.length)
    root.append(
      h("h2", {}, "What the verdict rests on"),
      h(
        "ul.plain",
        {},
        assumptions.map((a) => h("li", {}, a.text, " ", a.line ? placeLink(a) : null, " ", h("span.tag", {}, a.kind))),
      ),
    );
  root.append(...sentences("Warnings", W.warnings));
  if ((R.invented_functions || []).length)
    root.append(...sentences("The error is real if these can return what the run gave them", R.invented_functions));
}

// --- why not
// -----------------------------------------------------------------------------------------------------------

function makeWhy(root) {
  root.append(
    h("h2", {}, "Why there is no verdict"),
    h("p", {}, sentence(R.explanation || "")),
    R.detail ? h("p", {}, R.detail) : "",
  );
  for (const a of R.engines || []) {
    const parts = [
      ...(a.doing ? [["at last", a.doing]] : []),
      ...(a.proved || []).map((t) => ["proved", t]),
      ...(a.reached || []).map((t) => ["reached", t]),
      ...(a.advice || []).map((t) => ["may help", t]),
    ];
    if (!parts.length && !a.detail) continue;
    root.append(
      h(
        "div.box",
        {},
        h("b", {}, a.engine),
        a.reason ? h("span.soft", {}, ` ${a.reason}`) : "",
        a.detail ? h("p", {}, a.detail) : null,
        parts.length
          ? h(
              "ul.plain",
              {},
              parts.map(([k, t]) => h("li", {}, h("span.tag", {}, k), " ", t)),
            )
          : null,
      ),
    );
  }
}

// --- the run
// -----------------------------------------------------------------------------------------------------------

function lanes() {
  const events = R.timeline || [],
    engines = R.engines || [];
  if (!events.length) return [];
  const end = Math.max(...events.map((e) => e.seconds), (R.statistics || {}).time_total || 0, 0.001),
    percent = (s) => `${((100 * s) / end).toFixed(2)}%`;
  const rows = engines.map((a, i) => {
    const own = events.filter((e) => e.engine_index === i);
    if (!own.length) return null;
    const begin = own[0].seconds,
      over = ["decided", "ended", "died", "failed", "late"].includes(a.outcome) ? own[own.length - 1].seconds : end;
    return h(
      "div.lane",
      {},
      h("div.who", { title: a.engine }, engineWords(a)),
      h(
        "div.track",
        { role: "img", "aria-label": `${a.engine}: from ${seconds(begin)} to ${seconds(over)}, ${a.outcome}` },
        h(`div.life.${a.outcome}${a.verdict === "false" ? ".false" : ""}`, {
          style: `left: ${percent(begin)}; width: ${percent(over - begin)}`,
          title: `${a.engine}: ${a.outcome}`,
        }),
        own.map((e) =>
          h(/facts/.test(e.what) ? "div.tick.facts" : "div.tick", {
            style: `left: ${percent(e.seconds)}`,
            title: `${seconds(e.seconds)} ${e.what}`,
          }),
        ),
      ),
    );
  });
  return [
    h("h2", {}, "Engines over time"),
    h("div.lanes", {}, rows),
    h("div.scale", {}, h("span", {}, "0 s"), h("span", {}, seconds(end / 2)), h("span", {}, seconds(end))),
    h("p.soft", {}, "Blue ticks are facts that an engine sent to the others, grey ones other events."),
  ];
}

function statisticsTable() {
  const all = Object.entries(R.statistics || {}),
    used = all.filter(([, v]) => v !== 0);
  const row = ([k, v]) =>
    h(
      "tr",
      {},
      h("td", {}, k.replaceAll("_", " ")),
      h(
        "td.n",
        {},
        k.startsWith("time_")
          ? seconds(v)
          : k === "memory_peak"
            ? `${(v / 1024).toFixed(0)} MiB`
            : Number(v).toLocaleString("en"),
      ),
    );
  return used.length ? [h("h2", {}, "Statistics"), table(["Name", "#Value"], used.map(row))] : [];
}

function makeRun(root) {
  const engines = R.engines || [],
    events = R.timeline || [];
  root.append(
    h(
      "p",
      {},
      R.decided_by ? ["Decided by ", h("b", {}, R.decided_by), "."] : "No engine decided.",
      R.schedule ? ` Schedule ${R.schedule}, ${many(R.jobs || 1, "engine")} at a time.` : "",
    ),
    ...lanes(),
  );
  if (engines.length)
    root.append(
      h("h2", {}, "Engines"),
      table(
        ["Engine", "Outcome", "#Seconds", "#Effort", "#Turns", "#Facts sent", "#received"],
        engines.map((a) =>
          h(
            "tr",
            {},
            h("td", {}, h("code", {}, a.engine), a.doing ? h("div.soft", {}, a.doing) : null),
            h("td", {}, a.outcome, a.reason ? h("div.soft", {}, a.reason) : null),
            h("td.n", {}, a.seconds.toFixed(2)),
            h("td.n", {}, a.effort.toLocaleString("en")),
            h("td.n", {}, String(a.turns)),
            h("td.n", {}, String(a.facts_sent)),
            h("td.n", {}, String(a.facts_received)),
          ),
        ),
      ),
    );
  if (events.length)
    root.append(
      h("h2", {}, "What happened when"),
      table(
        ["#Time", "Engine", "Event"],
        events
          .slice(0, 2000)
          .map((e) => h("tr", {}, h("td.n", {}, seconds(e.seconds)), h("td", {}, e.engine || ""), h("td", {}, e.what))),
      ),
    );
  root.append(...statisticsTable(), h("h2", {}, "Command"), h("pre.block", {}, (R.arguments || []).join(" ")));
}

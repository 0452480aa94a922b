"use strict";
// The counterexample: steps, one row each, indented by the depth of calls; the values that are known at the chosen
// step.

const STEP_CHUNK = 300;
const traceView = { list: null, values: null, rows: [], marked: [] };

// Whose return it is: the function of the last row that was one call deeper.
function returningFunction(i) {
  const depth = trace[i].depth || 0;
  for (let k = i - 1; k >= 0 && (trace[k].depth || 0) > depth; k--)
    if ((trace[k].depth || 0) === depth + 1 && trace[k].function) return trace[k].function;
  return "the call";
}

function stepWords(row, i) {
  const values = row.values || [];
  if (row.kind === "gap")
    return [
      row.iterations !== undefined
        ? `… ${many(row.iterations, "more iteration")} of this loop`
        : `… ${many(row.steps || 0, "step")} left out`,
    ];
  if (row.kind === "call") return ["→ ", h("b", {}, row.function || "call"), `(${[...values.map(valueText), ...(row.values_more ? ["…"] : [])].join(", ")})`];
  if (row.kind === "return")
    return [
      "← ",
      h("b", {}, returningFunction(i)),
      " returns ",
      values.length ? h("span.sets", {}, values.map((v) => (v.name ? valueText(v) : v.value)).join(", ")) : null,
    ];
  if (row.kind === "error") return [h("code", {}, row.source || ""), h("div", {}, "error: ", row.text || "reached")];
  return [
    h("code", {}, row.source || "…"),
    values.length
      ? h(
          "div.sets",
          {},
          values
            .slice(0, 8)
            .map((v, i) => [
              i ? ", " : "",
              h("b", {}, v.name || "value"),
              ` = ${v.value}`,
              v.input ? h("span.soft", {}, ` from ${v.input}`) : null,
            ]),
          values.length > 8 ? ` and ${values.length - 8} more` : null,
        )
      : null,
  ];
}

function stepElement(row, i) {
  const gap = row.kind === "gap" && row.iterations === undefined;
  return h(
    `div.step.is-${row.kind}`,
    {
      id: `step-${i}`,
      role: "option",
      "aria-selected": "false",
      "data-step": i,
      title: row.function ? `in ${row.function}` : null,
    },
    h("span.at", {}, gap || !row.line ? "" : String(row.line)),
    h("div.what", { style: `margin-left: ${Math.min(row.depth || 0, 24) * 16}px` }, stepWords(row, i)),
  );
}

// --- values
// ------------------------------------------------------------------------------------------------------------

const globals = new Set(D.globals || []);
const rootName = (name) => /^[A-Za-z_$][\w$]*/.exec(name)?.[0] || name;

// All that is known after a step: frames from the outermost in, each a map from names. A value from before a gap may be
// out of date.
function valuesAt(step) {
  const common = new Map(),
    frames = [];
  let gaps = 0;
  for (let i = 0; i <= step; i++) {
    const row = trace[i],
      depth = row.depth || 0;
    if (row.kind === "gap") gaps++;
    frames.length = Math.min(frames.length, depth + 1);
    if (row.kind === "call") frames.length = Math.min(frames.length, depth);
    while (frames.length <= depth) frames.push({ function: row.function, values: new Map() });
    if (row.kind === "line" || row.kind === "call") frames[depth].function = row.function || frames[depth].function;
    for (const v of row.values || []) {
      if (!v.name) continue;
      // A part of an object may be of a caller's: of the nearest that has told of it.
      const root = rootName(v.name),
        holder = root === v.name ? null : [...frames].reverse().find((f) => f.roots?.has(root));
      const shared = globals.has(root) || /^(heap|stack)\d+$/.test(root);
      const frame = shared ? null : holder || frames[depth];
      if (frame) (frame.roots = frame.roots || new Set()).add(root);
      (frame ? frame.values : common).set(v.name, { ...v, step: i, gaps });
    }
  }
  return { common, frames, gaps };
}

function valueRows(title, values, step, gaps) {
  if (!values.size) return [];
  return [
    h("tr", {}, h("th", { colspan: 3, scope: "rowgroup" }, title)),
    ...[...values.values()].map((v) =>
      h(
        v.step === step ? "tr.new" : v.gaps < gaps ? "tr.old" : "tr",
        { title: v.gaps < gaps ? "as it was before steps that are left out" : null },
        h("td", {}, h("code", {}, v.name)),
        h("td", {}, h("code", {}, v.value), v.input ? h("span.soft", {}, ` from ${v.input}`) : null),
        h("td.soft", {}, v.type || "", v.step === step ? h("span.hidden", {}, ", changed in this step") : null),
      ),
    ),
  ];
}

function showValues() {
  const box = traceView.values,
    step = selection.step;
  if (box.hidden) return;
  box.replaceChildren(h("h2", {}, step < 0 ? "Values" : `Values after step ${step + 1}`));
  if (step < 0) return void box.append(h("p.soft", {}, "Choose a step to see the values that are known there."));
  const { common, frames, gaps } = valuesAt(step);
  const rows = [...frames]
    .reverse()
    .flatMap((f) => valueRows(f.function || "program", f.values, step, gaps))
    .concat(valueRows("global", common, step, gaps));
  box.append(rows.length ? h("table", {}, h("tbody", {}, rows)) : h("p.soft", {}, "No variable was changed yet."));
}

// --- steps
// -------------------------------------------------------------------------------------------------------------

const stepNow = () => selection.step;
// The nearest step in a direction for which `good` holds.
function findStep(from, by, good) {
  for (let i = from + by; i >= 0 && i < trace.length; i += by) if (good(trace[i])) return i;
  return -1;
}
function goTo(i) {
  if (i < 0 || i >= trace.length) return;
  selectStep(i, "keys");
  const row = trace[i];
  announce(
    `step ${i + 1} of ${trace.length}, ${row.kind === "line" ? "" : row.kind + ", "}${row.line ? "line " + row.line + ", " : ""}${(row.values || []).map(valueText).join(", ")}`,
  );
}
const stepDepth = () => (trace[stepNow()] ? trace[stepNow()].depth || 0 : 0);
const traceKeys = {
  n: () => goTo(stepNow() + 1),
  p: () => goTo(stepNow() < 0 ? trace.length - 1 : stepNow() - 1),
  o: () => goTo(findStep(stepNow(), 1, (row) => (row.depth || 0) <= stepDepth())),
  u: () => goTo(findStep(stepNow(), 1, (row) => (row.depth || 0) < stepDepth())),
};

function markSteps(origin) {
  for (const e of traceView.marked) {
    e.classList.remove("same");
    e.setAttribute("aria-selected", "false");
  }
  traceView.marked = [];
  const name = selection.source ? selection.source.name : null;
  if (selection.step < 0 && selection.line)
    trace.forEach((row, i) => {
      const hit =
        selection.edge >= 0 && origin === "graph"
          ? row.edge === selection.edge
          : row.line === selection.line && row.file === name;
      if (!hit || row.kind === "gap") return;
      traceView.rows[i].classList.add("same");
      traceView.marked.push(traceView.rows[i]);
    });
  const row = traceView.rows[selection.step] || null;
  if (row) {
    row.setAttribute("aria-selected", "true");
    traceView.list.setAttribute("aria-activedescendant", row.id);
    traceView.marked.push(row);
  } else traceView.list.removeAttribute("aria-activedescendant");
  const shown = row || traceView.marked[0];
  if (shown && origin !== "steps") shown.scrollIntoView({ block: "nearest" });
  showValues();
}

function inputsTable() {
  const inputs = (R.inputs || []).filter((i) => i.value !== null || i.contents);
  if (!inputs.length) return null;
  return h(
    "details",
    {},
    h("summary", {}, `${many(inputs.length, "input")} of the run`),
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["From", "Value", "Type", "Place"].map((t) => h("th", { scope: "col" }, t)),
        ),
      ),
      h(
        "tbody",
        {},
        inputs
          .slice(0, 500)
          .map((i) =>
            h(
              "tr",
              {},
              h("td", {}, h("code", {}, i.object || i.name || i.kind || "")),
              h("td", {}, h("code", {}, i.contents || i.value)),
              h("td.soft", {}, i.type || ""),
              h("td", {}, i.line ? placeLink(i) : ""),
            ),
          ),
      ),
    ),
  );
}

function makeTrace(root) {
  const button = (key, label, title) =>
    h("button", { type: "button", title: `${title} (key ${key})`, onclick: () => traceKeys[key]() }, label);
  const values = h(
    "button",
    { type: "button", "aria-expanded": "true", "aria-controls": "values", title: "show or hide the values (key v)" },
    "Values",
  );
  traceView.list = h("div", {
    id: "steps",
    role: "listbox",
    tabindex: 0,
    "aria-label": "Steps of the counterexample: up and down choose a step",
  });
  traceView.values = h("div.values", {
    id: "values",
    role: "region",
    tabindex: 0,
    "aria-label": "Values at the chosen step",
  });
  for (let from = 0; from < trace.length; from += STEP_CHUNK) {
    const rows = trace.slice(from, from + STEP_CHUNK).map((row, i) => stepElement(row, from + i));
    traceView.rows.push(...rows);
    traceView.list.append(
      h(
        "div.chunk",
        { role: "presentation", style: `contain-intrinsic-size: auto ${rows.length * 30}px; min-width: 0` },
        rows,
      ),
    );
  }
  const toggle = () => {
    traceView.values.hidden = !traceView.values.hidden;
    values.setAttribute("aria-expanded", String(!traceView.values.hidden));
    showValues();
  };
  values.addEventListener("click", toggle);
  traceKeys.v = toggle;
  traceView.list.addEventListener("click", (event) => {
    const step = event.target.closest(".step");
    if (step) selectStep(Number(step.dataset.step), "steps");
  });
  traceView.list.addEventListener("keydown", (event) => {
    const to = {
      ArrowDown: stepNow() + 1,
      ArrowUp: stepNow() - 1,
      Home: 0,
      End: trace.length - 1,
      PageDown: Math.min(stepNow() + 15, trace.length - 1),
      PageUp: Math.max(stepNow() - 15, 0),
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    goTo(to);
  });
  const extra = [
    inputsTable(),
    R.standard_input
      ? h("details", {}, h("summary", {}, "Standard input of the run"), h("pre.block", {}, R.standard_input.text || ""))
      : null,
    ...(R.files_read || []).map((file) =>
      file.exists
        ? h("details", {}, h("summary", {}, "File ", h("code", {}, file.name)), h("pre.block", {}, file.text || ""))
        : h("p", {}, "The file ", h("code", {}, file.name), " does not exist."),
    ),
    R.program_arguments ? h("p", {}, "Arguments: ", h("code", {}, R.program_arguments.join(" "))) : null,
    ...Object.entries(R.environment || {}).map(([name, value]) =>
      h("p", {}, "Environment: ", h("code", {}, value === null ? `${name} is not set` : `${name}=${value}`)),
    ),
    (R.from_the_system || []).length
      ? h("p", {}, "From the system: what ", h("code", {}, R.from_the_system.map((f) => `${f}()`).join(", ")), " return")
      : null,
  ].filter(Boolean);
  root.append(
    h(
      "div.bar",
      {},
      button("p", "Back", "the step before"),
      button("n", "Next", "the next step"),
      button("o", "Over", "the next step that is not in a call"),
      button("u", "Out", "out of this function"),
      values,
      h("span.grow"),
      h("span.soft", {}, many(trace.length, "step")),
    ),
    extra.length
      ? h(
          "div",
          {
            style:
              "padding: 6px 16px; border-bottom: 1px solid var(--line); font-size: 13.5px; max-height: 40%; overflow: auto",
          },
          extra,
        )
      : "",
    traceView.list,
    traceView.values,
  );
  follow((s, origin) => markSteps(origin));
}

"use strict";
// The control-flow automaton of a function, and what the proof explored, drawn: the whole where Graphviz laid it out,
// otherwise the part around
// the selection. Nodes are reached by Tab (one of them) and arrow keys (the others).

const PART = 70; // nodes of a part
const COLUMN = 6.3,
  LABEL_LINE = 14,
  PLACE = 34; // as src/report/html/program.c has them
const graphView = { mode: "cfa", fn: -1, nodes: [], arcs: [], box: [0, 0, 100, 100], elements: [], part: null };

function boxSize(label) {
  const lines = label.split("\n");
  return { width: Math.max(...lines.map((l) => [...l].length)) * COLUMN + 14, height: lines.length * LABEL_LINE + 8 };
}

// --- what is drawn
// -----------------------------------------------------------------------------------------------------

const locationName = (l) => (l.line ? String(l.line) : `L${l.id}`);
function locationWords(l) {
  const kind = l.kind === "error" ? `error ${l.text}` : l.kind || (l.loop ? "loop head" : "");
  return `location ${l.id}${l.line ? ", line " + l.line : ""}${kind ? ", " + kind : ""}${D.covered ? (l.reached ? ", reached" : ", not reached") : ""}`;
}

// The function's automaton: locations, then edges, as Graphviz got them.
function graphOfFunction(fn) {
  const nodes = fn.locations.map((l) => ({
    location: l,
    width: PLACE,
    height: PLACE,
    label: locationName(l),
    round: true,
    name: locationWords(l),
    text: "",
    kind: `${l.kind || (l.loop ? "loop" : "place")}${D.covered && !l.reached ? " never" : ""}`,
    path: l.in.some((e) => e.taken) || l.out.some((e) => e.taken),
  }));
  const number = new Map(fn.locations.map((l, i) => [l.id, i])),
    arcs = [];
  fn.locations.forEach((l, i) => {
    for (const e of l.out) {
      const never = D.covered && !(l.reached && D.locations[e.to].reached) && !e.taken;
      const node =
        nodes.push({
          edge: e,
          ...boxSize(e.label),
          label: e.label,
          kind: `edge${never ? " never" : ""}`,
          path: e.taken > 0,
          text: e.text,
          name: `edge from line ${l.line || "?"} to line ${D.locations[e.to].line || "?"}: ${e.text || "nothing"}${e.taken ? `, taken ${many(e.taken, "time")}` : ""}`,
        }) - 1;
      arcs.push(
        { from: i, to: node, path: e.taken > 0, never, plain: true },
        { from: node, to: number.has(e.to) ? number.get(e.to) : i, path: e.taken > 0, never },
      );
    }
  });
  return { nodes, arcs, layout: D.layouts[fn.id] };
}

const stateWords = {
  exact: "exact state",
  abstract: "abstracted state",
  loop: "loop",
  case: "case of a loop",
  subsumed: "subsumed state",
  cut: "infeasible",
  open: "not explored",
  end: "end",
  error: "error",
  point: "cut point",
};
// The way that the counterexample takes: back from the arc into the error that its run takes. An engine that records
// branches only leaves that arc open.
function markPath(nodes, arcs) {
  const into = new Map(arcs.filter((a) => !a.subsumed).map((a) => [a.to, a]));
  let arc = arcs.findLast(
    (a) => a.edge >= 0 && D.edges[a.edge].taken && D.locations[D.edges[a.edge].to].kind === "error",
  );
  if (arc && nodes[arc.to].kind === "open")
    Object.assign(nodes[arc.to], {
      kind: "error",
      label: "!",
      name: "error",
      location: D.locations[D.edges[arc.edge].to],
    });
  for (let n = 0; arc && n <= nodes.length; n++) {
    arc.path = nodes[arc.to].path = nodes[arc.from].path = true;
    arc = into.get(arc.from);
  }
}

let exploredGraph = null;
function graphOfStates() {
  if (exploredGraph) return exploredGraph;
  const x = D.explored;
  const nodes = x.nodes.map(([kind, location, context, formula, label], i) => ({
    state: i,
    location: location < 0 ? null : D.locations[location],
    context,
    ...boxSize(label),
    label,
    kind,
    text: formula,
    name: `${stateWords[kind] || kind}${location < 0 ? "" : " at line " + (D.locations[location].line || "?")}${formula ? ": " + formula : ""}${x.k ? `, k = ${x.k[i]}` : ""}`,
  }));
  const arcs = x.arcs.map(([from, to, edge]) => ({ from, to, edge, subsumed: edge === -2 }));
  if (R.verdict === "false") markPath(nodes, arcs);
  exploredGraph = { nodes, arcs, layout: D.layouts[x.drawing] };
  return exploredGraph;
}

// The nodes nearest to those chosen, as a graph of its own.
function partOf(graph, chosen) {
  const near = graph.nodes.map(() => []);
  for (const a of graph.arcs) {
    near[a.from].push(a.to);
    near[a.to].push(a.from);
  }
  const taken = new Set(chosen.length ? [chosen[0]] : [0]),
    queue = [...taken];
  for (let i = 0; i < queue.length && taken.size < PART; i++)
    for (const n of near[queue[i]]) {
      if (taken.has(n) || taken.size >= PART) continue;
      taken.add(n);
      queue.push(n);
    }
  const order = [...taken].sort((a, b) => a - b),
    number = new Map(order.map((n, i) => [n, i]));
  return {
    nodes: order.map((n) => graph.nodes[n]),
    arcs: graph.arcs
      .filter((a) => number.has(a.from) && number.has(a.to))
      .map((a) => ({ ...a, from: number.get(a.from), to: number.get(a.to) })),
    members: taken,
  };
}

// --- the selection in it
// -----------------------------------------------------------------------------------------------

function isSelected(node) {
  const s = selection;
  if (s.state >= 0 && node.state !== undefined) return node.state === s.state;
  if (s.edge >= 0 && node.edge) return node.edge.id === s.edge;
  if (s.location >= 0) return node.location ? node.location.id === s.location : false;
  if (s.edge >= 0 && node.state === undefined) return false;
  if (node.location) return onLine(node.location.file, node.location.line);
  return node.edge ? onLine(node.edge.file, node.edge.line) : false;
}

// The function of the selection: that of its location or edge, or the one whose code has the line.
function functionOfSelection() {
  const s = selection,
    l = s.location >= 0 ? D.locations[s.location] : s.edge >= 0 ? D.locations[D.edges[s.edge].from] : null;
  if (l) return l.fn;
  if (!s.source || !s.line) return -1;
  const at = D.locations.find((x) => onLine(x.file, x.line)) || null;
  if (at) return at.fn;
  const edge = D.edges.find((e) => e.file === s.source.file && e.line <= s.line && s.line <= e.last);
  return edge ? D.locations[edge.from].fn : -1;
}

// --- drawing
// -----------------------------------------------------------------------------------------------------------

function drawNode(n, i) {
  const g = svg("g", {
    class: `node ${n.kind}${n.path ? " path" : ""}`,
    transform: `translate(${n.x.toFixed(0)} ${n.y.toFixed(0)})`,
    role: "button",
    tabindex: -1,
    "aria-label": n.name,
    "data-node": i,
  });
  g.append(svg("title", {}, document.createTextNode(n.name)));
  if (n.round) {
    g.append(svg("circle", { r: PLACE / 2 }));
    if (n.kind.startsWith("exit")) g.append(svg("circle", { r: PLACE / 2 - 4 }));
  } else
    g.append(
      svg("rect", {
        x: (-n.width / 2).toFixed(0),
        y: (-n.height / 2).toFixed(0),
        width: n.width.toFixed(0),
        height: n.height.toFixed(0),
        rx: 5,
      }),
    );
  const lines = n.label.split("\n");
  lines.forEach((line, k) =>
    g.append(
      svg(
        "text",
        {
          y: ((k - (lines.length - 1) / 2) * LABEL_LINE + 4).toFixed(0),
          "font-size": [...line].length * COLUMN > n.width ? 9 : 10.5,
        },
        document.createTextNode(line),
      ),
    ),
  );
  return g;
}

function setBox(box) {
  graphView.box = box;
  graphView.svg.setAttribute("viewBox", box.map((x) => x.toFixed(1)).join(" "));
}
function stageSize() {
  const r = graphView.stage.getBoundingClientRect();
  return [Math.max(r.width, 50), Math.max(r.height, 50)];
}
function zoom(by, at) {
  const [x, y, w, h2] = graphView.box,
    [px, py] = at || [x + w / 2, y + h2 / 2];
  const k = Math.min(Math.max(by, 40 / w), 60000 / w);
  setBox([px - (px - x) * k, py - (py - y) * k, w * k, h2 * k]);
}
// The whole, but no larger than text is read at and no smaller than it can be.
function fit() {
  const [sw, sh] = stageSize(),
    { w, h: hh } = graphView.size,
    pad = 20;
  const usable = Math.min(1.25, Math.max(Math.min(sw / (w + 2 * pad), sh / (hh + 2 * pad)), 0.72));
  setBox([w / 2 - sw / usable / 2, sh / usable > hh ? hh / 2 - sh / usable / 2 : -pad, sw / usable, sh / usable]);
}
function centre(node) {
  const [x, y, w, hh] = graphView.box;
  const whole = graphView.size.w <= w && graphView.size.h <= hh,
    inside =
      whole || (node.x > x + w * 0.08 && node.x < x + w * 0.92 && node.y > y + hh * 0.08 && node.y < y + hh * 0.92);
  if (!inside) setBox([node.x - w / 2, node.y - hh / 2, w, hh]);
}

function draw(graph, layout, note) {
  const view = graphView;
  view.nodes = graph.nodes;
  view.arcs = graph.arcs;
  if (layout) {
    graph.nodes.forEach((n, i) => {
      n.x = layout.n[2 * i];
      n.y = layout.n[2 * i + 1];
    });
    view.size = layout;
  } else view.size = layoutGraph(graph.nodes, graph.arcs);
  const paths = layout ? layout.a : view.size.paths;
  const arcs = svg("g", { "aria-hidden": "true" });
  graph.arcs.forEach((a, i) => {
    if (!paths[i]) return;
    arcs.append(
      svg("path", {
        d: paths[i],
        class: `arc${a.path ? " path" : ""}${a.never ? " never" : ""}${a.subsumed ? " subsumed" : ""}`,
        ...(a.plain ? {} : { "marker-end": a.path ? "url(#head-path)" : "url(#head)" }),
      }),
    );
  });
  view.elements = graph.nodes.map(drawNode);
  const marker = (id, colour) =>
    svg(
      "marker",
      {
        id,
        viewBox: "0 0 8 8",
        refX: 7,
        refY: 4,
        markerWidth: 8,
        markerHeight: 8,
        markerUnits: "userSpaceOnUse",
        orient: "auto",
      },
      svg("path", { d: "M0 0L8 4L0 8z", fill: colour }),
    );
  view.svg.replaceChildren(
    svg("defs", {}, marker("head", "var(--soft)"), marker("head-path", "var(--bad)")),
    arcs,
    ...view.elements,
  );
  view.note.textContent = note;
  setFocusable(0);
  fit();
}

function setFocusable(i) {
  view_at(graphView.current)?.setAttribute("tabindex", "-1");
  graphView.current = i;
  view_at(i)?.setAttribute("tabindex", "0");
}
const view_at = (i) => graphView.elements[i];

function redraw() {
  const view = graphView;
  if (view.panel.hidden) return void (view.stale = true);
  view.stale = false;
  const states = view.mode === "states" && D.explored;
  if (!states && !D.functions[view.fn]) return;
  const graph = states
    ? graphOfStates()
    : D.functions[view.fn].graph || (D.functions[view.fn].graph = graphOfFunction(D.functions[view.fn]));
  if (graph.layout) {
    if (view.shown !== graph) draw(graph, graph.layout, "");
    view.part = null;
  } else {
    const chosen = graph.nodes.map((n, i) => (isSelected(n) ? i : -1)).filter((i) => i >= 0);
    const drawn = view.shown === graph && view.part && (!chosen.length || chosen.some((i) => view.part.has(i)));
    if (!drawn) {
      const part = partOf(graph, chosen),
        all = part.nodes.length === graph.nodes.length;
      view.part = part.members;
      draw(
        part,
        null,
        all
          ? ""
          : `${part.nodes.length} of ${many(graph.nodes.length, "node")}: those around the selection. Select at the rim to go on.`,
      );
    }
  }
  view.shown = graph;
  markNodes();
}

function markNodes() {
  let first = null;
  graphView.nodes.forEach((n, i) => {
    const on = isSelected(n);
    graphView.elements[i].classList.toggle("on", on);
    if (on && (first === null || (n.edge && selection.edge >= 0))) first = i;
  });
  const shown = first === null ? nearestNode() : first;
  if (graphView.nodes[shown]) {
    setFocusable(shown);
    centre(graphView.nodes[shown]);
  }
  showDetail(first === null ? null : graphView.nodes[first]);
}

// Where to look when nothing is selected: the edge that passes over the line, or the location nearest to it, or the
// entry.
function nearestNode() {
  const entry = graphView.nodes.findIndex(
    (n) => n.location && D.functions[graphView.fn] && n.location.id === D.functions[graphView.fn].entry,
  );
  let best = graphView.mode === "cfa" && entry >= 0 ? entry : 0,
    least = Infinity;
  graphView.nodes.forEach((n, i) => {
    const at = n.location || n.edge;
    if (!at || !selection.source || at.file !== selection.source.file || !at.line || !selection.line) return;
    const over = n.edge && n.edge.line <= selection.line && selection.line <= n.edge.last;
    const far = over ? (n.edge.last - n.edge.line) / 1000 : Math.abs(at.line - selection.line);
    if (far < least) [best, least] = [i, far];
  });
  return best;
}

function showDetail(node) {
  const box = graphView.detail;
  box.replaceChildren();
  if (!node)
    return void box.append(
      h("p.soft", {}, "Choose a node to see what it says in full. Arrow keys go along arcs; + and − zoom, 0 fits."),
    );
  const l = node.location || (node.edge ? D.locations[node.edge.from] : null);
  if (node.edge) {
    const callee = D.functions[node.edge.callee];
    box.append(
      h("b", {}, `Line ${D.locations[node.edge.from].line || "?"} → ${D.locations[node.edge.to].line || "?"}`),
      node.edge.taken ? ` · taken ${many(node.edge.taken, "time")} by the counterexample` : "",
      callee
        ? [
            " · ",
            h("button.link", { type: "button", onclick: () => showFunction(callee.id) }, `show ${callee.name}`),
          ].flat()[1]
        : "",
    );
  } else box.append(h("b", {}, node.name.split(":")[0]));
  if (node.text) box.append(h("pre.block", {}, node.text));
  else if (node.edge) box.append(h("p.soft", {}, "nothing is tested or changed"));
  if (node.location && node.state === undefined && D.explored) {
    const states = graphOfStates().nodes.filter((s) => s.location === l);
    if (states.length)
      box.append(
        h(
          "p",
          {},
          h(
            "button.link",
            { type: "button", onclick: () => showStates(states[0].state) },
            `${many(states.length, D.explored.kind === "graph" ? "explored state" : "cut point")} here`,
          ),
        ),
      );
  }
}

function showFunction(fn) {
  graphView.mode = "cfa";
  graphView.fn = fn;
  graphView.chooser.value = String(fn);
  redraw();
}
function showStates(state) {
  graphView.mode = "states";
  graphView.chooser.value = "states";
  const node = graphOfStates().nodes[state];
  const l = node ? node.location : null,
    source = l && sourceOfFile.get(l.file);
  if (node) select({ state, location: l ? l.id : -1, ...(source && l.line ? { source, line: l.line } : {}) }, "graph");
  else redraw();
}

function chooseNode(i) {
  const n = graphView.nodes[i];
  if (!n) return;
  setFocusable(i);
  if (n.state !== undefined) showStates(n.state);
  else if (n.edge) selectEdge(n.edge, "graph");
  else selectLocation(n.location, "graph");
  graphView.elements[i]?.focus();
}

// Down and up go along arcs; left and right to the neighbours beside.
function neighbour(i, key) {
  const { nodes, arcs } = graphView,
    n = nodes[i];
  if (key === "ArrowDown") return arcs.find((a) => a.from === i && a.to !== i)?.to;
  if (key === "ArrowUp") return arcs.find((a) => a.to === i && a.from !== i)?.from;
  const side = key === "ArrowRight" ? 1 : -1;
  let best,
    least = Infinity;
  nodes.forEach((m, k) => {
    const dx = (m.x - n.x) * side,
      dy = Math.abs(m.y - n.y);
    if (dx > 2 && dx + 4 * dy < least) [best, least] = [k, dx + 4 * dy];
  });
  return best;
}

const graphKeys = { "+": () => zoom(0.8), "=": () => zoom(0.8), "-": () => zoom(1.25), 0: () => fit() };

function addPanning(stage) {
  let from = null;
  const point = (event) => {
    const r = stage.getBoundingClientRect(),
      [x, y, w, hh] = graphView.box;
    return [x + ((event.clientX - r.left) / r.width) * w, y + ((event.clientY - r.top) / r.height) * hh];
  };
  stage.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      zoom(Math.exp(Math.max(-1, Math.min(1, event.deltaY / 300))), point(event));
    },
    { passive: false },
  );
  stage.addEventListener("pointerdown", (event) => {
    if (event.button === 0) from = { at: [event.clientX, event.clientY], box: graphView.box, moved: false };
  });
  stage.addEventListener("pointermove", (event) => {
    if (!from) return;
    const dx = event.clientX - from.at[0],
      dy = event.clientY - from.at[1];
    if (!from.moved && Math.hypot(dx, dy) < 4) return;
    if (!from.moved) stage.setPointerCapture(event.pointerId);
    from.moved = true;
    const [sw] = stageSize(),
      k = from.box[2] / sw;
    setBox([from.box[0] - dx * k, from.box[1] - dy * k, from.box[2], from.box[3]]);
  });
  const stop = () => {
    graphView.dragged = from !== null && from.moved;
    from = null;
  };
  stage.addEventListener("pointerup", stop);
  stage.addEventListener("pointercancel", stop);
  stage.addEventListener("click", (event) => {
    const node = event.target.closest(".node");
    if (node && !graphView.dragged) chooseNode(Number(node.dataset.node));
    graphView.dragged = false;
  });
}

function onGraphKey(event) {
  const node = event.target.closest ? event.target.closest(".node") : null;
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (node && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    chooseNode(Number(node.dataset.node));
  } else if (node && event.key.startsWith("Arrow")) {
    event.preventDefault();
    const to = neighbour(Number(node.dataset.node), event.key);
    if (to === undefined) return;
    setFocusable(to);
    centre(graphView.nodes[to]);
    graphView.elements[to].focus();
  } else if (graphKeys[event.key]) {
    event.preventDefault();
    event.stopPropagation();
    graphKeys[event.key]();
  }
}

function graphChoices() {
  const own = D.functions.filter((f) => !f.model && f.locations.length),
    models = D.functions.filter((f) => f.model && f.locations.length);
  const option = (f) => h("option", { value: f.id }, `${f.name} (${many(f.locations.length, "location")})`);
  const states = D.explored
    ? D.explored.kind === "graph"
      ? `explored states (${D.explored.nodes.length.toLocaleString("en")})`
      : `cut points of the proof (${D.explored.nodes.length.toLocaleString("en")})`
    : null;
  return h(
    "select",
    {
      "aria-label": "Graph to show",
      onchange: (e) => {
        if (e.target.value === "states") {
          graphView.mode = "states";
          redraw();
        } else showFunction(Number(e.target.value));
      },
    },
    h("optgroup", { label: "Control flow" }, own.map(option)),
    models.length ? h("optgroup", { label: "Library models" }, models.map(option)) : null,
    states ? h("optgroup", { label: "Proof" }, h("option", { value: "states" }, states)) : null,
  );
}

function makeGraph(root) {
  const view = graphView,
    button = (label, name, act) =>
      h("button", { type: "button", "aria-label": name, title: name, onclick: act }, label);
  view.panel = root;
  view.svg = svg("svg", { role: "group", "aria-label": "Graph" });
  view.note = h("div.part");
  view.stage = h("div.stage", {}, view.svg, view.note);
  view.detail = h("div.detail", { role: "region", tabindex: 0, "aria-label": "The chosen node" });
  view.chooser = graphChoices();
  root.append(
    h(
      "div.bar",
      {},
      view.chooser,
      h("span.grow"),
      button("−", "Zoom out", () => zoom(1.25)),
      button("+", "Zoom in", () => zoom(0.8)),
      button("Fit", "Fit the graph", fit),
    ),
    view.stage,
    view.detail,
  );
  addPanning(view.stage);
  view.stage.addEventListener("keydown", onGraphKey);
  const entry =
    D.functions.find((f) => f.name === R.entry && f.locations.length) ||
    D.functions.find((f) => !f.model && f.locations.length);
  view.fn = entry ? entry.id : -1;
  view.chooser.value = String(view.fn);
  follow((s, origin) => {
    const fn =
      view.mode === "cfa" || (view.mode === "states" && s.state < 0 && origin === "link") ? functionOfSelection() : -1;
    if (view.mode === "cfa" && fn >= 0 && fn !== view.fn) {
      view.fn = fn;
      view.chooser.value = String(fn);
    }
    redraw();
  });
}

"use strict";
// The source: every line is in the page, so that the browser can find text and a screen reader can read it, but lines
// are made in chunks, those
// that are looked at first and the others when there is time.

const CHUNK = 200,
  LINE_HEIGHT = 20;
const KEYWORDS = new Set(
  (
    "auto break case char const continue default do double else enum extern float for goto if inline int long register restrict return " +
    "short signed sizeof static struct switch typedef union unsigned void volatile while _Bool _Static_assert bool size_t uint8_t uint16_t uint32_t " +
    "uint64_t int8_t int16_t int32_t int64_t"
  ).split(" "),
);
const TOKEN =
  /(\/\/.*$|\/\*[\s\S]*?(?:\*\/|$))|("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)|(\b(?:0[xX][0-9a-fA-F]+|\d[\w.]*)\b)|([A-Za-z_]\w*)|(^\s*#\s*\w+)/g;

function highlight(text) {
  let out = "",
    last = 0;
  for (const m of text.matchAll(TOKEN)) {
    const kind = m[1] ? "c" : m[2] ? "s" : m[3] ? "d" : m[5] || KEYWORDS.has(m[4]) ? "k" : "";
    out +=
      escapeText(text.slice(last, m.index)) +
      (kind ? `<span class="${kind}">${escapeText(m[0])}</span>` : escapeText(m[0]));
    last = m.index + m[0].length;
  }
  return out + escapeText(text.slice(last));
}

const coverageWords = { p: "on the counterexample", r: "reached", u: "not reached", n: "not looked at" };
const sourceView = { element: null, lines: [], open: [], chunks: [], marked: [], notes: [], annotations: new Map() };

function splitSource(source) {
  if (source.lines) return;
  source.lines = source.text === null ? [] : source.text.replace(/\n$/, "").split("\n");
  source.open = []; // whether a line begins inside a comment
  let inside = false;
  for (const line of source.lines) {
    source.open.push(inside);
    if (!inside && !line.includes("/*")) continue;
    const end = line.lastIndexOf("*/"),
      start = line.lastIndexOf("/*");
    inside = start > end ? !line.slice(0, start).includes("//") : end >= 0 ? false : inside;
  }
}

function lineHtml(source, i) {
  const text = source.lines[i],
    mark = source.coverage[i];
  let code;
  if (source.open[i]) {
    const end = text.indexOf("*/"),
      cut = end < 0 ? text.length : end + 2;
    code = `<span class="c">${escapeText(text.slice(0, cut))}</span>` + highlight(text.slice(cut));
  } else code = highlight(text);
  const word = coverageWords[mark];
  return (
    `<div class="line ${mark === " " || !mark ? "" : mark}" data-line="${i + 1}"><span class="num">${i + 1}</span>` +
    `<span class="mark"${word ? ` title="${word}"` : ""}></span><code>${code || " "}</code></div>`
  );
}

function fillChunk(view, k) {
  const chunk = view.chunks[k];
  if (!chunk || chunk.filled) return;
  chunk.filled = true;
  const from = k * CHUNK,
    to = Math.min(from + CHUNK, view.source.lines.length),
    above = view.annotations.get(view.source.file) || new Map();
  let out = "";
  for (let i = from; i < to; i++) {
    for (const a of above.get(i + 1) || [])
      out += `<div class="above ${a.kind}"><b>${escapeText(a.title)}</b>${escapeText(a.text)}</div>`;
    out += lineHtml(view.source, i);
  }
  chunk.element.innerHTML = out;
}

function fillRest(view, source) {
  let k = 0;
  const work = (deadline) => {
    if (view.source !== source) return;
    while (k < view.chunks.length && (!deadline || deadline.timeRemaining() > 4)) fillChunk(view, k++);
    if (k < view.chunks.length) idle(work);
  };
  idle(work);
}
const idle = (f) =>
  window.requestIdleCallback ? requestIdleCallback(f, { timeout: 1000 }) : setTimeout(() => f(null), 30);

function showSource(view, source) {
  if (view.source === source) return;
  view.source = source;
  view.marked = view.notes = [];
  splitSource(source);
  view.chunks = [];
  view.element.replaceChildren();
  view.element.setAttribute("aria-label", `Source of ${shownName(source.name)}: up and down choose a line`);
  for (let from = 0; from < source.lines.length; from += CHUNK) {
    const n = Math.min(CHUNK, source.lines.length - from);
    const element = h("div.chunk", {
      style: `contain-intrinsic-size: auto ${n * LINE_HEIGHT}px; min-height: ${n * LINE_HEIGHT}px`,
    });
    view.chunks.push({ element, filled: false });
    view.element.append(element);
  }
  if (!source.lines.length)
    view.element.append(
      h("p.soft", { style: "padding: 12px 20px" }, `${source.name} could not be read when the report was written.`),
    );
  fillChunk(view, 0);
  if (view.observer) view.observer.disconnect();
  view.observer = new IntersectionObserver(
    (seen) => {
      for (const s of seen)
        if (s.isIntersecting)
          fillChunk(
            view,
            view.chunks.findIndex((c) => c.element === s.target),
          );
    },
    { root: view.element, rootMargin: "800px" },
  );
  for (const c of view.chunks) view.observer.observe(c.element);
  fillRest(view, source);
  const chooser = document.getElementById("files");
  if (chooser) chooser.value = String(D.sources.indexOf(source));
}

function lineElement(view, line) {
  const k = Math.floor((line - 1) / CHUNK);
  fillChunk(view, k);
  return view.chunks[k] ? view.chunks[k].element.querySelector(`[data-line="${line}"]`) : null;
}

const valueText = (v) => `${v.name || v.input || "value"} = ${v.value}`;

function markLine(view, origin) {
  for (const e of view.marked) {
    e.classList.remove("on", "now");
    e.removeAttribute("aria-current");
  }
  for (const e of view.notes) e.remove();
  view.marked = view.notes = [];
  const element = selection.line && lineElement(view, selection.line);
  if (!element) return;
  const row = trace[selection.step];
  element.classList.add(row ? "now" : "on");
  element.setAttribute("aria-current", "true");
  view.marked = [element];
  if (row && row.values && row.values.length) {
    const note = h(
      "span.note",
      { title: row.values.map(valueText).join("\n") },
      row.values.slice(0, 6).map(valueText).join(",  "),
    );
    element.append(note);
    view.notes = [note];
  }
  if (origin !== "source-click")
    element.scrollIntoView({ block: origin === "source" ? "nearest" : "center", inline: "nearest" });
}

function addAnnotation(item, kind, title, text) {
  const place = placeOf(item);
  if (!place) return;
  const file = sourceView.annotations.get(place.source.file) || new Map();
  sourceView.annotations.set(place.source.file, file);
  file.set(place.line, [...(file.get(place.line) || []), { kind, title, text }]);
}

function coverageSummary() {
  let reached = 0,
    known = 0,
    open = 0;
  for (const s of D.sources)
    for (const c of s.coverage) {
      if (c === "n") open++;
      else if (c !== " ") known++;
      if (c === "r" || c === "p") reached++;
    }
  return { reached, known, open };
}

function moveLine(by) {
  const view = sourceView;
  if (!view.source || !view.source.lines.length) return;
  const line = Math.max(1, Math.min(view.source.lines.length, (selection.line || 0) + by));
  select({ source: view.source, line }, "source");
  const mark = coverageWords[view.source.coverage[line - 1]];
  announce(`line ${line}${mark ? ", " + mark : ""}: ${view.source.lines[line - 1].trim()}`);
}

function invariantWords(i) {
  const words = i.words || i.formula;
  return words.length > 420 ? words.slice(0, 400) + " …" : words;
}

function makeSource(root) {
  const view = sourceView;
  for (const i of (rounds.length > 1 ? W : R).invariants || [])
    addAnnotation(
      i,
      "invariant",
      i.states ? `invariant of ${many(i.states, "state")}` : "invariant",
      invariantWords(i),
    );
  const last = trace[trace.length - 1];
  if (last && last.kind === "error") addAnnotation(last, "error", "error", last.text || "reached");
  const { reached, known, open } = coverageSummary();
  const chooser =
    D.sources.length > 1
      ? h(
          "select",
          {
            id: "files",
            "aria-label": "File",
            onchange: (e) => select({ source: D.sources[e.target.value], line: 0 }, "files"),
          },
          D.sources.map((s, i) => h("option", { value: i }, shownName(s.name))),
        )
      : h(
          "span.name",
          { title: D.sources[0] ? D.sources[0].name : "" },
          D.sources[0] ? shownName(D.sources[0].name) : "no source",
        );
  const keys = [
    known > 0 && h("span.key", {}, h("i.mark.r"), "reached"),
    known > reached && h("span.key", {}, h("i.mark.u"), "not reached"),
    open > 0 &&
      h(
        "span.key",
        { title: "they cannot matter for what is checked, or it is not certain whether they were reached" },
        h("i.mark.n"),
        "not looked at",
      ),
    trace.length > 0 && h("span.key", {}, h("i.mark.p"), "counterexample"),
  ];
  view.element = h("div", { id: "lines", tabindex: 0, role: "region", "aria-label": "Source" });
  root.append(
    h(
      "div.bar",
      {},
      chooser,
      h(
        "span.soft",
        {
          title:
            "lines of which it is known whether they were reached; others have no code, or code that was not looked at, as it cannot matter here",
        },
        known
          ? `${reached.toLocaleString("en")} of ${many(known, "line")} reached${open ? `, ${open.toLocaleString("en")} not looked at` : ""}`
          : "coverage is not known",
      ),
      h("span.grow"),
      keys,
    ),
    view.element,
  );
  // What stands between lines is as wide as can be seen.
  const pane = () => view.element.style.setProperty("--pane", `${Math.max(240, view.element.clientWidth - 110)}px`);
  if (window.ResizeObserver) new ResizeObserver(pane).observe(view.element);
  view.element.addEventListener("click", (event) => {
    const line = event.target.closest(".line");
    if (line && !String(getSelection()))
      select({ source: view.source, line: Number(line.dataset.line) }, "source-click");
  });
  view.element.addEventListener("keydown", (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 }[event.key];
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    moveLine(by);
  });
  follow((s, origin) => {
    if (s.source) showSource(view, s.source);
    if (view.source) markLine(view, origin);
  });
}

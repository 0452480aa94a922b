// Drives Chromium over the pages that tests/run-browser wrote: test.js PAGES. The last line is "N passed, N failed".
"use strict";
const { chromium } = require("playwright-core");
const fs = require("fs");
const path = require("path");

const pages = process.argv[2];
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const OPENS_IN = 2000; // milliseconds
let passed = 0,
  failed = 0,
  browser;

function check(what, good, more) {
  if (good) passed++;
  else {
    failed++;
    console.log(`FAILED: ${what}${more === undefined ? "" : `: ${JSON.stringify(more)}`}`);
  }
}

// A page with what went wrong in it, and what it asked the network for.
async function open(name, options = {}, anchor = "") {
  const context = await browser.newContext({
    viewport: { width: 1400, height: 850 },
    colorScheme: "light",
    ...options,
  });
  const page = await context.newPage();
  page.wrong = [];
  page.asked = [];
  page.loads = 1;
  page.on("console", (m) => {
    if (m.type() === "error" || m.type() === "warning") page.wrong.push(m.text());
  });
  page.on("pageerror", (e) => page.wrong.push(e.message));
  page.on("request", (r) => page.asked.push(r.url()));
  const begin = Date.now();
  await page.goto("file://" + path.join(pages, name + ".html") + anchor);
  await page.waitForSelector("html[data-ready]", { state: "attached", timeout: 20000 });
  page.took = Date.now() - begin;
  page.close_all = async () => {
    check(`${name}: no message in the console`, page.wrong.length === 0, page.wrong);
    check(
      `${name}: nothing is asked for but the page and its empty icon`,
      page.asked.filter((u) => !u.startsWith("data:")).length === page.loads,
      page.asked,
    );
    await context.close();
  };
  return page;
}
const text = (page, selector) => page.$eval(selector, (e) => e.textContent);
const count = (page, selector) => page.$$eval(selector, (all) => all.length);
// Polls: the page's policy forbids what waitForFunction does.
async function until(page, good) {
  for (let i = 0; i < 200 && !(await good()); i++) await page.waitForTimeout(50);
}
const chosenStep = (page) =>
  page.evaluate(() =>
    document.querySelectorAll('.step[aria-selected="true"]').length === 1
      ? Number(document.querySelector('.step[aria-selected="true"]').dataset.step)
      : -1,
  );
const chosenLine = (page) =>
  page.evaluate(() => Number(document.querySelector('.line[aria-current="true"]')?.dataset.line || 0));
const viewBox = (page) => page.$eval(".stage svg", (s) => s.getAttribute("viewBox"));

// --- a counterexample
// --------------------------------------------------------------------------------------------------

async function testSteps(page) {
  const last = (await count(page, ".step")) - 1;
  check("false: the error is chosen at first", (await chosenStep(page)) === last && (await chosenLine(page)) === 16);
  check("false: the error is told at its line", (await text(page, ".above.error")).includes("assert"));
  await page.keyboard.press("p");
  check("false: p goes back", (await chosenStep(page)) === last - 1);
  await page.keyboard.press("n");
  await page.keyboard.press("n");
  check("false: n goes on, and stays at the end", (await chosenStep(page)) === last);
  await page.focus("#steps");
  await page.keyboard.press("Home");
  check("false: Home is the first step", (await chosenStep(page)) === 0 && (await chosenLine(page)) === 12);
  check("false: its value stands beside the line", (await text(page, ".line .note")).includes("low ="));
  check(
    "false: the listbox names the chosen step",
    (await page.getAttribute("#steps", "aria-activedescendant")) === "step-0",
  );
  check("false: its value stands in the table", (await text(page, "#values tr.new")).includes("low"));
  check("false: the step is told to screen readers", /step 1 of \d+/.test(await text(page, "#live")));
  await page.keyboard.press("ArrowDown");
  check("false: down in the list goes on", (await chosenStep(page)) === 1);
}

async function testCalls(page) {
  const call = await page.$eval(".step.is-call", (e) => Number(e.dataset.step));
  await page.click(`#step-${call - 1}`);
  await page.keyboard.press("o");
  const over = await chosenStep(page);
  check(
    "false: o goes over the call",
    over > call + 1 &&
      (await count(page, `#step-${over}.is-return, #step-${over}.is-line, #step-${over}.is-error`)) === 1,
    [call, over],
  );
  await page.click(`#step-${call + 1}`);
  const indent = (i) => page.$eval(`#step-${i} .what`, (e) => parseFloat(e.style.marginLeft));
  check("false: steps of a call are indented", (await indent(call + 1)) > (await indent(call - 1)));
  const frames = await page.$$eval("#values tr", (all) => all.map((e) => e.children[0].textContent));
  check(
    "false: parameters are the function's own",
    frames.indexOf("middle") >= 0 &&
      frames.indexOf("middle") < frames.indexOf("low") &&
      frames.indexOf("main") > frames.indexOf("low") &&
      frames.lastIndexOf("low") > frames.indexOf("main"),
    frames,
  );
  await page.keyboard.press("u");
  check("false: u goes out of the function", (await indent(await chosenStep(page))) < (await indent(call + 1)));
  await page.keyboard.press("v");
  check("false: v hides the values", await page.$eval("#values", (e) => e.hidden));
  await page.keyboard.press("v");
  check("false: v shows them again", !(await page.$eval("#values", (e) => e.hidden)));
}

async function testSelection(page) {
  await page.click('.line[data-line="13"] code');
  check(
    "selection: a line that is clicked is chosen",
    (await chosenLine(page)) === 13 && (await chosenStep(page)) === -1,
  );
  check("selection: the steps of the line are marked", (await count(page, ".step.same")) > 0);
  await page.focus("#lines");
  await page.keyboard.press("ArrowDown");
  check("selection: down goes to the next line", (await chosenLine(page)) === 14);
  await page.click("#tab-graph");
  await page.click('.line[data-line="15"] code');
  check("selection: the graph marks the line's nodes", (await count(page, ".stage .node.on")) > 0);
  const node = page.locator(".stage .node.error");
  await node.click();
  check("selection: a node that is clicked chooses its line", (await chosenLine(page)) === 16);
  check("selection: and is told in full", (await text(page, ".detail")).includes("error"));
  await page.click('.line[data-line="8"] code');
  check(
    "selection: the graph follows into another function",
    /^middle/.test(await page.$eval("#panel-graph select", (s) => s.selectedOptions[0].textContent)),
  );
}

async function testGraph(page) {
  await page.selectOption("#panel-graph select", { index: 0 });
  check(
    "graph: the counterexample is highlighted",
    (await count(page, ".stage .arc.path")) > 0 && (await count(page, ".stage .node.path")) > 0,
  );
  check("graph: one node is reached by Tab", (await count(page, '.stage .node[tabindex="0"]')) === 1);
  await page.focus('.stage .node[tabindex="0"]');
  const focused = () => page.evaluate(() => document.activeElement.dataset.node);
  const before = await focused();
  await page.keyboard.press("ArrowUp");
  const up = await focused();
  await page.keyboard.press("ArrowDown");
  check("graph: arrow keys go along arcs", up !== undefined && (up !== before || (await focused()) !== up), [
    before,
    up,
  ]);
  const box = await viewBox(page);
  await page.keyboard.press("+");
  const closer = await viewBox(page);
  check("graph: + zooms in", Number(closer.split(" ")[2]) < Number(box.split(" ")[2]));
  await page.keyboard.press("0");
  check("graph: 0 fits", (await viewBox(page)) !== closer);
  await page.mouse.move(1100, 400);
  await page.mouse.wheel(0, 300);
  await page.waitForTimeout(50);
  check("graph: the wheel zooms", (await viewBox(page)) !== closer);
  await page.selectOption("#panel-graph select", "states");
  check(
    "graph: the counterexample is highlighted among the explored states",
    (await count(page, ".stage .arc.path")) > 1 && (await count(page, ".stage .node.error.path")) === 1,
  );
  const stage = await page.locator(".stage").boundingBox();
  const still = await viewBox(page);
  await page.mouse.move(stage.x + 20, stage.y + 60);
  await page.mouse.down();
  await page.mouse.move(stage.x + 90, stage.y + 120, { steps: 4 });
  await page.mouse.up();
  check("graph: dragging moves it", (await viewBox(page)) !== still);
}

async function testTabsAndTheme(page) {
  await page.keyboard.press("4");
  check(
    "tabs: a digit opens one",
    (await page.getAttribute("#tab-run", "aria-selected")) === "true" &&
      (await page.isVisible("#panel-run")) &&
      !(await page.isVisible("#panel-graph")),
  );
  await page.focus("#tab-run");
  await page.keyboard.press("ArrowLeft");
  check(
    "tabs: arrow keys go from one to the next",
    (await page.getAttribute("#tab-checks", "aria-selected")) === "true",
  );
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  check("theme: light as the system says", (await theme()) === "light");
  await page.emulateMedia({ colorScheme: "dark" });
  await until(page, async () => (await theme()) === "dark");
  check("theme: dark when the system turns dark", (await theme()) === "dark" && (await paper()) !== light);
  await page.keyboard.press("t");
  check("theme: t turns it", (await theme()) === "light");
  await page.click("#theme");
  check("theme: so does the button", (await theme()) === "dark");
  await page.keyboard.press("?");
  check("help: ? shows the keys", await page.$eval("#help", (d) => d.open));
  await page.keyboard.press("Escape");
  check("help: Escape closes it", !(await page.$eval("#help", (d) => d.open)));
}

// --- access
// ------------------------------------------------------------------------------------------------------------

// Everything interactive is reached by Tab and has a name; in every tab.
async function testAccess(page, name) {
  const client = await page.context().newCDPSession(page);
  for (const tab of await page.$$eval("#tabs button", (all) => all.map((b) => b.id))) {
    await page.click("#" + tab);
    await page.evaluate(() =>
      document.querySelectorAll("details").forEach((d) => {
        d.open = true;
      }),
    );
    const wanted = await page.evaluate(() => {
      const all = [...document.querySelectorAll('a[href], button, select, input, summary, [tabindex="0"]')].filter(
        (e) => e.getClientRects().length && e.tabIndex >= 0 && getComputedStyle(e).visibility !== "hidden",
      );
      all.forEach((e, i) => {
        e.dataset.wanted = i;
      });
      document.activeElement.blur();
      return all.length;
    });
    const seen = new Set();
    for (let i = 0; i < wanted + 4; i++) {
      await page.keyboard.press("Tab");
      const at = await page.evaluate(() => document.activeElement?.dataset?.wanted);
      if (at !== undefined) seen.add(at);
    }
    const missed = await page.evaluate(
      (s) =>
        [...document.querySelectorAll("[data-wanted]")]
          .filter((e) => !s.includes(e.dataset.wanted))
          .map((e) => e.outerHTML.slice(0, 80)),
      [...seen],
    );
    check(`${name}, ${tab}: Tab reaches everything`, missed.length === 0 && wanted > 5, missed);
    await page.evaluate(() => document.querySelectorAll("[data-wanted]").forEach((e) => delete e.dataset.wanted));
    const { nodes } = await client.send("Accessibility.getFullAXTree");
    const roles = new Set([
      "button",
      "link",
      "tab",
      "tabpanel",
      "listbox",
      "option",
      "combobox",
      "checkbox",
      "region",
      "img",
      "heading",
      "table",
      "DisclosureTriangle",
    ]);
    const nameless = nodes.filter(
      (n) => !n.ignored && n.role && roles.has(n.role.value) && n.role.value !== "table" && !(n.name && n.name.value),
    );
    check(
      `${name}, ${tab}: everything has a name`,
      nameless.length === 0,
      nameless.slice(0, 3).map((n) => n.role.value),
    );
  }
  const first = await page.evaluate(() => document.querySelector("a").getAttribute("href"));
  check(`${name}: a link skips to the source`, first === "#lines" && (await count(page, "#lines")) === 1);
}

// Text against what is behind it, in both themes: 4.5 to 1.
async function testContrast(page) {
  const poor = await page.evaluate(() => {
    const light = (c) =>
      c
        .map((v) => v / 255)
        .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
        .reduce((s, v, i) => s + v * [0.2126, 0.7152, 0.0722][i], 0);
    const colour = (name) =>
      getComputedStyle(document.documentElement)
        .getPropertyValue(name)
        .trim()
        .match(/[0-9a-f]{2}/gi)
        .map((x) => parseInt(x, 16));
    const pairs = [
      ["ink", "paper"],
      ["ink", "panel"],
      ["soft", "paper"],
      ["soft", "panel"],
      ["accent", "paper"],
      ["accent", "panel"],
      ["bad", "paper"],
      ["bad", "bad-soft"],
      ["good", "good-soft"],
      ["open", "open-soft"],
      ["ink", "accent-soft"],
      ["ink", "bad-soft"],
      ["ink", "good-soft"],
      ["keyword", "paper"],
      ["string", "paper"],
      ["comment", "paper"],
      ["number", "paper"],
      ["soft", "accent-soft"],
      ["soft", "bad-soft"],
      ["accent", "bad-soft"],
    ];
    const found = [];
    for (const theme of ["light", "dark"]) {
      document.documentElement.dataset.theme = theme;
      for (const [a, b] of pairs) {
        const [x, y] = [light(colour("--" + a)), light(colour("--" + b))].sort((p, q) => q - p),
          ratio = (x + 0.05) / (y + 0.05);
        if (ratio < 4.5) found.push(`${theme} ${a} on ${b}: ${ratio.toFixed(2)}`);
      }
    }
    return found;
  });
  check("contrast of all pairs of colours", poor.length === 0, poor);
}

// --- the pages
// ---------------------------------------------------------------------------------------------------------

async function testFalse() {
  const page = await open("average");
  check(
    "false: the verdict is said",
    (await text(page, ".verdict")) === "FALSE" &&
      (await text(page, "h1")).includes("average.c:16") &&
      (await page.title()).startsWith("false(unreach-call)"),
  );
  await testSteps(page);
  await testCalls(page);
  await testSelection(page);
  await testGraph(page);
  await testTabsAndTheme(page);
  await testAccess(page, "false");
  await testContrast(page);
  await page.close_all();
}

async function testTrue() {
  const page = await open("loop", { colorScheme: "dark" });
  check(
    "true: the verdict is said",
    (await text(page, ".verdict")) === "TRUE" &&
      (await page.evaluate(() => document.documentElement.dataset.theme)) === "dark",
  );
  const invariant = await page.$eval(".above", (e) => [e.textContent, e.nextElementSibling.dataset.line]);
  check(
    "true: the invariant stands at its loop",
    /2 \* i == s|s == 2 \* i/.test(invariant[0]) && invariant[1] === "9",
    invariant,
  );
  const proof = await text(page, "#panel-proof");
  check(
    "true: what was not checked is said",
    proof.includes("signed integer overflow") && proof.includes("read_sensor"),
    proof,
  );
  check(
    "true: the error is not among what was reached",
    (await page.evaluate(() => D.locations.filter((l) => l.kind === "error" && l.reached).length)) === 0,
  );
  await page.click("#panel-proof button.link >> text=Show the graph");
  check(
    "true: the graph of the proof is drawn",
    (await count(page, ".stage .node")) > 1 && (await page.isVisible("#panel-graph")),
  );
  await page.click("#tab-run");
  check(
    "true: engines over time",
    (await count(page, ".lane")) > 1 && (await text(page, "#panel-run")).includes("decides: true"),
  );
  check("true: statistics", (await text(page, "#panel-run")).includes("time total"));
  await testAccess(page, "true");
  await page.close_all();
}

async function testInduction() {
  const page = await open("kind");
  const kind = await page.evaluate(() => D.explored && D.explored.kind);
  await page.click("#tab-graph");
  if (kind === "annotation") await page.selectOption("#panel-graph select", "states");
  check(
    "induction: cut points are shown",
    kind === "annotation" && (await count(page, ".stage .node.point")) > 0,
    kind,
  );
  await page.close_all();
}

// A page whose data has a list of assertions.
async function testAssertions() {
  const list = [
    ["proved", "assert(a < b)", 7],
    ["violated", "assert(low <= m && m <= high)", 16],
    ["unreachable", "<b>call</b>", 8],
    ["unknown", "x", 12],
  ];
  const file = path.join(pages, "average.html"),
    name = JSON.parse(/"name":("[^"]*average\.c")/.exec(fs.readFileSync(file, "utf8"))[1]);
  const assertions = list.map(([status, words, line]) => ({
    property: "unreach-call",
    kind: "assert",
    text: words,
    file: name,
    line,
    column: 3,
    function: "main",
    status,
    reason: status === "unknown" ? "no time" : null,
  }));
  fs.writeFileSync(
    path.join(pages, "assertions.html"),
    fs
      .readFileSync(file, "utf8")
      .replace('"assertions":[', '"assertions_of_the_run":[')
      .replace(
        '{"report":{',
        () => '{"report":{"assertions":' + JSON.stringify(assertions).replaceAll("<", "\\u003c") + ",",
      ),
  );
  const page = await open("assertions");
  await page.click("#tab-checks");
  const tags = await page.$$eval("#panel-checks td .tag", (all) => all.map((e) => e.className));
  check("assertions: each has its status", tags.join() === "tag proved,tag violated,tag unreachable,tag unknown", tags);
  await page.click("#panel-checks td button.link >> nth=2");
  check("assertions: a place leads to its line", (await chosenLine(page)) === 8);
  check("assertions: the reason is said", (await text(page, "#panel-checks")).includes("no time"));
  await page.close_all();
}

// --- several runs (--all)

// What is chosen loads the page again.
async function chooseRun(page, choose) {
  await page.evaluate(() => document.documentElement.removeAttribute("data-ready"));
  await choose();
  page.loads++;
  await page.waitForSelector("html[data-ready]", { state: "attached", timeout: 20000 });
}
const errorLine = (page) => page.evaluate(() => trace[trace.length - 1]?.line || 0);
const focusedId = (page) => page.evaluate(() => document.activeElement?.id || "");

async function testAllChecks(page) {
  await page.click("#tab-checks");
  const rows = await page.$$eval("#panel-checks tbody tr", (all) =>
    all.map((tr) => [tr.querySelector(".tag").textContent, Number(/:(\d+)/.exec(tr.children[2].textContent)[1])].join(" ")),
  );
  check(
    "all: the table has every assertion with its status",
    rows.join() === "unreachable 6,proved 11,violated 12,violated 13,proved 14,unknown 16",
    rows,
  );
  check("all: why one is not decided is said", /assembly/.test(await text(page, "#panel-checks tbody tr:last-child")));
  check("all: what is shown has no link to itself", (await count(page, "#panel-checks button.run")) >= 3);
}

async function testAllRuns(page) {
  const options = await page.$$eval("#rounds option", (all) => all.map((o) => o.textContent));
  check(
    "all: the runs to choose from",
    options.filter((o) => /^Counterexample [12]: n != 7 \(all\.c:12\)$/.test(o)).length === 1 &&
      options.filter((o) => /^Counterexample [12]: twice\(n\) != 18 \(all\.c:13\)$/.test(o)).length === 1 &&
      options.some((o) => o.startsWith("Proof of ")) &&
      options.some((o) => o.startsWith("Not decided: ")),
    options,
  );
  const value = (words) => page.$$eval("#rounds option", (all, w) => all.find((o) => o.textContent.includes(w)).value, words);
  for (const [words, line, input] of [
    ["n != 7", 12, "7"],
    ["twice(n)", 13, "9"],
  ]) {
    const run = await value(words),
      again = String(await page.evaluate(() => shownRound)) === run;
    if (!again) await chooseRun(page, () => page.selectOption("#rounds", run));
    check(`all: the counterexample of line ${line} is shown`, (await errorLine(page)) === line && (await chosenLine(page)) === line);
    check(`all: line ${line} has inputs of its own`, (await page.evaluate(() => R.inputs.map((i) => i.value))).includes(input));
    check("all: the choice keeps the focus", again || (await focusedId(page)) === "rounds");
  }
  check("all: the verdict is that of the whole", (await text(page, ".verdict")) === "FALSE");
  check("all: the tab stays", await page.$eval("#panel-checks", (e) => !e.hidden));
  await page.click("#tab-trace");
  await page.focus("#steps");
  await page.keyboard.press("p");
  const last = (await count(page, ".step")) - 1;
  check("all: it is stepped through", (await chosenStep(page)) === last - 1);
  check("all: its source is there", (await text(page, '.line[data-line="13"]')).includes("twice(n)"));
  const proof = await value("Proof of 2");
  await chooseRun(page, () => page.selectOption("#rounds", proof));
  check(
    "all: a proof has its invariants",
    (await count(page, "#panel-proof .box")) > 0 && (await text(page, ".above.invariant")).length > 10,
  );
  check("all: and no steps", (await count(page, ".step")) === 0);
  check(
    "all: code that cannot matter is said not to be looked at",
    (await page.evaluate(() => coverageSummary().open)) > 0 && (await text(page, "#source .bar")).includes("not looked at"),
    await text(page, "#source .bar"),
  );
  await page.click("#tab-checks");
  await chooseRun(page, () => page.click('#panel-checks button.run >> text="show counterexample" >> nth=0'));
  check("all: a check leads to its counterexample", (await errorLine(page)) === 12, await errorLine(page)); // the first in the table
  check("all: and its steps are open", await page.$eval("#panel-trace", (e) => !e.hidden));
}

async function testAll() {
  const page = await open("all");
  check(
    "all: how many are violated is said",
    (await text(page, "h1")) === "2 of 6 assertions can be violated: 2 proved, 1 never reached, 1 not decided.",
    await text(page, "h1"),
  );
  check("all: a counterexample is shown first", [12, 13].includes(await errorLine(page)));
  await testAllChecks(page);
  await testAllRuns(page);
  await testAccess(page, "all");
  await page.close_all();
  const other = await open("all", {}, "#run-2");
  check("all: the address chooses a run", (await other.evaluate(() => shownRound)) === 1);
  await other.close_all();
  const one = await open("all-proved");
  check(
    "all: one run is as any page",
    (await count(one, "#rounds")) === 0 && (await text(one, "h1")) === "No error can be reached.",
    await text(one, "h1"),
  );
  await one.click("#tab-checks");
  check("all: with its table", (await count(one, "#panel-checks td .tag.proved")) === 2);
  await one.close_all();
}

async function testUnknown() {
  const page = await open("unknown");
  check(
    "unknown: the reason is said",
    (await text(page, ".verdict")) === "UNKNOWN" && (await text(page, "#panel-why")).length > 60,
  );
  await page.click("#tab-graph");
  check("unknown: the automaton is drawn", (await count(page, ".stage .node")) > 2);
  await page.close_all();
}

async function testHostile() {
  const page = await open("hostile");
  check(
    "hostile: no text of the source is run",
    (await page.title()).startsWith("false(") &&
      (await count(page, "#lines img")) === 0 &&
      (await count(page, "#lines script")) === 0,
  );
  const lines = await page.$$eval(".line code", (all) => all.map((e) => e.textContent));
  check(
    "hostile: the source is shown as it is",
    lines[2].includes('</script><img src=x onerror="document.title=1">') &&
      lines[4].startsWith('\tconst char *hostile = "</script><script>'),
    lines.slice(2, 5),
  );
  check("hostile: a byte that is no UTF-8 is replaced", lines[5].endsWith("caf\ufffd"), lines[5]);
  check(
    "hostile: a comment of several lines is one",
    (await page.$eval('.line[data-line="8"] .c', (e) => e.textContent)).includes("goes on"),
  );
  await page.close_all();
}

async function testLarge() {
  let least = Infinity;
  for (let i = 0; i < 3; i++) {
    const again = await open("large");
    least = Math.min(least, again.took);
    await again.close_all();
  }
  check(`large: it opens in ${OPENS_IN} ms`, least <= OPENS_IN, least);
  const page = await open("large");
  const lines = await page.evaluate(() => D.sources[0].lines.length);
  console.log(`large: ${lines} lines open in ${least} ms`);
  check("large: it is large", lines >= 10000, lines);
  await until(page, async () => (await count(page, ".line")) === lines);
  check("large: all lines are in the page after a while", (await count(page, ".line")) === lines);
  check(
    "large: the error's line is in view",
    await page.$eval('.line[aria-current="true"]', (e) => {
      const r = e.getBoundingClientRect();
      return r.top > 0 && r.bottom < innerHeight;
    }),
  );
  await page.keyboard.press("2");
  await page.focus("#steps").catch(() => {});
  await page.evaluate(() => showFunction(D.functions.findIndex((f) => f.name === "main")));
  const drawn = await count(page, ".stage .node"),
    all = await page.evaluate(() => D.functions[graphView.fn].graph.nodes.length);
  check("large: of a large graph a part is drawn", drawn > 10 && drawn < 100 && all > 400, [drawn, all]);
  check(
    "large: and that is said",
    (await text(page, ".part")).includes(`of ${all.toLocaleString("en")} nodes`),
    await text(page, ".part"),
  );
  await page.evaluate(() => selectLocation(D.functions[graphView.fn].locations[400], "link"));
  check("large: the part follows the selection", (await count(page, ".stage .node.on")) > 0);
  await page.close_all();
}

async function testSmallWindow() {
  const page = await open("packet", { viewport: { width: 480, height: 800 } });
  check(
    "narrow: nothing is wider than the window",
    await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth + 1),
  );
  await page.keyboard.press("p");
  check("narrow: steps work", (await chosenStep(page)) >= 0);
  await page.close_all();
}

// --- campaigns
// -----------------------------------------------------------------------------------------------------------

const cells = (page, row) => page.$$eval(`${row} td`, (all) => all.map((e) => e.textContent.trim()));
// Tasks to points.
const numbers = async (page, configuration) =>
  (await cells(page, `#scores tr[data-configuration="${configuration}"]`)).slice(1, 10).join();
const rowOf = async (page, row) => (await cells(page, row)).join();

// Moves the pointer to a place in an element, which is brought into view below the header.
async function point(page, selector, place) {
  await page.$eval(selector, (e) => e.scrollIntoView({ block: "center" }));
  const box = await (await page.$(selector)).boundingBox();
  await page.mouse.move(box.x + place.x, box.y + place.y);
}

async function testCampaign() {
  const page = await open("campaign/report"),
    all = "5,1,1,0,1,0,2,0,-13";
  check("campaign: scores", (await numbers(page, "mixed")) === all, await numbers(page, "mixed"));
  const reasons = (await cells(page, '#scores tr[data-configuration="mixed"]'))[12];
  check("campaign: reasons", reasons === "no verdict 2", reasons);
  const good = await numbers(page, "<i>good"),
    best = await numbers(page, "virtual best");
  check("campaign: scores of another", good === "5,4,0,1,0,0,0,0,-24", good);
  check("campaign: virtual best", best === "5,4,1,0,0,0,0,0,9", best);
  const cross = await rowOf(page, "#cross tbody tr:nth-child(1)"),
    family = await rowOf(page, '#families tr[data-family="b"]');
  check("campaign: what one solves and another does not", cross === "mixed,,1", cross);
  check("campaign: families", family === "b,3,1 (1),2 (-28), 1 wrong", family);
  check("campaign: tasks", (await count(page, "#tasks tbody tr")) === 5);
  check("campaign: no element comes from data", (await count(page, "main img, main i, main b")) === 0);
  check("campaign: the title is a text", (await page.title()).startsWith("</script><b>known"), await page.title());
  const link = await page.$eval('#tasks tr[data-task="tasks/right.c"] a', (e) => e.getAttribute("href"));
  check(
    "campaign: the output is there",
    fs.readFileSync(path.join(pages, "campaign", link), "utf8") === "safe\n",
    link,
  );
  const title = await page.$eval("#tasks td a", (e) => e.parentElement.title);
  check("campaign: medians are said to be", title.includes("median of 2"), title);
  await page.selectOption("#family", { label: "a" });
  check("campaign: a family", (await numbers(page, "mixed")) === "2,1,0,0,1,0,0,0,-14", await numbers(page, "mixed"));
  check("campaign: its tasks", (await count(page, "#tasks tbody tr")) === 2);
  await page.selectOption("#family", { label: "all" });
  await page.click("#cross tbody tr:nth-child(1) button");
  const listed = await page.$$eval("#tasks tbody tr", (rows) => rows.map((e) => e.dataset.task).join());
  check("campaign: the tasks behind a number", listed === "tasks/found.c", listed);
  check("campaign: curves", (await count(page, "#quantiles polyline")) === 3);
  await point(page, "#scatter", { x: 1, y: 1 });
  check("campaign: nothing under the pointer", await page.$eval("#tip", (e) => e.hidden));
  const place = await page.$eval("#scatter", (plot) => {
    const points = plot.querySelector('[data-kind="both"]').getAttribute("d");
    const [, x, y] = /M([\d.]+) ([\d.]+)/.exec(points).map(Number);
    const box = plot.getBoundingClientRect(),
      all = plot.viewBox.baseVal;
    return { x: (x * box.width) / all.width, y: (y * box.height) / all.height };
  });
  await point(page, "#scatter", place);
  const tip = await text(page, "#tip");
  check("campaign: the task under the pointer", /right\.c.*\nmixed: true, .*\n<i>good: true, /.test(tip), tip);
  await page.selectOption("#clock", "wall");
  check("campaign: the other clock", (await numbers(page, "mixed")) === all, await numbers(page, "mixed"));
  await page.close_all();
}

async function testLargeCampaign() {
  const page = await open("campaign-large/report");
  console.log(`the page of 100,000 results opened in ${page.took} ms`);
  check(`large campaign: opens in ${OPENS_IN} ms`, page.took < OPENS_IN, page.took);
  check("large campaign: not all tasks are in the table at once", (await count(page, "#tasks tbody tr")) === 100);
  await page.click("#more");
  check("large campaign: more", (await count(page, "#tasks tbody tr")) === 1100);
  await page.selectOption("#column", { label: "counter_1" });
  const first = (await cells(page, "#tasks tbody tr"))[4];
  check("large campaign: a statistic", /^(true|false|unknown)\S* [0-9,]+$/.test(first), first);
  const begin = Date.now();
  await page.selectOption("#family", { label: "family-7" });
  check("large campaign: a family is chosen quickly", Date.now() - begin < OPENS_IN, Date.now() - begin);
  check("large campaign: its tasks", (await text(page, "#listed")).startsWith("1,111 tasks"), await text(page, "#listed"));
  await page.close_all();
}

async function main() {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM, headless: true, args: FLAGS });
  for (const test of [
    testFalse,
    testTrue,
    testInduction,
    testAssertions,
    testAll,
    testUnknown,
    testHostile,
    testLarge,
    testSmallWindow,
    testCampaign,
    testLargeCampaign,
  ])
    try {
      await test();
    } catch (error) {
      check(test.name, false, error.message.split("\n").slice(0, 4).join(" "));
    }
  await browser.close();
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0);
}
main();

"use strict";
// The page of `clew bench --report` is made of these files, one after the other: elements and theme, which other pages have,
// too; data (what is shown, scores), plots, tables, page.
//
// A cell is a task with a configuration: the repetitions are one result already, the times are medians.

const D = JSON.parse(document.getElementById("data").textContent);
const TRUE = 0,
  FALSE = 1,
  UNKNOWN = 2,
  ERROR = 3;
const VERDICTS = ["true", "false", "unknown", "error"];
const NEITHER = 0,
  WRONG = 1,
  RIGHT = 2;
const POINTS = { right: [2, 1], wrong: [-32, -16] }; // of true and false
const configurations = D.configurations;
const nTasks = D.tasks.name.length;
const C = D.cells;
C.verdict = Uint8Array.from(C.verdict, Number);
C.correct = Uint8Array.from(C.correct, Number);
const nCells = C.task.length;

// cellAt[task × configurations + configuration]: the cell, or -1
const cellAt = new Int32Array(nTasks * configurations.length).fill(-1);
for (let i = 0; i < nCells; i++) cellAt[C.task[i] * configurations.length + C.configuration[i]] = i;
const cellOf = (task, configuration) => cellAt[task * configurations.length + configuration];

const filter = { family: -1, property: -1, clock: "cpu" };
const limitOf = (configuration) =>
  filter.clock === "wall" || !configurations[configuration].cpu_limit
    ? configurations[configuration].wall_limit
    : configurations[configuration].cpu_limit;
// As bench_time: on the processor where that is limited.
const timeOf = (cell) =>
  filter.clock === "wall" || !configurations[C.configuration[cell]].cpu_limit ? C.wall[cell] : C.cpu[cell];

const isShown = (task) =>
  (filter.family < 0 || D.tasks.family[task] === filter.family) &&
  (filter.property < 0 || D.tasks.property[task] === filter.property);
function shownTasks() {
  const tasks = [];
  for (let t = 0; t < nTasks; t++) if (isShown(t)) tasks.push(t);
  return tasks;
}

const familyName = (f) => D.families[f] || "(none)";
const detailOf = (cell) => D.details[C.detail[cell]];
function verdictText(cell) {
  const detail = detailOf(cell);
  return VERDICTS[C.verdict[cell]] + (detail ? `(${detail})` : "");
}
const outputOf = (cell) => {
  const run = String(C.run[cell]);
  return `output/${String(Math.floor(C.run[cell] / 1000)).padStart(3, "0")}/${run.padStart(6, "0")}.txt`;
};
const isRight = (cell) => cell >= 0 && C.correct[cell] === RIGHT;
// Decided, and not known to be wrong: what nothing is expected of counts, too.
const isSolved = (cell) => cell >= 0 && C.verdict[cell] <= FALSE && C.correct[cell] !== WRONG;

// --- scores

function emptyScore() {
  return { tasks: 0, right: [0, 0], wrong: [0, 0], unjudged: 0, unknown: 0, errors: 0, reasons: new Map(), points: 0, time: 0, par2: 0 };
}
function count(score, cell, limit) {
  const verdict = C.verdict[cell],
    correct = C.correct[cell],
    time = timeOf(cell);
  score.tasks++;
  if (verdict === ERROR) score.errors++;
  else if (verdict === UNKNOWN) {
    const reason = detailOf(cell) || "unknown";
    score.unknown++;
    score.reasons.set(reason, (score.reasons.get(reason) || 0) + 1);
  } else if (correct === NEITHER) score.unjudged++;
  else {
    const kind = correct === RIGHT ? "right" : "wrong";
    score[kind][verdict]++;
    score.points += POINTS[kind][verdict];
  }
  if (correct === RIGHT) score.time += time;
  score.par2 += correct === RIGHT ? time : 2 * limit;
}
function scoreOf(configuration, tasks) {
  const score = emptyScore(),
    limit = limitOf(configuration);
  for (const t of tasks) {
    const cell = cellOf(t, configuration);
    if (cell >= 0) count(score, cell, limit);
  }
  return score;
}
// The cell of the virtual best: the fastest that is right, or any other.
function bestCell(task) {
  let best = -1;
  for (let c = 0; c < configurations.length; c++) {
    const cell = cellOf(task, c);
    if (cell < 0) continue;
    if (best < 0 || (isRight(cell) && !isRight(best))) best = cell;
    else if (isRight(cell) && timeOf(cell) < timeOf(best)) best = cell;
    else if (!isRight(best) && C.correct[best] === WRONG && C.correct[cell] !== WRONG) best = cell;
  }
  return best;
}
function bestScore(tasks) {
  const score = emptyScore();
  for (const t of tasks) {
    const cell = bestCell(t);
    if (cell >= 0) count(score, cell, limitOf(C.configuration[cell]));
  }
  return score;
}

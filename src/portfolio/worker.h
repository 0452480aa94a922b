// A worker of the engine `auto` (portfolio.h): a process that runs one engine by turns, and what it and its parent say
// to each other (base/process/worker.h).
//
// The worker waits for MESSAGE_GO, runs the engine for the effort that it says, tells the facts that it found and that
// the turn is over, and waits again. What the engine claims it checks by itself. Then it asks whether it may report
// that; the one who may does so as if it were alone, and the run ends with its exit status.
#ifndef CLEW_PORTFOLIO_WORKER_H
#define CLEW_PORTFOLIO_WORKER_H
#include "base/process/worker.h"
#include "run/verifier.h"
#include "portfolio/table.h"

enum message {
  // To the worker.
  MESSAGE_GO = 'g', // "EFFORT\n", facts of others
  MESSAGE_REPORT = 'r', // it may: "COUNT COUNT …\n", statistics of auto, what happened (report_timeline_write)
  MESSAGE_KEEP = 'k', // it may not, as another says the opposite: what it rests on is to be kept in files of this name
  MESSAGE_END = 'e', // it may not
  // From the worker.
  MESSAGE_FACTS = 'f', // that it found
  MESSAGE_USED = 'u', // its turn is over: "EFFORT FACTS-TAKEN\n", its view (report_view_write)
  MESSAGE_VIEW = 'w', // its view, during a turn
  MESSAGE_CHECKS = 'c', // a verdict that its engine claims: it is checked now
  MESSAGE_CHECKED = 'x', // "0": it stood the check; "1": an error was not reproduced; "2": it failed otherwise
  MESSAGE_VERDICT = 'v', // "VERDICT FACTS-TAKEN EFFORT", which stood its check: may it report?
  MESSAGE_DONE = 'd', // "REASON EFFORT\n", detail: its engine ended without a verdict
  MESSAGE_KEPT = 'n', // the file where what it rests on is kept
  MESSAGE_ERROR = 'o', // "STATUS\n", message: its engine could not be opened
};

// Exit statuses of a worker: these and a reason where its limits ended it; otherwise that of the run, or 0.
enum { WORKER_STOPPED = 200 };

// What a worker asks its solver, in memory that it shares with its parent: while it waits for an answer it says
// nothing.
struct worker_query {
  _Atomic uint32_t number; // of queries and answers: odd while there is no answer
  _Atomic uint32_t file, line; // where it was asked (struct source_place)
};

struct worker_task {
  struct verifier *verification; // as it was when the worker was forked
  const struct schedule_entry *entry;
  uint32_t number; // from 1
  uint32_t share; // kinds of facts, as bits (facts/exchange.h)
  struct worker_query *query; // NULL: nobody wants to know
};

worker_function worker_run; // its context is a worker_task

#endif

// A worker of the portfolio (portfolio.h): a process that runs one engine by turns, and the messages between it and its
// parent (base/process/worker.h).
//
// The worker waits for MESSAGE_GO, runs the engine for the effort that it says, sends the facts that it found and the
// end of the turn, and waits again. It checks its engine's claim itself and sends the verdict with its result
// (run/result.h), which the parent reports.
#ifndef CLEW_PORTFOLIO_WORKER_H
#define CLEW_PORTFOLIO_WORKER_H
#include "base/process/worker.h"
#include "run/verifier.h"
#include "portfolio/schedule_table.h"

enum message {
  // To the worker.
  MESSAGE_GO = 'g', // "EFFORT\n", facts of others
  MESSAGE_KEEP = 'k', // another worker has the opposite verdict: keep the evidence in files of this name
  MESSAGE_END = 'e', // its verdict is not used
  // From the worker.
  MESSAGE_FACTS = 'f', // facts that it found
  MESSAGE_USED = 'u', // its turn is over: "EFFORT FACTS-RECEIVED\n", its view (report_view_write)
  MESSAGE_VIEW = 'w', // its view, during a turn
  MESSAGE_CHECKS = 'c', // its engine claims a verdict, whose check begins
  MESSAGE_CHECKED = 'x', // "0": confirmed; "1": the error was not reproduced; "2": the check failed otherwise
  MESSAGE_VERDICT = 'v', // "VERDICT FACTS-RECEIVED EFFORT\n", checked, and the result (verifier_write_result)
  MESSAGE_DONE = 'd', // "REASON EFFORT\n", detail: its engine ended without a verdict
  MESSAGE_KEPT = 'n', // the file with the evidence
  MESSAGE_ERROR = 'o', // "STATUS\n", message: its engine could not be opened
};

// Exit statuses of a worker: these and a reason where its limits ended it; otherwise 0.
enum { WORKER_STOPPED = 200 };

// The query that a worker waits for, in memory that it shares with its parent: meanwhile it sends no messages.
struct worker_query {
  _Atomic uint32_t number; // of queries and answers: odd while there is no answer
  _Atomic uint32_t file, line; // where it was asked (struct source_place)
};

struct worker_task {
  struct verifier *verification; // as it was when the worker was forked
  const struct schedule_entry *entry;
  uint32_t number; // from 1
  uint32_t share; // kinds of facts, as bits (facts/exchange.h)
  struct worker_query *query; // NULL: there is no shared memory
};

worker_function worker_run; // its context is a worker_task

#endif

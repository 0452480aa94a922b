// The slots of a portfolio: a line of the schedule, its worker, and its state, as the parent process knows it.
//
// A slot is NEW until its first turn starts its worker. WAITS and RUNS alternate with its turns; a turn that hangs is
// SUSPENDED and resumed by a later turn. DECIDED: its worker has sent a checked verdict with its result. DONE: it will
// not run again; its worker may still end.
#ifndef CLEW_PORTFOLIO_SLOTS_H
#define CLEW_PORTFOLIO_SLOTS_H
#include "base/process/guard.h"
#include "portfolio/options.h"
#include "portfolio/policy.h"
#include "portfolio/schedule_table.h"
#include "portfolio/worker.h"

#define TICK_SECONDS 0.02 // between two checks of memory and time
#define USUAL_RATE 4e6 // effort in a second on the processor, for a worker of which no turn was measured

enum slot_state { SLOT_NEW, SLOT_WAITS, SLOT_RUNS, SLOT_SUSPENDED, SLOT_DECIDED, SLOT_DONE };

// The turn that a slot has or had last.
struct turn {
  uint64_t given, slice; // effort: given by the policy, and sent to the worker
  double expected; // seconds on the processor
  double since, cpu_since; // when it began or was resumed
  double cpu; // of the turns before
  bool charged; // it was suspended since, and the policy has counted that
};

struct slot {
  const struct schedule_entry *entry;
  struct worker_task task;
  struct worker *worker; // NULL: not started, or gone
  enum slot_state state;
  struct text inbox; // facts for its next turn
  struct turn turn;
  enum verdict checking; // the verdict under check; UNKNOWN: none
  double checking_since;
  uint64_t progress;
  struct text doing; // of its last view
  uint32_t query; // the number of its query at the last tick
  double query_seconds; // spent on that query
  bool query_named; // in its record
  uint32_t spurious; // errors that it found and a run did not reproduce
  enum verdict verdict; // DECIDED
  struct text result; // the same: as the worker wrote it
  double decided; // when
  int error_status; // its engine could not be opened; 0: it could
};

struct portfolio {
  struct verifier *v;
  struct job *job;
  const struct portfolio_options *options;
  struct portfolio_statistics *statistics;
  struct schedule_table table;
  struct policy *policy;
  uint32_t n, jobs;
  struct slot *slots;
  struct report_timeline timeline; // has a record for each slot
  uint64_t effort; // of all slots
  struct worker_query *queries; // by slot, shared with the workers; NULL: no memory for them
  double ticked; // when the queries were last read
  struct text text; // the last message
  struct guard guard;
  struct slot *winner; // whose result is reported; NULL: none yet
  struct text facts; // of all workers, for --save-precision
  struct text kept; // files of two verdicts that are opposite; empty: none
};

// --- slots.c
uint32_t slot_number(const struct portfolio *p, const struct slot *s);
struct engine_record *slot_record(const struct portfolio *p, const struct slot *s);
void slot_note(struct portfolio *p, const struct slot *s, const char *what); // an event of the timeline
double slot_turn_cpu(const struct slot *s); // processor time of the turn so far; checks of claims do not count
void slot_begin_turn(struct slot *s);
void slot_count_seconds(struct portfolio *p, struct slot *s); // adds a running turn to its record
void slot_end(struct portfolio *p, struct slot *s); // it will not run again
void slot_ends_with(struct portfolio *p, struct slot *s, enum reason reason, const char *detail);
void slot_free_worker(struct slot *s);
void slot_died(struct portfolio *p, struct slot *s, int status); // its process ended with this status

// --- messages.c
bool portfolio_by_time(const struct portfolio *p); // are turns counted in time?
void portfolio_receive(struct portfolio *p); // all messages, worker after worker in the order of the schedule
void portfolio_wait(struct portfolio *p, double seconds); // until a message arrives, at most so long

// --- turns.c
void portfolio_give_turns(struct portfolio *p);
void portfolio_suspend_hanging(struct portfolio *p);

// --- resources.c
void portfolio_watch_queries(struct portfolio *p);
void portfolio_watch_memory(struct portfolio *p);

// --- verdict.c
struct slot *portfolio_first_decided(const struct portfolio *p); // NULL: no worker has a verdict
bool portfolio_decide(struct portfolio *p); // true: the run is over
void portfolio_take_result(struct portfolio *p); // of the winner
void portfolio_report_unknown(struct portfolio *p, struct error *error);

#endif

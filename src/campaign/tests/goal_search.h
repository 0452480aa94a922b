// The goal search: engines search for inputs that cover the goals which sampling has not covered. A goal is an error
// location of the automaton. The engines run in a worker process, beside the sampling.
//
// A search is an engine, a set of goals and a time. It finds inputs, which a trial run confirms, or a checked proof
// that its goals cannot be covered. The first round searches for all open goals at once (easy goals are found soon, and
// one proof may exclude them all), later rounds for single goals, with more and more time.
#ifndef CLEW_CAMPAIGN_GOAL_SEARCH_H
#define CLEW_CAMPAIGN_GOAL_SEARCH_H
#include "base/process/worker.h"
#include "campaign/tests/trials.h"

struct goal_search {
  struct trials *trials;
  struct worker *worker; // NULL: none runs
  double until; // the worker is ended then
  double seconds; // of a search of this round
  unsigned char *wanted; // goals of the search
  uint32_t engine, goal; // the next search: for this goal, or all (UINT32_MAX)
  uint32_t rounds, searches;
  uint32_t open; // goals, when inputs were found last
  bool hopeless; // no goal is open
  const char *origin; // the engine of the search
};

void goal_search_init(struct goal_search *p, struct trials *trials, double seconds);
void goal_search_release(struct goal_search *p);
// Starts a search where none runs; receives the answer of the one that runs. True: `found` are inputs to be tried.
bool goal_search_poll(struct goal_search *p, struct trial_inputs *found);
// Waits for the answer of the worker, at most so long.
void goal_search_wait(struct goal_search *p, double seconds);

#endif

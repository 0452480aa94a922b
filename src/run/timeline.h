// A run of several engines, told afterwards: what was tried and what became of it, what happened when, who decided.
// A run of one engine has one attempt.
//
// It travels between processes as text: a worker says how it stands with report_view_write, and who reports gets the
// whole from report_timeline_write. Strings in it are owned.
#ifndef CLEW_RUN_TIMELINE_H
#define CLEW_RUN_TIMELINE_H
#include "base/text/json.h"
#include "base/text/text.h"
#include "base/memory/vec.h"
#include "graph/claim.h"
#include "explore/view.h"

// What became of an engine that was tried.
enum attempt_outcome {
  ATTEMPT_STOPPED, // it was still at work when the run ended
  ATTEMPT_WAITED, // it was never given a turn
  ATTEMPT_DECIDED, // its verdict was checked and is the one that is reported
  ATTEMPT_LATE, // it had a checked verdict, too, after another
  ATTEMPT_ENDED, // it ended without a verdict: reason and detail
  ATTEMPT_DIED, // of a signal
  ATTEMPT_FAILED, // it ended with an exit status that is no verdict
  ATTEMPT_COUNT
};

struct report_attempt {
  char *engine; // with its options, as in the schedule: "symexpa --threshold 1"
  enum attempt_outcome outcome;
  enum reason reason; // ENDED, and of the others, if it is known: why
  char *detail; // of the reason; NULL: nothing to add
  int status; // DIED: the signal; FAILED: the exit status
  enum verdict verdict; // DECIDED and LATE
  double seconds; // of its turns
  uint64_t effort, turns;
  uint64_t facts_given, facts_taken;
  // Of its last view; NULL: nothing to say
  char *doing, *proved, *reached, *advice; // but for `doing` a line each
  uint32_t branches, branches_reached; // of the program as the engine sees it
  char *unreached; // places, the first of them
};
VEC_TYPE(vec_report_attempt, struct report_attempt)

struct report_event {
  double seconds; // since the run began
  uint64_t effort; // of all engines together
  int32_t attempt; // whose event it is; -1: of the run
  char *what; // "begins", "14 facts to kind", "suspended: a query takes long", …
};
VEC_TYPE(vec_report_event, struct report_event)

struct report_timeline {
  char *schedule; // its name; NULL: one engine
  uint32_t jobs; // 0: one engine
  struct vec_report_attempt attempts; // in the order of the schedule
  struct vec_report_event events; // in the order of time
};
void report_timeline_release(struct report_timeline *t);
// A new attempt, with a copy of the words; its number. It has not been given a turn yet.
uint32_t report_timeline_attempt(struct report_timeline *t, const char *engine);
void report_timeline_event(struct report_timeline *t, double seconds, uint64_t effort, int32_t attempt,
                           const char *format, ...) __attribute__((format(printf, 5, 6)));
// The attempt's last view is this one, copied.
void report_attempt_view(struct report_attempt *a, const struct engine_view *view);
void report_attempt_doing(struct report_attempt *a, const char *doing); // and only that
void report_attempt_ended(struct report_attempt *a, enum reason reason, const char *detail);
// The attempt that decided; NULL: none.
const struct report_attempt *report_timeline_winner(const struct report_timeline *t);

// As text and back: one line without a newline. False: it is not one; what is written to is empty.
void report_timeline_write(const struct report_timeline *t, struct text *out);
bool report_timeline_read(struct report_timeline *t, const char *text);
void report_view_write(const struct engine_view *view, struct text *out);
bool report_view_read(struct engine_view *view,
                      const char *text); // `at` is a number of the automaton at hand: not read

json_t *json_value_attempts(const struct report_timeline *t);
json_t *json_value_events(const struct report_timeline *t);

// --- for people ------------------------------------------------------------------------------------------------------
// "4.2 s  symexpa: refining the loop at a.c:12, 14 predicates | cpa: 120 states | bself waits", in at most `width`
// bytes of whole characters; 0: no bound.
void report_progress_line(const struct report_timeline *t, double seconds, uint32_t width, struct text *out);
// For -v: what happened when; what became of each engine.
void report_timeline_print(const struct report_timeline *t, struct text *out);
void report_engines_print(const struct report_timeline *t, struct text *out);

#endif

// The record of a run: each engine with its outcome, events with their times, and the engine that decided. A run of one
// engine has one engine record.
//
// It travels between processes as text: a worker sends its view (report_view_write), and the worker that reports gets
// the whole (report_timeline_write). Strings in it are owned.
#ifndef CLEW_RUN_TIMELINE_H
#define CLEW_RUN_TIMELINE_H
#include "base/text/json.h"
#include "base/text/text.h"
#include "base/memory/vec.h"
#include "graph/claim.h"
#include "explore/view.h"

// How the work of an engine ended.
enum engine_outcome {
  OUTCOME_STOPPED, // it was still at work when the run ended
  OUTCOME_WAITED, // it was never given a turn
  OUTCOME_DECIDED, // its verdict was checked and is reported
  OUTCOME_LATE, // it had a checked verdict, too, after another
  OUTCOME_ENDED, // it ended without a verdict: reason and detail
  OUTCOME_DIED, // of a signal
  OUTCOME_FAILED, // it ended with an exit status that is no verdict
  OUTCOME_COUNT
};

struct engine_record {
  char *engine; // with its options, as in the schedule: "symexpa --threshold 1"
  enum engine_outcome outcome;
  enum reason reason; // ENDED, and of the others, if it is known: why
  char *detail; // of the reason; NULL: nothing to add
  int status; // DIED: the signal; FAILED: the exit status
  enum verdict verdict; // DECIDED and LATE
  double seconds; // of its turns
  uint64_t effort, turns;
  uint64_t facts_sent, facts_received;
  // Of its last view; NULL: nothing to say
  char *doing, *proved, *reached, *advice; // but for `doing` a line each
  uint32_t branches, branches_reached; // of the program as the engine sees it
  char *unreached; // places, the first of them
};
VEC_TYPE(vec_engine_record, struct engine_record)

struct report_event {
  double seconds; // since the run began
  uint64_t effort; // of all engines together
  int32_t engine; // the number of its record; -1: an event of the run
  char *what; // "begins", "sends 14 facts", "is suspended: its turn takes long", …
};
VEC_TYPE(vec_report_event, struct report_event)

struct report_timeline {
  char *schedule; // its name; NULL: one engine
  uint32_t jobs; // 0: one engine
  struct vec_engine_record engines; // in the order of the schedule
  struct vec_report_event events; // in the order of time
};
void report_timeline_release(struct report_timeline *t);
// A new record, with a copy of the engine's name and options; its number. It has not been given a turn yet.
uint32_t report_timeline_engine(struct report_timeline *t, const char *engine);
void report_timeline_event(struct report_timeline *t, double seconds, uint64_t effort, int32_t engine,
                           const char *format, ...) __attribute__((format(printf, 5, 6)));
// Copies the engine's last view.
void engine_record_view(struct engine_record *a, const struct engine_view *view);
void engine_record_doing(struct engine_record *a, const char *doing); // and only that
void engine_record_ended(struct engine_record *a, enum reason reason, const char *detail);
// The engine that decided; NULL: none.
const struct engine_record *report_timeline_winner(const struct report_timeline *t);

// As text and back: one line without a newline. False: the line is no timeline; *t is empty.
void report_timeline_write(const struct report_timeline *t, struct text *out);
bool report_timeline_read(struct report_timeline *t, const char *text);
void report_view_write(const struct engine_view *view, struct text *out);
bool report_view_read(struct engine_view *view,
                      const char *text); // `at` is a number of the automaton at hand: not read

json_t *json_value_engines(const struct report_timeline *t);
json_t *json_value_events(const struct report_timeline *t);

// --- for people ------------------------------------------------------------------------------------------------------
// "4.2 s  symexpa: refining the loop at a.c:12, 14 predicates | cpa: 120 states | bself waits", in at most `width`
// bytes of whole characters; 0: no bound.
void report_progress_line(const struct report_timeline *t, double seconds, uint32_t width, struct text *out);

#endif

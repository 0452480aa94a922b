// One engine run in this process, from the automaton to a checked result: the engine claims a verdict, the claim is
// checked. No verdict leaves here unchecked, unless --no-check asks for that.
#ifndef CLEW_RUN_VERIFIER_H
#define CLEW_RUN_VERIFIER_H
#include "run/job.h"
#include "engine/engine.h"
#include "witness/invariants.h"
#include "native/replay.h"
#include "check/certificate.h"
#include "run/search.h"

// Which engine runs, and how.
struct verifier_plan {
  const struct engine *engine;
  const void *options; // a block of its table
  void *statistics; // the same
  bool no_pre_run; // no pre-run by another engine
  // Before each slice of the engine: what the slice may cost. False: it ends here. NULL: one slice, to the end.
  bool (*turn)(void *context, const void *running, struct slice *slice);
  void *context;
};

// Who wants to know what the engine does, and that a claim is being checked; each may be NULL.
struct verifier_listener {
  void *context;
  void (*progress)(void *context); // now and then, from within the engine
  void (*asks)(void *context, struct location at); // a query; none: it is answered
  void (*checks)(void *context, enum verdict verdict);
  void (*checked)(void *context, bool good, bool reproducible); // not reproducible: an error that a run did not show
};

// What became of the check of the verdict.
enum report_check {
  CHECK_NONE, // there was nothing to check: UNKNOWN
  CHECK_CONFIRMED, // the certificate was checked, or the error was seen in a run
  CHECK_REFUSED, // the check failed: the verdict is UNKNOWN(unconfirmed)
  CHECK_SKIPPED, // --no-check, or an input that cannot be run (a .cfa file)
};

struct verifier {
  struct job *job;
  // Who says what a verdict on the automaton means for what was asked: called once, when it stands. May be NULL.
  void (*review)(struct verifier *v, void *context);
  void *review_context;
  // Who renders the result, in the process that has it: files, text and result line, or the message of `error`, which
  // is released. The exit status.
  int (*present)(struct verifier *v, struct error *error);
  void (*finish)(struct verifier *v); // another process has rendered it: the job is finished
  // Who takes the result instead: true, it did. `witness` is the text of a witness that was asked for; NULL: there is
  // none. May be NULL.
  bool (*hand_on)(struct verifier *v, const struct text *witness, void *context);
  void *hand_on_context;
  bool reviewed;
  struct verifier_plan plan; // the last one
  struct verifier_listener listener;
  struct search search;
  struct claim claim;
  struct vec_invariant invariants; // of TRUE, once it is checked
  struct replay_options replay;
  struct vec_string invented; // undefined functions that got results in the last run
  struct text check_message;
  struct text explanation; // the detail of an error that was not reproduced
  bool confirmed; // the last error found was seen to happen
  uint32_t refused; // errors found that were not
  enum verdict verdict;
  enum reason reason;
  const char *detail;
  enum report_check check;
  struct engine_view view; // of the engine, when it has ended
  const void *running; // the engine; NULL: not open
  double next_emergency; // when the emergency report is prepared next
  struct report_timeline timeline; // owned; without engines: the report of one engine adds its record
};

void verifier_init(struct verifier *v, struct job *job);
void verifier_release(struct verifier *v);
// The program and its facts, of the automaton as it is. What follows does it where it was not done.
void verifier_prepare(struct verifier *v);
// The whole of one engine, with the check of what it claims. `error`: it could not be opened.
void verifier_run(struct verifier *v, const struct verifier_plan *plan, struct error *error);
// Only a short pre-run (run/schedule.h), on the automaton as it
// is. True: it decided, and that was checked, or the run is to stop; false: nothing is known.
bool verifier_pre_run(struct verifier *v, struct error *error);
// Instead of the verdict that there is.
void verifier_refuse(struct verifier *v, enum reason reason, const char *detail);
// The verdict is final: an emergency report repeats it from now on.
void verifier_decide(struct verifier *v);
// What the verdict rests on, into a file: the certificate of TRUE; a harness, or for an automaton the inputs, of FALSE.
bool verifier_keep(struct verifier *v, const char *file);
struct certificate_header verifier_certificate(const struct verifier *v);
// Adds the record of the engine to a timeline without records: a run of one engine.
void verifier_record_engine(struct verifier *v);

#endif

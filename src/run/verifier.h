// One engine run in this process, from the automaton to a checked result: the engine claims a verdict, the claim is
// checked. No verdict leaves here unchecked, unless --no-check asks for that.
#ifndef CLEW_RUN_VERIFIER_H
#define CLEW_RUN_VERIFIER_H
#include "run/job.h"
#include "native/replay.h"
#include "run/result.h"
#include "run/run.h"

// Callbacks: the engine makes progress, a claim is being checked; each may be NULL.
struct verifier_listener {
  void *context;
  void (*progress)(void *context); // now and then, from within the engine
  void (*asks)(void *context, struct location at); // a query; none: it is answered
  void (*checks)(void *context, enum verdict verdict);
  void (*checked)(void *context, bool good, bool reproducible); // not reproducible: an error that a run did not show
};

struct verifier {
  struct job *job;
  struct run_plan plan; // the last one
  struct verifier_listener listener;
  struct search search;
  struct result result;
  struct replay_options replay;
  bool confirmed; // the last error found was seen to happen
  uint32_t refused; // errors found that were not
  struct engine_view view; // of the engine, when it has ended
  const void *running; // the engine; NULL: not open
  double began, checked; // when the engine did (0: it does not run), and time_check then
  struct stats searched; // the statistics when the search was over
  bool has_searched;
  double next_emergency; // when the emergency report is prepared next
};

void verifier_init(struct verifier *v, struct job *job);
void verifier_release(struct verifier *v);
// As after verifier_init, for another run.
void verifier_restart(struct verifier *v);
// Opens the search on the automaton in its present form. The functions below call it where it was not called.
void verifier_prepare(struct verifier *v);
// What the request names, an engine or the portfolio, on a program that was read: v->result, or `error`.
void verifier_run_request(struct verifier *v, struct error *error);
// The whole of one engine, with the check of what it claims. The plan says which engine, with which options, statistics
// and turns, and whether without a pre-run; the rest of it is the verifier's. `error`: it could not be opened.
void verifier_run(struct verifier *v, const struct run_plan *plan, struct error *error);
// Only a short pre-run (run/run.h), on the automaton as it is. True: it decided, and that was checked, or the run is to
// stop; false: nothing is known.
bool verifier_pre_run(struct verifier *v, struct error *error);
// The verdict is final: an emergency report repeats it from now on.
void verifier_decide(struct verifier *v);
// The result as text, for the process that this one works for; and there: the automaton is brought into the form that
// the result is about, and the result becomes the verifier's. False: it is no result of this program.
void verifier_write_result(struct verifier *v, struct text *out);
bool verifier_read_result(struct verifier *v, const char *text);
// What the verdict rests on, into a file: the certificate of TRUE; a harness, or for an automaton the inputs, of FALSE.
bool verifier_keep(struct verifier *v, const char *file);
// Adds the record of the engine to a timeline without records: a run of one engine.
void verifier_record_engine(struct verifier *v);

#endif

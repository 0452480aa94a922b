// One engine run in this process, from the automaton to the report: the engine claims a verdict, the claim is checked,
// the result is reported. No verdict leaves here unchecked, unless --no-check asks for that.
#ifndef CLEW_CLI_VERIFICATION_H
#define CLEW_CLI_VERIFICATION_H
#include "cli/ends.h"
#include "cli/course.h"
#include "cli/session.h"
#include "engine/engine.h"
#include "proof/invariants.h"
#include "proof/proof.h"
#include "report/report.h"

// Which engine runs, and how.
struct verification_plan {
  const struct engine *engine;
  const void *options; // a block of its table
  void *statistics; // the same
  bool no_look; // no other engine looks first
  // Before each slice of the engine: what the slice may cost. False: it ends here. NULL: one slice, to the end.
  bool (*turn)(void *context, const void *running, struct slice *slice);
  void *context;
};

// Who wants to know what the engine does, and that a claim is being checked; each may be NULL.
struct verification_listener {
  void *context;
  void (*progress)(void *context); // now and then, from within the engine
  void (*asks)(void *context, struct location at); // a query; none: it is answered
  void (*checks)(void *context, enum verdict verdict);
  void (*checked)(void *context, bool good, bool reproducible); // not reproducible: an error that a run did not show
};

struct verification {
  struct session *session;
  // Who says what a verdict on the automaton means for what was asked: called once, when it stands. May be NULL.
  void (*review)(struct verification *v, void *context);
  void *review_context;
  // Who takes the result instead of a report: true, it did. May be NULL.
  bool (*hand_on)(struct verification *v, const struct report *report, void *context);
  void *hand_on_context;
  bool reviewed;
  struct verification_plan plan; // the last one
  struct verification_listener listener;
  struct program *program;
  struct facts *facts;
  struct claim claim;
  struct vec_invariant invariants; // of TRUE, once it is checked
  struct trace *trace;
  struct course *course; // of a FALSE with a witness; may be NULL
  char *copy; // the file of the program's copy that the harness needs; NULL: there is none
  unsigned char *reached;
  struct replay_options replay;
  struct vec_string invented;  // functions nobody has whose results the last run was given
  struct text check_message;
  struct text explanation;     // the detail of an error that was not reproduced
  bool confirmed;              // the last error found was seen to happen
  uint32_t refused;            // errors found that were not
  enum verdict verdict;
  enum reason reason;
  const char *detail;
  enum report_check check;
  struct path_ends ends;       // of TRUE
  struct engine_view view;     // of the engine, when it has ended
  const void *running;         // the engine; NULL: not open
  double next_words;           // not before this are last words prepared
  struct report_timeline timeline; // owned; without attempts: that of the one engine is made for the report
};

void verification_init(struct verification *v, struct session *session);
void verification_release(struct verification *v);
// The program and its facts, of the automaton as it is. What follows does it where it was not done.
void verification_prepare(struct verification *v);
// The whole of one engine, with the check of what it claims. `error`: it could not be opened.
void verification_run(struct verification *v, const struct verification_plan *plan, struct error *error);
// Only a short look by the engine that serves as one (`looks_first` of the session's engine), on the automaton as it
// is. True: it decided, and that was checked, or the run is to stop; false: nothing is known.
bool verification_look(struct verification *v, struct error *error);
// Instead of the verdict that there is.
void verification_refuse(struct verification *v, enum reason reason, const char *detail);
// The verdict stands: the last words keep to it from now on.
void verification_settle(struct verification *v);
// The verdict stands, it is what will be reported: finds what a person is told beside it, and settles the session.
void verification_finish(struct verification *v);
// What the verdict rests on, into a file: the certificate of TRUE; a harness, or for an automaton the inputs, of FALSE.
bool verification_keep(struct verification *v, const char *file);
// Why a verdict about this program has no witness; NULL: it has one.
const char *verification_no_witness(const struct verification *v, enum verdict verdict);
// The witness of the verdict, appended; there is one (verification_no_witness).
bool verification_witness(struct verification *v, const struct report *report, struct text *out, struct error *error);
// Files, text and result line; the exit status. `argv` is the whole command line.
int verification_report(struct verification *v, int argc, char **argv);

#endif

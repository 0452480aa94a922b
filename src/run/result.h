// The result of a run: what was decided, what that rests on, and how it was found.
//
// In memory a result refers to the automaton at hand: inputs are those of its edges, formulas are over its variables.
// As text (docs/result-format.md) inputs, locations and variables go by numbers and names of the automaton, whose form
// the text states. Another process that has the same program brings it into that form and reads the result: nothing
// else crosses processes, and it is rendered once, by the process that was asked.
#ifndef CLEW_RUN_RESULT_H
#define CLEW_RUN_RESULT_H
#include "check/certificate_file.h"
#include "engine/engine.h"
#include "run/job.h"
#include "run/timeline.h"
#include "witness/invariants.h"

// The outcome of the check of the verdict.
enum report_check {
  CHECK_NONE, // there was nothing to check: UNKNOWN
  CHECK_CONFIRMED, // the certificate was checked, or the error was seen in a run
  CHECK_REFUSED, // the check failed: the verdict is UNKNOWN(unconfirmed)
  CHECK_SKIPPED, // --no-check, or an input that cannot be run (a .cfa file)
};

struct result {
  enum verdict verdict; // after its check
  enum reason reason; // of UNKNOWN
  const char *detail; // of the reason; NULL: nothing to add. Of the automaton, of `explanation`, or static
  struct text explanation;
  enum report_check check;
  struct text check_message;
  struct claim claim; // of the engine: the inputs of FALSE, the certificate of TRUE
  struct unfold *unfold; // of a certificate that was read, owned; NULL: the certificate's is its engine's
  struct vec_invariant invariants; // of TRUE, once it is checked
  struct vec_string invented; // undefined functions that got results in the confirming run
  unsigned char *reached; // by location, owned; NULL: not known
  const struct engine *engine; // that decided, or ran last; NULL: none
  void *statistics; // its own, a block of its table; NULL: none. Owned where the result was read
  struct report_timeline timeline;
  struct text precision; // the file of --save-precision, where the run was elsewhere
  struct text witness; // of TRUE: that of the checks which were proved before; empty: none
  bool was_read; // result_read made it
};

void result_init(struct result *r);
void result_release(struct result *r);
// Instead of the verdict that there is. The detail lives as long as the result.
void result_refuse(struct result *r, enum reason reason, const char *detail);

// Of the job's program, with the job's statistics; the certificate, where an output of the request needs it.
void result_write(const struct result *r, struct job *job, struct text *out);

// The head of a result as text, which says how to bring the automaton into the form that the result is about.
struct result_head {
  enum verdict verdict;
  bool merged, united; // the form of the automaton (struct subject)
  uint32_t n_locations, n_edges; // of it
};
bool result_read_head(const char *text, struct result_head *head);
// Into an initialised result, of the job's program in the form that the head says; `program` is that of the automaton
// (search_open), needed for FALSE only. The job's statistics become those of the run. What refers to the automaton is
// left out of an UNKNOWN about another form. False: the text is no result of this program.
bool result_read(struct result *r, struct job *job, struct program *program, const char *text);
// The certificate as a file has it (check/certificate_file.h).
struct certificate_header result_certificate(const struct result *r, struct job *job);

#endif

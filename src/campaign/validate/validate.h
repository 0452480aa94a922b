// Validation of witnesses (docs/witnesses.md): the program is instrumented with the witness (witness/instrument.h), and
// the result is verified as any program is.
//
// A correctness witness is confirmed (TRUE) if the instrumented program, in which its invariants are checks, has no
// error; a violation witness (FALSE) if a run that follows it was seen to reach an error at its target. Everything else
// is UNKNOWN.
//
// There are up to two runs. The first, in a child process, is the one that most often decides: a violation witness is
// followed strictly, every waypoint passed at the first visit of its location; of a correctness witness only undefined
// evaluations of invariants are searched for; what crosses is its result (run/result.h). The second, in this process,
// has the time that is left.
#ifndef CLEW_CAMPAIGN_VALIDATE_VALIDATE_H
#define CLEW_CAMPAIGN_VALIDATE_VALIDATE_H
#include "run/verifier.h"
#include "witness/read.h"

// Who renders what happens.
struct validation_listener {
  void (*begin)(const struct job *job, const struct witness *witness); // the program was read, the search begins
  int (*present)(struct verifier *v, struct error *error); // finishes the job; the exit status (report/present.h)
};

struct validator;

struct validation {
  int status; // the exit status
  bool interrupted; // a signal ended the first run: there is no status, only an emergency report to be made
  struct validator *validator; // the job's request belongs to it; NULL: interrupted
};

// Validates the witness that the request names (its `certificate`); the job was opened, not loaded.
void validation_run(struct validation *validation, struct job *job, const struct validation_listener *listener);
void validation_release(struct validation *validation);

#endif

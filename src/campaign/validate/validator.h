// One run of a validation: the witness, the program instrumented with it, and the verifier of that program.
#ifndef CLEW_CAMPAIGN_VALIDATE_VALIDATOR_H
#define CLEW_CAMPAIGN_VALIDATE_VALIDATOR_H
#include "campaign/validate/validate.h"
#include "witness/instrument.h"

enum validation_mode {
  VALIDATE_FULLY,
  VALIDATE_STRICTLY, // where a waypoint to follow is not passed, the path ends
  VALIDATE_EVALUATION, // only whether the evaluation of invariants is defined
};

struct validator {
  struct job *job;
  struct verifier verifier;
  const struct request *asked;
  struct request request; // of the instrumented program; its lists of words are its own
  struct witness witness;
  struct places places;
  struct instrumentation inst;
  struct vec_word originals; // the program's files
  struct vec_word copies; // instrumented
  struct arena arena; // names of the copies, flags
  struct map_u32 point_of; // number of an error location → the point of the witness that it is of, + 1
  bool judged; // the preprocessor leaves the program and the witness as they are
  bool *coded; // of each point: is there code of it?
  struct text why; // the witness is not confirmed
  enum validation_mode mode;
  bool undefined; // the evaluation of an invariant, as a run showed
};

// Until it is freed, the job's request is that of the validator, with this timeout.
struct validator *validator_new(struct job *job, enum validation_mode mode, double seconds);
void validator_free(struct validator *v);
// Reads the witness and the instrumented program. False: the result is there, or `error`.
bool validator_open(struct validator *v, struct error *error);

// "FILE:LINE:COLUMN: " of the witness, appended to `why`.
void validator_say_place(struct validator *v, const struct yaml *node);
// The result is UNKNOWN(witness), for the reason in `why`.
void validator_refuse(struct validator *v);

// task.c: is every entry of the witness about the program, the property and the data model of the request? False: `why`
// or `error` says what differs.
bool validator_same_task(struct validator *v, struct error *error);

// copies.c: the instrumented copies of the program's files are written, and read in their place (struct job_hooks).
bool validator_write_copies(struct job *job, void *validator, struct error *error);
// The copies do not compile: the message names the expression of the witness that is the cause, where there is one.
void validator_explain(struct validator *v, struct error *error);
// Was every invariant checked? False: `why` names the first that was not, and says `what`.
bool validator_all_seen(struct validator *v, const bool *seen, const char *what);

// automaton.c: places are those of the program as it was; errors count that the witness is about (struct job_hooks).
void validator_adapt(struct job *job, void *validator);
// A place becomes that of the program as it was. The point in whose text it is, or OUTLINE_NONE. `live`: it is of code
// that is reachable in the control flow.
uint32_t validator_original_place(struct validator *v, struct source_place *place, bool live);

// judge.c: what the result of the verifier says about the witness.
void validator_judge(struct validator *v);

#endif

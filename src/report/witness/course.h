// The course of a counterexample in the program's text: which way every branch went, and when calls returned the
// inputs, in order. It is seen, not inferred: probes are put into a copy of the program, which is run with the inputs
// of the claim as a trial (proof/trial.h) is. What it notes is a prefix of the run, up to the first visit of the
// target.
//
// The log is an array of 64-bit words: the number of events, then for each the probe and the value.
#ifndef CLEW_REPORT_WITNESS_COURSE_H
#define CLEW_REPORT_WITNESS_COURSE_H
#include "explore/claim.h"
#include "report/witness/insert.h"

#define COURSE_EVENTS 32767u // that are noted
#define COURSE_BYTES ((COURSE_EVENTS * 2 + 1) * 8)

enum course_kind {
  COURSE_BRANCH, // at a keyword: the outcome of its condition, or what a `switch` looks at
  COURSE_RETURN, // at the closing parenthesis of a call
  COURSE_TARGET, // before the statement
};

struct course_probe {
  enum course_kind kind;
  uint32_t file, token;
  uint32_t statement; // of a BRANCH and of the TARGET
};
VEC_TYPE(vec_course_probe, struct course_probe)

struct course_event {
  uint32_t probe;
  int64_t value;
};
VEC_TYPE(vec_course_event, struct course_event)

struct course {
  struct places places;
  struct insertions insertions;
  struct vec_course_probe probes;
  struct vec_course_event events; // of branches and returns
};

// Finds where probes go. False: a file cannot be read, or the program has names of clew's own.
bool course_init(struct course *c, uint32_t n_files, const char *const *files, const struct cfa *cfa,
                 const struct claim *claim);
void course_release(struct course *c);
void course_print(const struct course *c, uint32_t file, struct text *out); // the copy of a file with its probes
// The events of a log. False: it is not that of a run with the claim's inputs in their order, or not one to the target;
// there are no events then.
bool course_read(struct course *c, const struct claim *claim, const void *log);

// Where the closing parenthesis of the call is that returned the input. False: in no file, or that is not certain.
bool course_find_return(const struct places *places, const struct cfa_input *input, uint32_t *file, uint32_t *close);
// The statement of the claim's error.
bool course_find_target(const struct places *places, const struct claim *claim, uint32_t *file, uint32_t *statement);
// Which way the branch went, as witnesses say it: "true", "false", the value of a case, "default". False: it cannot be
// said for certain, of no visit of this place if it is a matter of the place.
bool course_outcome(const struct course *c, const struct course_event *event, struct text *out);

#endif

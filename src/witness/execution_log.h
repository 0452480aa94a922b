// The execution log of a counterexample in the program's text: the outcome of every branch, and when calls returned the
// inputs, in order. It is observed, not inferred: instrumentation calls are put into a copy of the program, which is
// run with the inputs of the claim as a trial (native/trial.h) is. The log is a prefix of the run, up to the first
// visit of the target.
//
// It is an array of 64-bit words: the number of events, then for each the instrumentation call and the value.
#ifndef CLEW_WITNESS_EXECUTION_LOG_H
#define CLEW_WITNESS_EXECUTION_LOG_H
#include "graph/claim.h"
#include "witness/insert.h"

#define LOG_EVENTS 32767u // that are noted
#define LOG_BYTES ((LOG_EVENTS * 2 + 1) * 8)

enum log_kind {
  LOG_BRANCH, // at a keyword: the outcome of its condition, or what a `switch` looks at
  LOG_RETURN, // at the closing parenthesis of a call
  LOG_TARGET, // before the statement
};

struct log_call {
  enum log_kind kind;
  uint32_t file, token;
  uint32_t statement; // of a BRANCH and of the TARGET
};
VEC_TYPE(vec_log_call, struct log_call)

struct log_event {
  uint32_t call;
  int64_t value;
};
VEC_TYPE(vec_log_event, struct log_event)

struct execution_log {
  struct places places;
  struct insertions insertions;
  struct vec_log_call calls;
  struct vec_log_event events; // of branches and returns
};

// Finds where instrumentation calls go. False: a file cannot be read, or the program has names of clew's own.
bool execution_log_init(struct execution_log *c, uint32_t n_files, const char *const *files, const struct cfa *cfa,
                        const struct claim *claim);
void execution_log_release(struct execution_log *c);
void execution_log_print(const struct execution_log *c, uint32_t file,
                         struct text *out); // the copy of a file with its instrumentation calls
// The events of a log. False: it is not that of a run with the claim's inputs in their order, or not one to the target;
// there are no events then.
bool execution_log_read(struct execution_log *c, const struct claim *claim, const void *log);

// Where the closing parenthesis of the call is that returned the input. False: in no file, or that is not certain.
bool execution_log_find_return(const struct places *places, const struct cfa_input *input, uint32_t *file,
                               uint32_t *close);
// The statement of the claim's error.
bool execution_log_find_target(const struct places *places, const struct claim *claim, uint32_t *file,
                               uint32_t *statement);
// Which way the branch went, as witnesses say it: "true", "false", the value of a case, "default". False: it cannot be
// said for certain, of no visit of this place if it is a matter of the place.
bool execution_log_outcome(const struct execution_log *c, const struct log_event *event, struct text *out);

#endif

// A test suite: tests with what they cover. report/suite_files.h writes it.
//
// A test is what a native run was asked for, in order (native/trial.h), and the bytes of what it covered: goals first,
// then lines (cfa/goal.h). A listener hears of each test when it is added, so that a run that ends at any time leaves a
// suite.
#ifndef CLEW_CAMPAIGN_SUITE_H
#define CLEW_CAMPAIGN_SUITE_H
#include "cfa/goal.h"
#include "native/trial.h"

struct suite_input {
  const char *function; // of the program or its harness; lives as long as the cfa
  const struct cfa_input *input; // one of that name; NULL: it is a byte of memory
  const char *variable; // that gets it; NULL: not known
  bool in_library; // read by a model of the C library: of standard input, files and the like
  uint64_t bits[2];
};
VEC_TYPE(vec_suite_input, struct suite_input)

struct suite_test {
  uint32_t number; // in the names of its files
  struct vec_suite_input inputs;
  enum trial_end end;
  bool covers_error;
  bool in_library; // it has such inputs: what it covers needs a C library that gives them
  uint32_t error_line; // 0: not known
  unsigned char *covered; // owned
  const char *origin; // who found it: static
};
VEC_TYPE(vec_suite_test, struct suite_test)

enum goal_state {
  GOAL_OPEN,
  GOAL_COVERED, // by a test whatever the C library gives
  GOAL_INFEASIBLE,
  GOAL_LIBRARY, // only by tests with inputs of the C library
};
// Of what is covered: by which kind of tests.
enum { BY_PROGRAM = 1, BY_LIBRARY = 2 };

// Who hears of tests, to write them; each function may be NULL.
struct suite_listener {
  void *context;
  // `known`: the inputs as an engine had them; may be NULL. False: `error`.
  bool (*added)(void *context, const struct suite_test *test, const struct vec_input_value *known, struct error *error);
  void (*dropped)(void *context, const struct suite_test *test);
};

struct suite {
  struct cfa *cfa;
  const struct cfa_goals *goals;
  const char *specification; // what is to be covered, in the words of Test-Comp
  struct suite_listener listener;
  bool errors_only; // the goal is the error
  struct vec_suite_test tests;
  uint32_t made; // tests that were added, for their numbers
  uint32_t tried; // runs
  unsigned char *covered; // by goal and line: by some test, bits BY_PROGRAM and BY_LIBRARY
  unsigned char *state; // by goal: enum goal_state
  bool error_covered, error_infeasible;
  bool error_in_library; // only a test with inputs of the C library reaches it
  bool contradicted; // what was proved infeasible was covered: no such proof is believed any more
  struct map_u32 by_name; // hash of a function's name → an input of its, as index into edges and inputs
  struct map_u32 variable_of; // input term → variable
};

void suite_init(struct suite *s);
void suite_release(struct suite *s);
uint32_t suite_size_of_covered(const struct suite *s); // goals and lines
// The first input of the trial that a model of the C library asked for; n_taken: there is none.
uint32_t suite_first_of_library(const struct trial *trial);
// Can the function return this value, or is it cut off? A negative number may stand for the same bits, unsigned.
bool suite_value_fits(const struct suite *s, const struct trial_taken *taken, const struct trial_input *given);
// Does the trial cover something that no test covers, or without the C library what only tests with it do?
bool suite_wants(const struct suite *s, const struct trial *trial);
// Adds it and tells the listener. `known`: the inputs as an engine had them, for the names of variables; may be NULL.
bool suite_add(struct suite *s, const struct trial *trial, const struct vec_input_value *known, const char *origin,
               struct error *error);
// Drops tests that cover nothing which others do not: their number.
uint32_t suite_reduce(struct suite *s);
enum goal_state suite_state(const struct suite *s, uint32_t goal);
uint32_t suite_count(const struct suite *s, enum goal_state state); // goals
uint32_t suite_lines(const struct suite *s); // covered

#endif

// What the files of this engine share (docs/fuzz.md).
//
//   fuzz.c      the engine: runs, one after the other, and what was new in them
//   tests.c     tests: the inputs of a run, by the function that gives them; which one is taken up next
//   mutate.c    changes of a test
//   replace.c   compared values in the place of each other
//   repeat.c    a native run repeated by the automaton: the inputs of a claim
//   walk.c      the path of a test, symbolically: inputs for edges beside it
#ifndef CLEW_ENGINE_FUZZ_FUZZ_H
#define CLEW_ENGINE_FUZZ_FUZZ_H
#include "explore/kernel.h"
#include "native/served/served.h"

struct fuzz_options {
#include "base/table/option_fields.h"
#include "engine/fuzz/options.def"
#include "base/table/option_end.h"
};

struct fuzz_statistics {
#define COUNTER(name, text) uint64_t name;
#include "engine/fuzz/statistics.def"
#undef COUNTER
};

// The inputs of a run: of each source, a function that gives inputs, its values in order. Behind them come zeroes.
struct test {
  struct vec_u64 values[SERVED_SOURCES];
  struct vec_u32 edges; // that its run took
  uint64_t rounds; // it was taken up
  bool compared, walked;
};

// What a parameter of the entry function points to.
struct object {
  uint64_t address, size;
  uint32_t source;
};
VEC_TYPE(vec_object, struct object)

struct fuzz {
  struct run run;
  const struct fuzz_options *options;
  struct fuzz_statistics *statistics;
  struct served_program *program;
  struct served_exchange *exchange;
  uint64_t generator;
  struct vec_string words; // the program's constant strings
  struct vec_u64 numbers; // that were compared with
  struct map_u32 known_numbers;
  struct vec_ptr tests; // kept
  struct vec_ptr todo; // to be run next
  struct test *test; // of the run at hand
  unsigned char *seen; // by edge: one bit for each class of how often a run took it
  uint64_t *hits; // by edge: runs that took it
  uint64_t next_walk; // of runs, and how many more the one after that
  uint64_t walk_pause, last_new;
  uint64_t length; // edges that a run may take
  uint32_t cut_lately; // of the last 64 runs
  struct map_u32 failed; // what failed, and where → runs that the automaton did not repeat
  struct map_u32 compared; // pairs that were replaced → how often
  struct map_u32 sources; // input's term → source + 1
  struct map_u32 edges_of; // input's term → its edge
  uint32_t *taken; // by the automaton's edges: how often tests that it repeated took it
  bool *aimed; // the same: the solver was asked for it
  struct vec_object objects; // the same: for parameters of the entry function
  struct vec_u64 blocks; // of the last test that was repeated: where memory that is an input lies
  double seconds; // of the processor, that runs took
  uint64_t progress;
  bool is_last; // there is no other run
  bool is_last_of_bound; // --runs
  struct text refused; // why there is no program
};

static inline uint64_t fuzz_roll(struct fuzz *x) { return hash_u64(x->generator += UINT64_C(0x9E3779B97F4A7C15)); }
static inline uint64_t fuzz_below(struct fuzz *x, uint64_t n) { return n ? fuzz_roll(x) % n : 0; }
static inline bool fuzz_one_in(struct fuzz *x, uint64_t n) { return fuzz_roll(x) % n == 0; }

// tests.c
void test_copy(struct test *to, const struct test *from); // the values
void test_free(struct test *test);
struct test *fuzz_pick(struct fuzz *x); // a kept one, more often one that takes rare edges
// Values for all that the last run asked for, so far.
void test_extend(struct fuzz *x, struct test *test, uint32_t source, uint32_t n);
uint32_t fuzz_bits(const struct served_source *source); // of a value

// fuzz.c: runs x->test. False: no more runs now.
bool fuzz_run(struct fuzz *x, bool compares);

// mutate.c: changes x->test.
void fuzz_mutate(struct fuzz *x);
void fuzz_draw(struct fuzz *x); // makes it from nothing
void fuzz_note_number(struct fuzz *x, uint64_t number);

// replace.c: runs the test once to see what it compares, then with such values in the place of each other.
void fuzz_replace(struct fuzz *x, struct test *test);

// repeat.c: the automaton runs the test. What the run takes is told to `inputs`. *last: where it ends (owned).
enum state_event fuzz_repeat(struct fuzz *x, const struct test *test, uint64_t steps, struct vec_input_value *inputs,
                             struct state **last);
uint32_t fuzz_source_of(struct fuzz *x, const struct cfa_input *input); // + 1; 0: a native run has it otherwise
uint32_t fuzz_source_named(const struct fuzz *x, const char *name); // + 1; 0: there is none
// A parameter of the entry function, or a variable that no file defines: its source + 1, or 0.
uint32_t fuzz_elsewhere(const struct fuzz *x, const struct cfa_input *input);
bool fuzz_is_initial(const struct fuzz *x, const struct cfa_input *input); // what a region holds at the start
bool fuzz_is_block(const struct cfa_input *input); // memory that is an input

// walk.c
void fuzz_walk(struct fuzz *x, struct test *test);

#endif

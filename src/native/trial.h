// Trials: native runs of the program under test, many of them, each with a sequence of inputs, that tell what they
// cover.
//
// The program is linked once, with a harness that gets the inputs from memory that it shares with us and notes there
// what it was asked for and how it ended; the program itself notes in the same memory what it covers
// (front/export/goals.c). So a trial costs the start of a process, and whatever becomes of it (an error, a crash, a
// loop without end) what it covered until then is known. Unlike a replay a trial has no claim to confirm: what is asked
// for beyond the sequence is 0, up to a bound, and what happens is the result.
#ifndef CLEW_NATIVE_TRIAL_H
#define CLEW_NATIVE_TRIAL_H
#include "native/replay.h"

// A value, whatever type it is asked for as: a function that returns an integer gets the bits, one that returns a float
// the member of its type.
struct trial_input {
  uint64_t bits[2];
  long double extended;
  double wide;
  float narrow;
  bool in_library; // a model of the C library asks for it
};
VEC_TYPE(vec_trial_input, struct trial_input)

// A byte of memory that is an input: of which call, where.
struct trial_byte {
  uint32_t call, offset, value;
};
VEC_TYPE(vec_trial_byte, struct trial_byte)

struct trial_inputs {
  struct vec_trial_input sequence;
  bool separate; // the program gets what is not the C library's, which gets what is at hand, or zeroes; otherwise each
                 // gets what comes next
  bool has_blocks; // calls that fill memory get their bytes from `bytes`; otherwise from the sequence, one each
  struct vec_trial_byte bytes;
};
void trial_inputs_release(struct trial_inputs *inputs);
// The inputs that functions give the program, of a state's or a claim's, in order.
void trial_inputs_of(struct cfa *cfa, const struct vec_input_value *values, struct trial_inputs *out);
// Is it one of these?
bool trial_is_given(const struct cfa *cfa, const struct cfa_input *input);

enum trial_end {
  TRIAL_EXITED, // `status` is its exit status
  TRIAL_ERROR, // an error function was called, or an assertion failed; `line` if it is known
  TRIAL_EXHAUSTED, // it asks for more inputs than it may
  TRIAL_ASSUMPTION, // an assumption does not hold
  TRIAL_UNSUPPORTED, // a model of the C library that takes part does not know what to do
  TRIAL_SIGNALLED, // `status` is the signal
  TRIAL_TIMED_OUT,
  TRIAL_STOPPED, // the limits of our own run were reached
  TRIAL_FAILED, // no process could be started; `status` is errno
};

#define TRIAL_NAME 46 // characters of a function's name that are kept
struct trial_taken {
  char function[TRIAL_NAME + 1], in_library;
  uint64_t bits[2]; // as its type has them
};

struct trial {
  enum trial_end end;
  uint32_t line;
  int status;
  uint32_t n_taken;
  const struct trial_taken *taken; // what was asked for, in order; until the next trial
  const unsigned char *covered; // one byte for each goal and each line (front_write_covered); until the next trial
};

#define TRIAL_MOST_INPUTS (1u << 18) // of a trial
struct trial_program;
// Links it. `options` name the bitcode that front_write_covered wrote. NULL: `message` says why; or the limits were
// reached.
struct trial_program *trial_program_new(struct cfa *cfa, struct limits *limits, const struct replay_options *options,
                                        uint32_t n_covered, struct text *message);
// The same executable for another process, with memory of its own: in a fork.
bool trial_program_separate(struct trial_program *p);
void trial_program_free(struct trial_program *p);
// Runs it; `most`: inputs in all.
void trial_run(struct trial_program *p, const struct trial_inputs *inputs, uint32_t most, double seconds,
               struct trial *out);
const char *trial_end_text(const struct trial *trial, struct text *out); // "the program ended with status 0"

// --- as text -----------------------------------------------------------------------------------------
// A value that a function of the harness gave, by an input of the automaton with its name: decimal, floats with all
// their digits. NULL as the input: it is an unsigned char (memory that is an input).
void trial_value_text(const struct cfa *cfa, const struct cfa_input *input, const uint64_t bits[2], struct text *out);
// Its C type.
const char *trial_type(const struct cfa *cfa, const struct cfa_input *input);
// The other way, whatever the type will be: decimal and hexadecimal integers, floats, infinities, NaN. False: it is
// none.
bool trial_value_read(const char *text, struct trial_input *out);

// The C file of a suite: the functions that give the inputs of a test, which is an array of another file, to be
// compiled with the program, or with a copy of it (options->copy), which has models of the C library that ask for
// inputs, too; and an entry of that array.
void trial_harness(struct cfa *cfa, const struct replay_options *options, struct text *out);
void trial_harness_entry(const struct cfa *cfa, const char *function, const struct cfa_input *input,
                         const uint64_t bits[2], struct text *out);

#endif

// FALSE is said after the error was seen in a native run of the program.
#ifndef CLEW_NATIVE_REPLAY_H
#define CLEW_NATIVE_REPLAY_H
#include "base/table/stats.h"
#include "graph/claim.h"

// Where the blocks of the heap lie in clew's own run: where the automaton has them, or where the C library puts them;
// freed blocks are given out again, or are not.
enum harness_heap { HEAP_AS_EXPLORED = 0, HEAP_NATIVE = 1, HEAP_FREED = 2 };

// What a run gets from outside the program by way of the C library, for who repeats it.
struct replay_file {
  char *name;      // owned: as the program opens it
  struct text bytes;
  bool is_missing; // there must be none
  bool has_more;   // more than `bytes`, or what no file gives: it changes while it is read
};
VEC_TYPE(vec_replay_file, struct replay_file)

struct replay_outside {
  bool reads, reads_more;            // from the standard input; more than `read`
  const struct text *read;
  bool environment_more;
  const struct text *environment;    // "NAME=value", or "NAME" of what is not set, a zero behind each
  bool has_arguments;
  const struct text *arguments;      // of main, a zero behind each
  uint32_t n_files;
  const struct replay_file *files;
  uint32_t n_unprovided;
  const char *const *unprovided;     // functions of the C library whose results come from outside by other ways
};

bool replay_file_is_relative(const struct replay_file *file);
bool replay_outside_is_all(const struct replay_outside *outside); // nothing else is needed
// Lines that say what else is needed; false: nothing.
bool replay_outside_lacks(const struct replay_outside *outside, const char *prefix, struct text *out);
// A shell script that runs the program with it: `stdin` and `file-N`, from 1 on, lie beside it.
void replay_outside_script(const struct replay_outside *outside, const char *error, const char *command,
                           struct text *out);

// FALSE: the program (bitcode from the front end) is compiled with a harness that feeds the inputs and run in a child
// process with limits on time, memory, file writing and network.
struct replay_options {
  const char *clang;
  const char *temp_dir;
  const char *bitcode; // the program
  // Behind the name of the bitcode: the version of the program, if there is one, in which the claim's values stand for
  // what inline assembly leaves. May be NULL.
  const char *given;
  uint32_t bits; // 32 or 64
  double seconds; // for the run of the program
  uint32_t n_error_functions;
  const char *const *error_functions;
  properties checked; // an error function is one only if unreach-call is among them
  const char *entry; // "main"
  unsigned heap; // enum harness_heap; replay_run itself sets it
  bool compile_harness; // as C, also where an object file of it could be written at once
  uint32_t n_files; // the program's files and the user's flags for clang (-I, -D, -U), for the command that
  const char *const *files; // a harness names
  const char *copy; // instead of the files: one that asks for all values, see harness_needs_copy; may be NULL
  uint32_t n_flags;
  const char *const *flags;
  const struct replay_outside *outside; // what the harness of a person gives beside inputs; may be NULL
  const char *harness; // the file that the harness is written to, for that command; NULL: none that has a name
  // May be NULL; gets the undefined functions that were given results in the last run: the
  // counterexample is real if they can return these; the names live as long as the cfa.
  // REPLAY_ASSEMBLY is among them if what inline assembly leaves was made up, too.
  struct vec_string *invented;
  struct stats *stats; // may be NULL
};
#define REPLAY_ASSEMBLY "inline assembly"
enum replay { REPLAY_CONFIRMED, REPLAY_REFUTED, REPLAY_FAILED, REPLAY_STOPPED };
enum replay replay_run(struct cfa *cfa, struct limits *limits, const struct replay_options *options,
                       const struct claim *claim, struct text *message);
// The harness: a C file with the nondet functions, the inputs in order, and the error functions, to be compiled with
// the program.
// Values that the program's own text does not ask for, of what it does not initialise or what assembly leaves, need a
// copy of the program that asks for them (front_write_copy), named in the options. So do checks that no sanitizer has.
bool harness_needs_copy(struct cfa *cfa, const struct claim *claim);
void harness_write(struct cfa *cfa, const struct replay_options *options, const struct claim *claim, struct text *out);
// The error of the claim with its place, and the command that compiles the program so that a run shows it.
void harness_error(struct cfa *cfa, const struct claim *claim, struct text *out);
void harness_command(struct cfa *cfa, const struct replay_options *options, const struct claim *claim,
                     struct text *out);
// The arguments of main that the claim has: their number, and the strings with a zero behind each. False: it says
// nothing of them.
bool claim_arguments(const struct cfa *cfa, const struct claim *claim, uint32_t *argc, struct text *strings);
// The library functions that the program calls and whose results are left open, each once: not those whose models were
// never reached where they leave something open (`reached` as in struct run_setting, NULL: unknown). The names are
// the cfa's.
void replay_approximated(const struct cfa *cfa, const unsigned char *reached, struct vec_string *names);

#endif

// FALSE is said after the error was seen in a native run of the program.
#ifndef CLEW_NATIVE_REPLAY_H
#define CLEW_NATIVE_REPLAY_H
#include "base/table/stats.h"
#include "graph/claim.h"

// Where the blocks of the heap lie in clew's own run: where the automaton has them, or where the C library puts them;
// freed blocks are given out again, or are not.
enum harness_heap { HEAP_AS_EXPLORED = 0, HEAP_NATIVE = 1, HEAP_FREED = 2 };

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
  const struct text *read; // from the standard input by the program, for the run that a harness names; may be NULL
  const struct text *environment; // the same of the environment: "NAME=value", or "NAME" for what must not be set
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
// The arguments of main that the claim has: their number, and the strings with a zero behind each. False: it says
// nothing of them.
bool claim_arguments(const struct cfa *cfa, const struct claim *claim, uint32_t *argc, struct text *strings);
// The library functions that the program calls and whose results are left open, each once: not those whose models were
// never reached where they leave something open (`reached` as in struct run_setting, NULL: unknown). The names are
// the cfa's.
void replay_approximated(const struct cfa *cfa, const unsigned char *reached, struct vec_string *names);

#endif

// No verdict is trusted: claims are checked here, without the engine.
#ifndef CLEW_PROOF_PROOF_H
#define CLEW_PROOF_PROOF_H
#include "base/stats.h"
#include "explore/claim.h"

// TRUE: the certificate, of whichever kind, proves that no error of the program can be reached. Nothing is taken from
// the engine, and queries go to a fresh solver without caches (walk.h for graphs, annotation.h for annotations).
// Returns false with why in *message (static). What the check saw of loop heads is noted in the certificate, for
// proof_invariants.
//
// `partial`: the certificate is not finished. What is there is right, and *open places were not explored (an error that
// an annotation does not exclude is such a place). That is no proof of anything, unless it is 0. Otherwise nothing may
// be open, and `open` may be NULL. `stats` may be NULL.
bool proof_check(struct cfa *cfa, struct limits *limits, struct stats *stats, struct certificate *certificate,
                 bool partial, uint64_t *open, const char **message);

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
  bool compile_harness; // as C, also where an object file of it could be written at once
  uint32_t n_files; // the program's files and the user's flags for clang (-I, -D, -U), for the command that
  const char *const *files; // a harness names
  const char *copy; // instead of the files: one that asks for all values, see proof_needs_copy; may be NULL
  uint32_t n_flags;
  const char *const *flags;
  const struct text *read; // from the standard input by the program, for the run that a harness names; may be NULL
  const struct text *environment; // the same of the environment: "NAME=value", or "NAME" for what must not be set
  const char *harness; // the file that the harness is written to, for that command; NULL: none that has a name
  // May be NULL; gets the functions without a body that nobody has and that were given results in the last run: what it
  // shows holds if they can return these; the names live as long as the cfa.
  // REPLAY_ASSEMBLY is among them if what inline assembly leaves was made up, too.
  struct vec_string *invented;
  struct stats *stats; // may be NULL
};
#define REPLAY_ASSEMBLY "inline assembly"
enum replay { REPLAY_CONFIRMED, REPLAY_REFUTED, REPLAY_FAILED, REPLAY_STOPPED };
enum replay proof_replay(struct cfa *cfa, struct limits *limits, const struct replay_options *options,
                         const struct claim *claim, struct text *message);
// The harness: a C file with the nondet functions, the inputs in order, and the error functions, to be compiled with
// the program.
// Values that the program's own text does not ask for, of what it does not initialise or what assembly leaves, need a
// copy of the program that asks for them (front_write_copy), named in the options. So do checks that no sanitizer has.
bool proof_needs_copy(struct cfa *cfa, const struct claim *claim);
void proof_harness(struct cfa *cfa, const struct replay_options *options, const struct claim *claim, struct text *out);
// The arguments of main that the claim has: their number, and the strings with a zero behind each. False: it says
// nothing of them.
bool claim_arguments(const struct cfa *cfa, const struct claim *claim, uint32_t *argc, struct text *strings);
// The library functions that the program calls and whose results are left open, each once: not those whose models were
// never reached where they leave something open (`reached` as in struct run_setting, NULL: unknown). The names are
// the cfa's.
void proof_approximated(const struct cfa *cfa, const unsigned char *reached, struct vec_string *names);

#endif

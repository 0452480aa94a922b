// No verdict is trusted: claims are checked here, without the engine.
#ifndef CLEW_PROOF_PROOF_H
#define CLEW_PROOF_PROOF_H
#include "engine/engine.h"

// TRUE by a finished graph: executes the program once more along it; every node must be met as recorded, every path end
// without error, every cut branch be refuted by a fresh solver without caches or slicing; nodes with formulas are
// checked by inductive.h. `unfold` is the one whose contexts the nodes name, NULL for a graph of branches without
// loops. Returns false with why in *message (static).
bool proof_check_graph(struct cfa *cfa, struct limits *limits, struct stats *stats, const struct graph *graph,
                       struct unfold *unfold, const char **message);
// The same for a graph that is not finished: what is there is right, and *open places were not explored. That is no
// proof of anything, unless it is 0.
bool proof_check_part(struct cfa *cfa, struct limits *limits, struct stats *stats, const struct graph *graph,
                      struct unfold *unfold, uint64_t *open, const char **message);

// FALSE: the program (bitcode from the front end) is compiled with a harness that feeds the inputs and run in a child
// process with limits on time, memory, file writing and network.
struct replay_options {
  const char *clang;
  const char *temp_dir;
  const char *bitcode; // the program
  uint32_t bits; // 32 or 64
  double seconds; // for the run of the program
  uint32_t n_error_functions;
  const char *const *error_functions;
  const char *entry; // "main"
  uint32_t n_files; // the program's files and the user's flags for clang (-I, -D, -U), for the command that
  const char *const *files; // a harness names
  uint32_t n_flags;
  const char *const *flags;
  struct vec_string
      *invented; // may be NULL; gets the functions without a body that nobody has and that were given results in the
                 // last run: what it shows holds if they can return
                 // these; the names live as long as the cfa
};
enum replay { REPLAY_CONFIRMED, REPLAY_REFUTED, REPLAY_FAILED, REPLAY_STOPPED };
enum replay proof_replay(struct cfa *cfa, struct limits *limits, const struct replay_options *options,
                         const struct claim *claim, struct text *message);
// The harness: a C file with the nondet functions, the inputs in order, and the error functions, to be compiled with
// the program.
void proof_harness(struct cfa *cfa, const struct replay_options *options, const struct claim *claim, struct text *out);
// The library functions that the program calls and whose results are left open, each once: not those whose models were
// never reached where they leave something open (`reached` as in struct engine_context, NULL: unknown). The names are
// the cfa's.
void proof_approximated(const struct cfa *cfa, const unsigned char *reached, struct vec_string *names);

#endif

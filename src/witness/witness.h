// Witnesses (docs/witnesses.md): what a verdict rests on, in the exchange format of software verifiers, versions 2.0
// and 2.1: YAML with invariants of loops for TRUE, with values that the program reads and the place of the error for
// FALSE.
#ifndef CLEW_WITNESS_WITNESS_H
#define CLEW_WITNESS_WITNESS_H
#include "graph/claim.h"
#include "witness/invariants.h"
#include "witness/execution_log.h"

enum witness_format { WITNESS_2_0, WITNESS_2_1 };

// The metadata of a witness, about the task and its producer, and the verdict; everything is borrowed.
struct witness_task {
  enum verdict verdict; // TRUE or FALSE
  struct cfa *cfa;
  const struct claim *claim;
  const struct vec_invariant *invariants; // TRUE; may be NULL
  uint32_t n_files, bits;
  const char *const *files;
  const char *version, *engine; // of clew; the engine may be NULL
  uint32_t n_arguments; // the whole command line
  const char *const *arguments;
  enum witness_format format;
  const char *specification; // lines CHECK( … )
  const struct execution_log *execution_log; // of a FALSE: which way branches went; NULL: not known
};

// Of a verdict TRUE or FALSE about C files. False with a message: a file cannot be read.
bool witness_write(const struct witness_task *task, struct text *out, struct error *error);
#define WITNESS_LACKS_TARGET                                                                                           \
  "no witness is written: the error is in none of the given files, or in what macros make of them"
// Says a witness of FALSE where the error is? Without that it is none.
bool witness_has_target(const char *text);
// One witness of a verdict TRUE that several proofs make up: `text` gets the invariants of `other` that it does not
// have; both were made by witness_write for one task.
void witness_join(struct text *text, const char *other);

#endif

// Files with predicates and invariants of loop heads: one that engines read (--precision), one that is written
// (--save-precision).
#ifndef CLEW_RUN_PRECISION_FILE_H
#define CLEW_RUN_PRECISION_FILE_H
#include "run/request/options.h"
#include "witness/invariants.h"

// Can the engine's precision file be read? An error is reported even where the pre-run would decide.
bool precision_check(const struct options *options, struct cfa *cfa, struct program *program, struct limits *limits,
                     struct error *error);
// The text of --save-precision: the precision, or the candidates of an engine without one, and `invariants`, which are
// proven. Appended.
void precision_write(struct cfa *cfa, struct facts *facts, const struct vec_invariant *invariants, struct text *out);

#endif

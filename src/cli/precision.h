// What is known of loop heads, from a file (--precision, of engines that have it) and to one (--save-precision).
#ifndef CLEW_CLI_PRECISION_H
#define CLEW_CLI_PRECISION_H
#include "cli/options.h"
#include "proof/invariants.h"

// Reads the file, if one is named, before any work is done.
bool precision_open(const struct options *options, struct text *content, struct error *error);
// Its content, when the program is known.
bool precision_load(const struct options *options, struct facts *facts, const struct text *content,
                    struct error *error);
// Writes what is known at the end, if that was asked for; `invariants` are proven.
bool precision_save(const struct options *options, struct cfa *cfa, struct facts *facts,
                    const struct vec_invariant *invariants, struct error *error);

#endif

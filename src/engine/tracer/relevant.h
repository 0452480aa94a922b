// Which variables the tests below a location read: those whose value there may decide a guard, or the size of an
// object, on some way from there. Two states that agree on them take the same paths.
//
// Backwards over the automaton, with sets of variables by location. A function's exit has what any of its callers needs
// (call strings are not told apart), so a set may be larger than need be, never smaller.
#ifndef CLEW_ENGINE_TRACER_RELEVANT_H
#define CLEW_ENGINE_TRACER_RELEVANT_H
#include "state/unfold.h"

struct relevant;
struct relevant *relevant_new(struct cfa *cfa);
void relevant_free(struct relevant *r); // may be NULL
// Appends the instances of these variables, of the context and of those further out, where their functions go on.
void relevant_instances(const struct relevant *r, struct unfold *u, struct context context, struct location location,
                        struct vec_term *out);

#endif

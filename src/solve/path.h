// Path conditions: persistent conjunctions kept as independent components.
//
// A path condition is an immutable, reference-counted value: conjuncts in the order
// in which they were added, partitioned into components that share no
// variable. Extending one costs what the new conjunct touches. A query
// about a new condition needs only the components that share variables with
// it; the rest is satisfied by the model the state already has.
#ifndef CLEW_SOLVE_PATH_H
#define CLEW_SOLVE_PATH_H
#include "solve/solve.h"

struct path;

struct path *path_new(struct terms *tm);                       // true
struct path *path_ref(struct path *p);
void path_unref(struct path *p);
// A new path (one reference owned by the caller); p keeps its own reference. A conjunction is split into its conjuncts.
struct path *path_add(struct path *p, struct term conjunct);
bool path_contains(const struct path *p, struct term conjunct); // syntactically, also as part of what was split
uint32_t path_size(const struct path *p);
size_t path_own_bytes(const struct path *p); // that it takes besides those of the path it extends
// All conjuncts, oldest first, appended to `out`.
void path_conjuncts(const struct path *p, struct vec_term *out);

// Is p ∧ condition satisfiable? `model` satisfies p (or is NULL). On SAT *out is a new reference to a model of p ∧
// condition: the given model itself where it already does, otherwise the given one with the touched components'
// variables replaced.
enum answer path_check(struct solver *s, struct path *p, struct term condition, struct model *model,
                       struct model **out);

#endif

// What earlier queries taught: answers by set of conjuncts, cores, and the last models.
//
// A query is a set of conjuncts, sorted by id without duplicates. The same set again: its answer. A superset of a core:
// UNSAT. Otherwise the last few models are tried: sibling paths name their inputs alike, so that they often fit.
// All memory is bounded: a full table is emptied.
#ifndef CLEW_SOLVE_CACHE_H
#define CLEW_SOLVE_CACHE_H
#include "solve/solve.h"

struct cache;

struct cache *cache_new(struct terms *tm);
void cache_free(struct cache *c);
// `set` is sorted by id. SAT: *model is a new reference. UNSAT: the core (a subset of `set`) is appended to *core.
enum answer cache_find(struct cache *c, uint32_t n, const struct term *set, struct model **model,
                       struct vec_term *core);
// Takes a new reference itself.
void cache_add_model(struct cache *c, uint32_t n, const struct term *set, struct model *model);
void cache_add_core(struct cache *c, uint32_t n, const struct term *set, uint32_t n_core, const struct term *core);

#endif

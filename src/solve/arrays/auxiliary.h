// Inside array elimination: auxiliary variables, what is known about them, and what its files offer each other.
//
// array_elimination.c takes formulas apart, facts.c chooses facts, equal.c is about equality of arrays, model.c about
// values of array variables, remainder.c about remainders.
//
// "Lowered" terms have no arrays; "original" terms may. A model given to these functions has values for both: of
// auxiliary variables as the back end chose them, of array variables as arrays_values made them.
#ifndef CLEW_SOLVE_ARRAYS_AUXILIARY_H
#define CLEW_SOLVE_ARRAYS_AUXILIARY_H
#include "solve/arrays/array_elimination.h"
#include "term/walk.h"

enum aux_kind {
  AUX_CELL, // array variable a at lowered index b
  AUX_CUT, // array term a at lowered index b
  AUX_EQUAL, // array term a = array term b
  AUX_REMAINDER, // lowered floats: a rem b
};

struct aux {
  enum aux_kind kind;
  struct term var, a, b;
  struct term witness; // EQUAL: λ, none until it is needed
  uint32_t step; // how much the next fact is about; grows each time one is needed
  uint32_t lemmas; // the newest lemma about it, + 1
};
VEC_TYPE(vec_aux, struct aux)

// A fact that was needed once. `other`: the second auxiliary variable (+ 1) without which it is not worth mentioning,
// or 0.
struct lemma {
  struct term fact;
  uint32_t other, next;
};
VEC_TYPE(vec_lemma, struct lemma)

// lower(term) if array is 0, else the cell of that array at a lowered index. `open`: even if the array is one to cut
// at.
struct job {
  uint32_t array, term;
  bool open;
};
VEC_TYPE(vec_job, struct job)

struct arrays {
  struct terms *tm;
  struct map_u32 done; // job → term
  struct term_memo covered; // original term → 1 yes, 2 no
  struct term_memo loads; // array term → levels down to the next cuts, + 1
  struct map_u32 tables; // STORES → 1 small, 2 large
  struct vec_aux auxs;
  struct map_u32 aux_of; // auxiliary variable → its position + 1
  struct vec_lemma lemmas;
  struct map_u32 lemma_known; // (aux, fact)
  struct vec_job jobs;
  uint32_t rounds; // refinements since arrays_facts
  uint32_t remainder_rounds; // refinements of remainders since arrays_facts
};

// The auxiliary variables and facts of a query while they grow.
struct closure {
  struct arrays *l;
  struct map_u32 seen, have; // positions of auxiliary variables; facts
  struct vec_term *facts, *aux;
  uint32_t next_fact, next_aux; // the first ones not yet looked at
};

static inline bool is_array(struct terms *tm, struct term t) { return sort_kind(tm, term_sort(tm, t)) == SORT_ARRAY; }
static inline struct aux *array_aux(struct arrays *l, struct term var) {
  uint32_t at = map_u32_get_or(&l->aux_of, var.id, 0);
  return at ? &l->auxs.data[at - 1] : NULL;
}

// array_elimination.c
// The result of a job: 0 if it is not known yet (and now on the stack).
uint32_t array_need(struct arrays *l, uint32_t array, uint32_t term);
// The lowered read, cut where that is due.
struct term array_cell(struct arrays *l, struct term array, struct term index);
// The same, not cut at the array itself.
struct term array_open(struct arrays *l, struct term array, struct term index);
bool array_is_cut(struct arrays *l, struct term array, struct term index);
bool array_is_table(struct arrays *l, struct term stores); // too large for one tree of comparisons
struct term array_add_aux(struct arrays *l, enum aux_kind kind, struct sort s, const char *name, struct term a,
                          struct term b);
uint64_t array_stores_index(struct arrays *l, struct term stores, uint32_t entry);
// The first entry whose index is not below.
uint32_t array_stores_search(struct arrays *l, struct term stores, uint64_t index);
// The entries from…to-1 of a STORES as a tree of comparisons of the index, for indices first…last.
struct term array_table(struct arrays *l, struct term stores, struct term index, uint32_t from, uint32_t to,
                        uint64_t first, uint64_t last);

// facts.c
enum { NOT_KEPT = UINT32_MAX };
// False: it is there or trivial. Kept as a lemma about `aux` and, if not 0, `other` (+ 1), for queries that have both.
bool array_add_fact(struct closure *c, uint32_t aux, struct term fact, uint32_t other);
// Follows the read of an array at a lowered index of that value; `c` not NULL: adds what is missing to define it.
struct term array_follow(struct arrays *l, struct closure *c, struct model *m, struct term array, struct term index,
                         struct term value, bool *added);

// equal.c
uint32_t array_equal_job(struct arrays *l, struct term t); // 0 if other jobs come first
bool array_equal_refine(struct closure *c, struct model *m, uint32_t aux);

// remainder.c
void array_remainder_facts(struct arrays *l, struct aux r, struct vec_term *facts);
bool array_remainder_refine(struct closure *c, struct model *m, uint32_t aux);

#endif

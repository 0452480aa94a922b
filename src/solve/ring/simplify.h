// A conjunction with products made smaller: equations solved for variables and substituted (word/word.h), and what is
// left of sums and products brought into the normal form of polynomials, so that equal ones are the same term: where an
// equation follows from others it becomes true, and two sides that differ by less than before are compared.
#ifndef CLEW_SOLVE_RING_SIMPLIFY_H
#define CLEW_SOLVE_RING_SIMPLIFY_H
#include "solve/word/word.h"

struct ring_simplify;

struct ring_simplify *ring_simplify_new(struct terms *tm, struct word *word);
void ring_simplify_free(struct ring_simplify *s); // NULL is fine
// The sums and products in t in normal form.
struct term ring_normal(struct ring_simplify *s, struct term t);

enum { RING_ROUNDS = 2 };
// Satisfiable iff the given conjunction is.
struct ring_simplified {
  struct vec_term conjuncts;
  struct vec_u32 origins, starts; // as in struct word_simplified
  struct word_simplified rounds[RING_ROUNDS]; // what was substituted
  uint32_t n;
};
void ring_simplify(struct ring_simplify *s, uint32_t n, const struct term *conjuncts, struct ring_simplified *out);
void ring_extend(struct terms *tm, const struct ring_simplified *s, struct model *model); // as word_extend
void ring_simplified_release(struct ring_simplified *s);

#endif

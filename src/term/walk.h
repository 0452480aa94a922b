// Ways through a term: each part once, top down; results for each part from those of its children, bottom up; a
// term with other children.
//
// Terms are DAGs, deep and much shared: nothing here recurses on the C stack, and a part is met once however many
// terms have it. Terms may be made on the way.
#ifndef CLEW_TERM_WALK_H
#define CLEW_TERM_WALK_H
#include "base/memory/map.h"
#include "term/term.h"
#include <assert.h>

// --- top down ------------------------------------------------------------------------
// Gives the roots and what is below them, a term before its children:
//
//   struct term_walk walk = {.tm = tm};
//   term_walk_add(&walk, root);
//   for (struct term t; term_walk_next(&walk, &t);)
//     if (…) term_walk_skip(&walk); // not below t
//   term_walk_release(&walk);
//
// The last root and the last child come first, unless it goes from left to right. What is in `seen` is passed over,
// with what is below it: several walks can share one map, so that each part is met by one of them.
struct term_walk {
  const struct terms *tm;
  struct map_u32 *seen;      // NULL: the walk's own
  bool left_to_right;        // children in the order in which they are written; roots are taken from the last anyway
  struct map_u32 own;
  struct vec_u32 stack;
  uint32_t last;             // given, its children are not on the stack yet; 0: there is no such term
};

void term_walk_add(struct term_walk *walk, struct term root);
bool term_walk_next(struct term_walk *walk, struct term *t); // false: that was all
static inline void term_walk_skip(struct term_walk *walk) { walk->last = 0; }
void term_walk_release(struct term_walk *walk);              // not `seen`, if it was the caller's

// --- bottom up -------------------------------------------------------------------------
// Results by term, kept between applications: any number but 0. They are computed by a function that asks for those
// it needs (of children, or of any other terms, as long as that ends) and gives 0 if one is not there yet: then those
// it has asked for are computed, and it is called again. If it gives a result, what the same call has asked for is not
// computed on its account.
struct term_memo {
  struct map_u64 done;
  struct vec_u32 stack;      // terms to compute, each needed by the one below it; empty between applications
};
typedef uint64_t term_memo_visit(void *context, struct term t);

uint64_t term_memo_apply(struct term_memo *m, struct term root, term_memo_visit *visit, void *context);
void term_memo_release(struct term_memo *m);

// The result, or 0 if there is none yet.
static inline uint64_t term_memo_get(const struct term_memo *m, struct term t) {
  return map_u64_get_or(&m->done, t.id, 0);
}
// Within the function that computes: the result, or 0 and it will come.
static inline uint64_t term_memo_want(struct term_memo *m, struct term t) {
  uint64_t result = term_memo_get(m, t);
  if (!result) vec_u32_push(&m->stack, t.id);
  return result;
}
// Asks for the results of all children of t; false: some are not there yet.
bool term_memo_want_children(struct term_memo *m, const struct terms *tm, struct term t);
// Where results are the ids of terms.
static inline struct term term_memo_term(const struct term_memo *m, struct term t) {
  return (struct term){(uint32_t)term_memo_get(m, t)};
}

// --- other children ----------------------------------------------------------------------
// The term of t's kind, sort and parameters over other children, as many as t has; rewritten, as terms are. t itself
// if they are its own.
struct term term_with_children(struct terms *tm, struct term t, const struct term *children);

#endif

// The rewriting constructors, by kinds of terms.
//
// Rewriting: X_make functions take children of the right sorts, try rules and
// end in term_intern, the only function that adds a term. Each rule is listed in rules.def and
// counted with HIT(). A rule may call other constructors on subterms, at most a bounded number of times.
#ifndef CLEW_TERM_REWRITE_CONSTRUCTORS_H
#define CLEW_TERM_REWRITE_CONSTRUCTORS_H
#include "term/node.h"

struct term bool_make(struct terms *tm, enum term_kind kind, uint32_t n, const struct term *children); // NOT AND OR
struct term eq_make(struct terms *tm, struct term a, struct term b);
struct term ite_make(struct terms *tm, struct term c, struct term a, struct term b);
// Of kinds BV_*.
struct term bv_make(struct terms *tm, enum term_kind kind, uint32_t p0, uint32_t p1, const struct term *children);
// NEG ADD MUL and divisions.
struct term bv_arith_make(struct terms *tm, enum term_kind kind, struct term a, struct term b);
// NOT AND OR XOR and shifts.
struct term bv_bits_make(struct terms *tm, enum term_kind kind, struct term a, struct term b);
struct term bv_compare_make(struct terms *tm, enum term_kind kind, struct term a, struct term b); // ULT ULE SLT SLE
struct term bv_concat_make(struct terms *tm, struct term high, struct term low);
struct term bv_extract_make(struct terms *tm, uint32_t high, uint32_t low, struct term a);
struct term bv_extend_make(struct terms *tm, enum term_kind kind, uint32_t added, struct term a); // ZEXT SEXT
// All constant.
struct term bv_fold(struct terms *tm, enum term_kind kind, uint32_t p0, uint32_t p1, const struct term *children);
// Operations on bit-vectors of one or two operands: rewritten, folded (all are constant), or as they stand.
static inline struct term op1(struct terms *tm, enum term_kind kind, struct term a) {
  return bv_make(tm, kind, 0, 0, &a);
}
static inline struct term op2(struct terms *tm, enum term_kind kind, struct term a, struct term b) {
  return bv_make(tm, kind, 0, 0, (struct term[]){a, b});
}
static inline struct term fold1(struct terms *tm, enum term_kind kind, struct term a) {
  return bv_fold(tm, kind, 0, 0, &a);
}
static inline struct term fold2(struct terms *tm, enum term_kind kind, struct term a, struct term b) {
  return bv_fold(tm, kind, 0, 0, (struct term[]){a, b});
}
static inline struct term intern_like(struct terms *tm, enum term_kind kind, struct term a, struct term b) { // a's sort
  return term_intern(tm, kind, sort_of(tm, a), 0, 0, 2, (struct term[]){a, b});
}
struct term array_make(struct terms *tm, enum term_kind kind, struct sort s, uint32_t n, const struct term *children);
// The value of the cell at a constant index if it can be told without making terms; else none.
struct term array_peek(struct terms *tm, struct term a, struct term index);
struct term int_make(struct terms *tm, enum term_kind kind, struct sort s, const struct term *children);
// float.c: folds, rewrites and interns FP_* kinds; `s` is the result sort, always given.
struct term fp_make(struct terms *tm, enum term_kind kind, struct sort s, uint32_t n, const struct term *children);

#endif

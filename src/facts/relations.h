// What the files that look for relations in samples share: relations.c and relations_equations.c.
#ifndef CLEW_FACTS_RELATIONS_H
#define CLEW_FACTS_RELATIONS_H
#include "facts/candidates.h"
#include "facts/samples.h"

enum relation_kind {
  KIND_LINEAR,
  KIND_PHASE, // equations that hold while the loop takes one of its branches
  KIND_DERIVED,
  KIND_POLYNOMIAL,
  KIND_VALUE,
  KIND_ORDER,
  KIND_BOUND,
  KIND_CONGRUENCE,
  KIND_STAYING,
  KIND_GIVEN,
  KIND_OTHER,
  KIND_COUNT
};

struct relating {
  struct facts *f;
  struct terms *tm;
  const struct cfa *cfa;
  const struct samples *s;
  uint32_t n;                            // columns of the samples that are looked at: variables, or all
  bool *constant, *in_loop, *compared;   // by column
  struct map_u32 index_of;               // variable → its column
  struct map_u32 compared_pairs;         // key of two indices: they are compared → with nothing else in it
  struct candidates all;                     // all that were offered
  struct vec_term offered[KIND_COUNT];      // of KIND_GIVEN and KIND_PHASE not more than their share
  struct vec_term derived;               // x % c and the like in the loop, with other values in different samples
  bool staying;                          // s has only those after which the loop went on
  struct term given;                     // s has only those in which this holds; none: all
  enum relation_kind given_kind;         // of the relations that are found then
};

static inline const struct column *column_at(const struct relating *r, uint32_t i) { return &r->s->columns.data[i]; }
static inline bool is_bool(const struct relating *r, uint32_t i) {
  return sort_kind(r->tm, term_sort(r->tm, column_at(r, i)->term)) == SORT_BOOL;
}
static inline uint32_t width_at(const struct relating *r, uint32_t i) {
  return is_bool(r, i) ? 1 : term_width(r->tm, column_at(r, i)->term);
}
static inline uint64_t value_at(const struct relating *r, uint32_t row, uint32_t i) {
  return r->s->values.data[(size_t)row * r->s->columns.size + i];
}
static inline bool matters(const struct relating *r, uint32_t i) { return r->in_loop[i] || r->compared[i]; }

static inline uint64_t magnitude(uint64_t c, uint32_t width) {
  int64_t x = as_signed(c, width);
  return x < 0 ? 0 - (uint64_t)x : (uint64_t)x;
}

// The values of terms in all samples, row by row.
void relation_values(const struct relating *r, const struct vec_term *terms, struct vec_u64 *out);
// A relation that holds in all samples.
void relation_offer(struct relating *r, enum relation_kind kind, struct term t);
// Linear and polynomial equations between quantities of a width.
void relations_equations(struct relating *r, uint32_t width);

#endif

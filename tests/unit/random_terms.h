// Random terms with known values.
//
// A pool holds terms of one sort, each with its value under every one of a few
// assignments. A new term is made twice: from terms of the pools, with all
// rewriting, and from their values, where it folds. Evaluating the term under
// an assignment must give the value.
//
// Three things can be set after random_init: `grow` (a result of a sort without a pool opens one), `named` (variables
// are named after their sort, so that many generators can share a table) and `allow` (refuses applications that would
// be too costly).
#ifndef CLEW_RANDOM_TERMS_H
#define CLEW_RANDOM_TERMS_H
#include "base/memory/vec.h"
#include "term/model.h"
#include "random.h"
#include <stdio.h>

#define ASSIGNMENTS 4

struct random_entry {
  struct term term;
  struct term values[ASSIGNMENTS];
};
VEC_TYPE(vec_random_entry, struct random_entry)

struct random_pool {
  struct sort sort;
  struct vec_random_entry entries;
  uint32_t leaves; // the first entries: variables and constants
};

struct random_terms {
  struct terms *tm;
  struct rng rng;
  struct model *models[ASSIGNMENTS];
  struct random_pool pools[40];
  uint32_t pool_count, variables;
  bool grow, named;
  bool (*allow)(struct random_terms *r, enum term_kind kind, struct sort result, uint32_t n, const struct sort *in);
};

enum { RANDOM_WIDTH = 128 }; // bit-vectors that arise are not wider

static inline uint64_t random_next(struct random_terms *r) { return rng_next(&r->rng) >> 7; }
static inline uint32_t random_below(struct random_terms *r, uint32_t n) { return (uint32_t)(random_next(r) % n); }

static inline struct random_pool *random_pool_of(struct random_terms *r, struct sort s) {
  for (uint32_t i = 0; i < r->pool_count; i++) {
    if (r->pools[i].sort.id == s.id) return &r->pools[i];
  }
  return NULL;
}

// Bits of an interesting number: any, few at both ends, all but those, small, the borders, powers of two and what is
// next to them.
static inline void random_bits(struct random_terms *r, mpz_t z, uint32_t width) {
  uint32_t how = random_below(r, 8);
  mpz_set_ui(z, 0);
  if (how < 4) {
    for (uint32_t i = 0; i < width; i++) {
      bool low = i + 8 >= width || i < 4;
      if (how == 0   ? random_below(r, 2)
          : how == 1 ? low && random_below(r, 2)
          : how == 2 ? !low || random_below(r, 2)
                     : i < 3 && random_below(r, 2))
        mpz_setbit(z, i);
    }
    return;
  }
  mpz_setbit(z, how == 4 ? width - 1 : how == 5 ? width : random_below(r, width + 1));
  uint32_t next = random_below(r, 3);
  if (next == 1) mpz_add_ui(z, z, 1);
  if (next == 2) mpz_sub_ui(z, z, 1);
  if (how == 7 && random_below(r, 2)) mpz_com(z, z);
  mpz_fdiv_r_2exp(z, z, width);
}

static inline struct term random_constant(struct random_terms *r, struct sort s) {
  struct terms *tm = r->tm;
  mpz_t z;
  mpz_init(z);
  struct term t = {0};
  switch (sort_kind(tm, s)) {
  case SORT_BOOL: t = term_bool(tm, random_below(r, 2)); break;
  case SORT_INT: t = term_int64(tm, (int64_t)random_below(r, 41) - 20); break;
  case SORT_BV:
  case SORT_FLOAT:
    random_bits(r, z, sort_width(tm, s));
    t = sort_kind(tm, s) == SORT_BV ? term_bv_big(tm, sort_width(tm, s), z) : term_float_bits(tm, s, z);
    break;
  case SORT_ARRAY:
    t = term_array_const(tm, s, random_constant(r, sort_element(tm, s)));
    for (uint32_t n = random_below(r, 4); n; n--)
      t = term_store(tm, t, random_constant(r, sort_index(tm, s)), random_constant(r, sort_element(tm, s)));
    break;
  }
  mpz_clear(z);
  return t;
}

static inline void random_add_constant(struct random_terms *r, struct random_pool *pool) {
  struct random_entry e;
  e.term = random_constant(r, pool->sort);
  for (int k = 0; k < ASSIGNMENTS; k++) e.values[k] = e.term;
  vec_random_entry_push(&pool->entries, e);
}

static inline void random_add_variable(struct random_terms *r, struct random_pool *pool) {
  char name[60];
  if (r->named) {
    char *at = name;
    for (struct sort s = pool->sort;; s = sort_element(r->tm, s)) {
      enum sort_kind kind = sort_kind(r->tm, s);
      if (kind == SORT_ARRAY) at += sprintf(at, "a%u", sort_width(r->tm, sort_index(r->tm, s)));
      else if (kind == SORT_BV) at += sprintf(at, "x%u", sort_width(r->tm, s));
      else if (kind == SORT_FLOAT) at += sprintf(at, "f%u.%u", sort_exponent(r->tm, s), sort_significand(r->tm, s));
      else *at++ = kind == SORT_BOOL ? 'b' : 'i';
      if (kind != SORT_ARRAY || at - name > 40) break;
    }
    sprintf(at, "_%u", pool->entries.size);
  } else {
    snprintf(name, sizeof name, "f::v%u", r->variables++);
  }
  struct random_entry e;
  e.term = term_var(r->tm, pool->sort, name);
  for (int k = 0; k < ASSIGNMENTS; k++) {
    e.values[k] = k == 3 ? term_zero(r->tm, pool->sort) : random_constant(r, pool->sort);
    if (k != 3) model_set(r->models[k], e.term, e.values[k]); // the last assignment leaves all variables at zero
  }
  vec_random_entry_push(&pool->entries, e);
}

static inline void random_init(struct random_terms *r, struct terms *tm, uint64_t seed) {
  memset(r, 0, sizeof *r);
  r->tm = tm;
  r->rng = rng_new(seed);
  for (int k = 0; k < ASSIGNMENTS; k++) r->models[k] = model_new(tm);
}

static inline void random_add_sort(struct random_terms *r, struct sort s, uint32_t variables, uint32_t constants) {
  struct random_pool *pool = &r->pools[r->pool_count++];
  pool->sort = s;
  while (variables--) random_add_variable(r, pool);
  while (constants--) random_add_constant(r, pool);
  pool->leaves = pool->entries.size;
}

static inline void random_release(struct random_terms *r) {
  for (uint32_t i = 0; i < r->pool_count; i++) vec_random_entry_release(&r->pools[i].entries);
  for (int k = 0; k < ASSIGNMENTS; k++) model_unref(r->models[k]);
}

static inline struct random_entry *random_entry_of(struct random_terms *r, struct sort s) {
  struct random_pool *pool = random_pool_of(r, s);
  uint32_t n = pool->entries.size, i = random_below(r, n);
  if (random_below(r, 2) && n > 12) i = n - 1 - random_below(r, 12); // recent ones, for depth
  else if (pool->leaves && !random_below(r, 4)) i = random_below(r, pool->leaves);
  return &pool->entries.data[i];
}

// A random sort of that kind among the pools; none if there is none.
static inline struct sort random_sort(struct random_terms *r, enum sort_kind kind) {
  uint32_t start = random_below(r, r->pool_count);
  for (uint32_t i = 0; i < r->pool_count; i++) {
    struct sort s = r->pools[(start + i) % r->pool_count].sort;
    if (sort_kind(r->tm, s) == kind) return s;
  }
  return (struct sort){0};
}

// A width of a pool or any, from 1 to `most`.
static inline uint32_t random_width(struct random_terms *r, uint32_t most) {
  struct sort s = random_sort(r, SORT_BV);
  return s.id && random_below(r, 4) && sort_width(r->tm, s) <= most ? sort_width(r->tm, s) : 1 + random_below(r, most);
}

// An array with several stores at constant indices.
static inline struct random_entry *random_stores(struct random_terms *r, struct sort array) {
  struct terms *tm = r->tm;
  struct random_pool *pool = random_pool_of(r, array), *elements = random_pool_of(r, sort_element(tm, array));
  if (!elements) return NULL;
  struct random_entry e = *random_entry_of(r, array);
  struct term first = random_constant(r, sort_index(tm, array));
  for (uint32_t n = 2 + random_below(r, 5), k = 0; k < n; k++) {
    struct term index = random_below(r, 3) ? term_add(tm, first, term_bv(tm, term_width(tm, first), k))
                                           : random_constant(r, sort_index(tm, array));
    struct random_entry *value = random_entry_of(r, elements->sort);
    e.term = term_store(tm, e.term, index, value->term);
    for (int m = 0; m < ASSIGNMENTS; m++) e.values[m] = term_store(tm, e.values[m], index, value->values[m]);
  }
  vec_random_entry_push(&pool->entries, e);
  return &pool->entries.data[pool->entries.size - 1];
}

// One random application. The new entry, or NULL if the choice did not fit.
static inline struct random_entry *random_step(struct random_terms *r) {
  struct terms *tm = r->tm;
  enum term_kind kind = (enum term_kind)random_below(r, TERM_KIND_COUNT);
  struct sort boolean = sort_bool(tm), bv = random_sort(r, SORT_BV), fp = random_sort(r, SORT_FLOAT),
              mode = sort_bv(tm, 3);
  struct sort array = random_sort(r, SORT_ARRAY), any = r->pools[random_below(r, r->pool_count)].sort,
              integer = random_sort(r, SORT_INT);
  struct sort result = {0}, in[8] = {{0}};
  uint32_t n = 0, p0 = 0, p1 = 0;
#define NEED(sort)                                                                                                     \
  do {                                                                                                                 \
    if (!(sort).id || !random_pool_of(r, sort)) return NULL;                                                           \
  } while (0)
#define IN(...)                                                                                                        \
  do {                                                                                                                 \
    struct sort list[] = {__VA_ARGS__};                                                                                \
    n = sizeof list / sizeof *list;                                                                                    \
    for (uint32_t i = 0; i < n; i++) {                                                                                 \
      NEED(list[i]);                                                                                                   \
      in[i] = list[i];                                                                                                 \
    }                                                                                                                  \
  } while (0)
  switch (kind) {
  case TERM_NOT: IN(boolean); break;
  case TERM_AND:
  case TERM_OR:
    IN(boolean, boolean, boolean);
    n = 2 + random_below(r, 2);
    break;
  case TERM_EQ: IN(any, any); break;
  case TERM_ITE: IN(boolean, any, any); break;
  case TERM_BV_NOT:
  case TERM_BV_NEG: IN(bv); break;
  case TERM_BV_ADD:
  case TERM_BV_MUL:
  case TERM_BV_UDIV:
  case TERM_BV_UREM:
  case TERM_BV_SDIV:
  case TERM_BV_SREM:
  case TERM_BV_AND:
  case TERM_BV_OR:
  case TERM_BV_XOR:
  case TERM_BV_SHL:
  case TERM_BV_LSHR:
  case TERM_BV_ASHR:
  case TERM_BV_ULT:
  case TERM_BV_ULE:
  case TERM_BV_SLT:
  case TERM_BV_SLE: IN(bv, bv); break;
  case TERM_BV_CONCAT: IN(bv, random_sort(r, SORT_BV)); break;
  case TERM_BV_EXTRACT: {
    IN(bv);
    uint32_t width = random_width(r, sort_width(tm, bv));
    p1 = random_below(r, sort_width(tm, bv) - width + 1);
    p0 = p1 + width - 1;
    break;
  }
  case TERM_BV_ZEXT:
  case TERM_BV_SEXT: {
    IN(bv);
    uint32_t width = random_width(r, RANDOM_WIDTH);
    if (width <= sort_width(tm, bv)) return NULL;
    p0 = width - sort_width(tm, bv);
    break;
  }
  case TERM_ARRAY_CONST:
    NEED(array);
    IN(sort_element(tm, array));
    result = array;
    break;
  case TERM_SELECT:
    NEED(array);
    IN(array, sort_index(tm, array));
    break;
  case TERM_STORE:
    NEED(array);
    IN(array, sort_index(tm, array), sort_element(tm, array));
    break;
  case TERM_STORES: NEED(array); return random_stores(r, array);
  case TERM_COPY: {
    NEED(array);
    struct sort i = sort_index(tm, array);
    if (sort_width(tm, i) > 64) return NULL;
    IN(array, i, array, i, i);
    break;
  }
  case TERM_FP_ADD:
  case TERM_FP_SUB:
  case TERM_FP_MUL:
  case TERM_FP_DIV: IN(mode, fp, fp); break;
  case TERM_FP_FMA: IN(mode, fp, fp, fp); break;
  case TERM_FP_SQRT:
  case TERM_FP_RTI: IN(mode, fp); break;
  case TERM_FP_REM:
  case TERM_FP_EQ:
  case TERM_FP_LT:
  case TERM_FP_LE: IN(fp, fp); break;
  case TERM_FP_NEG:
  case TERM_FP_ABS:
  case TERM_FP_IS_NAN:
  case TERM_FP_IS_INF:
  case TERM_FP_IS_ZERO:
  case TERM_FP_IS_NORMAL:
  case TERM_FP_IS_SUBNORMAL:
  case TERM_FP_IS_NEGATIVE: IN(fp); break;
  case TERM_FP_FROM_BITS:
    NEED(fp);
    IN(sort_bv(tm, sort_width(tm, fp)));
    result = fp;
    break;
  case TERM_FP_TO_BITS:
    NEED(fp);
    IN(fp, sort_bv(tm, sort_width(tm, fp)));
    break;
  case TERM_FP_TO_FP:
    IN(mode, fp);
    result = random_sort(r, SORT_FLOAT);
    break;
  case TERM_FP_FROM_SBV:
  case TERM_FP_FROM_UBV:
    NEED(fp);
    IN(mode, bv);
    result = fp;
    break;
  case TERM_FP_TO_SBV:
  case TERM_FP_TO_UBV:
    NEED(bv);
    IN(mode, fp);
    result = bv;
    break;
  case TERM_INT_DIV:
  case TERM_INT_MOD:
  case TERM_INT_ADD:
  case TERM_INT_MUL:
  case TERM_INT_LE:
  case TERM_INT_LT: IN(integer, integer); break;
  case TERM_INT_FROM_BV:
    NEED(integer);
    IN(bv);
    break;
  case TERM_INT_TO_BV:
    NEED(bv);
    IN(integer);
    result = bv;
    break;
  default: return NULL;
  }
#undef NEED
#undef IN
  if (r->allow && !r->allow(r, kind, result, n, in)) return NULL;
  struct random_entry e, *from[8];
  struct term c[8];
  for (uint32_t i = 0; i < n; i++) from[i] = random_entry_of(r, in[i]);
  for (uint32_t i = 0; i < n; i++) c[i] = from[i]->term;
  e.term = term_make(tm, kind, result, p0, p1, n, c);
  struct sort made = term_sort(tm, e.term);
  struct random_pool *pool = random_pool_of(r, made);
  if (!pool && r->grow && r->pool_count < sizeof r->pools / sizeof *r->pools &&
      (sort_kind(tm, made) != SORT_BV || sort_width(tm, made) <= RANDOM_WIDTH)) {
    random_add_sort(r, made, 0, 0);
    pool = &r->pools[r->pool_count - 1];
  }
  if (!pool) return NULL;
  for (int k = 0; k < ASSIGNMENTS; k++) {
    for (uint32_t i = 0; i < n; i++) c[i] = from[i]->values[k];
    e.values[k] = term_make(tm, kind, result, p0, p1, n, c);
  }
  vec_random_entry_push(&pool->entries, e);
  return &pool->entries.data[pool->entries.size - 1];
}

// For random automata. The variables of a pool are its first entries; the last one is an input of every edge, the
// others are globals.
static inline uint32_t random_globals_of(struct random_terms *t, const struct random_pool *pool) {
  uint32_t n = 0;
  while (term_kind(t->tm, pool->entries.data[n + 1].term) == TERM_VAR) n++;
  return n;
}

static inline void random_print_declaration(struct random_terms *t, const char *what, const struct random_pool *pool,
                                            uint32_t i, struct text *out) {
  text_printf(out, "%s |%s| ", what, term_var_name(t->tm, pool->entries.data[i].term));
  sort_print_smt(t->tm, pool->sort, out);
}

#endif

// Random scripts.
//
// A script has a theme (bit-vectors, arrays, floats, now and then several) and a few variables. Terms grow in pools
// (random_terms.h), with their values under a few assignments; so it is known beforehand which formulas an assignment
// satisfies. A query is made of formulas that one assignment satisfies, or of such with a last one that it does not, or
// of any. What circuits would cost is bounded, so that a query is a matter of a millisecond.
#include "queries.h"
#include "base/memory/hash.h"
#include "base/memory/map.h"
#include "unit/random_terms.h"

_Static_assert(WITNESSES == ASSIGNMENTS, "every assignment is a witness");

static uint32_t pick_width(struct random_terms *r) {
  static const uint32_t common[] = {1, 8, 8, 16, 32, 32, 64};
  uint32_t how = random_below(r, 8);
  if (how < 4) return common[random_below(r, sizeof common / sizeof *common)];
  if (how < 6) return 1 + random_below(r, 20);
  return how == 6 ? 21 + random_below(r, 44) : 65 + random_below(r, 64);
}

// One of the three formats that scripts of this batch have.
static struct sort pick_format(struct random_terms *r, uint64_t batch) {
  static const uint32_t formats[][2] = {{5, 11}, {8, 24}, {11, 53}, {15, 64}, {15, 113}, {5, 11}, {8, 24}, {3, 5}};
  uint64_t h = hash_u64(hash_mix(batch, random_below(r, 3)));
  if (h & 1) return sort_float(r->tm, 2 + (uint32_t)(h >> 8 & 3), 3 + (uint32_t)(h >> 16) % 6);
  const uint32_t *f = formats[(h >> 8) % (sizeof formats / sizeof *formats)];
  return sort_float(r->tm, f[0], f[1]);
}

static void add_pool(struct random_terms *r, struct sort s, uint32_t variables, uint32_t constants) {
  if (!random_pool_of(r, s)) random_add_sort(r, s, variables, constants);
}

static void add_bits(struct random_terms *r) {
  add_pool(r, sort_bv(r->tm, pick_width(r)), 1 + random_below(r, 3), 1 + random_below(r, 4));
}

static struct sort add_format(struct random_terms *r, uint64_t batch) {
  struct terms *tm = r->tm;
  struct sort s = pick_format(r, batch);
  // Modes by number: the five, and one of the values that mean the first.
  if (!random_pool_of(r, sort_bv(tm, 3))) {
    random_add_sort(r, sort_bv(tm, 3), 1, 0);
    struct random_pool *modes = random_pool_of(r, sort_bv(tm, 3));
    for (uint32_t i = 0; i < 6; i++) {
      struct random_entry e = {.term = term_bv(tm, 3, i)};
      for (int k = 0; k < ASSIGNMENTS; k++) e.values[k] = e.term;
      vec_random_entry_push(&modes->entries, e);
    }
    modes->leaves = modes->entries.size;
  }
  add_pool(r, s, 1 + random_below(r, 2), 2 + random_below(r, 3));
  add_pool(r, sort_bv(tm, sort_width(tm, s)), random_below(r, 2), 1);
  return s;
}

static void add_arrays(struct random_terms *r, uint32_t kinds, uint64_t batch) {
  static const uint32_t widths[] = {2, 2, 3, 4, 8, 16, 32, 64};
  struct terms *tm = r->tm;
  uint32_t how = random_below(r, 8);
  struct sort index = sort_bv(tm, how ? widths[random_below(r, 8)] : 2 + random_below(r, 63)), element;
  if (random_below(r, 8) == 0) element = sort_bool(tm);
  else if (kinds & KIND_FLOAT && random_below(r, 5) == 0) element = add_format(r, batch);
  else element = sort_bv(tm, random_below(r, 2) ? 8 : pick_width(r));
  add_pool(r, index, 1 + random_below(r, 2), 2);
  add_pool(r, element, 1 + random_below(r, 2), 2);
  add_pool(r, sort_array(tm, index, element), 1 + random_below(r, 2), random_below(r, 2));
}

static void add_theme(struct random_terms *r, uint32_t kinds, uint64_t batch) {
  uint32_t theme = 0;
  static const uint32_t themes[] = {KIND_BOOL,  KIND_BV,    KIND_BV,    KIND_BV, KIND_ARRAY,
                                    KIND_ARRAY, KIND_FLOAT, KIND_FLOAT, KIND_INT};
  while (!(theme & kinds)) theme = themes[random_below(r, sizeof themes / sizeof *themes)];
  if (theme == KIND_BOOL) {
    struct random_pool *pool = random_pool_of(r, sort_bool(r->tm));
    for (uint32_t i = 0; i < 4; i++) random_add_variable(r, pool);
    pool->leaves = pool->entries.size;
  }
  if (theme == KIND_BV) {
    add_bits(r);
    if (random_below(r, 2)) add_bits(r);
  }
  if (theme == KIND_ARRAY) add_arrays(r, kinds, batch);
  if (theme == KIND_FLOAT) {
    add_format(r, batch);
    if (random_below(r, 4) == 0) add_format(r, batch);
    if (random_below(r, 4) == 0) add_bits(r);
  }
  if (theme == KIND_INT) {
    add_pool(r, sort_int(r->tm), 2, 3);
    add_bits(r);
  }
}

// --- what a term costs a solver --------------------------------------------------------------------------

// Gates, very roughly; `bits` is the width of an operand, `constant` tells that one of two is known.
static uint64_t application_cost(enum term_kind kind, enum sort_kind sort, uint64_t bits, bool constant) {
  switch (kind) {
  case TERM_BV_MUL: return constant ? bits * 8 : bits * bits * 2;
  case TERM_BV_UDIV:
  case TERM_BV_UREM: return bits * bits * 3;
  case TERM_BV_SDIV:
  case TERM_BV_SREM: return bits * bits * 4;
  case TERM_BV_SHL:
  case TERM_BV_LSHR:
  case TERM_BV_ASHR: return constant ? bits : bits * 6;
  case TERM_FP_ADD:
  case TERM_FP_SUB: return 300 + bits * 50;
  case TERM_FP_MUL: return 300 + bits * bits * 5;
  case TERM_FP_DIV:
  case TERM_FP_SQRT: return 400 + bits * bits * 10;
  case TERM_FP_FMA: return 500 + bits * bits * 10;
  case TERM_FP_REM: return 500 + bits * bits * 10;
  case TERM_FP_RTI:
  case TERM_FP_TO_FP:
  case TERM_FP_FROM_SBV:
  case TERM_FP_FROM_UBV:
  case TERM_FP_TO_SBV:
  case TERM_FP_TO_UBV: return 250 + bits * 20;
  case TERM_COPY: return 400;
  case TERM_STORE:
  case TERM_STORES:
  case TERM_SELECT: return 60 + bits;
  case TERM_EQ: return sort == SORT_ARRAY ? 600 : bits;
  case TERM_INT_MUL:
  case TERM_INT_DIV:
  case TERM_INT_MOD: return 2000;
  default: return bits;
  }
}

static uint64_t term_cost(struct terms *tm, struct term t) {
  uint32_t n = term_arity(tm, t);
  if (!n) return 0;
  struct term last = term_child(tm, t, n - 1);
  struct sort s = term_sort(tm, last);
  enum sort_kind sort = sort_kind(tm, s);
  bool constant = term_is_const(tm, last) || (n > 1 && term_is_const(tm, term_child(tm, t, n - 2)));
  uint64_t bits = sort == SORT_FLOAT ? sort_significand(tm, s) : sort == SORT_BV ? sort_width(tm, s) : 1;
  return application_cost(term_kind(tm, t), sort, bits, constant);
}

// What the term adds to those in `seen`; they are put there when it is at most `budget`.
static bool cost_within(struct terms *tm, struct term t, struct map_u32 *seen, uint64_t *budget) {
  struct vec_u32 fresh = {0};
  uint64_t cost = 0;
  vec_u32_push(&fresh, t.id);
  if (map_u32_find(seen, t.id)) fresh.size = 0;
  else map_u32_put(seen, t.id, 1);
  for (uint32_t i = 0; i < fresh.size; i++) {
    struct term at = {fresh.data[i]};
    cost += term_cost(tm, at);
    for (uint32_t k = 0; k < term_arity(tm, at); k++) {
      uint32_t child = term_child(tm, at, k).id;
      if (map_u32_find(seen, child)) continue;
      map_u32_put(seen, child, 1);
      vec_u32_push(&fresh, child);
    }
  }
  bool fits = cost <= *budget;
  if (fits) *budget -= cost;
  else
    for (uint32_t i = 0; i < fresh.size; i++) map_u32_remove(seen, fresh.data[i]);
  vec_u32_release(&fresh);
  return fits;
}

// Large circuits are not even made into terms, but for a few.
static bool allow(struct random_terms *r, enum term_kind kind, struct sort result, uint32_t n, const struct sort *in) {
  struct sort s = result.id && sort_kind(r->tm, result) == SORT_FLOAT ? result : in[n - 1];
  enum sort_kind sort = sort_kind(r->tm, s);
  uint64_t bits = sort == SORT_FLOAT ? sort_significand(r->tm, s) : sort == SORT_BV ? sort_width(r->tm, s) : 1;
  uint64_t cost = application_cost(kind, sort, bits, false);
  return cost < 3000 || random_below(r, (uint32_t)(cost / 400)) == 0;
}

// --- formulas --------------------------------------------------------------------------------------------

struct maker {
  struct random_terms r;
  struct map_u32 seen;
  uint64_t budget;
  uint32_t side; // the assignment that is to satisfy, or not
  struct term wrong;
};

// A new term must have, under every assignment, the value that was made from its parts' values.
static void check_values(struct maker *m, const struct random_entry *e) {
  for (int k = 0; k < ASSIGNMENTS; k++) {
    struct term value = model_eval(m->r.models[k], e->term);
    if (!term_same(value, e->values[k]) && !term_is_true(m->r.tm, term_eq(m->r.tm, value, e->values[k])))
      m->wrong = e->term;
  }
}

// A formula and its value under the chosen assignment: an entry of the pool, an equation with what a term is or with
// another one.
static struct term any_formula(struct maker *m, bool *value) {
  struct random_terms *r = &m->r;
  struct terms *tm = r->tm;
  struct sort boolean = sort_bool(tm);
  uint32_t how = random_below(r, 8);
  if (how >= 5) {
    struct sort s = r->pools[random_below(r, r->pool_count)].sort;
    struct random_entry *a = random_entry_of(r, s), *b = random_entry_of(r, s);
    struct term other = how == 5 ? b->term : how == 6 ? a->values[m->side] : b->values[m->side];
    struct term other_value = how == 6 ? a->values[m->side] : b->values[m->side];
    *value = term_is_true(tm, term_eq(tm, a->values[m->side], other_value));
    return term_eq(tm, a->term, other);
  }
  struct random_entry *e = random_entry_of(r, boolean);
  *value = term_is_true(tm, e->values[m->side]);
  return e->term;
}

enum wish { WISH_TRUE, WISH_FALSE, WISH_ANY };

// A formula that has that value under the chosen assignment and fits into the budget; none after some tries.
static struct term make_formula(struct maker *m, enum wish wish) {
  struct terms *tm = m->r.tm;
  for (uint32_t tries = 0; tries < 12; tries++) {
    bool value;
    struct term t = any_formula(m, &value);
    if (wish == WISH_ANY ? random_below(&m->r, 2) : value != (wish == WISH_TRUE)) t = term_not(tm, t);
    if (term_is_const(tm, t) && random_below(&m->r, 20)) continue;
    if (term_kind(tm, t) == TERM_VAR && random_below(&m->r, 3)) continue;
    if (cost_within(tm, t, &m->seen, &m->budget)) return t;
  }
  return TERM_NONE;
}

// --- scripts ---------------------------------------------------------------------------------------------

static void make_query(struct maker *m, struct script *out) {
  uint32_t how = random_below(&m->r, 20), n = 1 + random_below(&m->r, 6);
  struct vec_term conjuncts = {0};
  for (uint32_t i = 0; i < n; i++) {
    struct term t = make_formula(m, how < 4 ? WISH_ANY : how >= 9 && i + 1 == n ? WISH_FALSE : WISH_TRUE);
    if (!term_none(t)) vec_term_push(&conjuncts, t);
  }
  script_add(out, OP_CHECK, conjuncts.size, conjuncts.data);
  vec_term_release(&conjuncts);
}

static struct term one_of(struct maker *m, const struct vec_term *supply) {
  struct term t = supply->data[random_below(&m->r, supply->size)];
  return random_below(&m->r, 5) ? t : term_not(m->r.tm, t);
}

static void make_scopes(struct maker *m, const struct vec_term *supply, struct script *out) {
  for (uint32_t n = 4 + random_below(&m->r, 12), depth = 0; n; n--) {
    uint32_t how = random_below(&m->r, 10);
    struct term some[4];
    for (uint32_t i = 0; i < 4; i++) some[i] = one_of(m, supply);
    if (how < 2) script_add(out, OP_PUSH, 0, NULL), depth++;
    else if (how < 4 && depth) script_add(out, OP_POP, 0, NULL), depth--;
    else if (how < 6) script_add(out, OP_ASSERT, 1, some);
    else script_add(out, OP_CHECK, random_below(&m->r, 5), some);
  }
  struct term last[3] = {one_of(m, supply), one_of(m, supply), one_of(m, supply)};
  script_add(out, OP_CHECK, 3, last);
}

static void make_paths(struct maker *m, const struct vec_term *supply, struct script *out) {
  for (uint32_t n = 4 + random_below(&m->r, 12); n; n--) {
    uint32_t how = random_below(&m->r, 12);
    struct term t = one_of(m, supply);
    if (random_below(&m->r, 8) == 0) t = term_and(m->r.tm, t, one_of(m, supply));
    script_add(out, how < 1 ? OP_ADD : how < 6 ? OP_TAKE : how < 9 ? OP_ASK : OP_BACK, how < 9, &t);
    // Both sides of a branch are asked about.
    if (how >= 6 && how < 9) script_add(out, OP_ASK, 1, (struct term[]){term_not(m->r.tm, t)});
  }
}

static void make_sequence(struct maker *m, struct script *out) {
  struct vec_term supply = {0};
  for (uint32_t i = 0, n = 3 + random_below(&m->r, 6); i < n; i++) {
    struct term t = make_formula(m, random_below(&m->r, 3) ? WISH_TRUE : WISH_ANY);
    if (!term_none(t)) vec_term_push(&supply, t);
  }
  if (supply.size && random_below(&m->r, 2)) make_scopes(m, &supply, out);
  else if (supply.size) make_paths(m, &supply, out);
  vec_term_release(&supply);
}

bool script_generate(struct terms *tm, uint64_t seed, uint64_t k, uint32_t kinds, struct script *out,
                     struct witnesses *w, struct term *wrong) {
  static const uint64_t budgets[] = {300, 600, 1000, 1000, 2000, 2000, 3000, 6000};
  struct maker m = {0};
  uint64_t batch = hash_mix(hash_u64(seed + 77), k / BATCH);
  random_init(&m.r, tm, hash_mix(hash_u64(seed + 1), hash_u64(k + 0x1234567)));
  m.r.grow = m.r.named = true;
  m.r.allow = allow;
  m.budget = budgets[random_below(&m.r, 8)] << (random_below(&m.r, 40) == 0 ? 2 : 0);
  m.side = random_below(&m.r, 3);
  random_add_sort(&m.r, sort_bool(tm), 1 + random_below(&m.r, 2), 0);
  add_theme(&m.r, kinds, batch);
  if (random_below(&m.r, 6) == 0) add_theme(&m.r, kinds, batch);
  bool sequence = random_below(&m.r, 8) == 0;
  for (uint32_t i = 0, steps = 3 + random_below(&m.r, 40); i < steps; i++) {
    struct random_entry *e = NULL;
    for (uint32_t tries = 0; tries < 40 && !e; tries++) e = random_step(&m.r);
    if (e) check_values(&m, e);
  }
  if (sequence) make_sequence(&m, out);
  else make_query(&m, out);
  for (uint32_t i = 0; i < WITNESSES; i++) w->models[i] = model_ref(m.r.models[i]);
  *wrong = m.wrong;
  random_release(&m.r);
  map_u32_release(&m.seen);
  return term_none(m.wrong);
}

void witnesses_release(struct witnesses *w) {
  for (uint32_t i = 0; i < WITNESSES; i++) model_unref(w->models[i]);
  *w = (struct witnesses){0};
}

// What relations there may be at a cut (relations.h).
#include "solve/interpolate/relations.h"
#include "solve/linear/linear.h"
#include "term/walk.h"

enum {
  MAX_TRIPLE_VALUES = 6,
  MAX_CONSTANTS = 24,     // of the path
  MAX_CANDIDATES = 1500,
  MAX_ATOMS = 120,        // taken from guards
  CORE_CHECKS = 60,
};

// --- what the path offers -----------------------------------------------------------------------------

static bool is_plain(struct terms *tm, struct term t) { return term_kind(tm, t) == TERM_VAR || term_is_const(tm, t); }

static bool is_atom(struct terms *tm, struct term t) {
  enum term_kind kind = term_kind(tm, t);
  if (kind == TERM_EQ) return sort_kind(tm, term_sort(tm, term_child(tm, t, 0))) != SORT_BOOL;
  return term_class(kind) == CLASS_BV_COMPARE;
}

void relations_scan(struct relations *r, struct term root, uint32_t step, bool is_guard, struct map_u32 *seen) {
  struct terms *tm = r->tm;
  struct term_walk walk = {.tm = tm, .seen = seen};
  term_walk_add(&walk, root);
  for (struct term t; term_walk_next(&walk, &t);) {
    if (term_kind(tm, t) == TERM_CONST_BV && r->constants.size < MAX_CONSTANTS) {
      bool known = false;
      for (uint32_t i = 0; i < r->constants.size && !known; i++) known = term_same(r->constants.data[i], t);
      if (!known) vec_term_push(&r->constants, t);
    }
    enum term_kind kind = term_kind(tm, t);
    r->has_signed = r->has_signed || kind == TERM_BV_SLE || kind == TERM_BV_SLT;
    r->has_unsigned = r->has_unsigned || kind == TERM_BV_ULE || kind == TERM_BV_ULT;
    if (is_guard && is_atom(tm, t) && r->atoms.size < MAX_ATOMS) {
      vec_term_push(&r->atoms, t);
      vec_u32_push(&r->atom_steps, step);
    }
    bool reads_var = term_kind(tm, t) == TERM_SELECT && term_kind(tm, term_child(tm, t, 0)) == TERM_VAR;
    if (reads_var && is_plain(tm, term_child(tm, t, 1))) vec_term_push(&r->reads, t);
  }
  term_walk_release(&walk);
}

// --- candidates at a cut --------------------------------------------------------------------------------

bool terms_have(const struct vec_term *list, uint32_t id) {
  for (uint32_t i = 0; i < list->size; i++)
    if (list->data[i].id == id) return true;
  return false;
}

bool relations_over(struct relations *r, const struct vec_term *live, struct term t) {
  uint32_t n;
  const uint32_t *ids = term_free_vars(r->tm, t, &n);
  for (uint32_t i = 0; i < n; i++)
    if (!terms_have(live, ids[i])) return false;
  return n > 0;
}

static void add_value(struct relations *r, struct term t) {
  if (r->values.size == r->max_values || sort_kind(r->tm, term_sort(r->tm, t)) != SORT_BV) return;
  for (uint32_t i = 0; i < r->values.size; i++)
    if (term_same(r->values.data[i], t)) return;
  vec_term_push(&r->values, t);
}

void relations_values(struct relations *r, const struct vec_term *live) {
  vec_term_clear(&r->values);
  for (uint32_t i = 0; i < live->size; i++) add_value(r, live->data[i]);
  for (uint32_t i = 0; i < r->reads.size; i++)
    if (relations_over(r, live, r->reads.data[i])) add_value(r, r->reads.data[i]);
}

void relations_offer(struct relations *r, struct term t) {
  if (term_is_const(r->tm, t)) return;
  // What is offered twice is of the better class.
  if (map_u32_get_or(&r->classes, t.id, CLASS_COUNT) > r->class) map_u32_put(&r->classes, t.id, r->class);
  if (r->candidates.size == MAX_CANDIDATES || map_u32_find(&r->seen, t.id)) return;
  map_u32_put(&r->seen, t.id, 1);
  vec_term_push(&r->candidates, t);
}

// x = c, where c is the value in the first model.
static void offer_values(struct relations *r) {
  for (uint32_t i = 0; i < r->values.size; i++)
    relations_offer(r, term_eq(r->tm, r->values.data[i], r->samples.data[i]));
}

// a ≤ b or a < b. An order that the path itself does not use is second to the one it uses.
static void offer_order(struct relations *r, struct term a, struct term b, bool is_signed, bool strict) {
  struct terms *tm = r->tm;
  uint32_t class = r->class;
  if ((is_signed ? r->has_unsigned && !r->has_signed : r->has_signed && !r->has_unsigned) && class < CLASS_CARRIED)
    r->class = CLASS_CARRIED;
  if (is_signed) relations_offer(r, strict ? term_slt(tm, a, b) : term_sle(tm, a, b));
  else relations_offer(r, strict ? term_ult(tm, a, b) : term_ule(tm, a, b));
  r->class = class;
}

// x modulo 2, 4, 8. Parity is the likeliest to be meant.
static void offer_moduli(struct relations *r) {
  struct terms *tm = r->tm;
  for (uint32_t i = 0; i < r->values.size; i++)
    for (uint32_t k = 3; k >= 1; k--) {
      if (k >= term_width(tm, r->values.data[i])) continue;
      r->class = k == 1 ? CLASS_BOUND : CLASS_CARRIED;
      relations_offer(r, term_eq(tm, term_extract(tm, k - 1, 0, r->values.data[i]),
                                 term_extract(tm, k - 1, 0, r->samples.data[i])));
    }
}

// x against a constant of the path and its neighbours.
static void offer_constants(struct relations *r) {
  struct terms *tm = r->tm;
  for (uint32_t i = 0; i < r->values.size; i++) {
    struct term x = r->values.data[i];
    for (uint32_t k = 0; k < r->constants.size; k++) {
      if (term_width(tm, r->constants.data[k]) != term_width(tm, x)) continue;
      for (int d = -1; d <= 1; d++) {
        struct term c = term_add(tm, r->constants.data[k], term_bv_signed(tm, term_width(tm, x), d));
        for (int is_signed = 0; is_signed < 2; is_signed++) {
          offer_order(r, x, c, is_signed, false);
          offer_order(r, c, x, is_signed, false);
        }
      }
    }
  }
}

static bool on_path(const struct relations *r, struct term constant) {
  for (uint32_t k = 0; k < r->constants.size; k++)
    if (term_same(constant, r->constants.data[k])) return true;
  return false;
}

// A value that the path itself speaks of is better than others.
static void offer_equal(struct relations *r) {
  for (uint32_t i = 0; i < r->values.size; i++)
    if (on_path(r, r->samples.data[i])) relations_offer(r, term_eq(r->tm, r->values.data[i], r->samples.data[i]));
}

// x - y = c, x + y = c, x = c·y and orders. The constants are those of the first model.
static void offer_pair(struct relations *r, uint32_t i, uint32_t k) {
  struct terms *tm = r->tm;
  struct term x = r->values.data[i], y = r->values.data[k], a = r->samples.data[i], b = r->samples.data[k];
  if (term_width(tm, x) != term_width(tm, y)) return;
  struct term sums[2][2] = {{term_add(tm, x, y), term_add(tm, a, b)}, {term_sub(tm, x, y), term_sub(tm, a, b)}};
  for (int d = 0; d < 2; d++) {
    r->class = on_path(r, sums[d][1]) || on_path(r, term_neg(tm, sums[d][1])) ? CLASS_EQUAL : CLASS_VALUE;
    relations_offer(r, term_eq(tm, sums[d][0], sums[d][1]));
  }
  r->class = CLASS_RELATION;
  uint64_t u, v;
  if (term_value64(tm, a, &u) && term_value64(tm, b, &v)) {
    if (v > 1 && u > v && u % v == 0)
      relations_offer(r, term_eq(tm, x, term_mul(tm, term_bv(tm, term_width(tm, x), u / v), y)));
    if (u > 1 && v > u && v % u == 0)
      relations_offer(r, term_eq(tm, y, term_mul(tm, term_bv(tm, term_width(tm, x), v / u), x)));
  }
  for (uint32_t c = 0; c < r->constants.size; c++) {
    uint64_t factor;
    if (!term_value64(tm, r->constants.data[c], &factor) || factor < 2 || factor > 64) continue;
    struct term f = term_bv(tm, term_width(tm, x), factor);
    relations_offer(r, term_eq(tm, x, term_mul(tm, f, y)));
    relations_offer(r, term_eq(tm, y, term_mul(tm, f, x)));
  }
  struct term pair[2][2] = {{x, y}, {y, x}};
  for (int d = 0; d < 2; d++) {
    for (int k = 0; k < 4; k++) offer_order(r, pair[d][0], pair[d][1], k & 1, k < 2);
  }
  relations_offer(r, term_not(tm, term_eq(tm, x, y)));
  relations_offer(r, term_eq(tm, x, y));
}

// Variables that go on together in a loop: x = y + 1, x - 1 ≤ y, x ± y = c with c of the path, x = f·y + c with f of
// the path and c of the first model.
static void offer_steps(struct relations *r, uint32_t i, uint32_t k) {
  struct terms *tm = r->tm;
  struct term x = r->values.data[i], y = r->values.data[k], a = r->samples.data[i], b = r->samples.data[k];
  uint32_t width = term_width(tm, x);
  if (width != term_width(tm, y)) return;
  struct term one = term_bv(tm, width, 1);
  r->class = CLASS_EQUAL;
  relations_offer(r, term_eq(tm, x, term_add(tm, y, one)));
  offer_order(r, term_sub(tm, x, one), y, true, false);
  offer_order(r, term_sub(tm, x, one), y, false, false);
  for (uint32_t c = 0; c < r->constants.size; c++) {
    struct term constant = r->constants.data[c];
    uint64_t number;
    if (term_width(tm, constant) != width || (term_value64(tm, constant, &number) && !number)) continue;
    relations_offer(r, term_eq(tm, term_sub(tm, x, y), constant));
    if (i < k) relations_offer(r, term_eq(tm, term_add(tm, x, y), constant));
  }
  for (uint32_t c = 0; c < r->constants.size; c++) {
    uint64_t factor;
    if (!term_value64(tm, r->constants.data[c], &factor) || factor < 2 || factor > 64) continue;
    struct term f = term_bv(tm, width, factor);
    relations_offer(r, term_eq(tm, term_sub(tm, x, term_mul(tm, f, y)), term_sub(tm, a, term_mul(tm, f, b))));
  }
}

// x ± y = a·z, where a model gives a.
static void offer_triple(struct relations *r, uint32_t i, uint32_t k, uint32_t j) {
  struct terms *tm = r->tm;
  struct term x = r->values.data[i], y = r->values.data[k], z = r->values.data[j];
  uint32_t width = term_width(tm, x);
  uint64_t c, s;
  if (term_width(tm, y) != width || term_width(tm, z) != width || !term_value64(tm, r->samples.data[j], &c)) return;
  for (int minus = 0; minus < 2; minus++) {
    struct term sum = minus ? term_sub(tm, x, y) : term_add(tm, x, y);
    struct term sample = minus ? term_sub(tm, r->samples.data[i], r->samples.data[k])
                               : term_add(tm, r->samples.data[i], r->samples.data[k]);
    if (!term_value64(tm, sample, &s)) continue;
    uint64_t factor = c && s % c == 0 ? s / c : 1;
    relations_offer(r, term_eq(tm, sum, term_mul(tm, term_bv(tm, width, factor), z)));
    if (factor != 1) relations_offer(r, term_eq(tm, sum, z));
    if (minus) relations_offer(r, term_eq(tm, term_sub(tm, y, x), z));
    for (uint32_t c = 0; c < r->constants.size && r->for_iterations; c++)
      if (term_value64(tm, r->constants.data[c], &factor) && factor >= 2 && factor <= 64)
        relations_offer(r, term_eq(tm, sum, term_mul(tm, term_bv(tm, width, factor), z)));
  }
}

// With each Boolean: what holds where it is true, and where it is false.
static void offer_implied(struct relations *r, const struct vec_term *live, struct term t) {
  struct terms *tm = r->tm;
  for (uint32_t i = 0; i < live->size; i++) {
    struct term b = live->data[i];
    if (sort_kind(tm, term_sort(tm, b)) != SORT_BOOL) continue;
    relations_offer(r, term_or(tm, b, t));
    relations_offer(r, term_or(tm, term_not(tm, b), t));
  }
}

// Atoms of guards behind the cut, carried back to it: weakest preconditions, true of this path more than of the
// program.
static void offer_carried(struct relations *r, const struct vec_term *live) {
  for (uint32_t i = 0; i < r->atoms.size; i++) {
    struct term t = r->atoms.data[i];
    for (uint32_t step = r->atom_steps.data[i]; step-- > r->cut;) t = linear_before(r->tm, &r->p->steps[step], t);
    if (!relations_over(r, live, t)) continue;
    if (!term_same(t, r->atoms.data[i])) relations_offer(r, t), relations_offer(r, term_not(r->tm, t));
    offer_implied(r, live, t);
    offer_implied(r, live, term_not(r->tm, t));
  }
}

// Atoms of guards as they stand, and Booleans.
static void offer_atoms(struct relations *r, const struct vec_term *live) {
  for (uint32_t i = 0; i < r->atoms.size; i++) {
    if (!relations_over(r, live, r->atoms.data[i])) continue;
    relations_offer(r, r->atoms.data[i]);
    relations_offer(r, term_not(r->tm, r->atoms.data[i]));
  }
  for (uint32_t i = 0; i < live->size; i++) {
    if (sort_kind(r->tm, term_sort(r->tm, live->data[i])) != SORT_BOOL) continue;
    relations_offer(r, live->data[i]);
    relations_offer(r, term_not(r->tm, live->data[i]));
  }
}

void relations_offer_all(struct relations *r, const struct vec_term *live) {
  vec_term_clear(&r->candidates);
  map_u32_clear(&r->seen);
  r->class = CLASS_CARRIED;
  if (r->p) offer_carried(r, live);
  offer_moduli(r);
  r->class = CLASS_BOUND;
  offer_constants(r);
  r->class = CLASS_EQUAL;
  offer_equal(r);
  r->class = CLASS_VALUE;
  offer_values(r);
  for (uint32_t i = 0; i < r->values.size && r->for_iterations; i++)
    for (uint32_t k = 0; k < r->values.size; k++)
      if (i != k) offer_steps(r, i, k);
  r->class = CLASS_RELATION;
  if (r->values.size <= MAX_TRIPLE_VALUES)
    for (uint32_t i = 0; i < r->values.size; i++)
      for (uint32_t k = i + 1; k < r->values.size; k++)
        for (uint32_t j = 0; j < r->values.size; j++)
          if (j != i && j != k) offer_triple(r, i, k, j);
  for (uint32_t i = 0; i < r->values.size; i++)
    for (uint32_t k = i + 1; k < r->values.size; k++) offer_pair(r, i, k);
  offer_atoms(r, live);
}

bool relations_core(struct relations *r, const struct vec_term *fixed, const struct vec_term *holds, uint32_t classes,
                    struct vec_term *core) {
  vec_term_clear(core);
  for (uint32_t i = 0; i < holds->size; i++)
    if (classes >> map_u32_get_or(&r->classes, holds->data[i].id, 0) & 1) vec_term_push(core, holds->data[i]);
  return interpolator_core(r->ip, fixed, core, CORE_CHECKS) == ANSWER_UNSAT;
}

void relations_release(struct relations *r) {
  vec_term_release(&r->constants);
  vec_term_release(&r->atoms);
  vec_u32_release(&r->atom_steps);
  vec_term_release(&r->reads);
  vec_term_release(&r->values);
  vec_term_release(&r->samples);
  vec_term_release(&r->candidates);
  map_u32_release(&r->seen);
  map_u32_release(&r->classes);
}

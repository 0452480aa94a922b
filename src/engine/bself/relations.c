// Relations that a formula implies (relations.h): by models first, then by the solver.
//
// Chalupa, Strejček, Backward Symbolic Execution with Loop Folding, section 4.3, types 1 to 4. There one query per
// tuple of variables gives the constant and a second one says whether it is forced. Here the constant comes from the
// models that are known, and most tuples are refuted by them.
#include "engine/bself/relations.h"
#include "engine/bself/clauses.h"
#include "term/walk.h"
#include <assert.h>
#include <stdlib.h>

enum {
  MAX_SUBJECTS = 14,    // that relations of two and three are about
  MAX_ROUNDS = 48,      // questions about all candidates of a kind
  MAX_ONE_BY_ONE = 12,  // questions about single candidates where the common one is not answered
  MAX_CANDIDATES = 400, // of one kind, after the models have refuted what they can
  MAX_FACTOR = 1 << 16, // a in x ± y = a·z
  MAX_SUBSTITUTED = 12,
  NEAR = 16,
  MAX_FILTERED = 40,
  MAX_CONSTANTS = 8, // of a loop, that subjects are compared with
};

#define SLOW_SECONDS 0.02 // for a question about products

// Ranks: relations between variables that change are worth more than coincidences of constants, unless those are close
// to each other; what solvers find hard comes last.
enum {
  RANK_EQUAL,
  RANK_DIFFERENCE,
  RANK_NEAR, // two constants that differ by little
  RANK_SUM,
  RANK_TRIPLE,
  RANK_LINE,
  RANK_BOUND, // of one term by others
  RANK_CONGRUENCE,
  RANK_HINT,
  RANK_INEQUALITY,
  RANK_SUBSTITUTED,
  RANK_FIXED_DIFFERENCE,
  RANK_FIXED_SUM,
  RANK_FIXED_MULTIPLE,
  RANK_NONLINEAR,
};

// --- questions ------------------------------------------------------------------------------------------

bool relations_stopped(const struct relations *r) { return limits_stopped(r->o->limits) || clock_cpu() > r->deadline; }

enum answer relations_ask(struct relations *r, struct term a, struct term b, struct model **model) {
  if (relations_stopped(r)) return ANSWER_UNKNOWN;
  if (r->o->counts) r->o->counts->queries++;
  enum answer answer = solver_check(r->o->solver, 2, (struct term[]){a, b});
  if (answer == ANSWER_SAT && model) *model = solver_model(r->o->solver);
  return answer;
}

// The states that an extension must have.
static struct term extended(const struct relations *r) {
  const struct overapproximation *o = r->o;
  return term_none(o->known) ? o->extension : term_and(o->tm, o->extension, o->known);
}

bool relations_implied(struct relations *r, struct term formula) {
  if (term_is_true(r->o->tm, formula)) return true;
  for (uint32_t i = 0; i < r->models.size; i++)
    if (!model_holds(r->models.data[i], formula)) return false;
  struct model *model = NULL;
  enum answer answer = relations_ask(r, extended(r), term_not(r->o->tm, formula), &model);
  if (model) vec_ptr_push(&r->models, model);
  return answer == ANSWER_UNSAT;
}

static void add(struct vec_relation *list, enum relation_type type, uint32_t rank, struct term formula) {
  if (list->size < MAX_CANDIDATES) vec_relation_push(list, (struct relation){type, rank, formula});
}

// Removes what does not hold in the models from number `from` on.
static void refute(struct vec_relation *list, const struct vec_ptr *models, uint32_t from) {
  for (uint32_t m = from; m < models->size; m++) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < list->size; i++)
      if (model_holds(models->data[m], list->data[i].formula)) list->data[kept++] = list->data[i];
    list->size = kept;
  }
}

static struct term conjunction(struct terms *tm, const struct vec_relation *list, bool negated) {
  struct vec_term parts = {0};
  for (uint32_t i = 0; i < list->size; i++)
    vec_term_push(&parts, negated ? term_not(tm, list->data[i].formula) : list->data[i].formula);
  struct term all = term_and_n(tm, parts.size, parts.data);
  vec_term_release(&parts);
  return all;
}

static void keep_one_by_one(struct relations *r, struct term formula, struct vec_relation *list) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < list->size && i < MAX_ONE_BY_ONE; i++)
    if (relations_ask(r, formula, term_not(r->o->tm, list->data[i].formula), NULL) == ANSWER_UNSAT)
      list->data[kept++] = list->data[i];
  list->size = kept;
}

// Leaves those candidates that the formula implies; adds the models that were met on the way. The first question is
// whether all candidates can be broken at once: if so, that is the only one.
static void keep_implied(struct relations *r, struct term formula, struct vec_ptr *models, struct vec_relation *list) {
  struct terms *tm = r->o->tm;
  bool together = list->size > 1;
  refute(list, models, 0);
  for (uint32_t round = 0; list->size; round++) {
    struct term broken = together ? conjunction(tm, list, true) : term_not(tm, conjunction(tm, list, false));
    struct model *model = NULL;
    enum answer answer = round < MAX_ROUNDS ? relations_ask(r, formula, broken, &model) : ANSWER_UNKNOWN;
    if (model) {
      vec_ptr_push(models, model);
      refute(list, models, models->size - 1);
    } else if (together) {
      together = false;
    } else {
      if (answer != ANSWER_UNSAT) keep_one_by_one(r, formula, list);
      return;
    }
  }
}

// --- values ---------------------------------------------------------------------------------------------

static uint64_t mask_of(uint32_t width) { return width >= 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1; }

static int64_t as_signed(uint64_t value, uint32_t width) {
  uint32_t unused = 64 - width;
  return (int64_t)(value << unused) >> unused;
}

static bool is_number(const struct relations *r, struct term t) {
  return sort_kind(r->o->tm, term_sort(r->o->tm, t)) == SORT_BV && term_width(r->o->tm, t) <= 64;
}

static bool is_bool(const struct relations *r, struct term t) {
  return sort_kind(r->o->tm, term_sort(r->o->tm, t)) == SORT_BOOL;
}

static uint64_t value_in(const struct relations *r, uint32_t model, struct term t) {
  uint64_t value = 0;
  bool is_value = term_value64(r->o->tm, model_eval(r->models.data[model], t), &value);
  assert(is_value);
  return value;
}

// The subjects that are bit-vectors, and how many they are.
static uint32_t numbers(const struct relations *r, struct term *out) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < r->o->n_subjects && n < MAX_SUBJECTS; i++)
    if (is_number(r, r->o->subjects[i])) out[n++] = r->o->subjects[i];
  return n;
}

static struct term constant_of(const struct relations *r, struct term subject) {
  for (uint32_t i = 0; i < r->o->n_subjects; i++)
    if (term_same(r->o->subjects[i], subject)) return r->constants.data[i];
  return TERM_NONE;
}

static bool is_fixed(const struct relations *r, struct term subject) { return constant_of(r, subject).id != 0; }

// --- type 1 ---------------------------------------------------------------------------------------------

// The subjects whose value is forced by the formula: x = c, in the order of subjects.
static void constants_of(struct relations *r, struct term formula, struct vec_ptr *models, struct vec_relation *out) {
  struct terms *tm = r->o->tm;
  for (uint32_t i = 0; i < r->o->n_subjects; i++) {
    struct term x = r->o->subjects[i];
    if (is_number(r, x) || is_bool(r, x))
      add(out, RELATION_CONSTANT, 0, term_eq(tm, x, model_eval(models->data[0], x)));
  }
  keep_implied(r, formula, models, out);
}

static void note_constants(struct relations *r, const struct vec_relation *type1) {
  struct terms *tm = r->o->tm;
  vec_term_resize(&r->constants, r->o->n_subjects);
  for (uint32_t i = 0; i < r->o->n_subjects; i++) {
    struct term x = r->o->subjects[i];
    if (!is_number(r, x) && !is_bool(r, x)) continue;
    struct term value = model_eval(r->models.data[0], x), formula = term_eq(tm, x, value);
    for (uint32_t k = 0; k < type1->size && !r->constants.data[i].id; k++)
      if (term_same(type1->data[k].formula, formula)) r->constants.data[i] = value;
  }
}

// --- type 2 ---------------------------------------------------------------------------------------------

// x + y = a (sum) or x = y + a that holds in all models; none: it does not.
static struct term pair_relation(struct relations *r, struct term x, struct term y, bool sum, uint64_t *a) {
  struct terms *tm = r->o->tm;
  uint32_t width = term_width(tm, x);
  for (uint32_t m = 0; m < r->models.size; m++) {
    uint64_t vx = value_in(r, m, x), vy = value_in(r, m, y), v = (sum ? vx + vy : vx - vy) & mask_of(width);
    if (m && v != *a) return TERM_NONE;
    *a = v;
  }
  struct term c = term_bv(tm, width, *a);
  return sum ? term_eq(tm, term_add(tm, x, y), c) : term_eq(tm, x, term_add(tm, y, c));
}

static uint32_t pair_rank(bool sum, bool fixed, int64_t a) {
  if (sum) return fixed ? RANK_FIXED_SUM : RANK_SUM;
  if (!a) return RANK_EQUAL;
  return !fixed ? RANK_DIFFERENCE : a <= NEAR && a >= -NEAR ? RANK_NEAR : RANK_FIXED_DIFFERENCE;
}

static void pairs(struct relations *r, uint32_t n, const struct term *x, struct vec_relation *out) {
  struct terms *tm = r->o->tm;
  for (uint32_t i = 0; i < n; i++) {
    for (uint32_t j = i + 1; j < n; j++) {
      if (term_width(tm, x[i]) != term_width(tm, x[j]) || is_fixed(r, x[i]) != is_fixed(r, x[j])) continue;
      bool fixed = is_fixed(r, x[i]);
      for (int sum = 0; sum < 2; sum++) {
        uint64_t a = 0;
        struct term formula = pair_relation(r, x[i], x[j], sum, &a);
        if (formula.id) add(out, RELATION_LINEAR, pair_rank(sum, fixed, as_signed(a, term_width(tm, x[i]))), formula);
      }
    }
  }
}

// Variables of different widths that are equal when the narrower one is extended, as C's conversions do.
static void extended_pairs(struct relations *r, uint32_t n, const struct term *x, struct vec_relation *out) {
  struct terms *tm = r->o->tm;
  for (uint32_t i = 0; i < n; i++) {
    for (uint32_t j = 0; j < n; j++) {
      uint32_t narrow = term_width(tm, x[i]), wide = term_width(tm, x[j]);
      if (narrow >= wide || is_fixed(r, x[i]) != is_fixed(r, x[j])) continue;
      add(out, RELATION_LINEAR, RANK_EQUAL, term_eq(tm, term_sext(tm, x[i], wide), x[j]));
      add(out, RELATION_LINEAR, RANK_EQUAL, term_eq(tm, term_zext(tm, x[i], wide), x[j]));
    }
  }
}

// The inverse of an odd number modulo 2^64, by Newton's iteration.
static uint64_t inverse(uint64_t odd) {
  uint64_t x = odd;
  for (int i = 0; i < 6; i++) x *= 2 - odd * x;
  return x;
}

// A small a with v[m] = a·z[m] modulo 2^width for all m. It is read off the z with the fewest factors 2, where it is
// determined but for the highest bits.
static bool factor(uint32_t width, uint32_t n, const uint64_t *v, const uint64_t *z, int64_t *a) {
  uint32_t best = n, shift = width;
  for (uint32_t m = 0; m < n; m++) {
    uint32_t twos = z[m] ? (uint32_t)__builtin_ctzll(z[m]) : 64;
    if (twos < shift) shift = twos, best = m;
  }
  if (best == n || v[best] & mask_of(shift)) return false;
  uint64_t quotient = (v[best] >> shift) * inverse(z[best] >> shift);
  *a = as_signed(quotient & mask_of(width - shift), width - shift);
  if (*a > MAX_FACTOR || *a < -MAX_FACTOR) return false;
  for (uint32_t m = 0; m < n; m++)
    if (((uint64_t)*a * z[m] - v[m]) & mask_of(width)) return false;
  return true;
}

// Values of all numbers in all models, and what they are combined to.
struct matrix {
  uint32_t n, models;
  const struct term *x;
  uint64_t *value; // n × models
  uint64_t *sum;   // of two of them, by model
};

static void triple(struct relations *r, const struct matrix *t, uint32_t i, uint32_t j, uint32_t k, bool sum,
                   struct vec_relation *out) {
  struct terms *tm = r->o->tm;
  uint32_t width = term_width(tm, t->x[i]);
  const uint64_t *vi = &t->value[i * t->models], *vj = &t->value[j * t->models];
  for (uint32_t m = 0; m < t->models; m++) t->sum[m] = (sum ? vi[m] + vj[m] : vi[m] - vj[m]) & mask_of(width);
  int64_t a;
  if (!factor(width, t->models, t->sum, &t->value[k * t->models], &a) || a == 0) return;
  struct term left = sum ? term_add(tm, t->x[i], t->x[j]) : term_sub(tm, t->x[i], t->x[j]);
  struct term right = term_mul(tm, term_bv_signed(tm, width, a), t->x[k]);
  add(out, RELATION_LINEAR, RANK_TRIPLE, term_eq(tm, left, right));
}

// x ± y = a·z where z is not fixed (then it is a pair's relation). x - y = a·z and y - x = -a·z are one.
static void triples(struct relations *r, const struct matrix *t, struct vec_relation *out) {
  struct terms *tm = r->o->tm;
  for (uint32_t i = 0; i < t->n; i++) {
    for (uint32_t j = i + 1; j < t->n; j++) {
      if (term_width(tm, t->x[i]) != term_width(tm, t->x[j])) continue;
      for (uint32_t k = 0; k < t->n; k++) {
        bool other = k != i && k != j && term_width(tm, t->x[k]) == term_width(tm, t->x[i]);
        if (!other || is_fixed(r, t->x[k]) || (is_fixed(r, t->x[i]) && is_fixed(r, t->x[j]))) continue;
        triple(r, t, i, j, k, false, out);
        triple(r, t, i, j, k, true, out);
      }
    }
  }
}

// x = a·z, past the paper.
static void multiples(struct relations *r, const struct matrix *t, struct vec_relation *out) {
  struct terms *tm = r->o->tm;
  for (uint32_t i = 0; i < t->n; i++) {
    for (uint32_t k = 0; k < t->n; k++) {
      uint32_t width = term_width(tm, t->x[i]);
      if (k == i || term_width(tm, t->x[k]) != width || is_fixed(r, t->x[k]) != is_fixed(r, t->x[i])) continue;
      int64_t a;
      if (!factor(width, t->models, &t->value[i * t->models], &t->value[k * t->models], &a)) continue;
      if (a < 2 && a > -2) continue; // pairs have them
      uint32_t rank = is_fixed(r, t->x[k]) ? RANK_FIXED_MULTIPLE : RANK_TRIPLE;
      add(out, RELATION_MULTIPLE, rank, term_eq(tm, t->x[i], term_mul(tm, term_bv_signed(tm, width, a), t->x[k])));
    }
  }
}

static void matrix_init(struct relations *r, struct matrix *t, uint32_t n, const struct term *x) {
  *t = (struct matrix){.n = n, .models = r->models.size, .x = x};
  t->value = mem_alloc(((size_t)n * t->models + 1) * sizeof *t->value);
  t->sum = mem_alloc((t->models + (size_t)1) * sizeof *t->sum);
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t m = 0; m < t->models; m++) t->value[i * t->models + m] = value_in(r, m, x[i]);
}

static void matrix_release(struct matrix *t) {
  mem_free(t->value);
  mem_free(t->sum);
}

static void keep_and_note(struct relations *r, struct vec_relation *list) {
  keep_implied(r, extended(r), &r->models, list);
  for (uint32_t i = 0; i < list->size; i++) vec_relation_push(&r->found, list->data[i]);
  vec_relation_clear(list);
}

static void linear(struct relations *r, uint32_t n, const struct term *x) {
  struct vec_relation list = {0};
  pairs(r, n, x, &list);
  extended_pairs(r, n, x, &list);
  keep_and_note(r, &list);
  struct matrix t;
  matrix_init(r, &t, n, x); // with the models that the pairs have brought
  triples(r, &t, &list);
  if (!r->o->paper_only) multiples(r, &t, &list);
  keep_and_note(r, &list);
  matrix_release(&t);
  vec_relation_release(&list);
}

// --- type 3 ---------------------------------------------------------------------------------------------

// low <= x <= high and x ≡ low modulo high - low, in the signed order if `is_signed`.
static struct term congruence(struct relations *r, struct term x, uint64_t a, uint64_t b, bool is_signed) {
  struct terms *tm = r->o->tm;
  uint32_t width = term_width(tm, x);
  bool swap = is_signed ? as_signed(a, width) > as_signed(b, width) : a > b;
  uint64_t low = swap ? b : a, high = swap ? a : b, d = (high - low) & mask_of(width);
  struct term l = term_bv(tm, width, low), h = term_bv(tm, width, high), step = term_bv(tm, width, d);
  struct term between = is_signed ? term_and(tm, term_sle(tm, l, x), term_sle(tm, x, h))
                                  : term_and(tm, term_ule(tm, l, x), term_ule(tm, x, h));
  if (d == 1 || (is_signed && as_signed(d, width) < 0)) return between;
  // The least remainder, so that x - it does not overflow where x is not at the end of the range.
  uint64_t rest = is_signed ? (uint64_t)(as_signed(low, width) % as_signed(d, width)) : low % d;
  if (is_signed && (int64_t)rest < 0) rest += d;
  struct term from = term_sub(tm, x, term_bv(tm, width, rest));
  struct term remainder = is_signed ? term_srem(tm, from, step) : term_urem(tm, from, step);
  return term_and(tm, between, term_eq(tm, remainder, term_bv(tm, width, 0)));
}

// A subject whose value is fixed by both extensions, and changes.
struct move {
  struct term x;
  uint64_t now, before;
};

static uint64_t gcd(uint64_t a, uint64_t b) {
  while (b) {
    uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

static uint64_t absolute(int64_t x) { return x < 0 ? -(uint64_t)x : (uint64_t)x; }

// The line through both values of two subjects, past the paper; where they move alike, type 2 has it.
static void line(struct relations *r, const struct move *p, const struct move *q, struct vec_relation *out) {
  struct terms *tm = r->o->tm;
  uint32_t width = term_width(tm, p->x);
  if (term_width(tm, q->x) != width) return;
  int64_t dx = as_signed(p->now - p->before, width), dy = as_signed(q->now - q->before, width);
  uint64_t common = gcd(absolute(dx), absolute(dy));
  if (absolute(dx) == absolute(dy) || absolute(dx) / common > MAX_FACTOR || absolute(dy) / common > MAX_FACTOR) return;
  int64_t a = dy / (int64_t)common, b = -(dx / (int64_t)common);
  struct term left =
      term_add(tm, term_mul(tm, term_bv_signed(tm, width, a), p->x), term_mul(tm, term_bv_signed(tm, width, b), q->x));
  struct term right = term_bv(tm, width, (uint64_t)a * p->now + (uint64_t)b * q->now);
  add(out, RELATION_LINE, RANK_LINE, term_eq(tm, left, right));
}

// The subjects that both extensions fix, to different values.
static uint32_t moves(struct relations *r, uint32_t n, const struct term *x, struct move *out) {
  struct terms *tm = r->o->tm;
  struct model *model = NULL;
  uint32_t found = 0;
  if (relations_ask(r, r->o->last, term_true(tm), &model) != ANSWER_SAT) return 0;
  struct vec_ptr models = {0};
  struct vec_relation fixed = {0};
  vec_ptr_push(&models, model);
  constants_of(r, r->o->last, &models, &fixed);
  for (uint32_t i = 0; i < n; i++) {
    struct term before = model_eval(models.data[0], x[i]), now = constant_of(r, x[i]);
    struct move move = {.x = x[i]};
    bool is_forced = false;
    for (uint32_t k = 0; k < fixed.size; k++) is_forced |= term_same(fixed.data[k].formula, term_eq(tm, x[i], before));
    if (!is_forced || !now.id || term_same(now, before)) continue;
    if (term_value64(tm, now, &move.now) && term_value64(tm, before, &move.before)) out[found++] = move;
  }
  for (uint32_t i = 0; i < models.size; i++) model_unref(models.data[i]);
  vec_ptr_release(&models);
  vec_relation_release(&fixed);
  return found;
}

static void congruences(struct relations *r, uint32_t n, const struct term *x, struct vec_relation *out) {
  struct move m[MAX_SUBJECTS];
  uint32_t found = r->o->last.id ? moves(r, n, x, m) : 0;
  for (uint32_t i = 0; i < found; i++) {
    bool is_signed = r->has_signed || !r->has_unsigned;
    add(out, RELATION_CONGRUENCE, RANK_CONGRUENCE, congruence(r, m[i].x, m[i].now, m[i].before, is_signed));
    if (is_signed && r->has_unsigned)
      add(out, RELATION_CONGRUENCE, RANK_CONGRUENCE, congruence(r, m[i].x, m[i].now, m[i].before, false));
    for (uint32_t k = i + 1; k < found && !r->o->paper_only; k++) line(r, &m[i], &m[k], out);
  }
}

// --- type 4 ---------------------------------------------------------------------------------------------

static void offer_substituted(struct relations *r, const struct vec_term *clauses, struct term from, struct term to,
                              struct vec_relation *out) {
  struct terms *tm = r->o->tm;
  for (uint32_t i = 0; i < clauses->size && out->size < MAX_SUBSTITUTED; i++) {
    struct term other = term_substitute(tm, clauses->data[i], 1, &from, &to);
    if (term_same(other, clauses->data[i]) || term_is_const(tm, other) || clauses_have(clauses, other)) continue;
    if (term_kind(tm, other) == TERM_EQ && term_is_const(tm, term_child(tm, other, 0))) continue; // type 1
    add(out, RELATION_SUBSTITUTED, RANK_SUBSTITUTED, other);
  }
}

// A comparison of e with c, in which c is no longer to be seen (x <= 9 is x < 10): e <= y or y <= e for y = c.
static void offer_bounds(struct relations *r, const struct vec_term *clauses, struct term c, struct term y,
                         struct vec_relation *out) {
  struct terms *tm = r->o->tm;
  for (uint32_t i = 0; i < clauses->size && out->size < MAX_SUBSTITUTED; i++) {
    struct inequality q;
    if (!inequality_of(tm, clauses->data[i], &q) || !q.strict || term_width(tm, q.a) != term_width(tm, c)) continue;
    struct term one = term_bv(tm, term_width(tm, c), 1);
    struct inequality wider = q;
    wider.strict = false;
    if (term_same(q.b, term_add(tm, c, one))) wider.b = y;
    else if (term_same(q.a, term_sub(tm, c, one))) wider.a = y;
    else continue;
    struct term formula = inequality_term(tm, &wider);
    if (!term_is_const(tm, formula)) add(out, RELATION_SUBSTITUTED, RANK_SUBSTITUTED, formula);
  }
}

static void substituted_in(struct relations *r, uint32_t n, const struct term *x, const struct vec_term *clauses,
                           struct vec_relation *out) {
  struct terms *tm = r->o->tm;
  for (uint32_t i = 0; i < n; i++) {
    struct term c = constant_of(r, x[i]);
    if (!c.id) continue;
    offer_substituted(r, clauses, c, x[i], out);
    offer_bounds(r, clauses, c, x[i], out);
    offer_substituted(r, clauses, x[i], c, out);
  }
  for (uint32_t k = 0; k < r->found.size; k++) {
    struct term f = r->found.data[k].formula;
    if (term_kind(tm, f) != TERM_EQ || r->found.data[k].rank != RANK_EQUAL) continue;
    offer_substituted(r, clauses, term_child(tm, f, 0), term_child(tm, f, 1), out);
    offer_substituted(r, clauses, term_child(tm, f, 1), term_child(tm, f, 0), out);
  }
}

// In single literals first.
static void substituted(struct relations *r, uint32_t n, const struct term *x, const struct vec_term *clauses,
                        struct vec_relation *out) {
  struct vec_term single = {0}, several = {0};
  for (uint32_t i = 0; i < clauses->size; i++) {
    enum term_kind kind = term_kind(r->o->tm, clauses->data[i]);
    vec_term_push(kind == TERM_OR || kind == TERM_NOT ? &several : &single, clauses->data[i]);
  }
  substituted_in(r, n, x, &single, out);
  substituted_in(r, n, x, &several, out);
  vec_term_release(&single);
  vec_term_release(&several);
}

// --- past the paper ---------------------------------------------------------------------------------------

static bool shares_variable(struct terms *tm, struct term a, struct term b) {
  uint32_t n;
  const uint32_t *vars = term_free_vars(tm, a, &n);
  for (uint32_t i = 0; i < n; i++)
    if (term_mentions(tm, b, (struct term){vars[i]})) return true;
  return false;
}

// x < y, or else x <= y, in one order.
static void offer_order(struct relations *r, struct term x, struct term y, bool is_signed, struct vec_relation *out) {
  struct terms *tm = r->o->tm;
  struct inequality q = {is_signed, true, x, y};
  for (int strict = 1; strict >= 0; strict--) {
    q.strict = strict;
    struct term formula = inequality_term(tm, &q);
    bool holds = !term_is_const(tm, formula);
    for (uint32_t m = 0; m < r->models.size && holds; m++) holds = model_holds(r->models.data[m], formula);
    if (holds) add(out, RELATION_INEQUALITY, RANK_INEQUALITY, formula);
    if (holds) return;
  }
}

// A bound on t in a clause, t <= c or c <= t, and e with a value that is near: t <= e + (c - value), c - value a small
// constant. A bound that grows with the iterations is seen as a constant only in each single extension.
static void offer_bounds_by(struct relations *r, const struct vec_term *clauses, struct term e, struct term value,
                            struct vec_relation *out) {
  struct terms *tm = r->o->tm;
  uint32_t width = term_width(tm, e);
  for (uint32_t i = 0; i < clauses->size; i++) {
    struct inequality q;
    if (!inequality_of(tm, clauses->data[i], &q) || !inequality_has_constant(tm, &q)) continue;
    bool above = term_is_const(tm, q.b);
    struct term bound = above ? q.b : q.a, t = above ? q.a : q.b;
    if (term_width(tm, t) != width || shares_variable(tm, t, e)) continue;
    if (q.strict)
      bound = above ? term_sub(tm, bound, term_bv(tm, width, 1)) : term_add(tm, bound, term_bv(tm, width, 1));
    struct term offset = term_sub(tm, bound, value);
    uint64_t d = 0;
    if (!term_value64(tm, offset, &d) || as_signed(d, width) > NEAR || as_signed(d, width) < -NEAR) continue;
    struct term moved = term_add(tm, e, offset);
    struct inequality by = {q.is_signed, false, above ? t : moved, above ? moved : t};
    add(out, RELATION_INEQUALITY, RANK_BOUND, inequality_term(tm, &by));
  }
}

// For e: subjects that are fixed, and differences and sums of two that are.
static void bounds_by_terms(struct relations *r, uint32_t n, const struct term *x, const struct vec_term *clauses,
                            struct vec_relation *out) {
  struct terms *tm = r->o->tm;
  for (uint32_t i = 0; i < n; i++)
    if (is_fixed(r, x[i])) offer_bounds_by(r, clauses, x[i], constant_of(r, x[i]), out);
  for (uint32_t i = 0; i < n; i++) {
    for (uint32_t j = 0; j < n; j++) {
      uint64_t a = 0;
      if (i == j || term_width(tm, x[i]) != term_width(tm, x[j]) || is_fixed(r, x[i]) || is_fixed(r, x[j])) continue;
      for (int sum = 0; sum < 2; sum++) {
        if ((sum && i > j) || !pair_relation(r, x[i], x[j], sum, &a).id) continue;
        struct term e = sum ? term_add(tm, x[i], x[j]) : term_sub(tm, x[i], x[j]);
        offer_bounds_by(r, clauses, e, term_bv(tm, term_width(tm, x[i]), a), out);
      }
    }
  }
}

// Is its value 0 in all models? Then it is below everything that is not, in the unsigned order.
static bool is_zero(const struct relations *r, struct term x) {
  struct term c = constant_of(r, x);
  return c.id && term_same(c, term_zero(r->o->tm, term_sort(r->o->tm, x)));
}

static void inequalities(struct relations *r, uint32_t n, const struct term *x, struct vec_relation *out) {
  struct terms *tm = r->o->tm;
  for (uint32_t i = 0; i < n; i++) {
    for (uint32_t j = 0; j < n; j++) {
      if (i == j || term_width(tm, x[i]) != term_width(tm, x[j])) continue;
      if (r->has_signed || !r->has_unsigned) offer_order(r, x[i], x[j], true, out);
      if (r->has_unsigned && !is_zero(r, x[i])) offer_order(r, x[i], x[j], false, out);
    }
  }
}

// Subjects and the constants that the loop compares with: on which side of them the extension lies.
static void sides_of_constants(struct relations *r, uint32_t n, const struct term *x, struct vec_relation *out) {
  struct terms *tm = r->o->tm;
  struct term_walk walk = {.tm = tm, .left_to_right = true};
  uint32_t constants = 0;
  for (uint32_t i = 0; i < r->o->n_thresholds; i++) term_walk_add(&walk, r->o->thresholds[i]);
  for (struct term c; constants < MAX_CONSTANTS && term_walk_next(&walk, &c);) {
    if (term_kind(tm, c) != TERM_CONST_BV) continue;
    constants++;
    for (uint32_t i = 0; i < n; i++) {
      if (term_width(tm, x[i]) != term_width(tm, c)) continue;
      bool is_signed = r->has_signed || !r->has_unsigned;
      offer_order(r, x[i], c, is_signed, out);
      offer_order(r, c, x[i], is_signed, out);
    }
  }
  term_walk_release(&walk);
}

// --- hints ------------------------------------------------------------------------------------------------

// The formula with equals put for equals: often enough to see that it is true.
static struct term simplified(struct relations *r, struct term formula) {
  struct terms *tm = r->o->tm;
  struct vec_term from = {0}, to = {0};
  for (uint32_t i = 0; i < r->o->n_subjects; i++) {
    struct term x = r->o->subjects[i], value = r->constants.data[i];
    for (uint32_t k = 0; k < r->found.size && !value.id; k++) {
      struct term f = r->found.data[k].formula;
      bool equal = r->found.data[k].rank == RANK_EQUAL && term_kind(tm, f) == TERM_EQ;
      if (equal && term_same(term_child(tm, f, 0), x)) value = term_child(tm, f, 1);
    }
    if (!value.id) continue;
    vec_term_push(&from, x);
    vec_term_push(&to, value);
  }
  struct term out = term_substitute(tm, formula, from.size, from.data, to.data);
  vec_term_release(&from);
  vec_term_release(&to);
  return out;
}

// Those that are hard to ask about are asked about one by one, until the first that takes long.
static void hints(struct relations *r, struct vec_relation *out) {
  struct terms *tm = r->o->tm;
  bool slow = false;
  for (uint32_t i = 0; i < r->o->n_hints; i++) {
    struct term hint = r->o->hints[i];
    if (clause_is_linear(tm, hint)) {
      add(out, RELATION_HINT, RANK_HINT, hint);
      continue;
    }
    double begin = clock_cpu();
    bool implied = true;
    for (uint32_t m = 0; m < r->models.size && implied; m++) implied = model_holds(r->models.data[m], hint);
    if (!implied) continue;
    if (!term_is_true(tm, simplified(r, hint))) implied = !slow && relations_implied(r, hint);
    slow |= clock_cpu() - begin > SLOW_SECONDS;
    if (implied) vec_relation_push(&r->found, (struct relation){RELATION_NONLINEAR, RANK_NONLINEAR, hint});
  }
}

// --- all of it -------------------------------------------------------------------------------------------

static void note_orders(struct relations *r, struct term formula, struct map_u32 *seen) {
  struct term_walk walk = {.tm = r->o->tm, .seen = seen};
  if (!formula.id) return;
  term_walk_add(&walk, formula);
  for (struct term t; term_walk_next(&walk, &t);) {
    enum term_kind kind = term_kind(r->o->tm, t);
    r->has_signed |= kind == TERM_BV_SLT || kind == TERM_BV_SLE;
    r->has_unsigned |= kind == TERM_BV_ULT || kind == TERM_BV_ULE;
  }
  term_walk_release(&walk);
}

static int by_rank(const void *x, const void *y) {
  const struct relation *a = x, *b = y;
  if (a->rank != b->rank) return a->rank < b->rank ? -1 : 1;
  return a->formula.id < b->formula.id ? -1 : a->formula.id > b->formula.id;
}

// Does every variable of b occur in a? Only then a is likely to imply b.
static bool covers(struct terms *tm, struct term a, struct term b) {
  uint32_t n;
  const uint32_t *vars = term_free_vars(tm, b, &n);
  for (uint32_t i = 0; i < n; i++)
    if (!term_mentions(tm, a, (struct term){vars[i]})) return false;
  return true;
}

// Leaves out what an earlier relation implies.
static void filter(struct relations *r) {
  struct terms *tm = r->o->tm;
  struct vec_relation *list = &r->found;
  if (list->size) qsort(list->data, list->size, sizeof *list->data, by_rank);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < list->size; i++) {
    struct term f = list->data[i].formula;
    bool implied = term_is_const(tm, f), hard = list->data[i].type == RELATION_NONLINEAR;
    for (uint32_t k = 0; k < kept && !implied; k++) implied = term_same(list->data[k].formula, f);
    for (uint32_t k = 0; k < kept && k < MAX_FILTERED && !implied && !hard; k++)
      implied = covers(tm, list->data[k].formula, f) &&
                relations_ask(r, list->data[k].formula, term_not(tm, f), NULL) == ANSWER_UNSAT;
    if (!implied) list->data[kept++] = list->data[i];
  }
  list->size = kept;
}

void relations_collect(struct relations *r, const struct vec_term *clauses) {
  const struct overapproximation *o = r->o;
  struct map_u32 seen = {0};
  note_orders(r, o->extension, &seen);
  note_orders(r, o->last, &seen);
  for (uint32_t i = 0; i < o->n_hints; i++) note_orders(r, o->hints[i], &seen);
  map_u32_release(&seen);
  vec_term_resize(&r->constants, o->n_subjects);
  struct model *model = NULL;
  if (relations_ask(r, extended(r), term_true(o->tm), &model) != ANSWER_SAT) return;
  vec_ptr_push(&r->models, model);
  struct vec_relation list = {0};
  constants_of(r, extended(r), &r->models, &list);
  note_constants(r, &list);
  vec_relation_clear(&list);
  struct term x[MAX_SUBJECTS];
  uint32_t n = numbers(r, x);
  linear(r, n, x);
  congruences(r, n, x, &list);
  substituted(r, n, x, clauses, &list);
  hints(r, &list);
  if (!o->paper_only) bounds_by_terms(r, n, x, clauses, &list);
  if (!o->paper_only) inequalities(r, n, x, &list);
  if (!o->paper_only) sides_of_constants(r, n, x, &list);
  keep_and_note(r, &list);
  vec_relation_release(&list);
  filter(r);
  if (o->counts) o->counts->relations += r->found.size;
}

void relations_forget(struct relations *r) {
  for (uint32_t i = 0; i < r->models.size; i++) model_unref(r->models.data[i]);
  vec_ptr_release(&r->models);
  vec_term_release(&r->constants);
  vec_relation_release(&r->found);
}

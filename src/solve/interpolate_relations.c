// Interpolants from relations among variables, of the kinds that loop folding collects (SlowBeast, section 4.3) and a few more.
//
// Forward, at each cut: candidates over the variables that are live there are thinned out to those that hold whenever the path comes to the cut from
// the relations of the cut before it. One model after the other removes what it breaks, until none is left that does. If the rest of
// the path can still be run, bounds found by bisection are added. Backward: of the relations at a cut only those stay that
// are needed for what was kept at the next cut.
//
// Candidates have a class: relations between variables are more likely to hold elsewhere in the program than values of variables are. Minimising
// tries with the better classes alone first.
#include "solve/internal.h"
#include "solve/linear.h"

enum {
  MAX_VALUES = 12,        // terms that relations are about, at one cut
  MAX_TRIPLE_VALUES = 6,
  MAX_CONSTANTS = 24,     // of the path
  MAX_CANDIDATES = 1500,
  MAX_ATOMS = 120,        // taken from guards
  MAX_ROUNDS = 400,       // models that remove candidates
  CORE_CHECKS = 60,
  WEAKENING_CHECKS = 24,
};

enum { CLASS_RELATION, CLASS_BOUND, CLASS_EQUAL, CLASS_CARRIED, CLASS_VALUE, CLASS_COUNT };

struct relations {
  struct interpolator *ip;
  struct terms *tm;
  const struct problem *p;
  struct vec_term constants;     // bit-vector constants of the path
  struct vec_term atoms;         // comparisons and equations in guards
  struct vec_u32 atom_steps;
  struct vec_term reads;         // select terms over variables and constants
  bool has_signed, has_unsigned; // comparisons in guards
  // At the cut at hand.
  uint32_t cut;
  struct vec_term values, samples;
  struct vec_term candidates;
  struct map_u32 seen;           // offered at this cut
  uint32_t class;                // of what is being offered
  struct map_u32 classes;        // of all candidates, at all cuts
};

// --- what the path offers -----------------------------------------------------------------------------

static bool is_plain(struct terms *tm, struct term t) { return term_kind(tm, t) == TERM_VAR || term_is_const(tm, t); }

static bool is_atom(struct terms *tm, struct term t) {
  enum term_kind kind = term_kind(tm, t);
  if (kind == TERM_EQ) return sort_kind(tm, term_sort(tm, term_child(tm, t, 0))) != SORT_BOOL;
  return kind == TERM_BV_ULE || kind == TERM_BV_ULT || kind == TERM_BV_SLE || kind == TERM_BV_SLT;
}

static void scan_term(struct relations *r, struct term root, uint32_t step, bool is_guard, struct map_u32 *seen) {
  struct terms *tm = r->tm;
  struct vec_term todo = {0};
  vec_term_push(&todo, root);
  while (todo.size) {
    struct term t = vec_term_pop(&todo);
    if (map_u32_find(seen, t.id)) continue;
    map_u32_put(seen, t.id, 1);
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
    for (uint32_t i = 0; i < term_arity(tm, t); i++) vec_term_push(&todo, term_child(tm, t, i));
  }
  vec_term_release(&todo);
}

static void scan_path(struct relations *r) {
  struct map_u32 seen = {0};
  // From the end: what is near the conflict comes first where there is too much.
  for (uint32_t i = r->p->n_steps; i-- > 0;) {
    const struct step *s = &r->p->steps[i];
    map_u32_clear(&seen);
    scan_term(r, s->guard, i, true, &seen);
    for (uint32_t k = 0; k < s->n_updates; k++) scan_term(r, s->updates[k].value, i, false, &seen);
  }
  map_u32_release(&seen);
}

// --- candidates at a cut --------------------------------------------------------------------------------

static bool is_in(const struct vec_term *list, uint32_t id) {
  for (uint32_t i = 0; i < list->size; i++)
    if (list->data[i].id == id) return true;
  return false;
}

static bool only_live(struct relations *r, const struct vec_term *live, struct term t) {
  uint32_t n;
  const uint32_t *ids = term_free_vars(r->tm, t, &n);
  for (uint32_t i = 0; i < n; i++)
    if (!is_in(live, ids[i])) return false;
  return n > 0;
}

static void add_value(struct relations *r, struct term t) {
  if (r->values.size == MAX_VALUES || sort_kind(r->tm, term_sort(r->tm, t)) != SORT_BV) return;
  for (uint32_t i = 0; i < r->values.size; i++)
    if (term_same(r->values.data[i], t)) return;
  vec_term_push(&r->values, t);
}

static void collect_values(struct relations *r, const struct vec_term *live) {
  vec_term_clear(&r->values);
  for (uint32_t i = 0; i < live->size; i++) add_value(r, live->data[i]);
  for (uint32_t i = 0; i < r->reads.size; i++)
    if (only_live(r, live, r->reads.data[i])) add_value(r, r->reads.data[i]);
}

static void offer(struct relations *r, struct term t) {
  if (term_is_const(r->tm, t)) return;
  // What is offered twice is of the better class.
  if (map_u32_get_or(&r->classes, t.id, CLASS_COUNT) > r->class) map_u32_put(&r->classes, t.id, r->class);
  if (r->candidates.size == MAX_CANDIDATES || map_u32_find(&r->seen, t.id)) return;
  map_u32_put(&r->seen, t.id, 1);
  vec_term_push(&r->candidates, t);
}

// x = c, where c is the value in the first model.
static void offer_values(struct relations *r) {
  for (uint32_t i = 0; i < r->values.size; i++) offer(r, term_eq(r->tm, r->values.data[i], r->samples.data[i]));
}

// a ≤ b or a < b. An order that the path itself does not use is second to the one it uses.
static void offer_order(struct relations *r, struct term a, struct term b, bool is_signed, bool strict) {
  struct terms *tm = r->tm;
  uint32_t class = r->class;
  if ((is_signed ? r->has_unsigned && !r->has_signed : r->has_signed && !r->has_unsigned) && class < CLASS_CARRIED) r->class = CLASS_CARRIED;
  if (is_signed) offer(r, strict ? term_slt(tm, a, b) : term_sle(tm, a, b));
  else offer(r, strict ? term_ult(tm, a, b) : term_ule(tm, a, b));
  r->class = class;
}

// x modulo 2, 4, 8. Parity is the likeliest to be meant.
static void offer_moduli(struct relations *r) {
  struct terms *tm = r->tm;
  for (uint32_t i = 0; i < r->values.size; i++)
    for (uint32_t k = 3; k >= 1; k--) {
      if (k >= term_width(tm, r->values.data[i])) continue;
      r->class = k == 1 ? CLASS_BOUND : CLASS_CARRIED;
      offer(r, term_eq(tm, term_extract(tm, k - 1, 0, r->values.data[i]), term_extract(tm, k - 1, 0, r->samples.data[i])));
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
    if (on_path(r, r->samples.data[i])) offer(r, term_eq(r->tm, r->values.data[i], r->samples.data[i]));
}

// x - y = c, x + y = c, x = c·y and orders. The constants are those of the first model.
static void offer_pair(struct relations *r, uint32_t i, uint32_t k) {
  struct terms *tm = r->tm;
  struct term x = r->values.data[i], y = r->values.data[k], a = r->samples.data[i], b = r->samples.data[k];
  if (term_width(tm, x) != term_width(tm, y)) return;
  struct term sums[2][2] = {{term_add(tm, x, y), term_add(tm, a, b)}, {term_sub(tm, x, y), term_sub(tm, a, b)}};
  for (int d = 0; d < 2; d++) {
    r->class = on_path(r, sums[d][1]) || on_path(r, term_neg(tm, sums[d][1])) ? CLASS_EQUAL : CLASS_VALUE;
    offer(r, term_eq(tm, sums[d][0], sums[d][1]));
  }
  r->class = CLASS_RELATION;
  uint64_t u, v;
  if (term_value64(tm, a, &u) && term_value64(tm, b, &v)) {
    if (v > 1 && u > v && u % v == 0) offer(r, term_eq(tm, x, term_mul(tm, term_bv(tm, term_width(tm, x), u / v), y)));
    if (u > 1 && v > u && v % u == 0) offer(r, term_eq(tm, y, term_mul(tm, term_bv(tm, term_width(tm, x), v / u), x)));
  }
  for (uint32_t c = 0; c < r->constants.size; c++) {
    uint64_t factor;
    if (!term_value64(tm, r->constants.data[c], &factor) || factor < 2 || factor > 64) continue;
    struct term f = term_bv(tm, term_width(tm, x), factor);
    offer(r, term_eq(tm, x, term_mul(tm, f, y)));
    offer(r, term_eq(tm, y, term_mul(tm, f, x)));
  }
  struct term pair[2][2] = {{x, y}, {y, x}};
  for (int d = 0; d < 2; d++) {
    for (int k = 0; k < 4; k++) offer_order(r, pair[d][0], pair[d][1], k & 1, k < 2);
  }
  offer(r, term_not(tm, term_eq(tm, x, y)));
  offer(r, term_eq(tm, x, y));
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
    struct term sample = minus ? term_sub(tm, r->samples.data[i], r->samples.data[k]) : term_add(tm, r->samples.data[i], r->samples.data[k]);
    if (!term_value64(tm, sample, &s)) continue;
    uint64_t factor = c && s % c == 0 ? s / c : 1;
    offer(r, term_eq(tm, sum, term_mul(tm, term_bv(tm, width, factor), z)));
    if (factor != 1) offer(r, term_eq(tm, sum, z));
    if (minus) offer(r, term_eq(tm, term_sub(tm, y, x), z));
  }
}

// With each Boolean: what holds where it is true, and where it is false.
static void offer_implied(struct relations *r, const struct vec_term *live, struct term t) {
  struct terms *tm = r->tm;
  for (uint32_t i = 0; i < live->size; i++) {
    struct term b = live->data[i];
    if (sort_kind(tm, term_sort(tm, b)) != SORT_BOOL) continue;
    offer(r, term_or(tm, b, t));
    offer(r, term_or(tm, term_not(tm, b), t));
  }
}

// Atoms of guards behind the cut, carried back to it: weakest preconditions, true of this path more than of the program.
static void offer_carried(struct relations *r, const struct vec_term *live) {
  for (uint32_t i = 0; i < r->atoms.size; i++) {
    struct term t = r->atoms.data[i];
    for (uint32_t step = r->atom_steps.data[i]; step-- > r->cut;) t = linear_before(r->tm, &r->p->steps[step], t);
    if (!only_live(r, live, t)) continue;
    if (!term_same(t, r->atoms.data[i])) offer(r, t), offer(r, term_not(r->tm, t));
    offer_implied(r, live, t);
    offer_implied(r, live, term_not(r->tm, t));
  }
}

// Atoms of guards as they stand, and Booleans.
static void offer_atoms(struct relations *r, const struct vec_term *live) {
  for (uint32_t i = 0; i < r->atoms.size; i++) {
    if (!only_live(r, live, r->atoms.data[i])) continue;
    offer(r, r->atoms.data[i]);
    offer(r, term_not(r->tm, r->atoms.data[i]));
  }
  for (uint32_t i = 0; i < live->size; i++) {
    if (sort_kind(r->tm, term_sort(r->tm, live->data[i])) != SORT_BOOL) continue;
    offer(r, live->data[i]);
    offer(r, term_not(r->tm, live->data[i]));
  }
}

static void offer_all(struct relations *r, const struct vec_term *live) {
  vec_term_clear(&r->candidates);
  map_u32_clear(&r->seen);
  r->class = CLASS_CARRIED;
  offer_carried(r, live);
  offer_moduli(r);
  r->class = CLASS_BOUND;
  offer_constants(r);
  r->class = CLASS_EQUAL;
  offer_equal(r);
  r->class = CLASS_VALUE;
  offer_values(r);
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

// --- what holds at the cut ------------------------------------------------------------------------------

// The path up to the cut: what was known at the cut before it, and the guards between.
struct prefix {
  struct segment *segment;
  struct vec_term fixed;
};

static struct term at_end(const struct prefix *x, struct term t) { return substitution_apply(x->segment->end, t); }

// Removes the candidates that the model breaks.
static void remove_broken(struct relations *r, const struct prefix *x, struct model *model) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < r->candidates.size; i++)
    if (model_holds(model, at_end(x, r->candidates.data[i]))) r->candidates.data[kept++] = r->candidates.data[i];
  r->candidates.size = kept;
}

static enum answer ask_with(struct relations *r, struct prefix *x, struct term extra, struct model **model) {
  vec_term_push(&x->fixed, extra);
  enum answer answer = interpolator_try(r->ip, &x->fixed, 0, NULL);
  x->fixed.size--;
  if (model) *model = answer == ANSWER_SAT ? solver_model(r->ip->solver) : NULL;
  return answer;
}

// Where one question about all candidates was too hard, each is asked alone.
static void keep_proven(struct relations *r, struct prefix *x) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < r->candidates.size && !interpolator_stopped(r->ip); i++) {
    struct term t = r->candidates.data[i];
    if (ask_with(r, x, term_not(r->tm, at_end(x, t)), NULL) == ANSWER_UNSAT) r->candidates.data[kept++] = t;
  }
  r->candidates.size = kept;
}

// Leaves those candidates that hold whenever the cut is reached.
static bool thin_out(struct relations *r, struct prefix *x) {
  struct vec_term values = {0};
  bool done = false;
  for (uint32_t round = 0; !done && round < MAX_ROUNDS && !interpolator_stopped(r->ip); round++) {
    vec_term_clear(&values);
    for (uint32_t i = 0; i < r->candidates.size; i++) vec_term_push(&values, at_end(x, r->candidates.data[i]));
    struct term all = values.size ? term_and_n(r->tm, values.size, values.data) : term_true(r->tm);
    struct model *model = NULL;
    enum answer answer = term_is_true(r->tm, all) ? ANSWER_UNSAT : ask_with(r, x, term_not(r->tm, all), &model);
    uint32_t before = r->candidates.size;
    if (answer == ANSWER_SAT) remove_broken(r, x, model);
    else if (answer == ANSWER_UNKNOWN) keep_proven(r, x);
    model_unref(model);
    done = answer != ANSWER_SAT;
    if (!done && before == r->candidates.size) break; // cannot be, unless the model is wrong
  }
  vec_term_release(&values);
  return done && !interpolator_stopped(r->ip);
}

// --- bounds ---------------------------------------------------------------------------------------------

enum { UPPER = 1, SIGNED = 2 };

// t ≤ c or t ≥ c in the order.
static struct term bounded(struct terms *tm, struct term t, struct term c, int kind) {
  struct term a = kind & UPPER ? t : c, b = kind & UPPER ? c : t;
  return kind & SIGNED ? term_sle(tm, a, b) : term_ule(tm, a, b);
}

// Positions in the order, counted from the end away from the bound: 0 is the strictest bound, 2^width - 1 says nothing.
static struct term bound_at(struct terms *tm, uint32_t width, const mpz_t position, int kind) {
  mpz_t number;
  mpz_init_set(number, position);
  if (!(kind & UPPER)) mpz_com(number, number); // -1 - position: from the top downwards
  if (kind & SIGNED) {
    mpz_t half;
    mpz_init(half);
    mpz_setbit(half, width - 1);
    mpz_add(number, number, half);
    mpz_clear(half);
  }
  struct term c = term_bv_big(tm, width, number);
  mpz_clear(number);
  return c;
}

// The strictest bound of t that holds when the cut is reached becomes a candidate; nothing if t takes its outermost value.
static void offer_bound(struct relations *r, struct prefix *x, struct term t, int kind) {
  struct terms *tm = r->tm;
  uint32_t width = term_width(tm, t);
  struct term value = at_end(x, t), best = TERM_NONE;
  mpz_t low, high, middle;
  mpz_inits(low, high, middle, NULL);
  mpz_setbit(high, width);
  mpz_sub_ui(high, high, 1);
  bool ok = true;
  for (bool first = true; ok && mpz_cmp(low, high) < 0 && !interpolator_stopped(r->ip); first = false) {
    if (first) mpz_sub_ui(middle, high, 1);
    else mpz_add(middle, low, high), mpz_fdiv_q_2exp(middle, middle, 1);
    struct term c = bound_at(tm, width, middle, kind);
    enum answer answer = ask_with(r, x, term_not(tm, bounded(tm, value, c, kind)), NULL);
    if (answer == ANSWER_UNSAT) mpz_set(high, middle), best = c;
    else mpz_add_ui(low, middle, 1);
    ok = answer != ANSWER_UNKNOWN && !(first && answer == ANSWER_SAT);
  }
  if (!term_none(best)) offer(r, bounded(tm, t, best, kind));
  mpz_clears(low, high, middle, NULL);
}

static void offer_bounds(struct relations *r, struct prefix *x) {
  r->class = CLASS_VALUE;
  for (uint32_t i = 0; i < r->values.size; i++)
    for (int kind = 0; kind < 4; kind++) offer_bound(r, x, r->values.data[i], kind);
  if (r->values.size > MAX_TRIPLE_VALUES) return;
  for (uint32_t i = 0; i < r->values.size; i++)
    for (uint32_t k = 0; k < r->values.size; k++) {
      if (i == k || term_width(r->tm, r->values.data[i]) != term_width(r->tm, r->values.data[k])) continue;
      offer_bound(r, x, term_sub(r->tm, r->values.data[i], r->values.data[k]), SIGNED | UPPER);
      if (i < k) offer_bound(r, x, term_add(r->tm, r->values.data[i], r->values.data[k]), SIGNED | UPPER);
      if (i < k) offer_bound(r, x, term_add(r->tm, r->values.data[i], r->values.data[k]), SIGNED);
    }
}

// --- the sequence ---------------------------------------------------------------------------------------

// Does the conjunction keep the rest of the path from running?
static bool suffices(struct relations *r, const struct vec_term *facts) {
  struct segment *rest = interpolator_segment(r->ip, r->p, r->cut, r->p->n_steps);
  struct vec_term all = {0};
  for (uint32_t i = 0; i < facts->size; i++) vec_term_push(&all, facts->data[i]);
  for (uint32_t i = 0; i < rest->guards.size; i++) vec_term_push(&all, rest->guards.data[i]);
  enum answer answer = interpolator_try(r->ip, &all, 0, NULL);
  vec_term_release(&all);
  return answer == ANSWER_UNSAT;
}

// All that is found to hold at the cut, given what holds at the cut before it.
static bool collect_at(struct relations *r, uint32_t k, const struct vec_term *before, struct vec_term *holds) {
  const struct problem *p = r->p;
  const struct vec_term *live = &p->live[k];
  r->cut = p->cuts[k];
  struct prefix x = {interpolator_segment(r->ip, p, k ? p->cuts[k - 1] : 0, r->cut), {0}};
  for (uint32_t i = 0; before && i < before->size; i++) vec_term_push(&x.fixed, before->data[i]);
  for (uint32_t i = 0; i < x.segment->guards.size; i++) vec_term_push(&x.fixed, x.segment->guards.data[i]);
  bool ok = false;
  enum answer answer = interpolator_try(r->ip, &x.fixed, 0, NULL);
  if (answer == ANSWER_UNSAT) {
    vec_term_push(holds, term_false(r->tm));
    ok = true;
  } else if (answer == ANSWER_SAT) {
    struct model *model = solver_model(r->ip->solver);
    collect_values(r, live);
    vec_term_clear(&r->samples);
    for (uint32_t i = 0; i < r->values.size; i++) vec_term_push(&r->samples, model_eval(model, at_end(&x, r->values.data[i])));
    offer_all(r, live);
    remove_broken(r, &x, model);
    model_unref(model);
    ok = thin_out(r, &x);
    if (ok && !suffices(r, &r->candidates)) {
      offer_bounds(r, &x);
      ok = !interpolator_stopped(r->ip) && suffices(r, &r->candidates);
    }
    for (uint32_t i = 0; i < r->candidates.size && ok; i++) vec_term_push(holds, r->candidates.data[i]);
  }
  vec_term_release(&x.fixed);
  return ok;
}

// Those candidates needed for the conflict with `fixed`, from those that the next cut has as well: what holds from one cut to the next may hold
// in a loop.
static bool core_of_next(struct relations *r, const struct vec_term *fixed, const struct vec_term *holds, const struct vec_term *next,
                         struct vec_term *core) {
  vec_term_clear(core);
  for (uint32_t i = 0; i < holds->size; i++)
    if (is_in(next, holds->data[i].id)) vec_term_push(core, holds->data[i]);
  return core->size && interpolator_core(r->ip, fixed, core, CORE_CHECKS) == ANSWER_UNSAT;
}

// The candidates of some classes (a bit for each) that are needed for the conflict with `fixed`. False: they do not suffice.
static bool core_of(struct relations *r, const struct vec_term *fixed, const struct vec_term *holds, uint32_t classes, struct vec_term *core) {
  vec_term_clear(core);
  for (uint32_t i = 0; i < holds->size; i++)
    if (classes >> map_u32_get_or(&r->classes, holds->data[i].id, 0) & 1) vec_term_push(core, holds->data[i]);
  return interpolator_core(r->ip, fixed, core, CORE_CHECKS) == ANSWER_UNSAT;
}

// Is w a bound of the same term in the same direction as t, and weaker?
static bool is_weaker(struct terms *tm, struct term t, struct term w) {
  enum term_kind kind = term_kind(tm, t);
  bool is_signed = kind == TERM_BV_SLE || kind == TERM_BV_SLT;
  if (kind != term_kind(tm, w) || (!is_signed && kind != TERM_BV_ULE && kind != TERM_BV_ULT)) return false;
  bool upper = term_is_const(tm, term_child(tm, t, 1));
  struct term x = term_child(tm, t, !upper), y = term_child(tm, w, !upper), c = term_child(tm, t, upper), d = term_child(tm, w, upper);
  if (!term_same(x, y) || !term_is_const(tm, c) || !term_is_const(tm, d) || term_same(c, d)) return false;
  struct term low = upper ? c : d, high = upper ? d : c;
  return term_is_true(tm, is_signed ? term_slt(tm, low, high) : term_ult(tm, low, high));
}

// Replaces bounds by weaker ones as long as the conflict stays.
static void weaken(struct relations *r, const struct vec_term *fixed, const struct vec_term *holds, struct vec_term *core) {
  uint32_t checks = WEAKENING_CHECKS;
  for (uint32_t i = 0; i < core->size; i++)
    for (uint32_t k = 0; k < holds->size && checks && !interpolator_stopped(r->ip); k++) {
      struct term old = core->data[i];
      if (!is_weaker(r->tm, old, holds->data[k])) continue;
      core->data[i] = holds->data[k];
      checks--;
      if (interpolator_try(r->ip, fixed, core->size, core->data) != ANSWER_UNSAT) core->data[i] = old;
    }
}

// Of what holds at cut k, what is needed to get `next` at the next cut (false: that the rest cannot be run). holds[k + 1] are its conjuncts.
static bool minimise_at(struct relations *r, uint32_t k, struct term next, struct vec_term *all) {
  const struct problem *p = r->p;
  struct vec_term *holds = &all[k];
  struct segment *s = interpolator_segment(r->ip, p, p->cuts[k], k + 1 < p->n_cuts ? p->cuts[k + 1] : p->n_steps);
  struct vec_term fixed = {0}, core = {0}, other = {0};
  for (uint32_t i = 0; i < s->guards.size; i++) vec_term_push(&fixed, s->guards.data[i]);
  vec_term_push(&fixed, term_not(r->tm, substitution_apply(s->end, next)));
  // Perhaps the steps alone are enough; else with as few classes as will do.
  bool ok = interpolator_try(r->ip, &fixed, 0, NULL) == ANSWER_UNSAT;
  if (!ok && k + 1 < p->n_cuts) ok = core_of_next(r, &fixed, holds, &all[k + 1], &core);
  for (uint32_t class = 0; class < CLASS_COUNT && !ok && !interpolator_stopped(r->ip); class++)
    ok = core_of(r, &fixed, holds, (2u << class) - 1, &core);
  // One equation says what several bounds say.
  bool shorter = ok && core.size > 1 && core_of(r, &fixed, holds, 1u << CLASS_RELATION | 1u << CLASS_EQUAL, &other) && other.size < core.size;
  struct vec_term *best = shorter ? &other : &core;
  if (ok) weaken(r, &fixed, holds, best);
  vec_term_clear(holds);
  for (uint32_t i = 0; i < best->size && ok; i++) vec_term_push(holds, best->data[i]);
  vec_term_release(&fixed);
  vec_term_release(&core);
  vec_term_release(&other);
  return ok;
}

bool provide_relations(struct interpolator *ip, const struct problem *p, struct term *out) {
  struct relations r = {.ip = ip, .tm = ip->tm, .p = p};
  struct vec_term *holds = mem_zalloc(p->n_cuts + 1, sizeof *holds);
  scan_path(&r);
  bool ok = true;
  for (uint32_t k = 0; k < p->n_cuts && ok; k++) ok = collect_at(&r, k, k ? &holds[k - 1] : NULL, &holds[k]);
  struct term next = term_false(ip->tm);
  for (uint32_t k = p->n_cuts; k-- > 0 && ok;) {
    ok = minimise_at(&r, k, next, holds);
    next = out[k] = linear_conjunction(ip->tm, holds[k].size, holds[k].data);
  }
  for (uint32_t k = 0; k < p->n_cuts; k++) vec_term_release(&holds[k]);
  mem_free(holds);
  vec_term_release(&r.constants);
  vec_term_release(&r.atoms);
  vec_u32_release(&r.atom_steps);
  vec_term_release(&r.reads);
  vec_term_release(&r.values);
  vec_term_release(&r.samples);
  vec_term_release(&r.candidates);
  map_u32_release(&r.seen);
  map_u32_release(&r.classes);
  return ok;
}

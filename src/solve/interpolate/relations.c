// Interpolants from relations among variables (relations.h).
//
// Forward, at each cut: of the candidates over the variables that are live there, Houdini leaves those that hold
// whenever the path reaches the cut from the relations of the cut before it. If the rest of the path can still be run,
// bounds found by bisection are added.
// Backward: of the relations at a cut only those stay that are needed for what was kept at the next cut.
//
// Minimising tries with the better classes alone first.
#include "solve/interpolate/relations.h"
#include "solve/solver.h"
#include "solve/interpolate/houdini.h"
#include "solve/linear/linear.h"

enum {
  MAX_VALUES = 12,
  MAX_BOUND_VALUES = 6,   // whose sums and differences get bounds
  MAX_QUESTIONS = 400,    // about all candidates at a cut
  CORE_CHECKS = 60,
  WEAKENING_CHECKS = 24,
};

static void scan_path(struct relations *r) {
  struct map_u32 seen = {0};
  // From the end: what is near the conflict comes first where there is too much.
  for (uint32_t i = r->p->n_steps; i-- > 0;) {
    const struct step *s = &r->p->steps[i];
    map_u32_clear(&seen);
    relations_scan(r, s->guard, i, true, &seen);
    for (uint32_t k = 0; k < s->n_updates; k++) relations_scan(r, s->updates[k].value, i, false, &seen);
  }
  map_u32_release(&seen);
}

// --- what holds at the cut ------------------------------------------------------------------------------

// The path up to the cut: what was known at the cut before it, and the guards between.
struct prefix {
  struct segment *segment;
  struct vec_term fixed;
};

static struct term at_end(const struct prefix *x, struct term t) { return substitution_apply(x->segment->end, t); }

static enum answer ask_with(struct relations *r, struct prefix *x, struct term extra) {
  vec_term_push(&x->fixed, extra);
  enum answer answer = interpolator_try(r->ip, &x->fixed, 0, NULL);
  x->fixed.size--;
  return answer;
}

// Leaves those candidates that hold whenever the cut is reached.
static bool keep_inductive(struct relations *r, const struct prefix *x) {
  struct vec_term *candidates = &r->candidates;
  struct houdini_step step = {HOUDINI_OUTSIDE, 0, &x->fixed, x->segment->end};
  struct houdini h = {.tm = r->tm,
                      .candidates = &candidates,
                      .n_steps = 1,
                      .steps = &step,
                      .ask = interpolator_try_model,
                      .context = r->ip,
                      .max_questions = MAX_QUESTIONS,
                      .one_by_one = true};
  return houdini_run(&h) && !interpolator_stopped(r->ip);
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

// The strictest bound of t that holds when the cut is reached becomes a candidate; nothing if t takes its outermost
// value.
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
    enum answer answer = ask_with(r, x, term_not(tm, bounded(tm, value, c, kind)));
    if (answer == ANSWER_UNSAT) mpz_set(high, middle), best = c;
    else mpz_add_ui(low, middle, 1);
    ok = answer != ANSWER_UNKNOWN && !(first && answer == ANSWER_SAT);
  }
  if (!term_none(best)) relations_offer(r, bounded(tm, t, best, kind));
  mpz_clears(low, high, middle, NULL);
}

static void offer_bounds(struct relations *r, struct prefix *x) {
  r->class = CLASS_VALUE;
  for (uint32_t i = 0; i < r->values.size; i++)
    for (int kind = 0; kind < 4; kind++) offer_bound(r, x, r->values.data[i], kind);
  if (r->values.size > MAX_BOUND_VALUES) return;
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
    relations_values(r, live);
    vec_term_clear(&r->samples);
    for (uint32_t i = 0; i < r->values.size; i++)
      vec_term_push(&r->samples, model_eval(model, at_end(&x, r->values.data[i])));
    relations_offer_all(r, live);
    houdini_refute(&r->candidates, model, x.segment->end);
    model_unref(model);
    ok = keep_inductive(r, &x);
    if (ok && !suffices(r, &r->candidates)) {
      offer_bounds(r, &x);
      ok = !interpolator_stopped(r->ip) && suffices(r, &r->candidates);
    }
    for (uint32_t i = 0; i < r->candidates.size && ok; i++) vec_term_push(holds, r->candidates.data[i]);
  }
  vec_term_release(&x.fixed);
  return ok;
}

// Those candidates needed for the conflict with `fixed`, from those that the next cut has as well: what holds from one
// cut to the next may hold in a loop.
static bool core_of_next(struct relations *r, const struct vec_term *fixed, const struct vec_term *holds,
                         const struct vec_term *next, struct vec_term *core) {
  vec_term_clear(core);
  for (uint32_t i = 0; i < holds->size; i++)
    if (terms_have(next, holds->data[i].id)) vec_term_push(core, holds->data[i]);
  return core->size && interpolator_core(r->ip, fixed, core, CORE_CHECKS) == ANSWER_UNSAT;
}

// Is w a bound of the same term in the same direction as t, and weaker?
static bool is_weaker(struct terms *tm, struct term t, struct term w) {
  enum term_kind kind = term_kind(tm, t);
  bool is_signed = kind == TERM_BV_SLE || kind == TERM_BV_SLT;
  if (kind != term_kind(tm, w) || (!is_signed && kind != TERM_BV_ULE && kind != TERM_BV_ULT)) return false;
  bool upper = term_is_const(tm, term_child(tm, t, 1));
  struct term x = term_child(tm, t, !upper), y = term_child(tm, w, !upper), c = term_child(tm, t, upper),
              d = term_child(tm, w, upper);
  if (!term_same(x, y) || !term_is_const(tm, c) || !term_is_const(tm, d) || term_same(c, d)) return false;
  struct term low = upper ? c : d, high = upper ? d : c;
  return term_is_true(tm, is_signed ? term_slt(tm, low, high) : term_ult(tm, low, high));
}

// Replaces bounds by weaker ones as long as the conflict stays.
static void weaken(struct relations *r, const struct vec_term *fixed, const struct vec_term *holds,
                   struct vec_term *core) {
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

// Of what holds at cut k, what is needed to get `next` at the next cut (false: that the rest cannot be run). holds[k +
// 1] are its conjuncts.
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
  for (uint32_t class = 0; class < CLASS_COUNT && !ok && !interpolator_stopped(r->ip); class ++)
    ok = relations_core(r, &fixed, holds, (2u << class) - 1, &core);
  // One equation says what several bounds say.
  bool shorter = ok && core.size > 1 &&
                 relations_core(r, &fixed, holds, 1u << CLASS_RELATION | 1u << CLASS_EQUAL, &other) &&
                 other.size < core.size;
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
  struct relations r = {.ip = ip, .tm = ip->tm, .p = p, .max_values = MAX_VALUES};
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
  relations_release(&r);
  return ok;
}

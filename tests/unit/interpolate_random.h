// For tests of interpolation: random paths over a few bits, run from every state.
#ifndef CLEW_INTERPOLATE_RANDOM_H
#define CLEW_INTERPOLATE_RANDOM_H
#include "brute.h"
#include "interpolate_paths.h"
#include "random.h"

struct random_path {
  struct fixture *f;
  struct rng rng;
  struct brute_layout vars;
  struct term scalars[8];
  uint32_t n_scalars;
  struct term array, flag;   // or none
};

static inline uint32_t below(struct random_path *r, uint32_t n) { return (uint32_t)rng_below(&r->rng, n); }

static inline struct term cut_to(struct terms *tm, struct term t, uint32_t width) {
  uint32_t w = term_width(tm, t);
  return w > width ? term_extract(tm, width - 1, 0, t) : term_zext(tm, t, width);
}

// A term of the width over the variables and `in` (or none).
static inline struct term random_scalar(struct random_path *r, uint32_t width, struct term in, uint32_t depth) {
  struct terms *tm = r->f->tm;
  uint32_t how = below(r, depth ? 12 : 5);
  if (how == 0) return term_bv(tm, width, below(r, 1u << width));
  if (how == 1 && !term_none(in)) return cut_to(tm, in, width);
  if (how == 2 && !term_none(r->array)) {
    struct term index =
        cut_to(tm, r->scalars[below(r, r->n_scalars)], sort_width(tm, sort_index(tm, term_sort(tm, r->array))));
    return cut_to(tm, term_select(tm, r->array, index), width);
  }
  if (how < 5) return cut_to(tm, r->scalars[below(r, r->n_scalars)], width);
  struct term a = random_scalar(r, width, in, depth - 1), b = random_scalar(r, width, in, depth - 1);
  switch (how) {
  case 5:
  case 6: return term_add(tm, a, b);
  case 7: return term_sub(tm, a, b);
  case 8: return term_bvxor(tm, a, b);
  case 9: return term_mul(tm, term_bv(tm, width, 3), a);
  case 10: return below(r, 2) ? term_bvand(tm, a, b) : term_mul(tm, a, b);
  default: return term_ite(tm, term_ult(tm, a, b), b, a);
  }
}

static inline struct term random_guard(struct random_path *r, struct term in, uint32_t depth) {
  struct terms *tm = r->f->tm;
  uint32_t how = below(r, depth ? 10 : 8);
  if (how == 7 && !term_none(r->flag)) return below(r, 2) ? r->flag : term_not(tm, r->flag);
  if (how >= 8) {
    struct term x = random_guard(r, in, depth - 1), y = random_guard(r, in, depth - 1);
    return how == 8 ? term_or(tm, x, y) : term_and(tm, x, y);
  }
  uint32_t width = term_width(tm, r->scalars[0]);
  struct term a = random_scalar(r, width, in, 1), b = random_scalar(r, width, in, 1);
  switch (how) {
  case 0:
  case 1: return term_ult(tm, a, b);
  case 2: return term_ule(tm, a, b);
  case 3: return term_slt(tm, a, b);
  case 4:
  case 5: return term_eq(tm, a, b);
  default: return term_not(tm, term_eq(tm, a, b));
  }
}

static inline void random_variables(struct random_path *r, bool wide) {
  struct terms *tm = r->f->tm;
  uint32_t n = wide ? 2 : 2 + below(r, 2), width = wide ? 6 + below(r, 3) : n == 2 ? 4 : 3;
  static const char *const names[] = {"x", "y", "z"};
  for (uint32_t i = 0; i < n; i++) {
    r->scalars[r->n_scalars++] = bv_var(r->f, width, names[i]);
    brute_add(tm, &r->vars, r->scalars[i]);
  }
  if (!wide && below(r, 3) == 0) {
    r->array = term_var(tm, sort_array(tm, sort_bv(tm, 1), sort_bv(tm, 2)), "a");
    brute_add(tm, &r->vars, r->array);
  }
  if (!wide && below(r, 3) == 0) {
    r->flag = term_var(tm, sort_bool(tm), "b");
    brute_add(tm, &r->vars, r->flag);
  }
}

static inline void random_steps(struct random_path *r, bool wide) {
  struct fixture *f = r->f;
  struct terms *tm = f->tm;
  uint32_t n = 3 + below(r, 5), width = term_width(tm, r->scalars[0]);
  for (uint32_t i = 0; i < n; i++) {
    struct term in = TERM_NONE;
    if (below(r, 3) == 0) in = bv_var(f, wide ? 2 : 3, "in?");
    new_step(f, i == 0 && below(r, 2) ? TERM_NONE : random_guard(r, in, 1));
    if (!term_none(in)) input(f, in);
    for (uint32_t k = 0; k < r->n_scalars; k++)
      if (below(r, 3) == 0) set(f, r->scalars[k], random_scalar(r, width, in, 2));
    if (!term_none(r->array) && below(r, 2)) {
      struct term index = cut_to(tm, r->scalars[below(r, r->n_scalars)], 1);
      set(f, r->array, term_store(tm, r->array, index, random_scalar(r, 2, in, 1)));
    }
    if (!term_none(r->flag) && f->steps[i].n_updates < 4 && below(r, 3) == 0) set(f, r->flag, random_guard(r, in, 0));
  }
}

// The states after step i from the states in `set` (bytes, one for each state).
static inline void brute_image(struct random_path *r, uint32_t i, const uint8_t *set, uint8_t *next) {
  struct terms *tm = r->f->tm;
  const struct step *s = &r->f->steps[i];
  struct brute_layout all = r->vars;
  for (uint32_t k = 0; k < s->n_inputs; k++) brute_add(tm, &all, s->inputs[k]);
  struct brute_program guard_program = brute_compile(tm, &all, s->guard), values[4];
  uint32_t at[4];
  for (uint32_t k = 0; k < s->n_updates; k++) {
    values[k] = brute_compile(tm, &all, s->updates[k].value);
    for (uint32_t v = 0; v < r->vars.n; v++)
      if (term_same(r->vars.vars[v], s->updates[k].var)) at[k] = v;
  }
  memset(next, 0, (size_t)1 << r->vars.bits);
  for (uint64_t state = 0; state < UINT64_C(1) << all.bits; state++) {
    uint64_t old = state & brute_mask(r->vars.bits), to = old;
    if (!set[old] || !brute_run(&guard_program, &all, state)) continue;
    for (uint32_t k = 0; k < s->n_updates; k++) {
      uint64_t field = brute_mask(r->vars.width[at[k]]) << r->vars.shift[at[k]];
      to = (to & ~field) | brute_run(&values[k], &all, state) << r->vars.shift[at[k]];
    }
    next[to] = 1;
  }
  brute_release(&guard_program);
  for (uint32_t k = 0; k < s->n_updates; k++) brute_release(&values[k]);
}

static inline bool is_empty(const uint8_t *set, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (set[i]) return false;
  return true;
}

// Feasible? And if not, do the interpolants hold as they should, part by part?
static inline bool brute_feasible(struct random_path *r) {
  size_t n = (size_t)1 << r->vars.bits;
  uint8_t *set = mem_alloc(n), *next = mem_alloc(n);
  memset(set, 1, n);
  for (uint32_t i = 0; i < r->f->n_steps; i++) {
    brute_image(r, i, set, next);
    uint8_t *swap = set;
    set = next;
    next = swap;
  }
  bool feasible = !is_empty(set, n);
  mem_free(set);
  mem_free(next);
  return feasible;
}

static inline void fill_from(struct random_path *r, struct term formula, uint8_t *set) {
  struct brute_program p = brute_compile(r->f->tm, &r->vars, formula);
  for (uint64_t state = 0; state < UINT64_C(1) << r->vars.bits; state++)
    set[state] = (uint8_t)brute_run(&p, &r->vars, state);
  brute_release(&p);
}

static inline void brute_sequence(struct random_path *r, uint32_t n_cuts, const uint32_t *cuts) {
  size_t n = (size_t)1 << r->vars.bits;
  uint8_t *set = mem_alloc(n), *next = mem_alloc(n), *goal = mem_alloc(n);
  for (uint32_t k = 0; k <= n_cuts; k++) {
    fill_from(r, k ? r->f->out[k - 1] : term_true(r->f->tm), set);
    for (uint32_t i = k ? cuts[k - 1] : 0; i < (k < n_cuts ? cuts[k] : r->f->n_steps); i++) {
      brute_image(r, i, set, next);
      memcpy(set, next, n);
    }
    fill_from(r, k < n_cuts ? r->f->out[k] : term_false(r->f->tm), goal);
    for (size_t s = 0; s < n; s++) assert_true(!set[s] || goal[s]);
  }
  mem_free(set);
  mem_free(next);
  mem_free(goal);
}

// A path whose steps can be run one after the other up to the last, which excludes exactly what they lead to: the
// conflict needs the whole path.
static inline bool deepen(struct random_path *r) {
  struct fixture *f = r->f;
  size_t n = (size_t)1 << r->vars.bits;
  uint8_t *set = mem_alloc(n), *next = mem_alloc(n), *goal = mem_alloc(n);
  memset(set, 1, n);
  for (uint32_t i = 0; i < f->n_steps; i++) {
    brute_image(r, i, set, next);
    if (is_empty(next, n)) f->steps[i].guard = term_true(f->tm), brute_image(r, i, set, next);
    memcpy(set, next, n);
  }
  bool found = false;
  for (uint32_t tries = 0; tries < 60 && !found; tries++) {
    struct term last = random_guard(r, TERM_NONE, tries > 30);
    fill_from(r, last, goal);
    found = !is_empty(goal, n);
    for (size_t s = 0; s < n && found; s++) found = !set[s] || !goal[s];
    if (found) guard(f, last);
  }
  mem_free(set);
  mem_free(next);
  mem_free(goal);
  return found;
}

struct tally {
  uint32_t paths, infeasible, solved, plain;
  double seconds;
};

#endif

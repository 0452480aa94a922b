// Interpolants from Farkas' lemma.
//
// The guards of the path are read as linear constraints over integers (farkas.h), all carried back to the start. If
// they have no rational solution, multipliers λ ≥ 0 make them a contradiction: Σ λ·constraint is c ≤ 0 for some c > 0.
// At a cut the constraints behind it, carried back to the cut, sum up to e(variables at the cut) ≤ 0, where inputs have
// cancelled out. What comes before the cut implies e ≥ c, and e > 0 keeps the rest from running: both are interpolants,
// and from one proof at all cuts a sequence. The weaker one says less about where the path came from and is tried
// first.
//
// What is not a conjunction is split into cases, only where the linear model asks for it. Interpolants of two cases of
// a step are joined by "or" at cuts behind the step and by "and" at cuts before it.
#include "solve/interpolate/farkas.h"
#include "solve/linear/simplex.h"
#include <assert.h>

// Names of the values that are assigned constants, apart from all other names of a variable.
#define CONSTANT_TAG 0x10000000u

enum { MAX_ROWS = 400, MAX_COLUMNS = 160, MAX_PIVOTS = 2000, MAX_DEPTH = 10, MAX_LEAVES = 40 };

struct farkas {
  struct interpolator *ip;
  struct terms *tm;
  const struct problem *p;
  struct arena arena;
  bool is_unsigned; // how the path compares
  uint32_t leaves;
};

// The constraints of one case as a system of rows.
struct rows {
  struct farkas *f;
  const struct step *steps;
  struct vec_constraint constraints;
  struct linear *at_start; // each carried back to the start
  struct map_u32 columns; // atom → column
  uint32_t n_columns;
  mpz_t *multipliers; // of each constraint, after a refutation
  struct vec_ptr active; // scratch
};

// --- rows -------------------------------------------------------------------------------------------

// Goes from the end of the path to its start, carrying constraints that are in use; `at` sees them before each step.
static bool carry(struct rows *r, const bool *use, bool (*at)(struct rows *r, uint32_t boundary, void *context),
                  void *context) {
  uint32_t n = r->constraints.size;
  // The terms of constraints are changed on the way.
  struct term *saved = mem_alloc((2 * n + 1) * sizeof *saved);
  for (uint32_t i = 0; i < n; i++) saved[2 * i] = r->constraints.data[i].a, saved[2 * i + 1] = r->constraints.data[i].b;
  vec_ptr_clear(&r->active);
  bool ok = true;
  for (uint32_t i = r->f->p->n_steps; i-- > 0 && ok;) {
    for (uint32_t k = 0; k < n; k++)
      if (r->constraints.data[k].step == i && (!use || use[k])) vec_ptr_push(&r->active, &r->constraints.data[k]);
    ok = at(r, i, context) && !interpolator_stopped(r->f->ip);
    if (i && ok) constraints_before(r->f->tm, &r->steps[i - 1], r->active.size, (struct constraint **)r->active.data);
  }
  for (uint32_t i = 0; i < n; i++) r->constraints.data[i].a = saved[2 * i], r->constraints.data[i].b = saved[2 * i + 1];
  mem_free(saved);
  return ok;
}

static bool column_of(struct rows *r, struct term atom, uint32_t *column) {
  uint32_t *at = map_u32_find(&r->columns, atom.id);
  if (at) return *column = *at, true;
  if (r->n_columns == MAX_COLUMNS) return false;
  map_u32_put(&r->columns, atom.id, *column = r->n_columns++);
  return true;
}

static bool note_start(struct rows *r, uint32_t boundary, void *context) {
  (void)context;
  if (boundary) return true;
  mpz_t one;
  mpz_init_set_ui(one, 1);
  bool ok = true;
  for (uint32_t i = 0; i < r->active.size && ok; i++) {
    struct constraint *c = r->active.data[i];
    struct linear *l = &r->at_start[c - r->constraints.data];
    ok = constraint_add(r->f->tm, l, c, one);
    uint32_t column;
    for (uint32_t k = 0; k < l->atoms.size && ok; k++)
      ok = !mpz_sgn(l->coefficients[k]) || column_of(r, l->atoms.data[k], &column);
  }
  mpz_clear(one);
  return ok;
}

static bool rows_init(struct rows *r, struct farkas *f, const struct step *steps, enum fact_level level) {
  *r = (struct rows){.f = f, .steps = steps};
  constraints_collect(f->tm, f->p->n_steps, steps, level, &r->constraints);
  uint32_t n = r->constraints.size;
  r->at_start = mem_alloc((n + 1) * sizeof *r->at_start);
  r->multipliers = mem_alloc((n + 1) * sizeof *r->multipliers);
  for (uint32_t i = 0; i < n; i++) linear_init(&r->at_start[i]), mpz_init(r->multipliers[i]);
  return n <= MAX_ROWS && carry(r, NULL, note_start, NULL);
}

static void rows_release(struct rows *r) {
  for (uint32_t i = 0; i < r->constraints.size; i++) linear_release(&r->at_start[i]), mpz_clear(r->multipliers[i]);
  mem_free(r->at_start);
  mem_free(r->multipliers);
  constraints_release(&r->constraints);
  map_u32_release(&r->columns);
  vec_ptr_release(&r->active);
}

// The multipliers as integers without a common divisor.
static void take_multipliers(struct rows *r, const bool *use, struct simplex *s) {
  mpz_t scale, divisor;
  mpz_init_set_ui(scale, 1);
  mpz_init(divisor);
  uint32_t row = 0;
  for (uint32_t i = 0; i < r->constraints.size; i++)
    if (use[i]) mpz_lcm(scale, scale, mpq_denref(simplex_multiplier(s, row++)));
  row = 0;
  for (uint32_t i = 0; i < r->constraints.size; i++) {
    mpz_set_ui(r->multipliers[i], 0);
    if (!use[i]) continue;
    const __mpq_struct *lambda = simplex_multiplier(s, row++);
    mpz_divexact(r->multipliers[i], scale, mpq_denref(lambda));
    mpz_mul(r->multipliers[i], r->multipliers[i], mpq_numref(lambda));
    mpz_gcd(divisor, divisor, r->multipliers[i]);
  }
  for (uint32_t i = 0; i < r->constraints.size; i++) mpz_divexact(r->multipliers[i], r->multipliers[i], divisor);
  mpz_clear(scale);
  mpz_clear(divisor);
}

// Solves the rows in use. INFEASIBLE: the multipliers are set. *model, if asked for: the solver with its solution.
static enum simplex_answer rows_solve(struct rows *r, const bool *use, struct simplex **model) {
  uint32_t n = 0, row = 0, column;
  for (uint32_t i = 0; i < r->constraints.size; i++) n += use[i];
  struct simplex *s = simplex_new(n, r->n_columns);
  mpz_t bound;
  mpz_init(bound);
  for (uint32_t i = 0; i < r->constraints.size; i++) {
    if (!use[i]) continue;
    struct linear *l = &r->at_start[i];
    for (uint32_t k = 0; k < l->atoms.size; k++)
      if (mpz_sgn(l->coefficients[k]) && column_of(r, l->atoms.data[k], &column))
        simplex_set(s, row, column, l->coefficients[k]);
    mpz_neg(bound, l->constant);
    simplex_bound(s, row++, bound, r->constraints.data[i].equation);
  }
  mpz_clear(bound);
  enum simplex_answer answer = simplex_solve(s, MAX_PIVOTS);
  if (answer == SIMPLEX_INFEASIBLE) take_multipliers(r, use, s);
  if (answer == SIMPLEX_FEASIBLE && model) *model = s;
  else simplex_free(s);
  return answer;
}

static bool refuted(struct rows *r, const bool *use) {
  return !interpolator_stopped(r->f->ip) && rows_solve(r, use, NULL) == SIMPLEX_INFEASIBLE;
}

// Does without assigned constants where possible, then without the longest possible beginning of the path. What is in
// use stays refuted.
static void rows_generalise(struct rows *r, bool *use) {
  uint32_t n = r->constraints.size;
  for (uint32_t i = 0; i < n; i++) {
    if (!r->constraints.data[i].assigned || !use[i]) continue;
    use[i] = false;
    use[i] = !refuted(r, use);
  }
  bool *later = mem_alloc((n + 1) * sizeof *later);
  uint32_t low = 0, high = r->f->p->n_steps; // from `low` on is refuted, from `high` on is not
  while (low + 1 < high) {
    uint32_t middle = low + (high - low) / 2;
    for (uint32_t i = 0; i < n; i++) later[i] = use[i] && r->constraints.data[i].step >= middle;
    if (refuted(r, later)) low = middle;
    else high = middle;
  }
  for (uint32_t i = 0; i < n; i++) use[i] = use[i] && r->constraints.data[i].step >= low;
  mem_free(later);
}

// Leaves in use only what the multipliers need, then tries to do without each of those, in the order of the path or
// against it.
static void rows_minimise(struct rows *r, bool *use, bool late_first) {
  uint32_t n = r->constraints.size;
  bool *fewer = mem_alloc((n + 1) * sizeof *fewer);
  if (!late_first) {
    rows_generalise(r, use);
    rows_solve(r, use, NULL);
  }
  for (uint32_t i = 0; i < n; i++) use[i] = use[i] && mpz_sgn(r->multipliers[i]) != 0;
  for (uint32_t k = 0; k < n; k++) {
    uint32_t i = late_first ? n - 1 - k : k;
    if (!use[i]) continue;
    memcpy(fewer, use, n * sizeof *fewer);
    fewer[i] = false;
    if (!refuted(r, fewer)) continue;
    for (uint32_t j = 0; j < n; j++) use[j] = fewer[j] && mpz_sgn(r->multipliers[j]) != 0;
  }
  // The multipliers may be those of a set that failed: the set in use gives them again.
  enum simplex_answer answer = rows_solve(r, use, NULL);
  assert(answer == SIMPLEX_INFEASIBLE || answer == SIMPLEX_GAVE_UP);
  if (answer != SIMPLEX_INFEASIBLE)
    for (uint32_t i = 0; i < n; i++) mpz_set_ui(r->multipliers[i], 0);
  mem_free(fewer);
}

// --- interpolants of one case -----------------------------------------------------------------------

struct sums {
  struct linear *behind; // for each cut: the sum of what lies behind it
  mpz_t gap; // the whole sum, at the start
};

static bool note_sum(struct rows *r, uint32_t boundary, void *context) {
  struct sums *sums = context;
  const struct problem *p = r->f->p;
  for (uint32_t k = 0; k < p->n_cuts; k++) {
    if (p->cuts[k] != boundary) continue;
    for (uint32_t i = 0; i < r->active.size; i++) {
      struct constraint *c = r->active.data[i];
      if (!constraint_add(r->f->tm, &sums->behind[k], c, r->multipliers[c - r->constraints.data])) return false;
    }
  }
  return true;
}

// An atom that depends on what is read behind the cut cannot be spoken about at the cut.
static bool can_be_said(struct farkas *f, const struct step *steps, const struct linear *l, uint32_t cut) {
  struct map_u32 inputs = {0};
  linear_inputs(steps, cut, f->p->n_steps, &inputs);
  bool ok = true;
  for (uint32_t i = 0; i < l->atoms.size && ok; i++)
    ok = !mpz_sgn(l->coefficients[i]) || !linear_mentions(f->tm, &inputs, l->atoms.data[i]);
  map_u32_release(&inputs);
  return ok;
}

// sum ≥ bound, or sum = bound.
static bool sum_bounded(struct linear *l, const struct linear *sum, const mpz_t bound, bool equation) {
  linear_clear(l);
  mpz_t minus;
  mpz_init(minus);
  for (uint32_t i = 0; i < sum->atoms.size; i++) {
    mpz_neg(minus, sum->coefficients[i]);
    linear_add_atom(l, sum->atoms.data[i], minus);
  }
  mpz_clear(minus);
  mpz_sub(l->constant, bound, sum->constant);
  return linear_normalise(l, equation);
}

// Where an interpolant is looked for.
struct place {
  struct farkas *f;
  const struct step *steps;
  struct term before; // the interpolant of the cut before
  uint32_t from, cut;
  bool check_rest; // of every cut, not only of the last
  struct vec_term tried;
};

// The first of some forms of l ≤ 0 (l = 0) that follows from the interpolant before it and keeps the rest from running.
static struct term find_form(struct place *at, const struct linear *l, bool equation, enum linear_form first,
                             enum linear_form end) {
  struct farkas *f = at->f;
  struct terms *tm = f->tm;
  for (uint32_t i = first; i < end && !interpolator_stopped(f->ip); i++) {
    // Forms come in pairs, signed and unsigned.
    enum linear_form form = (enum linear_form)(f->is_unsigned ? i ^ 1 : i);
    struct term t = linear_formula(tm, l, equation, form);
    bool known = term_none(t);
    for (uint32_t k = 0; k < at->tried.size && !known; k++) known = term_same(at->tried.data[k], t);
    if (known) continue;
    vec_term_push(&at->tried, t);
    if (!linear_leads(f->ip, at->steps, at->before, at->from, at->cut, t)) continue;
    if (!at->check_rest || linear_leads(f->ip, at->steps, t, at->cut, f->p->n_steps, term_false(tm))) return t;
  }
  return TERM_NONE;
}

// The weaker bound in plain words; where only equations lead to the cut, the one value of the sum; then anything else.
static struct term find_interpolant(struct farkas *f, const struct step *steps, const struct sums *sums, uint32_t k,
                                    struct term before, bool check_rest) {
  struct place at = {.f = f,
                     .steps = steps,
                     .before = before,
                     .from = k ? f->p->cuts[k - 1] : 0,
                     .cut = f->p->cuts[k],
                     .check_rest = check_rest};
  struct linear weak, strong, value;
  linear_init(&weak), linear_init(&strong), linear_init(&value);
  mpz_t one;
  mpz_init_set_ui(one, 1);
  sum_bounded(&weak, &sums->behind[k], one, false);
  sum_bounded(&strong, &sums->behind[k], sums->gap, false);
  bool has_value = sum_bounded(&value, &sums->behind[k], sums->gap, true);
  mpz_clear(one);
  struct term found = find_form(&at, &weak, false, LINEAR_PLAIN_SIGNED, LINEAR_DIFFERENCE_SIGNED);
  if (term_none(found) && has_value)
    found = find_form(&at, &value, true, LINEAR_PLAIN_SIGNED, LINEAR_DIFFERENCE_SIGNED);
  if (term_none(found)) found = find_form(&at, &strong, false, LINEAR_PLAIN_SIGNED, LINEAR_DIFFERENCE_SIGNED);
  if (term_none(found)) found = find_form(&at, &weak, false, LINEAR_DIFFERENCE_SIGNED, LINEAR_FORM_COUNT);
  if (term_none(found)) found = find_form(&at, &strong, false, LINEAR_DIFFERENCE_SIGNED, LINEAR_FORM_COUNT);
  if (term_none(found) && has_value) found = find_form(&at, &value, true, LINEAR_DIFFERENCE_SIGNED, LINEAR_FORM_COUNT);
  linear_release(&weak), linear_release(&strong), linear_release(&value);
  vec_term_release(&at.tried);
  return found;
}

// The sequence that the multipliers give, if it stands the check.
static bool rows_interpolate(struct rows *r, const bool *use, struct term *out) {
  struct farkas *f = r->f;
  uint32_t n_cuts = f->p->n_cuts;
  struct sums sums = {mem_alloc((n_cuts + 1) * sizeof *sums.behind), {{0}}};
  mpz_init(sums.gap);
  for (uint32_t k = 0; k < n_cuts; k++) linear_init(&sums.behind[k]);
  for (uint32_t i = 0; i < r->constraints.size; i++) mpz_addmul(sums.gap, r->multipliers[i], r->at_start[i].constant);
  bool said = mpz_sgn(sums.gap) > 0 && carry(r, use, note_sum, &sums), ok = false;
  for (uint32_t k = 0; k < n_cuts && said; k++) said = can_be_said(f, r->steps, &sums.behind[k], f->p->cuts[k]);
  // That the rest cannot be run need only be asked at the last cut, unless a form was chosen that is too weak for the
  // next one.
  for (int careful = 0; careful < 2 && said && !ok; careful++) {
    struct term before = term_true(f->tm);
    ok = true;
    for (uint32_t k = 0; k < n_cuts && ok; k++) {
      before = out[k] = find_interpolant(f, r->steps, &sums, k, before, careful || k + 1 == n_cuts);
      ok = !term_none(out[k]);
    }
  }
  for (uint32_t k = 0; k < n_cuts; k++) linear_release(&sums.behind[k]);
  mem_free(sums.behind);
  mpz_clear(sums.gap);
  return ok;
}

// --- cases ------------------------------------------------------------------------------------------

struct oracle {
  struct rows *r;
  struct simplex *model;
};

// The sign of a - b at the start, in the model.
static bool ask_model(void *context, uint32_t step, struct term a, struct term b, bool is_unsigned, int *sign) {
  struct oracle *o = context;
  struct rows *r = o->r;
  struct terms *tm = r->f->tm;
  for (uint32_t i = step; i-- > 0;) {
    a = linear_before(tm, &r->steps[i], a);
    b = linear_before(tm, &r->steps[i], b);
  }
  struct linear l;
  mpz_t one;
  mpq_t sum, part;
  linear_init(&l);
  mpz_init_set_si(one, 1);
  mpq_inits(sum, part, NULL);
  bool ok = linear_add(tm, &l, one, a, is_unsigned);
  mpz_set_si(one, -1);
  ok = ok && linear_add(tm, &l, one, b, is_unsigned);
  mpq_set_z(sum, l.constant);
  for (uint32_t i = 0; i < l.atoms.size && ok; i++) {
    uint32_t *column = map_u32_find(&r->columns, l.atoms.data[i].id);
    if (!column) continue; // in no constraint: zero as well as anything
    mpq_set_z(part, l.coefficients[i]);
    mpq_mul(part, part, simplex_value(o->model, *column));
    mpq_add(sum, sum, part);
  }
  *sign = mpq_sgn(sum);
  mpz_clear(one);
  mpq_clears(sum, part, NULL);
  linear_release(&l);
  return ok;
}

enum outcome { CASE_DONE, CASE_OPEN, CASE_FAILED };

// Tries one level of facts. OPEN: the constraints have a linear solution; *split is what it calls for, if anything.
static enum outcome try_level(struct farkas *f, const struct step *steps, enum fact_level level, struct split *split,
                              bool *can_split, struct term *out) {
  struct rows r;
  enum outcome outcome = CASE_FAILED;
  bool *use = NULL;
  *can_split = false;
  if (rows_init(&r, f, steps, level)) {
    uint32_t n = r.constraints.size;
    use = mem_alloc((n + 1) * sizeof *use);
    for (int late = 0; late < 2 && outcome == CASE_FAILED && !interpolator_stopped(f->ip); late++) {
      struct simplex *model = NULL;
      for (uint32_t i = 0; i < n; i++) use[i] = true;
      enum simplex_answer answer = rows_solve(&r, use, &model);
      if (answer == SIMPLEX_FEASIBLE) {
        outcome = CASE_OPEN;
        struct oracle oracle = {&r, model};
        *can_split = split_find(f->tm, &f->arena, f->p->n_steps, steps, f->is_unsigned, ask_model, &oracle, split);
        simplex_free(model);
      } else if (answer == SIMPLEX_INFEASIBLE) {
        rows_minimise(&r, use, late);
        if (rows_interpolate(&r, use, out)) outcome = CASE_DONE;
      }
    }
  }
  mem_free(use);
  rows_release(&r);
  return outcome;
}

// One case of the path; it calls itself for cases of this case, to a bounded depth.
static bool solve_case(struct farkas *f, const struct step *steps, uint32_t depth, struct term *out) {
  const struct problem *p = f->p;
  struct split split;
  bool can_split = false;
  if (f->leaves++ >= MAX_LEAVES || interpolator_stopped(f->ip)) return false;
  enum fact_level ranges[2] = {f->is_unsigned ? FACTS_UNSIGNED : FACTS_SIGNED,
                               f->is_unsigned ? FACTS_SIGNED : FACTS_UNSIGNED};
  enum outcome outcome = try_level(f, steps, FACTS_OPERATIONS, &split, &can_split, out);
  for (int i = 0; i < 2 && outcome != CASE_DONE && !can_split; i++)
    outcome = try_level(f, steps, ranges[i], &split, &can_split, out);
  if (outcome == CASE_DONE) return true;
  if (!can_split || depth == MAX_DEPTH) return false;
  struct term *second = arena_alloc(&f->arena, (p->n_cuts + 1) * sizeof *second);
  struct step *variant = arena_alloc(&f->arena, (p->n_steps + 1) * sizeof *variant);
  memcpy(variant, steps, p->n_steps * sizeof *variant);
  variant[split.step] = split.side[0];
  if (!solve_case(f, variant, depth + 1, out)) return false;
  variant[split.step] = split.side[1];
  if (!solve_case(f, variant, depth + 1, second)) return false;
  for (uint32_t k = 0; k < p->n_cuts; k++)
    out[k] = p->cuts[k] > split.step ? term_or(f->tm, out[k], second[k]) : linear_both(f->tm, out[k], second[k]);
  return true;
}

// A constant that is assigned becomes an input with an equation: a constraint that a refutation may do without, so that
// interpolants do not speak of where a counter began unless they must.
static struct step with_equations(struct interpolator *ip, struct arena *arena, const struct step *step,
                                  uint32_t number) {
  struct terms *tm = ip->tm;
  struct step_update *updates = arena_alloc(arena, (step->n_updates + 1) * sizeof *updates);
  struct term *inputs = arena_alloc(arena, (step->n_inputs + step->n_updates + 1) * sizeof *inputs);
  struct step out = {step->guard, step->n_updates, step->n_inputs, updates, inputs};
  for (uint32_t i = 0; i < step->n_inputs; i++) inputs[i] = step->inputs[i];
  for (uint32_t i = 0; i < step->n_updates; i++) {
    updates[i] = step->updates[i];
    if (term_kind(tm, updates[i].value) != TERM_CONST_BV) continue;
    struct term value = interpolator_name(ip, updates[i].var, CONSTANT_TAG + number);
    out.guard = term_and(tm, out.guard, term_eq(tm, value, updates[i].value));
    inputs[out.n_inputs++] = updates[i].value = value;
  }
  return out;
}

bool provide_farkas(struct interpolator *ip, const struct problem *p, struct term *out) {
  struct farkas f = {.ip = ip, .tm = ip->tm, .p = p};
  arena_init(&f.arena);
  f.is_unsigned = path_is_unsigned(ip->tm, p->n_steps, p->steps);
  struct step *steps = linear_steps(ip, &f.arena, p->n_steps, p->steps);
  for (uint32_t i = 0; i < p->n_steps; i++) steps[i] = with_equations(ip, &f.arena, &steps[i], i);
  bool found = solve_case(&f, steps, 0, out);
  arena_release(&f.arena);
  return found;
}

// Linear constraints from guards, facts about operations, case splits.
#include "solve/solver.h"
#include "solve/interpolate/farkas.h"
#include "term/walk.h"

// --- constraints ------------------------------------------------------------------------------------

static struct constraint *add(struct vec_constraint *out, uint32_t step, struct term a, int x, struct term b, int y,
                              int k) {
  struct constraint c = {.step = step, .a = a, .b = b};
  mpz_init_set_si(c.x, x);
  mpz_init_set_si(c.y, y);
  mpz_init_set_si(c.k, k);
  vec_constraint_push(out, c);
  return &out->data[out->size - 1];
}

void constraints_release(struct vec_constraint *c) {
  for (uint32_t i = 0; i < c->size; i++) {
    mpz_clear(c->data[i].x);
    mpz_clear(c->data[i].y);
    mpz_clear(c->data[i].k);
  }
  vec_constraint_release(c);
}

bool constraint_add(struct terms *tm, struct linear *l, const struct constraint *c, const mpz_t factor) {
  mpz_t scaled;
  mpz_init(scaled);
  mpz_mul(scaled, c->x, factor);
  bool ok = linear_add(tm, l, scaled, c->a, c->is_unsigned);
  mpz_mul(scaled, c->y, factor);
  if (ok && !term_none(c->b)) ok = linear_add(tm, l, scaled, c->b, c->is_unsigned);
  mpz_addmul(l->constant, c->k, factor);
  mpz_clear(scaled);
  return ok;
}

void constraints_before(struct terms *tm, const struct step *step, uint32_t n, struct constraint **constraints) {
  if (!step->n_updates || !n) return;
  struct substitution *sub = substitution_new(tm);
  for (uint32_t i = 0; i < step->n_updates; i++) substitution_set(sub, step->updates[i].var, step->updates[i].value);
  for (uint32_t i = 0; i < n; i++) {
    constraints[i]->a = substitution_apply(sub, constraints[i]->a);
    if (!term_none(constraints[i]->b)) constraints[i]->b = substitution_apply(sub, constraints[i]->b);
  }
  substitution_free(sub);
}

// A conjunct that is an inequality, an equation or a Boolean; others say nothing here.
static void add_literal(struct terms *tm, struct vec_constraint *out, uint32_t step, struct term t) {
  bool negated = term_kind(tm, t) == TERM_NOT;
  struct term inner = negated ? term_child(tm, t, 0) : t;
  enum term_kind kind = term_kind(tm, inner);
  switch (kind) {
  case TERM_EQ:
    if (negated || sort_kind(tm, term_sort(tm, term_child(tm, inner, 0))) != SORT_BV) return;
    add(out, step, term_child(tm, inner, 0), 1, term_child(tm, inner, 1), -1, 0)->equation = true;
    return;
  case TERM_BV_SLE:
  case TERM_BV_ULE:
  case TERM_BV_SLT:
  case TERM_BV_ULT: {
    bool strict = kind == TERM_BV_SLT || kind == TERM_BV_ULT;
    struct term a = term_child(tm, inner, negated), b = term_child(tm, inner, !negated);
    add(out, step, a, 1, b, -1, strict != negated)->is_unsigned = kind == TERM_BV_ULE || kind == TERM_BV_ULT;
    return;
  }
  case TERM_TRUE:
  case TERM_AND:
  case TERM_OR:
  case TERM_ITE: return;
  case TERM_FALSE: add(out, step, inner, 0, TERM_NONE, 0, 1); return;
  default: add(out, step, inner, negated ? 1 : -1, TERM_NONE, 0, negated ? 0 : 1); return;
  }
}

// lower ≤ t ≤ upper, where 2^bits bounds the size.
static void add_range(struct vec_constraint *out, uint32_t step, struct term t, bool is_signed, uint32_t bits) {
  struct constraint *low = add(out, step, t, -1, TERM_NONE, 0, 0);
  if (is_signed) {
    mpz_setbit(low->k, bits);
    mpz_neg(low->k, low->k); // -t - 2^bits ≤ 0
  }
  struct constraint *high = add(out, step, t, 1, TERM_NONE, 0, 0);
  mpz_setbit(high->k, bits);
  mpz_sub_ui(high->k, high->k, 1);
  mpz_neg(high->k, high->k);
}

// What holds of an operation by a constant c: quotients c·q ≤ x ≤ c·q + c - 1, remainders 0 ≤ r ≤ c - 1, masks 0 ≤ m ≤
// c.
static void add_operation(struct terms *tm, struct vec_constraint *out, uint32_t step, struct term t) {
  enum term_kind kind = term_kind(tm, t);
  if (kind != TERM_BV_UDIV && kind != TERM_BV_UREM && kind != TERM_BV_AND && kind != TERM_BV_LSHR) return;
  bool mask = kind == TERM_BV_AND;
  struct term c = term_child(tm, t, !mask), x = term_child(tm, t, mask);
  if (!term_is_const(tm, c)) return;
  mpz_t value;
  mpz_init(value);
  term_value(tm, c, value);
  bool usable = kind != TERM_BV_LSHR || mpz_cmp_ui(value, term_width(tm, t)) < 0;
  if (usable && kind == TERM_BV_LSHR) {
    uint64_t shift = mpz_get_ui(value);
    mpz_set_ui(value, 0);
    mpz_setbit(value, shift);
  }
  if (usable && mpz_sgn(value)) {
    add(out, step, t, -1, TERM_NONE, 0, 0);
    if (kind == TERM_BV_UREM || mask) {
      struct constraint *high = add(out, step, t, 1, TERM_NONE, 0, mask ? 0 : 1);
      mpz_sub(high->k, high->k, value);
      add(out, step, t, 1, x, -1, 0);
    } else {
      struct constraint *low = add(out, step, t, 1, x, -1, 0);
      mpz_set(low->x, value);
      struct constraint *high = add(out, step, t, -1, x, 1, 1);
      mpz_neg(high->x, value);
      mpz_sub(high->k, high->k, value);
    }
  }
  mpz_clear(value);
}

static void add_facts(struct terms *tm, struct vec_constraint *out, uint32_t step, struct term t, enum fact_level level,
                      struct map_u32 *seen) {
  if (sort_kind(tm, term_sort(tm, t)) != SORT_BV) return;
  struct linear l;
  mpz_t one;
  linear_init(&l);
  mpz_init_set_ui(one, 1);
  if (linear_add(tm, &l, one, t, false)) {
    for (uint32_t i = 0; i < l.atoms.size; i++) {
      struct term atom = l.atoms.data[i];
      if (map_u32_find(seen, atom.id)) continue;
      map_u32_put(seen, atom.id, 1);
      add_operation(tm, out, step, atom);
      if (sort_kind(tm, term_sort(tm, atom)) != SORT_BV || level == FACTS_OPERATIONS) continue;
      uint32_t width = term_width(tm, atom);
      add_range(out, step, atom, level == FACTS_SIGNED, level == FACTS_SIGNED ? width - 1 : width);
    }
  }
  mpz_clear(one);
  linear_release(&l);
}

static bool is_assigned(struct terms *tm, const struct step *step, const struct constraint *c) {
  if (!c->equation) return false;
  struct term x = term_is_const(tm, c->a) ? c->b : c->a, constant = term_is_const(tm, c->a) ? c->a : c->b;
  bool found = false;
  for (uint32_t i = 0; i < step->n_inputs && !found; i++) found = term_same(step->inputs[i], x);
  return found && term_is_const(tm, constant);
}

void constraints_collect(struct terms *tm, uint32_t n, const struct step *steps, enum fact_level level,
                         struct vec_constraint *out) {
  struct vec_term conjuncts = {0};
  struct map_u32 seen = {0};
  for (uint32_t i = 0; i < n; i++) {
    vec_term_clear(&conjuncts);
    map_u32_clear(&seen);
    solver_split(tm, steps[i].guard, &conjuncts);
    for (uint32_t k = 0; k < conjuncts.size; k++) {
      uint32_t first = out->size;
      add_literal(tm, out, i, conjuncts.data[k]);
      if (first == out->size) continue;
      out->data[first].assigned = is_assigned(tm, &steps[i], &out->data[first]);
      struct constraint c = out->data[first];
      add_facts(tm, out, i, c.a, level, &seen);
      if (!term_none(c.b)) add_facts(tm, out, i, c.b, level, &seen);
    }
    for (uint32_t k = 0; k < steps[i].n_updates; k++) add_facts(tm, out, i, steps[i].updates[k].value, level, &seen);
  }
  vec_term_release(&conjuncts);
  map_u32_release(&seen);
}

bool path_is_unsigned(struct terms *tm, uint32_t n, const struct step *steps) {
  bool is_unsigned = false, is_signed = false;
  struct term_walk walk = {.tm = tm};
  for (uint32_t i = 0; i < n; i++) term_walk_add(&walk, steps[i].guard);
  for (struct term t; term_walk_next(&walk, &t);) {
    enum term_kind kind = term_kind(tm, t);
    is_unsigned = is_unsigned || kind == TERM_BV_ULE || kind == TERM_BV_ULT;
    is_signed = is_signed || kind == TERM_BV_SLE || kind == TERM_BV_SLT || kind == TERM_BV_SEXT;
  }
  term_walk_release(&walk);
  return is_unsigned && !is_signed;
}

// --- case splits ------------------------------------------------------------------------------------

static struct term less(struct terms *tm, struct term a, struct term b, bool is_unsigned) {
  return is_unsigned ? term_ult(tm, a, b) : term_slt(tm, a, b);
}

// What the model says of a literal: 1 holds, 0 does not, -1 unknown.
static int literal_holds(struct terms *tm, uint32_t step, struct term t, split_oracle *oracle, void *context) {
  bool negated = term_kind(tm, t) == TERM_NOT;
  struct term inner = negated ? term_child(tm, t, 0) : t;
  enum term_kind kind = term_kind(tm, inner);
  int sign;
  bool equation = kind == TERM_EQ && sort_kind(tm, term_sort(tm, term_child(tm, inner, 0))) == SORT_BV;
  bool is_unsigned = kind == TERM_BV_ULE || kind == TERM_BV_ULT;
  if (!equation && !is_unsigned && kind != TERM_BV_SLE && kind != TERM_BV_SLT) return -1;
  if (!oracle(context, step, term_child(tm, inner, 0), term_child(tm, inner, 1), is_unsigned, &sign)) return -1;
  bool strict = kind == TERM_BV_ULT || kind == TERM_BV_SLT;
  bool holds = equation ? sign == 0 : strict ? sign < 0 : sign <= 0;
  return holds != negated;
}

// The disjuncts of t, if it is a disjunction.
static bool disjuncts(struct terms *tm, struct term t, struct vec_term *out) {
  vec_term_clear(out);
  bool nand = term_kind(tm, t) == TERM_NOT && term_kind(tm, term_child(tm, t, 0)) == TERM_AND;
  if (!nand && term_kind(tm, t) != TERM_OR) return false;
  struct term junction = nand ? term_child(tm, t, 0) : t;
  for (uint32_t i = 0; i < term_arity(tm, junction); i++) {
    struct term part = term_child(tm, junction, i);
    vec_term_push(out, nand ? term_not(tm, part) : part);
  }
  return true;
}

// A condition inside t on which something depends; none if there is none.
static struct term condition_in(struct terms *tm, struct term root, struct map_u32 *seen) {
  struct term_walk walk = {.tm = tm, .seen = seen};
  struct term found = TERM_NONE;
  term_walk_add(&walk, root);
  for (struct term t; term_none(found) && term_walk_next(&walk, &t);) {
    bool iff = term_kind(tm, t) == TERM_EQ && sort_kind(tm, term_sort(tm, term_child(tm, t, 0))) == SORT_BOOL;
    if (iff || term_kind(tm, t) == TERM_ITE) found = term_child(tm, t, 0);
  }
  term_walk_release(&walk);
  return found;
}

// The step with conjunct `old` of its guard replaced.
static struct step with_conjunct(struct terms *tm, const struct step *step, const struct vec_term *conjuncts,
                                 uint32_t old, struct term instead) {
  struct step out = *step;
  out.guard = instead;
  for (uint32_t i = 0; i < conjuncts->size; i++)
    if (i != old) out.guard = term_and(tm, out.guard, conjuncts->data[i]);
  return out;
}

// The step where the condition has that value.
static struct step with_condition(struct terms *tm, struct arena *arena, const struct step *step, struct term condition,
                                  bool value) {
  struct step out = *step;
  struct term constant = term_bool(tm, value);
  struct step_update *updates = arena_alloc(arena, (step->n_updates + 1) * sizeof *updates);
  for (uint32_t i = 0; i < step->n_updates; i++)
    updates[i] = (struct step_update){step->updates[i].var,
                                      term_substitute(tm, step->updates[i].value, 1, &condition, &constant)};
  out.updates = updates;
  struct term guard = term_substitute(tm, step->guard, 1, &condition, &constant);
  out.guard = term_and(tm, guard, value ? condition : term_not(tm, condition));
  return out;
}

// A split of conjunct k, if the model makes one necessary.
static bool split_conjunct(struct terms *tm, uint32_t number, const struct step *step, const struct vec_term *conjuncts,
                           uint32_t k, bool is_unsigned, split_oracle *oracle, void *context, struct split *out) {
  struct term t = conjuncts->data[k], inner = term_kind(tm, t) == TERM_NOT ? term_child(tm, t, 0) : TERM_NONE;
  bool bits = !term_none(inner) && term_kind(tm, inner) == TERM_EQ &&
              sort_kind(tm, term_sort(tm, term_child(tm, inner, 0))) == SORT_BV;
  struct vec_term parts = {0};
  bool found = false;
  if (bits) {
    struct term a = term_child(tm, inner, 0), b = term_child(tm, inner, 1);
    found = literal_holds(tm, number, t, oracle, context) == 0;
    if (found) {
      struct term below = less(tm, a, b, is_unsigned), above = less(tm, b, a, is_unsigned);
      *out =
          (struct split){number,
                         {with_conjunct(tm, step, conjuncts, k, below), with_conjunct(tm, step, conjuncts, k, above)}};
    }
  } else if (disjuncts(tm, t, &parts)) {
    found = true;
    for (uint32_t i = 0; i < parts.size && found; i++)
      found = literal_holds(tm, number, parts.data[i], oracle, context) != 1;
    if (found) {
      struct term rest = term_or_n(tm, parts.size - 1, parts.data + 1);
      *out = (struct split){
          number,
          {with_conjunct(tm, step, conjuncts, k, parts.data[0]), with_conjunct(tm, step, conjuncts, k, rest)}};
    }
  }
  vec_term_release(&parts);
  return found;
}

static bool split_condition(struct terms *tm, struct arena *arena, uint32_t number, const struct step *step,
                            struct split *out) {
  struct map_u32 seen = {0};
  struct term condition = condition_in(tm, step->guard, &seen);
  for (uint32_t i = 0; i < step->n_updates && term_none(condition); i++) {
    struct term value = step->updates[i].value;
    condition = condition_in(tm, value, &seen);
    // A Boolean that remembers a comparison.
    bool open = sort_kind(tm, term_sort(tm, value)) == SORT_BOOL && term_arity(tm, value) > 0;
    if (term_none(condition) && open) condition = value;
  }
  map_u32_release(&seen);
  if (term_none(condition)) return false;
  *out = (struct split){
      number,
      {with_condition(tm, arena, step, condition, true), with_condition(tm, arena, step, condition, false)}};
  return true;
}

bool split_find(struct terms *tm, struct arena *arena, uint32_t n, const struct step *steps, bool is_unsigned,
                split_oracle *oracle, void *context, struct split *out) {
  struct vec_term conjuncts = {0};
  bool found = false;
  for (uint32_t i = n; i-- > 0 && !found;) {
    vec_term_clear(&conjuncts);
    solver_split(tm, steps[i].guard, &conjuncts);
    for (uint32_t k = 0; k < conjuncts.size && !found; k++)
      found = split_conjunct(tm, i, &steps[i], &conjuncts, k, is_unsigned, oracle, context, out);
  }
  vec_term_release(&conjuncts);
  for (uint32_t i = n; i-- > 0 && !found;) found = split_condition(tm, arena, i, &steps[i], out);
  return found;
}

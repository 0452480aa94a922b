// What a guard that holds says about variables: its equations, solved for a variable or a cell.
//
// A conjunct x, not x or a = b, where a is x or a one-to-one function of x, gives x where b is known. Symbolically a
// variable gets a constant in place of its expression: the guard, which is kept as a constraint, says that they are the
// same.
#include "state/evaluate/evaluator.h"
#include <assert.h>

#define ASSUME_ROUNDS 3 // what one equation teaches may be what another one lacks

// --- at compile time -------------------------------------------------------------------------------------------------

// The operand of a one-to-one operation through which an equation can be solved; none: it is not one.
static struct term one_to_one(const struct terms *tm, struct term t) {
  switch (term_kind(tm, t)) {
  case TERM_NOT:
  case TERM_BV_NOT:
  case TERM_BV_NEG:
  case TERM_BV_ZEXT:
  case TERM_BV_SEXT: return term_child(tm, t, 0);
  case TERM_BV_ADD:
  case TERM_BV_XOR: return term_is_const(tm, term_child(tm, t, 0)) ? term_child(tm, t, 1) : TERM_NONE;
  default: return TERM_NONE;
  }
}

// A register that a guard up to this one has.
static uint32_t register_of(const struct step_code *code, struct term t) {
  uint32_t *known = map_u32_find(&code->block->guards.register_of, t.id);
  return known ? *known : NO_REGISTER;
}

// `side` is what the register (or the truth value) is equal to.
static void add_equation(struct evaluator *e, struct step_code *code, struct term side, uint32_t reg, bool truth) {
  struct terms *tm = e->tm;
  struct equation q = {.reg = reg, .index = NO_REGISTER, .truth = truth};
  for (struct term inner; inner = one_to_one(tm, side), !term_none(inner); side = inner) vec_term_push(&q.around, side);
  struct term variable = side;
  if (term_kind(tm, side) == TERM_SELECT) {
    variable = term_child(tm, side, 0);
    q.index = register_of(code, term_child(tm, side, 1));
  }
  bool usable = term_kind(tm, variable) == TERM_VAR && !map_u32_find(&e->input_of, variable.id) &&
                evaluator_find(e, variable, &q.number);
  struct sort sort = term_sort(tm, variable);
  if (usable && sort_kind(tm, sort) == SORT_ARRAY)
    usable = q.index != NO_REGISTER && sort_width(tm, sort_index(tm, sort)) <= 64 &&
             sort_kind(tm, sort_element(tm, sort)) != SORT_ARRAY;
  if (usable) vec_equation_push(&code->equations, q);
  else vec_term_release(&q.around);
}

static void add_conjunct(struct evaluator *e, struct step_code *code, struct term t) {
  struct terms *tm = e->tm;
  if (term_kind(tm, t) != TERM_EQ) {
    add_equation(e, code, t, NO_REGISTER, true);
    return;
  }
  struct term a = term_child(tm, t, 0), b = term_child(tm, t, 1);
  if (sort_kind(tm, term_sort(tm, a)) == SORT_ARRAY) return;
  uint32_t at_a = register_of(code, a), at_b = register_of(code, b);
  if (at_a != NO_REGISTER) add_equation(e, code, b, at_a, false);
  if (at_b != NO_REGISTER) add_equation(e, code, a, at_b, false);
}

void step_code_equations(struct evaluator *e, struct step_code *code) {
  struct term guard = code->condition;
  if (term_kind(e->tm, guard) != TERM_AND) {
    add_conjunct(e, code, guard);
    return;
  }
  for (uint32_t i = 0, n = term_arity(e->tm, guard); i < n; i++) add_conjunct(e, code, term_child(e->tm, guard, i));
}

// --- at run time -----------------------------------------------------------------------------------------------------

// The operation's operand, if its result is this. None: there is none, or it is not known.
static struct term invert(struct evaluator *e, struct term operation, struct term result) {
  struct terms *tm = e->tm;
  struct term operand = one_to_one(tm, operation), back;
  switch (term_kind(tm, operation)) {
  case TERM_NOT: return term_not(tm, result);
  case TERM_BV_NOT: return term_bvnot(tm, result);
  case TERM_BV_NEG: return term_neg(tm, result);
  case TERM_BV_ADD: return term_sub(tm, result, term_child(tm, operation, 0));
  case TERM_BV_XOR: return term_bvxor(tm, result, term_child(tm, operation, 0));
  case TERM_BV_ZEXT:
  case TERM_BV_SEXT:
    back = term_extract(tm, term_width(tm, operand) - 1, 0, result);
    bool zero = term_kind(tm, operation) == TERM_BV_ZEXT;
    struct term again = zero ? term_zext(tm, back, term_width(tm, result))
                             : term_sext(tm, back, term_width(tm, result));
    return term_same(again, result) ? back : TERM_NONE;
  default: return TERM_NONE;
  }
}

// What the equation says of its variable or cell: a constant, or none.
static struct term solve(struct evaluator *e, const struct step_code *code, const struct equation *q) {
  struct value v = q->reg == NO_REGISTER ? concrete(q->truth) : code->block->guards.registers.data[q->reg];
  struct term t;
  const struct variable_record *variable = &e->variables.data[q->number];
  struct sort sort = variable->is_array ? sort_element(e->tm, variable->sort) : variable->sort;
  if (v.term) t = (struct term){v.term};
  else if (q->reg == NO_REGISTER) t = term_bool(e->tm, q->truth);
  else t = value_term(e->tm, q->around.size ? term_sort(e->tm, q->around.data[0]) : sort, v);
  if (term_is_unknown(t) || !term_is_const(e->tm, t)) return TERM_NONE;
  for (uint32_t i = 0; i < q->around.size && !term_none(t); i++) t = invert(e, q->around.data[i], t);
  return t;
}

static struct persistent learn(struct evaluator *e, const struct step_code *code, const struct equation *q,
                               struct persistent store) {
  struct value now = evaluator_load(e, store, q->number), index = {0};
  bool is_cell = e->variables.data[q->number].is_array;
  if (is_cell) {
    index = code->block->guards.registers.data[q->index];
    if (index.term) return store;
    now = array_read(e, now, index.bits);
  }
  // Known already.
  if (!now.term || (!is_unknown(now) && term_is_const(e->tm, (struct term){now.term}))) return store;
  struct term t = solve(e, code, q);
  if (term_none(t)) return store;
  if (!is_cell) return persistent_put(e->pool, store, q->number, t.id);
  struct value array = evaluator_load(e, store, q->number);
  return evaluator_save(e, store, q->number, array_write(e, array, index.bits, t.id));
}

struct persistent evaluate_assume(struct evaluator *e, const struct step_code *code, struct persistent store) {
  for (uint32_t round = 0; code->equations.size && round < ASSUME_ROUNDS; round++) {
    struct persistent before = store;
    block_run(e, code->block, code, store);
    for (uint32_t i = 0; i < code->equations.size; i++) store = learn(e, code, &code->equations.data[i], store);
    if (persistent_same(store, before) || code->equations.size == 1) break;
  }
  return store;
}

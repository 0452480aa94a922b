#include "solve/linear/linear.h"
#include "base/memory/map.h"

// --- expressions ------------------------------------------------------------------------------------

void linear_init(struct linear *l) {
  *l = (struct linear){0};
  mpz_init(l->constant);
}

void linear_release(struct linear *l) {
  for (uint32_t i = 0; i < l->capacity; i++) mpz_clear(l->coefficients[i]);
  mem_free(l->coefficients);
  vec_term_release(&l->atoms);
  mpz_clear(l->constant);
}

void linear_clear(struct linear *l) {
  vec_term_clear(&l->atoms);
  mpz_set_ui(l->constant, 0);
}

void linear_add_atom(struct linear *l, struct term atom, const mpz_t coefficient) {
  uint32_t i = 0;
  while (i < l->atoms.size && l->atoms.data[i].id != atom.id) i++;
  if (i == l->atoms.size) {
    vec_term_push(&l->atoms, atom);
    if (l->atoms.size > l->capacity) {
      uint32_t capacity = l->capacity ? 2 * l->capacity : 4;
      l->coefficients = mem_realloc(l->coefficients, capacity * sizeof *l->coefficients);
      for (; l->capacity < capacity; l->capacity++) mpz_init(l->coefficients[l->capacity]);
    }
    mpz_set_ui(l->coefficients[i], 0);
  }
  mpz_add(l->coefficients[i], l->coefficients[i], coefficient);
}

struct todo {
  struct term t;
  mpz_t coefficient;
  bool is_unsigned;
};
VEC_TYPE(vec_todo, struct todo)

static void push(struct vec_todo *todo, struct term t, const mpz_t coefficient, bool is_unsigned) {
  struct todo item = {.t = t, .is_unsigned = is_unsigned};
  mpz_init_set(item.coefficient, coefficient);
  vec_todo_push(todo, item);
}

// The value of a constant: as a summand it is the number nearest to zero, so that adding 0xffffffff is subtracting one.
static void constant_value(struct terms *tm, struct term t, bool is_unsigned, mpz_t value) {
  term_value(tm, t, value);
  if (sort_kind(tm, term_sort(tm, t)) != SORT_BV) return;
  uint32_t width = term_width(tm, t);
  if (is_unsigned || !mpz_tstbit(value, width - 1)) return;
  mpz_t modulus;
  mpz_init(modulus);
  mpz_setbit(modulus, width);
  mpz_sub(value, value, modulus);
  mpz_clear(modulus);
}

// A product with a constant: child 0 is the constant by the table's order.
static bool scaled(struct terms *tm, struct todo *item, struct vec_todo *todo) {
  struct term a = term_child(tm, item->t, 0), b = term_child(tm, item->t, 1);
  bool shift = term_kind(tm, item->t) == TERM_BV_SHL;
  struct term constant = shift ? b : a, rest = shift ? a : b;
  if (!term_is_const(tm, constant)) return false;
  mpz_t value;
  mpz_init(value);
  constant_value(tm, constant, shift, value);
  bool fits = !shift || mpz_cmp_ui(value, term_width(tm, item->t)) < 0;
  if (fits) {
    if (shift) mpz_mul_2exp(value, item->coefficient, mpz_get_ui(value));
    else mpz_mul(value, value, item->coefficient);
    push(todo, rest, value, false);
  }
  mpz_clear(value);
  return fits;
}

// One node of the expression; false if it is an atom.
static bool open_node(struct terms *tm, struct linear *l, struct todo *item, struct vec_todo *todo) {
  struct term t = item->t;
  switch (term_kind(tm, t)) {
  case TERM_TRUE: mpz_add(l->constant, l->constant, item->coefficient); return true;
  case TERM_FALSE: return true;
  case TERM_CONST_BV:
  case TERM_CONST_INT: {
    mpz_t value;
    mpz_init(value);
    constant_value(tm, t, item->is_unsigned, value);
    mpz_addmul(l->constant, value, item->coefficient);
    mpz_clear(value);
    return true;
  }
  case TERM_BV_ADD:
  case TERM_INT_ADD:
    push(todo, term_child(tm, t, 0), item->coefficient, false);
    push(todo, term_child(tm, t, 1), item->coefficient, false);
    return true;
  case TERM_BV_NOT: // ~x = -x - 1
    mpz_sub(l->constant, l->constant, item->coefficient);
    // fall through
  case TERM_BV_NEG:
    mpz_neg(item->coefficient, item->coefficient);
    push(todo, term_child(tm, t, 0), item->coefficient, false);
    return true;
  case TERM_BV_MUL:
  case TERM_INT_MUL:
  case TERM_BV_SHL: return scaled(tm, item, todo);
  case TERM_BV_ZEXT:
  case TERM_BV_SEXT: push(todo, term_child(tm, t, 0), item->coefficient, term_kind(tm, t) == TERM_BV_ZEXT); return true;
  case TERM_BV_EXTRACT:
    if (term_param(tm, t, 1) != 0 || term_param(tm, t, 0) == 0) return false;
    push(todo, term_child(tm, t, 0), item->coefficient, false);
    return true;
  case TERM_BV_CONCAT: { // zeros below: a shift, with zeros above it was an extension
    struct term low = term_child(tm, t, 1);
    uint64_t value;
    if (!term_value64(tm, low, &value) || value) return false;
    mpz_mul_2exp(item->coefficient, item->coefficient, term_width(tm, low));
    push(todo, term_child(tm, t, 0), item->coefficient, false);
    return true;
  }
  default: return false;
  }
}

enum { MAX_NODES = 4096, MAX_ATOMS = 256 };

bool linear_add(struct terms *tm, struct linear *l, const mpz_t coefficient, struct term t, bool is_unsigned) {
  struct vec_todo todo = {0};
  push(&todo, t, coefficient, is_unsigned);
  uint32_t nodes = 0;
  while (todo.size) {
    struct todo item = vec_todo_pop(&todo);
    if (nodes++ < MAX_NODES && !open_node(tm, l, &item, &todo)) linear_add_atom(l, item.t, item.coefficient);
    mpz_clear(item.coefficient);
  }
  vec_todo_release(&todo);
  return nodes < MAX_NODES && l->atoms.size <= MAX_ATOMS;
}

bool linear_normalise(struct linear *l, bool equation) {
  uint32_t kept = 0;
  mpz_t divisor;
  mpz_init(divisor);
  for (uint32_t i = 0; i < l->atoms.size; i++) {
    if (!mpz_sgn(l->coefficients[i])) continue;
    mpz_gcd(divisor, divisor, l->coefficients[i]);
    l->atoms.data[kept] = l->atoms.data[i];
    if (kept != i) mpz_swap(l->coefficients[kept], l->coefficients[i]);
    kept++;
  }
  l->atoms.size = kept;
  bool solvable = true;
  if (kept) {
    for (uint32_t i = 0; i < kept; i++) mpz_divexact(l->coefficients[i], l->coefficients[i], divisor);
    solvable = !equation || mpz_divisible_p(l->constant, divisor);
    mpz_cdiv_q(l->constant, l->constant, divisor);
  }
  mpz_clear(divisor);
  return solvable;
}

// --- formulas ---------------------------------------------------------------------------------------

// The two sides of left ≤ right while they are built.
struct sides {
  struct terms *tm;
  uint32_t width;
  bool is_unsigned; // of the comparison and its constants
  bool zeros; // atoms are extended by zeros
  struct term side[2];
};

static void side_add(struct sides *s, int which, struct term t) {
  s->side[which] = term_none(s->side[which]) ? t : term_add(s->tm, s->side[which], t);
}

static bool constant_fits(const struct sides *s, const mpz_t value) {
  size_t bits = mpz_sizeinbase(value, 2);
  if (mpz_sgn(value) < 0) return !s->is_unsigned && bits < s->width;
  return s->is_unsigned ? bits <= s->width : bits < s->width;
}

static bool side_add_constant(struct sides *s, int which, const mpz_t value) {
  if (!constant_fits(s, value)) return false;
  side_add(s, which, term_bv_big(s->tm, s->width, value));
  return true;
}

static struct term atom_bits(struct sides *s, struct term atom) {
  struct terms *tm = s->tm;
  if (sort_kind(tm, term_sort(tm, atom)) == SORT_BOOL) return term_bool_to_bv(tm, atom, s->width);
  return s->zeros ? term_zext(tm, atom, s->width) : term_sext(tm, atom, s->width);
}

static struct term compare(struct sides *s, bool equation, bool strict) {
  for (int i = 0; i < 2; i++)
    if (term_none(s->side[i])) s->side[i] = term_bv(s->tm, s->width, 0);
  struct term a = s->side[0], b = s->side[1];
  if (equation) return term_eq(s->tm, a, b);
  if (s->is_unsigned) return strict ? term_ult(s->tm, a, b) : term_ule(s->tm, a, b);
  return strict ? term_slt(s->tm, a, b) : term_sle(s->tm, a, b);
}

// The width in which the form is written; 0 if it cannot be.
static uint32_t form_width(struct terms *tm, const struct linear *l, bool wide) {
  uint32_t width = 0;
  mpz_t sum, magnitude;
  mpz_init(sum);
  mpz_init(magnitude);
  mpz_abs(sum, l->constant);
  bool same = true;
  for (uint32_t i = 0; i < l->atoms.size; i++) {
    struct sort s = term_sort(tm, l->atoms.data[i]);
    uint32_t own = sort_kind(tm, s) == SORT_BOOL ? 1 : sort_kind(tm, s) == SORT_BV ? sort_width(tm, s) : 0;
    same = same && own && (!i || own == width);
    if (own > width) width = own;
    mpz_abs(magnitude, l->coefficients[i]);
    mpz_add(sum, sum, magnitude);
    if (!own) wide = false; // an integer has no bits
  }
  if (wide) width += (uint32_t)mpz_sizeinbase(sum, 2) + 2;
  mpz_clear(sum);
  mpz_clear(magnitude);
  return wide || same ? width : 0;
}

// A Boolean alone: coefficient·b + constant ≤ 0 (or = 0) for b in {0, 1}.
static struct term about_bool(struct terms *tm, const struct linear *l, bool equation) {
  mpz_t one;
  mpz_init(one);
  mpz_add(one, l->constant, l->coefficients[0]);
  bool at0 = equation ? !mpz_sgn(l->constant) : mpz_sgn(l->constant) <= 0,
       at1 = equation ? !mpz_sgn(one) : mpz_sgn(one) <= 0;
  mpz_clear(one);
  if (at0 == at1) return term_bool(tm, at0);
  return at1 ? l->atoms.data[0] : term_not(tm, l->atoms.data[0]);
}

// Puts constant ≤ 0 onto the sides. A one that would be added to atoms on the left makes the comparison strict.
static bool place_constant(struct sides *s, const struct linear *l, bool equation, bool difference, bool *strict) {
  bool left = !term_none(s->side[0]), right = !term_none(s->side[1]);
  mpz_t value;
  mpz_init(value);
  mpz_neg(value, l->constant);
  *strict = !equation && left && right && mpz_cmp_si(value, -1) == 0;
  bool fits = true;
  if (!*strict && mpz_sgn(value)) {
    bool to_left = mpz_sgn(value) < 0 && right && !difference;
    // c ≤ x: the constant stands alone on its side even if it is negative.
    if (!left && right) to_left = true;
    if (to_left) mpz_neg(value, value);
    fits = side_add_constant(s, to_left ? 0 : 1, value);
  }
  mpz_clear(value);
  return fits;
}

struct term linear_formula(struct terms *tm, const struct linear *l, bool equation, enum linear_form form) {
  if (!l->atoms.size) return term_bool(tm, equation ? !mpz_sgn(l->constant) : mpz_sgn(l->constant) <= 0);
  bool wide = form >= LINEAR_WIDE_SIGNED,
       difference = form == LINEAR_DIFFERENCE_SIGNED || form == LINEAR_DIFFERENCE_UNSIGNED;
  if (l->atoms.size == 1 && sort_kind(tm, term_sort(tm, l->atoms.data[0])) == SORT_BOOL)
    return about_bool(tm, l, equation);
  if (difference && l->atoms.size == 1) return TERM_NONE; // the plain form again
  // Wide sums have room for a sign.
  struct sides s = {tm, form_width(tm, l, wide), (form & 1) && !wide, form & 1, {TERM_NONE, TERM_NONE}};
  if (!s.width) return TERM_NONE;
  mpz_t coefficient;
  mpz_init(coefficient);
  bool fits = true;
  for (uint32_t i = 0; i < l->atoms.size; i++) {
    bool negative = mpz_sgn(l->coefficients[i]) < 0 && !difference;
    mpz_set(coefficient, l->coefficients[i]);
    if (negative) mpz_neg(coefficient, coefficient);
    fits = fits && (difference || constant_fits(&s, coefficient));
    struct term factor = term_bv_big(tm, s.width, coefficient);
    side_add(&s, negative, term_mul(tm, factor, atom_bits(&s, l->atoms.data[i])));
  }
  mpz_clear(coefficient);
  bool strict = false;
  fits = fits && place_constant(&s, l, equation, difference, &strict);
  return fits ? compare(&s, equation, strict) : TERM_NONE;
}

static bool is_order(enum term_kind kind) { return kind == TERM_BV_SLE || kind == TERM_BV_ULE; }

struct term linear_both(struct terms *tm, struct term a, struct term b) {
  enum term_kind kinds[2] = {term_kind(tm, a), term_kind(tm, b)};
  bool orders[2] = {is_order(kinds[0]), is_order(kinds[1])};
  if ((!orders[0] && kinds[0] != TERM_EQ) || (!orders[1] && kinds[1] != TERM_EQ) || (!orders[0] && !orders[1]))
    return term_and(tm, a, b);
  struct term x = term_child(tm, a, 0), y = term_child(tm, a, 1), u = term_child(tm, b, 0), v = term_child(tm, b, 1);
  bool same = term_same(x, u) && term_same(y, v), crossed = term_same(x, v) && term_same(y, u);
  if (orders[0] && orders[1]) return crossed && kinds[0] == kinds[1] ? term_eq(tm, x, y) : term_and(tm, a, b);
  if (!same && !crossed) return term_and(tm, a, b);
  return orders[0] ? b : a;
}

struct term linear_conjunction(struct terms *tm, uint32_t n, const struct term *conjuncts) {
  struct vec_term all = {0};
  for (uint32_t i = 0; i < n; i++) vec_term_push(&all, conjuncts[i]);
  for (uint32_t i = 0; i < all.size; i++)
    for (uint32_t k = i + 1; k < all.size;) {
      struct term joined = linear_both(tm, all.data[i], all.data[k]);
      if (term_kind(tm, joined) == TERM_AND) {
        k++;
        continue;
      }
      all.data[i] = joined;
      all.data[k] = all.data[--all.size];
      k = i + 1;
    }
  struct term out = all.size ? term_and_n(tm, all.size, all.data) : term_true(tm);
  vec_term_release(&all);
  return out;
}

// --- steps ------------------------------------------------------------------------------------------

// A step with its inputs under new names.
static struct step renamed(struct interpolator *ip, struct arena *arena, const struct step *step, uint32_t number) {
  struct terms *tm = ip->tm;
  struct term *inputs = arena_alloc(arena, (step->n_inputs + 1) * sizeof *inputs);
  struct step_update *updates = arena_alloc(arena, (step->n_updates + 1) * sizeof *updates);
  struct substitution *sub = substitution_new(tm);
  for (uint32_t i = 0; i < step->n_inputs; i++) {
    inputs[i] = interpolator_name(ip, step->inputs[i], number);
    substitution_set(sub, step->inputs[i], inputs[i]);
  }
  for (uint32_t i = 0; i < step->n_updates; i++)
    updates[i] = (struct step_update){step->updates[i].var, substitution_apply(sub, step->updates[i].value)};
  struct step out = {substitution_apply(sub, step->guard), step->n_updates, step->n_inputs, updates, inputs};
  substitution_free(sub);
  return out;
}

struct step *linear_steps(struct interpolator *ip, struct arena *arena, uint32_t n, const struct step *steps) {
  struct step *out = arena_alloc(arena, (n + 1) * sizeof *out);
  struct map_u32 seen = {0};
  for (uint32_t i = 0; i < n; i++) {
    bool again = false;
    for (uint32_t k = 0; k < steps[i].n_inputs; k++) {
      again = again || map_u32_find(&seen, steps[i].inputs[k].id);
      map_u32_put(&seen, steps[i].inputs[k].id, i);
    }
    out[i] = again ? renamed(ip, arena, &steps[i], i) : steps[i];
  }
  map_u32_release(&seen);
  return out;
}

struct term linear_before(struct terms *tm, const struct step *step, struct term t) {
  if (!step->n_updates || term_is_const(tm, t)) return t;
  struct term few[16], *from = step->n_updates <= 8 ? few : mem_alloc(2 * step->n_updates * sizeof *from),
                       *to = from + step->n_updates;
  for (uint32_t i = 0; i < step->n_updates; i++) {
    from[i] = step->updates[i].var;
    to[i] = step->updates[i].value;
  }
  t = term_substitute(tm, t, step->n_updates, from, to);
  if (from != few) mem_free(from);
  return t;
}

void linear_inputs(const struct step *steps, uint32_t first, uint32_t n, struct map_u32 *out) {
  for (uint32_t i = first; i < n; i++)
    for (uint32_t k = 0; k < steps[i].n_inputs; k++) map_u32_put(out, steps[i].inputs[k].id, i);
}

bool linear_mentions(struct terms *tm, const struct map_u32 *vars, struct term t) {
  uint32_t count;
  const uint32_t *ids = term_free_vars(tm, t, &count);
  for (uint32_t i = 0; i < count; i++)
    if (map_u32_find(vars, ids[i])) return true;
  return false;
}

// The formula over the variables before step `first` (and inputs) that says: the steps can be run and end in `target`.
static struct term linear_can_reach(struct terms *tm, const struct step *steps, uint32_t first, uint32_t last,
                                    struct term target) {
  for (uint32_t i = last; i-- > first;) target = term_and(tm, steps[i].guard, linear_before(tm, &steps[i], target));
  return target;
}

bool linear_leads(struct interpolator *ip, const struct step *steps, struct term from, uint32_t first, uint32_t last,
                  struct term to) {
  struct term parts[2] = {from, linear_can_reach(ip->tm, steps, first, last, term_not(ip->tm, to))};
  if (term_is_false(ip->tm, parts[0]) || term_is_false(ip->tm, parts[1])) return true;
  const struct vec_term fixed = {parts, 2, 2};
  return interpolator_try(ip, &fixed, 0, NULL) == ANSWER_UNSAT;
}

// Equations solved and substituted.
//
// The conjunction is a list of items, each with the set of given conjuncts it follows from. An item that is an equation
// is solved for a variable: the operations around it are undone on the other side, as far as they are invertible; what
// an equation says besides (that the bits an extension adds are right, that the other part of a concatenation is equal)
// becomes further items. Then the variable is replaced everywhere and its definition is noted.
#include "base/memory/map.h"
#include "solve/word/query.h"

enum { MAX_CONJUNCTS = 1024, MAX_NEW_TERMS = 50000, MAX_ELIMINATED = 256, MAX_ITEMS = 4096, PEEL = 16 };

struct items {
  struct terms *tm;
  struct vec_term terms; // none: gone
  struct vec_u64 origins; // `row` words for each item
  uint32_t row;
  struct vec_term parts; // scratch
};

struct solved {
  struct term var, value;
  struct term rest[PEEL];
  uint32_t n_rest;
};

static uint64_t *origins_of(struct items *s, uint32_t i) { return s->origins.data + (size_t)i * s->row; }

// The conjuncts of t as new items.
static void add_items(struct items *s, struct term t, const uint64_t *origins) {
  vec_term_clear(&s->parts);
  vec_term_push(&s->parts, t);
  while (s->parts.size) {
    t = vec_term_pop(&s->parts);
    if (term_kind(s->tm, t) == TERM_AND) {
      for (uint32_t k = term_arity(s->tm, t); k-- > 0;) vec_term_push(&s->parts, term_child(s->tm, t, k));
      continue;
    }
    if (term_is_true(s->tm, t)) continue;
    vec_term_push(&s->terms, t);
    uint32_t at = s->origins.size;
    vec_u64_resize(&s->origins, at + s->row);
    memcpy(s->origins.data + at, origins, s->row * sizeof *origins);
  }
}

// --- solving --------------------------------------------------------------------------------

static bool is_var(const struct terms *tm, struct term t) { return term_kind(tm, t) == TERM_VAR; }

static struct term odd_inverse(struct terms *tm, struct term k) { // none if there is none
  uint64_t value, x;
  if (!term_value64(tm, k, &value) || !(value & 1)) return TERM_NONE;
  x = value;
  for (int i = 0; i < 6; i++) x *= 2 - value * x;
  return term_bv(tm, term_width(tm, k), x);
}

// Of two operands the one to solve for: a variable that the other one and the right-hand side do not have.
static bool choose(struct terms *tm, struct term *target, struct term *other, struct term rhs) {
  for (int k = 0; k < 2; k++) {
    if (is_var(tm, *target) && !term_mentions(tm, *other, *target) && !term_mentions(tm, rhs, *target)) return true;
    struct term swap = *target;
    *target = *other, *other = swap;
  }
  if (!term_is_const(tm, *target)) return false;
  struct term swap = *target; // a constant and something deeper
  *target = *other, *other = swap;
  return true;
}

// One operation around the left-hand side is undone. False: it cannot be.
static bool peel(struct terms *tm, struct term *lhs, struct term *rhs, struct solved *out) {
  enum term_kind kind = term_kind(tm, *lhs);
  uint32_t arity = term_arity(tm, *lhs), width;
  struct term a = arity ? term_child(tm, *lhs, 0) : TERM_NONE, b = arity > 1 ? term_child(tm, *lhs, 1) : TERM_NONE;
  switch (kind) {
  case TERM_NOT: *rhs = term_not(tm, *rhs); break;
  case TERM_BV_NOT: *rhs = term_bvnot(tm, *rhs); break;
  case TERM_BV_NEG: *rhs = term_neg(tm, *rhs); break;
  case TERM_BV_ADD:
    if (!choose(tm, &a, &b, *rhs)) return false;
    *rhs = term_sub(tm, *rhs, b);
    break;
  case TERM_BV_XOR:
    if (!choose(tm, &a, &b, *rhs)) return false;
    *rhs = term_bvxor(tm, *rhs, b);
    break;
  case TERM_BV_MUL: {
    struct term inverse = odd_inverse(tm, a);
    if (term_none(inverse)) return false;
    *rhs = term_mul(tm, inverse, *rhs);
    a = b;
    break;
  }
  case TERM_BV_ZEXT:
  case TERM_BV_SEXT: {
    width = term_width(tm, a);
    struct term low = term_extract(tm, width - 1, 0, *rhs);
    struct term again = kind == TERM_BV_ZEXT ? term_zext(tm, low, term_width(tm, *lhs))
                                             : term_sext(tm, low, term_width(tm, *lhs));
    out->rest[out->n_rest++] = term_eq(tm, again, *rhs);
    *rhs = low;
    break;
  }
  case TERM_BV_CONCAT: {
    uint32_t low = term_width(tm, b);
    width = term_width(tm, *lhs);
    struct term high_part = term_extract(tm, width - 1, low, *rhs), low_part = term_extract(tm, low - 1, 0, *rhs);
    bool high = is_var(tm, a) && !term_mentions(tm, *rhs, a);
    out->rest[out->n_rest++] = high ? term_eq(tm, b, low_part) : term_eq(tm, a, high_part);
    *rhs = high ? high_part : low_part;
    if (!high) a = b;
    break;
  }
  default: return false;
  }
  *lhs = a;
  return true;
}

static bool solve_side(struct terms *tm, struct term lhs, struct term rhs, struct solved *out) {
  out->n_rest = 0;
  for (uint32_t k = 0; k < PEEL; k++) {
    if (is_var(tm, lhs)) {
      out->var = lhs;
      out->value = rhs;
      return !term_mentions(tm, rhs, lhs);
    }
    if (!peel(tm, &lhs, &rhs, out)) return false;
  }
  return false;
}

// Can something be peeled off t until a variable is left? Asked before, so that no terms are made in vain.
static bool promising(const struct terms *tm, struct term t) {
  for (uint32_t k = 0; k < PEEL; k++) {
    switch (term_kind(tm, t)) {
    case TERM_VAR: return true;
    case TERM_NOT:
    case TERM_BV_NOT:
    case TERM_BV_NEG:
    case TERM_BV_ZEXT:
    case TERM_BV_SEXT: t = term_child(tm, t, 0); break;
    case TERM_BV_ADD:
    case TERM_BV_XOR:
    case TERM_BV_CONCAT:
      if (is_var(tm, term_child(tm, t, 0)) || is_var(tm, term_child(tm, t, 1))) return true;
      if (term_kind(tm, t) != TERM_BV_CONCAT && !term_is_const(tm, term_child(tm, t, 0))) return false;
      t = term_child(tm, t, 1);
      break;
    case TERM_BV_MUL:
      if (!term_is_const(tm, term_child(tm, t, 0))) return false;
      t = term_child(tm, t, 1);
      break;
    default: return false;
    }
  }
  return false;
}

static bool solve(struct terms *tm, struct term t, struct solved *out) {
  out->n_rest = 0;
  enum term_kind kind = term_kind(tm, t);
  if (kind == TERM_VAR || (kind == TERM_NOT && is_var(tm, term_child(tm, t, 0)))) {
    out->var = kind == TERM_VAR ? t : term_child(tm, t, 0);
    out->value = term_bool(tm, kind == TERM_VAR);
    return true;
  }
  if (kind == TERM_NOT) { // of an equation between formulas, or a word of one bit with a constant
    struct term e = term_child(tm, t, 0);
    if (term_kind(tm, e) != TERM_EQ) return false;
    struct term a = term_child(tm, e, 0), b = term_child(tm, e, 1);
    if (sort_kind(tm, term_sort(tm, a)) == SORT_BOOL)
      return (promising(tm, a) && solve_side(tm, a, term_not(tm, b), out)) ||
             (promising(tm, b) && solve_side(tm, b, term_not(tm, a), out));
    if (sort_kind(tm, term_sort(tm, a)) != SORT_BV || term_width(tm, a) != 1) return false;
    return (promising(tm, a) && solve_side(tm, a, term_bvnot(tm, b), out)) ||
           (promising(tm, b) && solve_side(tm, b, term_bvnot(tm, a), out));
  }
  if (kind != TERM_EQ) return false;
  struct term a = term_child(tm, t, 0), b = term_child(tm, t, 1);
  if (is_var(tm, a) && is_var(tm, b) && a.id > b.id) return solve_side(tm, a, b, out); // the younger variable goes
  return (promising(tm, b) && solve_side(tm, b, a, out)) || (promising(tm, a) && solve_side(tm, a, b, out));
}

// --- the fixpoint -----------------------------------------------------------------------------

// Item i defines a variable. False: an item became false. `why` is scratch.
static bool eliminate(struct items *s, uint32_t i, const struct solved *solved, uint64_t *why) {
  memcpy(why, origins_of(s, i), s->row * sizeof *why);
  s->terms.data[i] = TERM_NONE;
  for (uint32_t k = 0; k < solved->n_rest; k++) add_items(s, solved->rest[k], why);
  struct substitution *sub = substitution_new(s->tm);
  substitution_set(sub, solved->var, solved->value);
  bool possible = true;
  for (uint32_t k = 0, n = s->terms.size; k < n && possible; k++) {
    struct term t = s->terms.data[k];
    if (term_none(t) || !term_mentions(s->tm, t, solved->var)) continue;
    t = substitution_apply(sub, t);
    uint64_t *origins = origins_of(s, k);
    for (uint32_t r = 0; r < s->row; r++) origins[r] |= why[r];
    possible = !term_is_false(s->tm, t);
    if (possible && term_kind(s->tm, t) != TERM_AND) {
      s->terms.data[k] = term_is_true(s->tm, t) ? TERM_NONE : t;
      continue;
    }
    uint64_t *copy = mem_alloc(s->row * sizeof *copy); // the list may move
    memcpy(copy, origins, s->row * sizeof *copy);
    s->terms.data[k] = TERM_NONE;
    add_items(s, t, copy);
    mem_free(copy);
  }
  substitution_free(sub);
  return possible;
}

static void put_item(struct items *s, uint32_t i, struct word_simplified *out) {
  vec_term_push(&out->conjuncts, s->terms.data[i]);
  for (uint32_t r = 0; r < s->row; r++)
    for (uint64_t bits = origins_of(s, i)[r]; bits; bits &= bits - 1)
      vec_u32_push(&out->origins, 64 * r + (uint32_t)__builtin_ctzll(bits));
  vec_u32_push(&out->starts, out->origins.size);
}

static void put_result(struct items *s, bool possible, struct word_simplified *out) {
  vec_u32_push(&out->starts, 0);
  for (uint32_t i = 0; i < s->terms.size && possible; i++)
    possible = !term_is_false(s->tm, s->terms.data[i].id ? s->terms.data[i] : term_true(s->tm));
  struct map_u32 seen = {0};
  for (uint32_t i = 0; i < s->terms.size; i++) {
    struct term t = s->terms.data[i];
    if (term_none(t) || (!possible && !term_is_false(s->tm, t)) || map_u32_find(&seen, t.id)) continue;
    map_u32_put(&seen, t.id, 1);
    put_item(s, i, out);
  }
  map_u32_release(&seen);
}

bool word_simplify(struct word *w, uint32_t n, const struct term *conjuncts, struct word_simplified *out) {
  *out = (struct word_simplified){0};
  if (!n || n > MAX_CONJUNCTS) return false;
  struct items s = {.tm = w->tm, .row = (n + 63) / 64};
  uint64_t why[MAX_CONJUNCTS / 64] = {0};
  for (uint32_t i = 0; i < n; i++) {
    why[i / 64] = (uint64_t)1 << i % 64;
    add_items(&s, conjuncts[i], why);
    why[i / 64] = 0;
  }
  bool possible = true, again = true;
  uint32_t most_terms = terms_count(w->tm) + MAX_NEW_TERMS; // terms are never freed
  while (again && possible) {
    again = false;
    for (uint32_t i = 0; i < s.terms.size && possible; i++) {
      struct solved solved;
      if (out->vars.size >= MAX_ELIMINATED || s.terms.size > MAX_ITEMS || terms_count(w->tm) > most_terms) break;
      if (term_none(s.terms.data[i]) || !solve(w->tm, s.terms.data[i], &solved)) continue;
      vec_term_push(&out->vars, solved.var);
      vec_term_push(&out->values, solved.value);
      possible = eliminate(&s, i, &solved, why);
      again = true;
    }
  }
  bool found = out->vars.size > 0;
  if (found) put_result(&s, possible, out);
  vec_term_release(&s.terms);
  vec_u64_release(&s.origins);
  vec_term_release(&s.parts);
  return found;
}

void word_extend(struct terms *tm, const struct word_simplified *s, struct model *model) {
  // A definition may use variables eliminated later, so the last comes first. Others that are free get the value they
  // have anyway.
  for (uint32_t i = s->vars.size; i-- > 0;) {
    uint32_t n;
    const uint32_t *vars = term_free_vars(tm, s->values.data[i], &n);
    for (uint32_t k = 0; k < n; k++) {
      struct term var = {vars[k]};
      if (!model_has(model, var)) model_set(model, var, term_zero(tm, term_sort(tm, var)));
    }
    model_set(model, s->vars.data[i], model_eval(model, s->values.data[i]));
  }
}

void word_simplified_release(struct word_simplified *s) {
  vec_term_release(&s->conjuncts);
  vec_u32_release(&s->origins);
  vec_u32_release(&s->starts);
  vec_term_release(&s->vars);
  vec_term_release(&s->values);
}

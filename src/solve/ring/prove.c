// See ring.h: the search for a proof, case by case, depth first. One case that stays open is the end of it.
#include "solve/ring/basis.h"
#include "solve/ring/ring.h"
#include "term/walk.h"
#include <assert.h>

enum {
  MAX_FORMULAS = 400,
  MAX_EQUATIONS = 48,
  MAX_GOALS = 12,      // disequalities that are tried in a case
  MAX_CASES = 96,
  MAX_DEPTH = 24,
  MAX_VALUE = 60,      // terms of what is substituted for a variable
  MAX_WALKED = 4000,   // terms that are looked through for conditions, in a case
  MAX_REDUCTIONS = 400, // all
  MAX_NEW_TERMS = 60000, // terms are never freed
  PAIRS = 24,
  MAX_DIVISOR = 4,     // of remainders that are tried
};

// A formula of a case, with the conjuncts that it follows from: a set of n bits in `row` words.
struct formulas {
  struct vec_term terms;
  struct vec_u64 origins;
};

struct prover {
  struct terms *tm;
  struct limits *limits;
  ring_other *other;
  void *context;
  uint32_t row, cases, reductions, most_terms;
  uint64_t *used;       // conjuncts
};

static struct ring_proof *proof_new(enum ring_rule rule, struct term formula) {
  struct ring_proof *proof = mem_zalloc(1, sizeof *proof);
  proof->rule = rule;
  proof->formula = formula;
  return proof;
}

// --- formulas ---------------------------------------------------------------------------

static uint64_t *origins_of(const struct prover *r, const struct formulas *f, uint32_t i) {
  return f->origins.data + (size_t)i * r->row;
}

static void add_formula(const struct prover *r, struct formulas *f, struct term t, const uint64_t *origins) {
  uint32_t before = f->terms.size;
  ring_add(r->tm, t, &f->terms);
  for (uint32_t i = before; i < f->terms.size; i++)
    for (uint32_t k = 0; k < r->row; k++) vec_u64_push(&f->origins, origins ? origins[k] : 0);
}

static void formulas_release(struct formulas *f) {
  vec_term_release(&f->terms);
  vec_u64_release(&f->origins);
}

static void use(struct prover *r, const struct formulas *f, uint32_t i) {
  for (uint32_t k = 0; k < r->row; k++) r->used[k] |= origins_of(r, f, i)[k];
}

static bool has_formula(const struct formulas *f, struct term t) {
  for (uint32_t i = 0; i < f->terms.size; i++)
    if (term_same(f->terms.data[i], t)) return true;
  return false;
}

static void use_term(struct prover *r, const struct formulas *f, struct term t) {
  for (uint32_t i = 0; i < f->terms.size; i++)
    if (term_same(f->terms.data[i], t)) use(r, f, i);
}

// Its formulas with `from` replaced; `more` (may be NULL) are the origins of the equation that says so.
static struct formulas replaced(const struct prover *r, const struct formulas *f, struct term from, struct term to,
                                const uint64_t *more) {
  struct formulas out = {0};
  uint64_t *origins = mem_alloc((r->row + 1) * sizeof *origins);
  for (uint32_t i = 0; i < f->terms.size; i++) {
    struct term t = term_substitute(r->tm, f->terms.data[i], 1, &from, &to);
    bool changed = !term_same(t, f->terms.data[i]);
    for (uint32_t k = 0; k < r->row; k++) origins[k] = origins_of(r, f, i)[k] | (changed && more ? more[k] : 0);
    add_formula(r, &out, t, origins);
  }
  mem_free(origins);
  return out;
}

static bool is_bv_equation(struct terms *tm, struct term t) {
  return term_kind(tm, t) == TERM_EQ && sort_kind(tm, term_sort(tm, term_child(tm, t, 0))) == SORT_BV &&
         term_width(tm, term_child(tm, t, 0)) <= POLYNOMIAL_WIDTH;
}

static bool is_disequality(struct terms *tm, struct term t) {
  return term_kind(tm, t) == TERM_NOT && is_bv_equation(tm, term_child(tm, t, 0));
}

static bool is_product(struct terms *tm, struct term t) {
  return term_kind(tm, t) == TERM_BV_MUL && !term_is_const(tm, term_child(tm, t, 0));
}

static bool has_product(struct terms *tm, struct term t) {
  struct term_walk walk = {.tm = tm};
  bool found = false;
  term_walk_add(&walk, t);
  for (struct term part; !found && term_walk_next(&walk, &part);) found = is_product(tm, part);
  term_walk_release(&walk);
  return found;
}

bool ring_concerns(struct terms *tm, struct map_u32 *known, uint32_t n, const struct term *conjuncts) {
  bool found = false;
  for (uint32_t i = 0; i < n && !found; i++) {
    const uint32_t *at = map_u32_find(known, conjuncts[i].id);
    found = at ? *at : has_product(tm, conjuncts[i]);
    if (!at) map_u32_put(known, conjuncts[i].id, found);
  }
  return found;
}

// --- identities -------------------------------------------------------------------------

static struct ring_proof *identity(struct prover *r, const struct formulas *f, const struct vec_term *equations,
                                   uint32_t width, struct term goal, struct polynomial *cofactors) {
  struct ring_proof *proof = proof_new(RING_IDENTITY, goal);
  proof->width = width;
  if (!term_none(goal)) use_term(r, f, goal);
  for (uint32_t i = 0; i < equations->size; i++) {
    if (!cofactors[i].monomials.size) continue;
    vec_term_push(&proof->formulas, equations->data[i]);
    vec_polynomial_push(&proof->cofactors, polynomial_copy(&cofactors[i]));
    use_term(r, f, equations->data[i]);
  }
  cofactors_free(equations->size, cofactors);
  return proof;
}

// One of the disequalities of that width is refuted, or the equations contradict each other.
static struct ring_proof *by_basis(struct prover *r, const struct formulas *f, const struct vec_term *equations,
                                   struct basis *b, const struct vec_term *goals) {
  struct polynomial *cofactors = basis_contradiction(b);
  if (cofactors) return identity(r, f, equations, b->width, TERM_NONE, cofactors);
  for (uint32_t i = 0; i < goals->size; i++) {
    struct polynomial p;
    bool good = polynomial_of_equation(r->tm, term_child(r->tm, goals->data[i], 0), b->width, &p);
    cofactors = good ? basis_reduce(b, &p) : NULL;
    polynomial_release(&p);
    if (cofactors) return identity(r, f, equations, b->width, goals->data[i], cofactors);
  }
  return NULL;
}

static struct ring_proof *at_width(struct prover *r, const struct formulas *f, uint32_t width) {
  struct vec_term equations = {0}, goals = {0};
  struct vec_polynomial polynomials = {0};
  for (uint32_t i = 0; i < f->terms.size; i++) {
    struct term t = f->terms.data[i];
    if (is_disequality(r->tm, t) && goals.size < MAX_GOALS &&
        term_width(r->tm, term_child(r->tm, term_child(r->tm, t, 0), 0)) == width)
      vec_term_push(&goals, t);
    struct polynomial p;
    if (!is_bv_equation(r->tm, t) || equations.size == MAX_EQUATIONS) continue;
    if (polynomial_of_equation(r->tm, t, width, &p)) {
      vec_term_push(&equations, t);
      vec_polynomial_push(&polynomials, p);
    } else {
      polynomial_release(&p);
    }
  }
  struct basis b;
  struct ring_proof *proof = NULL;
  bool good = basis_init(&b, width, equations.size, polynomials.data);
  if (good) proof = by_basis(r, f, &equations, &b, &goals);
  if (good && !proof && basis_extend(&b, PAIRS)) proof = by_basis(r, f, &equations, &b, &goals);
  basis_release(&b);
  for (uint32_t i = 0; i < polynomials.size; i++) polynomial_release(&polynomials.data[i]);
  vec_polynomial_release(&polynomials);
  vec_term_release(&equations);
  vec_term_release(&goals);
  return proof;
}

static struct ring_proof *by_identity(struct prover *r, const struct formulas *f) {
  struct ring_proof *proof = NULL;
  uint64_t widths = 0; // those of disequalities and equations, a bit for each
  for (uint32_t i = 0; i < f->terms.size; i++) {
    struct term t = f->terms.data[i];
    if (!is_disequality(r->tm, t)) continue;
    widths |= (uint64_t)1 << (term_width(r->tm, term_child(r->tm, term_child(r->tm, t, 0), 0)) - 1);
  }
  for (; widths && !proof && r->reductions < MAX_REDUCTIONS; widths &= widths - 1) {
    r->reductions++;
    proof = at_width(r, f, (uint32_t)__builtin_ctzll(widths) + 1);
  }
  return proof;
}

// --- without products -------------------------------------------------------------------

static bool is_plain(struct terms *tm, struct term t) {
  struct term_walk walk = {.tm = tm};
  bool plain = true;
  term_walk_add(&walk, t);
  for (struct term part; plain && term_walk_next(&walk, &part);) {
    enum sort_kind sort = sort_kind(tm, term_sort(tm, part));
    plain = !is_product(tm, part) && (sort == SORT_BOOL || sort == SORT_BV);
  }
  term_walk_release(&walk);
  return plain;
}

static struct ring_proof *by_other(struct prover *r, const struct formulas *f, bool last) {
  struct vec_term plain = {0}, core = {0};
  struct ring_proof *proof = NULL;
  for (uint32_t i = 0; i < f->terms.size; i++)
    if (is_plain(r->tm, f->terms.data[i])) vec_term_push(&plain, f->terms.data[i]);
  if (plain.size && r->other(r->context, &plain, last, &core)) {
    proof = proof_new(RING_OTHER, TERM_NONE);
    for (uint32_t i = 0; i < core.size; i++) {
      vec_term_push(&proof->formulas, core.data[i]);
      use_term(r, f, core.data[i]);
    }
  }
  vec_term_release(&plain);
  vec_term_release(&core);
  return proof;
}

// --- cases ------------------------------------------------------------------------------

// The condition of a choice in t that has no choice itself; none: there is none.
static struct term find_condition(struct terms *tm, struct term t, bool in_product, uint32_t *walked) {
  struct term_walk walk = {.tm = tm}, below = {.tm = tm};
  struct term found = TERM_NONE;
  term_walk_add(in_product ? &below : &walk, t);
  for (struct term part; in_product && ++*walked < MAX_WALKED && term_walk_next(&below, &part);)
    if (is_product(tm, part)) term_walk_add(&walk, part);
  // What comes later lies deeper, or beside: conditions of conditions come after the conditions.
  for (struct term part; ++*walked < MAX_WALKED && term_walk_next(&walk, &part);)
    if (term_kind(tm, part) == TERM_ITE) found = term_child(tm, part, 0);
  term_walk_release(&walk);
  term_walk_release(&below);
  while (!term_none(found) && term_class(term_kind(tm, found)) == CLASS_CONNECTIVE) found = term_child(tm, found, 0);
  return found;
}

struct term ring_condition(struct terms *tm, uint32_t n, const struct term *conjuncts) {
  uint32_t walked = 0;
  struct term found = TERM_NONE;
  for (uint32_t i = 0; i < n && term_none(found); i++) found = find_condition(tm, conjuncts[i], true, &walked);
  return found;
}

static struct term condition_in(struct prover *r, const struct formulas *f, bool disequalities, uint32_t *walked) {
  struct term found = TERM_NONE;
  for (uint32_t i = 0; i < f->terms.size && term_none(found); i++)
    if (disequalities ? is_disequality(r->tm, f->terms.data[i]) : is_bv_equation(r->tm, f->terms.data[i]))
      found = find_condition(r->tm, f->terms.data[i], false, walked);
  return found;
}

static bool has_equation(struct prover *r, struct term t, uint32_t *walked) {
  struct term_walk walk = {.tm = r->tm};
  bool found = false;
  term_walk_add(&walk, t);
  for (struct term part; !found && ++*walked < MAX_WALKED && term_walk_next(&walk, &part);)
    found = is_bv_equation(r->tm, part);
  term_walk_release(&walk);
  return found;
}

enum members { WITH_DISEQUALITY, WITH_EQUATION, ANY };

// A member of a disjunction: of the shortest one that has such members, equations anywhere in them.
static struct term member(struct prover *r, const struct formulas *f, enum members which, uint32_t *walked) {
  struct terms *tm = r->tm;
  struct term best = TERM_NONE, found = TERM_NONE;
  for (uint32_t i = 0; i < f->terms.size; i++) {
    struct term t = f->terms.data[i], at = TERM_NONE;
    bool is_or = term_kind(tm, t) == TERM_OR;
    bool is_nand = term_kind(tm, t) == TERM_NOT && term_kind(tm, term_child(tm, t, 0)) == TERM_AND;
    struct term junction = is_or ? t : is_nand ? term_child(tm, t, 0) : TERM_NONE;
    uint32_t n = term_none(junction) ? 0 : term_arity(tm, junction);
    for (uint32_t k = 0; k < n && term_none(at); k++) {
      struct term part = term_child(tm, junction, k);
      bool wanted = which == ANY || (which == WITH_EQUATION && has_equation(r, part, walked)) ||
                    (which == WITH_DISEQUALITY && is_disequality(tm, is_or ? part : term_not(tm, part)));
      if (wanted) at = part;
    }
    if (term_none(at) || (!term_none(best) && n >= term_arity(tm, best))) continue;
    best = junction;
    found = at;
  }
  while (!term_none(found) && term_kind(tm, found) == TERM_NOT) found = term_child(tm, found, 0);
  return found;
}

// a <= b and b <= a: are they equal?
static struct term both_orders(struct prover *r, const struct formulas *f) {
  struct terms *tm = r->tm;
  for (uint32_t i = 0; i < f->terms.size; i++) {
    enum term_kind kind = term_kind(tm, f->terms.data[i]);
    if (kind != TERM_BV_SLE && kind != TERM_BV_ULE) continue;
    struct term a = term_child(tm, f->terms.data[i], 0), b = term_child(tm, f->terms.data[i], 1);
    struct term back = kind == TERM_BV_SLE ? term_sle(tm, b, a) : term_ule(tm, b, a), equal = term_eq(tm, a, b);
    if (has_formula(f, back) && !term_is_const(tm, equal) && !has_formula(f, equal) &&
        !has_formula(f, term_not(tm, equal)))
      return equal;
  }
  return TERM_NONE;
}

// x = 2^low · high + the low bits, for a number of the same width
static struct term of_parts(struct terms *tm, struct term x, struct term high, uint32_t low) {
  uint32_t width = term_width(tm, x);
  struct term rest = term_zext(tm, term_extract(tm, low - 1, 0, x), width);
  return term_eq(tm, x, term_add(tm, term_mul(tm, term_bv(tm, width, (uint64_t)1 << low), high), rest));
}

static struct term high_part(struct terms *tm, struct term t) {
  struct term x = term_child(tm, t, 0);
  uint32_t width = term_width(tm, x), low = term_param(tm, t, 1);
  if (!low || width > POLYNOMIAL_WIDTH || term_param(tm, t, 0) != width - 1) return TERM_NONE;
  return of_parts(tm, x, term_zext(tm, t, width), low);
}

// x = c · (x / c) + x % c, for a quotient by a constant, and for a shift to the right.
static struct term division(struct prover *r, struct term t) {
  struct terms *tm = r->tm;
  enum term_kind kind = term_kind(tm, t);
  if (kind == TERM_BV_EXTRACT) return high_part(tm, t);
  if (term_arity(tm, t) < 2) return TERM_NONE;
  struct term x = term_child(tm, t, 0), c = term_child(tm, t, 1);
  uint64_t value;
  if (term_width(tm, t) > POLYNOMIAL_WIDTH || !term_value64(tm, c, &value) || !value) return TERM_NONE;
  switch (kind) {
  case TERM_BV_SDIV: return term_eq(tm, x, term_add(tm, term_mul(tm, c, t), term_srem(tm, x, c)));
  case TERM_BV_UDIV: return term_eq(tm, x, term_add(tm, term_mul(tm, c, t), term_urem(tm, x, c)));
  case TERM_BV_LSHR:
  case TERM_BV_ASHR: {
    if (value >= term_width(tm, t)) return TERM_NONE;
    return of_parts(tm, x, t, (uint32_t)value);
  }
  default: return TERM_NONE;
  }
}

static struct term find_division(struct prover *r, const struct formulas *f, uint32_t *walked) {
  struct term_walk walk = {.tm = r->tm};
  struct term found = TERM_NONE;
  for (uint32_t i = 0; i < f->terms.size; i++)
    if (is_disequality(r->tm, f->terms.data[i]) || is_bv_equation(r->tm, f->terms.data[i]))
      term_walk_add(&walk, f->terms.data[i]);
  for (struct term t; term_none(found) && ++*walked < MAX_WALKED && term_walk_next(&walk, &t);) {
    struct term equation = sort_kind(r->tm, term_sort(r->tm, t)) == SORT_BV ? division(r, t) : TERM_NONE;
    if (!term_none(equation) && !term_is_const(r->tm, equation) && !has_formula(f, equation)) found = equation;
  }
  term_walk_release(&walk);
  return found;
}

// Whether a remainder by a small number is 0, 1, …; none: it is known.
static struct term small_remainder(struct prover *r, const struct formulas *f, struct term t) {
  struct terms *tm = r->tm;
  enum term_kind kind = term_kind(tm, t);
  uint64_t divisor;
  if ((kind != TERM_BV_SREM && kind != TERM_BV_UREM) || !term_value64(tm, term_child(tm, t, 1), &divisor) ||
      divisor > MAX_DIVISOR)
    return TERM_NONE;
  struct term open = TERM_NONE;
  for (uint64_t k = 0; k < divisor; k++) {
    struct term equal = term_eq(tm, t, term_bv(tm, term_width(tm, t), k));
    if (has_formula(f, equal)) return TERM_NONE;
    if (term_none(open) && !term_is_const(tm, equal) && !has_formula(f, term_not(tm, equal))) open = equal;
  }
  return open;
}

static struct term find_remainder(struct prover *r, const struct formulas *f, uint32_t *walked) {
  struct term_walk walk = {.tm = r->tm};
  struct term found = TERM_NONE;
  for (uint32_t i = 0; i < f->terms.size; i++)
    if (is_disequality(r->tm, f->terms.data[i]) || is_bv_equation(r->tm, f->terms.data[i]))
      term_walk_add(&walk, f->terms.data[i]);
  for (struct term t; term_none(found) && ++*walked < MAX_WALKED && term_walk_next(&walk, &t);)
    found = small_remainder(r, f, t);
  term_walk_release(&walk);
  return found;
}

// What to distinguish cases by; none: nothing. *sure: it holds, so that the other case has a contradiction of its own.
static struct term choose(struct prover *r, const struct formulas *f, bool *sure) {
  uint32_t walked = 0;
  struct term t = member(r, f, WITH_DISEQUALITY, &walked);
  if (term_none(t)) t = condition_in(r, f, true, &walked);
  if (term_none(t)) t = condition_in(r, f, false, &walked);
  *sure = term_none(t);
  if (term_none(t)) t = both_orders(r, f);
  if (term_none(t)) t = find_division(r, f, &walked);
  *sure = *sure && !term_none(t);
  if (term_none(t)) t = find_remainder(r, f, &walked);
  if (term_none(t)) t = member(r, f, WITH_EQUATION, &walked);
  if (term_none(t)) t = member(r, f, ANY, &walked);
  return t;
}

// --- proofs -----------------------------------------------------------------------------

static struct ring_proof *prove(struct prover *r, const struct formulas *f, uint32_t depth);

static struct ring_proof *by_cases(struct prover *r, const struct formulas *f, struct term t, bool sure,
                                   uint32_t depth) {
  struct ring_proof *proof = proof_new(RING_CASES, t);
  for (uint32_t i = 0; i < 2; i++) {
    struct term so = i ? term_not(r->tm, t) : t;
    struct formulas below = replaced(r, f, t, term_bool(r->tm, !i), NULL);
    add_formula(r, &below, so, NULL);
    proof->below[i] = sure && i ? by_other(r, &below, true) : prove(r, &below, depth + 1);
    formulas_release(&below);
    if (proof->below[i]) continue;
    ring_proof_free(proof);
    return NULL;
  }
  return proof;
}

static bool occurs(struct terms *tm, struct term t, struct term part) {
  if (term_kind(tm, part) == TERM_VAR) return term_mentions(tm, t, part);
  if (part.id > t.id) return false;
  struct term_walk walk = {.tm = tm};
  bool found = false;
  term_walk_add(&walk, t);
  for (struct term at; !found && term_walk_next(&walk, &at);) found = term_same(at, part);
  term_walk_release(&walk);
  return found;
}

// An equation that gives a variable, or bits that are constant, which are elsewhere, too: as `from` and `to`.
static bool gives(const struct prover *r, const struct formulas *f, uint32_t i, struct term *from, struct term *to) {
  struct terms *tm = r->tm;
  struct term t = f->terms.data[i];
  for (uint32_t side = 0; side < 2; side++) {
    if (!ring_sides(tm, t, side, from, to)) return false;
    enum term_kind kind = term_kind(tm, *from);
    if (kind != TERM_VAR && (kind != TERM_BV_EXTRACT || !term_is_const(tm, *to))) continue;
    bool given = !occurs(tm, *to, *from) && term_dag_size(tm, *to) <= MAX_VALUE, elsewhere = false;
    for (uint32_t k = 0; k < f->terms.size && given && !elsewhere; k++)
      elsewhere = kind == TERM_VAR || (k != i && occurs(tm, f->terms.data[k], *from));
    if (given && elsewhere) return true;
  }
  return false;
}

static struct ring_proof *by_substitution(struct prover *r, const struct formulas *f, uint32_t depth, bool *tried) {
  for (uint32_t i = 0; i < f->terms.size; i++) {
    struct term from, to;
    if (!gives(r, f, i, &from, &to)) continue;
    *tried = true;
    struct formulas below = replaced(r, f, from, to, origins_of(r, f, i));
    // What says that bits are constant says something about the number, too. A variable is not needed any more.
    if (term_kind(r->tm, from) != TERM_VAR) add_formula(r, &below, f->terms.data[i], origins_of(r, f, i));
    struct ring_proof *proof = prove(r, &below, depth), *whole = NULL;
    formulas_release(&below);
    if (proof) {
      whole = proof_new(RING_SUBSTITUTE, f->terms.data[i]);
      vec_term_push(&whole->formulas, from);
      whole->below[0] = proof;
    }
    return whole;
  }
  return NULL;
}

static struct ring_proof *prove(struct prover *r, const struct formulas *f, uint32_t depth) {
  for (uint32_t i = 0; i < f->terms.size; i++) {
    if (!term_is_false(r->tm, f->terms.data[i])) continue;
    use(r, f, i);
    return proof_new(RING_FALSE, TERM_NONE);
  }
  if (f->terms.size > MAX_FORMULAS || terms_count(r->tm) > r->most_terms || limits_stopped(r->limits)) return NULL;
  bool tried = false;
  struct ring_proof *proof = by_substitution(r, f, depth, &tried);
  if (tried) return proof;
  proof = by_identity(r, f);
  if (proof) return proof;
  bool sure = false;
  struct term t = depth < MAX_DEPTH && r->cases++ < MAX_CASES ? choose(r, f, &sure) : TERM_NONE;
  if (depth) proof = by_other(r, f, term_none(t));
  return proof || term_none(t) ? proof : by_cases(r, f, t, sure, depth);
}

struct ring_proof *ring_prove(struct terms *tm, struct limits *limits, uint32_t n, const struct term *conjuncts,
                              ring_other *other, void *context, struct vec_term *core) {
  struct prover r = {.tm = tm, .limits = limits, .other = other, .context = context, .row = (n + 63) / 64};
  if (!n || n > MAX_FORMULAS) return NULL;
  r.most_terms = terms_count(tm) + MAX_NEW_TERMS;
  r.used = mem_zalloc(r.row, sizeof *r.used);
  uint64_t *origins = mem_zalloc(r.row, sizeof *origins);
  struct formulas f = {0};
  for (uint32_t i = 0; i < n; i++) {
    origins[i / 64] = (uint64_t)1 << i % 64;
    add_formula(&r, &f, conjuncts[i], origins);
    origins[i / 64] = 0;
  }
  struct ring_proof *proof = prove(&r, &f, 0);
  for (uint32_t i = 0; proof && i < n; i++)
    if (r.used[i / 64] >> i % 64 & 1) vec_term_push(core, conjuncts[i]);
  formulas_release(&f);
  mem_free(origins);
  mem_free(r.used);
  return proof;
}

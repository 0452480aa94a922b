// See simplify.h.
#include "solve/ring/simplify.h"
#include "solve/ring/basis.h"
#include "solve/ring/ring.h"
#include "term/walk.h"
#include <assert.h>

enum {
  MAX_KEPT = 200000, // results that are remembered
  MAX_EQUATIONS = 32,
  MAX_LONG = 16,     // monomials: longer ones would make circuits larger
};

struct ring_simplify {
  struct terms *tm;
  struct word *word;
  struct term_memo memo;
  struct map_u32 concerned; // term → has it products
  struct vec_term children;
  // While a conjunct is reduced by equations: their basis, and which of them were used.
  struct basis *basis;
  unsigned char *uses;
};

struct ring_simplify *ring_simplify_new(struct terms *tm, struct word *word) {
  struct ring_simplify *s = mem_zalloc(1, sizeof *s);
  s->tm = tm;
  s->word = word;
  return s;
}

void ring_simplify_free(struct ring_simplify *s) {
  if (!s) return;
  term_memo_release(&s->memo);
  map_u32_release(&s->concerned);
  vec_term_release(&s->children);
  mem_free(s);
}

// --- normal forms -----------------------------------------------------------------------

static bool is_small(struct terms *tm, struct term t) {
  return sort_kind(tm, term_sort(tm, t)) == SORT_BV && term_width(tm, t) <= POLYNOMIAL_WIDTH;
}

// An equation between 0 and the polynomial; a variable that it gives stands alone.
static struct term equation_term(struct terms *tm, struct polynomial *p) {
  uint64_t constant = 0, mask = polynomial_mask(p->width);
  for (uint32_t i = 0; i < p->monomials.size; i++) {
    struct monomial *m = &p->monomials.data[i];
    struct term var = {m->atoms[0]};
    uint64_t c = m->coefficient;
    bool alone = m->degree == 1 && (c == 1 || c == mask) && term_kind(tm, var) == TERM_VAR;
    if (!alone) continue;
    m->coefficient = 0;
    for (uint32_t k = 0; k < p->monomials.size && c == 1; k++)
      p->monomials.data[k].coefficient = (0 - p->monomials.data[k].coefficient) & mask;
    struct term value = polynomial_term(tm, p);
    if (!term_mentions(tm, value, var)) return term_eq(tm, var, value);
    for (uint32_t k = 0; k < p->monomials.size && c == 1; k++)
      p->monomials.data[k].coefficient = (0 - p->monomials.data[k].coefficient) & mask;
    m->coefficient = c;
  }
  if (p->monomials.size && !p->monomials.data[p->monomials.size - 1].degree)
    constant = vec_monomial_pop(&p->monomials).coefficient;
  return term_eq(tm, polynomial_term(tm, p), term_bv(tm, p->width, 0 - constant));
}

static void reduce_by_basis(struct ring_simplify *s, struct polynomial *p) {
  struct polynomial rest;
  if (!s->basis || s->basis->width != p->width) return;
  unsigned char *uses = mem_zalloc(s->basis->n + 1, 1);
  bool good = basis_remainder(s->basis, p, &rest, uses) && rest.monomials.size <= MAX_LONG;
  for (uint32_t i = 0; i < s->basis->n && good; i++) s->uses[i] |= uses[i];
  polynomial_release(good ? p : &rest);
  if (good) *p = rest;
  mem_free(uses);
}

// The polynomial with its atoms in normal form. 0: they are not there yet.
static uint64_t from_polynomial(struct ring_simplify *s, const struct polynomial *p, bool equation) {
  struct terms *tm = s->tm;
  bool ready = true;
  for (uint32_t i = 0; i < p->monomials.size; i++)
    for (uint32_t k = 0; k < p->monomials.data[i].degree; k++)
      ready &= term_memo_want(&s->memo, (struct term){p->monomials.data[i].atoms[k]}) != 0;
  if (!ready) return 0;
  struct polynomial q = {.width = p->width};
  bool good = true; // it does not get larger than it was
  for (uint32_t i = 0; i < p->monomials.size; i++) {
    struct monomial m = {.coefficient = p->monomials.data[i].coefficient};
    struct polynomial product = {.width = p->width, .monomials = {.data = &m, .size = 1}};
    for (uint32_t k = 0; k < p->monomials.data[i].degree; k++) { // in order again
      uint32_t atom = (uint32_t)term_memo_get(&s->memo, (struct term){p->monomials.data[i].atoms[k]}), j = m.degree++;
      for (; j > 0 && m.atoms[j - 1] > atom; j--) m.atoms[j] = m.atoms[j - 1];
      m.atoms[j] = atom;
    }
    struct monomial one = {.coefficient = 1};
    good &= polynomial_add_product(&q, 1, &one, &product);
  }
  assert(good);
  reduce_by_basis(s, &q);
  struct term t = equation ? equation_term(tm, &q) : polynomial_term(tm, &q);
  polynomial_release(&q);
  return t.id;
}

static uint64_t rebuild(void *context, struct term t) {
  struct ring_simplify *s = context;
  struct terms *tm = s->tm;
  if (!term_arity(tm, t) || !ring_concerns(tm, &s->concerned, 1, &t)) return t.id;
  enum term_kind kind = term_kind(tm, t);
  bool sum = (kind == TERM_BV_ADD || kind == TERM_BV_MUL || kind == TERM_BV_NEG) && is_small(tm, t);
  bool equation = kind == TERM_EQ && is_small(tm, term_child(tm, t, 0));
  struct polynomial p = {0};
  uint64_t result = 0;
  bool taken = (sum && polynomial_of(tm, t, term_width(tm, t), term_width(tm, t), &p)) ||
               (equation && polynomial_of_equation(tm, t, term_width(tm, term_child(tm, t, 0)), &p));
  taken = taken && p.monomials.size <= MAX_LONG;
  if (taken) result = from_polynomial(s, &p, equation);
  polynomial_release(&p);
  if (taken) return result;
  if (!term_memo_want_children(&s->memo, tm, t)) return 0;
  vec_term_clear(&s->children);
  for (uint32_t i = 0; i < term_arity(tm, t); i++)
    vec_term_push(&s->children, term_memo_term(&s->memo, term_child(tm, t, i)));
  return term_with_children(tm, t, s->children.data).id;
}

struct term ring_normal(struct ring_simplify *s, struct term t) {
  if (s->memo.done.size > MAX_KEPT) {
    map_u64_clear(&s->memo.done);
    map_u32_clear(&s->concerned);
  }
  return (struct term){(uint32_t)term_memo_apply(&s->memo, t, rebuild, s)};
}

// --- reduction by equations ---------------------------------------------------------------

// The equations of the most frequent width, by their numbers.
static uint32_t find_equations(struct ring_simplify *s, const struct vec_term *conjuncts, struct vec_u32 *numbers) {
  struct terms *tm = s->tm;
  uint32_t counts[POLYNOMIAL_WIDTH + 1] = {0}, width = 1;
  for (uint32_t i = 0; i < conjuncts->size; i++) {
    struct term t = conjuncts->data[i];
    if (term_kind(tm, t) != TERM_EQ || !is_small(tm, term_child(tm, t, 0))) continue;
    uint32_t w = term_width(tm, term_child(tm, t, 0));
    if (ring_concerns(tm, &s->concerned, 1, &t) && ++counts[w] > counts[width]) width = w;
  }
  for (uint32_t i = 0; i < conjuncts->size && numbers->size < MAX_EQUATIONS; i++) {
    struct term t = conjuncts->data[i];
    if (term_kind(tm, t) == TERM_EQ && is_small(tm, term_child(tm, t, 0)) &&
        term_width(tm, term_child(tm, t, 0)) == width && ring_concerns(tm, &s->concerned, 1, &t))
      vec_u32_push(numbers, i);
  }
  return width;
}

static void add_origins(struct ring_simplified *out, uint32_t of, struct vec_u32 *origins, uint32_t from) {
  for (uint32_t m = out->starts.data[of]; m < out->starts.data[of + 1]; m++) {
    bool known = false;
    for (uint32_t k = from; k < origins->size && !known; k++) known = origins->data[k] == out->origins.data[m];
    if (!known) vec_u32_push(origins, out->origins.data[m]);
  }
}

// What the equations make of the other conjuncts. Their origins grow by those of the equations that were used.
static void reduce_others(struct ring_simplify *s, const struct vec_u32 *numbers, struct ring_simplified *out) {
  struct vec_u32 origins = {0}, starts = {0};
  struct term_memo kept = s->memo;
  unsigned char *uses = mem_zalloc(numbers->size + 1, 1);
  vec_u32_push(&starts, 0);
  for (uint32_t i = 0, next = 0; i < out->conjuncts.size; i++) {
    uint32_t from = origins.size;
    bool given = next < numbers->size && numbers->data[next] == i;
    add_origins(out, i, &origins, from);
    if (given) next++;
    else if (ring_concerns(s->tm, &s->concerned, 1, &out->conjuncts.data[i])) {
      memset(uses, 0, numbers->size + 1);
      s->memo = (struct term_memo){0};
      s->uses = uses;
      out->conjuncts.data[i] = ring_normal(s, out->conjuncts.data[i]);
      term_memo_release(&s->memo);
      for (uint32_t k = 0; k < numbers->size; k++)
        if (uses[k]) add_origins(out, numbers->data[k], &origins, from);
    }
    vec_u32_push(&starts, origins.size);
  }
  s->memo = kept;
  s->uses = NULL;
  mem_free(uses);
  vec_u32_release(&out->origins);
  vec_u32_release(&out->starts);
  out->origins = origins;
  out->starts = starts;
}

static void reduce_by_equations(struct ring_simplify *s, struct ring_simplified *out) {
  struct vec_u32 numbers = {0};
  struct vec_polynomial equations = {0};
  uint32_t width = find_equations(s, &out->conjuncts, &numbers);
  bool good = numbers.size != 0;
  for (uint32_t i = 0; i < numbers.size && good; i++) {
    struct polynomial p;
    good = polynomial_of_equation(s->tm, out->conjuncts.data[numbers.data[i]], width, &p);
    vec_polynomial_push(&equations, p);
  }
  struct basis b;
  if (good) {
    if (basis_init(&b, width, equations.size, equations.data)) {
      s->basis = &b;
      reduce_others(s, &numbers, out);
      s->basis = NULL;
    }
    basis_release(&b);
  }
  for (uint32_t i = 0; i < equations.size; i++) polynomial_release(&equations.data[i]);
  vec_polynomial_release(&equations);
  vec_u32_release(&numbers);
}

// --- conjunctions -----------------------------------------------------------------------

static void start(struct ring_simplify *s, uint32_t n, const struct term *conjuncts, struct ring_simplified *out) {
  vec_u32_push(&out->starts, 0);
  for (uint32_t i = 0; i < n; i++) {
    vec_term_push(&out->conjuncts, ring_normal(s, conjuncts[i]));
    vec_u32_push(&out->origins, i);
    vec_u32_push(&out->starts, i + 1);
  }
}

// The conjuncts of a round become those at hand; their origins are conjuncts at hand before.
static void take(struct ring_simplify *s, const struct word_simplified *round, uint32_t n,
                 struct ring_simplified *out) {
  struct vec_u32 origins = {0}, starts = {0};
  struct vec_term conjuncts = {0};
  uint32_t *seen = mem_zalloc(n + 1, sizeof *seen); // given conjunct → the last conjunct that has it + 1
  vec_u32_push(&starts, 0);
  for (uint32_t i = 0; i < round->conjuncts.size; i++) {
    for (uint32_t k = round->starts.data[i]; k < round->starts.data[i + 1]; k++) {
      uint32_t of = round->origins.data[k];
      for (uint32_t m = out->starts.data[of]; m < out->starts.data[of + 1]; m++) {
        uint32_t origin = out->origins.data[m];
        if (seen[origin] == i + 1) continue;
        seen[origin] = i + 1;
        vec_u32_push(&origins, origin);
      }
    }
    vec_u32_push(&starts, origins.size);
    vec_term_push(&conjuncts, ring_normal(s, round->conjuncts.data[i]));
  }
  mem_free(seen);
  vec_term_release(&out->conjuncts);
  vec_u32_release(&out->origins);
  vec_u32_release(&out->starts);
  out->conjuncts = conjuncts;
  out->origins = origins;
  out->starts = starts;
}

void ring_simplify(struct ring_simplify *s, uint32_t n, const struct term *conjuncts, struct ring_simplified *out) {
  *out = (struct ring_simplified){0};
  start(s, n, conjuncts, out);
  for (; out->n < RING_ROUNDS; out->n++) {
    struct word_simplified *round = &out->rounds[out->n];
    if (!word_simplify(s->word, out->conjuncts.size, out->conjuncts.data, round)) break;
    take(s, round, n, out);
  }
  reduce_by_equations(s, out);
}

void ring_extend(struct terms *tm, const struct ring_simplified *s, struct model *model) {
  for (uint32_t i = s->n; i-- > 0;) word_extend(tm, &s->rounds[i], model);
}

void ring_simplified_release(struct ring_simplified *s) {
  vec_term_release(&s->conjuncts);
  vec_u32_release(&s->origins);
  vec_u32_release(&s->starts);
  for (uint32_t i = 0; i < RING_ROUNDS; i++) word_simplified_release(&s->rounds[i]);
}

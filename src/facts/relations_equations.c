// Equations between the quantities of samples: linear ones, polynomials, and such with terms of the program.
#include "facts/relations.h"
#include "facts/affine_hull.h"

enum {
  SPARE_ROWS = 1, // an equation needs so many more samples than it has unknowns
  SPARE_POLYNOMIAL_ROWS = 3,
  MAX_LINEAR = 24, // variables
  MAX_QUADRATIC = 8,
  MAX_MONOMIALS = 9, // of an equation
  MAX_COEFFICIENT = 5000,
  MIN_VALUES = 4, // of a variable in products
};

// A number in every sample: a column of equations.
struct quantity {
  struct term term;              // none: the constant 1
  uint32_t index;                // column of the samples; UINT32_MAX: anything else
  uint32_t factors[2];           // of a product: their columns; otherwise 0
  bool native;                   // as wide as the equation
};
VEC_TYPE(vec_quantity, struct quantity)

struct table {
  uint32_t width;
  struct vec_quantity columns;
  struct vec_u64 values;         // column after column
  bool *leading;                 // by column: an equation gives it by others
};

static uint64_t *column(const struct relating *r, const struct table *t, uint32_t k) {
  return &t->values.data[(size_t)k * r->s->rows];
}

static uint64_t *add_column(const struct relating *r, struct table *t, struct quantity q) {
  vec_quantity_push(&t->columns, q);
  vec_u64_resize(&t->values, t->columns.size * r->s->rows);
  return column(r, t, t->columns.size - 1);
}

static void add_variable(const struct relating *r, struct table *t, uint32_t i) {
  const struct column *v = column_at(r, i);
  uint32_t width = width_at(r, i);
  struct term x = v->is_unsigned ? term_zext(r->tm, v->term, t->width) : term_sext(r->tm, v->term, t->width);
  uint64_t *values = add_column(r, t, (struct quantity){.term = x, .index = i, .native = width == t->width});
  for (uint32_t row = 0; row < r->s->rows; row++) {
    uint64_t value = value_at(r, row, i);
    values[row] = (v->is_unsigned ? value : (uint64_t)as_signed(value, width)) & width_mask(t->width);
  }
}

static void add_product(const struct relating *r, struct table *t, uint32_t a, uint32_t b) {
  struct term x = term_mul(r->tm, t->columns.data[a].term, t->columns.data[b].term);
  bool native = t->columns.data[a].native || t->columns.data[b].native;
  uint64_t *values =
      add_column(r, t, (struct quantity){.term = x, .index = UINT32_MAX, .factors = {a, b}, .native = native});
  for (uint32_t row = 0; row < r->s->rows; row++)
    values[row] = column(r, t, a)[row] * column(r, t, b)[row] & width_mask(t->width);
}

static void add_derived(const struct relating *r, struct table *t) {
  struct vec_u64 all = {0};
  relation_values(r, &r->derived, &all);
  for (uint32_t k = 0; k < r->derived.size; k++) {
    uint32_t width = term_width(r->tm, r->derived.data[k]);
    if (width > t->width || t->columns.size + SPARE_ROWS >= r->s->rows) continue;
    uint64_t *values = add_column(
        r, t, (struct quantity){.term = term_zext(r->tm, r->derived.data[k], t->width), .index = UINT32_MAX});
    for (uint32_t row = 0; row < r->s->rows; row++) values[row] = all.data[(size_t)row * r->derived.size + k];
  }
  vec_u64_release(&all);
}

static void table_release(struct table *t) {
  vec_quantity_release(&t->columns);
  vec_u64_release(&t->values);
  mem_free(t->leading);
}

static uint64_t largest(const struct table *t, const uint64_t *c, uint64_t factor) {
  uint64_t most = 0;
  for (uint32_t k = 1; k < t->columns.size; k++) {
    uint64_t m = magnitude(c[k] * factor & width_mask(t->width), t->width);
    if (m > most) most = m;
  }
  return most;
}

// An odd multiple says the same: the one with the smallest coefficients. Thirds and the like become whole numbers.
static uint64_t tidy(const struct table *t, uint64_t *c) {
  static const uint64_t factors[] = {1, 3, 5, 7, 9, 11, 13, 15, 45, 105};
  uint64_t best = 1, least = largest(t, c, 1);
  for (uint32_t i = 1; i < sizeof factors / sizeof *factors; i++) {
    uint64_t m = largest(t, c, factors[i]);
    if (m < least) least = m, best = factors[i];
  }
  for (uint32_t k = 0; k < t->columns.size; k++) c[k] = c[k] * best & width_mask(t->width);
  return least;
}

static uint64_t sum_at(const struct relating *r, const struct table *t, const uint64_t *c, uint32_t row) {
  uint64_t sum = 0;
  for (uint32_t k = 0; k < t->columns.size; k++) sum += c[k] * column(r, t, k)[row];
  return sum & width_mask(t->width);
}

static bool holds(const struct relating *r, const struct table *t, const uint64_t *c) {
  for (uint32_t row = 0; row < r->s->rows; row++)
    if (sum_at(r, t, c, row)) return false;
  return true;
}

// Positive terms = negative terms.
static struct term equation(const struct relating *r, const struct table *t, const uint64_t *c) {
  struct terms *tm = r->tm;
  struct term sides[2] = {term_bv(tm, t->width, 0), term_bv(tm, t->width, 0)};
  for (uint32_t k = 0; k < t->columns.size; k++) {
    int64_t x = as_signed(c[k], t->width);
    if (!x) continue;
    struct term factor = term_bv(tm, t->width, magnitude(c[k], t->width));
    struct term *side = &sides[x < 0];
    *side = term_add(tm, *side,
                     term_none(t->columns.data[k].term) ? factor : term_mul(tm, factor, t->columns.data[k].term));
  }
  return term_eq(tm, sides[0], sides[1]);
}

static uint32_t support(const struct table *t, const uint64_t *c) {
  uint32_t n = 0;
  for (uint32_t k = 1; k < t->columns.size; k++) n += c[k] != 0;
  return n;
}

static bool is_native(const struct table *t, const uint64_t *c) {
  for (uint32_t k = 1; k < t->columns.size; k++)
    if (c[k] && t->columns.data[k].native) return true;
  return false;
}

struct equations {
  struct vec_u64 coefficients;
  struct vec_u32 leading;
};

// Sums and differences of two equations that have fewer columns than either.
static void add_shorter(const struct table *t, struct equations *e) {
  uint32_t n = e->leading.size, columns = t->columns.size;
  uint64_t mask = width_mask(t->width);
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t j = 0; j < i; j++)
      for (uint32_t k = 1; k < columns; k++) {
        uint64_t a = e->coefficients.data[(size_t)i * columns + k], b = e->coefficients.data[(size_t)j * columns + k];
        if (!a || (a != b && ((a + b) & mask))) continue;
        uint64_t sign = a == b ? mask : 1;
        uint32_t at = e->coefficients.size;
        vec_u64_resize(&e->coefficients, at + columns);
        const uint64_t *x = &e->coefficients.data[(size_t)i * columns], *y = &e->coefficients.data[(size_t)j * columns];
        uint64_t *sum = &e->coefficients.data[at];
        for (uint32_t m = 0; m < columns; m++) sum[m] = (x[m] + sign * y[m]) & mask;
        uint32_t size = support(t, sum);
        if (size < support(t, x) && size < support(t, y) && size > 1) vec_u32_push(&e->leading, e->leading.data[i]);
        else e->coefficients.size = at;
        break;
      }
}

// x·(what is left) = 0 as a choice, if x is a factor of all that the equation has: products are hard to reason about.
static bool offer_factors(struct relating *r, const struct table *t, const uint64_t *c) {
  uint64_t *left = mem_alloc(t->columns.size * sizeof *left);
  bool found = false;
  for (uint32_t x = 1; x < t->columns.size && !found && !c[0]; x++) {
    if (t->columns.data[x].index == UINT32_MAX) continue;
    memset(left, 0, t->columns.size * sizeof *left);
    found = true;
    for (uint32_t k = 1; k < t->columns.size && found; k++) {
      const uint32_t *factors = t->columns.data[k].factors;
      if (!c[k]) continue;
      found = k == x || factors[0] == x || factors[1] == x;
      left[k == x ? 0 : factors[factors[0] == x]] = c[k];
    }
    for (uint32_t row = 0; row < r->s->rows && found; row++) found = !column(r, t, x)[row] || !sum_at(r, t, left, row);
    if (found)
      relation_offer(
          r, KIND_POLYNOMIAL,
          term_or(r->tm, term_eq(r->tm, t->columns.data[x].term, term_bv(r->tm, t->width, 0)), equation(r, t, left)));
  }
  mem_free(left);
  return found;
}

// Those about `first_product` columns and further count as polynomial. Few columns first.
static void offer_equations(struct relating *r, const struct table *t, struct equations *e, uint32_t first_product) {
  for (uint32_t i = 0; i < e->leading.size; i++) {
    uint64_t *c = &e->coefficients.data[(size_t)i * t->columns.size];
    if (tidy(t, c) > MAX_COEFFICIENT || !is_native(t, c) || !holds(r, t, c)) memset(c, 0, t->columns.size * sizeof *c);
  }
  for (uint32_t size = 1; size <= MAX_MONOMIALS; size++)
    for (uint32_t i = 0; i < e->leading.size; i++) {
      const uint64_t *c = &e->coefficients.data[(size_t)i * t->columns.size];
      enum relation_kind kind = r->staying                            ? KIND_STAYING
                                : e->leading.data[i] >= first_product ? KIND_POLYNOMIAL
                                                                      : KIND_LINEAR;
      if (support(t, c) == size && !offer_factors(r, t, c)) relation_offer(r, kind, equation(r, t, c));
    }
}

// Row after row, as hull_equations wants it.
static void solve_table(const struct relating *r, const struct table *t, struct equations *e) {
  struct vec_u64 rows = {0};
  for (uint32_t row = 0; row < r->s->rows; row++)
    for (uint32_t k = 0; k < t->columns.size; k++) vec_u64_push(&rows, column(r, t, k)[row]);
  hull_equations(t->width, t->columns.size, r->s->rows, rows.data, &e->coefficients, &e->leading);
  vec_u64_release(&rows);
}

static void equations_release(struct equations *e) {
  vec_u64_release(&e->coefficients);
  vec_u32_release(&e->leading);
}

// The constant 1, then variables that the loop does not change, then the others: equations give what changes by what
// does not.
static void linear_table(struct relating *r, struct table *t) {
  uint64_t *ones = add_column(r, t, (struct quantity){.index = UINT32_MAX});
  for (uint32_t row = 0; row < r->s->rows; row++) ones[row] = 1;
  uint32_t most = r->s->rows > SPARE_ROWS ? r->s->rows - SPARE_ROWS : 1;
  if (most > MAX_LINEAR + 1) most = MAX_LINEAR + 1;
  bool *chosen = mem_zalloc(r->n + 1, sizeof *chosen);
  uint32_t n = 1;
  // In order of interest, as far as there is room.
  for (uint32_t pass = 0; pass < 6; pass++)
    for (uint32_t i = 0; i < r->n && n < most; i++) {
      uint32_t width = width_at(r, i);
      if (chosen[i] || r->constant[i] || is_bool(r, i) || width > t->width || width < 8) continue;
      bool native = width == t->width;
      if (native != (pass < 3) || (pass % 3 == 0 && !r->in_loop[i]) || (pass % 3 == 1 && !r->compared[i])) continue;
      chosen[i] = true;
      n++;
    }
  for (int native = 0; native < 2; native++)
    for (int changed = 0; changed < 2; changed++)
      for (uint32_t k = 0; k < r->n; k++) {
        uint32_t i = (k + r->s->vars) % r->n; // measures first: what is said by a distance holds wherever the object is
        if (chosen[i] && (width_at(r, i) == t->width) == native && r->in_loop[i] == changed) add_variable(r, t, i);
      }
  mem_free(chosen);
}

// A number of few values satisfies some equation of its own.
static bool is_many_valued(const struct relating *r, const struct table *t, uint32_t k) {
  uint64_t values[MIN_VALUES];
  uint32_t n = 0;
  for (uint32_t row = 0; row < r->s->rows && n < MIN_VALUES; row++) {
    uint32_t i = 0;
    while (i < n && values[i] != column(r, t, k)[row]) i++;
    if (i == n) values[n++] = column(r, t, k)[row];
  }
  return n == MIN_VALUES;
}

// Products of the variables that no linear equation gives.
static void offer_polynomials(struct relating *r, const struct table *linear) {
  struct table t = {.width = linear->width};
  struct equations e = {0};
  memcpy(add_column(r, &t, linear->columns.data[0]), column(r, linear, 0), r->s->rows * sizeof(uint64_t));
  uint32_t vars = 0;
  for (uint32_t pass = 0; pass < 3; pass++)
    for (uint32_t k = 1; k < linear->columns.size && vars < MAX_QUADRATIC; k++) {
      uint32_t after = vars + 1, columns = 1 + after + after * (after + 1) / 2, index = linear->columns.data[k].index;
      if (pass != (r->in_loop[index] ? 0 : r->compared[index] ? 1 : 2) || linear->leading[k]) continue;
      if (columns + SPARE_POLYNOMIAL_ROWS > r->s->rows || !is_many_valued(r, linear, k)) continue;
      memcpy(add_column(r, &t, linear->columns.data[k]), column(r, linear, k), r->s->rows * sizeof(uint64_t));
      vars++;
    }
  for (uint32_t i = 1; i <= vars; i++)
    for (uint32_t k = 1; k <= i; k++) add_product(r, &t, k, i);
  if (vars) {
    solve_table(r, &t, &e);
    offer_equations(r, &t, &e, vars + 1);
  }
  equations_release(&e);
  table_release(&t);
}

// Equations in which terms of the program have a part.
static void offer_derived(struct relating *r, uint32_t width) {
  struct table t = {.width = width};
  struct equations e = {0};
  linear_table(r, &t);
  uint32_t first = t.columns.size;
  add_derived(r, &t);
  if (t.columns.size > first) solve_table(r, &t, &e);
  for (uint32_t i = 0; i < e.leading.size; i++) {
    uint64_t *c = &e.coefficients.data[(size_t)i * t.columns.size];
    bool any = false;
    for (uint32_t k = first; k < t.columns.size; k++) any = any || c[k];
    if (any && support(&t, c) > 1 && tidy(&t, c) <= MAX_COEFFICIENT && is_native(&t, c) && holds(r, &t, c))
      relation_offer(r, KIND_DERIVED, equation(r, &t, c));
  }
  equations_release(&e);
  table_release(&t);
}

void relations_equations(struct relating *r, uint32_t width) {
  struct table t = {.width = width};
  struct equations e = {0};
  linear_table(r, &t);
  t.leading = mem_zalloc(t.columns.size, sizeof *t.leading);
  solve_table(r, &t, &e);
  for (uint32_t i = 0; i < e.leading.size; i++) t.leading[e.leading.data[i]] = true;
  add_shorter(&t, &e);
  offer_equations(r, &t, &e, UINT32_MAX);
  if (!r->staying && term_none(r->given)) {
    offer_polynomials(r, &t);
    if (r->derived.size) offer_derived(r, width);
  }
  equations_release(&e);
  table_release(&t);
}

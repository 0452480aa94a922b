// Linear equations modulo 2^w that hold for given rows of numbers.
//
// Z/2^w is no field, but of any two of its elements one divides the other: the one with fewer factors 2. Elimination
// that always takes an element with the fewest factors as its pivot never gets stuck.
#include "facts/affine_hull.h"
#include "facts/samples.h"

struct elimination {
  uint32_t width, columns, rows;
  uint64_t *m;                   // rows × columns
  struct vec_u32 pivots;         // column of the pivot in row 0, 1, …
  bool *is_pivot;
};

static uint32_t twos(uint64_t x) { return x ? (uint32_t)__builtin_ctzll(x) : 64; }

// The inverse of an odd number modulo 2^64, by Newton's iteration: every iteration doubles the number of right bits.
static uint64_t inverse(uint64_t odd) {
  uint64_t x = odd;
  for (int i = 0; i < 6; i++) x *= 2 - odd * x;
  return x;
}

static void swap_rows(struct elimination *e, uint32_t a, uint32_t b) {
  for (uint32_t k = 0; k < e->columns && a != b; k++) {
    uint64_t x = e->m[(size_t)a * e->columns + k];
    e->m[(size_t)a * e->columns + k] = e->m[(size_t)b * e->columns + k];
    e->m[(size_t)b * e->columns + k] = x;
  }
}

// An element with the fewest factors 2 at or below `row`; the first such column. False: only zeros are left.
static bool find_pivot(const struct elimination *e, uint32_t row, uint32_t *at_row, uint32_t *at_column) {
  uint32_t best = 64;
  for (uint32_t k = 0; k < e->columns && best; k++) {
    if (e->is_pivot[k]) continue;
    for (uint32_t r = row; r < e->rows; r++) {
      uint32_t v = twos(e->m[(size_t)r * e->columns + k]);
      if (v >= best) continue;
      best = v;
      *at_row = r;
      *at_column = k;
    }
  }
  return best < e->width;
}

static void eliminate(struct elimination *e) {
  uint64_t mask = width_mask(e->width);
  uint32_t at_row = 0, column = 0;
  for (uint32_t row = 0; row < e->rows && find_pivot(e, row, &at_row, &column); row++) {
    swap_rows(e, row, at_row);
    uint64_t *p = &e->m[(size_t)row * e->columns];
    uint32_t shift = twos(p[column]);
    uint64_t unit = inverse(p[column] >> shift);
    for (uint32_t k = 0; k < e->columns; k++) p[k] = p[k] * unit & mask;   // the pivot becomes 2^shift
    for (uint32_t r = row + 1; r < e->rows; r++) {
      uint64_t *q = &e->m[(size_t)r * e->columns];
      uint64_t factor = q[column] >> shift;
      for (uint32_t k = 0; factor && k < e->columns; k++) q[k] = (q[k] - factor * p[k]) & mask;
    }
    e->is_pivot[column] = true;
    vec_u32_push(&e->pivots, column);
  }
}

// The equation in which column `lead` has coefficient 1, the other columns without pivot 0. In a row whose pivot has s
// factors 2 a coefficient is determined modulo 2^(w-s) only: the smallest is taken.
static void solve_for(const struct elimination *e, uint32_t lead, uint64_t *c) {
  memset(c, 0, e->columns * sizeof *c);
  c[lead] = 1;
  for (uint32_t row = e->pivots.size; row-- > 0;) {
    const uint64_t *p = &e->m[(size_t)row * e->columns];
    uint32_t column = e->pivots.data[row], shift = twos(p[column]);
    uint64_t sum = 0;
    for (uint32_t k = 0; k < e->columns; k++)
      if (k != column) sum += p[k] * c[k];
    uint64_t quotient = ((0 - sum) & width_mask(e->width)) >> shift;
    c[column] = (uint64_t)as_signed(quotient, e->width - shift) & width_mask(e->width);
  }
}

void hull_equations(uint32_t width, uint32_t columns, uint32_t rows, const uint64_t *values, struct vec_u64 *equations,
                    struct vec_u32 *leading) {
  struct elimination e = {.width = width, .columns = columns, .rows = rows};
  e.m = mem_alloc(((size_t)rows * columns + 1) * sizeof *e.m);
  for (size_t i = 0; i < (size_t)rows * columns; i++) e.m[i] = values[i] & width_mask(width);
  e.is_pivot = mem_zalloc(columns + 1, sizeof *e.is_pivot);
  eliminate(&e);
  for (uint32_t k = 0; k < columns; k++) {
    if (e.is_pivot[k]) continue;
    uint32_t at = equations->size;
    vec_u64_resize(equations, at + columns);
    solve_for(&e, k, &equations->data[at]);
    vec_u32_push(leading, k);
  }
  vec_u32_release(&e.pivots);
  mem_free(e.is_pivot);
  mem_free(e.m);
}

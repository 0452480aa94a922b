#include "solve/linear/simplex.h"
#include "base/memory/alloc.h"

struct simplex {
  uint32_t n_rows, n_columns;
  mpq_t *cells;             // n_rows × n_columns: the basic variable of a row in terms of the others
  mpq_t *values;            // of all variables: columns first, then rows
  mpq_t *bounds;            // of rows
  bool *equation;
  uint32_t *basic;          // row of the tableau → variable
  uint32_t *other;          // column of the tableau → variable
  mpq_t *multipliers;
  mpq_t theta, scratch;
};

static mpq_t *rationals(size_t n) {
  mpq_t *all = mem_alloc((n ? n : 1) * sizeof *all);
  for (size_t i = 0; i < n; i++) mpq_init(all[i]);
  return all;
}

static void rationals_free(mpq_t *all, size_t n) {
  for (size_t i = 0; i < n; i++) mpq_clear(all[i]);
  mem_free(all);
}

struct simplex *simplex_new(uint32_t n_rows, uint32_t n_columns) {
  struct simplex *s = mem_zalloc(1, sizeof *s);
  s->n_rows = n_rows;
  s->n_columns = n_columns;
  s->cells = rationals((size_t)n_rows * n_columns);
  s->values = rationals((size_t)n_rows + n_columns);
  s->bounds = rationals(n_rows);
  s->multipliers = rationals(n_rows);
  s->equation = mem_zalloc(n_rows + 1, sizeof *s->equation);
  s->basic = mem_zalloc(n_rows + 1, sizeof *s->basic);
  s->other = mem_zalloc(n_columns + 1, sizeof *s->other);
  for (uint32_t r = 0; r < n_rows; r++) s->basic[r] = n_columns + r;
  for (uint32_t c = 0; c < n_columns; c++) s->other[c] = c;
  mpq_init(s->theta);
  mpq_init(s->scratch);
  return s;
}

void simplex_free(struct simplex *s) {
  if (!s) return;
  rationals_free(s->cells, (size_t)s->n_rows * s->n_columns);
  rationals_free(s->values, (size_t)s->n_rows + s->n_columns);
  rationals_free(s->bounds, s->n_rows);
  rationals_free(s->multipliers, s->n_rows);
  mem_free(s->equation);
  mem_free(s->basic);
  mem_free(s->other);
  mpq_clear(s->theta);
  mpq_clear(s->scratch);
  mem_free(s);
}

static __mpq_struct *cell(const struct simplex *s, uint32_t row, uint32_t column) {
  return s->cells[(size_t)row * s->n_columns + column];
}

void simplex_set(struct simplex *s, uint32_t row, uint32_t column, const mpz_t coefficient) {
  mpq_set_z(cell(s, row, column), coefficient);
}

void simplex_bound(struct simplex *s, uint32_t row, const mpz_t bound, bool equation) {
  mpq_set_z(s->bounds[row], bound);
  s->equation[row] = equation;
}

const __mpq_struct *simplex_value(const struct simplex *s, uint32_t column) { return s->values[column]; }
const __mpq_struct *simplex_multiplier(const struct simplex *s, uint32_t row) { return s->multipliers[row]; }

// 1: the variable is above its bound, -1: below, 0: within.
static int violation(const struct simplex *s, uint32_t var) {
  if (var < s->n_columns) return 0;
  uint32_t row = var - s->n_columns;
  int side = mpq_cmp(s->values[var], s->bounds[row]);
  return side > 0 ? 1 : side < 0 && s->equation[row] ? -1 : 0;
}

// May the variable, which is not basic and so within its bounds, move in that direction?
static bool can_move(const struct simplex *s, uint32_t var, int direction) {
  if (var < s->n_columns) return true;
  uint32_t row = var - s->n_columns;
  if (s->equation[row]) return mpq_cmp(s->values[var], s->bounds[row]) * direction < 0;
  return direction < 0 || mpq_cmp(s->values[var], s->bounds[row]) < 0;
}

// Moves the basic variable of `row` onto its bound by changing the other variable of `column`, and exchanges the two.
static void pivot(struct simplex *s, uint32_t row, uint32_t column) {
  uint32_t leaving = s->basic[row], entering = s->other[column];
  mpq_sub(s->theta, s->bounds[leaving - s->n_columns], s->values[leaving]);
  mpq_div(s->theta, s->theta, cell(s, row, column));
  mpq_set(s->values[leaving], s->bounds[leaving - s->n_columns]);
  mpq_add(s->values[entering], s->values[entering], s->theta);
  for (uint32_t r = 0; r < s->n_rows; r++) {
    if (r == row || !mpq_sgn(cell(s, r, column))) continue;
    mpq_mul(s->scratch, cell(s, r, column), s->theta);
    mpq_add(s->values[s->basic[r]], s->values[s->basic[r]], s->scratch);
  }
  // leaving = … + a·entering + …  becomes  entering = 1/a·leaving - ….
  mpq_inv(s->scratch, cell(s, row, column));
  for (uint32_t c = 0; c < s->n_columns; c++) {
    if (c == column || !mpq_sgn(cell(s, row, c))) continue;
    mpq_mul(cell(s, row, c), cell(s, row, c), s->scratch);
    mpq_neg(cell(s, row, c), cell(s, row, c));
  }
  mpq_set(cell(s, row, column), s->scratch);
  for (uint32_t r = 0; r < s->n_rows; r++) {
    if (r == row || !mpq_sgn(cell(s, r, column))) continue;
    mpq_set(s->theta, cell(s, r, column));
    for (uint32_t c = 0; c < s->n_columns; c++) {
      if (!mpq_sgn(cell(s, row, c))) continue;
      mpq_mul(s->scratch, s->theta, cell(s, row, c));
      if (c == column) mpq_set(cell(s, r, c), s->scratch);
      else mpq_add(cell(s, r, c), cell(s, r, c), s->scratch);
    }
  }
  s->basic[row] = entering;
  s->other[column] = leaving;
}

// The row cannot reach its bound: basic = Σ α·other with each other variable at the bound that stops it. Its
// multiplier is ±1, those of the others are ∓α; free columns have α = 0 here.
static void refute(struct simplex *s, uint32_t row, int side) {
  for (uint32_t r = 0; r < s->n_rows; r++) mpq_set_ui(s->multipliers[r], 0, 1);
  mpq_set_si(s->multipliers[s->basic[row] - s->n_columns], side, 1);
  for (uint32_t c = 0; c < s->n_columns; c++) {
    if (s->other[c] < s->n_columns) continue;
    __mpq_struct *lambda = s->multipliers[s->other[c] - s->n_columns];
    if (side > 0) mpq_neg(lambda, cell(s, row, c));
    else mpq_set(lambda, cell(s, row, c));
  }
}

enum simplex_answer simplex_solve(struct simplex *s, uint32_t max_pivots) {
  for (uint32_t pivots = 0; pivots <= max_pivots; pivots++) {
    uint32_t row = UINT32_MAX, column = UINT32_MAX;
    for (uint32_t r = 0; r < s->n_rows; r++)
      if (violation(s, s->basic[r]) && (row == UINT32_MAX || s->basic[r] < s->basic[row])) row = r;
    if (row == UINT32_MAX) return SIMPLEX_FEASIBLE;
    int side = violation(s, s->basic[row]);
    for (uint32_t c = 0; c < s->n_columns; c++) {
      int sign = mpq_sgn(cell(s, row, c));
      if (!sign || !can_move(s, s->other[c], -side * sign)) continue;
      if (column == UINT32_MAX || s->other[c] < s->other[column]) column = c;
    }
    if (column == UINT32_MAX) {
      refute(s, row, side);
      return SIMPLEX_INFEASIBLE;
    }
    pivot(s, row, column);
  }
  return SIMPLEX_GAVE_UP;
}

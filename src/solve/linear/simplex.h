// Linear constraints over the rationals: a solution, or Farkas multipliers that refute them. Exact.
//
// Rows are Σ aᵢⱼ·xⱼ ≤ bᵢ or = bᵢ over free columns xⱼ. The general simplex method of Dutertre and de Moura (CAV 2006),
// with Bland's rule, on a dense tableau of rationals: problems here are single paths, with tens of rows after
// substitution.
//
// After INFEASIBLE the multipliers λ satisfy Σᵢ λᵢ·aᵢⱼ = 0 for each j, Σᵢ λᵢ·bᵢ < 0, and λᵢ ≥ 0 for rows that are not
// equations.
#ifndef CLEW_SOLVE_LINEAR_SIMPLEX_H
#define CLEW_SOLVE_LINEAR_SIMPLEX_H
#include <gmp.h>
#include <stdbool.h>
#include <stdint.h>

enum simplex_answer { SIMPLEX_FEASIBLE, SIMPLEX_INFEASIBLE, SIMPLEX_GAVE_UP };

struct simplex;

struct simplex *simplex_new(uint32_t n_rows, uint32_t n_columns); // all coefficients and bounds zero
void simplex_free(struct simplex *s);
void simplex_set(struct simplex *s, uint32_t row, uint32_t column, const mpz_t coefficient);
void simplex_bound(struct simplex *s, uint32_t row, const mpz_t bound, bool equation);
enum simplex_answer simplex_solve(struct simplex *s, uint32_t max_pivots); // once
const __mpq_struct *simplex_value(const struct simplex *s, uint32_t column); // after FEASIBLE
const __mpq_struct *simplex_multiplier(const struct simplex *s, uint32_t row); // after INFEASIBLE

#endif

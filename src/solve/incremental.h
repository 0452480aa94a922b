// A formula that stays, as clauses in one CaDiCaL, and many questions about it that differ in a few literals: for
// engines that block cubes (IC3). The stages of solve.h would cost more here than they save, since each question is
// another one and is easy.
//
// Formulas become literals: arrays are eliminated, floats and bit-vectors become circuits. A literal is an int with its
// sign, as CaDiCaL has it. What is said of arrays at first is little; where a model contradicts the meaning of an array
// the facts that it violates are added and the question is asked again, a number of times.
//
// UNSAT is exact. SAT may be wrong where a formula was not covered or the facts about arrays were given up: who depends
// on SAT has to ask another solver.
#ifndef CLEW_SOLVE_INCREMENTAL_H
#define CLEW_SOLVE_INCREMENTAL_H
#include "solve/solve.h"

struct incremental;

struct incremental *incremental_new(struct terms *tm, struct limits *limits, struct stats *stats);
void incremental_free(struct incremental *s); // NULL is fine
// The formula holds from now on. False: it has no circuit, and was left out.
bool incremental_assert(struct incremental *s, struct term formula);
// A literal that is true exactly where the formula holds; 0: it has no circuit.
int incremental_literal(struct incremental *s, struct term formula);
int incremental_variable(struct incremental *s); // a new one, for instance to switch clauses on
void incremental_clause(struct incremental *s, uint32_t n, const int *literals);
// Is everything so far satisfiable, together with the assumptions and a clause for this question alone (n_clause 0:
// none)? UNKNOWN: the limits were reached, or so many conflicts (0: no limit) did not decide it.
enum answer incremental_ask(struct incremental *s, uint32_t n, const int *assumptions, uint32_t n_clause,
                            const int *clause, uint32_t conflicts);
bool incremental_failed(struct incremental *s, int assumption); // after UNSAT: it is needed for the conflict
bool incremental_value(struct incremental *s, int literal); // after SAT
struct model *incremental_model(struct incremental *s); // after SAT: a new reference; arrays as far as they were read

#endif

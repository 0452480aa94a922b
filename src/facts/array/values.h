// What runs of the program show about the cells of its arrays at loop heads, as polynomials modulo 2^w.
//
// For a read or a write of an array at an index with a counter v, the cells are those at the index with any number k in
// the place of v. In runs with small inputs their values are looked at whenever a loop head is reached. The numbers
// below a bound N of the loops are divided by the counters of the loops at hand: below, at and above each. Where all
// cells of such a part have, in all visits, the value of one polynomial (of degree two at most) in k and the variables,
// that is a candidate:
//
//     0 <= k && k < N && k < i  =>  a[k] == 2 * k * k + 2 * k + 1
//
// The division with the fewest parts that says most is taken. Polynomials of the same kind are found for the variables
// that the loop changes, such as sums of cells.
#ifndef CLEW_FACTS_ARRAY_VALUES_H
#define CLEW_FACTS_ARRAY_VALUES_H
#include "facts/facts.h"

struct cell_values;

// Runs the program. NULL: it has no array that is read or written at counters.
struct cell_values *cell_values_new(struct facts *f);
void cell_values_free(struct cell_values *v);
// Candidates for the loop head: about cells (universally quantified, term/quantified.h), and about variables.
void cell_values_at(struct cell_values *v, struct location head, struct vec_term *cells, struct vec_term *plain);

#endif

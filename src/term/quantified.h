// Universally quantified variables: where a formula may have one, it says that it holds for all values of it.
//
// There is one for each width, "any!32". A formula has at most one of them.
#ifndef CLEW_TERM_QUANTIFIED_H
#define CLEW_TERM_QUANTIFIED_H
#include "base/memory/map.h"
#include "term/term.h"

struct term quantified_variable(struct terms *tm, uint32_t width);
struct term quantified_named(struct terms *tm, const char *name, size_t length); // none: that is no such name
bool quantified_is_variable(struct terms *tm, struct term t);
struct term quantified_in(struct terms *tm, struct term formula);   // the one that it has, or none
// The formula about another value: so that several formulas with the same variable can be refuted for a value each.
// Each n is another value.
struct term quantified_rename(struct terms *tm, struct term formula, uint32_t n);
// A term of the variable's sort for which the pattern is likely to be equal to t: what t has in its place if they have
// the same form. None: not known how to find one.
struct term quantified_solve(struct terms *tm, struct term pattern, struct term variable, struct term t);
// Appends the reads of arrays in a term, but for those in terms that were seen before.
void quantified_reads(struct terms *tm, struct term t, struct map_u32 *seen, struct vec_term *out);

#endif

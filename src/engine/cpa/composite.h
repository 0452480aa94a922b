// Composition of analyses (section 2.3): what the algorithm sees of them.
#ifndef CLEW_ENGINE_CPA_COMPOSITE_H
#define CLEW_ENGINE_CPA_COMPOSITE_H
#include "engine/cpa/cpa.h"

// Opens the analyses that the options name, in the order of the table. False: error says why they do not compose.
bool composite_open(struct cpa *cpa, const char *analyses, struct error *error);
void composite_close_all(struct cpa *cpa);

void composite_initial(struct cpa *cpa, struct composite *out);
// All transfers, then all strengthenings. False: the edge cannot be taken.
bool composite_transfer(struct cpa *cpa, struct place from, const struct composite *before,
                        const struct unfold_step *step, uint64_t visit, struct composite *after);

// Are states closed at the place? (Where paths meet.)
bool composite_closes_at(const struct cpa *cpa, struct place place);
void composite_find_traits(struct cpa *cpa); // of locations and edges
// The closed state, with what the precision tracks (NULL: everything). Exact: it means the same. Without CEGAR a state
// whose closed form is not exact stays open: it neither covers others nor is covered.
void composite_close(struct cpa *cpa, struct place place, const struct composite *state,
                     const struct place_precision *precision, struct composite *out, bool *exact);

// Do closed states merge (all parts whose analyses keep states apart are equal, and one whose analysis joins differs)?
// *out is the join, widened if it should be.
bool composite_merge(struct cpa *cpa, struct place place, const struct composite *new_state,
                     const struct composite *reached, bool widens, struct composite *out);
void composite_formula(struct cpa *cpa, const struct composite *state, struct vec_term *conjuncts);
void composite_print(struct cpa *cpa, const struct composite *state, struct text *out);

#endif

// The reached set, by place.
//
// Closed states of a place are in an index: by the parts' handles (a state that is there already is found by one
// lookup), and by what remains of them after projection to the domain of a state that may cover them (one lookup for
// each domain that the place has seen; with a precision there are few). Only analyses whose order is not equality after
// projection need comparisons, among the states that the lookup found.
#ifndef CLEW_ENGINE_CPA_REACHED_H
#define CLEW_ENGINE_CPA_REACHED_H
#include "engine/cpa/composite.h"

struct reached *reached_set_new(struct cpa *cpa);
void reached_set_free(struct reached *r);
size_t reached_bytes(const struct reached *r);
void reached_add(struct reached *r, struct place place, struct node node, const struct composite *closed);
void reached_remove(struct reached *r, struct place place, struct node node, const struct composite *closed);
// A node whose state covers the closed state; NODE_NONE: there is none.
struct node reached_covering(struct reached *r, struct place place, const struct composite *closed);
// A node whose state may merge with it: the same in all parts that are kept apart.
struct node reached_mergeable(struct reached *r, struct place place, const struct composite *closed);

// The node, whose closed state lies in that of `by`, is covered by it: subsumed in the graph. The nodes that one covers
// are a list: reached_state.covers, then covered_before.
void reached_cover(struct cpa *cpa, struct node node, struct node by);

#endif

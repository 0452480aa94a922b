// What is still to be explored: nodes with edges that were not taken yet.
//
// Orders: depth first, breadth first, or along the program: what comes earlier in reverse postorder goes first, in
// functions that are called before their callers go on, and of the same place what was reached first. In that order
// states meet, and are merged, before what follows is looked at.
#ifndef CLEW_ENGINE_CPA_WAITLIST_H
#define CLEW_ENGINE_CPA_WAITLIST_H
#include "engine/cpa/analysis.h"
#include "graph/graph.h"

enum waitlist_order { ORDER_AUTO, ORDER_PROGRAM, ORDER_DFS, ORDER_BFS }; // cpa_options.search

struct waitlist *waitlist_new(struct unfold *u, enum waitlist_order order); // not ORDER_AUTO
void waitlist_free(struct waitlist *w);
void waitlist_push(struct waitlist *w, struct node node, struct place place);
bool waitlist_pop(struct waitlist *w, struct node *node);
uint32_t waitlist_size(const struct waitlist *w);
// The place of the location among those of its function, in reverse postorder; loops before what follows them.

#endif

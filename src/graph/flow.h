// The paths of a red-black graph: which nodes are left, and where an edge leads (Aissat, Voisin, Wolff, section 4.3).
//
// A path is a sequence of black edges from the entry of main. A path "of length N" has exactly N edges, or fewer if it
// ends before at a place where the program ends: a location without out-edges, or the exit of main. The paths of a
// red-black graph are those of the black part that can be followed from the root: through a red node by its arcs,
// through a subsumed node as through its subsumer, and from an open arc or a node that was not expanded on in the black
// part. An arc that is cut leads nowhere.
//
// A node is gone if no feasible path passes through it: its formula is false, its subsumer is gone, or all arcs of an
// expanded node lead nowhere or to nodes that are gone and its location is exhaustive, i.e. one of its out-edges can
// always be taken. Where that need not be so (a check that ends the path is part of the guards) a path may end at the
// node, and so may a path whose N edges are used up.
#ifndef CLEW_GRAPH_FLOW_H
#define CLEW_GRAPH_FLOW_H
#include "graph/graph.h"
#include "solve/solve.h"

// A node of the red part, or (node NODE_NONE) a location of the black part in a context.
struct place {
  struct node node;
  struct context context;
  struct location location;
};

// Where a black edge leads in a context; the same as unfold_step says, without the terms.
struct place flow_step(const struct cfa *cfa, struct unfold *u, struct context context, struct edge edge);
// Does every path end here? `location` is no exit of a called function.
bool flow_is_end(const struct cfa *cfa, struct location location);

// By location: can one of the out-edges be taken whatever the state is? The solver may give up: then it is taken for
// no. Returns one byte a location, owned by the caller.
unsigned char *flow_exhaustive(struct cfa *cfa, struct solver *solver);

struct flow {
  const struct cfa *cfa;
  const struct graph *graph;
  struct unfold *unfold;
  unsigned char *gone; // by node
  struct place root; // its node is resolved; the black entry of main where the root is open
  bool empty; // the root is gone: no path at all
  uint32_t n_live; // nodes that can be reached along the remaining arcs
  uint32_t n_open; // places where the red part is plugged into the black part
  uint32_t n_cut; // arcs of these nodes that lead nowhere
};

// False: *message (static) says what is wrong with the graph; it must list every location (no GRAPH_RUN or NODE_END).
// `exhaustive` may be NULL: no location is known to be.
bool flow_init(struct flow *flow, const struct cfa *cfa, struct unfold *u, const struct graph *graph,
               const unsigned char *exhaustive, const char **message);
void flow_release(struct flow *flow);

// The number of out-edges to follow from a place: arcs of an expanded node, out-edges otherwise; 0 at an end.
uint32_t flow_out(const struct flow *flow, struct place at);
// The i-th of them: its edge, and where it leads. False: nowhere.
bool flow_next(const struct flow *flow, struct place at, uint32_t i, struct edge *edge, struct place *to);
// Can these edges be followed from the root, one after the other?
bool flow_contains(const struct flow *flow, uint32_t n, const struct edge *edges);
// The nodes left, in order of a depth-first walk from the root; subsumed nodes are listed, and their subsumers as well.
void flow_live(const struct flow *flow, struct vec_node *nodes);

#endif

// Graphs laid out by Graphviz: where nodes are and how arcs go, for pages that draw them.
//
// Text is not Graphviz's business: a node is a box of a given size. The work is done in a process of its own and takes
// as long as it is allowed to; a graph that is too large or came too late has no layout.
#ifndef CLEW_REPORT_HTML_DRAWING_H
#define CLEW_REPORT_HTML_DRAWING_H
#include "base/memory/vec.h"

#define DRAWING_NODES_MAX 400 // a larger graph is not laid out as a whole: it would be unreadable

struct drawing_node {
  double width, height; // points
};
struct drawing_arc {
  uint32_t from, to; // nodes
};
VEC_TYPE(vec_drawing_node, struct drawing_node)
VEC_TYPE(vec_drawing_arc, struct drawing_arc)

struct drawing {
  struct vec_drawing_node nodes;
  struct vec_drawing_arc arcs;
  // The layout as JSON, owned: {"w": width, "h": height, "n": [x, y of each node's middle], "a": [a path of SVG for
  // each arc]}; y grows downwards. NULL: there is none.
  char *layout;
};
VEC_TYPE(vec_drawing, struct drawing)

// Lays them out in order, until the time is used up.
void drawings_lay_out(struct vec_drawing *drawings, double seconds);
void drawings_release(struct vec_drawing *drawings);

#endif

// The tree of a finished symbolic execution: its certificate.
//
// Only branches are kept, not the concretely decided steps between them: a
// node stands for one STATE_BRANCH; child i belongs to open edge i and is another
// node, a closed leaf, or cut (refuted). src/proof walks it again on its own.
#ifndef CLEW_GRAPH_TREE_H
#define CLEW_GRAPH_TREE_H
#include "base/vec.h"
#include <stdbool.h>
#include <stdint.h>

#define TREE_OPEN UINT32_MAX        // not explored yet
#define TREE_CUT (UINT32_MAX - 1)   // the branch is infeasible
#define TREE_CLOSED (UINT32_MAX - 2) // explored to its end without error

struct tree_node {
  uint32_t location;
  uint32_t first_child;  // index into children
  uint32_t n_children;
};
VEC_TYPE(vec_tree_node, struct tree_node)

struct tree {
  struct vec_tree_node nodes;
  struct vec_u32 children;
  uint32_t root;         // a node, TREE_CLOSED when no branch was met, TREE_OPEN at first
};

void tree_init(struct tree *tree);
void tree_release(struct tree *tree);
// A new node with n open children.
uint32_t tree_add(struct tree *tree, uint32_t location, uint32_t n);
void tree_set_child(struct tree *tree, uint32_t node, uint32_t i, uint32_t what); // node UINT32_MAX: the root
uint32_t tree_child(const struct tree *tree, uint32_t node, uint32_t i);

#endif

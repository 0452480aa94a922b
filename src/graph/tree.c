// The tree of a symbolic execution: see tree.h.
#include "graph/tree.h"
#include <assert.h>

void tree_init(struct tree *tree) { *tree = (struct tree){.root = TREE_OPEN}; }

void tree_release(struct tree *tree) {
  vec_tree_node_release(&tree->nodes);
  vec_u32_release(&tree->children);
  tree->root = TREE_OPEN;
}

uint32_t tree_add(struct tree *tree, uint32_t location, uint32_t n) {
  vec_tree_node_push(&tree->nodes, (struct tree_node){.location = location, .first_child = tree->children.size, .n_children = n});
  for (uint32_t i = 0; i < n; i++) vec_u32_push(&tree->children, TREE_OPEN);
  return tree->nodes.size - 1;
}

void tree_set_child(struct tree *tree, uint32_t node, uint32_t i, uint32_t what) {
  if (node == UINT32_MAX) {
    tree->root = what;
    return;
  }
  assert(node < tree->nodes.size && i < tree->nodes.data[node].n_children);
  tree->children.data[tree->nodes.data[node].first_child + i] = what;
}

uint32_t tree_child(const struct tree *tree, uint32_t node, uint32_t i) {
  if (node == UINT32_MAX) return tree->root;
  assert(node < tree->nodes.size && i < tree->nodes.data[node].n_children);
  return tree->children.data[tree->nodes.data[node].first_child + i];
}

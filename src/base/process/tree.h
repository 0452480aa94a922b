// The processes below one: what they use, and their end. Read from /proc, as far as an unprivileged user may.
#ifndef CLEW_BASE_PROCESS_TREE_H
#define CLEW_BASE_PROCESS_TREE_H
#include "base/memory/vec.h"
#include <stdbool.h>
#include <stdint.h>

struct tree_process {
  int pid, parent;
  bool below, ended; // below the root; ended: a zombie
  double cpu;        // seconds, with those of its children that it waited for
};
VEC_TYPE(vec_tree_process, struct tree_process)

struct tree {
  int root; // not a part of it
  double tick; // seconds
  struct vec_tree_process processes; // of the machine, when it was looked at last
};

struct tree_use {
  double cpu;         // of the processes that live
  uint64_t memory;    // bytes
  uint32_t processes; // that live
};

void tree_open(struct tree *tree, int root);
void tree_look(struct tree *tree, struct tree_use *use);
// SIGKILL to all of it that is there now.
void tree_kill(struct tree *tree);

#endif

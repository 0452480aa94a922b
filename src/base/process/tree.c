// See tree.h.
#include "base/process/tree.h"
#include "base/process/limits.h"
#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void tree_open(struct tree *tree, int root) {
  *tree = (struct tree){.root = root, .tick = 1.0 / (double)sysconf(_SC_CLK_TCK)};
}

static bool read_small(const char *path, char *out, size_t size) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  ssize_t n = read(fd, out, size - 1);
  close(fd);
  out[n > 0 ? n : 0] = 0;
  return n > 0;
}

// /proc/PID/stat: the name, in parentheses, may have any characters in it.
static bool read_process(const struct tree *tree, int pid, struct tree_process *out) {
  char path[64], line[1024], state;
  unsigned long user, system;
  long waited_user, waited_system;
  int parent;
  snprintf(path, sizeof path, "/proc/%d/stat", pid);
  if (!read_small(path, line, sizeof line)) return false;
  const char *rest = strrchr(line, ')');
  if (!rest || sscanf(rest + 1, " %c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %ld %ld", &state, &parent, &user,
                      &system, &waited_user, &waited_system) != 6)
    return false;
  *out = (struct tree_process){.pid = pid, .parent = parent, .ended = state == 'Z' || state == 'X'};
  out->cpu = (double)(user + system) * tree->tick + (double)(waited_user + waited_system) * tree->tick;
  return true;
}

static void read_all(struct tree *tree) {
  vec_tree_process_clear(&tree->processes);
  DIR *folder = opendir("/proc");
  struct dirent *entry;
  while (folder && (entry = readdir(folder))) {
    struct tree_process process;
    if (isdigit((unsigned char)entry->d_name[0]) && read_process(tree, atoi(entry->d_name), &process))
      vec_tree_process_push(&tree->processes, process);
  }
  if (folder) closedir(folder);
}

static bool is_below(const struct tree *tree, int pid) {
  if (pid == tree->root) return true;
  for (uint32_t i = 0; i < tree->processes.size; i++)
    if (tree->processes.data[i].pid == pid) return tree->processes.data[i].below;
  return false;
}

// Parents mostly come before their children, so that one pass over the list finds nearly all.
static void mark_below(struct tree *tree) {
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < tree->processes.size; i++) {
      struct tree_process *p = &tree->processes.data[i];
      if (!p->below && p->pid != tree->root && is_below(tree, p->parent)) p->below = changed = true;
    }
  }
}

// Pages that processes share count once in the sum of their proportional shares.
static uint64_t memory_of(int pid, bool alone) {
  char path[64], content[512];
  unsigned long kibibytes;
  if (alone) return limits_memory_of(pid);
  snprintf(path, sizeof path, "/proc/%d/smaps_rollup", pid);
  const char *share = read_small(path, content, sizeof content) ? strstr(content, "\nPss:") : NULL;
  if (share && sscanf(share, "\nPss: %lu", &kibibytes) == 1) return (uint64_t)kibibytes * 1024;
  return limits_memory_of(pid);
}

void tree_look(struct tree *tree, struct tree_use *use) {
  *use = (struct tree_use){0};
  read_all(tree);
  mark_below(tree);
  for (uint32_t i = 0; i < tree->processes.size; i++) {
    const struct tree_process *p = &tree->processes.data[i];
    if (!p->below) continue;
    use->cpu += p->cpu;
    use->processes += !p->ended;
  }
  for (uint32_t i = 0; i < tree->processes.size; i++) {
    const struct tree_process *p = &tree->processes.data[i];
    if (p->below && !p->ended) use->memory += memory_of(p->pid, use->processes == 1);
  }
}

void tree_kill(struct tree *tree) {
  read_all(tree);
  mark_below(tree);
  for (uint32_t i = 0; i < tree->processes.size; i++)
    if (tree->processes.data[i].below) kill(tree->processes.data[i].pid, SIGKILL);
}

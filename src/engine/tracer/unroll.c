// Loops that are executed as they are before they are abstracted, for pruning.
//
// A loop that every path leaves after a few iterations needs no abstraction, however its body branches: unwound, its
// infeasible paths are gone. An unwinding is given up when the loop goes on after `--unwind` iterations, when an eighth
// of what was left of `--exact-paths` is used, or when a loop in its body had to be abstracted. Then the head is
// explored again from its first occurrence, and the loop is never unwound again.
#include "engine/tracer/tracer.h"

#define ABSTRACT_COST 4
#define UNWIND_ABSTRACT 8 // iterations below an abstraction, which may go on where the program does not

// Below an abstraction paths are explored again whenever it changes, and need not be feasible whatever is done: they
// cost more.
void unroll_spend(struct learner *l) { l->paths_used += heads_any_abstract(l) ? ABSTRACT_COST : 1; }

bool unroll_is_spent(const struct learner *l) { return l->paths_used >= l->exact_paths; }

// The last open head of the loop around this one, + 1; 0: there is none.
static uint32_t around(struct learner *l, const struct point *pt) {
  struct location parent = cfa_location(l->cfa, pt->location)->loop_parent;
  if (location_none(parent)) return 0;
  const uint32_t *found = map_u32_find(&l->point_of, (uint64_t)pt->context.id << 32 | parent.id);
  const struct point *outer = found ? &l->points.data[*found] : NULL;
  return outer && outer->heads.size ? outer->heads.data[outer->heads.size - 1] + 1 : 0;
}

static bool abstracted_from(const struct learner *l, uint32_t from) {
  for (uint32_t i = from; i < l->heads.size; i++)
    if (l->heads.data[i].exact) return true;
  return false;
}

static enum outcome fail(struct learner *l, uint32_t head) {
  struct head *h = &l->heads.data[head];
  l->points.data[h->point].unbounded = true;
  l->statistics->unwindings_failed++;
  h->again = true;
  l->restart = head;
  return OUTCOME_RESTART;
}

static void push(struct learner *l, struct node node, uint64_t allowance) {
  heads_push(l, node);
  l->heads.data[l->heads.size - 1].allowance = allowance;
}

// Occurrences of the head on the path since the loop was entered; *first is the first of them, or NO_HEAD.
static uint32_t occurrences(struct learner *l, const struct point *pt, uint32_t *first) {
  uint32_t begin = around(l, pt), count = 0;
  *first = NO_HEAD;
  for (uint32_t i = pt->heads.size; i-- > 0 && pt->heads.data[i] >= begin; count++) *first = pt->heads.data[i];
  return count;
}

bool unroll_is_peeled(struct learner *l, const struct point *pt) {
  uint32_t first;
  return occurrences(l, pt, &first) >= l->peel || unroll_is_spent(l);
}

// Of a loop that goes on: its first iterations.
static enum outcome peel(struct learner *l, struct node node, const struct point *pt) {
  if (unroll_is_peeled(l, pt)) return OUTCOME_CLOSED;
  push(l, node, 0);
  l->heads.data[l->heads.size - 1].never = true;
  return OUTCOME_ENTERED;
}

enum outcome unroll_arrive(struct learner *l, struct node node) {
  const struct point *pt = &l->points.data[l->works.data[node.id].point];
  if (!l->exact) return OUTCOME_CLOSED;
  if (!l->unwind || pt->unbounded) return peel(l, node, pt);
  uint32_t first, count = occurrences(l, pt, &first);
  if (first == NO_HEAD) {
    if (unroll_is_spent(l)) return OUTCOME_CLOSED;
    push(l, node, l->paths_used + (l->exact_paths - l->paths_used + 7) / 8);
    return OUTCOME_ENTERED;
  }
  const struct head *h = &l->heads.data[first];
  if (!h->allowance || h->exact || h->explored) return OUTCOME_CLOSED;
  if (l->forks == h->forks) return OUTCOME_CLOSED; // it runs by concrete values alone
  if (count > l->unwind || l->paths_used > h->allowance || abstracted_from(l, first) ||
      (count > UNWIND_ABSTRACT && abstracted_from(l, 0)))
    return fail(l, first);
  push(l, node, h->allowance);
  return OUTCOME_ENTERED;
}

bool unroll_is_on(const struct learner *l) {
  if (!l->exact || !l->heads.size) return false;
  const struct head *h = &l->heads.data[l->heads.size - 1];
  return h->allowance && !h->exact && !l->points.data[h->point].unbounded;
}

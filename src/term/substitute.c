// Substitution: bottom-up rebuilding with a memo.
//
// Children have smaller ids than their parents, so a term below the smallest
// replaced id cannot contain a replaced one and is its own result. Constant
// arrays are not looked into.
#include "term/node.h"
#include "term/walk.h"

struct substitution {
  struct terms *tm;
  struct map_u32 replacement;  // from → to
  struct term_memo memo;       // rebuilt terms
  uint32_t smallest;           // of the keys of `replacement`
  struct vec_term children;    // scratch
};

struct substitution *substitution_new(struct terms *tm) {
  struct substitution *sub = mem_zalloc(1, sizeof *sub);
  sub->tm = tm;
  sub->smallest = UINT32_MAX;
  return sub;
}

void substitution_free(struct substitution *sub) {
  if (!sub) return;
  map_u32_release(&sub->replacement);
  term_memo_release(&sub->memo);
  vec_term_release(&sub->children);
  mem_free(sub);
}

void substitution_set(struct substitution *sub, struct term from, struct term to) {
  assert(same_sort(sub->tm, from, to));
  if (sub->memo.done.size) map_u64_clear(&sub->memo.done);
  map_u32_put(&sub->replacement, from.id, to.id);
  if (from.id < sub->smallest) sub->smallest = from.id;
}

// The result, if it is known without going below.
static bool result_known(const struct substitution *sub, uint32_t id, uint32_t *result) {
  *result = id;
  if (id < sub->smallest) return true;
  const uint32_t *replaced = map_u32_find(&sub->replacement, id);
  if (replaced) *result = *replaced;
  if (replaced) return true;
  const struct node *node = node_at(sub->tm, (struct term){id});
  if (node->arity == 0 || node->flags & NODE_CONST) return true;
  uint64_t rebuilt = term_memo_get(&sub->memo, (struct term){id});
  if (rebuilt) *result = (uint32_t)rebuilt;
  return rebuilt != 0;
}

static uint64_t rebuild(void *context, struct term t) {
  struct substitution *sub = context;
  uint32_t n = node_at(sub->tm, t)->arity;
  bool ready = true;
  vec_term_resize(&sub->children, n);
  for (uint32_t i = 0; i < n; i++) {
    struct term child = child_of(sub->tm, t, i);
    if (result_known(sub, child.id, &sub->children.data[i].id)) continue;
    term_memo_want(&sub->memo, child);
    ready = false;
  }
  return ready ? term_with_children(sub->tm, t, sub->children.data).id : 0;
}

struct term substitution_apply(struct substitution *sub, struct term t) {
  uint32_t result;
  if (result_known(sub, t.id, &result)) return (struct term){result};
  return (struct term){(uint32_t)term_memo_apply(&sub->memo, t, rebuild, sub)};
}

struct term term_substitute(struct terms *tm, struct term t, uint32_t n, const struct term *from,
                            const struct term *to) {
  struct substitution *sub = substitution_new(tm);
  for (uint32_t i = 0; i < n; i++) substitution_set(sub, from[i], to[i]);
  struct term result = substitution_apply(sub, t);
  substitution_free(sub);
  return result;
}

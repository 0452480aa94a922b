// Substitution: bottom-up rebuilding with an explicit stack and a memo.
//
// Children have smaller ids than their parents, so a term below the smallest
// replaced id cannot contain a replaced one and is its own result. Constant
// arrays are not looked into.
#include "term/internal.h"

struct substitution {
  struct terms *tm;
  struct map_u32 replacement;  // from → to
  struct map_u32 memo;         // rebuilt terms
  uint32_t smallest;           // of the keys of `replacement`
  struct vec_u32 stack;        // empty between applications
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
  map_u32_release(&sub->memo);
  vec_u32_release(&sub->stack);
  vec_term_release(&sub->children);
  mem_free(sub);
}

void substitution_set(struct substitution *sub, struct term from, struct term to) {
  assert(same_sort(sub->tm, from, to));
  if (sub->memo.size) map_u32_clear(&sub->memo);
  map_u32_put(&sub->replacement, from.id, to.id);
  if (from.id < sub->smallest) sub->smallest = from.id;
}

static bool result_known(const struct substitution *sub, uint32_t id, uint32_t *result) {
  *result = id;
  if (id < sub->smallest) return true;
  const uint32_t *found = map_u32_find(&sub->replacement, id);
  const struct node *node = node_at(sub->tm, (struct term){id});
  if (!found && (node->arity == 0 || node->flags & NODE_CONST)) return true;
  if (!found) found = map_u32_find(&sub->memo, id);
  if (found) *result = *found;
  return found != NULL;
}

// All children of `id` are known: the term over their results.
static uint32_t rebuild(struct substitution *sub, uint32_t id) {
  struct terms *tm = sub->tm;
  struct term t = {id};
  uint32_t n = node_at(tm, t)->arity;
  vec_term_resize(&sub->children, n);
  bool changed = false;
  for (uint32_t i = 0; i < n; i++) {
    struct term child = child_of(tm, t, i);
    result_known(sub, child.id, &sub->children.data[i].id);
    changed = changed || sub->children.data[i].id != child.id;
  }
  if (!changed) return id;
  enum term_kind kind = kind_of(tm, t);
  bool indexed = kind == TERM_BV_EXTRACT || kind == TERM_BV_ZEXT || kind == TERM_BV_SEXT;
  uint32_t p0 = indexed ? param_of(tm, t, 0) : 0, p1 = indexed ? param_of(tm, t, 1) : 0;
  return term_make(tm, kind, sort_of(tm, t), p0, p1, n, sub->children.data).id;
}

struct term substitution_apply(struct substitution *sub, struct term t) {
  uint32_t result;
  if (result_known(sub, t.id, &result)) return (struct term){result};
  vec_u32_push(&sub->stack, t.id);
  while (sub->stack.size) {
    uint32_t id = sub->stack.data[sub->stack.size - 1];
    if (result_known(sub, id, &result)) { // pushed twice
      sub->stack.size--;
      continue;
    }
    uint32_t n = node_at(sub->tm, (struct term){id})->arity, before = sub->stack.size;
    for (uint32_t i = 0; i < n; i++) {
      uint32_t child = child_of(sub->tm, (struct term){id}, i).id;
      if (!result_known(sub, child, &result)) vec_u32_push(&sub->stack, child);
    }
    if (sub->stack.size > before) continue;
    map_u32_put(&sub->memo, id, rebuild(sub, id));
    sub->stack.size--;
  }
  result_known(sub, t.id, &result);
  return (struct term){result};
}

struct term term_substitute(struct terms *tm, struct term t, uint32_t n, const struct term *from,
                            const struct term *to) {
  struct substitution *sub = substitution_new(tm);
  for (uint32_t i = 0; i < n; i++) substitution_set(sub, from[i], to[i]);
  struct term result = substitution_apply(sub, t);
  substitution_free(sub);
  return result;
}

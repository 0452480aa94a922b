// See walk.h.
#include "term/walk.h"
#include "term/node.h"

// --- top down ------------------------------------------------------------------------

void term_walk_add(struct term_walk *walk, struct term root) { vec_u32_push(&walk->stack, root.id); }

static void push_children(struct term_walk *walk, uint32_t id) {
  const struct node *node = &walk->tm->nodes[id];
  const uint32_t *children = node_children(node);
  uint32_t n = node->arity;
  if (!n) return;
  vec_u32_reserve(&walk->stack, walk->stack.size + n);
  uint32_t *to = walk->stack.data + walk->stack.size;
  if (walk->left_to_right)
    for (uint32_t i = 0; i < n; i++) to[i] = children[n - 1 - i];
  else memcpy(to, children, n * sizeof *to);
  walk->stack.size += n;
}

bool term_walk_next(struct term_walk *walk, struct term *t) {
  struct map_u32 *seen = walk->seen ? walk->seen : &walk->own;
  if (walk->last) push_children(walk, walk->last);
  walk->last = 0;
  while (walk->stack.size) {
    uint32_t id = vec_u32_pop(&walk->stack);
    if (map_u32_find(seen, id)) continue;
    map_u32_put(seen, id, 1);
    walk->last = t->id = id;
    return true;
  }
  return false;
}

void term_walk_release(struct term_walk *walk) {
  map_u32_release(&walk->own);
  vec_u32_release(&walk->stack);
  walk->last = 0;
}

// --- bottom up -------------------------------------------------------------------------

uint64_t term_memo_apply(struct term_memo *m, struct term root, term_memo_visit *visit, void *context) {
  uint64_t result = term_memo_get(m, root);
  if (result) return result;
  uint32_t bottom = m->stack.size;
  vec_u32_push(&m->stack, root.id);
  while (m->stack.size > bottom) {
    struct term t = {m->stack.data[m->stack.size - 1]};
    uint32_t before = m->stack.size;
    if (!map_u64_find(&m->done, t.id)) { // else it was asked for twice
      result = visit(context, t);
      assert(result || m->stack.size > before); // the missing results were asked for
      if (!result) continue;
      map_u64_put(&m->done, t.id, result);
    }
    m->stack.size = before - 1;
  }
  return term_memo_get(m, root);
}

void term_memo_release(struct term_memo *m) {
  map_u64_release(&m->done);
  vec_u32_release(&m->stack);
}

bool term_memo_want_children(struct term_memo *m, const struct terms *tm, struct term t) {
  const struct node *node = node_at(tm, t);
  const uint32_t *children = node_children(node);
  uint32_t before = m->stack.size;
  for (uint32_t i = 0; i < node->arity; i++) term_memo_want(m, (struct term){children[i]});
  return m->stack.size == before;
}

// --- other children ----------------------------------------------------------------------

struct term term_with_children(struct terms *tm, struct term t, const struct term *children) {
  const struct node *node = node_at(tm, t);
  const uint32_t *old = node_children(node);
  uint32_t n = node->arity, same = 0;
  while (same < n && old[same] == children[same].id) same++;
  if (same == n) return t;
  enum term_kind kind = (enum term_kind)node->kind;
  bool indexed = term_class(kind) == CLASS_BV_INDEXED;
  uint32_t p0 = indexed ? node->child[1] : 0, p1 = indexed ? node->child[2] : 0;
  return term_make(tm, kind, (struct sort){node->sort}, p0, p1, n, children);
}

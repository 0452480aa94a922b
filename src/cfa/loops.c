// Loops: which locations are heads, and how loops nest.
//
// A depth-first search from every function's entry; the targets of its back
// edges are the heads, so that every cycle has one, reducible or not. Loops
// nest as in P. Havlak, "Nesting of reducible and irreducible loops" (TOPLAS
// 1997): heads are visited innermost first, each collects its body backwards
// from its back edges, and the body collapses into the head (union-find).
// A body with an entry that does not go through the head is irreducible.
#include "cfa/internal.h"

struct search {
  struct cfa *cfa;
  uint32_t n;
  uint32_t *number;     // location → preorder number + 1; 0: not visited
  uint32_t *order;      // preorder number → location
  uint32_t *last;       // location → greatest preorder number among its descendants
  uint32_t *collapsed;  // union-find over locations: the head it has collapsed into
  uint32_t *header;     // location → head of the innermost loop around it, itself not counted
  uint32_t *mark;       // location → 1 + the last head whose body it was put in
  uint32_t count;
};

struct visit {
  uint32_t location, next;
};
VEC_TYPE(vec_visit, struct visit)

static void search_from(struct search *s, uint32_t root, struct vec_visit *stack) {
  if (s->number[root]) return;
  vec_visit_push(stack, (struct visit){root, 0});
  s->order[s->count] = root;
  s->number[root] = ++s->count;
  while (stack->size) {
    struct visit *top = &stack->data[stack->size - 1];
    const struct cfa_location *l = &s->cfa->locations.data[top->location];
    if (top->next == l->out.size) {
      s->last[top->location] = s->count - 1;
      stack->size--;
      continue;
    }
    uint32_t to = s->cfa->edges.data[l->out.data[top->next++]].to;
    if (s->number[to]) continue;
    s->order[s->count] = to;
    s->number[to] = ++s->count;
    vec_visit_push(stack, (struct visit){to, 0});
  }
}

static bool is_ancestor(const struct search *s, uint32_t a, uint32_t b) {
  return s->number[a] <= s->number[b] && s->number[b] - 1 <= s->last[a];
}

static uint32_t find(struct search *s, uint32_t x) {
  uint32_t root = x;
  while (s->collapsed[root] != root) root = s->collapsed[root];
  while (s->collapsed[x] != root) {
    uint32_t up = s->collapsed[x];
    s->collapsed[x] = root;
    x = up;
  }
  return root;
}

// Locations an irreducible loop is entered from besides its head count as predecessors of the head once it is
// collapsed.
struct extra {
  uint32_t from, next;
};   // next: index + 1, 0 ends
VEC_TYPE(vec_extra, struct extra)

struct nesting {
  struct search *s;
  struct vec_extra extras;
  uint32_t *first_extra;  // location → index + 1 into extras
  struct vec_u32 body;
};

// A predecessor y of x, which is in the body of w.
static void body_predecessor(struct nesting *n, uint32_t w, uint32_t y) {
  struct search *s = n->s;
  y = find(s, y);
  if (!is_ancestor(s, w, y)) {
    s->cfa->locations.data[w].irreducible = true;
    vec_extra_push(&n->extras, (struct extra){y, n->first_extra[w]});
    n->first_extra[w] = n->extras.size;
    return;
  }
  if (y == w || s->mark[y] == w + 1) return;
  s->mark[y] = w + 1;
  vec_u32_push(&n->body, y);
}

static void collect_body(struct nesting *n, uint32_t w) {
  struct search *s = n->s;
  struct cfa *cfa = s->cfa;
  struct cfa_location *head = &cfa->locations.data[w];
  vec_u32_clear(&n->body);
  for (uint32_t k = 0; k < head->in.size; k++) {
    uint32_t v = cfa->edges.data[head->in.data[k]].from;
    if (!is_ancestor(s, w, v)) continue;
    head->loop_head = true;
    if (v != w) body_predecessor(n, w, v);
  }
  for (uint32_t i = 0; i < n->body.size; i++) {
    uint32_t x = n->body.data[i];
    const struct cfa_location *l = &cfa->locations.data[x];
    for (uint32_t k = 0; k < l->in.size; k++) {
      uint32_t y = cfa->edges.data[l->in.data[k]].from;
      if (!is_ancestor(s, x, y)) body_predecessor(n, w, y);   // back edges of inner heads are inside
    }
    for (uint32_t k = n->first_extra[x]; k; k = n->extras.data[k - 1].next)
      body_predecessor(n, w, n->extras.data[k - 1].from);
  }
  for (uint32_t i = 0; i < n->body.size; i++) {
    s->header[n->body.data[i]] = w;
    s->collapsed[n->body.data[i]] = w;
  }
}

static void set_nesting(struct search *s) {
  // Outer heads come first in preorder.
  for (uint32_t i = 0; i < s->count; i++) {
    uint32_t id = s->order[i];
    struct cfa_location *l = &s->cfa->locations.data[id];
    uint32_t around = s->header[id];
    l->loop = l->loop_head ? id : around;
    l->loop_parent = l->loop_head ? around : CFA_NONE;
    l->loop_depth = (around == CFA_NONE ? 0 : s->cfa->locations.data[around].loop_depth) + l->loop_head;
  }
}

void cfa_find_loops(struct cfa *cfa) {
  uint32_t n = cfa->locations.size;
  if (!n) return;
  uint32_t *block = mem_zalloc((size_t)n * 7, sizeof *block);
  struct search s = {.cfa = cfa,
                     .n = n,
                     .number = block,
                     .order = block + n,
                     .last = block + 2 * (size_t)n,
                     .collapsed = block + 3 * (size_t)n,
                     .header = block + 4 * (size_t)n,
                     .mark = block + 5 * (size_t)n};
  for (uint32_t i = 0; i < n; i++) {
    s.collapsed[i] = i;
    s.header[i] = CFA_NONE;
    struct cfa_location *l = &cfa->locations.data[i];
    l->loop_head = l->irreducible = false;
  }
  struct vec_visit stack = {0};
  for (uint32_t f = 0; f < cfa->functions.size; f++)
    if (cfa->functions.data[f].entry != CFA_NONE) search_from(&s, cfa->functions.data[f].entry, &stack);
  for (uint32_t i = 0; i < n; i++) search_from(&s, i, &stack);
  vec_visit_release(&stack);

  struct nesting nest = {.s = &s, .first_extra = block + 6 * (size_t)n};
  for (uint32_t i = s.count; i-- > 0;) collect_body(&nest, s.order[i]);
  set_nesting(&s);
  vec_extra_release(&nest.extras);
  vec_u32_release(&nest.body);
  mem_free(block);
}

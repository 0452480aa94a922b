// Loops: which locations are heads, and how loops nest.
//
// A depth-first search from every function's entry; the targets of its back
// edges are the heads, so that every cycle has one, reducible or not. Loops
// nest as in P. Havlak, "Nesting of reducible and irreducible loops" (TOPLAS
// 1997): heads are visited innermost first, each collects its body backwards
// from its back edges, and the body collapses into the head (union-find).
// A body with an entry that does not go through the head is irreducible.
#include "cfa/build.h"

struct search {
  struct cfa *cfa;
  uint32_t n;
  uint32_t *number;     // location → preorder number + 1; 0: not visited
  uint32_t *last;       // location → greatest preorder number among its descendants
  struct location *order; // preorder number → location
  struct location *collapsed; // union-find over locations: the head it has collapsed into
  struct location *header; // location → head of the innermost loop around it, itself not counted
  uint32_t *mark;       // location → 1 + the last head whose body it was put in
  uint32_t count;
};

struct visit {
  struct location location;
  uint32_t next;
};
VEC_TYPE(vec_visit, struct visit)

static void search_from(struct search *s, struct location root, struct vec_visit *stack) {
  if (s->number[root.id]) return;
  vec_visit_push(stack, (struct visit){root, 0});
  s->order[s->count] = root;
  s->number[root.id] = ++s->count;
  while (stack->size) {
    struct visit *top = &stack->data[stack->size - 1];
    const struct cfa_location *l = cfa_location(s->cfa, top->location);
    if (top->next == l->out.size) {
      s->last[top->location.id] = s->count - 1;
      stack->size--;
      continue;
    }
    struct location to = cfa_edge(s->cfa, l->out.data[top->next++])->to;
    if (s->number[to.id]) continue;
    s->order[s->count] = to;
    s->number[to.id] = ++s->count;
    vec_visit_push(stack, (struct visit){to, 0});
  }
}

static bool is_ancestor(const struct search *s, struct location a, struct location b) {
  return s->number[a.id] <= s->number[b.id] && s->number[b.id] - 1 <= s->last[a.id];
}

static struct location find(struct search *s, struct location x) {
  struct location root = x;
  while (!location_same(s->collapsed[root.id], root)) root = s->collapsed[root.id];
  while (!location_same(s->collapsed[x.id], root)) {
    struct location up = s->collapsed[x.id];
    s->collapsed[x.id] = root;
    x = up;
  }
  return root;
}

// Locations an irreducible loop is entered from besides its head count as predecessors of the head once it is
// collapsed.
struct extra {
  struct location from;
  uint32_t next; // index + 1, 0 ends
};
VEC_TYPE(vec_extra, struct extra)

struct nesting {
  struct search *s;
  struct vec_extra extras;
  uint32_t *first_extra;  // location → index + 1 into extras
  struct vec_location body;
};

// A predecessor y of x, which is in the body of w.
static void body_predecessor(struct nesting *n, struct location w, struct location y) {
  struct search *s = n->s;
  y = find(s, y);
  if (!is_ancestor(s, w, y)) {
    cfa_location(s->cfa, w)->irreducible = true;
    vec_extra_push(&n->extras, (struct extra){y, n->first_extra[w.id]});
    n->first_extra[w.id] = n->extras.size;
    return;
  }
  if (location_same(y, w) || s->mark[y.id] == w.id + 1) return;
  s->mark[y.id] = w.id + 1;
  vec_location_push(&n->body, y);
}

static void collect_body(struct nesting *n, struct location w) {
  struct search *s = n->s;
  struct cfa *cfa = s->cfa;
  struct cfa_location *head = cfa_location(cfa, w);
  vec_location_clear(&n->body);
  for (uint32_t k = 0; k < head->in.size; k++) {
    struct location v = cfa_edge(cfa, head->in.data[k])->from;
    if (!is_ancestor(s, w, v)) continue;
    head->loop_head = true;
    if (!location_same(v, w)) body_predecessor(n, w, v);
  }
  for (uint32_t i = 0; i < n->body.size; i++) {
    struct location x = n->body.data[i];
    const struct cfa_location *l = cfa_location(cfa, x);
    for (uint32_t k = 0; k < l->in.size; k++) {
      struct location y = cfa_edge(cfa, l->in.data[k])->from;
      if (!is_ancestor(s, x, y)) body_predecessor(n, w, y);   // back edges of inner heads are inside
    }
    for (uint32_t k = n->first_extra[x.id]; k; k = n->extras.data[k - 1].next)
      body_predecessor(n, w, n->extras.data[k - 1].from);
  }
  for (uint32_t i = 0; i < n->body.size; i++) {
    s->header[n->body.data[i].id] = w;
    s->collapsed[n->body.data[i].id] = w;
  }
}

static void set_nesting(struct search *s) {
  // Outer heads come first in preorder.
  for (uint32_t i = 0; i < s->count; i++) {
    struct location id = s->order[i];
    struct cfa_location *l = cfa_location(s->cfa, id);
    struct location around = s->header[id.id];
    l->loop = l->loop_head ? id : around;
    l->loop_parent = l->loop_head ? around : LOCATION_NONE;
    l->loop_depth = (location_none(around) ? 0 : cfa_location(s->cfa, around)->loop_depth) + l->loop_head;
  }
}

void cfa_find_loops(struct cfa *cfa) {
  uint32_t n = cfa->locations.size;
  if (!n) return;
  uint32_t *block = mem_zalloc((size_t)n * 4, sizeof *block);
  struct location *places = mem_zalloc((size_t)n * 3, sizeof *places);
  struct search s = {.cfa = cfa,
                     .n = n,
                     .number = block,
                     .last = block + n,
                     .mark = block + 2 * (size_t)n,
                     .order = places,
                     .collapsed = places + n,
                     .header = places + 2 * (size_t)n};
  for (uint32_t i = 0; i < n; i++) {
    s.collapsed[i] = (struct location){i};
    s.header[i] = LOCATION_NONE;
    struct cfa_location *l = &cfa->locations.data[i];
    l->loop_head = l->irreducible = false;
  }
  struct vec_visit stack = {0};
  for (uint32_t f = 0; f < cfa->functions.size; f++)
    if (!location_none(cfa->functions.data[f].entry)) search_from(&s, cfa->functions.data[f].entry, &stack);
  for (uint32_t i = 0; i < n; i++) search_from(&s, (struct location){i}, &stack);
  vec_visit_release(&stack);

  struct nesting nest = {.s = &s, .first_extra = block + 3 * (size_t)n};
  for (uint32_t i = s.count; i-- > 0;) collect_body(&nest, s.order[i]);
  set_nesting(&s);
  vec_extra_release(&nest.extras);
  vec_location_release(&nest.body);
  mem_free(block);
  mem_free(places);
}

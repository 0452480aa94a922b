// See unwind.h.
#include "explore/unwind.h"
#include "explore/view.h"
#include "state/formula.h"
#include <inttypes.h>

#define IDLE_MOST (UINT32_C(1) << 20) // iterations without a decision
#define LOOPS_SHOWN 8u

struct cell {
  const struct cell *outer;
  struct context context;
  uint32_t depth;
  struct location head; // of the loop, or the entry of a function
  struct location mark; // where its iterations are counted
  uint32_t count, decided;
  uint64_t steps; // of the path, at the last arrival
};

// Can the function be called while it is being called?
static bool calls_itself(const struct cfa *cfa, uint32_t function) {
  struct vec_u32 waiting = {0};
  bool *seen = mem_zalloc(cfa->functions.size, sizeof *seen), found = false;
  vec_u32_push(&waiting, function);
  while (waiting.size && !found) {
    uint32_t f = vec_u32_pop(&waiting);
    for (uint32_t i = 0; i < cfa->edges.size && !found; i++) {
      const struct cfa_edge *e = &cfa->edges.data[i];
      if (e->callee == CFA_NONE || cfa_location(cfa, e->from)->function != f) continue;
      found = e->callee == function;
      if (!seen[e->callee]) vec_u32_push(&waiting, e->callee);
      seen[e->callee] = true;
    }
  }
  mem_free(seen);
  vec_u32_release(&waiting);
  return found;
}

void unwind_init(struct unwind *u, struct run *run, uint32_t bound) {
  const struct cfa *cfa = run->cfa;
  *u = (struct unwind){.run = run, .bound = bound, .cut = LOCATION_NONE};
  u->deepest = mem_zalloc(cfa->locations.size, sizeof *u->deepest);
  if (!bound) return;
  u->stops = mem_zalloc(cfa->locations.size, sizeof *u->stops);
  for (uint32_t i = 0; i < cfa->locations.size; i++) u->stops[i] = cfa->locations.data[i].loop_head;
  for (uint32_t f = 0; f < cfa->functions.size; f++)
    if (!location_none(cfa->functions.data[f].entry) && calls_itself(cfa, f))
      u->stops[cfa->functions.data[f].entry.id] = true;
}

void unwind_release(struct unwind *u) {
  mem_free(u->stops);
  mem_free(u->deepest);
  arena_release(&u->cells);
}

void unwind_decide(struct turns *turns) {
  turns->decided++;
  turns->idle = 0;
}

// Leaves the functions that have returned and the loops that the location is not in.
static void leave(struct unwind *u, struct turns *turns, struct context context, uint32_t depth, struct location at) {
  const struct cfa *cfa = u->run->cfa;
  for (const struct cell *c; (c = turns->top); turns->top = c->outer) {
    bool same_frame = c->depth == depth && context_same(c->context, context);
    if (c->depth < depth) return;
    if (same_frame && (!cfa_location(cfa, c->head)->loop_head || cfa_in_loop(cfa, at, c->head))) return;
  }
}

static void enter(struct unwind *u, struct turns *turns, struct cell cell) {
  struct cell *new = arena_alloc(&u->cells, sizeof *new);
  *new = cell;
  turns->top = new;
  uint32_t *deepest = &u->deepest[cell.head.id];
  if (cell.count > *deepest && (!u->bound || cell.count <= u->bound)) *deepest = cell.count;
}

// The call of the same function that this one is in; NULL: none.
static const struct cell *outer_call(const struct turns *turns, struct location entry) {
  const struct cell *c = turns->top;
  while (c && !location_same(c->head, entry)) c = c->outer;
  return c;
}

bool unwind_arrive(struct unwind *u, struct state *s, struct turns *turns) {
  struct location at = state_location(s);
  struct context context = state_context(s);
  uint32_t depth = state_depth(s);
  leave(u, turns, context, depth, at);
  const struct cell *c = turns->top;
  bool known = c && context_same(c->context, context) && location_same(c->head, at);
  if (known && c->steps == state_steps(s)) return true; // looked at already
  turns->idle++;
  const struct cell *before = known ? c : outer_call(turns, at);
  struct cell new = {.outer = known ? c->outer : c,
                     .context = context,
                     .depth = depth,
                     .head = at,
                     .mark = at,
                     .count = before ? before->count + (turns->decided > before->decided) : 0,
                     .decided = turns->decided,
                     .steps = state_steps(s)};
  if (!known || new.count != c->count) enter(u, turns, new);
  if (new.count <= u->bound && turns->idle < IDLE_MOST) return true;
  if (location_none(u->cut)) u->cut = at;
  return false;
}

void unwind_branch(struct unwind *u, struct state *s, struct turns *turns) {
  struct location at = state_location(s), head = cfa_location(u->run->cfa, at)->loop;
  if (location_none(head) && !turns->top) return;
  struct context context = state_context(s);
  uint32_t depth = state_depth(s);
  leave(u, turns, context, depth, at);
  if (location_none(head)) return;
  const struct cell *c = turns->top;
  bool known = c && context_same(c->context, context) && location_same(c->head, head);
  if (known && !location_same(c->mark, at)) return;
  enter(u, turns,
        (struct cell){.outer = known ? c->outer : c,
                      .context = context,
                      .depth = depth,
                      .head = head,
                      .mark = at,
                      .count = known ? c->count + 1 : 0});
}

void unwind_view(const struct unwind *u, struct text *lines) {
  const struct cfa *cfa = u->run->cfa;
  uint32_t shown = 0, left = 0;
  for (uint32_t i = 0; i < cfa->locations.size; i++) {
    if (!u->deepest[i]) continue;
    if (shown++ >= LOOPS_SHOWN) {
      left++;
      continue;
    }
    const struct cfa_location *l = &cfa->locations.data[i];
    struct text place = {0}, count = {0};
    if (l->loop_head) view_place(cfa, (struct location){i}, &place);
    else text_printf(&place, "the function %s", cfa->functions.data[l->function].name);
    view_count(&count, u->deepest[i], l->loop_head ? "iteration" : "call");
    view_line(lines, "%s: up to %s%s on a path", text_cstr(&place), text_cstr(&count),
              l->loop_head ? "" : " by itself");
    text_release(&place);
    text_release(&count);
  }
  if (left) view_line(lines, "and %" PRIu32 " other loops", left);
}

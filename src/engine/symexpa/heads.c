// Abstraction points (symexpa.h): algorithm 2, lines 6 to 10.
#include "engine/symexpa/symexpa.h"
#include "graph/record.h"

// Predicates of the program itself that were open in so many entries that had to be explored again are left alone.
#define IDLE_MOST 2

// --- what is known about a head -------------------------------------------------------------------------------------

uint32_t heads_threshold(struct symexpa *x, struct location location) {
  uint32_t t = precision_at(x->precision, location)->threshold;
  return t == PRECISION_DEFAULT ? x->options.threshold : t;
}

// --- loops a path is in ---------------------------------------------------------------------------------------------

bool heads_is_inside(const struct symexpa *x, struct state *s, struct context context, struct location head) {
  const struct unfold *u = x->run.unfold;
  uint32_t depth = unfold_depth(u, context);
  struct location location = state_location(s);
  if (state_depth(s) < depth || (state_depth(s) == depth && !cfa_in_loop(x->cfa, location, head))) return false;
  // The same loop in a frame as deep may belong to the next call of its function.
  struct context c = state_context(s);
  for (; unfold_depth(u, c) > depth; c = unfold_parent(u, c)) location = cfa_edge(x->cfa, unfold_call(u, c))->from;
  return context_same(c, context) && cfa_in_loop(x->cfa, location, head);
}

void heads_leave(struct symexpa *x, struct state *s, struct place *p) {
  while (p->active != NOTHING) {
    const struct entry *e = &x->entries.data[p->active];
    if (heads_is_inside(x, s, e->context, e->location)) return;
    p->active = e->place.active;
  }
}

// How often the head was visited on the path (and not passed over because its iterations are decided).
static uint32_t visits(const struct symexpa *x, uint32_t trail, struct context context, struct location location) {
  for (uint32_t t = trail; t != NOTHING; t = x->trails.data[t].before) {
    const struct trail *r = &x->trails.data[t];
    if (r->kind == TRAIL_VISIT && context_same(r->context, context) && location_same(r->location, location))
      return r->count;
  }
  return 0;
}

// --- entries --------------------------------------------------------------------------------------------------------

static void take_precision(struct symexpa *x, struct entry *e) {
  const struct head_record *r = &x->heads[e->location.id];
  const struct vec_term *predicates = &precision_at(x->precision, e->location)->predicates;
  vec_term_clear(&e->predicates);
  vec_term_clear(&e->plain);
  e->known = predicates->size;
  for (uint32_t i = 0; i < predicates->size; i++) {
    if (!x->options.keep_predicates && map_u32_get_or(&r->idle, predicates->data[i].id, 0) > IDLE_MOST) continue;
    struct term p = facts_instance(x->run.unfold, e->context, predicates->data[i]);
    if (term_none(p) || (x->paths && is_quantified(x, p))) continue;
    vec_term_push(&e->predicates, p);
    vec_term_push(&e->plain, predicates->data[i]);
  }
}

bool heads_recall(struct symexpa *x, struct location location, struct term plain) {
  uint32_t *idle = map_u32_find(&x->heads[location.id].idle, plain.id);
  bool forgotten = idle && *idle > IDLE_MOST;
  if (idle) *idle = 0;
  return forgotten;
}

// The entry is to be explored again: predicates of the program that were of no use.
static void count_idle(struct symexpa *x, const struct entry *e) {
  struct head_record *r = &x->heads[e->location.id];
  bool *used = mem_zalloc(e->predicates.size + 1, sizeof *used);
  for (uint32_t k = 0; k < e->cases.size; k++)
    for (uint32_t i = 0; !e->cases.data[k].dead && i < e->cases.data[k].literals.size; i++)
      used[e->cases.data[k].literals.data[i] / 2] = true;
  for (uint32_t i = 0; i < e->plain.size; i++) {
    uint32_t *idle = map_u32_find(&r->idle, e->plain.data[i].id);
    // One that was not decided may not have been open.
    bool known = !map_u32_find(&r->slow, e->predicates.data[i].id);
    if (idle && *idle && !used[i] && known) ++*idle;
  }
  mem_free(used);
}

// One path has one precision at a location, also where the search learned more on other paths since the first point.
static bool take_precision_of_path(struct symexpa *x, uint32_t entry) {
  struct entry *e = &x->entries.data[entry];
  uint32_t t = x->printed ? paths_point_before(x, e->place.trail, entry) : NOTHING;
  if (t == NOTHING) return false;
  const struct entry *before = &x->entries.data[x->trails.data[t].entry];
  for (uint32_t i = 0; i < before->predicates.size; i++) {
    vec_term_push(&e->predicates, before->predicates.data[i]);
    vec_term_push(&e->plain, before->plain.data[i]);
  }
  e->known = before->known;
  return true;
}

static void enter(struct symexpa *x, struct state *s, const struct place *p, struct context context) {
  struct entry e = {.context = context, .location = state_location(s), .place = *p, .exact = s, .heap = state_heap(s)};
  e.node = graph_record_node(x->run.graph, p->node, p->arc, e.location, context, GRAPH_RUN | GRAPH_LOOP);
  vec_entry_push(&x->entries, e);
  if (!take_precision_of_path(x, x->entries.size - 1)) take_precision(x, &x->entries.data[x->entries.size - 1]);
  uint32_t at = cases_arrive(x, x->entries.size - 1, s, p->trail, state_steps(s) + p->ahead); // the nodes may move
  graph_record_run(x->run.graph, e.node, (uint32_t)(state_steps(s) - p->steps), at);
}

// The head of a loop that was entered: what is new about it becomes cases.
static void come_back(struct symexpa *x, struct state *s, const struct place *p) {
  uint32_t entry = p->active;
  const struct entry *e = &x->entries.data[entry];
  struct node node = graph_record_back(x->run.graph, p->node, p->arc, e->node);
  uint32_t at = cases_arrive(x, entry, s, p->trail, state_steps(s) + p->ahead);
  graph_record_run(x->run.graph, node, (uint32_t)(state_steps(s) - p->steps), at);
  state_free(s);
}

static struct place pass(struct symexpa *x, struct place p, const struct state *s, struct context context,
                         uint32_t count) {
  struct location location = state_location(s);
  p.trail = symexpa_trail(x, (struct trail){.kind = TRAIL_VISIT,
                                            .before = p.trail,
                                            .context = context,
                                            .location = location,
                                            .count = count,
                                            .steps = state_steps(s) + p.ahead});
  return p;
}

void heads_again(struct symexpa *x, uint32_t entry) {
  struct entry *e = &x->entries.data[entry];
  count_idle(x, e);
  for (uint32_t k = 0; k < e->cases.size; k++) e->cases.data[k].dead = true;
  x->run.stats->restarts++;
  uint32_t count = visits(x, e->place.trail, e->context, e->location);
  if (count >= heads_threshold(x, e->location)) {
    take_precision(x, e);
    uint32_t at = cases_arrive(x, entry, e->exact, e->place.trail, state_steps(e->exact) + e->place.ahead);
    struct node node = x->entries.data[entry].node;
    graph_record_run(x->run.graph, node, graph_node(x->run.graph, node)->steps, at);
    return;
  }
  e->gone = true;
  graph_reopen(x->run.graph, e->place.node, e->place.arc);
  *symexpa_place(x, e->node) = pass(x, e->place, e->exact, e->context, count + 1);
  symexpa_push(x, e->exact, e->node);
  x->entries.data[entry].exact = NULL;
}

// The bump pointer is the one of the entry, or one of those that the entry's cases leave open.
static bool same_heap(struct symexpa *x, const struct entry *e, const struct state *s) {
  struct value now = state_heap(s);
  if (run_loop(&x->run, e->location)->allocates) return true;
  return now.term == e->heap.term && (now.term || now.bits == e->heap.bits);
}

// --- visits ---------------------------------------------------------------------------------------------------------

enum visit heads_visit(struct symexpa *x, struct state **s, struct place *p) {
  struct location location = state_location(*s);
  struct context context = state_context(*s);
  bool is_static = state_is_static(*s);
  if (p->entry == NOTHING) facts_reach(x->run.facts, *s); // nothing was abstracted
  if (p->active != NOTHING && !x->printed) {
    const struct entry *e = &x->entries.data[p->active];
    if (context_same(e->context, context) && location_same(e->location, location) && same_heap(x, e, *s) && is_static) {
      come_back(x, *s, p);
      *s = NULL;
      return VISIT_DONE;
    }
  }
  if (!is_static || (run_loop(&x->run, location)->allocates && !program_has_room(x->run.program))) return VISIT_PASSED;
  // A path that ends at the head itself has passed it: otherwise it would come here again and again.
  if (!x->printed && decided_run(x, s)) return location_same(state_location(*s), location) ? VISIT_PASSED : VISIT_LEFT;
  uint32_t count = visits(x, p->trail, context, location);
  if (count < heads_threshold(x, location)) {
    *p = pass(x, *p, *s, context, count + 1);
    return VISIT_PASSED;
  }
  enter(x, *s, p, context);
  *s = NULL;
  return VISIT_DONE;
}

void heads_forget(struct symexpa *x) {
  for (uint32_t i = 0; i < x->entries.size; i++) {
    struct entry *e = &x->entries.data[i];
    if (x->begin_again) count_idle(x, e);
    state_free(e->exact);
    for (uint32_t k = 0; k < e->cases.size; k++) {
      vec_u32_release(&e->cases.data[k].literals);
      vec_term_release(&e->cases.data[k].values);
    }
    vec_case_release(&e->cases);
    vec_term_release(&e->predicates);
    vec_term_release(&e->plain);
  }
  x->entries.size = 0;
}

void heads_release(struct symexpa *x) {
  heads_forget(x);
  vec_entry_release(&x->entries);
  for (uint32_t i = 0; i < x->cfa->locations.size; i++) {
    map_u32_release(&x->heads[i].slow);
    map_u32_release(&x->heads[i].idle);
  }
  mem_free(x->heads);
  mem_free(x->is_head);
}

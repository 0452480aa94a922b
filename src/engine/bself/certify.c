// The certificate of TRUE: an annotation of all cut points with what is needed of the invariants.
//
// What the search proved holds together, but not all of it is needed, and chains that were long when they were searched
// are short once the invariants are there. So the proof is made again from its end, with k = 1: the error is excluded
// by some conjuncts, the answer's core; these are kept up by others, and so on. Where that does not succeed the whole
// annotation stands, with the k that the searches needed. A great k is hard to check: if the program has no longer
// paths, that its unwinding is complete is the simpler proof.
#include "engine/bself/bself.h"
#include "explore/window.h"

#define UNWINDING_LEAST 4 // of k, for which an unwinding is looked for

struct pruning {
  struct bself *b;
  unsigned char **needed; // by point, by conjunct
  struct vec_u64 waiting; // needed, not proved yet: point and conjunct
};

static void need(struct pruning *p, struct point at, uint32_t conjunct) {
  if (p->needed[at.id][conjunct]) return;
  p->needed[at.id][conjunct] = 1;
  vec_u64_push(&p->waiting, (uint64_t)at.id << 32 | conjunct);
}

// Of the conjuncts at the point, those that contradict the formula are needed. False: they do not.
static bool exclude(struct pruning *p, struct point at, struct term formula) {
  struct bself *b = p->b;
  const struct vec_term *proven = &b->proven[at.id];
  struct solver *solver = b->run.best_effort;
  if (term_is_false(b->tm, formula)) return true;
  solver_push(solver);
  solver_assert(solver, formula);
  bool excluded = solver_check(solver, proven->size, proven->data) == ANSWER_UNSAT;
  uint32_t n = 0;
  const struct term *core = excluded ? solver_core(solver, &n) : NULL;
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = 0; k < proven->size; k++)
      if (term_same(proven->data[k], core[i])) need(p, at, k);
  solver_pop(solver);
  return excluded;
}

// No segment may lead into the goals: from no cut point, given what holds there, and not from the entry.
static bool exclude_goals(struct pruning *p, uint32_t n, const struct goal *goals) {
  struct bself *b = p->b;
  struct map_u32 swept = {0};
  bself_sweep(b, n, goals, 0, NULL, &swept);
  bool good = true;
  for (uint32_t i = 0; i < b->x->cuts.size && good; i++)
    good = exclude(p, b->x->cuts.data[i], bself_swept(b, &swept, b->x->cuts.data[i]));
  struct term at_entry[] = {bself_swept(b, &swept, b->x->entry), expansion_initial(b->x)};
  good = good && bself_excluded(b, 2, at_entry);
  map_u32_release(&swept);
  return good;
}

static bool exclude_targets(struct pruning *p) {
  struct vec_goal goals = {0};
  for (uint32_t i = 0; i < p->b->x->targets.size; i++) {
    const struct target *t = &p->b->x->targets.data[i];
    vec_goal_push(&goals, (struct goal){t->point, expansion_target(p->b->x, t, 0), true});
  }
  bool good = exclude_goals(p, goals.size, goals.data);
  vec_goal_release(&goals);
  return good;
}

static bool prove_waiting(struct pruning *p) {
  struct bself *b = p->b;
  while (p->waiting.size && !limits_stopped(b->run.limits)) {
    uint64_t next = vec_u64_pop(&p->waiting);
    struct point at = {(uint32_t)(next >> 32)};
    struct term broken = term_not(b->tm, b->proven[at.id].data[(uint32_t)next]);
    struct goal goal = {.point = at, .formula = broken};
    struct term at_once[] = {broken, expansion_initial(b->x)};
    if (!exclude_goals(p, 1, &goal)) return false;
    if (point_same(at, b->x->entry) && !bself_excluded(b, 2, at_once)) return false;
  }
  return !p->waiting.size;
}

// Best effort: can the state, at the end of a segment that begins at the window's last level, be reached?
static bool is_possible(void *context, struct window *w, const struct symbolic *s) {
  struct bself *b = context;
  struct vec_term query = {0};
  struct vec_u32 visits = {0}, certain = {0};
  if (!s->path.size) return true;
  window_behind(w, window_level(w), 1, &w->at, &visits);
  window_query(w, &visits, s->path.size, s->path.data, &query, &certain);
  bool possible = !bself_excluded(b, query.size, query.data);
  vec_term_release(&query);
  vec_u32_release(&visits);
  vec_u32_release(&certain);
  return possible;
}

// The segments of the longest path from the entry, if it has no more than so many; 0: it may have more.
static uint32_t unwinding(struct bself *b, uint32_t most) {
  struct window w;
  window_init(&w, b->x, true);
  w.possible = is_possible;
  w.context = b;
  bool goes_on = true;
  while (goes_on && window_level(&w) <= most + 1 && window_begin(&w, window_level(&w)) < w.visits.size)
    goes_on = window_extend(&w);
  uint32_t level = window_level(&w);
  bool closed = window_begin(&w, level) == w.visits.size;
  window_release(&w);
  return !closed ? 0 : level > 2 ? level - 1 : 1;
}

static uint32_t greatest_k(const struct bself *b, uint32_t deepest) {
  for (uint32_t i = 0; i < b->x->cuts.size; i++)
    if (b->k[b->x->cuts.data[i].id] > deepest) deepest = b->k[b->x->cuts.data[i].id];
  return deepest;
}

void certify(struct bself *b, uint32_t deepest) {
  struct certificate *certificate = &b->run.claim->certificate;
  struct pruning p = {.b = b, .needed = mem_zalloc(b->x->points.size + 1, sizeof *p.needed)};
  for (uint32_t i = 0; i < b->x->points.size; i++) p.needed[i] = mem_zalloc(b->proven[i].size + 1, 1);
  bool pruned = exclude_targets(&p) && prove_waiting(&p);
  certificate->kind = CERTIFICATE_ANNOTATION;
  certificate->annotation.recursion = b->x->recursion;
  uint32_t k = pruned ? 1 : greatest_k(b, deepest);
  if (k >= UNWINDING_LEAST) certificate->annotation.unwinding = unwinding(b, k);
  for (uint32_t i = 0; i < b->x->cuts.size; i++) {
    struct point at = b->x->cuts.data[i];
    const struct expanded_point *e = expansion_at(b->x, at);
    struct cut_point *cut = annotation_at(&certificate->annotation, e->context, e->location);
    bool unwound = certificate->annotation.unwinding;
    if (!pruned && !unwound) cut->k = b->k[at.id] > deepest ? b->k[at.id] : deepest;
    if (cut->k < 1) cut->k = 1;
    if (cut->k > b->statistics->deepest) b->statistics->deepest = cut->k;
    for (uint32_t c = 0; c < b->proven[at.id].size && !unwound; c++)
      if (!pruned || p.needed[at.id][c]) vec_term_push(&cut->conjuncts, b->proven[at.id].data[c]);
  }
  for (uint32_t i = 0; i < b->x->points.size; i++) mem_free(p.needed[i]);
  mem_free(p.needed);
  vec_u64_release(&p.waiting);
}

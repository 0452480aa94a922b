// Refinement by candidates of the facts (facts/facts.h), before interpolants: what holds at loop heads because every
// part of an error path keeps it, and what keeps the path from its end.
//
// An infeasible path most often is so because it leaves a loop too early, and interpolants say just that: the next path
// goes through the loop once more. Conditions of the program and relations of sampled runs know nothing of the path. Of
// those at its loop heads Houdini leaves the ones that every part of the whole path, from head to head, keeps. If its
// last part cannot be run from where they hold, then they are the predicates that are lacking: what the last part
// needs, what is needed to keep that, and so on. Where states are closed between heads, interpolants lead from one to
// the next.
#include "engine/cpa/refine.h"
#include "solve/interpolate/houdini.h"
#include "solve/interpolate/interpolate.h"
#include "state/compose.h"
#include "term/quantified.h"

enum {
  MAX_PARTS = 48, // different ones
  MAX_EDGES = 4000,
  MAX_QUESTIONS = 200,
  SOURCES = SOURCE_GUARDS | SOURCE_PHASES | SOURCE_INTERPOLANTS | SOURCE_FILE,
};
#define CORE_SECONDS 0.05

// A loop head in its context.
struct head {
  struct place place;
  struct vec_term plain; // candidates over the automaton's variables, parallel to `all`
  struct vec_term all, holds, needed; // over instances
};
VEC_TYPE(vec_head, struct head)

// From one head of the path to the next. Parts that do the same between the same heads are looked at once.
struct part {
  uint32_t from, to; // heads; HOUDINI_OUTSIDE: the beginning and the end of the path
  uint32_t first, last; // edges
  struct step step;
  struct vec_term guards;
  struct substitution *end;
};
VEC_TYPE(vec_part, struct part)

struct candidates {
  struct cpa *cpa;
  struct terms *tm;
  struct solver *solver;
  const struct reached_path *path;
  uint32_t sources;
  struct vec_context contexts; // by edge: where it is taken
  struct vec_head heads;
  struct vec_part parts; // the last one leads to the end of the path
  struct arena arena;
};

// --- the path --------------------------------------------------------------------------------------------------------

static const struct graph_node *node_after(const struct candidates *c, uint32_t edges) {
  const struct graph *g = c->cpa->run.graph;
  return graph_node(g, edges ? c->path->nodes.data[edges - 1] : g->root);
}

static bool is_closed(const struct candidates *c, uint32_t edges) {
  return edges && c->cpa->states.data[c->path->nodes.data[edges - 1].id].closed;
}

static bool is_head(const struct candidates *c, uint32_t edges) {
  return is_closed(c, edges) && cfa_location(c->cpa->run.cfa, node_after(c, edges)->location)->loop_head;
}

static uint32_t head_number(struct candidates *c, uint32_t edges) {
  const struct graph_node *n = node_after(c, edges);
  for (uint32_t i = 0; i < c->heads.size; i++) {
    struct place p = c->heads.data[i].place;
    if (location_same(p.location, n->location) && context_same(p.context, n->context)) return i;
  }
  vec_head_push(&c->heads, (struct head){.place = {n->location, n->context}});
  return c->heads.size - 1;
}

static bool same_part(const struct part *a, const struct part *b) {
  const struct step *s = &a->step, *t = &b->step;
  return a->from == b->from && a->to == b->to && term_same(s->guard, t->guard) && s->n_updates == t->n_updates &&
         (!s->n_updates || !memcmp(s->updates, t->updates, s->n_updates * sizeof *s->updates));
}

static bool compose(struct candidates *c, uint32_t first, uint32_t last, struct step *out) {
  return compose_steps(c->tm, c->cpa->run.unfold, &c->arena, last - first, c->contexts.data + first,
                       c->path->edges.data + first, out);
}

static bool add_part(struct candidates *c, uint32_t from, uint32_t to, uint32_t first, uint32_t last) {
  struct part part = {.from = from, .to = to, .first = first, .last = last};
  if (!compose(c, first, last, &part.step)) return false;
  for (uint32_t i = 0; i < c->parts.size; i++)
    if (same_part(&c->parts.data[i], &part)) return true;
  if (c->parts.size == MAX_PARTS) return false;
  vec_term_push(&part.guards, part.step.guard);
  terms_tidy(c->tm, &part.guards);
  part.end = substitution_new(c->tm);
  for (uint32_t i = 0; i < part.step.n_updates; i++)
    substitution_set(part.end, part.step.updates[i].var, part.step.updates[i].value);
  vec_part_push(&c->parts, part);
  return true;
}

// False: there is no head, or there are too many parts.
static bool find_parts(struct candidates *c) {
  uint32_t n = c->path->edges.size, from = HOUDINI_OUTSIDE, first = 0;
  for (uint32_t i = 0; i < n; i++) vec_context_push(&c->contexts, node_after(c, i)->context);
  for (uint32_t i = 1; i < n; i++) {
    if (!is_head(c, i)) continue;
    uint32_t to = head_number(c, i);
    if (!add_part(c, from, to, first, i)) return false;
    from = to;
    first = i;
  }
  return c->heads.size && add_part(c, from, HOUDINI_OUTSIDE, first, n);
}

// --- candidates ------------------------------------------------------------------------------------------------------

static bool has(const struct vec_term *list, struct term t) {
  for (uint32_t i = 0; i < list->size; i++)
    if (term_same(list->data[i], t)) return true;
  return false;
}

static void add_candidate(struct candidates *c, struct head *h, struct term plain) {
  struct run *r = &c->cpa->run;
  if (!term_none(quantified_in(c->tm, plain)) || facts_refute(r->facts, h->place.location, plain)) return;
  struct term t = facts_instance(r->unfold, h->place.context, plain);
  if (term_none(t) || term_is_const(c->tm, t) || has(&h->all, t)) return;
  vec_term_push(&h->plain, plain);
  vec_term_push(&h->all, t);
  vec_term_push(&h->holds, t);
}

// Conditions of the program are there as they stand, or as they are negated: either may be the invariant.
static void add_candidates(struct candidates *c, struct head *h) {
  struct vec_term plain = {0};
  facts_candidates(c->cpa->run.facts, h->place.location, c->sources, &plain);
  for (uint32_t i = 0; i < plain.size; i++) {
    add_candidate(c, h, plain.data[i]);
    add_candidate(c, h, term_not(c->tm, plain.data[i]));
  }
  vec_term_release(&plain);
}

static enum answer ask(void *context, const struct vec_term *conjuncts, struct model **model) {
  struct candidates *c = context;
  if (limits_stopped(c->cpa->run.limits)) return ANSWER_UNKNOWN;
  solver_push(c->solver);
  for (uint32_t i = 0; i < conjuncts->size; i++) solver_assert(c->solver, conjuncts->data[i]);
  enum answer answer = solver_check(c->solver, 0, NULL);
  if (answer == ANSWER_SAT) *model = solver_model(c->solver);
  solver_pop(c->solver);
  return answer;
}

// Leaves the candidates that every part keeps.
static bool keep_inductive(struct candidates *c) {
  struct vec_term **candidates = mem_alloc((c->heads.size + 1) * sizeof *candidates);
  struct houdini_step *steps = mem_alloc((c->parts.size + 1) * sizeof *steps);
  struct houdini h = {.tm = c->tm,
                      .candidates = candidates,
                      .steps = steps,
                      .ask = ask,
                      .context = c,
                      .max_questions = MAX_QUESTIONS,
                      .one_by_one = true};
  for (uint32_t i = 0; i < c->heads.size; i++) candidates[i] = &c->heads.data[i].holds;
  for (uint32_t i = 0; i < c->parts.size; i++) {
    const struct part *p = &c->parts.data[i];
    if (p->to != HOUDINI_OUTSIDE) steps[h.n_steps++] = (struct houdini_step){p->from, p->to, &p->guards, p->end};
  }
  bool good = houdini_run(&h);
  mem_free(candidates);
  mem_free(steps);
  return good;
}

// --- what is needed --------------------------------------------------------------------------------------------------

static struct term conjunction(struct terms *tm, const struct vec_term *conjuncts) {
  return conjuncts->size ? term_and_n(tm, conjuncts->size, conjuncts->data) : term_true(tm);
}

// Adds what must hold before the part so that what is needed after it does; at the end of the path: so that it cannot
// be run. False: that was not found.
static bool need_before(struct candidates *c, const struct part *p, bool *changed) {
  struct term after = term_false(c->tm);
  if (p->to != HOUDINI_OUTSIDE) after = substitution_apply(p->end, conjunction(c->tm, &c->heads.data[p->to].needed));
  if (term_is_true(c->tm, after)) return true;
  struct head *before = p->from == HOUDINI_OUTSIDE ? NULL : &c->heads.data[p->from];
  uint32_t n = 0;
  solver_push(c->solver);
  for (uint32_t i = 0; i < p->guards.size; i++) solver_assert(c->solver, p->guards.data[i]);
  solver_assert(c->solver, term_not(c->tm, after));
  for (uint32_t i = 0; before && i < before->needed.size; i++) solver_assert(c->solver, before->needed.data[i]);
  bool good = solver_check(c->solver, before ? before->holds.size : 0, before ? before->holds.data : NULL) ==
              ANSWER_UNSAT;
  const struct term *core = good && before ? solver_core_minimise(c->solver, CORE_SECONDS, &n) : NULL;
  for (uint32_t i = 0; i < n; i++) {
    if (has(&before->needed, core[i])) continue;
    vec_term_push(&before->needed, core[i]);
    *changed = true;
  }
  solver_pop(c->solver);
  return good;
}

static bool find_needed(struct candidates *c) {
  if (!need_before(c, &c->parts.data[c->parts.size - 1], &(bool){false})) return false;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = c->parts.size - 1; i-- > 0;)
      if (!need_before(c, &c->parts.data[i], &changed)) return false;
  }
  return true;
}

// --- what is lacking -------------------------------------------------------------------------------------------------

static void lack_at_head(struct candidates *c, uint32_t edges, struct lacking *lacking) {
  const struct head *h = &c->heads.data[head_number(c, edges)];
  for (uint32_t i = 0; i < h->all.size; i++)
    if (has(&h->needed, h->all.data[i])) lacking_predicate(lacking, edges - 1, h->plain.data[i]);
}

static void lack_between(struct candidates *c, uint32_t edges, struct term interpolant, struct lacking *lacking) {
  struct vec_term conjuncts = {0};
  vec_term_push(&conjuncts, interpolant);
  terms_tidy(c->tm, &conjuncts);
  for (uint32_t i = 0; i < conjuncts.size; i++) {
    if (term_is_const(c->tm, conjuncts.data[i])) continue;
    struct term plain = facts_plain(c->cpa->run.unfold, node_after(c, edges)->context, conjuncts.data[i]);
    if (!term_none(plain)) lacking_predicate(lacking, edges - 1, plain);
  }
  vec_term_release(&conjuncts);
}

// Interpolants where states are closed inside the part.
static void lack_inside(struct candidates *c, const struct part *p, struct lacking *lacking) {
  struct vec_u32 cuts = {0}, numbers = {0};
  for (uint32_t i = p->first + 1; i < p->last; i++)
    if (is_closed(c, i)) vec_u32_push(&cuts, i);
  for (uint32_t i = 0; i < cuts.size; i++) vec_u32_push(&numbers, i + 1);
  uint32_t n = cuts.size;
  struct step *steps = mem_zalloc(n + 2, sizeof *steps);
  struct term *out = mem_zalloc(n + 1, sizeof *out);
  bool good = n > 0;
  for (uint32_t i = 0; i <= n && good; i++)
    good = compose(c, i ? cuts.data[i - 1] : p->first, i < n ? cuts.data[i] : p->last, &steps[i]);
  if (good && p->from != HOUDINI_OUTSIDE)
    steps[0].guard = term_and(c->tm, conjunction(c->tm, &c->heads.data[p->from].needed), steps[0].guard);
  steps[n + 1].guard = p->to == HOUDINI_OUTSIDE ? term_true(c->tm)
                                                : term_not(c->tm, conjunction(c->tm, &c->heads.data[p->to].needed));
  enum provider by;
  good = good && !term_is_false(c->tm, steps[n + 1].guard) &&
         interpolate_path(run_interpolator(&c->cpa->run), n + 2, steps, n, numbers.data, out, &by) == ANSWER_UNSAT;
  for (uint32_t i = 0; i < n && good; i++) lack_between(c, cuts.data[i], out[i], lacking);
  mem_free(steps);
  mem_free(out);
  vec_u32_release(&cuts);
  vec_u32_release(&numbers);
}

static void release(struct candidates *c) {
  for (uint32_t i = 0; i < c->parts.size; i++) {
    vec_term_release(&c->parts.data[i].guards);
    substitution_free(c->parts.data[i].end);
  }
  for (uint32_t i = 0; i < c->heads.size; i++) {
    vec_term_release(&c->heads.data[i].plain);
    vec_term_release(&c->heads.data[i].all);
    vec_term_release(&c->heads.data[i].holds);
    vec_term_release(&c->heads.data[i].needed);
  }
  vec_part_release(&c->parts);
  vec_head_release(&c->heads);
  vec_context_release(&c->contexts);
  arena_release(&c->arena);
}

bool refine_by_candidates(struct cpa *cpa, const struct reached_path *path, bool runs, struct lacking *lacking) {
  struct candidates c = {.cpa = cpa, .tm = cpa->run.tm, .solver = cpa->run.best_effort, .path = path};
  c.sources = SOURCES | (runs ? SOURCE_RUNS : 0);
  if (path->edges.size > MAX_EDGES) return false;
  bool good = find_parts(&c);
  for (uint32_t i = 0; i < c.heads.size && good; i++) add_candidates(&c, &c.heads.data[i]);
  good = good && keep_inductive(&c) && find_needed(&c);
  for (uint32_t i = 1; i < path->edges.size && good; i++)
    if (is_head(&c, i)) lack_at_head(&c, i, lacking);
  for (uint32_t i = 0; i < c.parts.size && good; i++) lack_inside(&c, &c.parts.data[i], lacking);
  release(&c);
  return good && lacking->first != UINT32_MAX;
}

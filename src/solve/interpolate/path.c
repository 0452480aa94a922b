// From a path to its core: is it infeasible, which guards and which updates does that need, and the path of these
// alone.
//
// How late can the path start, from any state, and still not be run? Before that cut everything is true, which is the
// most general there is. Then the updates are substituted into the guards, where constants fold and most paths are
// decided at once; that gives the guards of the core. Last the same guards are asked about with an equation for every
// update of a scalar, each an assumption: an update that is not in that core is one whose value does not matter.
// (Updates of arrays stay substituted, since equations between arrays would be far harder than the reads that are left
// of them.) What does not matter later on becomes a havoc or is left out.
#include "solve/solver.h"
#include "solve/interpolate/interpolator.h"
#include <assert.h>
#include <stdlib.h>

enum {
  LARGE_TABLE = 512,
  GUARD_CHECKS = 48,
  UPDATE_CHECKS = 48, // questions spent on making the cores smaller
  TAG_VERSION = 0x40000000, // names: version k of a variable is TAG_VERSION + k, inputs have the number of their step
  TAG_HAVOC = 0x20000000,
};

// Some paths are seen to be infeasible at once while the questions that would make them shorter are very hard: they get
// some time, and so many times what the first question took.
static const double shortest_patience = 0.1, patience_factor = 5;

// What is known about the path as it was given.
struct reduction {
  struct interpolator *ip;
  uint32_t n_steps;
  const struct step *steps;
  double patience; // seconds for questions about the whole path that could be done without
  uint32_t start; // steps before it do not matter
  struct vec_term guards; // conjuncts of the guards from there on, as given
  struct vec_u32 guard_steps;
  struct vec_term *needed; // guards of the core, by step
  struct map_u32 dropped; // (step, number of the update): its value does not matter
};

static uint64_t update_key(uint32_t step, uint32_t update) { return (uint64_t)step << 32 | update; }

static bool is_input(const struct step *s, uint32_t id) {
  for (uint32_t i = 0; i < s->n_inputs; i++)
    if (s->inputs[i].id == id) return true;
  return false;
}

static int by_id(const void *x, const void *y) {
  uint32_t a = ((const struct term *)x)->id, b = ((const struct term *)y)->id;
  return a < b ? -1 : a > b;
}

// --- the guards of the core ------------------------------------------------------------------------------

// The last cut from which the rest of the path cannot be run, whatever the state; 0 if there is none.
static uint32_t latest_start(struct reduction *r, const struct problem *whole, uint32_t n_cuts, const uint32_t *cuts) {
  uint32_t low = 0, high = n_cuts; // from cut number low - 1 it cannot, from cut number high it can or is not known to
  double end = clock_now() + r->patience;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    struct segment *g = interpolator_segment(r->ip, whole, cuts[middle], r->n_steps);
    if (interpolator_try_until(r->ip, &g->guards, 0, NULL, end) == ANSWER_UNSAT) low = middle + 1;
    else high = middle;
  }
  return low ? cuts[low - 1] : 0;
}

static enum answer core_guards(struct reduction *r, uint32_t n_cuts, const uint32_t *cuts) {
  struct interpolator *ip = r->ip;
  struct problem whole = {.n_steps = r->n_steps, .steps = r->steps};
  struct segment *g = interpolator_segment(ip, &whole, 0, r->n_steps);
  double begin = clock_now();
  enum answer answer = interpolator_ask(ip, &g->guards, 0, NULL);
  if (answer != ANSWER_UNSAT) return answer;
  r->patience = shortest_patience + patience_factor * (clock_now() - begin);
  r->start = latest_start(r, &whole, n_cuts, cuts);
  g = interpolator_segment(ip, &whole, r->start, r->n_steps);
  for (uint32_t i = r->start; i < r->n_steps; i++) {
    solver_split(ip->tm, r->steps[i].guard, &r->guards);
    while (r->guard_steps.size < r->guards.size) vec_u32_push(&r->guard_steps, i);
  }
  assert(g->guards.size == r->guards.size);
  struct vec_term parts = {0};
  struct map_u32 first = {0}; // what became of a guard → the first such guard
  for (uint32_t i = 0; i < g->guards.size; i++) {
    struct term t = g->guards.data[i];
    if (term_is_true(ip->tm, t) || map_u32_find(&first, t.id)) continue;
    map_u32_put(&first, t.id, i);
    vec_term_push(&parts, t);
  }
  answer = interpolator_core(ip, NULL, &parts, GUARD_CHECKS);
  for (uint32_t i = 0; answer == ANSWER_UNSAT && i < parts.size; i++) {
    uint32_t k = *map_u32_find(&first, parts.data[i].id);
    vec_term_push(&r->needed[r->guard_steps.data[k]], r->guards.data[k]);
  }
  vec_term_release(&parts);
  map_u32_release(&first);
  interpolator_forget(ip);
  return answer;
}

// --- what matters before each step -----------------------------------------------------------------------

static void add_vars(struct reduction *r, uint32_t step, struct term t, struct map_u32 *live) {
  uint32_t n;
  const uint32_t *ids = term_free_vars(r->ip->tm, t, &n);
  for (uint32_t i = 0; i < n; i++)
    if (!is_input(&r->steps[step], ids[i])) map_u32_put(live, ids[i], 1);
}

static void list_live(const struct map_u32 *live, struct vec_term *out) {
  vec_term_clear(out);
  for (uint32_t i = 0; i < live->capacity; i++)
    if (live->cells[i].key != MAP_EMPTY) vec_term_push(out, (struct term){(uint32_t)live->cells[i].key});
  if (out->size) qsort(out->data, out->size, sizeof *out->data, by_id);
}

// Fills lists[start … n_steps], the others stay empty; updates in `dropped` do not pass on what their value needs.
static void find_live(struct reduction *r, struct vec_term *lists) {
  struct map_u32 live = {0};
  vec_term_clear(&lists[r->n_steps]);
  for (uint32_t i = r->n_steps; i-- > r->start;) {
    const struct step *s = &r->steps[i];
    struct vec_u32 read = {0};
    for (uint32_t k = 0; k < s->n_updates; k++)
      if (map_u32_remove(&live, s->updates[k].var.id) && !map_u32_find(&r->dropped, update_key(i, k)))
        vec_u32_push(&read, k);
    for (uint32_t k = 0; k < read.size; k++) add_vars(r, i, s->updates[read.data[k]].value, &live);
    for (uint32_t k = 0; k < r->needed[i].size; k++) add_vars(r, i, r->needed[i].data[k], &live);
    vec_u32_release(&read);
    list_live(&live, &lists[i]);
  }
  map_u32_release(&live);
}

void path_live(struct interpolator *ip, uint32_t n_steps, const struct step *steps, struct vec_term *lists) {
  struct reduction r = {.ip = ip, .n_steps = n_steps, .steps = steps};
  r.needed = mem_zalloc(n_steps ? n_steps : 1, sizeof *r.needed);
  for (uint32_t i = 0; i < n_steps; i++) vec_term_push(&r.needed[i], steps[i].guard);
  find_live(&r, lists);
  for (uint32_t i = 0; i < n_steps; i++) vec_term_release(&r.needed[i]);
  mem_free(r.needed);
}

static bool is_live(const struct vec_term *list, struct term var) {
  return list->size && bsearch(&var, list->data, list->size, sizeof var, by_id);
}

// --- the updates of the core -----------------------------------------------------------------------------

static bool is_array(struct terms *tm, struct term t) { return sort_kind(tm, term_sort(tm, t)) == SORT_ARRAY; }

// The guards of the core and, as assumptions, equations for the updates of scalars; keys tell which update an equation
// is.
static void equations(struct reduction *r, const struct vec_term *live, struct vec_term *fixed, struct vec_term *parts,
                      struct map_u64 *keys) {
  struct interpolator *ip = r->ip;
  struct substitution *now = substitution_new(ip->tm);
  struct vec_term values = {0};
  for (uint32_t i = r->start; i < r->n_steps; i++) {
    const struct step *s = &r->steps[i];
    for (uint32_t k = 0; k < s->n_inputs; k++)
      substitution_set(now, s->inputs[k], interpolator_name(ip, s->inputs[k], i));
    for (uint32_t k = 0; k < r->needed[i].size; k++)
      vec_term_push(fixed, substitution_apply(now, r->needed[i].data[k]));
    vec_term_clear(&values);
    for (uint32_t k = 0; k < s->n_updates; k++)
      vec_term_push(&values, is_live(&live[i + 1], s->updates[k].var) ? substitution_apply(now, s->updates[k].value)
                                                                      : TERM_NONE);
    for (uint32_t k = 0; k < s->n_updates; k++) {
      struct term var = s->updates[k].var, value = values.data[k];
      if (term_none(value)) continue;
      struct term next = is_array(ip->tm, var) ? value : interpolator_name(ip, var, TAG_VERSION + i + 1);
      substitution_set(now, var, next);
      if (is_array(ip->tm, var)) continue;
      struct term equation = term_eq(ip->tm, next, value);
      vec_term_push(parts, equation);
      map_u64_put(keys, equation.id, update_key(i, k));
    }
  }
  vec_term_release(&values);
  substitution_free(now);
}

// A read of a large table is quick at a known index and slow at one that is only told by an equation.
static bool reads_table(struct reduction *r, const struct vec_term *live) {
  struct terms *tm = r->ip->tm;
  for (uint32_t i = r->start; i < r->n_steps; i++)
    for (uint32_t k = 0; k < r->steps[i].n_updates; k++) {
      struct step_update u = r->steps[i].updates[k];
      if (!is_array(tm, u.var) || !is_live(&live[i + 1], u.var)) continue;
      for (struct term t = u.value; is_array(tm, t) && term_arity(tm, t); t = term_child(tm, t, 0))
        if (term_arity(tm, t) > LARGE_TABLE) return true;
    }
  return false;
}

static void core_updates(struct reduction *r, struct vec_term *live) {
  if (reads_table(r, live)) return;
  struct vec_term fixed = {0}, parts = {0};
  struct map_u64 keys = {0};
  equations(r, live, &fixed, &parts, &keys);
  if (parts.size &&
      interpolator_try_until(r->ip, &fixed, parts.size, parts.data, clock_now() + r->patience) == ANSWER_UNSAT) {
    struct map_u32 core = {0};
    struct vec_term all = {0};
    for (uint32_t i = 0; i < parts.size; i++) vec_term_push(&all, parts.data[i]);
    if (interpolator_core(r->ip, &fixed, &parts, UPDATE_CHECKS) == ANSWER_UNSAT) {
      for (uint32_t i = 0; i < parts.size; i++) map_u32_put(&core, parts.data[i].id, 1);
      for (uint32_t i = 0; i < all.size; i++)
        if (!map_u32_find(&core, all.data[i].id)) map_u32_put(&r->dropped, map_u64_get_or(&keys, all.data[i].id, 0), 1);
    }
    map_u32_release(&core);
    vec_term_release(&all);
  }
  vec_term_release(&fixed);
  vec_term_release(&parts);
  map_u64_release(&keys);
}

// --- the reduced path ------------------------------------------------------------------------------------

static void *arena_array(struct arena *arena, size_t n, size_t size) {
  void *block = arena_alloc(arena, (n ? n : 1) * size);
  memset(block, 0, (n ? n : 1) * size);
  return block;
}

// Inputs of the step that are still mentioned, then the ones that stand for havocs.
static void reduce_inputs(struct reduction *r, struct arena *arena, uint32_t i, const struct vec_term *havocs,
                          struct step *to) {
  struct terms *tm = r->ip->tm;
  const struct step *s = &r->steps[i];
  struct term *inputs = arena_array(arena, s->n_inputs + havocs->size, sizeof *inputs);
  for (uint32_t k = 0; k < s->n_inputs; k++) {
    bool used = term_mentions(tm, to->guard, s->inputs[k]);
    for (uint32_t u = 0; u < to->n_updates && !used; u++) used = term_mentions(tm, to->updates[u].value, s->inputs[k]);
    if (used) inputs[to->n_inputs++] = s->inputs[k];
  }
  for (uint32_t k = 0; k < havocs->size; k++) inputs[to->n_inputs++] = havocs->data[k];
  to->inputs = inputs;
}

static void reduce_step(struct reduction *r, struct arena *arena, uint32_t i, const struct vec_term *live_after,
                        struct step *to) {
  const struct step *s = &r->steps[i];
  struct step_update *updates = arena_array(arena, s->n_updates, sizeof *updates);
  struct vec_term havocs = {0};
  to->guard = terms_conjunction(r->ip->tm, &r->needed[i]);
  for (uint32_t k = 0; k < s->n_updates; k++) {
    struct step_update u = s->updates[k];
    if (!is_live(live_after, u.var)) continue;
    if (map_u32_find(&r->dropped, update_key(i, k))) {
      u.value = interpolator_name(r->ip, u.var, TAG_HAVOC + i);
      vec_term_push(&havocs, u.value);
    }
    updates[to->n_updates++] = u;
  }
  to->updates = updates;
  reduce_inputs(r, arena, i, &havocs, to);
  vec_term_release(&havocs);
}

// The single-assignment form of one step; `now` maps variables to their versions.
static struct term step_ssa(struct interpolator *ip, const struct step *s, uint32_t i, struct substitution *now,
                            struct map_u32 *versions) {
  struct vec_term parts = {0}, values = {0};
  for (uint32_t k = 0; k < s->n_inputs; k++)
    substitution_set(now, s->inputs[k], interpolator_name(ip, s->inputs[k], i));
  vec_term_push(&parts, substitution_apply(now, s->guard));
  for (uint32_t k = 0; k < s->n_updates; k++) vec_term_push(&values, substitution_apply(now, s->updates[k].value));
  for (uint32_t k = 0; k < s->n_updates; k++) {
    struct term var = s->updates[k].var, next = interpolator_name(ip, var, TAG_VERSION + i + 1);
    vec_term_push(&parts, term_eq(ip->tm, next, values.data[k]));
    substitution_set(now, var, next);
    map_u32_put(versions, var.id, next.id);
  }
  struct term result = terms_conjunction(ip->tm, &parts);
  vec_term_release(&parts);
  vec_term_release(&values);
  return result;
}

static void fill_versions(struct interpolator *ip, struct prepared *pr) {
  struct problem *p = &pr->p;
  struct substitution *now = substitution_new(ip->tm);
  struct map_u32 versions = {0};
  for (uint32_t i = 0; i < pr->live_before[pr->start].size; i++) {
    struct term var = pr->live_before[pr->start].data[i], first = interpolator_name(ip, var, TAG_VERSION);
    substitution_set(now, var, first);
    map_u32_put(&versions, var.id, first.id);
  }
  struct term *ssa = arena_array(&pr->arena, p->n_steps, sizeof *ssa);
  for (uint32_t i = 0, c = 0; i < p->n_steps; i++) {
    for (; c < p->n_cuts && p->cuts[c] == i; c++)
      for (uint32_t k = 0; k < pr->live_before[i].size; k++) {
        struct term var = pr->live_before[i].data[k];
        vec_term_push(&pr->live[c], var);
        vec_term_push(&pr->versions[c], (struct term){*map_u32_find(&versions, var.id)});
      }
    ssa[i] = step_ssa(ip, &p->steps[i], i, now, &versions);
  }
  p->ssa = ssa;
  p->live = pr->live;
  p->versions = pr->versions;
  substitution_free(now);
  map_u32_release(&versions);
}

// A cut where nothing matters has true or false: the conflict is on one side of it.
static bool decide_cuts(struct interpolator *ip, struct prepared *pr, uint32_t n_cuts, const uint32_t *cuts) {
  struct problem *p = &pr->p;
  uint32_t *open = arena_array(&pr->arena, n_cuts, sizeof *open);
  for (uint32_t k = 0; k < n_cuts; k++) {
    struct term decided = TERM_NONE;
    if (cuts[k] <= pr->start) {
      decided = term_true(ip->tm);
    } else if (!pr->live_before[cuts[k]].size) {
      bool later = false;
      for (uint32_t i = cuts[k]; i < p->n_steps; i++) later = later || !term_is_true(ip->tm, p->steps[i].guard);
      if (later) {
        enum answer rest = interpolator_violates(ip, p, term_true(ip->tm), cuts[k], p->n_steps, term_false(ip->tm));
        if (rest == ANSWER_UNKNOWN) return false;
        later = rest == ANSWER_UNSAT;
      }
      decided = term_bool(ip->tm, later);
    } else {
      open[p->n_cuts++] = cuts[k];
    }
    vec_term_push(&pr->decided, decided);
  }
  p->cuts = open;
  return true;
}

static bool build(struct reduction *r, struct prepared *pr, uint32_t n_cuts, const uint32_t *cuts) {
  struct problem *p = &pr->p;
  struct step *steps = arena_array(&pr->arena, r->n_steps, sizeof *steps);
  for (uint32_t i = 0; i < r->n_steps; i++)
    reduce_step(r, &pr->arena, i, &pr->live_before[i < r->start ? 0 : i + 1], &steps[i]);
  pr->start = r->start;
  p->n_steps = r->n_steps;
  p->steps = steps;
  p->live_before = pr->live_before;
  if (!decide_cuts(r->ip, pr, n_cuts, cuts)) return false;
  pr->live = arena_array(&pr->arena, p->n_cuts, sizeof *pr->live);
  pr->versions = arena_array(&pr->arena, p->n_cuts, sizeof *pr->versions);
  fill_versions(r->ip, pr);
  return true;
}

enum answer problem_prepare(struct interpolator *ip, uint32_t n_steps, const struct step *steps, uint32_t n_cuts,
                            const uint32_t *cuts, struct prepared *out) {
  memset(out, 0, sizeof *out);
  struct reduction r = {.ip = ip, .n_steps = n_steps, .steps = steps};
  interpolator_forget(ip);
  arena_init(&out->arena);
  out->n_lists = n_steps + 1;
  out->live_before = arena_array(&out->arena, out->n_lists, sizeof *out->live_before);
  r.needed = mem_zalloc(n_steps ? n_steps : 1, sizeof *r.needed);
  enum answer answer = core_guards(&r, n_cuts, cuts);
  if (answer == ANSWER_UNSAT) {
    find_live(&r, out->live_before);
    core_updates(&r, out->live_before);
    find_live(&r, out->live_before);
    if (!build(&r, out, n_cuts, cuts)) answer = ANSWER_UNKNOWN;
  }
  for (uint32_t i = 0; i < n_steps; i++) vec_term_release(&r.needed[i]);
  mem_free(r.needed);
  vec_term_release(&r.guards);
  vec_u32_release(&r.guard_steps);
  map_u32_release(&r.dropped);
  if (answer != ANSWER_UNSAT) problem_release(out);
  return answer;
}

void problem_release(struct prepared *pr) {
  for (uint32_t i = 0; i < pr->n_lists; i++) vec_term_release(&pr->live_before[i]);
  for (uint32_t i = 0; pr->live && i < pr->p.n_cuts; i++) {
    vec_term_release(&pr->live[i]);
    vec_term_release(&pr->versions[i]);
  }
  vec_term_release(&pr->decided);
  arena_release(&pr->arena);
}

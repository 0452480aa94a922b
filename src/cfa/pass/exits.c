// Undefined-behaviour exits and goals, see cfa/marks.h.
//
// An exit is an edge beside those that the conjunct belongs to: it has the conjuncts before it, and not this one.
//
// An assumption gets two locations, A before and B behind it, so that it can be asked whether each is reached:
//
//   from --(conjuncts before it)--> A --(the assumption)--> B --(the edges behind it)-->
//
// The first edge takes the inputs and objects that come before the assumption, and keeps them in variables: the terms
// of an input or an object are known on its own edge only. All updates stay on the last edges, so that the terms of
// conjuncts and updates, which speak of the variables at the beginning of the step, hold behind A and B, too.
#include "cfa/build.h"
#include "cfa/pass/reduce.h"
#include "cfa/marks.h"
#include <stdio.h>

// The step at hand.
struct step {
  struct cfa *cfa;
  const struct cfa_marks *marks;
  uint32_t edges; // of the program's
  uint32_t number;
  struct location from; // what it was split to so far
  uint32_t inputs, allocs; // so many were taken by edges before `from`
  struct substitution *kept; // their terms → the variables that keep them; NULL: there are none
  struct vec_u32 known; // the conjuncts that hold at `from`, ascending
};

static struct term apply(struct step *s, struct term t) { return s->kept ? substitution_apply(s->kept, t) : t; }

// The guard at `from`: conjuncts that hold there anyway go.
static struct term guard_at(struct step *s, struct term guard) {
  struct terms *tm = s->cfa->tm;
  struct vec_u32 literals = {0};
  struct term result = apply(s, guard);
  if (!s->known.size) return result; // literals are not in the order of the guard
  cfa_guard_literals(tm, result, &literals);
  result = term_true(tm);
  for (uint32_t i = 0; i < literals.size; i++)
    if (!cfa_has_literal(&s->known, literals.data[i])) result = term_and(tm, result, (struct term){literals.data[i]});
  vec_u32_release(&literals);
  return result;
}

static void begin_step(struct step *s, const struct cfa_conjunct *c) {
  if (s->number == c->step) return;
  if (s->kept) substitution_free(s->kept);
  vec_u32_clear(&s->known);
  *s = (struct step){.cfa = s->cfa,
                     .marks = s->marks,
                     .edges = s->edges,
                     .number = c->step,
                     .from = c->from,
                     .known = s->known};
}

// An edge with what comes before the conjunct.
static struct edge edge_before(struct step *s, const struct cfa_conjunct *c, struct location to) {
  struct edge id = cfa_add_edge(s->cfa, s->from, to);
  struct cfa_edge *e = cfa_edge(s->cfa, id);
  e->guard = guard_at(s, c->guard);
  e->first = c->first;
  e->last = c->place;
  for (uint32_t i = s->inputs; i < c->inputs.size; i++) {
    struct cfa_input input = c->inputs.data[i];
    if (!term_none(input.address)) input.address = apply(s, input.address);
    vec_input_push(&e->inputs, input);
  }
  for (uint32_t i = s->allocs; i < c->allocs.size; i++) {
    vec_alloc_push(&e->allocs, c->allocs.data[i]);
    e->allocs.data[e->allocs.size - 1].size = apply(s, c->allocs.data[i].size);
  }
  cfa_own_inputs(s->cfa, &e->inputs);
  cfa_own_allocs(s->cfa, &e->allocs);
  cfa_location(s->cfa, s->from)->complete = false;
  return id;
}

static void add_exit(struct step *s, const struct cfa_conjunct *c) {
  struct cfa *cfa = s->cfa;
  struct location end = cfa_add_location(cfa, cfa_location(cfa, s->from)->function, LOC_ERROR);
  cfa_location(cfa, end)->text = cfa_string(cfa, c->text);
  cfa_location(cfa, end)->place = c->place;
  struct edge id = edge_before(s, c, end);
  struct term fails = term_not(cfa->tm, apply(s, c->condition));
  cfa_edge(cfa, id)->guard = term_and(cfa->tm, cfa_edge(cfa, id)->guard, fails);
}

// --- assumptions -------------------------------------------------------------------------------------------------

// The edge keeps the value of a term of its own in a variable.
static void keep(struct step *s, struct edge id, struct term term) {
  struct cfa *cfa = s->cfa;
  uint32_t function = cfa_location(cfa, s->from)->function;
  uint32_t var = cfa_add_var(cfa, function, VAR_TEMP, "kept", "", term_sort(cfa->tm, term));
  vec_update_push(&cfa_edge(cfa, id)->updates, (struct cfa_update){var, term});
  if (!s->kept) s->kept = substitution_new(cfa->tm);
  substitution_set(s->kept, term, cfa->vars.data[var].term);
}

static struct location add_marked(struct step *s, const struct cfa_conjunct *c, enum cfa_mark mark) {
  struct location l = cfa_add_location(s->cfa, cfa_location(s->cfa, s->from)->function, LOC_PLAIN);
  cfa_location(s->cfa, l)->place = c->place;
  cfa_location(s->cfa, l)->mark = mark;
  return l;
}

// The first elements were taken by an edge before.
static void drop_taken(struct step *s, struct cfa_edge *e, uint32_t inputs, uint32_t allocs) {
  for (uint32_t i = inputs; i < e->inputs.size; i++) e->inputs.data[i - inputs] = e->inputs.data[i];
  for (uint32_t i = allocs; i < e->allocs.size; i++) e->allocs.data[i - allocs] = e->allocs.data[i];
  e->inputs.size -= inputs;
  e->allocs.size -= allocs;
  for (uint32_t i = 0; i < e->inputs.size; i++)
    if (!term_none(e->inputs.data[i].address)) e->inputs.data[i].address = apply(s, e->inputs.data[i].address);
  for (uint32_t i = 0; i < e->allocs.size; i++) e->allocs.data[i].size = apply(s, e->allocs.data[i].size);
}

// The edges behind the conjunct leave `behind` from now on.
static void move_edges(struct step *s, const struct cfa_conjunct *c, struct location behind, uint32_t inputs,
                       uint32_t allocs) {
  struct cfa *cfa = s->cfa;
  struct cfa_location *old = cfa_location(cfa, s->from);
  uint32_t n = 0, end = s->number < s->marks->step_ends.size ? s->marks->step_ends.data[s->number] : s->edges;
  for (uint32_t i = 0; i < old->out.size; i++) {
    struct edge id = old->out.data[i];
    if (id.id < c->first_edge || id.id >= end) {
      old->out.data[n++] = id;
      continue;
    }
    struct cfa_edge *e = cfa_edge(cfa, id);
    e->from = behind;
    vec_edge_push(&cfa_location(cfa, behind)->out, id);
    drop_taken(s, e, inputs, allocs);
    e->guard = guard_at(s, e->guard);
    for (uint32_t k = 0; k < e->updates.size; k++) e->updates.data[k].value = apply(s, e->updates.data[k].value);
    for (uint32_t k = 0; k < e->args.size; k++) e->args.data[k] = apply(s, e->args.data[k]);
  }
  old->out.size = n;
  old->complete = false;
}

// Splits the step at an assumption of the user's.
static void add_assumption(struct step *s, const struct cfa_conjunct *c) {
  struct cfa *cfa = s->cfa;
  if (cfa->functions.data[cfa_location(cfa, s->from)->function].is_model) return;
  struct location before = add_marked(s, c, MARK_ASSUMES), behind = add_marked(s, c, MARK_ASSUMED);
  struct edge first = edge_before(s, c, before), second = cfa_add_edge(cfa, before, behind);
  uint32_t inputs = c->inputs.size - s->inputs, allocs = c->allocs.size - s->allocs;
  for (uint32_t i = s->inputs; i < c->inputs.size; i++) keep(s, first, c->inputs.data[i].term);
  for (uint32_t i = s->allocs; i < c->allocs.size; i++) keep(s, first, c->allocs.data[i].term);
  cfa_edge(cfa, second)->guard = apply(s, c->condition);
  cfa_edge(cfa, second)->first = cfa_edge(cfa, second)->last = c->place;
  vec_u32_clear(&s->known);
  cfa_guard_literals(cfa->tm, apply(s, term_and(cfa->tm, c->guard, c->condition)), &s->known);
  move_edges(s, c, behind, inputs, allocs);
  s->from = behind;
  s->inputs = c->inputs.size;
  s->allocs = c->allocs.size;
}

// --- automata ----------------------------------------------------------------------------------------------------

// A copy whose own errors only end paths.
static struct cfa *copy_without_errors(const struct cfa *marked) {
  struct cfa *cfa = cfa_copy(marked);
  cfa->checked = 0;
  for (uint32_t i = 0; i < cfa->locations.size; i++)
    if (cfa->locations.data[i].kind == LOC_ERROR) cfa->locations.data[i].kind = LOC_STOP;
  return cfa;
}

// New edges come before old ones: a search finds the exits of a location before it goes on.
static void put_exits_first(struct cfa *cfa, uint32_t n_old) {
  struct vec_edge old = {0};
  for (uint32_t i = 0; i < cfa->locations.size; i++) {
    struct vec_edge *out = &cfa->locations.data[i].out;
    uint32_t n = 0;
    vec_edge_clear(&old);
    for (uint32_t k = 0; k < out->size; k++) {
      if (out->data[k].id < n_old) vec_edge_push(&old, out->data[k]);
      else out->data[n++] = out->data[k];
    }
    for (uint32_t k = 0; k < old.size; k++) out->data[n++] = old.data[k];
  }
  vec_edge_release(&old);
}

struct cfa *cfa_undefined_exits(const struct cfa *marked) {
  struct cfa *cfa = copy_without_errors(marked);
  cfa->of_exits = true;
  for (uint32_t i = 0; i < cfa->locations.size; i++)
    if (cfa->locations.data[i].mark == MARK_UNDEFINED) cfa->locations.data[i].kind = LOC_ERROR;
  if (!marked->marks) return cfa;
  struct step s = {.cfa = cfa, .marks = marked->marks, .edges = marked->edges.size, .number = UINT32_MAX};
  for (uint32_t i = 0; i < s.marks->conjuncts.size; i++) {
    const struct cfa_conjunct *c = &s.marks->conjuncts.data[i];
    begin_step(&s, c);
    if (c->kind == CONJUNCT_DEFINED) add_exit(&s, c);
    else add_assumption(&s, c);
  }
  if (s.kept) substitution_free(s.kept);
  vec_u32_release(&s.known);
  put_exits_first(cfa, marked->edges.size);
  return cfa;
}

static void lead_to(struct cfa *cfa, struct edge id, struct location to) {
  struct vec_edge *in = &cfa_location(cfa, cfa_edge(cfa, id)->to)->in;
  uint32_t n = 0;
  for (uint32_t i = 0; i < in->size; i++)
    if (!edge_same(in->data[i], id)) in->data[n++] = in->data[i];
  in->size = n;
  cfa_edge(cfa, id)->to = to;
  vec_edge_push(&cfa_location(cfa, to)->in, id);
}

struct cfa *cfa_goal_errors(const struct cfa *marked, const uint32_t *first, const unsigned char *wanted) {
  struct cfa *cfa = copy_without_errors(marked);
  for (uint32_t i = 0; marked->marks && i < marked->marks->sides.size; i++) {
    const struct cfa_side *side = &marked->marks->sides.data[i];
    if (!first[side->branch] || !wanted[first[side->branch] - 1 + side->side]) continue;
    const struct cfa_edge *e = cfa_edge(cfa, side->edge);
    struct location end = cfa_add_location(cfa, cfa_location(cfa, e->from)->function, LOC_ERROR);
    char text[16];
    snprintf(text, sizeof text, "%u", first[side->branch] - 1 + side->side);
    cfa_location(cfa, end)->text = cfa_string(cfa, text);
    cfa_location(cfa, end)->place = e->last;
    lead_to(cfa, side->edge, end);
  }
  return cfa;
}

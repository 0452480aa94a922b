// Dropping what cannot be reached, and renumbering the rest.
//
// Control enters a function where it is called, and comes back to a call
// edge's target only if the callee's exit can be reached.
#include "cfa/build.h"
#include "cfa/pass/reduce.h"
#include "cfa/marks.h"

struct sweep {
  struct cfa *cfa;
  bool *reached;              // locations that control can reach
  struct location *location_new; // renumbering; LOCATION_NONE: dropped
  uint32_t *function_new;     // CFA_NONE: dropped
  uint32_t *var_new;
  bool *called;               // functions
  struct vec_location work;
  struct vec_location *waiting;    // function → targets of calls that wait for its return
};

static void reach(struct sweep *s, struct location l) {
  if (s->reached[l.id]) return;
  s->reached[l.id] = true;
  vec_location_push(&s->work, l);
}

static void call_function(struct sweep *s, const struct cfa_edge *e) {
  const struct cfa_function *f = &s->cfa->functions.data[e->callee];
  s->called[e->callee] = true;
  reach(s, f->entry);
  if (location_none(f->exit)) return;
  if (s->reached[f->exit.id]) reach(s, e->to);
  else vec_location_push(&s->waiting[e->callee], e->to);
}

static bool alive(const struct cfa *cfa, const struct cfa_edge *e) {
  return !location_none(e->from) && !term_is_false(cfa->tm, e->guard);
}

static void mark_reachable(struct sweep *s) {
  struct cfa *cfa = s->cfa;
  s->called[cfa->main] = true;
  reach(s, cfa->functions.data[cfa->main].entry);
  while (s->work.size) {
    struct location id = vec_location_pop(&s->work);
    const struct cfa_location *l = cfa_location(cfa, id);
    if (location_same(cfa->functions.data[l->function].exit, id)) {
      struct vec_location *w = &s->waiting[l->function];
      for (uint32_t i = 0; i < w->size; i++) reach(s, w->data[i]);
      vec_location_release(w);
    }
    for (uint32_t k = 0; k < l->out.size; k++) {
      const struct cfa_edge *e = cfa_edge(cfa, l->out.data[k]);
      if (!alive(cfa, e)) continue;
      if (e->callee == CFA_NONE) reach(s, e->to);
      else call_function(s, e);
    }
  }
}

// Functions that are never called go, with their variables.
static void drop_functions(struct sweep *s) {
  struct cfa *cfa = s->cfa;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < cfa->functions.size; i++) {
    struct cfa_function *f = &cfa->functions.data[i];
    s->function_new[i] = s->called[i] ? kept : CFA_NONE;
    if (!s->called[i]) {
      vec_u32_release(&f->params);
      vec_u32_release(&f->locals);
      continue;
    }
    cfa->functions.data[kept++] = *f;
  }
  if (kept == cfa->functions.size) {
    for (uint32_t i = 0; i < cfa->vars.size; i++) s->var_new[i] = i;
    return;
  }
  cfa->functions.size = kept;
  cfa->main = s->function_new[cfa->main];

  kept = 0;
  for (uint32_t i = 0; i < cfa->vars.size; i++) {
    struct cfa_var v = cfa->vars.data[i];
    s->var_new[i] = CFA_NONE;
    if (v.function != CFA_NONE) {
      v.function = s->function_new[v.function];
      if (v.function == CFA_NONE) continue;
    }
    s->var_new[i] = kept;
    cfa->vars.data[kept++] = v;
  }
  cfa->vars.size = kept;
  map_u32_clear(&cfa->var_of_term);
  map_u32_clear(&cfa->var_of_name);
  map_u32_clear(&cfa->next_of_name);
  for (uint32_t i = 0; i < kept; i++) cfa_index_var(cfa, i);
  for (uint32_t i = 0; i < CFA_OPERANDS; i++)
    if (cfa->operands[i] != CFA_NONE) cfa->operands[i] = s->var_new[cfa->operands[i]];
  for (uint32_t i = 0; i < cfa->globals.size; i++) cfa->globals.data[i] = s->var_new[cfa->globals.data[i]];
  for (uint32_t i = 0; i < cfa->functions.size; i++) {
    struct cfa_function *f = &cfa->functions.data[i];
    for (uint32_t k = 0; k < f->params.size; k++) f->params.data[k] = s->var_new[f->params.data[k]];
    for (uint32_t k = 0; k < f->locals.size; k++) f->locals.data[k] = s->var_new[f->locals.data[k]];
    if (f->result != CFA_NONE) f->result = s->var_new[f->result];
  }
}

// Where control cannot come but an edge still leads (a call that does not return) there is a stop.
static void make_stop(struct cfa *cfa, struct location id) {
  struct cfa_location *l = cfa_location(cfa, id);
  l->kind = LOC_STOP;
  l->complete = false;
  if (location_same(cfa->functions.data[l->function].exit, id)) cfa->functions.data[l->function].exit = LOCATION_NONE;
}

// Which locations stay: those reached and the targets of calls from them. Edges from other locations are removed.
static void choose_locations(struct sweep *s, bool *kept) {
  struct cfa *cfa = s->cfa;
  for (uint32_t i = 0; i < cfa->edges.size; i++) {
    struct cfa_edge *e = &cfa->edges.data[i];
    if (alive(cfa, e) && s->reached[e->from.id]) kept[e->from.id] = kept[e->to.id] = true;
    else e->from = LOCATION_NONE;
  }
  for (uint32_t i = 0; i < cfa->functions.size; i++)
    if (s->called[i]) kept[cfa->functions.data[i].entry.id] = true;
  for (uint32_t i = 0; i < cfa->locations.size; i++) {
    kept[i] |= s->reached[i];
    if (kept[i] && !s->reached[i]) make_stop(cfa, (struct location){i});
  }
}

static void renumber_locations(struct sweep *s, const bool *kept) {
  struct cfa *cfa = s->cfa;
  uint32_t count = 0;
  for (uint32_t i = 0; i < cfa->locations.size; i++) {
    struct cfa_location l = cfa->locations.data[i];
    s->location_new[i] = kept[i] ? (struct location){count} : LOCATION_NONE;
    if (!kept[i]) {
      vec_edge_release(&l.out);
      vec_edge_release(&l.in);
      continue;
    }
    cfa->locations.data[count++] = l;
  }
  cfa->locations.size = count;
  for (uint32_t i = 0; i < cfa->functions.size; i++) {
    struct cfa_function *f = &cfa->functions.data[i];
    if (!s->called[i]) continue;
    f->entry = s->location_new[f->entry.id];
    if (!location_none(f->exit)) f->exit = s->location_new[f->exit.id];
  }
}

// Edges are numbered by location and there in order of the list.
static void renumber_edges(struct sweep *s) {
  struct cfa *cfa = s->cfa;
  struct vec_cfa_edge old = cfa->edges;
  cfa->edges = (struct vec_cfa_edge){0};
  vec_cfa_edge_reserve(&cfa->edges, old.size);
  for (uint32_t i = 0; i < cfa->locations.size; i++) {
    struct cfa_location *l = &cfa->locations.data[i];
    l->function = s->function_new[l->function];
    vec_edge_clear(&l->in);
    uint32_t n = l->out.size;
    l->out.size = 0;
    for (uint32_t k = 0; k < n; k++) {
      struct cfa_edge *e = &old.data[l->out.data[k].id];
      if (location_none(e->from)) continue;
      e->from = (struct location){i};
      e->to = s->location_new[e->to.id];
      if (e->callee != CFA_NONE) e->callee = s->function_new[e->callee];
      if (e->result != CFA_NONE) e->result = s->var_new[e->result];
      for (uint32_t j = 0; j < e->updates.size; j++) e->updates.data[j].var = s->var_new[e->updates.data[j].var];
      l->out.data[l->out.size++] = (struct edge){cfa->edges.size};
      vec_cfa_edge_push(&cfa->edges, *e);
      *e = (struct cfa_edge){.from = LOCATION_NONE};
    }
    if (!l->out.size && l->kind == LOC_PLAIN) {
      l->kind = LOC_STOP;
      l->complete = false;
    }
  }
  for (uint32_t i = 0; i < cfa->edges.size; i++)
    vec_edge_push(&cfa_location(cfa, cfa->edges.data[i].to)->in, (struct edge){i});
  for (uint32_t i = 0; i < old.size; i++) cfa_edge_release(&old.data[i]);
  vec_cfa_edge_release(&old);
}

static void renumber_loops(struct sweep *s) {
  for (uint32_t i = 0; i < s->cfa->locations.size; i++) {
    struct cfa_location *l = &s->cfa->locations.data[i];
    if (!location_none(l->loop)) l->loop = s->location_new[l->loop.id];
    if (!location_none(l->loop_parent)) l->loop_parent = s->location_new[l->loop_parent.id];
  }
}

// Is there nothing to drop, and are the edges numbered as renumber_edges would?
static bool is_tidy(const struct sweep *s) {
  const struct cfa *cfa = s->cfa;
  for (uint32_t i = 0; i < cfa->functions.size; i++)
    if (!s->called[i] || (!location_none(cfa->functions.data[i].exit) && !s->reached[cfa->functions.data[i].exit.id]))
      return false;
  uint32_t edge = 0;
  for (uint32_t i = 0; i < cfa->locations.size; i++) {
    const struct cfa_location *l = &cfa->locations.data[i];
    if (!s->reached[i] || (!l->out.size && l->kind == LOC_PLAIN)) return false;
    for (uint32_t k = 0; k < l->out.size; k++, edge++)
      if (l->out.data[k].id != edge || !alive(cfa, &cfa->edges.data[edge])) return false;
  }
  return edge == cfa->edges.size;
}

void cfa_sweep(struct cfa *cfa) {
  cfa_marks_free(cfa->marks);
  cfa->marks = NULL;
  uint32_t nl = cfa->locations.size, nf = cfa->functions.size, nv = cfa->vars.size;
  struct sweep s = {
      .cfa = cfa,
      .reached = mem_zalloc(nl + 1, sizeof(bool)),
      .location_new = mem_zalloc(nl + 1, sizeof(struct location)),
      .function_new = mem_zalloc(nf + 1, sizeof(uint32_t)),
      .var_new = mem_zalloc(nv + 1, sizeof(uint32_t)),
      .called = mem_zalloc(nf + 1, sizeof(bool)),
      .waiting = mem_zalloc(nf + 1, sizeof(struct vec_location)),
  };
  bool *kept = mem_zalloc(nl + 1, sizeof(bool));
  mark_reachable(&s);
  if (!is_tidy(&s)) {
    choose_locations(&s, kept);
    renumber_locations(&s, kept);
    drop_functions(&s);
    renumber_edges(&s);
    renumber_loops(&s);
  }
  for (uint32_t i = 0; i < nf; i++) vec_location_release(&s.waiting[i]);
  vec_location_release(&s.work);
  mem_free(s.reached);
  mem_free(s.location_new);
  mem_free(s.function_new);
  mem_free(s.var_new);
  mem_free(s.called);
  mem_free(s.waiting);
  mem_free(kept);
}

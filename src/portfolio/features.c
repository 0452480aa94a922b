// See features.h.
#include "portfolio/features.h"
#include "term/walk.h"
#include <inttypes.h>

// A local that takes so many addresses is an array of variable length (docs/arrays.md), and none of the heap.
#define LOCAL_SPACE (UINT64_C(1) << 26)

static const struct {
  const char *name, *text;
  size_t offset;
} table[] = {
#define FEATURE(name, text) {#name, text, offsetof(struct features, name)},
#include "portfolio/features.def"
#undef FEATURE
};

uint32_t feature_count(void) { return sizeof table / sizeof *table; }
const char *feature_name(uint32_t i) { return table[i].name; }
uint64_t feature_value(const struct features *features, uint32_t i) {
  return *(const uint64_t *)((const char *)features + table[i].offset);
}

void features_print(const struct features *features, struct text *out) {
  const char *gap = "";
  for (uint32_t i = 0; i < feature_count(); i++) {
    uint64_t value = feature_value(features, i);
    if (!value) continue;
    text_printf(out, "%s%s %" PRIu64, gap, feature_name(i), value);
    gap = ", ";
  }
}

// --- terms -----------------------------------------------------------------------------------------------------------

// Operations are counted as terms that differ: what is written twice in the same way is computed once.
struct operations {
  const struct terms *tm;
  struct map_u32 seen; // terms
  struct map_u32 arrays; // terms on the way from an access to the array variables
  struct features *out;
};

static bool is_constant(const struct operations *o, struct term t) { return term_is_const(o->tm, t); }

// The memory regions that the array may be.
static void count_arrays(struct operations *o, struct term array) {
  struct term_walk walk = {.tm = o->tm, .seen = &o->arrays};
  term_walk_add(&walk, array);
  for (struct term t; term_walk_next(&walk, &t);) {
    if (sort_kind(o->tm, term_sort(o->tm, t)) != SORT_ARRAY || term_kind(o->tm, t) == TERM_SELECT) {
      term_walk_skip(&walk);
      continue;
    }
    o->out->arrays += term_kind(o->tm, t) == TERM_VAR;
  }
  term_walk_release(&walk);
}

static void count_operation(struct operations *o, struct term t) {
  enum term_kind kind = term_kind(o->tm, t);
  if (term_class(kind) == CLASS_BV_PRODUCT)
    o->out->multiplications += !is_constant(o, term_child(o->tm, t, 0)) && !is_constant(o, term_child(o->tm, t, 1));
  switch (kind) {
  case TERM_SELECT:
  case TERM_STORE:
    if (!is_constant(o, term_child(o->tm, t, 1))) count_arrays(o, term_child(o->tm, t, 0));
    return;
  case TERM_COPY: count_arrays(o, t); return;
  default: o->out->floats += term_theory(kind) == THEORY_FP;
  }
}

static void count_term(struct operations *o, struct term root) {
  struct term_walk walk = {.tm = o->tm, .seen = &o->seen};
  term_walk_add(&walk, root);
  for (struct term t; term_walk_next(&walk, &t);) count_operation(o, t);
  term_walk_release(&walk);
}

static void count_operations(const struct cfa *cfa, struct features *out) {
  struct operations o = {.tm = cfa->tm, .out = out};
  struct map_u32 inputs = {0}; // edges of one location share them
  for (uint32_t i = 0; i < cfa->edges.size; i++) {
    const struct cfa_edge *e = &cfa->edges.data[i];
    count_term(&o, e->guard);
    for (uint32_t k = 0; k < e->updates.size; k++) count_term(&o, e->updates.data[k].value);
    for (uint32_t k = 0; k < e->args.size; k++) count_term(&o, e->args.data[k]);
    for (uint32_t k = 0; k < e->allocs.size; k++) {
      count_term(&o, e->allocs.data[k].size);
      out->heap += !e->allocs.data[k].is_stack && e->allocs.data[k].space < LOCAL_SPACE;
    }
    for (uint32_t k = 0; k < e->inputs.size; k++) {
      if (e->inputs.data[k].kind == INPUT_UNINIT || map_u32_find(&inputs, e->inputs.data[k].term.id)) continue;
      map_u32_put(&inputs, e->inputs.data[k].term.id, 1);
      out->inputs++;
    }
  }
  map_u32_release(&o.seen);
  map_u32_release(&o.arrays);
  map_u32_release(&inputs);
}

// --- loops and calls -------------------------------------------------------------------------------------------------

// What a function or a loop body has by itself.
struct body {
  uint64_t branches;
  struct vec_u32 calls; // functions, with repetitions
};

struct shape {
  const struct cfa *cfa;
  struct body *functions; // by number
  struct body *loops; // by location: of heads
  struct vec_u32 waiting; // functions
  uint32_t *met; // by function: in which search last
  uint32_t search;
};

// All ways out of a location but one are branches.
static uint64_t branches_at(const struct cfa *cfa, uint32_t location) {
  uint32_t n = cfa->locations.data[location].out.size;
  return n > 1 ? n - 1 : 0;
}

static void gather(struct shape *s) {
  const struct cfa *cfa = s->cfa;
  for (uint32_t i = 0; i < cfa->locations.size; i++) {
    const struct cfa_location *l = &cfa->locations.data[i];
    s->functions[l->function].branches += branches_at(cfa, i);
    for (struct location h = l->loop; !location_none(h); h = cfa_location(cfa, h)->loop_parent)
      s->loops[h.id].branches += branches_at(cfa, i);
  }
  for (uint32_t i = 0; i < cfa->edges.size; i++) {
    const struct cfa_edge *e = &cfa->edges.data[i];
    if (e->callee == CFA_NONE) continue;
    const struct cfa_location *from = cfa_location(cfa, e->from);
    vec_u32_push(&s->functions[from->function].calls, e->callee);
    for (struct location h = from->loop; !location_none(h); h = cfa_location(cfa, h)->loop_parent)
      vec_u32_push(&s->loops[h.id].calls, e->callee);
  }
}

static void wait_for(struct shape *s, const struct vec_u32 *calls) {
  for (uint32_t i = 0; i < calls->size; i++) {
    uint32_t function = calls->data[i];
    if (s->met[function] == s->search) continue;
    s->met[function] = s->search;
    vec_u32_push(&s->waiting, function);
  }
}

// Branches of what the body calls, each function once; afterwards `met` tells which functions.
static uint64_t branches_called(struct shape *s, const struct body *body) {
  uint64_t branches = 0;
  s->search++;
  wait_for(s, &body->calls);
  while (s->waiting.size) {
    const struct body *called = &s->functions[vec_u32_pop(&s->waiting)];
    branches += called->branches;
    wait_for(s, &called->calls);
  }
  return branches;
}

static void count_shape(struct shape *s, struct features *out) {
  const struct cfa *cfa = s->cfa;
  for (uint32_t i = 0; i < cfa->locations.size; i++) {
    const struct cfa_location *l = &cfa->locations.data[i];
    out->errors += l->kind == LOC_ERROR;
    if (!l->loop_head) continue;
    out->loops++;
    if (l->loop_depth > out->nesting) out->nesting = l->loop_depth;
    uint64_t branches = s->loops[i].branches + branches_called(s, &s->loops[i]);
    if (branches > out->branches) out->branches = branches;
  }
  for (uint32_t i = 0; i < cfa->functions.size; i++) {
    branches_called(s, &s->functions[i]);
    out->recursive += s->met[i] == s->search;
  }
}

static void count_loops_and_calls(const struct cfa *cfa, struct features *out) {
  uint32_t n_functions = cfa->functions.size, n_locations = cfa->locations.size;
  struct shape s = {.cfa = cfa,
                    .functions = mem_zalloc(n_functions + 1, sizeof *s.functions),
                    .loops = mem_zalloc(n_locations + 1, sizeof *s.loops),
                    .met = mem_zalloc(n_functions + 1, sizeof *s.met)};
  gather(&s);
  count_shape(&s, out);
  for (uint32_t i = 0; i < n_functions; i++) vec_u32_release(&s.functions[i].calls);
  for (uint32_t i = 0; i < n_locations; i++) vec_u32_release(&s.loops[i].calls);
  mem_free(s.functions);
  mem_free(s.loops);
  mem_free(s.met);
  vec_u32_release(&s.waiting);
}

void features_find(const struct cfa *cfa, struct features *out) {
  *out = (struct features){.edges = cfa->edges.size};
  count_operations(cfa, out);
  count_loops_and_calls(cfa, out);
}

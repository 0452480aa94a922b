// Parity: which variables are even, which are odd. An analysis in one file; see docs/adding-an-analysis.md.
//
// An abstract state is a persistent map from variables (ids of their terms) to a parity; what is not in it is unknown.
// Its handle is the map's. There are no symbolic identifiers: a state means the same whether it is closed or not.
#include "engine/cpa/cpa.h"

enum { UNKNOWN, EVEN, ODD };

struct parity {
  struct cpa *cpa;
  struct terms *tm;
  struct persistents *pool;
};

static struct persistent map_of(struct abstract a) { return (struct persistent){a.id}; }
static struct abstract state_of(struct persistent map) { return (struct abstract){map.id}; }

static void *parity_open(struct cpa *cpa, struct error *error) {
  (void)error;
  struct parity *self = mem_zalloc(1, sizeof *self);
  *self = (struct parity){cpa, cpa->run.tm, cpa->pool};
  return self;
}

static void parity_close(void *self) { mem_free(self); }

// --- domain ----------------------------------------------------------------------------------------------------------

static struct abstract parity_initial(void *self) {
  (void)self;
  return ABSTRACT_TOP;
}

// The one who knows less covers the one who knows more.
static bool parity_less(void *self, struct abstract a, struct abstract b) {
  return persistent_includes(((struct parity *)self)->pool, map_of(a), map_of(b));
}

static struct abstract parity_join(void *self, struct abstract a, struct abstract b, struct place place) {
  (void)place;
  return state_of(persistent_intersect(((struct parity *)self)->pool, map_of(a), map_of(b)));
}

// --- transfer --------------------------------------------------------------------------------------------------------

static uint32_t parity_of_value(const struct parity *p, struct persistent map, struct term t);

// Of sums, one and one is even; of products, one even factor is enough.
static uint32_t parity_of_children(const struct parity *p, struct persistent map, struct term t, bool product) {
  uint32_t sum = EVEN;
  bool unknown = false;
  for (uint32_t i = 0; i < term_arity(p->tm, t); i++) {
    uint32_t child = parity_of_value(p, map, term_child(p->tm, t, i));
    if (product && child == EVEN) return EVEN;
    unknown |= child == UNKNOWN;
    if (child == ODD) sum = sum == EVEN ? ODD : EVEN;
  }
  return unknown ? UNKNOWN : product ? ODD : sum;
}

// Of a bit-vector: over the variables before the step.
static uint32_t parity_of_value(const struct parity *p, struct persistent map, struct term t) {
  struct terms *tm = p->tm;
  uint64_t value;
  if (sort_kind(tm, term_sort(tm, t)) != SORT_BV) return UNKNOWN;
  if (term_value64(tm, t, &value)) return value & 1 ? ODD : EVEN;
  switch (term_kind(tm, t)) {
  case TERM_VAR: return persistent_get(p->pool, map, t.id, UNKNOWN);
  case TERM_BV_ADD: return parity_of_children(p, map, t, false);
  case TERM_BV_MUL: return parity_of_children(p, map, t, true);
  case TERM_BV_NEG:
  case TERM_BV_ZEXT:
  case TERM_BV_SEXT: return parity_of_value(p, map, term_child(tm, t, 0));
  case TERM_BV_CONCAT: return parity_of_value(p, map, term_child(tm, t, term_arity(tm, t) - 1));
  case TERM_BV_EXTRACT: return term_param(tm, t, 1) ? UNKNOWN : parity_of_value(p, map, term_child(tm, t, 0));
  default: return UNKNOWN;
  }
}

// Does the guard say that an even value is an odd one?
static bool contradicts(const struct parity *p, struct persistent map, struct term guard) {
  struct terms *tm = p->tm;
  if (term_is_false(tm, guard)) return true;
  if (term_kind(tm, guard) == TERM_AND) {
    for (uint32_t i = 0; i < term_arity(tm, guard); i++)
      if (contradicts(p, map, term_child(tm, guard, i))) return true;
    return false;
  }
  if (term_kind(tm, guard) != TERM_EQ) return false;
  uint32_t a = parity_of_value(p, map, term_child(tm, guard, 0)), b = parity_of_value(p, map, term_child(tm, guard, 1));
  return a != UNKNOWN && b != UNKNOWN && a != b;
}

struct leaving {
  const struct parity *p;
  uint32_t depth; // of the frame at hand
  struct persistent map;
};

static void leave(void *context, uint64_t key, uint32_t word) {
  struct leaving *l = context;
  struct unfold *u = l->p->cpa->run.unfold;
  struct context of;
  uint32_t var;
  (void)word;
  if (!unfold_var_of(u, (struct term){(uint32_t)key}, &of, &var) || unfold_depth(u, of) > l->depth)
    l->map = persistent_remove(l->p->pool, l->map, key);
}

static bool parity_transfer(void *self, struct transfer *t, struct abstract *out) {
  const struct parity *p = self;
  const struct step *step = &t->step->step;
  struct persistent before = map_of(t->before->parts[t->index]), map = before;
  if (contradicts(p, before, step->guard)) return false;
  for (uint32_t i = 0; i < step->n_updates; i++) {
    uint32_t parity = parity_of_value(p, before, step->updates[i].value);
    map = parity == UNKNOWN ? persistent_remove(p->pool, map, step->updates[i].var.id)
                            : persistent_put(p->pool, map, step->updates[i].var.id, parity);
  }
  // Variables of frames that were left are gone.
  uint32_t depth = unfold_depth(p->cpa->run.unfold, t->to.context);
  struct leaving leaving = {p, depth, map};
  if (depth < unfold_depth(p->cpa->run.unfold, t->from.context)) persistent_each(p->pool, map, leave, &leaving);
  *out = state_of(leaving.map);
  return true;
}

static struct abstract parity_closed(void *self, const struct composite *state, struct abstract a, struct place place,
                                     const struct place_precision *precision, struct closing *c, bool *exact) {
  (void)self, (void)state, (void)place, (void)precision, (void)c, (void)exact;
  return a;
}

// --- what it means ---------------------------------------------------------------------------------------------------

struct meaning {
  struct terms *tm;
  struct vec_term *conjuncts;
  struct text *text;
  const char *between;
};

// The lowest bit.
static void say(void *context, uint64_t key, uint32_t parity) {
  struct meaning *m = context;
  struct term low = term_extract(m->tm, 0, 0, (struct term){(uint32_t)key});
  vec_term_push(m->conjuncts, term_eq(m->tm, low, term_bv(m->tm, 1, parity == ODD)));
}

static void parity_formula(void *self, struct abstract a, struct vec_term *conjuncts) {
  const struct parity *p = self;
  struct meaning m = {.tm = p->tm, .conjuncts = conjuncts};
  persistent_each(p->pool, map_of(a), say, &m);
}

static void print_one(void *context, uint64_t key, uint32_t parity) {
  struct meaning *m = context;
  const char *name = term_var_name(m->tm, (struct term){(uint32_t)key});
  text_printf(m->text, "%s%s is %s", m->between, name, parity == ODD ? "odd" : "even");
  m->between = ", ";
}

static void parity_print(void *self, struct abstract a, struct text *out) {
  const struct parity *p = self;
  struct meaning m = {.tm = p->tm, .text = out, .between = ""};
  text_add(out, "{");
  persistent_each(p->pool, map_of(a), print_one, &m);
  text_add(out, "}");
}

const struct analysis analysis_parity = {
    .name = "parity",
    .summary = "which variables are even, which are odd",
    .merge = MERGE_JOIN,
    .open = parity_open,
    .close = parity_close,
    .initial = parity_initial,
    .less = parity_less,
    .join = parity_join,
    .transfer = parity_transfer,
    .closed = parity_closed,
    .formula = parity_formula,
    .print = parity_print,
};

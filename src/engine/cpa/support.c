// Which variables and cells of a store the value of a term depends on: a backward slice that knows the values, so that
// of a conjunction that is false one false conjunct is enough, of a choice the side that was chosen, of an array the
// cell that was read.
#include "engine/cpa/refine.h"
#include "term/walk.h"
#include <assert.h>

// --- sets of needs ---------------------------------------------------------------------------------------------------

static uint32_t *need_slot(const struct needs *n, struct need x, uint64_t *hash) {
  *hash = hash_u64(x.index ^ ((uint64_t)x.number << 33 | (uint64_t)x.is_cell << 32)) & UINT32_MAX;
  return map_u32_find(&n->index, *hash);
}

static bool same_need(struct need a, struct need b) {
  return a.number == b.number && a.is_cell == b.is_cell && a.index == b.index;
}

static bool needs_has(const struct needs *n, struct need need) {
  uint64_t hash;
  const uint32_t *slot = need_slot(n, need, &hash);
  for (uint32_t i = slot ? *slot : 0; i; i = n->next.data[i - 1])
    if (same_need(n->all.data[i - 1], need)) return true;
  return false;
}

bool needs_add(struct needs *n, struct need need) {
  if (needs_has(n, need)) return false;
  uint64_t hash;
  const uint32_t *slot = need_slot(n, need, &hash);
  vec_need_push(&n->all, need);
  vec_u32_push(&n->next, slot ? *slot : 0);
  map_u32_put(&n->index, hash, n->all.size);
  return true;
}

void needs_release(struct needs *n) {
  vec_need_release(&n->all);
  vec_u32_release(&n->next);
  map_u32_release(&n->index);
}

// --- values ---------------------------------------------------------------------------------------------------------

struct support {
  struct cpa *cpa;
  struct terms *tm;
  struct evaluator *evaluator;
  struct persistents *pool;
  struct persistent store;
  struct term_memo values;
};

struct support *support_new(struct cpa *cpa, struct evaluator *evaluator, struct persistents *pool,
                            struct persistent store) {
  struct support *s = mem_zalloc(1, sizeof *s);
  *s = (struct support){.cpa = cpa, .tm = cpa->run.tm, .evaluator = evaluator, .pool = pool, .store = store};
  return s;
}

void support_free(struct support *s) {
  term_memo_release(&s->values);
  mem_free(s);
}

// A variable of the program, or the bump pointer; others are inputs, of which nothing is known.
static bool is_program_variable(const struct support *s, struct term t) {
  struct context context;
  uint32_t var;
  return unfold_var_of(s->cpa->run.unfold, t, &context, &var) || term_same(t, unfold_heap(s->cpa->run.unfold));
}

static bool is_array(const struct support *s, struct term t) {
  return sort_kind(s->tm, term_sort(s->tm, t)) == SORT_ARRAY;
}

// The cell of an array variable: a constant, or TERM_UNKNOWN.
static struct term known_cell(struct support *s, struct term variable, uint64_t index) {
  if (!is_program_variable(s, variable)) return TERM_UNKNOWN;
  struct known_array known = store_array(s->evaluator, s->store, evaluator_number(s->evaluator, variable));
  struct term cell = {persistent_get(s->pool, known.cells, index, UINT32_MAX)};
  if (!term_is_unknown(cell)) return cell;
  if (!term_is_const(s->tm, known.base)) return TERM_UNKNOWN;
  uint32_t width = sort_width(s->tm, sort_index(s->tm, term_sort(s->tm, known.base)));
  cell = term_select(s->tm, known.base, term_bv(s->tm, width, index));
  return term_is_const(s->tm, cell) ? cell : TERM_UNKNOWN;
}

// Where the cell of an array term comes from: the next array term to look in, or a term whose value it is. False: that
// is not known, or (*pending) not yet.
struct origin {
  struct term array, value;
  uint64_t index; // in `array`
  struct term read[3]; // terms whose values decided it
  uint32_t n_read;
};

typedef struct term value_getter(struct support *s, struct term t, bool *pending);

static bool read64(struct support *s, value_getter *get, struct term t, struct origin *o, uint64_t *value,
                   bool *pending) {
  struct term v = get(s, t, pending);
  if (*pending || term_is_unknown(v) || !term_value64(s->tm, v, value)) return false;
  o->read[o->n_read++] = t;
  return true;
}

static bool origin_of_stores(struct support *s, struct term array, uint64_t index, struct origin *o) {
  o->array = term_child(s->tm, array, 0);
  for (uint32_t i = 1; i + 1 < term_arity(s->tm, array); i += 2) {
    uint64_t at;
    if (!term_value64(s->tm, term_child(s->tm, array, i), &at)) return false;
    if (at == index) o->value = term_child(s->tm, array, i + 1);
  }
  return true;
}

static bool origin_of_copy(struct support *s, value_getter *get, struct term array, uint64_t index, struct origin *o,
                           bool *pending) {
  uint64_t to, from, n;
  uint32_t width = sort_width(s->tm, sort_index(s->tm, term_sort(s->tm, array)));
  uint64_t mask = width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
  if (!read64(s, get, term_child(s->tm, array, 1), o, &to, pending) ||
      !read64(s, get, term_child(s->tm, array, 4), o, &n, pending))
    return false;
  if (((index - to) & mask) >= n) {
    o->array = term_child(s->tm, array, 0);
    return true;
  }
  if (!read64(s, get, term_child(s->tm, array, 3), o, &from, pending)) return false;
  o->array = term_child(s->tm, array, 2);
  o->index = (from + ((index - to) & mask)) & mask;
  return true;
}

static bool origin_of(struct support *s, value_getter *get, struct term array, uint64_t index, struct origin *o,
                      bool *pending) {
  uint64_t at;
  *o = (struct origin){.index = index};
  switch (term_kind(s->tm, array)) {
  case TERM_ARRAY_CONST: o->value = term_child(s->tm, array, 0); return true;
  case TERM_STORE:
    if (!read64(s, get, term_child(s->tm, array, 1), o, &at, pending)) return false;
    if (at == index) o->value = term_child(s->tm, array, 2);
    else o->array = term_child(s->tm, array, 0);
    return true;
  case TERM_STORES: return origin_of_stores(s, array, index, o);
  case TERM_COPY: return origin_of_copy(s, get, array, index, o, pending);
  case TERM_ITE:
    if (!read64(s, get, term_child(s->tm, array, 0), o, &at, pending)) return false;
    o->array = term_child(s->tm, array, at ? 1 : 2);
    return true;
  default: return false;
  }
}

static struct term wanted(struct support *s, struct term t, bool *pending) {
  uint64_t v = term_memo_want(&s->values, t);
  if (!v) *pending = true;
  return (struct term){(uint32_t)v};
}

// The value of the cell; 0: not yet.
static uint64_t cell_value(struct support *s, value_getter *get, struct term array, uint64_t index) {
  bool pending = false;
  while (term_kind(s->tm, array) != TERM_VAR) {
    struct origin o;
    if (!origin_of(s, get, array, index, &o, &pending)) return pending ? 0 : UINT32_MAX;
    if (!term_none(o.value)) {
      struct term v = get(s, o.value, &pending);
      return pending ? 0 : v.id;
    }
    array = o.array;
    index = o.index;
  }
  return known_cell(s, array, index).id;
}

static uint64_t select_value(struct support *s, struct term t) {
  bool pending = false;
  uint64_t index;
  struct term at = wanted(s, term_child(s->tm, t, 1), &pending);
  if (pending) return 0;
  if (term_is_unknown(at) || !term_value64(s->tm, at, &index)) return UINT32_MAX;
  return cell_value(s, wanted, term_child(s->tm, t, 0), index);
}

// AND and OR: one child may decide it.
static uint64_t junction_value(struct support *s, struct term t) {
  struct term decides = term_bool(s->tm, term_kind(s->tm, t) == TERM_OR);
  bool pending = false, unknown = false;
  for (uint32_t i = 0; i < term_arity(s->tm, t); i++) {
    bool not_yet = false;
    struct term v = wanted(s, term_child(s->tm, t, i), &not_yet);
    if (!not_yet && term_same(v, decides)) return decides.id;
    pending = pending || not_yet;
    unknown = unknown || term_is_unknown(v);
  }
  if (pending) return 0;
  return unknown ? UINT32_MAX : term_bool(s->tm, !term_is_true(s->tm, decides)).id;
}

static uint64_t ite_value(struct support *s, struct term t) {
  bool pending = false;
  struct term c = wanted(s, term_child(s->tm, t, 0), &pending);
  if (pending) return 0;
  if (term_is_unknown(c)) return UINT32_MAX;
  struct term v = wanted(s, term_child(s->tm, t, term_is_true(s->tm, c) ? 1 : 2), &pending);
  return pending ? 0 : v.id;
}

#define ARITY_MAX 8

static uint64_t operation_value(struct support *s, struct term t) {
  struct term children[ARITY_MAX];
  uint32_t n = term_arity(s->tm, t);
  if (n > ARITY_MAX) return UINT32_MAX;
  if (!term_memo_want_children(&s->values, s->tm, t)) return 0;
  for (uint32_t i = 0; i < n; i++) {
    children[i] = term_memo_term(&s->values, term_child(s->tm, t, i));
    if (term_is_unknown(children[i])) return UINT32_MAX;
  }
  struct term v = term_with_children(s->tm, t, children);
  return term_is_const(s->tm, v) ? v.id : UINT32_MAX;
}

static uint64_t visit_value(void *context, struct term t) {
  struct support *s = context;
  if (term_is_const(s->tm, t)) return t.id;
  switch (term_kind(s->tm, t)) {
  case TERM_VAR:
    if (is_array(s, t) || !is_program_variable(s, t)) return UINT32_MAX;
    return store_get(s->evaluator, s->store, evaluator_number(s->evaluator, t)).id;
  case TERM_AND:
  case TERM_OR: return junction_value(s, t);
  case TERM_ITE: return is_array(s, t) ? UINT32_MAX : ite_value(s, t);
  case TERM_SELECT: return select_value(s, t);
  default: return is_array(s, t) ? UINT32_MAX : operation_value(s, t);
  }
}

struct term support_value(struct support *s, struct term t) {
  return (struct term){(uint32_t)term_memo_apply(&s->values, t, visit_value, s)};
}

static struct term computed(struct support *s, struct term t, bool *pending) {
  (void)pending;
  return support_value(s, t);
}

bool support_knows(struct support *s, struct need need) {
  struct term variable = evaluator_variable(s->evaluator, need.number);
  struct term v = need.is_cell ? known_cell(s, variable, need.index) : support_value(s, variable);
  return !term_is_unknown(v);
}

// --- what values depend on ------------------------------------------------------------------------------------------

// What it costs to need what the term depends on; an estimate, from the variables in it that are not needed anyway.
static uint64_t cost_of(struct support *s, struct term t, const struct needs *have) {
  uint32_t n;
  uint64_t cost = 0;
  const uint32_t *vars = term_free_vars(s->tm, t, &n);
  for (uint32_t i = 0; i < n; i++) {
    struct context context;
    uint32_t var;
    struct term v = {vars[i]};
    if (!unfold_var_of(s->cpa->run.unfold, v, &context, &var)) continue;
    if (needs_has(have, (struct need){.number = evaluator_number(s->evaluator, v)})) continue;
    cost += tracking_cost(s->cpa->tracking, var);
  }
  return cost;
}

// Of the children with the value that decides, the cheapest.
static struct term cheapest(struct support *s, struct term t, struct term decides, const struct needs *have) {
  struct term best = TERM_NONE;
  uint64_t least = UINT64_MAX;
  for (uint32_t i = 0; i < term_arity(s->tm, t); i++) {
    struct term child = term_child(s->tm, t, i);
    if (!term_same(support_value(s, child), decides)) continue;
    uint64_t cost = cost_of(s, child, have);
    if (cost < least) best = child;
    if (cost < least) least = cost;
  }
  return best;
}

static void support_cell(struct support *s, struct term_walk *walk, struct term array, uint64_t index,
                         struct needs *out) {
  bool pending = false;
  while (term_kind(s->tm, array) != TERM_VAR) {
    struct origin o;
    bool known = origin_of(s, computed, array, index, &o, &pending);
    assert(known);
    for (uint32_t i = 0; i < o.n_read; i++) term_walk_add(walk, o.read[i]);
    if (!term_none(o.value)) {
      term_walk_add(walk, o.value);
      return;
    }
    array = o.array;
    index = o.index;
  }
  needs_add(out, (struct need){.number = evaluator_number(s->evaluator, array), .is_cell = true, .index = index});
}

// A child that alone gives the product or conjunction of bits its value.
static struct term absorbing(struct support *s, struct term t) {
  struct term zero = term_zero(s->tm, term_sort(s->tm, t));
  for (uint32_t i = 0; i < 2; i++)
    if (term_same(support_value(s, term_child(s->tm, t, i)), zero)) return term_child(s->tm, t, i);
  return TERM_NONE;
}

// Adds what the term depends on directly.
static void depend(struct support *s, struct term_walk *walk, struct term t, struct needs *out) {
  uint64_t index;
  struct term value = support_value(s, t), one = TERM_NONE;
  switch (term_kind(s->tm, t)) {
  case TERM_VAR: needs_add(out, (struct need){.number = evaluator_number(s->evaluator, t)}); return;
  case TERM_AND:
  case TERM_OR: one = cheapest(s, t, term_bool(s->tm, term_kind(s->tm, t) == TERM_OR), out); break;
  case TERM_BV_MUL:
  case TERM_BV_AND: one = absorbing(s, t); break;
  case TERM_ITE: {
    struct term c = term_child(s->tm, t, 0);
    term_walk_add(walk, c);
    one = term_child(s->tm, t, term_is_true(s->tm, support_value(s, c)) ? 1 : 2);
    break;
  }
  case TERM_SELECT:
    term_walk_add(walk, term_child(s->tm, t, 1));
    if (term_value64(s->tm, support_value(s, term_child(s->tm, t, 1)), &index))
      support_cell(s, walk, term_child(s->tm, t, 0), index, out);
    return;
  default: break;
  }
  assert(!term_is_unknown(value));
  if (!term_none(one)) term_walk_add(walk, one);
  else
    for (uint32_t i = 0; i < term_arity(s->tm, t); i++) term_walk_add(walk, term_child(s->tm, t, i));
}

static void depend_all(struct support *s, struct term_walk *walk, struct needs *out) {
  for (struct term t; term_walk_next(walk, &t);) {
    term_walk_skip(walk);
    if (!term_is_const(s->tm, t)) depend(s, walk, t, out);
  }
}

bool support_of(struct support *s, struct term t, struct needs *out) {
  if (term_is_unknown(support_value(s, t))) return false;
  struct term_walk walk = {.tm = s->tm};
  term_walk_add(&walk, t);
  depend_all(s, &walk, out);
  term_walk_release(&walk);
  return true;
}

bool support_of_cell(struct support *s, struct term array, uint64_t index, struct needs *out) {
  if (cell_value(s, computed, array, index) == UINT32_MAX) return false;
  struct term_walk walk = {.tm = s->tm};
  support_cell(s, &walk, array, index, out);
  depend_all(s, &walk, out);
  term_walk_release(&walk);
  return true;
}

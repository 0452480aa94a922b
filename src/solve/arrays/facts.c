// Which facts a query gets; see array_elimination.h.
#include "solve/arrays/auxiliary.h"
#include <stdlib.h>

enum {
  EAGER_PAIRS = 100,       // of reads of one array: up to this many congruences are given at once
  LATER_PAIRS = 50,        // the same for reads that come up in refinement
  FEW_ROUNDS = 4,          // of refinement, after which it is
  MOST_PAIRS = 1000,
  FIRST_CHUNK = 8,         // entries of a table that its first fact is about
  CHUNK_GROWTH = 4,        // by which that number grows each time the read is wrong again
  EQUATION_LEMMAS = 256,   // remembered facts about one equation that are given at once
  REMAINDER_ROUNDS = 64,
};

// --- the closure ------------------------------------------------------------------------

static void closure_init(struct closure *c, struct arrays *l, struct vec_term *facts, struct vec_term *aux) {
  *c = (struct closure){.l = l, .facts = facts, .aux = aux};
  for (uint32_t i = 0; i < facts->size; i++) map_u32_put(&c->have, facts->data[i].id, 1);
  for (uint32_t i = 0; i < aux->size; i++) map_u32_put(&c->seen, map_u32_get_or(&l->aux_of, aux->data[i].id, 0), 1);
  c->next_fact = facts->size;
  c->next_aux = aux->size;
}

static void closure_release(struct closure *c) {
  map_u32_release(&c->seen);
  map_u32_release(&c->have);
}

// The auxiliary variables of a lowered term join.
static void join(struct closure *c, struct term t) {
  uint32_t n;
  const uint32_t *vars = term_free_vars(c->l->tm, t, &n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t at = map_u32_get_or(&c->l->aux_of, vars[i], 0);
    if (!at || map_u32_find(&c->seen, at)) continue;
    map_u32_put(&c->seen, at, 1);
    vec_term_push(c->aux, (struct term){vars[i]});
  }
}

static bool add(struct closure *c, struct term fact) {
  if (term_is_true(c->l->tm, fact) || map_u32_find(&c->have, fact.id)) return false;
  map_u32_put(&c->have, fact.id, 1);
  vec_term_push(c->facts, fact);
  return true;
}

static void keep(struct arrays *l, uint32_t aux, struct term fact, uint32_t other) {
  uint64_t key = (uint64_t)aux << 32 | fact.id;
  if (map_u32_find(&l->lemma_known, key)) return;
  map_u32_put(&l->lemma_known, key, 1);
  vec_lemma_push(&l->lemmas, (struct lemma){fact, other, l->auxs.data[aux].lemmas});
  l->auxs.data[aux].lemmas = l->lemmas.size;
}

bool array_add_fact(struct closure *c, uint32_t aux, struct term fact, uint32_t other) {
  if (!add(c, fact)) return false;
  if (aux != NOT_KEPT) keep(c->l, aux, fact, other);
  if (aux != NOT_KEPT && other) keep(c->l, other - 1, fact, aux + 1); // either may join a query first
  return true;
}

// What is remembered about an auxiliary variable.
static void recall(struct closure *c, const struct aux *a) {
  struct arrays *l = c->l;
  uint32_t left = a->kind == AUX_EQUAL ? EQUATION_LEMMAS : UINT32_MAX;
  for (uint32_t at = a->lemmas; at && left; at = l->lemmas.data[at - 1].next, left--) {
    struct lemma lemma = l->lemmas.data[at - 1];
    if (!lemma.other || map_u32_find(&c->seen, lemma.other)) add(c, lemma.fact);
  }
}

static void grow(struct closure *c) {
  while (c->next_fact < c->facts->size || c->next_aux < c->aux->size) {
    if (c->next_fact < c->facts->size) {
      join(c, c->facts->data[c->next_fact++]);
      continue;
    }
    struct aux a = *array_aux(c->l, c->aux->data[c->next_aux++]);
    if (a.kind == AUX_REMAINDER) {
      struct vec_term facts = {0};
      array_remainder_facts(c->l, a, &facts);
      for (uint32_t i = 0; i < facts.size; i++) add(c, facts.data[i]);
      vec_term_release(&facts);
      join(c, a.a);
    }
    if (a.kind != AUX_EQUAL) join(c, a.b);
    recall(c, &a);
  }
}

// --- congruence -------------------------------------------------------------------------

struct cell {
  uint32_t aux, array;
  bool constant;
};
VEC_TYPE(vec_cell, struct cell)

// By array, constant indices last, then by age.
static int by_array(const void *x, const void *y) {
  const struct cell *a = x, *b = y;
  if (a->array != b->array) return a->array < b->array ? -1 : 1;
  if (a->constant != b->constant) return a->constant ? 1 : -1;
  return a->aux < b->aux ? -1 : a->aux > b->aux;
}

static struct term congruence(struct arrays *l, uint32_t x, uint32_t y) {
  struct aux a = l->auxs.data[x], b = l->auxs.data[y];
  return term_implies(l->tm, term_eq(l->tm, a.b, b.b), term_eq(l->tm, a.var, b.var));
}

static void sorted_cells(struct closure *c, struct vec_cell *cells) {
  for (uint32_t i = 0; i < c->aux->size; i++) {
    uint32_t at = map_u32_get_or(&c->l->aux_of, c->aux->data[i].id, 1) - 1;
    struct aux a = c->l->auxs.data[at];
    if (a.kind == AUX_CELL || a.kind == AUX_CUT)
      vec_cell_push(cells, (struct cell){at, a.a.id, term_is_const(c->l->tm, a.b)});
  }
  if (cells->size) qsort(cells->data, cells->size, sizeof *cells->data, by_array);
}

// All congruences of the arrays that are read at few places. They mention no new variables.
static void add_few_pairs(struct closure *c, uint32_t few) {
  struct vec_cell cells = {0};
  sorted_cells(c, &cells);
  for (uint32_t start = 0, end; start < cells.size; start = end) {
    uint64_t symbolic = 0;
    for (end = start; end < cells.size && cells.data[end].array == cells.data[start].array; end++)
      symbolic += !cells.data[end].constant;
    uint64_t pairs = symbolic * (symbolic - (symbolic > 0)) / 2 + symbolic * (end - start - symbolic);
    if (pairs > few) continue;
    for (uint32_t i = start; i < start + symbolic; i++)
      for (uint32_t j = i + 1; j < end; j++) add(c, congruence(c->l, cells.data[i].aux, cells.data[j].aux));
  }
  c->next_fact = c->facts->size;
  vec_cell_release(&cells);
}

// Reads of one array (a variable, or a term where reads are cut) at indices of one value that differ. All are compared
// with one of them, of constant index if there is one.
static bool refine_cells(struct closure *c, struct model *m) {
  struct arrays *l = c->l;
  struct vec_cell cells = {0};
  struct map_u32 first = {0}; // (array, value of the index) → cell + 1
  bool added = false;
  sorted_cells(c, &cells);
  for (uint32_t i = cells.size; i-- > 0;) {
    uint32_t at = cells.data[i].aux;
    struct aux a = l->auxs.data[at];
    uint64_t key = (uint64_t)a.a.id << 32 | model_eval(m, a.b).id;
    uint32_t other = map_u32_get_or(&first, key, 0);
    if (!other) {
      map_u32_put(&first, key, at + 1);
      continue;
    }
    if (term_same(model_get(m, a.var), model_get(m, l->auxs.data[other - 1].var))) continue;
    added |= array_add_fact(c, at, congruence(l, other - 1, at), other);
  }
  map_u32_release(&first);
  vec_cell_release(&cells);
  return added;
}

// --- reads that were cut ----------------------------------------------------------------

// A fact about the entries of a table around the index of the model: at indices from first to last the cell is what
// they say.
static bool define_table(struct closure *c, uint32_t aux, struct term stores, struct term index, uint64_t value) {
  struct arrays *l = c->l;
  struct terms *tm = l->tm;
  uint32_t n = (term_arity(tm, stores) - 1) / 2, width = term_width(tm, index),
           at = array_stores_search(l, stores, value);
  uint32_t chunk = l->auxs.data[aux].step ? l->auxs.data[aux].step : FIRST_CHUNK;
  if (at == n || array_stores_index(l, stores, at) > value) at -= at > 0; // the entry before the hole
  uint32_t from = at / chunk * chunk, to = n - from > chunk ? from + chunk : n;
  uint64_t first = from ? array_stores_index(l, stores, from) : 0,
           all = width == 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1;
  uint64_t last = to < n ? array_stores_index(l, stores, to) - 1 : all;
  struct term parts[3] = {term_ult(tm, index, term_bv(tm, width, first)), term_ult(tm, term_bv(tm, width, last), index),
                          term_eq(tm, l->auxs.data[aux].var, array_table(l, stores, index, from, to, first, last))};
  if (!array_add_fact(c, aux, term_or_n(tm, 3, parts), 0)) return false;
  if (chunk < n) l->auxs.data[aux].step = chunk * CHUNK_GROWTH;
  return true;
}

// What is missing to define the cut read (array, index) where the model goes.
static bool define(struct closure *c, struct term array, struct term index, struct term value) {
  struct arrays *l = c->l;
  if (!array_is_cut(l, array, index)) return false;
  struct term var = array_cell(l, array, index);
  uint32_t aux = map_u32_get_or(&l->aux_of, var.id, 0) - 1;
  uint64_t at;
  if (term_kind(l->tm, array) == TERM_STORES && !term_is_const(l->tm, index) && array_is_table(l, array))
    return term_value64(l->tm, value, &at) && define_table(c, aux, array, index, at);
  return array_add_fact(c, aux, term_eq(l->tm, var, array_open(l, array, index)), 0);
}

// One level down. True at the end of the way: the cell is then *cell, an original term, or that of the variable *array.
static bool descend(struct arrays *l, struct model *m, struct term *array, struct term *index, struct term *value,
                    struct term *cell) {
  struct terms *tm = l->tm;
  struct term a = *array;
  switch (term_kind(tm, a)) {
  case TERM_ARRAY_CONST: *cell = term_child(tm, a, 0); return true;
  case TERM_STORE:
    if (term_same(model_eval(m, term_child(tm, a, 1)), *value)) *cell = term_child(tm, a, 2);
    break;
  case TERM_STORES: {
    uint64_t want = 0;
    if (!term_value64(tm, *value, &want)) abort(); // covered: at most 64 bits
    uint32_t at = array_stores_search(l, a, want);
    if (at < (term_arity(tm, a) - 1) / 2 && array_stores_index(l, a, at) == want) *cell = term_child(tm, a, 2 + 2 * at);
    break;
  }
  case TERM_ITE: *array = term_child(tm, a, model_holds(m, term_child(tm, a, 0)) ? 1 : 2); return false;
  case TERM_COPY: {
    struct term d = term_child(tm, a, 1), s = term_child(tm, a, 3), offset = term_sub(tm, *value, model_eval(m, d));
    if (!term_is_true(tm, term_ult(tm, offset, model_eval(m, term_child(tm, a, 4))))) break;
    *array = term_child(tm, a, 2);
    *value = term_add(tm, offset, model_eval(m, s));
    *index = term_add(tm, term_sub(tm, *index, arrays_apply(l, d)), arrays_apply(l, s)); // as array_elimination.c does
    return false;
  }
  default: return true; // a variable
  }
  *array = term_child(tm, a, 0);
  return !term_none(*cell);
}

struct term array_follow(struct arrays *l, struct closure *c, struct model *m, struct term array, struct term index,
                         struct term value, bool *added) {
  struct term cell = TERM_NONE;
  do {
    if (c) *added |= define(c, array, index, value);
  } while (!descend(l, m, &array, &index, &value, &cell));
  if (!term_none(cell)) return model_eval(m, cell);
  return term_select(l->tm, model_get(m, array), value); // of constants: folds
}

static bool refine_cut(struct closure *c, struct model *m, uint32_t aux) {
  struct arrays *l = c->l;
  struct aux a = l->auxs.data[aux];
  struct term value = model_eval(m, a.b);
  bool added = false;
  if (!term_same(array_follow(l, NULL, m, a.a, a.b, value, NULL), model_get(m, a.var)))
    array_follow(l, c, m, a.a, a.b, value, &added);
  return added;
}

// --- the interface ------------------------------------------------------------------------

void arrays_facts(struct arrays *l, uint32_t n, const struct term *lowered, struct vec_term *facts,
                  struct vec_term *aux) {
  l->remainder_rounds = l->rounds = 0;
  if (!l->auxs.size) return;
  struct closure c;
  closure_init(&c, l, facts, aux);
  for (uint32_t i = 0; i < n; i++) join(&c, lowered[i]);
  grow(&c);
  add_few_pairs(&c, EAGER_PAIRS);
  closure_release(&c);
}

bool arrays_refine(struct arrays *l, struct vec_term *aux, struct model *model, struct vec_term *facts) {
  struct closure c;
  closure_init(&c, l, facts, aux);
  bool added = refine_cells(&c, model), remainders = false;
  for (uint32_t i = 0, n = aux->size; i < n; i++) {
    uint32_t at = map_u32_get_or(&l->aux_of, aux->data[i].id, 1) - 1;
    if (l->auxs.data[at].kind == AUX_CUT) added |= refine_cut(&c, model, at);
    if (l->auxs.data[at].kind == AUX_REMAINDER && l->remainder_rounds < REMAINDER_ROUNDS)
      remainders |= array_remainder_refine(&c, model, at);
  }
  l->remainder_rounds += remainders;
  added |= remainders;
  // Arrays that do not fit together yet say little about their equality.
  bool equations = !added;
  for (uint32_t i = 0, n = aux->size; i < n && equations; i++) {
    uint32_t at = map_u32_get_or(&l->aux_of, aux->data[i].id, 1) - 1;
    if (l->auxs.data[at].kind == AUX_EQUAL) added |= array_equal_refine(&c, model, at);
  }
  grow(&c);
  // A query that a few rounds did not decide is hard: a whole table of congruences is easier than many more rounds.
  add_few_pairs(&c, ++l->rounds < FEW_ROUNDS ? LATER_PAIRS : MOST_PAIRS);
  closure_release(&c);
  return added;
}

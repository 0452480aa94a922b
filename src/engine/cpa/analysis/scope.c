// See scope.h. What is kept at a place is computed when it is first asked for, and again when the precision has grown
// or variables have got numbers since.
#include "engine/cpa/analysis/scope.h"
#include "engine/cpa/analysis/live.h"
#include <assert.h>
#include <stdlib.h>

VEC_TYPE(vec_scoped, struct scoped)

struct scope {
  struct cpa *cpa;
  struct unfold *unfold;
  struct evaluator *evaluator;
  struct live *live;
  struct vec_scoped variables; // by number
  struct vec_u32 arrays;
  struct vec_u32 globals; // numbers: of globals and the bump pointer
  struct vec_ptr locals; // by context: struct vec_u32 of numbers, or NULL
  struct map_ptr kept; // place → struct kept
};

struct scope *scope_new(struct cpa *cpa, struct evaluator *evaluator) {
  struct scope *s = mem_zalloc(1, sizeof *s);
  s->cpa = cpa;
  s->unfold = cpa->run.unfold;
  s->evaluator = evaluator;
  s->live = live_new(cpa->run.cfa);
  return s;
}

static void kept_clear(struct kept *k) {
  for (uint32_t i = 0; i < k->cells.size; i++) vec_u64_release(&k->cells.data[i].indices);
  vec_kept_cells_clear(&k->cells);
  vec_u32_clear(&k->numbers);
}

void scope_free(struct scope *s) {
  if (!s) return;
  for (uint32_t i = 0; i < s->kept.capacity; i++) {
    if (s->kept.cells[i].key == MAP_EMPTY) continue;
    struct kept *k = s->kept.cells[i].value;
    kept_clear(k);
    vec_kept_cells_release(&k->cells);
    vec_u32_release(&k->numbers);
    mem_free(k);
  }
  for (uint32_t i = 0; i < s->locals.size; i++) {
    if (s->locals.data[i]) vec_u32_release(s->locals.data[i]);
    mem_free(s->locals.data[i]);
  }
  map_ptr_release(&s->kept);
  vec_ptr_release(&s->locals);
  vec_u32_release(&s->globals);
  vec_u32_release(&s->arrays);
  vec_scoped_release(&s->variables);
  live_free(s->live);
  mem_free(s);
}

// --- variables -----------------------------------------------------------------------------------------------------

static void add_local(struct scope *s, struct context context, uint32_t number) {
  if (s->locals.size <= context.id) vec_ptr_resize(&s->locals, context.id + 1);
  if (!s->locals.data[context.id]) s->locals.data[context.id] = mem_zalloc(1, sizeof(struct vec_u32));
  vec_u32_push(s->locals.data[context.id], number);
}

static void add_variable(struct scope *s, uint32_t number) {
  const struct cfa *cfa = s->cpa->run.cfa;
  struct scoped v = {.term = evaluator_variable(s->evaluator, number), .var = CFA_NONE};
  v.is_array = sort_kind(cfa->tm, term_sort(cfa->tm, v.term)) == SORT_ARRAY;
  if (!unfold_var_of(s->unfold, v.term, &v.context, &v.var)) {
    assert(term_same(v.term, unfold_heap(s->unfold)));
    v.var = CFA_NONE;
    v.context = CONTEXT_ROOT;
  }
  v.is_local = v.var != CFA_NONE && cfa->vars.data[v.var].function != CFA_NONE;
  vec_scoped_push(&s->variables, v);
  if (v.is_array) vec_u32_push(&s->arrays, number);
  if (v.is_local) add_local(s, v.context, number);
  else vec_u32_push(&s->globals, number);
}

static void look_at_new(struct scope *s) {
  uint32_t n = evaluator_variables(s->evaluator);
  while (s->variables.size < n) add_variable(s, s->variables.size);
}

const struct scoped *scope_variable(struct scope *s, uint32_t number) {
  if (number >= s->variables.size) look_at_new(s);
  return &s->variables.data[number];
}

const struct vec_u32 *scope_arrays(struct scope *s) {
  look_at_new(s);
  return &s->arrays;
}

bool scope_has(struct scope *s, struct place place, uint32_t number) {
  const struct scoped *v = scope_variable(s, number);
  if (!v->is_local) return true;
  for (struct context c = place.context; !context_none(c); c = unfold_parent(s->unfold, c))
    if (context_same(c, v->context)) return true;
  return false;
}

// --- what is kept ----------------------------------------------------------------------------------------------------

static int compare_u64(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

static int compare_u32(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static void keep_cells(struct kept *k, uint32_t number, uint32_t region, const struct place_precision *precision) {
  struct kept_cells cells = {.number = number};
  for (uint32_t i = 0; i < precision->cells.capacity; i++) {
    uint64_t key = precision->cells.cells[i].key, index = key ^ cell_key(region, 0);
    if (key != MAP_EMPTY && !(index >> 48)) vec_u64_push(&cells.indices, index);
  }
  if (!cells.indices.size) {
    vec_u64_release(&cells.indices);
    return;
  }
  qsort(cells.indices.data, cells.indices.size, sizeof *cells.indices.data, compare_u64);
  vec_kept_cells_push(&k->cells, cells);
}

static void keep(struct scope *s, struct kept *k, uint32_t number, const struct place_precision *precision) {
  const struct scoped *v = &s->variables.data[number];
  uint32_t tracked = v->var == CFA_NONE ? PRECISION_HEAP : v->var;
  if (!precision || map_u32_find(&precision->variables, tracked)) vec_u32_push(&k->numbers, number);
  else if (v->is_array) keep_cells(k, number, v->var, precision);
}

static void keep_globals(struct scope *s, struct kept *k, struct location location,
                         const struct place_precision *precision) {
  for (uint32_t i = 0; i < s->globals.size; i++) {
    uint32_t var = s->variables.data[s->globals.data[i]].var;
    if (var == CFA_NONE ? live_heap_at(s->live, location) : live_at(s->live, location, var))
      keep(s, k, s->globals.data[i], precision);
  }
}

// The locals of all frames; `call`: the call that the frame waits for, or none.
static void keep_locals(struct scope *s, struct kept *k, struct place place, const struct place_precision *precision) {
  struct edge call = EDGE_NONE;
  for (struct context c = place.context; !context_none(c); c = unfold_parent(s->unfold, c)) {
    const struct vec_u32 *numbers = c.id < s->locals.size ? s->locals.data[c.id] : NULL;
    for (uint32_t i = 0; numbers && i < numbers->size; i++) {
      uint32_t var = s->variables.data[numbers->data[i]].var;
      if (edge_none(call) ? live_at(s->live, place.location, var) : live_after_call(s->live, call, var))
        keep(s, k, numbers->data[i], precision);
    }
    call = unfold_call(s->unfold, c);
  }
}

static void make_kept(struct scope *s, struct kept *k, struct place place, const struct place_precision *precision) {
  kept_clear(k);
  keep_globals(s, k, place.location, precision);
  keep_locals(s, k, place, precision);
  if (k->numbers.size) qsort(k->numbers.data, k->numbers.size, sizeof *k->numbers.data, compare_u32);
  k->keys = PERSISTENT_EMPTY;
  for (uint32_t i = 0; i < k->numbers.size; i++) k->keys = persistent_put(s->cpa->pool, k->keys, k->numbers.data[i], 1);
}

const struct kept *scope_kept(struct scope *s, struct place place, const struct place_precision *precision) {
  uint64_t version = precision ? precision->version + 1 : 0, key = (uint64_t)place.context.id << 32 | place.location.id;
  look_at_new(s);
  void **known = map_ptr_find(&s->kept, key);
  struct kept *k = known ? *known : mem_zalloc(1, sizeof *k);
  if (!known) map_ptr_put(&s->kept, key, k);
  if (!known || k->version != version || k->seen != s->variables.size) make_kept(s, k, place, precision);
  k->version = version;
  k->seen = s->variables.size;
  return k;
}

// --- what stores mean --------------------------------------------------------------------------------------------

// The variable's name as the user wrote it, with the function's before it where that is not main.
static void scope_print_name(struct scope *s, uint32_t number, struct text *out) {
  const struct cfa *cfa = s->cpa->run.cfa;
  const struct scoped *v = scope_variable(s, number);
  if (v->var == CFA_NONE) {
    text_add(out, "heap");
    return;
  }
  uint32_t function = cfa->vars.data[v->var].function;
  if (function != CFA_NONE && function != cfa->main) text_printf(out, "%s::", cfa->functions.data[function].name);
  text_add(out, cfa->vars.data[v->var].name);
}

struct saying {
  struct scope *scope;
  struct persistent store;
  struct vec_term *conjuncts; // or
  struct text *out;
  bool any;
  const struct scoped *array;
  uint32_t number;
};

static void begin_entry(struct saying *say) {
  if (say->any) text_add(say->out, ", ");
  say->any = true;
  scope_print_name(say->scope, say->number, say->out);
}

static void print_value(struct saying *say, struct term value) {
  const struct cfa *cfa = say->scope->cpa->run.cfa;
  uint32_t var = scope_variable(say->scope, say->number)->var;
  text_addc(say->out, '=');
  if (term_is_const(cfa->tm, value))
    term_print_value(cfa->tm, value, var == CFA_NONE || cfa->vars.data[var].is_unsigned, say->out);
  else term_print_c(cfa->tm, value, say->out);
}

static struct term cell_of(struct saying *say, uint64_t index) {
  struct terms *tm = say->scope->cpa->run.tm;
  struct sort sort = sort_index(tm, term_sort(tm, say->array->term));
  return term_select(tm, say->array->term, term_bv(tm, sort_width(tm, sort), index));
}

static void say_cell(void *context, uint64_t index, uint32_t word) {
  struct saying *say = context;
  struct terms *tm = say->scope->cpa->run.tm;
  if (term_is_unknown((struct term){word})) return;
  if (say->conjuncts) vec_term_push(say->conjuncts, term_eq(tm, cell_of(say, index), (struct term){word}));
  else {
    begin_entry(say);
    text_printf(say->out, "[%llu]", (unsigned long long)index);
    print_value(say, (struct term){word});
  }
}

struct rebuilding {
  struct saying *say;
  struct vec_u64 indices;
  struct vec_term values;
};

static void rebuild_cell(void *context, uint64_t index, uint32_t word) {
  struct rebuilding *r = context;
  struct term value = {word};
  vec_u64_push(&r->indices, index);
  vec_term_push(&r->values, term_is_unknown(value) ? cell_of(r->say, index) : value);
}

// An array of which more than single cells is known. A cell of which nothing is known is the variable's own.
static void say_whole(struct saying *say, struct known_array array) {
  struct terms *tm = say->scope->cpa->run.tm;
  struct rebuilding r = {.say = say};
  persistent_each(say->scope->cpa->pool, array.cells, rebuild_cell, &r);
  struct term value = r.indices.size ? term_stores(tm, array.base, r.indices.size, r.indices.data, r.values.data)
                                     : array.base;
  if (say->conjuncts) vec_term_push(say->conjuncts, term_eq(tm, say->array->term, value));
  else {
    begin_entry(say);
    print_value(say, value);
  }
  vec_u64_release(&r.indices);
  vec_term_release(&r.values);
}

// Where nothing was allocated, the bump pointer is nothing to tell a user.
static bool is_heap_start(struct scope *s, struct term value) {
  const struct cfa *cfa = s->cpa->run.cfa;
  uint64_t address;
  return term_value64(cfa->tm, value, &address) && address == cfa->heap_start;
}

static void say_entry(void *context, uint64_t key, uint32_t word) {
  struct saying *say = context;
  if (key >= evaluator_variables(say->scope->evaluator)) return; // not a variable's: an analysis's own
  say->number = (uint32_t)key;
  struct scoped v = *scope_variable(say->scope, say->number);
  if (say->out && v.var == CFA_NONE && is_heap_start(say->scope, (struct term){word})) return;
  say->array = &v;
  if (v.is_array) {
    struct known_array array = store_array(say->scope->evaluator, say->store, say->number);
    if (term_same(array.base, v.term)) persistent_each(say->scope->cpa->pool, array.cells, say_cell, say);
    else say_whole(say, array);
  } else if (say->conjuncts)
    vec_term_push(say->conjuncts, term_eq(say->scope->cpa->run.tm, v.term, (struct term){word}));
  else {
    begin_entry(say);
    print_value(say, (struct term){word});
  }
}

void scope_formula(struct scope *s, struct persistent store, struct vec_term *conjuncts) {
  struct saying say = {.scope = s, .store = store, .conjuncts = conjuncts};
  persistent_each(s->cpa->pool, store, say_entry, &say);
}

void scope_print(struct scope *s, struct persistent store, struct text *out) {
  struct saying say = {.scope = s, .store = store, .out = out};
  persistent_each(s->cpa->pool, store, say_entry, &say);
}

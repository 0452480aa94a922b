// Variables and their numbers, and stores.
//
// Globals are numbered together, and so are the variables of a frame: what a step into or out of a function does to a
// store is done to a range.
#include "state/evaluate/evaluator.h"
#include "term/walk.h"
#include <assert.h>

struct evaluator *evaluator_new(struct unfold *u, struct persistents *pool, const struct evaluator_fresh *fresh) {
  struct evaluator *e = mem_zalloc(1, sizeof *e);
  e->u = u;
  e->cfa = unfold_cfa(u);
  e->tm = e->cfa->tm;
  e->pool = pool;
  e->symbolic = fresh != NULL;
  e->serial = 1;
  if (fresh) e->fresh = *fresh;
  for (uint32_t i = 0; i < e->cfa->globals.size; i++)
    evaluator_number(e, unfold_var(u, CONTEXT_ROOT, e->cfa->globals.data[i]));
  evaluator_number(e, unfold_heap(u));
  return e;
}

static void block_free(struct block *b) {
  for (uint32_t k = 0; k < b->n; k++) step_code_release(&b->codes[k]);
  mem_free(b->codes);
  unit_release(&b->guards);
  mem_free(b);
}

void evaluator_free(struct evaluator *e) {
  if (!e) return;
  for (uint32_t i = 0; i < e->blocks.capacity; i++)
    if (e->blocks.cells[i].key != MAP_EMPTY) block_free(e->blocks.cells[i].value);
  for (uint32_t i = 0; i < e->others.size; i++) block_free(e->others.data[i]);
  vec_ptr_release(&e->others);
  map_ptr_release(&e->blocks);
  map_ptr_release(&e->codes);
  map_u32_release(&e->number_of);
  map_u32_release(&e->frames);
  map_u32_release(&e->array_of);
  map_u32_release(&e->input_of);
  vec_variable_record_release(&e->variables);
  vec_array_record_release(&e->arrays);
  vec_input_record_release(&e->inputs);
  mem_free(e);
}

// --- numbers ---------------------------------------------------------------------------------------------------------

static uint32_t add_variable(struct evaluator *e, struct term t) {
  struct sort sort = term_sort(e->tm, t);
  map_u32_put(&e->number_of, t.id, e->variables.size);
  vec_variable_record_push(&e->variables, (struct variable_record){t, sort, sort_kind(e->tm, sort) == SORT_ARRAY});
  return e->variables.size - 1;
}

struct number_range evaluator_frame(struct evaluator *e, struct context context) {
  const struct vec_u32 *locals = &e->cfa->functions.data[unfold_function(e->u, context)].locals;
  uint32_t *known = map_u32_find(&e->frames, context.id);
  if (known) return (struct number_range){*known, locals->size};
  struct number_range range = {e->variables.size, locals->size};
  map_u32_put(&e->frames, context.id, range.first);
  for (uint32_t i = 0; i < locals->size; i++) add_variable(e, unfold_var(e->u, context, locals->data[i]));
  return range;
}

uint32_t evaluator_number(struct evaluator *e, struct term variable) {
  uint32_t *known = map_u32_find(&e->number_of, variable.id), var;
  if (known) return *known;
  struct context context;
  if (!unfold_var_of(e->u, variable, &context, &var) || e->cfa->vars.data[var].function == CFA_NONE)
    return add_variable(e, variable);
  evaluator_frame(e, context);
  return *map_u32_find(&e->number_of, variable.id);
}

bool evaluator_find(struct evaluator *e, struct term t, uint32_t *number) {
  struct context context;
  uint32_t *known = map_u32_find(&e->number_of, t.id), var;
  if (known) *number = *known;
  else if (unfold_var_of(e->u, t, &context, &var)) *number = evaluator_number(e, t);
  else return false;
  return true;
}

struct term evaluator_variable(const struct evaluator *e, uint32_t number) { return e->variables.data[number].term; }
uint32_t evaluator_variables(const struct evaluator *e) { return e->variables.size; }

// --- known values ---------------------------------------------------------------------------------------------------

struct value value_of_word(const struct evaluator *e, uint32_t word) {
  uint64_t bits;
  if (term_value64(e->tm, (struct term){word}, &bits)) return concrete(bits);
  if (!e->symbolic && !term_is_const(e->tm, (struct term){word})) return UNKNOWN;
  return (struct value){.term = word};
}

struct value evaluator_load(struct evaluator *e, struct persistent store, uint32_t number) {
  const struct variable_record *v = &e->variables.data[number];
  uint32_t word = persistent_get(e->pool, store, number, 0);
  if (v->is_array) {
    if (word) return concrete(word);
    return array_intern(e, (struct known_array){.base = e->symbolic ? v->term : TERM_NONE});
  }
  if (word) return value_of_word(e, word);
  return e->symbolic ? (struct value){.term = v->term.id} : UNKNOWN;
}

struct persistent evaluator_save(struct evaluator *e, struct persistent store, uint32_t number, struct value value) {
  const struct variable_record *v = &e->variables.data[number];
  if (v->is_array) {
    struct known_array a = e->arrays.data[value.bits].array;
    bool nothing = !a.cells.id && (e->symbolic ? term_same(a.base, v->term) : term_none(a.base));
    if (nothing) return persistent_remove(e->pool, store, number);
    return persistent_put(e->pool, store, number, (uint32_t)value.bits);
  }
  if (is_unknown(value) || value.term == v->term.id) return persistent_remove(e->pool, store, number);
  return persistent_put(e->pool, store, number, value_term(e->tm, v->sort, value).id);
}

void evaluator_visit(struct evaluator *e, uint64_t visit) {
  if (e->visit == visit) return;
  e->visit = visit;
  e->serial++;
}

struct value evaluator_input(struct evaluator *e, uint32_t index) {
  struct input_record *in = &e->inputs.data[index];
  if (in->serial == e->serial) return in->value;
  struct value v = UNKNOWN;
  if (e->symbolic) {
    struct term t = e->fresh.make(e->fresh.context, term_sort(e->tm, in->term), in->term);
    in = &e->inputs.data[index];
    v = in->is_array ? array_of_term(e, t) : (struct value){.term = t.id};
  } else if (in->is_array) {
    v = array_unknown(e);
  }
  in->serial = e->serial;
  return in->value = v;
}

// --- stores ----------------------------------------------------------------------------------------------------------

struct term store_get(struct evaluator *e, struct persistent store, uint32_t number) {
  const struct variable_record *v = &e->variables.data[number];
  assert(!v->is_array);
  uint32_t word = persistent_get(e->pool, store, number, 0);
  return word ? (struct term){word} : e->symbolic ? v->term : TERM_UNKNOWN;
}

struct persistent store_put(struct evaluator *e, struct persistent store, uint32_t number, struct term value) {
  const struct variable_record *v = &e->variables.data[number];
  assert(!v->is_array);
  if (term_is_unknown(value)) return store_forget(e, store, number);
  assert(e->symbolic || term_is_const(e->tm, value));
  if (term_same(value, v->term)) return persistent_remove(e->pool, store, number);
  return persistent_put(e->pool, store, number, value.id);
}

struct persistent store_forget(struct evaluator *e, struct persistent store, uint32_t number) {
  if (!e->symbolic) return persistent_remove(e->pool, store, number);
  struct variable_record v = e->variables.data[number];
  struct term t = e->fresh.make(e->fresh.context, v.sort, v.term);
  return evaluator_save(e, store, number, v.is_array ? array_of_term(e, t) : (struct value){.term = t.id});
}

struct known_array store_array(struct evaluator *e, struct persistent store, uint32_t number) {
  const struct variable_record *v = &e->variables.data[number];
  assert(v->is_array);
  uint32_t word = persistent_get(e->pool, store, number, 0);
  struct known_array a = word ? e->arrays.data[word].array : (struct known_array){.base = TERM_NONE};
  if (term_none(a.base)) a.base = v->term;
  return a;
}

struct persistent store_put_array(struct evaluator *e, struct persistent store, uint32_t number,
                                  struct known_array array) {
  assert(e->variables.data[number].is_array);
  if (!e->symbolic && !term_is_const(e->tm, array.base)) array.base = TERM_NONE;
  return evaluator_save(e, store, number, array_intern(e, array));
}

struct term store_term(struct evaluator *e, struct persistent store, uint32_t number) {
  const struct variable_record *v = &e->variables.data[number];
  if (!v->is_array) return store_get(e, store, number);
  uint32_t word = persistent_get(e->pool, store, number, 0);
  return word ? array_term(e, concrete(word)) : v->term;
}

// --- formulas --------------------------------------------------------------------------------------------------------

struct formula {
  struct evaluator *e;
  struct persistent store;
  struct term_memo memo;
};

static struct term variable_value(struct formula *f, struct term t) {
  struct evaluator *e = f->e;
  uint32_t number;
  if (!evaluator_find(e, t, &number)) return t;
  if (e->symbolic) return store_term(e, f->store, number);
  if (e->variables.data[number].is_array) return t;
  struct term known = store_get(e, f->store, number);
  return term_is_unknown(known) ? t : known;
}

// A cell of a variable at a constant index: looked up. None: it is not that, or (explicit) not known.
static struct term cell_value(struct formula *f, struct term array, struct term index) {
  struct evaluator *e = f->e;
  uint64_t at;
  uint32_t number;
  if (!evaluator_find(e, array, &number) || !term_value64(e->tm, index, &at)) return TERM_NONE;
  struct sort sort = term_sort(e->tm, array), element = sort_element(e->tm, sort);
  if (sort_kind(e->tm, element) == SORT_ARRAY) return TERM_NONE;
  struct value v = array_read(e, evaluator_load(e, f->store, number), at);
  return is_unknown(v) ? TERM_NONE : value_term(e->tm, element, v);
}

static uint64_t visit_formula(void *context, struct term t) {
  struct formula *f = context;
  struct terms *tm = f->e->tm;
  if (term_kind(tm, t) == TERM_VAR) return variable_value(f, t).id;
  uint32_t n = term_arity(tm, t);
  if (!n) return t.id;
  if (term_kind(tm, t) == TERM_SELECT && term_kind(tm, term_child(tm, t, 0)) == TERM_VAR) {
    uint64_t index = term_memo_want(&f->memo, term_child(tm, t, 1));
    if (!index) return 0;
    struct term cell = cell_value(f, term_child(tm, t, 0), (struct term){(uint32_t)index});
    if (!term_none(cell)) return cell.id;
  }
  if (!term_memo_want_children(&f->memo, tm, t)) return 0;
  struct term few[8], *children = n > 8 ? mem_alloc(n * sizeof *children) : few;
  for (uint32_t i = 0; i < n; i++) children[i] = term_memo_term(&f->memo, term_child(tm, t, i));
  struct term made = term_with_children(tm, t, children);
  if (children != few) mem_free(children);
  return made.id;
}

struct term store_formula(struct evaluator *e, struct persistent store, struct term formula) {
  struct formula f = {.e = e, .store = store};
  struct term made = {(uint32_t)term_memo_apply(&f.memo, formula, visit_formula, &f)};
  term_memo_release(&f.memo);
  return made;
}

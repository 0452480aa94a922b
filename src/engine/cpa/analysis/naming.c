// See naming.h.
//
// Arrays. Where cells of x were written, the identifier that its base is (mostly x itself, as it was at the last
// closing) is not what x is now: it is x with lost values in these cells. It is named just so, stores(x, i ↦ lost[i]):
// what is read from other cells of it can then be said, and what mentions `lost` cannot (closing_term). Likewise for
// ranges that were copied.
#include "engine/cpa/analysis/naming.h"

// An array with more cells written is not worth a name for its base.
#define CELLS_MAX 4096

struct naming {
  struct stores *stores;
  struct terms *tm;
  struct map_u32 lost; // number << 32 | count → a variable for the lost part of an array
  struct map_u32 overwritten; // number << 32 | set of cells → the array with these lost
  struct map_u32 constants; // number → cells that are all constant: those seen last, without the others
  struct vec_open_cell open;
};

struct naming *naming_new(struct stores *stores) {
  struct naming *n = mem_zalloc(1, sizeof *n);
  n->stores = stores;
  n->tm = stores->cpa->run.tm;
  return n;
}

void naming_free(struct naming *n) {
  if (!n) return;
  map_u32_release(&n->lost);
  map_u32_release(&n->overwritten);
  map_u32_release(&n->constants);
  vec_open_cell_release(&n->open);
  mem_free(n);
}

// --- values that determine an identifier ----------------------------------------------------------------------------

// What is inside of a term whose value is x, and what that is: a function of x, since the term's own is injective.
struct inside {
  struct term term, value;
  struct term fact; // about x, where the function has not all values; none: it has
};

static struct inside inside(struct terms *tm, struct term t, struct term x) {
  struct term a = term_arity(tm, t) ? term_child(tm, t, 0) : TERM_NONE;
  struct term b = term_arity(tm, t) > 1 ? term_child(tm, t, 1) : TERM_NONE;
  switch (term_kind(tm, t)) {
  case TERM_NOT: return (struct inside){.term = a, .value = term_not(tm, x)};
  case TERM_BV_NOT: return (struct inside){.term = a, .value = term_bvnot(tm, x)};
  case TERM_BV_NEG: return (struct inside){.term = a, .value = term_neg(tm, x)};
  case TERM_BV_ADD:
    if (term_is_const(tm, a)) return (struct inside){.term = b, .value = term_sub(tm, x, a)};
    break;
  case TERM_BV_XOR:
    if (term_is_const(tm, a)) return (struct inside){.term = b, .value = term_bvxor(tm, x, a)};
    break;
  case TERM_BV_ZEXT:
  case TERM_BV_SEXT: {
    struct term low = term_extract(tm, term_width(tm, a) - 1, 0, x);
    bool sign = term_kind(tm, t) == TERM_BV_SEXT;
    struct term again = sign ? term_sext(tm, low, term_width(tm, x)) : term_zext(tm, low, term_width(tm, x));
    return (struct inside){a, low, term_eq(tm, x, again)};
  }
  case TERM_ITE: {
    struct term c = term_child(tm, t, 2);
    if (!term_is_const(tm, b) || !term_is_const(tm, c) || sort_kind(tm, term_sort(tm, b)) == SORT_ARRAY) break;
    struct term first = term_eq(tm, x, b);
    return (struct inside){a, first, term_or(tm, first, term_eq(tm, x, c))};
  }
  default: break;
  }
  return (struct inside){0};
}

// The identifier that the value determines, and what it is where x is the value; none: it determines none.
struct determined {
  struct term identifier, name;
  bool facts; // x cannot be everything
};

static struct determined determine(struct terms *tm, struct term value, struct term x, struct vec_term *facts) {
  bool any = false;
  while (term_kind(tm, value) != TERM_VAR) {
    struct inside in = inside(tm, value, x);
    if (term_none(in.term)) return (struct determined){0};
    if (!term_none(in.fact)) any = true;
    if (!term_none(in.fact) && facts) vec_term_push(facts, in.fact);
    value = in.term;
    x = in.value;
  }
  return (struct determined){value, x, any};
}

static bool is_named(const struct closing *c, struct term identifier) {
  return map_u32_find(c->named, identifier.id) != NULL;
}

static void give_name(struct closing *c, struct term identifier, struct term name) {
  if (is_named(c, identifier)) return;
  map_u32_put(c->named, identifier.id, 1);
  if (!term_same(identifier, name)) substitution_set(c->names, identifier, name);
}

// x has the value: it may name an identifier.
static void name_by(struct naming *n, struct term x, struct term value, struct closing *c) {
  struct determined d = determine(n->tm, value, x, NULL);
  if (term_none(d.identifier) || is_named(c, d.identifier)) return;
  if (d.facts && c->facts) determine(n->tm, value, x, c->facts);
  give_name(c, d.identifier, d.name);
}

// Is x, with this value, what names its identifier?
static bool names_itself(struct naming *n, struct term x, struct term value, const struct closing *c, bool *facts) {
  struct determined d = determine(n->tm, value, x, NULL);
  if (term_none(d.identifier) || !is_named(c, d.identifier)) return false;
  *facts = d.facts;
  return term_same(substitution_apply(c->names, d.identifier), d.name);
}

// --- arrays ----------------------------------------------------------------------------------------------------------

struct difference {
  struct naming *naming;
  struct persistent constants;
};

static void look_at_cell(void *context, uint64_t index, uint32_t before, uint32_t now) {
  (void)before;
  struct difference *d = context;
  if (now == UINT32_MAX || term_is_const(d->naming->tm, (struct term){now})) return;
  vec_open_cell_push(&d->naming->open, (struct open_cell){index, {now}});
}

const struct vec_open_cell *naming_open_cells(struct naming *n, uint32_t number, struct persistent cells) {
  struct persistents *pool = n->stores->cpa->pool;
  struct persistent constants = {map_u32_get_or(&n->constants, number, 0)};
  n->open.size = 0;
  if (persistent_same(cells, constants)) return &n->open;
  persistent_differences(pool, constants, cells, look_at_cell, &(struct difference){n, constants});
  for (uint32_t i = 0; i < n->open.size; i++) cells = persistent_remove(pool, cells, n->open.data[i].index);
  map_u32_put(&n->constants, number, cells.id);
  return &n->open;
}

// Different lost parts have different variables: that two of them are equal must not follow.
static struct term lost_part(struct naming *n, uint32_t number, uint32_t count) {
  uint64_t key = (uint64_t)number << 32 | count;
  const uint32_t *known = map_u32_find(&n->lost, key);
  if (known) return (struct term){*known};
  struct term variable = scope_variable(n->stores->scope, number)->term;
  struct term made = term_fresh(n->tm, term_sort(n->tm, variable), "lost");
  map_u32_put(&n->lost, key, made.id);
  return made;
}

struct cell_list {
  struct naming *naming;
  uint32_t number;
  struct term from; // the array that the cells are read from
  struct vec_u64 indices;
  struct vec_term values;
};

static void list_cell(void *context, uint64_t index, uint32_t word) {
  (void)word;
  struct cell_list *l = context;
  vec_u64_push(&l->indices, index);
  vec_term_push(&l->values, term_select(l->naming->tm, l->from, stores_index(l->naming->stores, l->number, index)));
}

// The array `over` with the listed cells.
static struct term list_store(struct cell_list *l, struct term over) {
  struct term t = l->indices.size ? term_stores(l->naming->tm, over, l->indices.size, l->indices.data, l->values.data)
                                  : over;
  vec_u64_release(&l->indices);
  vec_term_release(&l->values);
  return t;
}

// The variable, with lost values in the cells; none: they are too many.
static struct term overwritten(struct naming *n, uint32_t number, struct persistent cells) {
  struct persistents *pool = n->stores->cpa->pool;
  struct term variable = scope_variable(n->stores->scope, number)->term;
  if (persistent_same(cells, PERSISTENT_EMPTY)) return variable;
  if (persistent_size(pool, cells) > CELLS_MAX) return TERM_NONE;
  uint64_t key = (uint64_t)number << 32 | persistent_domain(pool, cells).id;
  const uint32_t *known = map_u32_find(&n->overwritten, key);
  if (known) return (struct term){*known};
  struct cell_list list = {.naming = n, .number = number, .from = lost_part(n, number, 0)};
  persistent_each(pool, cells, list_cell, &list);
  struct term made = list_store(&list, variable);
  map_u32_put(&n->overwritten, key, made.id);
  return made;
}

// A part of an array's base, and what it is as far as the variable says. COPY(dst, d, src, s, n) is dst but for a
// range, which is src's: both are known in part.
struct base_parts {
  struct term target, source; // what dst and src are
};

static bool is_copy(struct terms *tm, struct term base) {
  if (term_kind(tm, base) != TERM_COPY) return false;
  return term_is_const(tm, term_child(tm, base, 1)) && term_is_const(tm, term_child(tm, base, 3)) &&
         term_is_const(tm, term_child(tm, base, 4));
}

static struct base_parts split(struct naming *n, uint32_t number, struct term copy, struct term is, uint32_t *count) {
  struct terms *tm = n->tm;
  struct term d = term_child(tm, copy, 1), s = term_child(tm, copy, 3), length = term_child(tm, copy, 4);
  struct term lost = lost_part(n, number, ++*count), other = lost_part(n, number, ++*count);
  return (struct base_parts){term_copy(tm, is, d, lost, d, length), term_copy(tm, other, s, is, d, length)};
}

static void name_base(struct naming *n, uint32_t number, struct term base, struct term is, struct closing *c) {
  uint32_t count = 0;
  while (is_copy(n->tm, base)) {
    struct base_parts parts = split(n, number, base, is, &count);
    struct term source = term_child(n->tm, base, 2);
    if (term_kind(n->tm, source) == TERM_VAR) give_name(c, source, parts.source);
    base = term_child(n->tm, base, 0);
    is = parts.target;
  }
  if (term_kind(n->tm, base) == TERM_VAR) give_name(c, base, is);
}

// The base over program variables: the variable itself where it says nothing; none: it cannot be said.
static struct term closed_base(struct naming *n, uint32_t number, struct term base, struct term is, struct closing *c) {
  struct terms *tm = n->tm;
  struct unfold *u = n->stores->cpa->run.unfold;
  struct term whole = base, variable = scope_variable(n->stores->scope, number)->term;
  // So many cells that it got no name: all that is left of it is in the variable.
  if (term_none(is) && term_kind(tm, base) == TERM_VAR && !is_named(c, base)) return variable;
  struct vec_term fills = {0}; // copies of constants, from the outermost on
  uint32_t count = 0;
  bool self = !term_none(is);
  while (self && is_copy(tm, base)) {
    struct base_parts parts = split(n, number, base, is, &count);
    struct term source = term_child(tm, base, 2);
    if (term_is_const(tm, source)) vec_term_push(&fills, base);
    else self = is_named(c, source) && term_same(substitution_apply(c->names, source), parts.source);
    base = term_child(tm, base, 0);
    is = parts.target;
  }
  self = self && is_named(c, base) && term_same(substitution_apply(c->names, base), is);
  struct term said = self ? variable : closing_term(u, c, whole);
  while (self && fills.size) {
    struct term fill = vec_term_pop(&fills);
    said = term_copy(tm, said, term_child(tm, fill, 1), term_child(tm, fill, 2), term_child(tm, fill, 3),
                     term_child(tm, fill, 4));
  }
  vec_term_release(&fills);
  return said;
}

static struct term own_cell(struct naming *n, uint32_t number, uint64_t index) {
  return term_select(n->tm, scope_variable(n->stores->scope, number)->term, stores_index(n->stores, number, index));
}

// --- first round: names ----------------------------------------------------------------------------------------------

static void name_scalars(struct naming *n, struct persistent store, const struct kept *kept, struct closing *c) {
  for (uint32_t i = 0; i < kept->numbers.size; i++) {
    struct scoped v = *scope_variable(n->stores->scope, kept->numbers.data[i]);
    if (v.is_array) continue;
    struct term value = {persistent_get(n->stores->cpa->pool, store, kept->numbers.data[i], v.term.id)};
    if (!term_is_const(n->tm, value)) name_by(n, v.term, value, c);
  }
}

// The array's former value where some cells are what they were, and nothing else is said of it.
static void name_unchanged(struct naming *n, uint32_t number, struct cell_list *list, struct closing *c) {
  if (list->indices.size) give_name(c, list->from, list_store(list, lost_part(n, number, 0)));
}

static void name_array(struct naming *n, struct persistent store, uint32_t number, struct closing *c) {
  struct term variable = scope_variable(n->stores->scope, number)->term;
  struct known_array array = {variable, PERSISTENT_EMPTY};
  if (persistent_has(n->stores->cpa->pool, store, number)) array = store_array(n->stores->evaluator, store, number);
  if (!term_is_const(n->tm, array.base)) {
    struct term is = overwritten(n, number, array.cells);
    if (!term_none(is)) name_base(n, number, array.base, is, c);
    return;
  }
  struct cell_list list = {.naming = n, .number = number, .from = variable};
  const struct vec_open_cell *open = naming_open_cells(n, number, array.cells);
  for (uint32_t i = 0; i < open->size; i++)
    if (term_same(open->data[i].value, own_cell(n, number, open->data[i].index)))
      list_cell(&list, open->data[i].index, 1);
  name_unchanged(n, number, &list, c);
}

static void name_cells(struct naming *n, struct persistent store, uint32_t number, struct closing *c) {
  if (!persistent_has(n->stores->cpa->pool, store, number)) return;
  struct known_array array = store_array(n->stores->evaluator, store, number);
  const struct vec_open_cell *open = naming_open_cells(n, number, array.cells);
  for (uint32_t i = 0; i < open->size; i++)
    name_by(n, own_cell(n, number, open->data[i].index), open->data[i].value, c);
}

static void name_kept_cells(struct naming *n, struct persistent store, const struct kept_cells *kept,
                            struct closing *c) {
  struct term variable = scope_variable(n->stores->scope, kept->number)->term;
  struct known_array array = {variable, PERSISTENT_EMPTY};
  if (persistent_has(n->stores->cpa->pool, store, kept->number))
    array = store_array(n->stores->evaluator, store, kept->number);
  struct cell_list list = {.naming = n, .number = kept->number, .from = variable};
  for (uint32_t i = 0; i < kept->indices.size; i++) {
    struct term value = stores_cell(n->stores, kept->number, &array, kept->indices.data[i]);
    struct term own = own_cell(n, kept->number, kept->indices.data[i]);
    if (term_is_unknown(value) || term_same(value, own)) list_cell(&list, kept->indices.data[i], 1);
    else if (!term_is_const(n->tm, value)) name_by(n, own, value, c);
  }
  name_unchanged(n, kept->number, &list, c);
}

// --- names by variables that are not kept ----------------------------------------------------------------------------

struct fallback {
  struct naming *naming;
  struct persistent store;
  struct place place;
  struct closing *c;
  struct map_u32 missing; // identifiers of kept values that have no name
  struct vec_term order; // the same, as they were found
};

static void miss(struct fallback *f, struct term value) {
  uint32_t n;
  const uint32_t *identifiers = term_free_vars(f->naming->tm, value, &n);
  for (uint32_t i = 0; i < n; i++) {
    struct term identifier = {identifiers[i]};
    if (is_named(f->c, identifier) || map_u32_find(&f->missing, identifier.id)) continue;
    map_u32_put(&f->missing, identifier.id, 1);
    vec_term_push(&f->order, identifier);
  }
}

static void miss_kept(struct fallback *f, const struct kept *kept) {
  struct stores *s = f->naming->stores;
  for (uint32_t i = 0; i < kept->numbers.size; i++) {
    uint32_t number = kept->numbers.data[i];
    if (!persistent_has(s->cpa->pool, f->store, number)) continue;
    if (!scope_variable(s->scope, number)->is_array) {
      miss(f, store_get(s->evaluator, f->store, number));
      continue;
    }
    struct known_array array = store_array(s->evaluator, f->store, number);
    const struct vec_open_cell *open = naming_open_cells(f->naming, number, array.cells);
    miss(f, array.base);
    for (uint32_t k = 0; k < open->size; k++) miss(f, open->data[k].value);
  }
}

static void name_by_other(void *context, uint64_t key, uint32_t word) {
  struct fallback *f = context;
  struct stores *s = f->naming->stores;
  if (key >= evaluator_variables(s->evaluator) || scope_variable(s->scope, (uint32_t)key)->is_array) return;
  struct determined d =
      determine(f->naming->tm, (struct term){word}, scope_variable(s->scope, (uint32_t)key)->term, NULL);
  if (term_none(d.identifier) || !map_u32_find(&f->missing, d.identifier.id)) return;
  if (scope_has(s->scope, f->place, (uint32_t)key))
    name_by(f->naming, scope_variable(s->scope, (uint32_t)key)->term, (struct term){word}, f->c);
}

// A variable that has not changed since the last closing.
static void name_by_itself(struct fallback *f, struct term identifier) {
  struct stores *s = f->naming->stores;
  struct context context;
  uint32_t var;
  if (!unfold_var_of(s->cpa->run.unfold, identifier, &context, &var)) return;
  uint32_t number = evaluator_number(s->evaluator, identifier);
  if (!persistent_has(s->cpa->pool, f->store, number) && scope_has(s->scope, f->place, number))
    give_name(f->c, identifier, identifier);
}

static void name_by_others(struct naming *n, struct persistent store, struct place place, const struct kept *kept,
                           struct closing *c) {
  struct fallback f = {.naming = n, .store = store, .place = place, .c = c};
  miss_kept(&f, kept);
  if (f.order.size) persistent_each(n->stores->cpa->pool, store, name_by_other, &f);
  for (uint32_t i = 0; i < f.order.size; i++)
    if (!is_named(c, f.order.data[i])) name_by_itself(&f, f.order.data[i]);
  map_u32_release(&f.missing);
  vec_term_release(&f.order);
}

void naming_name(struct naming *n, struct persistent store, struct place place, const struct place_precision *precision,
                 struct closing *c) {
  const struct kept *kept = scope_kept(n->stores->scope, place, precision);
  name_scalars(n, store, kept, c);
  for (uint32_t i = 0; i < kept->numbers.size; i++)
    if (scope_variable(n->stores->scope, kept->numbers.data[i])->is_array) {
      name_array(n, store, kept->numbers.data[i], c);
      name_cells(n, store, kept->numbers.data[i], c);
    }
  for (uint32_t i = 0; i < kept->cells.size; i++) name_kept_cells(n, store, &kept->cells.data[i], c);
  if (!precision) name_by_others(n, store, place, kept, c);
}

// --- second round: the state over names ------------------------------------------------------------------------------

struct second_round {
  struct naming *naming;
  struct persistent store, out;
  struct closing *c;
  bool facts_are_kept; // somebody keeps them
  bool exact;
};

// The value of x over program variables: x itself where nothing more is known, or can be said.
static struct term say(struct second_round *r, struct term x, struct term value) {
  bool facts = false;
  if (term_is_const(r->naming->tm, value)) return value;
  if (names_itself(r->naming, x, value, r->c, &facts)) {
    if (facts && !r->facts_are_kept) r->exact = false;
    return x;
  }
  struct term said = closing_term(r->naming->stores->cpa->run.unfold, r->c, value);
  if (term_none(said)) r->exact = false;
  return term_none(said) ? x : said;
}

static void close_scalar(struct second_round *r, uint32_t number) {
  struct stores *s = r->naming->stores;
  struct term x = scope_variable(s->scope, number)->term;
  struct term value = say(r, x, (struct term){persistent_get(s->cpa->pool, r->store, number, x.id)});
  if (!term_same(value, x)) r->out = store_put(s->evaluator, r->out, number, value);
}

static void put_array(struct second_round *r, uint32_t number, struct known_array array) {
  struct stores *s = r->naming->stores;
  if (term_same(array.base, scope_variable(s->scope, number)->term) && persistent_same(array.cells, PERSISTENT_EMPTY))
    return;
  r->out = store_put_array(s->evaluator, r->out, number, array);
}

static void close_array(struct second_round *r, uint32_t number) {
  struct naming *n = r->naming;
  struct stores *s = n->stores;
  struct term x = scope_variable(s->scope, number)->term;
  struct known_array array = {x, PERSISTENT_EMPTY};
  if (persistent_has(s->cpa->pool, r->store, number)) array = store_array(s->evaluator, r->store, number);
  struct term base = array.base;
  if (!term_is_const(n->tm, base)) base = closed_base(n, number, base, overwritten(n, number, array.cells), r->c);
  if (term_none(base)) r->exact = false;
  struct known_array closed = {term_none(base) ? x : base, array.cells};
  const struct vec_open_cell *open = naming_open_cells(n, number, array.cells);
  for (uint32_t i = 0; i < open->size; i++) {
    struct term own = own_cell(n, number, open->data[i].index), value = say(r, own, open->data[i].value);
    // Over another base even a cell of which nothing is known must be there.
    if (term_same(value, own) && term_same(closed.base, x))
      closed.cells = persistent_remove(s->cpa->pool, closed.cells, open->data[i].index);
    else closed.cells = persistent_put(s->cpa->pool, closed.cells, open->data[i].index, value.id);
  }
  put_array(r, number, closed);
}

static void close_cells(struct second_round *r, const struct kept_cells *kept) {
  struct stores *s = r->naming->stores;
  if (!persistent_has(s->cpa->pool, r->store, kept->number)) return;
  struct known_array array = store_array(s->evaluator, r->store, kept->number);
  struct known_array closed = {scope_variable(s->scope, kept->number)->term, PERSISTENT_EMPTY};
  for (uint32_t i = 0; i < kept->indices.size; i++) {
    struct term own = own_cell(r->naming, kept->number, kept->indices.data[i]);
    struct term value = stores_cell(s, kept->number, &array, kept->indices.data[i]);
    if (term_is_unknown(value)) continue;
    value = say(r, own, value);
    if (!term_same(value, own))
      closed.cells = persistent_put(s->cpa->pool, closed.cells, kept->indices.data[i], value.id);
  }
  put_array(r, kept->number, closed);
}

struct persistent naming_closed(struct naming *n, struct persistent store, struct place place,
                                const struct place_precision *precision, struct closing *c, bool *exact) {
  const struct kept *kept = scope_kept(n->stores->scope, place, precision);
  uint32_t index;
  struct second_round r = {.naming = n, .store = store, .c = c, .exact = true};
  r.facts_are_kept = c->facts && cpa_find(n->stores->cpa, "constraints", &index);
  for (uint32_t i = 0; i < kept->numbers.size; i++) {
    if (scope_variable(n->stores->scope, kept->numbers.data[i])->is_array) close_array(&r, kept->numbers.data[i]);
    else close_scalar(&r, kept->numbers.data[i]);
  }
  for (uint32_t i = 0; i < kept->cells.size; i++) close_cells(&r, &kept->cells.data[i]);
  if (!r.exact || (precision && !persistent_same(r.out, store))) *exact = false;
  return r.out;
}

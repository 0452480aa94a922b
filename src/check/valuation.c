// See valuation.h.
#include "check/valuation.h"
#include "term/walk.h"
#include <stdlib.h>

enum part_kind { PART_TERM, PART_VARIABLE, PART_MADE };

// A part of compiled terms. Children come before it.
struct valuation_part {
  struct term term;
  enum part_kind kind;
  uint32_t number; // of a variable
  const uint32_t *children; // of what is made: parts
};
VEC_TYPE(vec_valuation_part, struct valuation_part)

struct valuation_code {
  uint32_t n_parts, n_terms;
  const struct valuation_part *parts;
  const uint32_t *results; // by term: its part
  const uint32_t *ends; // by term: behind the parts that it and those before it need
};

void valuation_init(struct valuation *v, struct terms *tm) {
  *v = (struct valuation){.tm = tm};
  arena_init(&v->arena);
}

void valuation_release(struct valuation *v) {
  map_u32_release(&v->numbers);
  vec_u32_release(&v->values);
  vec_u64_release(&v->trail);
  map_ptr_release(&v->codes);
  arena_release(&v->arena);
  vec_term_release(&v->parts);
  vec_term_release(&v->children);
  vec_u32_release(&v->used);
}

// --- values ------------------------------------------------------------------------------------------------------

static uint32_t number_of(struct valuation *v, struct term variable) {
  const uint32_t *known = map_u32_find(&v->numbers, variable.id);
  if (known) return *known;
  assert(term_kind(v->tm, variable) == TERM_VAR);
  uint32_t number = v->values.size;
  map_u32_put(&v->numbers, variable.id, number);
  vec_u32_push(&v->values, variable.id);
  return number;
}

struct term valuation_get(const struct valuation *v, struct term variable) {
  const uint32_t *number = map_u32_find(&v->numbers, variable.id);
  return number ? (struct term){v->values.data[*number]} : variable;
}

static void set_number(struct valuation *v, uint32_t number, struct term value) {
  vec_u64_push(&v->trail, (uint64_t)number << 32 | v->values.data[number]);
  v->values.data[number] = value.id;
}

void valuation_set(struct valuation *v, struct term variable, struct term value) {
  set_number(v, number_of(v, variable), value);
}

void valuation_undo(struct valuation *v, uint32_t mark) {
  while (v->trail.size > mark) {
    uint64_t entry = vec_u64_pop(&v->trail);
    v->values.data[entry >> 32] = (uint32_t)entry;
  }
}

// --- compiled terms ----------------------------------------------------------------------------------------------

struct compiler {
  struct valuation *v;
  struct term_memo memo; // term → its part + 1
  struct vec_valuation_part parts;
};

static uint64_t compile_part(void *context, struct term t) {
  struct compiler *c = context;
  struct valuation *v = c->v;
  struct valuation_part part = {.term = t, .kind = PART_TERM};
  uint32_t n = term_is_const(v->tm, t) ? 0 : term_arity(v->tm, t);
  if (term_kind(v->tm, t) == TERM_VAR) {
    part.kind = PART_VARIABLE;
    part.number = number_of(v, t);
  } else if (n) {
    if (!term_memo_want_children(&c->memo, v->tm, t)) return 0;
    uint32_t *children = arena_alloc(&v->arena, n * sizeof *children);
    for (uint32_t i = 0; i < n; i++) children[i] = (uint32_t)term_memo_get(&c->memo, term_child(v->tm, t, i)) - 1;
    part.kind = PART_MADE;
    part.children = children;
  }
  vec_valuation_part_push(&c->parts, part);
  return c->parts.size;
}

const struct valuation_code *valuation_compile(struct valuation *v, uint32_t n, const struct term *terms) {
  struct compiler c = {.v = v};
  struct valuation_code *code = arena_alloc(&v->arena, sizeof *code);
  uint32_t *results = arena_alloc(&v->arena, (n + 1) * sizeof *results);
  uint32_t *ends = arena_alloc(&v->arena, (n + 1) * sizeof *ends);
  for (uint32_t i = 0; i < n; i++) {
    results[i] = (uint32_t)term_memo_apply(&c.memo, terms[i], compile_part, &c) - 1;
    ends[i] = c.parts.size;
  }
  struct valuation_part *parts = arena_alloc(&v->arena, (c.parts.size + 1) * sizeof *parts);
  for (uint32_t i = 0; i < c.parts.size; i++) parts[i] = c.parts.data[i];
  *code = (struct valuation_code){c.parts.size, n, parts, results, ends};
  term_memo_release(&c.memo);
  vec_valuation_part_release(&c.parts);
  return code;
}

static struct term run_part(struct valuation *v, const struct valuation_part *part) {
  switch (part->kind) {
  case PART_TERM: return part->term;
  case PART_VARIABLE: return (struct term){v->values.data[part->number]};
  case PART_MADE: break;
  }
  uint32_t n = term_arity(v->tm, part->term);
  vec_term_reserve(&v->children, n);
  for (uint32_t i = 0; i < n; i++) v->children.data[i] = v->parts.data[part->children[i]];
  return term_with_children(v->tm, part->term, v->children.data);
}

static void run_parts(struct valuation *v, const struct valuation_code *code, uint32_t from, uint32_t to) {
  vec_term_reserve(&v->parts, code->n_parts);
  for (uint32_t i = from; i < to; i++) v->parts.data[i] = run_part(v, &code->parts[i]);
}

void valuation_run(struct valuation *v, const struct valuation_code *code, uint32_t first, uint32_t end,
                   struct vec_term *out) {
  assert(first <= end && end <= code->n_terms);
  if (first == end) return;
  run_parts(v, code, first ? code->ends[first - 1] : 0, code->ends[end - 1]);
  for (uint32_t i = first; i < end; i++) vec_term_push(out, v->parts.data[code->results[i]]);
}

// The commonest formulas of states, without code: a variable or a cell is equal to a constant. None: not of that form.
static struct term apply_equality(struct valuation *v, struct term t) {
  if (term_kind(v->tm, t) != TERM_EQ) return TERM_NONE;
  struct term a = term_child(v->tm, t, 0), b = term_child(v->tm, t, 1), value;
  if (!term_is_const(v->tm, a)) return TERM_NONE;
  if (term_kind(v->tm, b) == TERM_VAR) {
    value = valuation_get(v, b);
  } else if (term_kind(v->tm, b) == TERM_SELECT && term_kind(v->tm, term_child(v->tm, b, 0)) == TERM_VAR &&
             term_is_const(v->tm, term_child(v->tm, b, 1))) {
    value = term_select(v->tm, valuation_get(v, term_child(v->tm, b, 0)), term_child(v->tm, b, 1));
  } else {
    return TERM_NONE;
  }
  return term_same(a, value) ? term_true(v->tm) : term_eq(v->tm, a, value);
}

struct term valuation_apply(struct valuation *v, struct term t) {
  if (term_is_const(v->tm, t)) return t;
  if (term_kind(v->tm, t) == TERM_VAR) return valuation_get(v, t);
  struct term quick = apply_equality(v, t);
  if (!term_none(quick)) return quick;
  const struct valuation_code *code = map_ptr_get_or(&v->codes, t.id, NULL);
  if (!code) {
    code = valuation_compile(v, 1, &t);
    map_ptr_put(&v->codes, t.id, (void *)code);
  }
  run_parts(v, code, 0, code->n_parts);
  return v->parts.data[code->results[0]];
}

// --- assumptions -------------------------------------------------------------------------------------------------

// A cell at a constant index with a constant value.
struct known_cell {
  struct term array, value, conjunct;
  uint64_t index;
};
VEC_TYPE(vec_known_cell, struct known_cell)

static bool has_value(struct valuation *v, struct term variable) {
  return !term_same(valuation_get(v, variable), variable);
}

static void use(struct valuation *v, struct term value) {
  uint32_t n;
  const uint32_t *variables = term_free_vars(v->tm, value, &n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t number = number_of(v, (struct term){variables[i]});
    if (v->used.size <= number) vec_u32_resize(&v->used, number + 1);
    v->used.data[number] = v->assumed;
  }
}

static bool is_used(struct valuation *v, struct term variable) {
  uint32_t number = number_of(v, variable);
  return number < v->used.size && v->used.data[number] == v->assumed;
}

// A variable is a constant: it becomes its value. False: the conjunct does not say that.
static bool assume_constant(struct valuation *v, struct term conjunct) {
  enum term_kind kind = term_kind(v->tm, conjunct);
  struct term variable = conjunct, value = term_true(v->tm);
  if (kind == TERM_NOT) {
    variable = term_child(v->tm, conjunct, 0);
    value = term_false(v->tm);
  } else if (kind == TERM_EQ) {
    value = term_child(v->tm, conjunct, 0);
    variable = term_child(v->tm, conjunct, 1);
  }
  if (term_kind(v->tm, variable) != TERM_VAR || !term_is_const(v->tm, value) || has_value(v, variable)) return false;
  valuation_set(v, variable, value);
  return true;
}

static bool is_known_cell(struct valuation *v, struct term conjunct, struct known_cell *out) {
  if (term_kind(v->tm, conjunct) != TERM_EQ) return false;
  struct term value = term_child(v->tm, conjunct, 0), cell = term_child(v->tm, conjunct, 1);
  if (!term_is_const(v->tm, value) || term_kind(v->tm, cell) != TERM_SELECT) return false;
  *out = (struct known_cell){.array = term_child(v->tm, cell, 0), .value = value, .conjunct = conjunct};
  return term_kind(v->tm, out->array) == TERM_VAR && term_value64(v->tm, term_child(v->tm, cell, 1), &out->index) &&
         sort_kind(v->tm, term_sort(v->tm, term_child(v->tm, cell, 1))) == SORT_BV;
}

static int by_place(const void *a, const void *b) {
  const struct known_cell *x = a, *y = b;
  if (x->array.id != y->array.id) return x->array.id < y->array.id ? -1 : 1;
  if (x->index != y->index) return x->index < y->index ? -1 : 1;
  return x->conjunct.id < y->conjunct.id ? -1 : x->conjunct.id > y->conjunct.id;
}

// The cells of one array, by ascending index; of two for the same index the second is left over.
static void assume_array(struct valuation *v, uint32_t n, const struct known_cell *cells, struct vec_term *left) {
  struct term array = cells[0].array;
  struct vec_u64 indices = {0};
  struct vec_term values = {0};
  bool constant = has_value(v, array); // the array as a whole is
  for (uint32_t i = 0; i < n; i++) {
    if (constant || (i && cells[i - 1].index == cells[i].index)) {
      vec_term_push(left, cells[i].conjunct);
      continue;
    }
    vec_u64_push(&indices, cells[i].index);
    vec_term_push(&values, cells[i].value);
  }
  if (!constant) {
    valuation_set(v, array, term_stores(v->tm, array, indices.size, indices.data, values.data));
    use(v, array);
  }
  vec_u64_release(&indices);
  vec_term_release(&values);
}

static void assume_cells(struct valuation *v, struct vec_known_cell *cells, struct vec_term *left) {
  if (cells->size) qsort(cells->data, cells->size, sizeof *cells->data, by_place);
  for (uint32_t i = 0, end; i < cells->size; i = end) {
    end = i + 1;
    while (end < cells->size && term_same(cells->data[end].array, cells->data[i].array)) end++;
    assume_array(v, end - i, cells->data + i, left);
  }
}

// A variable is equal to a term without it: that becomes its value if no other value has the variable.
static bool assume_definition(struct valuation *v, struct term variable, struct term t) {
  if (term_kind(v->tm, variable) != TERM_VAR || has_value(v, variable) || is_used(v, variable)) return false;
  struct term value = valuation_apply(v, t);
  if (term_mentions(v->tm, value, variable)) return false;
  valuation_set(v, variable, value);
  use(v, value);
  return true;
}

static bool assume_equality(struct valuation *v, struct term conjunct) {
  if (term_kind(v->tm, conjunct) != TERM_EQ) return false;
  struct term a = term_child(v->tm, conjunct, 0), b = term_child(v->tm, conjunct, 1);
  return assume_definition(v, b, a) || assume_definition(v, a, b);
}

void valuation_assume(struct valuation *v, uint32_t n, const struct term *conjuncts, struct vec_term *rest) {
  struct vec_known_cell cells = {0};
  struct vec_term left = {0};
  struct known_cell cell;
  v->assumed++;
  for (uint32_t i = 0; i < n; i++) {
    if (is_known_cell(v, conjuncts[i], &cell)) vec_known_cell_push(&cells, cell);
    else if (!assume_constant(v, conjuncts[i])) vec_term_push(&left, conjuncts[i]);
  }
  assume_cells(v, &cells, &left);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < left.size; i++)
    if (!assume_equality(v, left.data[i])) left.data[kept++] = left.data[i];
  for (uint32_t i = 0; i < kept; i++) {
    struct term t = valuation_apply(v, left.data[i]);
    if (!term_is_true(v->tm, t)) vec_term_push(rest, t);
  }
  vec_known_cell_release(&cells);
  vec_term_release(&left);
}

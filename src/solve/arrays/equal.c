// Equality of arrays; see array_elimination.h.
#include "solve/arrays/auxiliary.h"
#include <stdlib.h>

enum {
  FEW_STORES = 16,        // over a common base, at any index: the equation is taken apart at once
  FEW_CONSTANT = 1024,    // the same if all indices are constants
  FIRST_BATCH = 4,        // indices at which arrays that should be equal are made so, doubled each time
  LAST_BATCH = 4096,
  NEARBY = 4096,          // as far from an index that plays a part another one is named after it
  MAX_PLACES = 20000,     // parts of an array that are looked through for names of an index
};

static uint64_t mask_bits(uint32_t width) { return width == 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1; }
static uint64_t mask_of(struct terms *tm, struct term array) {
  return mask_bits(sort_width(tm, sort_index(tm, term_sort(tm, array))));
}

// --- equations that need no variable -----------------------------------------------------

// Down through stores; their indices go to `indices`. False if there are too many.
static bool peel(struct terms *tm, struct term *array, struct vec_term *indices, bool *constant) {
  for (;;) {
    enum term_kind kind = term_kind(tm, *array);
    if (kind != TERM_STORE && kind != TERM_STORES) return true;
    uint32_t n = kind == TERM_STORE ? 1 : (term_arity(tm, *array) - 1) / 2;
    if (n > FEW_CONSTANT) return false;
    for (uint32_t i = 0; i < n; i++) vec_term_push(indices, term_child(tm, *array, 1 + 2 * i));
    *constant &= kind == TERM_STORES;
    if (indices->size > (*constant ? FEW_CONSTANT : FEW_STORES)) return false;
    *array = term_child(tm, *array, 0);
  }
}

// Arrays over one base are equal iff they are at the indices of their stores. So are arrays over two constant arrays
// if, besides, the constants are equal: there are fewer stores than indices, so some cell is read from both constant
// arrays.
static bool is_simple(struct terms *tm, struct term *a, struct term *b, struct vec_term *indices) {
  uint64_t mask = mask_of(tm, *a);
  bool constant = true;
  if (!peel(tm, a, indices, &constant) || !peel(tm, b, indices, &constant)) return false;
  if (a->id == b->id) return true;
  return term_kind(tm, *a) == TERM_ARRAY_CONST && term_kind(tm, *b) == TERM_ARRAY_CONST && indices->size <= mask;
}

static uint32_t take_apart(struct arrays *l, struct term a, struct term b, struct term base_a, struct term base_b,
                           const struct vec_term *indices) {
  struct terms *tm = l->tm;
  struct vec_term parts = {0};
  bool ready = true;
  if (base_a.id != base_b.id) {
    uint32_t x = array_need(l, 0, term_child(tm, base_a, 0).id), y = array_need(l, 0, term_child(tm, base_b, 0).id);
    ready = x && y;
    if (ready) vec_term_push(&parts, term_eq(tm, (struct term){x}, (struct term){y}));
  }
  for (uint32_t i = 0; i < indices->size; i++) {
    uint32_t index = array_need(l, 0, indices->data[i].id);
    uint32_t x = index ? array_need(l, a.id, index) : 0, y = index ? array_need(l, b.id, index) : 0;
    ready &= x && y;
    if (x && y) vec_term_push(&parts, term_eq(tm, (struct term){x}, (struct term){y}));
  }
  uint32_t result = ready ? term_and_n(tm, parts.size, parts.data).id : 0;
  vec_term_release(&parts);
  return result;
}

uint32_t array_equal_job(struct arrays *l, struct term t) {
  struct term a = term_child(l->tm, t, 0), b = term_child(l->tm, t, 1), base_a = a, base_b = b;
  struct vec_term indices = {0};
  uint32_t result;
  if (is_simple(l->tm, &base_a, &base_b, &indices)) result = take_apart(l, a, b, base_a, base_b, &indices);
  else result = array_add_aux(l, AUX_EQUAL, sort_bool(l->tm), "equal", a, b).id;
  vec_term_release(&indices);
  return result;
}

// --- where constant arrays differ ----------------------------------------------------------

struct piece {
  struct term array;
  uint64_t shift;
};
VEC_TYPE(vec_piece, struct piece)

struct difference {
  struct terms *tm;
  struct term a, b;
  uint64_t mask;
  uint32_t width, limit;
  struct vec_term found;   // indices
  struct map_u32 tried;    // by id of the index
};

static void try_index(struct difference *d, uint64_t at) {
  struct term index = term_bv(d->tm, d->width, at & d->mask);
  if (d->found.size >= d->limit || map_u32_find(&d->tried, index.id)) return;
  map_u32_put(&d->tried, index.id, 1);
  if (!term_same(term_select(d->tm, d->a, index), term_select(d->tm, d->b, index))) vec_term_push(&d->found, index);
}

static uint64_t constant(struct terms *tm, struct term t) {
  uint64_t value;
  if (!term_value64(tm, t, &value)) abort(); // a part of a constant array over at most 64 bits
  return value;
}

// A constant array is constant between the places where its parts begin and end. Tries all of them.
static void try_places(struct difference *d, struct term array) {
  struct terms *tm = d->tm;
  struct vec_piece stack = {0};
  struct map_u32 seen = {0};
  try_index(d, 0);
  vec_piece_push(&stack, (struct piece){array, 0});
  while (stack.size && d->found.size < d->limit) {
    struct piece p = vec_piece_pop(&stack);
    uint64_t key = (uint64_t)p.array.id << 32 | term_bv(tm, d->width, p.shift & d->mask).id;
    if (map_u32_find(&seen, key)) continue;
    map_u32_put(&seen, key, 1);
    enum term_kind kind = term_kind(tm, p.array);
    try_index(d, p.shift);
    if (kind == TERM_ARRAY_CONST) continue;
    vec_piece_push(&stack, (struct piece){term_child(tm, p.array, 0), p.shift});
    if (kind == TERM_COPY) {
      uint64_t to = constant(tm, term_child(tm, p.array, 1)), from = constant(tm, term_child(tm, p.array, 3)),
               n = constant(tm, term_child(tm, p.array, 4));
      try_index(d, to + p.shift);
      try_index(d, to + n + p.shift);
      vec_piece_push(&stack, (struct piece){term_child(tm, p.array, 2), p.shift + to - from});
    }
    for (uint32_t i = 1; kind == TERM_STORES && i < term_arity(tm, p.array) && d->found.size < d->limit; i += 2) {
      uint64_t at = constant(tm, term_child(tm, p.array, i));
      try_index(d, at + p.shift);
      try_index(d, at + 1 + p.shift);
    }
  }
  vec_piece_release(&stack);
  map_u32_release(&seen);
}

// --- names of an index ------------------------------------------------------------------------

// A part of an array: what is at an index there is at index + offset of the whole. The offset is lowered; its value is
// known.
struct place {
  struct term array, offset, value;
};
VEC_TYPE(vec_place, struct place)

struct names {
  struct closure *c;
  struct model *m;
  struct map_u32 of;          // value of an index → lowered term that has it, no constant
  struct vec_term anchors, values; // all of them, also constants
  struct vec_place tables;    // at places that are not constant
};

static void name(struct names *n, struct place p, struct term index, struct term value) {
  struct terms *tm = n->c->l->tm;
  struct term at = term_add(tm, value, p.value), sum = term_add(tm, index, p.offset);
  vec_term_push(&n->anchors, sum);
  vec_term_push(&n->values, at);
  if (!term_is_const(tm, sum) && !map_u32_find(&n->of, at.id)) map_u32_put(&n->of, at.id, sum.id);
}

static void name_cells(struct names *n, struct place p, bool any_array) {
  struct arrays *l = n->c->l;
  for (uint32_t i = 0; i < n->c->aux->size; i++) {
    struct aux a = *array_aux(l, n->c->aux->data[i]);
    if (a.kind != AUX_CELL) continue;
    if (any_array ? term_sort(l->tm, a.b).id == term_sort(l->tm, p.offset).id : a.a.id == p.array.id)
      name(n, p, a.b, model_eval(n->m, a.b));
  }
}

static void name_parts(struct names *n, struct vec_place *stack, struct place p) {
  struct arrays *l = n->c->l;
  struct terms *tm = l->tm;
  struct term first = term_arity(tm, p.array) ? term_child(tm, p.array, 0) : TERM_NONE;
  switch (term_kind(tm, p.array)) {
  case TERM_VAR: name_cells(n, p, false); return;
  case TERM_STORE: {
    struct term at = term_child(tm, p.array, 1);
    name(n, p, arrays_apply(l, at), model_eval(n->m, at));
    break;
  }
  case TERM_STORES:
    if (!term_is_const(tm, p.offset)) vec_place_push(&n->tables, p);
    for (uint32_t i = 1; i < term_arity(tm, p.array) && i < 2 * FEW_STORES; i += 2)
      name(n, p, term_child(tm, p.array, i), term_child(tm, p.array, i));
    break;
  case TERM_ITE:
    vec_place_push(stack, (struct place){term_child(tm, p.array, 2), p.offset, p.value});
    first = term_child(tm, p.array, 1);
    break;
  case TERM_COPY: {
    struct term d = term_child(tm, p.array, 1), s = term_child(tm, p.array, 3), count = term_child(tm, p.array, 4);
    struct term low_d = arrays_apply(l, d), low_s = arrays_apply(l, s), at_d = model_eval(n->m, d),
                at_s = model_eval(n->m, s);
    name(n, p, low_d, at_d);
    name(n, p, term_add(tm, low_d, arrays_apply(l, count)), term_add(tm, at_d, model_eval(n->m, count)));
    struct term offset = term_add(tm, p.offset, term_sub(tm, low_d, low_s)),
                value = term_add(tm, p.value, term_sub(tm, at_d, at_s));
    vec_place_push(stack, (struct place){term_child(tm, p.array, 2), offset, value});
    break;
  }
  default: return; // a constant array
  }
  vec_place_push(stack, (struct place){first, p.offset, p.value});
}

// The indices that play a part in an array: of its stores and copies, of reads of its variables, moved to where they
// are seen.
static void name_all(struct names *n, struct term array) {
  struct terms *tm = n->c->l->tm;
  struct vec_place stack = {0};
  struct map_u32 seen = {0};
  struct term zero = term_zero(tm, sort_index(tm, term_sort(tm, array)));
  vec_place_push(&stack, (struct place){array, zero, zero});
  while (stack.size && seen.size < MAX_PLACES) {
    struct place p = vec_place_pop(&stack);
    uint64_t key = (uint64_t)p.array.id << 32 | p.offset.id;
    if (map_u32_find(&seen, key)) continue;
    map_u32_put(&seen, key, 1);
    name_parts(n, &stack, p);
  }
  map_u32_release(&seen);
  vec_place_release(&stack);
}

// The value as the nearest index that plays a part, plus or minus a little: cells in the middle of a copy have no other
// name.
static struct term name_nearby(struct names *n, struct term value) {
  struct terms *tm = n->c->l->tm;
  uint64_t best = NEARBY, want = constant(tm, value), mask = mask_bits(term_width(tm, value));
  struct term found = value;
  for (uint32_t i = 0; i < n->anchors.size; i++) {
    uint64_t up = (want - constant(tm, n->values.data[i])) & mask, down = -up & mask, far = up < down ? up : down;
    if (far > best || (far == best && !term_is_const(tm, n->anchors.data[i]))) continue;
    best = far;
    found = term_add(tm, n->anchors.data[i], term_bv(tm, term_width(tm, value), up));
  }
  return found;
}

// A term with that value which says best why the index matters; in the end the constant itself. A fact about a constant
// would only make the back end choose another value, one after the other.
static struct term name_of(struct names *n, struct term value) {
  struct arrays *l = n->c->l;
  uint32_t known = map_u32_get_or(&n->of, value.id, 0);
  if (known) return (struct term){known};
  for (uint32_t i = 0; i < n->tables.size; i++) {
    struct place p = n->tables.data[i];
    struct term there = term_sub(l->tm, value, p.value);
    uint64_t want = constant(l->tm, there);
    uint32_t at = array_stores_search(l, p.array, want);
    if (at < (term_arity(l->tm, p.array) - 1) / 2 && array_stores_index(l, p.array, at) == want)
      return term_add(l->tm, there, p.offset);
  }
  return name_nearby(n, value);
}

// --- refinement -------------------------------------------------------------------------------

// The arrays are equal in the model, their equation is false: they differ at the witness.
static bool separate(struct closure *c, uint32_t aux) {
  struct arrays *l = c->l;
  struct terms *tm = l->tm;
  struct aux e = l->auxs.data[aux];
  if (term_none(e.witness))
    e.witness = l->auxs.data[aux].witness = term_fresh(tm, sort_index(tm, term_sort(tm, e.a)), "witness");
  struct term same = term_eq(tm, array_cell(l, e.a, e.witness), array_cell(l, e.b, e.witness));
  return array_add_fact(c, aux, term_or(tm, e.var, term_not(tm, same)), 0);
}

// The arrays differ in the model, their equation is true: they are equal at indices where they differ.
static bool unite(struct closure *c, struct model *m, uint32_t aux, struct term at_a, struct term at_b) {
  struct arrays *l = c->l;
  struct terms *tm = l->tm;
  struct aux e = l->auxs.data[aux];
  uint32_t batch = e.step ? e.step : FIRST_BATCH;
  if (batch < LAST_BATCH) l->auxs.data[aux].step = 2 * batch;
  struct difference d = {.tm = tm,
                         .a = at_a,
                         .b = at_b,
                         .mask = mask_of(tm, e.a),
                         .width = sort_width(tm, sort_index(tm, term_sort(tm, e.a))),
                         .limit = batch};
  try_places(&d, at_a);
  try_places(&d, at_b);
  struct names n = {.c = c, .m = m};
  name_all(&n, e.a);
  name_all(&n, e.b);
  struct term zero = term_bv(tm, d.width, 0);
  name_cells(&n, (struct place){TERM_NONE, zero, zero}, true);
  bool added = false;
  for (uint32_t i = 0; i < d.found.size; i++) {
    struct term value = d.found.data[i], index = name_of(&n, value);
    struct term same = term_eq(tm, array_cell(l, e.a, index), array_cell(l, e.b, index));
    added |= array_add_fact(c, aux, term_implies(tm, e.var, same), 0);
    array_follow(l, c, m, e.a, index, value, &added);
    array_follow(l, c, m, e.b, index, value, &added);
  }
  map_u32_release(&n.of);
  vec_place_release(&n.tables);
  vec_term_release(&n.anchors);
  vec_term_release(&n.values);
  vec_term_release(&d.found);
  map_u32_release(&d.tried);
  return added;
}

bool array_equal_refine(struct closure *c, struct model *m, uint32_t aux) {
  struct terms *tm = c->l->tm;
  struct aux e = c->l->auxs.data[aux];
  bool holds = model_holds(m, e.var);
  struct term a = model_eval(m, e.a), b = model_eval(m, e.b);
  if (holds == term_is_true(tm, term_eq(tm, a, b))) return false;
  return holds ? unite(c, m, aux, a, b) : separate(c, aux);
}

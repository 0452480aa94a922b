// Models and evaluation.
//
// Values of at most 64 bits are computed on machine words and never become
// terms; wide values, integers and arrays are constant terms made by
// term_fold. Evaluation keeps an explicit stack of frames. A frame looks its
// children up in the memo, pushes the first one that is missing and continues
// where it was when that one is done. ite, and, or and select only ask for the
// children that decide them: select walks down its array, so that reading from
// a chain of stores builds no arrays.
#include "term/model.h"
#include "term/float/ieee.h"
#include "term/node.h"
#include "term/rewrite/constructors.h"
#include <stdlib.h>

struct value {
  uint32_t term;  // 0: `bits`
  uint64_t bits;  // Bool as 0 or 1, bit-vectors zero-extended, floats as their bits
};
MAP_TYPE(memo, struct value)

struct frame {
  uint32_t term;
  uint32_t next;    // children before this one are in the memo
  uint32_t cursor;  // SELECT: the array the walk is at, 0 before it starts
  uint64_t index;   // SELECT: the index to read there
};
VEC_TYPE(vec_frame, struct frame)

// Values lie in layers that models share: a merge puts the few values of `over` in a layer of its own above the many of
// `under`. A layer is at most half as large as the one below it, or they are joined, so there are few layers and a
// merge costs what is new (and now and then a join). The upper value counts.
struct layer {
  uint32_t references;
  struct map_u32 values; // variable → constant
  struct layer *below;
};

struct model {
  struct terms *tm;
  uint32_t references;
  struct layer *layers; // the first one is this model's own until it is shared
  struct memo memo; // no leaves
  struct vec_frame stack; // empty between evaluations
};

// Above this many entries a memo is given up rather than grown.
#define MEMO_LIMIT (1u << 20)

static struct layer *layer_new(struct layer *below) {
  struct layer *layer = mem_zalloc(1, sizeof *layer);
  layer->references = 1;
  layer->below = below;
  return layer;
}

static void layer_unref(struct layer *layer) {
  while (layer && !--layer->references) {
    struct layer *below = layer->below;
    map_u32_release(&layer->values);
    mem_free(layer);
    layer = below;
  }
}

static uint32_t *layer_find(const struct layer *layer, uint32_t var) {
  for (; layer; layer = layer->below) {
    uint32_t *value = map_u32_find(&layer->values, var);
    if (value) return value;
  }
  return NULL;
}

struct model *model_new(struct terms *tm) {
  struct model *m = mem_zalloc(1, sizeof *m);
  m->tm = tm;
  m->references = 1;
  m->layers = layer_new(NULL);
  return m;
}

struct model *model_ref(struct model *m) {
  m->references++;
  return m;
}

void model_unref(struct model *m) {
  if (!m || --m->references) return;
  layer_unref(m->layers);
  memo_release(&m->memo);
  vec_frame_release(&m->stack);
  mem_free(m);
}

void model_set(struct model *m, struct term var, struct term value) {
  assert(m->references == 1);
  assert(is_kind(m->tm, var, TERM_VAR) && is_const(m->tm, value) && same_sort(m->tm, var, value));
  if (m->memo.size) memo_clear(&m->memo);
  if (m->layers->references > 1) { // shared with a model merged from this one
    m->layers = layer_new(m->layers); // which takes over this model's reference
  }
  map_u32_put(&m->layers->values, var.id, array_canonical(m->tm, value).id);
}

bool model_has(const struct model *m, struct term var) { return layer_find(m->layers, var.id) != NULL; }

struct term term_zero(struct terms *tm, struct sort s) {
  switch (sort_kind(tm, s)) {
  case SORT_BOOL: return term_false(tm);
  case SORT_BV: return term_bv(tm, sort_width(tm, s), 0);
  case SORT_FLOAT: return term_float_bits64(tm, s, 0);
  case SORT_INT: return term_int64(tm, 0);
  case SORT_ARRAY: return term_array_const(tm, s, term_zero(tm, sort_element(tm, s)));
  }
  return TERM_NONE;
}

size_t model_own_bytes(const struct model *m) {
  size_t bytes = sizeof *m + m->memo.capacity * sizeof *m->memo.cells + m->stack.capacity * sizeof *m->stack.data;
  for (const struct layer *l = m->layers; l && l->references == 1; l = l->below)
    bytes += sizeof *l + l->values.capacity * sizeof *l->values.cells;
  return bytes;
}

struct term model_get(struct model *m, struct term var) {
  uint32_t *value = layer_find(m->layers, var.id);
  return value ? (struct term){*value} : term_zero(m->tm, sort_of(m->tm, var));
}

// Adds the values of a layer where there are none yet.
static void add_missing(struct map_u32 *to, const struct map_u32 *from) {
  for (uint32_t i = 0; i < from->capacity; i++)
    if (from->cells[i].key != MAP_EMPTY && !map_u32_find(to, from->cells[i].key))
      map_u32_put(to, from->cells[i].key, from->cells[i].value);
}

struct model *model_merge(struct terms *tm, struct model *under, struct model *over) {
  struct model *m = model_new(tm);
  struct map_u32 *top = &m->layers->values;
  for (struct layer *layer = over ? over->layers : NULL; layer; layer = layer->below) add_missing(top, &layer->values);
  struct layer *below = under ? under->layers : NULL;
  for (; below && below->values.size <= 2 * top->size; below = below->below) add_missing(top, &below->values);
  if (below) below->references++;
  m->layers->below = below;
  return m;
}

void model_each(struct model *m, void (*each)(void *context, struct term var, struct term value), void *context) {
  struct vec_u32 ids = {0};
  struct map_u32 all = {0};
  for (struct layer *layer = m->layers; layer; layer = layer->below) add_missing(&all, &layer->values);
  for (uint32_t i = 0; i < all.capacity; i++) {
    if (all.cells[i].key != MAP_EMPTY) vec_u32_push(&ids, (uint32_t)all.cells[i].key);
  }
  if (ids.size) qsort(ids.data, ids.size, sizeof *ids.data, compare_ids);
  for (uint32_t i = 0; i < ids.size; i++)
    each(context, (struct term){ids.data[i]}, (struct term){*map_u32_find(&all, ids.data[i])});
  map_u32_release(&all);
  vec_u32_release(&ids);
}

// --- values --------------------------------------------------------------------

static bool is_small(const struct terms *tm, struct sort s) {
  const struct sort_info *info = info_of(tm, s);
  return info->kind == SORT_BOOL || ((info->kind == SORT_BV || info->kind == SORT_FLOAT) && info->width <= 64);
}

static struct value value_of_const(const struct terms *tm, struct term t) {
  struct value v = {0, 0};
  if (!term_value64(tm, t, &v.bits)) v.term = t.id;
  return v;
}

static struct term term_of_value(struct terms *tm, struct sort s, struct value v) {
  if (v.term) return (struct term){v.term};
  switch (info_of(tm, s)->kind) {
  case SORT_BOOL: return term_bool(tm, v.bits);
  case SORT_FLOAT: return term_float_bits64(tm, s, v.bits);
  default: return term_bv(tm, info_of(tm, s)->width, v.bits);
  }
}

// The value of t if it is a leaf or was evaluated before.
static bool value_known(struct model *m, struct term t, struct value *v) {
  struct terms *tm = m->tm;
  if (is_const(tm, t)) {
    *v = value_of_const(tm, t);
    return true;
  }
  if (is_kind(tm, t, TERM_VAR)) {
    uint32_t *value = layer_find(m->layers, t.id);
    if (value) *v = value_of_const(tm, (struct term){*value});
    else if (is_small(tm, sort_of(tm, t))) *v = (struct value){0, 0};
    else *v = value_of_const(tm, term_zero(tm, sort_of(tm, t)));
    return true;
  }
  struct value *found = memo_find(&m->memo, t.id);
  if (found) *v = *found;
  return found != NULL;
}

// --- machine words ---------------------------------------------------------------

static int64_t signed_of(uint64_t x, uint32_t width) {
  return width >= 64 ? (int64_t)x : (int64_t)(x << (64 - width)) >> (64 - width);
}

static uint64_t divide(enum term_kind kind, uint32_t width, uint64_t a, uint64_t b) {
  if (kind == TERM_BV_UDIV) return b ? a / b : UINT64_MAX;
  if (kind == TERM_BV_UREM) return b ? a % b : a;
  int64_t x = signed_of(a, width), y = signed_of(b, width);
  if (kind == TERM_BV_SDIV) {
    if (y == 0) return x < 0 ? 1 : UINT64_MAX;
    return y == -1 ? -(uint64_t)x : (uint64_t)(x / y);
  }
  return y == 0 ? a : y == -1 ? 0 : (uint64_t)(x % y);
}

static struct ieee_format format_of(const struct terms *tm, struct term t) {
  const struct sort_info *info = info_of(tm, sort_of(tm, t));
  return (struct ieee_format){info->exponent, info->significand};
}

// t's value from its children's, of at most 64 bits, for a kind of the theory of floats.
static uint64_t compute_float(const struct terms *tm, struct term t, const uint64_t *x) {
  enum term_kind kind = kind_of(tm, t);
  struct term first = child_of(tm, t, 0);
  switch (term_class(kind)) {
  case CLASS_FP_ROUNDED: return ieee_op64(kind, format_of(tm, t), ieee_mode_of(x[0]), x + 1);
  case CLASS_FP_EXACT: return ieee_op64(kind, format_of(tm, t), IEEE_RNE, x);
  case CLASS_FP_COMPARE:
  case CLASS_FP_TEST: return ieee_test64(kind, format_of(tm, first), x);
  default: break;
  }
  switch (kind) {
  case TERM_FP_FROM_BITS: return ieee_canonical64(format_of(tm, t), x[0]);
  case TERM_FP_TO_BITS: return ieee_to_bits64(format_of(tm, first), x[0], x[1]);
  case TERM_FP_TO_FP:
    return ieee_convert64(format_of(tm, child_of(tm, t, 1)), format_of(tm, t), ieee_mode_of(x[0]), x[1]);
  case TERM_FP_FROM_SBV:
  case TERM_FP_FROM_UBV:
    return ieee_from_int64(format_of(tm, t), ieee_mode_of(x[0]), width_of(tm, child_of(tm, t, 1)),
                           kind == TERM_FP_FROM_SBV, x[1]);
  case TERM_FP_TO_SBV:
  case TERM_FP_TO_UBV:
    return ieee_to_int64(format_of(tm, child_of(tm, t, 1)), ieee_mode_of(x[0]), width_of(tm, t), kind == TERM_FP_TO_SBV,
                         x[1]);
  default: assert(!"a kind that does not compute on words"); return 0;
  }
}

// t's value from its children's; all have at most 64 bits.
static uint64_t compute_small(struct terms *tm, struct term t, const uint64_t *x) {
  enum term_kind kind = kind_of(tm, t);
  struct term first = child_of(tm, t, 0);
  uint32_t width = info_of(tm, sort_of(tm, first))->width;
  uint64_t mask = mask64(info_of(tm, sort_of(tm, t))->width); // of the result; not used for Bool
  switch (kind) {
  case TERM_NOT: return !x[0];
  case TERM_EQ: return x[0] == x[1];
  case TERM_BV_NOT: return ~x[0] & mask;
  case TERM_BV_NEG: return -x[0] & mask;
  case TERM_BV_ADD: return (x[0] + x[1]) & mask;
  case TERM_BV_MUL: return (x[0] * x[1]) & mask;
  case TERM_BV_UDIV:
  case TERM_BV_UREM:
  case TERM_BV_SDIV:
  case TERM_BV_SREM: return divide(kind, width, x[0], x[1]) & mask;
  case TERM_BV_AND: return x[0] & x[1];
  case TERM_BV_OR: return x[0] | x[1];
  case TERM_BV_XOR: return x[0] ^ x[1];
  case TERM_BV_SHL: return x[1] >= width ? 0 : (x[0] << x[1]) & mask;
  case TERM_BV_LSHR: return x[1] >= width ? 0 : x[0] >> x[1];
  case TERM_BV_ASHR: return (uint64_t)(signed_of(x[0], width) >> (x[1] >= width ? width - 1 : x[1])) & mask;
  case TERM_BV_ULT: return x[0] < x[1];
  case TERM_BV_ULE: return x[0] <= x[1];
  case TERM_BV_SLT: return signed_of(x[0], width) < signed_of(x[1], width);
  case TERM_BV_SLE: return signed_of(x[0], width) <= signed_of(x[1], width);
  case TERM_BV_CONCAT: return x[0] << width_of(tm, child_of(tm, t, 1)) | x[1];
  case TERM_BV_EXTRACT: return (x[0] >> param_of(tm, t, 1)) & mask;
  case TERM_BV_ZEXT: return x[0];
  case TERM_BV_SEXT: return (uint64_t)signed_of(x[0], width) & mask;
  default: return compute_float(tm, t, x);
  }
}

// t's value by way of constant terms.
static struct value compute_wide(struct model *m, struct term t) {
  struct terms *tm = m->tm;
  uint32_t n = node_at(tm, t)->arity;
  struct term few[8], *c = n <= 8 ? few : mem_alloc(n * sizeof *c);
  for (uint32_t i = 0; i < n; i++) {
    struct term child = child_of(tm, t, i);
    struct value v;
    bool known = value_known(m, child, &v);
    assert(known);
    (void)known;
    c[i] = term_of_value(tm, sort_of(tm, child), v);
  }
  struct value result = {0, 0};
  if (is_kind(tm, t, TERM_EQ)) {
    result.bits = const_equal(tm, c[0], c[1]);
  } else {
    enum term_kind kind = kind_of(tm, t);
    bool indexed = term_class(kind) == CLASS_BV_INDEXED;
    uint32_t p0 = indexed ? param_of(tm, t, 0) : 0, p1 = indexed ? param_of(tm, t, 1) : 0;
    result = value_of_const(tm, term_fold(tm, kind, sort_of(tm, t), p0, p1, n, c));
  }
  if (c != few) mem_free(c);
  return result;
}

static struct value compute(struct model *m, struct term t) {
  struct terms *tm = m->tm;
  uint32_t n = node_at(tm, t)->arity;
  uint64_t x[4];
  bool small = n <= 4 && is_small(tm, sort_of(tm, t));
  for (uint32_t i = 0; small && i < n; i++) {
    struct value v;
    small = value_known(m, child_of(tm, t, i), &v) && !v.term;
    x[i] = v.bits;
  }
  return small ? (struct value){0, compute_small(tm, t, x)} : compute_wide(m, t);
}

// --- evaluation ---------------------------------------------------------------------
// A step gives the frame's value (returns none) or the child it waits for.

static struct term step_junction(struct model *m, struct frame *f, struct value *v) {
  struct term t = {f->term};
  bool is_and = is_kind(m->tm, t, TERM_AND);
  for (uint32_t n = node_at(m->tm, t)->arity; f->next < n; f->next++) {
    struct term child = child_of(m->tm, t, f->next);
    if (!value_known(m, child, v)) return child;
    if (v->bits != is_and) return TERM_NONE;
  }
  *v = (struct value){0, is_and};
  return TERM_NONE;
}

static struct term step_ite(struct model *m, struct frame *f, struct value *v) {
  struct term t = {f->term}, condition = child_of(m->tm, t, 0);
  if (!value_known(m, condition, v)) return condition;
  struct term branch = child_of(m->tm, t, v->bits ? 1 : 2);
  return value_known(m, branch, v) ? TERM_NONE : branch;
}

// The value stored at a constant index by a STORES term, or none.
static struct term stores_find(const struct terms *tm, struct term stores, uint64_t index) {
  const uint32_t *children = node_children(node_at(tm, stores));
  uint32_t low = 0, high = (node_at(tm, stores)->arity - 1) / 2;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    uint64_t at = 0;
    bv_value(tm, (struct term){children[1 + 2 * middle]}, &at);
    if (at == index) return (struct term){children[2 + 2 * middle]};
    if (at < index) low = middle + 1;
    else high = middle;
  }
  return TERM_NONE;
}

// One step down the array at the frame's cursor. Gives the term whose value the cell has in *cell, or moves the cursor,
// or returns the term that must be known first.
static struct term walk(struct model *m, struct frame *f, struct term *cell) {
  struct terms *tm = m->tm;
  struct term a = {f->cursor};
  struct value v, source, count;
  switch (kind_of(tm, a)) {
  case TERM_ARRAY_CONST: *cell = child_of(tm, a, 0); break;
  case TERM_STORES:
    *cell = stores_find(tm, a, f->index);
    if (term_none(*cell)) f->cursor = child_of(tm, a, 0).id;
    break;
  case TERM_STORE:
    if (!value_known(m, child_of(tm, a, 1), &v)) return child_of(tm, a, 1);
    if (v.bits == f->index) *cell = child_of(tm, a, 2);
    else f->cursor = child_of(tm, a, 0).id;
    break;
  case TERM_COPY:
    if (!value_known(m, child_of(tm, a, 1), &v)) return child_of(tm, a, 1);
    if (!value_known(m, child_of(tm, a, 3), &source)) return child_of(tm, a, 3);
    if (!value_known(m, child_of(tm, a, 4), &count)) return child_of(tm, a, 4);
    uint64_t mask = mask64(width_of(tm, child_of(tm, a, 1))), offset = (f->index - v.bits) & mask;
    if (offset < count.bits) {
      f->index = (source.bits + offset) & mask;
      f->cursor = child_of(tm, a, 2).id;
    } else {
      f->cursor = child_of(tm, a, 0).id;
    }
    break;
  case TERM_ITE:
    if (!value_known(m, child_of(tm, a, 0), &v)) return child_of(tm, a, 0);
    f->cursor = child_of(tm, a, v.bits ? 1 : 2).id;
    break;
  default: // a variable, or an array read from an array
    if (!value_known(m, a, &v)) return a;
    f->cursor = v.term;
  }
  return TERM_NONE;
}

static struct term step_select(struct model *m, struct frame *f, struct value *v) {
  struct terms *tm = m->tm;
  if (!f->cursor) {
    struct term t = {f->term}, index = child_of(tm, t, 1);
    if (!value_known(m, index, v)) return index;
    f->index = v->bits;
    f->cursor = child_of(tm, t, 0).id;
  }
  for (;;) {
    struct term cell = TERM_NONE;
    struct term missing = walk(m, f, &cell);
    if (!term_none(missing)) return missing;
    if (!term_none(cell)) return value_known(m, cell, v) ? TERM_NONE : cell;
  }
}

static struct term step(struct model *m, struct frame *f, struct value *v) {
  struct terms *tm = m->tm;
  struct term t = {f->term};
  switch (kind_of(tm, t)) {
  case TERM_AND:
  case TERM_OR: return step_junction(m, f, v);
  case TERM_ITE: return step_ite(m, f, v);
  case TERM_SELECT:
    if (is_small(tm, sort_of(tm, child_of(tm, t, 1)))) return step_select(m, f, v);
    break;
  default: break;
  }
  for (uint32_t n = node_at(tm, t)->arity; f->next < n; f->next++) {
    struct term child = child_of(tm, t, f->next);
    if (!value_known(m, child, v)) return child;
  }
  *v = compute(m, t);
  return TERM_NONE;
}

static struct value evaluate(struct model *m, struct term t) {
  struct value v;
  if (value_known(m, t, &v)) return v;
  if (m->memo.size > MEMO_LIMIT) memo_release(&m->memo);
  vec_frame_push(&m->stack, (struct frame){.term = t.id});
  while (m->stack.size) {
    struct frame *f = &m->stack.data[m->stack.size - 1];
    struct term missing = step(m, f, &v);
    if (term_none(missing)) {
      memo_put(&m->memo, f->term, v);
      m->stack.size--;
    } else {
      vec_frame_push(&m->stack, (struct frame){.term = missing.id});
    }
  }
  return v;
}

struct term model_eval(struct model *m, struct term t) {
  return term_of_value(m->tm, sort_of(m->tm, t), evaluate(m, t));
}

bool model_holds(struct model *m, struct term formula) {
  assert(info_of(m->tm, sort_of(m->tm, formula))->kind == SORT_BOOL);
  return evaluate(m, formula).bits;
}

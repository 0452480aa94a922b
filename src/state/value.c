// Values to terms and back.
#include "state/convert.h"
#include "state/program.h"

uint32_t value_bits(const struct terms *tm, struct sort s) {
  enum sort_kind kind = sort_kind(tm, s);
  if (kind == SORT_BOOL) return 1;
  if (kind != SORT_BV && kind != SORT_FLOAT) return 0;
  uint32_t width = sort_width(tm, s);
  return width <= 64 ? width : 0;
}

// A memory with the cells of a constant array or of stores over a base in its trie.
static struct memory *memory_unpack(struct terms *tm, struct term t);

struct value value_from_term(struct terms *tm, struct term t) {
  uint64_t bits;
  if (term_value64(tm, t, &bits)) return (struct value){.term = 0, .bits = bits};
  if (sort_kind(tm, term_sort(tm, t)) == SORT_ARRAY) return (struct value){.term = 0, .memory = memory_unpack(tm, t)};
  return (struct value){.term = t.id, .bits = 0};
}

struct term value_term(struct terms *tm, struct sort s, struct value v) {
  if (v.term) return (struct term){v.term};
  switch (sort_kind(tm, s)) {
  case SORT_BOOL: return term_bool(tm, v.bits != 0);
  case SORT_BV:
    if (sort_width(tm, s) > 64) break;
    return term_bv(tm, sort_width(tm, s), v.bits);
  case SORT_FLOAT:
    if (sort_width(tm, s) > 64) break;
    return term_float_bits64(tm, s, v.bits);
  case SORT_ARRAY:
    if (v.memory) return memory_term(tm, v.memory);
    break;
  case SORT_INT: break;
  }
  return term_zero(tm, s); // a slot that was never written
}

static struct memory *memory_unpack(struct terms *tm, struct term t) {
  struct vec_term layers = {0};
  while (term_kind(tm, t) == TERM_STORES) {
    vec_term_push(&layers, t);
    t = term_child(tm, t, 0);
  }
  struct memory *m = memory_new(tm, t);
  while (layers.size) {
    struct term layer = vec_term_pop(&layers);
    for (uint32_t i = 1, n = term_arity(tm, layer); i + 1 < n; i += 2) {
      uint64_t index = 0;
      term_value64(tm, term_child(tm, layer, i), &index);
      m = memory_write(tm, m, index, value_from_term(tm, term_child(tm, layer, i + 1)));
    }
  }
  vec_term_release(&layers);
  return m;
}

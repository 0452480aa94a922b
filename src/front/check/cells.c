// Words of a class of memory whose cells may be smaller or larger.
#include "front/check/safety.h"
#include "front/context.h"
#include "front/memory/pointsto.h"
#include "front/translate/access.h"
#include "front/translate/translation.h"

static struct term place(struct front *f, uint64_t n) { return term_bv(f->tm, f->pointer_bits, n); }

// Aligned bytes of memory, whatever the cells of its region are. `var` has such cells.
struct term cells_load(struct translation *t, uint32_t var, uint32_t node, struct term at, uint32_t bytes) {
  struct front *f = t->f;
  struct terms *tm = f->tm;
  uint32_t cell = region_cell(f, node);
  if (cell == 1 || cell == bytes) return memory_load_from(t, var, node, at, bytes);
  if (cell > bytes) { // a part of one
    struct term all = memory_load_from(t, var, node, at, cell), inside = term_bvand(tm, at, place(f, cell - 1));
    struct term part = term_extract(tm, bytes * 8 - 1, 0, all);
    for (uint32_t i = bytes; i < cell; i += bytes)
      part = term_ite(tm, term_eq(tm, inside, place(f, i)), term_extract(tm, (i + bytes) * 8 - 1, i * 8, all), part);
    return part;
  }
  struct term word = TERM_NONE;
  for (uint32_t i = 0; i < bytes; i += cell) {
    struct term part = memory_load_from(t, var, node, term_add(tm, at, place(f, i)), cell);
    word = i ? term_concat(tm, part, word) : part;
  }
  return word;
}

void cells_store(struct translation *t, uint32_t var, uint32_t node, struct term at, struct term bits) {
  struct front *f = t->f;
  struct terms *tm = f->tm;
  uint32_t cell = region_cell(f, node), bytes = term_width(tm, bits) / 8;
  if (cell <= bytes) {
    for (uint32_t i = 0; i < bytes; i += cell)
      memory_store_to(t, var, node, term_add(tm, at, place(f, i)), term_extract(tm, (i + cell) * 8 - 1, i * 8, bits));
    return;
  }
  struct term all = TERM_NONE, inside = term_bvand(tm, at, place(f, cell - 1));
  struct term old = memory_load_from(t, var, node, at, cell);
  for (uint32_t i = 0; i < cell; i += bytes) {
    struct term part =
        term_ite(tm, term_eq(tm, inside, place(f, i)), bits, term_extract(tm, (i + bytes) * 8 - 1, i * 8, old));
    all = i ? term_concat(tm, part, all) : part;
  }
  memory_store_to(t, var, node, at, all);
}

// Items that need not be explored, because another one at their point was that says no more: every path from the
// beginning that leads to an error through them does so through the other, and not by more steps from there.
//
// Either the formula is the same, which a table answers, or its conjuncts include all of the other's. To find
// these, each explored item is listed under its newest conjunct (conjunctions are sorted by the age of terms): an item
// looks at the lists of its own conjuncts.
#include "engine/bse/bse.h"
#include <assert.h>

#define LOOK_MOST 64 // items that are compared with one

// What leads to an error must not be taken for what leads to something else: it would not be found.
static uint64_t key_of(const struct bse *b, const struct item *item, struct term t) {
  bool error = b->expansion->targets.data[item->target].kind == TARGET_ERROR;
  assert(item->point.id < UINT32_C(1) << 31);
  return (uint64_t)error << 63 | (uint64_t)item->point.id << 32 | t.id;
}

// The certificate's k counts cut points with inputs along paths: through the item no more of them may follow each other
// than through the other.
static bool covers(const struct bse *b, const struct item *other, const struct item *item) {
  bool closed = expansion_at(b->expansion, other->point)->cut && !other->has_inputs;
  return !other->feasible || closed || other->open_before >= item->open_before;
}

static bool drop(struct bse *b, const struct item *other, const struct item *item, uint64_t *count) {
  if (other->feasible && other->cuts < item->cuts) b->cuts_unknown = true;
  ++*count;
  return true;
}

static bool is_same(struct bse *b, uint32_t i) {
  const struct item *item = &b->items.data[i];
  uint64_t key = key_of(b, item, item->formula);
  const uint32_t *seen = map_u32_find(&b->seen, key);
  const struct item *other = seen && *seen != i ? &b->items.data[*seen] : NULL;
  if (other && covers(b, other, item)) return drop(b, other, item, &b->statistics->duplicates);
  map_u32_put(&b->seen, key, i);
  return false;
}

// --- conjuncts -------------------------------------------------------------------------------------------------------

static uint32_t conjuncts_of(const struct terms *tm, struct term formula) {
  return term_kind(tm, formula) == TERM_AND ? term_arity(tm, formula) : 1;
}

static struct term conjunct_of(const struct terms *tm, struct term formula, uint32_t i) {
  return term_kind(tm, formula) == TERM_AND ? term_child(tm, formula, i) : formula;
}

// Has `formula` all conjuncts of `part`?
static bool includes(const struct terms *tm, struct term formula, struct term part) {
  uint32_t n = conjuncts_of(tm, formula), m = conjuncts_of(tm, part), i = 0;
  if (term_is_true(tm, part)) return true;
  for (uint32_t k = 0; k < m; k++, i++) {
    struct term wanted = conjunct_of(tm, part, k);
    while (i < n && conjunct_of(tm, formula, i).id < wanted.id) i++;
    if (i == n || !term_same(conjunct_of(tm, formula, i), wanted)) return false;
  }
  return true;
}

// Looks at what is listed under a conjunct.
static bool is_included_by(struct bse *b, uint32_t i, struct term conjunct, uint32_t *looked) {
  const struct item *item = &b->items.data[i];
  uint32_t at = map_u32_get_or(&b->listed, key_of(b, item, conjunct), ITEM_NONE);
  for (; at != ITEM_NONE && ++*looked <= LOOK_MOST; at = b->items.data[at].listed_before) {
    const struct item *other = &b->items.data[at];
    if (at != i && includes(b->run.tm, item->formula, other->formula) && covers(b, other, item))
      return drop(b, other, item, &b->statistics->weaker_known);
  }
  return false;
}

static bool is_included(struct bse *b, uint32_t i) {
  struct term formula = b->items.data[i].formula;
  uint32_t looked = 0;
  for (uint32_t k = conjuncts_of(b->run.tm, formula); k-- > 0;)
    if (is_included_by(b, i, conjunct_of(b->run.tm, formula, k), &looked)) return true;
  return is_included_by(b, i, term_true(b->run.tm), &looked);
}

bool bse_is_duplicate(struct bse *b, uint32_t i) {
  return b->options.duplicates == DUPLICATES_DROP && (is_same(b, i) || is_included(b, i));
}

void bse_list(struct bse *b, uint32_t i) {
  struct item *item = &b->items.data[i];
  struct term newest = conjunct_of(b->run.tm, item->formula, conjuncts_of(b->run.tm, item->formula) - 1);
  uint64_t key = key_of(b, item, newest);
  item->listed_before = map_u32_get_or(&b->listed, key, ITEM_NONE);
  map_u32_put(&b->listed, key, i);
}

// Where a pointer is in its object, and how much of the object is left.
//
// A check of an access compares a distance with a size, d <= size[base] - c: the size is looked up in a table by the
// address at which the object begins, the distance is the pointer's from there (docs/properties.md). Such pairs are
// recognised by their shape. Candidates are
//
// - relations that held of sizes, distances and variables in sampled runs, as relations.c finds them: "the distance and
//   what the counter has still to go make the size", "the distance is below the size", "the size is four times n".
//   Where an index is computed from variables, as the middle of two is, the ends of their elements are measured, too;
// - that the last byte of an object is zero, where bytes of it are read in the loop: a text ends in its object.
#include "facts/candidates.h"
#include "facts/samples.h"
#include "facts/table.h"
#include "term/walk.h"

enum { MAX_PAIRS = 4, MAX_ELEMENTS = 4, MAX_TERMINATED = 4 };

struct pair {
  struct term size; // select(sizes, base)
  struct term distance; // of a pointer from the base
  uint64_t width; // of the access there
};
VEC_TYPE(vec_pair, struct pair)

struct within {
  const struct cfa *cfa;
  struct terms *tm;
  struct location head;
  struct vec_pair pairs;
};

static bool is_table(const struct within *w, struct term array, uint32_t width) {
  if (term_kind(w->tm, array) != TERM_VAR) return false;
  uint32_t var = cfa_var_of(w->cfa, array);
  return var != CFA_NONE && w->cfa->vars.data[var].function == CFA_NONE &&
         sort_width(w->tm, sort_element(w->tm, term_sort(w->tm, array))) == width;
}

// Over variables that are known at the head: of its function, and global ones.
static bool is_known(const struct within *w, struct term t) {
  uint32_t n, function = cfa_location(w->cfa, w->head)->function;
  const uint32_t *ids = term_free_vars(w->tm, t, &n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t var = cfa_var_of(w->cfa, (struct term){ids[i]});
    if (var == CFA_NONE) return false;
    uint32_t owner = w->cfa->vars.data[var].function;
    if (owner != CFA_NONE && owner != function) return false;
  }
  return n > 0;
}

static bool reads_memory(const struct within *w, struct term t) {
  uint32_t n;
  const uint32_t *ids = term_free_vars(w->tm, t, &n);
  for (uint32_t i = 0; i < n; i++)
    if (sort_kind(w->tm, term_sort(w->tm, (struct term){ids[i]})) == SORT_ARRAY) return true;
  return false;
}

// The size in a term that is a size less a constant; none: it is something else.
static struct term size_in(const struct within *w, struct term side, uint64_t *less) {
  struct term_walk walk = {.tm = w->tm};
  struct term found = TERM_NONE;
  term_walk_add(&walk, side);
  for (struct term t; term_none(found) && term_walk_next(&walk, &t);)
    if (term_kind(w->tm, t) == TERM_SELECT && is_table(w, term_child(w->tm, t, 0), w->cfa->pointer_bits)) found = t;
  term_walk_release(&walk);
  bool plain = !term_none(found) && term_width(w->tm, side) == w->cfa->pointer_bits &&
               term_value64(w->tm, term_sub(w->tm, found, side), less);
  return plain && is_known(w, found) ? found : TERM_NONE;
}

static void add_pair(struct within *w, struct term size, struct term distance, uint64_t width) {
  if (term_is_const(w->tm, distance) || reads_memory(w, distance) || !is_known(w, distance)) return;
  for (uint32_t i = 0; i < w->pairs.size; i++)
    if (term_same(w->pairs.data[i].size, size) && term_same(w->pairs.data[i].distance, distance)) return;
  if (w->pairs.size < MAX_PAIRS) vec_pair_push(&w->pairs, (struct pair){size, distance, width});
}

static bool is_own_edge(const struct within *w, const struct cfa_edge *e) {
  return cfa_in_loop(w->cfa, e->from, w->head) &&
         cfa_location(w->cfa, e->from)->function == cfa_location(w->cfa, w->head)->function;
}

static void find_pairs(struct within *w) {
  struct vec_term atoms = {0};
  for (uint32_t i = 0; i < w->cfa->edges.size; i++)
    if (is_own_edge(w, &w->cfa->edges.data[i])) facts_atoms(w->tm, w->cfa->edges.data[i].guard, &atoms);
  for (uint32_t i = 0; i < atoms.size; i++) {
    enum term_kind kind = term_kind(w->tm, atoms.data[i]);
    if (kind != TERM_BV_ULT && kind != TERM_BV_ULE) continue;
    for (uint32_t side = 0; side < 2; side++) {
      uint64_t width;
      struct term size = size_in(w, term_child(w->tm, atoms.data[i], side), &width);
      if (!term_none(size)) add_pair(w, size, term_child(w->tm, atoms.data[i], !side), width);
    }
  }
  vec_term_release(&atoms);
}

static void add_column(struct vec_column *out, struct term t, bool is_unsigned) {
  for (uint32_t i = 0; i < out->size; i++)
    if (term_same(out->data[i].term, t)) return;
  vec_column_push(out, (struct column){.var = CFA_NONE, .term = t, .is_unsigned = is_unsigned});
}

// Where elements end whose numbers are the variables of an index that is computed: c·i + width for each i.
static void add_elements(const struct within *w, const struct pair *pair, struct vec_column *out) {
  struct terms *tm = w->tm;
  struct term index = pair->distance;
  if (term_kind(tm, index) == TERM_BV_MUL && term_is_const(tm, term_child(tm, index, 0)))
    index = term_child(tm, index, 1);
  enum term_kind kind = term_kind(tm, index);
  if (kind == TERM_BV_SEXT || kind == TERM_BV_ZEXT) index = term_child(tm, index, 0);
  uint32_t n, added = 0;
  const uint32_t *base = term_free_vars(tm, term_child(tm, pair->size, 1), &n);
  for (uint32_t i = 0; i < n; i++)
    if (term_mentions(tm, index, (struct term){base[i]})) return; // a difference of pointers
  if (term_kind(tm, index) == TERM_VAR) return;
  for (uint32_t i = 0; added < MAX_ELEMENTS && i < (term_free_vars(tm, index, &n), n); i++) {
    struct term v = {term_free_vars(tm, index, &n)[i]};
    if (sort_kind(tm, term_sort(tm, v)) != SORT_BV || term_width(tm, v) != term_width(tm, index)) continue;
    struct term begin = term_substitute(tm, pair->distance, 1, &index, &v);
    if (term_same(begin, pair->distance)) continue;
    struct term end = term_add(tm, begin, term_bv(tm, w->cfa->pointer_bits, pair->width));
    add_column(out, end, kind == TERM_BV_ZEXT || w->cfa->vars.data[cfa_var_of(w->cfa, v)].is_unsigned);
    added++;
  }
}

void facts_measures(const struct cfa *cfa, struct location head, struct vec_column *out) {
  struct within w = {.cfa = cfa, .tm = cfa->tm, .head = head};
  find_pairs(&w);
  for (uint32_t i = 0; i < w.pairs.size; i++) {
    add_column(out, w.pairs.data[i].size, true);
    add_column(out, w.pairs.data[i].distance, true);
    add_elements(&w, &w.pairs.data[i], out);
  }
  vec_pair_release(&w.pairs);
}

// Bytes that are read at the distance of a pair, or a constant away from it.
static void offer_terminators(const struct within *w, struct term root, struct candidates *out) {
  struct terms *tm = w->tm;
  struct term_walk walk = {.tm = tm};
  term_walk_add(&walk, root);
  for (struct term t; out->list.size < MAX_TERMINATED && term_walk_next(&walk, &t);) {
    if (term_kind(tm, t) != TERM_SELECT || !is_table(w, term_child(tm, t, 0), 8)) continue;
    for (uint32_t i = 0; i < w->pairs.size; i++) {
      struct term size = w->pairs.data[i].size, base = term_child(tm, size, 1);
      struct term away = term_sub(tm, term_sub(tm, term_child(tm, t, 1), base), w->pairs.data[i].distance);
      if (!term_is_const(tm, away)) continue;
      struct term last = term_sub(tm, term_add(tm, base, size), term_bv(tm, w->cfa->pointer_bits, 1));
      candidates_add(out, term_eq(tm, term_select(tm, term_child(tm, t, 0), last), term_bv(tm, 8, 0)));
    }
  }
  term_walk_release(&walk);
}

void source_within(struct facts *f, struct location head, uint32_t sources, uint32_t most, struct vec_term *out) {
  (void)sources;
  facts_sample(f);
  struct within w = {.cfa = f->cfa, .tm = f->tm, .head = head};
  struct candidates ends = {.tm = f->tm};
  find_pairs(&w);
  for (uint32_t i = 0; w.pairs.size && i < f->cfa->edges.size; i++) {
    const struct cfa_edge *e = &f->cfa->edges.data[i];
    if (!is_own_edge(&w, e)) continue;
    offer_terminators(&w, e->guard, &ends);
    for (uint32_t k = 0; k < e->updates.size; k++) offer_terminators(&w, e->updates.data[k].value, &ends);
  }
  for (uint32_t i = 0; i < ends.list.size && i < most; i++) vec_term_push(out, ends.list.data[i]);
  uint32_t left = ends.list.size < most ? most - ends.list.size : 0;
  const uint32_t *at = map_u32_find(&f->samples_of, head.id);
  if (w.pairs.size && left && at && !f->samples.data[*at].unmeasured)
    facts_relate(f, &f->samples.data[*at], true, left, out);
  candidates_release(&ends);
  vec_pair_release(&w.pairs);
}

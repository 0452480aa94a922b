// See inputs.h.
#include "engine/random/inputs.h"
#include "base/memory/hash.h"
#include "term/walk.h"
#include <math.h>
#include <string.h>

uint64_t random_roll(struct generator *g) { return hash_u64(g->state += UINT64_C(0x9E3779B97F4A7C15)); }

// --- numbers of the program ------------------------------------------------------------------------------------------

#define MOST_NUMBERS 4096

static void scan_term(struct numbers *numbers, struct map_u32 *seen, struct terms *tm, struct term root) {
  struct vec_term todo = {0};
  vec_term_push(&todo, root);
  while (todo.size) {
    struct term t = vec_term_pop(&todo);
    if (map_u32_find(seen, t.id)) continue;
    map_u32_put(seen, t.id, 1);
    uint64_t bits;
    bool number = sort_kind(tm, term_sort(tm, t)) == SORT_BV && term_value64(tm, t, &bits);
    if (number && numbers->list.size < MOST_NUMBERS) {
      uint32_t width = term_width(tm, t);
      uint64_t sign = (uint64_t)1 << (width - 1);
      vec_u64_push(&numbers->list, width < 64 ? (bits ^ sign) - sign : bits); // sign-extended
    }
    // Constant arrays hold the contents of memory, which are no limits.
    if (sort_kind(tm, term_sort(tm, t)) == SORT_ARRAY && term_is_const(tm, t)) continue;
    for (uint32_t i = 0; i < term_arity(tm, t); i++) vec_term_push(&todo, term_child(tm, t, i));
  }
  vec_term_release(&todo);
}

void numbers_scan(struct numbers *numbers, const struct cfa *cfa) {
  struct map_u32 seen = {0};
  for (uint32_t i = 0; i < cfa->edges.size; i++) scan_term(numbers, &seen, cfa->tm, cfa->edges.data[i].guard);
  for (uint32_t i = 0; i < cfa->edges.size; i++) {
    const struct cfa_edge *e = &cfa->edges.data[i];
    for (uint32_t k = 0; k < e->updates.size; k++)
      if (sort_kind(cfa->tm, term_sort(cfa->tm, e->updates.data[k].value)) != SORT_ARRAY)
        scan_term(numbers, &seen, cfa->tm, e->updates.data[k].value);
    for (uint32_t k = 0; k < e->args.size; k++) scan_term(numbers, &seen, cfa->tm, e->args.data[k]);
  }
  map_u32_release(&seen);
}

void numbers_release(struct numbers *numbers) { vec_u64_release(&numbers->list); }

// --- what passed before ----------------------------------------------------------------------------------------------

void habits_add(struct habits *h, struct generator *g, struct term input, uint64_t value) {
  uint32_t *at = map_u32_find(&h->index, input.id);
  if (!at) {
    map_u32_put(&h->index, input.id, h->list.size);
    vec_passed_push(&h->list, (struct passed){0});
    at = map_u32_find(&h->index, input.id);
  }
  struct passed *p = &h->list.data[*at];
  for (uint32_t i = 0; i < p->n; i++)
    if (p->values[i] == value) return;
  if (p->n < MOST_PASSED) p->values[p->n++] = value;
  else p->values[random_below(g, MOST_PASSED)] = value;
}

const struct passed *habits_of(const struct habits *h, struct term input) {
  const uint32_t *at = map_u32_find(&h->index, input.id);
  return at ? &h->list.data[*at] : NULL;
}

void habits_release(struct habits *h) {
  map_u32_release(&h->index);
  vec_passed_release(&h->list);
}

// --- drawing ---------------------------------------------------------------------------------------------------------

static uint64_t draw_number(struct generator *g, const struct numbers *numbers) {
  if (!numbers->list.size) return random_below(g, 32);
  uint64_t number = numbers->list.data[random_below(g, numbers->list.size)];
  uint64_t kind = random_below(g, 8);
  return kind == 0 ? number + 1 : kind == 1 ? number - 1 : kind == 2 ? 0 - number : number;
}

static uint64_t draw_extreme(struct generator *g, uint32_t width) {
  uint64_t top = (uint64_t)1 << (width - 1);
  switch (random_below(g, 4)) {
  case 0: return 0 - random_below(g, 20);
  case 1: return ((uint64_t)1 << random_below(g, width)) - random_below(g, 2);
  case 2: return top - 2 + random_below(g, 4);
  default: return 0 - ((uint64_t)1 << random_below(g, width));
  }
}

static uint64_t draw_bits(struct generator *g, const struct numbers *numbers, const struct passed *passed,
                          const struct mood *mood, uint32_t width) {
  enum temper temper = mood->temper;
  if (temper == TEMPER_MIXED) {
    static const uint8_t tempers[] = {TEMPER_BITS,     TEMPER_SMALL, TEMPER_SMALL, TEMPER_NUMBERS, TEMPER_NUMBERS,
                                      TEMPER_EXTREMES, TEMPER_ANY,   TEMPER_ONE,   TEMPER_PASSED,  TEMPER_PASSED};
    temper = tempers[random_below(g, sizeof tempers)];
  }
  switch (temper) {
  case TEMPER_BITS: return random_roll(g) & 1;
  case TEMPER_SMALL: return random_below(g, mood->most + 1);
  case TEMPER_NUMBERS: return draw_number(g, numbers);
  case TEMPER_EXTREMES: return draw_extreme(g, width);
  case TEMPER_ONE: return mood->one;
  case TEMPER_PASSED:
    // Now and then another one: all that passed so far need not be all that do.
    if (!passed || random_one_in(g, 64)) return random_below(g, mood->most + 1);
    return passed->values[random_below(g, passed->n)];
  default: return random_roll(g);
  }
}

struct mood mood_draw(struct generator *g, const struct numbers *numbers) {
  static const uint8_t most[] = {2, 3, 6, 10, 20, 100, 255};
  static const uint8_t tempers[] = {TEMPER_BITS,    TEMPER_SMALL,   TEMPER_SMALL,    TEMPER_SMALL,
                                    TEMPER_NUMBERS, TEMPER_NUMBERS, TEMPER_EXTREMES, TEMPER_ANY,
                                    TEMPER_ONE,     TEMPER_MIXED,   TEMPER_MIXED,    TEMPER_MIXED,
                                    TEMPER_PASSED,  TEMPER_PASSED,  TEMPER_PASSED,   TEMPER_PASSED};
  struct mood mood = {.temper = tempers[random_below(g, sizeof tempers)], .most = most[random_below(g, sizeof most)]};
  struct mood other = {.temper = random_below(g, 2) ? TEMPER_NUMBERS : TEMPER_SMALL, .most = mood.most};
  mood.one = draw_bits(g, numbers, NULL, &other, 64);
  return mood;
}

static uint64_t bits_of_float(const struct terms *tm, struct sort sort, double value) {
  uint64_t bits = 0;
  float single = (float)value;
  uint32_t word;
  if (sort_width(tm, sort) == 64) memcpy(&bits, &value, sizeof bits);
  else if (sort_width(tm, sort) == 32) memcpy(&word, &single, sizeof word), bits = word;
  return bits;
}

uint64_t input_draw(struct generator *g, const struct numbers *numbers, const struct passed *passed,
                    const struct mood *mood, const struct terms *tm, struct sort sort) {
  enum sort_kind kind = sort_kind(tm, sort);
  if (kind == SORT_BOOL) return random_roll(g) & 1;
  if (kind != SORT_FLOAT) return draw_bits(g, numbers, passed, mood, sort_width(tm, sort));
  if (mood->temper == TEMPER_PASSED && passed) return passed->values[random_below(g, passed->n)];
  if (mood->temper == TEMPER_ANY && random_one_in(g, 2)) return random_roll(g); // any bits: of a float's range
  double value = (double)(int64_t)draw_bits(g, numbers, NULL, mood, 64);
  // Fractions: between what is whole.
  if (random_one_in(g, 2)) value += (double)random_below(g, 1 << 20) / (1 << 20);
  if (random_one_in(g, 8)) value = ldexp(value, (int)random_below(g, 40) - 30);
  return bits_of_float(tm, sort, value);
}

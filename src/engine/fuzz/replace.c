// Input-to-state correspondence (Aschermann et al., REDQUEEN): where an input is compared with a value, that value is
// put where the other side is found among the inputs.
#include "engine/fuzz/fuzz.h"

#define MOST_PLACES 6u // of a value among those of a source
#define MOST_RUNS 1024u // for one test
#define MOST_TIMES 16u // a pair is replaced, in all

struct replacing {
  struct fuzz *x;
  const struct test *from;
  uint32_t runs;
};

static uint64_t mask_of(uint32_t bits) { return bits >= 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1; }

static bool go(struct replacing *r) {
  r->x->statistics->replaced++;
  return r->runs++ < MOST_RUNS && fuzz_run(r->x, false);
}

static bool put(struct replacing *r, uint32_t source, uint32_t at, uint32_t n, const uint64_t *values) {
  test_copy(r->x->test, r->from);
  test_extend(r->x, r->x->test, source, at + n);
  for (uint32_t i = 0; i < n; i++) r->x->test->values[source].data[at + i] = values[i];
  return go(r);
}

// A value is one input.
static bool replace_whole(struct replacing *r, uint32_t s, uint32_t bits, uint64_t a, uint64_t b) {
  const struct vec_u64 *v = &r->from->values[s];
  uint32_t own = fuzz_bits(&r->x->exchange->source[s]), places = 0;
  uint64_t mask = mask_of(bits < own ? bits : own);
  if (own < 2 || (own < bits && (a & mask) != a && (a | mask) != mask_of(bits))) return true;
  for (uint32_t i = 0; i < v->size && places < MOST_PLACES; i++) {
    if ((v->data[i] & mask) != (a & mask)) continue;
    places++;
    uint64_t higher = v->data[i] & ~mask, near[] = {b, b + 1, b - 1};
    for (uint32_t k = 0; k < (own > 8 ? 3u : 1u); k++) {
      uint64_t value = higher | (near[k] & mask);
      if (!put(r, s, i, 1, &value)) return false;
    }
  }
  return true;
}

// It is made of bytes, in either order.
static bool replace_bytes(struct replacing *r, uint32_t s, uint32_t bits, uint64_t a, uint64_t b) {
  const struct vec_u64 *v = &r->from->values[s];
  uint32_t n = bits / 8, places = 0;
  if (fuzz_bits(&r->x->exchange->source[s]) != 8 || n < 2 || !a) return true;
  for (uint32_t i = 0; i + n <= v->size && places < MOST_PLACES; i++)
    for (uint32_t order = 0; order < 2; order++) {
      uint64_t bytes[8];
      bool same = true;
      for (uint32_t k = 0; k < n; k++) {
        uint32_t shift = 8 * (order ? n - 1 - k : k);
        same &= (unsigned char)v->data[i + k] == (unsigned char)(a >> shift);
        bytes[k] = b >> shift & 0xff;
      }
      if (same && (places++, !put(r, s, i, n, bytes))) return false;
    }
  return true;
}

static bool is_tired(struct fuzz *x, uint64_t pair) {
  uint32_t times = map_u32_get_or(&x->compared, pair, 0);
  if (times >= MOST_TIMES) return true;
  map_u32_put(&x->compared, pair, times + 1);
  return false;
}

static bool replace(struct replacing *r, uint32_t bits, uint64_t a, uint64_t b) {
  uint64_t pair = hash_mix(hash_mix(hash_u64(a), b), bits) >> 1;
  if (is_tired(r->x, pair)) return true;
  for (uint32_t s = 0; s < r->x->exchange->sources; s++)
    if (!replace_whole(r, s, bits, a, b) || !replace_bytes(r, s, bits, a, b)) return false;
  return true;
}

// A string that was compared becomes the other.
static bool replace_text(struct replacing *r, const unsigned char *a, uint32_t n_a, const unsigned char *b,
                         uint32_t n_b) {
  uint64_t pair = hash_mix(hash_bytes(a, n_a), hash_bytes(b, n_b)) >> 1, values[32];
  if (!n_b || is_tired(r->x, pair)) return true;
  for (uint32_t i = 0; i < n_b; i++) values[i] = b[i];
  for (uint32_t s = 0; s < r->x->exchange->sources; s++) {
    const struct vec_u64 *v = &r->from->values[s];
    uint32_t places = 0;
    if (fuzz_bits(&r->x->exchange->source[s]) != 8) continue;
    for (uint32_t i = 0; i + n_a <= v->size && places < MOST_PLACES; i++) {
      bool same = true;
      for (uint32_t k = 0; k < n_a && same; k++) same = (unsigned char)v->data[i + k] == a[k];
      if (same && (places++, !put(r, s, i, n_b, values))) return false;
    }
  }
  return true;
}

void fuzz_replace(struct fuzz *x, struct test *test) {
  struct served_exchange *e = x->exchange;
  test->compared = true;
  test_copy(x->test, test);
  for (uint32_t s = 0; s < e->sources; s++) test_extend(x, x->test, s, test->values[s].size);
  if (!fuzz_run(x, true)) return;
  // What the run asked for is there as zeroes.
  for (uint32_t s = 0; s < e->sources; s++)
    test_extend(x, test, s, e->source[s].asked < 256 ? e->source[s].asked : 256);
  uint32_t n = e->n_compared < SERVED_COMPARED ? e->n_compared : SERVED_COMPARED;
  uint32_t n_texts = e->n_texts < SERVED_TEXTS ? e->n_texts : SERVED_TEXTS;
  struct served_compared *compared = mem_alloc((n + 1) * sizeof *compared);
  struct served_texts *texts = mem_alloc((n_texts + 1) * sizeof *texts);
  memcpy(compared, e->compared, n * sizeof *compared);
  memcpy(texts, e->text, n_texts * sizeof *texts);
  struct replacing r = {.x = x, .from = test};
  bool goes_on = true;
  for (uint32_t i = 0; i < n_texts && goes_on; i++) {
    struct served_texts *t = &texts[i];
    if (t->n_a > 32 || t->n_b > 32) continue;
    goes_on = replace_text(&r, t->a, t->n_a, t->b, t->n_b) && replace_text(&r, t->b, t->n_b, t->a, t->n_a);
  }
  for (uint32_t i = 0; i < n && goes_on; i++) {
    struct served_compared *c = &compared[i];
    fuzz_note_number(x, c->b);
    goes_on = replace(&r, c->bits, c->a, c->b) && replace(&r, c->bits, c->b, c->a);
  }
  mem_free(compared);
  mem_free(texts);
}

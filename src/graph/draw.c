// See draw.h.
#include "graph/draw.h"
#include "base/memory/hash.h"
#include <assert.h>

void dice_init(struct dice *dice, uint64_t seed) { dice->state = hash_u64(seed + 1); }

static uint64_t next_word(struct dice *dice) {
  dice->state += UINT64_C(0x9e3779b97f4a7c15);
  return hash_u64(dice->state);
}

void dice_roll(struct dice *dice, const mpz_t below, mpz_t out) {
  assert(mpz_sgn(below) > 0);
  size_t bits = mpz_sizeinbase(below, 2);
  // As many bits as the bound has, again until they are below it: two times on average. Words are put in from the top,
  // 32 bits each, so that the size of a machine's limbs cannot be seen.
  do {
    mpz_set_ui(out, 0);
    for (size_t left = bits; left > 0;) {
      unsigned take = left < 32 ? (unsigned)left : 32;
      mpz_mul_2exp(out, out, take);
      mpz_add_ui(out, out, (unsigned long)(next_word(dice) >> (64 - take)));
      left -= take;
    }
  } while (mpz_cmp(out, below) >= 0);
}

struct draw {
  const struct flow *flow;
  struct flow black; // for the black part alone
  struct count_black *counts;
  struct count_red *red;
  mpz_t chosen, part;
};

static void count_at(struct draw *d, struct place at, uint32_t left, mpz_t out) {
  if (d->red) count_red_at(d->red, at, left, out);
  else count_black_at(d->counts, at.context, at.location, left, out);
}

// The number `chosen` picks one of the paths from here; the edge it begins with is taken and `chosen` becomes the
// path's number there.
static void choose_edge(struct draw *d, struct place *at, uint32_t left, struct vec_edge *edges) {
  uint32_t n = flow_out(d->flow, *at);
  struct edge edge;
  struct place to;
  for (uint32_t i = 0; i < n; i++) {
    if (!flow_next(d->flow, *at, i, &edge, &to)) continue;
    count_at(d, to, left - 1, d->part);
    if (mpz_cmp(d->chosen, d->part) < 0) {
      vec_edge_push(edges, edge);
      *at = to;
      return;
    }
    mpz_sub(d->chosen, d->chosen, d->part);
  }
  assert(!"the counts of the out-edges are the count of the place");
}

bool draw_path(struct dice *dice, const struct cfa *cfa, struct unfold *u, struct count_black *black,
               struct count_red *red, struct vec_edge *edges) {
  struct draw d = {.counts = black, .red = red};
  struct place at = {NODE_NONE, CONTEXT_ROOT, cfa->functions.data[cfa->main].entry};
  d.black = (struct flow){.cfa = cfa, .unfold = u, .root = at};
  d.flow = red ? count_red_flow(red) : &d.black;
  mpz_inits(d.chosen, d.part, NULL);
  vec_edge_clear(edges);
  if (red) count_red_total(red, d.part);
  else count_black_total(black, d.part);
  bool some = mpz_sgn(d.part) > 0;
  if (some) {
    // One number picks the whole path: its place in an order of all of them.
    dice_roll(dice, d.part, d.chosen);
    at = d.flow->root;
    for (uint32_t left = count_length(black); left > 0 && flow_out(d.flow, at); left--)
      choose_edge(&d, &at, left, edges);
  }
  mpz_clears(d.chosen, d.part, NULL);
  return some;
}

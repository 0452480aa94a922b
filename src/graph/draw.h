// Paths drawn at random, each path of the length with the same probability: at every place the next edge is chosen with
// a probability proportional to the number of paths that begin with it. Nothing is rejected. The same seed gives the
// same paths on every machine.
#ifndef CLEW_GRAPH_DRAW_H
#define CLEW_GRAPH_DRAW_H
#include "graph/count.h"

struct dice {
  uint64_t state;
};
void dice_init(struct dice *dice, uint64_t seed);
// A number in 0 … below - 1, all with the same probability; below > 0.
void dice_roll(struct dice *dice, const mpz_t below, mpz_t out);

// A path of the counted length as its edges. `red` NULL: of the black part. False: there is no such path.
bool draw_path(struct dice *dice, const struct cfa *cfa, struct unfold *u, struct count_black *black,
               struct count_red *red, struct vec_edge *edges);

#endif

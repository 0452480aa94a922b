// See overapproximate.h.
#include "engine/bself/overapproximate.h"

void overapproximate(const struct overapproximation *o, struct vec_term *out) { vec_term_push(out, o->extension); }

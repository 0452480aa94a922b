// Z3 used in other ways than by its back end, for measurements.
#ifndef CLEW_BENCH_QUERIES_Z3_H
#define CLEW_BENCH_QUERIES_Z3_H
#include "solve/backend.h"

const struct backend_ops *z3_way_find(const char *name); // NULL: there is none of that name

#endif

// What a check must refute before it accepts: paths with a condition that contradicts them.
//
// Many of them come from one piece of the program and have most of their path in common: the errors after a segment,
// the conjuncts of a formula. They are asked together: that none of them can be is one query, and what they have in
// common is in it once. Only where that is not answered soon, or something can be, each is asked by itself.
#ifndef CLEW_CHECK_OBLIGATIONS_H
#define CLEW_CHECK_OBLIGATIONS_H
#include "check/refute.h"

struct obligation {
  struct vec_term path; // conjuncts
  struct term condition; // contradicts them
  const char *possible, *unknown; // what to say where it does not, and where that was not found out; static
  bool counted; // it may be left open: *open counts it then
};
VEC_TYPE(vec_obligation, struct obligation)

struct obligations {
  struct terms *tm;
  struct limits *limits;
  struct refuter one, all; // for one obligation, and for many together
  uint64_t *open; // NULL: nothing may be
  struct vec_obligation waiting;
  const char *message; // why it failed; NULL: a limit was reached
};

void obligations_init(struct obligations *o, struct terms *tm, struct limits *limits, struct stats *stats,
                      uint64_t *open);
// The path's conjuncts are copied. False: as obligations_settle, which it may call.
bool obligations_add(struct obligations *o, const struct vec_term *path, struct term condition, const char *possible,
                     const char *unknown, bool counted);
// Refutes what waits. False: not all of it could be.
bool obligations_settle(struct obligations *o);
void obligations_release(struct obligations *o);

#endif

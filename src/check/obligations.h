// Obligations of a check: paths, each with a condition that must contradict it. They are refuted before the check
// accepts.
//
// Many come from one part of the program and share most of their path: the errors after a segment, the conjuncts of a
// formula. They are refuted together: one query asks whether any of them is satisfiable, and has their common part
// once. Only where that query is satisfiable, or is not answered soon, each obligation has a query of its own.
#ifndef CLEW_CHECK_OBLIGATIONS_H
#define CLEW_CHECK_OBLIGATIONS_H
#include "check/refute.h"

struct obligation {
  struct vec_term path; // conjuncts
  struct term condition; // contradicts them
  const char *possible, *unknown; // the message if it does not contradict them, and if no solver knows; static
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
// The path's conjuncts are copied. False: as obligations_discharge, which it may call.
bool obligations_add(struct obligations *o, const struct vec_term *path, struct term condition, const char *possible,
                     const char *unknown, bool counted);
// Refutes those that wait. False: not all of them could be.
bool obligations_discharge(struct obligations *o);
void obligations_release(struct obligations *o);

#endif

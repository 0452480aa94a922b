// The precision of Jonáš, Strejček, Griggio (docs/papers.md): for every abstraction location a threshold and
// predicates.
//
// Predicates are terms over the automaton's own variables, not over instances in a context, so that what was learnt in
// one call serves in others, and a file of them means something in the next run. In a context a variable of another
// function means that of the nearest frame of it on the call string; a predicate that names a function without a frame
// does not apply there.
//
// The file has a line for each loop head and one for each predicate below it:
//     # comments and empty lines
//     main:12 threshold 2          (function:line; "threshold N" may be missing)
//       n > 0
//       x - y > 1
// An expression is C as cfa/text/expression.h says, over variables in scope by their names; a variable of another
// function is function::name. Where several loops are on a line, function:line names all of them, function:line:column
// one; function:#2 is the function's second loop.
#ifndef CLEW_FACTS_PRECISION_H
#define CLEW_FACTS_PRECISION_H
#include "facts/facts.h"

struct precision_point {
  struct location location;           // a loop head
  uint32_t threshold;          // visits on a path before it is abstracted; PRECISION_DEFAULT: what the run says
  struct vec_term predicates;
};
VEC_TYPE(vec_precision_point, struct precision_point)

#define PRECISION_DEFAULT UINT32_MAX

struct precision {
  struct vec_precision_point points;
  struct map_u32 point_of;     // location → index
};

void precision_release(struct precision *p);
// Made when it is not there. The pointer holds until the next call.
struct precision_point *precision_at(struct precision *p, struct location location);
// False: it is there already, or its negation is.
bool precision_add(struct precision *p, struct terms *tm, struct location location, struct term predicate);

// Reads `content` of `file` into *p, which is empty. A message has file and line. A point names the loop heads of the
// function at that line.
bool precision_read(struct precision *p, struct cfa *cfa, const char *file, const char *content, struct error *error);
void precision_print(const struct precision *p, struct cfa *cfa, struct text *out);

#endif

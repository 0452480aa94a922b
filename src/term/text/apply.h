// SMT-LIB operators: which there are, what they accept, what they build.
//
// An application is checked completely before it is built, so that text from
// anywhere can be read. Operators without a term kind (bvsub, =>, fp.gt, …)
// are built from those that have one.
#ifndef CLEW_TERM_TEXT_APPLY_H
#define CLEW_TERM_TEXT_APPLY_H
#include "term/term.h"
#include <stddef.h>

#define APPLY_WIDTH_LIMIT (1u << 24)
#define APPLY_EXPONENT_LIMIT 30
#define APPLY_SIGNIFICAND_LIMIT (1u << 16)

struct apply_head {
  uint32_t code;        // enum term_kind, or an operator of apply.c
  uint32_t shape;       // what it accepts: an enum of apply.c
  struct sort sort;     // of the result, where the arguments do not give it
  uint32_t p0, p1;      // indices
};

// The operator of that name; false if there is none.
bool apply_find(const char *name, size_t length, struct apply_head *head);
// The operator (_ name numbers…). NULL or what is wrong.
const char *apply_find_indexed(struct terms *tm, const char *name, size_t length, uint32_t n, const uint32_t *numbers,
                               struct apply_head *head);
void apply_array_const(struct sort s, struct apply_head *head);
// NULL if the operator accepts these arguments, or what is wrong.
const char *apply_check(struct terms *tm, const struct apply_head *head, uint32_t n, const struct term *c);
struct term apply_build(struct terms *tm, const struct apply_head *head, uint32_t n, const struct term *c);

#endif

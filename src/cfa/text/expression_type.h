// What reading and printing of expressions share: C's types, and variables by name.
#ifndef CLEW_CFA_TEXT_EXPRESSION_TYPE_H
#define CLEW_CFA_TEXT_EXPRESSION_TYPE_H
#include "cfa/text/expression.h"

struct c_type {
  uint32_t width;
  bool is_unsigned;
  struct sort real;          // a float's sort; none: an integer
};
#define C_INT ((struct c_type){.width = 32})

static inline bool type_is_real(struct c_type type) { return type.real.id != 0; }
struct c_type type_promoted(struct c_type type);
struct c_type type_common(const struct terms *tm, struct c_type a, struct c_type b); // the usual arithmetic conversions
// Of a value of this sort (Bool: as int); arrays have none (width 0).
struct c_type type_of_sort(const struct terms *tm, struct sort sort, bool is_unsigned);
struct c_type type_of_var(const struct terms *tm, const struct cfa_var *v);
void type_print(const struct cfa *cfa, struct c_type type, struct text *out);

// The longest name at `at` that is a variable's in the scope; *end is after it. CFA_NONE: *end is after what looks like
// a name (or at `at`).
uint32_t name_read(const struct cfa *cfa, uint32_t function, const char *at, const char **end);
// The shortest name that name_read reads as the variable.
void name_print(const struct cfa *cfa, uint32_t function, uint32_t var, struct text *out);

#endif

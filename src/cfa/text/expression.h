// C expressions over the variables of a program, to terms and back.
//
// Reading follows C: integer promotions and the usual arithmetic conversions over the data model of the automaton
// (pointer-bits 32: ILP32, 64: LP64), integers that wrap, division that truncates, floats rounded to nearest. A
// variable has the type that its sort and signedness say; a pointer is the number of its address, and arithmetic on it
// does not scale. There is no assignment, no call but of a few functions of math.h (isnan, isinf, isnormal, signbit,
// fabs), and besides C:
//   s.f  a[3]  x#2     the automaton's variables, by the names `clew cfa` prints; f::x is one of another function, ::x
//   a global, |…| any name m[e]               the cell e of memory m (unsigned _BitInt(3))e   any width; a value of
//   fewer bits than int has is promoted like a bit-field $t                 the SMT-LIB term t, a signed integer if it
//   is one of bits
// Printing writes an expression that is read as the term itself, or as one that has the same value always: casts stand
// where C needs them, and what C cannot say is written with $.
#ifndef CLEW_CFA_TEXT_EXPRESSION_H
#define CLEW_CFA_TEXT_EXPRESSION_H
#include "cfa/cfa.h"

// The expression as a condition (e ≠ 0), in the scope of a function (CFA_NONE: globals only). The text ends with it.
// None: *message says what is wrong, and *at is where.
struct term expression_read(struct cfa *cfa, uint32_t function, const char **at, struct text *message);
// Any term over the program's variables of the sorts Bool, bit-vector or float.
void expression_print(struct cfa *cfa, uint32_t function, struct term t, struct text *out);
// The same for a person, in the program's words (text/words.h).
void expression_print_words(struct cfa *cfa, uint32_t function, struct term t, struct text *out);
// A condition in C alone, whose evaluation has no undefined behaviour: sums and products are unsigned, divisors are
// constants. Of memory only elements and fields of objects are looked at that have a name and a fixed address, integers
// among them; of `a[i]` it is said what holds where i is within the bounds. The names say what a variable and an object
// are called, or give NULL. False: it cannot be said so, and nothing is written.
struct layout_object;
typedef const char *expression_name(void *context, uint32_t var);
typedef const char *expression_object(void *context, const struct layout_object *object);
struct expression_names {
  expression_name *variable;
  expression_object *object; // may be NULL: none has
  void *context;
};
bool expression_print_defined(struct cfa *cfa, struct term t, const struct expression_names *names, struct text *out);

#endif

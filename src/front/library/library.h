// The C library where it has a meaning of its own: calls in the automaton, and calls that are rewritten in the module
// before models are linked.
#ifndef CLEW_FRONT_LIBRARY_LIBRARY_H
#define CLEW_FRONT_LIBRARY_LIBRARY_H
#include "front/library/builtins.h"
#include "term/term.h"

struct translation;

// --- output.c, texts.c, orders.c: printf, strcmp and their like ----------------------------------------------------
// Drops or simplifies calls of printf and its like whose result is not used (output.c).
void output_simplify(struct front *f);
// Results of strcmp and its like that are not only tested for their sign keep no more than it: ORDER_FUNCTION gives any
// difference of two bytes with that sign (orders.c).
#define ORDER_FUNCTION "__clew_order"
void orders_open(struct front *f);
// Calls of snprintf and sprintf with a constant format become one call for each part of it (texts.c).
void texts_lower(struct front *f);

// --- formats.c: printf and its like with too few arguments ---------------------------------------------------------

// --- library.c -----------------------------------------------------------------------------------------------------
void library_call(struct translation *t, LLVMValueRef call, LLVMValueRef function, enum builtin builtin,
                  uint32_t detail);
bool library_may_refuse(struct front *f, LLVMValueRef call, LLVMValueRef function, enum builtin builtin);

// --- library_math.c, library_libm.c --------------------------------------------------------------------------------
bool library_math(struct translation *t, LLVMValueRef call, enum builtin builtin, uint32_t detail);
// A function without an exact meaning; library_set_errno changes errno under a condition, if the program has it.
void library_libm(struct translation *t, LLVMValueRef call, const char *name);
void library_set_errno(struct translation *t, struct term condition, struct term error);

#endif

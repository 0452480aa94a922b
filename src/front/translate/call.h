// Calls: of functions of the program, through pointers, with variadic arguments, of inline assembly.
#ifndef CLEW_FRONT_TRANSLATE_CALL_H
#define CLEW_FRONT_TRANSLATE_CALL_H
#include "front/llvm.h"
#include "term/term.h"

struct front;
struct translation;
struct vec_string;

// --- call.c --------------------------------------------------------------------------------------------------------
void call_translate(struct translation *t, LLVMValueRef call);
uint32_t function_id(struct front *f, LLVMValueRef function); // in the automaton; pointsto.c has found all
bool call_ends_segment(struct front *f, LLVMValueRef call);
void list_once(struct front *f, struct vec_string *list, const char *name);

// --- indirect.c: what a call through a pointer may reach -----------------------------------------------------------
void indirect_candidates(struct front *f, LLVMValueRef call, struct vec_value *out); // appended
bool indirect_is_unknown(struct front *f, LLVMValueRef call); // or another function, which is unknown
void indirect_spread(struct front *f); // for the points-to analysis

// --- variadic.c ----------------------------------------------------------------------------------------------------
void variadic_find(struct front *f); // decides how arguments are laid out
// The address of the arguments; `end` is the one behind them.
struct term variadic_block(struct translation *t, LLVMValueRef call, LLVMValueRef function, struct term *end);
// An argument that va_arg reads must have been passed.
void variadic_check(struct translation *t, LLVMValueRef pointer, struct term address);
void variadic_start(struct translation *t, LLVMValueRef list);

// --- assembly.c ----------------------------------------------------------------------------------------------------
bool assembly_is_quiet(LLVMValueRef call); // it does nothing, but for its outputs in registers
LLVMTypeRef assembly_output(LLVMValueRef call,
                            unsigned argument); // what it leaves where an argument points to, or NULL
void assembly_reach(struct front *f, LLVMValueRef call); // for the points-to analysis
// Its meaning. The places of a native run's values: one for the result, and one for each argument behind it.
void assembly_call(struct translation *t, LLVMValueRef call);

#endif

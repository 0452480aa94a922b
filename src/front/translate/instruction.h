// What instructions mean, and those on vectors.
#ifndef CLEW_FRONT_TRANSLATE_INSTRUCTION_H
#define CLEW_FRONT_TRANSLATE_INSTRUCTION_H
#include "cfa/cfa.h"
#include "front/llvm.h"

struct translation;
struct front;
struct object;

// --- instruction.c -------------------------------------------------------------------------------------------------
void instruction_translate(struct translation *t, LLVMValueRef instruction);
// The variable with the address of an object in memory.
uint32_t alloca_address(struct translation *t, struct object *object);
// What an instruction computes from scalars: arithmetic, comparisons, conversions (to `type`) and choices.
struct term scalar_operation(struct translation *t, LLVMValueRef instruction, LLVMTypeRef type,
                             const struct term *operands);
void lifetime_start(struct translation *t, LLVMValueRef call);
struct term rounding_mode(struct translation *t);
struct term arbitrary(struct translation *t, LLVMTypeRef type, enum cfa_input_kind kind, const char *name,
                      const char *ctype);

// --- vector.c ------------------------------------------------------------------------------------------------------
// Translates an instruction on vectors that is not done as on any other value; false: it is none.
bool vector_translate(struct translation *t, LLVMValueRef instruction);
struct term vector_of(struct front *f, LLVMTypeRef vector, const struct term *elements);
bool has_vector(LLVMValueRef instruction); // among its operands or as its result

#endif

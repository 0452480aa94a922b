// LLVM's constants as terms, and the numbers that functions and labels have as addresses.
#ifndef CLEW_FRONT_TRANSLATE_CONSTANT_H
#define CLEW_FRONT_TRANSLATE_CONSTANT_H
#include "front/llvm.h"
#include "term/term.h"

struct front;

// The scalar leaves of a constant, appended.
void constant_terms(struct front *f, LLVMValueRef constant, struct vec_term *out);
struct term constant_term(struct front *f, LLVMValueRef constant);
// The bits of a constant's bytes in memory: calls store(offset, size, type, term) for each scalar leaf that is not zero
// or undefined.
void constant_cells(struct front *f, LLVMValueRef constant, uint64_t offset,
                    void (*each)(void *context, uint64_t offset, LLVMTypeRef type, struct term value), void *context);
bool constant_is_zero(LLVMValueRef constant);
// The text of a constant variable with the zero behind it, the empty text too, which LLVM has as zeros; NULL: none.
const char *constant_string(LLVMValueRef value, size_t *n);
struct term constant_float_bits(struct front *f, LLVMValueRef constant); // as it lies in memory
// What a constant asked for since the last question was, if it has no value here; NULL: all were understood.
const char *constant_was_strange(struct front *f);
bool is_linker_symbol(struct front *f, LLVMValueRef global);
uint64_t function_address(struct front *f, LLVMValueRef function);
uint64_t block_label(struct front *f, LLVMBasicBlockRef block);

#endif

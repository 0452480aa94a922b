// LLVM's types and the sorts of terms: sizes, scalar parts, the bits of a value in memory.
#ifndef CLEW_FRONT_TRANSLATE_TYPES_H
#define CLEW_FRONT_TRANSLATE_TYPES_H
#include "front/llvm.h"
#include "term/term.h"

struct front;

// The flat leaves of a type: scalars with their offsets.
struct leaf {
  uint64_t offset;
  LLVMTypeRef type;
};
VEC_TYPE(vec_leaf, struct leaf)

uint64_t type_size(struct front *f, LLVMTypeRef type); // as stored, in bytes
uint64_t type_alloc_size(struct front *f, LLVMTypeRef type); // with padding
const char *type_ctype(LLVMTypeRef type); // of floats and pointers, "" for others: their sign is not known
bool type_is_aggregate(LLVMTypeRef type);
void type_leaves(struct front *f, LLVMTypeRef type, uint64_t offset, struct vec_leaf *out);
struct sort type_sort(struct front *f, LLVMTypeRef type); // of a scalar
uint32_t type_bits(struct front *f, LLVMTypeRef type); // of a scalar as it lies in memory: multiple of 8 but for i1
// Between the value of a scalar and its bits in memory.
struct term bits_of_value(struct front *f, LLVMTypeRef type, struct term value);
struct term float_format_bits(struct front *f, struct term value); // of a float, in the format of its sort
struct term value_of_bits(struct front *f, LLVMTypeRef type, struct term bits);
struct term is_long_double(struct front *f, struct term bits); // of 80 bits
bool is_gep(LLVMValueRef value); // an address computation, as an instruction or a constant
// Constant GEP offset; false if an index is not constant.
bool gep_constant_offset(struct front *f, LLVMValueRef gep, int64_t *offset);

#endif

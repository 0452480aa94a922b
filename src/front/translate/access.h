// Loads, stores, and ranges of memory that are filled or copied.
#ifndef CLEW_FRONT_TRANSLATE_ACCESS_H
#define CLEW_FRONT_TRANSLATE_ACCESS_H
#include "front/llvm.h"
#include "term/term.h"

struct translation;

void load_terms(struct translation *t, LLVMValueRef pointer, LLVMTypeRef type, struct vec_term *out);
void store_terms(struct translation *t, LLVMValueRef pointer, LLVMTypeRef type, const struct term *values);
void memory_fill_range(struct translation *t, LLVMValueRef pointer, struct term byte, LLVMValueRef length_value,
                       struct term length);
void memory_copy_range(struct translation *t, LLVMValueRef to, LLVMValueRef from, LLVMValueRef length_value,
                       struct term length);
void memory_zero_range(struct translation *t, uint32_t node, struct term address, struct term length);
// By node and address, for memory that no LLVM value names.
struct term memory_load(struct translation *t, uint32_t node, struct term address, uint32_t bytes);
void memory_store(struct translation *t, uint32_t node, struct term address, struct term bits);
// The same in another variable with the cells of the node's region.
struct term memory_load_from(struct translation *t, uint32_t var, uint32_t node, struct term address, uint32_t bytes);
void memory_store_to(struct translation *t, uint32_t var, uint32_t node, struct term address, struct term bits);
void memory_fill_in(struct translation *t, uint32_t var, uint32_t node, struct term address, struct term byte,
                    struct term length);
void memory_copy_in(struct translation *t, const uint32_t vars[2], const uint32_t nodes[2], struct term to,
                    struct term from, struct term length);

#endif

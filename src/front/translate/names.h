// What debug information says: names, C types and places in the source.
#ifndef CLEW_FRONT_TRANSLATE_NAMES_H
#define CLEW_FRONT_TRANSLATE_NAMES_H
#include "cfa/cfa.h"
#include "front/llvm.h"

struct front;
struct object;

void names_collect(struct front *f, LLVMValueRef function);
void names_of_object(struct front *f, struct object *object);
// "x.f[2]" for the cell at an offset of the object, and its C type.
const char *names_of_cell(struct front *f, const struct object *object, uint64_t offset, uint32_t size,
                          const char **ctype, bool *is_unsigned);
// May a function that is only declared write through its parameters? Not if all are values or pointers to const.
bool names_may_write(struct front *f, LLVMValueRef function);
bool names_is_const(struct front *f, LLVMValueRef object); // Is the variable, or are the elements of the array, const?
// Debug nodes: operands as LLVM orders them; a type without typedefs and qualifiers.
LLVMValueRef debug_operand(struct front *f, LLVMMetadataRef node, unsigned i);
LLVMMetadataRef debug_child(struct front *f, LLVMMetadataRef node, unsigned i);
#define DEBUG_BIT_FIELD (1u << 19) // a flag of a member
LLVMMetadataRef debug_strip(struct front *f, LLVMMetadataRef type);
bool debug_is_unsigned(struct front *f, LLVMMetadataRef type);
struct source_place place_of(struct front *f, LLVMValueRef instruction);
struct source_place place_of_function(struct front *f, LLVMValueRef function);

#endif

// Which functions are models of the C library (kept.c), and functions with a built-in meaning whose address is taken
// (through.c).
#ifndef CLEW_FRONT_LINK_FUNCTIONS_H
#define CLEW_FRONT_LINK_FUNCTIONS_H
#include "front/llvm.h"

struct front;

bool is_model(LLVMValueRef function);
// The models that a native run uses instead of the machine's functions: each maps to 1.
// `all`: the accesses in models are looked at, too; real functions are for what models leave open.
void models_kept(LLVMModuleRef module, bool all, struct map_u32 *kept);

void through_pointers(struct front *f); // once all is linked
bool is_stand_in(LLVMValueRef function); // one that stands for such a function, or else is none of the program's
// Makes it none of the program's own, known by another name.
void function_hide(struct front *f, LLVMValueRef function, const char *name);
bool through_is_taken(LLVMValueRef function); // Is its address taken?
// The function's address is from now on that of one of this type that calls it.
void through_stand_in(struct front *f, LLVMValueRef function, LLVMTypeRef type);
// The same for a function of this name without a body whose address is taken, before calls by its name are rewritten.
// `type` is for one without a prototype; with NULL that is left alone, as variadic functions are.
void through_name(struct front *f, const char *name, LLVMTypeRef type);

#endif

// The program's module: all files linked, the models of the C library linked to it, and where execution starts.
#ifndef CLEW_FRONT_COMPILE_MODULE_H
#define CLEW_FRONT_COMPILE_MODULE_H
#include "front/llvm.h"

struct front;

bool module_load(struct front *f);
bool module_link_models(struct front *f);
LLVMModuleRef module_models(struct front *f); // of the C library, owned by the caller; NULL with an error
const char *function_name(LLVMValueRef function); // in its own file
LLVMValueRef module_find_function(struct front *f); // that --entry names; NULL with an error: none, or more than one
LLVMValueRef module_find_entry(struct front *f); // where execution starts: there, or in the one that calls it (entry.c)
// Files of several programs have a `main` each: that of another program than the one that is there is no function that
// others call.
void module_hide_main(struct front *f, LLVMModuleRef module);

#endif

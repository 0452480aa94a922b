// A copy of the program that tells which edges a run takes and what it compares.
#ifndef CLEW_FRONT_EXPORT_TRACED_H
#define CLEW_FRONT_EXPORT_TRACED_H
#include "front/front.h"
#include "front/llvm.h"

struct front;

// Before anything else is changed in it. Calls go to functions of the harness (native/served/runtime.c).
void trace_instrument(struct front *f, LLVMModuleRef copy, struct front_traced *out);
void trace_imports(LLVMModuleRef copy, struct front_traced *out); // when it is finished
bool module_write_traced(struct front *f, const char *file, struct front_traced *out); // native.c

#endif

// LLVM's C API, its values in vectors and as keys of maps.
#ifndef CLEW_FRONT_LLVM_H
#define CLEW_FRONT_LLVM_H
#include "base/memory/map.h"
#include "base/memory/vec.h"
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

VEC_TYPE(vec_value, LLVMValueRef)

static inline uint64_t key_of(const void *p) { return (uint64_t)(uintptr_t)p; }

#endif

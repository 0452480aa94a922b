// What a called function is: one with a built-in meaning, an error function, one with a body.
#ifndef CLEW_FRONT_LIBRARY_BUILTINS_H
#define CLEW_FRONT_LIBRARY_BUILTINS_H
#include "front/llvm.h"

struct front;

enum builtin {
  BUILTIN_NONE,
#define BUILTIN(id) BUILTIN_##id,
#include "front/library/builtins.def"
#undef BUILTIN
};
struct builtin_entry {
  const char *name;
  enum builtin builtin;
  uint32_t detail;
};
enum builtin builtin_of(struct front *f, LLVMValueRef function, uint32_t *detail);
bool is_builtin_name(const char *name); // of a function of the library with a built-in meaning

bool is_error_function(struct front *f, LLVMValueRef function);
bool is_in_assembly(struct front *f, const char *name); // outside of functions
bool has_assembly_outside(struct front *f); // Is there any that may do something?
LLVMValueRef called_function(LLVMValueRef call); // the function of a direct call or NULL
// For functions without a body: arguments and result flow nowhere.
bool function_has_body(LLVMValueRef function);

#endif

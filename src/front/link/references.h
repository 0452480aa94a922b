// What the program can use of its module. Values are those of the module as it is: linking changes them.
#ifndef CLEW_FRONT_LINK_REFERENCES_H
#define CLEW_FRONT_LINK_REFERENCES_H
#include "front/llvm.h"

struct front;

struct references {
  struct map_u32 seen;
  struct vec_value open; // seen, and not looked at
};
void references_find(struct front *f, struct references *out);
bool references_have(const struct references *r, LLVMValueRef value);
void references_release(struct references *r);

#endif

// Branches and lines that a run covers.
#ifndef CLEW_FRONT_EXPORT_GOALS_H
#define CLEW_FRONT_EXPORT_GOALS_H
#include "cfa/goal.h"
#include "front/llvm.h"

struct front;

struct goals {
  struct cfa_goals found;
  struct map_u32 first; // terminator → its first goal + 1
  struct map_u32 line_numbers; // file and line → number
};
uint32_t goal_of(const struct front *f, LLVMValueRef terminator); // its first goal + 1; 0: it has none
void goals_instrument(struct front *f, LLVMModuleRef copy); // before anything else is changed in it
void goals_release(struct front *f);

#endif

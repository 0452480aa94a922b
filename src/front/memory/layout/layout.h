// Where a program's result may depend on the addresses that objects have: that is listed as an assumption.
#ifndef CLEW_FRONT_MEMORY_LAYOUT_LAYOUT_H
#define CLEW_FRONT_MEMORY_LAYOUT_LAYOUT_H

#include "front/llvm.h"

struct front;

struct map_u32;

void layout_find(struct front *f); // where the addresses of objects may decide (layout/)
// Equations of pointers (→ 1) one of which may lead to a block that was freed before the other one's was made.
void layout_find_reused(struct front *f, struct map_u32 *equations);
// Does control lead from the end of a block to the start of the other, in one step or more?
bool layout_reaches(LLVMBasicBlockRef from, LLVMBasicBlockRef to);

#endif

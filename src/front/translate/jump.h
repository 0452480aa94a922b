// setjmp and longjmp.
#ifndef CLEW_FRONT_TRANSLATE_JUMP_H
#define CLEW_FRONT_TRANSLATE_JUMP_H
#include "cfa/cfa.h"
#include "front/llvm.h"

struct front;
struct translation;

void jumps_find(struct front *f); // once all functions are known: which of them longjmp may leave
bool jump_may(struct front *f, LLVMValueRef function);
void jumps_make_vars(struct front *f);
void jumps_initial(struct front *f, struct cfa_edge *e); // what is there at the beginning
void jump_enter(struct translation *t); // in the function's first segment
void jump_return(struct translation *t); // right behind a call of a function that may jump
void jump_set(struct translation *t, LLVMValueRef call);
void jump_go(struct translation *t, LLVMValueRef call);
struct location jump_refuse(struct front *f, struct location at, uint32_t callee); // behind a call; where to go on

#endif

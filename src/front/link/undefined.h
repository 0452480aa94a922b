// Functions without a body: what a call of one means, and what it may reach.
#ifndef CLEW_FRONT_LINK_UNDEFINED_H
#define CLEW_FRONT_LINK_UNDEFINED_H
#include "cfa/cfa.h"
#include "front/llvm.h"

struct front;
struct translation;

// True: something new.
// Its result and what it can reach, for the points-to analysis; function: NULL if it is unknown.
bool undefined_reach(struct front *f, LLVMValueRef call, LLVMValueRef function);
uint32_t undefined_flags(struct front *f, LLVMTypeRef type); // of an external value of that type
bool undefined_reach_from(struct front *f, LLVMValueRef call); // the same, whatever --undefined says
LLVMTypeRef undefined_structure(LLVMValueRef function); // that it returns in memory of its caller, or NULL
LLVMTypeRef undefined_structure_of_call(LLVMValueRef call);
void undefined_call(struct translation *t, LLVMValueRef call, LLVMValueRef function);
void undefined_pointer_call(struct translation *t, LLVMValueRef call); // of an unknown function
void undefined_result(struct translation *t, LLVMValueRef call, const char *name, enum cfa_input_kind kind);
bool undefined_ends(LLVMValueRef call); // Does the program say that it does not return?
bool undefined_end_matters(struct front *f); // Does it matter whether such a function ends the program?
void undefined_note(struct translation *t, const char *kind, const char *text); // an assumption, if it matters
bool undefined_may_violate(struct front *f, LLVMValueRef function); // Can a call of it lead to an error?
void undefined_resolve(struct front *f); // once the automaton stands: which assumptions matter

#endif

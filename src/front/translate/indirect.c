// Which functions a call through a pointer may reach.
//
// The points-to analysis says which functions' addresses flow into the pointer. That is all of them, unless the pointer
// may come from where the program's text does not show: an input, an integer, memory that was there before or that a
// function without a body has made. Then it may be any function of the program that has the type of the call and whose
// address the program takes anywhere, or an unknown one (see undefined.c).
#include "front/context.h"
#include "front/link/functions.h"
#include "front/memory/pointsto.h"
#include "front/memory/puns.h"
#include "front/translate/call.h"

// Taken by the program, not by the models.
static bool is_taken(LLVMValueRef function) {
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsAInstruction(user)) return true; // in a constant
    if (is_model(LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)))) continue;
    if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != function) return true;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(user); i++)
      if (LLVMGetOperand(user, i) == function) return true;
  }
  return false;
}

static const struct vec_value *taken_functions(struct front *f) {
  struct pointsto *p = &f->points;
  if (!p->taken_known)
    for (LLVMValueRef g = LLVMGetFirstFunction(f->module); g; g = LLVMGetNextFunction(g))
      if (!LLVMGetIntrinsicID(g) && is_taken(g)) vec_value_push(&p->taken, g);
  p->taken_known = true;
  return &p->taken;
}

static bool has_type_of(LLVMValueRef function, LLVMValueRef call) {
  LLVMTypeRef type = LLVMGlobalGetValueType(function), called = LLVMGetCalledFunctionType(call);
  if (type == called) return true;
  // A call without a prototype: its type is variadic, and has what is passed as parameters.
  unsigned passed = LLVMGetNumArgOperands(call), named = LLVMCountParamTypes(called);
  return LLVMIsFunctionVarArg(called) && (!named || named == passed) &&
         LLVMGetReturnType(type) == LLVMGetReturnType(called) && LLVMCountParams(function) == passed;
}

bool indirect_is_unknown(struct front *f, LLVMValueRef call) {
  uint32_t flags = pointsto_flags(f, pointsto_target(f, LLVMGetCalledValue(call)));
  return flags & (NODE_OUTSIDE | NODE_FOREIGN) || is_anything(flags);
}

void indirect_candidates(struct front *f, LLVMValueRef call, struct vec_value *out) {
  const struct vec_value *set = pointsto_functions(f, LLVMGetCalledValue(call));
  uint32_t known = set ? set->size : 0;
  for (uint32_t i = 0; i < known; i++) vec_value_push(out, set->data[i]);
  if (!indirect_is_unknown(f, call)) return;
  const struct vec_value *taken = taken_functions(f);
  for (uint32_t i = 0; i < taken->size; i++) {
    bool is_new = has_type_of(taken->data[i], call);
    for (uint32_t k = 0; k < known && is_new; k++) is_new = out->data[k] != taken->data[i];
    if (is_new) vec_value_push(out, taken->data[i]);
  }
}

// The contents of external memory are external.
void indirect_spread(struct front *f) {
  struct pointsto *p = &f->points;
  for (bool again = true; again;) {
    again = false;
    for (uint32_t n = 1; n < p->parent.size; n++)
      if (p->parent.data[n] == n && p->to.data[n] && p->flags.data[n] & NODE_FOREIGN)
        again |= pointsto_mark(f, p->to.data[n], NODE_FOREIGN);
  }
}

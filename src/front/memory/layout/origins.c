// What a pointer was computed from: the values behind steps, casts, selections and local variables.
#include "front/memory/layout/observations.h"
#include "front/library/builtins.h"
#include "front/memory/puns.h"
#include "front/translate/constant.h"
#include "front/translate/types.h"

LLVMOpcode layout_opcode(LLVMValueRef value) {
  if (LLVMIsAConstantExpr(value)) return LLVMGetConstOpcode(value);
  return LLVMIsAInstruction(value) ? LLVMGetInstructionOpcode(value) : LLVMRet;
}

bool layout_is_null(LLVMValueRef value) {
  return LLVMIsAConstantPointerNull(value) || LLVMIsUndef(value) || LLVMIsAConstantAggregateZero(value) ||
         (LLVMIsAConstantInt(value) && constant_is_zero(value));
}

// Does it only speak of a variable: of its life, or for a debugger?
static bool is_quiet(struct front *f, LLVMValueRef user) {
  LLVMValueRef function = LLVMIsACallInst(user) ? called_function(user) : NULL;
  uint32_t detail;
  if (!function || !LLVMGetIntrinsicID(function)) return false;
  enum builtin builtin = builtin_of(f, function, &detail);
  return builtin == BUILTIN_IGNORE || builtin == BUILTIN_LIFETIME;
}

bool layout_is_plain_local(struct front *f, LLVMValueRef value) {
  if (!LLVMIsAAllocaInst(value) || type_is_aggregate(LLVMGetAllocatedType(value))) return false;
  LLVMTypeRef type = LLVMGetAllocatedType(value);
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsALoadInst(user) && LLVMTypeOf(user) == type) continue;
    if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != value && LLVMTypeOf(LLVMGetOperand(user, 0)) == type)
      continue;
    if (!is_quiet(f, user)) return false;
  }
  return true;
}

// --- loops -----------------------------------------------------------------------------------

bool layout_reaches(LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
  struct map_u32 seen = {0};
  struct vec_ptr open = {0};
  bool found = false;
  vec_ptr_push(&open, from);
  while (open.size && !found) {
    LLVMValueRef last = LLVMGetBasicBlockTerminator((LLVMBasicBlockRef)vec_ptr_pop(&open));
    for (unsigned i = 0; last && i < LLVMGetNumSuccessors(last) && !found; i++) {
      LLVMBasicBlockRef next = LLVMGetSuccessor(last, i);
      found = next == to;
      if (map_u32_find(&seen, key_of(next))) continue;
      map_u32_put(&seen, key_of(next), 1);
      vec_ptr_push(&open, next);
    }
  }
  vec_ptr_release(&open);
  map_u32_release(&seen);
  return found;
}

bool layout_in_cycle(LLVMBasicBlockRef block) { return layout_reaches(block, block); }

// Is the variable a new one in each iteration of the loop that it is in?
static bool is_renewed(struct front *f, LLVMValueRef variable) {
  for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use), function = LLVMIsACallInst(user) ? called_function(user) : NULL;
    uint32_t detail;
    if (function && builtin_of(f, function, &detail) == BUILTIN_LIFETIME)
      return layout_in_cycle(LLVMGetInstructionParent(user));
  }
  return false;
}

// --- the search ------------------------------------------------------------------------------

struct search {
  struct layout *l;
  struct origins *out;
  struct vec_value open;
  bool callers, fields;
};

static void add(struct search *s, LLVMValueRef value) {
  if (layout_is_null(value) || map_u32_find(&s->out->seen, key_of(value))) return;
  map_u32_put(&s->out->seen, key_of(value), 1);
  vec_value_push(&s->open, value);
}

static bool add_stored(struct search *s, LLVMValueRef load) {
  struct front *f = s->l->f;
  LLVMValueRef variable = LLVMGetOperand(load, 0);
  if (!layout_is_plain_local(f, variable)) return false;
  if (!is_renewed(f, variable)) s->out->carried = true;
  for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use))
    if (LLVMIsAStoreInst(LLVMGetUser(use))) add(s, LLVMGetOperand(LLVMGetUser(use), 0));
  return true;
}

// What all calls pass for a parameter; false: calls that the text does not show may pass something else.
static bool add_passed(struct search *s, LLVMValueRef parameter) {
  LLVMValueRef function = LLVMGetParamParent(parameter);
  if (function == s->l->f->entry || !LLVMGetFirstUse(function)) return false;
  unsigned k = 0;
  while (LLVMGetParam(function, k) != parameter) k++;
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsACallInst(user) || called_function(user) != function || k >= LLVMGetNumArgOperands(user)) return false;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(user); i++)
      if (LLVMGetOperand(user, i) == function) return false;
  }
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
    add(s, LLVMGetOperand(LLVMGetUser(use), k));
  return true;
}

// Is it the address of a part of a structure, not only of another one of several?
static bool names_field(LLVMValueRef gep) {
  LLVMTypeRef in;
  unsigned field;
  bool at_start;
  return LLVMGetNumOperands(gep) > 2 && gep_field(gep, &in, &field, &at_start);
}

static bool step_back(struct search *s, LLVMValueRef value) {
  struct front *f = s->l->f;
  if (LLVMIsAArgument(value)) return s->callers && add_passed(s, value);
  switch (layout_opcode(value)) {
  case LLVMGetElementPtr:
    if (s->fields && names_field(value)) return false; // fall through
  case LLVMBitCast:
  case LLVMPtrToInt:
  case LLVMIntToPtr:
  case LLVMFreeze: add(s, LLVMGetOperand(value, 0)); return true;
  case LLVMAdd:
  case LLVMSub:
    if (!is_disguised(f, value)) return false;
    add(s, LLVMGetOperand(value, is_disguised(f, LLVMGetOperand(value, 0)) ? 0 : 1));
    return true;
  case LLVMSelect:
    add(s, LLVMGetOperand(value, 1));
    add(s, LLVMGetOperand(value, 2));
    return true;
  case LLVMPHI:
    for (unsigned k = 0; k < LLVMCountIncoming(value); k++) add(s, LLVMGetIncomingValue(value, k));
    return true;
  case LLVMLoad: return add_stored(s, value);
  default: return false;
  }
}

void origins_find(struct layout *l, LLVMValueRef pointer, bool callers, bool fields, struct origins *out) {
  struct search s = {.l = l, .out = out, .callers = callers, .fields = fields};
  add(&s, pointer);
  while (s.open.size) {
    LLVMValueRef value = vec_value_pop(&s.open);
    if (!step_back(&s, value)) vec_value_push(&out->roots, value);
  }
  vec_value_release(&s.open);
}

void origins_release(struct origins *o) {
  vec_value_release(&o->roots);
  map_u32_release(&o->seen);
}

// Pointers that are computed as integers: `*(int *)((unsigned long)p + 24)`, the way generated code writes p->field,
// often through temporary variables.
//
// An integer is a disguised pointer if it comes from the cast of a pointer by way of sums with numbers and of local
// variables that hold nothing else, and if all that becomes of it is a pointer again, or a comparison with an address,
// or with a constant as long as nothing was added. The bits of such an address are not observed, and nothing but the
// object that it came from can be meant, or one whose address it is compared with. So it is taken for arithmetic on a
// pointer to char, and the casts at both ends expose nothing (pointsto.c, outside.c).
//
// The set is what derives from casts of pointers, less what is used otherwise, less what then no longer derives from
// such a cast only. All functions of the module are looked at, since constants are shared by them.
#include "front/context.h"
#include "front/library/builtins.h"
#include "front/memory/puns.h"

struct search {
  struct front *f;
  struct vec_value found; // in the order of discovery
};

static LLVMOpcode opcode_of(LLVMValueRef value) {
  if (LLVMIsAConstantExpr(value)) return LLVMGetConstOpcode(value);
  return LLVMIsAInstruction(value) ? LLVMGetInstructionOpcode(value) : LLVMRet;
}

static bool is_word(struct front *f, LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == f->pointer_bits;
}

bool is_disguised(struct front *f, LLVMValueRef value) {
  return map_u32_get_or(&f->points.disguised, key_of(value), 0);
}

static void add(struct search *s, LLVMValueRef value) {
  if (is_disguised(s->f, value)) return;
  map_u32_put(&s->f->points.disguised, key_of(value), 1);
  vec_value_push(&s->found, value);
}

// A local variable of an address's width that is only loaded and stored.
static bool is_plain_local(struct front *f, LLVMValueRef value) {
  if (!LLVMIsAAllocaInst(value) || !is_word(f, LLVMGetAllocatedType(value))) return false;
  if (!LLVMIsAConstantInt(LLVMGetOperand(value, 0))) return false;
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsALoadInst(user) && is_word(f, LLVMTypeOf(user))) continue;
    if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != value && is_word(f, LLVMTypeOf(LLVMGetOperand(user, 0))))
      continue;
    uint32_t detail;
    LLVMValueRef function = LLVMIsACallInst(user) ? called_function(user) : NULL;
    if (!function || !LLVMGetIntrinsicID(function)) return false;
    enum builtin builtin = builtin_of(f, function, &detail);
    if (builtin != BUILTIN_IGNORE && builtin != BUILTIN_LIFETIME) return false;
  }
  return true;
}

LLVMValueRef disguised_only_store(struct front *f, LLVMValueRef load) {
  LLVMValueRef variable = LLVMGetOperand(load, 0), stored = NULL;
  if (!is_plain_local(f, variable)) return NULL;
  for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsAStoreInst(user)) continue;
    if (stored) return NULL;
    stored = LLVMGetOperand(user, 0);
  }
  return stored;
}

// What derives from a value that is found: sums, the variables it is stored to, and what is loaded from those.
static void derive(struct search *s, LLVMValueRef value) {
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    LLVMOpcode opcode = opcode_of(user);
    if (LLVMIsAAllocaInst(value)) {
      if (opcode == LLVMLoad) add(s, user);
    } else if (opcode == LLVMAdd || (opcode == LLVMSub && LLVMGetOperand(user, 0) == value)) {
      add(s, user);
    } else if (opcode == LLVMStore && LLVMGetOperand(user, 0) == value &&
               is_plain_local(s->f, LLVMGetOperand(user, 1))) {
      add(s, LLVMGetOperand(user, 1));
    }
  }
}

static void find_casts(struct search *s, LLVMValueRef value) {
  if (opcode_of(value) == LLVMPtrToInt && is_word(s->f, LLVMTypeOf(value))) add(s, value);
  if (!LLVMIsAInstruction(value) && !LLVMIsAConstantExpr(value)) return;
  for (int k = 0; k < LLVMGetNumOperands(value); k++) {
    LLVMValueRef operand = LLVMGetOperand(value, (unsigned)k);
    if (LLVMIsAConstantExpr(operand)) find_casts(s, operand);
  }
}

bool disguised_is_moved(LLVMValueRef value) {
  switch (opcode_of(value)) {
  case LLVMPtrToInt: return false;
  case LLVMLoad: break;
  default: return true;
  }
  LLVMValueRef variable = LLVMGetOperand(value, 0);
  for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAStoreInst(user) && opcode_of(LLVMGetOperand(user, 0)) != LLVMPtrToInt) return true;
  }
  return false;
}

// A constant, be it by way of a variable that holds nothing else.
static bool is_constant(struct front *f, LLVMValueRef value) {
  if (LLVMIsALoadInst(value)) value = disguised_only_store(f, value);
  return value && LLVMIsAConstantInt(value);
}

bool disguised_compared_well(struct front *f, LLVMValueRef value, LLVMValueRef compare) {
  LLVMValueRef other = LLVMGetOperand(compare, LLVMGetOperand(compare, 0) == value ? 1 : 0);
  if (opcode_of(other) == LLVMPtrToInt || is_disguised(f, other)) return true;
  return is_constant(f, other) && !disguised_is_moved(value);
}

static bool is_difference(LLVMValueRef user) {
  return LLVMIsABinaryOperator(user) && LLVMGetInstructionOpcode(user) == LLVMSub &&
         LLVMIsAPtrToIntInst(LLVMGetOperand(user, 0)) && LLVMIsAPtrToIntInst(LLVMGetOperand(user, 1));
}

static bool used_well(struct front *f, LLVMValueRef value) {
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    switch (opcode_of(user)) {
    case LLVMIntToPtr: break;
    case LLVMICmp:
      if (!disguised_compared_well(f, value, user)) return false;
      break;
    case LLVMSub:
      if (is_difference(user)) break; // fall through
    case LLVMAdd:
    case LLVMLoad:
      if (!is_disguised(f, user)) return false;
      break;
    case LLVMStore:
      if (!is_disguised(f, LLVMGetOperand(user, 1))) return false;
      break;
    case LLVMCall: // of a variable: its lifetime begins
      if (!LLVMIsAAllocaInst(value)) return false;
      break;
    default: return false;
    }
  }
  return true;
}

// Does it still come from nothing but the cast of a pointer?
static bool comes_well(struct front *f, LLVMValueRef value) {
  switch (opcode_of(value)) {
  case LLVMPtrToInt: return true;
  case LLVMLoad: return is_disguised(f, LLVMGetOperand(value, 0));
  case LLVMSub: return is_disguised(f, LLVMGetOperand(value, 0)) && !is_disguised(f, LLVMGetOperand(value, 1));
  case LLVMAdd: return is_disguised(f, LLVMGetOperand(value, 0)) != is_disguised(f, LLVMGetOperand(value, 1));
  default:
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
      if (LLVMIsAStoreInst(LLVMGetUser(use)) && !is_disguised(f, LLVMGetOperand(LLVMGetUser(use), 0))) return false;
    return true;
  }
}

void disguised_find(struct front *f) {
  struct search s = {.f = f};
  for (LLVMValueRef g = LLVMGetFirstFunction(f->module); g; g = LLVMGetNextFunction(g))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(g); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) find_casts(&s, i);
  for (uint32_t i = 0; i < s.found.size; i++) derive(&s, s.found.data[i]);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < s.found.size; i++) {
      LLVMValueRef value = s.found.data[i];
      if (!is_disguised(f, value) || (comes_well(f, value) && used_well(f, value))) continue;
      map_u32_put(&f->points.disguised, key_of(value), 0);
      changed = true;
    }
  }
  vec_value_release(&s.found);
}

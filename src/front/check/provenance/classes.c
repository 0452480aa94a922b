// Classes of pointers: which are inner, which may be unknown, which have blocks of the heap.
#include "front/check/provenance/provenance_pass.h"
#include "front/check/checks.h"
#include "front/memory/pointsto.h"
#include "front/start/arguments.h"
#include "front/start/start.h"
#include "front/translate/call.h"
#include "front/translate/names.h"
#include "front/translate/types.h"

// --- classes -------------------------------------------------------------------------------------------------

bool provenance_is_pointer(LLVMValueRef value) { return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind; }

struct class *provenance_class_at(struct provenance *p, uint32_t node) {
  node = pointsto_root(p->f, node);
  while (p->classes.size <= node) vec_class_push(&p->classes, (struct class){0});
  return &p->classes.data[node];
}

struct class *provenance_class_of(struct provenance *p, LLVMValueRef pointer) {
  return provenance_class_at(p, pointsto_target(p->f, pointer));
}

// Of the pointers that lie where the pointer points to.
struct class *provenance_contents_of(struct provenance *p, LLVMValueRef pointer) {
  return provenance_class_at(p, pointsto_contents(p->f, pointsto_target(p->f, pointer)));
}

// Constants and texts of the program lie in memory that cannot be written.
bool provenance_is_constant(LLVMValueRef object) {
  return LLVMIsAGlobalVariable(object) && LLVMIsGlobalConstant(object);
}

// Does a call put its result into the local, or into a part of it?
static bool is_result(LLVMValueRef pointer) {
  for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (is_gep(user) && is_result(user)) return true;
    for (unsigned k = 0; LLVMIsACallInst(user) && k < LLVMGetNumArgOperands(user); k++)
      if (LLVMGetOperand(user, k) == pointer && provenance_call_type(user, k, "sret")) return true;
  }
  return false;
}

// A const local is written where it is initialised, and nowhere else. Those that a call initialises are not told.
bool provenance_is_const_local(struct provenance *p, LLVMValueRef object) {
  return p->accesses && checks(p->f, PROPERTY_UNDEFINED) && LLVMIsAAllocaInst(object) &&
         LLVMIsAConstantInt(LLVMGetOperand(object, 0)) && names_is_const(p->f, object) && !is_result(object);
}

bool provenance_is_first_store(LLVMValueRef store) {
  LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(store));
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (LLVMIsAStoreInst(i) && LLVMGetOperand(i, 1) == LLVMGetOperand(store, 1)) return i == store;
  return false;
}

bool provenance_is_one_global(const struct class *c) {
  return c->objects == 1 && !c->heap && !c->unknown && LLVMIsAGlobalVariable(c->only);
}

bool provenance_is_tracked(const struct class *c) { return c->inner && !provenance_is_one_global(c); }
bool provenance_has_table(const struct class *c) { return c->objects && !provenance_is_one_global(c); }

bool provenance_is_called(struct provenance *p, const char *name) {
  LLVMValueRef function = LLVMGetNamedFunction(p->f->module, name);
  return function && LLVMGetFirstUse(function);
}

enum builtin provenance_builtin_at(struct provenance *p, LLVMValueRef call) {
  uint32_t detail;
  LLVMValueRef function = LLVMIsACallInst(call) ? called_function(call) : NULL;
  return function ? builtin_of(p->f, function, &detail) : BUILTIN_NONE;
}

bool provenance_is_heap_builtin(enum builtin b) {
  return b == BUILTIN_MALLOC || b == BUILTIN_CALLOC || b == BUILTIN_ZALLOC;
}

// The library's own.
bool provenance_is_scratch(LLVMValueRef call) {
  size_t n;
  return !strcmp(LLVMGetValueName2(called_function(call), &n), "__clew_scratch");
}

// Is its result its first argument?
bool provenance_gives_first(enum builtin b) {
  return b == BUILTIN_MEMCPY || b == BUILTIN_MEMSET || b == BUILTIN_EXPECT;
}

static bool is_moved(struct front *f, LLVMValueRef value) {
  int64_t offset;
  for (; is_gep(value); value = LLVMGetOperand(value, 0))
    if (!gep_constant_offset(f, value, &offset) || offset) return true;
  return false;
}

// Does the instruction keep the pointer beyond itself?
static bool keeps(struct provenance *p, LLVMValueRef i, unsigned k) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMStore: return k == 0;
  case LLVMPHI:
  case LLVMRet:
  case LLVMInsertValue:
  case LLVMFreeze: return true;
  case LLVMSelect:
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg: return k > 0;
  case LLVMCall:
    if (k >= LLVMGetNumArgOperands(i)) return false;
    if (provenance_builtin_at(p, i) != BUILTIN_NONE)
      return provenance_gives_first(provenance_builtin_at(p, i)) && LLVMGetFirstUse(i);
    return !called_function(i) || function_has_body(called_function(i));
  default: return false;
  }
}

// Pointers in constants: into the middle of an object, or made from a number.
static void look_at_constant(struct provenance *p, LLVMValueRef value, bool kept) {
  if (LLVMIsAConstantExpr(value) && provenance_is_pointer(value)) {
    LLVMOpcode opcode = LLVMGetConstOpcode(value);
    if (opcode == LLVMIntToPtr) provenance_class_of(p, value)->inner = provenance_class_of(p, value)->unknown = true;
    if (kept && opcode == LLVMGetElementPtr && is_moved(p->f, value)) provenance_class_of(p, value)->inner = true;
  }
  if (LLVMIsAConstantStruct(value) || LLVMIsAConstantArray(value))
    for (int i = 0; i < LLVMGetNumOperands(value); i++) look_at_constant(p, LLVMGetOperand(value, (unsigned)i), kept);
}

LLVMValueRef provenance_root_of(LLVMValueRef pointer) {
  while (is_gep(pointer)) pointer = LLVMGetOperand(pointer, 0);
  return pointer;
}

static bool is_local_variable(struct provenance *p, LLVMValueRef pointer) {
  uint64_t offset;
  struct object *object = object_at(p->f, pointer, &offset);
  return object && !object->in_memory && object->function;
}

static bool is_pointer_call(LLVMValueRef i) {
  return LLVMIsACallInst(i) && !called_function(i) && !LLVMIsAInlineAsm(LLVMGetCalledValue(i));
}

// Is it a call through a pointer that may also lead to what has no body, which gives no base?
bool provenance_may_give_none(struct provenance *p, LLVMValueRef call) {
  if (!is_pointer_call(call)) return false;
  struct vec_value candidates = {0};
  indirect_candidates(p->f, call, &candidates);
  bool none = indirect_is_unknown(p->f, call);
  for (uint32_t i = 0; i < candidates.size; i++) none |= !function_has_body(candidates.data[i]);
  vec_value_release(&candidates);
  return none;
}

// All functions that a call through a pointer may reach for a pointer have to give a base: otherwise the call would
// find the one that another function has left.
static void find_givers(struct provenance *p, LLVMValueRef call) {
  struct vec_value candidates = {0};
  indirect_candidates(p->f, call, &candidates);
  for (uint32_t i = 0; i < candidates.size; i++) map_u32_put(&p->givers, key_of(candidates.data[i]), 1);
  vec_value_release(&candidates);
}

// Is the base of such a value known as soon as those of its operands are?
bool provenance_is_followed(struct provenance *p, LLVMValueRef i) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMAlloca:
  case LLVMGetElementPtr:
  case LLVMPHI:
  case LLVMSelect:
  case LLVMFreeze:
  case LLVMLoad: return true;
  case LLVMExtractValue: return provenance_is_part(i);
  case LLVMCall: {
    enum builtin b = provenance_builtin_at(p, i);
    if (b != BUILTIN_NONE)
      return provenance_is_heap_builtin(b) || b == BUILTIN_ALLOCA || provenance_gives_first(b) || b == BUILTIN_NONDET;
    return !called_function(i) ? is_pointer_call(i) : function_has_body(called_function(i));
  }
  default: return false;
  }
}

// Is the integer of an address used for nothing but differences and comparisons?
static bool is_only_measured(LLVMValueRef number) {
  for (LLVMUseRef use = LLVMGetFirstUse(number); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    bool is_difference = LLVMIsABinaryOperator(user) && LLVMGetInstructionOpcode(user) == LLVMSub &&
                         LLVMIsAPtrToIntInst(LLVMGetOperand(user, 0)) && LLVMIsAPtrToIntInst(LLVMGetOperand(user, 1));
    if (!is_difference && !LLVMIsAICmpInst(user)) return false;
  }
  return true;
}

// What is kept where it may outlive the frame: in memory and in globals, in results, in integers, in what is copied
// elsewhere as a whole.
static void look_for_holders(struct provenance *p, LLVMValueRef i, enum builtin b) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMStore:
    if (provenance_is_pointer(LLVMGetOperand(i, 0)) && !is_local_variable(p, LLVMGetOperand(i, 1)))
      provenance_class_of(p, LLVMGetOperand(i, 0))->held = true;
    break;
  case LLVMRet:
    if (LLVMGetNumOperands(i)) provenance_class_of(p, LLVMGetOperand(i, 0))->held = true;
    break;
  case LLVMPtrToInt:
    if (is_only_measured(i)) break;
    provenance_class_of(p, LLVMGetOperand(i, 0))->held = true;
    provenance_class_of(p, LLVMGetOperand(i, 0))->numbered = true;
    break;
  case LLVMInsertValue:
  case LLVMAtomicRMW: provenance_class_of(p, LLVMGetOperand(i, 1))->held = true; break;
  case LLVMAtomicCmpXchg: provenance_class_of(p, LLVMGetOperand(i, 2))->held = true; break;
  case LLVMCall:
    if (b == BUILTIN_MEMCPY && LLVMGetNumArgOperands(i) > 1 && !is_local_variable(p, LLVMGetOperand(i, 0)))
      provenance_contents_of(p, LLVMGetOperand(i, 1))->held = true;
    if (!called_function(i) && LLVMIsAInlineAsm(LLVMGetCalledValue(i)))
      for (unsigned k = 0; k < LLVMGetNumArgOperands(i); k++)
        if (provenance_is_pointer(LLVMGetOperand(i, k))) provenance_class_of(p, LLVMGetOperand(i, k))->held = true;
    break;
  default: break;
  }
}

static void look_at_instruction(struct provenance *p, LLVMValueRef i) {
  enum builtin b = provenance_builtin_at(p, i);
  for (int k = 0; k < LLVMGetNumOperands(i); k++) {
    LLVMValueRef operand = LLVMGetOperand(i, (unsigned)k);
    if (!operand || LLVMValueIsBasicBlock(operand)) continue;
    bool kept = keeps(p, i, (unsigned)k);
    if (LLVMIsConstant(operand)) look_at_constant(p, operand, kept);
    if (provenance_is_pointer(operand) && kept && is_moved(p->f, operand))
      provenance_class_of(p, operand)->inner = true;
  }
  if (provenance_is_pointer(i) && !provenance_is_followed(p, i))
    provenance_class_of(p, i)->inner = provenance_class_of(p, i)->unknown = true;
  if (is_pointer_call(i) && provenance_is_pointer(i)) find_givers(p, i);
  if (provenance_is_heap_builtin(b)) {
    provenance_class_of(p, i)->heap = true;
    p->allocates |= !provenance_is_scratch(i);
    provenance_class_of(p, i)->owned |= !provenance_is_scratch(i);
  }
  if (b == BUILTIN_ALLOCA) provenance_class_of(p, i)->objects += 2;
  look_for_holders(p, i, b);
  // Of values that are structures the parts are followed from memory and from calls only.
  if (LLVMIsAStoreInst(i) && type_is_aggregate(LLVMTypeOf(LLVMGetOperand(i, 0))) &&
      !provenance_has_parts(LLVMGetOperand(i, 0)))
    provenance_contents_of(p, LLVMGetOperand(i, 1))->unknown = true;
  if (LLVMIsAReturnInst(i) && LLVMGetNumOperands(i) && type_is_aggregate(LLVMTypeOf(LLVMGetOperand(i, 0))) &&
      !provenance_has_parts(LLVMGetOperand(i, 0)))
    provenance_class_of(p, LLVMGetOperand(i, 0))->unknown = true;
}

// The type that an attribute of the call gives its k-th argument; NULL: it has no such attribute.
LLVMTypeRef provenance_call_type(LLVMValueRef call, unsigned k, const char *name) {
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(call, k + 1, kind);
  return attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
}

bool provenance_is_by_value(LLVMValueRef function, unsigned k) {
  return LLVMGetEnumAttributeAtIndex(function, k + 1, LLVMGetEnumAttributeKindForName("byval", 5)) != NULL;
}

LLVMTypeRef provenance_by_value_type(LLVMValueRef function, unsigned k) {
  return LLVMGetTypeAttributeValue(
      LLVMGetEnumAttributeAtIndex(function, k + 1, LLVMGetEnumAttributeKindForName("byval", 5)));
}

// Is the k-th parameter of the entry function argv? Where the program calls that function, it may be anything.
bool provenance_is_argument_list(struct front *f, unsigned k) {
  return k == 1 && arguments_counted(f) && entry_runs_once(f, f->entry);
}

void provenance_find_classes(struct provenance *p) {
  struct front *f = p->f;
  const uint32_t elsewhere = NODE_OUTSIDE | NODE_FOREIGN | NODE_FROM_INTEGER | NODE_PUNNED | NODE_INTEGER_INPUT |
                             NODE_MOVED;
  for (uint32_t n = 1; n < f->points.parent.size; n++)
    if (pointsto_flags(f, n) & elsewhere) provenance_class_at(p, n)->inner = provenance_class_at(p, n)->unknown = true;
  for (uint32_t n = 1; n < f->points.parent.size; n++)
    if (pointsto_flags(f, n) & NODE_VARIADIC) provenance_class_at(p, n)->unknown = true;
  for (uint32_t i = 0; i < f->objects.size; i++) {
    const struct object *object = &f->objects.data[i];
    if (!object->in_memory) continue;
    struct class *c = provenance_class_of(p, object->value);
    c->objects += object->size ? 1 : 2;
    c->only = object->value;
    c->locals |= object->function != NULL;
    c->constants |= provenance_is_constant(object->value);
    c->const_locals |= provenance_is_const_local(p, object->value);
  }
  for (uint32_t g = 0; g < f->functions.size; g++) {
    LLVMValueRef function = f->functions.data[g];
    for (unsigned k = 0; k < LLVMCountParams(function); k++) {
      LLVMValueRef param = LLVMGetParam(function, k);
      if (!provenance_is_pointer(param)) continue;
      if (provenance_is_by_value(function, k)) {
        provenance_class_of(p, param)->objects += 2;
        provenance_contents_of(p, param)->unknown = true;
      } else if (function == f->entry && !provenance_is_argument_list(f, k)) {
        provenance_class_of(p, param)->inner = provenance_class_of(p, param)->unknown = true;
      } else if (function == f->entry) {
        provenance_class_of(p, param)->objects += 2; // the list and its strings
        provenance_contents_of(p, param)->objects += 2;
      }
    }
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) look_at_instruction(p, i);
  }
  for (LLVMValueRef g = LLVMGetFirstGlobal(f->module); g; g = LLVMGetNextGlobal(g))
    if (LLVMGetInitializer(g) && LLVMGetFirstUse(g)) look_at_constant(p, LLVMGetInitializer(g), true);
}

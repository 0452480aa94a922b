// What may have bits that were not initialised, found before anything is put into the program.
#include "front/check/uninitialised/shadow.h"
#include "front/link/functions.h"
#include "front/memory/pointsto.h"
#include "front/translate/types.h"

// --- types ---------------------------------------------------------------------------------------------------

bool uninit_is_vector(LLVMTypeRef type) { return LLVMGetTypeKind(type) == LLVMVectorTypeKind; }

bool uninit_is_structure(LLVMTypeRef type) { return LLVMGetTypeKind(type) == LLVMStructTypeKind; }

// In registers, as functions return them: of values that are none themselves.
static bool is_small_structure(struct uninit *u, LLVMTypeRef type) {
  if (!LLVMCountStructElementTypes(type) || LLVMABISizeOfType(u->f->layout, type) > 16) return false;
  for (unsigned k = 0; k < LLVMCountStructElementTypes(type); k++) {
    LLVMTypeRef part = LLVMStructGetTypeAtIndex(type, k);
    if (uninit_is_structure(part) || !uninit_is_followed(u, part)) return false;
  }
  return true;
}

// A value of at most MOST_BITS: others are taken for initialised. Small structures are passed as vectors.
bool uninit_is_followed(struct uninit *u, LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMIntegerTypeKind: return LLVMGetIntTypeWidth(type) <= MOST_BITS;
  case LLVMHalfTypeKind:
  case LLVMBFloatTypeKind:
  case LLVMFloatTypeKind:
  case LLVMDoubleTypeKind:
  case LLVMX86_FP80TypeKind:
  case LLVMFP128TypeKind:
  case LLVMPointerTypeKind: return true;
  case LLVMVectorTypeKind: return LLVMSizeOfTypeInBits(u->f->layout, type) <= MOST_BITS;
  case LLVMStructTypeKind: return is_small_structure(u, type);
  default: return false;
  }
}

unsigned uninit_width_of(struct uninit *u, LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMPointerTypeKind: return u->f->pointer_bits;
  case LLVMIntegerTypeKind: return LLVMGetIntTypeWidth(type);
  case LLVMVectorTypeKind: return (unsigned)LLVMSizeOfTypeInBits(u->f->layout, type);
  case LLVMStructTypeKind: return (unsigned)LLVMABISizeOfType(u->f->layout, type) * 8; // as it lies in memory
  default: return type_bits(u->f, type);
  }
}

LLVMTypeRef uninit_integer(struct uninit *u, unsigned bits) { return LLVMIntTypeInContext(u->f->context, bits); }
LLVMTypeRef uninit_shadow_type(struct uninit *u, LLVMTypeRef type) {
  return uninit_integer(u, uninit_width_of(u, type));
}
LLVMValueRef uninit_number(struct uninit *u, unsigned bits, uint64_t n) {
  return LLVMConstInt(uninit_integer(u, bits), n, 0);
}

// --- what may have such bits ---------------------------------------------------------------------------------

enum builtin uninit_builtin_at(struct uninit *u, LLVMValueRef call, uint32_t *detail) {
  LLVMValueRef function = LLVMIsACallInst(call) ? called_function(call) : NULL;
  *detail = 0;
  return function ? builtin_of(u->f, function, detail) : BUILTIN_NONE;
}

static void mark(struct uninit *u, struct map_u32 *map, uint64_t key) {
  if (map_u32_get_or(map, key, 0)) return;
  map_u32_put(map, key, 1);
  u->changed = true;
}

struct object *uninit_variable_at(struct uninit *u, LLVMValueRef pointer, uint64_t *offset) {
  struct object *object = object_at(u->f, pointer, offset);
  return object && !object->in_memory ? object : NULL;
}

bool uninit_is_marked(struct uninit *u, LLVMValueRef pointer) {
  uint64_t offset;
  struct object *object = uninit_variable_at(u, pointer, &offset);
  if (object) return map_u32_get_or(&u->variables, key_of(object->value), 0);
  uint32_t node = pointsto_root(u->f, pointsto_target(u->f, pointer));
  return map_u32_get_or(&u->memory, node, 0) && !(pointsto_flags(u->f, node) & NODE_VARIADIC);
}

// Null leads nowhere: it has a new node each time, and there would be no end of them.
static void mark_place(struct uninit *u, LLVMValueRef pointer) {
  uint64_t offset;
  if (pointsto_is_plain(pointer)) return;
  struct object *object = uninit_variable_at(u, pointer, &offset);
  if (object) mark(u, &u->variables, key_of(object->value));
  else mark(u, &u->memory, pointsto_root(u->f, pointsto_target(u->f, pointer)));
}

static bool has_attribute(LLVMValueRef call, unsigned index, const char *name) {
  return LLVMGetCallSiteEnumAttribute(call, index, LLVMGetEnumAttributeKindForName(name, strlen(name))) != NULL;
}

// Arguments that are values of the program; parts of structures, which need not have a value, are none.
// Assembly takes the values of its operands, and the contents of those in memory (which have `elementtype`).
bool uninit_is_checked_argument(LLVMValueRef call, unsigned k) {
  if (LLVMIsAInlineAsm(LLVMGetCalledValue(call))) return !has_attribute(call, k + 1, "elementtype");
  return has_attribute(call, k + 1, "noundef");
}

bool uninit_is_of_compiler(LLVMValueRef call) {
  return called_function(call) && LLVMGetIntrinsicID(called_function(call)) != 0;
}

static bool may_any(struct uninit *u, LLVMValueRef i, unsigned n) {
  for (unsigned k = 0; k < n; k++)
    if (uninit_may_be(u, LLVMGetOperand(i, k))) return true;
  return false;
}

// The intrinsic whose result is a pair of a value and whether it overflowed.
LLVMValueRef uninit_pair_of(LLVMValueRef extract) {
  LLVMValueRef call = LLVMGetOperand(extract, 0);
  return LLVMIsACallInst(call) && uninit_is_of_compiler(call) ? call : NULL;
}

static bool may_return(struct uninit *u, LLVMValueRef call) {
  LLVMValueRef function = called_function(call);
  uint32_t detail;
  if (!function) return u->all_give;
  if (uninit_is_of_compiler(call)) return may_any(u, call, LLVMGetNumArgOperands(call));
  if (uninit_builtin_at(u, call, &detail) != BUILTIN_NONE) return false;
  return map_u32_get_or(&u->givers, key_of(function), 0);
}

static bool may_be_instruction(struct uninit *u, LLVMValueRef i) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMLoad: return uninit_is_marked(u, LLVMGetOperand(i, 0));
  case LLVMCall: return may_return(u, i);
  case LLVMExtractValue:
    return uninit_pair_of(i) ? may_any(u, uninit_pair_of(i), LLVMGetNumArgOperands(uninit_pair_of(i)))
                             : uninit_may_be(u, LLVMGetOperand(i, 0));
  case LLVMPHI:
    for (unsigned k = 0; k < LLVMCountIncoming(i); k++)
      if (uninit_may_be(u, LLVMGetIncomingValue(i, k))) return true;
    return false;
  case LLVMAlloca:
  case LLVMVAArg:
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg: return false;
  default: return may_any(u, i, (unsigned)LLVMGetNumOperands(i));
  }
}

bool uninit_may_be(struct uninit *u, LLVMValueRef value) {
  if (!uninit_is_followed(u, LLVMTypeOf(value))) return false;
  if (LLVMIsAArgument(value)) {
    LLVMValueRef function = LLVMGetParamParent(value);
    for (unsigned k = 0; k < PARAMETERS && k < LLVMCountParams(function); k++)
      if (LLVMGetParam(function, k) == value)
        return u->passes[k] &&
               !LLVMGetEnumAttributeAtIndex(function, k + 1, LLVMGetEnumAttributeKindForName("noundef", 7));
    return false;
  }
  if (!LLVMIsAInstruction(value)) return false;
  uint32_t known = map_u32_get_or(&u->may, key_of(value), 0);
  if (known) return known == 1;
  map_u32_put(&u->may, key_of(value), 1); // on a cycle
  bool may = may_be_instruction(u, value);
  map_u32_put(&u->may, key_of(value), may ? 1 : 2);
  return may;
}

// Of a parameter or of the result: it is written first thing.
bool uninit_is_slot(LLVMValueRef alloca) {
  for (LLVMUseRef use = LLVMGetFirstUse(alloca); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef store = LLVMGetUser(use);
    if (LLVMIsAStoreInst(store) && LLVMGetOperand(store, 1) == alloca && LLVMIsAArgument(LLVMGetOperand(store, 0)))
      return type_is_aggregate(LLVMGetAllocatedType(alloca)) ? false : true;
  }
  return false;
}

bool uninit_is_scratch(LLVMValueRef call) {
  size_t n;
  return !strcmp(LLVMGetValueName2(called_function(call), &n), "__clew_scratch");
}

// Objects whose lifetime begins without a value.
static void mark_objects(struct uninit *u) {
  for (uint32_t i = 0; i < u->f->objects.size; i++) {
    struct object *object = &u->f->objects.data[i];
    if (!object->function) continue;
    bool unwritten = object->in_memory && !uninit_is_slot(object->value);
    for (uint32_t c = 0; c < object->cells.size; c++) unwritten |= object->cells.data[c].maybe_uninit;
    if (unwritten) mark_place(u, object->value);
  }
}

bool uninit_gives(struct uninit *u, LLVMValueRef function) {
  return u->all_give || map_u32_get_or(&u->givers, key_of(function), 0);
}

static void look_at_call(struct uninit *u, LLVMValueRef i) {
  uint32_t detail;
  enum builtin b = uninit_builtin_at(u, i, &detail);
  unsigned n = LLVMGetNumArgOperands(i);
  if (b == BUILTIN_MALLOC && uninit_is_scratch(i)) return;
  if (b == BUILTIN_MALLOC || b == BUILTIN_ALLOCA) mark_place(u, i);
  bool copies = b == BUILTIN_MEMCPY || b == BUILTIN_VA_COPY;
  if (copies && n > 1 && uninit_is_marked(u, LLVMGetOperand(i, 1))) mark_place(u, LLVMGetOperand(i, 0));
  if (b != BUILTIN_NONE) return;
  for (unsigned k = 0; k < n && k < PARAMETERS; k++)
    if (!uninit_is_checked_argument(i, k) && !u->passes[k] && uninit_may_be(u, LLVMGetOperand(i, k)))
      u->passes[k] = u->changed = true;
}

static void look_at(struct uninit *u, LLVMValueRef i, LLVMValueRef function) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMStore:
    if (uninit_may_be(u, LLVMGetOperand(i, 0))) mark_place(u, LLVMGetOperand(i, 1));
    break;
  case LLVMRet:
    if (!LLVMGetNumOperands(i) || !uninit_may_be(u, LLVMGetOperand(i, 0))) break;
    mark(u, &u->givers, key_of(function));
    if (!u->all_give && through_is_taken(function)) u->all_give = u->changed = true;
    break;
  case LLVMCall: look_at_call(u, i); break;
  default: break;
  }
}

void uninit_find_marked(struct uninit *u) {
  mark_objects(u);
  do {
    u->changed = false;
    map_u32_clear(&u->may);
    for (uint32_t g = 0; g < u->f->functions.size; g++) {
      LLVMValueRef function = u->f->functions.data[g];
      for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) look_at(u, i, function);
    }
  } while (u->changed);
  map_u32_clear(&u->may);
}

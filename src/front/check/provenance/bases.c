// Bases of pointers: calls that are put into the program, companions of variables, and the base of each value.
#include "front/check/provenance/provenance_pass.h"
#include "front/translate/types.h"

// --- calls -------------------------------------------------------------------------------------------------

LLVMValueRef provenance_emit(struct provenance *p, enum safety what, unsigned n, LLVMValueRef *arguments, bool gives) {
  LLVMTypeRef types[6];
  for (unsigned i = 0; i < n; i++) types[i] = LLVMTypeOf(arguments[i]);
  LLVMTypeRef type = LLVMFunctionType(gives ? p->pointer : LLVMVoidTypeInContext(p->f->context), types, n, 0);
  LLVMValueRef function = LLVMGetNamedFunction(p->f->module, safety_names[what]);
  if (!function) function = LLVMAddFunction(p->f->module, safety_names[what], type);
  return LLVMBuildCall2(p->builder, type, function, arguments, n, "");
}

void provenance_emit1(struct provenance *p, enum safety what, LLVMValueRef a) {
  provenance_emit(p, what, 1, &a, false);
}

void provenance_emit2(struct provenance *p, enum safety what, LLVMValueRef a, LLVMValueRef b) {
  provenance_emit(p, what, 2, (LLVMValueRef[]){a, b}, false);
}

void provenance_emit3(struct provenance *p, enum safety what, LLVMValueRef a, LLVMValueRef b, LLVMValueRef c) {
  provenance_emit(p, what, 3, (LLVMValueRef[]){a, b, c}, false);
}

LLVMValueRef provenance_number(struct provenance *p, uint64_t n) { return LLVMConstInt(p->number, n, 0); }
LLVMValueRef provenance_word(struct provenance *p, uint64_t n) { return LLVMConstInt(p->word, n, 0); }
LLVMValueRef provenance_null(struct provenance *p) { return LLVMConstNull(p->pointer); }
LLVMValueRef provenance_unknown(struct provenance *p) {
  return LLVMConstIntToPtr(provenance_word(p, SAFETY_UNKNOWN), p->pointer);
}

void provenance_stand_before(struct provenance *p, LLVMValueRef instruction) {
  LLVMPositionBuilderBefore(p->builder, instruction);
  LLVMMetadataRef place = LLVMInstructionGetDebugLoc(instruction);
  LLVMSetCurrentDebugLocation2(p->builder, place);
}

// Behind it, and behind the phis of its block.
void provenance_stand_behind(struct provenance *p, LLVMValueRef instruction) {
  LLVMValueRef next = LLVMGetNextInstruction(instruction);
  while (next && LLVMIsAPHINode(next)) next = LLVMGetNextInstruction(next);
  LLVMPositionBuilderBefore(p->builder, next);
  LLVMSetCurrentDebugLocation2(p->builder, LLVMInstructionGetDebugLoc(instruction));
}

// Moves a return to a block of its own; the builder stands where it was, and has to end that block.
LLVMBasicBlockRef provenance_cut_before(struct provenance *p, LLVMValueRef ret) {
  LLVMBasicBlockRef from = LLVMGetInstructionParent(ret),
                    end = LLVMAppendBasicBlockInContext(p->f->context, LLVMGetBasicBlockParent(from), "");
  provenance_stand_before(p, ret);
  LLVMInstructionRemoveFromParent(ret);
  LLVMPositionBuilderAtEnd(p->builder, end);
  LLVMInsertIntoBuilder(p->builder, ret);
  LLVMPositionBuilderAtEnd(p->builder, from);
  return end;
}

LLVMValueRef provenance_address_at(struct provenance *p, LLVMValueRef pointer, uint64_t offset) {
  if (!offset) return pointer;
  LLVMValueRef index = provenance_word(p, offset);
  return LLVMBuildGEP2(p->builder, LLVMInt8TypeInContext(p->f->context), pointer, &index, 1, "");
}

LLVMValueRef provenance_to_word(struct provenance *p, LLVMValueRef value) {
  return LLVMBuildIntCast2(p->builder, value, p->word, 0, "");
}

// --- companions of variables --------------------------------------------------------------------------------

static LLVMValueRef remember(struct provenance *p, struct map_u32 *map, LLVMValueRef key, LLVMValueRef value) {
  vec_value_push(&p->values, value);
  map_u32_put(map, key_of(key), p->values.size);
  return value;
}

static LLVMValueRef known(struct provenance *p, const struct map_u32 *map, LLVMValueRef key) {
  uint32_t at = map_u32_get_or(map, key_of(key), 0);
  return at ? p->values.data[at - 1] : NULL;
}

LLVMValueRef provenance_constant_root(struct provenance *p, LLVMValueRef value) {
  for (;;) {
    if (LLVMIsAGlobalVariable(value)) return value;
    if (LLVMIsAGlobalAlias(value)) value = LLVMAliasGetAliasee(value);
    else if (LLVMIsAConstantExpr(value) && (is_gep(value) || LLVMGetConstOpcode(value) == LLVMBitCast))
      value = LLVMGetOperand(value, 0);
    else return LLVMIsAConstantExpr(value) ? provenance_unknown(p) : provenance_null(p); // a number; null, functions
  }
}

// A constant of the same shape with bases for pointers, and zero for all else.
static LLVMValueRef constant_bases(struct provenance *p, LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  if (LLVMGetTypeKind(type) == LLVMPointerTypeKind) return provenance_constant_root(p, value);
  if (!LLVMIsAConstantStruct(value) && !LLVMIsAConstantArray(value)) return LLVMConstNull(type);
  unsigned n = (unsigned)LLVMGetNumOperands(value);
  LLVMValueRef *parts = mem_alloc((n + 1) * sizeof *parts);
  for (unsigned i = 0; i < n; i++) parts[i] = constant_bases(p, LLVMGetOperand(value, i));
  LLVMValueRef result;
  if (LLVMGetTypeKind(type) == LLVMArrayTypeKind) result = LLVMConstArray2(LLVMGetElementType(type), parts, n);
  else if (LLVMGetStructName(type)) result = LLVMConstNamedStruct(type, parts, n);
  else result = LLVMConstStructInContext(p->f->context, parts, n, LLVMIsPackedStruct(type));
  mem_free(parts);
  return result;
}

LLVMValueRef provenance_companion_of(struct provenance *p, struct object *object) {
  LLVMValueRef companion = known(p, &p->companions, object->value);
  if (companion) return companion;
  if (!object->function) {
    companion = LLVMAddGlobal(p->f->module, LLVMGlobalGetValueType(object->value), "clew.base");
    LLVMSetLinkage(companion, LLVMInternalLinkage);
    LLVMValueRef initial = LLVMGetInitializer(object->value);
    LLVMSetInitializer(companion, initial ? constant_bases(p, initial) : LLVMConstNull(object->type));
  } else {
    LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetFirstBasicBlock(object->function));
    LLVMPositionBuilderBefore(p->builder, first);
    LLVMSetCurrentDebugLocation2(p->builder, NULL);
    companion = LLVMBuildAlloca(p->builder, object->type, "clew.base");
    LLVMPositionBuilderBefore(p->builder, LLVMGetNextInstruction(companion));
    for (uint32_t i = 0; i < object->cells.size; i++)
      if (LLVMGetTypeKind(object->cells.data[i].type) == LLVMPointerTypeKind)
        LLVMBuildStore(p->builder, provenance_null(p),
                       provenance_address_at(p, companion, object->cells.data[i].offset));
  }
  return remember(p, &p->companions, object->value, companion);
}

// The variable that a pointer names, if it is none in memory.
struct object *provenance_variable_at(struct provenance *p, LLVMValueRef pointer, uint64_t *offset) {
  struct object *object = object_at(p->f, pointer, offset);
  return object && !object->in_memory ? object : NULL;
}

// --- bases ---------------------------------------------------------------------------------------------------

static LLVMValueRef base_of_load(struct provenance *p, LLVMValueRef load) {
  LLVMValueRef pointer = LLVMGetOperand(load, 0);
  uint64_t offset;
  struct object *object = provenance_variable_at(p, pointer, &offset);
  if (object) {
    LLVMValueRef companion = provenance_companion_of(p, object);
    provenance_stand_behind(p, load);
    return LLVMBuildLoad2(p->builder, p->pointer, provenance_address_at(p, companion, offset), "");
  }
  provenance_stand_behind(p, load);
  return provenance_emit(p, SAFETY_LOAD, 2, (LLVMValueRef[]){pointer, load}, true);
}

static LLVMValueRef base_of_param(struct provenance *p, LLVMValueRef param) {
  LLVMValueRef function = LLVMGetParamParent(param);
  unsigned k = 0;
  while (LLVMGetParam(function, k) != param) k++;
  if (provenance_is_by_value(function, k)) return param;
  if (function == p->f->entry) return provenance_is_argument_list(p->f, k) ? param : provenance_unknown(p);
  LLVMPositionBuilderBefore(p->builder, LLVMGetFirstInstruction(LLVMGetFirstBasicBlock(function)));
  LLVMSetCurrentDebugLocation2(p->builder, NULL);
  LLVMValueRef index = provenance_number(p, k);
  return provenance_emit(p, SAFETY_PARAM, 1, &index, true);
}

static LLVMValueRef base_of_phi(struct provenance *p, LLVMValueRef phi) {
  LLVMPositionBuilderBefore(p->builder, phi);
  LLVMValueRef base = remember(p, &p->bases, phi, LLVMBuildPhi(p->builder, p->pointer, ""));
  for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
    LLVMValueRef incoming = provenance_base_of(p, LLVMGetIncomingValue(phi, k));
    LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, k);
    LLVMAddIncoming(base, &incoming, &from, 1);
  }
  return base;
}

static LLVMValueRef base_of_instruction(struct provenance *p, LLVMValueRef i) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMLoad: return provenance_is_followed(p, i) ? base_of_load(p, i) : provenance_unknown(p);
  case LLVMExtractValue: return provenance_base_of_extracted(p, i);
  case LLVMPHI: return base_of_phi(p, i);
  case LLVMFreeze: return provenance_base_of(p, LLVMGetOperand(i, 0));
  case LLVMSelect: {
    LLVMValueRef a = provenance_base_of(p, LLVMGetOperand(i, 1)), b = provenance_base_of(p, LLVMGetOperand(i, 2));
    provenance_stand_behind(p, i);
    return LLVMBuildSelect(p->builder, LLVMGetOperand(i, 0), a, b, "");
  }
  case LLVMCall: {
    enum builtin b = provenance_builtin_at(p, i);
    if (provenance_is_heap_builtin(b) || b == BUILTIN_ALLOCA) return i;
    if (provenance_gives_first(b)) return provenance_base_of(p, LLVMGetOperand(i, 0));
    if (b == BUILTIN_NONDET) return provenance_null(p);
    if (b != BUILTIN_NONE || !provenance_is_followed(p, i)) return provenance_unknown(p);
    provenance_stand_behind(p, i);
    return provenance_emit(p, SAFETY_GIVEN, 0, NULL, true);
  }
  default: return provenance_unknown(p);
  }
}

LLVMValueRef provenance_base_of(struct provenance *p, LLVMValueRef value) {
  value = provenance_root_of(value);
  if (LLVMIsAAllocaInst(value)) return value;
  if (LLVMIsConstant(value)) return provenance_constant_root(p, value);
  const struct class *c = provenance_class_of(p, value);
  if (provenance_is_one_global(c)) return c->only;
  if (!c->inner) return value;
  LLVMValueRef base = known(p, &p->bases, value);
  if (base) return base;
  base = LLVMIsAArgument(value) ? base_of_param(p, value) : base_of_instruction(p, value);
  return remember(p, &p->bases, value, base);
}

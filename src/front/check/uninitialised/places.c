// Where shadows are kept: companions of variables, and a table for memory behind calls.
#include "front/check/uninitialised/shadow.h"
#include "front/memory/pointsto.h"
#include "front/translate/types.h"

// --- calls and places ----------------------------------------------------------------------------------------

LLVMValueRef uninit_emit(struct uninit *u, enum safety what, LLVMTypeRef result, unsigned n, LLVMValueRef *arguments) {
  LLVMTypeRef types[4];
  for (unsigned i = 0; i < n; i++) types[i] = LLVMTypeOf(arguments[i]);
  LLVMTypeRef type = LLVMFunctionType(result ? result : LLVMVoidTypeInContext(u->f->context), types, n, 0);
  LLVMValueRef function = LLVMGetNamedFunction(u->f->module, safety_names[what]);
  if (!function) function = LLVMAddFunction(u->f->module, safety_names[what], type);
  return LLVMBuildCall2(u->builder, type, function, arguments, n, "");
}

void uninit_stand_before(struct uninit *u, LLVMValueRef instruction) {
  LLVMPositionBuilderBefore(u->builder, instruction);
  LLVMSetCurrentDebugLocation2(u->builder, LLVMInstructionGetDebugLoc(instruction));
}

// Behind it, and behind the phis of its block.
void uninit_stand_behind(struct uninit *u, LLVMValueRef instruction) {
  LLVMValueRef next = LLVMGetNextInstruction(instruction);
  while (next && LLVMIsAPHINode(next)) next = LLVMGetNextInstruction(next);
  LLVMPositionBuilderBefore(u->builder, next);
  LLVMSetCurrentDebugLocation2(u->builder, LLVMInstructionGetDebugLoc(instruction));
}

void uninit_stand_first(struct uninit *u, LLVMValueRef function) {
  LLVMPositionBuilderBefore(u->builder, LLVMGetFirstInstruction(LLVMGetFirstBasicBlock(function)));
  LLVMSetCurrentDebugLocation2(u->builder, NULL);
}

LLVMValueRef uninit_address_at(struct uninit *u, LLVMValueRef pointer, uint64_t offset) {
  if (!offset) return pointer;
  LLVMValueRef index = uninit_number(u, u->f->pointer_bits, offset);
  return LLVMBuildGEP2(u->builder, uninit_integer(u, 8), pointer, &index, 1, "");
}

LLVMValueRef uninit_remember(struct uninit *u, struct map_u32 *map, LLVMValueRef key, LLVMValueRef value) {
  vec_value_push(&u->values, value);
  map_u32_put(map, key_of(key), u->values.size);
  return value;
}

LLVMValueRef uninit_known(struct uninit *u, const struct map_u32 *map, LLVMValueRef key) {
  uint32_t at = map_u32_get_or(map, key_of(key), 0);
  return at ? u->values.data[at - 1] : NULL;
}

// --- companions of variables ---------------------------------------------------------------------------------

unsigned uninit_cell_bits(struct uninit *u, const struct cell *c) { return uninit_width_of(u, c->type); }

LLVMValueRef uninit_companion_of(struct uninit *u, struct object *object) {
  LLVMValueRef companion = uninit_known(u, &u->companions, object->value);
  if (companion) return companion;
  LLVMTypeRef type = LLVMArrayType2(uninit_integer(u, 8), object->size);
  if (object->function) {
    uninit_stand_first(u, object->function);
    companion = LLVMBuildAlloca(u->builder, type, "clew.uninitialised");
  } else {
    companion = LLVMAddGlobal(u->f->module, type, "clew.uninitialised");
    LLVMSetLinkage(companion, LLVMInternalLinkage);
    LLVMSetInitializer(companion, LLVMConstNull(type));
  }
  LLVMSetAlignment(companion, 16);
  return uninit_remember(u, &u->companions, object->value, companion);
}

// Sets what is known of the cells in a range of a variable.
void uninit_set_cells(struct uninit *u, struct object *object, uint64_t offset, uint64_t bytes, bool initialised) {
  LLVMValueRef companion = uninit_companion_of(u, object);
  for (uint32_t i = 0; i < object->cells.size; i++) {
    const struct cell *c = &object->cells.data[i];
    if (c->offset < offset || c->offset >= offset + bytes) continue;
    LLVMTypeRef type = uninit_integer(u, uninit_cell_bits(u, c));
    LLVMBuildStore(u->builder, initialised ? LLVMConstNull(type) : LLVMConstAllOnes(type),
                   uninit_address_at(u, companion, c->offset));
  }
}

// --- memory --------------------------------------------------------------------------------------------------

// What the memory behind a pointer has in common with all that such a pointer may lead to (pointsto.c), as a number. In
// a run it is kept with the shadow, so that all of a class can be forgotten.
LLVMValueRef uninit_class_of(struct uninit *u, LLVMValueRef pointer) {
  while (is_gep(pointer) && !LLVMIsConstant(LLVMGetOperand(pointer, 0))) // one that this pass has made has no class
    pointer = LLVMGetOperand(pointer, 0);
  return uninit_number(u, 32, pointsto_root(u->f, pointsto_target(u->f, pointer)));
}

static const enum safety loads[] = {SAFETY_UNINIT_LOAD1, SAFETY_UNINIT_LOAD2, SAFETY_UNINIT_LOAD4, SAFETY_UNINIT_LOAD8};
static const enum safety stores[] = {SAFETY_UNINIT_STORE1, SAFETY_UNINIT_STORE2, SAFETY_UNINIT_STORE4,
                                     SAFETY_UNINIT_STORE8};

// The largest part of that many bytes that one call can move.
static unsigned part_of(uint64_t bytes) { return bytes >= 8 ? 3 : bytes >= 4 ? 2 : bytes >= 2 ? 1 : 0; }

LLVMValueRef uninit_load_memory(struct uninit *u, LLVMValueRef pointer, unsigned bits) {
  uint64_t bytes = (bits + 7) / 8;
  LLVMTypeRef type = uninit_integer(u, (unsigned)bytes * 8);
  LLVMValueRef all = NULL;
  for (uint64_t at = 0; at < bytes;) {
    unsigned part = part_of(bytes - at);
    LLVMValueRef place = uninit_address_at(u, pointer, at), bit = uninit_number(u, (unsigned)bytes * 8, at * 8);
    LLVMValueRef some = uninit_emit(u, loads[part], uninit_integer(u, 8u << part), 1, &place);
    some = LLVMBuildIntCast2(u->builder, some, type, 0, "");
    if (at) some = LLVMBuildShl(u->builder, some, bit, "");
    all = all ? LLVMBuildOr(u->builder, all, some, "") : some;
    at += 1u << part;
  }
  return LLVMBuildIntCast2(u->builder, all, uninit_integer(u, bits), 0, "");
}

void uninit_store_memory(struct uninit *u, LLVMValueRef pointer, LLVMValueRef shadow) {
  uint64_t bytes = (LLVMGetIntTypeWidth(LLVMTypeOf(shadow)) + 7) / 8;
  LLVMValueRef all = LLVMBuildIntCast2(u->builder, shadow, uninit_integer(u, (unsigned)bytes * 8), 0, "");
  LLVMValueRef class = uninit_class_of(u, pointer);
  for (uint64_t at = 0; at < bytes;) {
    unsigned part = part_of(bytes - at);
    LLVMValueRef bit = uninit_number(u, (unsigned)bytes * 8, at * 8);
    LLVMValueRef some = at ? LLVMBuildLShr(u->builder, all, bit, "") : all;
    LLVMValueRef arguments[] = {uninit_address_at(u, pointer, at),
                                LLVMBuildIntCast2(u->builder, some, uninit_integer(u, 8u << part), 0, ""), class};
    uninit_emit(u, stores[part], NULL, 3, arguments);
    at += 1u << part;
  }
}

void uninit_set_memory(struct uninit *u, LLVMValueRef pointer, LLVMValueRef bytes, bool initialised) {
  LLVMValueRef size = LLVMBuildIntCast2(u->builder, bytes, uninit_integer(u, u->f->pointer_bits), 0, "");
  LLVMValueRef arguments[] = {pointer, size, uninit_number(u, 8, initialised ? 0 : 0xff), uninit_class_of(u, pointer)};
  uninit_emit(u, SAFETY_UNINIT_SET, NULL, 4, arguments);
}

// Shadows of values: each is made once, behind its value.
#include "front/check/uninitialised/shadow.h"
#include <inttypes.h>
#include <stdio.h>

// --- shadows -------------------------------------------------------------------------------------------------

LLVMValueRef uninit_is_any(struct uninit *u, LLVMValueRef shadow) {
  return LLVMBuildICmp(u->builder, LLVMIntNE, shadow, LLVMConstNull(LLVMTypeOf(shadow)), "");
}

// All bits of the type, if one of the shadow is set.
static LLVMValueRef spread(struct uninit *u, LLVMValueRef shadow, LLVMTypeRef type) {
  if (LLVMIsAConstant(shadow) && LLVMIsNull(shadow)) return LLVMConstNull(type);
  LLVMValueRef any = uninit_is_any(u, shadow);
  return LLVMGetIntTypeWidth(type) == 1 ? any : LLVMBuildSExt(u->builder, any, type, "");
}

static bool is_of_vectors(LLVMValueRef i) {
  if (uninit_is_vector(LLVMTypeOf(i))) return true;
  for (int k = 0; k < LLVMGetNumOperands(i); k++)
    if (uninit_is_vector(LLVMTypeOf(LLVMGetOperand(i, (unsigned)k)))) return true;
  return false;
}

// The shadows of operands are made where these are, which is before.
static LLVMValueRef spread_operands(struct uninit *u, LLVMValueRef i, unsigned n, LLVMTypeRef type) {
  LLVMValueRef all = LLVMConstNull(type);
  LLVMValueRef *parts = mem_alloc((n + 1) * sizeof *parts);
  for (unsigned k = 0; k < n; k++) {
    LLVMValueRef operand = LLVMGetOperand(i, k);
    parts[k] = uninit_may_be(u, operand) ? uninit_shadow_of(u, operand) : NULL;
  }
  uninit_stand_behind(u, i);
  for (unsigned k = 0; k < n; k++)
    if (parts[k]) all = LLVMBuildOr(u->builder, all, spread(u, parts[k], type), "");
  mem_free(parts);
  return all;
}

// The part of a structure's shadow that begins with a byte, and the structure's shadow with another one there.
LLVMValueRef uninit_part_at(struct uninit *u, LLVMValueRef all, uint64_t byte, unsigned bits) {
  unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(all));
  if (byte) all = LLVMBuildLShr(u->builder, all, uninit_number(u, width, byte * 8), "");
  return LLVMBuildIntCast2(u->builder, all, uninit_integer(u, bits), 0, "");
}

static LLVMValueRef with_part(struct uninit *u, LLVMValueRef all, LLVMValueRef part, uint64_t byte) {
  LLVMTypeRef type = LLVMTypeOf(all), of_part = LLVMTypeOf(part);
  LLVMValueRef shift = uninit_number(u, LLVMGetIntTypeWidth(type), byte * 8);
  LLVMValueRef mask = LLVMBuildIntCast2(u->builder, LLVMConstAllOnes(of_part), type, 0, "");
  LLVMValueRef others = LLVMBuildNot(u->builder, LLVMBuildShl(u->builder, mask, shift, ""), "");
  LLVMValueRef wide = LLVMBuildShl(u->builder, LLVMBuildIntCast2(u->builder, part, type, 0, ""), shift, "");
  return LLVMBuildOr(u->builder, LLVMBuildAnd(u->builder, all, others, ""), wide, "");
}

// --- vectors -------------------------------------------------------------------------------------------------
// The shadow of a vector is a number: that of its first element is in the lowest bits.

static unsigned lane_bits(struct uninit *u, LLVMTypeRef vector) {
  return uninit_width_of(u, LLVMGetElementType(vector));
}

// How far a vector's shadow is shifted for an element; the index is of any width.
static LLVMValueRef lane_shift(struct uninit *u, LLVMValueRef index, LLVMTypeRef vector) {
  unsigned width = uninit_width_of(u, vector);
  LLVMValueRef wide = LLVMBuildIntCast2(u->builder, index, uninit_integer(u, width), 0, "");
  return LLVMBuildMul(u->builder, wide, uninit_number(u, width, lane_bits(u, vector)), "");
}

static LLVMValueRef lane_at(struct uninit *u, LLVMValueRef all, LLVMValueRef index, LLVMTypeRef vector) {
  LLVMValueRef first = LLVMBuildLShr(u->builder, all, lane_shift(u, index, vector), "");
  return LLVMBuildIntCast2(u->builder, first, uninit_integer(u, lane_bits(u, vector)), 0, "");
}

static LLVMValueRef with_lane(struct uninit *u, LLVMValueRef all, LLVMValueRef part, LLVMValueRef index,
                              LLVMTypeRef vector) {
  LLVMTypeRef type = LLVMTypeOf(all);
  LLVMValueRef shift = lane_shift(u, index, vector);
  LLVMValueRef ones = LLVMBuildIntCast2(u->builder, LLVMConstAllOnes(LLVMTypeOf(part)), type, 0, "");
  LLVMValueRef others = LLVMBuildNot(u->builder, LLVMBuildShl(u->builder, ones, shift, ""), "");
  LLVMValueRef wide = LLVMBuildShl(u->builder, LLVMBuildIntCast2(u->builder, part, type, 0, ""), shift, "");
  return LLVMBuildOr(u->builder, LLVMBuildAnd(u->builder, all, others, ""), wide, "");
}

static LLVMValueRef shadow_of_extracted(struct uninit *u, LLVMValueRef i, LLVMTypeRef type) {
  LLVMValueRef vector = LLVMGetOperand(i, 0), index = LLVMGetOperand(i, 1);
  LLVMValueRef all = uninit_shadow_of(u, vector), of_index = uninit_shadow_of(u, index);
  uninit_stand_behind(u, i);
  LLVMValueRef lane = lane_at(u, all, index, LLVMTypeOf(vector));
  return LLVMBuildOr(u->builder, lane, spread(u, of_index, type), "");
}

static LLVMValueRef shadow_of_inserted(struct uninit *u, LLVMValueRef i, LLVMTypeRef type) {
  LLVMValueRef index = LLVMGetOperand(i, 2), all = uninit_shadow_of(u, LLVMGetOperand(i, 0)),
               part = uninit_shadow_of(u, LLVMGetOperand(i, 1)), of_index = uninit_shadow_of(u, index);
  uninit_stand_behind(u, i);
  LLVMValueRef with = with_lane(u, all, part, index, LLVMTypeOf(i));
  return LLVMBuildOr(u->builder, with, spread(u, of_index, type), "");
}

// An element that the mask leaves open counts as initialised.
static LLVMValueRef shadow_of_shuffle(struct uninit *u, LLVMValueRef i, LLVMTypeRef type) {
  LLVMTypeRef from = LLVMTypeOf(LLVMGetOperand(i, 0));
  LLVMValueRef sides[] = {uninit_shadow_of(u, LLVMGetOperand(i, 0)), uninit_shadow_of(u, LLVMGetOperand(i, 1))};
  LLVMValueRef all = LLVMConstNull(type);
  int n = (int)LLVMGetVectorSize(from);
  uninit_stand_behind(u, i);
  for (unsigned k = 0; k < LLVMGetNumMaskElements(i); k++) {
    int chosen = LLVMGetMaskValue(i, k);
    if (chosen < 0) continue;
    LLVMValueRef lane = lane_at(u, sides[chosen >= n], uninit_number(u, 32, (uint64_t)(chosen % n)), from);
    all = with_lane(u, all, lane, uninit_number(u, 32, k), LLVMTypeOf(i));
  }
  return all;
}

// Of an operation that works element by element: an element of the result depends on those of the operands at its
// place, and on operands that are no vectors.
static LLVMValueRef shadow_of_lanes(struct uninit *u, LLVMValueRef i, LLVMTypeRef type) {
  LLVMTypeRef vector = LLVMTypeOf(i), lane_type = uninit_integer(u, lane_bits(u, vector));
  unsigned n = (unsigned)LLVMGetNumOperands(i);
  LLVMValueRef all = LLVMConstNull(type), *parts = mem_alloc((n + 1) * sizeof *parts);
  for (unsigned k = 0; k < n; k++) parts[k] = uninit_shadow_of(u, LLVMGetOperand(i, k));
  uninit_stand_behind(u, i);
  for (unsigned k = 0; k < LLVMGetVectorSize(vector); k++) {
    LLVMValueRef lane = LLVMConstNull(lane_type), index = uninit_number(u, 32, k);
    for (unsigned j = 0; j < n; j++) {
      LLVMTypeRef from = LLVMTypeOf(LLVMGetOperand(i, j));
      LLVMValueRef part = uninit_is_vector(from) ? lane_at(u, parts[j], index, from) : parts[j];
      lane = LLVMBuildOr(u->builder, lane, spread(u, part, lane_type), "");
    }
    all = with_lane(u, all, lane, index, vector);
  }
  mem_free(parts);
  return all;
}

// All but calls, loads, phis and casts of the same bits.
static LLVMValueRef shadow_of_vectors(struct uninit *u, LLVMValueRef i, LLVMTypeRef type) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMExtractElement: return shadow_of_extracted(u, i, type);
  case LLVMInsertElement: return shadow_of_inserted(u, i, type);
  case LLVMShuffleVector: return shadow_of_shuffle(u, i, type);
  default: break;
  }
  // The operands' own vectors may be too wide to be followed: then they count as initialised.
  bool is_elementwise = LLVMIsABinaryOperator(i) || LLVMIsACmpInst(i) || LLVMIsACastInst(i) || LLVMIsASelectInst(i) ||
                        LLVMIsAUnaryOperator(i) || LLVMIsAFreezeInst(i);
  if (is_elementwise && uninit_is_vector(LLVMTypeOf(i))) return shadow_of_lanes(u, i, type);
  return spread_operands(u, i, (unsigned)LLVMGetNumOperands(i), type);
}

// --- numbers -------------------------------------------------------------------------------------------------

// From the lowest bit that is set on.
static LLVMValueRef smear(struct uninit *u, LLVMValueRef shadow) {
  return LLVMBuildOr(u->builder, shadow, LLVMBuildNeg(u->builder, shadow, ""), "");
}

// A side of an operation: its value and its shadow, as numbers.
struct side {
  LLVMValueRef value, shadow;
};

static LLVMValueRef least(struct uninit *u, struct side s) {
  return LLVMBuildAnd(u->builder, s.value, LLVMBuildNot(u->builder, s.shadow, ""), "");
}

static LLVMValueRef greatest(struct uninit *u, struct side s) { return LLVMBuildOr(u->builder, s.value, s.shadow, ""); }

// Bits that no carry can change: those in which the least and the greatest sum, or difference, agree. That is sound and
// exact for independent operands (Vishwanathan et al.: Sound, precise, and fast abstract interpretation with tristate
// numbers).
static LLVMValueRef shadow_of_sum(struct uninit *u, bool is_sum, struct side x, struct side y) {
  LLVMOpcode opcode = is_sum ? LLVMAdd : LLVMSub;
  LLVMValueRef low = LLVMBuildBinOp(u->builder, opcode, least(u, x), is_sum ? least(u, y) : greatest(u, y), "");
  LLVMValueRef high = LLVMBuildBinOp(u->builder, opcode, greatest(u, x), is_sum ? greatest(u, y) : least(u, y), "");
  LLVMValueRef either = LLVMBuildOr(u->builder, x.shadow, y.shadow, "");
  return LLVMBuildOr(u->builder, either, LLVMBuildXor(u->builder, low, high, ""), "");
}

// 1: it is no constant, or zero.
static uint64_t constant_factor(LLVMValueRef factor) {
  bool is_small = LLVMIsAConstantInt(factor) && LLVMGetIntTypeWidth(LLVMTypeOf(factor)) <= 64;
  uint64_t n = is_small ? LLVMConstIntGetZExtValue(factor) : 1;
  return n ? n : 1;
}

// Of a product with a constant the lowest bits are zero that are zero in it; a power of two only shifts.
static LLVMValueRef shadow_of_product(struct uninit *u, struct side x, struct side y) {
  uint64_t n = constant_factor(LLVMIsAConstantInt(x.value) ? x.value : y.value);
  LLVMValueRef either = LLVMBuildOr(u->builder, x.shadow, y.shadow, "");
  LLVMValueRef all = n > 1 && !(n & (n - 1)) ? either : smear(u, either);
  if (n & 1) return all;
  return LLVMBuildShl(u->builder, all, LLVMConstInt(LLVMTypeOf(all), (unsigned)__builtin_ctzll(n), 0), "");
}

static LLVMValueRef shadow_of_binary(struct uninit *u, LLVMValueRef i) {
  LLVMBuilderRef b = u->builder;
  LLVMValueRef x = LLVMGetOperand(i, 0), y = LLVMGetOperand(i, 1), sx = uninit_shadow_of(u, x),
               sy = uninit_shadow_of(u, y);
  LLVMTypeRef type = LLVMTypeOf(sx);
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  uninit_stand_behind(u, i);
  LLVMValueRef both = LLVMBuildAnd(b, sx, sy, ""), either = LLVMBuildOr(b, sx, sy, "");
  switch (opcode) {
  case LLVMAnd:
  case LLVMOr: { // a bit that is known and decides the result
    LLVMValueRef p = opcode == LLVMOr ? LLVMBuildNot(b, x, "") : x, q = opcode == LLVMOr ? LLVMBuildNot(b, y, "") : y;
    LLVMValueRef one = LLVMBuildOr(b, LLVMBuildAnd(b, p, sy, ""), LLVMBuildAnd(b, sx, q, ""), "");
    return LLVMBuildOr(b, both, one, "");
  }
  case LLVMXor: return either;
  case LLVMAdd:
  case LLVMSub: return shadow_of_sum(u, opcode == LLVMAdd, (struct side){x, sx}, (struct side){y, sy});
  case LLVMMul: return shadow_of_product(u, (struct side){x, sx}, (struct side){y, sy});
  case LLVMShl:
  case LLVMLShr:
  case LLVMAShr: return LLVMBuildOr(b, LLVMBuildBinOp(b, opcode, sx, y, ""), spread(u, sy, type), "");
  default: return spread(u, either, type);
  }
}

// The bits of an address come by a call, so that the program does not seem to look at them (sanitizer.c).
static struct side side_of(struct uninit *u, LLVMValueRef value, LLVMValueRef shadow) {
  if (LLVMIsAConstantPointerNull(value)) value = LLVMConstNull(LLVMTypeOf(shadow));
  if (LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind)
    value = uninit_emit(u, SAFETY_ADDRESS, LLVMTypeOf(shadow), 1, &value);
  return (struct side){value, shadow};
}

// Signed numbers in the order of unsigned ones.
static struct side flip_sign(struct uninit *u, struct side s) {
  LLVMTypeRef type = LLVMTypeOf(s.value);
  LLVMValueRef one = LLVMConstInt(type, 1, 0), last = LLVMConstInt(type, LLVMGetIntTypeWidth(type) - 1, 0);
  LLVMValueRef top = LLVMBuildShl(u->builder, one, last, "");
  return (struct side){LLVMBuildXor(u->builder, s.value, top, ""), s.shadow};
}

// An order is decided if it is the same for the least left and greatest right side that there may be, and the other way
// round.
static LLVMValueRef shadow_of_order(struct uninit *u, LLVMIntPredicate order, struct side x, struct side y) {
  if (order >= LLVMIntSGT) {
    order = (LLVMIntPredicate)(order - LLVMIntSGT + LLVMIntUGT);
    x = flip_sign(u, x), y = flip_sign(u, y);
  }
  LLVMValueRef one = LLVMBuildICmp(u->builder, order, least(u, x), greatest(u, y), "");
  LLVMValueRef other = LLVMBuildICmp(u->builder, order, greatest(u, x), least(u, y), "");
  return LLVMBuildXor(u->builder, one, other, "");
}

// Bits that are known and differ decide an equation.
static LLVMValueRef shadow_of_equation(struct uninit *u, struct side x, struct side y) {
  LLVMBuilderRef b = u->builder;
  LLVMValueRef either = LLVMBuildOr(b, x.shadow, y.shadow, ""), any = uninit_is_any(u, either);
  LLVMValueRef differ = LLVMBuildAnd(b, LLVMBuildXor(b, x.value, y.value, ""), LLVMBuildNot(b, either, ""), "");
  return LLVMBuildAnd(b, any, LLVMBuildNot(b, uninit_is_any(u, differ), ""), "");
}

static LLVMValueRef shadow_of_comparison(struct uninit *u, LLVMValueRef i) {
  LLVMValueRef x = LLVMGetOperand(i, 0), y = LLVMGetOperand(i, 1), sx = uninit_shadow_of(u, x),
               sy = uninit_shadow_of(u, y);
  uninit_stand_behind(u, i);
  if (!LLVMIsAICmpInst(i)) return uninit_is_any(u, LLVMBuildOr(u->builder, sx, sy, ""));
  struct side left = side_of(u, x, sx), right = side_of(u, y, sy);
  LLVMIntPredicate order = LLVMGetICmpPredicate(i);
  return order <= LLVMIntNE ? shadow_of_equation(u, left, right) : shadow_of_order(u, order, left, right);
}

static LLVMValueRef load_shadow(struct uninit *u, LLVMValueRef companion, LLVMValueRef place, unsigned bits) {
  return companion ? LLVMBuildLoad2(u->builder, uninit_integer(u, bits), place, "")
                   : uninit_load_memory(u, place, bits);
}

static LLVMValueRef shadow_of_load(struct uninit *u, LLVMValueRef i) {
  LLVMValueRef pointer = LLVMGetOperand(i, 0);
  LLVMTypeRef type = LLVMTypeOf(i);
  unsigned bits = uninit_width_of(u, type);
  uint64_t offset;
  struct object *object = uninit_variable_at(u, pointer, &offset);
  LLVMValueRef companion = object ? uninit_companion_of(u, object) : NULL;
  uninit_stand_behind(u, i);
  LLVMValueRef place = companion ? uninit_address_at(u, companion, offset) : pointer;
  if (!uninit_is_structure(type)) return load_shadow(u, companion, place, bits);
  LLVMValueRef all = LLVMConstNull(uninit_integer(u, bits));
  for (unsigned k = 0; k < LLVMCountStructElementTypes(type); k++) {
    uint64_t at = LLVMOffsetOfElement(u->f->layout, type, k);
    unsigned width = uninit_width_of(u, LLVMStructGetTypeAtIndex(type, k));
    all = with_part(u, all, load_shadow(u, companion, uninit_address_at(u, place, at), width), at);
  }
  return all;
}

static LLVMValueRef shadow_of_phi(struct uninit *u, LLVMValueRef phi) {
  LLVMPositionBuilderBefore(u->builder, phi);
  LLVMValueRef shadow = LLVMBuildPhi(u->builder, uninit_shadow_type(u, LLVMTypeOf(phi)), "");
  uninit_remember(u, &u->shadows, phi, shadow);
  for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
    LLVMValueRef incoming = uninit_shadow_of(u, LLVMGetIncomingValue(phi, k));
    LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, k);
    LLVMAddIncoming(shadow, &incoming, &from, 1);
  }
  return shadow;
}

static LLVMValueRef global_for(struct uninit *u, const char *name) {
  LLVMValueRef global = LLVMGetNamedGlobal(u->f->module, name);
  if (global) return global;
  global = LLVMAddGlobal(u->f->module, uninit_integer(u, 64), name);
  LLVMSetLinkage(global, LLVMInternalLinkage);
  LLVMSetInitializer(global, uninit_number(u, 64, 0));
  return global;
}

LLVMValueRef uninit_passed_global(struct uninit *u, int parameter, uint64_t word) {
  char name[64];
  if (parameter == RESULT) snprintf(name, sizeof name, "clew.uninitialised.result.%" PRIu64, word);
  else snprintf(name, sizeof name, "clew.uninitialised.argument.%d.%" PRIu64, parameter, word);
  return global_for(u, name);
}

static LLVMValueRef load_passed(struct uninit *u, int parameter, LLVMTypeRef type) {
  unsigned bits = LLVMGetIntTypeWidth(type);
  LLVMValueRef all = NULL;
  for (unsigned at = 0; at < bits; at += 64) {
    LLVMValueRef word =
        LLVMBuildLoad2(u->builder, uninit_integer(u, 64), uninit_passed_global(u, parameter, at / 64), "");
    unsigned part = bits - at < 64 ? bits - at : 64;
    if (!at) all = LLVMBuildIntCast2(u->builder, word, type, 0, "");
    else all = with_part(u, all, uninit_part_at(u, word, 0, part), at / 8);
  }
  return all;
}

void uninit_store_passed(struct uninit *u, LLVMValueRef shadow, int parameter) {
  unsigned bits = LLVMGetIntTypeWidth(LLVMTypeOf(shadow));
  for (unsigned at = 0; at < bits; at += 64)
    LLVMBuildStore(u->builder, uninit_part_at(u, shadow, at / 8, 64), uninit_passed_global(u, parameter, at / 64));
}

static LLVMValueRef shadow_of_argument(struct uninit *u, LLVMValueRef value) {
  LLVMValueRef function = LLVMGetParamParent(value);
  unsigned k = 0;
  while (LLVMGetParam(function, k) != value) k++;
  uninit_stand_first(u, function);
  return load_passed(u, (int)k, uninit_shadow_type(u, LLVMTypeOf(value)));
}

static LLVMValueRef shadow_of_cast(struct uninit *u, LLVMValueRef i, LLVMTypeRef type) {
  LLVMValueRef shadow = uninit_shadow_of(u, LLVMGetOperand(i, 0));
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  uninit_stand_behind(u, i);
  switch (opcode) {
  case LLVMSExt: return LLVMBuildSExt(u->builder, shadow, type, "");
  case LLVMTrunc:
  case LLVMZExt:
  case LLVMPtrToInt:
  case LLVMIntToPtr:
  case LLVMFreeze:
  case LLVMBitCast: return LLVMBuildIntCast2(u->builder, shadow, type, 0, "");
  default: return spread(u, shadow, type);
  }
}

// Is it llvm.sOPERATION or llvm.uOPERATION?
static bool is_operation(LLVMValueRef call, const char *operation) {
  size_t n;
  const char *name = LLVMGetValueName2(called_function(call), &n);
  return n > 6 && !strncmp(name + 6, operation, strlen(operation));
}

// Of a pair that an operation with a check of overflow gives: its result, as that of the operation without one, or
// whether there was an overflow.
static LLVMValueRef shadow_of_checked(struct uninit *u, LLVMValueRef i, LLVMTypeRef type) {
  LLVMValueRef call = uninit_pair_of(i);
  bool known = is_operation(call, "add.") || is_operation(call, "sub.") || is_operation(call, "mul.");
  if (*LLVMGetIndices(i) || !known || is_of_vectors(call))
    return spread_operands(u, call, LLVMGetNumArgOperands(call), type);
  LLVMValueRef x = LLVMGetOperand(call, 0), y = LLVMGetOperand(call, 1), sx = uninit_shadow_of(u, x),
               sy = uninit_shadow_of(u, y);
  uninit_stand_behind(u, i);
  if (is_operation(call, "mul.")) return shadow_of_product(u, (struct side){x, sx}, (struct side){y, sy});
  return shadow_of_sum(u, is_operation(call, "add."), (struct side){x, sx}, (struct side){y, sy});
}

static LLVMValueRef shadow_of_part(struct uninit *u, LLVMValueRef i, LLVMTypeRef type) {
  LLVMValueRef of = LLVMGetOperand(i, 0), all = uninit_shadow_of(u, of);
  uint64_t at = LLVMOffsetOfElement(u->f->layout, LLVMTypeOf(of), *LLVMGetIndices(i));
  uninit_stand_behind(u, i);
  return uninit_part_at(u, all, at, LLVMGetIntTypeWidth(type));
}

static LLVMValueRef shadow_of_insertion(struct uninit *u, LLVMValueRef i) {
  LLVMValueRef all = uninit_shadow_of(u, LLVMGetOperand(i, 0)), part = uninit_shadow_of(u, LLVMGetOperand(i, 1));
  uint64_t at = LLVMOffsetOfElement(u->f->layout, LLVMTypeOf(i), *LLVMGetIndices(i));
  uninit_stand_behind(u, i);
  return with_part(u, all, part, at);
}

static LLVMValueRef shadow_of_instruction(struct uninit *u, LLVMValueRef i) {
  LLVMTypeRef type = uninit_shadow_type(u, LLVMTypeOf(i));
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  switch (opcode) {
  case LLVMLoad: return shadow_of_load(u, i);
  case LLVMPHI: return shadow_of_phi(u, i);
  case LLVMCall: break;
  default:
    if (is_of_vectors(i) && opcode != LLVMBitCast) return shadow_of_vectors(u, i, type);
  }
  switch (opcode) {
  case LLVMICmp:
  case LLVMFCmp: return shadow_of_comparison(u, i);
  case LLVMSelect: {
    LLVMValueRef c = uninit_shadow_of(u, LLVMGetOperand(i, 0)), x = uninit_shadow_of(u, LLVMGetOperand(i, 1)),
                 y = uninit_shadow_of(u, LLVMGetOperand(i, 2));
    uninit_stand_behind(u, i);
    LLVMValueRef chosen = LLVMBuildSelect(u->builder, LLVMGetOperand(i, 0), x, y, "");
    return LLVMBuildOr(u->builder, chosen, spread(u, c, type), "");
  }
  case LLVMExtractValue: return uninit_pair_of(i) ? shadow_of_checked(u, i, type) : shadow_of_part(u, i, type);
  case LLVMInsertValue: return shadow_of_insertion(u, i);
  case LLVMCall:
    if (uninit_is_of_compiler(i)) return spread_operands(u, i, LLVMGetNumArgOperands(i), type);
    uninit_stand_behind(u, i);
    return load_passed(u, RESULT, type);
  default: break;
  }
  if (LLVMIsABinaryOperator(i)) return shadow_of_binary(u, i);
  if (LLVMIsACastInst(i) || opcode == LLVMFreeze) return shadow_of_cast(u, i, type);
  return spread_operands(u, i, (unsigned)LLVMGetNumOperands(i), type);
}

// 0 of what has no such bits.
LLVMValueRef uninit_shadow_of(struct uninit *u, LLVMValueRef value) {
  if (!uninit_may_be(u, value)) return LLVMConstNull(uninit_shadow_type(u, LLVMTypeOf(value)));
  LLVMValueRef shadow = uninit_known(u, &u->shadows, value);
  if (shadow) return shadow;
  shadow = LLVMIsAArgument(value) ? shadow_of_argument(u, value) : shadow_of_instruction(u, value);
  return uninit_remember(u, &u->shadows, value, shadow);
}

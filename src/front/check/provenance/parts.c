// Bases of the pointers in values that are structures: results of two words come in registers. A function gives them
// beside its result, by number, and a call takes them; a value that was read from memory has those that lie there.
#include "front/check/provenance/provenance_pass.h"
#include "front/link/functions.h"
#include "front/memory/pointsto.h"
#include "front/translate/types.h"

// Of others, such as results of calls through pointers, the bases are not known.
bool provenance_has_parts(LLVMValueRef value) {
  if (LLVMIsALoadInst(value)) return true;
  LLVMValueRef function = LLVMIsACallInst(value) ? called_function(value) : NULL;
  return function && function_has_body(function);
}

// The offsets of the pointers in a result that is a structure; none where bases are not needed. The class is that of
// the function, or of the call, which is the same one.
static void find_pointers(struct provenance *p, LLVMTypeRef type, uint32_t node, struct vec_u64 *offsets) {
  if (!type_is_aggregate(type) || !provenance_is_tracked(provenance_class_at(p, node))) return;
  struct vec_leaf leaves = {0};
  type_leaves(p->f, type, 0, &leaves);
  for (uint32_t i = 0; i < leaves.size; i++)
    if (LLVMGetTypeKind(leaves.data[i].type) == LLVMPointerTypeKind) vec_u64_push(offsets, leaves.data[i].offset);
  vec_leaf_release(&leaves);
}

// All at once, behind the call: the next call may leave others.
static LLVMValueRef base_of_result(struct provenance *p, LLVMValueRef call, uint64_t offset) {
  struct vec_u64 offsets = {0};
  uint32_t at = map_u32_get_or(&p->parts, key_of(call), 0);
  LLVMValueRef base = provenance_unknown(p);
  if (provenance_has_parts(call)) find_pointers(p, LLVMTypeOf(call), pointsto_target(p->f, call), &offsets);
  if (!at) {
    at = p->values.size + 1;
    map_u32_put(&p->parts, key_of(call), at);
    provenance_stand_behind(p, call);
    for (uint32_t i = 0; i < offsets.size; i++) {
      LLVMValueRef number = provenance_number(p, i);
      vec_value_push(&p->values, provenance_emit(p, SAFETY_GIVEN_PART, 1, &number, true));
    }
  }
  for (uint32_t i = 0; i < offsets.size; i++)
    if (offsets.data[i] == offset) base = p->values.data[at - 1 + i];
  vec_u64_release(&offsets);
  return base;
}

// The base of the pointer at an offset in the value.
LLVMValueRef provenance_base_of_part(struct provenance *p, LLVMValueRef value, uint64_t offset) {
  if (!type_is_aggregate(LLVMTypeOf(value))) return provenance_unknown(p);
  if (LLVMIsACallInst(value)) return base_of_result(p, value, offset);
  if (!LLVMIsALoadInst(value)) return provenance_unknown(p);
  uint64_t at = 0;
  LLVMValueRef from = LLVMGetOperand(value, 0), companion = provenance_companion_at(p, from, &at);
  provenance_stand_behind(p, value);
  LLVMValueRef place = companion ? from : provenance_address_at(p, from, offset);
  return provenance_base_at(p, place, companion, at + offset);
}

bool provenance_is_part(LLVMValueRef extract) {
  LLVMValueRef value = LLVMGetOperand(extract, 0);
  return provenance_has_parts(value) && LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMStructTypeKind &&
         LLVMGetNumIndices(extract) == 1;
}

LLVMValueRef provenance_base_of_extracted(struct provenance *p, LLVMValueRef extract) {
  LLVMValueRef value = LLVMGetOperand(extract, 0);
  if (!provenance_is_part(extract)) return provenance_unknown(p);
  return provenance_base_of_part(p, value,
                                 LLVMOffsetOfElement(p->f->layout, LLVMTypeOf(value), LLVMGetIndices(extract)[0]));
}

void provenance_give_parts(struct provenance *p, LLVMValueRef ret) {
  LLVMValueRef value = LLVMGetOperand(ret, 0);
  struct vec_u64 offsets = {0};
  find_pointers(p, LLVMTypeOf(value), pointsto_result(p->f, p->function), &offsets);
  for (uint32_t i = 0; i < offsets.size; i++) {
    LLVMValueRef base = provenance_base_of_part(p, value, offsets.data[i]);
    provenance_stand_before(p, ret);
    provenance_emit2(p, SAFETY_GIVE_PART, provenance_number(p, i), base);
  }
  vec_u64_release(&offsets);
}

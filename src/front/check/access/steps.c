// The steps of an address computation, from a root to the address.
#include "front/check/access/access_pass.h"
#include "front/translate/types.h"

static void read_gep(struct front *f, LLVMValueRef gep, struct vec_step *out) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  LLVMValueRef from = LLVMGetOperand(gep, 0);
  for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(gep); i++) {
    LLVMValueRef index = LLVMGetOperand(gep, i);
    struct step step = {.type = type, .index = index, .from = from};
    if (i == 1) {
      step.kind = STEP_POINTER;
      step.size = type_alloc_size(f, type);
      if (LLVMIsAConstantInt(index) && LLVMIsNull(index)) continue;
    } else if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      unsigned k = (unsigned)LLVMConstIntGetZExtValue(index);
      step.kind = STEP_FIELD;
      step.size = LLVMOffsetOfElement(f->layout, type, k);
      type = LLVMStructGetTypeAtIndex(type, k);
    } else {
      step.kind = STEP_ELEMENT;
      type = LLVMGetElementType(type);
      step.size = type_alloc_size(f, type);
    }
    vec_step_push(out, step);
    from = NULL;
  }
}

LLVMValueRef steps_read(struct front *f, LLVMValueRef pointer, bool in_bounds, struct vec_step *out) {
  LLVMValueRef root = pointer;
  if (is_gep(pointer) && (!in_bounds || LLVMIsInBounds(pointer))) {
    root = steps_read(f, LLVMGetOperand(pointer, 0), in_bounds, out);
    read_gep(f, pointer, out);
  }
  return root;
}

bool step_is_constant(const struct step *s) { return LLVMIsAConstantInt(s->index); }

uint64_t access_object_size(struct front *f, LLVMValueRef object) {
  object = access_variable(object);
  if (LLVMIsAAllocaInst(object)) {
    LLVMValueRef count = LLVMGetOperand(object, 0);
    uint64_t size = type_alloc_size(f, LLVMGetAllocatedType(object));
    return LLVMIsAConstantInt(count) ? size * LLVMConstIntGetZExtValue(count) : 0;
  }
  if (!LLVMIsAGlobalVariable(object) || LLVMIsDeclaration(object)) return 0;
  const char *section = LLVMGetSection(object); // the linker may make one array of what lies there
  return section && *section ? 0 : type_alloc_size(f, LLVMGlobalGetValueType(object));
}

// Is there anything but padding behind the array in the variable that it lies in? The first k steps lead to it.
static bool has_more(struct front *f, LLVMValueRef root, const struct vec_step *steps, uint32_t k, LLVMTypeRef array) {
  uint64_t size = access_object_size(f, root), end = type_alloc_size(f, array);
  for (uint32_t i = 0; i < k; i++) {
    const struct step *s = &steps->data[i];
    if (s->kind != STEP_FIELD && !step_is_constant(s)) return false;
    end += s->kind == STEP_FIELD ? s->size : s->size * LLVMConstIntGetZExtValue(s->index);
  }
  uint64_t alignment = size ? LLVMGetAlignment(access_variable(root)) : 1;
  return size && (end + alignment - 1) / alignment * alignment < size;
}

bool steps_are_flexible(struct front *f, LLVMValueRef root, const struct vec_step *steps, uint32_t k,
                        LLVMTypeRef array) {
  uint64_t length = LLVMGetArrayLength2(array);
  if (length > 1) return false;
  if (!length) return true;
  if (has_more(f, root, steps, k, array)) return false;
  for (; k && steps->data[k - 1].kind == STEP_FIELD; k--) {
    const struct step *field = &steps->data[k - 1];
    if (LLVMConstIntGetZExtValue(field->index) + 1 < LLVMCountStructElementTypes(field->type)) return false;
  }
  return true;
}

LLVMValueRef steps_build_offset(struct access_checks *a, const struct vec_step *steps, uint32_t first, uint32_t end) {
  LLVMValueRef sum = LLVMConstInt(a->word, 0, 0);
  for (uint32_t k = first; k < end; k++) {
    const struct step *s = &steps->data[k];
    LLVMValueRef more = LLVMConstInt(a->word, s->size, 0);
    if (s->kind != STEP_FIELD)
      more = LLVMBuildMul(a->builder, LLVMBuildIntCast2(a->builder, s->index, a->word, 1, ""), more, "");
    sum = LLVMBuildAdd(a->builder, sum, more, "");
  }
  return sum;
}

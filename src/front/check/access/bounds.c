// Accesses outside of declared arrays and objects. clang checks an index where an expression subscripts an array, and
// allows the one behind the end where the expression only forms an address: `&a[i]`, `a + i`, and with them `a[i]++`
// and `*(a + i)`. Where the address is accessed, that one is outside, too.
//
// These are the arrays that the expression of the access names; arrays.c has those of a pointer that was kept.
#include "front/check/access/access_pass.h"
#include "front/translate/types.h"

// --- indices -----------------------------------------------------------------------------------------------------

// Pointer arithmetic behind the element moves in its array: the sum of both counts then.
static bool is_moved(const struct vec_step *steps, uint32_t k) {
  return k + 1 < steps->size && steps->data[k + 1].kind == STEP_POINTER;
}

static bool is_below(struct access_checks *a, LLVMValueRef index, LLVMValueRef limit, LLVMValueRef instruction) {
  const struct fact *fact = NULL;
  while ((fact = access_find_fact(a, access_plain_index(index), FACT_BELOW, instruction, fact)))
    if (fact->limit == limit) return true;
  return false;
}

static void require_below(struct access_checks *a, const struct access *access, LLVMValueRef index,
                          LLVMValueRef limit) {
  LLVMPositionBuilderBefore(a->builder, access->instruction);
  LLVMSetCurrentDebugLocation2(a->builder, LLVMInstructionGetDebugLoc(access->instruction));
  if (LLVMTypeOf(index) != LLVMTypeOf(limit)) index = LLVMBuildIntCast2(a->builder, index, LLVMTypeOf(limit), 1, "");
  LLVMValueRef bad = LLVMBuildICmp(a->builder, LLVMIntUGE, index, limit, "");
  access_emit(a, access->instruction, UNDEFINED_INDEX, bad, access->bytes, 1);
  if (LLVMIsAConstantInt(index)) return;
  LLVMBasicBlockRef block = LLVMGetInstructionParent(access->instruction);
  access_add_fact(a, access_plain_index(index), (struct fact){.kind = FACT_BELOW, .block = block, .limit = limit});
}

static void check_element(struct access_checks *a, const struct access *access, LLVMValueRef root,
                          struct vec_step *steps, uint32_t k) {
  struct step *s = &steps->data[k];
  uint64_t length = LLVMGetArrayLength2(s->type);
  LLVMValueRef limit = LLVMConstInt(a->word, length, 0);
  if (is_moved(steps, k)) return;
  if (step_is_constant(s) ? LLVMConstIntGetZExtValue(s->index) < length
                          : is_below(a, s->index, limit, access->instruction)) {
    s->is_bounded = true;
  } else if (!steps_are_flexible(a->f, root, steps, k, s->type) ||
             access_find_fact(a, access_plain_index(s->index), FACT_AT_MOST, access->instruction, NULL)) {
    require_below(a, access, s->index, limit);
    s->is_bounded = true;
  }
  s->limit = length;
}

// `*(a + i)`: clang knows the length of `a`, which the step does not show.
static void check_arithmetic(struct access_checks *a, const struct access *access, struct vec_step *steps, uint32_t k) {
  struct step *s = &steps->data[k];
  if (step_is_constant(s) || is_moved(steps, k)) return;
  const struct fact *fact = access_find_fact(a, access_plain_index(s->index), FACT_AT_MOST, access->instruction, NULL);
  LLVMValueRef limit = fact ? fact->limit : NULL;
  if (!limit) fact = access_find_fact(a, access_plain_index(s->index), FACT_BELOW, access->instruction, NULL);
  if (limit && !is_below(a, s->index, limit, access->instruction)) require_below(a, access, s->index, limit);
  else if (!limit && fact) limit = fact->limit;
  if (!limit || !LLVMIsAConstantInt(limit)) return;
  s->is_bounded = true;
  s->limit = LLVMConstIntGetZExtValue(limit);
}

// --- objects -----------------------------------------------------------------------------------------------------

// The least and the greatest offset that the indices allow. False: one is not bounded.
static bool offset_range(const struct vec_step *steps, int64_t *least, int64_t *most) {
  *least = *most = 0;
  for (uint32_t k = 0; k < steps->size; k++) {
    const struct step *s = &steps->data[k];
    int64_t size = (int64_t)s->size;
    if (s->kind == STEP_FIELD) *least += size, *most += size;
    else if (step_is_constant(s))
      *least += size * LLVMConstIntGetSExtValue(s->index), *most += size * LLVMConstIntGetSExtValue(s->index);
    else if (s->is_bounded && s->limit && s->limit < INT32_MAX) *most += size * (int64_t)(s->limit - 1);
    else return false;
  }
  return true;
}

static void check_object(struct access_checks *a, const struct access *access, LLVMValueRef root,
                         const struct vec_step *steps) {
  uint64_t size = access_object_size(a->f, root);
  int64_t least, most;
  if (!size || !LLVMIsAConstantInt(access->bytes)) return;
  uint64_t bytes = LLVMConstIntGetZExtValue(access->bytes);
  if (bytes <= size && offset_range(steps, &least, &most) && least >= 0 && (uint64_t)most <= size - bytes) return;
  LLVMPositionBuilderBefore(a->builder, access->instruction);
  LLVMSetCurrentDebugLocation2(a->builder, LLVMInstructionGetDebugLoc(access->instruction));
  LLVMValueRef last = LLVMConstInt(a->word, bytes <= size ? size - bytes : 0, 0);
  LLVMValueRef bad = bytes <= size
                         ? LLVMBuildICmp(a->builder, LLVMIntUGT, steps_build_offset(a, steps, 0, steps->size), last, "")
                         : LLVMConstInt(LLVMInt1TypeInContext(a->f->context), 1, 0);
  access_emit(a, access->instruction, access->writes ? UNDEFINED_OUTSIDE_WRITE : UNDEFINED_OUTSIDE_READ, bad,
              access->bytes, 1);
}

void access_check_bounds(struct access_checks *a, const struct access *access) {
  const struct fact *fact = NULL;
  uint64_t bytes = LLVMIsAConstantInt(access->bytes) ? LLVMConstIntGetZExtValue(access->bytes) : 0;
  while ((fact = access_find_fact(a, access->pointer, FACT_INSIDE, access->instruction, fact)))
    if (bytes && fact->number >= bytes) return;
  struct vec_step steps = {0};
  LLVMValueRef root = steps_read(a->f, access->pointer, true, &steps);
  for (uint32_t k = 0; k < steps.size; k++) {
    if (steps.data[k].kind == STEP_ELEMENT) check_element(a, access, root, &steps, k);
    if (steps.data[k].kind == STEP_POINTER) check_arithmetic(a, access, &steps, k);
  }
  check_object(a, access, root, &steps);
  vec_step_release(&steps);
  array_check(a, access);
  if (!bytes || LLVMIsAConstant(access->pointer)) return;
  LLVMBasicBlockRef block = LLVMGetInstructionParent(access->instruction);
  access_add_fact(a, access->pointer, (struct fact){.kind = FACT_INSIDE, .block = block, .number = bytes});
}

// --- vectors -----------------------------------------------------------------------------------------------------

void access_check_element(struct access_checks *a, LLVMValueRef instruction) {
  bool extracts = LLVMGetInstructionOpcode(instruction) == LLVMExtractElement;
  LLVMValueRef index = LLVMGetOperand(instruction, extracts ? 1 : 2);
  LLVMTypeRef vector = LLVMTypeOf(LLVMGetOperand(instruction, 0));
  uint64_t length = LLVMGetVectorSize(vector);
  unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(index));
  if (width < 32 && length >> width) return;
  if (LLVMIsAConstantInt(index) && LLVMConstIntGetZExtValue(index) < length) return;
  LLVMPositionBuilderBefore(a->builder, instruction);
  LLVMSetCurrentDebugLocation2(a->builder, LLVMInstructionGetDebugLoc(instruction));
  LLVMValueRef limit = LLVMConstInt(LLVMTypeOf(index), length, 0);
  access_emit(a, instruction, UNDEFINED_ELEMENT, LLVMBuildICmp(a->builder, LLVMIntUGE, index, limit, ""),
              LLVMConstInt(a->word, 0, 0), 1);
}

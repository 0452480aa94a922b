// Null and misaligned pointers. The alignment that an instruction states is what clang took from the type of the
// pointer, so that members of packed structures ask for none.
#include "front/check/access/access_pass.h"
#include "front/library/builtins.h"
#include "front/translate/types.h"

static uint64_t parameter_alignment(LLVMValueRef parameter) {
  static const char *const kinds[] = {"byval", "sret"};
  LLVMValueRef function = LLVMGetParamParent(parameter);
  unsigned k = 0;
  while (LLVMGetParam(function, k) != parameter) k++;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    unsigned kind = LLVMGetEnumAttributeKindForName(kinds[i], strlen(kinds[i]));
    if (!LLVMGetEnumAttributeAtIndex(function, k + 1, kind)) continue;
    LLVMAttributeRef align = LLVMGetEnumAttributeAtIndex(function, k + 1, LLVMGetEnumAttributeKindForName("align", 5));
    return align ? LLVMGetEnumAttributeValue(align) : 1;
  }
  return 0;
}

// A copy of an argument, or the place of a result: the caller's check is for it.
static bool is_of_call(LLVMValueRef pointer) { return LLVMIsAArgument(pointer) && parameter_alignment(pointer) != 0; }

LLVMValueRef access_variable(LLVMValueRef pointer) {
  LLVMValueRef function = LLVMIsACallInst(pointer) ? called_function(pointer) : NULL;
  size_t n;
  bool is_thread = function && !strncmp(LLVMGetValueName2(function, &n), "llvm.threadlocal.address.", 25);
  return is_thread ? LLVMGetOperand(pointer, 0) : pointer;
}

bool access_is_object(LLVMValueRef pointer) {
  pointer = access_variable(pointer);
  if (LLVMIsAAllocaInst(pointer) || LLVMIsAFunction(pointer) || is_of_call(pointer)) return true;
  return LLVMIsAGlobalVariable(pointer) && LLVMGetLinkage(pointer) != LLVMExternalWeakLinkage;
}

static uint64_t object_alignment(LLVMValueRef object) {
  object = access_variable(object);
  if (LLVMIsAArgument(object)) return parameter_alignment(object);
  return LLVMIsAFunction(object) ? 1 : LLVMGetAlignment(object);
}

// Where va_arg finds its argument: the list of arguments is not the program's to align.
static bool is_variadic(LLVMValueRef pointer) {
  static const char *const names[] = {"argp.cur", "vaarg.addr", "overflow_arg_area", "reg_save_area"};
  size_t n;
  if (!LLVMIsALoadInst(pointer) && !LLVMIsAPHINode(pointer) && !LLVMIsACallInst(pointer)) return false;
  const char *name = LLVMGetValueName2(pointer, &n);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strncmp(name, names[i], strlen(names[i]))) return true;
  return false;
}

// The greatest power of two that all ways through the address computation are multiples of; 0: it stays in place.
static uint64_t granularity(struct front *f, LLVMValueRef gep) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  uint64_t all = 0; // the lowest bit of a union of multiples is the one that divides them
  for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(gep); i++) {
    LLVMValueRef index = LLVMGetOperand(gep, i);
    uint64_t k = LLVMIsAConstantInt(index) ? LLVMConstIntGetZExtValue(index) : 1;
    if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      all |= LLVMOffsetOfElement(f->layout, type, (unsigned)k);
      type = LLVMStructGetTypeAtIndex(type, (unsigned)k);
    } else {
      if (i > 1) type = LLVMGetElementType(type);
      all |= k * type_alloc_size(f, type);
    }
  }
  return all & -all;
}

static bool is_multiple(uint64_t granularity, uint64_t alignment) {
  return !granularity || granularity % alignment == 0;
}

// The pointer that the address was computed from, as far as the pointers on the way are null only if it is: addresses
// that are computed from null, or that wrap around, have a check of clang's.
static LLVMValueRef null_root(LLVMValueRef pointer) {
  while (is_gep(pointer) && LLVMIsInBounds(pointer)) pointer = LLVMGetOperand(pointer, 0);
  return pointer;
}

// Does it step to a field that is not the first? Of such a step from null clang has no check.
static bool has_field(struct front *f, LLVMValueRef gep) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  for (unsigned i = 2; i < (unsigned)LLVMGetNumOperands(gep); i++) {
    if (LLVMGetTypeKind(type) != LLVMStructTypeKind) {
      type = LLVMGetElementType(type);
      continue;
    }
    unsigned k = (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(gep, i));
    if (LLVMOffsetOfElement(f->layout, type, k)) return true;
    type = LLVMStructGetTypeAtIndex(type, k);
  }
  return false;
}

static bool is_not_null(struct access_checks *a, const struct access *access) {
  LLVMValueRef pointer = access->pointer;
  for (bool known = false;; pointer = LLVMGetOperand(pointer, 0)) {
    known |= access_find_fact(a, pointer, FACT_NOT_NULL, access->instruction, NULL) != NULL;
    if (!is_gep(pointer) || !LLVMIsInBounds(pointer)) return known || access_is_object(pointer);
    known &= !has_field(a->f, pointer);
  }
}

static bool is_aligned(struct access_checks *a, const struct access *access) {
  uint64_t way = 0;
  for (LLVMValueRef pointer = access->pointer; is_multiple(way, access->alignment);
       pointer = LLVMGetOperand(pointer, 0)) {
    const struct fact *fact = NULL;
    while ((fact = access_find_fact(a, pointer, FACT_ALIGNED, access->instruction, fact)))
      if (fact->number >= access->alignment) return true;
    if (!is_gep(pointer)) return access_is_object(pointer) && object_alignment(pointer) >= access->alignment;
    uint64_t step = granularity(a->f, pointer);
    way = (way | step) & -(way | step);
  }
  return false;
}

// Nothing is accessed where the number of bytes is zero.
static LLVMValueRef if_any(struct access_checks *a, LLVMValueRef bad, LLVMValueRef bytes) {
  if (LLVMIsAConstantInt(bytes)) return bad;
  return LLVMBuildAnd(a->builder, bad, LLVMBuildIsNotNull(a->builder, bytes, ""), "");
}

static void stand_before(struct access_checks *a, LLVMValueRef instruction) {
  LLVMPositionBuilderBefore(a->builder, instruction);
  LLVMSetCurrentDebugLocation2(a->builder, LLVMInstructionGetDebugLoc(instruction));
}

void access_check_pointer(struct access_checks *a, const struct access *access) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(access->instruction);
  LLVMValueRef root = null_root(access->pointer);
  bool always = LLVMIsAConstantInt(access->bytes);
  if (is_variadic(root) || (is_gep(root) && is_variadic(LLVMGetOperand(root, 0)))) return;
  if (!is_not_null(a, access)) {
    stand_before(a, access->instruction);
    LLVMValueRef bad = LLVMBuildIsNull(a->builder, root, "");
    access_emit(a, access->instruction, access->writes ? UNDEFINED_NULL_WRITE : UNDEFINED_NULL_READ,
                if_any(a, bad, access->bytes), access->bytes, 1);
    if (always) access_add_fact(a, root, (struct fact){.kind = FACT_NOT_NULL, .block = block});
  }
  if (access->alignment > 1 && !is_aligned(a, access)) {
    stand_before(a, access->instruction);
    LLVMValueRef number = sanitizer_address(a->f, a->builder, access->pointer, a->word);
    LLVMValueRef mask = LLVMConstInt(a->word, access->alignment - 1, 0);
    LLVMValueRef bad = LLVMBuildIsNotNull(a->builder, LLVMBuildAnd(a->builder, number, mask, ""), "");
    access_emit(a, access->instruction, access->writes ? UNDEFINED_ALIGNED_WRITE : UNDEFINED_ALIGNED_READ,
                if_any(a, bad, access->bytes), access->bytes, access->alignment);
    if (always)
      access_add_fact(a, access->pointer,
                      (struct fact){.kind = FACT_ALIGNED, .block = block, .number = access->alignment});
  }
}

// Undefined behaviour as clang knows it: its sanitizer (UBSan) puts a check with C's own promotions before every
// operation that may be undefined, and calls a handler where the check fails. Here such a call is an error location.
// The handler gets a description of the check, with the type's name in it, and the operands.
#include "front/check/checks.h"
#include "front/check/pass.h"
#include "front/check/safety.h"
#include "front/translate/translation.h"
#include "front/translate/types.h"
#include <stdio.h>
#include <stdlib.h>

struct handler {
  const char *name; // between __ubsan_handle_ and _abort
  enum property property;
  const char *text;
  bool has_type; // the description has a source place and then a type, which is to be named
  char operation; // of its operands, for the report; ~ is the unary minus, 0: none is given
};

static const struct handler handlers[] = {
    {"add_overflow", PROPERTY_OVERFLOW, "signed integer overflow: the sum does not fit in", true, '+'},
    {"sub_overflow", PROPERTY_OVERFLOW, "signed integer overflow: the difference does not fit in", true, '-'},
    {"mul_overflow", PROPERTY_OVERFLOW, "signed integer overflow: the product does not fit in", true, '*'},
    {"negate_overflow", PROPERTY_OVERFLOW, "signed integer overflow: the negated value does not fit in", true, '~'},
    {"divrem_overflow", PROPERTY_OVERFLOW, "signed integer overflow: the quotient does not fit in", true, '/'},
    {"shift_out_of_bounds", PROPERTY_UNDEFINED, "a shift by too many bits, or of a negative value", false, 0},
    {"out_of_bounds", PROPERTY_UNDEFINED, "an index outside its array", false, 0},
    {"type_mismatch_v1", PROPERTY_UNDEFINED, "an access through a null pointer to", true, 0},
    {"float_cast_overflow", PROPERTY_UNDEFINED,
     "a floating-point value that does not fit in the type it is converted to", false, 0},
    {"builtin_unreachable", PROPERTY_UNDEFINED, PROPERTY_TEXT_UNREACHABLE, false, 0},
    {"missing_return", PROPERTY_UNDEFINED, "the end of a function that has to return a value", false, 0},
    {"vla_bound_not_positive", PROPERTY_UNDEFINED, "an array whose length is not positive", false, 0},
    {"load_invalid_value", PROPERTY_UNDEFINED, "a value that is none of the type", true, 0},
    {"nonnull_arg", PROPERTY_UNDEFINED, "a null pointer as an argument that must not be null", false, 0},
    {"nonnull_return_v1", PROPERTY_UNDEFINED, "a null pointer returned where it must not be", false, 0},
    {"invalid_builtin", PROPERTY_UNDEFINED, "a zero for a function of the compiler that counts bits", false, 0},
    {"pointer_overflow", PROPERTY_UNDEFINED, "an address that is computed from null, or that does not fit in a pointer",
     false, 0},
    {"alignment_assumption", PROPERTY_UNDEFINED, "an address that is not aligned as the program says", false, 0},
};
enum { N_HANDLERS = sizeof handlers / sizeof *handlers, DIVISION = 4, MISMATCH = 7, OVERFLOWN = 16 };

bool sanitizer_reads(struct front *f, const char *file) {
  if (!asks(f, TRAIT_SOURCE)) return true;
  error_set(f->error, EXIT_DATA, "%s: overflow and undefined behaviour are checked in C files only, not in bitcode",
            file);
  return false;
}

bool sanitizer_handler(const char *name, uint32_t *detail) {
  static const char prefix[] = "__ubsan_handle_", suffix[] = "_abort";
  if (strncmp(name, prefix, sizeof prefix - 1)) return false;
  name += sizeof prefix - 1;
  for (uint32_t i = 0; i < N_HANDLERS; i++) {
    size_t n = strlen(handlers[i].name);
    if (strncmp(name, handlers[i].name, n) || (name[n] && strcmp(name + n, suffix))) continue;
    *detail = i;
    return true;
  }
  return false;
}

// --- addresses as numbers ------------------------------------------------------------------------------------

// The sanitizer asks for the bits of addresses. For the analyses of memory the program would look at them then: it gets
// them by a call of its own, which they do not know.
LLVMValueRef sanitizer_address(struct front *f, LLVMBuilderRef builder, LLVMValueRef pointer, LLVMTypeRef word) {
  const char *name = safety_names[SAFETY_ADDRESS];
  LLVMTypeRef from = LLVMTypeOf(pointer), type = LLVMFunctionType(word, &from, 1, 0);
  LLVMValueRef function = LLVMGetNamedFunction(f->module, name);
  if (!function) function = LLVMAddFunction(f->module, name, type);
  return LLVMBuildCall2(builder, type, function, &pointer, 1, "");
}

// A constant with such a number in it, as instructions; NULL: there is none in it. The sanitizer's numbers are as wide
// as a pointer: a narrower one is the program's (`(int)(long)&x`).
static LLVMValueRef without_address(struct front *f, LLVMBuilderRef builder, LLVMValueRef constant) {
  if (!LLVMIsAConstantExpr(constant)) return NULL;
  LLVMOpcode opcode = LLVMGetConstOpcode(constant);
  if (opcode == LLVMPtrToInt && type_bits(f, LLVMTypeOf(constant)) == f->pointer_bits)
    return sanitizer_address(f, builder, LLVMGetOperand(constant, 0), LLVMTypeOf(constant));
  if (opcode != LLVMAdd && opcode != LLVMSub && opcode != LLVMXor) return NULL;
  LLVMValueRef left = LLVMGetOperand(constant, 0), right = LLVMGetOperand(constant, 1);
  LLVMValueRef a = without_address(f, builder, left), b = without_address(f, builder, right);
  return a || b ? LLVMBuildBinOp(builder, opcode, a ? a : left, b ? b : right, "") : NULL;
}

// `llvm.sadd.with.overflow` and its like: their operands are the program's values.
static bool is_overflow_arithmetic(LLVMValueRef i) {
  LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
  size_t n;
  return callee && LLVMIsAFunction(callee) && strstr(LLVMGetValueName2(callee, &n), ".with.overflow.");
}

static void hide_addresses(struct front *f, LLVMBuilderRef builder, LLVMValueRef i) {
  LLVMPositionBuilderBefore(builder, i);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(i));
  if (LLVMIsAPtrToIntInst(i)) {
    LLVMReplaceAllUsesWith(i, sanitizer_address(f, builder, LLVMGetOperand(i, 0), LLVMTypeOf(i)));
    LLVMInstructionEraseFromParent(i);
    return;
  }
  if (LLVMIsAPHINode(i) || LLVMIsATerminatorInst(i) || is_overflow_arithmetic(i)) return;
  for (int k = 0; k < LLVMGetNumOperands(i); k++) {
    LLVMValueRef made = without_address(f, builder, LLVMGetOperand(i, (unsigned)k));
    if (made) LLVMSetOperand(i, (unsigned)k, made);
  }
}

// --- checks that the text decides ----------------------------------------------------------------------------

static unsigned nosanitize(struct front *f) { return LLVMGetMDKindIDInContext(f->context, "nosanitize", 10); }

// The object that a pointer is a constant way into; NULL: it is no such pointer.
static LLVMValueRef place_in_object(struct front *f, LLVMValueRef pointer, int64_t *offset) {
  *offset = 0;
  for (int64_t step; is_gep(pointer); pointer = LLVMGetOperand(pointer, 0)) {
    if (!gep_constant_offset(f, pointer, &step)) return NULL;
    *offset += step;
  }
  bool is_local = LLVMIsAAllocaInst(pointer) && LLVMIsAConstantInt(LLVMGetOperand(pointer, 0));
  bool is_weak = LLVMIsAGlobalVariable(pointer) && LLVMGetLinkage(pointer) == LLVMExternalWeakLinkage;
  return is_local || (LLVMIsAGlobalVariable(pointer) && !is_weak) ? pointer : NULL;
}

// From `address & mask` and the constant way of its pointer.
static bool is_aligned(struct front *f, LLVMValueRef number, LLVMValueRef mask) {
  LLVMValueRef pointer = LLVMIsAPtrToIntInst(number) || LLVMIsAConstantExpr(number) ? LLVMGetOperand(number, 0) : NULL;
  int64_t offset;
  LLVMValueRef object = pointer ? place_in_object(f, pointer, &offset) : NULL;
  if (!object || !LLVMIsAConstantInt(mask)) return false;
  uint64_t bits = LLVMConstIntGetZExtValue(mask);
  return LLVMGetAlignment(object) > bits && !((uint64_t)offset & bits);
}

// `address + offset`: it stays in the object, or just behind it.
static bool is_inside(struct front *f, LLVMValueRef sum) {
  bool is_sum = LLVMIsAInstruction(sum) ? LLVMGetInstructionOpcode(sum) == LLVMAdd
                                        : LLVMIsAConstantExpr(sum) && LLVMGetConstOpcode(sum) == LLVMAdd;
  LLVMValueRef number = is_sum ? LLVMGetOperand(sum, 0) : NULL, more = is_sum ? LLVMGetOperand(sum, 1) : NULL;
  if (!number || !LLVMIsAConstantInt(more)) return false;
  bool is_number = LLVMIsAPtrToIntInst(number) ||
                   (LLVMIsAConstantExpr(number) && LLVMGetConstOpcode(number) == LLVMPtrToInt);
  int64_t offset;
  LLVMValueRef object = is_number ? place_in_object(f, LLVMGetOperand(number, 0), &offset) : NULL;
  if (!object || (LLVMIsAGlobalVariable(object) && LLVMIsDeclaration(object))) return false;
  LLVMTypeRef type = LLVMIsAAllocaInst(object) ? LLVMGetAllocatedType(object) : LLVMGlobalGetValueType(object);
  offset += LLVMConstIntGetSExtValue(more);
  return offset >= 0 && (uint64_t)offset <= type_alloc_size(f, type);
}

// Does the condition of a check hold for the pointer's place alone? It is made of conjunctions.
static bool is_decided(struct front *f, LLVMValueRef condition, LLVMValueRef call, uint32_t detail) {
  if (detail == OVERFLOWN) return LLVMGetNumArgOperands(call) > 2 && is_inside(f, LLVMGetOperand(call, 2));
  if (LLVMIsAConstantInt(condition)) return LLVMConstIntGetZExtValue(condition) != 0;
  if (!LLVMIsAInstruction(condition)) return false;
  LLVMValueRef left = LLVMGetOperand(condition, 0);
  if (LLVMGetInstructionOpcode(condition) == LLVMAnd)
    return is_decided(f, left, call, detail) && is_decided(f, LLVMGetOperand(condition, 1), call, detail);
  if (!LLVMIsAICmpInst(condition)) return false;
  int64_t offset;
  if (LLVMGetICmpPredicate(condition) == LLVMIntNE) return place_in_object(f, left, &offset) != NULL; // not null
  bool is_mask = LLVMIsAInstruction(left) && LLVMGetInstructionOpcode(left) == LLVMAnd;
  return is_mask && is_aligned(f, LLVMGetOperand(left, 0), LLVMGetOperand(left, 1));
}

static void erase_unused(struct front *f, LLVMValueRef i) {
  if (!LLVMIsAInstruction(i) || LLVMGetFirstUse(i) || !LLVMGetMetadata(i, nosanitize(f))) return;
  LLVMValueRef operands[3];
  int n = LLVMGetNumOperands(i);
  for (int k = 0; k < n && k < 3; k++) operands[k] = LLVMGetOperand(i, (unsigned)k);
  LLVMInstructionEraseFromParent(i);
  for (int k = 0; k < n && k < 3; k++) erase_unused(f, operands[k]);
}

// The handler is not reached: nothing of the check remains, least of all an address that it asks for.
static void decide(struct front *f, LLVMValueRef call, uint32_t detail) {
  if (detail != MISMATCH && detail != OVERFLOWN) return;
  LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(LLVMGetInstructionParent(call)));
  LLVMValueRef branch = use && !LLVMGetNextUse(use) ? LLVMGetUser(use) : NULL;
  if (!branch || !LLVMIsABranchInst(branch) || !LLVMIsConditional(branch)) return;
  if (LLVMGetSuccessor(branch, 1) != LLVMGetInstructionParent(call)) return;
  LLVMValueRef condition = LLVMGetCondition(branch);
  if (!is_decided(f, condition, call, detail)) return;
  LLVMSetCondition(branch, LLVMConstInt(LLVMTypeOf(condition), 1, 0));
  for (unsigned k = 1; k < LLVMGetNumArgOperands(call); k++) {
    LLVMValueRef given = LLVMGetOperand(call, k);
    LLVMSetOperand(call, k, LLVMConstNull(LLVMTypeOf(given)));
    erase_unused(f, given);
  }
  erase_unused(f, condition);
}

static void hide_all_addresses(struct front *f) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(f->context);
  for (LLVMValueRef g = LLVMGetFirstFunction(f->module); g; g = LLVMGetNextFunction(g))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(g); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        if (LLVMGetMetadata(i, nosanitize(f))) hide_addresses(f, builder, i);
      }
  LLVMDisposeBuilder(builder);
}

// --- what handlers are given ----------------------------------------------------------------------------------

// It is for the message only. Values wider than a word lie in memory: they are not given.
static void tell_less(LLVMValueRef call) {
  for (unsigned k = 1; k < LLVMGetNumArgOperands(call); k++) {
    LLVMValueRef given = LLVMGetOperand(call, k);
    if (!LLVMIsAAllocaInst(given)) continue;
    LLVMSetOperand(call, k, LLVMConstNull(LLVMTypeOf(given)));
    for (LLVMUseRef use = LLVMGetFirstUse(given), next; use; use = next) {
      next = LLVMGetNextUse(use);
      if (LLVMIsAStoreInst(LLVMGetUser(use)) && LLVMGetOperand(LLVMGetUser(use), 1) == given)
        LLVMInstructionEraseFromParent(LLVMGetUser(use));
    }
    if (!LLVMGetFirstUse(given)) LLVMInstructionEraseFromParent(given);
  }
}

static void tidy(struct front *f) {
  for (LLVMValueRef g = LLVMGetFirstFunction(f->module); g; g = LLVMGetNextFunction(g)) {
    size_t n;
    uint32_t detail;
    if (LLVMCountBasicBlocks(g) || !sanitizer_handler(LLVMGetValueName2(g, &n), &detail)) continue;
    for (LLVMUseRef use = LLVMGetFirstUse(g); use; use = LLVMGetNextUse(use)) {
      if (!LLVMIsACallInst(LLVMGetUser(use))) continue;
      tell_less(LLVMGetUser(use));
      decide(f, LLVMGetUser(use), detail);
    }
  }
  if (!checks(f, PROPERTY_UNDEFINED)) return;
  access_checks_add(f);
  hide_all_addresses(f);
}

// Handlers are there wherever somebody asked the compiler for them.
const struct check_pass pass_sanitizer = {.stage = PASS_COMPILED, .of = ~(properties)0, .add = tidy};

// The type in a description {place, type, …}, where a type is {kind, width and sign, "'int'"}; "" if it is not what was
// expected. *bits is its width, 0 if it is no integer.
static const char *type_name(LLVMValueRef description, uint32_t *bits) {
  size_t length;
  *bits = 0;
  if (!LLVMIsAGlobalVariable(description)) return "";
  LLVMValueRef init = LLVMGetInitializer(description);
  if (!init || !LLVMIsAConstantStruct(init) || LLVMGetNumOperands(init) < 2) return "";
  LLVMValueRef type = LLVMGetOperand(init, 1);
  init = LLVMIsAGlobalVariable(type) ? LLVMGetInitializer(type) : NULL;
  if (!init || !LLVMIsAConstantStruct(init) || LLVMGetNumOperands(init) != 3) return "";
  LLVMValueRef name = LLVMGetOperand(init, 2);
  if (!LLVMConstIntGetZExtValue(LLVMGetOperand(init, 0)))
    *bits = 1u << (LLVMConstIntGetZExtValue(LLVMGetOperand(init, 1)) >> 1 & 15);
  return LLVMIsAConstantDataArray(name) && LLVMIsConstantString(name) ? LLVMGetAsString(name, &length) : "";
}

uint32_t sanitizer_type_bits(LLVMValueRef description) {
  static const char bit_precise[] = "_BitInt(";
  uint32_t bits;
  const char *name = type_name(description, &bits), *exact = strstr(name, bit_precise);
  return exact ? (uint32_t)strtoul(exact + sizeof bit_precise - 1, NULL, 10) : bits;
}

// For the report: operands of at most 64 bits, as the handler gets them.
static void tell_operands(struct translation *t, LLVMValueRef call, uint32_t detail, uint32_t bits) {
  struct front *f = t->f;
  unsigned n = handlers[detail].operation == '~' ? 1 : 2;
  if (!handlers[detail].operation || !bits || bits > f->pointer_bits || LLVMGetNumArgOperands(call) <= n) return;
  for (unsigned k = 0; k < n; k++) {
    struct term value = coerce(f, operand(t, LLVMGetOperand(call, 1 + k)), sort_bv(f->tm, 64));
    if (f->cfa->operands[k] == CFA_NONE)
      f->cfa->operands[k] =
          cfa_add_var(f->cfa, CFA_NONE, VAR_TEMP, k ? "right operand" : "left operand", "", sort_bv(f->tm, 64));
    segment_set(t, f->cfa->operands[k], value);
  }
}

// Of a description {place, type, binary logarithm of the alignment, kind of access}.
static uint64_t stated_alignment(LLVMValueRef description) {
  LLVMValueRef init = LLVMIsAGlobalVariable(description) ? LLVMGetInitializer(description) : NULL;
  if (!init || !LLVMIsAConstantStruct(init) || LLVMGetNumOperands(init) < 4) return 1;
  return (uint64_t)1 << (LLVMConstIntGetZExtValue(LLVMGetOperand(init, 2)) & 63);
}

// One check for null and for the alignment.
static void fail_access(struct translation *t, LLVMValueRef call) {
  struct terms *tm = t->f->tm;
  uint32_t bits;
  struct text text = {0};
  const char *type = type_name(LLVMGetOperand(call, 0), &bits);
  struct term pointer = operand(t, LLVMGetOperand(call, 1));
  text_printf(&text, "%s %s", handlers[MISMATCH].text, *type ? type : "its type");
  external_address(t, LLVMGetOperand(call, 1), stated_alignment(LLVMGetOperand(call, 0)));
  struct term null = term_eq(tm, pointer, term_bv(tm, term_width(tm, pointer), 0));
  segment_violation(t, null, PROPERTY_UNDEFINED, text_cstr(&text));
  text_clear(&text);
  text_printf(&text, "an access through a pointer that is not aligned for %s", *type ? type : "its type");
  segment_violation(t, term_true(tm), PROPERTY_UNDEFINED, text_cstr(&text));
  text_release(&text);
  t->dead = true;
}

void sanitizer_failed(struct translation *t, LLVMValueRef call, uint32_t detail) {
  struct front *f = t->f;
  struct terms *tm = f->tm;
  const struct handler *h = &handlers[detail];
  struct term here = term_true(tm);
  if (detail == DIVISION && checks(f, PROPERTY_UNDEFINED)) { // one check for both
    struct term divisor = operand(t, LLVMGetOperand(call, 2));
    struct term zero = term_eq(tm, divisor, term_bv(tm, term_width(tm, divisor), 0));
    if (LLVMIsAConstant(LLVMGetOperand(call, 2)) && LLVMIsNull(LLVMGetOperand(call, 2)) &&
        LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, 2))) == LLVMPointerTypeKind) {
      segment_violation(t, here, PROPERTY_UNDEFINED, "a division by zero, or one whose quotient does not fit");
      t->dead = true;
      return;
    }
    segment_violation(t, zero, PROPERTY_UNDEFINED, "a division by zero");
  }
  if (detail == MISMATCH && LLVMGetNumArgOperands(call) > 1) return fail_access(t, call);
  if (detail == OVERFLOWN && LLVMGetNumArgOperands(call) > 2)
    external_sum(t, LLVMGetOperand(call, 1), LLVMGetOperand(call, 2));
  uint32_t bits;
  struct text text = {0};
  const char *type = type_name(LLVMGetOperand(call, 0), &bits);
  text_printf(&text, "%s%s%s", h->text, h->has_type ? *type ? " " : " its type" : "", h->has_type ? type : "");
  tell_operands(t, call, detail, bits);
  struct location error = segment_violation(t, here, h->property, text_cstr(&text));
  if (!location_none(error)) {
    cfa_location(f->cfa, error)->operation = h->operation;
    cfa_location(f->cfa, error)->operand_bits = bits;
  }
  text_release(&text);
  t->dead = true;
}

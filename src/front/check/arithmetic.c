// Arithmetic that clang's sanitizer leaves unchecked, judged by the operation in the module and not by its form in C:
//
//  - every division that no check of clang's guards: of vectors and of complex integers, and in the models of `div` and
//    its like, also where they are called through a pointer;
//  - sums, differences and products of signed vectors and complex integers (signs.c says which these are), and shifts
//    of vectors by too many bits;
//  - conversions of float vectors (`__builtin_convertvector`) to integers that their elements do not fit in;
//  - a left shift of a signed value: clang has one check for all that C leaves undefined. What does not fit is an
//    overflow; a count that is too large, or a negative value whose result fits, is undefined, and no overflow;
//  - conditions of __builtin_assume.
//
// The checks are calls of clew.check_arithmetic (safety.def), so a native run has the same.
#include "front/check/checks.h"
#include "front/check/pass.h"
#include "front/check/safety.h"
#include "front/library/builtins.h"
#include "front/link/functions.h"
#include "front/translate/translation.h"
#include <math.h>

static const struct {
  enum property property;
  const char *text;
} violations[] = {
    [ARITHMETIC_ZERO] = {PROPERTY_UNDEFINED, "a division by zero"},
    [ARITHMETIC_QUOTIENT] = {PROPERTY_OVERFLOW, "signed integer overflow: the quotient does not fit in its type"},
    [ARITHMETIC_COUNT] = {PROPERTY_UNDEFINED, "a shift by too many bits"},
    [ARITHMETIC_SUM] = {PROPERTY_OVERFLOW, "signed integer overflow: the sum does not fit in its type"},
    [ARITHMETIC_DIFFERENCE] = {PROPERTY_OVERFLOW, "signed integer overflow: the difference does not fit in its type"},
    [ARITHMETIC_PRODUCT] = {PROPERTY_OVERFLOW, "signed integer overflow: the product does not fit in its type"},
    [ARITHMETIC_UNCLEAR] = {PROPERTY_OVERFLOW, "an overflow in a function with signed and unsigned vectors or complex "
                                               "integers: it is not clear which this is"},
    [ARITHMETIC_ASSUMPTION] = {PROPERTY_UNDEFINED, PROPERTY_TEXT_ASSUMED},
    [ARITHMETIC_OVERLAP] = {PROPERTY_UNDEFINED, "a copy between places that overlap"},
    [ARITHMETIC_CONVERSION] = {PROPERTY_UNDEFINED,
                               "a floating-point value that does not fit in the type it is converted to"},
    [ARITHMETIC_SHIFT] = {PROPERTY_OVERFLOW, "signed integer overflow: the shifted value does not fit in its type"},
};

void arithmetic_failed(struct translation *t, LLVMValueRef call) {
  struct terms *tm = t->f->tm;
  struct term good = term_eq(tm, operand(t, LLVMGetOperand(call, 0)), term_bv(tm, 32, 0));
  uint64_t what = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1));
  if (what == ARITHMETIC_UNCLEAR) segment_unsupported(t, term_not(tm, good), violations[what].text);
  else segment_violation(t, term_not(tm, good), violations[what].property, violations[what].text);
}

// The check before the instruction at which the builder stands.
void arithmetic_check(struct front *f, LLVMBuilderRef builder, LLVMValueRef bad, enum arithmetic what) {
  if (!checks(f, violations[what].property)) return;
  if (LLVMIsAConstantInt(bad) && !LLVMConstIntGetZExtValue(bad)) return;
  LLVMTypeRef word = LLVMInt32TypeInContext(f->context), types[] = {word, word};
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(f->context), types, 2, 0);
  const char *name = safety_names[SAFETY_ARITHMETIC];
  LLVMValueRef function = LLVMGetNamedFunction(f->module, name);
  if (!function) function = LLVMAddFunction(f->module, name, type);
  LLVMValueRef arguments[] = {LLVMBuildZExt(builder, bad, word, ""), LLVMConstInt(word, what, 0)};
  LLVMBuildCall2(builder, type, function, arguments, 2, "");
}

// The compiler's own checks know nothing of a function of the library.
bool arithmetic_checks_abs(struct front *f, LLVMValueRef call) {
  LLVMValueRef caller = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
  return checks(f, PROPERTY_OVERFLOW) && !LLVMGetIntrinsicID(called_function(call)) && !is_model(caller);
}

void arithmetic_abs(struct translation *t, struct term a) {
  struct terms *tm = t->f->tm;
  uint32_t width = term_width(tm, a);
  struct term least = term_shl(tm, term_bv(tm, width, 1), term_bv(tm, width, width - 1));
  segment_violation(t, term_eq(tm, a, least), PROPERTY_OVERFLOW,
                    "signed integer overflow: the absolute value of the least integer does not fit in its type");
}

static bool calls_handler(LLVMBasicBlockRef block, const char *name) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
    LLVMValueRef callee = LLVMIsACallInst(i) ? called_function(i) : NULL;
    size_t n;
    if (callee && strstr(LLVMGetValueName2(callee, &n), name)) return true;
  }
  return false;
}

// --- divisions ------------------------------------------------------------------------------------------------

// Is it the division that the sanitizer's check leads to? That is the first one behind the branch.
static bool is_guarded(LLVMValueRef division) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(division);
  LLVMValueRef first = LLVMGetFirstInstruction(block);
  while (LLVMIsAPHINode(first)) first = LLVMGetNextInstruction(first);
  if (first != division) return false;
  for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef branch = LLVMGetUser(use);
    if (!LLVMIsABranchInst(branch) || !LLVMIsConditional(branch)) continue;
    LLVMBasicBlockRef other = LLVMGetSuccessor(branch, LLVMGetSuccessor(branch, 0) == block);
    if (calls_handler(other, "__ubsan_handle_divrem_overflow")) return true;
  }
  return false;
}

static LLVMValueRef any(LLVMBuilderRef builder, LLVMValueRef bad, LLVMValueRef more) {
  return bad ? LLVMBuildOr(builder, bad, more, "") : more;
}

static bool is_vector(LLVMTypeRef type) { return LLVMGetTypeKind(type) == LLVMVectorTypeKind; }

static LLVMValueRef lane(struct front *f, LLVMBuilderRef builder, LLVMValueRef value, unsigned k) {
  if (!is_vector(LLVMTypeOf(value))) return value;
  return LLVMBuildExtractElement(builder, value, LLVMConstInt(LLVMInt32TypeInContext(f->context), k, 0), "");
}

static void check_division(struct front *f, LLVMBuilderRef builder, LLVMValueRef i) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  LLVMTypeRef type = LLVMTypeOf(i);
  unsigned lanes = is_vector(type) ? LLVMGetVectorSize(type) : 1;
  if (is_guarded(i)) return;
  LLVMPositionBuilderBefore(builder, i);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(i));
  LLVMValueRef zero = NULL, too_large = NULL;
  for (unsigned k = 0; k < lanes; k++) {
    LLVMValueRef a = lane(f, builder, LLVMGetOperand(i, 0), k), b = lane(f, builder, LLVMGetOperand(i, 1), k);
    LLVMTypeRef integer = LLVMTypeOf(b);
    LLVMValueRef one = LLVMConstInt(integer, 1, 0), ones = LLVMConstAllOnes(integer);
    LLVMValueRef least = LLVMBuildShl(builder, one, LLVMConstInt(integer, LLVMGetIntTypeWidth(integer) - 1, 0), "");
    zero = any(builder, zero, LLVMBuildICmp(builder, LLVMIntEQ, b, LLVMConstNull(integer), ""));
    LLVMValueRef is_least = LLVMBuildICmp(builder, LLVMIntEQ, a, least, "");
    LLVMValueRef is_minus_one = LLVMBuildICmp(builder, LLVMIntEQ, b, ones, "");
    bool never = LLVMIsAConstantInt(is_minus_one) && !LLVMConstIntGetZExtValue(is_minus_one);
    too_large = any(builder, too_large, never ? is_minus_one : LLVMBuildAnd(builder, is_least, is_minus_one, ""));
  }
  arithmetic_check(f, builder, zero, ARITHMETIC_ZERO);
  if (opcode == LLVMSDiv || opcode == LLVMSRem) arithmetic_check(f, builder, too_large, ARITHMETIC_QUOTIENT);
}

// --- sums, differences and products ----------------------------------------------------------------------------

// Does a op b not fit, where `result` is what it wraps to?
static LLVMValueRef does_not_fit(struct front *f, LLVMBuilderRef builder, LLVMOpcode opcode, LLVMValueRef a,
                                 LLVMValueRef b, LLVMValueRef result) {
  LLVMTypeRef type = LLVMTypeOf(a);
  if (opcode == LLVMMul) {
    LLVMTypeRef wide = LLVMIntTypeInContext(f->context, 2 * LLVMGetIntTypeWidth(type));
    LLVMValueRef x = LLVMBuildSExt(builder, a, wide, ""), y = LLVMBuildSExt(builder, b, wide, "");
    LLVMValueRef exact = LLVMBuildMul(builder, x, y, ""), back = LLVMBuildSExt(builder, result, wide, "");
    return LLVMBuildICmp(builder, LLVMIntNE, exact, back, "");
  }
  LLVMValueRef left = LLVMBuildXor(builder, a, opcode == LLVMAdd ? result : b, "");
  LLVMValueRef right = LLVMBuildXor(builder, opcode == LLVMAdd ? b : a, result, "");
  return LLVMBuildICmp(builder, LLVMIntSLT, LLVMBuildAnd(builder, left, right, ""), LLVMConstNull(type), "");
}

// Behind the instruction, which has the result.
static void check_overflow(struct front *f, LLVMBuilderRef builder, LLVMValueRef i) {
  enum sign sign = signs_of(f, i);
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  LLVMTypeRef type = LLVMTypeOf(i);
  unsigned lanes = is_vector(type) ? LLVMGetVectorSize(type) : 1;
  if (sign == SIGN_NONE) return;
  LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(i));
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(i));
  LLVMValueRef bad = NULL;
  for (unsigned k = 0; k < lanes; k++) {
    LLVMValueRef a = lane(f, builder, LLVMGetOperand(i, 0), k), b = lane(f, builder, LLVMGetOperand(i, 1), k);
    bad = any(builder, bad, does_not_fit(f, builder, opcode, a, b, lane(f, builder, i, k)));
  }
  enum arithmetic what = opcode == LLVMAdd   ? ARITHMETIC_SUM
                         : opcode == LLVMSub ? ARITHMETIC_DIFFERENCE
                                             : ARITHMETIC_PRODUCT;
  arithmetic_check(f, builder, bad, sign == SIGN_UNCLEAR ? ARITHMETIC_UNCLEAR : what);
}

// --- shifts of vectors -------------------------------------------------------------------------------------------

static void check_count(struct front *f, LLVMBuilderRef builder, LLVMValueRef i) {
  LLVMTypeRef type = LLVMTypeOf(i);
  if (!is_vector(type)) return;
  LLVMPositionBuilderBefore(builder, i);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(i));
  LLVMValueRef bad = NULL;
  for (unsigned k = 0; k < LLVMGetVectorSize(type); k++) {
    LLVMValueRef count = lane(f, builder, LLVMGetOperand(i, 1), k);
    LLVMValueRef width = LLVMConstInt(LLVMTypeOf(count), LLVMGetIntTypeWidth(LLVMTypeOf(count)), 0);
    bad = any(builder, bad, LLVMBuildICmp(builder, LLVMIntUGE, count, width, ""));
  }
  arithmetic_check(f, builder, bad, ARITHMETIC_COUNT);
}

// Does an element not fit that is shifted to the left? Where the count is too large, that is another matter.
static void check_shifted(struct front *f, LLVMBuilderRef builder, LLVMValueRef i) {
  enum sign sign = signs_of(f, i);
  LLVMTypeRef type = LLVMTypeOf(i);
  if (!is_vector(type) || sign == SIGN_NONE) return;
  LLVMPositionBuilderBefore(builder, i);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(i));
  LLVMValueRef bad = NULL;
  for (unsigned k = 0; k < LLVMGetVectorSize(type); k++) {
    LLVMValueRef value = lane(f, builder, LLVMGetOperand(i, 0), k), count = lane(f, builder, LLVMGetOperand(i, 1), k);
    LLVMValueRef width = LLVMConstInt(LLVMTypeOf(count), LLVMGetIntTypeWidth(LLVMTypeOf(count)), 0);
    LLVMValueRef in_range = LLVMBuildICmp(builder, LLVMIntULT, count, width, "");
    LLVMValueRef back = LLVMBuildAShr(builder, LLVMBuildShl(builder, value, count, ""), count, "");
    LLVMValueRef differs = LLVMBuildICmp(builder, LLVMIntNE, back, value, "");
    bad = any(builder, bad, LLVMBuildSelect(builder, in_range, differs, LLVMConstNull(LLVMTypeOf(differs)), ""));
  }
  arithmetic_check(f, builder, bad, sign == SIGN_UNCLEAR ? ARITHMETIC_UNCLEAR : ARITHMETIC_SHIFT);
}

// --- conversions of vectors ----------------------------------------------------------------------------------------

static LLVMValueRef fits(LLVMBuilderRef builder, LLVMValueRef value, LLVMTypeRef integer, bool is_signed) {
  unsigned width = LLVMGetIntTypeWidth(integer);
  LLVMTypeRef type = LLVMTypeOf(value);
  LLVMValueRef end = LLVMConstReal(type, ldexp(1, (int)(is_signed ? width - 1 : width)));
  LLVMValueRef below = LLVMBuildFCmp(builder, LLVMRealOLT, value, end, ""), above;
  // What is cut off below the least integer may be a fraction. A double has none from 2^52 on.
  if (!is_signed) above = LLVMBuildFCmp(builder, LLVMRealOGT, value, LLVMConstReal(type, -1), "");
  else if (width > 52) above = LLVMBuildFCmp(builder, LLVMRealOGE, value, LLVMBuildFNeg(builder, end, ""), "");
  else above = LLVMBuildFCmp(builder, LLVMRealOGT, value, LLVMConstReal(type, -ldexp(1, (int)width - 1) - 1), "");
  return LLVMBuildAnd(builder, below, above, "");
}

// Vectors have elements of at most 64 bits, which a double holds.
static void check_conversion(struct front *f, LLVMBuilderRef builder, LLVMValueRef i) {
  LLVMTypeRef type = LLVMTypeOf(i), wide = LLVMDoubleTypeInContext(f->context);
  if (!is_vector(type)) return; // clang checks it
  LLVMPositionBuilderBefore(builder, i);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(i));
  LLVMValueRef bad = NULL;
  for (unsigned k = 0; k < LLVMGetVectorSize(type); k++) {
    LLVMValueRef value = LLVMBuildFPCast(builder, lane(f, builder, LLVMGetOperand(i, 0), k), wide, "");
    LLVMValueRef good = fits(builder, value, LLVMGetElementType(type), LLVMGetInstructionOpcode(i) == LLVMFPToSI);
    bad = any(builder, bad, LLVMBuildNot(builder, good, ""));
  }
  arithmetic_check(f, builder, bad, ARITHMETIC_CONVERSION);
}

// --- shifts ---------------------------------------------------------------------------------------------------

// What the handler is given of an operand: the value itself, widened, or the address of a local that holds it.
static LLVMValueRef given(LLVMValueRef argument) {
  if (LLVMIsAZExtInst(argument)) return LLVMGetOperand(argument, 0);
  LLVMValueRef local = LLVMIsAPtrToIntInst(argument) ? LLVMGetOperand(argument, 0) : NULL;
  for (LLVMUseRef use = local ? LLVMGetFirstUse(local) : NULL; use; use = LLVMGetNextUse(use))
    if (LLVMIsAStoreInst(LLVMGetUser(use)) && LLVMGetOperand(LLVMGetUser(use), 1) == local)
      return LLVMGetOperand(LLVMGetUser(use), 0);
  return argument;
}

struct shift {
  LLVMValueRef value, count; // of one type
  LLVMValueRef in_range; // of the count: a truth value
};

// The operands of the shift behind a check that fails: those of the instruction, or constants.
static bool find_shift(LLVMBuilderRef builder, LLVMValueRef call, LLVMValueRef branch, struct shift *out) {
  LLVMValueRef condition = LLVMGetCondition(branch), yes = LLVMConstInt(LLVMTypeOf(condition), 1, 0);
  LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetSuccessor(branch, 0));
  while (LLVMIsAPHINode(i)) i = LLVMGetNextInstruction(i);
  LLVMValueRef value = given(LLVMGetOperand(call, 1)), count = given(LLVMGetOperand(call, 2));
  if (LLVMIsAConstantInt(value) && LLVMIsAConstantInt(count)) { // the shift is one, too
    uint32_t bits = sanitizer_type_bits(LLVMGetOperand(call, 0));
    if (!bits) return false;
    LLVMTypeRef type = LLVMIntTypeInContext(LLVMGetTypeContext(LLVMTypeOf(value)), bits);
    LLVMValueRef most = LLVMConstInt(LLVMTypeOf(count), bits - 1, 0);
    out->in_range = LLVMBuildICmp(builder, LLVMIntULE, count, most, "");
    out->value = LLVMBuildIntCast2(builder, value, type, 0, "");
    out->count = LLVMBuildIntCast2(builder, count, type, 0, "");
    return true;
  }
  if (LLVMGetInstructionOpcode(i) != LLVMShl || !LLVMIsAInstruction(condition))
    return false; // to the right: nothing gets too large
  if (LLVMIsAPHINode(condition)) out->in_range = yes;
  else if (LLVMGetInstructionOpcode(condition) == LLVMAnd) out->in_range = LLVMGetOperand(condition, 0);
  else return false; // only the count is checked: the value is not signed
  out->value = LLVMGetOperand(i, 0);
  out->count = LLVMGetOperand(i, 1);
  return true;
}

// In the block that calls the handler.
static void check_shift(struct front *f, LLVMBuilderRef builder, LLVMValueRef call) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(call);
  LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block));
  LLVMValueRef branch = use ? LLVMGetUser(use) : NULL;
  if (!branch || !LLVMIsABranchInst(branch) || !LLVMIsConditional(branch)) return;
  struct shift shift;
  LLVMPositionBuilderBefore(builder, call);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
  if (!find_shift(builder, call, branch, &shift)) return;
  LLVMValueRef shifted = LLVMBuildShl(builder, shift.value, shift.count, "");
  LLVMValueRef back = LLVMBuildAShr(builder, shifted, shift.count, "");
  LLVMValueRef differs = LLVMBuildICmp(builder, LLVMIntNE, back, shift.value, "");
  LLVMTypeRef truth = LLVMTypeOf(differs);
  arithmetic_check(f, builder, LLVMBuildSelect(builder, shift.in_range, differs, LLVMConstNull(truth), ""),
                   ARITHMETIC_SHIFT);
}

// Where undefined behaviour is not checked, the program goes on behind a handler that clang would come back from.
static void check_shifts(struct front *f, LLVMBuilderRef builder) {
  for (LLVMValueRef g = LLVMGetFirstFunction(f->module); g; g = LLVMGetNextFunction(g)) {
    size_t n;
    const char *name = LLVMGetValueName2(g, &n);
    if (strncmp(name, "__ubsan_handle_shift_out_of_bounds", 34)) continue;
    for (LLVMUseRef use = LLVMGetFirstUse(g), next; use; use = next) {
      next = LLVMGetNextUse(use);
      LLVMValueRef call = LLVMGetUser(use);
      if (!LLVMIsACallInst(call)) continue;
      check_shift(f, builder, call);
      if (!checks(f, PROPERTY_UNDEFINED)) LLVMInstructionEraseFromParent(call);
    }
  }
}

// --- assumptions -----------------------------------------------------------------------------------------------

// What clang assumes of its own, as alignment, is the constant true, with the facts beside it.
static void check_assumption(struct front *f, LLVMBuilderRef builder, LLVMValueRef call) {
  LLVMValueRef callee = called_function(call);
  size_t n;
  if (!callee || strcmp(LLVMGetValueName2(callee, &n), "llvm.assume")) return;
  LLVMValueRef condition = LLVMGetOperand(call, 0);
  LLVMPositionBuilderBefore(builder, call);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
  arithmetic_check(f, builder, LLVMBuildNot(builder, condition, ""), ARITHMETIC_ASSUMPTION);
}

static void add_shifts(struct front *f) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(f->context);
  check_shifts(f, builder);
  LLVMDisposeBuilder(builder);
}

// Before the sanitizer's calls are tidied up.
const struct check_pass pass_shifts = {.stage = PASS_COMPILED, .of = PROPERTY_SET(OVERFLOW), .add = add_shifts};

static void add(struct front *f) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(f->context);
  for (LLVMValueRef g = LLVMGetFirstFunction(f->module); g; g = LLVMGetNextFunction(g))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(g); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        switch (LLVMGetInstructionOpcode(i)) {
        case LLVMUDiv:
        case LLVMSDiv:
        case LLVMURem:
        case LLVMSRem: check_division(f, builder, i); break;
        case LLVMAdd:
        case LLVMSub:
        case LLVMMul: check_overflow(f, builder, i); break;
        case LLVMShl:
          check_count(f, builder, i);
          check_shifted(f, builder, i);
          break;
        case LLVMLShr:
        case LLVMAShr: check_count(f, builder, i); break;
        case LLVMFPToSI:
        case LLVMFPToUI: check_conversion(f, builder, i); break;
        case LLVMCall: check_assumption(f, builder, i); break;
        default: break;
        }
      }
  LLVMDisposeBuilder(builder);
}

const struct check_pass pass_arithmetic = {
    .stage = PASS_LINKED, .of = PROPERTY_SET(OVERFLOW) | PROPERTY_SET(UNDEFINED), .add = add};

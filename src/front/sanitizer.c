// Undefined behaviour as clang knows it: its sanitizer (UBSan) puts a check with C's own promotions before every
// operation that may be undefined, and calls a handler where the check fails. Here such a call is an error location.
// The handler gets a description of the check, with the type's name in it, and the operands.
#include "front/internal.h"
#include <stdio.h>

struct handler {
  const char *name; // between __ubsan_handle_ and _abort
  enum property property;
  const char *text;
  bool has_type; // the description has a source place and then a type, which is to be named
  char operation; // of its operands, for the report; ~ is the unary minus, 0: none is told
};

static const struct handler handlers[] = {
    {"add_overflow", PROPERTY_OVERFLOW, "signed integer overflow: the sum does not fit in", true, '+'},
    {"sub_overflow", PROPERTY_OVERFLOW, "signed integer overflow: the difference does not fit in", true, '-'},
    {"mul_overflow", PROPERTY_OVERFLOW, "signed integer overflow: the product does not fit in", true, '*'},
    {"negate_overflow", PROPERTY_OVERFLOW, "signed integer overflow: the negated value does not fit in", true, '~'},
    {"divrem_overflow", PROPERTY_OVERFLOW, "signed integer overflow: the quotient does not fit in", true, '/'},
    {"shift_out_of_bounds", PROPERTY_UNDEFINED, "a shift by too many bits, or of a value that does not fit", false, 0},
    {"out_of_bounds", PROPERTY_UNDEFINED, "an index outside its array", false, 0},
    {"type_mismatch_v1", PROPERTY_UNDEFINED, "an access through a null pointer to", true, 0},
    {"float_cast_overflow", PROPERTY_UNDEFINED,
     "a floating-point value that does not fit in the type it is converted to", false, 0},
    {"builtin_unreachable", PROPERTY_UNDEFINED, "a place that the program says cannot be reached", false, 0},
    {"missing_return", PROPERTY_UNDEFINED, "the end of a function that has to return a value", false, 0},
    {"vla_bound_not_positive", PROPERTY_UNDEFINED, "an array whose length is not positive", false, 0},
    {"load_invalid_value", PROPERTY_UNDEFINED, "a value that is none of the type", true, 0},
    {"nonnull_arg", PROPERTY_UNDEFINED, "a null pointer as an argument that must not be null", false, 0},
    {"nonnull_return_v1", PROPERTY_UNDEFINED, "a null pointer returned where it must not be", false, 0},
    {"invalid_builtin", PROPERTY_UNDEFINED, "a zero for a function of the compiler that counts bits", false, 0},
};
enum { N_HANDLERS = sizeof handlers / sizeof *handlers, DIVISION = 4 };

bool checks(const struct front *f, enum property property) {
  properties checked = f->options->checked ? f->options->checked : PROPERTY_SET(UNREACH);
  return checked >> property & 1;
}

bool sanitizer_reads(struct front *f, const char *file) {
  if (!checks(f, PROPERTY_OVERFLOW)) return true;
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

// What a handler is told is for its message only. Addresses among it would count as looked at, and values wider than a
// word lie in memory: they are not told.
static void tell_less(LLVMValueRef call) {
  for (unsigned k = 1; k < LLVMGetNumArgOperands(call); k++) {
    LLVMValueRef told = LLVMGetOperand(call, k);
    if (!LLVMIsAPtrToIntInst(told) && !LLVMIsAAllocaInst(told)) continue;
    LLVMSetOperand(call, k, LLVMConstNull(LLVMTypeOf(told)));
    if (LLVMIsAAllocaInst(told))
      for (LLVMUseRef use = LLVMGetFirstUse(told), next; use; use = next) {
        next = LLVMGetNextUse(use);
        if (LLVMIsAStoreInst(LLVMGetUser(use)) && LLVMGetOperand(LLVMGetUser(use), 1) == told)
          LLVMInstructionEraseFromParent(LLVMGetUser(use));
      }
    if (!LLVMGetFirstUse(told)) LLVMInstructionEraseFromParent(told);
  }
}

void sanitizer_tidy(struct front *f) {
  for (LLVMValueRef g = LLVMGetFirstFunction(f->module); g; g = LLVMGetNextFunction(g)) {
    size_t n;
    if (LLVMCountBasicBlocks(g) || !sanitizer_handler(LLVMGetValueName2(g, &n), &(uint32_t){0})) continue;
    for (LLVMUseRef use = LLVMGetFirstUse(g); use; use = LLVMGetNextUse(use))
      if (LLVMIsACallInst(LLVMGetUser(use))) tell_less(LLVMGetUser(use));
  }
}

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

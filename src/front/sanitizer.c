// Undefined behaviour as clang knows it: its sanitizer (UBSan) puts a check with C's own promotions before every
// operation that may be undefined, and calls a handler where the check fails. Here such a call is an error location.
// The handler gets a description of the check, with the type's name in it, and the operands.
#include "front/internal.h"
#include <stdio.h>

struct handler {
  const char *name; // between __ubsan_handle_ and _abort
  enum property property;
  const char *text;
  bool has_type; // the description has a source place and then a type
};

static const struct handler handlers[] = {
    {"add_overflow", PROPERTY_OVERFLOW, "signed integer overflow: the sum does not fit in", true},
    {"sub_overflow", PROPERTY_OVERFLOW, "signed integer overflow: the difference does not fit in", true},
    {"mul_overflow", PROPERTY_OVERFLOW, "signed integer overflow: the product does not fit in", true},
    {"negate_overflow", PROPERTY_OVERFLOW, "signed integer overflow: the negated value does not fit in", true},
    {"divrem_overflow", PROPERTY_OVERFLOW, "signed integer overflow: the quotient does not fit in", true},
    {"shift_out_of_bounds", PROPERTY_UNDEFINED, "a shift by too many bits, or of a value that does not fit", false},
    {"out_of_bounds", PROPERTY_UNDEFINED, "an index outside its array", false},
    {"type_mismatch_v1", PROPERTY_UNDEFINED, "an access through a null or misaligned pointer to", true},
    {"float_cast_overflow", PROPERTY_UNDEFINED, "a floating-point value that does not fit in the type it is converted to",
     false},
    {"builtin_unreachable", PROPERTY_UNDEFINED, "a place that the program says cannot be reached", false},
    {"missing_return", PROPERTY_UNDEFINED, "the end of a function that has to return a value", false},
    {"vla_bound_not_positive", PROPERTY_UNDEFINED, "an array whose length is not positive", false},
    {"load_invalid_value", PROPERTY_UNDEFINED, "a value that is none of the type", true},
    {"nonnull_arg", PROPERTY_UNDEFINED, "a null pointer as an argument that must not be null", false},
    {"nonnull_return_v1", PROPERTY_UNDEFINED, "a null pointer returned where it must not be", false},
    {"pointer_overflow", PROPERTY_UNDEFINED, "pointer arithmetic that leaves the address space, or with a null pointer",
     false},
    {"invalid_builtin", PROPERTY_UNDEFINED, "a zero for a function of the compiler that counts bits", false},
};
enum { N_HANDLERS = sizeof handlers / sizeof *handlers, DIVISION = 4 };

bool checks(const struct front *f, enum property property) {
  properties checked = f->options->checked ? f->options->checked : PROPERTY_SET(UNREACH);
  return checked >> property & 1;
}

void sanitizer_flags(const struct front *f, struct vec_ptr *argv) {
  // Wrapping makes overflow defined: it is for programs that are not asked about it.
  if (!checks(f, PROPERTY_OVERFLOW)) {
    vec_ptr_push(argv, "-fwrapv");
    return;
  }
  // What needs the size of an object or a function's own data is left out: the first is a matter of memory safety.
  if (checks(f, PROPERTY_UNDEFINED)) {
    vec_ptr_push(argv, "-fsanitize=undefined");
    vec_ptr_push(argv, "-fno-sanitize=object-size,function,vptr");
  } else {
    vec_ptr_push(argv, "-fsanitize=signed-integer-overflow");
  }
  vec_ptr_push(argv, "-fno-sanitize-recover=all");
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

// The type in a description {place, type, …}, where a type is {kind, width, "'int'"}; "" if it is not what was expected.
static const char *type_name(LLVMValueRef description) {
  size_t length;
  if (!LLVMIsAGlobalVariable(description)) return "";
  LLVMValueRef init = LLVMGetInitializer(description);
  if (!init || !LLVMIsAConstantStruct(init) || LLVMGetNumOperands(init) < 2) return "";
  LLVMValueRef type = LLVMGetOperand(init, 1);
  init = LLVMIsAGlobalVariable(type) ? LLVMGetInitializer(type) : NULL;
  if (!init || !LLVMIsAConstantStruct(init) || LLVMGetNumOperands(init) != 3) return "";
  LLVMValueRef name = LLVMGetOperand(init, 2);
  return LLVMIsAConstantDataArray(name) && LLVMIsConstantString(name) ? LLVMGetAsString(name, &length) : "";
}

void sanitizer_failed(struct translation *t, LLVMValueRef call, uint32_t detail) {
  struct front *f = t->f;
  struct terms *tm = f->tm;
  const struct handler *h = &handlers[detail];
  struct term rest = term_true(tm);
  if (detail == DIVISION && checks(f, PROPERTY_UNDEFINED)) { // one check for both
    LLVMValueRef divisor = LLVMGetOperand(call, 2);
    struct term value = operand(t, divisor);
    if (LLVMGetTypeKind(LLVMTypeOf(divisor)) == LLVMPointerTypeKind) { // of more bits than a word, in memory
      segment_violation(t, rest, PROPERTY_UNDEFINED, "a division by zero, or one whose quotient does not fit");
      t->dead = true;
      return;
    }
    struct term zero = term_eq(tm, value, term_bv(tm, term_width(tm, value), 0));
    segment_violation(t, zero, PROPERTY_UNDEFINED, "a division by zero");
    rest = term_not(tm, zero);
  }
  struct text text = {0};
  const char *type = h->has_type ? type_name(LLVMGetOperand(call, 0)) : "";
  text_printf(&text, "%s%s%s", h->text, *type ? " " : h->has_type ? " its type" : "", type);
  segment_violation(t, rest, h->property, text_cstr(&text));
  text_release(&text);
  t->dead = true;
}

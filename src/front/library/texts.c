// Text made by snprintf and sprintf with a format that is a constant: a call of a model for each part of it.
//
// The models of formatted text read the format in a loop and fetch their arguments from a list; what a format may say
// and is not supported stays in the automaton then, and has to be shown unreachable for every call. Where the format is
// known it is read here. Formats with anything but plain text, strings, characters, integers and pointers to strings,
// with widths and precisions that are arguments, and calls with other arguments than the format says are left alone.
#include "front/context.h"
#include "front/library/library.h"
#include "front/link/link.h"
#include "front/translate/constant.h"

enum { TEXT_MINUS = 1, TEXT_PLUS = 2, TEXT_SPACE = 4, TEXT_ZERO = 8, TEXT_ALTERNATE = 16 }; // as in models/format.c

struct part {
  char letter; // of the conversion; 0: plain text
  int flags, width, precision; // precision -1: none
  int size; // of an integer, in bytes
  size_t from, length; // of plain text
  LLVMValueRef argument;
};
VEC_TYPE(vec_part, struct part)

struct lowering {
  struct front *f;
  LLVMBuilderRef builder;
  LLVMValueRef to, room, count, format;
};

static bool read_digits(const char *text, size_t n, size_t *at, int *number) {
  for (*number = 0; *at < n && text[*at] >= '0' && text[*at] <= '9'; ++*at) {
    if (*number > 100000) return false;
    *number = *number * 10 + text[*at] - '0';
  }
  return true;
}

static void read_size(struct front *f, const char *text, size_t n, size_t *at, struct part *part) {
  int word = (int)f->pointer_bits / 8;
  part->size = 4;
  if (*at >= n) return;
  char first = text[*at];
  bool twice = *at + 1 < n && text[*at + 1] == first;
  switch (first) {
  case 'h': part->size = twice ? 1 : 2; break;
  case 'l': part->size = twice ? 8 : word; break;
  case 'z':
  case 't': part->size = word; break;
  case 'j': part->size = 8; break;
  default: return;
  }
  *at += twice && (first == 'h' || first == 'l') ? 2 : 1;
}

// From behind '%' to behind the letter; false: leave the format alone.
static bool read_conversion(struct front *f, const char *text, size_t n, size_t *at, struct part *part) {
  static const char flags[] = "-+ 0#";
  for (const char *flag; *at < n && (flag = strchr(flags, text[*at])) && *flag; ++*at)
    part->flags |= 1 << (flag - flags);
  part->precision = -1;
  if (!read_digits(text, n, at, &part->width)) return false;
  if (*at < n && text[*at] == '.') {
    ++*at;
    if (!read_digits(text, n, at, &part->precision)) return false;
  }
  size_t before = *at;
  read_size(f, text, n, at, part);
  if (*at >= n) return false;
  part->letter = text[(*at)++];
  bool sized = before + 1 != *at;
  switch (part->letter) {
  case '%': return !part->flags && !part->width && part->precision < 0 && !sized;
  case 's':
  case 'c': return !sized;
  default: return part->letter && strchr("diuxXo", part->letter);
  }
}

static bool is_argument(struct front *f, const struct part *part) {
  LLVMTypeRef type = LLVMTypeOf(part->argument);
  if (part->letter == 's') return LLVMGetTypeKind(type) == LLVMPointerTypeKind;
  unsigned bits = part->letter == 'c' || part->size <= 4 ? 32 : 64;
  return type == LLVMIntTypeInContext(f->context, bits);
}

static bool read_format(struct front *f, LLVMValueRef call, unsigned format, const char *text, size_t n,
                        struct vec_part *out) {
  unsigned next = format + 1;
  for (size_t at = 0; at < n;) {
    struct part part = {.from = at};
    if (text[at] != '%') {
      while (at < n && text[at] != '%') at++;
    } else {
      at++;
      if (!read_conversion(f, text, n, &at, &part)) return false;
    }
    part.length = at - part.from;
    if (part.letter == '%') { // the second of the two
      part.letter = 0;
      part.length = 1;
    }
    if (part.letter) {
      if (next >= LLVMGetNumArgOperands(call)) return false;
      part.argument = LLVMGetOperand(call, next++);
      if (!is_argument(f, &part)) return false;
    }
    vec_part_push(out, part);
  }
  return true;
}

static LLVMValueRef number(struct lowering *l, unsigned bits, long long n) {
  return LLVMConstInt(LLVMIntTypeInContext(l->f->context, bits), (unsigned long long)n, true);
}

static LLVMValueRef call_model(struct lowering *l, const char *name, LLVMTypeRef result, LLVMValueRef *arguments,
                               unsigned n) {
  LLVMTypeRef types[8];
  for (unsigned i = 0; i < n; i++) types[i] = LLVMTypeOf(arguments[i]);
  LLVMTypeRef type = LLVMFunctionType(result, types, n, false);
  LLVMValueRef model = LLVMGetNamedFunction(l->f->module, name);
  if (!model) model = LLVMAddFunction(l->f->module, name, type);
  return LLVMBuildCall2(l->builder, type, model, arguments, n, "");
}

// An integer of the conversion's size as one of 64 bits.
static LLVMValueRef widened(struct lowering *l, const struct part *part, bool is_signed) {
  LLVMTypeRef narrow = LLVMIntTypeInContext(l->f->context, (unsigned)part->size * 8);
  LLVMTypeRef wide = LLVMInt64TypeInContext(l->f->context);
  LLVMValueRef value = part->argument;
  if (part->size < 4) value = LLVMBuildTrunc(l->builder, value, narrow, "");
  if (part->size == 8) return value;
  return is_signed ? LLVMBuildSExt(l->builder, value, wide, "") : LLVMBuildZExt(l->builder, value, wide, "");
}

static void put_part(struct lowering *l, const struct part *part) {
  LLVMTypeRef count = LLVMInt64TypeInContext(l->f->context), byte = LLVMInt8TypeInContext(l->f->context);
  LLVMValueRef a[8] = {l->to, l->room, l->count}, flags = number(l, 32, part->flags),
               width = number(l, 32, part->width), precision = number(l, 32, part->precision);
  switch (part->letter) {
  case 0: {
    LLVMValueRef from = number(l, l->f->pointer_bits, (long long)part->from);
    a[3] = part->from ? LLVMConstGEP2(byte, l->format, &from, 1) : l->format;
    a[4] = number(l, l->f->pointer_bits, (long long)part->length);
    l->count = call_model(l, "__clew_text_plain", count, a, 5);
    break;
  }
  case 's':
    a[3] = part->argument, a[4] = flags, a[5] = width, a[6] = precision;
    l->count = call_model(l, "__clew_text_string", count, a, 7);
    break;
  case 'c':
    a[3] = part->argument, a[4] = flags, a[5] = width;
    l->count = call_model(l, "__clew_text_character", count, a, 6);
    break;
  case 'd':
  case 'i':
    a[3] = widened(l, part, true), a[4] = flags, a[5] = width, a[6] = precision;
    l->count = call_model(l, "__clew_text_signed", count, a, 7);
    break;
  default:
    a[3] = widened(l, part, false), a[4] = number(l, 32, part->letter), a[5] = flags, a[6] = width, a[7] = precision;
    l->count = call_model(l, "__clew_text_unsigned", count, a, 8);
  }
}

// The text of a string constant up to its end, or NULL.
static const char *constant_text(LLVMValueRef value, size_t *n) {
  const char *text = constant_string(value, n);
  const char *end = text ? memchr(text, 0, *n) : NULL;
  if (!end) return NULL;
  *n = (size_t)(end - text);
  return text;
}

static void lower(struct front *f, LLVMValueRef call, bool has_room) {
  unsigned format = has_room ? 2 : 1;
  size_t n;
  if (LLVMGetNumArgOperands(call) <= format) return;
  LLVMTypeRef word = LLVMIntTypeInContext(f->context, f->pointer_bits);
  if (has_room && LLVMTypeOf(LLVMGetOperand(call, 1)) != word) return;
  if (LLVMTypeOf(call) != LLVMInt32TypeInContext(f->context)) return;
  const char *text = constant_text(LLVMGetOperand(call, format), &n);
  struct vec_part parts = {0};
  if (text && read_format(f, call, format, text, n, &parts)) {
    struct lowering l = {.f = f,
                         .builder = LLVMCreateBuilderInContext(f->context),
                         .to = LLVMGetOperand(call, 0),
                         .format = LLVMGetOperand(call, format)};
    LLVMPositionBuilderBefore(l.builder, call);
    LLVMSetCurrentDebugLocation2(l.builder, LLVMInstructionGetDebugLoc(call));
    l.room = has_room ? LLVMGetOperand(call, 1) : LLVMConstInt(word, (1ull << (f->pointer_bits - 1)) - 1, false);
    l.count = number(&l, 64, 0);
    for (uint32_t i = 0; i < parts.size; i++) put_part(&l, &parts.data[i]);
    LLVMValueRef a[] = {l.to, l.room, l.count};
    LLVMReplaceAllUsesWith(call, call_model(&l, "__clew_text_end", LLVMTypeOf(call), a, 3));
    LLVMInstructionEraseFromParent(call);
    LLVMDisposeBuilder(l.builder);
  }
  vec_part_release(&parts);
}

void texts_lower(struct front *f) {
  for (int has_room = 0; has_room < 2; has_room++) {
    const char *name = has_room ? "snprintf" : "sprintf";
    LLVMValueRef function = LLVMGetNamedFunction(f->module, name);
    if (!function || LLVMCountBasicBlocks(function) || variables_forbid_model(f, name)) continue;
    struct vec_value calls = {0};
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
      LLVMValueRef user = LLVMGetUser(use);
      if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) == function) vec_value_push(&calls, user);
    }
    for (uint32_t k = 0; k < calls.size; k++) lower(f, calls.data[k], has_room);
    vec_value_release(&calls);
  }
}

// What scanf has read, as text.
//
// Numbers are inputs of their own in the model: here they get digits again. What stands between them is what the format
// says, and what follows the last is the first byte of what is read next.
#include "trace/trace_builder.h"
#include <inttypes.h>
#include <string.h>

#define TEXT_MAX (UINT64_C(1) << 20)

struct scanning {
  struct builder *b;
  struct state *state;
  struct text *out;
  uint64_t block; // of the arguments
  uint32_t general, stack;
  uint32_t before; // named arguments
  uint32_t words; // told
};

static bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// The next of the arguments, all of which are pointers. They lie one behind the other, or as the ABI saves registers
// (front/translate/variadic.c).
static bool next_argument(struct scanning *s, uint64_t *pointer) {
  enum { SAVE_AREA = 176, GENERAL_REGISTERS = 6 };
  uint32_t word = s->b->cfa->pointer_bits / 8;
  const struct view_object *o = memory_view_find(&s->b->view, s->block);
  bool saves = word == 8 && o && o->address == s->block && o->size >= SAVE_AREA;
  if (!s->block) return false;
  uint64_t at = s->block + (saves ? SAVE_AREA : 0);
  if (saves && s->before + s->general < GENERAL_REGISTERS) at = s->block + 8 * (s->before + s->general++);
  else at += word * s->stack++;
  return trace_number_at(s->b, s->state, at, word, pointer);
}

static void separate(struct scanning *s) {
  if (s->out->size && !is_blank(s->out->data[s->out->size - 1])) text_addc(s->out, ' ');
}

static bool add_integer(struct scanning *s, uint64_t pointer, char letter, uint32_t size) {
  uint64_t bits;
  if (!trace_number_at(s->b, s->state, pointer, size, &bits)) bits = 0; // nothing looks at it
  uint64_t sign = size < 8 ? bits >> (8 * size - 1) & 1 : 0;
  int64_t number = (int64_t)(sign ? bits | UINT64_MAX << 8 * size : bits);
  separate(s);
  switch (letter) {
  case 'd':
  case 'i': text_printf(s->out, "%" PRId64, number); return true;
  case 'u': text_printf(s->out, "%" PRIu64, bits); return true;
  case 'o': text_printf(s->out, "%" PRIo64, bits); return true;
  default: text_printf(s->out, letter == 'p' ? "0x%" PRIx64 : "%" PRIx64, bits); return true;
  }
}

static bool add_float(struct scanning *s, uint64_t pointer, uint32_t size) {
  uint64_t bits;
  double number;
  if (size > 8) return false; // the bits of a long double are more
  if (!trace_number_at(s->b, s->state, pointer, size, &bits)) bits = 0;
  separate(s);
  if (size == 4) {
    uint32_t half = (uint32_t)bits;
    float small;
    memcpy(&small, &half, sizeof small);
    number = (double)small;
  } else memcpy(&number, &bits, sizeof number);
  text_printf(s->out, size == 4 ? "%.9g" : "%.17g", number);
  return true;
}

static bool add_conversion(struct scanning *s, char letter, uint32_t width, char modifier, bool is_double) {
  uint64_t pointer, length;
  uint32_t word = s->b->cfa->pointer_bits / 8;
  uint32_t size = modifier == 'H'                                                          ? 1
                  : modifier == 'h'                                                        ? 2
                  : modifier == 'L' || modifier == 'q' || modifier == 'j'                  ? 8
                  : modifier == 'l' || modifier == 'z' || modifier == 't' || letter == 'p' ? word
                                                                                           : 4;
  if (!next_argument(s, &pointer)) return false;
  switch (letter) {
  case 'd':
  case 'i':
  case 'u':
  case 'o':
  case 'x':
  case 'X':
  case 'p': return add_integer(s, pointer, letter, size);
  case 'e':
  case 'f':
  case 'g':
  case 'a': return add_float(s, pointer, modifier == 'L' ? 16 : is_double ? 8 : 4);
  case 'c': trace_bytes_at(s->b, s->state, pointer, width ? width : 1, s->out); return true;
  case 's':
    separate(s);
    // With a limit the model takes it at one go: a zero is a character of it like another.
    if (width > 1 && trace_asked_for(s->b, "uint", s->words, &length)) {
      s->words++;
      trace_bytes_at(s->b, s->state, pointer, length, s->out);
      return true;
    }
    return trace_text_at(s->b, s->state, pointer, TEXT_MAX, s->out);
  case '[': return trace_text_at(s->b, s->state, pointer, TEXT_MAX, s->out);
  default: return false;
  }
}

// Behind a "%": *format goes to what follows the conversion. False: it is not one that can be told.
static bool scan_conversion(struct scanning *s, const char **format, int64_t *left) {
  const char *p = *format;
  bool is_skipped = *p == '*';
  uint32_t width = 0;
  char modifier = 0;
  p += is_skipped;
  for (; *p >= '0' && *p <= '9'; p++) width = 10 * width + (uint32_t)(*p - '0');
  for (; *p && strchr("hlLqjzt", *p); p++) modifier = modifier == *p ? (char)(*p == 'h' ? 'H' : 'L') : *p;
  bool is_double = modifier == 'l';
  char letter = *p;
  if (!letter || letter == 'n' || is_skipped) return false;
  p++;
  if (letter == '[') {
    p += *p == '^';
    p += *p == ']';
    p += strcspn(p, "]");
    p += *p == ']';
  }
  *format = p;
  if (strchr("di", letter) && width) width = 0; // it fits
  --*left;
  return add_conversion(s, letter, width, modifier, is_double);
}

// `matched` conversions of the format.
static bool scan(struct scanning *s, const char *format, int64_t matched) {
  while (*format && matched > 0) {
    if (is_blank(*format)) {
      separate(s);
      format++;
    } else if (*format != '%') text_addc(s->out, *format++);
    else if (format[1] == '%') {
      text_addc(s->out, '%');
      format += 2;
    } else {
      format++;
      if (!scan_conversion(s, &format, &matched)) return false;
    }
  }
  // What follows literally has matched, or it does not matter.
  for (; *format && *format != '%' && !is_blank(*format); format++) text_addc(s->out, *format);
  return true;
}

bool trace_scan(struct builder *b, struct state *state, uint64_t block, uint32_t before, const char *format,
                int64_t matched, struct text *out) {
  struct scanning s = {.b = b, .state = state, .out = out, .block = block, .before = before};
  return scan(&s, format, matched);
}

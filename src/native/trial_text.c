// Inputs of trials as text, and the C file that gives them to the program outside of clew (trial.h).
#include "base/process/machine.h"
#include "native/harness.h"
#include "native/exchange.h"
#include "native/trial.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- values ----------------------------------------------------------------------------------------

static long double extended_of(const uint64_t bits[2]) {
  long double value = 0;
  memcpy(&value, bits, 10);
  return value;
}

static long double float_of(char member, const uint64_t bits[2]) {
  uint32_t word = (uint32_t)bits[0];
  float narrow;
  double wide;
  memcpy(&narrow, &word, sizeof narrow);
  memcpy(&wide, bits, sizeof wide);
  return member == 'f' ? narrow : member == 'd' ? wide : extended_of(bits);
}

static void float_text(char member, const uint64_t bits[2], struct text *out) {
  long double value = float_of(member, bits);
  if (isnan(value)) text_add(out, signbit(value) ? "-nan" : "nan");
  else if (isinf(value)) text_add(out, value < 0 ? "-inf" : "inf");
  else text_printf(out, "%.*Lg", member == 'f' ? 9 : member == 'd' ? 17 : 21, value);
}

static void wide_text(bool is_signed, const uint64_t bits[2], struct text *out) {
  unsigned __int128 value = (unsigned __int128)bits[1] << 64 | bits[0];
  char digits[48];
  int at = sizeof digits - 1;
  bool negative = is_signed && bits[1] >> 63;
  if (negative) value = -value;
  digits[at] = 0;
  do digits[--at] = (char)('0' + (int)(value % 10));
  while (value /= 10);
  text_printf(out, "%s%s", negative ? "-" : "", digits + at);
}

static struct harness_type type_of(const struct cfa *cfa, const struct cfa_input *input) {
  struct harness_type type = {"unsigned char", "u"};
  if (input) harness_type_of(cfa, input, &type);
  return type;
}

const char *trial_type(const struct cfa *cfa, const struct cfa_input *input) {
  if (input && input->ctype && *input->ctype) return input->ctype;
  return type_of(cfa, input).name;
}

void trial_value_text(const struct cfa *cfa, const struct cfa_input *input, const uint64_t bits[2], struct text *out) {
  struct harness_type type = type_of(cfa, input);
  switch (type.member[0]) {
  case 'u': text_printf(out, "%" PRIu64, bits[0]); break;
  case 'i': text_printf(out, "%" PRId64, (int64_t)bits[0]); break;
  case 'w': wide_text(type.name[0] != 'u', bits, out); break;
  default: float_text(type.member[0], bits, out);
  }
}

// Decimal or hexadecimal, up to 128 bits.
static bool read_integer(const char *text, uint64_t bits[2]) {
  bool negative = *text == '-';
  if (*text == '-' || *text == '+') text++;
  unsigned base = text[0] == '0' && (text[1] == 'x' || text[1] == 'X') ? 16 : 10;
  if (base == 16) text += 2;
  unsigned __int128 value = 0;
  if (!*text) return false;
  for (; *text && !strchr("uUlL", *text); text++) {
    unsigned digit = *text >= '0' && *text <= '9'   ? (unsigned)(*text - '0')
                     : *text >= 'a' && *text <= 'f' ? (unsigned)(*text - 'a' + 10)
                     : *text >= 'A' && *text <= 'F' ? (unsigned)(*text - 'A' + 10)
                                                    : 99;
    if (digit >= base || value > ((unsigned __int128)-1 - digit) / base) return false;
    value = value * base + digit;
  }
  text += strspn(text, "uUlL");
  if (negative) value = -value;
  bits[0] = (uint64_t)value;
  bits[1] = (uint64_t)(value >> 64);
  return !*text;
}

// 'c' or '\n' or '\x41' or '\101'.
static bool read_character(const char *text, uint64_t bits[2]) {
  size_t n = strlen(text);
  if (n < 3 || text[0] != '\'' || text[n - 1] != '\'') return false;
  if (n == 3 && text[1] != '\\') return bits[0] = (uint64_t)(int64_t)(signed char)text[1], true;
  static const char letters[] = "ntrabfv0\\'\"", codes[] = "\n\t\r\a\b\f\v\0\\'\"";
  const char *at = n == 4 && text[1] == '\\' ? memchr(letters, text[2], sizeof letters - 1) : NULL;
  if (at) return bits[0] = (uint64_t)codes[at - letters], true;
  if (n < 5 || text[1] != '\\' || (text[2] != 'x' && strspn(text + 2, "01234567") != n - 3)) return false;
  char *end;
  bits[0] = text[2] == 'x' ? strtoull(text + 3, &end, 16) : strtoull(text + 2, &end, 8);
  return end == text + n - 1;
}

bool trial_value_read(const char *text, struct trial_input *out) {
  *out = (struct trial_input){0};
  if (read_integer(text, out->bits) || read_character(text, out->bits)) {
    bool negative = out->bits[1] >> 63;
    unsigned __int128 value = (unsigned __int128)out->bits[1] << 64 | out->bits[0];
    out->extended = negative ? -(long double)-value : (long double)value;
    out->wide = negative ? -(double)-value : (double)value;
    out->narrow = negative ? -(float)-value : (float)value;
    return true;
  }
  char *end;
  out->extended = strtold(text, &end);
  if (end == text) return false;
  if (*end == 'f' || *end == 'F' || *end == 'l' || *end == 'L') end++;
  // Each by itself: what is rounded twice may be another number.
  out->wide = strtod(text, NULL);
  out->narrow = strtof(text, NULL);
  if (fabsl(out->extended) < 0x1p63L) out->bits[0] = (uint64_t)(int64_t)out->extended;
  return !*end;
}

// --- the C file ------------------------------------------------------------------------------------------

static const char beginning[] =
    "// The functions that give the program its inputs, for all tests of this folder: a test is an array clew_inputs,\n"
    "// in the order in which the program asks for them. Compile both with the program; the Makefile does. A run ends\n"
    "// with status 1 where an error function is called that the program does not define itself, or an assertion\n"
    "// fails; and with 0 where it asks for more inputs than the test has, or an assumption does not hold.\n"
    "struct clew_input {\n"
    "  const char *function;\n"
    "  unsigned long long low, high; // of an integer\n"
    "  long double number;           // of a float\n"
    "};\n"
    "extern const struct clew_input clew_inputs[];\n"
    "int dprintf(int, const char *, ...);\n"
    "void exit(int) __attribute__((noreturn));\n"
    "void _exit(int) __attribute__((noreturn));\n"
    "#define WEAK __attribute__((weak))\n\n"
    "static const struct clew_input *clew_take(const char *function) {\n"
    "  static unsigned next;\n"
    "  const struct clew_input *input = &clew_inputs[next];\n"
    "  const char *a = input->function, *b = function;\n"
    "  if (!a) exit(0);\n"
    "  next++;\n"
    "  while (*a && *a == *b) a++, b++;\n"
    "  if (*a != *b)\n"
    "    dprintf(2, \"clew: %s is called where the test has a value of %s\\n\", function, input->function);\n"
    "  return input;\n"
    "}\n\n"
    "WEAK __attribute__((noinline)) void clew_error(const char *what) {\n"
    "  dprintf(2, \"clew: the error is reached: %s\\n\", what);\n"
    "  _exit(1);\n"
    "}\n"
    "WEAK void clew_assert(int condition) {\n  if (!condition) clew_error(\"assertion failed\");\n}\n"
    "WEAK void clew_assume(int condition) {\n  if (!condition) exit(0);\n}\n"
    "WEAK void __VERIFIER_assume(int condition) { clew_assume(condition); }\n"
    "WEAK void __assert_fail(const char *what, const char *file, unsigned line, const char *function) {\n"
    "  clew_error(\"assertion failed\");\n"
    "}\n"
    "static void clew_fill(unsigned char *block, __SIZE_TYPE__ size, const char *function) {\n"
    "  for (__SIZE_TYPE__ i = 0; i < size; i++) block[i] = clew_take(function)->low;\n"
    "}\n"
    "static void clew_block(unsigned char *block, __SIZE_TYPE__ size) {\n"
    "  clew_fill(block, size, \"__VERIFIER_nondet_memory\");\n"
    "}\n"
    "WEAK void __VERIFIER_nondet_memory(unsigned char *block, __SIZE_TYPE__ size) { clew_block(block, size); }\n"
    "WEAK void klee_make_symbolic(unsigned char *block, __SIZE_TYPE__ size) {\n"
    "  clew_fill(block, size, \"klee_make_symbolic\");\n"
    "}\n\n";

static void add_function(const struct cfa *cfa, const struct cfa_input *input, struct vec_string *names,
                         struct text *out) {
  struct harness_type type = type_of(cfa, input);
  if (!harness_gives(cfa, input) || !harness_add_name(names, input->name)) return;
  size_t n = input->ctype ? strlen(input->ctype) : 0;
  const char *name = n && input->ctype[n - 1] == '*' && type.member[0] == 'u' ? "void *" : type.name;
  text_printf(out, "WEAK %s %s() { ", name, input->name);
  if (type.member[0] == 'w')
    text_printf(out,
                "const struct clew_input *i = clew_take(\"%s\"); return (unsigned __int128)i->high << 64 | i->low; }\n",
                input->name);
  else if (type.member[0] == 'u' || type.member[0] == 'i')
    text_printf(out, "return (%s)%sclew_take(\"%s\")->low; }\n", name, name[0] == 'v' ? "(__UINTPTR_TYPE__)" : "",
                input->name);
  else text_printf(out, "return (%s)clew_take(\"%s\")->number; }\n", name, input->name);
}

static bool is_in_model(const struct cfa *cfa, const struct cfa_edge *edge) {
  return cfa->functions.data[cfa_location(cfa, edge->from)->function].is_model;
}

void trial_harness(struct cfa *cfa, const struct replay_options *options, struct text *out) {
  struct vec_string names = {0};
  text_add(out, beginning);
  if (options->copy) harness_copy(out);
  static const char *const errors[] = {"reach_error", "__VERIFIER_error"};
  for (uint32_t i = 0; i < 2 + options->n_error_functions; i++) {
    const char *name = i < 2 ? errors[i] : options->error_functions[i - 2];
    if (harness_is_identifier(name) && harness_add_name(&names, name))
      text_printf(out, "WEAK void %s() { clew_error(\"%s\"); }\n", name, name);
  }
  for (uint32_t e = 0; e < cfa->edges.size; e++) {
    const struct cfa_edge *edge = &cfa->edges.data[e];
    for (uint32_t i = 0; i < edge->inputs.size && (options->copy || !is_in_model(cfa, edge)); i++)
      add_function(cfa, &edge->inputs.data[i], &names, out);
  }
  for (uint32_t i = 0; i < cfa->undefined.size; i++) {
    const char *name = cfa->undefined.data[i];
    if (harness_is_identifier(name) && !machine_has(name) && harness_add_name(&names, name))
      text_printf(out, "WEAK long %s() { return 0; }\n", name);
  }
  harness_dialects(cfa, out);
  vec_string_release(&names);
}

void trial_harness_entry(const struct cfa *cfa, const char *function, const struct cfa_input *input,
                         const uint64_t bits[2], struct text *out) {
  char member = type_of(cfa, input).member[0];
  text_printf(out, "  {\"%s\", ", function);
  if (member == 'u' || member == 'i' || member == 'w') {
    if (member == 'i') text_printf(out, "(unsigned long long)%s", (int64_t)bits[0] == INT64_MIN ? "(1ull << 63)" : "");
    if (member == 'i' && (int64_t)bits[0] != INT64_MIN) text_printf(out, "%" PRId64 "ll", (int64_t)bits[0]);
    if (member != 'i') text_printf(out, "%" PRIu64 "ull", bits[0]);
    text_printf(out, ", %" PRIu64 "ull, 0}", bits[1]);
    return;
  }
  long double value = float_of(member, bits);
  text_add(out, "0, 0, ");
  if (isnan(value)) text_add(out, signbit(value) ? "-__builtin_nanl(\"\")" : "__builtin_nanl(\"\")");
  else if (isinf(value)) text_add(out, value < 0 ? "-__builtin_infl()" : "__builtin_infl()");
  else text_printf(out, "%LaL", value);
  text_addc(out, '}');
}

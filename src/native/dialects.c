// Functions of other verifiers' harnesses (cfa/dialects.def) in the harness that is kept for the user: the program's
// files call them by these names. In clew's own run the program was rewritten (front/link/dialects.c).
#include "native/harness.h"
#include <string.h>

static const struct {
  const char *name, *before, *after;
} definitions[] = {
#define ASSERT_CALL(name) {name, NULL, NULL}, // always there
#define ASSERT(name) {name, "WEAK void ", "(int condition) { clew_assert(condition); }\n"},
#define ASSUME(name) {name, "WEAK void ", "(int condition) { clew_assume(condition); }\n"},
#define ASSUME_WORD(name) {name, "WEAK void ", "(__UINTPTR_TYPE__ condition) { clew_assume(condition != 0); }\n"},
#define ERROR(name) {name, "WEAK void ", "() { clew_assert(0); }\n"},
#define STOP(name) {name, "WEAK void ", "(int status) { _exit(status); }\n"},
#define HAVOC(name) {name, "WEAK void ", "(unsigned char *block, __SIZE_TYPE__ size) { clew_block(block, size); }\n"},
#define SYMBOLIC(name) {name, NULL, NULL}, // blocks.c
#define INTEGER(name) {name, NULL, NULL}, // an input
#define RANGE(name) {name, "int klee_int();\nWEAK int ", "() { return klee_int(); }\n"},
#define CLASS(name, test) {name, "WEAK _Bool ", test}, // of a number whose type the end of the name says
#define IS_NAN(name) CLASS(name, "__builtin_isnan(x)")
#define IS_INFINITE(name) CLASS(name, "__builtin_isinf(x)")
#define IS_FINITE(name) CLASS(name, "__builtin_isfinite(x)")
#define IS_NORMAL(name) CLASS(name, "__builtin_isnormal(x)")
#define IS_NEGATIVE(name) CLASS(name, "__builtin_signbit(x)")
#define NOTHING(name) {name, "WEAK void ", "() {}\n"},
#define DIALECT(name, kind) kind(name)
#include "cfa/dialects.def"
#undef DIALECT
};

static const char *number_type(const char *name) {
  static const char *const classes[] = {"isnan", "isinf", "isfinite", "isnormal", "sign"};
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
    const char *class = strstr(name, classes[i]), *end = class ? class + strlen(classes[i]) : "";
    if (*end) return *end == 'f' ? "float" : *end == 'd' ? "double" : "long double";
  }
  return "double";
}

void harness_dialects(const struct cfa *cfa, struct text *out) {
  bool first = true;
  for (size_t i = 0; i < sizeof definitions / sizeof *definitions; i++)
    for (uint32_t k = 0; k < cfa->dialects.size && definitions[i].before; k++) {
      if (strcmp(cfa->dialects.data[k], definitions[i].name) != 0) continue;
      if (first) text_add(out, "\n// Functions of other verifiers.\n");
      first = false;
      const char *after = definitions[i].after;
      text_printf(out, "%s%s", definitions[i].before, definitions[i].name);
      if (*after == '(') text_add(out, after);
      else text_printf(out, "(%s x) { return %s; }\n", number_type(definitions[i].name), after);
    }
}

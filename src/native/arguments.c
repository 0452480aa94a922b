// The arguments of main in the harness: what the claim says of argc, and of the memory where the automaton has the
// strings (struct cfa_arguments).
#include "base/memory/map.h"
#include "native/harness.h"
#include "native/object.h"
#include <inttypes.h>

// Bytes of memory that are not zero, by address.
static void find_bytes(const struct cfa *cfa, struct term array, struct map_u32 *bytes) {
  const struct terms *tm = cfa->tm;
  if (term_none(array)) return;
  uint32_t cell = sort_width(tm, sort_element(tm, term_sort(tm, array))) / 8;
  for (; term_kind(tm, array) == TERM_STORES; array = term_child(tm, array, 0))
    for (uint32_t i = 1; i + 1 < term_arity(tm, array); i += 2) {
      uint64_t index, value;
      if (!term_value64(tm, term_child(tm, array, i), &index) ||
          !term_value64(tm, term_child(tm, array, i + 1), &value))
        continue;
      for (uint32_t k = 0; k < cell; k++)
        if (!map_u32_find(bytes, index * cell + k)) map_u32_put(bytes, index * cell + k, value >> 8 * k & 0xff);
    }
}

static struct term value_of(const struct claim *claim, struct term input) {
  for (uint32_t i = 0; i < claim->inputs.size && !term_none(input); i++)
    if (claim->inputs.data[i].input && term_same(claim->inputs.data[i].input->term, input))
      return claim->inputs.data[i].value;
  return TERM_NONE;
}

static struct term text_of(const struct cfa *cfa, const struct claim *claim) {
  for (uint32_t i = 0; i < cfa->memory.size; i++)
    if (term_same(cfa->memory.data[i].region, cfa->arguments.text_region))
      return value_of(claim, cfa->memory.data[i].initial);
  return TERM_NONE;
}

// Is the first byte of the k-th string something?
static bool is_empty(const struct cfa_arguments *a, const struct map_u32 *bytes, uint32_t k) {
  return !map_u32_get_or(bytes, a->text + k * a->stride, 0);
}

bool claim_arguments(const struct cfa *cfa, const struct claim *claim, uint32_t *argc, struct text *strings) {
  const struct cfa_arguments *a = &cfa->arguments;
  uint64_t count = 0;
  struct term given = value_of(claim, a->argc), text = text_of(cfa, claim);
  bool known = !term_none(given) && term_value64(cfa->tm, given, &count);
  if (term_none(a->argc) || (!known && term_none(text))) return false;
  struct map_u32 bytes = {0};
  find_bytes(cfa, text, &bytes);
  if (!known) // it cannot matter; as few as there are
    for (uint32_t k = 0; k < a->count; k++)
      if (!is_empty(a, &bytes, k)) count = k + 1;
  if (!known && !count) count = 1;
  for (uint32_t k = 0; k < count; k++) {
    for (uint64_t i = 0; k < a->count && i < a->stride - 1; i++) {
      uint32_t byte = map_u32_get_or(&bytes, a->text + k * a->stride + i, 0);
      if (!byte) break;
      text_addc(strings, (char)byte);
    }
    text_addc(strings, 0);
  }
  *argc = (uint32_t)count;
  map_u32_release(&bytes);
  return true;
}

// --- in the harness -------------------------------------------------------------------------------

// The strings lie one behind the other, as the system lays them; the program may change them.
// What the library has set from the first one is set anew.
static const char copy_function[] =
    "extern char *__progname __attribute__((weak)), *__progname_full __attribute__((weak));\n"
    "static char **clew_copy(char *text, char **list) {\n"
    "  for (__SIZE_TYPE__ i = 0; i < CLEW_TEXT_SIZE; i++) text[i] = clew_text[i];\n"
    "  for (int i = 0; i < CLEW_ARGC; i++) {\n"
    "    list[i] = text;\n"
    "    while (*text++) {}\n"
    "  }\n"
    "  list[CLEW_ARGC] = 0;\n"
    "  if (&__progname_full && &__progname) {\n"
    "    __progname = __progname_full = CLEW_ARGC ? list[0] : \"\";\n"
    "    for (char *at = __progname_full; *at; at++)\n"
    "      if (*at == '/') __progname = at + 1;\n"
    "  }\n"
    "  return list;\n"
    "}\n";
static const char main_function[] = "int clew_program(int, char **, char **) __asm__(\"main\");\n"
                                    "int clew_main(int argc, char **argv, char **environment) __asm__(\"clew.main\");\n"
                                    "int clew_main(int argc, char **argv, char **environment) {\n"
                                    "  if (CLEW_ARGC < 0) return clew_program(argc, argv, environment);\n"
                                    "  char *text = __builtin_alloca(CLEW_TEXT_SIZE + 1);\n"
                                    "  char **list = __builtin_alloca((CLEW_ARGC + 1) * sizeof *list);\n"
                                    "  return clew_program(CLEW_ARGC, clew_copy(text, list), environment);\n"
                                    "}\n";

static void add_string(const char *bytes, struct text *out) {
  text_addc(out, '"');
  for (; *bytes; bytes++) {
    unsigned char c = (unsigned char)*bytes;
    if (c < ' ' || c > '~' || c == '"' || c == '\\' || c == '?') text_printf(out, "\\%03o", c);
    else text_addc(out, (char)c);
  }
  text_addc(out, '"');
}

static void add_table(int64_t argc, const struct text *strings, struct text *out) {
  text_printf(out, "#define CLEW_ARGC %" PRId64 "\n#define CLEW_TEXT_SIZE %" PRIu64 "\n", argc,
              (uint64_t)strings->size);
  text_add(out, "static const char clew_text[] =\n");
  const char *at = text_cstr(strings), *end = at + strings->size;
  for (; at < end; at += strlen(at) + 1) {
    text_add(out, "  ");
    add_string(at, out);
    text_add(out, at + strlen(at) + 1 < end ? " \"\\0\"\n" : "\n");
  }
  text_add(out, strings->size ? "  ;\n" : "  \"\";\n");
}

void harness_arguments(const struct cfa *cfa, const struct claim *claim, bool own, struct text *out) {
  struct text strings = {0};
  uint32_t argc = 0;
  bool given = claim_arguments(cfa, claim, &argc, &strings);
  if (given || own) {
    text_add(out, "\n// The arguments of the program, with zeroes between them.\n");
    add_table(given ? (int64_t)argc : -1, &strings, out);
    text_add(out, copy_function);
  }
  if (own) text_add(out, main_function);
  else if (given)
    text_add(out, "int main(int, char **, char **);\n"
                  "void exit(int) __attribute__((noreturn));\n"
                  "__attribute__((constructor)) static void clew_start(int argc, char **argv, char **environment) {\n"
                  "  static char text[CLEW_TEXT_SIZE + 1], *list[CLEW_ARGC + 1];\n"
                  "  exit(main(CLEW_ARGC, clew_copy(text, list), environment));\n"
                  "}\n");
  text_release(&strings);
}

void harness_arguments_runtime(struct text *out) {
  text_add(out, "extern const char clew_text[] __asm__(\"clew.text\");\n"
                "extern const __SIZE_TYPE__ clew_text_size __asm__(\"clew.text_size\");\n"
                "extern const int clew_argc __asm__(\"clew.argc\");\n"
                "#define CLEW_ARGC clew_argc\n#define CLEW_TEXT_SIZE clew_text_size\n");
  text_add(out, copy_function);
  text_add(out, main_function);
}

void harness_arguments_object(const struct cfa *cfa, const struct claim *claim, struct object *o) {
  struct text strings = {0};
  uint32_t argc = 0;
  bool given = claim_arguments(cfa, claim, &argc, &strings);
  object_align(o, 8);
  object_define(o, "clew.text_size", OBJECT_DATA, false);
  object_number(o, strings.size, 8);
  object_define(o, "clew.argc", OBJECT_DATA, false);
  object_number(o, given ? argc : UINT32_MAX, 8);
  object_define(o, "clew.text", OBJECT_DATA, false);
  for (size_t i = 0; i < strings.size; i++) object_number(o, (unsigned char)strings.data[i], 1);
  text_release(&strings);
}

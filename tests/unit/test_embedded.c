// The section of `clew cc`, and the names that the text of a C file may define.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/file/embedded.h"
#include "front/compile/units.h"
#include <stdlib.h>
#include <string.h>

static struct bytes of(const char *text) { return (struct bytes){text, strlen(text)}; }

static void records_come_back(void **unused) {
  (void)unused;
  struct text section = {0};
  struct embedded record;
  bool damaged;
  size_t at = 0;
  embedded_add(EMBEDDED_BITCODE, "a.c", of("first"), &section);
  for (int i = 0; i < 24; i++) text_addc(&section, 0); // as a linker aligns
  embedded_add(EMBEDDED_MISSING, "", of(""), &section);
  struct bytes all = {section.data, section.size};
  assert_true(embedded_next(all, &at, &record, &damaged));
  assert_int_equal(record.kind, EMBEDDED_BITCODE);
  assert_int_equal(record.name.size, 3);
  assert_memory_equal(record.name.data, "a.c", 3);
  assert_int_equal(record.content.size, 5);
  assert_memory_equal(record.content.data, "first", 5);
  assert_true(embedded_next(all, &at, &record, &damaged));
  assert_int_equal(record.kind, EMBEDDED_MISSING);
  assert_false(embedded_next(all, &at, &record, &damaged));
  assert_false(damaged);
  text_release(&section);
}

// Cut anywhere: what is whole comes back, and the rest is seen to be damaged.
static void cut_sections_are_damaged(void **unused) {
  (void)unused;
  struct text section = {0};
  embedded_add(EMBEDDED_SOURCE, "name", of("content of it"), &section);
  for (size_t n = 1; n < 24 + 4 + 13; n++) {
    char *copy = malloc(n); // so that a sanitizer sees reads behind it
    memcpy(copy, section.data, n);
    struct embedded record;
    bool damaged;
    size_t at = 0;
    assert_false(embedded_next((struct bytes){copy, n}, &at, &record, &damaged));
    assert_true(damaged);
    free(copy);
  }
  text_release(&section);
}

static void sizes_are_not_trusted(void **unused) {
  (void)unused;
  struct text section = {0};
  struct embedded record;
  bool damaged;
  embedded_add(EMBEDDED_CALLS, "n", of("c"), &section);
  for (unsigned byte = 8; byte < 24; byte++) {
    char old = section.data[byte];
    size_t at = 0;
    section.data[byte] = (char)0xff;
    assert_false(embedded_next((struct bytes){section.data, section.size}, &at, &record, &damaged));
    assert_true(damaged);
    section.data[byte] = old;
  }
  text_release(&section);
}

static void names_that_may_be_defined(void **unused) {
  (void)unused;
  static const struct {
    const char *text, *name;
    bool may;
  } cases[] = {
      {"int f(int x) { return g(x); }", "f", true},
      {"int f(int x) { return g(x); }", "g", false},
      {"int f(int x);\nint h(void) { return 0; }", "f", false},
      {"int f(x)\n  int x;\n{ return x; }", "f", true},
      {"int f(int (*p)(int), char c) /* why */ {", "f", true},
      {"void f(void) __attribute__((noreturn)) {", "f", true},
      {"int f(const char *s) { return s == \"g(x) {\"; }", "g", false},
      {"// f(x) {\nint y;", "f", false},
      {"/* f(x) { */ int y;", "f", false},
      {"int f(char a = ')') {", "f", true},
      {"extern int x; int y = 5;", "y", true},
      {"int *p, q[3];", "q", true},
      {"int *p, q[3];", "p", true},
      {"void f(void) { fprintf(stderr, \"\"); }", "stderr", false},
      {"struct s { int a; } s1 = {0};", "s1", true},
      {"void h(void) { int f; f = 1; }", "f", false}, // a variable of that name is no function
      {"int y(void) { return 0; }", "y", false},
      {"int f(", "f", false},
      {"int f", "f", false},
      {"", "f", false},
      {"int f(void) \\\n {", "f", true},
      {"char *s = \"unclosed\nint f(void) {", "f", true},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct map_u32 names = {0};
    definitions_scan(cases[i].text, &names);
    bool is_function = cases[i].name[0] == 'f' || cases[i].name[0] == 'g';
    if (definitions_have(&names, cases[i].name, is_function) != cases[i].may)
      fail_msg("%s in: %s", cases[i].name, cases[i].text);
    map_u32_release(&names);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(records_come_back),
      cmocka_unit_test(cut_sections_are_damaged),
      cmocka_unit_test(sizes_are_not_trusted),
      cmocka_unit_test(names_that_may_be_defined),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

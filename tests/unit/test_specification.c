// Property files (run/request/specification.h): what is printed, each line once, is what is read again.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#define ALL_PROPERTIES ((1u << property_count) - 1)

#include "run/request/specification.h"
#include <string.h>

static uint32_t lines_of(const struct text *text) {
  uint32_t n = 1;
  for (const char *at = text_cstr(text); *at; at++) n += *at == '\n';
  return n;
}

static void test_round_trip(void **state) {
  (void)state;
  for (properties set = 1; set <= ALL_PROPERTIES; set++) {
    struct specification none = {0}, read = {0};
    struct text text = {0};
    struct error error = {0};
    properties said = set & property_with_formula();
    assert_int_equal(specification_print(&none, set, "main", &text), said != 0);
    if (said) {
      assert_int_equal(lines_of(&text), __builtin_popcount(said));
      assert_true(specification_parse(&read, "printed", &text, &error));
      assert_int_equal(read.checked, said);
      assert_null(read.unsupported);
    }
    specification_release(&read);
    text_release(&text);
  }
}

// The order of valid-memsafety, as the competition has it.
static void test_order(void **state) {
  (void)state;
  struct specification none = {0};
  struct text text = {0};
  assert_true(specification_print(&none, property_of_all_words(), "f", &text));
  assert_string_equal(text_cstr(&text), "CHECK( init(f()), LTL(G ! call(reach_error())) )\n"
                                        "CHECK( init(f()), LTL(G ! overflow) )\n"
                                        "CHECK( init(f()), LTL(G valid-free) )\n"
                                        "CHECK( init(f()), LTL(G valid-deref) )\n"
                                        "CHECK( init(f()), LTL(G valid-memtrack) )");
  text_release(&text);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_round_trip), cmocka_unit_test(test_order)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

// One witness of several proofs (witness/join.c).
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "witness/witness.h"

#define HEAD "- entry_type: \"invariant_set\"\n  metadata:\n    uuid: \"1\"\n"
#define INVARIANT(line, value)                                                                                         \
  "    - invariant:\n        location:\n          line: " line "\n        value: \"" value "\"\n"

static void check(const char *first, const char *second, const char *expected) {
  struct text text = {0};
  text_add(&text, first);
  witness_join(&text, second);
  assert_string_equal(text_cstr(&text), expected);
  text_release(&text);
}

static void test_join(void **state) {
  (void)state;
  static const char none[] = HEAD "  content: []\n";
  static const char one[] = HEAD "  content:\n" INVARIANT("3", "x < 2");
  static const char two[] = HEAD "  content:\n" INVARIANT("3", "x < 2") INVARIANT("3", "x < 3");
  static const char other[] = HEAD "  content:\n" INVARIANT("3", "x < 3");
  check(none, none, none);
  check(none, two, two);
  check(two, none, two);
  check(one, one, one);
  check(one, two, two);
  check(one, other, two);
  check(two, other, two);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_join)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

// Relations between properties (property/property.h), as the table states them.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#define ALL_PROPERTIES ((1u << property_count) - 1)

#include "base/table/option.h"
#include "property/property.h"
#include <string.h>

static const struct option_entry check = {OPTION_SET, "--check", NULL, PROPERTY_WORDS, NULL, property_help, 0, 0};

static properties asked(const char *words) {
  uint32_t bits = 0;
  struct error error = {0};
  assert_true(option_set(&check, &bits, words, &error));
  return property_of_words(bits);
}

static void test_words(void **state) {
  (void)state;
  properties overflow = PROPERTY_SET(OVERFLOW), free = PROPERTY_SET(FREE);
  assert_int_equal(asked("assert"), PROPERTY_SET(UNREACH));
  assert_int_equal(asked("overflow"), overflow);
  assert_int_equal(asked("ub"), PROPERTY_SET(UNDEFINED) | overflow);
  assert_int_equal(asked("memory"), PROPERTY_SET(DEREF) | free);
  assert_int_equal(asked("leaks,assert"), PROPERTY_SET(MEMTRACK) | PROPERTY_SET(UNREACH));
  assert_int_equal(asked("none"), 0);
  assert_int_equal(asked("all"), ALL_PROPERTIES & ~PROPERTY_SET(MEMCLEANUP)); // which no word asks for
  assert_int_equal(asked("all"), property_of_all_words());
  uint32_t bits;
  struct error error = {0};
  assert_false(option_set(&check, &bits, "free", &error));
  error_release(&error);
  error = (struct error){0};
  assert_false(option_set(&check, &bits, "assert,", &error)); // no word is empty
  error_release(&error);
}

static const char *all_flags(properties checked) {
  static char text[400];
  const char *flag;
  text[0] = '\0';
  for (uint32_t k = 0; (flag = property_flag(checked, k)); k++) {
    strcat(text, *text ? " " : "");
    strcat(text, flag);
  }
  return text;
}

static void test_flags(void **state) {
  (void)state;
  assert_string_equal(all_flags(0), "-fwrapv");
  assert_string_equal(all_flags(PROPERTY_SET(UNREACH) | PROPERTY_SET(DEREF)), "-fwrapv");
  assert_string_equal(all_flags(asked("overflow")), "-fsanitize=signed-integer-overflow,shift-base "
                                                    "-fno-sanitize-recover=all -fsanitize-recover=shift-base");
  // Those for all of undefined behaviour are for overflow, too.
  const char *undefined = "-fsanitize=undefined -fno-sanitize=function,object-size,vptr -fdelete-null-pointer-checks "
                          "-fno-sanitize-recover=all -fstrict-flex-arrays=1";
  assert_string_equal(all_flags(asked("ub")), undefined);
  assert_string_equal(all_flags(asked("all")), undefined);
}

static void test_kinds(void **state) {
  (void)state;
  static const char *const names[] = {"assertions", "memory", "undefined-behaviour", "leaks"};
  struct property_kind kind;
  properties seen = 0;
  uint32_t k = 0;
  for (; property_kind(k, &kind); k++) {
    assert_in_range(k, 0, 3);
    assert_string_equal(kind.name, names[k]);
    assert_int_equal(seen & kind.of, 0);
    seen |= kind.of;
  }
  assert_int_equal(k, 4);
  assert_int_equal(seen, ALL_PROPERTIES);
  assert_int_equal(property_kind_of(PROPERTY_FREE), PROPERTY_SET(DEREF) | PROPERTY_SET(FREE));
  property_kind(2, &kind);
  assert_string_equal(property_kind_title(&kind, PROPERTY_SET(OVERFLOW)), "Signed integer overflow");
  assert_string_equal(property_kind_title(&kind, asked("ub")), "Undefined behaviour");
  assert_string_equal(property_kind_title(&kind, PROPERTY_SET(UNDEFINED)), "Undefined behaviour");
}

static void test_traits(void **state) {
  (void)state;
  assert_int_equal(property_with(TRAIT_AT_END), PROPERTY_SET(MEMTRACK) | PROPERTY_SET(MEMCLEANUP));
  assert_int_equal(property_with(TRAIT_OBJECTS),
                   PROPERTY_SET(DEREF) | PROPERTY_SET(FREE) | PROPERTY_SET(MEMTRACK) | PROPERTY_SET(MEMCLEANUP));
  assert_int_equal(property_with(TRAIT_EVALUATION),
                   PROPERTY_SET(UNREACH) | PROPERTY_SET(OVERFLOW) | PROPERTY_SET(DEREF));
  assert_int_equal(property_with_formula(), ALL_PROPERTIES & ~PROPERTY_SET(UNDEFINED));
}

// What every output needs is there, and names are different.
static void test_complete(void **state) {
  (void)state;
  for (uint32_t p = 0; p < property_count; p++) {
    const struct property_descriptor *d = &property_table[p];
    assert_true(d->name && d->word && d->violation && d->excluded && d->happens && d->subject);
    assert_true(d->rule.name && d->rule.violation && d->rule.help);
    assert_true(d->group != GROUP_OWN || d->title);
    assert_string_equal(property_names[p], d->name);
    enum property found;
    assert_true(property_named(d->name, &found));
    assert_int_equal(found, p);
  }
  assert_null(property_names[property_count]);
  enum property found;
  assert_false(property_named("termination", &found));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_words),  cmocka_unit_test(test_flags),    cmocka_unit_test(test_kinds),
      cmocka_unit_test(test_traits), cmocka_unit_test(test_complete),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

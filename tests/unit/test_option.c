// Options as data (base/table/option.h): every kind is found, set, refused and printed.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/table/option.h"
#include <string.h>

#define SAMPLE                                                                                                         \
  FLAG(loud, "--loud", "-l", "a flag")                                                                                 \
  VALUE(file, "--file", "-f", "FILE", NULL, "a value")                                                                 \
  VALUE(name, "--name", NULL, "NAME", "anybody", "a value with a default")                                             \
  NUMBER(seconds, "--seconds", NULL, "S", 2.5, "a number")                                                             \
  WHOLE(count, "--count", NULL, "N", 3, "a whole number")                                                              \
  CHOICE(order, "--order", NULL, "dfs|bfs|random", "bfs", "a choice")                                                  \
  SET(sources, "--sources", NULL, "guards|runs|cells", "all", "a set")                                                 \
  LIST(dirs, "--dir", "-I", "DIR", "a list")

struct sample {
#include "base/table/option_fields.h"
  SAMPLE
#include "base/table/option_end.h"
};

static const struct option_entry entries[] = {
#define OPTIONS struct sample
#include "base/table/option_entries.h"
    SAMPLE
#include "base/table/option_end.h"
#undef OPTIONS
};
static const struct option_table table = OPTION_TABLE(entries, struct sample);

// Sets what a word of the command line names; `value` is for where the word has none. Returns the message, or NULL.
static const char *set(struct sample *s, const char *word, const char *value) {
  static char message[200];
  struct error error = {0};
  const char *attached;
  const struct option_entry *entry = option_find(&table, word, &attached);
  assert_non_null(entry);
  bool good = option_set(entry, s, attached ? attached : value, &error);
  assert_int_equal(good, error.status == 0);
  if (!good) {
    assert_int_equal(error.status, EXIT_USAGE);
    assert_true(strlen(error.message) < sizeof message);
    strcpy(message, error.message);
  }
  error_release(&error);
  return good ? NULL : message;
}

static void defaults_are_those_of_the_table(void **unused) {
  (void)unused;
  struct sample s;
  memset(&s, 0xff, sizeof s);
  option_defaults(&table, &s);
  assert_false(s.loud);
  assert_null(s.file);
  assert_string_equal(s.name, "anybody");
  assert_true(s.seconds == 2.5);
  assert_int_equal(s.count, 3);
  assert_int_equal(s.order, 1);
  assert_int_equal(s.sources, 7);
  assert_int_equal(s.dirs.size, 0);
  option_release(&table, &s);
}

static void words_name_options(void **unused) {
  (void)unused;
  const char *value = "";
  assert_ptr_equal(option_find(&table, "--loud", &value), &entries[0]);
  assert_null(value);
  assert_ptr_equal(option_find(&table, "-l", &value), &entries[0]);
  assert_null(option_find(&table, "-lx", &value)); // a flag takes nothing
  assert_null(option_find(&table, "--lou", &value));
  assert_null(option_find(&table, "--loudly", &value));
  assert_ptr_equal(option_find(&table, "--loud=yes", &value), &entries[0]); // for the caller to refuse
  assert_string_equal(value, "yes");
  assert_ptr_equal(option_find(&table, "--file=a=b", &value), &entries[1]);
  assert_string_equal(value, "a=b");
  assert_ptr_equal(option_find(&table, "-fx.c", &value), &entries[1]);
  assert_string_equal(value, "x.c");
  assert_ptr_equal(option_find(&table, "-f", &value), &entries[1]);
  assert_null(value);
}

static void values_are_set(void **unused) {
  (void)unused;
  struct sample s;
  option_defaults(&table, &s);
  assert_null(set(&s, "--loud", NULL));
  assert_null(set(&s, "-f", "in.txt"));
  assert_null(set(&s, "--seconds=0.125", NULL));
  assert_null(set(&s, "--count", "1000000"));
  assert_null(set(&s, "--order", "random"));
  assert_null(set(&s, "--sources", "cells,guards"));
  assert_null(set(&s, "-Ia", NULL));
  assert_null(set(&s, "--dir", "b"));
  assert_true(s.loud);
  assert_string_equal(s.file, "in.txt");
  assert_true(s.seconds == 0.125);
  assert_int_equal(s.count, 1000000);
  assert_int_equal(s.order, 2);
  assert_int_equal(s.sources, 5);
  assert_int_equal(s.dirs.size, 2);
  assert_string_equal(s.dirs.data[1], "b");
  assert_null(set(&s, "--sources", "none"));
  assert_int_equal(s.sources, 0);
  assert_null(set(&s, "--sources", "none,runs"));
  assert_int_equal(s.sources, 2);
  assert_null(set(&s, "--sources", "runs,all"));
  assert_int_equal(s.sources, 7);
  option_release(&table, &s);
}

static void what_is_no_value_is_refused(void **unused) {
  (void)unused;
  struct sample s;
  option_defaults(&table, &s);
  static const char *const numbers[] = {"soon", "-1", "1x", " 1", "nan", "inf", "1e999"};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    assert_non_null(set(&s, "--seconds", numbers[i]));
    assert_non_null(set(&s, "--count", numbers[i]));
  }
  assert_string_equal(set(&s, "--seconds", "soon"), "--seconds wants a number that is not negative, not 'soon'");
  assert_string_equal(set(&s, "--count", "1.5"), "--count wants a whole number of at most 1000000");
  assert_string_equal(set(&s, "--count", "1000001"), "--count wants a whole number of at most 1000000");
  assert_string_equal(set(&s, "--file", ""), "--file wants a value that is not empty");
  assert_string_equal(set(&s, "--order", "sideways"), "--order: there is no 'sideways'; there are dfs, bfs and random");
  assert_non_null(set(&s, "--order", "bf"));
  assert_non_null(set(&s, "--order", "dfs|bfs"));
  assert_string_equal(set(&s, "--sources", "runs,magic"),
                      "--sources: there is no 'magic'; there are guards, runs, cells, all and none");
  assert_string_equal(set(&s, "--sources", "runs,"),
                      "--sources: there is no ''; there are guards, runs, cells, all and none");
  // What was refused has changed nothing.
  assert_true(s.seconds == 2.5);
  assert_int_equal(s.count, 3);
  assert_int_equal(s.order, 1);
  assert_int_equal(s.sources, 7);
  assert_null(s.file);
  option_release(&table, &s);
}

static void is_printed(const struct sample *s, uint32_t i, const char *expected) {
  struct text text = {0};
  option_print(&entries[i], s, &text);
  assert_string_equal(text_cstr(&text), expected);
  text_release(&text);
}

static void values_are_printed(void **unused) {
  (void)unused;
  struct sample s;
  struct text text = {0};
  static const char *const before[] = {"", "", "anybody", "2.5", "3", "bfs", "guards,runs,cells", ""};
  option_defaults(&table, &s);
  for (uint32_t i = 0; i < table.n; i++) is_printed(&s, i, before[i]);
  set(&s, "--loud", NULL);
  set(&s, "--order", "dfs");
  set(&s, "--sources", "guards,cells");
  set(&s, "--dir", "a");
  set(&s, "--dir", "b");
  is_printed(&s, 0, "--loud");
  is_printed(&s, 5, "dfs");
  is_printed(&s, 6, "guards,cells");
  is_printed(&s, 7, "a,b");
  set(&s, "--sources", "none");
  is_printed(&s, 6, "none");
  assert_false(option_words(&entries[2], " ", &text));
  assert_true(option_words(&entries[5], " ", &text));
  text_add(&text, "; ");
  assert_true(option_words(&entries[6], "/", &text));
  assert_string_equal(text_cstr(&text), "dfs bfs random; guards/runs/cells/all/none");
  text_release(&text);
  option_release(&table, &s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(defaults_are_those_of_the_table),
      cmocka_unit_test(words_name_options),
      cmocka_unit_test(values_are_set),
      cmocka_unit_test(what_is_no_value_is_refused),
      cmocka_unit_test(values_are_printed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

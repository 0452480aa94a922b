// Tests that are read, values of inputs as text, digests.
#include "base/text/digest.h"
#include "campaign/tests/testcase.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static void test_digest(void **state) {
  (void)state;
  char digest[DIGEST_DIGITS + 1];
  digest_sha256("", 0, digest);
  assert_string_equal(digest, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  digest_sha256("abc", 3, digest);
  assert_string_equal(digest, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  const char *two = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"; // 56 bytes: two blocks
  digest_sha256(two, 56, digest);
  assert_string_equal(digest, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

static void test_values(void **state) {
  (void)state;
  struct trial_input v;
  assert_true(trial_value_read("42", &v) && v.bits[0] == 42 && v.wide == 42);
  assert_true(trial_value_read("-1", &v) && v.bits[0] == UINT64_MAX && v.bits[1] == UINT64_MAX && v.narrow == -1);
  assert_true(trial_value_read("-9223372036854775808", &v) && v.bits[0] == UINT64_C(1) << 63);
  assert_true(trial_value_read("340282366920938463463374607431768211455", &v) && v.bits[1] == UINT64_MAX);
  assert_true(trial_value_read("340282366920938463463374607431768211456", &v) && !v.bits[0] && v.wide == 0x1p128);
  assert_true(trial_value_read("'\\101'", &v) && v.bits[0] == 'A');
  assert_true(trial_value_read("0xffu", &v) && v.bits[0] == 255);
  assert_true(trial_value_read("'a'", &v) && v.bits[0] == 'a');
  assert_true(trial_value_read("'\\n'", &v) && v.bits[0] == '\n');
  assert_true(trial_value_read("0.1", &v) && v.wide == 0.1 && v.narrow == 0.1f && v.extended == 0.1L);
  assert_true(trial_value_read("0x1.8p+1f", &v) && v.narrow == 3);
  assert_true(trial_value_read("-inf", &v) && v.wide == -INFINITY);
  assert_true(trial_value_read("nan", &v) && isnan(v.narrow));
  static const char *const wrong[] = {"", "-", "x", "12x", "0x", "1.5.5", "'ab'", "1 2"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) assert_false(trial_value_read(wrong[i], &v));
}

// Reads the text as a file; the message of what is wrong (until the next call), or NULL.
static const char *read_text(const char *text, struct trial_inputs *out) {
  char name[] = "/tmp/testcase-XXXXXX";
  int file = mkstemp(name);
  struct error error = {0};
  assert_true(file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text));
  close(file);
  bool good = testcase_read(name, out, &error);
  unlink(name);
  assert_int_equal(good, error.status == 0);
  if (!good) assert_int_equal(error.status, EXIT_DATA);
  if (good) return NULL;
  static char message[200];
  snprintf(message, sizeof message, "%s", strchr(error.message + sizeof name - 1, ':') + 1);
  error_release(&error);
  return message;
}

static void test_xml(void **state) {
  (void)state;
  struct trial_inputs in = {0};
  assert_null(
      read_text("<?xml version=\"1.0\"?>\n<!DOCTYPE testcase PUBLIC \"a\" \"b\">\n<testcase coversError=\"true\">\n"
                "<!-- <input>9</input> --><input variable=\"x\" type=\"int\"> 4 </input>\n<input>-3</input>\n"
                "<input type=\"char\">'&lt;'</input></testcase>\n",
                &in));
  assert_int_equal(in.sequence.size, 3);
  assert_true(in.sequence.data[0].bits[0] == 4 && in.sequence.data[1].wide == -3 && in.sequence.data[2].bits[0] == '<');
  trial_inputs_release(&in);
  assert_null(read_text("\xef\xbb\xbf<?xml version='1.0' encoding='utf-8'?><testcase><input>&#45;<![CDATA[4]]><!-- 9 "
                        "-->2</input><!-- of the C library: 7 --><input>'\\101'</input></testcase>",
                        &in));
  assert_int_equal(in.sequence.size, 3);
  assert_true(in.separate && in.sequence.data[0].wide == -42 && in.sequence.data[2].bits[0] == 'A');
  assert_true(in.sequence.data[1].in_library && in.sequence.data[1].bits[0] == 7 && !in.sequence.data[0].in_library);
  trial_inputs_release(&in);
  assert_null(read_text("<testcase></testcase>", &in));
  assert_int_equal(in.sequence.size, 0);
  static const char *const wrong[][2] = {
      {"<testcase>\n <input>x</input></testcase>", "2:2: not a value"},
      {"<testcase><input>1</testcase>", "1:18: an input without its end"},
      {"<testcase><input/></testcase>", "1:11: an input without a value"},
      {"<testcase><input>1</input>", "1:27: the end of <testcase> is missing"},
      {"<input>1</input>", "1:1: not a test: an input outside"},
      {"<other></other>", "1:1: not a test"},
      {"<?xml encoding=\"UTF-16\"?><testcase></testcase>", "1:1: an encoding that is not read"},
      {"<testcase><input><![CDATA[1</input></testcase>", "1:18: a section CDATA without its end"},
      {"int main;", "1:1: not a test"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    const char *message = read_text(wrong[i][0], &in);
    assert_non_null(message);
    assert_int_equal(strncmp(message, wrong[i][1], strlen(wrong[i][1])), 0);
    trial_inputs_release(&in);
  }
}

static void test_c(void **state) {
  (void)state;
  struct trial_inputs in = {0};
  assert_null(read_text("const struct clew_input clew_inputs[] = {\n"
                        "  {\"f\", (unsigned long long)-7ll, 0ull, 0},  // x\n  {\"g\", 0, 0, 0x1.8p+0L},\n"
                        "  {\"h\", 1ull, 2ull, 0},\n  {0, 0, 0, 0}\n};\n",
                        &in));
  assert_int_equal(in.sequence.size, 3);
  assert_true(in.sequence.data[0].bits[0] == (uint64_t)-7 && in.sequence.data[1].narrow == 1.5f);
  assert_true(in.sequence.data[2].bits[0] == 1 && in.sequence.data[2].bits[1] == 2);
  trial_inputs_release(&in);
  assert_null(read_text("static const struct clew_input clew_inputs[] = {\n"
                        "  {\"f\", {.i = -3}, 2},  // 1 to 2: a.c:3\n  {\"g\", {.d = 0x1p-1}, 1},\n"
                        "  {\"h\", {.w = (unsigned __int128)0x1u << 64 | 0x2u}, 1},\n  {0, {0}, 0}\n};\n",
                        &in));
  assert_int_equal(in.sequence.size, 4);
  assert_true(in.sequence.data[1].bits[0] == (uint64_t)-3 && in.sequence.data[2].wide == 0.5);
  assert_true(in.sequence.data[3].bits[0] == 2 && in.sequence.data[3].bits[1] == 1);
  trial_inputs_release(&in);
  assert_non_null(read_text("clew_inputs[] = {\n  {\"f\", {.i = }, 1},\n", &in));
  assert_non_null(read_text("clew_inputs[] = {\n  {\"f\", 1", &in));
  trial_inputs_release(&in);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_digest),
      cmocka_unit_test(test_values),
      cmocka_unit_test(test_xml),
      cmocka_unit_test(test_c),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

// Hashes, outlines of C files and expressions of witnesses.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/file/output.h"
#include "base/text/digest.h"
#include "witness/clause.h"
#include "witness/read.h"
#include "witness/execution_log.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void test_sha256(void **state) {
  (void)state;
  char out[DIGEST_DIGITS + 1];
  digest_sha256("", 0, out);
  assert_string_equal(out, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  digest_sha256("abc", 3, out);
  assert_string_equal(out, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  char *many = malloc(1000000);
  memset(many, 'a', 1000000);
  digest_sha256(many, 1000000, out);
  assert_string_equal(out, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  digest_sha256(many, 55, out);
  assert_string_equal(out, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318");
  digest_sha256(many, 56, out);
  assert_string_equal(out, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a");
  free(many);
}

static void outline_of(struct outline *o, const char *text) {
  char name[] = "/tmp/clew-outline-XXXXXX";
  int file = mkstemp(name);
  assert_true(file >= 0);
  assert_int_equal(write(file, text, strlen(text)), (ssize_t)strlen(text));
  close(file);
  struct error error = {0};
  assert_true(outline_read(o, name, &error));
  unlink(name);
}

static const char program[] =
    "#define LOOP while (0) {\n"
    "int g; /* { */ char *s = \"}\";\n"
    "static int f(int a) { // {\n"
    "  if (a) do a--; while (a > 3); else for (int i = 0; i < a; i++) { int a = i; g += a; }\n"
    "again: while (a) { a--; if (a == '}') goto again; }\n"
    "  return ({ int k = a; while (k) k--; k; });\n"
    "}\n";

static uint32_t statement_at(const struct outline *o, uint32_t line, uint32_t column) {
  uint32_t token = outline_token_at(o, line, column);
  assert_int_not_equal(token, OUTLINE_NONE);
  return outline_begins(o, token);
}

static void test_outline(void **state) {
  (void)state;
  struct outline o;
  outline_of(&o, program);
  assert_true(o.whole);
  assert_int_equal(o.functions.size, 1);
  assert_true(outline_is(&o, o.functions.data[0].name, "f"));
  assert_int_equal(o.statements.data[statement_at(&o, 4, 3)].kind, STATEMENT_IF);
  assert_int_equal(o.statements.data[statement_at(&o, 4, 10)].kind, STATEMENT_DO);
  assert_int_equal(o.statements.data[statement_at(&o, 4, 38)].kind, STATEMENT_FOR);
  assert_int_equal(o.statements.data[statement_at(&o, 5, 8)].kind, STATEMENT_WHILE);
  assert_int_not_equal(o.statements.data[statement_at(&o, 5, 8)].label, OUTLINE_NONE);
  assert_int_equal(o.statements.data[statement_at(&o, 6, 24)].kind, STATEMENT_WHILE);
  uint32_t loop = outline_token_at(&o, 4, 38), inner = outline_token_at(&o, 4, 79), later = outline_token_at(&o, 5, 8);
  assert_int_not_equal(outline_declaration(&o, "i", 1, loop), OUTLINE_NONE);
  assert_int_equal(outline_declaration(&o, "i", 1, later), OUTLINE_NONE);
  assert_int_not_equal(outline_declaration(&o, "a", 1, inner), OUTLINE_NONE);
  assert_int_equal(outline_declaration(&o, "a", 1, later), OUTLINE_NONE); // the parameter
  assert_int_equal(outline_line(&o, NULL, 3), 3);
  outline_release(&o);
}

static void test_lines(void **state) {
  (void)state;
  struct outline o;
  outline_of(&o, "int a;\n# 1 \"x.h\"\nint b;\nint c;\n# 7 \"x.c\" 2\nint d;\n");
  assert_int_equal(outline_line(&o, NULL, 1), 1);
  assert_int_equal(outline_line(&o, NULL, 2), 0);
  assert_int_equal(outline_line(&o, "x.h", 2), 4);
  assert_int_equal(outline_line(&o, "x.c", 7), 6);
  assert_int_equal(outline_line(&o, "x.c", 1), 0);
  outline_release(&o);
  outline_of(&o, "int f(void) { return 0;\n");
  assert_false(o.whole);
  outline_release(&o);
}

static bool accepts(const char *text, bool has_result) {
  struct clause clause;
  const char *what = NULL;
  bool good = clause_read(&clause, text, has_result, &what);
  assert_true(good || what);
  clause_release(&clause);
  return good;
}

static void test_clauses(void **state) {
  (void)state;
  static const char *const good[] = {"x == 1", "x <= N && (unsigned)(y) > 3", "a [ i ] / 2 != p -> q", "(x)",
                                     "sizeof(int) > 3"};
  static const char *const bad[] = {"",       "x = 1",         "x++",  "f()",      "(f)(1)", "p->f(1)",
                                    "a<:i:>", "x) || (1",      "x; y", "({ 1; })", "x / y",  "x << 40",
                                    "x % 0",  "\\result == 1", "# 1",  "a += 2",   "x \\ y", "__witness_at"};
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) assert_true(accepts(good[i], false));
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_false(accepts(bad[i], false));
  static const char *const worse[] = {"__COUNTER__ >= 0", "x == 1\n#error x", "__extension__ *p == 1",
                                      "__real__ *p == 1", "_Pragma(\"x\") 1", "a <% 1 %>"};
  for (size_t i = 0; i < sizeof worse / sizeof *worse; i++) assert_false(accepts(worse[i], false));
  assert_true(accepts("\\result == 1", true));
}

// What the preprocessor makes of them.
static void test_expansions(void **state) {
  (void)state;
  const char *what = NULL;
  assert_true(clause_judge("x <= N", "x <= (2147483647)", false, &what));
  assert_true(clause_judge("p == NULL", "p == ((void*)0)", false, &what));
  assert_false(clause_judge("TICK == 0", "(i = 0) == 0", false, &what));
  assert_false(clause_judge("NEXT", "next()", false, &what));
  assert_false(clause_judge("AT", "__witness_at", false, &what));
  assert_false(clause_judge("FIRST >= 0", "a[i] >= 0", false, &what));
  assert_false(clause_judge("FIRST >= 0", "a<:i:> >= 0", false, &what));
  assert_true(clause_judge("FIRST >= 0", "a[i] >= 0", true, &what));
  assert_true(clause_judge("a[FIRST] >= 0", "a[a[i]] >= 0", false, &what));
}

static void test_names(void **state) {
  (void)state;
  assert_int_equal(witness_name_fits("a/u.c", "a/u.c"), UINT32_MAX);
  assert_true(witness_name_fits("x/a/u.c", "a/u.c") > witness_name_fits("x/b/u.c", "a/u.c"));
  assert_true(witness_name_fits("u.c", "elsewhere/u.c"));
  assert_int_equal(witness_name_fits("u.c", "uu.c"), 0);
  assert_int_equal(witness_name_fits("u.c", "v.c"), 0);
}

static const char choices[] = "int g(int k) {\n"
                              "  switch (k) { case 1: case 'a': break; case -2: switch (k) { case 9: k = 3; }\n"
                              "    break; default: k ? 1 : 2; }\n"
                              "  switch (k) { case N: k = 1; }\n"
                              "  switch (k) { case 1 ... 3: k = 1; case (k ? 4 : 5): ; }\n"
                              "  while (k) k--;\n"
                              "  return k;\n"
                              "}\n";

static void test_labels(void **state) {
  (void)state;
  struct outline o;
  struct vec_case_label labels = {0};
  outline_of(&o, choices);
  assert_true(outline_labels(&o, statement_at(&o, 2, 3), &labels));
  assert_int_equal(labels.size, 3);
  assert_true(outline_is(&o, labels.data[2].first, "-") && outline_is(&o, labels.data[2].last, "2"));
  vec_case_label_clear(&labels);
  assert_false(outline_labels(&o, statement_at(&o, 2, 50), &labels));
  assert_int_equal(labels.size, 1);
  vec_case_label_clear(&labels);
  assert_false(outline_labels(&o, statement_at(&o, 5, 3), &labels));
  assert_int_equal(labels.size, 2);
  assert_true(outline_is(&o, labels.data[1].last, ")"));
  vec_case_label_release(&labels);
  outline_release(&o);
}

// A log over the branches of `choices`, with a target.
static void log_of(struct execution_log *c) {
  *c = (struct execution_log){.places = {.n_files = 1, .outlines = calloc(1, sizeof(struct outline))}};
  struct outline *o = &c->places.outlines[0];
  static const uint32_t at[][2] = {{2, 3}, {4, 3}, {6, 3}};
  outline_of(o, choices);
  for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
    uint32_t s = statement_at(o, at[i][0], at[i][1]);
    vec_log_call_push(&c->calls, (struct log_call){.token = o->statements.data[s].first, .statement = s});
  }
  vec_log_call_push(&c->calls, (struct log_call){.kind = LOG_TARGET});
  vec_log_call_push(&c->calls, (struct log_call){.kind = LOG_RETURN});
}

static const char *outcome(const struct execution_log *c, uint32_t call, int64_t value, struct text *out) {
  text_clear(out);
  return execution_log_outcome(c, &(struct log_event){.call = call, .value = value}, out) ? text_cstr(out) : "none";
}

static void test_outcomes(void **state) {
  (void)state;
  struct execution_log c;
  struct text text = {0};
  log_of(&c);
  assert_string_equal(outcome(&c, 0, 1, &text), "1");
  assert_string_equal(outcome(&c, 0, 'a', &text), "97");
  assert_string_equal(outcome(&c, 0, -2, &text), "-2");
  assert_string_equal(outcome(&c, 0, 9, &text), "default"); // the case of the inner one
  assert_string_equal(outcome(&c, 0, 4294967294, &text), "none"); // -2 of an unsigned type?
  assert_string_equal(outcome(&c, 1, 5, &text), "none"); // N is a macro
  assert_string_equal(outcome(&c, 2, 1, &text), "true");
  assert_string_equal(outcome(&c, 2, 0, &text), "false");
  text_release(&text);
  execution_log_release(&c);
}

static void test_logs(void **state) {
  (void)state;
  struct execution_log c;
  struct claim none = {0};
  int64_t *log = calloc(1, LOG_BYTES);
  log_of(&c);
  const int64_t right[] = {4, 0, 1, 2, 0, 3, 0, 1, 5};
  memcpy(log, right, sizeof right);
  assert_true(execution_log_read(&c, &none, log));
  assert_int_equal(c.events.size, 2); // what is behind the target does not count
  vec_log_event_clear(&c.events);
  log[0] = 2; // it does not reach the target
  assert_false(execution_log_read(&c, &none, log));
  log[0] = 4;
  log[3] = 77; // no such call
  assert_false(execution_log_read(&c, &none, log));
  log[3] = 4; // an input that the claim does not have
  assert_false(execution_log_read(&c, &none, log));
  log[3] = INT64_MIN;
  assert_false(execution_log_read(&c, &none, log));
  assert_int_equal(c.events.size, 0);
  memset(log, 0, LOG_BYTES);
  log[0] = LOG_EVENTS; // there was no room for more
  assert_true(execution_log_read(&c, &none, log));
  assert_int_equal(c.events.size, LOG_EVENTS);
  vec_log_event_clear(&c.events);
  log[0] = INT64_MAX;
  assert_false(execution_log_read(&c, &none, log));
  free(log);
  execution_log_release(&c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sha256),  cmocka_unit_test(test_outline),    cmocka_unit_test(test_lines),
      cmocka_unit_test(test_clauses), cmocka_unit_test(test_labels),     cmocka_unit_test(test_outcomes),
      cmocka_unit_test(test_logs),    cmocka_unit_test(test_expansions), cmocka_unit_test(test_names)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

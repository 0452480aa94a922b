// A result as text: another process that has the same program reads what was written; what is no result is refused.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "check/check.h"
#include "portfolio/portfolio.h"
#include "run/verifier.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// As a process has it: a request, the job and the verifier.
struct side {
  struct request request;
  struct job job;
  struct verifier v;
  char *words[8];
};

static const char *write_program(const char *text) {
  static char file[] = "/tmp/clew-result-XXXXXX.c";
  strcpy(file, "/tmp/clew-result-XXXXXX.c");
  int descriptor = mkstemps(file, 2);
  assert_true(descriptor >= 0);
  assert_int_equal(write(descriptor, text, strlen(text)), (ssize_t)strlen(text));
  close(descriptor);
  return file;
}

static void open_side(struct side *s, const char *file, const char *engine) {
  memset(s, 0, sizeof *s);
  const char *words[] = {"--check", "assert", "--engine", engine, "--certificate", "/dev/null", file};
  int n = sizeof words / sizeof *words;
  for (int i = 0; i < n; i++) s->words[i] = strdup(words[i]);
  struct error error = {0};
  const struct request_form *form = &request_forms[REQUEST_verify];
  if (!request_read(&s->request, form, &strategy_portfolio, n, s->words, &error)) fail_msg("%s", error.message);
  job_init(&s->job, &s->request);
  if (!job_load(&s->job, &error)) fail_msg("%s", error.message ? error.message : "a limit was reached");
  verifier_init(&s->v, &s->job);
}

static void close_side(struct side *s) {
  verifier_release(&s->v);
  job_finish(&s->job);
  job_release(&s->job);
  request_release(&s->request);
  for (size_t i = 0; i < sizeof s->words / sizeof *s->words; i++) free(s->words[i]);
}

static void run_side(struct side *s, struct text *text) {
  struct error error = {0};
  verifier_run_request(&s->v, &error);
  assert_int_equal(error.status, 0);
  verifier_write_result(&s->v, text);
}

static const char error_text[] = "#include <assert.h>\n"
                                 "extern int __VERIFIER_nondet_int(void);\n"
                                 "extern double __VERIFIER_nondet_double(void);\n"
                                 "int main(void) {\n"
                                 "  int a[4], n = __VERIFIER_nondet_int();\n"
                                 "  double d = __VERIFIER_nondet_double();\n"
                                 "  if (n < 0 || n > 3) return 0;\n"
                                 "  a[n] = __VERIFIER_nondet_int();\n"
                                 "  assert(!(n == 2 && a[2] == -7 && d == 0.5));\n"
                                 "}\n";

static const char proof_text[] = "#include <assert.h>\n"
                                 "extern int __VERIFIER_nondet_int(void);\n"
                                 "int main(void) {\n"
                                 "  unsigned x = 0;\n"
                                 "  while (__VERIFIER_nondet_int()) {\n"
                                 "    if (__VERIFIER_nondet_int()) x += 2; else x += 4;\n"
                                 "  }\n"
                                 "  assert(x % 2 == 0);\n"
                                 "}\n";

// What one process writes: the verdict is the expected one.
static void write_result(const char *file, const char *engine, enum verdict expected, struct text *text) {
  struct side from;
  open_side(&from, file, engine);
  run_side(&from, text);
  assert_int_equal(from.v.result.verdict, expected);
  close_side(&from);
}

// Written again it is the same from the error to the invariants.
static void check_same(struct side *to, const struct text *text) {
  struct text again = {0};
  result_write(&to->v.result, &to->job, &again);
  const char *a = strstr(text_cstr(text), "\"error\""), *b = strstr(text_cstr(&again), "\"error\"");
  assert_memory_equal(a, b, (size_t)(strstr(a, "\"reached\"") - a));
  text_release(&again);
}

// The inputs lead another automaton of the same program into the same error.
static void check_error(const char *engine) {
  const char *file = write_program(error_text);
  struct side to;
  struct text text = {0};
  write_result(file, engine, VERDICT_FALSE, &text);
  open_side(&to, file, engine);
  assert_true(verifier_read_result(&to.v, text_cstr(&text)));
  const struct claim *claim = &to.v.result.claim;
  assert_int_equal(to.v.result.verdict, VERDICT_FALSE);
  assert_int_equal(to.v.result.check, CHECK_CONFIRMED);
  check_same(&to, &text);
  struct state *last = NULL;
  enum state_event event =
      state_replay(to.v.search.program, claim->inputs.size, claim->inputs.data, UINT64_MAX, NULL, NULL, &last);
  assert_int_equal(event, STATE_ERROR);
  assert_int_equal(state_location(last).id, claim->error_location.id);
  state_free(last);
  close_side(&to);
  text_release(&text);
  unlink(file);
}

static void an_error_is_read(void **state) {
  (void)state;
  check_error("symex");
}

// Its automaton is in large-block encoding.
static void an_error_of_large_blocks_is_read(void **state) {
  (void)state;
  check_error("symexpa");
}

static void a_proof_is_read(void **state) {
  (void)state;
  const char *file = write_program(proof_text);
  struct side to;
  struct text text = {0};
  write_result(file, "symexpa", VERDICT_TRUE, &text);
  open_side(&to, file, "symexpa");
  assert_true(verifier_read_result(&to.v, text_cstr(&text)));
  assert_true(to.v.result.invariants.size > 0);
  assert_string_equal(to.v.result.engine->name, "symexpa");
  check_same(&to, &text);
  // The certificate, too: it is as good as the one that was written.
  const char *message = NULL;
  assert_false(certificate_is_empty(&to.v.result.claim.certificate));
  assert_true(certificate_check(to.job.program.cfa, &to.job.limits, &to.job.stats, &to.v.result.claim.certificate,
                                false, NULL, &message));
  close_side(&to);
  text_release(&text);
  unlink(file);
}

// Replaces the first occurrence.
static void replace(struct text *text, const char *what, const char *by) {
  struct text out = {0};
  const char *at = strstr(text_cstr(text), what);
  assert_non_null(at);
  text_add_n(&out, text_cstr(text), (size_t)(at - text_cstr(text)));
  text_add(&out, by);
  text_add(&out, at + strlen(what));
  text_clear(text);
  text_add(text, text_cstr(&out));
  text_release(&out);
}

static void other_texts_are_refused(void **state) {
  (void)state;
  static const char *const changes[][2] = {{"\"version\":1", "\"version\":2"},
                                           {"\"verdict\":2", "\"verdict\":7"},
                                           {"\"locations\":", "\"locations\":1"},
                                           {"\"edges\":", "\"edges\":9"},
                                           {"\"error\":", "\"error\":9999"},
                                           {"\"inputs\":[[", "\"inputs\":[[77777"},
                                           {"{", "["}};
  const char *file = write_program(error_text);
  struct text text = {0};
  write_result(file, "symex", VERDICT_FALSE, &text);
  for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
    struct text changed = {0};
    struct side to;
    text_add(&changed, text_cstr(&text));
    replace(&changed, changes[i][0], changes[i][1]);
    open_side(&to, file, "symex");
    if (verifier_read_result(&to.v, text_cstr(&changed))) fail_msg("%s is accepted", changes[i][1]);
    close_side(&to);
    text_release(&changed);
  }
  for (size_t n = 0; n < text.size; n += 1 + text.size / 10) { // cut off
    struct text cut = {0};
    struct side to;
    text_add_n(&cut, text_cstr(&text), n);
    open_side(&to, file, "symex");
    assert_false(verifier_read_result(&to.v, text_cstr(&cut)));
    close_side(&to);
    text_release(&cut);
  }
  text_release(&text);
  unlink(file);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_error_is_read),
      cmocka_unit_test(an_error_of_large_blocks_is_read),
      cmocka_unit_test(a_proof_is_read),
      cmocka_unit_test(other_texts_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

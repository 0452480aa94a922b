// The engine that runs the program with random inputs: what it finds, that it is the same each time and in slices, and
// where it ends.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "engine_fixture.h"
#include "fixture.h"

// Behind 1000 iterations with an input each, one of them 42.
static const char far[] =
    "cfa \"far\"\nglobal i (_ BitVec 32)\nglobal n (_ BitVec 32)\nfunction main\n  edge start -> head\n"
    "    i := #x00000000\n    n := #x00000000\n"
    "  edge head -> head [(bvult i #x000003e8)]\n    input x (_ BitVec 32) nondet \"x\"\n"
    "    i := (bvadd i #x00000001)\n    n := (ite (= x #x0000002a) #x00000001 n)\n"
    "  edge head -> bad [(and (bvuge i #x000003e8) (= n #x00000001))]\n"
    "  edge head -> good [(and (bvuge i #x000003e8) (distinct n #x00000001))]\n"
    "  location good stop\n  location bad error \"bad\"\n";

// Behind a test that is one in 2^64: the solver's.
static const char narrow[] = "cfa \"narrow\"\nfunction main\n"
                             "  edge start -> bad [(= (bvmul x #x0123456789abcdef) #x1111111111111111)]\n"
                             "    input x (_ BitVec 64) nondet \"x\"\n"
                             "  edge start -> good [(distinct (bvmul x #x0123456789abcdef) #x1111111111111111)]\n"
                             "    input x (_ BitVec 64) nondet \"x\"\n"
                             "  location good stop\n  location bad error \"bad\"\n";

// One run without inputs, and no error.
static const char decided[] = "cfa \"decided\"\nglobal i (_ BitVec 32)\nfunction main\n  edge start -> head\n"
                              "    i := #x00000000\n"
                              "  edge head -> head [(bvult i #x000f0000)]\n    i := (bvadd i #x00000001)\n"
                              "  edge head -> good [(= i #x000f0000)]\n"
                              "  edge head -> bad [(bvugt i #x000f0000)]\n"
                              "  location good stop\n  location bad error \"bad\"\n";

#define MOST_SLICES 20000

struct ending {
  enum verdict verdict;
  enum reason reason;
  uint64_t inputs; // a hash of them
};

// Slices of this effort; the last one ends it.
static struct ending run(const char *text, uint64_t effort) {
  struct fixture f;
  struct engine_run r;
  fixture_init(&f);
  fixture_read(&f, text);
  engine_run_init(&r, "random", f.cfa, f.program, &f.limits, &f.stats);
  engine_run_open(&r);
  uint32_t slices = 0;
  while (!r.engine->advance(r.running, &(struct slice){.effort = effort})) assert_true(++slices < MOST_SLICES);
  r.engine->close(r.running);
  struct ending e = {r.claim.verdict, r.claim.reason, r.claim.inputs.size};
  const struct vec_input_value *inputs = &r.claim.inputs;
  for (uint32_t i = 0; i < inputs->size; i++) {
    uint64_t bits = 0;
    if (!term_none(inputs->data[i].value)) assert_true(term_value64(f.tm, inputs->data[i].value, &bits));
    e.inputs = hash_mix(e.inputs, bits);
  }
  if (e.verdict == VERDICT_FALSE)
    assert_int_equal(state_replay(f.program, inputs->size, inputs->data, UINT64_MAX, NULL, NULL, NULL), STATE_ERROR);
  engine_run_release(&r);
  fixture_release(&f);
  return e;
}

static void errors(void **unused) {
  (void)unused;
  assert_int_equal(run(far, 0).verdict, VERDICT_FALSE);
  assert_int_equal(run(narrow, 0).verdict, VERDICT_FALSE);
}

static void slices(void **unused) {
  (void)unused;
  const char *const texts[] = {far, narrow};
  for (uint32_t i = 0; i < 2; i++) {
    struct ending whole = run(texts[i], 0), again = run(texts[i], 0), parts = run(texts[i], 5000);
    assert_int_equal(whole.inputs, again.inputs);
    assert_int_equal(parts.verdict, VERDICT_FALSE);
  }
}

// What was run is no proof.
static void no_proof(void **unused) {
  (void)unused;
  struct ending e = run(decided, 0);
  assert_int_equal(e.verdict, VERDICT_UNKNOWN);
  assert_int_equal(e.reason, REASON_DEPTH);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(errors), cmocka_unit_test(slices), cmocka_unit_test(no_proof)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

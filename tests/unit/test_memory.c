// The memory trie against a naive array of cells: random writes, fills, copies,
// erasures, sharing and freezing.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "state/convert.h"
#include "state/program.h"
#include "random.h"

enum { CELLS = 4096 };

struct naive {
  bool present[CELLS];
  uint64_t value[CELLS];
};

static struct rng rng;
static uint64_t random_below(uint64_t n) { return rng_below(&rng, n); }

// Cells start here, so that several levels of the trie are used.
static const uint64_t START = 0x12345678ff0;

static struct value concrete(uint64_t bits) { return (struct value){.term = 0, .bits = bits}; }

static void compare(struct terms *tm, struct memory *m, const struct naive *n, struct term base) {
  for (uint32_t i = 0; i < CELLS; i++) {
    struct value v = memory_read(tm, m, START + i, NULL);
    if (n->present[i]) {
      assert_int_equal(v.term, 0);
      assert_int_equal(v.bits, n->value[i]);
    } else {
      assert_int_equal(v.term, term_select(tm, base, term_bv(tm, 64, START + i)).id);
    }
  }
}

static struct memory *random_change(struct terms *tm, struct memory *m, struct naive *n, bool freezes) {
  uint64_t at = random_below(CELLS), count = 1 + random_below(random_below(2) ? 70 : CELLS), v = random_below(256);
  if (at + count > CELLS) count = CELLS - at;
  switch (random_below(freezes ? 5 : 6)) {
  case 0:
  case 1:
    m = memory_write(tm, m, START + at, concrete(v));
    n->present[at] = true;
    n->value[at] = v;
    break;
  case 2:
    m = memory_fill(tm, m, START + at, count, concrete(v));
    for (uint64_t i = 0; i < count; i++) n->present[at + i] = true, n->value[at + i] = v;
    break;
  case 3: { // within itself, where every source cell is known
    uint64_t from = random_below(CELLS - count + 1);
    for (uint64_t i = 0; i < count; i++)
      if (!n->present[from + i]) return m;
    struct memory *src = memory_ref(m);
    m = memory_copy(tm, m, START + at, src, START + from, count);
    memory_unref(src);
    memmove(n->value + at, n->value + from, count * sizeof n->value[0]);
    for (uint64_t i = 0; i < count; i++) n->present[at + i] = true;
    break;
  }
  case 4:
    if (freezes) memory_term(tm, m);
    break;
  case 5:
    m = memory_erase(m, START + at, START + at + count - 1);
    for (uint64_t i = 0; i < count; i++) n->present[at + i] = false;
    break;
  }
  return m;
}

static struct term byte_array(struct terms *tm, const char *name) {
  return term_var(tm, sort_array(tm, sort_bv(tm, 64), sort_bv(tm, 8)), name);
}

static void changes(bool freezes, int rounds) {
  struct terms *tm = terms_new();
  struct term base = byte_array(tm, "base");
  for (int round = 0; round < rounds; round++) {
    struct naive *n = mem_zalloc(1, sizeof *n), *old = mem_zalloc(1, sizeof *old);
    struct memory *m = memory_new(tm, base), *snapshot = NULL;
    for (int k = 0; k < 60; k++) {
      if (k == 30) { // a copy must not see later changes
        snapshot = memory_ref(m);
        *old = *n;
      }
      m = random_change(tm, m, n, freezes);
    }
    compare(tm, m, n, base);
    compare(tm, snapshot, old, base);
    memory_unref(m);
    memory_unref(snapshot);
    mem_free(n);
    mem_free(old);
  }
  terms_free(tm);
}

static void changes_agree_with_a_naive_map(void **unused) {
  (void)unused;
  rng = rng_new(1);
  changes(false, 30);
}

static void freezing_changes_nothing(void **unused) {
  (void)unused;
  rng = rng_new(2);
  changes(true, 30);
}

static void frozen_term_has_all_cells(void **unused) {
  (void)unused;
  rng = rng_new(3);
  struct terms *tm = terms_new();
  struct term base = byte_array(tm, "base");
  struct naive *n = mem_zalloc(1, sizeof *n);
  struct memory *m = memory_new(tm, base);
  for (int k = 0; k < 40; k++) m = random_change(tm, m, n, false);
  struct term t = memory_term(tm, m);
  for (uint32_t i = 0; i < CELLS; i++) {
    uint64_t bits;
    struct term cell = term_select(tm, t, term_bv(tm, 64, START + i));
    if (n->present[i]) {
      assert_true(term_value64(tm, cell, &bits));
      assert_int_equal(bits, n->value[i]);
    } else {
      assert_int_equal(cell.id, term_select(tm, base, term_bv(tm, 64, START + i)).id);
    }
  }
  memory_unref(m);
  mem_free(n);
  terms_free(tm);
}

static void cells_are_told_from_the_base(void **unused) {
  (void)unused;
  struct terms *tm = terms_new();
  struct memory *m = memory_new(tm, byte_array(tm, "base"));
  bool absent;
  memory_read(tm, m, 77, &absent);
  assert_true(absent);
  m = memory_write(tm, m, 77, concrete(5));
  assert_int_equal(memory_read(tm, m, 77, &absent).bits, 5);
  assert_false(absent);
  memory_read(tm, m, 78, &absent);
  assert_true(absent);
  m = memory_erase(m, 70, 80);
  memory_read(tm, m, 77, &absent);
  assert_true(absent);
  assert_int_equal(memory_cells(m), 0);
  memory_unref(m);
  // Nothing is arbitrary in a constant array.
  m = memory_new(tm, term_array_const(tm, sort_array(tm, sort_bv(tm, 32), sort_bv(tm, 8)), term_bv(tm, 8, 9)));
  assert_int_equal(memory_read(tm, m, 1, &absent).bits, 9);
  assert_false(absent);
  memory_unref(m);
  terms_free(tm);
}

static void large_ranges_cost_little(void **unused) {
  (void)unused;
  struct terms *tm = terms_new();
  struct term base = byte_array(tm, "base");
  struct memory *m = memory_new(tm, base);
  uint64_t big = (uint64_t)1 << 40;
  m = memory_fill(tm, m, 3, big, concrete(7));
  assert_int_equal(memory_cells(m), big);
  assert_int_equal(memory_read(tm, m, 3, NULL).bits, 7);
  assert_int_equal(memory_read(tm, m, 2 + big, NULL).bits, 7);
  m = memory_write(tm, m, 12345678901, concrete(8));
  assert_int_equal(memory_read(tm, m, 12345678901, NULL).bits, 8);
  assert_int_equal(memory_read(tm, m, 12345678902, NULL).bits, 7);
  assert_int_not_equal(memory_read(tm, m, 2, NULL).term, 0);
  uint32_t before = terms_count(tm);
  struct term t = memory_term(tm, m);
  assert_true(terms_count(tm) - before < 5000);
  uint64_t bits;
  assert_true(term_value64(tm, term_select(tm, t, term_bv(tm, 64, 999999)), &bits));
  assert_int_equal(bits, 7);
  memory_unref(m);
  terms_free(tm);
}

static void indices_wrap(void **unused) {
  (void)unused;
  struct terms *tm = terms_new();
  struct memory *m = memory_new(tm, term_var(tm, sort_array(tm, sort_bv(tm, 8), sort_bv(tm, 8)), "small"));
  m = memory_fill(tm, m, 250, 10, concrete(1));
  assert_int_equal(memory_read(tm, m, 255, NULL).bits, 1);
  assert_int_equal(memory_read(tm, m, 3, NULL).bits, 1);
  assert_int_not_equal(memory_read(tm, m, 4, NULL).term, 0);
  memory_unref(m);
  terms_free(tm);
}

static void symbolic_cells(void **unused) {
  (void)unused;
  struct terms *tm = terms_new();
  struct term x = term_var(tm, sort_bv(tm, 8), "x");
  struct memory *m = memory_new(tm, byte_array(tm, "base"));
  m = memory_write(tm, m, 10, (struct value){.term = x.id});
  m = memory_write(tm, m, 11, concrete(3));
  struct memory *other = memory_ref(m);
  m = memory_write(tm, m, 10, concrete(4));
  assert_int_equal(memory_read(tm, other, 10, NULL).term, x.id);
  assert_int_equal(memory_read(tm, m, 10, NULL).bits, 4);
  // Copying absent cells copies what the base has there.
  m = memory_copy(tm, m, 100, other, 10, 3);
  assert_int_equal(memory_read(tm, m, 100, NULL).term, x.id);
  assert_int_equal(memory_read(tm, m, 101, NULL).bits, 3);
  assert_int_equal(memory_read(tm, m, 102, NULL).term, memory_read(tm, other, 12, NULL).term);
  memory_unref(m);
  memory_unref(other);
  terms_free(tm);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(changes_agree_with_a_naive_map),
      cmocka_unit_test(freezing_changes_nothing),
      cmocka_unit_test(frozen_term_has_all_cells),
      cmocka_unit_test(cells_are_told_from_the_base),
      cmocka_unit_test(large_ranges_cost_little),
      cmocka_unit_test(indices_wrap),
      cmocka_unit_test(symbolic_cells),
  };
  return cmocka_run_group_tests_name("memory", tests, NULL, NULL);
}

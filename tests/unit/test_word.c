// The word-level stage: transfer functions against all values at small widths, decisions against brute force and against Z3.
#include "base/hash.h"
#include "solve/word.h"
#include "solve/word_dom.h"
#include <assert.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

static uint64_t seed = 1;
static uint64_t rnd(uint64_t below) {
  seed += 0x9e3779b97f4a7c15u;
  return hash_u64(seed) % below;
}

// --- transfer functions ---------------------------------------------------------------------

VEC_TYPE(vec_dom, struct dom)

// All closed domains of a width: what intervals and known bits describe.
static void all_domains(uint32_t w, struct vec_dom *out) {
  int64_t n = 1 << w, half = n / 2;
  for (int64_t bits = 0; bits < (w == 4 ? 27 : n * n); bits++)
    for (int64_t ulo = 0; ulo < n; ulo++)
      for (int64_t uhi = ulo; uhi < n; uhi++)
        for (int64_t slo = -half; slo < half; slo++)
          for (int64_t shi = slo; shi < half; shi++) {
            struct dom d = {(uint64_t)bits & (uint64_t)(n - 1), (uint64_t)bits >> w, (uint64_t)ulo, (uint64_t)uhi, slo, shi}, before = d;
            bool some = false, closed = dom_close(&d, w);
            for (int64_t v = 0; v < n; v++) {
              bool in = dom_has(&before, (uint64_t)v, w);
              some = some || in;
              if (closed) assert_int_equal(in, dom_has(&d, (uint64_t)v, w));
            }
            if (!closed) {
              assert_false(some);
              continue;
            }
            assert_true(dom_has(&d, d.ulo, w) && dom_has(&d, d.uhi, w));
            assert_true(dom_has(&d, (uint64_t)d.slo & word_mask(w), w) && dom_has(&d, (uint64_t)d.shi & word_mask(w), w));
            bool known = false;
            for (uint32_t i = 0; i < out->size && !known; i++) known = dom_equal(&out->data[i], &d);
            if (!known) vec_dom_push(out, d);
          }
}

static struct vec_dom domains[5];
static void domains_of_tests(void) {
  for (uint32_t w = 1; w <= 4; w++)
    if (!domains[w].size && w <= 3) all_domains(w, &domains[w]);
  while (domains[4].size < 3000) { // width 4 has too many for all pairs: a random part
    struct dom d = dom_top(4);
    uint64_t bits = rnd(3) ? 0 : rnd(256);
    bool some = dom_meet_bits(&d, bits & 15, bits >> 4, 4);
    if (some && rnd(3)) some = dom_meet_unsigned(&d, rnd(16), rnd(16), 4);
    if (some && rnd(3)) some = dom_meet_signed(&d, (int64_t)rnd(16) - 8, (int64_t)rnd(16) - 8, 4);
    if (some) vec_dom_push(&domains[4], d);
  }
}

static struct dom some_domain(uint32_t w) { return domains[w].data[rnd(domains[w].size)]; }

// Every solution within the given domains must survive; operands that are fixed must fix the result.
static void check_narrowing(const struct word_op *op, const uint32_t *widths, uint32_t n, const struct dom *r, const struct dom *in) {
  struct dom nr = *r, out[3] = {in[0], in[1], in[2]};
  bool possible = word_narrow(op, &nr, &out[0], &out[1], &out[2]), all_fixed = true;
  for (uint32_t i = 0; i < n; i++) all_fixed = all_fixed && dom_fixed(&in[i]);
  uint64_t limit[3] = {1, 1, 1};
  for (uint32_t i = 0; i < n; i++) limit[i] = (uint64_t)1 << widths[i];
  for (uint64_t a = 0; a < limit[0]; a++)
    for (uint64_t b = 0; b < limit[1]; b++)
      for (uint64_t c = 0; c < limit[2]; c++) {
        uint64_t v[3] = {a, b, c}, value = word_eval(op, a, b, c);
        bool in_all = dom_has(r, value, op->width);
        for (uint32_t i = 0; i < n; i++) in_all = in_all && dom_has(&in[i], v[i], widths[i]);
        if (!in_all) continue;
        bool kept = possible && dom_has(&nr, value, op->width);
        for (uint32_t i = 0; i < n; i++) kept = kept && dom_has(&out[i], v[i], widths[i]);
        if (!kept)
          fail_msg("%s of width %u lost %lu %lu %lu -> %lu", term_kind_name(op->kind), op->width, (unsigned long)a, (unsigned long)b, (unsigned long)c, (unsigned long)value);
        if (all_fixed) assert_true(dom_fixed(&nr));
      }
  if (!possible) return;
  struct dom again = nr;
  assert_true(dom_close(&again, op->width) && dom_equal(&again, &nr));
  for (uint32_t i = 0; i < n; i++) {
    again = out[i];
    assert_true(dom_close(&again, widths[i]) && dom_equal(&again, &out[i]));
  }
}

static void check_operation(struct word_op op, uint32_t n, uint32_t wa, uint32_t wb, uint32_t wc) {
  uint32_t widths[3] = {wa, wb, wc}, samples = 1500;
  op.arg_width = op.kind == TERM_ITE ? wb : wa;
  uint64_t total = domains[op.width].size;
  for (uint32_t i = 0; i < n; i++) total *= domains[widths[i]].size;
  if (total <= 40000) { // all of them
    for (uint64_t k = 0; k < total; k++) {
      uint64_t rest = k;
      struct dom in[3] = {0};
      for (uint32_t i = 0; i < n; i++) in[i] = domains[widths[i]].data[rest % domains[widths[i]].size], rest /= domains[widths[i]].size;
      check_narrowing(&op, widths, n, &domains[op.width].data[rest], in);
    }
    return;
  }
  for (uint32_t k = 0; k < samples * 10; k++) {
    struct dom in[3] = {0}, r = rnd(2) ? dom_top(op.width) : some_domain(op.width);
    for (uint32_t i = 0; i < n; i++) in[i] = rnd(4) ? some_domain(widths[i]) : dom_const(rnd((uint64_t)1 << widths[i]), widths[i]);
    check_narrowing(&op, widths, n, &r, in);
  }
}

static void test_transfer(void **state) {
  (void)state;
  domains_of_tests();
  static const enum term_kind binary[] = {TERM_BV_ADD, TERM_BV_MUL, TERM_BV_UDIV, TERM_BV_UREM, TERM_BV_SDIV, TERM_BV_SREM,
                                          TERM_BV_AND, TERM_BV_OR, TERM_BV_XOR, TERM_BV_SHL, TERM_BV_LSHR, TERM_BV_ASHR};
  static const enum term_kind relations[] = {TERM_EQ, TERM_BV_ULT, TERM_BV_ULE, TERM_BV_SLT, TERM_BV_SLE};
  check_operation((struct word_op){.kind = TERM_NOT, .width = 1}, 1, 1, 0, 0);
  for (uint32_t w = 1; w <= 4; w++) {
    for (size_t i = 0; i < sizeof binary / sizeof *binary; i++) check_operation((struct word_op){.kind = binary[i], .width = w}, 2, w, w, 0);
    for (size_t i = 0; i < sizeof relations / sizeof *relations; i++) check_operation((struct word_op){.kind = relations[i], .width = 1}, 2, w, w, 0);
    check_operation((struct word_op){.kind = TERM_BV_NOT, .width = w}, 1, w, 0, 0);
    check_operation((struct word_op){.kind = TERM_BV_NEG, .width = w}, 1, w, 0, 0);
    check_operation((struct word_op){.kind = TERM_ITE, .width = w}, 3, 1, w, w);
    for (uint32_t l = 1; l < w; l++) {
      check_operation((struct word_op){.kind = TERM_BV_CONCAT, .width = w, .low_width = l}, 2, w - l, l, 0);
      check_operation((struct word_op){.kind = TERM_BV_ZEXT, .width = w, .p0 = w - l}, 1, l, 0, 0);
      check_operation((struct word_op){.kind = TERM_BV_SEXT, .width = w, .p0 = w - l}, 1, l, 0, 0);
    }
    for (uint32_t high = 0; high < w; high++)
      for (uint32_t low = 0; low <= high; low++)
        check_operation((struct word_op){.kind = TERM_BV_EXTRACT, .width = high - low + 1, .p0 = high, .p1 = low}, 1, w, 0, 0);
  }
}

// At full width: a random solution must survive any narrowing of domains it lies in.
static struct dom around(uint64_t value, uint32_t w) {
  struct dom d = dom_top(w);
  uint64_t mask = word_mask(w), known = rnd(2) ? 0 : rnd(UINT64_MAX) & rnd(UINT64_MAX) & mask, gap = rnd(UINT64_MAX) >> rnd(64);
  if (!rnd(4)) return dom_const(value, w);
  assert_true(dom_meet_bits(&d, ~value & known, value & known, w));
  if (rnd(2)) assert_true(dom_meet_unsigned(&d, value > gap ? value - gap : 0, mask - value > gap ? value + gap : mask, w));
  gap = rnd(UINT64_MAX) >> rnd(64) >> 2;
  int64_t s = word_signed(value, w);
  if (rnd(2)) assert_true(dom_meet_signed(&d, s < INT64_MIN + (int64_t)gap ? INT64_MIN : s - (int64_t)gap, s > INT64_MAX - (int64_t)gap ? INT64_MAX : s + (int64_t)gap, w));
  return d;
}

static uint64_t random_value(uint32_t w) {
  uint64_t v = rnd(3) ? rnd(UINT64_MAX) >> rnd(64) : rnd(2) ? -rnd(4) : ((uint64_t)1 << (w - 1)) + rnd(3) - 1;
  return v & word_mask(w);
}

static void test_transfer_wide(void **state) {
  (void)state;
  static const enum term_kind kinds[] = {TERM_BV_ADD, TERM_BV_MUL, TERM_BV_UDIV, TERM_BV_UREM, TERM_BV_SDIV, TERM_BV_SREM, TERM_BV_AND, TERM_BV_OR, TERM_BV_XOR,
                                         TERM_BV_SHL, TERM_BV_LSHR, TERM_BV_ASHR, TERM_EQ, TERM_BV_ULT, TERM_BV_ULE, TERM_BV_SLT, TERM_BV_SLE,
                                         TERM_BV_NOT, TERM_BV_NEG, TERM_BV_EXTRACT, TERM_BV_ZEXT, TERM_BV_SEXT, TERM_BV_CONCAT};
  for (uint32_t k = 0; k < 400000; k++) {
    uint32_t w = (uint32_t[]){8, 16, 32, 33, 63, 64, 64}[rnd(7)], wa = w, wb = w;
    struct word_op op = {.kind = kinds[rnd(sizeof kinds / sizeof *kinds)], .width = w};
    switch (op.kind) {
    case TERM_EQ: case TERM_BV_ULT: case TERM_BV_ULE: case TERM_BV_SLT: case TERM_BV_SLE: op.width = 1; break;
    case TERM_BV_ZEXT: case TERM_BV_SEXT: wa = 1 + (uint32_t)rnd(w - 1); break;
    case TERM_BV_CONCAT: wb = op.low_width = 1 + (uint32_t)rnd(w - 1), wa = w - wb; break;
    case TERM_BV_EXTRACT:
      op.p0 = (uint32_t)rnd(w);
      op.p1 = (uint32_t)rnd(op.p0 + 1);
      op.width = op.p0 - op.p1 + 1;
      break;
    default: break;
    }
    op.arg_width = wa;
    uint64_t a = random_value(wa), b = random_value(wb), r = word_eval(&op, a, b, 0);
    struct dom da = around(a, wa), db = around(b, wb), dr = around(r, op.width), unused = {0};
    bool fixed = dom_fixed(&da) && dom_fixed(&db);
    if (!word_narrow(&op, &dr, &da, &db, &unused) || !dom_has(&dr, r, op.width) || !dom_has(&da, a, wa) || !dom_has(&db, b, wb))
      fail_msg("%s of width %u lost %lx %lx -> %lx", term_kind_name(op.kind), op.width, (unsigned long)a, (unsigned long)b, (unsigned long)r);
    if (fixed) assert_true(dom_fixed(&dr));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_transfer),
    cmocka_unit_test(test_transfer_wide),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

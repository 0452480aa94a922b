// The word-level stage: transfer functions against all values at small widths, decisions against brute force and
// against Z3.
#include "base/memory/hash.h"
#include "base/memory/map.h"
#include "solve/word/word.h"
#include "solve/word/domain.h"
#include "random.h"
#include "timing.h"
#include <assert.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

static struct rng rng = {88172645463325252u};
static uint64_t rnd(uint64_t below) { return rng_below(&rng, below); }

// --- transfer functions ---------------------------------------------------------------------

VEC_TYPE(vec_dom, struct dom)

// All closed domains of a width: what intervals and known bits describe.
static void all_domains(uint32_t w, struct vec_dom *out) {
  int64_t n = 1 << w, half = n / 2;
  for (int64_t bits = 0; bits < n * n; bits++)
    for (int64_t ulo = 0; ulo < n; ulo++)
      for (int64_t uhi = ulo; uhi < n; uhi++)
        for (int64_t slo = -half; slo < half; slo++)
          for (int64_t shi = slo; shi < half; shi++) {
            struct dom d = {(uint64_t)bits & (uint64_t)(n - 1),
                            (uint64_t)bits >> w,
                            (uint64_t)ulo,
                            (uint64_t)uhi,
                            slo,
                            shi},
                       before = d;
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
            assert_true(dom_has(&d, (uint64_t)d.slo & word_mask(w), w) &&
                        dom_has(&d, (uint64_t)d.shi & word_mask(w), w));
            bool known = false;
            for (uint32_t i = 0; i < out->size && !known; i++) known = dom_equal(&out->data[i], &d);
            if (!known) vec_dom_push(out, d);
          }
}

static struct vec_dom domains[5]; // by width
static void domains_of_tests(void) {
  for (uint32_t w = 1; w <= 3; w++) all_domains(w, &domains[w]);
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
static void check_narrowing(const struct word_op *op, const uint32_t *widths, uint32_t n, const struct dom *r,
                            const struct dom *in) {
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
          fail_msg("%s of width %u lost %lu %lu %lu -> %lu", term_kind_name(op->kind), op->width, (unsigned long)a,
                   (unsigned long)b, (unsigned long)c, (unsigned long)value);
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
      for (uint32_t i = 0; i < n; i++)
        in[i] = domains[widths[i]].data[rest % domains[widths[i]].size], rest /= domains[widths[i]].size;
      check_narrowing(&op, widths, n, &domains[op.width].data[rest], in);
    }
    return;
  }
  for (uint32_t k = 0; k < samples * 10 / LESS; k++) {
    struct dom in[3] = {0}, r = rnd(2) ? dom_top(op.width) : some_domain(op.width);
    for (uint32_t i = 0; i < n; i++)
      in[i] = rnd(4) ? some_domain(widths[i]) : dom_const(rnd((uint64_t)1 << widths[i]), widths[i]);
    check_narrowing(&op, widths, n, &r, in);
  }
}

static void test_transfer(void **state) {
  (void)state;
  domains_of_tests();
  static const enum term_kind binary[] = {TERM_BV_ADD,  TERM_BV_MUL,  TERM_BV_UDIV, TERM_BV_UREM,
                                          TERM_BV_SDIV, TERM_BV_SREM, TERM_BV_AND,  TERM_BV_OR,
                                          TERM_BV_XOR,  TERM_BV_SHL,  TERM_BV_LSHR, TERM_BV_ASHR};
  static const enum term_kind relations[] = {TERM_EQ, TERM_BV_ULT, TERM_BV_ULE, TERM_BV_SLT, TERM_BV_SLE};
  check_operation((struct word_op){.kind = TERM_NOT, .width = 1}, 1, 1, 0, 0);
  for (uint32_t w = 1; w <= 4; w++) {
    for (size_t i = 0; i < sizeof binary / sizeof *binary; i++)
      check_operation((struct word_op){.kind = binary[i], .width = w}, 2, w, w, 0);
    for (size_t i = 0; i < sizeof relations / sizeof *relations; i++)
      check_operation((struct word_op){.kind = relations[i], .width = 1}, 2, w, w, 0);
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
        check_operation((struct word_op){.kind = TERM_BV_EXTRACT, .width = high - low + 1, .p0 = high, .p1 = low}, 1, w,
                        0, 0);
  }
}

// At full width: a random solution must survive any narrowing of domains it lies in.
static struct dom around(uint64_t value, uint32_t w) {
  struct dom d = dom_top(w);
  uint64_t mask = word_mask(w), known = rnd(2) ? 0 : rnd(UINT64_MAX) & rnd(UINT64_MAX) & mask,
           gap = rnd(UINT64_MAX) >> rnd(64);
  if (!rnd(4)) return dom_const(value, w);
  assert_true(dom_meet_bits(&d, ~value & known, value & known, w));
  if (rnd(2))
    assert_true(dom_meet_unsigned(&d, value > gap ? value - gap : 0, mask - value > gap ? value + gap : mask, w));
  gap = rnd(UINT64_MAX) >> rnd(64) >> 2;
  int64_t s = word_signed(value, w);
  if (rnd(2))
    assert_true(dom_meet_signed(&d, s < INT64_MIN + (int64_t)gap ? INT64_MIN : s - (int64_t)gap,
                                s > INT64_MAX - (int64_t)gap ? INT64_MAX : s + (int64_t)gap, w));
  return d;
}

static uint64_t random_value(uint32_t w) {
  uint64_t v = rnd(3) ? rnd(UINT64_MAX) >> rnd(64) : rnd(2) ? -rnd(4) : ((uint64_t)1 << (w - 1)) + rnd(3) - 1;
  return v & word_mask(w);
}

static void test_transfer_wide(void **state) {
  (void)state;
  static const enum term_kind kinds[] = {
      TERM_BV_ADD, TERM_BV_MUL, TERM_BV_UDIV, TERM_BV_UREM,    TERM_BV_SDIV, TERM_BV_SREM, TERM_BV_AND,   TERM_BV_OR,
      TERM_BV_XOR, TERM_BV_SHL, TERM_BV_LSHR, TERM_BV_ASHR,    TERM_EQ,      TERM_BV_ULT,  TERM_BV_ULE,   TERM_BV_SLT,
      TERM_BV_SLE, TERM_BV_NOT, TERM_BV_NEG,  TERM_BV_EXTRACT, TERM_BV_ZEXT, TERM_BV_SEXT, TERM_BV_CONCAT};
  for (uint32_t k = 0; k < 400000 / LESS; k++) {
    uint32_t w = (uint32_t[]){8, 16, 32, 33, 63, 64, 64}[rnd(7)], wa = w, wb = w;
    struct word_op op = {.kind = kinds[rnd(sizeof kinds / sizeof *kinds)], .width = w};
    switch (op.kind) {
    case TERM_EQ:
    case TERM_BV_ULT:
    case TERM_BV_ULE:
    case TERM_BV_SLT:
    case TERM_BV_SLE: op.width = 1; break;
    case TERM_BV_ZEXT:
    case TERM_BV_SEXT: wa = 1 + (uint32_t)rnd(w - 1); break;
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
    if (!word_narrow(&op, &dr, &da, &db, &unused) || !dom_has(&dr, r, op.width) || !dom_has(&da, a, wa) ||
        !dom_has(&db, b, wb))
      fail_msg("%s of width %u lost %lx %lx -> %lx", term_kind_name(op.kind), op.width, (unsigned long)a,
               (unsigned long)b, (unsigned long)r);
    if (fixed) assert_true(dom_fixed(&dr));
  }
}

// --- operations on values against the folding of constants -------------------------------------

static const enum term_kind operations[] = {
    TERM_EQ,      TERM_BV_NOT, TERM_BV_NEG, TERM_BV_ADD,    TERM_BV_MUL,     TERM_BV_UDIV, TERM_BV_UREM, TERM_BV_SDIV,
    TERM_BV_SREM, TERM_BV_AND, TERM_BV_OR,  TERM_BV_XOR,    TERM_BV_SHL,     TERM_BV_LSHR, TERM_BV_ASHR, TERM_BV_ULT,
    TERM_BV_ULE,  TERM_BV_SLT, TERM_BV_SLE, TERM_BV_CONCAT, TERM_BV_EXTRACT, TERM_BV_ZEXT, TERM_BV_SEXT};
enum { OPERATIONS = sizeof operations / sizeof *operations };

static void test_values(void **state) {
  (void)state;
  struct terms *tm = terms_new();
  for (uint32_t k = 0; k < 60000 / LESS; k++) {
    uint32_t w = rnd(2) ? 1 + (uint32_t)rnd(4) : 1 + (uint32_t)rnd(64), wa = w, wb = w, n = 2;
    struct word_op op = {.kind = operations[rnd(OPERATIONS)], .width = w};
    switch (op.kind) {
    case TERM_EQ:
    case TERM_BV_ULT:
    case TERM_BV_ULE:
    case TERM_BV_SLT:
    case TERM_BV_SLE: op.width = 1; break;
    case TERM_BV_NOT:
    case TERM_BV_NEG: n = 1; break;
    case TERM_BV_ZEXT:
    case TERM_BV_SEXT: n = 1, wa = 1 + (uint32_t)rnd(w), op.p0 = w - wa; break;
    case TERM_BV_CONCAT:
      if (w < 2) continue;
      wb = op.low_width = 1 + (uint32_t)rnd(w - 1), wa = w - wb;
      break;
    case TERM_BV_EXTRACT:
      n = 1, op.p0 = (uint32_t)rnd(w), op.p1 = (uint32_t)rnd(op.p0 + 1), op.width = op.p0 - op.p1 + 1;
      break;
    default: break;
    }
    if ((op.kind == TERM_BV_ZEXT || op.kind == TERM_BV_SEXT) && !op.p0) continue;
    op.arg_width = wa;
    uint64_t a = random_value(wa), b = random_value(wb), value;
    struct term t = term_make(tm, op.kind, (struct sort){0}, op.p0, op.p1, n,
                              (struct term[]){term_bv(tm, wa, a), term_bv(tm, wb, b)});
    assert_true(term_value64(tm, t, &value));
    if (value != word_eval(&op, a, b, 0))
      fail_msg("%s of width %u at %lx %lx", term_kind_name(op.kind), w, (unsigned long)a, (unsigned long)b);
  }
  terms_free(tm);
}

// --- random conjunctions -------------------------------------------------------------------------

struct pool {
  struct terms *tm;
  uint32_t width;             // of the words
  struct vec_term words, formulas;
  uint32_t n_vars;
  struct term vars[4];
};

static struct term word_at(struct pool *p) { return p->words.data[rnd(p->words.size)]; }
static struct term formula_at(struct pool *p) { return p->formulas.data[rnd(p->formulas.size)]; }

static struct term random_constant(struct pool *p) {
  return term_bv(p->tm, p->width,
                 rnd(3) ? rnd((uint64_t)1 << (p->width < 20 ? p->width : 20)) : random_value(p->width));
}

static struct term random_word(struct pool *p) {
  struct terms *tm = p->tm;
  uint32_t w = p->width;
  struct term a = word_at(p), b = rnd(2) ? random_constant(p) : word_at(p);
  static const enum term_kind kinds[] = {TERM_BV_ADD,  TERM_BV_ADD,  TERM_BV_ADD,  TERM_BV_MUL, TERM_BV_UDIV,
                                         TERM_BV_UREM, TERM_BV_SDIV, TERM_BV_SREM, TERM_BV_AND, TERM_BV_OR,
                                         TERM_BV_XOR,  TERM_BV_SHL,  TERM_BV_LSHR, TERM_BV_ASHR};
  switch (rnd(8)) {
  case 0: return rnd(2) ? term_bvnot(tm, a) : term_neg(tm, a);
  case 1: return term_ite(tm, formula_at(p), a, b);
  case 2: {
    uint32_t high = (uint32_t)rnd(w), low = (uint32_t)rnd(high + 1);
    struct term part = term_extract(tm, high, low, a);
    return rnd(2) ? term_zext(tm, part, w) : term_sext(tm, part, w);
  }
  case 3: {
    if (w < 2) return a;
    uint32_t cut = 1 + (uint32_t)rnd(w - 1);
    return term_concat(tm, term_extract(tm, w - 1, cut, a), term_extract(tm, cut - 1, 0, b));
  }
  default:
    return term_make(tm, kinds[rnd(sizeof kinds / sizeof *kinds)], (struct sort){0}, 0, 0, 2, (struct term[]){a, b});
  }
}

static struct term random_formula(struct pool *p) {
  struct terms *tm = p->tm;
  struct term a = word_at(p), b = rnd(2) ? random_constant(p) : word_at(p);
  if (rnd(2)) {
    struct term swap = a;
    a = b, b = swap;
  }
  switch (rnd(10)) {
  case 0: return term_eq(tm, a, b);
  case 1: return term_not(tm, term_eq(tm, a, b));
  case 2:
  case 3: return term_ult(tm, a, b);
  case 4: return term_ule(tm, a, b);
  case 5: return term_slt(tm, a, b);
  case 6: return term_sle(tm, a, b);
  case 7: return term_or(tm, formula_at(p), formula_at(p));
  case 8: return term_or(tm, formula_at(p), term_not(tm, formula_at(p)));
  default: return term_and(tm, formula_at(p), formula_at(p));
  }
}

static void pool_init(struct pool *p, struct terms *tm, uint32_t width, uint32_t n_vars, uint32_t size) {
  *p = (struct pool){.tm = tm, .width = width, .n_vars = n_vars};
  for (uint32_t i = 0; i < n_vars; i++) {
    char name[32];
    snprintf(name, sizeof name, "x%u_%u", i, width);
    p->vars[i] = term_var(tm, sort_bv(tm, width), name);
    vec_term_push(&p->words, p->vars[i]);
  }
  vec_term_push(&p->formulas, term_eq(tm, p->vars[0], random_constant(p)));
  for (uint32_t i = 0; i < size; i++) {
    vec_term_push(&p->words, random_word(p));
    vec_term_push(&p->formulas, random_formula(p));
    vec_term_push(&p->formulas, random_formula(p));
    if (!rnd(3)) vec_term_push(&p->words, p->vars[rnd(n_vars)]);
  }
}

static void pool_release(struct pool *p) {
  vec_term_release(&p->words);
  vec_term_release(&p->formulas);
}

// --- brute force -----------------------------------------------------------------------------------

// The terms below the conjuncts by ascending id, so that operands come first.
static int by_number(const void *x, const void *y) {
  uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
  return a < b ? -1 : a > b;
}

static void collect(struct terms *tm, uint32_t n, const struct term *conjuncts, struct vec_u32 *out) {
  struct map_u32 seen = {0};
  for (uint32_t i = 0; i < n; i++) vec_u32_push(out, conjuncts[i].id);
  for (uint32_t i = 0; i < out->size; i++) {
    struct term t = {out->data[i]};
    for (uint32_t k = 0; k < term_arity(tm, t); k++) {
      uint32_t child = term_child(tm, t, k).id;
      if (map_u32_find(&seen, child)) continue;
      map_u32_put(&seen, child, 1);
      vec_u32_push(out, child);
    }
  }
  if (out->size) qsort(out->data, out->size, sizeof *out->data, by_number);
  map_u32_release(&seen);
}

static uint64_t value_of(struct terms *tm, struct term t, const uint64_t *values) {
  enum term_kind kind = term_kind(tm, t);
  uint64_t v[3] = {0}, constant;
  if (term_value64(tm, t, &constant)) return constant;
  uint32_t n = term_arity(tm, t);
  if (kind == TERM_AND || kind == TERM_OR) {
    for (uint32_t i = 0; i < n; i++)
      if (values[term_child(tm, t, i).id] != (kind == TERM_AND)) return kind == TERM_OR;
    return kind == TERM_AND;
  }
  for (uint32_t i = 0; i < n; i++) v[i] = values[term_child(tm, t, i).id];
  bool boolean = sort_kind(tm, term_sort(tm, t)) == SORT_BOOL;
  struct term first = term_child(tm, t, kind == TERM_ITE);
  struct word_op op = {.kind = kind, .width = boolean ? 1 : term_width(tm, t)};
  op.arg_width = sort_kind(tm, term_sort(tm, first)) == SORT_BOOL ? 1 : term_width(tm, first);
  if (kind == TERM_BV_CONCAT) op.low_width = term_width(tm, term_child(tm, t, 1));
  if (kind == TERM_BV_EXTRACT) op.p0 = term_param(tm, t, 0), op.p1 = term_param(tm, t, 1);
  return word_eval(&op, v[0], v[1], v[2]);
}

static bool satisfiable(struct pool *p, uint32_t n, const struct term *conjuncts) {
  struct vec_u32 order = {0};
  collect(p->tm, n, conjuncts, &order);
  uint64_t *values = mem_zalloc(terms_count(p->tm) + 1, sizeof *values), total = (uint64_t)1 << (p->width * p->n_vars);
  bool found = false;
  for (uint64_t a = 0; a < total && !found; a++) {
    for (uint32_t i = 0; i < p->n_vars; i++) values[p->vars[i].id] = a >> (i * p->width) & word_mask(p->width);
    for (uint32_t i = 0; i < order.size; i++) {
      struct term t = {order.data[i]};
      if (term_kind(p->tm, t) != TERM_VAR) values[t.id] = value_of(p->tm, t, values);
    }
    found = true;
    for (uint32_t i = 0; i < n; i++) found = found && values[conjuncts[i].id];
  }
  mem_free(values);
  vec_u32_release(&order);
  return found;
}

static void check_model(struct model *model, uint32_t n, const struct term *conjuncts) {
  assert_non_null(model);
  for (uint32_t i = 0; i < n; i++) assert_true(model_holds(model, conjuncts[i]));
}

static bool among(struct term t, uint32_t n, const struct term *set) {
  for (uint32_t i = 0; i < n; i++)
    if (term_same(t, set[i])) return true;
  return false;
}

// Decides and checks by brute force; gives the answer.
static enum answer decide_checked(struct pool *p, struct word *w, uint32_t n, const struct term *conjuncts) {
  struct model *model = NULL;
  struct vec_term core = {0};
  enum answer answer = word_decide(w, n, conjuncts, 0, NULL, &model, &core);
  if (answer == ANSWER_SAT) check_model(model, n, conjuncts);
  else assert_null(model);
  if (answer == ANSWER_UNSAT) {
    assert_true(core.size > 0);
    for (uint32_t i = 0; i < core.size; i++) assert_true(among(core.data[i], n, conjuncts));
    assert_false(satisfiable(p, core.size, core.data));
  } else {
    assert_int_equal(core.size, 0);
  }
  model_unref(model);
  vec_term_release(&core);
  return answer;
}

static void test_brute_force(void **state) {
  (void)state;
  static const uint32_t shapes[][2] = {{8, 1}, {5, 2}, {4, 2}, {3, 3}, {2, 4}, {1, 4}, {4, 2}, {6, 1}};
  uint64_t answers[3] = {0};
  for (uint32_t round = 0; round < 160 / LESS; round++) {
    struct terms *tm = terms_new();
    struct word *w = word_new(tm);
    struct pool p;
    pool_init(&p, tm, shapes[round % 8][0], shapes[round % 8][1], 6 + (uint32_t)rnd(10));
    for (uint32_t q = 0; q < 40; q++) {
      struct term conjuncts[6];
      uint32_t n = 1 + (uint32_t)rnd(6);
      for (uint32_t i = 0; i < n; i++) conjuncts[i] = rnd(4) ? formula_at(&p) : term_not(tm, formula_at(&p));
      answers[decide_checked(&p, w, n, conjuncts)]++;
    }
    pool_release(&p);
    word_free(w);
    terms_free(tm);
  }
  // So small, nearly everything is decided; what is not would be a method that does nothing.
  assert_true(answers[ANSWER_UNSAT] > 500 / LESS && answers[ANSWER_SAT] > 1000 / LESS);
  assert_true(answers[ANSWER_UNKNOWN] * 20 < answers[ANSWER_SAT] + answers[ANSWER_UNSAT]);
}

// Conjunctions that propagation alone does not decide: what the search concludes from its decisions must be right.
static void test_search(void **state) {
  (void)state;
  uint64_t by_search = 0;
  for (uint32_t round = 0; round < 60; round++) {
    struct terms *tm = terms_new();
    struct word *w = word_new(tm);
    struct pool p;
    pool_init(&p, tm, 2 + round % 2, 5 - (2 + round % 2), 0);
    for (uint32_t q = 0; q < 40; q++) {
      struct term conjuncts[24];
      uint32_t n = 10 + (uint32_t)rnd(14);
      for (uint32_t i = 0; i < n; i++) {
        struct term part[2];
        for (uint32_t k = 0; k < 2; k++) {
          struct term a = p.vars[rnd(p.n_vars)], b = p.vars[rnd(p.n_vars)], c = random_constant(&p);
          struct term op = rnd(3) == 0 ? term_mul(tm, a, b) : rnd(2) ? term_bvxor(tm, a, b) : term_add(tm, a, b);
          part[k] = rnd(3) ? term_not(tm, term_eq(tm, op, c)) : term_ult(tm, op, term_bvor(tm, b, c));
        }
        conjuncts[i] = rnd(3) ? part[0] : term_or(tm, part[0], part[1]);
      }
      bool expected = satisfiable(&p, n, conjuncts);
      enum answer answer = decide_checked(&p, w, n, conjuncts);
      if (answer != ANSWER_UNKNOWN) assert_int_equal(answer == ANSWER_SAT, expected);
    }
    by_search += word_statistics(w)->unsat_search;
    pool_release(&p);
    word_free(w);
    terms_free(tm);
  }
  if (by_search <= 50) fail_msg("%lu by search", (unsigned long)by_search);
}

// --- simplification --------------------------------------------------------------------------------

// The simplified conjunction has a model iff the given one has; each simplified conjunct follows from its origins
// together with nothing else (checked for the false one and for the whole); models extend.
static void check_simplified(struct pool *p, struct word *w, uint32_t n, const struct term *conjuncts, bool expected) {
  struct word_simplified s;
  if (!word_simplify(w, n, conjuncts, &s)) return;
  assert_int_equal(s.starts.size, s.conjuncts.size + 1);
  bool false_one = s.conjuncts.size && term_is_false(p->tm, s.conjuncts.data[0]);
  if (!false_one) assert_int_equal(satisfiable(p, s.conjuncts.size, s.conjuncts.data), expected);
  else assert_false(expected);
  for (uint32_t i = 0; i < s.conjuncts.size; i++) {
    struct term subset[9];
    uint32_t size = 0;
    for (uint32_t k = s.starts.data[i]; k < s.starts.data[i + 1]; k++) subset[size++] = conjuncts[s.origins.data[k]];
    subset[size++] = term_not(p->tm, s.conjuncts.data[i]);
    assert_false(satisfiable(p, size, subset));
    for (uint32_t k = 0; k < s.vars.size; k++) {
      uint32_t count;
      const uint32_t *vars = term_free_vars(p->tm, s.conjuncts.data[i], &count);
      for (uint32_t j = 0; j < count; j++) assert_int_not_equal(vars[j], s.vars.data[k].id);
    }
  }
  struct model *model = NULL;
  struct vec_term core = {0};
  if (word_decide(w, s.conjuncts.size, s.conjuncts.data, 0, NULL, &model, &core) == ANSWER_SAT) {
    word_extend(p->tm, &s, model);
    check_model(model, n, conjuncts);
  }
  model_unref(model);
  vec_term_release(&core);
  word_simplified_release(&s);
}

static struct term random_equation(struct pool *p) {
  struct terms *tm = p->tm;
  struct term x = p->vars[rnd(p->n_vars)], e = word_at(p);
  switch (rnd(6)) {
  case 0: return term_eq(tm, x, e);
  case 1: return term_eq(tm, term_add(tm, x, word_at(p)), e);
  case 2: return term_eq(tm, term_mul(tm, term_bv(tm, p->width, 2 * rnd(8) + 1), x), term_bvnot(tm, e));
  case 3: return term_eq(tm, term_zext(tm, x, 2 * p->width), term_concat(tm, e, word_at(p)));
  case 4:
    return term_eq(tm, term_sext(tm, x, p->width + 2),
                   term_add(tm, term_zext(tm, e, p->width + 2), term_bv(tm, p->width + 2, rnd(8))));
  default:
    return term_eq(tm, term_concat(tm, x, word_at(p)),
                   term_mul(tm, term_zext(tm, e, 2 * p->width), term_zext(tm, word_at(p), 2 * p->width)));
  }
}

static void test_simplify(void **state) {
  (void)state;
  static const uint32_t shapes[][2] = {{8, 1}, {4, 2}, {3, 3}, {2, 4}, {1, 4}};
  for (uint32_t round = 0; round < 100; round++) {
    struct terms *tm = terms_new();
    struct word *w = word_new(tm);
    struct pool p;
    pool_init(&p, tm, shapes[round % 5][0], shapes[round % 5][1], 3 + (uint32_t)rnd(6));
    for (uint32_t q = 0; q < 20; q++) {
      struct term conjuncts[5];
      uint32_t n = 1 + (uint32_t)rnd(5);
      for (uint32_t i = 0; i < n; i++) conjuncts[i] = rnd(2) ? formula_at(&p) : random_equation(&p);
      check_simplified(&p, w, n, conjuncts, satisfiable(&p, n, conjuncts));
    }
    pool_release(&p);
    word_free(w);
    terms_free(tm);
  }
}

// --- examples ----------------------------------------------------------------------------------------

struct example {
  struct terms *tm;
  struct word *w;
  struct term v[6];
};

static struct example example_new(void) {
  struct example e = {.tm = terms_new()};
  e.w = word_new(e.tm);
  for (uint32_t i = 0; i < 6; i++)
    e.v[i] = term_var(e.tm, sort_bv(e.tm, 32), (const char *[]){"a", "b", "c", "d", "e", "f"}[i]);
  return e;
}

static void example_free(struct example *e) {
  word_free(e->w);
  terms_free(e->tm);
}

static void expect_core(struct example *e, uint32_t n, const struct term *conjuncts, uint32_t core_size) {
  struct model *model = NULL;
  struct vec_term core = {0};
  assert_int_equal(word_decide(e->w, n, conjuncts, 0, NULL, &model, &core), ANSWER_UNSAT);
  assert_int_equal(core.size, core_size);
  vec_term_release(&core);
}

static void test_orders(void **state) {
  (void)state;
  struct example e = example_new();
  struct terms *tm = e.tm;
  struct term a = e.v[0], b = e.v[1], c = e.v[2], d = e.v[3], one = term_bv(tm, 32, 1);
  struct term noise = term_ult(tm, d, term_bv(tm, 32, 77));
  expect_core(&e, 4, (struct term[]){noise, term_ult(tm, a, b), term_ult(tm, b, c), term_ult(tm, c, a)}, 3);
  expect_core(&e, 4, (struct term[]){term_sle(tm, a, b), noise, term_slt(tm, b, c), term_sle(tm, c, a)}, 3);
  // i < n, n <= i + 1 cannot hold together with i + 1 < n; the comparison keeps i + 1 from wrapping.
  expect_core(&e, 3, (struct term[]){noise, term_ult(tm, a, b), term_ult(tm, b, term_add(tm, a, one))}, 2);
  // Signed and unsigned order agree on numbers that are not negative; that a is not follows.
  // Held equal, but different.
  expect_core(&e, 4, (struct term[]){noise, term_ule(tm, a, b), term_ule(tm, b, a), term_not(tm, term_eq(tm, a, b))},
              3);
  expect_core(&e, 5,
              (struct term[]){term_sle(tm, a, b), term_sle(tm, b, c), noise, term_eq(tm, a, c),
                              term_not(tm, term_eq(tm, a, b))},
              4);
  // A comparison that is false because of a choice: b <= a, which goes with a <= b.
  struct term f = e.v[5], g = e.v[4], k = term_bv(tm, 32, 15);
  struct term equal[] = {term_ult(tm, f, k), term_ult(tm, k, g),
                         term_ult(tm, k, term_ite(tm, term_ult(tm, a, b), f, g)), term_ule(tm, a, b)};
  struct model *model = NULL;
  struct vec_term core = {0};
  assert_int_equal(word_decide(e.w, 4, equal, 0, NULL, &model, &core), ANSWER_SAT);
  check_model(model, 4, equal);
  model_unref(model);
  equal[3] = term_ult(tm, a, b);
  expect_core(&e, 4, equal, 3);
  struct term zero = term_bv(tm, 32, 0);
  expect_core(
      &e, 5,
      (struct term[]){term_sle(tm, zero, a), term_sle(tm, zero, b), term_ult(tm, a, b), term_slt(tm, b, a), noise}, 3);
  example_free(&e);
}

static void test_many_conjuncts(void **state) {
  (void)state;
  struct example e = example_new();
  struct vec_term conjuncts = {0};
  for (uint32_t i = 0; i < 300; i++) {
    char name[16];
    snprintf(name, sizeof name, "n%u", i);
    struct term x = term_var(e.tm, sort_bv(e.tm, 32), name);
    vec_term_push(&conjuncts, term_ult(e.tm, term_mul(e.tm, x, e.v[i % 6]), term_bv(e.tm, 32, 1000 + i)));
  }
  struct model *model = NULL;
  struct vec_term core = {0};
  assert_int_equal(word_decide(e.w, conjuncts.size, conjuncts.data, 0, NULL, &model, &core), ANSWER_SAT);
  check_model(model, conjuncts.size, conjuncts.data);
  model_unref(model);
  conjuncts.data[17] = term_ult(e.tm, e.v[2], term_bv(e.tm, 32, 10));
  conjuncts.data[250] = term_ult(e.tm, term_bv(e.tm, 32, 9), e.v[2]);
  expect_core(&e, conjuncts.size, conjuncts.data, 2);
  vec_term_release(&conjuncts);
  example_free(&e);
}

// Opaque terms: nothing is claimed about them that is not so.
static void test_opaque(void **state) {
  (void)state;
  struct example e = example_new();
  struct terms *tm = e.tm;
  struct sort array = sort_array(tm, sort_bv(tm, 32), sort_bv(tm, 32));
  struct term m = term_var(tm, array, "m"), cell = term_select(tm, m, e.v[0]),
              wide = term_var(tm, sort_bv(tm, 128), "w");
  struct term less = term_ult(tm, cell, term_bv(tm, 32, 5)), part = term_extract(tm, 100, 90, wide);
  expect_core(&e, 3, (struct term[]){term_ult(tm, e.v[1], e.v[0]), less, term_ult(tm, term_bv(tm, 32, 6), cell)}, 2);
  expect_core(&e, 2, (struct term[]){term_eq(tm, part, term_bv(tm, 11, 5)), term_ult(tm, term_bv(tm, 11, 9), part)}, 2);
  struct model *model = NULL;
  struct vec_term core = {0};
  if (word_decide(e.w, 1, &less, 0, NULL, &model, &core) == ANSWER_SAT) check_model(model, 1, &less);
  model_unref(model);
  // Comparisons of wide words are leaves without operands.
  struct term other = term_var(tm, sort_bv(tm, 128), "v"), low = term_ult(tm, wide, term_bv(tm, 128, 50));
  struct term both =
      term_and(tm, low, term_eq(tm, term_slt(tm, other, wide), term_ult(tm, wide, term_bv(tm, 128, 60))));
  model = NULL;
  assert_int_not_equal(word_decide(e.w, 1, &both, 0, NULL, &model, &core), ANSWER_UNSAT);
  model_unref(model);
  vec_term_release(&core);
  example_free(&e);
}

// --- wide words against Z3 ----------------------------------------------------------------------------

static void test_against_z3(void **state) {
  (void)state;
  uint64_t answers[3] = {0};
  for (uint32_t round = 0; round < 12; round++) {
    struct terms *tm = terms_new();
    struct word *w = word_new(tm);
    struct limits limits = {0};
    struct stats stats = {0};
    struct solver_config config = {.backend = "z3", .caches = false, .query_seconds = 0.05};
    struct solver *z3 = solver_new(tm, &limits, &stats, &config);
    struct pool p;
    pool_init(&p, tm, (uint32_t[]){8, 16, 32, 64}[round % 4], 1 + round % 4, 8 + (uint32_t)rnd(6));
    for (uint32_t q = 0; q < 40; q++) {
      struct term conjuncts[7];
      uint32_t n = 1 + (uint32_t)rnd(7);
      for (uint32_t i = 0; i < n; i++) conjuncts[i] = rnd(4) ? formula_at(&p) : random_equation(&p);
      struct model *model = NULL;
      struct vec_term core = {0};
      enum answer answer = word_decide(w, n, conjuncts, 0, NULL, &model, &core);
      answers[answer]++;
      if (answer == ANSWER_SAT) check_model(model, n, conjuncts);
      if (answer == ANSWER_UNSAT) assert_int_not_equal(solver_check(z3, core.size, core.data), ANSWER_SAT);
      struct word_simplified s;
      if (answer != ANSWER_SAT && word_simplify(w, n, conjuncts, &s)) {
        model_unref(model);
        vec_term_clear(&core);
        enum answer second = word_decide(w, s.conjuncts.size, s.conjuncts.data, 0, NULL, &model, &core);
        if (second == ANSWER_SAT) {
          word_extend(tm, &s, model);
          check_model(model, n, conjuncts);
          assert_int_not_equal(answer, ANSWER_UNSAT);
        }
        if (second == ANSWER_UNSAT) assert_int_not_equal(solver_check(z3, n, conjuncts), ANSWER_SAT);
        word_simplified_release(&s);
      }
      model_unref(model);
      vec_term_release(&core);
    }
    pool_release(&p);
    solver_free(z3);
    word_free(w);
    terms_free(tm);
  }
  assert_true(answers[ANSWER_UNSAT] > 20 && answers[ANSWER_SAT] > 20);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_transfer),    cmocka_unit_test(test_transfer_wide),  cmocka_unit_test(test_values),
      cmocka_unit_test(test_brute_force), cmocka_unit_test(test_search),         cmocka_unit_test(test_simplify),
      cmocka_unit_test(test_orders),      cmocka_unit_test(test_many_conjuncts), cmocka_unit_test(test_opaque),
      cmocka_unit_test(test_against_z3),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

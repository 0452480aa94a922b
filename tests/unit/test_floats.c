// Floats as bit-vectors: formulas over float variables are lowered once and evaluated under many values, which must
// give what the float formula gives (exact folding, ieee.c), what MPFR gives and what the processor gives. Tiny formats
// exhaustively.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "solve/backend.h"
#include "solve/floats/floats.h"
#include "term/float/ieee.h"
#include "random.h"
#include "timing.h"
#include <fenv.h>
#include <math.h>
#include <mpfr.h>
#include <stdio.h>
#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

static const struct ieee_format HALF = {5, 11}, SINGLE = {8, 24}, DOUBLE = {11, 53}, EXTENDED = {15, 64},
                                QUAD = {15, 113};

// --- formulas and their lowerings --------------------------------------------------------------

enum { MAX_PAIRS = 400 };

struct pair {
  struct term original, lowered;
};

struct fixture {
  struct terms *tm;
  struct floats *floats;
  struct model *model;
  struct rng random;
  struct ieee_format format;
  struct sort sort;
  struct term x[3], mode, nan_bits, word; // variables
  struct pair pairs[MAX_PAIRS];
  uint32_t count;
  uint64_t compared;
};

#define FP(kind, ...)                                                                                                  \
  term_fp(tm, TERM_FP_##kind, sizeof((struct term[]){__VA_ARGS__}) / sizeof(struct term), (struct term[]){__VA_ARGS__})

static void fixture_init(struct fixture *f, struct ieee_format format, uint32_t word) {
  memset(f, 0, sizeof *f);
  struct terms *tm = f->tm = terms_new();
  f->floats = floats_new(tm);
  f->model = model_new(tm);
  f->random = rng_new(0);
  f->format = format;
  f->sort = sort_float(tm, format.exponent, format.significand);
  const char *names[3] = {"x", "y", "z"};
  for (int i = 0; i < 3; i++) f->x[i] = term_var(tm, f->sort, names[i]);
  f->mode = term_var(tm, sort_bv(tm, 3), "mode");
  f->nan_bits = term_var(tm, sort_bv(tm, format.exponent + format.significand), "nan");
  f->word = term_var(tm, sort_bv(tm, word), "word");
}

static void fixture_release(struct fixture *f) {
  model_unref(f->model);
  floats_free(f->floats);
  terms_free(f->tm);
}

// Only Bool and bit-vector sorts and kinds may be left.
static void check_no_floats(struct fixture *f, struct term root) {
  struct vec_term stack = {0};
  uint8_t *seen = mem_zalloc(terms_count(f->tm) + 1, 1);
  vec_term_push(&stack, root);
  while (stack.size) {
    struct term t = vec_term_pop(&stack);
    if (seen[t.id]) continue;
    seen[t.id] = 1;
    enum sort_kind sort = sort_kind(f->tm, term_sort(f->tm, t));
    assert_true(sort == SORT_BOOL || sort == SORT_BV);
    assert_true(term_kind(f->tm, t) < TERM_FP_ADD);
    for (uint32_t i = 0; i < term_arity(f->tm, t); i++) vec_term_push(&stack, term_child(f->tm, t, i));
  }
  vec_term_release(&stack);
  mem_free(seen);
}

static struct term pair_add(struct fixture *f, struct term t) {
  assert_true(f->count < MAX_PAIRS);
  if (sort_kind(f->tm, term_sort(f->tm, t)) == SORT_FLOAT) t = term_fp_to_bits(f->tm, t, f->nan_bits);
  struct term lowered = floats_apply(f->floats, t);
  assert_false(term_none(lowered));
  check_no_floats(f, lowered);
  f->pairs[f->count++] = (struct pair){t, lowered};
  return lowered;
}

static void set_float(struct fixture *f, int i, const mpz_t bits) {
  model_set(f->model, f->x[i], term_float_bits(f->tm, f->sort, bits));
  // The lowered variable gets the bits as they are: any NaN is the NaN.
  struct term var = floats_variable(f->floats, f->x[i]);
  if (!term_none(var)) model_set(f->model, var, term_bv_big(f->tm, f->format.exponent + f->format.significand, bits));
}

static void compare_all(struct fixture *f) {
  for (uint32_t i = 0; i < f->count; i++) {
    struct term want = model_eval(f->model, f->pairs[i].original), got = model_eval(f->model, f->pairs[i].lowered);
    f->compared++;
    if (term_same(want, got)) continue;
    struct text text = {0};
    term_print_smt(f->tm, f->pairs[i].original, &text);
    struct term vars[] = {f->x[0], f->x[1], f->x[2], f->mode, f->nan_bits, f->word};
    for (int k = 0; k < 6; k++) {
      text_add(&text, "\n  ");
      text_add(&text, term_var_name(f->tm, vars[k]));
      text_add(&text, " = ");
      term_print_smt(f->tm, model_get(f->model, vars[k]), &text);
    }
    text_add(&text, "\n  want ");
    term_print_smt(f->tm, want, &text);
    text_add(&text, "\n  got ");
    term_print_smt(f->tm, got, &text);
    fail_msg("(%u, %u) %s", f->format.exponent, f->format.significand, text_cstr(&text));
  }
}

// Every operation on variables; `mode` may be a constant. to_bits and the comparisons see normalised results and bits.
static void add_arithmetic(struct fixture *f, struct term mode) {
  struct terms *tm = f->tm;
  struct term x = f->x[0], y = f->x[1];
  pair_add(f, FP(ADD, mode, x, y));
  pair_add(f, FP(SUB, mode, x, y));
  pair_add(f, FP(MUL, mode, x, y));
  pair_add(f, FP(DIV, mode, x, y));
  pair_add(f, FP(SQRT, mode, x));
  pair_add(f, FP(RTI, mode, x));
}

static void add_predicates(struct fixture *f, struct term x, struct term y) {
  struct terms *tm = f->tm;
  pair_add(f, FP(EQ, x, y));
  pair_add(f, FP(LT, x, y));
  pair_add(f, FP(LE, x, y));
  pair_add(f, term_eq(tm, x, y));
  pair_add(f, FP(IS_NAN, x));
  pair_add(f, FP(IS_INF, x));
  pair_add(f, FP(IS_ZERO, x));
  pair_add(f, FP(IS_NORMAL, x));
  pair_add(f, FP(IS_SUBNORMAL, x));
  pair_add(f, FP(IS_NEGATIVE, x));
  pair_add(f, FP(NEG, x));
  pair_add(f, FP(ABS, x));
}

static void add_integers(struct fixture *f, struct term mode, uint32_t width) {
  struct terms *tm = f->tm;
  pair_add(f, term_fp_to_int(tm, width, mode, f->x[0], true));
  pair_add(f, term_fp_to_int(tm, width, mode, f->x[0], false));
  struct term word = term_width(tm, f->word) > width ? term_extract(tm, width - 1, 0, f->word) : f->word;
  pair_add(f, term_fp_from_int(tm, f->sort, mode, word, true));
  pair_add(f, term_fp_from_int(tm, f->sort, mode, word, false));
}

static void add_formats(struct fixture *f, struct term mode, const struct ieee_format *others, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    struct sort s = sort_float(f->tm, others[i].exponent, others[i].significand);
    struct term there = term_fp_convert(f->tm, s, mode, f->x[0]),
                nan = term_bv(f->tm, others[i].exponent + others[i].significand, 0);
    pair_add(f, term_fp_to_bits(f->tm, there, nan));
    pair_add(f, term_fp_convert(f->tm, f->sort, mode, term_fp(f->tm, TERM_FP_NEG, 1, &there)));
  }
}

// Operations on the results of operations: these come in normalised form, and zero, infinity and NaN among them.
static void add_chains(struct fixture *f, struct term mode) {
  struct terms *tm = f->tm;
  struct term x = f->x[0], y = f->x[1], z = f->x[2];
  struct term sum = FP(ADD, mode, x, y), product = FP(MUL, mode, x, y), quotient = FP(DIV, mode, y, z),
              difference = FP(SUB, mode, x, z);
  add_predicates(f, product, difference);
  add_predicates(f, sum, z);
  add_predicates(f, FP(RTI, mode, x), quotient);
  pair_add(f, FP(ADD, mode, product, quotient));
  pair_add(f, FP(MUL, mode, sum, difference));
  pair_add(f, FP(DIV, mode, difference, product));
  pair_add(f, FP(SQRT, mode, product));
  pair_add(f, FP(RTI, mode, quotient));
  pair_add(f, FP(FMA, mode, difference, y, product));
  struct term choice = term_ite(tm, FP(LT, x, y), product, z), bits = term_ite(tm, FP(LE, y, z), FP(NEG, x), z);
  pair_add(f, FP(ADD, mode, choice, bits));
  pair_add(f, term_ite(tm, FP(LT, choice, bits), choice, bits));
  pair_add(f, term_fp_from_bits(tm, f->sort, term_bvnot(tm, term_fp_to_bits(tm, sum, f->nan_bits))));
  pair_add(f, term_fp_to_int(tm, 5, mode, difference, true));
}

// --- tiny formats, exhaustively ---------------------------------------------------------------------

static void set_small(struct fixture *f, int i, uint64_t value) {
  mpz_t z;
  mpz_init_set_ui(z, value);
  set_float(f, i, z);
  mpz_clear(z);
}

static void set_mode(struct fixture *f, uint64_t mode) { model_set(f->model, f->mode, term_bv(f->tm, 3, mode)); }

static void set_rest(struct fixture *f) {
  uint32_t n = term_width(f->tm, f->nan_bits), w = term_width(f->tm, f->word);
  mpz_t z;
  mpz_init(z);
  uint64_t how = rng_next(&f->random) % 4, few = rng_next(&f->random) % (w + 1);
  for (uint32_t i = 0; i < w; i++) {
    bool bit = how == 0 ? i < few : how == 1 ? i >= few : how == 2 ? i == few : rng_next(&f->random) >> 40 & 1;
    if (bit) mpz_setbit(z, i);
  }
  model_set(f->model, f->word, term_bv_big(f->tm, w, z));
  mpz_set_ui(z, rng_next(&f->random));
  mpz_mul_2exp(z, z, 57);
  mpz_add_ui(z, z, rng_next(&f->random));
  model_set(f->model, f->nan_bits, term_bv_big(f->tm, n, z));
  mpz_clear(z);
}

// All pairs in all modes, or each pair in one random mode.
static void pairs(struct ieee_format format, bool all_modes) {
  struct fixture f;
  fixture_init(&f, format, 3);
  add_arithmetic(&f, f.mode);
  uint32_t modal = f.count;
  add_predicates(&f, f.x[0], f.x[1]);
  uint32_t all = f.count;
  uint64_t values = (uint64_t)1 << (format.exponent + format.significand);
  for (uint64_t a = 0; a < values; a++) {
    for (uint64_t b = 0; b < values; b++) {
      set_small(&f, 0, a);
      set_small(&f, 1, b);
      set_rest(&f);
      for (uint64_t mode = 0; mode < (all_modes ? 5 : 1); mode++) {
        set_mode(&f, all_modes ? mode : rng_next(&f.random) % 8);
        f.count = mode == 0 ? all : modal; // predicates have no mode
        compare_all(&f);
      }
    }
  }
  fixture_release(&f);
}

static void tiny_pairs(void **state) {
  (void)state;
  pairs((struct ieee_format){2, 2}, true);
  pairs((struct ieee_format){3, 2}, true);
  pairs((struct ieee_format){2, 3}, true);
  if (LESS > 1) return;
  pairs((struct ieee_format){3, 3}, true);
  pairs((struct ieee_format){2, 4}, true);
  pairs((struct ieee_format){3, 4}, false);
}

static void tiny_unary(void **state) {
  (void)state;
  static const struct ieee_format formats[] = {{2, 2}, {3, 3}, {2, 4}, {3, 5}, {4, 3}, {2, 7}};
  for (uint32_t k = 0; k < 6; k++) {
    struct fixture f;
    fixture_init(&f, formats[k], 6);
    f.x[1] = f.x[0]; // unary
    struct terms *tm = f.tm;
    pair_add(&f, FP(SQRT, f.mode, f.x[0]));
    pair_add(&f, FP(RTI, f.mode, f.x[0]));
    pair_add(&f, term_fp_from_bits(tm, f.sort, f.nan_bits));
    add_formats(&f, f.mode, formats, 6);
    for (uint32_t width = 1; width <= 6; width++) add_integers(&f, f.mode, width);
    uint64_t values = (uint64_t)1 << (formats[k].exponent + formats[k].significand);
    for (uint64_t a = 0; a < values; a++) {
      for (uint64_t mode = 0; mode < 8; mode++) {
        if (LESS > 1 && values > 64 && rng_next(&f.random) % LESS) continue;
        set_small(&f, 0, a);
        set_rest(&f);
        set_mode(&f, mode);
        model_set(f.model, f.nan_bits,
                  term_bv(tm, formats[k].exponent + formats[k].significand, rng_next(&f.random) >> 20));
        model_set(f.model, f.word, term_bv(tm, 6, a + mode * 31));
        compare_all(&f);
      }
    }
    fixture_release(&f);
  }
}

static void tiny_fma(void **state) {
  (void)state;
  static const struct ieee_format formats[] = {{2, 2}, {3, 3}, {2, 4}, {3, 4}};
  for (uint32_t k = 0; k < 4; k++) {
    struct fixture f;
    fixture_init(&f, formats[k], 3);
    struct terms *tm = f.tm;
    pair_add(&f, FP(FMA, f.mode, f.x[0], f.x[1], f.x[2]));
    uint64_t values = (uint64_t)1 << (formats[k].exponent + formats[k].significand);
    bool all = values <= 16 && LESS == 1;
    for (uint64_t i = 0; i < (all ? values * values * values * 5 : 20000 / LESS); i++) {
      uint64_t n = all ? i : rng_next(&f.random) >> 8;
      set_mode(&f, n % 5);
      n /= 5;
      for (int j = 0; j < 3; j++, n /= values) set_small(&f, j, n % values);
      set_rest(&f);
      compare_all(&f);
    }
    fixture_release(&f);
  }
}

// --- formats of C, at random -------------------------------------------------------------------------

static void random_float(struct rng *rng, struct ieee_format f, mpz_t z) {
  uint32_t fraction = f.significand - 1;
  uint64_t exponents = (uint64_t)1 << f.exponent, bias = exponents / 2 - 1, exponent;
  switch (rng_next(rng) % 8) {
  case 0: exponent = 0; break;
  case 1: exponent = exponents - 1 - rng_next(rng) % 4; break;
  case 2: exponent = rng_next(rng) % 4; break;
  case 3: exponent = bias / 2 + rng_next(rng) % (2 * fraction); break; // products and halves that underflow
  case 4: exponent = bias + rng_next(rng) % (2 * fraction); break;
  case 5: exponent = bias + 2 - rng_next(rng) % 4; break;
  case 6: exponent = rng_next(rng) % (fraction + 2); break;
  default: exponent = rng_next(rng);
  }
  mpz_set_ui(z, exponent % exponents);
  uint64_t how = rng_next(rng) % 6;
  for (uint32_t i = 0; i < fraction; i++) {
    bool coin = rng_next(rng) >> 33 & 1;
    bool bit = how == 0   ? false
               : how == 1 ? true
               : how == 2 ? i < 3 && coin
               : how == 3 ? i + 3 >= fraction && coin
               : how == 4 ? i < fraction / 2 && coin
                          : coin;
    mpz_mul_2exp(z, z, 1);
    if (bit) mpz_add_ui(z, z, 1);
  }
  if (rng_next(rng) % 2) mpz_setbit(z, f.exponent + fraction);
}

static void set_random(struct fixture *f) {
  mpz_t z;
  mpz_init(z);
  random_float(&f->random, f->format, z);
  for (int i = 0; i < 3; i++) {
    set_float(f, i, z);
    // Now and then the same or a neighbour, for cancellation.
    uint64_t how = rng_next(&f->random) % 6;
    if (how == 0) mpz_combit(z, f->format.exponent + f->format.significand - 1);
    else if (how == 1) mpz_combit(z, 0);
    else random_float(&f->random, f->format, z);
  }
  mpz_clear(z);
  set_mode(f, rng_next(&f->random) % 8);
  set_rest(f);
}

static void at_random(struct ieee_format format, uint32_t rounds, uint32_t rounds_each_mode) {
  static const struct ieee_format others[] = {{5, 11}, {8, 24}, {11, 53}, {15, 64}, {15, 113}, {3, 5}, {8, 8}};
  struct fixture f;
  fixture_init(&f, format, 130);
  struct terms *tm = f.tm;
  add_arithmetic(&f, f.mode);
  pair_add(&f, FP(FMA, f.mode, f.x[0], f.x[1], f.x[2]));
  add_predicates(&f, f.x[0], f.x[1]);
  add_chains(&f, f.mode);
  add_formats(&f, f.mode, others, 7);
  static const uint32_t widths[] = {1, 8, 16, 32, 64, 128, 11};
  for (uint32_t i = 0; i < 7; i++) add_integers(&f, f.mode, widths[i]);
  for (uint32_t i = 0; i < rounds / LESS; i++) {
    set_random(&f);
    compare_all(&f);
  }
  // The same with the mode known, which makes other circuits.
  for (uint64_t mode = 0; mode < 5; mode++) {
    f.count = 0;
    struct term known = term_bv(tm, 3, mode);
    add_arithmetic(&f, known);
    pair_add(&f, FP(FMA, known, f.x[0], f.x[1], f.x[2]));
    add_formats(&f, known, others, 3);
    add_integers(&f, known, 32);
    for (uint32_t i = 0; i < rounds_each_mode / LESS; i++) {
      set_random(&f);
      compare_all(&f);
    }
  }
  fixture_release(&f);
}

static void halves_and_singles(void **state) {
  (void)state;
  at_random(HALF, 800, 600);
  at_random(SINGLE, 800, 600);
  at_random((struct ieee_format){8, 8}, 300, 100);
  at_random((struct ieee_format){3, 9}, 300, 100);
}

static void wide_formats(void **state) {
  (void)state;
  at_random(DOUBLE, 150, 150);
  at_random(EXTENDED, 60, 40);
  at_random(QUAD, 60, 40);
}

// A constant operand goes through the same constructions: all of it must fold.
static void constants(void **state) {
  (void)state;
  static const struct ieee_format formats[] = {{3, 4}, {5, 11}, {8, 24}, {11, 53}};
  for (uint32_t k = 0; k < 4; k++) {
    struct fixture f;
    fixture_init(&f, formats[k], 8);
    struct terms *tm = f.tm;
    mpz_t z;
    mpz_init(z);
    for (int round = 0; round < 10; round++) {
      random_float(&f.random, f.format, z);
      struct term c = term_float_bits(tm, f.sort, z), x = f.x[0], mode = term_bv(tm, 3, rng_next(&f.random) % 5);
      f.count = 0;
      pair_add(&f, FP(ADD, mode, x, c));
      pair_add(&f, FP(SUB, mode, c, x));
      pair_add(&f, FP(MUL, mode, x, c));
      pair_add(&f, FP(DIV, mode, x, c));
      pair_add(&f, FP(DIV, mode, c, x));
      pair_add(&f, FP(FMA, mode, x, c, f.x[1]));
      pair_add(&f, FP(FMA, mode, x, f.x[1], c));
      add_predicates(&f, x, c);
      for (int i = 0; i < 30; i++) {
        set_random(&f);
        compare_all(&f);
      }
    }
    mpz_clear(z);
    fixture_release(&f);
  }
}

// --- MPFR --------------------------------------------------------------------------------------------

static void mpfr_range(struct ieee_format f) {
  long bias = (1L << (f.exponent - 1)) - 1;
  mpfr_set_emin(1 - bias - (long)f.significand + 2);
  mpfr_set_emax(bias + 1);
}

static void mpfr_widest(void) {
  mpfr_set_emin(mpfr_get_emin_min());
  mpfr_set_emax(mpfr_get_emax_max());
}

static void to_mpfr(struct ieee_format f, const mpz_t bits, mpfr_t out) {
  long n = f.significand - 1, bias = (1L << (f.exponent - 1)) - 1;
  mpz_t field, fraction;
  mpz_inits(field, fraction, NULL);
  mpz_fdiv_q_2exp(field, bits, (mp_bitcnt_t)n);
  mpz_fdiv_r_2exp(field, field, f.exponent);
  mpz_fdiv_r_2exp(fraction, bits, (mp_bitcnt_t)n);
  long exponent = mpz_get_si(field);
  bool negative = mpz_tstbit(bits, f.exponent + f.significand - 1);
  if (exponent == (1L << f.exponent) - 1) {
    if (mpz_sgn(fraction)) mpfr_set_nan(out);
    else mpfr_set_inf(out, 1);
  } else {
    if (exponent) mpz_setbit(fraction, (mp_bitcnt_t)n);
    else exponent = 1;
    mpfr_set_z_2exp(out, fraction, exponent - bias - n, MPFR_RNDN);
  }
  mpfr_setsign(out, out, negative, MPFR_RNDN);
  mpz_clears(field, fraction, NULL);
}

static void from_mpfr(struct ieee_format f, const mpfr_t in, mpz_t bits) {
  long n = f.significand - 1, bias = (1L << (f.exponent - 1)) - 1, field;
  mpz_set_ui(bits, 0);
  if (mpfr_nan_p(in) || mpfr_inf_p(in)) {
    mpz_set_ui(bits, (1ul << f.exponent) - 1);
    mpz_mul_2exp(bits, bits, (mp_bitcnt_t)n);
    if (mpfr_nan_p(in)) {
      mpz_setbit(bits, (mp_bitcnt_t)n - 1);
      return;
    }
  } else if (!mpfr_zero_p(in)) {
    long e = mpfr_get_z_2exp(bits, in);
    mpz_abs(bits, bits);
    long top = e + (long)mpz_sizeinbase(bits, 2) - 1, last = (top < 1 - bias ? 1 - bias : top) - n;
    if (e > last) mpz_mul_2exp(bits, bits, (mp_bitcnt_t)(e - last));
    else mpz_fdiv_q_2exp(bits, bits, (mp_bitcnt_t)(last - e)); // zeros only
    field = top < 1 - bias ? 0 : top + bias;
    if (field) mpz_clrbit(bits, (mp_bitcnt_t)n);
    mpz_t high;
    mpz_init_set_ui(high, (unsigned long)field);
    mpz_mul_2exp(high, high, (mp_bitcnt_t)n);
    mpz_add(bits, bits, high);
    mpz_clear(high);
  }
  if (mpfr_signbit(in)) mpz_setbit(bits, f.exponent + f.significand - 1);
}

static int mpfr_operation(enum term_kind kind, mpfr_t r, mpfr_t *x, mpfr_rnd_t mode) {
  switch (kind) {
  case TERM_FP_ADD: return mpfr_add(r, x[0], x[1], mode);
  case TERM_FP_SUB: return mpfr_sub(r, x[0], x[1], mode);
  case TERM_FP_MUL: return mpfr_mul(r, x[0], x[1], mode);
  case TERM_FP_DIV: return mpfr_div(r, x[0], x[1], mode);
  case TERM_FP_FMA: return mpfr_fma(r, x[0], x[1], x[2], mode);
  case TERM_FP_SQRT: return mpfr_sqrt(r, x[0], mode);
  case TERM_FP_TO_FP: return mpfr_set(r, x[0], mode);
  default: return mpfr_rint(r, x[0], mode);
  }
}

static const mpfr_rnd_t MPFR_MODE[5] = {MPFR_RNDN, MPFR_RNDNA, MPFR_RNDU, MPFR_RNDD, MPFR_RNDZ};

static void against_mpfr(struct ieee_format f, struct ieee_format other, uint32_t rounds) {
  static const enum term_kind kinds[] = {TERM_FP_ADD, TERM_FP_SUB,  TERM_FP_MUL, TERM_FP_DIV,
                                         TERM_FP_FMA, TERM_FP_SQRT, TERM_FP_RTI, TERM_FP_TO_FP};
  struct fixture fix;
  fixture_init(&fix, f, 1);
  struct terms *tm = fix.tm;
  struct term x = fix.x[0], y = fix.x[1], z = fix.x[2], m = fix.mode, zero = term_bv(tm, f.exponent + f.significand, 0);
  struct term there = term_fp_convert(tm, sort_float(tm, other.exponent, other.significand), m, x);
  struct term ops[8] = {FP(ADD, m, x, y),    FP(SUB, m, x, y), FP(MUL, m, x, y), FP(DIV, m, x, y),
                        FP(FMA, m, x, y, z), FP(SQRT, m, x),   FP(RTI, m, x)};
  for (int k = 0; k < 7; k++) ops[k] = floats_apply(fix.floats, term_fp_to_bits(tm, ops[k], zero));
  ops[7] = floats_apply(fix.floats, term_fp_to_bits(tm, there, term_bv(tm, other.exponent + other.significand, 0)));
  mpfr_t in[3], out;
  mpz_t bits[3], want, got;
  for (int i = 0; i < 3; i++) mpfr_init2(in[i], f.significand), mpz_init(bits[i]);
  mpz_inits(want, got, NULL);
  for (uint32_t round = 0; round < rounds / LESS; round++) {
    mpfr_widest();
    for (int i = 0; i < 3; i++) {
      if (i && rng_next(&fix.random) % 4 == 0)
        mpz_set(bits[i], bits[i - 1]), mpz_combit(bits[i], rng_next(&fix.random) % 3);
      else random_float(&fix.random, f, bits[i]);
      set_float(&fix, i, bits[i]);
      to_mpfr(f, bits[i], in[i]);
    }
    uint64_t mode = rng_next(&fix.random) % 4;
    mode += mode > 0; // MPFR's operations have no nearest-away
    set_mode(&fix, mode);
    for (int k = 0; k < 8; k++) {
      struct ieee_format to = k == 7 ? other : f;
      mpfr_init2(out, to.significand);
      mpfr_widest();
      mpfr_range(to);
      int inexact;
      if (k == 7) {
        // The operand may lie outside the range: first with room for it, then checked.
        mpfr_widest();
        inexact = mpfr_set(out, in[0], MPFR_MODE[mode]);
        mpfr_range(to);
        inexact = mpfr_check_range(out, inexact, MPFR_MODE[mode]);
      } else {
        inexact = mpfr_operation(kinds[k], out, in, MPFR_MODE[mode]);
      }
      if (k != 6) mpfr_subnormalize(out, inexact, MPFR_MODE[mode]);
      from_mpfr(to, out, want);
      mpfr_clear(out);
      term_value(tm, model_eval(fix.model, ops[k]), got);
      if (mpz_cmp(want, got)) {
        char *a = mpz_get_str(NULL, 16, bits[0]), *b = mpz_get_str(NULL, 16, bits[1]),
             *c = mpz_get_str(NULL, 16, bits[2]);
        char *w = mpz_get_str(NULL, 16, want), *g = mpz_get_str(NULL, 16, got);
        fail_msg("(%u, %u) %s mode %u of %s %s %s: %s, MPFR %s", f.exponent, f.significand, term_kind_name(kinds[k]),
                 (unsigned)mode, a, b, c, g, w);
      }
    }
  }
  for (int i = 0; i < 3; i++) mpfr_clear(in[i]), mpz_clear(bits[i]);
  mpz_clears(want, got, NULL);
  mpfr_widest();
  fixture_release(&fix);
}

static void mpfr_agrees(void **state) {
  (void)state;
  against_mpfr(HALF, (struct ieee_format){8, 8}, 3000);
  against_mpfr(SINGLE, HALF, 3000);
  against_mpfr(DOUBLE, SINGLE, 600);
  against_mpfr(EXTENDED, DOUBLE, 200);
  against_mpfr(QUAD, EXTENDED, 150);
  against_mpfr(SINGLE, QUAD, 100);
}

// --- the processor ---------------------------------------------------------------------------------------

#if defined(__x86_64__)
static const int MACHINE_MODE[5] = {FE_TONEAREST, -1, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};

// Bits with a NaN as the one NaN.
static uint64_t single_bits(float v) {
  uint32_t bits;
  memcpy(&bits, &v, sizeof bits);
  return isnan(v) ? 0x7fc00000u : bits;
}
static uint64_t double_bits(double v) {
  uint64_t bits;
  memcpy(&bits, &v, sizeof bits);
  return isnan(v) ? 0x7ff8000000000000u : bits;
}
static void extended_bits(long double v, mpz_t z) {
  uint64_t significand;
  uint16_t top;
  memcpy(&significand, &v, 8);
  memcpy(&top, (char *)&v + 8, 2);
  if (isnan(v)) significand = 3ull << 62, top = 0x7fff;
  mpz_set_ui(z, top);
  mpz_mul_2exp(z, z, 63);
  mpz_add_ui(z, z, significand & ~(1ull << 63)); // the integer bit is not stored
}
static long double extended_of(const mpz_t z) {
  mpz_t part;
  mpz_init(part);
  mpz_fdiv_r_2exp(part, z, 63);
  uint64_t significand = mpz_get_ui(part);
  mpz_fdiv_q_2exp(part, z, 63);
  uint16_t top = (uint16_t)mpz_get_ui(part);
  mpz_clear(part);
  if (top & 0x7fff) significand |= 1ull << 63;
  long double v = 0;
  memcpy(&v, &significand, 8);
  memcpy((char *)&v + 8, &top, 2);
  return v;
}

enum { MACHINE = 14 };

// Called through pointers: the compiler's own expansion of rint is for the default mode only.
static float (*const volatile library_rintf)(float) = rintf;
static double (*const volatile library_rint)(double) = rint;
static long double (*const volatile library_rintl)(long double) = rintl;

static void machine_single(volatile float a, volatile float b, volatile float c, uint64_t *want) {
  volatile float r;
  r = a + b;
  want[0] = single_bits(r);
  r = a - b;
  want[1] = single_bits(r);
  r = a * b;
  want[2] = single_bits(r);
  r = a / b;
  want[3] = single_bits(r);
  r = fmaf(a, b, c);
  want[4] = single_bits(r);
  r = sqrtf(a);
  want[5] = single_bits(r);
  r = library_rintf(a);
  want[6] = single_bits(r);
  volatile double d = a;
  want[7] = double_bits(d);
  want[8] = (uint32_t)_mm_cvtss_si32(_mm_set_ss(a));
  want[9] = (uint64_t)_mm_cvtss_si64(_mm_set_ss(a));
  want[10] = a < b;
  want[11] = a <= b;
  want[12] = a == b;
  volatile int32_t word = (int32_t)want[0];
  r = (float)word;
  want[13] = single_bits(r);
}

static void machine_double(volatile double a, volatile double b, volatile double c, uint64_t *want) {
  volatile double r;
  r = a + b;
  want[0] = double_bits(r);
  r = a - b;
  want[1] = double_bits(r);
  r = a * b;
  want[2] = double_bits(r);
  r = a / b;
  want[3] = double_bits(r);
  r = fma(a, b, c);
  want[4] = double_bits(r);
  r = sqrt(a);
  want[5] = double_bits(r);
  r = library_rint(a);
  want[6] = double_bits(r);
  volatile float s = (float)a;
  want[7] = single_bits(s);
  want[8] = (uint32_t)_mm_cvtsd_si32(_mm_set_sd(a));
  want[9] = (uint64_t)_mm_cvtsd_si64(_mm_set_sd(a));
  want[10] = a < b;
  want[11] = a <= b;
  want[12] = a == b;
  volatile int64_t word = (int64_t)want[0];
  r = (double)word;
  want[13] = double_bits(r);
}

static void add_machine(struct fixture *f, struct ieee_format other, struct term *ops) {
  struct terms *tm = f->tm;
  struct term x = f->x[0], y = f->x[1], z = f->x[2], m = f->mode,
              zero = term_bv(tm, f->format.exponent + f->format.significand, 0);
  struct term sum = term_fp_to_bits(tm, FP(ADD, m, x, y), zero);
  struct term there = term_fp_convert(tm, sort_float(tm, other.exponent, other.significand), m, x);
  struct term all[MACHINE] = {sum,
                              term_fp_to_bits(tm, FP(SUB, m, x, y), zero),
                              term_fp_to_bits(tm, FP(MUL, m, x, y), zero),
                              term_fp_to_bits(tm, FP(DIV, m, x, y), zero),
                              term_fp_to_bits(tm, FP(FMA, m, x, y, z), zero),
                              term_fp_to_bits(tm, FP(SQRT, m, x), zero),
                              term_fp_to_bits(tm, FP(RTI, m, x), zero),
                              term_fp_to_bits(tm, there, term_bv(tm, other.exponent + other.significand, 0)),
                              term_fp_to_int(tm, 32, m, x, true),
                              term_fp_to_int(tm, 64, m, x, true),
                              FP(LT, x, y),
                              FP(LE, x, y),
                              FP(EQ, x, y),
                              term_fp_to_bits(tm, term_fp_from_int(tm, f->sort, m, sum, true), zero)};
  for (int k = 0; k < MACHINE; k++) ops[k] = floats_apply(f->floats, all[k]);
}

static void against_machine(struct ieee_format format, struct ieee_format other, uint32_t rounds) {
  struct fixture f;
  fixture_init(&f, format, 1);
  struct term ops[MACHINE];
  add_machine(&f, other, ops);
  mpz_t z;
  mpz_init(z);
  for (uint32_t round = 0; round < rounds / LESS; round++) {
    uint64_t bits[3], want[MACHINE], got, mode = rng_next(&f.random) % 4;
    mode += mode > 0;
    for (int i = 0; i < 3; i++) {
      if (i && rng_next(&f.random) % 4 == 0) mpz_combit(z, rng_next(&f.random) % 3);
      else random_float(&f.random, format, z);
      set_float(&f, i, z);
      bits[i] = mpz_get_ui(z);
    }
    set_mode(&f, mode);
    fesetround(MACHINE_MODE[mode]);
    if (format.significand == 24) {
      float v[3];
      for (int i = 0; i < 3; i++) memcpy(&v[i], &(uint32_t){(uint32_t)bits[i]}, 4);
      machine_single(v[0], v[1], v[2], want);
    } else {
      double v[3];
      memcpy(v, bits, sizeof v);
      machine_double(v[0], v[1], v[2], want);
    }
    fesetround(FE_TONEAREST);
    for (int k = 0; k < MACHINE; k++) {
      assert_true(term_value64(f.tm, model_eval(f.model, ops[k]), &got));
      if (got != want[k])
        fail_msg("operation %d mode %lu of %lx %lx %lx: %lx, machine %lx", k, (unsigned long)mode,
                 (unsigned long)bits[0], (unsigned long)bits[1], (unsigned long)bits[2], (unsigned long)got,
                 (unsigned long)want[k]);
    }
  }
  mpz_clear(z);
  fixture_release(&f);
}

static void against_x87(uint32_t rounds) {
  struct fixture f;
  fixture_init(&f, EXTENDED, 1);
  struct terms *tm = f.tm;
  struct term x = f.x[0], y = f.x[1], m = f.mode, zero = term_bv(tm, 79, 0);
  struct term all[6] = {FP(ADD, m, x, y), FP(SUB, m, x, y), FP(MUL, m, x, y),
                        FP(DIV, m, x, y), FP(SQRT, m, x),   FP(RTI, m, x)};
  for (int k = 0; k < 6; k++) all[k] = floats_apply(f.floats, term_fp_to_bits(tm, all[k], zero));
  struct term to_double = floats_apply(
      f.floats, term_fp_to_bits(tm, term_fp_convert(tm, sort_float(tm, 11, 53), m, x), term_bv(tm, 64, 0)));
  mpz_t z, want, got;
  mpz_inits(z, want, got, NULL);
  for (uint32_t round = 0; round < rounds / LESS; round++) {
    long double v[2];
    for (int i = 0; i < 2; i++) {
      random_float(&f.random, EXTENDED, z);
      set_float(&f, i, z);
      v[i] = extended_of(z);
    }
    uint64_t mode = rng_next(&f.random) % 4;
    mode += mode > 0;
    set_mode(&f, mode);
    fesetround(MACHINE_MODE[mode]);
    volatile long double a = v[0], b = v[1], r[6];
    r[0] = a + b, r[1] = a - b, r[2] = a * b, r[3] = a / b, r[4] = sqrtl(a), r[5] = library_rintl(a);
    volatile double d = (double)a;
    fesetround(FE_TONEAREST);
    for (int k = 0; k < 6; k++) {
      extended_bits(r[k], want);
      term_value(tm, model_eval(f.model, all[k]), got);
      assert_int_equal(mpz_cmp(want, got), 0);
    }
    mpz_set_ui(want, double_bits(d));
    term_value(tm, model_eval(f.model, to_double), got);
    assert_int_equal(mpz_cmp(want, got), 0);
  }
  mpz_clears(z, want, got, NULL);
  fixture_release(&f);
}

static void processor_agrees(void **state) {
  (void)state;
  against_machine(SINGLE, DOUBLE, 3000);
  against_machine(DOUBLE, SINGLE, 600);
  against_x87(200);
}
#else
static void processor_agrees(void **state) {
  (void)state;
  skip();
}
#endif

// --- by the solver ---------------------------------------------------------------------------------------

static enum answer decide(struct fixture *f, struct backend *b, struct term formula) {
  struct term lowered = floats_apply(f->floats, formula);
  assert_false(term_none(lowered));
  if (term_is_const(f->tm, lowered)) return term_is_true(f->tm, lowered) ? ANSWER_SAT : ANSWER_UNSAT;
  return native_backend.check(b, 1, &lowered, 0, NULL, 60);
}

static void laws(void **state) {
  (void)state;
  static const struct ieee_format formats[] = {{3, 4}, {5, 11}};
  for (uint32_t k = 0; k < (LESS > 1 ? 1 : 2); k++) {
    struct fixture f;
    fixture_init(&f, formats[k], 8);
    struct terms *tm = f.tm;
    struct limits limits = {0};
    struct backend *b = native_backend.open(tm, &limits);
    struct term x = f.x[0], y = f.x[1], rne = term_rne(tm), zero = term_zero(tm, f.sort), minus = FP(NEG, zero);
    struct term one = term_fp_from_int(tm, f.sort, rne, term_bv(tm, 3, 1), true);
    // Commutativity: the constructor orders operands, so a choice hides them; x and y are normalised before it.
    struct term c = term_var(tm, sort_bool(tm), "c"), p = term_ite(tm, c, x, y), q = term_ite(tm, c, y, x),
                plus = FP(ADD, rne, x, y);
    assert_false(term_none(floats_apply(f.floats, FP(IS_INF, plus))));
    assert_int_equal(decide(&f, b, term_not(tm, term_eq(tm, FP(ADD, rne, p, q), plus))), ANSWER_UNSAT);
    assert_int_equal(decide(&f, b, term_not(tm, term_eq(tm, FP(FMA, rne, x, y, minus), FP(MUL, rne, x, y)))),
                     ANSWER_UNSAT);
    if (k == 0)
      assert_int_equal(decide(&f, b, term_not(tm, term_eq(tm, FP(FMA, rne, x, one, y), FP(ADD, rne, x, y)))),
                       ANSWER_UNSAT);
    struct term ratio = FP(DIV, rne, x, x);
    assert_int_equal(decide(&f, b, term_not(tm, term_or(tm, FP(IS_NAN, ratio), term_eq(tm, ratio, one)))),
                     ANSWER_UNSAT);
    // In a format of at least 2p + 2 bits a sum may be rounded first.
    struct sort wide = sort_float(tm, formats[k].exponent + 3, 2 * formats[k].significand + 2);
    struct term sum = FP(ADD, rne, term_fp_convert(tm, wide, rne, x), term_fp_convert(tm, wide, rne, y));
    assert_int_equal(
        decide(&f, b, term_not(tm, term_eq(tm, term_fp_convert(tm, f.sort, rne, sum), FP(ADD, rne, x, y)))),
        ANSWER_UNSAT);
    // What has an answer: its model holds for the float formula.
    struct term two = FP(ADD, rne, one, one), formula = term_and(tm, FP(LT, FP(MUL, rne, x, x), two),
                                                                 FP(LT, two, FP(MUL, rne, FP(ADD, rne, x, y), x)));
    formula = term_and(tm, formula, FP(LT, y, FP(DIV, rne, one, two)));
    assert_int_equal(decide(&f, b, formula), ANSWER_SAT);
    mpz_t z;
    mpz_init(z);
    for (int i = 0; i < 2; i++) {
      term_value(tm, native_backend.value(b, floats_variable(f.floats, f.x[i])), z);
      set_float(&f, i, z);
    }
    mpz_clear(z);
    assert_true(model_holds(f.model, formula));
    native_backend.close(b);
    fixture_release(&f);
  }
}

// --- what is not covered, and depth -------------------------------------------------------------------------

static void limits_are_told(void **state) {
  (void)state;
  struct fixture f;
  fixture_init(&f, SINGLE, 8);
  struct terms *tm = f.tm;
  assert_true(term_none(floats_variable(f.floats, f.x[0])));
  assert_true(term_none(floats_apply(f.floats, FP(LT, FP(REM, f.x[0], f.x[1]), f.x[2]))));
  struct term array = term_var(tm, sort_array(tm, sort_bv(tm, 8), f.sort), "array");
  assert_true(term_none(floats_apply(f.floats, FP(LT, term_select(tm, array, f.word), f.x[2]))));
  assert_false(term_none(floats_apply(f.floats, FP(LT, f.x[0], f.x[2]))));
  struct term var = floats_variable(f.floats, f.x[0]);
  assert_int_equal(term_width(tm, var), 32);
  // A long chain: no recursion.
  struct term t = f.x[0];
  for (int i = 0; i < 3000; i++) t = FP(NEG, FP(RTI, f.mode, t));
  assert_false(term_none(floats_apply(f.floats, FP(LT, t, f.x[1]))));
  fixture_release(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tiny_unary),      cmocka_unit_test(tiny_pairs),         cmocka_unit_test(tiny_fma),
      cmocka_unit_test(constants),       cmocka_unit_test(halves_and_singles), cmocka_unit_test(wide_formats),
      cmocka_unit_test(mpfr_agrees),     cmocka_unit_test(processor_agrees),   cmocka_unit_test(laws),
      cmocka_unit_test(limits_are_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

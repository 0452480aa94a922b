// Random terms of all sorts, against Z3.
//
// Three things at once. A random formula is built twice: through our constructors (which rewrite) and as SMT-LIB text
// (which does not). Our solver's answer on the term must be that of an independent Z3 run on the text: that checks
// rewriting, lowering, translation and the pipeline together. A model must satisfy the text too.
// And operations on floats, which our back end turns into circuits, must agree with exact arithmetic on constants.
#include "base/memory/map.h"
#include "solve/z3/z3_context.h"
#include "random.h"
#include "timing.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

static struct rng rng = {88172645463325252u};
static uint64_t rnd(uint64_t below) { return rng_below(&rng, below); }

// A term and its text. Texts of subterms are repeated, so formulas are kept small.
struct pair {
  struct term term;
  char *text;
};

static char *print(const char *format, ...) __attribute__((format(printf, 1, 2)));
static char *print(const char *format, ...) {
  va_list args;
  va_start(args, format);
  struct text t = {0};
  text_vprintf(&t, format, args);
  va_end(args);
  char *copy = mem_strdup(text_cstr(&t));
  text_release(&t);
  return copy;
}

struct world {
  struct terms *tm;
  struct limits limits;
  struct stats stats;
  struct solver *s;
  struct text declarations;
  struct map_u32 declared;
  Z3_context reference; // the independent Z3
};

static struct pair variable(struct world *w, struct sort s, const char *name) {
  struct term v = term_var(w->tm, s, name);
  if (!map_u32_find(&w->declared, v.id)) {
    map_u32_put(&w->declared, v.id, 1);
    text_printf(&w->declarations, "(declare-const %s ", name);
    sort_print_smt(w->tm, s, &w->declarations);
    text_add(&w->declarations, ")\n");
  }
  return (struct pair){v, mem_strdup(name)};
}

static struct pair constant(struct world *w, uint32_t width) {
  uint64_t value = rnd(4) == 0   ? rnd(3)
                   : rnd(4) == 0 ? -(uint64_t)1
                   : rnd(4) == 0 ? (uint64_t)1 << rnd(64)
                                 : rnd(UINT64_MAX);
  if (width < 64) value &= ((uint64_t)1 << width) - 1;
  return (struct pair){term_bv(w->tm, width, value), print("(_ bv%llu %u)", (unsigned long long)value, width)};
}

static struct pair join2(const char *op, struct term t, struct pair a, struct pair b) {
  struct pair r = {t, print("(%s %s %s)", op, a.text, b.text)};
  mem_free(a.text);
  mem_free(b.text);
  return r;
}
static struct pair join1(const char *op, struct term t, struct pair a) {
  struct pair r = {t, print("(%s %s)", op, a.text)};
  mem_free(a.text);
  return r;
}

static struct pair bits(struct world *w, uint32_t width, int depth);
static struct pair formula(struct world *w, uint32_t width, int depth);
static struct pair real(struct world *w, struct sort s, int depth);

static struct sort array_sort(struct world *w, uint32_t width) {
  return sort_array(w->tm, sort_bv(w->tm, 8), sort_bv(w->tm, width));
}

static struct pair array(struct world *w, uint32_t width, int depth) {
  struct terms *tm = w->tm;
  char name[32];
  if (depth <= 0 || rnd(3) == 0) {
    if (rnd(3) == 0) {
      struct pair e = bits(w, width, depth - 1);
      struct pair r = {term_array_const(tm, array_sort(w, width), e.term),
                       print("((as const (Array (_ BitVec 8) (_ BitVec %u))) %s)", width, e.text)};
      mem_free(e.text);
      return r;
    }
    snprintf(name, sizeof name, "a%u_%u", width, (unsigned)rnd(2));
    return variable(w, array_sort(w, width), name);
  }
  if (rnd(4) == 0) {
    struct pair c = formula(w, 8, depth - 1), a = array(w, width, depth - 1), b = array(w, width, depth - 1);
    struct pair r = {term_ite(tm, c.term, a.term, b.term), print("(ite %s %s %s)", c.text, a.text, b.text)};
    mem_free(c.text), mem_free(a.text), mem_free(b.text);
    return r;
  }
  struct pair a = array(w, width, depth - 1), i = rnd(2) ? constant(w, 8) : bits(w, 8, depth - 2),
              v = bits(w, width, depth - 1);
  struct pair r = {term_store(tm, a.term, i.term, v.term), print("(store %s %s %s)", a.text, i.text, v.text)};
  mem_free(a.text), mem_free(i.text), mem_free(v.text);
  return r;
}

static struct pair bits(struct world *w, uint32_t width, int depth) {
  struct terms *tm = w->tm;
  char name[32];
  if (depth <= 0 || rnd(6) == 0) {
    if (rnd(3) == 0) return constant(w, width);
    snprintf(name, sizeof name, "x%u_%u", width, (unsigned)rnd(3));
    return variable(w, sort_bv(tm, width), name);
  }
  static const struct {
    const char *op;
    struct term (*make)(struct terms *, struct term, struct term);
  } binary[] = {{"bvadd", term_add},   {"bvsub", term_sub},   {"bvand", term_bvand}, {"bvor", term_bvor},
                {"bvxor", term_bvxor}, {"bvshl", term_shl},   {"bvlshr", term_lshr}, {"bvashr", term_ashr},
                {"bvmul", term_mul},   {"bvudiv", term_udiv}, {"bvurem", term_urem}, {"bvsdiv", term_sdiv},
                {"bvsrem", term_srem}};
  uint64_t choice = rnd(20);
  if (choice < 10) {
    uint64_t k = rnd(width > 16 ? 8 : 13); // wide multiplications and divisions take the solver's time, not ours
    struct pair a = bits(w, width, depth - 1), b = bits(w, width, depth - 1);
    return join2(binary[k].op, binary[k].make(tm, a.term, b.term), a, b);
  }
  if (choice == 10) {
    struct pair a = bits(w, width, depth - 1);
    return join1("bvnot", term_bvnot(tm, a.term), a);
  }
  if (choice == 11) {
    struct pair a = bits(w, width, depth - 1);
    return join1("bvneg", term_neg(tm, a.term), a);
  }
  if (choice == 12 && width > 1) {
    uint32_t low = 1 + (uint32_t)rnd(width - 1);
    struct pair a = bits(w, width - low, depth - 1), b = bits(w, low, depth - 1);
    return join2("concat", term_concat(tm, a.term, b.term), a, b);
  }
  if (choice == 13) {
    uint32_t low = (uint32_t)rnd(9), more = (uint32_t)rnd(9);
    struct pair a = bits(w, width + low + more, depth - 1);
    struct pair r = {term_extract(tm, low + width - 1, low, a.term),
                     print("((_ extract %u %u) %s)", low + width - 1, low, a.text)};
    mem_free(a.text);
    return r;
  }
  if (choice == 14 && width > 1) {
    uint32_t narrow = 1 + (uint32_t)rnd(width - 1);
    bool is_signed = rnd(2);
    struct pair a = bits(w, narrow, depth - 1);
    struct pair r = {is_signed ? term_sext(tm, a.term, width) : term_zext(tm, a.term, width),
                     print("((_ %s_extend %u) %s)", is_signed ? "sign" : "zero", width - narrow, a.text)};
    mem_free(a.text);
    return r;
  }
  if (choice == 15) {
    struct pair a = array(w, width, depth - 1), i = bits(w, 8, depth - 2);
    return join2("select", term_select(tm, a.term, i.term), a, i);
  }
  struct pair c = formula(w, rnd(2) ? width : 8, depth - 1), a = bits(w, width, depth - 1),
              b = bits(w, width, depth - 1);
  struct pair r = {term_ite(tm, c.term, a.term, b.term), print("(ite %s %s %s)", c.text, a.text, b.text)};
  mem_free(c.text), mem_free(a.text), mem_free(b.text);
  return r;
}

static struct pair formula(struct world *w, uint32_t width, int depth) {
  struct terms *tm = w->tm;
  char name[16];
  static const struct {
    const char *op;
    struct term (*make)(struct terms *, struct term, struct term);
  } compare[] = {{"bvult", term_ult}, {"bvule", term_ule}, {"bvslt", term_slt}, {"bvsle", term_sle}, {"=", term_eq}};
  if (depth <= 0) {
    if (rnd(3)) {
      struct pair a = bits(w, width, 0), b = bits(w, width, 0);
      uint64_t k = rnd(5);
      return join2(compare[k].op, compare[k].make(tm, a.term, b.term), a, b);
    }
    snprintf(name, sizeof name, "b%u", (unsigned)rnd(3));
    return variable(w, sort_bool(tm), name);
  }
  uint64_t choice = rnd(12);
  if (choice < 6) {
    struct pair a = bits(w, width, depth - 1), b = bits(w, width, depth - 1);
    uint64_t k = rnd(5);
    return join2(compare[k].op, compare[k].make(tm, a.term, b.term), a, b);
  }
  if (choice == 6) {
    struct pair a = formula(w, width, depth - 1);
    return join1("not", term_not(tm, a.term), a);
  }
  if (choice == 7 && rnd(3) == 0) {
    struct pair a = array(w, width, depth - 1), b = array(w, width, depth - 1);
    return join2("=", term_eq(tm, a.term, b.term), a, b);
  }
  struct pair a = formula(w, width, depth - 1), b = formula(w, width, depth - 1);
  if (choice < 9) return join2("and", term_and(tm, a.term, b.term), a, b);
  if (choice < 11) return join2("or", term_or(tm, a.term, b.term), a, b);
  return join2("=", term_eq(tm, a.term, b.term), a, b);
}

// --- floats as text -----------------------------------------------------------------------

static const char *const modes[] = {"RNE", "RNA", "RTP", "RTN", "RTZ"};

static struct pair real_constant(struct world *w, struct sort s) {
  uint32_t e = sort_exponent(w->tm, s), m = sort_significand(w->tm, s);
  uint64_t value = rnd(5) == 0 ? 0 : rnd(UINT64_MAX);
  if (e + m < 64) value &= ((uint64_t)1 << (e + m)) - 1;
  if (rnd(4) == 0) value |= (((uint64_t)1 << e) - 1) << (m - 1); // infinities and NaNs
  if (rnd(4) == 0) value &= ~((((uint64_t)1 << e) - 1) << (m - 1)); // subnormals
  return (struct pair){term_float_bits64(w->tm, s, value),
                       print("((_ to_fp %u %u) (_ bv%llu %u))", e, m, (unsigned long long)value, e + m)};
}

static struct pair real(struct world *w, struct sort s, int depth) {
  struct terms *tm = w->tm;
  uint32_t e = sort_exponent(tm, s), m = sort_significand(tm, s);
  char name[32];
  if (depth <= 0) {
    if (rnd(3) == 0) return real_constant(w, s);
    snprintf(name, sizeof name, "f%u_%u_%u", e, m, (unsigned)rnd(3));
    return variable(w, s, name);
  }
  uint64_t mode = rnd(5), choice = rnd(12);
  struct term rm = term_bv(tm, 3, mode);
  static const struct {
    const char *op;
    enum term_kind kind;
  } binary[] = {{"fp.add", TERM_FP_ADD}, {"fp.sub", TERM_FP_SUB}, {"fp.mul", TERM_FP_MUL}, {"fp.div", TERM_FP_DIV}};
  if (choice < 5) {
    uint64_t k = rnd(4);
    struct pair a = real(w, s, depth - 1), b = real(w, s, depth - 1);
    struct pair r = {term_fp(tm, binary[k].kind, 3, (struct term[]){rm, a.term, b.term}),
                     print("(%s %s %s %s)", binary[k].op, modes[mode], a.text, b.text)};
    mem_free(a.text), mem_free(b.text);
    return r;
  }
  if (choice < 7) {
    struct pair a = real(w, s, depth - 1);
    return rnd(2) ? join1("fp.neg", term_fp(tm, TERM_FP_NEG, 1, &a.term), a)
                  : join1("fp.abs", term_fp(tm, TERM_FP_ABS, 1, &a.term), a);
  }
  if (choice == 7) {
    struct pair a = real(w, s, depth - 1);
    struct pair r = {term_fp(tm, TERM_FP_RTI, 2, (struct term[]){rm, a.term}),
                     print("(fp.roundToIntegral %s %s)", modes[mode], a.text)};
    mem_free(a.text);
    return r;
  }
  if (choice == 8) {
    bool is_signed = rnd(2);
    struct pair a = bits(w, 5 + (uint32_t)rnd(6), 0);
    struct pair r = {term_fp_from_int(tm, s, rm, a.term, is_signed),
                     print("((_ %s %u %u) %s %s)", is_signed ? "to_fp" : "to_fp_unsigned", e, m, modes[mode], a.text)};
    mem_free(a.text);
    return r;
  }
  if (choice == 9) {
    struct pair a = bits(w, e + m, depth - 1);
    struct pair r = {term_fp_from_bits(tm, s, a.term), print("((_ to_fp %u %u) %s)", e, m, a.text)};
    mem_free(a.text);
    return r;
  }
  if (choice == 10) {
    struct sort other = sort_float(tm, e + (uint32_t)rnd(2) + 1, m - 1 + (uint32_t)rnd(3));
    struct pair a = real(w, other, depth - 1);
    struct pair r = {term_fp_convert(tm, s, rm, a.term), print("((_ to_fp %u %u) %s %s)", e, m, modes[mode], a.text)};
    mem_free(a.text);
    return r;
  }
  struct pair c = formula(w, 4, 0), a = real(w, s, depth - 1), b = real(w, s, depth - 1);
  struct pair r = {term_ite(tm, c.term, a.term, b.term), print("(ite %s %s %s)", c.text, a.text, b.text)};
  mem_free(c.text), mem_free(a.text), mem_free(b.text);
  return r;
}

static struct pair real_formula(struct world *w, struct sort s, int depth) {
  struct terms *tm = w->tm;
  static const struct {
    const char *op;
    enum term_kind kind;
  } compare[] = {{"fp.eq", TERM_FP_EQ}, {"fp.lt", TERM_FP_LT}, {"fp.leq", TERM_FP_LE}};
  static const struct {
    const char *op;
    enum term_kind kind;
  } test[] = {{"fp.isNaN", TERM_FP_IS_NAN},
              {"fp.isInfinite", TERM_FP_IS_INF},
              {"fp.isZero", TERM_FP_IS_ZERO},
              {"fp.isNormal", TERM_FP_IS_NORMAL},
              {"fp.isSubnormal", TERM_FP_IS_SUBNORMAL},
              {"fp.isNegative", TERM_FP_IS_NEGATIVE}};
  uint64_t choice = rnd(9);
  if (choice < 3) {
    struct pair a = real(w, s, depth), b = real(w, s, depth - 1);
    return join2(compare[choice].op, term_fp(tm, compare[choice].kind, 2, (struct term[]){a.term, b.term}), a, b);
  }
  if (choice == 3) {
    struct pair a = real(w, s, depth), b = real(w, s, depth - 1);
    return join2("=", term_eq(tm, a.term, b.term), a, b);
  }
  if (choice < 6) {
    uint64_t k = rnd(6);
    struct pair a = real(w, s, depth);
    return join1(test[k].op, term_fp(tm, test[k].kind, 1, &a.term), a);
  }
  struct pair a = real_formula(w, s, depth - 1), b = real_formula(w, s, depth - 1);
  if (choice == 6) {
    mem_free(b.text);
    return join1("not", term_not(tm, a.term), a);
  }
  return choice == 7 ? join2("and", term_and(tm, a.term, b.term), a, b)
                     : join2("or", term_or(tm, a.term, b.term), a, b);
}

// --- comparing ----------------------------------------------------------------------------

static void open_world(struct world *w, bool caches) {
  *w = (struct world){0};
  struct solver_config config = {.backend = "z3", .caches = caches, .query_seconds = 2.0};
  w->tm = terms_new();
  w->s = solver_new(w->tm, &w->limits, &w->stats, &config);
  Z3_config reference = Z3_mk_config();
  w->reference = Z3_mk_context(reference);
  Z3_del_config(reference);
  Z3_set_error_handler(w->reference, NULL);
}

static void close_world(struct world *w) {
  Z3_del_context(w->reference);
  solver_free(w->s);
  terms_free(w->tm);
  text_release(&w->declarations);
  map_u32_release(&w->declared);
}

struct binding {
  struct world *w;
  struct text *out;
};
static void bind(void *context, struct term var, struct term value) {
  struct binding *b = context;
  text_add(b->out, "(assert (= ");
  term_print_smt(b->w->tm, var, b->out);
  text_addc(b->out, ' ');
  term_print_smt(b->w->tm, value, b->out);
  text_add(b->out, "))\n");
}

// Z3's answer to the text; 0 if it does not know.
static Z3_lbool ask(Z3_context c, const char *text) {
  Z3_solver s = Z3_mk_simple_solver(c);
  Z3_solver_inc_ref(c, s);
  Z3_params p = Z3_mk_params(c);
  Z3_params_inc_ref(c, p);
  Z3_params_set_uint(c, p, Z3_mk_string_symbol(c, "timeout"), 2000);
  Z3_solver_set_params(c, s, p);
  Z3_params_dec_ref(c, p);
  Z3_solver_from_string(c, s, text);
  if (Z3_get_error_code(c) != Z3_OK) print_error("%s\n%s\n", Z3_get_error_msg(c, Z3_get_error_code(c)), text);
  assert_int_equal(Z3_get_error_code(c), Z3_OK);
  Z3_lbool result = Z3_solver_check(c, s);
  Z3_solver_dec_ref(c, s);
  return result;
}

struct counts {
  uint32_t sat, unsat, unknown, refused;
};

static void compare(struct world *w, struct pair f, struct counts *counts, bool check_model) {
  struct text text = {0};
  text_printf(&text, "%s(assert %s)\n", text_cstr(&w->declarations), f.text);
  Z3_context c = w->reference;
  Z3_lbool theirs = ask(c, text_cstr(&text));
  enum answer ours = solver_check(w->s, 1, &f.term);
  if (ours == ANSWER_UNKNOWN || theirs == Z3_L_UNDEF) {
    counts->unknown++;
    if (ours == ANSWER_UNKNOWN) print_message("ours does not know: %s\n", reason_name(solver_reason(w->s)));
  } else {
    if ((ours == ANSWER_SAT) != (theirs == Z3_L_TRUE)) {
      struct text mine = {0};
      term_print_smt(w->tm, f.term, &mine);
      print_error("ours %d theirs %d\n%s\n; rewritten\n; %s\n", ours, theirs, text_cstr(&text), text_cstr(&mine));
      text_release(&mine);
    }
    assert_int_equal(ours == ANSWER_SAT, theirs == Z3_L_TRUE);
    if (ours == ANSWER_SAT) counts->sat++;
    else counts->unsat++;
  }
  if (ours == ANSWER_SAT && check_model) {
    struct model *m = solver_model(w->s);
    assert_true(model_holds(m, f.term));
    struct binding b = {w, &text};
    model_each(m, bind, &b);
    model_unref(m);
    Z3_lbool confirmed = ask(c, text_cstr(&text));
    if (confirmed == Z3_L_FALSE) print_error("model refused:\n%s\n", text_cstr(&text));
    assert_int_not_equal(confirmed, Z3_L_FALSE);
  }
  text_release(&text);
  mem_free(f.text);
}

static void test_bits(void **state) {
  (void)state;
  static const uint32_t widths[] = {1, 2, 3, 5, 8, 13, 16, 32, 33, 64, 65, 128};
  struct counts counts = {0};
  struct world w;
  for (int round = 0; round < 600 / LESS; round++) {
    if (round % 50 == 0) {
      if (round) close_world(&w);
      open_world(&w, round % 100 == 0);
    }
    text_clear(&w.declarations);
    map_u32_clear(&w.declared);
    compare(&w, formula(&w, widths[rnd(sizeof widths / sizeof *widths)], 3 + (int)rnd(2)), &counts, true);
  }
  print_message("%u sat, %u unsat, %u unknown, %u models refused\n", counts.sat, counts.unsat, counts.unknown,
                (unsigned)w.stats.models_refused);
  assert_true(counts.sat > 100 / LESS && counts.unsat > 20 / LESS && counts.unknown < 20);
  close_world(&w);
}

static void test_floats(void **state) {
  (void)state;
  static const uint32_t formats[][2] = {{3, 3}, {3, 5}, {4, 4}, {5, 6}};
  struct counts counts = {0};
  struct world w;
  open_world(&w, true);
  for (int round = 0; round < 300 / LESS; round++) {
    text_clear(&w.declarations);
    map_u32_clear(&w.declared);
    const uint32_t *format = formats[rnd(4)];
    compare(&w, real_formula(&w, sort_float(w.tm, format[0], format[1]), 1), &counts, true);
  }
  print_message("%u sat, %u unsat, %u unknown, %u models refused\n", counts.sat, counts.unsat, counts.unknown,
                (unsigned)w.stats.models_refused);
  assert_true(counts.sat > 50 / LESS && counts.unsat > 10 / LESS && counts.unknown < 20);
  assert_int_equal(w.stats.models_refused, 0);
  close_world(&w);
}

static void random_bits(mpz_t value, uint32_t width) {
  mpz_set_ui(value, 0);
  for (uint32_t i = 0; i < width; i += 32) {
    mpz_mul_2exp(value, value, 32);
    mpz_add_ui(value, value, (unsigned long)rnd((uint64_t)1 << 32));
  }
  mpz_fdiv_r_2exp(value, value, width);
}

// Any value, one near to the others, a small integer, or one at a border.
static struct term random_value(struct terms *tm, struct sort s, const mpz_t near) {
  uint32_t width = sort_width(tm, s);
  mpz_t value;
  mpz_init(value);
  uint64_t choice = rnd(6);
  random_bits(value, width);
  if (choice == 0) {
    mpz_fdiv_r_2exp(value, near, width);
    mpz_add_ui(value, value, (unsigned long)rnd(8));
  } else if (choice == 1) {
    mpz_set_ui(value, (unsigned long)rnd(4));
    if (rnd(2)) mpz_setbit(value, width - 1);
  } else if (choice == 2) { // a long run of equal bits
    mpz_set_ui(value, 1);
    mpz_mul_2exp(value, value, rnd(width + 1));
    mpz_sub_ui(value, value, (unsigned long)rnd(3));
    if (rnd(2)) mpz_com(value, value);
  }
  mpz_fdiv_r_2exp(value, value, width);
  struct term t = sort_kind(tm, s) == SORT_BV ? term_bv_big(tm, width, value) : term_float_bits(tm, s, value);
  mpz_clear(value);
  if (sort_kind(tm, s) == SORT_FLOAT && rnd(3) == 0) // integers and halves
    t = term_fp(
        tm, TERM_FP_DIV, 3,
        (struct term[]){term_rne(tm),
                        term_fp_from_int(tm, s, term_rne(tm), term_bv(tm, 64, rnd(UINT64_MAX) >> rnd(64)), rnd(2)),
                        term_fp_from_int(tm, s, term_rne(tm), term_bv(tm, 8, 1 + rnd(2)), false)});
  return t;
}

// Operations on floats as the back end translates them, against exact arithmetic: constants are put into the circuit
// and Z3 computes its value.
static void test_circuits(void **state) {
  (void)state;
  static const uint32_t formats[][2] = {{8, 24}, {11, 53}, {5, 11}, {3, 3}, {15, 64}, {15, 113}};
  static const enum term_kind kinds[] = {
      TERM_FP_ADD,      TERM_FP_SUB,     TERM_FP_MUL,       TERM_FP_DIV,          TERM_FP_FMA,
      TERM_FP_SQRT,     TERM_FP_RTI,     TERM_FP_REM,       TERM_FP_TO_FP,        TERM_FP_FROM_SBV,
      TERM_FP_FROM_UBV, TERM_FP_TO_SBV,  TERM_FP_TO_UBV,    TERM_FP_TO_BITS,      TERM_FP_NEG,
      TERM_FP_ABS,      TERM_FP_LT,      TERM_FP_LE,        TERM_FP_EQ,           TERM_FP_IS_NAN,
      TERM_FP_IS_INF,   TERM_FP_IS_ZERO, TERM_FP_IS_NORMAL, TERM_FP_IS_SUBNORMAL, TERM_FP_IS_NEGATIVE};
  static const uint32_t widths[] = {1, 2, 7, 8, 16, 31, 32, 33, 64, 65, 128};
  struct world w;
  open_world(&w, false);
  struct terms *tm = w.tm;
  struct backend *z = z3_backend.open(tm, &w.limits);
  assert_int_equal(z3_backend.check(z, 0, NULL, 0, NULL, 0), ANSWER_SAT); // starts Z3
  Z3_context c = z->context;
  uint32_t compared = 0, abstracted = 0;
  for (int round = 0; round < 2500 / LESS; round++) {
    const uint32_t *format = formats[rnd(6)], *format2 = formats[rnd(6)];
    enum term_kind kind = kinds[rnd(sizeof kinds / sizeof *kinds)];
    // These circuits take long to make when they are wide.
    bool slow = kind == TERM_FP_SQRT || kind == TERM_FP_FMA || kind == TERM_FP_DIV || kind == TERM_FP_REM;
    if (slow && format[0] > 11) continue;
    if (slow && format[0] > 8 && kind != TERM_FP_REM && rnd(4)) continue;
    struct sort s = sort_float(tm, format[0], format[1]), other = sort_float(tm, format2[0], format2[1]);
    uint32_t width = widths[rnd(sizeof widths / sizeof *widths)], n = 3;
    struct sort sorts[4] = {sort_bv(tm, 3), s, s, s};
    if (kind == TERM_FP_SQRT || kind == TERM_FP_RTI || kind == TERM_FP_TO_FP || kind == TERM_FP_TO_SBV ||
        kind == TERM_FP_TO_UBV)
      n = 2;
    else if (kind == TERM_FP_FROM_SBV || kind == TERM_FP_FROM_UBV) n = 2, sorts[1] = sort_bv(tm, width);
    else if (kind == TERM_FP_FMA) n = 4;
    else if (kind == TERM_FP_REM || kind == TERM_FP_LT || kind == TERM_FP_LE || kind == TERM_FP_EQ) n = 2, sorts[0] = s;
    else if (kind == TERM_FP_TO_BITS) n = 2, sorts[0] = s, sorts[1] = sort_bv(tm, format[0] + format[1]);
    else if (kind != TERM_FP_ADD && kind != TERM_FP_SUB && kind != TERM_FP_MUL && kind != TERM_FP_DIV)
      n = 1, sorts[0] = s;
    struct term vars[4], values[4];
    Z3_ast from[4], to[4];
    uint32_t k = 0;
    struct model *m = model_new(tm);
    mpz_t near;
    mpz_init(near);
    random_bits(near, 200);
    for (uint32_t i = 0; i < n; i++) {
      char name[32];
      snprintf(name, sizeof name, "c%u_%u", i, sorts[i].id);
      vars[i] = term_var(tm, sorts[i], name);
      bool is_mode = i == 0 && sort_kind(tm, sorts[0]) == SORT_BV;
      values[i] = is_mode ? term_bv(tm, 3, rnd(rnd(4) ? 5 : 8)) : random_value(tm, sorts[i], near);
      if (is_mode && (slow || rnd(4))) { // modes are mostly constants
        vars[0] = values[0];
        continue;
      }
      model_set(m, vars[i], values[i]);
      from[k] = z3_translate(z, vars[i]);
      to[k++] = z3_translate(z, values[i]);
    }
    mpz_clear(near);
    struct sort result = kind == TERM_FP_TO_FP ? other : s;
    if (kind == TERM_FP_FROM_SBV || kind == TERM_FP_FROM_UBV) result = s;
    if (kind == TERM_FP_TO_SBV || kind == TERM_FP_TO_UBV) result = sort_bv(tm, width);
    struct term t = term_make(tm, kind, result, 0, 0, n, vars), value = model_eval(m, t);
    Z3_ast circuit = z3_translate(z, t);
    assert_false(z->failed);
    Z3_ast folded = z3_keep(z, Z3_substitute(c, circuit, k, from, to));
    folded = z3_keep(z, Z3_simplify(c, folded));
    struct term theirs = z3_value(z, term_sort(tm, t), folded);
    if (term_none(theirs)) {
      abstracted++;
      assert_true(kind == TERM_FP_REM);
    } else {
      compared++;
      if (!term_same(theirs, value)) {
        struct text text = {0};
        text_printf(&text, "%s %u,%u", term_kind_name(kind), format[0], format[1]);
        for (uint32_t i = 0; i < n; i++) text_addc(&text, ' '), term_print_smt(tm, values[i], &text);
        text_add(&text, "\nours   "), term_print_smt(tm, value, &text);
        text_add(&text, "\ntheirs "), term_print_smt(tm, theirs, &text);
        print_error("%s\n", text_cstr(&text));
        text_release(&text);
      }
      assert_true(term_same(theirs, value));
    }
    model_unref(m);
  }
  print_message("%u compared, %u abstracted\n", compared, abstracted);
  assert_true(compared > 1500 / LESS);
  z3_backend.close(z);
  close_world(&w);
}

int main(void) {
  Z3_global_param_set("model.completion", "true");
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_bits), cmocka_unit_test(test_floats),
                                     cmocka_unit_test(test_circuits)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

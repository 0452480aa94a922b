// C expressions: what they mean, what is said about wrong ones, and that what is printed is read back with the same
// value.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "cfa/text/expression.h"
#include "fixture.h"
#include "random_terms.h"
#include "timing.h"

static const char *const header =
    "file \"v.c\"\n"
    "global total (_ BitVec 32) \"int\"\nglobal x (_ BitVec 64) \"long\"\n"
    "global mem (Array (_ BitVec 62) (_ BitVec 32)) region\n"
    "function main\n  local x (_ BitVec 32) \"int\"\n  local |x#2| (_ BitVec 32) \"int\"\n"
    "  local y (_ BitVec 32) \"int\"\n"
    "  local u (_ BitVec 32) \"unsigned int\" unsigned\n"
    "  local c (_ BitVec 8) \"char\"\n  local b (_ BitVec 8) \"unsigned char\" unsigned\n"
    "  local s (_ BitVec 16) \"short\"\n"
    "  local l (_ BitVec 64) \"long\"\n  local ul (_ BitVec 64) \"unsigned long\" unsigned\n"
    "  local p (_ BitVec 64) \"int *\"\n"
    "  local q (_ BitVec 128) \"__int128\"\n  local flag Bool \"_Bool\"\n  local |s.f| (_ BitVec 32) \"int\"\n"
    "  local |a[3]| (_ BitVec 32) \"int\"\n"
    "  local f (_ FloatingPoint 8 24) \"float\"\n  local d (_ FloatingPoint 11 53) \"double\"\n"
    "  edge start -> end\n  location end exit\n"
    "function other\n  local n (_ BitVec 32) \"int\"\n  edge begin -> done\n  location done exit\n";

struct world {
  struct terms *tm;
  struct cfa *cfa;
};

static struct world world_new(uint32_t bits) {
  struct world w = {.tm = terms_new()};
  struct text text = {0};
  text_printf(&text, "cfa \"v\"\npointer-bits %u\n%s", bits, header);
  w.cfa = cfa_from_text(w.tm, text_cstr(&text));
  text_release(&text);
  return w;
}

static void world_free(struct world *w) {
  cfa_free(w->cfa);
  terms_free(w->tm);
}

static struct term read_in(struct world *w, const char *function, const char *expression) {
  struct text message = {0};
  const char *at = expression;
  struct term t = expression_read(w->cfa, cfa_function_named(w->cfa, function), &at, &message);
  if (term_none(t)) fail_msg("%s: at %d: %s", expression, (int)(at - expression), text_cstr(&message));
  assert_int_equal(message.size, 0);
  text_release(&message);
  return t;
}

// The expression is read as the SMT-LIB term.
static void means(struct world *w, const char *expression, const char *smt) {
  struct text text = {0};
  text_printf(&text, "$%s", smt);
  struct term have = read_in(w, "main", expression), want = read_in(w, "main", text_cstr(&text));
  if (!term_same(have, want)) {
    text_clear(&text);
    term_print_smt(w->tm, have, &text);
    fail_msg("%s is %s, not %s", expression, text_cstr(&text), smt);
  }
  text_release(&text);
}

static void test_names(void **state) {
  struct world w = world_new(64);
  means(&w, "x == 1", "(= |main::x| #x00000001)");
  means(&w, "::x == 1", "(= x #x0000000000000001)");
  means(&w, "main::x==1", "(= |main::x| #x00000001)");
  means(&w, "x#2 == 1", "(= |main::x#2| #x00000001)");
  means(&w, "other::n < total", "(bvslt |other::n| total)");
  means(&w, "s.f + a[3] == 0", "(= #x00000000 (bvadd |main::s.f| |main::a[3]|))");
  means(&w, "|main::s.f| == 7", "(= #x00000007 |main::s.f|)");
  means(&w, "flag", "|main::flag|");
  means(&w, "mem[5] == 2", "(= #x00000002 (select mem (_ bv5 62)))");
  means(&w, "mem[ l + 1 ] == 2", "(= #x00000002 (select mem ((_ extract 61 0) (bvadd #x0000000000000001 |main::l|))))");
  means(&w, "mem[y] != 0", "(not (= #x00000000 (select mem ((_ sign_extend 30) |main::y|))))");
  means(&w, "$(bvult |main::x| total) && 1", "(bvult |main::x| total)");
  world_free(&w);
  (void)state;
}

static void test_conversions(void **state) {
  struct world w = world_new(64);
  means(&w, "x < y", "(bvslt |main::x| |main::y|)");
  means(&w, "x < u", "(bvult |main::x| |main::u|)");
  means(&w, "u < -1", "(bvult |main::u| #xffffffff)");
  means(&w, "l < u", "(bvslt |main::l| ((_ zero_extend 32) |main::u|))");
  means(&w, "ul < x", "(bvult |main::ul| ((_ sign_extend 32) |main::x|))");
  means(&w, "c == b", "(= ((_ sign_extend 24) |main::c|) ((_ zero_extend 24) |main::b|))");
  means(&w, "c + 1 > c", "(bvslt ((_ sign_extend 24) |main::c|) (bvadd #x00000001 ((_ sign_extend 24) |main::c|)))");
  means(&w, "(signed char)(c + 1) == 0", "(= #x00 (bvadd #x01 |main::c|))");
  means(&w, "b - 1 < 0", "(bvslt (bvadd #xffffffff ((_ zero_extend 24) |main::b|)) #x00000000)");
  means(&w, "~b == 0", "(= #x00000000 (bvnot ((_ zero_extend 24) |main::b|)))");
  means(&w, "s * s > 0", "(bvslt #x00000000 (bvmul ((_ sign_extend 16) |main::s|) ((_ sign_extend 16) |main::s|)))");
  means(&w, "x / y == 1", "(= #x00000001 (bvsdiv |main::x| |main::y|))");
  means(&w, "x / u == 1", "(= #x00000001 (bvudiv |main::x| |main::u|))");
  means(&w, "x % -2 == -1", "(= #xffffffff (bvsrem |main::x| #xfffffffe))");
  means(&w, "u % 3u == 1", "(= #x00000001 (bvurem |main::u| #x00000003))");
  means(&w, "x >> 1 == y", "(= |main::y| (bvashr |main::x| #x00000001))");
  means(&w, "u >> y == u", "(= |main::u| (bvlshr |main::u| |main::y|))");
  means(&w, "u << 1L == u", "(= |main::u| (bvshl |main::u| #x00000001))");
  means(&w, "b >> x == 1", "(= #x00000001 (bvashr ((_ zero_extend 24) |main::b|) |main::x|))");
  means(&w, "p > 4096", "(bvult #x0000000000001000 |main::p|)");
  means(&w, "p + 1 == l", "(= |main::l| (bvadd |main::p| #x0000000000000001))");
  means(&w, "(x < y) + 1 == 2",
        "(= #x00000002 (bvadd #x00000001 (ite (bvslt |main::x| |main::y|) #x00000001 #x00000000)))");
  means(&w, "(x ? u : -1) > 0", "(bvult #x00000000 (ite (= |main::x| #x00000000) #xffffffff |main::u|))");
  means(&w, "q == 1", "(= |main::q| (_ bv1 128))");
  means(&w, "flag == (x < 3)", "(= |main::flag| (bvslt |main::x| #x00000003))");
  means(&w, "(_Bool)x == flag", "(= |main::flag| (not (= |main::x| #x00000000)))");
  means(&w, "(unsigned _BitInt(3))x == 5", "(= #b101 ((_ extract 2 0) |main::x|))");
  world_free(&w);
  struct world small = world_new(32);
  means(&small, "(long)x == u", "(= |main::x| |main::u|)");
  means(&small, "(long long)x == l", "(= |main::l| ((_ sign_extend 32) |main::x|))");
  means(&small, "x + 1L < u", "(bvult (bvadd #x00000001 |main::x|) |main::u|)");
  means(&small, "l == 4294967296", "(= |main::l| #x0000000100000000)");
  world_free(&small);
  (void)state;
}

static void test_operators(void **state) {
  struct world w = world_new(64);
  means(&w, "x + 2 * y == 1 || !x && y != 3",
        "(or (= #x00000001 (bvadd |main::x| (bvmul #x00000002 |main::y|))) "
        "(and (= |main::x| #x00000000) (not (= |main::y| #x00000003))))");
  means(&w, "x - y - 1 >= 0", "(bvsle #x00000000 (bvadd #xffffffff (bvsub |main::x| |main::y|)))");
  means(&w, "x - (y - 1) <= 0", "(bvsle (bvsub |main::x| (bvadd #xffffffff |main::y|)) #x00000000)");
  means(&w, "x & 6 | y ^ 1", "(not (= #x00000000 (bvor (bvand #x00000006 |main::x|) (bvxor #x00000001 |main::y|))))");
  means(&w, "x == 1 == y", "(= |main::y| (ite (= |main::x| #x00000001) #x00000001 #x00000000))");
  means(&w, "x << 1 < y", "(bvslt (bvshl |main::x| #x00000001) |main::y|)");
  means(&w, "- - x == +y", "(= |main::x| |main::y|)");
  means(&w, "x", "(not (= |main::x| #x00000000))");
  means(&w, "!!x", "(not (= |main::x| #x00000000))");
  means(&w, "x ? y : u ? 1 : 0",
        "(not (= #x00000000 (ite (= |main::x| #x00000000) (ite (= |main::u| #x00000000) #x00000000 #x00000001) "
        "|main::y|)))");
  means(&w, "x == 'a'", "(= |main::x| #x00000061)");
  means(&w, "x == '\\n' || x == '\\xff' || x == '\\''",
        "(or (= |main::x| #x0000000a) (= |main::x| #xffffffff) (= |main::x| #x00000027))");
  means(&w, "u == 0xFFFFFFFF", "(= |main::u| #xffffffff)");
  means(&w, "x < 0x80000000", "(bvult |main::x| #x80000000)");
  means(&w, "x < 2147483648", "(bvslt ((_ sign_extend 32) |main::x|) #x0000000080000000)");
  means(&w, "x == 010 + 0b11", "(= |main::x| #x0000000b)");
  means(&w, "ul == 18446744073709551615ULL", "(= |main::ul| #xffffffffffffffff)");
  means(&w, "true && x > 0", "(bvslt #x00000000 |main::x|)");
  // Floats.
  means(&w, "d < 0.5", "(fp.lt |main::d| (fp #b0 #b01111111110 #x0000000000000))");
  means(&w, "f + 1 > 2.0f",
        "(fp.lt (fp #b0 #b10000000 #b00000000000000000000000) (fp.add RNE |main::f| "
        "(fp #b0 #b01111111 #b00000000000000000000000)))");
  means(&w, "(int)d == x", "(= |main::x| ((_ fp.to_sbv 32) RTZ |main::d|))");
  means(&w, "(double)u != d", "(not (fp.eq |main::d| ((_ to_fp_unsigned 11 53) RNE |main::u|)))");
  means(&w, "isnan(f)", "(fp.isNaN |main::f|)");
  means(&w, "!(d == d)", "(not (fp.eq |main::d| |main::d|))");
  means(&w, "f", "(not (fp.eq |main::f| (_ +zero 8 24)))");
  means(&w, "f < INFINITY && 1e-3 < d",
        "(and (fp.lt |main::f| (_ +oo 8 24)) (fp.lt (fp #b0 #b01111110101 #x0624dd2f1a9fc) |main::d|))");
  world_free(&w);
  (void)state;
}

static void wrong(struct world *w, const char *expression, int column, const char *want) {
  struct text message = {0};
  const char *at = expression;
  struct term t = expression_read(w->cfa, cfa_function_named(w->cfa, "main"), &at, &message);
  assert_true(term_none(t));
  if (!strstr(text_cstr(&message), want) || at - expression != column)
    fail_msg("%s: at %d: %s", expression, (int)(at - expression), text_cstr(&message));
  text_release(&message);
}

static void test_wrong(void **state) {
  struct world w = world_new(64);
  wrong(&w, "", 0, "expected a variable or a number, but the expression ends");
  wrong(&w, "x <", 3, "the expression ends");
  wrong(&w, "x y", 2, "expected an operator, not 'y'");
  wrong(&w, "x == 1)", 6, "expected an operator, not ')'");
  wrong(&w, "(x == 1", 7, "expected ')'");
  wrong(&w, "totl > 0", 0, "no variable 'totl'; did you mean 'total'?");
  wrong(&w, "1 + s.g", 4, "no variable 's.g'; did you mean 's.f'?");
  wrong(&w, "other::m", 0, "did you mean 'other::n'?");
  wrong(&w, "n == 0", 0, "no variable 'n'; did you mean 'other::n'?");
  wrong(&w, "nothing_like_it", 0, "there is no variable 'nothing_like_it'");
  wrong(&w, "|main::zz|", 0, "no variable '|main::zz|'");
  wrong(&w, "x % d", 2, "'%' wants integers, not double");
  wrong(&w, "f << 1", 2, "'<<' wants integers, not float");
  wrong(&w, "~f", 0, "'~' wants an integer, not float");
  wrong(&w, "isnan(x)", 0, "isnan wants a float, not int");
  wrong(&w, "mem == 1", 4, "'==' wants numbers, not memory");
  wrong(&w, "mem", 0, "a condition wants a number, not memory");
  wrong(&w, "mem[d]", 0, "an index wants an integer, not double");
  wrong(&w, "mem[1", 5, "expected ']'");
  wrong(&w, "12ab", 0, "no number of C");
  wrong(&w, "18446744073709551616", 0, "does not fit");
  wrong(&w, "9223372036854775808", 0, "u is missing");
  wrong(&w, "(short char)x", 0, "no type of C");
  wrong(&w, "(unsigned x)", 10, "expected ')' after a type");
  wrong(&w, "'ab'", 0, "one character");
  wrong(&w, "''", 0, "one character");
  wrong(&w, "x = 1", 2, "expected an operator, not '='");
  wrong(&w, "x ? 1", 5, "expected ':'");
  wrong(&w, "f(x)", 1, "expected an operator, not '('");
  wrong(&w, "$(bvadd |main::x| c)", 18, "in a term");
  wrong(&w, "1.5L == d", 0, "long double literals");
  struct text deep = {0};
  for (int i = 0; i < 5000; i++) text_addc(&deep, '(');
  struct text message = {0};
  const char *at = text_cstr(&deep);
  assert_true(term_none(expression_read(w.cfa, 0, &at, &message)));
  assert_non_null(strstr(text_cstr(&message), "too deep"));
  text_release(&deep);
  text_release(&message);
  world_free(&w);
  (void)state;
}

// What is printed for people.
static void prints(struct world *w, const char *expression, const char *want) {
  struct text text = {0};
  expression_print(w->cfa, cfa_function_named(w->cfa, "main"), read_in(w, "main", expression), &text);
  assert_string_equal(text_cstr(&text), want);
  text_release(&text);
}

static void test_printed(void **state) {
  struct world w = world_new(64);
  prints(&w, "x - y > 1", "x - y > 1");
  prints(&w, "u > 3", "u > 3");
  prints(&w, "u < 0xfffffff0", "u < 4294967280u");
  prints(&w, "(unsigned)x < 5", "x < 5u");
  prints(&w, "(unsigned)x < (unsigned)y", "(unsigned)x < y");
  prints(&w, "(int)u < 0", "(int)u < 0");
  prints(&w, "c == 'A'", "c == 65");
  prints(&w, "c + 1 > b", "b < c + 1");
  prints(&w, "l < x", "l < x");
  prints(&w, "x == (-2147483647 - 1)", "x == -2147483647 - 1");
  prints(&w, "x % 2 == 0", "x % 2 == 0");
  prints(&w, "!(x == 0 && y > 0)", "y <= 0 || x != 0");
  prints(&w, "flag && !(x == y)", "flag && x != y");
  prints(&w, "::x == 3 && other::n == 4", "::x == 3 && other::n == 4");
  prints(&w, "x#2 == s.f + a[3]", "s.f + a[3] == x#2");
  prints(&w, "mem[5] == y", "mem [5] == y");
  prints(&w, "x >= 0 && x <= 10", "x >= 0 && x < 11");
  prints(&w, "d < 0.5 || isnan(d)", "d < 0.5 || isnan(d)");
  prints(&w, "(u & 3) == 1", "((int)u & 3) == 1");
  prints(&w, "4ul * (x & 3) < 13", "4ul * (x & 3) < 13");
  prints(&w, "1", "true");
  world_free(&w);
  (void)state;
}

// --- random terms ----------------------------------------------------------------------------

static void add_sorts(struct random_terms *r, bool floats) {
  struct terms *tm = r->tm;
  random_add_sort(r, sort_bool(tm), 2, 0);
  static const uint32_t widths[] = {8, 16, 32, 64, 128, 3, 1, 40};
  for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
    random_add_sort(r, sort_bv(tm, widths[i]), i < 5 ? 3 : 1, 3);
  random_add_sort(r, sort_array(tm, sort_bv(tm, 40), sort_bv(tm, 16)), 1, 0);
  if (!floats) return;
  random_add_sort(r, sort_float(tm, 8, 24), 2, 3);
  random_add_sort(r, sort_float(tm, 11, 53), 2, 3);
  random_add_sort(r, sort_float(tm, 15, 64), 1, 1);
}

// An automaton that has the generator's variables, some of them unsigned.
static struct cfa *cfa_of(struct random_terms *r, uint32_t bits) {
  struct cfa *cfa = cfa_new(r->tm);
  cfa->pointer_bits = bits;
  uint32_t function = cfa_add_function(cfa, "f");
  cfa_add_location(cfa, function, LOC_PLAIN);
  for (uint32_t i = 0; i < r->variables; i++) {
    char name[20], unique[24];
    snprintf(name, sizeof name, "v%u", i);
    snprintf(unique, sizeof unique, "f::v%u", i);
    for (uint32_t k = 0; k < r->pool_count; k++)
      for (uint32_t m = 0; m < r->pools[k].leaves; m++) {
        struct term t = r->pools[k].entries.data[m].term;
        if (term_kind(r->tm, t) != TERM_VAR || strcmp(term_var_name(r->tm, t), unique) != 0) continue;
        uint32_t var = cfa_add_var(cfa, function, VAR_PROGRAM, name, "", term_sort(r->tm, t));
        cfa->vars.data[var].is_unsigned = random_below(r, 2);
        assert_int_equal(cfa->vars.data[var].term.id, t.id);
      }
  }
  return cfa;
}

static uint32_t said_in_c, said;

static void check_entry(struct random_terms *r, struct cfa *cfa, const struct random_entry *e) {
  struct text text = {0}, message = {0};
  expression_print(cfa, 0, e->term, &text);
  said++;
  said_in_c += !strchr(text_cstr(&text), '$');
  const char *at = text_cstr(&text);
  struct term back = expression_read(cfa, 0, &at, &message);
  if (term_none(back)) fail_msg("%s: at %d: %s", text_cstr(&text), (int)(at - text_cstr(&text)), text_cstr(&message));
  for (int k = 0; k < ASSIGNMENTS; k++) {
    if (term_same(model_eval(r->models[k], back), e->values[k])) continue;
    struct text smt = {0};
    term_print_smt(r->tm, e->term, &smt);
    fail_msg("%s is not %s in assignment %d", text_cstr(&text), text_cstr(&smt), k);
  }
  text_release(&text);
  text_release(&message);
}

static void random_runs(uint32_t seeds, bool floats) {
  for (uint32_t seed = 1; seed <= (LESS > 1 ? seeds / 4 : seeds); seed++) {
    struct terms *tm = terms_new();
    struct random_terms r;
    random_init(&r, tm, seed + (floats ? 1000 : 0));
    add_sorts(&r, floats);
    struct cfa *cfa = cfa_of(&r, seed % 2 ? 64 : 32);
    for (uint32_t step = 0; step < 500; step++) {
      struct random_entry *e = random_step(&r);
      if (e && sort_kind(tm, term_sort(tm, e->term)) == SORT_BOOL) check_entry(&r, cfa, e);
    }
    cfa_free(cfa);
    random_release(&r);
    terms_free(tm);
  }
}

// Every operation on numbers that were extended, or cut, in every way: what C converts by itself, and what it must be
// kept from converting.
static struct term resized(struct terms *tm, struct term t, uint32_t w, bool zero) {
  if (term_width(tm, t) >= w) return term_extract(tm, w - 1, 0, t);
  return zero ? term_zext(tm, t, w) : term_sext(tm, t, w);
}

static void check_operations(struct cfa *cfa, struct model **models, uint32_t n, struct term a, struct term b,
                             uint32_t w) {
  static const enum term_kind kinds[] = {TERM_BV_ADD,  TERM_BV_MUL,  TERM_BV_UDIV,   TERM_BV_UREM, TERM_BV_SDIV,
                                         TERM_BV_SREM, TERM_BV_AND,  TERM_BV_OR,     TERM_BV_XOR,  TERM_BV_SHL,
                                         TERM_BV_LSHR, TERM_BV_ASHR, TERM_BV_CONCAT, TERM_BV_ULT,  TERM_BV_SLE,
                                         TERM_EQ,      TERM_ITE};
  struct terms *tm = cfa->tm;
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    struct term c[3] = {a, b}, t = kinds[k] == TERM_ITE
                                       ? term_ite(tm, term_slt(tm, a, b), term_bvnot(tm, b), term_neg(tm, a))
                                       : term_make(tm, kinds[k], (struct sort){0}, 0, 0, 2, c);
    // The whole result, and a part of it that does not begin at bit 0.
    for (uint32_t part = 0; part < 2; part++) {
      struct term of = t;
      if (sort_kind(tm, term_sort(tm, t)) == SORT_BV) {
        uint32_t width = term_width(tm, t), low = part ? width / 2 : 0;
        of = term_eq(tm, term_extract(tm, width - 1, low, t),
                     term_extract(tm, width - 1, low, kinds[k] == TERM_BV_CONCAT ? term_concat(tm, b, a) : a));
      }
      struct text text = {0}, message = {0};
      expression_print(cfa, 0, of, &text);
      const char *at = text_cstr(&text);
      struct term back = expression_read(cfa, 0, &at, &message);
      if (term_none(back)) fail_msg("%s: %s", text_cstr(&text), text_cstr(&message));
      for (uint32_t m = 0; m < n; m++)
        if (model_holds(models[m], back) != model_holds(models[m], of))
          fail_msg("%s, width %u, kind %s", text_cstr(&text), w, term_kind_name(kinds[k]));
      text_release(&text);
      text_release(&message);
    }
  }
}

static void test_operations(void **state) {
  struct terms *tm = terms_new();
  struct cfa *cfa = cfa_new(tm);
  uint32_t function = cfa_add_function(cfa, "f"), n = 0;
  cfa_add_location(cfa, function, LOC_PLAIN);
  static const uint32_t widths[] = {8, 16, 32, 64, 20};
  static const int64_t values[] = {0, -1, INT64_MIN, 0x80, (int64_t)0xffffffff80000001u};
  struct vec_term vars = {0};
  struct model *models[25];
  for (uint32_t i = 0; i < 25; i++) models[i] = model_new(tm);
  for (uint32_t i = 0; i < 20; i++) { // each width, signed and unsigned, twice
    uint32_t width = widths[i % 5];
    char name[20];
    snprintf(name, sizeof name, "v%u", i);
    uint32_t var = cfa_add_var(cfa, function, VAR_PROGRAM, name, "", sort_bv(tm, width));
    cfa->vars.data[var].is_unsigned = i % 10 >= 5;
    vec_term_push(&vars, cfa->vars.data[var].term);
    for (n = 0; n < 25; n++) {
      int64_t value = values[i < 10 ? n / 5 : n % 5];
      if (value == INT64_MIN) value = (int64_t)((uint64_t)1 << (width - 1));
      model_set(models[n], vars.data[i], term_bv_signed(tm, width, value));
    }
  }
  static const uint32_t results[] = {8, 16, 32, 64, 128, 40};
  for (uint32_t bits = 32; bits <= 64; bits += 32) {
    cfa->pointer_bits = bits;
    for (uint32_t i = 0; i < 10; i++)
      for (uint32_t j = 10; j < 20; j++)
        for (uint32_t r = 0; r < 6; r++)
          for (uint32_t how = bits == 32 ? 1 : 0; how < (bits == 32 ? 2 : 4); how++)
            check_operations(cfa, models, n, resized(tm, vars.data[i], results[r], how & 1),
                             resized(tm, vars.data[j], results[r], how & 2), results[r]);
  }
  for (uint32_t i = 0; i < n; i++) model_unref(models[i]);
  vec_term_release(&vars);
  cfa_free(cfa);
  terms_free(tm);
  (void)state;
}

static void test_random_integers(void **state) {
  said = said_in_c = 0;
  random_runs(150, false);
  assert_true(said > 5000 / LESS);
  assert_true(said_in_c > said / 2); // not by hiding in $
  (void)state;
}

static void test_random_floats(void **state) {
  random_runs(60, true);
  (void)state;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_names),           cmocka_unit_test(test_conversions),   cmocka_unit_test(test_operators),
      cmocka_unit_test(test_wrong),           cmocka_unit_test(test_printed),       cmocka_unit_test(test_operations),
      cmocka_unit_test(test_random_integers), cmocka_unit_test(test_random_floats),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

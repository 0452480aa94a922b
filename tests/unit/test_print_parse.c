// SMT-LIB text: printing and parsing are inverse on random terms; what people
// write is understood; every error has its place. C text: what it looks like.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "random.h"
#include "random_terms.h"
#include "timing.h"

static struct sort sort_of_name(struct terms *tm, char letter) {
  switch (letter) {
  case 'b': return sort_bool(tm);
  case 'f': return sort_float(tm, 8, 24);
  case 'd': return sort_float(tm, 11, 53);
  case 'n': return sort_int(tm);
  case 'a': return sort_array(tm, sort_bv(tm, 32), sort_bv(tm, 8));
  case 'c': return sort_bv(tm, 8);
  case 'm': return sort_bv(tm, 3);
  default: return sort_bv(tm, 32);
  }
}

// b… are Bool, f… float, a… arrays, and so on; names with "unknown" are not known.
static struct term by_letter(void *context, const char *name, size_t length) {
  struct terms *tm = context;
  char buffer[64];
  if (length >= sizeof buffer) return TERM_NONE;
  memcpy(buffer, name, length);
  buffer[length] = 0;
  if (!strncmp(buffer, "unknown", 7)) return TERM_NONE;
  return term_var(tm, sort_of_name(tm, buffer[0]), buffer);
}

// Names of variables made elsewhere: by a linear search.
static struct term among_pools(void *context, const char *name, size_t length) {
  struct random_terms *r = context;
  for (uint32_t i = 0; i < r->pool_count; i++) {
    for (uint32_t j = 0; j < 3 && j < r->pools[i].entries.size; j++) {
      struct term t = r->pools[i].entries.data[j].term;
      if (term_kind(r->tm, t) == TERM_VAR && strlen(term_var_name(r->tm, t)) == length &&
          !memcmp(term_var_name(r->tm, t), name, length))
        return t;
    }
  }
  return TERM_NONE;
}

static void random_terms_come_back(void **unused) {
  (void)unused;
  static const uint32_t widths[] = {1, 3, 4, 8, 11, 16, 32, 64, 79, 128};
  uint32_t terms_read = 0, terms_simplified = 0;
  for (uint64_t seed = 1; seed <= (LESS > 1 ? 5 : 20); seed++) {
    struct terms *tm = terms_new();
    struct random_terms r;
    random_init(&r, tm, seed + 500);
    random_add_sort(&r, sort_bool(tm), 3, 0);
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) random_add_sort(&r, sort_bv(tm, widths[i]), 2, 4);
    random_add_sort(&r, sort_float(tm, 5, 11), 2, 4);
    random_add_sort(&r, sort_float(tm, 8, 24), 2, 4);
    random_add_sort(&r, sort_float(tm, 15, 64), 2, 4);
    random_add_sort(&r, sort_int(tm), 2, 4);
    random_add_sort(&r, sort_array(tm, sort_bv(tm, 32), sort_bv(tm, 8)), 2, 2);
    random_add_sort(&r, sort_array(tm, sort_bv(tm, 79), sort_bv(tm, 8)), 1, 1);
    struct text text = {0};
    for (int i = 0; i < 2500; i++) {
      struct random_entry *e = random_step(&r);
      if (!e || term_dag_size(tm, e->term) > 300) continue;
      text_clear(&text);
      term_print_smt(tm, e->term, &text);
      text_add(&text, " rest");
      const char *at = text_cstr(&text), *message = NULL;
      struct term t = term_parse(tm, &at, among_pools, &r, &message);
      terms_read++;
      // A sum with too many summands to be looked at from outside may simplify further when it is built again.
      bool simplified = !term_none(t) && !term_same(t, e->term);
      for (int k = 0; simplified && k < ASSIGNMENTS; k++)
        simplified = term_is_true(tm, term_eq(tm, model_eval(r.models[k], t), e->values[k]));
      terms_simplified += simplified;
      if (!simplified && !term_same(t, e->term)) {
        struct text again = {0};
        if (!term_none(t)) term_print_smt(tm, t, &again);
        fail_msg("%s\n at %s\n of %s\n gave %s", message ? message : "another term", at, text_cstr(&text),
                 text_cstr(&again));
      }
      assert_string_equal(at, " rest");
      text_clear(&text);
      sort_print_smt(tm, term_sort(tm, e->term), &text);
      at = text_cstr(&text);
      assert_int_equal(sort_parse(tm, &at, &message).id, term_sort(tm, e->term).id);
    }
    text_release(&text);
    random_release(&r);
    terms_free(tm);
  }
  assert_true(terms_simplified * 1000 <= terms_read);
}

static struct term parse(struct terms *tm, const char *text) {
  const char *at = text, *message = NULL;
  struct term t = term_parse(tm, &at, by_letter, tm, &message);
  if (term_none(t)) fail_msg("%s at %s", message, at);
  assert_int_equal(*at, 0);
  return t;
}

static void what_people_write(void **unused) {
  (void)unused;
  struct terms *tm = terms_new();
  static const char *const pairs[][2] = {
      {"(bvugt x y)", "(bvult y x)"},
      {"(=> b1 b2 b3)", "(or (not b1) (not b2) b3)"},
      {"(xor b1 b2)", "(not (= b1 b2))"},
      {"(distinct x y z)", "(and (not (= x y)) (not (= y z)) (not (= x z)))"},
      {"(bvadd x y z)", "(bvadd (bvadd x y) z)"},
      {"(bvsub x y)", "(bvadd x (bvneg y))"},
      {"(_ bv10 32)", "#x0000000A"},
      {"(let ((x y) (y x)) (bvudiv x y))", "(bvudiv y x)"},
      {"(let ((t (bvadd x y))) (let ((t (bvudiv t x)) (u t)) (bvurem t u)))",
       "(bvurem (bvudiv (bvadd x y) x) (bvadd x y))"},
      {"(let ((t x)) (bvudiv (let ((t y)) t) t))", "(bvudiv y x)"},
      {"; comment\n ( bvult ; another\n x\t|x|)", "false"},
      {"((_ rotate_left 8) x)", "(concat ((_ extract 23 0) x) ((_ extract 31 24) x))"},
      {"((_ rotate_right 8) x)", "(concat ((_ extract 7 0) x) ((_ extract 31 8) x))"},
      {"((_ repeat 2) x)", "(concat x x)"},
      {"(fp.gt f1 f2)", "(fp.lt f2 f1)"},
      {"(fp.add RNE f1 f2)", "(fp.add #b000 f1 f2)"},
      {"(fp.add roundTowardZero f1 f2)", "(fp.add #b100 f1 f2)"},
      {"(fp #b0 #x7f #b00000000000000000000000)", "((_ to_fp 8 24) #x3f800000)"},
      {"(fp.add m f1 (_ NaN 8 24))", "(_ NaN 8 24)"},
      {"(fp.neg (_ +zero 8 24))", "(_ -zero 8 24)"},
      {"(fp.isNegative (_ -oo 8 24))", "true"},
      {"(- 5)", "(- (- (- 5)))"},
      {"(- n1 n2 3)", "(+ n1 (* (- 1) n2) (- 3))"},
      {"(> n1 n2)", "(< n2 n1)"},
      {"(! (bvult x y) :named foo)", "(bvult x y)"},
      {"(select ((as const (Array (_ BitVec 32) (_ BitVec 8))) #x07) x)", "#x07"},
      {"(select (store (store a1 #x00000001 #x11) #x00000002 #x22) #x00000001)", "#x11"},
      {"(store (store a1 #x00000001 #x11) #x00000001 #x22)", "(store a1 #x00000001 #x22)"},
      {"(store (store a1 #x00000009 #x11) #x00000001 #x22)", "(store (store a1 #x00000001 #x22) #x00000009 #x11)"},
      {"(select a1 (bvadd (select (store a2 x #x00) x) #x00))", NULL},
      {"(clew.fp_to_bits f1 x)", "((_ clew.fp_to_bits) f1 x)"},
      {"((_ to_fp 11 53) RNE x)", "((_ to_fp 11 53) RNA x)"},
      {"(bvcomp x x)", "#b1"},
      {"((_ zero_extend 0) x)", "x"},
  };
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    if (pairs[i][1] && !term_same(parse(tm, pairs[i][0]), parse(tm, pairs[i][1])))
      fail_msg("%s is not %s", pairs[i][0], pairs[i][1]);
  }
  terms_free(tm);
}

static void odd_names_come_back(void **unused) {
  (void)unused;
  struct terms *tm = terms_new();
  static const char *const names[] = {"main::x", "s.f",  "v[3]", "x#2", "in!7", "true", "RNE",  "let",
                                      "?1",      "???5", "w 5",  "0",   "",     "+",    "store"};
  struct text text = {0};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    struct term v = term_var(tm, sort_of_name(tm, names[i][0]), names[i]);
    struct term c = term_eq(tm, v, term_zero(tm, term_sort(tm, v)));
    struct term big = term_var(tm, sort_bv(tm, 32), "x"),
                shared = term_udiv(tm, term_mul(tm, big, big), term_add(tm, big, term_bv(tm, 32, 7)));
    c = term_and(tm, c, term_ult(tm, shared, term_mul(tm, shared, shared)));
    text_clear(&text);
    term_print_smt(tm, c, &text);
    assert_true(term_same(parse(tm, text_cstr(&text)), c));
  }
  text_release(&text);
  terms_free(tm);
}

static void errors_have_their_place(void **unused) {
  (void)unused;
  struct terms *tm = terms_new();
  static const struct {
    const char *text;
    int offset;
    const char *message;
  } bad[] = {
      {"", 0, "the text ends too early"},
      {"(bvadd x unknown1)", 9, "an unknown name"},
      {"(bvadd x", 8, "the text ends too early"},
      {"(bvfoo x y)", 1, "an unknown operator"},
      {"(bvadd x (bvult x y))", 0, "expected bit-vectors"},
      {"(not (bvadd x c1))", 5, "arguments of different sorts"},
      {"(and b1 x)", 0, "expected a Bool"},
      {"(ite b1 x)", 0, "a wrong number of arguments"},
      {"((_ extract 40 3) x)", 0, "bits outside of the bit-vector"},
      {"((_ extract 3) x)", 2, "a wrong number of indices"},
      {"((_ nothing 3) x)", 2, "an unknown operator"},
      {"#xg", 0, "a constant without digits"},
      {"#q1", 0, "expected #x or #b"},
      {"(_ bv300 8)", 3, "the constant does not fit its width"},
      {"(_ bv3 0)", 7, "a width of 0"},
      {"(_ bv3 99999999999)", 7, "the number is too large"},
      {"(let ((x y) b1)", 12, "expected a binding"},
      {"(let ((x y)) x", 14, "expected ')'"},
      {"(let () x)", 7, "a let without bindings"},
      {"|abc", 0, "a quoted symbol does not end"},
      {"((as const (_ BitVec 8)) #x00)", 11, "expected the sort of an array"},
      {"((as const (Array Bool Foo)) #x00)", 23, "not a sort"},
      {"(store a1 #x00000001 x)", 0, "the value has another sort than the array's"},
      {"(store (store a1 #x00000000 #x00) #x01 #x02)", 0, "the index has another sort than the array's"},
      {"(select x y)", 0, "expected an array"},
      {"(fp.add f1 f2)", 0, "a wrong number of arguments"},
      {"(fp.add c1 f1 f2)", 0, "expected a rounding mode"},
      {"(fp.add RNE f1 d1)", 0, "arguments of different sorts"},
      {"(fp.lt f1 (_ NaN 1 2))", 17, "a float needs at least 2 exponent and 2 significand bits"},
      {"((_ to_fp 8 24) c1)", 0, "expected a bit-vector of the float's width"},
      {"((_ to_fp 80 24) x)", 2, "not a format of floats"},
      {"1.5", 0, "decimal constants have no meaning here"},
      {"(+ 1 x)", 0, "expected integers"},
      {")", 0, "expected a symbol"},
      {"()", 1, "expected a symbol"},
      {"(bvadd x y(", 11, "the text ends too early"},
      {"((_ repeat 0) x)", 0, "repeated 0 times"},
      {"((_ zero_extend 16777215) x)", 0, "the result is too wide"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    const char *at = bad[i].text, *message = NULL;
    struct term t = term_parse(tm, &at, by_letter, tm, &message);
    if (!term_none(t) || at - bad[i].text != bad[i].offset || strcmp(message, bad[i].message))
      fail_msg("%s: %s at %d", bad[i].text, message ? message : "read", (int)(at - bad[i].text));
  }
  terms_free(tm);
}

// Any prefix and any damaged text is an error or a term, never a crash.
static void damaged_text(void **unused) {
  (void)unused;
  struct terms *tm = terms_new();
  static const char text[] =
      "(let ((?1 (fp.add RNE f1 ((_ to_fp 8 24) x))) (?2 (store (store a1 #x00000001 #x11) (bvadd x (_ bv3 32)) c1))) "
      "(and (fp.lt ?1 (fp #b0 #x7f #b00000000000000000000000)) "
      "(= ?2 ((as const (Array (_ BitVec 32) (_ BitVec 8))) #x07)) (! b1 :n |q|)))";
  static const char letters[] = "()_ |#xb019asvfp.let;!";
  char copy[sizeof text];
  struct rng rng = rng_new(12345);
  for (int i = 0; i < 20000; i++) {
    memcpy(copy, text, sizeof text);
    size_t n = rng_below(&rng, 4);
    if (i < (int)sizeof text) copy[i] = 0, n = 0;
    while (n--) {
      size_t place = rng_below(&rng, sizeof text - 1);
      copy[place] = letters[rng_below(&rng, sizeof letters - 1)];
    }
    const char *at = copy, *message = NULL;
    struct term t = term_parse(tm, &at, by_letter, tm, &message);
    assert_true(at >= copy && at <= copy + strlen(copy));
    assert_true(term_none(t) == (message != NULL));
  }
  terms_free(tm);
}

static void large_terms(void **unused) {
  (void)unused;
  struct terms *tm = terms_new();
  struct term x = term_var(tm, sort_bv(tm, 32), "x"), y = term_var(tm, sort_bv(tm, 32), "y"), t = x;
  struct text text = {0};
  // Shared: the text must stay linear.
  for (int i = 0; i < 3000; i++) t = term_udiv(tm, term_bvxor(tm, t, y), term_mul(tm, t, y));
  term_print_smt(tm, t, &text);
  assert_true(text.size < 3000 * 100);
  assert_true(term_same(parse(tm, text_cstr(&text)), t));
  // Deep.
  t = x;
  for (int i = 0; i < 100000; i++) t = term_udiv(tm, y, t);
  text_clear(&text);
  term_print_smt(tm, t, &text);
  assert_true(term_same(parse(tm, text_cstr(&text)), t));
  // Many stores at constant indices.
  struct term a = term_var(tm, sort_of_name(tm, 'a'), "a");
  enum { N = 100000 };
  uint64_t *indices = mem_alloc(N * sizeof *indices);
  struct term *values = mem_alloc(N * sizeof *values);
  for (uint64_t i = 0; i < N; i++) {
    indices[i] = 3 * i;
    values[i] = term_bv(tm, 8, i * 7);
  }
  t = term_stores(tm, a, N, indices, values);
  text_clear(&text);
  term_print_smt(tm, t, &text);
  assert_true(term_same(parse(tm, text_cstr(&text)), t));
  mem_free(indices);
  mem_free(values);
  text_release(&text);
  terms_free(tm);
}

static void as_c(void **unused) {
  (void)unused;
  struct terms *tm = terms_new();
  static const char *const pairs[][2] = {
      {"(bvslt (bvadd |work::x| #x00000001) y)", "x + 1 < y"},
      {"(bvslt x #x00000005)", "x < 5"},
      {"(bvslt #xfffffffb x)", "x > -5"},
      {"(not (bvslt x y))", "y <= x"},
      {"(bvult x y)", "(unsigned)x < y"},
      {"(bvult x #xfffffff0)", "(unsigned)x < 4294967280u"},
      {"(not (= x y))", "x != y"},
      {"(= x #xffffffff)", "x == -1"},
      {"(bvsub x y)", "x - y"},
      {"(bvmul (bvadd x y) z)", "z * (x + y)"},
      {"(ite (= x y) z w)", "x == y ? z : w"},
      {"(select a1 x)", "a1[x]"},
      {"(and b1 (or b2 b3))", "b1 && (b2 || b3)"},
      {"(bvudiv x y)", "(unsigned)x / y"},
      {"(bvsdiv x y)", "x / y"},
      {"(bvashr x y)", "x >> y"},
      {"(bvlshr x y)", "(unsigned)x >> y"},
      {"((_ sign_extend 32) x)", "(long)x"},
      {"((_ zero_extend 24) c1)", "(unsigned char)c1"},
      {"((_ extract 7 0) x)", "(signed char)x"},
      {"(fp.lt (fp.add RNE f1 f2) (fp #b0 #x7f #b10000000000000000000000))", "f1 + f2 < 1.5f"},
      {"(fp.eq f1 (_ +zero 8 24))", "f1 == 0.0"},
      {"((_ to_fp 11 53) RNE f1)", "(double)f1"},
      {"((_ fp.to_sbv 32) RTZ d1)", "(int)d1"},
      {"(fp.isNaN d1)", "isnan(d1)"},
      {"(fp.roundToIntegral RTN d1)", "floor(d1)"},
      {"(bvand x (bvor y z))", "x & (y | z)"},
      {"(= (bvand x y) z)", "(x & y) == z"},
      {"(bvneg x)", "-x"},
  };
  struct text text = {0};
  bool good = true;
  for (const char *v = "xyzw"; *v; v++) parse(tm, (char[]){*v, 0}); // operands come in the order of their ids
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    struct term t = parse(tm, pairs[i][0]);
    text_clear(&text);
    term_print_c(tm, t, &text);
    if (strcmp(text_cstr(&text), pairs[i][1])) {
      print_error("%s\n  is written %s\n  and not %s\n", pairs[i][0], text_cstr(&text), pairs[i][1]);
      good = false;
    }
  }
  assert_true(good);
  // Sharing must not blow the text up.
  struct term t = parse(tm, "x");
  for (int i = 0; i < 100; i++) t = term_udiv(tm, t, term_bvxor(tm, t, parse(tm, "y")));
  text_clear(&text);
  term_print_c(tm, t, &text);
  assert_true(text.size < 200000);
  text_release(&text);
  terms_free(tm);
}

static void values(void **unused) {
  (void)unused;
  struct terms *tm = terms_new();
  static const struct {
    const char *term;
    bool is_unsigned;
    const char *text;
  } pairs[] = {
      {"true", false, "1"},
      {"#xffffffff", false, "-1"},
      {"#xffffffff", true, "4294967295"},
      {"#b1", false, "1"},
      {"#x80000000000000000000000000000000", false, "-170141183460469231731687303715884105728"},
      {"(- 12)", false, "-12"},
      {"((_ to_fp 8 24) #x3dcccccd)", false, "0.1f"},
      {"((_ to_fp 8 24) #x7f7fffff)", false, "3.4028235e38f"},
      {"((_ to_fp 11 53) #x3fb999999999999a)", false, "0.1"},
      {"((_ to_fp 11 53) #x0000000000000001)", false, "5e-324"},
      {"((_ to_fp 11 53) #x40f86a0000000000)", false, "100000.0"},
      {"((_ to_fp 11 53) #xc000000000000000)", false, "-2.0"},
      {"(_ -zero 11 53)", false, "-0.0"},
      {"(_ -oo 11 53)", false, "-INFINITY"},
      {"(_ NaN 8 24)", false, "NAN"},
      {"((_ to_fp 15 64) RNE #x0000000a)", false, "10.0L"},
      {"((_ to_fp 5 11) #x3c00)", false, "1.0"},
      {"(store ((as const (Array (_ BitVec 32) (_ BitVec 8))) #x07) #x00000002 #xff)", false, "{[2] = -1, [...] = 7}"},
  };
  struct text text = {0};
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    text_clear(&text);
    term_print_value(tm, parse(tm, pairs[i].term), pairs[i].is_unsigned, &text);
    assert_string_equal(text_cstr(&text), pairs[i].text);
  }
  text_release(&text);
  terms_free(tm);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_terms_come_back),
      cmocka_unit_test(what_people_write),
      cmocka_unit_test(odd_names_come_back),
      cmocka_unit_test(errors_have_their_place),
      cmocka_unit_test(damaged_text),
      cmocka_unit_test(large_terms),
      cmocka_unit_test(as_c),
      cmocka_unit_test(values),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

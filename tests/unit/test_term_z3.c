// Terms against Z3: a random operation tree is written as SMT-LIB just as it
// is, and built as a term, which rewrites. Z3 must not find values that tell
// the two apart. Widths are those where representations change: around 1, 32, 64 and 128 bits.
#include "term/term.h"
#include "random.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>
#include <z3.h>

struct generator {
  struct terms *tm;
  struct rng random;
  uint32_t width;         // the main width of this tree
};
struct made {
  struct term term;
  char *text;
};

static uint64_t next_random(struct generator *g) { return rng_next(&g->random) >> 11; }
static uint32_t pick(struct generator *g, uint32_t n) { return (uint32_t)(next_random(g) % n); }

static const uint32_t WIDTHS[] = {1, 2, 3, 7, 8, 16, 31, 32, 33, 63, 64, 65, 127, 128, 129, 130};
enum { WIDTH_COUNT = sizeof WIDTHS / sizeof *WIDTHS };
static const uint32_t INDEX_WIDTH = 64, ELEMENT_WIDTH = 8;

static struct made made(struct term t, const char *format, ...) __attribute__((format(printf, 2, 3)));
static struct made made(struct term t, const char *format, ...) {
  struct text text = {0};
  va_list args;
  va_start(args, format);
  text_vprintf(&text, format, args);
  va_end(args);
  return (struct made){t, text.data};
}

static struct made make_bv(struct generator *g, uint32_t w, int depth);
static struct made make_bool(struct generator *g, int depth);
static struct made make_array(struct generator *g, int depth);

static struct made constant(struct generator *g, uint32_t w) {
  struct text text = {0};
  mpz_t z;
  mpz_init(z);
  uint32_t style = pick(g, 5), k = pick(g, w);
  text_add(&text, "#b");
  for (uint32_t i = w; i-- > 0;) {
    bool bit = style == 0 ? pick(g, 2) : style == 1 ? false : style == 2 ? true : style == 3 ? i == k : i < k;
    if (bit) mpz_setbit(z, i);
    text_addc(&text, bit ? '1' : '0');
  }
  if (style == 1 && pick(g, 2)) { // small numbers
    uint32_t small = pick(g, w < 3 ? 2 : 8);
    mpz_set_ui(z, small);
    for (uint32_t i = 0; i < 3 && i < w; i++) text.data[text.size - 1 - i] = small >> i & 1 ? '1' : '0';
  }
  struct made m = {term_bv_big(g->tm, w, z), text.data};
  mpz_clear(z);
  return m;
}

static struct made variable(struct generator *g, uint32_t w) {
  char name[32];
  snprintf(name, sizeof name, "%c%u", 'x' + (int)pick(g, 2), w);
  return made(term_var(g->tm, sort_bv(g->tm, w), name), "%s", name);
}

static void drop(struct made m) { free(m.text); }

static struct made make_structure(struct generator *g, uint32_t w, int depth) {
  struct terms *tm = g->tm;
  switch (pick(g, 4)) {
  case 0: {
    if (w < 2) break;
    uint32_t low = 1 + pick(g, w - 1);
    struct made a = make_bv(g, w - low, depth), b = make_bv(g, low, depth);
    struct made r = made(term_concat(tm, a.term, b.term), "(concat %s %s)", a.text, b.text);
    drop(a), drop(b);
    return r;
  }
  case 1: {
    uint32_t from = w + pick(g, 12), low = pick(g, from - w + 1);
    if (pick(g, 2)) from = WIDTHS[pick(g, WIDTH_COUNT)];
    if (from < w) break;
    low = pick(g, from - w + 1);
    struct made a = make_bv(g, from, depth);
    struct made r =
        made(term_extract(tm, low + w - 1, low, a.term), "((_ extract %u %u) %s)", low + w - 1, low, a.text);
    drop(a);
    return r;
  }
  default: {
    if (w < 2) break;
    uint32_t from = 1 + pick(g, w - 1);
    bool sign = pick(g, 2);
    struct made a = make_bv(g, from, depth);
    struct made r = made(sign ? term_sext(tm, a.term, w) : term_zext(tm, a.term, w), "((_ %s %u) %s)",
                         sign ? "sign_extend" : "zero_extend", w - from, a.text);
    drop(a);
    return r;
  }
  }
  return constant(g, w);
}

static struct made make_bv(struct generator *g, uint32_t w, int depth) {
  static const enum term_kind easy[] = {TERM_BV_ADD, TERM_BV_AND,  TERM_BV_OR,   TERM_BV_XOR,
                                        TERM_BV_SHL, TERM_BV_LSHR, TERM_BV_ASHR, TERM_BV_ADD};
  static const enum term_kind hard[] = {TERM_BV_MUL, TERM_BV_UDIV, TERM_BV_UREM, TERM_BV_SDIV, TERM_BV_SREM};
  struct terms *tm = g->tm;
  if (depth <= 0) return pick(g, 3) ? variable(g, w) : constant(g, w);
  depth -= 1 + (int)pick(g, 2);
  switch (pick(g, 10)) {
  case 0:
  case 1:
  case 2: return make_structure(g, w, depth);
  case 3: {
    struct made c = make_bool(g, depth), a = make_bv(g, w, depth),
                b = pick(g, 2) ? constant(g, w) : make_bv(g, w, depth);
    struct made r = made(term_ite(tm, c.term, a.term, b.term), "(ite %s %s %s)", c.text, a.text, b.text);
    drop(a), drop(b), drop(c);
    return r;
  }
  case 4: {
    if (w != ELEMENT_WIDTH) break;
    struct made a = make_array(g, depth), i = make_bv(g, INDEX_WIDTH, depth);
    struct made r = made(term_select(tm, a.term, i.term), "(select %s %s)", a.text, i.text);
    drop(a), drop(i);
    return r;
  }
  case 5: {
    struct made a = make_bv(g, w, depth);
    bool neg = pick(g, 2);
    struct made r =
        made(neg ? term_neg(tm, a.term) : term_bvnot(tm, a.term), "(%s %s)", neg ? "bvneg" : "bvnot", a.text);
    drop(a);
    return r;
  }
  default: break;
  }
  bool by_constant = pick(g, 3) == 0;
  struct made a = make_bv(g, w, depth), b = by_constant ? constant(g, w) : make_bv(g, w, depth);
  // Products and quotients of unknowns only where Z3 can decide them by their bits.
  bool may_be_hard = w <= 8 || (by_constant && w <= 32);
  enum term_kind k = may_be_hard && pick(g, 2) ? hard[pick(g, 5)] : easy[pick(g, 8)];
  if (pick(g, 2)) {
    struct made t = a;
    a = b, b = t;
  }
  struct term c[2] = {a.term, b.term};
  struct made r = made(term_make(tm, k, (struct sort){0}, 0, 0, 2, c), "(%s %s %s)", term_kind_name(k), a.text, b.text);
  drop(a), drop(b);
  return r;
}

static struct made make_bool(struct generator *g, int depth) {
  static const enum term_kind compare[] = {TERM_BV_ULT, TERM_BV_ULE, TERM_BV_SLT, TERM_BV_SLE, TERM_EQ, TERM_EQ};
  struct terms *tm = g->tm;
  depth -= 1 + (int)pick(g, 2);
  if (depth > 0) switch (pick(g, 5)) {
    case 0: {
      struct made a = make_bool(g, depth), b = make_bool(g, depth), c = make_bool(g, depth);
      bool all = pick(g, 2);
      struct term t[3] = {a.term, b.term, c.term};
      struct made r = made(all ? term_and_n(tm, 3, t) : term_or_n(tm, 3, t), "(%s %s %s %s)", all ? "and" : "or",
                           a.text, b.text, c.text);
      drop(a), drop(b), drop(c);
      return r;
    }
    case 1: {
      struct made a = make_bool(g, depth), b = make_bool(g, depth), c = make_bool(g, depth);
      struct made r = pick(g, 2) ? made(term_ite(tm, a.term, b.term, c.term), "(ite %s %s %s)", a.text, b.text, c.text)
                                 : made(term_eq(tm, a.term, term_not(tm, b.term)), "(= %s (not %s))", a.text, b.text);
      drop(a), drop(b), drop(c);
      return r;
    }
    default: break;
    }
  uint32_t w = pick(g, 3) ? g->width : WIDTHS[pick(g, WIDTH_COUNT)];
  struct made a = make_bv(g, w, depth), b = pick(g, 2) ? constant(g, w) : make_bv(g, w, depth);
  if (pick(g, 2)) {
    struct made t = a;
    a = b, b = t;
  }
  enum term_kind k = compare[pick(g, 6)];
  struct term c[2] = {a.term, b.term};
  struct made r = made(term_make(tm, k, (struct sort){0}, 0, 0, 2, c), "(%s %s %s)", term_kind_name(k), a.text, b.text);
  drop(a), drop(b);
  return r;
}

static struct made make_array(struct generator *g, int depth) {
  struct terms *tm = g->tm;
  struct sort s = sort_array(tm, sort_bv(tm, INDEX_WIDTH), sort_bv(tm, ELEMENT_WIDTH));
  if (depth <= 0 || !pick(g, 4)) {
    if (pick(g, 2)) return made(term_var(tm, s, "m"), "m");
    struct made e = make_bv(g, ELEMENT_WIDTH, depth - 1);
    struct made r = made(term_array_const(tm, s, e.term), "((as const (Array (_ BitVec 64) (_ BitVec 8))) %s)", e.text);
    drop(e);
    return r;
  }
  depth--;
  struct made a = make_array(g, depth), i, v, r;
  switch (pick(g, 4)) {
  case 0: {
    struct made c = make_bool(g, depth), b = make_array(g, depth);
    r = made(term_ite(tm, c.term, a.term, b.term), "(ite %s %s %s)", c.text, a.text, b.text);
    drop(a), drop(b), drop(c);
    return r;
  }
  case 1: {
    // A copy, as a function of the index: Z3's arrays may be written as lambdas.
    struct made b = make_array(g, depth), d = make_bv(g, INDEX_WIDTH, 0), from = make_bv(g, INDEX_WIDTH, 0);
    struct made n = made(term_bv(tm, INDEX_WIDTH, 1 + pick(g, 5)), " ");
    uint64_t cells;
    term_value64(tm, n.term, &cells);
    struct term t = a.term;
    struct text text = {0};
    // With few cells a copy is as many stores, the values read before.
    for (uint64_t k = 0; k < cells; k++) text_add(&text, "(store ");
    text_add(&text, a.text);
    for (uint64_t k = 0; k < cells; k++)
      text_printf(&text, " (bvadd %s (_ bv%llu 64)) (select %s (bvadd %s (_ bv%llu 64))))", d.text,
                  (unsigned long long)k, b.text, from.text, (unsigned long long)k);
    t = term_copy(tm, a.term, d.term, b.term, from.term, n.term);
    r = (struct made){t, text.data};
    drop(a), drop(b), drop(d), drop(from), drop(n);
    // What is stored may still be a COPY, which SMT-LIB has no word for: read from it.
    i = make_bv(g, INDEX_WIDTH, 0);
    v = made(term_select(tm, r.term, i.term), "(select %s %s)", r.text, i.text);
    drop(r);
    r = made(term_array_const(tm, s, v.term), "((as const (Array (_ BitVec 64) (_ BitVec 8))) %s)", v.text);
    drop(v), drop(i);
    return r;
  }
  default:
    i = pick(g, 2) ? constant(g, INDEX_WIDTH) : make_bv(g, INDEX_WIDTH, depth);
    v = make_bv(g, ELEMENT_WIDTH, depth);
    r = made(term_store(tm, a.term, i.term, v.term), "(store %s %s %s)", a.text, i.text, v.text);
    drop(a), drop(i), drop(v);
    return r;
  }
}

static void declare(void *context, struct terms *tm, struct term t) {
  struct text *out = context;
  text_printf(out, "(declare-const %s ", term_var_name(tm, t));
  sort_print_smt(tm, term_sort(tm, t), out);
  text_add(out, ")");
}

static uint32_t run(uint64_t seed, uint32_t count) {
  uint32_t unknown = 0;
  Z3_config config = Z3_mk_config();
  Z3_context z3 = Z3_mk_context(config);
  Z3_del_config(config);
  Z3_eval_smtlib2_string(z3, "(set-option :rlimit 200000)");
  struct terms *tm = terms_new();
  for (uint32_t i = 0; i < count; i++) {
    struct generator g = {.tm = tm, .random = rng_new(seed + i * 104729u)};
    next_random(&g);
    g.width = WIDTHS[pick(&g, WIDTH_COUNT)];
    struct made m = pick(&g, 4) ? make_bool(&g, 4) : make_bv(&g, g.width, 4);
    struct text query = {0};
    text_add(&query, "(push)");
    // All variables that either side can mention.
    for (uint32_t w = 1; w <= 160; w++)
      for (int v = 0; v < 2; v++) {
        char name[32];
        snprintf(name, sizeof name, "%c%u", 'x' + v, w);
        if (strstr(m.text, name)) declare(&query, tm, term_var(tm, sort_bv(tm, w), name));
      }
    if (strstr(m.text, "m"))
      declare(&query, tm, term_var(tm, sort_array(tm, sort_bv(tm, INDEX_WIDTH), sort_bv(tm, ELEMENT_WIDTH)), "m"));
    text_printf(&query, "(assert (distinct %s ", m.text);
    term_print_smt(tm, m.term, &query);
    text_add(&query, "))(check-sat)(pop)");
    const char *answer = Z3_eval_smtlib2_string(z3, text_cstr(&query));
    if (!strncmp(answer, "unknown", 7) || !strncmp(answer, "timeout", 7)) unknown++;
    else if (strncmp(answer, "unsat", 5)) fail_msg("tree %u: Z3 says %s\n%s", i, answer, text_cstr(&query));
    text_release(&query);
    drop(m);
  }
  terms_free(tm);
  Z3_del_context(z3);
  return unknown;
}

static void test_against_z3(void **state) {
  (void)state;
  const char *seed = getenv("CLEW_TEST_SEED"), *count = getenv("CLEW_TEST_COUNT");
  uint32_t n = count ? (uint32_t)atoi(count) : 1200, unknown = run(seed ? strtoull(seed, NULL, 10) : 20240229, n);
  print_message("%u of %u not decided\n", unknown, n);
  assert_true(unknown * 20 <= n);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_against_z3)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

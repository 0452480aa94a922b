// The check of annotations: right ones are accepted, each kind of wrongness is refused, and whatever is done to one, no
// program with an error is proved.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "graph_fixture.h"
#include "check/certificate_file.h"
#include "witness/invariants.h"
#include "check/check.h"
#include <stdlib.h>

enum { POINTS = 4, CONTEXTS = 5 };

// A program, in which @ is the condition of the error, and what is known at its cut points.
struct example {
  const char *text;
  const char *safe, *unsafe; // for @: one that cannot hold, and one that can
  struct {
    const char *from; // the call at the first edge of that location; NULL: no more contexts
    uint32_t caller;
  } contexts[CONTEXTS];
  struct {
    const char *location; // NULL: no more points
    uint32_t context, k;
    const char *formula; // conjuncts
  } points[POINTS];
  uint32_t recursion, unwinding;
};

struct annotated {
  struct fixture f;
  struct certificate certificate;
};

static void add_point(struct annotated *a, const char *location, struct context context, uint32_t k, const char *text) {
  struct cut_point p = {.context = context, .location = at(&a->f, location), .k = k};
  while (*text) {
    const char *message = NULL;
    struct term t = term_parse(a->f.tm, &text, fixture_lookup, &a->f, &message);
    if (term_none(t)) fail_msg("%s at %s", message, text);
    vec_term_push(&p.conjuncts, t);
    text += strspn(text, " ");
  }
  vec_cut_point_push(&a->certificate.annotation.points, p);
}

static void annotate(struct annotated *a, const struct example *e, const char *error) {
  struct text text = {0};
  for (const char *c = e->text; *c; c++)
    if (*c == '@') text_add(&text, error);
    else text_addc(&text, *c);
  fixture_make(&a->f, text_cstr(&text));
  struct error problem = {0};
  if (!cfa_check(a->f.cfa, &problem)) fail_msg("%s", problem.message);
  text_release(&text);
  certificate_init(&a->certificate);
  a->certificate.kind = CERTIFICATE_ANNOTATION;
  a->certificate.unfold = a->f.unfold;
  a->certificate.annotation.recursion = e->recursion;
  a->certificate.annotation.unwinding = e->unwinding;
  for (uint32_t i = 0; i < CONTEXTS && e->contexts[i].from; i++)
    unfold_enter(a->f.unfold, (struct context){e->contexts[i].caller}, edge_of(&a->f, e->contexts[i].from, 0));
  for (uint32_t i = 0; i < POINTS && e->points[i].location; i++)
    add_point(a, e->points[i].location, (struct context){e->points[i].context}, e->points[i].k, e->points[i].formula);
}

static void annotated_release(struct annotated *a) {
  certificate_release(&a->certificate);
  fixture_release(&a->f);
}

static bool check(struct annotated *a, const char **message) {
  return certificate_check(a->f.cfa, &a->f.limits, &a->f.stats, &a->certificate, false, NULL, message);
}

// NULL: accepted; otherwise a part of the message.
static void expect(struct annotated *a, const char *complaint) {
  const char *message = NULL;
  bool good = check(a, &message);
  if (!complaint && !good) fail_msg("refused: %s", message);
  if (complaint && good) fail_msg("accepted instead of: %s", complaint);
  if (complaint && !strstr(message, complaint)) fail_msg("%s instead of: %s", message, complaint);
}

static struct cut_point *point(struct annotated *a, uint32_t i) { return &a->certificate.annotation.points.data[i]; }

static void drop_points(struct annotated *a) {
  struct vec_cut_point *points = &a->certificate.annotation.points;
  for (uint32_t i = 0; i < points->size; i++) vec_term_release(&points->data[i].conjuncts);
  points->size = 0;
}

// --- programs ----------------------------------------------------------------------------------------------------

// x = y = 0; while (*) { x++; y = f(y); } if (@) error; with f(a) = a + 1.
static const struct example counting = {
    .text = "global y (_ BitVec 32)\n"
            "function main\n  local x (_ BitVec 32)\n"
            "  edge start -> head  x := #x00000000  y := #x00000000\n"
            "  edge head -> body [(= c #b1)]\n    input c (_ BitVec 1) nondet \"c\"\n    x := (bvadd x #x00000001)\n"
            "  edge head -> test [(= c #b0)]\n    input c (_ BitVec 1) nondet \"c\"\n"
            "  edge body -> head call f(y) -> y\n"
            "  edge test -> err [@]\n  edge test -> out [(not @)]\n"
            "  location err error\n  location out stop\n"
            "function f\n  param a (_ BitVec 32)\n  result r (_ BitVec 32)\n"
            "  edge in -> back  r := (bvadd a #x00000001)\n  location back exit\n",
    .safe = "(not (= |main::x| y))",
    .unsafe = "(= |main::x| #x00000002)",
    .contexts = {{"body", 0}},
    .points = {{"head", 0, 1, "(= |main::x| y)"}}};

// x = y = 0; while (*) { x = y; y = 0; } if (@) error: x = 0 is 2-inductive, but not inductive.
static const struct example delayed = {
    .text = "function main\n  local x (_ BitVec 8)\n  local y (_ BitVec 8)\n"
            "  edge start -> head  x := #x00  y := #x00\n"
            "  edge head -> head [(= c #b1)]\n    input c (_ BitVec 1) nondet \"c\"\n    x := y\n    y := #x00\n"
            "  edge head -> test [(= c #b0)]\n    input c (_ BitVec 1) nondet \"c\"\n"
            "  edge test -> err [@]\n  edge test -> out [(not @)]\n"
            "  location err error\n  location out stop\n",
    .safe = "(not (= |main::x| #x00))",
    .unsafe = "(= |main::x| |main::y|)",
    .points = {{"head", 0, 2, "(= |main::x| #x00)"}}};

// The same with the test in the loop: then three iterations that meet no error are reason enough.
static const struct example asserted = {.text = "function main\n  local x (_ BitVec 8)\n  local y (_ BitVec 8)\n"
                                                "  edge start -> head  x := #x00  y := #x00\n"
                                                "  edge head -> err [@]\n"
                                                "  edge head -> head [(not @)]\n    x := y\n    y := #x00\n"
                                                "  location err error\n",
                                        .safe = "(not (= |main::x| #x00))",
                                        .unsafe = "(= |main::y| #x00)",
                                        .points = {{"head", 0, 3, ""}}};

// for (i = 0; i < 10; i++) { for (j = 0; j < i; j++) s |= 2; } if (@) error.
static const struct example nested = {
    .text = "function main\n  local i (_ BitVec 8)\n  local j (_ BitVec 8)\n  local s (_ BitVec 8)\n"
            "  edge start -> outer  i := #x00  s := #x00\n"
            "  edge outer -> inner [(bvult i #x0a)]  j := #x00\n"
            "  edge outer -> test [(bvuge i #x0a)]\n"
            "  edge inner -> inner [(bvult j i)]  j := (bvadd j #x01)  s := (bvor s #x02)\n"
            "  edge inner -> outer [(bvuge j i)]  i := (bvadd i #x01)\n"
            "  edge test -> err [@]\n  edge test -> out [(not @)]\n"
            "  location err error\n  location out stop\n",
    .safe = "(or (not (= |main::i| #x0a)) (= (bvand |main::s| #x01) #x01))",
    .unsafe = "(= |main::s| #x02)",
    .points = {{"outer", 0, 1, "(bvule |main::i| #x0a) (= (bvand |main::s| #xfd) #x00)"},
               {"inner", 0, 1, "(bvult |main::i| #x0a) (= (bvand |main::s| #xfd) #x00)"}}};

// A loop in a function that is called twice: p counts down, and main's x stays.
static const struct example callee = {
    .text = "function main\n  local x (_ BitVec 8)\n  local r (_ BitVec 8)\n"
            "  edge start -> one  x := #x05\n"
            "  edge one -> two call down(#x09) -> r\n"
            "  edge two -> three call down(x) -> r\n"
            "  edge three -> err [@]\n  edge three -> out [(not @)]\n"
            "  location err error\n  location out stop\n"
            "function down\n  param p (_ BitVec 8)\n  result q (_ BitVec 8)\n"
            "  edge in -> head  q := #x00\n"
            "  edge head -> head [(not (= p #x00))]  p := (bvsub p #x01)  q := (bvor q #x01)\n"
            "  edge head -> done [(= p #x00)]\n  location done exit\n",
    .safe = "(or (not (= |main::x| #x05)) (bvugt |main::r| #x01))",
    .unsafe = "(= |main::r| #x01)",
    .contexts = {{"one", 0}, {"two", 0}},
    .points = {{"head", 1, 1, "(= |main::x| #x05) (bvule |down@c1::q| #x01)"},
               {"head", 2, 1, "(= |main::x| #x05) (bvule |down@c2::q| #x01)"}}};

// r = f(3), with f(p) = p ? f(p - 1) + 1 : 0. No cycle: f is on the call string four times.
static const struct example recursive = {
    .text = "function main\n  local r (_ BitVec 8)\n  edge start -> test call f(#x03) -> r\n"
            "  edge test -> err [@]\n  edge test -> out [(not @)]\n"
            "  location err error\n  location out exit\n"
            "function f\n  param p (_ BitVec 8)\n  result q (_ BitVec 8)\n"
            "  edge in -> done [(= p #x00)]  q := #x00\n"
            "  edge in -> back [(not (= p #x00))] call f((bvsub p #x01)) -> q\n"
            "  edge back -> done  q := (bvadd q #x01)\n  location done exit\n",
    .safe = "(not (= |main::r| #x03))",
    .unsafe = "(= |main::r| #x03)",
    .recursion = 3};

// while (*) x = down(x > 1 ? 1 : 0), with down(p) { while (*) p |= 2; p &= 1; return p ? down(0) : 8; }: a loop in a
// recursive function, in a loop.
static const struct example recursive_loop = {
    .text = "function main\n  local x (_ BitVec 8)\n  edge start -> head  x := #x00\n"
            "  edge head -> call [(= c #b1)]\n    input c (_ BitVec 1) nondet \"c\"\n"
            "  edge head -> test [(= c #b0)]\n    input c (_ BitVec 1) nondet \"c\"\n"
            "  edge call -> head call down((ite (bvugt x #x01) #x01 #x00)) -> x\n"
            "  edge test -> err [@]\n  edge test -> out [(not @)]\n"
            "  location err error\n  location out exit\n"
            "function down\n  param p (_ BitVec 8)\n  result q (_ BitVec 8)\n"
            "  edge first -> again\n"
            "  edge again -> again [(= d #b1)]\n    input d (_ BitVec 1) nondet \"d\"\n    p := (bvor p #x02)\n"
            "  edge again -> low [(= d #b0)]\n    input d (_ BitVec 1) nondet \"d\"\n    p := (bvand p #x01)\n"
            "  edge deep -> done call down(#x00) -> q\n"
            "  edge low -> done [(= p #x00)]  q := #x08\n"
            "  edge low -> deep [(not (= p #x00))]\n"
            "  location done exit\n",
    .safe = "(not (= (bvand |main::x| #xf7) #x00))",
    .unsafe = "(= |main::x| #x08)",
    .contexts = {{"call", 0}, {"deep", 1}},
    .points = {{"head", 0, 1, "(= (bvand |main::x| #xf7) #x00)"},
               {"again", 1, 1, "(= (bvand |down@c1::p| #xfc) #x00)"},
               {"again", 2, 1, "(= (bvand |down@c2::p| #x01) #x00)"}},
    .recursion = 1};

// n = *; if (n > 5) stop; for (i = 0; i < n; i++) if (*) s += 2; if (@) error: the head is visited six times.
static const struct example bounded = {
    .text = "function main\n  local i (_ BitVec 8)\n  local n (_ BitVec 8)\n  local s (_ BitVec 8)\n"
            "  edge start -> read  i := #x00  s := #x00\n    input v (_ BitVec 8) nondet \"v\"\n    n := v\n"
            "  edge read -> out [(bvugt n #x05)]\n  edge read -> head [(bvule n #x05)]\n"
            "  edge head -> body [(bvult i n)]\n  edge head -> test [(bvuge i n)]\n"
            "  edge body -> next [(= c #b1)]\n    input c (_ BitVec 1) nondet \"c\"\n    s := (bvadd s #x02)\n"
            "  edge body -> next [(= c #b0)]\n    input c (_ BitVec 1) nondet \"c\"\n"
            "  edge next -> head  i := (bvadd i #x01)\n"
            "  edge test -> err [@]\n  edge test -> out [(not @)]\n"
            "  location err error\n  location out stop\n",
    .safe = "(bvugt |main::s| #x0a)",
    .unsafe = "(= |main::s| #x0a)",
    .points = {{"head", 0, 1, ""}},
    .unwinding = 6};

// Two loops, the second in a function that calls itself once: r = sum(3), with sum(p) = p + (p & 1) + ... by loop, then
// sum(0) if p was odd.
static const struct example bounded_recursion = {
    .text = "function main\n  local r (_ BitVec 8)\n  local i (_ BitVec 8)\n  edge start -> head  i := #x00\n"
            "  edge head -> head [(bvult i #x02)]  i := (bvadd i #x01)\n"
            "  edge head -> call [(bvuge i #x02)]\n"
            "  edge call -> test call sum((bvadd i #x01)) -> r\n"
            "  edge test -> err [@]\n  edge test -> out [(not @)]\n"
            "  location err error\n  location out exit\n"
            "function sum\n  param p (_ BitVec 8)\n  local t (_ BitVec 8)\n  result q (_ BitVec 8)\n"
            "  edge first -> again  t := #x00\n"
            "  edge again -> again [(bvult t p)]  t := (bvadd t #x01)\n"
            "  edge again -> low [(bvuge t p)]\n"
            "  edge deep -> up call sum(#x00) -> q\n"
            "  edge up -> done  q := (bvadd q t)\n"
            "  edge low -> done [(= p #x00)]  q := #x01\n"
            "  edge low -> deep [(not (= p #x00))]\n"
            "  location done exit\n",
    .safe = "(not (= |main::r| #x04))",
    .unsafe = "(= |main::r| #x04)",
    .contexts = {{"call", 0}, {"deep", 1}},
    .points = {{"head", 0, 1, ""}, {"again", 1, 1, ""}, {"again", 2, 1, ""}},
    .recursion = 1,
    .unwinding = 8};

// for (i = 0; i < n; i++) a[i] = i * i; and the error about any cell below n: a formula about all cells.
static const struct example filling = {
    .text = "global a (Array (_ BitVec 8) (_ BitVec 8))\n"
            "function main\n  local i (_ BitVec 8)\n  local n (_ BitVec 8)\n  local j (_ BitVec 8)\n"
            "  edge start -> head [(bvult c #x40)]\n    input c (_ BitVec 8) nondet \"c\"\n    n := c\n    i := #x00\n"
            "  edge head -> head [(bvult i n)]  a := (store a i (bvmul i i))  i := (bvadd i #x01)\n"
            "  edge head -> test [(bvuge i n)]\n    input k (_ BitVec 8) nondet \"k\"\n    j := k\n"
            "  edge test -> err [(and (bvult j n) @)]\n  edge test -> out [(not (and (bvult j n) @))]\n"
            "  location err error\n  location out stop\n",
    .safe = "(not (= (select a |main::j|) (bvmul |main::j| |main::j|)))",
    .unsafe = "(= (select a |main::j|) #x04)",
    .points = {{"head", 0, 1, "(or (bvuge any!8 |main::i|) (= (select a any!8) (bvmul any!8 any!8)))"}}};

static const struct example *const examples[] = {
    &counting,       &delayed, &asserted,          &nested, &callee, &recursive,
    &recursive_loop, &bounded, &bounded_recursion, &filling};
enum { EXAMPLES = sizeof examples / sizeof *examples };

// --- right ones --------------------------------------------------------------------------------------------------

static void accepts_what_holds(void **state) {
  (void)state;
  for (uint32_t i = 0; i < EXAMPLES; i++) {
    struct annotated a;
    annotate(&a, examples[i], examples[i]->safe);
    expect(&a, NULL);
    annotated_release(&a);
    annotate(&a, examples[i], examples[i]->unsafe);
    expect(&a, "error can be reached");
    annotated_release(&a);
  }
}

// Sums of many paths: nothing is exponential.
static void merges_paths(void **state) {
  (void)state;
  struct text text = {0};
  enum { DIAMONDS = 20 }; // more paths than the check would follow one by one
  text_add(&text, "function main\n  local x (_ BitVec 32)\n  edge start -> head  x := #x00000000\n  edge head -> d0\n");
  for (uint32_t i = 0; i < DIAMONDS; i++)
    text_printf(&text,
                "  edge d%u -> d%u [(= c%u #b1)]\n    input c%u (_ BitVec 1) nondet \"c\"\n    x := (bvadd x #x%08x)\n"
                "  edge d%u -> d%u [(= c%u #b0)]\n    input c%u (_ BitVec 1) nondet \"c\"\n",
                i, i + 1, i, i, 2u << i % 30, i, i + 1, i, i);
  text_printf(&text,
              "  edge d%u -> head [(not @)]\n  edge d%u -> err [@]\n"
              "  location err error\n",
              DIAMONDS, DIAMONDS);
  struct example e = {.text = text_cstr(&text), .points = {{"head", 0, 1, "(= ((_ extract 0 0) |main::x|) #b0)"}}};
  struct annotated a;
  annotate(&a, &e, "(= ((_ extract 0 0) |main::x|) #b1)");
  expect(&a, NULL);
  annotated_release(&a);
  annotate(&a, &e, "(= |main::x| #x000aaaaa)");
  expect(&a, "error can be reached");
  annotated_release(&a);
  text_release(&text);
}

// The same three times over, without a formula: 2^60 paths.
static void merges_paths_of_unwindings(void **state) {
  (void)state;
  struct text text = {0};
  enum { DIAMONDS = 20 };
  text_add(&text, "function main\n  local x (_ BitVec 32)\n  local i (_ BitVec 8)\n"
                  "  edge start -> head  x := #x00000000  i := #x00\n  edge head -> d0 [(bvult i #x03)]\n"
                  "  edge head -> test [(bvuge i #x03)]\n");
  for (uint32_t i = 0; i < DIAMONDS; i++)
    text_printf(&text,
                "  edge d%u -> d%u [(= c%u #b1)]\n    input c%u (_ BitVec 1) nondet \"c\"\n    x := (bvor x #x%08x)\n"
                "  edge d%u -> d%u [(= c%u #b0)]\n    input c%u (_ BitVec 1) nondet \"c\"\n",
                i, i + 1, i, i, 2u << i, i, i + 1, i, i);
  text_printf(&text, "  edge d%u -> head  i := (bvadd i #x01)\n  edge test -> err [@]\n  location err error\n",
              DIAMONDS);
  struct example e = {.text = text_cstr(&text), .points = {{"head", 0, 1, ""}}, .unwinding = 4};
  struct annotated a;
  annotate(&a, &e, "(= ((_ extract 0 0) |main::x|) #b1)");
  expect(&a, NULL);
  a.certificate.annotation.unwinding = 3;
  expect(&a, "go on after its unwinding");
  annotated_release(&a);
  annotate(&a, &e, "(= |main::x| #x000aaaaa)");
  expect(&a, "error can be reached");
  annotated_release(&a);
  text_release(&text);
}

// --- each kind of wrongness --------------------------------------------------------------------------------------

static void refuses_what_does_not_hold(void **state) {
  (void)state;
  static const struct {
    const struct example *example;
    uint32_t context, k;
    const char *location, *formula, *complaint;
  } wrong[] = {
      {&counting, 0, 1, "head", "(= |main::x| y) (= |main::x| #x00000000)", "not inductive"},
      {&counting, 0, 1, "head", "(= |main::x| y) (= |main::x| #x00000001)", "first reached"},
      {&counting, 0, 1, "head", "", "error can be reached"},
      {&counting, 0, 1, "body", "(= |main::x| (bvadd y #x00000001))", NULL}, // a cycle has no beginning
      {&counting, 0, 1, "body", "(bvuge |main::x| y)", "not inductive"},
      {&counting, 0, 1, "head", "(= |main::x| y) (= |f@c1::a| y)", "not running"},
      {&counting, 1, 1, "head", "(= |main::x| y)", "place that the program does not have"},
      {&counting, 1, 1, "in", "(= |f@c1::a| y) (= |main::x| (bvadd y #x00000001))", NULL},
      {&counting, 1, 1, "in", "(= |main::x| (bvadd y #x00000001))", "error can be reached"},
      {&counting, 0, 1, "test", "(= |main::x| y)", "cycle without a cut point"},
      {&counting, 0, 0, "head", "(= |main::x| y)", "at least 1"},
      {&counting, 0, 100000, "head", "(= |main::x| y)", "too large"},
      {&counting, 0, 1, "err", "false", "where the program ends"},
      {&delayed, 0, 1, "head", "(= |main::x| #x00)", "not inductive"},
      {&delayed, 0, 2, "head", "(= |main::x| #x00)", NULL},
      {&delayed, 0, 3, "head", "(= |main::x| #x00)", NULL},
      {&delayed, 0, 2, "head", "(= |main::y| #x01)", "first reached"},
      {&asserted, 0, 1, "head", "", "error can be reached"},
      {&asserted, 0, 2, "head", "", "error can be reached"},
      {&asserted, 0, 3, "head", "", NULL},
      {&asserted, 0, 9, "head", "", NULL},
      {&asserted, 0, 2, "head", "(= |main::x| #x00)", NULL},
      {&filling, 0, 1, "head", "(or (bvugt any!8 |main::i|) (= (select a any!8) (bvmul any!8 any!8)))",
       "first reached"},
      {&filling, 0, 1, "head", "(or (bvuge any!8 |main::i|) (= (select a any!8) (bvadd any!8 any!8)))",
       "not inductive"},
      {&filling, 0, 1, "head", "(or (bvuge any!8 |main::i|) (bvult (select a any!8) #xf0))", "not inductive"},
      {&filling, 0, 1, "head", "(= any!8 (bvadd any!8 #x01))", "first reached"},
      {&filling, 0, 1, "head", "(or (bvuge any!8 |main::i|) (= any!16 #x0000))", "several variables"},
      {&filling, 0, 2, "head", "(or (bvuge any!8 |main::i|) (= (select a any!8) (bvmul any!8 any!8)))",
       "induction is not simple"},
  };
  for (uint32_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    struct annotated a;
    annotate(&a, wrong[i].example, wrong[i].example->safe);
    drop_points(&a);
    add_point(&a, wrong[i].location, (struct context){wrong[i].context}, wrong[i].k, wrong[i].formula);
    expect(&a, wrong[i].complaint);
    annotated_release(&a);
  }
}

static void refuses_missing_points(void **state) {
  (void)state;
  for (uint32_t i = 0; i < EXAMPLES; i++) {
    struct annotated a;
    if (!examples[i]->points[0].location) continue;
    annotate(&a, examples[i], examples[i]->safe);
    struct vec_cut_point *points = &a.certificate.annotation.points;
    vec_term_release(&points->data[points->size - 1].conjuncts);
    points->size--;
    expect(&a, "cycle without a cut point");
    annotated_release(&a);
  }
}

static void refuses_misfits(void **state) {
  (void)state;
  struct annotated a;
  annotate(&a, &counting, counting.safe);
  add_point(&a, "head", CONTEXT_ROOT, 1, "");
  expect(&a, "twice");
  point(&a, 1)->context.id = 77;
  expect(&a, "place that the program does not have");
  point(&a, 1)->context = CONTEXT_ROOT;
  point(&a, 1)->location.id = a.f.cfa->locations.size;
  expect(&a, "place that the program does not have");
  point(&a, 1)->location = at(&a.f, "body");
  expect(&a, "not inductive"); // nothing is known there
  annotated_release(&a);
  annotate(&a, &counting, counting.safe);
  vec_term_push(&point(&a, 0)->conjuncts, term_var(a.f.tm, sort_bool(a.f.tm), "foreign"));
  expect(&a, "does not have");
  point(&a, 0)->conjuncts.data[1] = a.f.cfa->vars.data[0].term;
  expect(&a, "not true or false");
  point(&a, 0)->conjuncts.data[1] = (struct term){UINT32_MAX};
  expect(&a, "do not exist");
  annotated_release(&a);
}

// What only looks like a path of its own, and values that are gone.
static void keeps_states_apart(void **state) {
  (void)state;
  struct annotated a;
  // Guards that do not exclude each other: v may be 2 although it may be 1.
  static const struct example overlapping = {
      .text = "function main\n  local x (_ BitVec 8)\n  local v (_ BitVec 8)\n"
              "  edge start -> fork\n    input i (_ BitVec 8) nondet \"i\"\n    x := i\n"
              "  edge fork -> join [(bvult x #x0a)]  v := #x01\n"
              "  edge fork -> join [(bvult x #x14)]  v := #x02\n"
              "  edge join -> err [@]\n  edge join -> out [(not @)]\n"
              "  location err error\n  location out stop\n"};
  annotate(&a, &overlapping, "(and (= |main::v| #x02) (bvult |main::x| #x05))");
  expect(&a, "error can be reached");
  annotated_release(&a);
  annotate(&a, &overlapping, "(and (= |main::v| #x01) (bvult |main::x| #x05))");
  expect(&a, "error can be reached");
  annotated_release(&a);
  annotate(&a, &overlapping, "(and (= |main::v| #x01) (bvuge |main::x| #x0a))");
  expect(&a, NULL);
  annotated_release(&a);
  // A frame's variables are not those of the frame that was there before, in the same context.
  static const struct example again = {
      .text = "function main\n  local n (_ BitVec 8)\n  local r (_ BitVec 8)\n"
              "  edge start -> head  n := #x00\n"
              "  edge head -> back call f(n) -> r\n"
              "  edge back -> head [(= n #x00)]  n := #x01\n"
              "  edge back -> err [(and (= n #x01) @)]\n"
              "  edge back -> out [(and (= n #x01) (not @))]\n"
              "  location err error\n  location out stop\n"
              "function f\n  param set (_ BitVec 8)\n  local t (_ BitVec 8)\n  result r (_ BitVec 8)\n"
              "  edge in -> mid [(= set #x00)]  t := #x05\n"
              "  edge in -> mid [(not (= set #x00))]\n"
              "  edge mid -> done  r := t\n  location done exit\n",
      .contexts = {{"head", 0}},
      .points = {{"mid", 1, 2, "(=> (= |main::n| #x00) (= |f@c1::t| #x05))"}}};
  annotate(&a, &again, "(not (= |main::r| #x05))");
  expect(&a, "error can be reached");
  annotated_release(&a);
  annotate(&a, &again, "false");
  expect(&a, NULL);
  annotated_release(&a);
}

// Inputs of one edge are other values each time it is taken.
static void inputs_are_new(void **state) {
  (void)state;
  static const struct example twice = {
      .text = "function main\n  local x (_ BitVec 8)\n  local y (_ BitVec 8)\n"
              "  edge start -> head  x := #x00  y := #x00\n"
              "  edge head -> head [(not @)]\n    input i (_ BitVec 8) nondet \"i\"\n    x := i\n    y := x\n"
              "  edge head -> err [@]\n  location err error\n",
      .points = {{"head", 0, 3, ""}}};
  struct annotated a;
  annotate(&a, &twice, "(and (not (= |main::x| |main::y|)) (not (= |main::y| #x00)))");
  expect(&a, "error can be reached");
  annotated_release(&a);
}

static void refuses_what_cannot_be_said(void **state) {
  (void)state;
  struct annotated a;
  // An object of any size; the bump pointer moves.
  static const struct example objects = {
      .text = "pointer-bits 64\nheap-start 0x10000\nfunction main\n  local n (_ BitVec 64)\n  local p (_ BitVec 64)\n"
              "  edge start -> head\n    input i (_ BitVec 64) nondet \"i\"\n    n := i\n"
              "  edge head -> stay  alloc q size n  p := q\n"
              "  edge stay -> head [@]\n  edge stay -> out [(not @)]\n  location out stop\n",
      .points = {{"head", 0, 1, ""}}};
  annotate(&a, &objects, "true");
  expect(&a, "too large");
  drop_points(&a);
  add_point(&a, "head", CONTEXT_ROOT, 1, "(bvult |main::n| #x0000000000000008)");
  expect(&a, "first reached");
  annotated_release(&a);
  // Small ones, but without end: at last no addresses are left.
  static const struct example endless = {
      .text = "pointer-bits 64\nheap-start 0x10000\nfunction main\n  local p (_ BitVec 64)\n"
              "  edge start -> head\n  edge head -> head  alloc q size #x0000000000000007  p := q\n",
      .points = {{"head", 0, 1, ""}}};
  annotate(&a, &endless, "");
  expect(&a, "too large");
  annotated_release(&a);
  static const struct example small = {
      .text = "pointer-bits 64\nheap-start 0x10000\nheap-wide\nfunction main\n  local n (_ BitVec 64)\n"
              "  local p (_ BitVec 64)\n"
              "  edge start -> head  n := #x0000000000000007\n"
              "  edge head -> head  alloc q size n  p := q\n",
      .points = {{"head", 0, 1, "(bvult |main::n| #x0000000000000008)"}}};
  annotate(&a, &small, "");
  expect(&a, NULL);
  struct text text = {0};
  text_printf(&text, "(= |%s| #x0000000000010000)", term_var_name(a.f.tm, unfold_heap(a.f.unfold)));
  add_point(&a, "start", CONTEXT_ROOT, 1, text_cstr(&text));
  expect(&a, NULL); // where the heap begins is known
  drop_points(&a);
  text_add(&text, " (bvult |main::n| #x0000000000000008)");
  add_point(&a, "head", CONTEXT_ROOT, 1, text_cstr(&text));
  expect(&a, "not inductive");
  text_release(&text);
  annotated_release(&a);
  static const struct example unsupported = {
      .text = "function main\n  local x (_ BitVec 8)\n  edge start -> head  x := #x00\n"
              "  edge head -> head [(not @)]\n  edge head -> bad [@]\n  location bad unsupported \"it\"\n",
      .points = {{"head", 0, 1, "(= |main::x| #x00)"}}};
  annotate(&a, &unsupported, "(= |main::x| #x01)");
  expect(&a, NULL);
  annotated_release(&a);
  annotate(&a, &unsupported, "(= |main::x| #x00)");
  expect(&a, "unsupported");
  annotated_release(&a);
}

// A false bound is refused, a generous one accepted.
static void bounds_are_checked(void **state) {
  (void)state;
  static const struct {
    const struct example *example;
    uint32_t recursion, unwinding;
    const char *complaint;
  } bounds[] = {
      {&recursive, 0, 0, "beyond the bound on recursion"},
      {&recursive, 2, 0, "beyond the bound on recursion"},
      {&recursive, 3, 0, NULL},
      {&recursive, 9, 0, NULL},
      {&recursive, 100000, 0, "too large"},
      {&recursive, 3, 1, NULL}, // it has no cut points
      {&recursive, 2, 1, "beyond the bound on recursion"},
      {&recursive_loop, 0, 0, "beyond the bound on recursion"},
      {&recursive_loop, 2, 0, "cycle without a cut point"}, // one for another depth
      {&recursive_loop, 1, 9, "go on after its unwinding"},
      {&bounded, 0, 0, "error can be reached"}, // nothing is known by induction
      {&bounded, 0, 1, "go on after its unwinding"},
      {&bounded, 0, 5, "go on after its unwinding"},
      {&bounded, 0, 6, NULL},
      {&bounded, 0, 7, NULL},
      {&bounded, 7, 50, NULL},
      {&bounded, 0, UINT32_MAX, "too many segments"},
      {&bounded_recursion, 1, 7, "go on after its unwinding"},
      {&bounded_recursion, 1, 8, NULL},
      {&bounded_recursion, 1, 80, NULL},
      {&bounded_recursion, 0, 8, "beyond the bound on recursion"},
      {&counting, 0, 12, "go on after its unwinding"},
      {&delayed, 0, 1, "go on after its unwinding"},
      {&nested, 0, 65, "go on after its unwinding"}, // 11 visits of the outer head, 10 + 0 + 1 + … + 9 of the inner one
      {&nested, 0, 66, NULL},
      {&callee, 0, 15, "go on after its unwinding"},
      {&callee, 0, 16, NULL},
  };
  for (uint32_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
    struct annotated a;
    annotate(&a, bounds[i].example, bounds[i].example->safe);
    a.certificate.annotation.recursion = bounds[i].recursion;
    a.certificate.annotation.unwinding = bounds[i].unwinding;
    expect(&a, bounds[i].complaint);
    annotated_release(&a);
  }
}

// Formulas of an unwinding are proved wherever they are met, and known from there on.
static void unwindings_have_formulas(void **state) {
  (void)state;
  static const struct {
    const char *formula, *complaint;
  } formulas[] = {
      {"(bvule |main::i| #x05)", NULL},
      {"(bvule |main::i| |main::n|) (= (bvand |main::s| #x01) #x00)", NULL},
      {"(bvule |main::i| #x04)", "does not hold when"}, // not on the last visit
      {"(bvule |main::i| #x00)", "does not hold when"},
      {"false", "does not hold when"},
  };
  for (uint32_t i = 0; i < sizeof formulas / sizeof *formulas; i++) {
    struct annotated a;
    annotate(&a, &bounded, bounded.safe);
    drop_points(&a);
    add_point(&a, "head", CONTEXT_ROOT, 1, formulas[i].formula);
    expect(&a, formulas[i].complaint);
    annotated_release(&a);
  }
}

// What is bad is excluded all along an unwinding, not only in its first segment.
static void unwindings_exclude_what_is_bad(void **state) {
  (void)state;
  struct annotated a;
  static const struct example objects = {
      .text = "pointer-bits 64\nheap-start 0x10000\nfunction main\n  local n (_ BitVec 64)\n  local p (_ BitVec 64)\n"
              "  edge start -> head  n := #x0000000000000001\n"
              "  edge head -> next [(bvult n @)]  alloc q size n  p := q\n"
              "  edge next -> head  n := (bvmul n n #x0000000000000100)\n"
              "  edge head -> out [(bvuge n @)]\n  location out stop\n",
      .points = {{"head", 0, 1, ""}},
      .unwinding = 6};
  annotate(&a, &objects, "#x0000000000000101"); // 1 and 256 bytes
  expect(&a, NULL);
  annotated_release(&a);
  annotate(&a, &objects, "#x1000000000000000"); // 1, 2^8, 2^24 and 2^56 bytes
  expect(&a, "object may be too large");
  annotated_release(&a);
  static const struct example unsupported = {
      .text = "function main\n  local x (_ BitVec 8)\n  edge start -> head  x := #x00\n"
              "  edge head -> head [(bvult x #x03)]  x := (bvadd x #x01)\n"
              "  edge head -> next [(bvuge x #x03)]\n"
              "  edge next -> out [(not @)]\n  edge next -> bad [@]\n"
              "  location bad unsupported \"it\"\n  location out stop\n",
      .points = {{"head", 0, 1, ""}},
      .unwinding = 4};
  annotate(&a, &unsupported, "(= |main::x| #x02)");
  expect(&a, NULL);
  annotated_release(&a);
  annotate(&a, &unsupported, "(= |main::x| #x03)");
  expect(&a, "unsupported");
  annotated_release(&a);
}

static uint32_t invariants_of(struct annotated *a, const char *location, struct text *out) {
  struct vec_invariant invariants = {0};
  uint32_t all;
  certificate_invariants(&a->certificate, a->f.cfa, &invariants);
  text_clear(out);
  for (uint32_t i = 0; i < invariants.size; i++)
    if (location_same(invariants.data[i].location, at(&a->f, location)))
      term_print_smt(a->f.tm, invariants.data[i].formula, out);
  all = invariants.size;
  vec_invariant_release(&invariants);
  return all;
}

// Loop invariants are what was proved of every visit, in every context: an unwinding without formulas has none.
static void invariants_are_those_of_all_visits(void **state) {
  (void)state;
  struct annotated a;
  struct text text = {0};
  annotate(&a, &bounded, bounded.safe);
  cfa_find_loops(a.f.cfa);
  expect(&a, NULL);
  assert_int_equal(invariants_of(&a, "head", &text), 0);
  drop_points(&a);
  add_point(&a, "head", CONTEXT_ROOT, 1, "(bvule |main::i| #x05)");
  expect(&a, NULL);
  assert_int_equal(invariants_of(&a, "head", &text), 1);
  assert_non_null(strstr(text_cstr(&text), "main::i"));
  annotated_release(&a);
  annotate(&a, &recursive_loop, recursive_loop.safe);
  cfa_find_loops(a.f.cfa);
  expect(&a, NULL);
  assert_int_equal(invariants_of(&a, "again", &text), 2);
  assert_non_null(strstr(text_cstr(&text), "(or ")); // of both contexts
  annotated_release(&a);
  text_release(&text);
}

// A part of a proof: the formulas must hold, errors may be left.
static void counts_what_is_open(void **state) {
  (void)state;
  struct annotated a;
  const char *message = NULL;
  uint64_t open;
  annotate(&a, &nested, nested.unsafe);
  assert_true(certificate_check(a.f.cfa, &a.f.limits, &a.f.stats, &a.certificate, true, &open, &message));
  assert_true(open > 0);
  assert_int_equal(a.certificate.passed.size, 0);
  vec_term_push(&point(&a, 0)->conjuncts, term_false(a.f.tm));
  assert_false(certificate_check(a.f.cfa, &a.f.limits, &a.f.stats, &a.certificate, true, &open, &message));
  annotated_release(&a);
  annotate(&a, &nested, nested.safe);
  assert_true(certificate_check(a.f.cfa, &a.f.limits, &a.f.stats, &a.certificate, true, &open, &message));
  assert_int_equal(open, 0);
  annotated_release(&a);
}

// --- whatever is done to an annotation ---------------------------------------------------------------------------

static uint64_t seed = 88172645463325252u;
static uint32_t below(uint32_t n) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return (uint32_t)((seed * 0x2545f4914f6cdd1du >> 33) % n);
}

// The conjunct with a digit of a constant changed.
static struct term other_constant(struct annotated *a, struct term t) {
  struct text text = {0};
  term_print_smt(a->f.tm, t, &text);
  char *hex = strstr(text_cstr(&text), "#x");
  if (hex) {
    size_t digits = strspn(hex + 2, "0123456789abcdef");
    hex[2 + (below(2) ? digits - 1 : below((uint32_t)digits))] = "0123456789abcdef"[below(16)];
    const char *at = text_cstr(&text), *message = NULL;
    t = term_parse(a->f.tm, &at, fixture_lookup, &a->f, &message);
    if (term_none(t)) fail_msg("%s", message);
  }
  text_release(&text);
  return t;
}

static void mutate(struct annotated *a) {
  struct annotation *annotation = &a->certificate.annotation;
  uint32_t kind = below(8);
  if (kind == 0 || !annotation->points.size) annotation->recursion = below(5);
  if (kind == 1) annotation->unwinding = below(20);
  if (kind < 2 || !annotation->points.size) return;
  struct cut_point *p = point(a, below(annotation->points.size));
  uint32_t conjunct = p->conjuncts.size ? below(p->conjuncts.size) : 0;
  switch (kind - 2) {
  case 0: p->k = below(4); break;
  case 1:
    if (p->conjuncts.size) p->conjuncts.data[conjunct] = p->conjuncts.data[--p->conjuncts.size];
    break;
  case 2:
    if (p->conjuncts.size) p->conjuncts.data[conjunct] = other_constant(a, p->conjuncts.data[conjunct]);
    break;
  case 3:
    if (p->conjuncts.size) p->conjuncts.data[conjunct] = term_not(a->f.tm, p->conjuncts.data[conjunct]);
    break;
  case 4: p->location.id = below(a->f.cfa->locations.size); break;
  default: p->context.id = below(unfold_contexts(a->f.unfold)); break;
  }
}

static void never_accepts_an_error(void **state) {
  (void)state;
  enum { ROUNDS = 80 };
  uint32_t accepted = 0, refused = 0;
  for (uint32_t i = 0; i < EXAMPLES; i++)
    for (uint32_t round = 0; round < ROUNDS; round++)
      for (uint32_t safe = 0; safe < 2; safe++) {
        struct annotated a;
        const char *message = NULL;
        annotate(&a, examples[i], safe ? examples[i]->safe : examples[i]->unsafe);
        for (uint32_t n = 1 + below(3); n > 0; n--) mutate(&a);
        bool good = check(&a, &message);
        if (good && !safe) fail_msg("a program with an error is proved");
        if (good) accepted++;
        else refused += safe;
        annotated_release(&a);
      }
  assert_true(accepted > 10 && refused > 10);
}

// --- as a file ---------------------------------------------------------------------------------------------------

static void is_the_same_from_a_file(void **state) {
  (void)state;
  for (uint32_t i = 0; i < EXAMPLES; i++) {
    struct annotated a;
    annotate(&a, examples[i], examples[i]->safe);
    struct certificate_header header = {.bits = 32, .entry = (char *)"main"}, again;
    struct certificate read;
    struct annotation *bounds = &a.certificate.annotation;
    struct text first = {0}, second = {0};
    struct error error = {0};
    certificate_write(&header, a.f.cfa, &a.certificate, &first);
    assert_non_null(strstr(text_cstr(&first), "\nannotation complete\n"));
    assert_true(certificate_read_header("test", first.data, first.size, &again, &error));
    certificate_init(&read);
    read.unfold = unfold_new(a.f.cfa);
    if (!certificate_read("test", first.data, first.size, a.f.cfa, &read, &error)) fail_msg("%s", error.message);
    assert_int_equal(read.kind, CERTIFICATE_ANNOTATION);
    assert_int_equal(read.annotation.recursion, bounds->recursion);
    assert_int_equal(read.annotation.unwinding, bounds->unwinding);
    certificate_write(&again, a.f.cfa, &read, &second);
    assert_string_equal(text_cstr(&first), text_cstr(&second));
    const char *message = NULL;
    if (!certificate_check(a.f.cfa, &a.f.limits, &a.f.stats, &read, false, NULL, &message)) fail_msg("%s", message);
    certificate_header_release(&again);
    unfold_free(read.unfold);
    certificate_release(&read);
    text_release(&first);
    text_release(&second);
    annotated_release(&a);
  }
}

#define HEAD "clew-certificate 1\nbits 32\nslice no\nentry main\nprogram 00000000000000ff\n"

static void damaged_files_are_refused(void **state) {
  (void)state;
  static const struct {
    const char *content, *complaint;
  } files[] = {
      {HEAD "annotation complete\ncut location main 1 context 0 k 1\n  holds true\nend\n", NULL},
      {HEAD "annotation complete\nend\n", NULL},
      {HEAD "annotation\nend\n", "test:6: expected `annotation complete` or `annotation partial`"},
      {HEAD "annotation complete\nrecursion 2\nunwinding 7\nend\n", NULL},
      {HEAD "annotation complete\nunwinding 0\nend\n", NULL},
      {HEAD "annotation complete\nrecursion\nend\n", "test:7: expected a bound on recursion"},
      {HEAD "annotation complete\nunwinding 1 2\nend\n", "test:7: there is more"},
      {HEAD "annotation complete\nunwinding 4294967296\nend\n", "test:7: expected a number of segments"},
      {HEAD "annotation complete\nunwinding 1\nrecursion 2\nend\n", "test:8: expected `cut`"},
      {HEAD "graph complete\nunwinding 1\nroot 0\nend\n", "test:7: expected `context` or `root`"},
      {HEAD "root 0\n", "test:6: expected the kind"},
      {HEAD "annotation complete\nroot 0\nend\n", "test:7: expected `cut`"},
      {HEAD "graph complete\ncut location main 0 context 0 k 1\nend\n", "test:7: expected `context` or `root`"},
      {HEAD "annotation complete\ncut location main 99 context 0 k 1\nend\n",
       "test:7: expected the number of a location"},
      {HEAD "annotation complete\ncut location main 0 context 7 k 1\nend\n",
       "test:7: expected the number of a context"},
      {HEAD "annotation complete\ncut location main 0 context 0\nend\n", "test:7: expected `k NUMBER`"},
      {HEAD "annotation complete\ncut location main 0 context 0 k 1\ncut location main 0 context 0 k 2\nend\n",
       "test:8: the cut point is there already"},
      {HEAD "annotation complete\ncut location main 0 context 0 k 1\n  holds |main::x|\nend\n", "not a formula"},
      {HEAD "annotation complete\ncut location main 0 context 0 k 1\n  holds |f@c1::a|\nend\n", "test:8:"},
      {HEAD "annotation complete\ncut location main 0 context 0 k 1\n", "ends before the line `end`"},
  };
  for (uint32_t i = 0; i < sizeof files / sizeof *files; i++) {
    struct annotated a;
    annotate(&a, &counting, counting.safe);
    struct certificate read;
    struct error error = {0};
    certificate_init(&read);
    read.unfold = unfold_new(a.f.cfa);
    bool good = certificate_read("test", files[i].content, strlen(files[i].content), a.f.cfa, &read, &error);
    if (good == !!files[i].complaint) fail_msg("file %u: %s", i, good ? "read" : error.message);
    if (!good && !strstr(error.message, files[i].complaint)) fail_msg("file %u: %s", i, error.message);
    error_release(&error);
    unfold_free(read.unfold);
    certificate_release(&read);
    annotated_release(&a);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(accepts_what_holds),
      cmocka_unit_test(merges_paths),
      cmocka_unit_test(merges_paths_of_unwindings),
      cmocka_unit_test(refuses_what_does_not_hold),
      cmocka_unit_test(refuses_missing_points),
      cmocka_unit_test(refuses_misfits),
      cmocka_unit_test(keeps_states_apart),
      cmocka_unit_test(inputs_are_new),
      cmocka_unit_test(refuses_what_cannot_be_said),
      cmocka_unit_test(bounds_are_checked),
      cmocka_unit_test(unwindings_have_formulas),
      cmocka_unit_test(unwindings_exclude_what_is_bad),
      cmocka_unit_test(invariants_are_those_of_all_visits),
      cmocka_unit_test(counts_what_is_open),
      cmocka_unit_test(never_accepts_an_error),
      cmocka_unit_test(is_the_same_from_a_file),
      cmocka_unit_test(damaged_files_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

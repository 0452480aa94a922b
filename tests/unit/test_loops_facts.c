// walk_check on loops with cases that speak of every cell of an array (term/quantified.h): right ones are
// accepted, wrong ones refused.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>
#include "loops_world.h"
#include "graph/operations.h"
#include "timing.h"

static const struct example everywhere = { // for (i = 0; i < n; i++) m[i] = 7;
    "everywhere",
    "global m (Array (_ BitVec 32) (_ BitVec 8)) region\n"
    "function main\n local n (_ BitVec 32)\n local i (_ BitVec 32)\n local j (_ BitVec 32)\n"
    " edge start -> head input n0 (_ BitVec 32) nondet \"n\" input j0 (_ BitVec 32) nondet \"j\" input m0 "
    "(Array (_ BitVec 32) (_ BitVec 8)) uninit \"m\""
    " m := m0 n := n0 j := j0 i := #x00000000\n"
    " location head complete\n"
    " edge head -> head [(bvult i n)] m := (store m i #x07) i := (bvadd i #x00000001)\n"
    " edge head -> test [(not (bvult i n))]\n"
    " location test complete\n"
    " edge test -> err [@]\n edge test -> end [(not @)]\n location err error\n location end exit\n",
    "(and (bvult j n) (not (= (select m j) #x07)))",
    "(and (bvule j n) (not (= (select m j) #x07)))",
    {{"head", {"(and (bvule |main::i| |main::n|) (or (bvule |main::i| |any!32|) (= (select m |any!32|) #x07)))"}}}};

// What is known after the first loop is used in the second one, and there are two cases with facts of their own.
static const struct example copying = { // for (i = 0; i < n; i++) m[i] = c; for (i = 0; i < n; i++) b[i] = m[i]; where
                                        // c is 3 or 4
    "copying",
    "global m (Array (_ BitVec 32) (_ BitVec 8)) region\nglobal b (Array (_ BitVec 32) (_ BitVec 8)) region\n"
    "function main\n local n (_ BitVec 32)\n local i (_ BitVec 32)\n local j (_ BitVec 32)\n local c (_ BitVec 8)\n"
    " edge start -> head input n0 (_ BitVec 32) nondet \"n\" input j0 (_ BitVec 32) nondet \"j\" input c0 (_ BitVec 8) "
    "nondet \"c\""
    " input m0 (Array (_ BitVec 32) (_ BitVec 8)) uninit \"m\" input b0 (Array (_ BitVec 32) (_ BitVec 8)) uninit \"b\""
    " m := m0 b := b0 n := n0 j := j0 c := (ite (= c0 #x00) #x03 #x04) i := #x00000000\n"
    " location head complete\n"
    " edge head -> head [(bvult i n)] m := (store m i c) i := (bvadd i #x00000001)\n"
    " edge head -> copy [(not (bvult i n))] i := #x00000000\n"
    " location copy complete\n"
    " edge copy -> copy [(bvult i n)] b := (store b i (select m i)) i := (bvadd i #x00000001)\n"
    " edge copy -> test [(not (bvult i n))]\n"
    " location test complete\n"
    " edge test -> err [@]\n edge test -> end [(not @)]\n location err error\n location end exit\n",
    "(and (bvult j n) (not (= (select b j) c)))",
    "(and (bvult j n) (= (select b j) #x04))",
    {{"head",
      {"(and (= |main::c| #x03) (bvule |main::i| |main::n|) (or (bvule |main::i| |any!32|) "
       "(= (select m |any!32|) #x03)))",
       "(and (= |main::c| #x04) (bvule |main::i| |main::n|) (or (bvule |main::i| |any!32|) "
       "(= (select m |any!32|) #x04)))"}},
     {"copy",
      {"(and (bvule |main::i| |main::n|) (or (bvule |main::i| |any!32|) "
       "(= (select m |any!32|) (select b |any!32|))))"}}}};

// Frames come and go; what is known lies elsewhere.
static const struct example below_frames = { // m[0..99] = 7; while (nondet) { char c; x = c; m[101] = x; }
    "below frames",
    "pointer-bits 32\nheap-start 0x1000\nglobal m (Array (_ BitVec 32) (_ BitVec 8)) region\n"
    "function g\n result x (_ BitVec 8)\n"
    " edge in -> read alloc p (_ BitVec 32) size #x00000001 stack x := (select m p)\n"
    " edge read -> out m := (store m #x00000065 x)\n location out exit\n"
    "function main\n local x (_ BitVec 8)\n local j (_ BitVec 32)\n"
    " edge start -> head input j0 (_ BitVec 32) nondet \"j\" input m0 (Array (_ BitVec 32) (_ BitVec 8)) uninit \"m\" "
    "j := j0"
    " m := (store (store m0 #x00000063 #x07) #x00000064 #x07)\n"
    " location head complete\n"
    " edge head -> body input b Bool nondet \"b\" [b]\n edge head -> test input b Bool nondet \"b\" [(not b)]\n"
    " edge body -> head call g() -> x\n"
    " location test complete\n"
    " edge test -> err [@]\n edge test -> end [(not @)]\n location err error\n location end exit\n",
    "(and (bvule #x00000063 j) (bvult j #x00000065) (not (= (select m j) #x07)))",
    "(not (= (select m #x00000065) #x07))",
    {{"head", {"(or (bvult |any!32| #x00000063) (bvult #x00000064 |any!32|) (= (select m |any!32|) #x07))"}}}};

static const struct example *const examples[] = {&everywhere, &copying, &below_frames};
enum { EXAMPLES = sizeof examples / sizeof *examples, ROUNDS_RANDOM = 60 };

static void accepts_right_ones(void **state) {
  (void)state;
  for (uint32_t i = 0; i < EXAMPLES; i++) expect_right(examples[i]);
}

// --- each kind of mistake ------------------------------------------------------------------------------

static void refuses_other_facts(void **state) {
  (void)state;
  struct loops_world l;
  world_record(&l, &everywhere, everywhere.safe);
  struct node node = find(&l, GRAPH_CASE, 0);
  struct formula was = graph_node(&l.graph, node)->formula;
  uint32_t n;
  graph_conjuncts(&l.graph, was, &n);
  assert_int_equal(n, 2);
  struct {
    const char *formula, *complaint;
  } others[] = {
      {"(or (bvule |main::i| |any!32|) (= (select m |any!32|) #x08))", "in no case"}, // not what is written
      {"(or (bvule |main::n| |any!32|) (= (select m |any!32|) #x07))", "in no case"}, // not at first
      {"(or (bvult |main::i| |any!32|) (= (select m |any!32|) #x07))", "in no case"}, // one cell too many
      {"(= (select m |any!32|) #x07)", "in no case"},
      {"(bvult |any!32| |main::i|)", "in no case"}, // no value may be assumed
      {"(= |any!32| |main::i|)", "in no case"},
      {"(or (bvule |main::i| |any!32|) (= (select m |any!32|) #x07))", NULL}, // enough, as i is n or more at the end
      {"(and (bvule |main::i| |main::n|) (or (bvule |main::i| |any!32|) (bvult #x06 (select m |any!32|))))",
       "feasible"}, // says too little
      {"(or (bvule |main::i| |any!32|) (= (select m |any!32|) ((_ extract 7 0) |any!64|)))", "several variables"},
      {"(or (= |any!8| (select m |any!32|)) (= |any!64| #x0000000000000000))", "several variables"},
  };
  for (uint32_t i = 0; i < sizeof others / sizeof *others; i++) {
    l.graph.nodes.data[node.id].formula = formula_of(&l, CONTEXT_ROOT, others[i].formula);
    expect(&l, others[i].complaint);
  }
  // Values that cases are refuted for are no variables of a formula.
  struct term own = term_eq(l.w->tm, quantified_rename(l.w->tm, quantified_variable(l.w->tm, 32), 0), num(l.w, 0));
  l.graph.nodes.data[node.id].formula = graph_conjunction(&l.graph, l.w->tm, 1, &own);
  expect(&l, "does not have");
  // Variables of several widths, in a conjunct each.
  l.graph.nodes.data[node.id].formula =
      formula_of(&l, CONTEXT_ROOT,
                 "(and (bvule |main::i| |main::n|) (or (bvule |main::i| |any!32|) (= (select m |any!32|) #x07))"
                 " (or (not (= ((_ extract 63 32) |any!64|) #x00000000)) (bvule |main::i| ((_ extract 31 0) |any!64|)) "
                 "(= (select m ((_ extract 31 0) |any!64|)) #x07)))");
  expect(&l, NULL);
  l.graph.nodes.data[node.id].formula = was;
  expect(&l, NULL);
  world_release(&l);
}

// Some cells satisfy the first case, the others the second one: the state lies in neither. With one value for both it
// would seem to.
static void cases_have_values_of_their_own(void **state) {
  (void)state;
  const struct example mixed = {
      // while (nondet) ;
      "mixed",
      "global m (Array (_ BitVec 32) (_ BitVec 8)) region\nfunction main\n local x (_ BitVec 8)\n"
      " edge start -> head input m0 (Array (_ BitVec 32) (_ BitVec 8)) uninit \"m\" m := m0\n"
      " location head complete\n"
      " edge head -> head input b Bool nondet \"b\" [b] x := (bvadd x #x01)\n"
      " edge head -> test input b Bool nondet \"b\" [(not b)]\n"
      " location test complete\n"
      " edge test -> err [@]\n edge test -> end [(not @)]\n location err error\n location end exit\n",
      "false",
      "(and (= (select m #x00000000) #x00) (= (select m #x00000001) #x01))",
      {{"head", {"(= (select m |any!32|) #x00)", "(not (= (select m |any!32|) #x00))"}}}};
  struct loops_world l;
  for (uint32_t i = 0; i < 2; i++) {
    world_record(&l, &mixed, i ? mixed.unsafe : "(= (select m #x00000000) #x00)");
    expect(&l, "in no case");
    world_release(&l);
  }
}

// All memory is 7 at first, and the loop writes nothing else. But where frames were, memory is not what it was.
static void frames_are_not_what_they_were(void **state) {
  (void)state;
  const struct example reused = {
      // m[...] = 7; while (nondet) { char c; x = c; c = 1; }
      "reused",
      "pointer-bits 32\nheap-start 0x1000\nglobal m (Array (_ BitVec 32) (_ BitVec 8)) region\n"
      "function g\n edge in -> out alloc p (_ BitVec 32) size #x00000001 stack m := (store m p #x01)\n"
      " location out exit\n"
      "function h\n result x (_ BitVec 8)\n"
      " edge hin -> hout alloc q (_ BitVec 32) size #x00000001 stack x := (select m q)\n location hout exit\n"
      "function main\n local x (_ BitVec 8)\n"
      " edge start -> head m := ((as const (Array (_ BitVec 32) (_ BitVec 8))) #x07) x := #x07\n"
      " location head complete\n"
      " edge head -> body input b Bool nondet \"b\" [b]\n edge head -> test input b Bool nondet \"b\" [(not b)]\n"
      " edge body -> head call g()\n"
      " edge test -> last call h() -> x\n"
      " location last complete\n"
      " edge last -> err [@]\n edge last -> end [(not @)]\n location err error\n location end exit\n",
      "(not (= x #x07))",
      "(not (= x #x07))",
      {{"head", {"(= (select m |any!32|) #x07)"}}}};
  struct loops_world l;
  world_record(&l, &reused, reused.safe);
  expect(&l, "in no case");
  world_release(&l);
}

// A fact about a number of 8 bits, made as wide as an index, and a read with one of 16 bits, made as wide in the same
// way.
static void widths_of_their_own(void **state) {
  (void)state;
  struct example narrow = everywhere;
  narrow.name = "narrow";
  narrow.safe = "(let ((c ((_ zero_extend 24) ((_ extract 7 0) j)))) (and (bvult c n) (not (= (select m c) #x07))))";
  narrow.unsafe = "(let ((c ((_ zero_extend 16) ((_ extract 15 0) j)))) (and (bvult c n) (not (= (select m c) #x07))))";
  narrow.heads[0].cases[0] =
      "(or (bvule |main::i| ((_ zero_extend 24) |any!8|)) (= (select m ((_ zero_extend 24) |any!8|)) #x07))";
  struct loops_world l;
  world_record(&l, &narrow, narrow.safe);
  expect(&l, NULL);
  world_release(&l);
  world_record(&l, &narrow, narrow.unsafe);
  expect(&l, "feasible"); // nothing is known of the cells from 256 on
  world_release(&l);
}

// A program may have such a variable itself: then formulas are about its value, and assumed they say nothing.
static void a_variable_of_the_program(void **state) {
  (void)state;
  const char *const text =
      "global m (Array (_ BitVec 32) (_ BitVec 8)) region\n%s\n"
      "function main\n local x (_ BitVec 8)\n"
      " edge start -> head input m0 (Array (_ BitVec 32) (_ BitVec 8)) uninit \"m\" m := (store m0 #x00000000 #x00)\n"
      " location head complete\n"
      " edge head -> head input b Bool nondet \"b\" [b] x := (bvadd x #x01)\n"
      " edge head -> test input b Bool nondet \"b\" [(not b)]\n"
      " location test complete\n"
      " edge test -> err [@]\n edge test -> end [(not @)]\n location err error\n location end exit\n";
  const struct {
    const char *global, *formula, *complaint;
  } own[] = {
      {"global |any!32| (_ BitVec 32)", "(= (select m |any!32|) #x00)",
       "feasible"}, // the cell m[0], of which that is true
      {"global |any!32| (_ BitVec 8)", "(= |any!32| #x00)", "feasible"},
      {"global |any!32| Bool", "(not |any!32|)", "feasible"},
      {"global |any!32!0| Bool\nglobal |any!8| Bool", "(= (select m |any!32|) #x00)", "in no case"},
  };
  for (uint32_t i = 0; i < sizeof own / sizeof *own; i++) {
    char whole[2048];
    snprintf(whole, sizeof whole, text, own[i].global);
    struct example e = {"own", whole, "(= (select m #x00000001) #x01)", "", {{"head", {own[i].formula}}}};
    struct loops_world l;
    world_record(&l, &e, e.safe);
    expect(&l, own[i].complaint);
    world_release(&l);
  }
}

// Only cases of loops may speak of every cell.
static void refuses_facts_in_other_graphs(void **state) {
  (void)state;
  for (uint32_t every = 0; every < 2; every++) {
    struct loops_world l;
    world_record(&l, &everywhere, everywhere.safe);
    graph_release(&l.graph);
    graph_init(&l.graph);
    struct node node = graph_add(&l.graph, NODE_NONE, 0, location_named(l.w, "start"), CONTEXT_ROOT);
    const char *formula = every ? "(or (= (select m |any!32|) #x00) (= #x00000001 #x00000001 |any!32|))"
                                : "(bvule |main::i| |main::i|)";
    l.graph.nodes.data[node.id].formula = formula_of(&l, CONTEXT_ROOT, formula);
    const char *message;
    check(&l, &message);
    assert_true(message && !strstr(message, "does not have") == !every);
    world_release(&l);
  }
}

// --- whatever is done to a graph -----------------------------------------------------------------------

static void never_accepts_an_error(void **state) {
  (void)state;
  for (uint32_t safe = 0; safe < 2; safe++) {
    struct loops_world l;
    world_record(&l, &everywhere, safe ? everywhere.safe : everywhere.unsafe);
    formula_of(&l, CONTEXT_ROOT, "(= (select m |any!32|) #x07)");
    formula_of(&l, CONTEXT_ROOT, "(bvult |any!32| |main::i|)");
    formula_of(&l, CONTEXT_ROOT, "(or (bvule |main::n| |any!32|) (= (select m |any!32|) #x07))");
    mutate_often(&l, safe, 40 / LESS);
    world_release(&l);
  }
}

// Random cases: most are no invariants, and no invariant excludes an error that there is.
static void random_case(struct world *w, char *out, size_t size) {
  static const char *const numbers[] = {"|any!32|",  "|any!32|",  "|any!32|",   "|main::i|",
                                        "|main::n|", "|main::j|", "#x00000000", "((_ zero_extend 24) |any!8|)"};
  static const char *const relations[] = {"=", "bvult", "bvule"};
  struct text all = {0};
  text_printf(&all, "(and %s",
              below(w, 3) ? "true true"
                          : "(or (bvule |main::i| |any!32|) (= (select m |any!32|) #x07)) (bvule |main::i| |main::n|)");
  for (uint32_t n = 1 + below(w, 3); n > 0; n--) {
    text_add(&all, " (or false");
    // Not two universally quantified variables in one conjunct.
    uint32_t kinds = below(w, 3) ? 7 : 8, first = kinds == 8 ? 3 : 0;
    for (uint32_t k = 1 + below(w, 3); k > 0; k--) {
#define NUMBER numbers[first + below(w, kinds - first)]
      const char *negated = below(w, 2) ? "(not " : "(and true ";
      if (below(w, 2)) text_printf(&all, " %s(%s %s %s))", negated, relations[below(w, 3)], NUMBER, NUMBER);
      else if (below(w, 4)) text_printf(&all, " %s(= (select m %s) #x07))", negated, NUMBER);
      else text_printf(&all, " %s(= (select m %s) (select m %s)))", negated, NUMBER, NUMBER);
#undef NUMBER
    }
    text_addc(&all, ')');
  }
  text_addc(&all, ')');
  snprintf(out, size, "%s", text_cstr(&all));
  text_release(&all);
}

static void never_proves_what_is_false(void **state) {
  (void)state;
  struct world *w = example_world(&everywhere, everywhere.safe);
  uint32_t accepted = 0;
  for (uint32_t round = 0; round < ROUNDS_RANDOM / LESS; round++) {
    char cases[CASES][1024];
    struct example e = everywhere;
    e.name = "random";
    for (uint32_t i = 0, n = 1 + below(w, 2); i < n; i++) {
      random_case(w, cases[i], sizeof cases[i]);
      e.heads[0].cases[i] = cases[i];
    }
    for (uint32_t safe = 0; safe < 2; safe++) {
      struct loops_world l;
      const char *message;
      // Only what is known of cells can exclude the first error; the second one there is.
      world_record(&l, &e,
                   safe ? "(and (bvult j i) (bvule j n) (bvult j n) (not (= (select m j) #x07)))" : everywhere.unsafe);
      bool ok = check(&l, &message);
      if (!safe && ok) fail_msg("accepted: %s %s", cases[0], e.heads[0].cases[1] ? cases[1] : "");
      accepted += ok;
      world_release(&l);
    }
  }
  assert_true(accepted > 0 || LESS > 1);
  world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(accepts_right_ones),
      cmocka_unit_test(refuses_other_facts),
      cmocka_unit_test(cases_have_values_of_their_own),
      cmocka_unit_test(frames_are_not_what_they_were),
      cmocka_unit_test(widths_of_their_own),
      cmocka_unit_test(a_variable_of_the_program),
      cmocka_unit_test(refuses_facts_in_other_graphs),
      cmocka_unit_test(never_accepts_an_error),
      cmocka_unit_test(never_proves_what_is_false),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

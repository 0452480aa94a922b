// walk_check on graphs of branches with LOOP, CASE and BACK nodes.
// Right ones are accepted; each mutation that makes one wrong is refused; and for programs with an error whatever is
// done to a graph is refused.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>
#include "check/certificate_file.h"
#include "check/check.h"
#include "graph/record.h"
#include "loops_world.h"
#include "timing.h"

// --- the examples ------------------------------------------------------------------------------------

static const struct example counting = { // x = i = 0; while (nondet) { x++; i++; }
    "counting",
    "function main\n local x (_ BitVec 32)\n local i (_ BitVec 32)\n"
    " edge start -> head x := #x00000000 i := #x00000000\n"
    " location head complete\n"
    " edge head -> head input n0 Bool nondet \"n\" [n0] x := (bvadd x #x00000001) i := (bvadd i #x00000001)\n"
    " edge head -> test input n0 Bool nondet \"n\" [(not n0)]\n"
    " location test complete\n"
    " edge test -> err [@]\n edge test -> end [(not @)]\n location err error\n location end exit\n",
    "(not (= x i))",
    "(= x #x00000003)",
    {{"head", {"(= |main::x| |main::i|)"}}}};

static const struct example nested = { // for (i = 0; i < n; i++) { for (j = 0; nondet && j < 5; j++); if (@) error; }
    "nested",
    "function main\n local n (_ BitVec 32)\n local i (_ BitVec 32)\n local j (_ BitVec 32)\n"
    " edge start -> outer input n0 (_ BitVec 32) nondet \"n\" n := n0 i := #x00000000\n"
    " location outer complete\n"
    " edge outer -> inner [(bvult i n)] j := #x00000000\n edge outer -> end [(not (bvult i n))]\n"
    " location inner complete\n"
    " edge inner -> inner input b Bool nondet \"b\" [(and b (bvult j #x00000005))] j := (bvadd j #x00000001)\n"
    " edge inner -> test input b Bool nondet \"b\" [(not (and b (bvult j #x00000005)))]\n"
    " location test complete\n"
    " edge test -> err [@]\n edge test -> outer [(not @)] i := (bvadd i #x00000001)\n location err error\n"
    " location end exit\n",
    "(bvult #x00000005 j)",
    "(= j #x00000005)",
    {{"outer", {"true"}}, {"inner", {"(bvule |main::j| #x00000005)"}}}};

// The inner loop alone is abstracted, once in each of the two iterations.
static const struct example twice = { // for (i = 0; i < 2; i++) { while (nondet) j++; if (@) error; }
    "twice",
    "function main\n local i (_ BitVec 32)\n local j (_ BitVec 32)\n"
    " edge start -> outer i := #x00000000\n"
    " location outer complete\n"
    " edge outer -> inner [(bvult i #x00000002)]\n edge outer -> end [(not (bvult i #x00000002))]\n"
    " location inner complete\n"
    " edge inner -> inner input b Bool nondet \"b\" [b] j := (bvadd j #x00000001)\n"
    " edge inner -> test input b Bool nondet \"b\" [(not b)]\n"
    " location test complete\n"
    " edge test -> err [@]\n edge test -> outer [(not @)] i := (bvadd i #x00000001)\n location err error\n"
    " location end exit\n",
    "(= i #x00000002)",
    "(= i #x00000001)",
    {{"inner", {"true"}}}};

// The same with the loop in a function, which is called again from the same place.
static const struct example returning = { // for (i = 0; i < 2; i++) { f(); if (@) error; }   void f() { while (nondet)
                                          // j++; }
    "returning",
    "global i (_ BitVec 32)\nglobal j (_ BitVec 32)\n"
    "function f\n"
    " location inner complete\n"
    " edge inner -> inner input b Bool nondet \"b\" [b] j := (bvadd j #x00000001)\n"
    " edge inner -> out input b Bool nondet \"b\" [(not b)]\n location out exit\n"
    "function main\n"
    " edge start -> outer i := #x00000000\n"
    " location outer complete\n"
    " edge outer -> go [(bvult i #x00000002)]\n edge outer -> end [(not (bvult i #x00000002))]\n"
    " edge go -> test call f()\n"
    " location test complete\n"
    " edge test -> err [@]\n edge test -> outer [(not @)] i := (bvadd i #x00000001)\n location err error\n"
    " location end exit\n",
    "(= i #x00000002)",
    "(= i #x00000001)",
    {{"inner", {"true"}}}};

static const struct example called = { // int f(a) { for (k = r = 0; k < a; k++) { if (nondet) exit(); r++; } return r;
                                       // }   y = f(n); z = f(y);
    "called",
    "global n (_ BitVec 32)\n"
    "function f\n param a (_ BitVec 32)\n local k (_ BitVec 32)\n result r (_ BitVec 32)\n"
    " edge in -> head k := #x00000000 r := #x00000000\n"
    " location head complete\n"
    " edge head -> body [(bvult k a)] k := (bvadd k #x00000001)\n edge head -> out [(not (bvult k a))]\n"
    " location body complete\n"
    " edge body -> die input b Bool nondet \"b\" [b]\n"
    " edge body -> head input b Bool nondet \"b\" [(not b)] r := (bvadd r #x00000001)\n"
    " edge die -> head call quit()\n"
    " location out exit\n"
    "function quit\n edge q -> gone\n location gone stop\n"
    "function main\n local y (_ BitVec 32)\n local z (_ BitVec 32)\n"
    " edge start -> first input n0 (_ BitVec 32) nondet \"n\" n := n0\n"
    " edge first -> second call f(n) -> y\n edge second -> test call f(y) -> z\n"
    " location test complete\n"
    " edge test -> err [@]\n edge test -> end [(not @)]\n location err error\n location end exit\n",
    "(not (= z n))",
    "(= z #x00000002)",
    {{"head", {"(and (= |f::k| |f::r|) (bvule |f::k| |f::a|))"}}}};

static const struct example toggling = { // s = 0; while (nondet) s = s == 0 ? 1 : 0;
    "toggling",
    "function main\n local s (_ BitVec 8)\n local t (_ BitVec 8)\n"
    " edge start -> head s := #x00\n"
    " location head complete\n"
    " edge head -> body input n0 Bool nondet \"n\" [n0]\n edge head -> test input n0 Bool nondet \"n\" [(not n0)]\n"
    " location body complete\n"
    " edge body -> head [(= s #x00)] s := #x01\n edge body -> head [(not (= s #x00))] s := #x00\n"
    " location test complete\n"
    " edge test -> err [@]\n edge test -> end [(not @)]\n location err error\n location end exit\n",
    "(bvult #x01 s)",
    "(= s #x01)",
    {{"head", {"(= |main::s| #x00)", "(= |main::s| #x01)"}}}};

static const struct example filling = { // for (i = 0; i < n; i++) m[i] = 7;
    "filling",
    "global m (Array (_ BitVec 32) (_ BitVec 8)) region\n"
    "function main\n local n (_ BitVec 32)\n local i (_ BitVec 32)\n"
    " edge start -> head input n0 (_ BitVec 32) nondet \"n\" input m0 (Array (_ BitVec 32) (_ BitVec 8)) uninit \"m\" "
    "m := m0 n := n0 i := #x00000000\n"
    " location head complete\n"
    " edge head -> head [(bvult i n)] m := (store m i #x07) i := (bvadd i #x00000001)\n"
    " edge head -> test [(not (bvult i n))]\n"
    " location test complete\n"
    " edge test -> err [@]\n edge test -> end [(not @)]\n location err error\n location end exit\n",
    "(and (bvult #x00000000 n) (not (= (select m #x00000000) #x07)))",
    "(= (select m #x00000000) #x07)",
    {{"head", {"(= |main::i| #x00000000)", "(= (select m #x00000000) #x07)"}}}};

static const struct example deeper = { // void f(a) { if (a) while (nondet) { f(a - 1); d = a; } }   d = 0; f(2);
    "deeper",
    "global d (_ BitVec 8)\n"
    "function f\n param a (_ BitVec 8)\n"
    " location in complete\n edge in -> head [(not (= a #x00))]\n edge in -> out [(= a #x00)]\n"
    " location head complete\n"
    " edge head -> body input b Bool nondet \"b\" [b]\n edge head -> out input b Bool nondet \"b\" [(not b)]\n"
    " edge body -> set call f((bvsub a #x01))\n edge set -> head d := a\n location out exit\n"
    "function main\n"
    " edge start -> go d := #x00\n edge go -> test call f(#x02)\n"
    " location test complete\n"
    " edge test -> err [@]\n edge test -> end [(not @)]\n location err error\n location end exit\n",
    "(bvult #x02 d)",
    "(= d #x02)",
    {{"head", {"(and (bvule d #x02) (bvult #x00 |f::a|))"}}}};

static const struct example irreducible = { // goto a or b; a: x = 1; goto b; b: x = 2; goto a or end;
    "irreducible",
    "function main\n local x (_ BitVec 8)\n"
    " location start complete\n"
    " edge start -> a input c Bool nondet \"c\" [c] x := #x00\n"
    " edge start -> b input c Bool nondet \"c\" [(not c)] x := #x00\n"
    " edge a -> b x := (bvand x #x01)\n"
    " location b complete\n"
    " edge b -> a input d Bool nondet \"d\" [d] x := (bvxor x #x01)\n"
    " edge b -> test input d Bool nondet \"d\" [(not d)]\n"
    " location test complete\n"
    " edge test -> err [@]\n edge test -> end [(not @)]\n location err error\n location end exit\n",
    "(bvult #x01 x)",
    "(= x #x01)",
    {{"a", {"(bvule |main::x| #x01)"}}}};

// A frame with an object comes and goes: memory changes, but not the cell that the formula speaks of.
static const struct example frames = { // m[100] = 7; while (nondet) { char c; x = c; c = 1; }
    "frames",
    "pointer-bits 32\nheap-start 0x1000\nglobal m (Array (_ BitVec 32) (_ BitVec 8)) region\n"
    "function g\n result x (_ BitVec 8)\n"
    " edge in -> read alloc p (_ BitVec 32) size #x00000001 stack m := (store m p (select m p)) x := (select m p)\n"
    " edge read -> out m := (store m #x00000065 x)\n location out exit\n"
    "function main\n local x (_ BitVec 8)\n"
    " edge start -> head input m0 (Array (_ BitVec 32) (_ BitVec 8)) uninit \"m\" m := (store m0 #x00000064 #x07)\n"
    " location head complete\n"
    " edge head -> body input b Bool nondet \"b\" [b]\n edge head -> test input b Bool nondet \"b\" [(not b)]\n"
    " edge body -> head call g() -> x\n"
    " location test complete\n"
    " edge test -> err [@]\n edge test -> end [(not @)]\n location err error\n location end exit\n",
    "(not (= (select m #x00000064) #x07))",
    "(= (select m #x00000065) #x07)",
    {{"head", {"(= (select m #x00000064) #x07)"}}}};

static const struct example allocating = { // first = malloc(4); p = NULL; while (nondet) p = malloc(4);
    "allocating",
    "heap-wide\nglobal first (_ BitVec 64)\nglobal p (_ BitVec 64)\nfunction main\n"
    " edge start -> head alloc f size #x0000000000000004 first := f p := #x0000000000000000\n"
    " location head complete\n"
    " edge head -> head input n0 Bool nondet \"n\" [n0] alloc a size #x0000000000000004 p := a\n"
    " edge head -> test input n0 Bool nondet \"n\" [(not n0)]\n"
    " location test complete\n"
    " edge test -> err [@]\n edge test -> end [(not @)]\n location err error\n location end exit\n",
    "(= p first)",
    "(= p (bvadd first #x0000000000000060))",
    {{"head", {"(or (= p #x0000000000000000) (bvult first p))"}}}};

static const struct example *const examples[] = {&allocating, &counting, &nested, &twice,       &returning, &called,
                                                 &toggling,   &filling,  &deeper, &irreducible, &frames};
enum { EXAMPLES = sizeof examples / sizeof *examples };

static void accepts_right_ones(void **state) {
  (void)state;
  for (uint32_t i = 0; i < EXAMPLES; i++) expect_right(examples[i]);
}

// --- each kind of mistake ------------------------------------------------------------------------------

static void refuses_other_cases(void **state) {
  (void)state;
  struct loops_world l;
  world_record(&l, &toggling, toggling.safe);
  struct graph_node *loop = &l.graph.nodes.data[find(&l, GRAPH_LOOP, 0).id];
  for (uint32_t i = 0; i < 2; i++) {
    struct graph_arc *arcs = &l.graph.arcs.data[loop->first_arc], kept = arcs[i];
    arcs[i] = arcs[1]; // the first case, or the last one, is dropped
    loop->n_arcs = 1;
    expect(&l, "in no case");
    arcs[i] = kept;
    loop->n_arcs = 2;
    expect(&l, NULL);
  }
  world_release(&l);
  world_record(&l, &counting, counting.safe);
  struct node node = find(&l, GRAPH_CASE, 0);
  struct formula was = graph_node(&l.graph, node)->formula;
  struct {
    const char *formula, *complaint;
  } others[] = {
      {"(and (= |main::x| |main::i|) (bvult |main::x| #x00000003))", "in no case"}, // comes in, but does not come back
      {"(and (= |main::x| |main::i|) (bvult #x00000000 |main::x|))", "in no case"}, // does not come in
      {"false", "in no case"},
      {"true", "feasible"}, // says too little
  };
  for (uint32_t i = 0; i < 4; i++) {
    l.graph.nodes.data[node.id].formula = formula_of(&l, CONTEXT_ROOT, others[i].formula);
    expect(&l, others[i].complaint);
  }
  l.graph.nodes.data[node.id].formula = FORMULA_NONE;
  expect(&l, "wrong kind");
  l.graph.nodes.data[node.id].formula = (struct formula){l.graph.formulas.size};
  expect(&l, "does not exist");
  // Inputs are no variables of the program, though states have them.
  struct term in = term_eq(l.w->tm, term_var(l.w->tm, sort_bool(l.w->tm), "in!0:bool"), term_true(l.w->tm));
  l.graph.nodes.data[node.id].formula = graph_conjunction(&l.graph, l.w->tm, 1, &in);
  expect(&l, "does not have");
  l.graph.nodes.data[node.id].formula = was;
  expect(&l, NULL);
  world_release(&l);
}

static void refuses_variables_of_other_frames(void **state) {
  (void)state;
  struct loops_world l;
  world_record(&l, &called, called.safe);
  struct node first = find(&l, GRAPH_CASE, 0), second = first;
  while (context_same(graph_node(&l.graph, second)->context, graph_node(&l.graph, first)->context))
    second = find(&l, GRAPH_CASE, second.id + 1);
  struct formula was = graph_node(&l.graph, second)->formula;
  l.graph.nodes.data[second.id].formula = graph_node(&l.graph, first)->formula;
  expect(&l, "not running");
  l.graph.nodes.data[second.id].formula = was;
  l.graph.nodes.data[second.id].context = graph_node(&l.graph, first)->context;
  expect(&l, "another place");
  world_release(&l);
}

// An iteration changes what the case says, or the address of its object does: then a path does not come back to where
// it was.
static void refuses_what_is_not_inductive(void **state) {
  (void)state;
  struct example drifting = counting, alike = allocating;
  drifting.name = "drifting";
  drifting.text =
      "function main\n local x (_ BitVec 32)\n local i (_ BitVec 32)\n"
      " edge start -> head x := #x00000000 i := #x00000000\n"
      " location head complete\n"
      " edge head -> head input n0 Bool nondet \"n\" [n0] x := (bvadd x #x00000002) i := (bvadd i #x00000001)\n"
      " edge head -> test input n0 Bool nondet \"n\" [(not n0)]\n"
      " location test complete\n"
      " edge test -> err [@]\n edge test -> end [(not @)]\n location err error\n location end exit\n";
  struct loops_world l;
  world_record(&l, &drifting, drifting.safe);
  expect(&l, "in no case");
  world_release(&l);
  // The object of the first iteration is not that of the second.
  alike.heads[0].cases[0] = "(or (= p #x0000000000000000) (= p (bvadd first #x0000000000000020)))";
  world_record(&l, &alike, alike.safe);
  expect(&l, "in no case");
  world_release(&l);
}

// In the second iteration the inner loop is another one: what the outer loop changes is not what it was.
static void refuses_a_loop_that_was_left(void **state) {
  (void)state;
  const struct example *both[] = {&twice, &returning};
  for (uint32_t i = 0; i < 4; i++) {
    struct loops_world l;
    world_record(&l, both[i / 2], i % 2 ? both[i / 2]->unsafe : both[i / 2]->safe);
    struct node first = find(&l, GRAPH_LOOP, 0), second = find(&l, GRAPH_LOOP, first.id + 1);
    assert_false(node_none(second));
    struct graph_node *n = &l.graph.nodes.data[second.id];
    n->flags = GRAPH_RUN | GRAPH_BACK;
    n->first_arc = n->n_arcs = 0;
    n->subsumer = first;
    expect(&l, "not in");
    world_release(&l);
  }
}

static void refuses_to_come_back_without_a_step(void **state) {
  (void)state;
  struct loops_world l;
  world_record(&l, &counting, counting.unsafe);
  struct node loop = find(&l, GRAPH_LOOP, 0), node = find(&l, GRAPH_CASE, 0);
  graph_record_back(&l.graph, node, 0, loop);
  expect(&l, "without a step");
  l.graph.nodes.data[node.id].formula = graph_conjunction(&l.graph, l.w->tm, 0, NULL);
  expect(&l, "without a step");
  world_release(&l);
}

static void refuses_other_nodes(void **state) {
  (void)state;
  for (uint32_t k = 0; k < EXAMPLES; k++) {
    struct loops_world l;
    world_record(&l, examples[k], examples[k]->safe);
    for (uint32_t v = 0; v < l.graph.nodes.size; v++) {
      struct graph_node *n = &l.graph.nodes.data[v], was = *n;
      const char *message;
      bool head = n->flags & (GRAPH_LOOP | GRAPH_BACK);
      for (int by = -1; head && by <= 1; by += 2) {
        n->steps = was.steps + (uint32_t)by;
        if (n->steps < 1000) assert_false(check(&l, &message));
        *n = was;
      }
      uint32_t kinds[] = {0, GRAPH_LOOP, GRAPH_CASE, GRAPH_BACK, GRAPH_KINDS};
      for (uint32_t i = 0; i < 5; i++) {
        n->flags = (was.flags & ~(uint32_t)GRAPH_KINDS) | kinds[i];
        assert_true(check(&l, &message) == (n->flags == was.flags));
      }
      *n = was;
      for (uint32_t u = 0; (was.flags & GRAPH_BACK) && u <= l.graph.nodes.size; u++) {
        n->subsumer = u == l.graph.nodes.size ? NODE_NONE : (struct node){u};
        if (u != was.subsumer.id) assert_false(check(&l, &message));
      }
      *n = was;
      if (n->flags & GRAPH_KINDS) n->context.id++;
      if (n->flags & GRAPH_KINDS) assert_false(check(&l, &message));
      *n = was;
      n->location.id = (n->location.id + 1) % l.w->cfa->locations.size;
      assert_false(check(&l, &message));
      *n = was;
      n->flags &= ~(uint32_t)GRAPH_RUN;
      assert_false(check(&l, &message));
      *n = was;
      n->n_arcs = l.graph.arcs.size + 1;
      assert_false(check(&l, &message));
      *n = was;
    }
    expect(&l, NULL);
    const char *message;
    assert_false(check_graph(l.w->cfa, &l.w->limits, &l.w->stats, &l.graph, NULL, &message));
    world_release(&l);
  }
}

static void refuses_other_targets(void **state) {
  (void)state;
  for (uint32_t k = 0; k < EXAMPLES; k++) {
    struct loops_world l;
    world_record(&l, examples[k], examples[k]->safe);
    for (uint32_t i = 0; i < l.graph.arcs.size; i++) {
      struct graph_arc *arc = &l.graph.arcs.data[i], was = *arc;
      const char *message;
      arc->target = NODE_CUT;
      assert_true(check(&l, &message) == node_same(was.target, NODE_CUT));
      arc->target = NODE_OPEN;
      expect(&l, "not explored");
      uint64_t open;
      assert_true(check_part(l.w->cfa, &l.w->limits, &l.w->stats, &l.graph, l.w->u, &open, &message));
      assert_true(open > 0);
      arc->target = NODE_END;
      assert_true(check(&l, &message) == node_same(was.target, NODE_END));
      arc->target = (struct node){l.graph.nodes.size};
      assert_false(check(&l, &message));
      arc->target = l.graph.root; // in a cycle
      assert_false(check(&l, &message));
      *arc = was;
    }
    expect(&l, NULL);
    world_release(&l);
  }
}

// --- whatever is done to a graph -----------------------------------------------------------------------

static void never_accepts_an_error(void **state) {
  (void)state;
  enum { ROUNDS = 100 / LESS };
  uint32_t accepted = 0;
  for (uint32_t k = 0; k < EXAMPLES; k++)
    for (uint32_t safe = 0; safe < 2; safe++) {
      struct loops_world l;
      world_record(&l, examples[k], safe ? examples[k]->safe : examples[k]->unsafe);
      formula_of(&l, CONTEXT_ROOT, "false");
      formula_of(&l, CONTEXT_ROOT, "true");
      accepted += mutate_often(&l, safe, ROUNDS);
      world_release(&l);
    }
  assert_true(accepted > 10 / LESS); // some of it does no harm
}

// --- as a file -----------------------------------------------------------------------------------------

static void is_the_same_from_a_file(void **state) {
  (void)state;
  for (uint32_t k = 0; k < EXAMPLES; k++) {
    struct loops_world l;
    world_record(&l, examples[k], examples[k]->safe);
    struct certificate_header head = {.bits = 64, .entry = (char *)"main"}, again;
    struct certificate view = {.kind = CERTIFICATE_GRAPH, .graph = l.graph, .unfold = l.w->u}, read;
    struct text text = {0}, second = {0};
    struct error error = {0};
    certificate_write(&head, l.w->cfa, &view, &text);
    assert_true(certificate_read_header("test", text_cstr(&text), text.size, &again, &error));
    assert_false(again.partial);
    certificate_init(&read);
    read.unfold = unfold_new(l.w->cfa);
    if (!certificate_read("test", text_cstr(&text), text.size, l.w->cfa, &read, &error)) fail_msg("%s", error.message);
    assert_true(read.kind == CERTIFICATE_GRAPH);
    certificate_write(&again, l.w->cfa, &read, &second);
    assert_string_equal(text_cstr(&text), text_cstr(&second));
    const char *message;
    assert_true(certificate_check(l.w->cfa, &l.w->limits, &l.w->stats, &read, false, NULL, &message));
    certificate_header_release(&again);
    unfold_free(read.unfold);
    certificate_release(&read);
    text_release(&text);
    text_release(&second);
    world_release(&l);
  }
}

// Edges of one location that allocate different blocks lose room to each other: a real run goes on where the model has
// no room left.
static void refuses_a_heap_without_room(void **state) {
  (void)state;
  struct loops_world l;
  world_record(&l, &allocating, allocating.safe);
  expect(&l, NULL);
  struct cfa *cfa = l.w->cfa;
  const struct cfa_location *test = cfa_location(cfa, location_named(l.w, "test"));
  for (uint32_t i = 0; i < test->out.size; i++) {
    struct cfa_alloc block = {.term = cfa_edge_term(cfa, sort_bv(l.w->tm, 64), "at"),
                              .size = term_bv(l.w->tm, 64, 1 << 21),
                              .align = 16,
                              .name = ""};
    vec_alloc_push(&cfa_edge(cfa, test->out.data[i])->allocs, block);
  }
  assert_false(cfa_heap_is_exact(cfa));
  expect(&l, "feasible");
  world_release(&l);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(accepts_right_ones),
      cmocka_unit_test(refuses_other_cases),
      cmocka_unit_test(refuses_variables_of_other_frames),
      cmocka_unit_test(refuses_what_is_not_inductive),
      cmocka_unit_test(refuses_a_heap_without_room),
      cmocka_unit_test(refuses_a_loop_that_was_left),
      cmocka_unit_test(refuses_to_come_back_without_a_step),
      cmocka_unit_test(refuses_other_nodes),
      cmocka_unit_test(refuses_other_targets),
      cmocka_unit_test(never_accepts_an_error),
      cmocka_unit_test(is_the_same_from_a_file),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

// The unfolded program against struct state: contexts, stack pointers, steps by hand; random walks on which both must
// agree about every guard, variable and stack pointer.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "unfold_world.h"

static struct term value_after(struct world *w, const struct unfold_step *step, struct term variable) {
  assert_true(step->known);
  struct term value = variable;
  for (uint32_t i = 0; i < step->step.n_updates; i++)
    if (term_same(step->step.updates[i].var, variable)) value = step->step.updates[i].value;
  assert_true(term_same(substitution_apply(step->back, variable), value));
  (void)w;
  return value;
}

// --- automata ------------------------------------------------------------------------------------

// Objects of constant sizes and of sizes that only the state knows, edges of one location with different objects, a
// size that depends on an address.
static const char *const objects =
    "cfa \"objects\"\npointer-bits 32\nheap-start 0x10003\n"
    "global mem (Array (_ BitVec 32) (_ BitVec 8)) region\n"
    "global p (_ BitVec 32)\n  global q (_ BitVec 32)\n"
    "function main\n  local n (_ BitVec 32)\n  local i (_ BitVec 32)\n  local k (_ BitVec 8)\n"
    "  edge start -> head\n    input m0 (Array (_ BitVec 32) (_ BitVec 8)) uninit \"mem\"\n    mem := m0\n"
    "  edge head -> a [(bvult i #x00000008)]\n    input k0 (_ BitVec 8) nondet \"k\"\n    n := (bvmul i #x00000003)\n"
    "    k := k0\n"
    "  edge head -> end [(bvuge i #x00000008)]\n"
    "  location a complete\n"
    "  edge a -> next [(= ((_ extract 1 0) k) #b00)]\n    alloc x size #x00000003\n    p := x\n"
    "    mem := (store mem x k)\n"
    "  edge a -> next [(= ((_ extract 1 0) k) #b01)]\n    alloc y size (bvadd n #x00000001) align 32\n    q := y\n"
    "    mem := (store mem (bvadd y n) k)\n"
    "  edge a -> next [(= ((_ extract 1 0) k) #b10)]\n    alloc x size #x00000003\n"
    "    alloc z size (bvurem x #x00000007) align 24\n    q := z\n    p := x\n"
    "  edge a -> next [(= ((_ extract 1 0) k) #b11)]  p := q\n"
    "  edge next -> head [(not (= p #x00000001))]  i := (bvadd i #x00000001)\n"
    "  location end exit\n";

// Objects of arbitrary size, given by inputs of their edges.
static const char *const sized =
    "cfa \"sized\"\npointer-bits 32\nheap-start 0x10000\n"
    "global p (_ BitVec 32)\nglobal c (_ BitVec 8)\n"
    "function main\n  edge start -> a\n    input c0 (_ BitVec 8) nondet \"c\"\n    c := c0\n"
    "  edge a -> end [(= ((_ extract 0 0) c) #b0)]\n    input n0 (_ BitVec 32) nondet \"n\"\n"
    "    input m0 (_ BitVec 32) nondet \"m\"\n"
    "    alloc x size n0\n    alloc y size (bvmul m0 #x00100000) align 4096\n    p := x\n"
    "  edge a -> end [(and (= ((_ extract 0 0) c) #b1) (bvult n0 #x00000080))]\n"
    "    input n0 (_ BitVec 32) nondet \"n\"\n"
    "    alloc x size n0\n    p := (bvadd x n0)\n"
    "  location end exit\n";

// 64-bit pointers, a region of 32-bit cells, a pointer to a caller's object, a call beside an allocation, an empty
// function.
static const char *const cells =
    "cfa \"cells\"\n"
    "global m (Array (_ BitVec 62) (_ BitVec 32)) region\n"
    "global bytes (Array (_ BitVec 64) (_ BitVec 8)) region\n"
    "function main\n  local p (_ BitVec 64)\n  local x (_ BitVec 32)\n  local b Bool\n  local i (_ BitVec 8)\n"
    "  edge start -> s1\n    input m0 (Array (_ BitVec 62) (_ BitVec 32)) uninit \"m\"\n"
    "    input b0 (Array (_ BitVec 64) (_ BitVec 8)) uninit \"b\"\n"
    "    alloc o size #x0000000000000008 stack\n    p := o\n    m := (store m0 ((_ extract 63 2) o) #x00000011)\n"
    "    bytes := b0\n"
    "  edge s1 -> s2\n    input x0 (_ BitVec 32) nondet \"x\"\n    input c0 Bool nondet \"c\"\n    x := x0\n"
    "    b := c0\n"
    "  edge s2 -> s3 [b]  call add (p x) -> x\n"
    "  edge s2 -> s3 [(not b)]\n    alloc w size #x000000000000000c stack\n    alloc v size #x0000000000000010\n"
    "    bytes := (store bytes w #x01)\n    m := (store m ((_ extract 63 2) v) x)\n"
    "  edge s3 -> s4  call empty () \n"
    "  edge s4 -> s5 [(bvult i #x04)]\n    alloc h size #x0000000000000004\n"
    "    m := (store m ((_ extract 63 2) h) (bvadd x #x00000001))\n"
    "    x := (select m ((_ extract 63 2) p))\n    i := (bvadd i #x01)\n"
    "  edge s5 -> s6  call add (p x) -> x\n"
    "  edge s6 -> s4\n  edge s4 -> end [(bvuge i #x04)]\n"
    "  location end exit\n"
    "function add\n  param to (_ BitVec 64)\n  param by (_ BitVec 32)\n  local t (_ BitVec 64)\n"
    "  result r (_ BitVec 32)\n"
    "  edge a0 -> a1\n    alloc tmp size #x0000000000000007 stack\n    t := tmp\n"
    "    m := (store m ((_ extract 63 2) tmp) by)\n"
    "  edge a1 -> a2\n    m := (store m ((_ extract 63 2) to) "
    "(bvadd (select m ((_ extract 63 2) t)) (select m ((_ extract 63 2) to))))\n"
    "    r := (select m ((_ extract 63 2) t))\n"
    "  location a2 exit\n"
    "function empty\n  location e0 exit\n  entry e0\n";

// --- contexts --------------------------------------------------------------------------------------

static void contexts_are_interned(void **unused) {
  (void)unused;
  struct world *w = world_new(recursive);
  struct edge call = edge_between(w, "ready", "back"), again = edge_between(w, "f1", "f2");
  struct context c = unfold_enter(w->u, CONTEXT_ROOT, call), d = unfold_enter(w->u, c, again),
                 e = unfold_enter(w->u, d, again);
  SAME(unfold_enter(w->u, CONTEXT_ROOT, call), c);
  SAME(unfold_enter(w->u, c, again), d);
  assert_int_equal(unfold_contexts(w->u), 4);
  SAME(unfold_parent(w->u, e), d);
  assert_true(context_none(unfold_parent(w->u, CONTEXT_ROOT)));
  SAME(unfold_call(w->u, c), call);
  assert_int_equal(unfold_depth(w->u, e), 4);
  assert_int_equal(unfold_function(w->u, e), cfa_function_named(w->cfa, "f"));
  uint32_t k = var_named(w, "f::k"), found;
  struct context context;
  struct term at_d = unfold_var(w->u, d, k), at_e = unfold_var(w->u, e, k);
  assert_int_not_equal(at_d.id, at_e.id);
  SAME(unfold_var(w->u, d, k), at_d);
  SAME(unfold_var(w->u, d, var_named(w, "g")), var(w, "g"));
  SAME(unfold_var(w->u, CONTEXT_ROOT, var_named(w, "main::n")), var(w, "main::n"));
  assert_true(unfold_var_of(w->u, at_e, &context, &found) && context_same(context, e) && found == k);
  assert_true(unfold_var_of(w->u, var(w, "g"), &context, &found) && context_same(context, CONTEXT_ROOT) &&
              found == var_named(w, "g"));
  assert_false(unfold_var_of(w->u, var(w, "f::k"), &context, &found));
  assert_false(unfold_var_of(w->u, unfold_heap(w->u), &context, &found));
  // Deep recursion: nothing here goes down the C stack.
  for (uint32_t i = 0; i < 50000; i++) e = unfold_enter(w->u, e, again);
  assert_int_equal(unfold_stack(w->u, e, location_named(w, "f0")), 0xA0000000u + 50001 * 32u + 21);
  world_free(w);
}

// An instance's name may be taken by something in the program.
static void instances_avoid_names(void **unused) {
  (void)unused;
  struct world *w = world_new(
      "cfa \"names\"\nglobal |f@c1::x| (_ BitVec 8)\nglobal |heap@64| (_ BitVec 64)\nfunction main\n"
      "  local a (_ BitVec 8)\n"
      "  edge s -> t call f (a)\n  location t exit\nfunction f\n  param x (_ BitVec 8)\n  local y (_ BitVec 8)\n"
      "  edge f0 -> f1\n    input |f@c1::y| (_ BitVec 8) nondet \"y\"\n    y := |f@c1::y|\n  location f1 exit\n");
  struct context c = unfold_enter(w->u, CONTEXT_ROOT, edge_between(w, "s", "t"));
  assert_int_equal(c.id, 1);
  assert_int_not_equal(unfold_var(w->u, c, var_named(w, "f::x")).id, var(w, "f@c1::x").id);
  assert_int_not_equal(unfold_var(w->u, c, var_named(w, "f::y")).id,
                       cfa_edge(w->cfa, edge_between(w, "f0", "f1"))->inputs.data[0].term.id);
  assert_int_not_equal(unfold_heap(w->u).id, var(w, "heap@64").id);
  world_free(w);
}

// --- stack pointers -----------------------------------------------------------------------------------

static void stack_pointers(void **unused) {
  (void)unused;
  struct world *w = world_new(
      "cfa \"stacks\"\npointer-bits 32\nglobal m (Array (_ BitVec 32) (_ BitVec 8)) region\n"
      "function main\n  local n (_ BitVec 32)\n"
      "  edge a -> b\n    alloc x size #x00000001 stack\n"
      "  edge b -> c [(= n #x00000000)]\n    alloc y size #x00000004 align 64 stack\n"
      "  edge b -> c [(= n #x00000001)] call f (n)\n"
      "  edge b -> c [(= n #x00000002)] call g (n)\n"
      "  edge c -> d  n := (bvadd n #x00000001)\n  edge c -> l\n"
      "  edge l -> l\n    alloc z size #x00000004 stack\n  edge l -> d\n"
      "  edge d -> e  call f (n)\n  location e exit\n"
      "function f\n  param k (_ BitVec 32)\n"
      "  edge f0 -> f1 [(not (= k #x00000001))]\n    alloc v size k stack\n"
      "  edge f1 -> f2\n    alloc u2 size #x00000004 stack\n  edge f2 -> f3\n  location f3 exit\n"
      "function g\n  param k (_ BitVec 32)\n"
      "  edge g0 -> g1 [(= k #x00000000)]\n  edge g0 -> g2 [(= k #x00000001)]\n"
      "  edge g1 -> g3\n    alloc u size #x00000030 stack\n  edge g2 -> g4\n  edge g2 -> g3\n  location g3 exit\n"
      "  location g4 stop\n");
  uint64_t base = 0xA0000000u;
  assert_int_equal(unfold_stack(w->u, CONTEXT_ROOT, location_named(w, "a")), base);
  assert_int_equal(unfold_stack(w->u, CONTEXT_ROOT, location_named(w, "b")), base + 17);
  // All edges of b, calls too, leave the stack pointer behind the object.
  uint64_t c = base + 64 + 4 + 16;
  assert_int_equal(unfold_stack(w->u, CONTEXT_ROOT, location_named(w, "c")), c);
  assert_int_equal(unfold_stack(w->u, CONTEXT_ROOT, location_named(w, "l")), UINT64_MAX);
  assert_int_equal(unfold_stack(w->u, CONTEXT_ROOT, location_named(w, "d")), UINT64_MAX);
  struct edge first = edge_between(w, "b", "c");
  struct context f = unfold_enter(w->u, CONTEXT_ROOT, edge_after(first, 1)),
                 g = unfold_enter(w->u, CONTEXT_ROOT, edge_after(first, 2));
  struct context lost = unfold_enter(w->u, CONTEXT_ROOT, edge_between(w, "d", "e"));
  assert_int_equal(unfold_entry(w->u, f), c);
  assert_int_equal(unfold_stack(w->u, f, location_named(w, "f0")), c);
  // The reserve is taken by an object whose size is not constant.
  uint64_t reserve = (uint64_t)1 << 24;
  assert_int_equal(unfold_stack(w->u, f, location_named(w, "f1")), c + 12 + reserve + 16);
  assert_int_equal(unfold_stack(w->u, f, location_named(w, "f3")), c + 12 + reserve + 16 + 4 + 16);
  assert_int_equal(unfold_entry(w->u, lost), UINT64_MAX);
  assert_int_equal(unfold_stack(w->u, lost, location_named(w, "f0")), UINT64_MAX);
  // Two stack pointers at g's exit, but each edge to it has one.
  assert_int_equal(unfold_stack(w->u, g, location_named(w, "g3")), UINT64_MAX);
  assert_int_equal(unfold_stack(w->u, g, location_named(w, "g4")), c);
  assert_true(unfold_step(w->u, g, edge_between(w, "g1", "g3"))->known);
  assert_true(unfold_step(w->u, g, edge_between(w, "g2", "g3"))->known);
  assert_int_equal(unfold_step(w->u, g, edge_between(w, "g2", "g3"))->step.n_inputs, 0);
  assert_int_equal(unfold_step(w->u, g, edge_between(w, "g1", "g3"))->step.n_inputs, 1);
  // What has no known stack pointer is not known, but leads somewhere.
  assert_true(unfold_step(w->u, f, edge_between(w, "f0", "f1"))->known);
  assert_true(unfold_step(w->u, f, edge_between(w, "f1", "f2"))->known);
  assert_true(unfold_step(w->u, f, edge_between(w, "f2", "f3"))->known);
  assert_false(unfold_step(w->u, lost, edge_between(w, "f0", "f1"))->known);
  const struct unfold_step *leave = unfold_step(w->u, lost, edge_between(w, "f2", "f3"));
  assert_false(leave->known);
  SAME(leave->context, CONTEXT_ROOT);
  SAME(leave->location, location_named(w, "e"));
  assert_false(unfold_step(w->u, CONTEXT_ROOT, edge_between(w, "d", "e"))->known);
  // The size of an object of f may be too large all the same.
  assert_false(term_is_false(w->tm, unfold_too_large(w->u, f, location_named(w, "f0"))));
  assert_true(term_is_false(w->tm, unfold_too_large(w->u, CONTEXT_ROOT, location_named(w, "b"))));
  world_free(w);
}

// --- steps by hand ---------------------------------------------------------------------------------

static void calls_and_returns(void **unused) {
  (void)unused;
  struct world *w = world_new(recursive);
  struct edge ready = edge_after(edge_between(w, "ready", "back"), 1);
  const struct unfold_step *call = unfold_step(w->u, CONTEXT_ROOT, ready);
  struct context t = call->context;
  SAME(unfold_call(w->u, t), ready);
  SAME(call->location, location_named(w, "t0"));
  SAME(call->step.guard, term_eq(w->tm, var(w, "main::n"), num(w, 2)));
  SAME(value_after(w, call, unfold_var(w->u, t, var_named(w, "tail::k"))), var(w, "main::n"));
  SAME(value_after(w, call, unfold_var(w->u, t, var_named(w, "tail::deep"))), num(w, 0));
  SAME(value_after(w, call, unfold_var(w->u, t, var_named(w, "tail::ret"))), num(w, 0));
  assert_int_equal(call->step.n_updates, 3);
  assert_ptr_equal(unfold_step(w->u, CONTEXT_ROOT, ready), call);
  // A stack object has a constant address.
  const struct unfold_step *own = unfold_step(w->u, t, edge_between(w, "t0", "t1"));
  SAME(value_after(w, own, unfold_var(w->u, t, var_named(w, "tail::deep"))), num(w, 0xA0000000u));
  const struct unfold_step *inner = unfold_step(w->u, t, edge_between(w, "t1", "t2"));
  struct context f = inner->context;
  assert_int_equal(unfold_entry(w->u, f), 0xA0000000u + 0x21 + 16);
  // f's exit is followed by tail's: both returns are one step.
  const struct unfold_step *leave = unfold_step(w->u, f, edge_after(edge_between(w, "f2", "f3"), 1));
  SAME(leave->context, CONTEXT_ROOT);
  SAME(leave->location, location_named(w, "back"));
  SAME(value_after(w, leave, var(w, "main::r")), unfold_var(w->u, f, var_named(w, "f::below")));
  SAME(value_after(w, leave, unfold_var(w->u, t, var_named(w, "tail::ret"))),
       unfold_var(w->u, f, var_named(w, "f::below")));
  assert_int_equal(leave->step.n_inputs, 2);
  SAME(value_after(w, leave, unfold_heap(w->u)), unfold_heap(w->u));
  // Memory below tail's frame stays; in the frames it is arbitrary; above them it stays.
  struct term after = value_after(w, leave, var(w, "mem"));
  SAME(term_select(w->tm, after, num(w, 0x9fffffff)), term_select(w->tm, var(w, "mem"), num(w, 0x9fffffff)));
  SAME(term_select(w->tm, after, num(w, 0xA0000000)), term_select(w->tm, leave->step.inputs[1], num(w, 0xA0000000)));
  uint64_t end = unfold_stack(w->u, f, location_named(w, "f3"));
  SAME(term_select(w->tm, after, num(w, end)), term_select(w->tm, leave->step.inputs[0], num(w, end)));
  SAME(term_select(w->tm, after, num(w, end + 1)), term_select(w->tm, var(w, "mem"), num(w, end + 1)));
  world_free(w);
}

static struct term align24(struct world *w, struct term t) {
  return term_mul(w->tm, num(w, 24), term_udiv(w->tm, term_add(w->tm, t, num(w, 23)), num(w, 24)));
}

static struct term align16(struct world *w, struct term t) {
  return term_bvand(w->tm, term_add(w->tm, t, num(w, 15)), num(w, ~(uint64_t)15));
}

static void heap_objects(void **unused) {
  (void)unused;
  struct world *w = world_new(objects);
  struct edge first = edge_between(w, "a", "next");
  struct term heap = unfold_heap(w->u), n = var(w, "main::n");
  struct term x = term_bvand(w->tm, term_add(w->tm, heap, num(w, 15)), num(w, ~(uint64_t)15));
  const struct unfold_step *one = unfold_step(w->u, CONTEXT_ROOT, first),
                           *two = unfold_step(w->u, CONTEXT_ROOT, edge_after(first, 1));
  SAME(value_after(w, one, var(w, "p")), x);
  // y comes after x although its edge does not use x; then z. Sizes of other edges' objects are bounded.
  struct term bump = term_add(w->tm, x, num(w, 32)), reserve = num(w, 1 << 30), size = term_add(w->tm, n, num(w, 1));
  struct term y = term_bvand(w->tm, term_add(w->tm, bump, num(w, 31)), num(w, ~(uint64_t)31));
  SAME(value_after(w, two, var(w, "q")), y);
  struct term z = align24(w, term_add(w->tm, y, align16(w, term_add(w->tm, size, num(w, 16)))));
  struct term rest = term_urem(w->tm, x, num(w, 7)),
              bounded = term_ite(w->tm, term_ule(w->tm, rest, reserve), rest, reserve);
  // The bump pointer stays a multiple of 16.
  SAME(value_after(w, two, heap), align16(w, term_add(w->tm, term_add(w->tm, z, bounded), num(w, 16))));
  // The third edge's own sizes are as they are.
  const struct unfold_step *three = unfold_step(w->u, CONTEXT_ROOT, edge_after(first, 2));
  z = value_after(w, three, var(w, "q"));
  SAME(value_after(w, three, heap), align16(w, term_add(w->tm, term_add(w->tm, z, rest), num(w, 16))));
  struct term large = unfold_too_large(w->u, CONTEXT_ROOT, location_named(w, "a"));
  struct model *m = model_new(w->tm);
  model_set(m, n, num(w, 1 << 30));
  model_set(m, var(w, "main::k"), byte(w, 1));
  assert_true(model_holds(m, large) && !model_holds(m, two->step.guard));
  model_unref(m);
  // A loop allocates: below the end of the heap there is room for the objects of all edges, or none is made.
  for (uint32_t k = 0; k < 4; k++) {
    m = model_new(w->tm);
    model_set(m, n, num(w, 10));
    model_set(m, var(w, "main::k"), byte(w, k % 2));
    model_set(m, heap, num(w, k < 2 ? 0x2000 : 0xA0000000u - 64)); // there x has room, y has not
    assert_int_equal(model_holds(m, k % 2 ? two->step.guard : one->step.guard), k < 2);
    assert_int_equal(model_holds(m, large), k >= 2);
    model_unref(m);
  }
  m = model_new(w->tm);
  model_set(m, n, num(w, 1 << 30));
  assert_false(model_holds(m, large));
  model_unref(m);
  assert_true(term_is_false(w->tm, unfold_too_large(w->u, CONTEXT_ROOT, location_named(w, "head"))));
  world_free(w);
}

// --- random walks ----------------------------------------------------------------------------------

// A state along edges, and the same run over the unfolded variables with numbers for the inputs.
struct walk {
  struct world *w;
  struct state *s;
  struct context context;
  struct model *inputs;        // of struct state's input variables
  struct model *values;        // of the unfolded variables
  struct vec_term variables;   // those on the call string
};

static void collect_variables(struct walk *k) {
  struct world *w = k->w;
  k->variables.size = 0;
  for (uint32_t i = 0; i < w->cfa->globals.size; i++)
    vec_term_push(&k->variables, unfold_var(w->u, CONTEXT_ROOT, w->cfa->globals.data[i]));
  for (struct context c = k->context; !context_none(c); c = unfold_parent(w->u, c)) {
    const struct vec_u32 *locals = &w->cfa->functions.data[unfold_function(w->u, c)].locals;
    for (uint32_t i = 0; i < locals->size; i++) vec_term_push(&k->variables, unfold_var(w->u, c, locals->data[i]));
  }
  vec_term_push(&k->variables, unfold_heap(w->u));
}

static bool constants_equal(struct world *w, struct term a, struct term b) {
  return term_is_true(w->tm, term_eq(w->tm, a, b));
}

static void compare(struct walk *k) {
  struct world *w = k->w;
  struct vec_edge calls = {0};
  struct context c = k->context;
  SAME(state_context(k->s), c);
  state_call_string(k->s, &calls);
  while (calls.size) {
    struct edge call = vec_edge_pop(&calls);
    SAME(unfold_call(w->u, c), call);
    c = unfold_parent(w->u, c);
  }
  SAME(c, CONTEXT_ROOT);
  vec_edge_release(&calls);
  uint64_t top = k->s->uninit_top;
  collect_variables(k);
  for (uint32_t i = 0; i < k->variables.size; i++) {
    struct term v = k->variables.data[i];
    if (w->any_heap && term_same(v, unfold_heap(w->u))) continue;
    struct term by_state = model_eval(k->inputs, state_instance(k->s, v));
    if (!constants_equal(w, by_state, model_get(k->values, v))) fail_msg("%s differs", term_var_name(w->tm, v));
  }
  assert_int_equal(k->s->uninit_top, top);
}

// The values of the unfolded variables and of the inputs of the location's edges.
static struct model *before_step(struct walk *k) {
  struct world *w = k->w;
  struct model *m = model_new(w->tm);
  collect_variables(k);
  for (uint32_t i = 0; i < k->variables.size; i++)
    model_set(m, k->variables.data[i], model_get(k->values, k->variables.data[i]));
  const struct code *code = code_of(w->program, k->s->location);
  for (uint32_t i = 0; i < code->inputs.size; i++) {
    const struct input_code *in = &code->inputs.data[i];
    struct sort sort = term_sort(w->tm, in->term);
    struct term v = inputs_variable(w->program, sort, k->s->n_inputs + in->position);
    if (!model_has(k->inputs, v)) {
      struct model *more = model_new(w->tm), *old = k->inputs;
      model_set(more, v, random_value(w, sort));
      k->inputs = model_merge(w->tm, old, more);
      model_unref(old);
      model_unref(more);
    }
    model_set(m, in->term, model_get(k->inputs, v));
  }
  return m;
}

static bool is_open(struct walk *k, struct edge edge, struct open_edge *open) {
  uint32_t n;
  const struct open_edge *all = state_open(k->s, &n);
  for (uint32_t i = 0; i < n; i++) {
    if (!edge_same(all[i].edge, edge) || !model_holds(k->inputs, all[i].condition)) continue;
    *open = all[i];
    return true;
  }
  return false;
}

// A step speaks about variables of its call string and its own inputs only.
static void assert_closed(struct walk *k, const struct unfold_step *step, struct term t) {
  uint32_t n;
  const uint32_t *vars = term_free_vars(k->w->tm, t, &n);
  for (uint32_t i = 0; i < n; i++) {
    bool found = false;
    for (uint32_t j = 0; j < k->variables.size && !found; j++) found = k->variables.data[j].id == vars[i];
    for (uint32_t j = 0; j < step->step.n_inputs && !found; j++) found = step->step.inputs[j].id == vars[i];
    if (!found) fail_msg("%s is not of the step", term_var_name(k->w->tm, (struct term){vars[i]}));
  }
}

// One step of both; false: the walk ends.
static bool step_both(struct walk *k) {
  struct world *w = k->w;
  const struct cfa_location *loc = cfa_location(w->cfa, k->s->location);
  struct open_edge open, taken = {.edge = EDGE_NONE};
  if (loc->kind != LOC_PLAIN) return false;
  struct location at = k->s->location;
  struct context start = k->context;
  uint32_t enabled = 0;
  struct model *before = before_step(k);
  for (uint32_t i = 0; i < loc->out.size; i++) {
    bool in_state = is_open(k, loc->out.data[i], &open);
    const struct unfold_step *step = unfold_step(w->u, start, loc->out.data[i]);
    // A state has less room for an object of symbolic size where the path does not bound it.
    bool in_step = model_holds(before, step->step.guard);
    assert_true(in_step == in_state || (in_step && cfa_edge(w->cfa, loc->out.data[i])->allocs.size));
    assert_closed(k, step, step->step.guard);
    for (uint32_t j = 0; j < step->step.n_updates; j++) assert_closed(k, step, step->step.updates[j].value);
    if (in_state && below(w, ++enabled) == 0) taken = open;
  }
  if (model_holds(before, unfold_too_large(w->u, start, at))) assert_true(is_open(k, EDGE_NONE, &open));
  if (edge_none(taken.edge)) {
    model_unref(before);
    return false;
  }
  const struct unfold_step *step = unfold_step(w->u, start, taken.edge);
  assert_true(step->known);
  state_take_edge(k->s, taken, NULL);
  state_return(k->s);
  k->context = step->context;
  SAME(step->location, k->s->location);
  // What a frame leaves behind is arbitrary in the step: let it be what the state has there.
  for (uint32_t i = 0; i < step->step.n_inputs; i++) {
    struct term fresh = step->step.inputs[i];
    if (model_has(before, fresh)) continue;
    for (uint32_t g = 0; g < w->cfa->globals.size; g++) {
      const struct cfa_var *v = &w->cfa->vars.data[w->cfa->globals.data[g]];
      if (v->sort.id != term_sort(w->tm, fresh).id) continue;
      model_set(before, fresh, model_eval(k->inputs, state_instance(k->s, v->term)));
    }
  }
  struct model *after = model_new(w->tm);
  collect_variables(k);
  for (uint32_t i = 0; i < k->variables.size; i++)
    model_set(after, k->variables.data[i], model_eval(before, substitution_apply(step->back, k->variables.data[i])));
  model_unref(before);
  model_unref(k->values);
  k->values = after;
  return true;
}

static uint32_t walk_once(struct world *w) {
  struct walk k = {.w = w,
                   .s = state_initial(w->program),
                   .context = CONTEXT_ROOT,
                   .inputs = model_new(w->tm),
                   .values = model_new(w->tm)};
  model_set(k.values, unfold_heap(w->u), term_bv(w->tm, w->cfa->pointer_bits, w->cfa->heap_start));
  uint32_t steps = 0;
  compare(&k);
  while (steps < 200 && step_both(&k)) {
    if (!state_is_static(k.s)) break;
    compare(&k);
    steps++;
  }
  state_free(k.s);
  model_unref(k.inputs);
  model_unref(k.values);
  vec_term_release(&k.variables);
  return steps;
}

static void walks_agree(void **unused) {
  (void)unused;
  static const struct {
    const char *text;
    uint32_t steps;
  } programs[] = {{recursive, 900}, {objects, 300}, {cells, 300}, {sized, 45}};
  for (uint32_t i = 0; i < 4; i++) {
    struct world *w = world_new(programs[i].text);
    w->any_heap = programs[i].text == sized;
    uint32_t steps = 0;
    for (uint32_t n = 0; n < 30; n++) steps += walk_once(w);
    // The walks go somewhere: the automata are made so that states stay static.
    assert_true(steps >= programs[i].steps);
    world_free(w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(contexts_are_interned), cmocka_unit_test(instances_avoid_names),
      cmocka_unit_test(stack_pointers),        cmocka_unit_test(calls_and_returns),
      cmocka_unit_test(heap_objects),          cmocka_unit_test(walks_agree),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

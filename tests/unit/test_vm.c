// Concrete runs on words against state_replay: with the same inputs they take the same edges and end alike.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "fixture.h"
#include "random_terms.h"
#include "state/vm.h"

struct host {
  struct rng random;
  struct vec_u64 given;
};

static uint64_t on_input(void *context, uint32_t nth, const struct cfa_input *input) {
  struct host *h = context;
  (void)input;
  while (h->given.size <= nth)
    vec_u64_push(&h->given, rng_below(&h->random, 2) ? rng_below(&h->random, 12) : rng_next(&h->random));
  return h->given.data[nth];
}

struct counted {
  const struct cfa *cfa;
  struct vec_u32 hits;
};

static bool on_step(void *context, const struct run_step *step) {
  struct counted *c = context;
  c->hits.data[step->edge.id]++;
  return true;
}

static void compare_values(struct fixture *f, const struct vm *vm, struct state *s) {
  uint32_t function = cfa_location(f->cfa, state_location(s))->function;
  for (uint32_t i = 0; i < f->cfa->vars.size; i++) {
    const struct cfa_var *v = &f->cfa->vars.data[i];
    uint64_t mine, theirs;
    if ((v->function != CFA_NONE && v->function != function) || sort_kind(f->tm, v->sort) == SORT_ARRAY) continue;
    if (!vm_value(vm, i, &mine)) continue;
    assert_true(term_value64(f->tm, state_value(s, i), &theirs));
    assert_int_equal(mine, theirs);
  }
}

// The steps taken; *refused grows where the run was refused.
static uint64_t run_both(struct fixture *f, uint64_t seed, uint64_t most, uint32_t *refused) {
  struct host h = {.random = rng_new(seed)};
  struct vm_host host = {.context = &h, .input = on_input};
  struct vm *vm = vm_new(f->program, &host, 1 << 18);
  // In pieces, and not for the first time: nothing is left of the run before.
  vm_run(vm, most);
  vec_u64_clear(&h.given);
  h.random = rng_new(seed + 1);
  vm_restart(vm);
  enum vm_event event = vm_run(vm, most / 2);
  if (event == VM_BUDGET) event = vm_run(vm, most - most / 2);
  *refused += event == VM_REFUSED;

  struct vec_input_value values = {0};
  struct counted counted = {.cfa = f->cfa};
  struct state *last;
  vec_u32_resize(&counted.hits, f->cfa->edges.size);
  vm_input_values(vm, &values);
  // Where no edge could be taken the last inputs were read by none, so that they are not in the list.
  bool at_end = cfa_location(f->cfa, vm_location(vm))->kind != LOC_PLAIN;
  uint64_t steps = vm_steps(vm), end = at_end && event != VM_BUDGET ? steps + 1 : steps;
  enum state_event expected = state_replay(f->program, values.size, values.data, end, on_step, &counted, &last);
  assert_int_equal(state_steps(last), steps);
  if (event == VM_END && at_end) assert_int_equal(expected, STATE_END);
  if (event == VM_ERROR) assert_int_equal(expected, STATE_ERROR);
  // A function is left before the run looks at its budget, or after.
  bool same = event != VM_REFUSED && cfa_location(f->cfa, vm_location(vm))->kind != LOC_EXIT;
  if (same) assert_int_equal(state_location(last).id, vm_location(vm).id);
  if (same) compare_values(f, vm, last);
  assert_memory_equal(counted.hits.data, vm_hits(vm), f->cfa->edges.size * sizeof(uint32_t));
  state_free(last);
  vec_u32_release(&counted.hits);
  vec_input_value_release(&values);
  vec_u64_release(&h.given);
  vm_free(vm);
  return steps;
}

static uint64_t run_text(const char *text, uint64_t seeds, uint64_t most, uint32_t *refused) {
  struct fixture f;
  uint64_t steps = 0;
  fixture_init(&f);
  fixture_read(&f, text);
  for (uint64_t seed = 0; seed < seeds; seed++) steps += run_both(&f, 2 * seed + 1, most, refused);
  fixture_release(&f);
  return steps;
}

// --- random steps ----------------------------------------------------------------------------------------------------

static void add_sorts(struct random_terms *t) {
  struct terms *tm = t->tm;
  random_add_sort(t, sort_bool(tm), 4, 1);
  random_add_sort(t, sort_bv(tm, 8), 5, 3);
  random_add_sort(t, sort_bv(tm, 32), 5, 4);
  random_add_sort(t, sort_bv(tm, 64), 4, 3);
  random_add_sort(t, sort_bv(tm, 3), 1, 2);
  random_add_sort(t, sort_float(tm, 8, 24), 3, 2);
  random_add_sort(t, sort_float(tm, 11, 53), 3, 2);
}

static struct term any_term(struct random_terms *t, struct sort s) { return random_entry_of(t, s)->term; }

static void print_edge(struct random_terms *t, bool always, struct text *out) {
  struct terms *tm = t->tm;
  text_printf(out, "  edge head -> head [");
  term_print_smt(tm, always ? term_true(tm) : any_term(t, sort_bool(tm)), out);
  text_printf(out, "]\n");
  for (uint32_t p = 0; p < t->pool_count; p++) {
    random_print_declaration(t, "    input", &t->pools[p], random_globals_of(t, &t->pools[p]), out);
    text_printf(out, " nondet \"x\"\n");
  }
  for (uint32_t p = 0; p < t->pool_count; p++)
    for (uint32_t i = 0; i < random_globals_of(t, &t->pools[p]); i++) {
      if (random_below(t, 3)) continue;
      text_printf(out, "    |%s| := ", term_var_name(tm, t->pools[p].entries.data[i].term));
      term_print_smt(tm, any_term(t, t->pools[p].sort), out);
      text_printf(out, "\n");
    }
}

static void random_automata(void **unused) {
  (void)unused;
  uint64_t steps = 0;
  uint32_t refused = 0;
  for (uint64_t seed = 0; seed < 20; seed++) {
    struct random_terms t;
    struct text text = {0};
    random_init(&t, terms_new(), seed);
    t.named = true;
    add_sorts(&t);
    for (uint32_t i = 0; i < 400; i++) random_step(&t);
    text_printf(&text, "cfa \"random\"\npointer-bits 32\n");
    for (uint32_t p = 0; p < t.pool_count; p++)
      for (uint32_t i = 0; i < random_globals_of(&t, &t.pools[p]); i++) {
        random_print_declaration(&t, "global", &t.pools[p], i, &text);
        text_printf(&text, "\n");
      }
    text_printf(&text, "function main\n  edge start -> head\n");
    for (uint32_t k = 0; k < 8; k++) print_edge(&t, k == 7, &text);
    steps += run_text(text_cstr(&text), 6, 40, &refused);
    text_release(&text);
    struct terms *tm = t.tm;
    random_release(&t);
    terms_free(tm);
  }
  assert_true(steps > 3000);
  assert_true(refused < 60);
}

// --- random arrays ---------------------------------------------------------------------------------------------------

static const char *pick(struct rng *r, uint32_t n, const char *const *list) { return list[rng_below(r, n)]; }

static void print_byte(struct rng *r, struct text *out) {
  static const char *const leaves[] = {"i", "j", "v", "#x00", "#x05", "#x40", "#x80", "x0", "(select p j)"};
  static const char *const binary[] = {"bvadd", "bvmul", "bvand", "bvor", "bvshl", "bvlshr", "bvashr", "bvurem"};
  if (rng_below(r, 4)) text_printf(out, "%s", pick(r, 9, leaves));
  else if (rng_below(r, 3)) text_printf(out, "(%s %s %s)", pick(r, 8, binary), pick(r, 9, leaves), pick(r, 9, leaves));
  else text_printf(out, "(select %s %s)", rng_below(r, 2) ? "p" : "q", pick(r, 8, leaves));
}

static void print_array(struct rng *r, uint32_t depth, const char *self, struct text *out);

// Between an array and changes of it.
static void print_choice(struct rng *r, uint32_t depth, const char *self, struct text *out) {
  struct text base = {0}, changed = {0};
  print_array(r, depth, self, &base);
  uint32_t n = 1 + (uint32_t)rng_below(r, 2);
  for (uint32_t i = 0; i < n; i++) text_printf(&changed, "(store ");
  text_printf(&changed, "%s", text_cstr(&base));
  for (uint32_t i = 0; i < n; i++) {
    text_printf(&changed, " ");
    print_byte(r, &changed);
    text_printf(&changed, " ");
    print_byte(r, &changed);
    text_printf(&changed, ")");
  }
  text_printf(out, "(ite (bvule ");
  print_byte(r, out);
  text_printf(out, " ");
  print_byte(r, out);
  bool first = rng_below(r, 2);
  text_printf(out, ") %s %s)", text_cstr(first ? &changed : &base), text_cstr(first ? &base : &changed));
  text_release(&base);
  text_release(&changed);
}

static void print_array(struct rng *r, uint32_t depth, const char *self, struct text *out) {
  static const char *const arrays[] = {"p", "q", "p0",
                                       "(store ((as const (Array (_ BitVec 8) (_ BitVec 8))) #x05) #x40 #x07)",
                                       "((as const (Array (_ BitVec 8) (_ BitVec 8))) #x00)"};
  static const char *const lengths[] = {"#x00", "#x01", "#x07", "#x50", "i"};
  uint32_t how = depth ? (uint32_t)rng_below(r, 10) : 10;
  if (how >= 9) {
    text_printf(out, "%s", rng_below(r, 2) ? self : pick(r, 5, arrays));
    return;
  }
  if (how >= 7) {
    print_choice(r, depth - 1, self, out);
    return;
  }
  text_printf(out, how < 2 ? "((_ clew.copy) " : "(store ");
  print_array(r, depth - 1, self, out);
  text_printf(out, " ");
  print_byte(r, out);
  text_printf(out, " ");
  if (how < 2) {
    text_printf(out, "%s ", rng_below(r, 2) ? self : pick(r, 5, arrays));
    print_byte(r, out);
    text_printf(out, " %s", pick(r, 5, lengths));
  } else {
    print_byte(r, out);
  }
  text_printf(out, ")");
}

static void print_array_edge(struct rng *r, struct text *out) {
  static const char *const names[] = {"p", "q", "i", "j", "v"};
  text_printf(out, "  edge head -> head [(bvule ");
  print_byte(r, out);
  text_printf(out, " ");
  print_byte(r, out);
  text_printf(out, ")]\n    input x0 (_ BitVec 8) nondet \"x\"\n"
                   "    input p0 (Array (_ BitVec 8) (_ BitVec 8)) nondet \"p\"\n");
  for (uint32_t k = 0; k < 5; k++) {
    if (rng_below(r, 2)) continue;
    text_printf(out, "    %s := ", names[k]);
    if (k < 2) print_array(r, 3, names[k], out);
    else print_byte(r, out);
    text_printf(out, "\n");
  }
}

static void random_arrays(void **unused) {
  (void)unused;
  uint64_t steps = 0;
  uint32_t refused = 0;
  for (uint64_t seed = 0; seed < 150; seed++) {
    struct rng r = rng_new(seed);
    struct text text = {0};
    text_printf(&text, "cfa \"arrays\"\npointer-bits 32\nglobal p (Array (_ BitVec 8) (_ BitVec 8))\n"
                       "global q (Array (_ BitVec 8) (_ BitVec 8))\nglobal i (_ BitVec 8)\nglobal j (_ BitVec 8)\n"
                       "global v (_ BitVec 8)\nfunction main\n  edge start -> head\n"
                       "    p := ((as const (Array (_ BitVec 8) (_ BitVec 8))) #x05)\n");
    for (uint32_t k = 0; k < 5; k++) print_array_edge(&r, &text);
    steps += run_text(text_cstr(&text), 6, 30, &refused);
    text_release(&text);
  }
  assert_true(steps > 2000);
  assert_true(refused < 800);
}

// --- by hand ---------------------------------------------------------------------------------------------------------

// Objects on the stack of a recursive function: their memory is zero again in the next call, and locals are the
// instance's own.
static const char recursive[] =
    "cfa \"recursive\"\npointer-bits 32\nglobal m (Array (_ BitVec 32) (_ BitVec 8)) region\n"
    "global g (_ BitVec 32)\n"
    "function main\n  local n (_ BitVec 32)\n  local r (_ BitVec 32)\n"
    "  edge start -> ready\n    input x (_ BitVec 32) nondet \"x\"\n    n := (bvand x #x00000007)\n"
    "    m := ((as const (Array (_ BitVec 32) (_ BitVec 8))) #x00)\n"
    "  edge ready -> after call f(n) -> r\n"
    "  edge after -> bad [(= r #x00000009)]\n"
    "  edge after -> ready [(distinct r #x00000009)]\n"
    "    input y (_ BitVec 32) nondet \"y\"\n    n := (bvand y #x00000007)\n"
    "  location bad error \"bad\"\n"
    "function f\n  param k (_ BitVec 32)\n  local a (_ BitVec 32)\n  local t (_ BitVec 32)\n"
    "  result s (_ BitVec 32)\n"
    "  edge in -> made\n    alloc o (_ BitVec 32) size #x00000008 stack \"o\"\n    a := o\n"
    "    t := ((_ zero_extend 24) (select m (bvadd o #x00000001)))\n"
    "    m := (store (store m o ((_ extract 7 0) k)) (bvadd o #x00000001) #x01)\n"
    "  edge made -> out [(= k #x00000000)]\n    s := t\n"
    "  edge made -> back [(distinct k #x00000000)] call f((bvsub k #x00000001)) -> t\n"
    "  edge back -> out\n    s := (bvadd (bvadd t ((_ zero_extend 24) (select m a))) (bvand k #x00000001))\n"
    "    g := (bvadd g s)\n"
    "  location out exit\n";

static void frames(void **unused) {
  (void)unused;
  uint32_t refused = 0;
  assert_true(run_text(recursive, 40, 400, &refused) > 1000);
  assert_int_equal(refused, 0);
}

// Two variables that change places, and one that is computed from what the other was.
static void together(void **unused) {
  (void)unused;
  uint32_t refused = 0;
  const char *text = "cfa \"together\"\npointer-bits 32\nglobal a (_ BitVec 32)\nglobal b (_ BitVec 32)\n"
                     "global c (_ BitVec 32)\nglobal d (_ BitVec 32)\nfunction main\n  edge start -> head\n"
                     "    input x (_ BitVec 32) nondet \"x\"\n    a := x\n    b := (bvadd x #x00000001)\n"
                     "  edge head -> head\n    a := b\n    b := a\n    c := (bvadd d #x00000001)\n"
                     "    d := (bvadd c (bvadd d #x00000001))\n";
  assert_int_equal(run_text(text, 3, 100, &refused), 300);
  assert_int_equal(refused, 0);
}

// Changes of an array that are made under conditions, also one inside the other and one after the other.
static void choices(void **unused) {
  (void)unused;
  uint32_t refused = 0;
  const char *text =
      "cfa \"choices\"\npointer-bits 32\nglobal p (Array (_ BitVec 8) (_ BitVec 8))\n"
      "global i (_ BitVec 8)\nglobal v (_ BitVec 8)\nfunction main\n  edge start -> head\n"
      "    p := ((as const (Array (_ BitVec 8) (_ BitVec 8))) #x00)\n"
      "  edge head -> head\n    input x (_ BitVec 8) nondet \"x\"\n    input y (_ BitVec 8) nondet \"y\"\n"
      "    i := (bvadd i (select p (bvand x #x0f)))\n    v := (bvxor v y)\n"
      "    p := (ite (bvult y #x20) (store p x y) (ite (= i v) (store (store p i #x01) v #x02) p))\n"
      "  edge head -> head\n    input x (_ BitVec 8) nondet \"x\"\n"
      "    p := (store (ite (= x #x00) p (store (ite (bvult x v) (store p v x) p) i #x03)) #x04 v)\n";
  assert_int_equal(run_text(text, 8, 200, &refused), 1600);
  assert_int_equal(refused, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(random_automata), cmocka_unit_test(random_arrays),
                                     cmocka_unit_test(frames), cmocka_unit_test(together), cmocka_unit_test(choices)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

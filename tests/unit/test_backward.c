// Backward symbolic execution and k-induction on control-flow paths (Chalupa, Strejček, Backward Symbolic Execution
// with Loop Folding): the figures of the paper, and theorems 1 and 2 with the equivalence of section 3.3, on programs
// by hand and on random ones, whose paths are counted by brute force over their states.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "engine_fixture.h"
#include "unfold_world.h"

#define WORD "(_ BitVec 32)"
#define PATIENCE 400000 // effort after which a search counts as one that does not end

// --- one run of either -----------------------------------------------------------------------------------------------

struct outcome {
  bool done;
  enum verdict verdict;
  enum reason reason;
  uint64_t length; // FALSE: of the path that the inputs drive the program along
  uint64_t longest; // bse: longest feasible error path; kind: its k
  uint32_t k; // of the certificate
};

static uint64_t run_length(struct world *w, const struct claim *claim) {
  struct state *end = NULL;
  enum state_event event =
      state_replay(w->program, claim->inputs.size, claim->inputs.data, UINT64_MAX, NULL, NULL, &end);
  assert_int_equal(event, STATE_ERROR);
  uint64_t length = state_steps(end);
  state_free(end);
  return length;
}

static void look(struct world *w, struct engine_run *r, struct outcome *o) {
  const char *message = "";
  o->verdict = r->claim.verdict;
  o->reason = r->claim.reason;
  if (o->verdict == VERDICT_FALSE) o->length = run_length(w, &r->claim);
  if (o->verdict != VERDICT_TRUE) return;
  if (!engine_run_proves(r, &message)) fail_msg("%s", message);
  const struct annotation *a = &r->claim.certificate.annotation;
  for (uint32_t i = 0; i < a->points.size; i++)
    if (a->points.data[i].k > o->k) o->k = a->points.data[i].k;
}

// A smaller k does not do: there is an error path with so many cut points.
static void check_k(struct engine_run *r) {
  const char *message = "";
  struct vec_cut_point *points = &r->claim.certificate.annotation.points;
  if (!points->size || points->data[0].k == 1) return;
  for (uint32_t i = 0; i < points->size; i++) points->data[i].k--;
  if (engine_run_proves(r, &message)) fail_msg("a smaller k is taken, too");
}

struct wanted {
  const char *name;
  uint64_t value;
};

static void find_counter(void *context, const struct stats_entry *entry, double value) {
  struct wanted *w = context;
  if (!strcmp(entry->name, w->name)) w->value = (uint64_t)value;
}

// The effort is given in slices. `counter`: of its statistics, becomes `longest`.
static struct outcome run_engine(struct world *w, struct engine_run *r, uint64_t slice, const char *counter) {
  struct outcome o = {0};
  struct wanted wanted = {.name = counter};
  engine_run_open(r);
  for (uint64_t spent = 0; !o.done && spent < PATIENCE; spent += slice)
    o.done = r->engine->advance(r->running, &(struct slice){.effort = slice});
  stats_each(r->engine->statistics, r->statistics, find_counter, &wanted);
  o.longest = wanted.value;
  look(w, r, &o);
  r->engine->close(r->running);
  return o;
}

// `plain`: as the paper has it.
static struct outcome run_bse(const char *text, bool plain, uint64_t slice) {
  struct world *w = world_new(text);
  struct engine_run r;
  engine_run_init(&r, "bse", w->cfa, w->program, &w->limits, &w->stats);
  if (plain) {
    engine_run_option(&r, "--duplicates", "keep");
    engine_run_option(&r, "--step-inputs", "keep");
  }
  struct outcome o = run_engine(w, &r, slice, "longest");
  engine_run_release(&r);
  world_free(w);
  return o;
}

static struct outcome run_kind(const char *text, uint64_t slice) {
  struct world *w = world_new(text);
  struct engine_run r;
  engine_run_init(&r, "kind", w->cfa, w->program, &w->limits, &w->stats);
  engine_run_option(&r, "--step", "paths");
  struct outcome o = run_engine(w, &r, slice, "k");
  if (o.verdict == VERDICT_TRUE) check_k(&r);
  engine_run_release(&r);
  world_free(w);
  return o;
}

// --- programs by hand ------------------------------------------------------------------------------------------------

#define FIGURE(start, body, after)                                                                                     \
  "global x " WORD "\nglobal i " WORD "\nglobal n " WORD "\nfunction main\n"                                           \
  " edge a -> h " start " x := #x00000000 i := #x00000000\n location h complete\n"                                     \
  " edge h -> b [(bvslt i n)] x := (bvadd x #x00000001) i := (bvadd i #x00000001)\n"                                   \
  " edge h -> out [(bvsge i n)]\n" body after " location bad error\n location end exit\n"
#define INPUT_N "input m " WORD " nondet \"n\" n := m"
#define ASSERT(at, then)                                                                                               \
  " location " at " complete\n edge " at " -> bad [(not (= x i))]\n edge " at " -> " then " [(= x i)]\n"

static const struct example {
  const char *name, *text;
  // The same for both: the length of the shortest error path; or that of the longest feasible error path; or neither
  // ends.
  uint32_t error, longest;
} examples[] = {
    {"figure 1", FIGURE("n := #x00000005", ASSERT("b", "h"), " edge out -> end\n"), 0, 2},
    {"figure 1 with an input", FIGURE(INPUT_N, ASSERT("b", "h"), " edge out -> end\n"), 0, 2},
    {"figure 2", FIGURE("n := #x00000005", " edge b -> h\n", ASSERT("out", "end")), 0, 0},
    {"figure 2 with an input", FIGURE(INPUT_N, " edge b -> h\n", ASSERT("out", "end")), 0, 0},
    {"no error at all", "global x " WORD "\nfunction main\n edge a -> end x := #x00000000\n location end exit\n", 0, 1},
    {"straight",
     "global x " WORD "\nfunction main\n edge a -> b x := #x00000001\n edge b -> bad [(= x #x00000001)]\n"
     " location bad error\n",
     2, 0},
    {"straight and safe",
     "global x " WORD "\nfunction main\n edge a -> b x := #x00000001\n edge b -> c\n edge c -> bad [(= x #x00000002)]\n"
     " location bad error\n",
     0, 2},
    {"the shorter of two",
     "global x " WORD "\nfunction main\n edge a -> b input n " WORD " nondet \"n\" x := n\n location b complete\n"
     " edge b -> c [(bvult x #x00000005)]\n edge b -> d [(bvuge x #x00000005)]\n edge c -> e\n edge e -> bad\n"
     " edge d -> bad\n location bad error\n",
     3, 0},
    {"after three iterations",
     "global i " WORD "\nfunction main\n edge a -> h i := #x00000000\n location h complete\n"
     " edge h -> h [(bvult i #x00000003)] i := (bvadd i #x00000001)\n edge h -> bad [(bvuge i #x00000003)]\n"
     " location bad error\n",
     5, 0},
    {"an input in each iteration",
     "global s " WORD "\nfunction main\n edge a -> h s := #x00000000\n"
     " edge h -> h input n " WORD " nondet \"n\" [(and (bvult n #x00000003) (not (= s #x00000005)))] s := (bvadd s n)\n"
     " edge h -> bad [(= s #x00000005)]\n location bad error\n",
     5, 0},
    {"two iterations are excluded",
     "global i " WORD "\nfunction main\n edge a -> h i := #x00000000\n location h complete\n"
     " edge h -> b [(bvult i #x00000064)]\n edge h -> end [(bvuge i #x00000064)]\n location b complete\n"
     " edge b -> bad [(= i #x00000032)]\n edge b -> h [(not (= i #x00000032))] i := (bvadd i #x00000004)\n"
     " location bad error\n location end exit\n",
     0, 27},
    {"a call",
     "global g " WORD "\nfunction main\n local r " WORD
     "\n edge a -> b call f (#x00000007) -> r\n location b complete\n"
     " edge b -> bad [(= r #x00000009)]\n edge b -> end [(not (= r #x00000009))]\n location bad error\n"
     " location end exit\nfunction f\n param k " WORD "\n local z " WORD "\n result ret " WORD "\n"
     " edge f0 -> f1 z := (bvadd z #x00000002)\n edge f1 -> f2 ret := (bvadd k z)\n location f2 exit\n",
     4, 0},
    {"what a frame held is gone",
     "global g " WORD "\nfunction main\n local r " WORD "\n edge a -> b call f (#x00000007) -> r\n"
     " edge b -> c call f (#x00000001) -> r\n location c complete\n"
     " edge c -> bad [(= r #x00000005)]\n edge c -> end [(not (= r #x00000005))]\n location bad error\n"
     " location end exit\nfunction f\n param k " WORD "\n local z " WORD "\n result ret " WORD "\n"
     " edge f0 -> f1 z := (bvadd z #x00000002)\n edge f1 -> f2 ret := (bvadd k z)\n location f2 exit\n",
     0, 3},
};
enum { EXAMPLES = sizeof examples / sizeof *examples };

static void check_outcome(const struct example *e, const char *who, struct outcome o) {
  bool ends = e->error || e->longest;
  if (o.done != ends) fail_msg("%s, %s: it should%s end", who, e->name, ends ? "" : " not");
  if (ends && o.verdict != (e->error ? VERDICT_FALSE : VERDICT_TRUE))
    fail_msg("%s, %s: verdict %d (%s)", who, e->name, o.verdict, reason_name(o.reason));
  if (e->error && o.length != e->error)
    fail_msg("%s, %s: an error path of length %llu", who, e->name, (unsigned long long)o.length);
  if (e->longest && o.longest != e->longest)
    fail_msg("%s, %s: longest path or k %llu", who, e->name, (unsigned long long)o.longest);
}

static void test_examples(void **state) {
  (void)state;
  for (uint32_t i = 0; i < EXAMPLES; i++) {
    struct outcome bse = run_bse(examples[i].text, true, PATIENCE), kind = run_kind(examples[i].text, PATIENCE);
    // Where there is no feasible error path, k is 1 all the same.
    if (bse.done && bse.verdict == VERDICT_TRUE && !bse.longest) bse.longest = 1;
    check_outcome(&examples[i], "bse", bse);
    check_outcome(&examples[i], "kind", kind);
    // However small the slices are.
    check_outcome(&examples[i], "kind by small slices", run_kind(examples[i].text, 1000));
  }
}

// Past the paper: infinitely many feasible error paths, but few formulas, or ever stronger ones.
#define ENDLESS(again)                                                                                                 \
  "global x " WORD "\nglobal y " WORD "\nfunction main\n"                                                              \
  " edge a -> h input n " WORD " nondet \"n\" x := n y := #x00000005\n"                                                \
  " edge h -> h input m " WORD " nondet \"m\" " again " edge h -> h input m " WORD                                     \
  " nondet \"m\" [(bvule m x)] x := m\n edge h -> out input m " WORD " nondet \"m\" [(= m #x00000007)]\n"              \
  " location out complete\n edge out -> bad [(not (= y #x00000005))]\n edge out -> end [(= y #x00000005)]\n"           \
  " location bad error\n location end exit\n"

static void check_ended(const char *text) {
  struct outcome plain = run_bse(text, true, PATIENCE), kind = run_kind(text, PATIENCE);
  struct outcome ours = run_bse(text, false, PATIENCE), slices = run_bse(text, false, 1000);
  assert_false(plain.done || kind.done);
  assert_true(ours.done && ours.verdict == VERDICT_TRUE && ours.k == 1);
  assert_true(slices.done && slices.verdict == VERDICT_TRUE);
}

static void test_duplicates(void **state) {
  (void)state;
  check_ended(ENDLESS("[(bvuge m x)] x := (bvadd x #x00000002)\n"));
  check_ended(ENDLESS("[(bvugt m x)] x := (bvadd x #x00000002)\n")); // x is not the greatest, nor x + 2, nor x + 4, …
}

// Inputs that cannot be eliminated: k makes up for the formulas that the certificate cannot have.
static void test_inputs_left(void **state) {
  (void)state;
  static const char *const text =
      "global x " WORD "\nglobal s " WORD "\nfunction main\n edge a -> h s := #x00000000 x := #x00000000\n"
      " edge h -> b input m " WORD " nondet \"m\" [(= (bvmul m m) (bvadd x m))] x := (bvmul m s) s := (bvmul m m)\n"
      " location b complete\n edge b -> bad [(= s #x00000003)]\n edge b -> h [(not (= s #x00000003))]\n"
      " location bad error\n";
  struct outcome o = run_bse(text, false, PATIENCE);
  assert_true(o.done);
  assert_int_equal(o.verdict, VERDICT_TRUE);
}

// --- random programs -------------------------------------------------------------------------------------------------

// Two variables of three bits; location 0 is where it begins, the last two are the error and the exit.
enum { LOCATIONS = 5, EDGES = 2, VALUES = 64, ERROR_AT = LOCATIONS, EXIT_AT = LOCATIONS + 1 };

struct random_edge {
  uint32_t to, update, constant; // update: what x becomes
};
struct random_location {
  uint32_t n; // edges: one without a guard, or two with opposite ones
  uint32_t guard, constant;
  struct random_edge edges[EDGES];
};
struct random_program {
  uint32_t first, second; // initial values; 8: an input
  struct random_location at[LOCATIONS];
};

static struct random_program random_program(struct rng *random) {
  struct random_program p = {(uint32_t)rng_below(random, 9), (uint32_t)rng_below(random, 9), {{0}}};
  for (uint32_t i = 0; i < LOCATIONS; i++) {
    struct random_location *l = &p.at[i];
    l->n = 1 + (rng_below(random, 4) > 0);
    l->guard = (uint32_t)rng_below(random, 5);
    l->constant = (uint32_t)rng_below(random, 8);
    for (uint32_t k = 0; k < l->n; k++)
      l->edges[k] = (struct random_edge){(uint32_t)rng_below(random, LOCATIONS + 2), (uint32_t)rng_below(random, 7),
                                         (uint32_t)rng_below(random, 8)};
  }
  return p;
}

static void print_location(char *out, uint32_t l) {
  if (l < LOCATIONS) sprintf(out, "l%u", l);
  else sprintf(out, "%s", l == ERROR_AT ? "bad" : "end");
}

static void print_program(const struct random_program *p, struct text *out) {
  static const char *const guards[] = {"(= x (_ bv%u 3))", "(bvult x (_ bv%u 3))", "(= x (bvadd y (_ bv%u 3)))",
                                       "(bvult y (bvxor x (_ bv%u 3)))", "(bvult input (bvadd x (_ bv%u 3)))"};
  static const char *const updates[] = {"",
                                        " x := (bvadd x (_ bv%u 3))",
                                        " x := y y := (bvadd x (_ bv%u 3))",
                                        " x := (_ bv%u 3)",
                                        " y := (bvadd y (bvmul x (_ bv%u 3)))",
                                        " y := (bvand input (_ bv%u 3))",
                                        " x := (bvxor x (bvadd y (_ bv%u 3)))"};
  char number[2][32];
  snprintf(number[0], sizeof number[0], p->first < 8 ? "(_ bv%u 3)" : "x0", p->first);
  snprintf(number[1], sizeof number[1], p->second < 8 ? "(_ bv%u 3)" : "y0", p->second);
  text_printf(out,
              "global x (_ BitVec 3)\nglobal y (_ BitVec 3)\nfunction main\n edge start -> l0 input x0 (_ BitVec 3)"
              " nondet \"x\" input y0 (_ BitVec 3) nondet \"y\" x := %s y := %s\n",
              number[0], number[1]);
  for (uint32_t i = 0; i < LOCATIONS; i++) {
    const struct random_location *l = &p->at[i];
    for (uint32_t k = 0; k < l->n; k++) {
      char to[16], guard[64], input[16], effect[64];
      print_location(to, l->edges[k].to);
      snprintf(input, sizeof input, "i%u", i);
      text_printf(out, " edge l%u -> %s input %s (_ BitVec 3) nondet \"i\" ", i, to, input);
      snprintf(guard, sizeof guard, guards[l->guard], l->constant);
      snprintf(effect, sizeof effect, updates[l->edges[k].update], l->edges[k].constant);
      struct text line = {0};
      if (l->n == 2) text_printf(&line, k ? "[(not %s)]" : "[%s]", guard);
      text_add(&line, effect);
      for (const char *at = text_cstr(&line); *at; at++) {
        bool name = !strncmp(at, "input", 5);
        if (name) text_add(out, input);
        else text_addc(out, *at);
        if (name) at += 4;
      }
      text_addc(out, '\n');
      text_release(&line);
    }
  }
  text_add(out, " location bad error\n location end exit\n");
}

static bool guard_holds(const struct random_location *l, uint32_t k, uint32_t x, uint32_t y, uint32_t input) {
  uint32_t c = l->constant;
  bool holds[] = {x == c, x < c, x == ((y + c) & 7), y < (x ^ c), input < ((x + c) & 7)};
  return l->n == 1 || holds[l->guard] == (k == 0);
}

static void update(const struct random_edge *e, uint32_t input, uint32_t *x, uint32_t *y) {
  uint32_t c = e->constant, a = *x, b = *y;
  switch (e->update) {
  case 1: *x = a + c; break;
  case 2: *x = b, *y = a + c; break;
  case 3: *x = c; break;
  case 4: *y = b + a * c; break;
  case 5: *y = input & c; break;
  case 6: *x = a ^ ((b + c) & 7); break;
  default: break;
  }
  *x &= 7;
  *y &= 7;
}

// Locations that no edges lead to are no part of the program.
static void find_reachable(const struct random_program *p, bool *reachable) {
  memset(reachable, 0, (LOCATIONS + 2) * sizeof *reachable);
  reachable[0] = true;
  for (uint32_t again = 0; again < LOCATIONS; again++)
    for (uint32_t i = 0; i < LOCATIONS; i++)
      for (uint32_t k = 0; reachable[i] && k < p->at[i].n; k++) reachable[p->at[i].edges[k].to] = true;
}

// Is there an edge from one state to the other? A state: location, x, y.
struct graph_of_states {
  bool edge[LOCATIONS * VALUES][(LOCATIONS + 1) * VALUES]; // to errors too
};

static void explore_states(const struct random_program *p, struct graph_of_states *g) {
  bool reachable[LOCATIONS + 2];
  memset(g, 0, sizeof *g);
  find_reachable(p, reachable);
  for (uint32_t s = 0; s < LOCATIONS * VALUES; s++)
    for (uint32_t input = 0; input < 8; input++) {
      const struct random_location *l = &p->at[s / VALUES];
      for (uint32_t k = 0; reachable[s / VALUES] && k < l->n; k++) {
        uint32_t x = s % 8, y = s / 8 % 8;
        if (l->edges[k].to == EXIT_AT || !guard_holds(l, k, x, y, input)) continue;
        update(&l->edges[k], input, &x, &y);
        g->edge[s][l->edges[k].to * VALUES + y * 8 + x] = true;
      }
    }
}

// The lengths of the shortest error path from the beginning (0: none) and of the longest from anywhere (UINT32_MAX:
// there is no longest), the first edge included.
static void count_paths(const struct random_program *p, const struct graph_of_states *g, uint32_t *shortest,
                        uint32_t *longest) {
  // After n steps backward from the error: the states from which a path of that length leads there.
  static bool now[LOCATIONS * VALUES], next[LOCATIONS * VALUES];
  uint32_t most = LOCATIONS * VALUES + 2;
  *shortest = *longest = 0;
  for (uint32_t n = 1; n <= most; n++) {
    bool any = false, initial = false;
    for (uint32_t s = 0; s < LOCATIONS * VALUES; s++) {
      next[s] = false;
      for (uint32_t t = 0; t < (LOCATIONS + 1) * VALUES && !next[s]; t++)
        next[s] = g->edge[s][t] && (t >= ERROR_AT * VALUES ? n == 1 : n > 1 && now[t]);
      any |= next[s];
      initial |= next[s] && s < VALUES && (p->first == 8 || p->first == s % 8) &&
                 (p->second == 8 || p->second == s / 8);
    }
    memcpy(now, next, sizeof now);
    if (any) *longest = n;
    if (initial && !*shortest) *shortest = n + 1;
    if (!any) return;
  }
  *longest = UINT32_MAX;
}

static void check_random(uint64_t seed, uint32_t counts[3]) {
  static struct graph_of_states g;
  struct rng random = rng_new(seed);
  struct random_program p = random_program(&random);
  struct text text = {0};
  uint32_t shortest, longest;
  explore_states(&p, &g);
  count_paths(&p, &g, &shortest, &longest);
  print_program(&p, &text);
  char name[64];
  snprintf(name, sizeof name, "random program %llu", (unsigned long long)seed);
  bool finite = longest != UINT32_MAX;
  struct example e = {name, NULL, shortest, shortest || !finite ? 0 : longest ? longest : 1};
  struct outcome bse = run_bse(text_cstr(&text), true, PATIENCE), kind = run_kind(text_cstr(&text), PATIENCE);
  struct outcome ours = run_bse(text_cstr(&text), false, PATIENCE);
  if (!shortest && bse.done && !bse.longest) bse.longest = 1;
  // A search among very many paths may not have the patience.
  if (bse.done || !(shortest || finite)) check_outcome(&e, "bse", bse);
  if (kind.done || !(shortest || finite)) check_outcome(&e, "kind", kind);
  if (ours.done && (ours.verdict != (shortest ? VERDICT_FALSE : VERDICT_TRUE) || ours.length != shortest))
    fail_msg("%s: verdict %d, length %llu", name, ours.verdict, (unsigned long long)ours.length);
  counts[0] += bse.done && kind.done && shortest;
  counts[1] += bse.done && kind.done && !shortest;
  counts[2] += ours.done && !shortest && !finite;
  text_release(&text);
}

#ifdef CLEW_SANITIZED
enum { LESS = 4 };
#else
enum { LESS = 1 };
#endif

static void test_random(void **state) {
  (void)state;
  uint32_t counts[3] = {0}; // unsafe and safe, both done; safe with infinitely many error paths, ended all the same
  for (uint64_t seed = 1; seed <= 400 / LESS; seed++) check_random(seed, counts);
  print_message("%u unsafe, %u safe, %u by duplicates\n", counts[0], counts[1], counts[2]);
  assert_true(counts[0] >= 100 / LESS && counts[1] >= 150 / LESS && (counts[2] >= 5 || LESS > 1));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_examples),
      cmocka_unit_test(test_duplicates),
      cmocka_unit_test(test_inputs_left),
      cmocka_unit_test(test_random),
  };
  return cmocka_run_group_tests_name("backward", tests, NULL, NULL);
}

// States on automata built by hand and at random: concrete loops, forks,
// calls, inputs, allocations; symbolic execution against concrete runs.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "state/program.h"
#include "random.h"

struct fixture {
  struct terms *tm;
  struct cfa *cfa;
  struct limits limits;
  struct stats stats;
  struct sort bv8, bv32, boolean, bytes;
  uint32_t main;
  struct location entry;
};

static struct fixture *fixture_new(void) {
  struct fixture *f = mem_zalloc(1, sizeof *f);
  f->tm = terms_new();
  f->cfa = cfa_new(f->tm);
  f->cfa->pointer_bits = 32;
  f->cfa->heap_start = 0x10000;
  f->bv8 = sort_bv(f->tm, 8);
  f->bv32 = sort_bv(f->tm, 32);
  f->boolean = sort_bool(f->tm);
  f->bytes = sort_array(f->tm, f->bv32, f->bv8);
  f->main = cfa_add_function(f->cfa, "main");
  f->entry = cfa_add_location(f->cfa, f->main, LOC_PLAIN);
  f->cfa->functions.data[f->main].entry = f->entry;
  f->cfa->main = f->main;
  return f;
}

static void fixture_free(struct fixture *f) {
  cfa_free(f->cfa);
  terms_free(f->tm);
  mem_free(f);
}

static struct location location(struct fixture *f, enum cfa_location_kind kind) {
  return cfa_add_location(f->cfa, f->main, kind);
}
static uint32_t global(struct fixture *f, const char *name, struct sort s) {
  return cfa_add_var(f->cfa, CFA_NONE, sort_kind(f->tm, s) == SORT_ARRAY ? VAR_REGION : VAR_PROGRAM, name, "", s);
}
static struct term var(struct fixture *f, uint32_t v) { return f->cfa->vars.data[v].term; }
static struct term num(struct fixture *f, uint64_t n) { return term_bv(f->tm, 32, n); }
static struct edge edge(struct fixture *f, struct location from, struct location to, struct term guard) {
  struct edge e = cfa_add_edge(f->cfa, from, to);
  if (!term_none(guard)) cfa_edge(f->cfa, e)->guard = guard;
  return e;
}
static void set(struct fixture *f, struct edge e, uint32_t v, struct term value) {
  vec_update_push(&cfa_edge(f->cfa, e)->updates, (struct cfa_update){v, value});
}
static struct term input(struct fixture *f, struct edge e, struct sort s, const char *name) {
  struct term t = cfa_edge_term(f->cfa, s, name);
  vec_input_push(&cfa_edge(f->cfa, e)->inputs,
                 (struct cfa_input){.term = t, .kind = INPUT_NONDET, .name = cfa_string(f->cfa, name), .ctype = ""});
  return t;
}
static uint64_t value_of(struct program *p, struct state *s, uint32_t v) {
  uint64_t bits = 0;
  assert_true(term_value64(p->tm, state_value(s, v), &bits));
  return bits;
}

// --- concrete ------------------------------------------------------------------------------

static void concrete_loop_makes_no_terms(void **unused) {
  (void)unused;
  struct fixture *f = fixture_new();
  uint32_t i = global(f, "i", f->bv32), sum = global(f, "s", f->bv32), mem = global(f, "mem", f->bytes);
  struct location head = location(f, LOC_PLAIN), end = location(f, LOC_STOP);
  struct edge e = edge(f, f->entry, head, TERM_NONE);
  set(f, e, i, num(f, 0));
  set(f, e, sum, num(f, 0));
  set(f, e, mem, input(f, e, f->bytes, "mem"));
  struct term below = term_ult(f->tm, var(f, i), num(f, 200000));
  e = edge(f, head, head, below);
  // mem[i & 7] := i; s := s + mem[i & 7 before]; i := i + 1
  struct term at = term_bvand(f->tm, var(f, i), num(f, 7));
  set(f, e, mem, term_store(f->tm, var(f, mem), at, term_extract(f->tm, 7, 0, var(f, i))));
  set(f, e, sum,
      term_ite(f->tm, term_ult(f->tm, var(f, i), num(f, 8)), var(f, sum),
               term_add(f->tm, var(f, sum), term_zext(f->tm, term_select(f->tm, var(f, mem), at), 32))));
  set(f, e, i, term_add(f->tm, var(f, i), num(f, 1)));
  edge(f, head, end, term_not(f->tm, below));
  cfa_location(f->cfa, head)->complete = true;
  struct program *p = program_new(f->cfa, &f->limits, &f->stats);
  struct state *s = state_initial(p);
  assert_int_equal(state_run(s, 100), STATE_BUDGET);
  uint32_t terms = terms_count(f->tm);
  assert_int_equal(state_run(s, UINT64_MAX), STATE_END);
  assert_int_equal(terms_count(f->tm), terms);
  assert_int_equal(state_steps(s), 200002);
  uint32_t expected = 0;
  for (uint32_t k = 8; k < 200000; k++) expected += (k - 8) & 255;
  assert_int_equal(value_of(p, s, sum), expected);
  state_free(s);
  program_free(p);
  fixture_free(f);
}

// x cycles through five values without end, writes to memory on the way and reads inputs that it drops.
static void divergence_ends(void **unused) {
  (void)unused;
  for (int counts = 0; counts < 2; counts++) {
    struct fixture *f = fixture_new();
    uint32_t x = global(f, "x", f->bv32), y = global(f, "y", f->bv32), n = global(f, "n", f->bv32),
             mem = global(f, "mem", f->bytes);
    struct location head = location(f, LOC_PLAIN);
    struct edge e = edge(f, f->entry, head, TERM_NONE);
    set(f, e, x, num(f, 0));
    set(f, e, n, num(f, 0));
    set(f, e, y, input(f, e, f->bv32, "y"));
    set(f, e, mem, input(f, e, f->bytes, "mem"));
    e = edge(f, head, head, TERM_NONE);
    set(f, e, x, term_urem(f->tm, term_add(f->tm, var(f, x), num(f, 1)), num(f, 5)));
    set(f, e, mem, term_store(f->tm, var(f, mem), var(f, x), term_extract(f->tm, 7, 0, var(f, x))));
    // With a counter the state is another one each time.
    if (counts) set(f, e, n, term_add(f->tm, var(f, n), num(f, 1)));
    struct program *p = program_new(f->cfa, &f->limits, &f->stats);
    struct state *s = state_initial(p);
    assert_int_equal(state_run(s, 100000), counts ? STATE_BUDGET : STATE_END);
    state_free(s);
    program_free(p);
    fixture_free(f);
  }
}

static void calls_and_recursion(void **unused) {
  (void)unused;
  struct fixture *f = fixture_new();
  // sum(n) = n == 0 ? 0 : n + sum(n - 1)
  uint32_t fn = cfa_add_function(f->cfa, "sum");
  uint32_t n = cfa_add_var(f->cfa, fn, VAR_PROGRAM, "n", "", f->bv32),
           t = cfa_add_var(f->cfa, fn, VAR_TEMP, "t", "", f->bv32);
  uint32_t r = cfa_add_var(f->cfa, fn, VAR_RESULT, "result", "", f->bv32), x = global(f, "x", f->bv32);
  struct cfa_function *function = &f->cfa->functions.data[fn];
  vec_u32_push(&function->params, n);
  function->result = r;
  struct location entry = cfa_add_location(f->cfa, fn, LOC_PLAIN), back = cfa_add_location(f->cfa, fn, LOC_PLAIN),
                  leave = cfa_add_location(f->cfa, fn, LOC_EXIT);
  f->cfa->functions.data[fn].entry = entry;
  f->cfa->functions.data[fn].exit = leave;
  struct term zero = term_eq(f->tm, var(f, n), num(f, 0));
  set(f, edge(f, entry, leave, zero), r, num(f, 0));
  struct edge call = edge(f, entry, back, term_not(f->tm, zero));
  cfa_edge(f->cfa, call)->callee = fn;
  cfa_edge(f->cfa, call)->result = t;
  vec_term_push(&cfa_edge(f->cfa, call)->args, term_sub(f->tm, var(f, n), num(f, 1)));
  set(f, edge(f, back, leave, TERM_NONE), r, term_add(f->tm, var(f, n), var(f, t)));
  struct location end = location(f, LOC_STOP);
  call = edge(f, f->entry, end, TERM_NONE);
  cfa_edge(f->cfa, call)->callee = fn;
  cfa_edge(f->cfa, call)->result = x;
  vec_term_push(&cfa_edge(f->cfa, call)->args, num(f, 5000));
  struct program *p = program_new(f->cfa, &f->limits, &f->stats);
  struct state *s = state_initial(p);
  assert_int_equal(state_run(s, 3000), STATE_BUDGET);
  struct state *copy = state_copy(s); // in the middle of the recursion
  struct vec_edge calls = {0};
  state_call_string(s, &calls);
  assert_int_equal(calls.size + 1, state_depth(s));
  assert_int_equal(calls.data[0].id, call.id);
  vec_edge_release(&calls);
  assert_int_equal(state_run(s, UINT64_MAX), STATE_END);
  assert_int_equal(value_of(p, s, x), 5000 * 5001 / 2);
  assert_int_equal(state_depth(s), 1);
  state_free(s);
  assert_int_equal(state_run(copy, UINT64_MAX), STATE_END);
  assert_int_equal(value_of(p, copy, x), 5000 * 5001 / 2);
  state_free(copy);
  program_free(p);
  fixture_free(f);
}

// --- forks and inputs --------------------------------------------------------------------------

struct seen {
  uint32_t n;
  struct term variables[64];
  const char *names[64];
};
static void see(void *context, const struct state_input *in) {
  struct seen *seen = context;
  seen->variables[seen->n] = in->variable;
  seen->names[seen->n++] = in->input->name;
}

static void forks_share_what_came_before(void **unused) {
  (void)unused;
  struct fixture *f = fixture_new();
  uint32_t x = global(f, "x", f->bv32), y = global(f, "y", f->bv32), mem = global(f, "mem", f->bytes);
  struct location mid = location(f, LOC_PLAIN), end = location(f, LOC_STOP);
  struct edge e = edge(f, f->entry, mid, TERM_NONE);
  set(f, e, mem, input(f, e, f->bytes, "mem"));
  input(f, e, f->bv32, "unused");
  set(f, e, x, input(f, e, f->bv32, "in"));
  struct term small = term_ult(f->tm, var(f, x), num(f, 5));
  e = edge(f, mid, end, small);
  set(f, e, y, num(f, 1));
  set(f, e, mem, term_store(f->tm, var(f, mem), num(f, 3), term_bv(f->tm, 8, 1)));
  e = edge(f, mid, end, term_not(f->tm, small));
  set(f, e, y, input(f, e, f->bv32, "other"));
  set(f, e, mem, term_store(f->tm, var(f, mem), num(f, 3), term_bv(f->tm, 8, 2)));
  struct program *p = program_new(f->cfa, &f->limits, &f->stats);
  struct state *s = state_initial(p);
  assert_int_equal(state_run(s, UINT64_MAX), STATE_BRANCH);
  uint32_t n;
  const struct open_edge *open = state_open(s, &n);
  assert_int_equal(n, 2);
  assert_int_equal(term_not(f->tm, open[0].condition).id, open[1].condition.id);
  struct state *a = state_copy(s), *b = state_copy(s);
  struct open_edge first = open[0], second = open[1];
  state_take_edge(a, first, NULL);
  state_take_edge(b, second, NULL);
  assert_int_equal(path_size(state_path(a)), 1);
  assert_int_equal(path_size(state_path(s)), 0);
  assert_int_equal(state_run(a, UINT64_MAX), STATE_END);
  assert_int_equal(state_run(b, UINT64_MAX), STATE_END);
  assert_int_equal(value_of(p, a, y), 1);
  uint64_t bits;
  assert_true(term_value64(f->tm, term_select(f->tm, state_value(a, mem), num(f, 3)), &bits) && bits == 1);
  assert_true(term_value64(f->tm, term_select(f->tm, state_value(b, mem), num(f, 3)), &bits) && bits == 2);
  assert_int_equal(term_kind(f->tm, term_select(f->tm, state_value(s, mem), num(f, 3))), TERM_SELECT);
  struct seen seen = {0};
  state_inputs(b, see, &seen);
  assert_int_equal(seen.n, 4);
  assert_string_equal(seen.names[3], "other");
  assert_true(term_none(seen.variables[1])); // nothing uses it
  assert_int_equal(seen.variables[3].id, state_value(b, y).id);
  assert_string_equal(term_var_name(f->tm, seen.variables[2]), "in!2:bv32");
  state_free(s);
  state_free(a);
  state_free(b);
  program_free(p);
  fixture_free(f);
}

static void count_input(void *context, const struct state_input *in) {
  uint64_t *counts = context;
  counts[0]++;
  if (!term_none(in->variable)) counts[1]++;
}

static void inputs_that_do_not_matter_cost_nothing(void **unused) {
  (void)unused;
  struct fixture *f = fixture_new();
  uint32_t i = global(f, "i", f->bv32);
  struct location head = location(f, LOC_PLAIN), end = location(f, LOC_STOP);
  set(f, edge(f, f->entry, head, TERM_NONE), i, num(f, 0));
  struct term below = term_ult(f->tm, var(f, i), num(f, 100000));
  struct edge e = edge(f, head, head, below);
  input(f, e, f->bv32, "ignored");
  set(f, e, i, term_add(f->tm, var(f, i), num(f, 1)));
  edge(f, head, end, term_not(f->tm, below));
  struct program *p = program_new(f->cfa, &f->limits, &f->stats);
  struct state *s = state_initial(p);
  uint32_t terms = 0;
  assert_int_equal(state_run(s, 10), STATE_BUDGET);
  terms = terms_count(f->tm);
  assert_int_equal(state_run(s, UINT64_MAX), STATE_END);
  assert_int_equal(terms_count(f->tm), terms);
  assert_int_equal(s->log_size, 1);
  uint64_t counts[2] = {0};
  state_inputs(s, count_input, counts);
  assert_int_equal(counts[0], 100000);
  assert_int_equal(counts[1], 0);
  state_free(s);
  program_free(p);
  fixture_free(f);
}

// --- allocation ----------------------------------------------------------------------------------

static void objects_are_disjoint(void **unused) {
  (void)unused;
  struct fixture *f = fixture_new();
  uint32_t at[4];
  struct location next = f->entry, end = location(f, LOC_STOP);
  uint64_t sizes[4] = {0, 13, 100, 4};
  uint32_t aligns[4] = {1, 8, 64, 4};
  for (int k = 0; k < 4; k++) {
    char name[] = {'p', (char)('0' + k), 0};
    at[k] = global(f, name, f->bv32);
    struct location to = k == 3 ? end : location(f, LOC_PLAIN);
    struct edge e = edge(f, next, to, TERM_NONE);
    struct term t = cfa_edge_term(f->cfa, f->bv32, "address");
    vec_alloc_push(
        &cfa_edge(f->cfa, e)->allocs,
        (struct cfa_alloc){.term = t, .size = num(f, sizes[k]), .align = aligns[k], .is_stack = k == 2, .name = ""});
    set(f, e, at[k], t);
    next = to;
  }
  struct program *p = program_new(f->cfa, &f->limits, &f->stats);
  struct state *s = state_initial(p);
  assert_int_equal(state_run(s, UINT64_MAX), STATE_END);
  for (int k = 0; k < 4; k++) {
    uint64_t a = value_of(p, s, at[k]);
    assert_true(a >= 0x10000);
    assert_int_equal(a % aligns[k], 0);
    for (int j = 0; j < k; j++) {
      uint64_t b = value_of(p, s, at[j]);
      assert_true(a > b + sizes[j] || b > a + sizes[k]);
    }
  }
  state_free(s);
  program_free(p);
  fixture_free(f);
}

static void symbolic_sizes_may_be_too_large(void **unused) {
  (void)unused;
  struct fixture *f = fixture_new();
  uint32_t n = global(f, "n", f->bv32), q = global(f, "q", f->bv32);
  struct location mid = location(f, LOC_PLAIN), end = location(f, LOC_STOP);
  struct edge e = edge(f, f->entry, mid, TERM_NONE);
  set(f, e, n, input(f, e, f->bv32, "n"));
  e = edge(f, mid, end, TERM_NONE);
  struct term t = cfa_edge_term(f->cfa, f->bv32, "address");
  vec_alloc_push(&cfa_edge(f->cfa, e)->allocs,
                 (struct cfa_alloc){.term = t, .size = var(f, n), .align = 4, .name = ""});
  set(f, e, q, t);
  struct program *p = program_new(f->cfa, &f->limits, &f->stats);
  struct state *s = state_initial(p);
  assert_int_equal(state_run(s, UINT64_MAX), STATE_BRANCH);
  uint32_t count;
  const struct open_edge *open = state_open(s, &count);
  assert_int_equal(count, 2);
  assert_int_equal(open[0].edge.id, e.id);
  assert_true(edge_none(open[1].edge));
  assert_int_equal(open[1].condition.id, term_not(f->tm, open[0].condition).id);
  state_take_edge(s, open[0], NULL);
  assert_int_equal(state_run(s, UINT64_MAX), STATE_END);
  state_free(s);
  program_free(p);
  fixture_free(f);
}

// Three edges need an object for which there is no room: always, where two addresses differ, and never. What is open
// says so, also when it is asked for again.
static void objects_without_room(void **unused) {
  (void)unused;
  for (int k = 0; k < 3; k++) {
    struct fixture *f = fixture_new();
    struct location end = location(f, LOC_STOP);
    struct edge e = edge(f, f->entry, end, TERM_NONE);
    uint32_t count;
    struct term t[2];
    for (int i = 0; i < 2; i++) {
      t[i] = cfa_edge_term(f->cfa, f->bv32, "address");
      struct term size = term_bv(f->tm, 32, i ? 4 : UINT32_MAX);
      vec_alloc_push(&cfa_edge(f->cfa, e)->allocs,
                     (struct cfa_alloc){.term = t[i], .size = size, .align = 4, .name = ""});
    }
    struct term null = term_bv(f->tm, 32, 0),
                guards[] = {term_true(f->tm), term_not(f->tm, term_eq(f->tm, t[0], t[1])), term_eq(f->tm, t[0], null)};
    cfa_edge(f->cfa, e)->guard = guards[k];
    struct program *p = program_new(f->cfa, &f->limits, &f->stats);
    struct state *s = state_initial(p);
    assert_int_equal(state_run(s, UINT64_MAX), k == 0 ? STATE_UNSUPPORTED : k == 1 ? STATE_BRANCH : STATE_END);
    const struct open_edge *open = state_open(s, &count);
    assert_int_equal(count, k < 2);
    if (count) assert_true(edge_none(open[0].edge));
    if (count) assert_false(term_is_false(f->tm, open[0].condition));
    state_free(s);
    program_free(p);
    fixture_free(f);
  }
}

// A function with a local in memory that it reads, before and after writing it, called twice: the address is used
// again, but not the value, neither the one that was written nor, where it was read, the one that was there. A concrete
// run with the values of both has them, too.
static void stack_addresses_are_used_again_with_care(void **unused) {
  (void)unused;
  for (int reads = 0; reads < 2; reads++) {
    struct fixture *f = fixture_new();
    uint32_t mem = global(f, "mem", f->bytes), a[2], v[2];
    a[0] = global(f, "a0", f->bv32);
    a[1] = global(f, "a1", f->bv32);
    v[0] = global(f, "v0", f->bv8);
    v[1] = global(f, "v1", f->bv8);
    uint32_t fn = cfa_add_function(f->cfa, "f"), which = cfa_add_var(f->cfa, fn, VAR_PROGRAM, "which", "", f->bv32);
    uint32_t local = cfa_add_var(f->cfa, fn, VAR_TEMP, "local", "", f->bv32);
    vec_u32_push(&f->cfa->functions.data[fn].params, which);
    struct location entry = cfa_add_location(f->cfa, fn, LOC_PLAIN), second = cfa_add_location(f->cfa, fn, LOC_PLAIN),
                    leave = cfa_add_location(f->cfa, fn, LOC_EXIT);
    f->cfa->functions.data[fn].entry = entry;
    f->cfa->functions.data[fn].exit = leave;
    struct edge e = edge(f, entry, second, TERM_NONE);
    struct term t = cfa_edge_term(f->cfa, f->bv32, "address");
    vec_alloc_push(&cfa_edge(f->cfa, e)->allocs,
                   (struct cfa_alloc){.term = t, .size = num(f, 1), .align = 1, .is_stack = true, .name = ""});
    set(f, e, local, t);
    for (int k = 0; k < 2; k++) {
      e = edge(f, second, leave, term_eq(f->tm, var(f, which), num(f, (uint64_t)k)));
      set(f, e, a[k], var(f, local));
      // The second call always reads; the first one only in the second iteration.
      if (k || reads) set(f, e, v[k], term_select(f->tm, var(f, mem), var(f, local)));
      set(f, e, mem, term_store(f->tm, var(f, mem), var(f, local), term_bv(f->tm, 8, 42)));
    }
    struct location l1 = location(f, LOC_PLAIN), l2 = location(f, LOC_PLAIN), end = location(f, LOC_STOP);
    e = edge(f, f->entry, l1, TERM_NONE);
    set(f, e, mem, input(f, e, f->bytes, "mem"));
    for (int k = 0; k < 2; k++) {
      e = edge(f, k ? l2 : l1, k ? end : l2, TERM_NONE);
      cfa_edge(f->cfa, e)->callee = fn;
      vec_term_push(&cfa_edge(f->cfa, e)->args, num(f, (uint64_t)k));
    }
    struct program *p = program_new(f->cfa, &f->limits, &f->stats);
    struct state *s = state_initial(p);
    assert_int_equal(state_run(s, UINT64_MAX), STATE_END);
    assert_int_equal(value_of(p, s, a[0]), value_of(p, s, a[1]));
    struct term value = state_value(s, v[1]), first = state_value(s, v[0]);
    assert_int_equal(term_kind(f->tm, value), TERM_SELECT); // arbitrary, not the 42 of the first call
    if (reads) assert_int_not_equal(value.id, first.id);
    struct model *m = model_new(f->tm);
    struct term cell = num(f, value_of(p, s, a[0]));
    struct term other = term_array_const(f->tm, f->bytes, term_bv(f->tm, 8, 3));
    if (reads) model_set(m, term_child(f->tm, first, 0), term_store(f->tm, other, cell, term_bv(f->tm, 8, 9)));
    model_set(m, term_child(f->tm, value, 0), term_store(f->tm, other, cell, term_bv(f->tm, 8, 5)));
    state_set_model(s, m);
    struct vec_input_value values = {0};
    state_input_values(s, &values);
    assert_int_equal(values.size, reads ? 3 : 2); // the second call always reads
    struct state *last;
    assert_int_equal(state_replay(p, values.size, values.data, UINT64_MAX, NULL, NULL, &last), STATE_END);
    assert_int_equal(value_of(p, last, a[1]), value_of(p, s, a[1]));
    assert_int_equal(value_of(p, last, v[1]), 5);
    if (reads) assert_int_equal(value_of(p, last, v[0]), 9);
    vec_input_value_release(&values);
    model_unref(m);
    state_free(last);
    state_free(s);
    program_free(p);
    fixture_free(f);
  }
}

// --- random automata ---------------------------------------------------------------------------

static struct rng rng;
static uint64_t random_below(uint64_t n) { return rng_below(&rng, n); }

struct generator {
  struct fixture *f;
  struct vec_term words, bools, arrays; // leaves
};

static struct term random_bool(struct generator *g, int depth);
static struct term random_array(struct generator *g, int depth);

static struct term random_word(struct generator *g, int depth) {
  struct terms *tm = g->f->tm;
  if (depth <= 0)
    return random_below(4) ? g->words.data[random_below(g->words.size)]
                           : num(g->f, random_below(2) ? random_below(6) : rng_next(&rng));
  struct term a = random_word(g, depth - 1), b = random_word(g, depth - 1);
  switch (random_below(17)) {
  case 0: return term_add(tm, a, b);
  case 1: return term_sub(tm, a, b);
  case 2: return term_mul(tm, a, b);
  case 3: return term_udiv(tm, a, b);
  case 4: return term_urem(tm, a, b);
  case 5: return term_sdiv(tm, a, b);
  case 6: return term_srem(tm, a, b);
  case 7: return term_bvand(tm, a, b);
  case 8: return term_bvor(tm, a, b);
  case 9: return term_bvxor(tm, a, b);
  case 10: return term_shl(tm, a, term_bvand(tm, b, num(g->f, 63)));
  case 11: return term_lshr(tm, a, term_bvand(tm, b, num(g->f, 63)));
  case 12: return term_ashr(tm, a, term_bvand(tm, b, num(g->f, 63)));
  case 13: return term_ite(tm, random_bool(g, depth - 1), a, b);
  case 14: return term_sext(tm, term_extract(tm, 15, 4, a), 32);
  case 15: return term_concat(tm, term_extract(tm, 15, 0, a), term_extract(tm, 20, 5, b));
  default: return term_zext(tm, term_select(tm, random_array(g, depth - 1), term_bvand(tm, a, num(g->f, 7))), 32);
  }
}

static struct term random_bool(struct generator *g, int depth) {
  struct terms *tm = g->f->tm;
  if (depth <= 0) return g->bools.data[random_below(g->bools.size)];
  struct term a = random_word(g, depth - 1), b = random_word(g, depth - 1);
  switch (random_below(8)) {
  case 0: return term_ult(tm, a, b);
  case 1: return term_ule(tm, a, b);
  case 2: return term_slt(tm, a, b);
  case 3: return term_sle(tm, a, b);
  case 4: return term_eq(tm, a, b);
  case 5: return term_and(tm, random_bool(g, depth - 1), random_bool(g, depth - 1));
  case 6: return term_or(tm, random_bool(g, depth - 1), random_bool(g, depth - 1));
  default: return term_not(tm, random_bool(g, depth - 1));
  }
}

static struct term random_array(struct generator *g, int depth) {
  struct terms *tm = g->f->tm;
  if (depth <= 0) return g->arrays.data[random_below(g->arrays.size)];
  struct term index = random_below(2) ? num(g->f, random_below(8))
                                      : term_bvand(tm, random_word(g, depth - 1), num(g->f, 7));
  struct term under = random_array(g, depth - 1);
  switch (random_below(5)) {
  case 0:
    return term_copy(tm, under, index, random_array(g, depth - 1), num(g->f, random_below(4)),
                     random_below(3) ? num(g->f, random_below(4))
                                     : term_bvand(tm, random_word(g, depth - 1), num(g->f, 3)));
  case 1:
    return term_copy(tm, under, index, term_array_const(tm, g->f->bytes, term_extract(tm, 7, 0, random_word(g, 0))),
                     index, num(g->f, random_below(5)));
  case 2: return term_ite(tm, random_bool(g, depth - 1), under, random_array(g, depth - 1));
  default: return term_store(tm, under, index, term_extract(tm, 7, 0, random_word(g, depth - 1)));
  }
}

struct random_program {
  struct generator g;
  uint32_t words[3], bools[1], arrays[2];
  struct location locations[5];
};

static void random_updates(struct random_program *r, struct edge e) {
  struct fixture *f = r->g.f;
  for (int k = 0; k < 3; k++)
    if (random_below(2)) set(f, e, r->words[k], random_word(&r->g, 2));
  if (random_below(3) == 0) set(f, e, r->bools[0], random_bool(&r->g, 2));
  for (int k = 0; k < 2; k++)
    if (random_below(2)) set(f, e, r->arrays[k], random_array(&r->g, 2));
}

// main: an edge that sets the variables from inputs, then a chain of diamonds (a step up to two guarded edges each).
static struct random_program *random_program_new(bool with_inputs) {
  struct random_program *r = mem_zalloc(1, sizeof *r);
  struct fixture *f = r->g.f = fixture_new();
  const char *names[] = {"x", "y", "z"};
  for (int k = 0; k < 3; k++) vec_term_push(&r->g.words, var(f, r->words[k] = global(f, names[k], f->bv32)));
  vec_term_push(&r->g.bools, var(f, r->bools[0] = global(f, "b", f->boolean)));
  vec_term_push(&r->g.arrays, var(f, r->arrays[0] = global(f, "m", f->bytes)));
  vec_term_push(&r->g.arrays, var(f, r->arrays[1] = global(f, "n", f->bytes)));
  for (int k = 0; k < 5; k++) r->locations[k] = location(f, k == 4 ? LOC_STOP : LOC_PLAIN);
  struct edge e = edge(f, f->entry, r->locations[0], TERM_NONE);
  for (int k = 0; k < 3; k++)
    set(f, e, r->words[k], random_below(2) ? input(f, e, f->bv32, "word") : num(f, random_below(10)));
  set(f, e, r->bools[0], input(f, e, f->boolean, "bool"));
  set(f, e, r->arrays[0],
      random_below(2) ? input(f, e, f->bytes, "array") : term_array_const(f->tm, f->bytes, term_bv(f->tm, 8, 3)));
  set(f, e, r->arrays[1], term_array_const(f->tm, f->bytes, term_bv(f->tm, 8, 0)));
  for (int k = 0; k < 4; k++) {
    struct term guard = random_bool(&r->g, 2);
    struct edge first = edge(f, r->locations[k], r->locations[k + 1], guard),
                second = edge(f, r->locations[k], r->locations[k + 1], term_not(f->tm, guard));
    cfa_location(f->cfa, r->locations[k])->complete = true;
    struct term in = TERM_NONE;
    if (with_inputs && random_below(2)) {
      in = input(f, first, f->bv32, "late");
      vec_term_push(&r->g.words, in);
    }
    random_updates(r, first);
    if (!term_none(in)) r->g.words.size--;
    random_updates(r, second);
  }
  return r;
}

static void random_program_free(struct random_program *r) {
  vec_term_release(&r->g.words);
  vec_term_release(&r->g.bools);
  vec_term_release(&r->g.arrays);
  fixture_free(r->g.f);
  mem_free(r);
}

static struct term random_constant(struct fixture *f, struct sort s) {
  if (sort_kind(f->tm, s) == SORT_BOOL) return term_bool(f->tm, random_below(2));
  if (sort_kind(f->tm, s) == SORT_BV)
    return term_bv(f->tm, sort_width(f->tm, s), random_below(2) ? random_below(8) : rng_next(&rng));
  struct term t = term_array_const(f->tm, s, term_bv(f->tm, 8, random_below(256)));
  for (int k = 0; k < 3; k++) t = term_store(f->tm, t, num(f, random_below(8)), term_bv(f->tm, 8, random_below(256)));
  return t;
}

struct assign {
  struct fixture *f;
  struct model *model;
  struct vec_input_value values;
};
static void assign_random(void *context, const struct state_input *in) {
  struct assign *a = context;
  struct term value = TERM_NONE;
  if (!term_none(in->variable)) {
    value = model_has(a->model, in->variable) ? model_get(a->model, in->variable)
                                              : random_constant(a->f, term_sort(a->f->tm, in->variable));
    model_set(a->model, in->variable, value);
  }
  vec_input_value_push(&a->values, (struct input_value){in->input, value, in->left});
}

// Chooses inputs while a symbolic path is followed, then runs the program with them: both must end alike.
static void symbolic_against_concrete(void **unused) {
  (void)unused;
  for (int round = 0; round < 400; round++) {
    rng = rng_new((uint64_t)round * 1000003);
    struct random_program *r = random_program_new(true);
    struct fixture *f = r->g.f;
    struct program *p = program_new(f->cfa, &f->limits, &f->stats);
    struct state *s = state_initial(p);
    struct assign a = {.f = f};
    struct model *model = model_new(f->tm);
    enum state_event event;
    while ((event = state_run(s, UINT64_MAX)) == STATE_BRANCH) {
      // The inputs so far get their values, then one side holds.
      struct model *now = model_merge(f->tm, model, NULL);
      a.model = now;
      vec_input_value_clear(&a.values);
      state_inputs(s, assign_random, &a);
      uint32_t n, taken = UINT32_MAX;
      const struct open_edge *open = state_open(s, &n);
      for (uint32_t i = 0; i < n && taken == UINT32_MAX; i++)
        if (model_holds(now, open[i].condition)) taken = i;
      assert_int_not_equal(taken, UINT32_MAX);
      struct state *other = state_copy(s); // must not disturb
      struct open_edge edge = open[taken], other_edge = open[n > 1 ? 1 - taken : 0];
      state_take_edge(s, edge, now);
      if (n > 1) state_take_edge(other, other_edge, NULL);
      state_run(other, UINT64_MAX);
      state_free(other);
      model_unref(model);
      model = now;
    }
    assert_int_equal(event, STATE_END);
    a.model = model_merge(f->tm, model, NULL);
    vec_input_value_clear(&a.values);
    state_inputs(s, assign_random, &a);
    struct state *last;
    assert_int_equal(state_replay(p, a.values.size, a.values.data, UINT64_MAX, NULL, NULL, &last), STATE_END);
    assert_int_equal(state_steps(last), state_steps(s));
    for (int k = 0; k < 3; k++)
      assert_int_equal(model_eval(a.model, state_value(s, r->words[k])).id, state_value(last, r->words[k]).id);
    assert_int_equal(model_eval(a.model, state_value(s, r->bools[0])).id, state_value(last, r->bools[0]).id);
    for (int k = 0; k < 2; k++)
      for (uint64_t i = 0; i < 12; i++) {
        struct term symbolic = term_select(f->tm, state_value(s, r->arrays[k]), num(f, i));
        struct term concrete = term_select(f->tm, state_value(last, r->arrays[k]), num(f, i));
        assert_true(term_is_const(f->tm, concrete));
        assert_int_equal(model_eval(a.model, symbolic).id, concrete.id);
      }
    state_free(last);
    state_free(s);
    model_unref(a.model);
    model_unref(model);
    vec_input_value_release(&a.values);
    program_free(p);
    random_program_free(r);
  }
}

// --- concrete values against terms ------------------------------------------------------------

// Every operation on concrete operands gives what the term module's folding gives.
static void concrete_operations_agree_with_folding(void **unused) {
  (void)unused;
  for (int round = 0; round < 2000; round++) {
    rng = rng_new((uint64_t)round * 31337 + 1);
    struct random_program *r = random_program_new(false);
    struct fixture *f = r->g.f;
    struct term t = random_word(&r->g, 3);
    struct edge e = edge(f, r->locations[4], r->locations[4], TERM_NONE);
    (void)e;
    struct term from[6], to[6];
    uint32_t all[6] = {r->words[0], r->words[1], r->words[2], r->bools[0], r->arrays[0], r->arrays[1]};
    struct location first = location(f, LOC_PLAIN), mid = location(f, LOC_PLAIN), end = location(f, LOC_STOP);
    uint32_t result = global(f, "result", f->bv32);
    struct edge load = edge(f, first, mid, TERM_NONE);
    for (int k = 0; k < 6; k++) {
      from[k] = var(f, all[k]);
      to[k] = random_constant(f, f->cfa->vars.data[all[k]].sort);
      set(f, load, all[k], to[k]);
    }
    set(f, edge(f, mid, end, TERM_NONE), result, t);
    f->cfa->functions.data[f->main].entry = first;
    struct program *p = program_new(f->cfa, &f->limits, &f->stats);
    struct state *s = state_initial(p);
    assert_int_equal(state_run(s, UINT64_MAX), STATE_END);
    assert_int_equal(state_value(s, result).id, term_substitute(f->tm, t, 6, from, to).id);
    state_free(s);
    program_free(p);
    random_program_free(r);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(concrete_loop_makes_no_terms),
      cmocka_unit_test(divergence_ends),
      cmocka_unit_test(calls_and_recursion),
      cmocka_unit_test(forks_share_what_came_before),
      cmocka_unit_test(inputs_that_do_not_matter_cost_nothing),
      cmocka_unit_test(objects_are_disjoint),
      cmocka_unit_test(symbolic_sizes_may_be_too_large),
      cmocka_unit_test(objects_without_room),
      cmocka_unit_test(stack_addresses_are_used_again_with_care),
      cmocka_unit_test(concrete_operations_agree_with_folding),
      cmocka_unit_test(symbolic_against_concrete),
  };
  return cmocka_run_group_tests_name("state", tests, NULL, NULL);
}

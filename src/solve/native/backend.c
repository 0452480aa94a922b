// The native back end: Bool, bit-vectors and floats as circuits, decided by satisfiability solvers; Z3 for integers and
// arrays that could not be lowered.
//
// A conjunct is a literal of the graph of gates and is switched on by assuming it. Two solvers look at the graph. The
// small one (sat.c) answers what needs few conflicts; it keeps its trail from one query to the next. What it gives up
// on is tried with words and with its equations solved, then goes to CaDiCaL. Each has its own view of the graph
// (circuit.c) with clauses for the gates its queries needed, and what it learnt about them. A view that has grown far
// beyond what a query needs is dropped and made anew: values for gates that do not matter cost more than making them.
// The graph itself is dropped when it is very large, so that a long run stays within bounds.
#include "solve/backend.h"
#include "solve/floats/floats.h"
#include "solve/native/blast.h"
#include "solve/native/circuit.h"
#include "solve/native/sat.h"
#include "solve/word/word.h"
#include <assert.h>
#include <ccadical.h>
#include <stdlib.h>

struct large { // CaDiCaL counts its own variables, but does not tell
  CCaDiCaL *sat;
  int variables;
};

enum answered_by { BY_SMALL, BY_LARGE, BY_Z3 };
VEC_TYPE(vec_mark, unsigned char)

struct backend {
  struct terms *tm;
  struct limits *limits;
  struct floats *floats;
  struct blaster blaster;
  struct term_memo covered; // terms that can be circuits, see blast_covers
  struct vec_u32 stack, core;
  struct vec_term plain; // the query without floats: conjuncts, then facts
  struct sat *small;
  struct large large;
  struct circuit small_circuit, large_circuit;
  struct map_u32 small_facts, large_facts; // literals that stay asserted
  // The query: literals of its conjuncts and facts.
  struct vec_lit roots;
  uint32_t n_conjuncts;
  // The gates of the last queries, root by root: cone from starts[i] on are those of root i that no root before has.
  struct vec_lit cone_roots;
  struct vec_u32 cone, starts;
  struct vec_mark in_cone; // by gate
  struct vec_lit assumptions;
  double deadline;
  uint32_t polls;
  enum reason reason;
  enum answered_by by;
  struct backend_work work;
  bool without_small, without_word, without_equations;
  // A hard query is asked again at the word level and without the variables that its equations define; its model is
  // then here.
  struct word *word;
  struct word_simplified simplified;
  struct model *extended;
  struct backend *z3;
};

static int by_number(const void *x, const void *y) {
  uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
  return a < b ? -1 : a > b;
}

static bool is_late(const struct backend *b) {
  return limits_stopped(b->limits) || (b->deadline > 0 && clock_cpu() > b->deadline);
}

// The small solver asks often.
static bool must_stop(void *context) {
  struct backend *b = context;
  return limits_stopped(b->limits) || (++b->polls % 64 == 0 && is_late(b));
}

static int must_terminate(void *context) { return is_late(context); }

static int small_variable(void *solver) { return sat_variable(solver); }
static void small_clause(void *solver, uint32_t n, const int *literals) { sat_clause(solver, n, literals); }
static int large_variable(void *solver) { return ++((struct large *)solver)->variables; }

static void large_clause(void *solver, uint32_t n, const int *literals) {
  CCaDiCaL *sat = ((struct large *)solver)->sat;
  for (uint32_t i = 0; i < n; i++) ccadical_add(sat, literals[i]);
  ccadical_add(sat, 0);
}

static struct backend *native_open(struct terms *tm, struct limits *limits) {
  struct backend *b = mem_zalloc(1, sizeof *b);
  b->tm = tm;
  b->limits = limits;
  b->floats = floats_new(tm);
  b->word = word_new(tm);
  blaster_init(&b->blaster, tm);
  circuit_init(&b->small_circuit, &b->blaster.gates, NULL, small_variable, small_clause);
  circuit_init(&b->large_circuit, &b->blaster.gates, &b->large, large_variable, large_clause);
  b->z3 = z3_backend.open(tm, limits);
  return b;
}

static void drop_small(struct backend *b) {
  sat_free(b->small);
  b->small = NULL;
  circuit_clear(&b->small_circuit, NULL);
  map_u32_clear(&b->small_facts);
}

static void drop_large(struct backend *b) {
  if (b->large.sat) ccadical_release(b->large.sat);
  b->large = (struct large){0};
  circuit_clear(&b->large_circuit, &b->large);
  map_u32_clear(&b->large_facts);
}

static void drop_graph(struct backend *b) {
  drop_small(b);
  drop_large(b);
  vec_lit_clear(&b->cone_roots);
  vec_u32_clear(&b->cone);
  vec_u32_clear(&b->starts);
  vec_mark_clear(&b->in_cone);
  blaster_release(&b->blaster);
  blaster_init(&b->blaster, b->tm);
}

static void native_close(struct backend *b) {
  drop_small(b);
  drop_large(b);
  blaster_release(&b->blaster);
  floats_free(b->floats);
  word_free(b->word);
  word_simplified_release(&b->simplified);
  model_unref(b->extended);
  vec_term_release(&b->plain);
  circuit_release(&b->small_circuit);
  circuit_release(&b->large_circuit);
  term_memo_release(&b->covered);
  map_u32_release(&b->small_facts);
  map_u32_release(&b->large_facts);
  vec_u32_release(&b->stack);
  vec_u32_release(&b->core);
  vec_lit_release(&b->roots);
  vec_lit_release(&b->cone_roots);
  vec_u32_release(&b->cone);
  vec_u32_release(&b->starts);
  vec_mark_release(&b->in_cone);
  vec_lit_release(&b->assumptions);
  z3_backend.close(b->z3);
  mem_free(b);
}

// --- the cone -------------------------------------------------------------------------------

// Inputs alone are relevant: once they have values, propagation gives the others theirs or runs into a conflict. High
// bits come first and are zero where they may be, so that models have small numbers: easier to read, and addresses that
// a run can have.
static void set_relevant(struct backend *b, uint32_t gate, bool relevant) {
  if (!b->small || b->blaster.gates.gates.data[gate].kind != GATE_INPUT) return;
  int variable = circuit_find(&b->small_circuit, (lit)gate);
  if (variable) sat_relevant(b->small, variable, relevant, b->blaster.gates.gates.data[gate].first);
}

static void cone_add(struct backend *b, lit root) {
  const struct gates *g = &b->blaster.gates;
  vec_u32_clear(&b->stack);
  vec_u32_push(&b->stack, (uint32_t)abs(root));
  while (b->stack.size) {
    uint32_t gate = vec_u32_pop(&b->stack);
    if (b->in_cone.data[gate]) continue;
    b->in_cone.data[gate] = 1;
    vec_u32_push(&b->cone, gate);
    const struct gate *at = &g->gates.data[gate];
    for (uint32_t i = 0; i < at->inputs; i++) vec_u32_push(&b->stack, (uint32_t)abs(g->inputs.data[at->first + i]));
  }
}

// Makes the cone that of the query's roots, going back to the first root that differs from the last query's.
// Returns how much of the cone was there before.
static uint32_t cone_update(struct backend *b) {
  uint32_t same = 0;
  while (same < b->roots.size && same < b->cone_roots.size && b->roots.data[same] == b->cone_roots.data[same]) same++;
  uint32_t keep = same < b->starts.size ? b->starts.data[same] : b->cone.size;
  for (uint32_t i = keep; i < b->cone.size; i++)
    b->in_cone.data[b->cone.data[i]] = 0, set_relevant(b, b->cone.data[i], false);
  b->cone.size = keep;
  b->starts.size = b->cone_roots.size = same;
  if (b->in_cone.size < b->blaster.gates.gates.size) vec_mark_resize(&b->in_cone, b->blaster.gates.gates.size);
  for (; same < b->roots.size; same++) {
    vec_u32_push(&b->starts, b->cone.size);
    vec_lit_push(&b->cone_roots, b->roots.data[same]);
    cone_add(b, b->roots.data[same]);
  }
  return keep;
}

// --- asking -----------------------------------------------------------------------------------

enum { MANY_GATES = 1 << 24, KEEP_SLACK = 2000, KEEP_FACTOR = 3, SMALL_CONFLICTS = 1000, SMALL_EFFORT = 4000000 };

// The literals of the query, as many as there is time for; false when a conjunct is false, which is then the core.
static bool find_roots(struct backend *b, uint32_t n) {
  if (b->blaster.gates.gates.size > MANY_GATES) drop_graph(b);
  vec_lit_clear(&b->roots);
  for (uint32_t i = 0; i < b->plain.size && !is_late(b); i++) {
    lit l = blast_formula(&b->blaster, b->plain.data[i]);
    if (l == LIT_FALSE && i < n) {
      vec_u32_push(&b->core, i);
      return false;
    }
    vec_lit_push(&b->roots, l);
  }
  b->n_conjuncts = n;
  return true;
}

// Clauses for the facts and literals for the conjuncts, in one of the solvers.
static void require_all(struct backend *b, struct circuit *c, struct map_u32 *facts) {
  for (uint32_t i = b->n_conjuncts; i < b->roots.size; i++) {
    lit fact = b->roots.data[i];
    if (map_u32_find(facts, (uint32_t)fact)) continue;
    map_u32_put(facts, (uint32_t)fact, 1);
    int literal = circuit_require(c, fact);
    c->clause(c->solver, 1, &literal);
  }
  vec_lit_clear(&b->assumptions);
  for (uint32_t i = 0; i < b->n_conjuncts; i++) vec_lit_push(&b->assumptions, circuit_require(c, b->roots.data[i]));
}

// The first `known` gates of the cone took part in the query before.
static enum answer ask_small(struct backend *b, uint32_t known) {
  if (b->small && sat_variables(b->small) > KEEP_FACTOR * (b->cone.size + KEEP_SLACK)) drop_small(b);
  if (!b->small) {
    known = 0;
    b->small = sat_new();
    b->small_circuit.solver = b->small;
    int yes = circuit_require(&b->small_circuit, LIT_TRUE);
    sat_clause(b->small, 1, &yes);
  }
  require_all(b, &b->small_circuit, &b->small_facts);
  for (uint32_t i = known; i < b->cone.size; i++) set_relevant(b, b->cone.data[i], true);
  enum sat_result result = sat_solve(b->small, b->n_conjuncts, b->assumptions.data,
                                     (struct sat_budget){SMALL_CONFLICTS, SMALL_EFFORT}, must_stop, b);
  if (result == SAT_UNSATISFIABLE) {
    uint32_t n;
    const uint32_t *failed = sat_failed(b->small, &n);
    for (uint32_t i = 0; i < n; i++) vec_u32_push(&b->core, failed[i]);
  }
  return result == SAT_SATISFIABLE ? ANSWER_SAT : result == SAT_UNSATISFIABLE ? ANSWER_UNSAT : ANSWER_UNKNOWN;
}

static void start_large(struct backend *b) {
  CCaDiCaL *sat = b->large.sat = ccadical_init();
  ccadical_set_option(sat, "quiet", 1);
  // What comes here is not lucky, and local search does not get far with circuits.
  ccadical_set_option(sat, "lucky", 0);
  ccadical_set_option(sat, "walk", 0);
  ccadical_set_terminate(sat, b, must_terminate);
  int yes = circuit_require(&b->large_circuit, LIT_TRUE);
  large_clause(&b->large, 1, &yes);
}

static enum answer ask_large(struct backend *b) {
  if (b->large.sat && (uint32_t)b->large.variables > KEEP_FACTOR * (b->cone.size + KEEP_SLACK)) drop_large(b);
  if (!b->large.sat) start_large(b);
  CCaDiCaL *sat = b->large.sat;
  require_all(b, &b->large_circuit, &b->large_facts);
  // An assumption holds until the next solve, so none may be made without one: it would be the next query's.
  if (is_late(b)) return ANSWER_UNKNOWN;
  for (uint32_t i = 0; i < b->n_conjuncts; i++) ccadical_assume(sat, b->assumptions.data[i]);
  double start = clock_now();
  int result = ccadical_solve(sat);
  b->work.large_seconds += clock_now() - start;
  if (result == 20)
    for (uint32_t i = 0; i < b->n_conjuncts; i++)
      if (ccadical_failed(sat, b->assumptions.data[i])) vec_u32_push(&b->core, i);
  return result == 10 ? ANSWER_SAT : result == 20 ? ANSWER_UNSAT : ANSWER_UNKNOWN;
}

// Adds formulas without floats to the query; false where that is impossible.
static bool take(struct backend *b, uint32_t n, const struct term *formulas) {
  for (uint32_t i = 0; i < n; i++) {
    struct term t = formulas[i];
    if (!blast_covers(b->tm, t, &b->covered)) t = floats_apply(b->floats, t);
    if (term_none(t)) return false;
    vec_term_push(&b->plain, t);
  }
  return true;
}

// --- values -------------------------------------------------------------------------------------

static bool bit_of(struct backend *b, lit l) {
  if (l == LIT_TRUE || l == LIT_FALSE) return l == LIT_TRUE;
  int literal = circuit_find(b->by == BY_SMALL ? &b->small_circuit : &b->large_circuit, l);
  if (!literal) return false;
  return b->by == BY_SMALL ? sat_value(b->small, literal) : ccadical_val(b->large.sat, literal) == literal;
}

// The value of a variable of the circuits, given the sort that it is to have: a float's bits become one.
static struct term value_of_bits(struct backend *b, struct sort sort, struct term var) {
  enum sort_kind kind = sort_kind(b->tm, sort);
  const lit *bits = blast_find(&b->blaster, var);
  if (!bits) return term_zero(b->tm, sort);
  if (kind == SORT_BOOL) return term_bool(b->tm, bit_of(b, *bits));
  uint32_t w = sort_width(b->tm, sort);
  uint64_t word = 0;
  if (w <= 64) {
    for (uint32_t i = 0; i < w; i++) word |= (uint64_t)bit_of(b, bits[i]) << i;
    return kind == SORT_FLOAT ? term_float_bits64(b->tm, sort, word) : term_bv(b->tm, w, word);
  }
  mpz_t value;
  mpz_init(value);
  for (uint32_t i = 0; i < w; i++)
    if (bit_of(b, bits[i])) mpz_setbit(value, i);
  struct term t = kind == SORT_FLOAT ? term_float_bits(b->tm, sort, value) : term_bv_big(b->tm, w, value);
  mpz_clear(value);
  return t;
}

// --- one after the other ---------------------------------------------------------------------------

static enum answer try_small(struct backend *b) {
  if (is_late(b)) return ANSWER_UNKNOWN;
  b->by = BY_SMALL;
  uint32_t known = cone_update(b);
  if (b->without_small) return ANSWER_UNKNOWN;
  double start = clock_now();
  enum answer answer = ask_small(b, known);
  b->work.small_seconds += clock_now() - start;
  b->work.small += answer != ANSWER_UNKNOWN;
  return answer;
}

static enum answer try_large(struct backend *b) {
  if (is_late(b)) return ANSWER_UNKNOWN;
  b->by = BY_LARGE;
  enum answer answer = ask_large(b);
  b->work.large += answer != ANSWER_UNKNOWN;
  return answer;
}

// Words again, whatever the size of the graph: sums of many terms are easy for intervals and hard for circuits.
static enum answer try_word(struct backend *b, uint32_t n) {
  struct vec_term core = {0};
  struct map_u32 in_core = {0};
  double start = clock_now();
  enum answer answer =
      word_decide(b->word, n, b->plain.data, b->plain.size - n, b->plain.data + n, &b->extended, &core);
  for (uint32_t i = 0; i < core.size; i++) map_u32_put(&in_core, core.data[i].id, 1);
  for (uint32_t i = 0; i < n && answer == ANSWER_UNSAT; i++)
    if (map_u32_remove(&in_core, b->plain.data[i].id)) vec_u32_push(&b->core, i);
  map_u32_release(&in_core);
  vec_term_release(&core);
  b->work.word_seconds += clock_now() - start;
  b->work.word += answer != ANSWER_UNKNOWN;
  return answer;
}

// --- without equations --------------------------------------------------------------------------

// The conjuncts that a core of the simplified query comes from; facts are not mentioned.
static void core_by_origins(struct backend *b, uint32_t n) {
  const struct word_simplified *s = &b->simplified;
  struct vec_u32 found = {0};
  for (uint32_t i = 0; i < b->core.size; i++)
    for (uint32_t k = s->starts.data[b->core.data[i]]; k < s->starts.data[b->core.data[i] + 1]; k++)
      if (s->origins.data[k] < n) vec_u32_push(&found, s->origins.data[k]);
  vec_u32_clear(&b->core);
  if (found.size) qsort(found.data, found.size, sizeof *found.data, by_number);
  for (uint32_t i = 0; i < found.size; i++)
    if (!i || found.data[i] != found.data[i - 1]) vec_u32_push(&b->core, found.data[i]);
  vec_u32_release(&found);
}

static void extend_model(struct backend *b) {
  struct model *model = model_new(b->tm);
  for (uint32_t i = 0; i < b->simplified.conjuncts.size; i++) {
    uint32_t n;
    const uint32_t *vars = term_free_vars(b->tm, b->simplified.conjuncts.data[i], &n);
    for (uint32_t k = 0; k < n; k++) {
      struct term var = {vars[k]};
      model_set(model, var, value_of_bits(b, term_sort(b->tm, var), var));
    }
  }
  word_extend(b->tm, &b->simplified, model);
  b->extended = model;
}

// The query at hand after its equations were solved; *simpler: there were any.
static enum answer ask_simplified(struct backend *b, uint32_t n, bool *simpler) {
  word_simplified_release(&b->simplified);
  *simpler = word_simplify(b->word, b->plain.size, b->plain.data, &b->simplified);
  if (!*simpler) return ANSWER_UNKNOWN;
  vec_term_clear(&b->plain);
  for (uint32_t i = 0; i < b->simplified.conjuncts.size; i++) vec_term_push(&b->plain, b->simplified.conjuncts.data[i]);
  enum answer answer = ANSWER_UNSAT;
  if (find_roots(b, b->plain.size)) {
    answer = try_small(b);
    if (answer == ANSWER_UNKNOWN) answer = try_large(b);
  }
  if (answer == ANSWER_UNSAT) core_by_origins(b, n);
  if (answer == ANSWER_SAT) extend_model(b);
  return answer;
}

static enum answer native_check(struct backend *b, uint32_t n, const struct term *conjuncts, uint32_t n_facts,
                                const struct term *facts, double seconds) {
  vec_u32_clear(&b->core);
  model_unref(b->extended);
  b->extended = NULL;
  vec_term_clear(&b->plain);
  if (!take(b, n, conjuncts) || !take(b, n_facts, facts)) {
    b->by = BY_Z3;
    return z3_backend.check(b->z3, n, conjuncts, n_facts, facts, seconds);
  }
  b->by = BY_SMALL;
  b->deadline = seconds > 0 ? clock_cpu() + seconds : 0;
  if (!find_roots(b, n)) return ANSWER_UNSAT;
  enum answer answer = try_small(b);
  bool simpler = false;
  if (answer == ANSWER_UNKNOWN && !b->without_word && !is_late(b)) answer = try_word(b, n);
  if (answer == ANSWER_UNKNOWN && !b->without_equations && !is_late(b)) answer = ask_simplified(b, n, &simpler);
  if (answer == ANSWER_UNKNOWN && !simpler) answer = try_large(b);
  if (answer == ANSWER_UNKNOWN) b->reason = limits_stopped(b->limits) ? limits_reason(b->limits) : REASON_SOLVER;
  return answer;
}

// --- answers ---------------------------------------------------------------------------------------

static struct term native_value(struct backend *b, struct term var) {
  if (b->by == BY_Z3) return z3_backend.value(b->z3, var);
  struct sort sort = term_sort(b->tm, var);
  enum sort_kind kind = sort_kind(b->tm, sort);
  if (kind == SORT_ARRAY || kind == SORT_INT) return TERM_NONE;
  struct term plain = kind == SORT_FLOAT ? floats_variable(b->floats, var) : var;
  if (term_none(plain)) return term_zero(b->tm, sort);
  if (!b->extended) return value_of_bits(b, sort, plain);
  struct term value = model_get(b->extended, plain);
  if (kind != SORT_FLOAT) return value;
  mpz_t bits;
  mpz_init(bits);
  term_value(b->tm, value, bits);
  value = term_float_bits(b->tm, sort, bits);
  mpz_clear(bits);
  return value;
}

static const uint32_t *native_core(struct backend *b, uint32_t *n) {
  if (b->by == BY_Z3) return z3_backend.core(b->z3, n);
  *n = b->core.size;
  return b->core.data;
}

static enum reason native_reason(const struct backend *b) {
  return b->by == BY_Z3 ? z3_backend.reason(b->z3) : b->reason;
}
static void native_interrupt(struct backend *b) { z3_backend.interrupt(b->z3); }
static void native_configure(struct backend *b, uint32_t stages) {
  b->without_small = !(stages >> STAGE_SMALL & 1);
  b->without_word = !(stages >> STAGE_WORD & 1);
  b->without_equations = !(stages >> STAGE_EQUATIONS & 1);
}
static struct backend_work native_work(const struct backend *b) { return b->work; }

const struct backend_ops native_backend = {
    .name = "native",
    .arrays = true,
    .integers = true,
    .open = native_open,
    .close = native_close,
    .check = native_check,
    .value = native_value,
    .core = native_core,
    .reason = native_reason,
    .interrupt = native_interrupt,
    .configure = native_configure,
    .work = native_work,
};

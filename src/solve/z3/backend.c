// Z3 as a back end.
//
// Each conjunct gets an assumption literal p and is asserted once as p ⇒ conjunct; a query is a check under the
// literals of its conjuncts. Measured on trees of small related queries this beats push and pop, is many times as fast
// as a new solver for each query, and cores come with it. What it costs is that all conjuncts ever asserted take part
// in the search, so a side is made anew when it carries a few times what the query needs (also measured: earlier and
// later are slower).
//
// There are two sides. Z3's general solver is the faster one on small integer queries; its SAT solver is the only one
// that gets anywhere with the circuits of floats.
#include "solve/z3/z3_context.h"
#include <stdio.h>
#include <stdlib.h>

static void side_release(struct backend *z, struct z3_side *side) {
  if (side->solver) Z3_solver_dec_ref(z->context, side->solver);
  side->solver = NULL;
  map_ptr_release(&side->literals);
  map_u32_release(&side->facts);
  map_u32_release(&side->defined);
}

static void forget_model(struct backend *z) {
  if (z->model) Z3_model_dec_ref(z->context, z->model);
  z->model = NULL;
}

// Forgets both sides and all translations; templates and the context stay.
static void reset(struct backend *z) {
  forget_model(z);
  side_release(z, &z->sat);
  side_release(z, &z->smt);
  for (uint32_t i = 0; i < z->kept.size; i++) Z3_dec_ref(z->context, z->kept.data[i]);
  vec_ptr_release(&z->kept);
  term_memo_release(&z->memo);
  map_ptr_release(&z->definitions);
}

void z3_close_context(struct backend *z) {
  if (!z->context) return;
  reset(z);
  z3_templates_release(z);
  for (uint32_t i = 0; i < z->kept_templates.size; i++) Z3_dec_ref(z->context, z->kept_templates.data[i]);
  vec_ptr_release(&z->kept_templates);
  pthread_mutex_lock(&z->lock);
  Z3_context old = z->context;
  z->context = NULL;
  pthread_mutex_unlock(&z->lock);
  Z3_del_context(old);
}

bool z3_open_context(struct backend *z) {
  if (z->context) return true;
  // Where IEEE or SMT-LIB leave a result open, Z3 takes a fixed one instead of a function symbol. float.c
  // gives those cases their meaning before.
  Z3_global_param_set("rewriter.hi_fp_unspecified", "true");
  if (z->limits->memory) {
    char mebibytes[24];
    snprintf(mebibytes, sizeof mebibytes, "%zu", (z->limits->memory >> 20) + 1);
    Z3_global_param_set("memory_max_size", mebibytes);
  }
  Z3_config config = Z3_mk_config();
  if (!config) return false;
  Z3_context context = Z3_mk_context_rc(config);
  Z3_del_config(config);
  if (!context) return false;
  Z3_set_error_handler(context, NULL); // errors are asked for, never thrown
  pthread_mutex_lock(&z->lock);
  z->context = context;
  pthread_mutex_unlock(&z->lock);
  return true;
}

static struct backend *z3_open(struct terms *tm, struct limits *limits) {
  struct backend *z = mem_zalloc(1, sizeof *z);
  z->tm = tm;
  z->limits = limits;
  pthread_mutex_init(&z->lock, NULL);
  return z;
}

static void z3_close(struct backend *z) {
  z3_close_context(z);
  pthread_mutex_destroy(&z->lock);
  vec_u32_release(&z->core);
  term_memo_release(&z->needs);
  term_memo_release(&z->nested);
  mem_free(z);
}

static void z3_interrupt_now(struct backend *z) {
  pthread_mutex_lock(&z->lock);
  if (z->context) Z3_interrupt(z->context);
  pthread_mutex_unlock(&z->lock);
}

enum answer z3_give_up(struct backend *z, enum reason reason) {
  z->reason = limits_stopped(z->limits) ? limits_reason(z->limits) : reason;
  return ANSWER_UNKNOWN;
}

// After an error: what it was, and a new context, as the old one may be in any state.
enum answer z3_fail(struct backend *z) {
  bool memory = Z3_get_error_code(z->context) == Z3_MEMOUT_FAIL;
  z->failed = false;
  z3_close_context(z);
  return z3_give_up(z, memory ? REASON_MEMORY : REASON_SOLVER);
}

// --- asserting ----------------------------------------------------------------------

static enum z3_need need_of_node(struct terms *tm, struct term t) {
  enum sort_kind kind = sort_kind(tm, term_sort(tm, t));
  if (kind == SORT_ARRAY || kind == SORT_INT) return NEED_THEORIES;
  enum term_class class = term_class(term_kind(tm, t));
  bool rounds = class == CLASS_FP_ROUNDED || class == CLASS_FP_CONVERT;
  return rounds || term_kind(tm, t) == TERM_FP_REM ? NEED_CIRCUITS : NEED_BITS;
}

// Every part of a term is looked at once in its life.
static uint64_t visit_need(void *context, struct term t) {
  struct backend *z = context;
  uint64_t need = need_of_node(z->tm, t);
  if (!term_memo_want_children(&z->needs, z->tm, t)) return 0;
  for (uint32_t k = 0; k < term_arity(z->tm, t); k++) {
    uint64_t below = term_memo_get(&z->needs, term_child(z->tm, t, k));
    if (below > need) need = below;
  }
  return need;
}

static enum z3_need need_of(struct backend *z, struct term root) {
  return (enum z3_need)term_memo_apply(&z->needs, root, visit_need, z);
}

enum z3_need z3_needs(struct backend *z, const struct z3_query *q) {
  enum z3_need need = NEED_BITS;
  for (uint32_t i = 0; i < q->n + q->n_facts; i++) {
    enum z3_need one = need_of(z, i < q->n ? q->conjuncts[i] : q->facts[i - q->n]);
    if (one > need) need = one;
  }
  return need;
}

static bool side_ready(struct backend *z, struct z3_side *side) {
  if (side->solver) return true;
  Z3_context c = z->context;
  side->solver = side == &z->sat ? Z3_mk_solver_for_logic(c, Z3_mk_string_symbol(c, "QF_BV")) : Z3_mk_simple_solver(c);
  if (!side->solver) return false;
  Z3_solver_inc_ref(c, side->solver);
  side->timeout = -1;
  return true;
}

void z3_set_params(struct backend *z, Z3_solver solver, bool is_general, double seconds) {
  Z3_context c = z->context;
  Z3_params params = Z3_mk_params(c);
  if (!params) return;
  Z3_params_inc_ref(c, params);
  double milliseconds = seconds > 0 && seconds < 4e6 ? seconds * 1000 : 0;
  // Quantifiers need relevancy; without them the general solver takes about half the time.
  if (is_general) Z3_params_set_uint(c, params, Z3_mk_string_symbol(c, "relevancy"), 0);
  Z3_params_set_uint(c, params, Z3_mk_string_symbol(c, "timeout"),
                     milliseconds > 0 ? (unsigned)(milliseconds + 1) : UINT32_MAX);
  Z3_solver_set_params(c, solver, params);
  Z3_params_dec_ref(c, params);
}

void z3_assert(struct backend *z, Z3_solver solver, Z3_ast formula) {
  Z3_solver_assert(z->context, solver, formula);
  if (Z3_get_error_code(z->context) != Z3_OK) z->failed = true;
}

static Z3_ast literal(struct backend *z, struct z3_side *side, struct term conjunct) {
  Z3_ast p = map_ptr_get_or(&side->literals, conjunct.id, NULL);
  if (p) return p;
  Z3_ast formula = z3_translate(z, conjunct);
  p = z3_fresh(z, z3_keep_sort(z, Z3_mk_bool_sort(z->context)));
  z3_define(z, side->solver, &side->defined, conjunct);
  z3_assert(z, side->solver, KEEP(Z3_mk_implies(z->context, p, formula)));
  map_ptr_put(&side->literals, conjunct.id, p);
  return p;
}

static void assert_facts(struct backend *z, struct z3_side *side, uint32_t n, const struct term *facts) {
  for (uint32_t i = 0; i < n; i++) {
    if (map_u32_find(&side->facts, facts[i].id)) continue;
    map_u32_put(&side->facts, facts[i].id, 1);
    Z3_ast fact = z3_translate(z, facts[i]);
    z3_define(z, side->solver, &side->defined, facts[i]);
    z3_assert(z, side->solver, fact);
  }
}

enum { SIDE_FACTOR = 3, SAT_FACTOR = 2, SIDE_SLACK = 4, MAX_KEPT = 1 << 20 };

// A side that carries much more than the query needs is slower than a new one.
static void reset_if_large(struct backend *z, struct z3_side *side, uint32_t n, uint32_t n_facts) {
  uint32_t factor = side == &z->sat ? SAT_FACTOR : SIDE_FACTOR; // circuits are heavy
  if (z->kept.size > MAX_KEPT) reset(z);
  else if (side->literals.size > factor * (n + SIDE_SLACK) || side->facts.size > SIDE_FACTOR * (n_facts + 64))
    side_release(z, side);
}

// --- checking -----------------------------------------------------------------------

static void take_core(struct backend *z, Z3_solver solver, uint32_t n, const Z3_ast *literals) {
  Z3_context c = z->context;
  vec_u32_clear(&z->core);
  Z3_ast_vector core = Z3_solver_get_unsat_core(c, solver);
  struct map_u32 in_core = {0};
  uint32_t size = 0;
  if (core) {
    Z3_ast_vector_inc_ref(c, core);
    size = Z3_ast_vector_size(c, core);
    for (uint32_t i = 0; i < size; i++) map_u32_put(&in_core, Z3_get_ast_id(c, Z3_ast_vector_get(c, core, i)), 1);
    Z3_ast_vector_dec_ref(c, core);
  }
  for (uint32_t i = 0; i < n; i++)
    if (!core || map_u32_find(&in_core, Z3_get_ast_id(c, literals[i]))) vec_u32_push(&z->core, i);
  map_u32_release(&in_core);
}

enum answer z3_unknown(struct backend *z, Z3_solver solver) {
  Z3_string why = Z3_solver_get_reason_unknown(z->context, solver);
  return z3_give_up(z, why && strstr(why, "memory") ? REASON_MEMORY : REASON_SOLVER);
}

// With what earlier queries left.
static enum answer check_on_side(struct backend *z, struct z3_side *side, const struct z3_query *q, double seconds) {
  if (!side_ready(z, side)) return z3_fail(z);
  struct vec_ptr literals = {0};
  for (uint32_t i = 0; i < q->n; i++) vec_ptr_push(&literals, literal(z, side, q->conjuncts[i]));
  assert_facts(z, side, q->n_facts, q->facts);
  if (side->timeout != seconds) z3_set_params(z, side->solver, side == &z->smt, side->timeout = seconds);
  enum answer answer = ANSWER_UNKNOWN;
  Z3_lbool result = z->failed
                        ? Z3_L_UNDEF
                        : Z3_solver_check_assumptions(z->context, side->solver, q->n, (const Z3_ast *)literals.data);
  if (z->failed || Z3_get_error_code(z->context) != Z3_OK) {
    answer = z3_fail(z);
  } else if (result == Z3_L_FALSE) {
    take_core(z, side->solver, q->n, (const Z3_ast *)literals.data);
    answer = ANSWER_UNSAT;
  } else if (result == Z3_L_TRUE && (z->model = Z3_solver_get_model(z->context, side->solver))) {
    Z3_model_inc_ref(z->context, z->model);
    answer = ANSWER_SAT;
  } else {
    z3_unknown(z, side->solver);
    side_release(z, side); // what was too hard must not burden the next query
  }
  vec_ptr_release(&literals);
  return answer;
}

// Alone, with all of Z3's preprocessing, which assumptions stand in the way of.
enum answer z3_check_alone(struct backend *z, enum z3_need need, const struct z3_query *q, double seconds) {
  Z3_context c = z->context;
  Z3_tactic tactic = Z3_mk_tactic(c, need == NEED_THEORIES ? "default" : "qfbv");
  if (!tactic) return z3_fail(z);
  Z3_tactic_inc_ref(c, tactic);
  Z3_solver solver = Z3_mk_solver_from_tactic(c, tactic);
  if (solver) Z3_solver_inc_ref(c, solver);
  Z3_tactic_dec_ref(c, tactic);
  if (!solver) return z3_fail(z);
  struct map_u32 defined = {0};
  for (uint32_t i = 0; i < q->n + q->n_facts; i++) {
    struct term t = i < q->n ? q->conjuncts[i] : q->facts[i - q->n];
    Z3_ast formula = z3_translate(z, t);
    z3_define(z, solver, &defined, t);
    z3_assert(z, solver, formula);
  }
  map_u32_release(&defined);
  z3_set_params(z, solver, false, seconds);
  enum answer answer = ANSWER_UNKNOWN;
  Z3_lbool result = z->failed ? Z3_L_UNDEF : Z3_solver_check(c, solver);
  bool failed = z->failed || Z3_get_error_code(c) != Z3_OK;
  if (!failed && result == Z3_L_FALSE) {
    vec_u32_clear(&z->core);
    for (uint32_t i = 0; i < q->n; i++) vec_u32_push(&z->core, i);
    answer = ANSWER_UNSAT;
  } else if (!failed && result == Z3_L_TRUE && (z->model = Z3_solver_get_model(c, solver))) {
    Z3_model_inc_ref(c, z->model);
    answer = ANSWER_SAT;
  } else if (!failed) {
    z3_unknown(z, solver);
  }
  Z3_solver_dec_ref(c, solver);
  return failed ? z3_fail(z) : answer;
}

// The first try of a query may take so many seconds, each further one twice as many as the one before it.
static const double patience = 0.5;

// Tries with what earlier queries left and tries alone take turns: a query that is easy for one of them and hopeless
// for the other takes a few times as long as with the better one, wherever a slow machine lets the first try end.
static enum answer check_in_turns(struct backend *z, enum z3_need need, struct z3_side *side, const struct z3_query *q,
                                  double seconds) {
  double start = clock_now(), share = patience;
  enum answer answer = ANSWER_UNKNOWN;
  uint32_t early = 0; // tries in a row that gave up before their time
  for (bool alone = false; answer == ANSWER_UNKNOWN && early < 2; alone = !alone, share *= 2) {
    double now = clock_now(), rest = seconds == 0 ? 0 : seconds - (now - start);
    if (rest < 0 || !z->context || limits_stopped(z->limits)) break;
    double most = rest == 0 || rest > 2 * share ? share : rest;
    answer = alone ? z3_check_alone(z, need, q, most) : check_on_side(z, side, q, most);
    if (most == rest || z->reason == REASON_MEMORY) break;
    early = clock_now() - now < most / 2 ? early + 1 : 0;
  }
  return answer;
}

static enum answer z3_check(struct backend *z, uint32_t n, const struct term *conjuncts, uint32_t n_facts,
                            const struct term *facts, double seconds) {
  if (limits_stopped(z->limits)) return z3_give_up(z, REASON_SOLVER);
  if (!z3_open_context(z)) return z3_give_up(z, REASON_MEMORY);
  forget_model(z);
  struct z3_query q = {n, n_facts, conjuncts, facts};
  enum z3_need need = z3_needs(z, &q);
  struct z3_side *side = need == NEED_CIRCUITS ? &z->sat : &z->smt;
  reset_if_large(z, side, n, n_facts);
  enum answer answer = check_in_turns(z, need, side, &q, seconds);
  if (answer == ANSWER_UNKNOWN && z->reason == REASON_MEMORY) z3_close_context(z);
  return answer;
}

// Alone at once. The others come after it.
#define PROVE_SECONDS 60.0
static enum answer z3_prove(struct backend *z, uint32_t n, const struct term *conjuncts, uint32_t n_facts,
                            const struct term *facts) {
  if (limits_stopped(z->limits)) return z3_give_up(z, REASON_SOLVER);
  if (!z3_open_context(z)) return z3_give_up(z, REASON_MEMORY);
  forget_model(z);
  struct z3_query q = {n, n_facts, conjuncts, facts};
  enum z3_need need = z3_needs(z, &q);
  enum answer answer = need == NEED_THEORIES ? ANSWER_UNKNOWN : z3_check_alone(z, need, &q, PROVE_SECONDS);
  return answer == ANSWER_UNKNOWN ? z3_check(z, n, conjuncts, n_facts, facts, 0) : answer;
}

static struct term z3_value_of(struct backend *z, struct term var) {
  if (!z->model) return TERM_NONE;
  Z3_ast known = z3_translated(z, var), value = NULL;
  if (!known) return term_zero(z->tm, term_sort(z->tm, var)); // not in the query
  if (!Z3_model_eval(z->context, z->model, known, true, &value) || !value) return TERM_NONE;
  Z3_inc_ref(z->context, value);
  uint32_t kept = z->kept.size;
  struct term result = z3_value(z, term_sort(z->tm, var), value);
  while (z->kept.size > kept) Z3_dec_ref(z->context, vec_ptr_pop(&z->kept));
  Z3_dec_ref(z->context, value);
  z->failed = false;
  return result;
}

static const uint32_t *z3_core(struct backend *z, uint32_t *n) {
  *n = z->core.size;
  return z->core.data;
}

static enum reason z3_reason(const struct backend *z) { return z->reason; }

const struct backend_ops z3_backend = {
    .name = "z3",
    .arrays = true,
    .integers = true,
    .open = z3_open,
    .close = z3_close,
    .check = z3_check,
    .prove = z3_prove,
    .value = z3_value_of,
    .core = z3_core,
    .reason = z3_reason,
    .interrupt = z3_interrupt_now,
};

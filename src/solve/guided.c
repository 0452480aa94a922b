// Z3 with the native back end as a guide, for checks: only Z3 says that something is unsatisfiable.
//
// Z3 is asked first, for a short time. A query that is hard for it is mostly one large circuit, which the native back
// end decides sooner. Its model is good whoever found it: the solver evaluates the query under it. So the rounds in
// which lemmas of arrays are looked for need no Z3. Where it finds a conflict, Z3 is asked about the conjuncts of the
// conflict and the lemmas that are there by then, as one problem with all of its preprocessing.
#include "base/memory/map.h"
#include "solve/backend.h"

#define SHORT_SECONDS 0.5 // for Z3 at first
// For the guide, then for Z3, and so on. The last try of Z3 has what is left of the run.
static const double tries[] = {2, 4, 16};

struct backend {
  struct terms *tm;
  struct limits *limits;
  struct backend *native, *z3;
  bool by_native; // the last answer is a model of it
  struct vec_term hard; // the last query on which Z3's first try failed
  struct vec_term conflict;
  struct vec_u32 numbers, core; // of the conflict's conjuncts in the query; of those that Z3 needed
};

static struct backend *guided_open(struct terms *tm, struct limits *limits) {
  struct backend *b = mem_zalloc(1, sizeof *b);
  *b = (struct backend){tm, limits, .native = native_backend.open(tm, limits), .z3 = z3_backend.open(tm, limits)};
  return b;
}

static void guided_close(struct backend *b) {
  native_backend.close(b->native);
  z3_backend.close(b->z3);
  vec_term_release(&b->hard);
  vec_term_release(&b->conflict);
  vec_u32_release(&b->numbers);
  vec_u32_release(&b->core);
  mem_free(b);
}

static bool was_hard(const struct backend *b, uint32_t n, const struct term *conjuncts) {
  bool same = n == b->hard.size;
  for (uint32_t i = 0; i < n && same; i++) same = term_same(conjuncts[i], b->hard.data[i]);
  return same;
}

static void take_core(struct backend *b) {
  uint32_t n;
  const uint32_t *core = z3_backend.core(b->z3, &n);
  vec_u32_clear(&b->core);
  for (uint32_t i = 0; i < n; i++) vec_u32_push(&b->core, b->numbers.size ? b->numbers.data[core[i]] : core[i]);
}

static enum answer ask_z3(struct backend *b, uint32_t n, const struct term *conjuncts, uint32_t n_facts,
                          const struct term *facts, double seconds) {
  if (limits_stopped(b->limits)) return ANSWER_UNKNOWN;
  vec_u32_clear(&b->numbers);
  enum answer answer = z3_backend.check(b->z3, n, conjuncts, n_facts, facts, seconds);
  if (answer == ANSWER_UNSAT) take_core(b);
  return answer;
}

// SAT: the guide has a model. UNSAT: Z3 has proved the guide's conflict.
static enum answer ask_guide(struct backend *b, uint32_t n, const struct term *conjuncts, uint32_t n_facts,
                             const struct term *facts, double seconds) {
  if (limits_stopped(b->limits)) return ANSWER_UNKNOWN;
  enum answer answer = native_backend.check(b->native, n, conjuncts, n_facts, facts, seconds);
  b->by_native = answer == ANSWER_SAT;
  if (answer != ANSWER_UNSAT || limits_stopped(b->limits)) return b->by_native ? ANSWER_SAT : ANSWER_UNKNOWN;
  uint32_t size;
  const uint32_t *core = native_backend.core(b->native, &size);
  vec_term_clear(&b->conflict);
  vec_u32_clear(&b->numbers);
  for (uint32_t i = 0; i < size; i++) {
    vec_u32_push(&b->numbers, core[i]);
    vec_term_push(&b->conflict, conjuncts[core[i]]);
  }
  answer = size ? z3_backend.prove(b->z3, size, b->conflict.data, n_facts, facts) : ANSWER_UNKNOWN;
  if (answer == ANSWER_UNSAT) take_core(b);
  return answer == ANSWER_UNSAT ? ANSWER_UNSAT : ANSWER_UNKNOWN;
}

static enum answer guided_check(struct backend *b, uint32_t n, const struct term *conjuncts, uint32_t n_facts,
                                const struct term *facts, double seconds) {
  b->by_native = false;
  if (seconds > 0) return ask_z3(b, n, conjuncts, n_facts, facts, seconds);
  enum answer answer = ANSWER_UNKNOWN;
  if (!was_hard(b, n, conjuncts)) answer = ask_z3(b, n, conjuncts, n_facts, facts, SHORT_SECONDS);
  if (answer != ANSWER_UNKNOWN) return answer;
  vec_term_clear(&b->hard);
  for (uint32_t i = 0; i < n; i++) vec_term_push(&b->hard, conjuncts[i]);
  for (uint32_t i = 0; i < sizeof tries / sizeof *tries && answer == ANSWER_UNKNOWN; i++)
    answer = (i % 2 ? ask_z3 : ask_guide)(b, n, conjuncts, n_facts, facts, tries[i]);
  return answer == ANSWER_UNKNOWN ? ask_z3(b, n, conjuncts, n_facts, facts, 0) : answer;
}

static struct term guided_value(struct backend *b, struct term var) {
  return b->by_native ? native_backend.value(b->native, var) : z3_backend.value(b->z3, var);
}

static const uint32_t *guided_core(struct backend *b, uint32_t *n) {
  *n = b->core.size;
  return b->core.data;
}

static enum reason guided_reason(const struct backend *b) {
  return limits_stopped(b->limits) ? limits_reason(b->limits) : z3_backend.reason(b->z3);
}

static void guided_interrupt(struct backend *b) { native_backend.interrupt(b->native), z3_backend.interrupt(b->z3); }
static void guided_configure(struct backend *b, uint32_t stages) { native_backend.configure(b->native, stages); }

const struct backend_ops guided_backend = {
    .name = "guided",
    .arrays = true,
    .integers = true,
    .open = guided_open,
    .close = guided_close,
    .check = guided_check,
    .value = guided_value,
    .core = guided_core,
    .reason = guided_reason,
    .interrupt = guided_interrupt,
    .configure = guided_configure,
};

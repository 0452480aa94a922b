// Loops that run by concrete values: beyond the paper, their iterations are executed, within reason, before the loop is
// abstracted.
#include "engine/symexpa/symexpa.h"

// Steps that a loop may take by concrete values alone before it is abstracted all the same; four times as many after
// each failure.
#define DECIDED_STEPS 30000
#define FAILURES_COUNTED 8
// Iterations of such a loop that read inputs, or compute with them: what they leave behind is not decided, and
// searching it costs more the more there is. Grow in the same way.
#define OPEN_ITERATIONS 100
// Decided steps before an abstraction that are kept.
#define ITERATIONS_KEPT 2000
enum iteration { ITERATION_OPEN, ITERATION_DECIDED, ITERATION_LEFT };

// Looks ahead: is the iteration of the loop that begins here decided by concrete values? DECIDED: *s is at the head
// again. LEFT: the loop is left, or the path ends; *s is where that was noticed. OPEN: it is not, or it takes longer
// than until `end`.
static enum iteration look_ahead(struct symexpa *x, struct state **s, uint64_t end) {
  struct location head = state_location(*s);
  struct context context = state_context(*s);
  uint32_t depth = state_depth(*s);
  struct state *ahead = state_copy(*s);
  enum iteration iteration;
  for (;;) {
    enum state_event event = state_run_to(ahead, UINT64_MAX, x->is_head);
    bool inside = heads_is_inside(x, ahead, context, head),
         at_head = event == STATE_BUDGET && location_same(state_location(ahead), head) && state_depth(ahead) == depth;
    if (limits_stopped(x->run.limits) || event == STATE_END || event == STATE_ERROR || event == STATE_UNSUPPORTED ||
        !inside)
      iteration = ITERATION_LEFT;
    else if (at_head) iteration = ITERATION_DECIDED;
    else if (event == STATE_BUDGET && state_steps(ahead) < end) continue;
    else iteration = ITERATION_OPEN;
    break;
  }
  if (iteration == ITERATION_OPEN) {
    state_free(ahead);
  } else {
    state_free(*s);
    *s = ahead;
  }
  return iteration;
}

// Does the loop compute with inputs? (Arrays are not looked at.)
static bool has_open_value(struct symexpa *x, struct state *s) {
  const struct vec_u32 *changes = &run_loop(&x->run, state_location(s))->changes;
  uint32_t function = cfa_location(x->cfa, state_location(s))->function;
  for (uint32_t i = 0; i < changes->size; i++) {
    const struct cfa_var *v = &x->cfa->vars.data[changes->data[i]];
    if (sort_kind(x->tm, v->sort) == SORT_ARRAY || (v->function != CFA_NONE && v->function != function)) continue;
    if (!term_is_const(x->tm, state_value(s, changes->data[i]))) return true;
  }
  return false;
}

// Goes through decided iterations, until the next one is not, or there were enough (false), or the loop is left. After
// many iterations that proved nothing the loop is abstracted at the first of them all the same: the path is shorter,
// and what is known at the head is simpler.
bool decided_run(struct symexpa *x, struct state **s) {
  const struct head_record *r = &x->heads[state_location(*s).id];
  uint32_t failures = r->failures < FAILURES_COUNTED ? r->failures : FAILURES_COUNTED;
  uint64_t end = state_steps(*s) + ((uint64_t)DECIDED_STEPS << 2 * failures);
  uint32_t iterations = 0, most = OPEN_ITERATIONS << 2 * failures;
  bool open = false;
  struct state *first = state_copy(*s);
  enum iteration iteration = ITERATION_DECIDED;
  while (state_steps(*s) < end && iteration == ITERATION_DECIDED && !open) {
    iteration = look_ahead(x, s, end);
    open = iteration == ITERATION_DECIDED && ++iterations == most &&
           (state_inputs_read(*s) > state_inputs_read(first) || has_open_value(x, *s));
  }
  if (iteration != ITERATION_LEFT && (state_steps(*s) - state_steps(first) > ITERATIONS_KEPT || open)) {
    state_free(*s);
    *s = first;
  } else {
    state_free(first);
  }
  return iteration == ITERATION_LEFT;
}

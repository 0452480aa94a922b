// See goal_search.h.
#include "campaign/tests/goal_search.h"
#include "base/memory/alloc.h"
#include "cfa/pass/pipeline.h"
#include "run/run.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TRIAL_SECONDS 1.0
#define GRACE_SECONDS 0.5    // of a search after its time
#define CHECK_SHARE 0.4      // of a search's time, besides, to check a proof
#define EXTRA_INPUTS 1024u   // of a trial, beyond those that were found

enum { MESSAGE_INPUTS = 'i', MESSAGE_INFEASIBLE = 'n', MESSAGE_NOTHING = '-' };

// --- the worker --------------------------------------------------------------------------------------

struct goal_worker {
  const struct goal_search *goals;
  const struct engine *engine;
  struct channel *channel;
  struct cfa *cfa; // of the goals
  struct search search;
  bool refused; // inputs were found that do not cover the goal
};

static int end_silently(void *context, enum reason why) {
  (void)context;
  (void)why;
  return 1;
}

// The goal that an error location stands for; UINT32_MAX: the program's own error.
static uint32_t goal_at(const struct goal_worker *a, struct location error) {
  const char *text = cfa_location(a->cfa, error)->text;
  return a->goals->trials->suite.errors_only || !text ? UINT32_MAX : (uint32_t)strtoul(text, NULL, 10);
}

static void send_inputs(struct goal_worker *a, const struct trial_inputs *inputs) {
  struct text message = {0};
  uint32_t head[3] = {inputs->sequence.size, inputs->bytes.size, inputs->has_blocks};
  text_add_n(&message, (const char *)head, sizeof head);
  if (head[0]) text_add_n(&message, (const char *)inputs->sequence.data, head[0] * sizeof *inputs->sequence.data);
  if (head[1]) text_add_n(&message, (const char *)inputs->bytes.data, head[1] * sizeof *inputs->bytes.data);
  channel_send(a->channel, MESSAGE_INPUTS, message.data, message.size);
  text_release(&message);
}

// Does a native run with these inputs cover the goal?
static bool confirm(void *context, const struct claim *claim) {
  struct goal_worker *a = context;
  struct trial_inputs inputs = {0};
  struct trial trial;
  uint32_t goal = goal_at(a, claim->error_location);
  trial_inputs_of(a->cfa, &claim->inputs, &inputs);
  trial_run(a->goals->trials->program, &inputs, inputs.sequence.size + inputs.bytes.size + EXTRA_INPUTS, TRIAL_SECONDS,
            &trial);
  bool good = goal == UINT32_MAX ? trial.end == TRIAL_ERROR : trial.covered[goal] != 0;
  if (good) send_inputs(a, &inputs);
  else a->refused = true;
  trial_inputs_release(&inputs);
  return good;
}

static bool make_automaton(struct goal_worker *a, struct job *job) {
  const struct trials *t = a->goals->trials;
  a->cfa = t->suite.errors_only ? job->program.cfa : front_goal_cfa(&job->program.front, a->goals->wanted);
  if (!a->cfa) return false;
  if (t->suite.errors_only) cfa_pipeline_again(a->cfa, CFA_FORM_SLICED);
  else cfa_pipeline(a->cfa, NULL, CFA_FORM_SLICED);
  if (engine_can(a->engine, ENGINE_LARGE_BLOCKS, NULL)) cfa_merge_branches(a->cfa, false, true);
  return !limits_stopped(&job->limits);
}

static char search(struct goal_worker *a, struct job *job) {
  struct stats stats = {0};
  search_open_other(&a->search, job, a->cfa, &stats);
  struct run_plan plan = {.engine = a->engine,
                          .solver = {.backend = job->request->options.solver, .caches = true},
                          .listener = {.context = a, .confirm = confirm}};
  struct run_outcome outcome = run_checked(&a->search, &plan);
  if (outcome.verdict == VERDICT_FALSE) return MESSAGE_INPUTS;
  return outcome.verdict == VERDICT_TRUE && !a->refused ? MESSAGE_INFEASIBLE : MESSAGE_NOTHING;
}

// All that is made here goes with the process.
static void work(void *context, struct channel *channel) {
  struct goal_search *p = context;
  struct job *job = p->trials->job;
  struct goal_worker a = {.goals = p, .engine = engine_find(p->origin), .channel = channel};
  double end = clock_now() + p->seconds * (1 + CHECK_SHARE);
  job_enter_child(job, &(struct job_child){.deadline = end, .emergency_report = end_silently});
  if (!trial_program_separate(p->trials->program)) _exit(1);
  char result = make_automaton(&a, job) ? search(&a, job) : MESSAGE_NOTHING;
  if (result != MESSAGE_INPUTS) channel_send(channel, result, "", 0);
  _exit(0);
}

// --- searches ------------------------------------------------------------------------------------------

void goal_search_init(struct goal_search *p, struct trials *trials, double seconds) {
  *p = (struct goal_search){.trials = trials, .seconds = seconds, .goal = UINT32_MAX, .open = UINT32_MAX};
  p->wanted = mem_zalloc(trials->suite.goals->list.size + 1, 1);
}

void goal_search_release(struct goal_search *p) {
  if (p->worker) worker_free(p->worker);
  mem_free(p->wanted);
}

static bool is_open(const struct suite *s, uint32_t goal) { return s->state[goal] == GOAL_OPEN; }

static uint32_t next_open(const struct suite *s, uint32_t from) {
  while (from < s->goals->list.size && !is_open(s, from)) from++;
  return from;
}

// Which goals the next search is for. False: none is open.
static bool choose(struct goal_search *p) {
  const struct suite *s = &p->trials->suite;
  uint32_t n = s->goals->list.size;
  if (s->errors_only) return !s->error_covered && !s->error_in_library && !s->error_infeasible;
  if (next_open(s, 0) == n) return false;
  if (p->goal != UINT32_MAX) p->goal = next_open(s, p->goal);
  for (uint32_t i = 0; i < n; i++)
    p->wanted[i] = is_open(s, i) && (p->goal == UINT32_MAX || p->goal >= n || i == p->goal);
  return true;
}

// All engines at all goals; then at each goal all engines; then again, with more time.
static void advance(struct goal_search *p) {
  const struct suite *s = &p->trials->suite;
  p->searches++;
  if (engine_with(ENGINE_SINGLE_GOALS, ++p->engine)) return;
  p->engine = 0;
  bool single = s->errors_only || suite_count(s, GOAL_OPEN) == 1;
  p->goal = p->goal == UINT32_MAX ? (single ? s->goals->list.size : 0) : p->goal + 1;
  if (p->goal < s->goals->list.size && next_open(s, p->goal) < s->goals->list.size) return;
  p->goal = UINT32_MAX;
  p->seconds *= 2;
  p->rounds++;
}

static void start(struct goal_search *p) {
  if (!choose(p)) {
    p->hopeless = true;
    return;
  }
  p->origin = engine_with(ENGINE_SINGLE_GOALS, p->engine)->name;
  p->until = clock_now() + p->seconds * (1 + CHECK_SHARE) + GRACE_SECONDS;
  p->worker = worker_start(&p->trials->job->limits, work, p);
  if (!p->worker) p->hopeless = true;
}

static void note_infeasible(struct goal_search *p) {
  struct suite *s = &p->trials->suite;
  if (s->errors_only) s->error_infeasible = true;
  if (s->errors_only) return;
  // A goal that was covered in the meantime: the automaton is wrong about the program, or what it does is undefined.
  for (uint32_t i = 0; i < s->goals->list.size; i++)
    if (p->wanted[i] && (s->state[i] == GOAL_COVERED || s->state[i] == GOAL_LIBRARY)) return;
  for (uint32_t i = 0; i < s->goals->list.size; i++)
    if (p->wanted[i]) s->state[i] = GOAL_INFEASIBLE;
}

static bool read_inputs(const struct text *message, struct trial_inputs *out) {
  uint32_t head[3];
  if (message->size < sizeof head) return false;
  memcpy(head, message->data, sizeof head);
  const char *at = message->data + sizeof head;
  size_t sequence = head[0] * sizeof *out->sequence.data, bytes = head[1] * sizeof *out->bytes.data;
  if (message->size != sizeof head + sequence + bytes) return false;
  vec_trial_input_resize(&out->sequence, head[0]);
  vec_trial_byte_resize(&out->bytes, head[1]);
  if (sequence) memcpy(out->sequence.data, at, sequence);
  if (bytes) memcpy(out->bytes.data, at + sequence, bytes);
  out->has_blocks = head[2];
  return true;
}

static void end_worker(struct goal_search *p) {
  worker_free(p->worker);
  p->worker = NULL;
}

bool goal_search_poll(struct goal_search *p, struct trial_inputs *found) {
  if (!p->worker && !p->hopeless) start(p);
  if (!p->worker) return false;
  struct text message = {0};
  char kind = worker_receive(p->worker, &message);
  bool got = kind == MESSAGE_INPUTS && read_inputs(&message, found);
  int status;
  text_release(&message);
  if (kind == MESSAGE_INFEASIBLE) note_infeasible(p);
  if (got) { // there may be more where this was: the same again, unless the last time was of no use
    uint32_t open = suite_count(&p->trials->suite, GOAL_OPEN);
    p->searches++;
    if (open == p->open) advance(p);
    p->open = open;
  } else if (kind || worker_has_ended(p->worker, &status) || clock_now() > p->until) {
    advance(p);
  } else {
    return false;
  }
  end_worker(p);
  return got;
}

void goal_search_wait(struct goal_search *p, double seconds) {
  if (p->worker) worker_wait(&p->trials->job->limits, 1, &p->worker, clock_now() + seconds);
}

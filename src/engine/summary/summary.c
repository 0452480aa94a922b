// See summary.h.
#include "engine/summary/summary.h"
#include "base/memory/alloc.h"
#include <inttypes.h>

struct summary_options {
#include "base/table/option_fields.h"
#include "engine/summary/options.def"
#include "base/table/option_end.h"
};

struct summary_statistics {
#define COUNTER(name, text) uint64_t name;
#include "engine/summary/statistics.def"
#undef COUNTER
};

static const struct option_entry entries[] = {
#define OPTIONS struct summary_options
#include "base/table/option_entries.h"
#include "engine/summary/options.def"
#include "base/table/option_end.h"
#undef OPTIONS
};
static const struct option_table options_table = OPTION_TABLE(entries, struct summary_options);

static const struct stats_entry stats_entries[] = {
#define COUNTER(name, text) {#name, text, false, offsetof(struct summary_statistics, name)},
#include "engine/summary/statistics.def"
#undef COUNTER
};
static const struct stats_table stats_table = STATS_TABLE(stats_entries, struct summary_statistics);

// Those that look at the automaton with summaries, in turns of so much effort each.
static const char *const inner_names[] = {"kind", "symexpa"};
enum { INNER = sizeof inner_names / sizeof *inner_names };
static const uint64_t turn = UINT64_C(1) << 18;

struct inner {
  const struct engine *engine;
  void *options, *statistics;
  void *running; // NULL: it has given up
  struct claim claim;
  uint64_t effort;
};

struct summary {
  struct run_setting setting;
  struct claim *claim;
  struct summary_options options;
  struct summary_statistics *statistics;
  struct vec_summary candidates; // that were not refuted
  bool cases; // those that tell cases apart are among them
  uint64_t effort; // of the rounds before
  // The round.
  bool is_open;
  struct summarised *summarised; // NULL: there is nothing to summarise, the engines look at the program itself
  struct vec_violation violations;
  struct facts *facts;
  struct run_setting inner_setting;
  struct inner inner[INNER];
};

// --- a round ---------------------------------------------------------------------------------------------------------

static void inner_open(struct summary *s, struct inner *in, const char *name) {
  struct error error = {0};
  in->engine = engine_find(name);
  in->options = mem_zalloc(1, in->engine->options ? in->engine->options->size : 1);
  in->statistics = mem_zalloc(1, in->engine->statistics ? in->engine->statistics->size : 1);
  if (in->engine->options) option_defaults(in->engine->options, in->options);
  claim_init(&in->claim);
  in->effort = 0;
  in->running = in->engine->open(&s->inner_setting, &in->claim, in->options, in->statistics, &error);
  error_release(&error);
}

static void inner_stop(struct inner *in) {
  if (in->running) in->engine->close(in->running);
  in->running = NULL;
}

static void inner_close(struct inner *in) {
  inner_stop(in);
  if (in->engine->options) option_release(in->engine->options, in->options);
  mem_free(in->options);
  mem_free(in->statistics);
  claim_release(&in->claim);
}

static void open_inner(struct summary *s) {
  for (uint32_t i = 0; i < INNER; i++) inner_open(s, &s->inner[i], inner_names[i]);
  s->statistics->rounds++;
  s->is_open = true;
}

static enum summarise which(const struct summary *s) { return (enum summarise)s->options.functions; }

static bool round_open(struct summary *s) {
  if (!s->statistics->functions) {
    s->inner_setting = s->setting;
    open_inner(s);
    return true;
  }
  struct summarised *made = mem_zalloc(1, sizeof *made);
  for (uint32_t i = 0; i < s->candidates.size; i++) vec_summary_push(&made->summaries, s->candidates.data[i]);
  vec_violation_clear(&s->violations);
  made->which = which(s);
  made->cfa = cfa_summarise(s->setting.cfa, made->which, &made->summaries, &s->violations);
  if (!made->cfa) {
    summarised_free(made);
    return false;
  }
  made->program = program_new(made->cfa, s->setting.limits, s->setting.stats);
  s->summarised = made;
  s->facts = facts_new(made->cfa, made->program, s->setting.limits, s->setting.seed);
  s->inner_setting = s->setting;
  s->inner_setting.cfa = made->cfa;
  s->inner_setting.program = made->program;
  s->inner_setting.facts = s->facts;
  s->inner_setting.reached = NULL;
  s->inner_setting.listener.confirm = NULL; // of this automaton no error is one of the program
  s->inner_setting.listener.asks = NULL;
  open_inner(s);
  return true;
}

// What the engines were, but not the automaton.
static void close_inner(struct summary *s) {
  for (uint32_t i = 0; i < INNER; i++) {
    s->effort += s->inner[i].effort;
    inner_close(&s->inner[i]);
  }
  if (s->facts) facts_free(s->facts);
  s->facts = NULL;
  s->is_open = false;
}

static void round_close(struct summary *s) {
  if (!s->is_open) return;
  close_inner(s);
  if (s->summarised) summarised_free(s->summarised);
  s->summarised = NULL;
}

// --- what an engine claims -------------------------------------------------------------------------------------------

static bool conclude(struct summary *s, enum reason reason, const char *detail) {
  s->claim->verdict = VERDICT_UNKNOWN;
  s->claim->reason = reason;
  s->claim->detail = detail;
  return true;
}

// The certificate goes over to the claim, with the automaton that it is about.
static bool proved(struct summary *s, struct inner *in) {
  inner_stop(in);
  struct certificate certificate = in->claim.certificate;
  certificate_init(&in->claim.certificate);
  certificate.summarised = s->summarised;
  certificate_release(&s->claim->certificate);
  s->claim->certificate = certificate;
  s->claim->verdict = VERDICT_TRUE;
  s->claim->reason = REASON_NONE;
  // Which locations of the program are reached is not known: no warning says that one is not.
  for (uint32_t i = 0; s->setting.reached && i < s->setting.cfa->locations.size; i++) s->setting.reached[i] = 1;
  close_inner(s);
  s->summarised = NULL;
  return true;
}

// Nothing was summarised: what an engine claims of the program is what is claimed.
static bool pass_on(struct summary *s, struct inner *in) {
  inner_stop(in);
  claim_release(s->claim);
  *s->claim = in->claim;
  claim_init(&in->claim);
  return true;
}

// The formula in the state; nothing is put in for variables that it does not have any more.
static struct term value_of(const struct cfa *cfa, struct state *state, struct term formula) {
  uint32_t n;
  const uint32_t *vars = term_free_vars(cfa->tm, formula, &n);
  struct vec_term from = {0}, to = {0};
  for (uint32_t i = 0; i < n; i++) {
    uint32_t var = cfa_var_of(cfa, (struct term){vars[i]});
    if (var == CFA_NONE) continue;
    vec_term_push(&from, (struct term){vars[i]});
    vec_term_push(&to, state_value(state, var));
  }
  struct term value = term_substitute(cfa->tm, formula, from.size, from.data, to.data);
  vec_term_release(&from);
  vec_term_release(&to);
  return value;
}

static const struct cfa_violation *violation_at(const struct summary *s, struct location location) {
  uint32_t number = cfa_location(s->summarised->cfa, location)->number;
  for (uint32_t i = 0; i < s->violations.size; i++)
    if (s->violations.data[i].number == number) return &s->violations.data[i];
  return NULL;
}

static uint32_t function_of(const struct summary *s, const struct cfa_violation *v) {
  return s->candidates.data[v->summary].function;
}

// The path to the error ends where a function does: what of its summaries is false there is refuted, too. Those of one
// function in one copy stand together, in order.
static void refute(struct summary *s, const struct inner *in, const struct cfa_violation *at, bool *refuted) {
  struct cfa *cfa = s->summarised->cfa;
  struct state *last = NULL;
  refuted[at->summary] = true;
  state_replay(s->summarised->program, in->claim.inputs.size, in->claim.inputs.data, UINT64_MAX, NULL, NULL, &last);
  if (!last) return;
  uint32_t function = function_of(s, at);
  const struct cfa_violation *begin = s->violations.data, *end = begin + s->violations.size;
  while (at > begin && function_of(s, at - 1) == function && at[-1].summary < at->summary) at--;
  if (location_same(state_location(last), in->claim.error_location))
    for (const struct cfa_violation *v = at; v < end && function_of(s, v) == function && v->summary >= at->summary; v++)
      if (term_is_false(cfa->tm, value_of(cfa, last, v->formula))) refuted[v->summary] = true;
  state_free(last);
}

// Of all functions, at most as many as there may be.
static void add_candidates(struct summary *s, bool cases) {
  struct vec_u32 functions = {0};
  cfa_summarisable(s->setting.cfa, which(s), &functions);
  uint32_t before = s->candidates.size;
  for (uint32_t i = 0; i < functions.size; i++) {
    summary_candidates(s->setting.cfa, functions.data[i], cases, &s->candidates);
    if (which(s) == SUMMARISE_ALL && !cases) summary_assumptions(s->setting.cfa, functions.data[i], &s->candidates);
  }
  if (s->candidates.size > (uint64_t)s->options.summaries) s->candidates.size = (uint32_t)s->options.summaries;
  s->cases = cases;
  s->statistics->functions = functions.size;
  s->statistics->candidates += s->candidates.size - before;
  vec_u32_release(&functions);
}

// An error of the automaton with summaries says nothing about the program.
static enum reason too_weak(const struct summary *s) {
  return which(s) == SUMMARISE_RECURSIVE ? REASON_RECURSION : REASON_UNCONFIRMED;
}

// True: the claim stands.
static bool take_error(struct summary *s, struct inner *in) {
  const struct cfa_violation *at = violation_at(s, in->claim.error_location);
  if (!at && !s->cases) { // more may be enough
    round_close(s);
    add_candidates(s, true);
    return false;
  }
  if (!at) return conclude(s, too_weak(s), "no summaries of its functions were found that exclude the errors");
  bool *refuted = mem_zalloc(s->candidates.size + 1, sizeof *refuted);
  refute(s, in, at, refuted);
  round_close(s);
  uint32_t left = 0;
  for (uint32_t i = 0; i < s->candidates.size; i++)
    if (!refuted[i]) s->candidates.data[left++] = s->candidates.data[i];
  s->statistics->refuted += s->candidates.size - left;
  s->candidates.size = left;
  mem_free(refuted);
  return false;
}

// --- the engine ----------------------------------------------------------------------------------------------------

static void *open(const struct run_setting *setting, struct claim *claim, const void *options, void *statistics,
                  struct error *error) {
  (void)error;
  struct summary *s = mem_zalloc(1, sizeof *s);
  s->setting = *setting;
  s->claim = claim;
  s->options = *(const struct summary_options *)options;
  s->statistics = statistics;
  add_candidates(s, false);
  conclude(s, REASON_TIMEOUT, NULL); // for the time being
  return s;
}

// Who has worked least goes on.
static struct inner *next_inner(struct summary *s) {
  struct inner *next = NULL;
  for (uint32_t i = 0; i < INNER; i++) {
    struct inner *in = &s->inner[i];
    if (in->running && (!next || in->effort < next->effort)) next = in;
  }
  return next;
}

static uint64_t effort_of(const struct inner *in) {
  struct engine_view view = {0};
  in->engine->view(in->running, &view);
  uint64_t effort = view.effort;
  engine_view_release(&view);
  return effort;
}

static bool is_last(const struct summary *s, const struct inner *in) {
  for (uint32_t i = 0; i < INNER; i++)
    if (&s->inner[i] != in && s->inner[i].running) return false;
  return true;
}

// A turn of one engine. True: the claim stands.
static bool take_turn(struct summary *s, const struct slice *slice) {
  if (!s->is_open && !round_open(s))
    return conclude(s, REASON_INTERNAL, "the automaton with summaries could not be made");
  struct inner *in = next_inner(s);
  if (!in) return conclude(s, too_weak(s), "with summaries of its functions it was not decided, either");
  struct slice own = {.effort = turn, .solver_seconds = slice->solver_seconds, .cpu_seconds = slice->cpu_seconds};
  bool done = in->engine->advance(in->running, &own);
  uint64_t effort = effort_of(in);
  in->effort = effort > in->effort ? effort : in->effort + 1;
  if (!done) return false;
  if (!s->summarised && (in->claim.verdict != VERDICT_UNKNOWN || is_last(s, in))) return pass_on(s, in);
  if (in->claim.verdict == VERDICT_TRUE) return proved(s, in);
  if (in->claim.verdict == VERDICT_FALSE) return take_error(s, in);
  inner_stop(in);
  return false;
}

static uint64_t effort_so_far(const struct summary *s) {
  uint64_t effort = s->effort;
  for (uint32_t i = 0; s->is_open && i < INNER; i++) effort += s->inner[i].effort;
  return effort;
}

static bool advance(void *engine, const struct slice *slice) {
  struct summary *s = engine;
  uint64_t before = effort_so_far(s);
  do {
    if (limits_stopped(s->setting.limits)) return conclude(s, limits_reason(s->setting.limits), NULL);
    if (take_turn(s, slice)) return true;
  } while ((!slice->effort && !(slice->cpu_seconds > 0) && !(slice->solver_seconds > 0)) ||
           (slice->effort && effort_so_far(s) - before < slice->effort));
  return false;
}

static void view(const void *engine, struct engine_view *view) {
  const struct summary *s = engine;
  view->effort = effort_so_far(s);
  view->progress = s->statistics->refuted;
  view->at = LOCATION_NONE;
  if (!s->statistics->functions) {
    text_printf(&view->doing, "no %sfunction is there to summarise: the program was given to kind and symexpa",
                which(s) == SUMMARISE_RECURSIVE ? "recursive " : "");
    return;
  }
  text_printf(&view->doing, "%" PRIu64 " of %" PRIu64 " candidates for summaries refuted", s->statistics->refuted,
              s->statistics->candidates);
}

static void close(void *engine) {
  struct summary *s = engine;
  if (!limits_want_release(s->setting.limits)) return;
  round_close(s);
  vec_summary_release(&s->candidates);
  vec_violation_release(&s->violations);
  mem_free(s);
}

const struct engine engine_summary = {
    .name = "summary",
    .summary = "recursive functions by summaries (Houdini), recursion as a loop; proves only",
    .options = &options_table,
    .statistics = &stats_table,
    .open = open,
    .advance = advance,
    .view = view,
    .close = close,
};

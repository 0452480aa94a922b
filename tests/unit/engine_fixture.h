// An engine on an automaton: opened with its options, run, looked at. Asserts are cmocka's.
#ifndef CLEW_ENGINE_FIXTURE_H
#define CLEW_ENGINE_FIXTURE_H
#include "engine/engine.h"
#include "check/check.h"

struct engine_run {
  const struct engine *engine;
  struct run_setting setting; // may be changed until it is opened
  void *options, *statistics; // blocks of the engine's tables
  void *running;
  struct claim claim;
};

static inline void engine_run_init(struct engine_run *r, const char *name, struct cfa *cfa, struct program *program,
                                   struct limits *limits, struct stats *stats) {
  *r = (struct engine_run){.engine = engine_find(name)};
  assert_non_null(r->engine);
  r->setting = (struct run_setting){.cfa = cfa,
                                    .program = program,
                                    .limits = limits,
                                    .stats = stats,
                                    .solver = {.backend = "native", .caches = true},
                                    .seed = 1,
                                    .facts = facts_new(cfa, program, limits, 1)};
  r->options = mem_zalloc(1, r->engine->options ? r->engine->options->size : 1);
  r->statistics = mem_zalloc(1, r->engine->statistics ? r->engine->statistics->size : 1);
  if (r->engine->options) option_defaults(r->engine->options, r->options);
  claim_init(&r->claim);
}

// As on the command line.
static inline void engine_run_option(struct engine_run *r, const char *name, const char *value) {
  struct error error = {0};
  const char *attached;
  const struct option_entry *entry = option_find(r->engine->options, name, &attached);
  assert_non_null(entry);
  if (!option_set(entry, r->options, value, &error)) fail_msg("%s", error.message);
}

static inline void engine_run_open(struct engine_run *r) {
  struct error error = {0};
  r->running = r->engine->open(&r->setting, &r->claim, r->options, r->statistics, &error);
  if (!r->running) fail_msg("%s", error.message);
}

// To the end; opens it where it is not open yet.
static inline enum verdict engine_run_go(struct engine_run *r) {
  if (!r->running) engine_run_open(r);
  while (!r->engine->advance(r->running, &(struct slice){0})) continue;
  r->engine->close(r->running);
  r->running = NULL;
  return r->claim.verdict;
}

// Is the certificate of TRUE right?
static inline bool engine_run_proves(struct engine_run *r, const char **message) {
  return certificate_check(r->setting.cfa, r->setting.limits, r->setting.stats, &r->claim.certificate, false, NULL,
                           message);
}

static inline void engine_run_release(struct engine_run *r) {
  claim_release(&r->claim);
  facts_free(r->setting.facts);
  if (r->engine->options) option_release(r->engine->options, r->options);
  mem_free(r->options);
  mem_free(r->statistics);
}

#endif

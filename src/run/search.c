// See search.h.
#include "run/search.h"
#include "base/memory/alloc.h"

void search_open_other(struct search *search, struct job *job, struct cfa *cfa, struct stats *stats) {
  uint64_t seed = (uint64_t)job->request->options.seed;
  *search = (struct search){.cfa = cfa, .limits = &job->limits, .stats = stats, .seed = seed};
  search->program = program_new(cfa, &job->limits, stats);
  search->facts = facts_new(cfa, search->program, &job->limits, seed);
  search->reached = mem_zalloc(cfa->locations.size + 1, 1);
}

void search_open(struct search *search, struct job *job) {
  search_open_other(search, job, job->program.cfa, &job->stats);
}

void search_close(struct search *search) {
  if (search->facts) facts_free(search->facts);
  if (search->program) program_free(search->program);
  mem_free(search->reached);
  *search = (struct search){0};
}

struct run_setting search_setting(const struct search *search, struct solver_config solver,
                                  struct run_listener listener) {
  return (struct run_setting){.cfa = search->cfa,
                              .program = search->program,
                              .limits = search->limits,
                              .stats = search->stats,
                              .solver = solver,
                              .seed = search->seed,
                              .facts = search->facts,
                              .listener = listener,
                              .reached = search->reached};
}

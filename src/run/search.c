// See search.h.
#include "run/search.h"
#include "base/memory/alloc.h"
#include "native/served/served.h"

// See struct run_native.
static struct served_program *serve_program(void *context, struct vec_string *words, struct text *message) {
  struct job *job = context;
  struct text file = {0};
  struct error error = {0};
  struct front_traced traced;
  text_printf(&file, "%s/served.bc", job->temp.path);
  struct replay_options options = job_replay(job);
  options.temp_dir = job->temp.path;
  options.bitcode = cfa_string(job->program.cfa, text_cstr(&file));
  options.stats = &job->stats;
  struct served_program *served = NULL;
  if (front_write_traced(&job->program.front, options.bitcode, &traced, &error))
    served = served_program_new(job->program.cfa, &job->limits, &options, traced.edges, traced.has_state, message);
  else text_add(message, error.status ? error.message : "there is no program to run");
  if (served) *words = traced.words;
  else vec_string_release(&traced.words);
  error_release(&error);
  text_release(&file);
  return served;
}

void search_open_other(struct search *search, struct job *job, struct cfa *cfa, struct stats *stats) {
  uint64_t seed = (uint64_t)job->request->options.seed;
  *search = (struct search){.cfa = cfa, .limits = &job->limits, .stats = stats, .seed = seed};
  search->program = program_new(cfa, &job->limits, stats);
  search->facts = facts_new(cfa, search->program, &job->limits, seed);
  search->reached = mem_zalloc(cfa->locations.size + 1, 1);
}

void search_open(struct search *search, struct job *job) {
  search_open_other(search, job, job->program.cfa, &job->stats);
  search->job = job;
}

void search_close(struct search *search) {
  if (search->facts) facts_free(search->facts);
  if (search->program) program_free(search->program);
  mem_free(search->reached);
  *search = (struct search){0};
}

struct run_setting search_setting(const struct search *search, struct solver_config solver,
                                  struct run_listener listener) {
  bool is_program = search->job && search->job->request->kind != INPUT_FILE_CFA;
  return (struct run_setting){.cfa = search->cfa,
                              .program = search->program,
                              .limits = search->limits,
                              .stats = search->stats,
                              .solver = solver,
                              .seed = search->seed,
                              .facts = search->facts,
                              .listener = listener,
                              .native = {search->job, is_program ? serve_program : NULL},
                              .reached = search->reached};
}

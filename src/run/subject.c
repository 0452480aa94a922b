// See subject.h and job.h.
#include "run/subject.h"
#include "base/file/input.h"
#include "base/memory/alloc.h"
#include "cfa/pass/pipeline.h"
#include "run/request/files.h"

static properties checked_here(const struct job *job) {
  return job->program.checked_here ? job->program.checked_here : job->program.checked;
}

struct front_options job_front_options(const struct job *job) {
  struct front_options options = request_front_options(job->request);
  options.checked = checked_here(job);
  options.silent = job->hooks.before; // it compiles a copy, whose warnings mean nothing to the user
  options.temp_dir = job->temp.path;
  return options;
}

struct replay_options job_replay(const struct job *job) {
  struct replay_options options = request_replay(job->request);
  options.checked = checked_here(job);
  return options;
}

static void add_words(struct text *out, properties set) {
  const char *next = "";
  for (uint32_t i = 0; i < property_count; i++) {
    if (!(set >> i & 1)) continue;
    text_printf(out, "%s%s", next, property_table[i].name);
    next = ", ";
  }
}

// Of an automaton file: it has the checks that were put into it, and no others can be asked for. Errors of
// other properties end the path.
static bool choose_checks(struct job *job, struct error *error) {
  struct cfa *cfa = job->program.cfa;
  properties *checked = &job->program.checked;
  if (!job->request->options.property && !job->request->options.check_given) *checked = cfa->checked;
  properties missing = *checked & ~cfa->checked;
  if (missing) {
    struct text text = {0};
    add_words(&text, missing);
    text_add(&text, "; it has those of ");
    add_words(&text, cfa->checked);
    error_set(error, EXIT_DATA, "%s: the automaton has no checks of %s; `clew cfa --check …` puts checks into it",
              job->request->options.files.data[0], text_cstr(&text));
    text_release(&text);
    return false;
  }
  for (uint32_t i = 0; i < cfa->locations.size; i++) {
    struct cfa_location *l = &cfa->locations.data[i];
    if (l->kind == LOC_ERROR && !(*checked >> l->property & 1)) l->kind = LOC_STOP;
  }
  cfa->checked = *checked;
  return true;
}

bool subject_load(struct job *job, struct error *error) {
  const struct options *options = &job->request->options;
  double before = clock_now();
  bool good;
  if (job->request->kind == INPUT_FILE_CFA) {
    struct text content = {0};
    const char *file = options->files.data[0];
    good = input_read(file, &content, error) &&
           cfa_read(job->program.tm, file, text_cstr(&content), &job->program.cfa, error);
    text_release(&content);
    good = good && choose_checks(job, error);
  } else {
    struct front_options front = job_front_options(job);
    good = front_run(job->program.tm, &job->limits, &front, &job->program.front, error);
    job->program.cfa = job->program.front.cfa;
  }
  job->stats.time_front = clock_now() - before;
  if (limits_stopped(&job->limits)) {
    // What failed, failed because the run was stopped.
    error_release(error);
    return false;
  }
  if (!good) outputs_keep_sources(&job->emptied);
  if (!good && !error->status) error_set(error, EXIT_DATA, "the program could not be read");
  // What was noticed before may be why: a file whose bitcode is not there has the function that is missing.
  for (uint32_t i = 0; !good && i < job->program.front.warnings.size; i++) {
    struct text text = {0};
    text_printf(&text, "warning: %s", job->program.front.warnings.data[i]);
    job_complain(job, text_cstr(&text));
    text_release(&text);
  }
  return good && outputs_check_sources(options, job->program.cfa, &job->program.front.sources, &job->emptied, error);
}

enum cfa_form job_form(const struct job *job) {
  const struct options *options = &job->request->options;
  return options->no_compress ? CFA_FORM_RAW : options->no_slice ? CFA_FORM_COMPRESSED : CFA_FORM_SLICED;
}

void job_merge(struct job *job, bool tests) {
  if (job->program.merged) return;
  double before = clock_now();
  cfa_merge_branches(job->program.cfa, tests, !job->request->options.no_slice);
  job->program.merged = true;
  job->program.united = tests;
  job->stats.time_cfa += clock_now() - before;
}

// A place of the whole program, in the automaton with a part of its checks.
static struct source_place place_here(struct job *job, const struct cfa *whole, struct source_place place) {
  if (place.line) place.file = cfa_add_file(job->program.cfa, whole->files.data[place.file]);
  return place;
}

// The checks and assumptions of the whole program that are not in the automaton at hand.
static void add_others(struct job *job, const struct subject *whole) {
  cfa_find_assertions(job->program.cfa, &job->program.assertions);
  for (uint32_t i = 0; i < whole->assertions.size; i++) {
    struct assertion a = whole->assertions.data[i];
    if (job->program.checked_here >> a.property & 1) continue;
    a.place = place_here(job, whole->cfa, a.place);
    a.error = a.site = NUMBER_NONE;
    a.disabled = true;
    vec_assertion_push(&job->program.assertions, a);
  }
  for (uint32_t i = 0; i < whole->cfa->assumptions.size; i++) {
    const struct cfa_assumption *a = &whole->cfa->assumptions.data[i];
    cfa_add_assumption(job->program.cfa, a->kind, a->text, place_here(job, whole->cfa, a->place));
  }
}

// Both programs have files of their own: the part has a folder.
static bool load_apart(struct job *job, struct error *error) {
  struct temp temp = job->temp;
  bool good = job_enter_folder(job, "part");
  if (!good) error_set(error, EXIT_INTERNAL, "%s/part: cannot be made", temp.path);
  good = good && subject_load(job, error);
  job->temp = temp;
  return good && !limits_stopped(&job->limits);
}

bool job_read_part(struct job *job, properties checked, struct subject *whole, struct error *error) {
  *whole = job->program;
  job->program = (struct subject){.tm = terms_new(),
                                  .checked = whole->checked,
                                  .checked_here = checked,
                                  .n_errors = whole->n_errors,
                                  .text_decides = whole->text_decides,
                                  .united = whole->united};
  if (load_apart(job, error)) {
    add_others(job, whole);
    return true;
  }
  subject_release(&job->program);
  job->program = *whole;
  *whole = (struct subject){0};
  return false;
}

bool job_reduce(struct job *job, struct error *error) {
  const struct options *options = &job->request->options;
  double before = clock_now();
  enum cfa_form form = job_form(job);
  if (form == CFA_FORM_SLICED && limits_stopped(&job->limits)) form = CFA_FORM_COMPRESSED;
  cfa_pipeline(job->program.cfa, &job->program.assertions, form);
  job->stats.time_cfa = clock_now() - before;
  if ((options->merge || job->program.united) && !limits_stopped(&job->limits)) job_merge(job, job->program.united);
#ifdef CLEW_DEBUG
  if (!cfa_check(job->program.cfa, error)) {
    error->status = EXIT_INTERNAL;
    return false;
  }
#else
  (void)error;
#endif
  return !limits_stopped(&job->limits);
}

void subject_release(struct subject *program) {
  vec_assertion_release(&program->assertions);
  if (program->cfa) cfa_free(program->cfa);
  front_result_release(&program->front);
  if (program->tm) terms_free(program->tm);
}

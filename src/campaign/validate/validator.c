// See validator.h.
#include "campaign/validate/validator.h"
#include "base/memory/alloc.h"
#include <ctype.h>
#include <inttypes.h>

void validator_say_place(struct validator *v, const struct yaml *node) {
  text_printf(&v->why, "%s:%" PRIu32 ":%" PRIu32 ": ", v->witness.name, node->line, node->column);
}

void validator_refuse(struct validator *v) {
  v->verifier.result.check = CHECK_NONE;
  result_refuse(&v->verifier.result, REASON_WITNESS, text_cstr(&v->why));
}

// Refuses a witness with parts that clew cannot check. False: it has none.
static bool refuse_unsupported(struct validator *v) {
  const char *unsupported = v->witness.unsupported ? v->witness.unsupported : v->inst.unsupported;
  if (!unsupported) return false;
  const struct yaml *node = v->witness.unsupported   ? v->witness.unsupported_node
                            : v->witness.points.size ? v->witness.points.data[v->inst.unsupported_point].node
                                                     : v->witness.about.data[0].specification;
  validator_say_place(v, node);
  text_printf(&v->why, "%s cannot be checked", unsupported);
  validator_refuse(v);
  v->verifier.result.reason = REASON_UNSUPPORTED;
  return true;
}

// Reads the witness and finds its places. False: the result is there, or an error.
static bool prepare(struct validator *v, struct error *error) {
  struct job *job = v->job;
  if (job->request->kind != INPUT_FILE_C) {
    error_set(error, EXIT_USAGE, "%s: a witness is about C files", job->request->certificate);
    return false;
  }
  if (!witness_read(&v->witness, job->request->certificate, error) ||
      !places_init(&v->places, v->originals.size, v->originals.data, error))
    return false;
  if (!validator_same_task(v, error)) {
    if (!error->status) validator_refuse(v);
    return false;
  }
  if (v->mode == VALIDATE_EVALUATION) // what is undefined in C, instead of what is asked; other errors end paths
    job->program.checked = property_with(TRAIT_EVALUATION);
  if (!v->witness.unsupported &&
      !instrument_init(&v->inst, &v->witness, &v->places, job->program.checked, v->mode == VALIDATE_STRICTLY, error))
    return false;
  return !refuse_unsupported(v);
}

// An expression without names needs no code.
static void note_constants(struct validator *v) {
  for (uint32_t i = 0; i < v->witness.points.size; i++) {
    const char *value = v->witness.points.data[i].value;
    for (; value && *value && !isalpha((unsigned char)*value) && *value != '_'; value++) continue;
    if (!value || !*value) v->coded[i] = true;
  }
}

// The instrumented program is read. False: the result is there, or an error.
static bool load(struct validator *v, struct error *error) {
  struct job *job = v->job;
  if (job->program.checked & PROPERTY_SET(UNREACH)) vec_word_push(&v->request.error_functions, INSTRUMENT_FAILS);
  job->hooks = (struct job_hooks){.before = validator_write_copies, .after = validator_adapt, .context = v};
  v->coded = mem_zalloc(v->witness.points.size + 1, sizeof *v->coded);
  bool good = job_load(job, error);
  vec_string_clear(&job->program.front.uncalled); // the witness's own error function need not be called
  note_constants(v);
  if (good &&
      !validator_all_seen(v, v->coded, "no code is made of it: control never gets there, or it is always true")) {
    validator_refuse(v);
    return false;
  }
  if (good) return true;
  v->request.options.files = v->originals;
  if (!error->status && refuse_unsupported(v)) return false;
  if (!error->status && v->why.size) validator_refuse(v);
  else if (!error->status) v->verifier.result.reason = limits_reason(&job->limits);
  else if (error->status == EXIT_DATA && v->judged) validator_explain(v, error);
  return false;
}

static void copy_words(const struct vec_word *from, struct vec_word *to) {
  *to = (struct vec_word){0};
  for (uint32_t i = 0; i < from->size; i++) vec_word_push(to, from->data[i]);
}

// The request, with lists of its own.
static void copy_request(struct validator *v, double seconds) {
  const struct request *asked = v->asked;
  v->request = *asked;
  v->request.options.timeout = seconds;
  copy_words(&asked->flags, &v->request.flags);
  copy_words(&asked->error_functions, &v->request.error_functions);
  v->request.database.given = (struct vec_unit_of_file){0};
  for (uint32_t i = 0; i < asked->database.given.size; i++)
    vec_unit_of_file_push(&v->request.database.given, asked->database.given.data[i]);
  v->job->request = &v->request;
}

static void release_request(struct validator *v) {
  v->job->request = v->asked;
  vec_word_release(&v->request.flags);
  vec_word_release(&v->request.error_functions);
  vec_unit_of_file_release(&v->request.database.given);
}

struct validator *validator_new(struct job *job, enum validation_mode mode, double seconds) {
  struct validator *v = mem_zalloc(1, sizeof *v);
  v->job = job;
  v->asked = job->request;
  v->originals = job->request->options.files;
  v->mode = mode;
  copy_request(v, seconds);
  verifier_init(&v->verifier, job);
  arena_init(&v->arena);
  return v;
}

bool validator_open(struct validator *v, struct error *error) {
  v->job->limits.started = clock_now();
  return prepare(v, error) && load(v, error);
}

void validator_free(struct validator *v) {
  if (!v) return;
  verifier_release(&v->verifier);
  vec_word_release(&v->copies);
  instrument_release(&v->inst);
  places_release(&v->places);
  witness_release(&v->witness);
  map_u32_release(&v->point_of);
  mem_free(v->coded);
  arena_release(&v->arena);
  text_release(&v->why);
  release_request(v);
  mem_free(v);
}

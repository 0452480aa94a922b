// See result.h.
#include "run/result.h"
#include "base/memory/alloc.h"
#include "state/state.h"
#include "state/unfold.h"
#include "term/quantified.h"
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#define VERSION 1

void result_init(struct result *r) {
  *r = (struct result){0};
  claim_init(&r->claim);
}

void result_release(struct result *r) {
  text_release(&r->explanation);
  text_release(&r->check_message);
  vec_invariant_release(&r->invariants);
  claim_release(&r->claim);
  if (r->unfold) unfold_free(r->unfold);
  vec_string_release(&r->invented);
  mem_free(r->reached);
  if (r->was_read) mem_free(r->statistics);
  report_timeline_release(&r->timeline);
  text_release(&r->precision);
  text_release(&r->witness);
}

void result_refuse(struct result *r, enum reason reason, const char *detail) {
  r->verdict = VERDICT_UNKNOWN;
  r->reason = reason;
  r->detail = detail;
}

struct certificate_header result_certificate(const struct result *r, struct job *job) {
  return (struct certificate_header){
      .bits = request_bits(job->request),
      .sliced = job_form(job) == CFA_FORM_SLICED,
      .raw = job_form(job) == CFA_FORM_RAW,
      .merged = job->program.merged && !job->program.united,
      .united = job->program.united,
      .partial = r->verdict != VERDICT_TRUE,
      .entry = (char *)request_entry(job->request),
      .program = certificate_program(job->program.cfa),
  };
}

// --- writing ---------------------------------------------------------------------------------------------------------

static void set(json_t *object, const char *key, json_t *value) { json_object_set_new(object, key, value); }
static void push(json_t *array, json_t *value) { json_array_append_new(array, value); }
static json_t *whole(uint64_t n) { return json_integer((json_int_t)n); }

static json_t *json_of_text(const struct text *text) {
  return text->size ? json_value_text(text_cstr(text)) : json_null();
}

static json_t *json_of_term(struct terms *tm, struct term t) {
  if (term_none(t)) return json_null();
  struct text text = {0};
  term_print_smt(tm, t, &text);
  json_t *value = json_value_text(text_cstr(&text));
  text_release(&text);
  return value;
}

static void add_statistic(void *context, const struct stats_entry *entry, double value) {
  set(context, entry->name, entry->is_timer ? json_real(value) : whole((uint64_t)value));
}

static json_t *json_of_statistics(const struct stats_table *table, const void *block) {
  json_t *object = json_object();
  if (block) stats_each(table, block, add_statistic, object);
  return object;
}

// Where inputs are: their edge and their number there.
struct input_place {
  const struct cfa_input *input;
  uint32_t edge, number;
};

static int by_address(const void *a, const void *b) {
  const struct input_place *p = a, *q = b;
  return p->input < q->input ? -1 : p->input > q->input;
}

static struct input_place *find_places(const struct cfa *cfa, size_t *n) {
  *n = 0;
  for (uint32_t i = 0; i < cfa->edges.size; i++) *n += cfa->edges.data[i].inputs.size;
  struct input_place *places = mem_alloc((*n + 1) * sizeof *places), *at = places;
  for (uint32_t i = 0; i < cfa->edges.size; i++)
    for (uint32_t k = 0; k < cfa->edges.data[i].inputs.size; k++)
      *at++ = (struct input_place){&cfa->edges.data[i].inputs.data[k], i, k};
  qsort(places, *n, sizeof *places, by_address);
  return places;
}

// [edge, number, value], and of stack memory that is used again [null, its variable, value, steps, depth].
static json_t *json_of_inputs(struct cfa *cfa, const struct vec_input_value *inputs) {
  json_t *array = json_array();
  size_t n;
  struct input_place *places = find_places(cfa, &n);
  for (uint32_t i = 0; i < inputs->size; i++) {
    const struct input_value *v = &inputs->data[i];
    struct input_place key = {.input = v->input};
    const struct input_place *place = n ? bsearch(&key, places, n, sizeof key, by_address) : NULL;
    json_t *value = json_array();
    push(value, place ? whole(place->edge) : json_null());
    push(value, whole(place ? place->number : cfa_var_of(cfa, v->input->term)));
    push(value, json_of_term(cfa->tm, v->value));
    if (!place) push(value, whole(v->left.steps));
    if (!place) push(value, whole(v->left.depth));
    push(array, value);
  }
  mem_free(places);
  return array;
}

static json_t *json_of_invariants(struct cfa *cfa, const struct vec_invariant *invariants) {
  json_t *array = json_array();
  for (uint32_t i = 0; i < invariants->size; i++) {
    const struct invariant *v = &invariants->data[i];
    json_t *value = json_array();
    push(value, whole(v->location.id));
    push(value, json_of_term(cfa->tm, v->formula));
    push(value, whole(v->states));
    push(array, value);
  }
  return array;
}

static json_t *json_of_strings(const struct vec_string *list) {
  json_t *array = json_array();
  for (uint32_t i = 0; i < list->size; i++) push(array, json_value_text(list->data[i]));
  return array;
}

static json_t *json_of_reached(const struct cfa *cfa, const unsigned char *reached) {
  if (!reached) return json_null();
  char *digits = mem_alloc(cfa->locations.size + 1);
  for (uint32_t i = 0; i < cfa->locations.size; i++) digits[i] = reached[i] ? '1' : '0';
  json_t *value = json_stringn(digits, cfa->locations.size);
  mem_free(digits);
  return value;
}

static json_t *json_of_certificate(const struct result *r, struct job *job) {
  const struct options *options = &job->request->options;
  if (!(options->certificate || options->report) || certificate_is_empty(&r->claim.certificate)) return json_null();
  struct certificate_header header = result_certificate(r, job);
  struct text text = {0};
  certificate_write(&header, job->program.cfa, &r->claim.certificate, &text);
  json_t *value = json_of_text(&text);
  text_release(&text);
  return value;
}

static json_t *json_of_timeline(const struct report_timeline *timeline) {
  struct text text = {0};
  report_timeline_write(timeline, &text);
  json_t *value = json_loads(text_cstr(&text), 0, NULL);
  text_release(&text);
  return value;
}

static void note_memory(struct job *job) {
  struct rusage usage;
  if (getrusage(RUSAGE_SELF, &usage) == 0) job->stats.memory_peak = (uint64_t)usage.ru_maxrss;
  job->stats.terms = terms_count(job->program.tm);
}

static void add_head(const struct result *r, struct job *job, json_t *root) {
  const struct cfa *cfa = job->program.cfa;
  set(root, "version", json_integer(VERSION));
  set(root, "verdict", json_integer(r->verdict));
  set(root, "merged", json_boolean(job->program.merged));
  set(root, "united", json_boolean(job->program.united));
  set(root, "locations", whole(cfa->locations.size));
  set(root, "edges", whole(cfa->edges.size));
}

void result_write(const struct result *r, struct job *job, struct text *out) {
  struct cfa *cfa = job->program.cfa;
  json_t *root = json_object();
  note_memory(job);
  add_head(r, job, root);
  set(root, "reason", json_string(reason_name(r->reason)));
  set(root, "detail", json_value_text(r->detail));
  set(root, "check", json_integer(r->check));
  set(root, "check_message", json_of_text(&r->check_message));
  set(root, "inexact", json_value_text(r->claim.inexact));
  set(root, "error", location_none(r->claim.error_location) ? json_null() : whole(r->claim.error_location.id));
  set(root, "inputs", json_of_inputs(cfa, &r->claim.inputs));
  set(root, "invariants", json_of_invariants(cfa, &r->invariants));
  set(root, "invented", json_of_strings(&r->invented));
  set(root, "reached", json_of_reached(cfa, r->reached));
  set(root, "certificate", json_of_certificate(r, job));
  set(root, "precision", json_of_text(&r->precision));
  set(root, "engine", json_value_text(r->engine ? r->engine->name : NULL));
  set(root, "engine_statistics", json_of_statistics(r->engine ? r->engine->statistics : NULL, r->statistics));
  set(root, "statistics", json_of_statistics(&stats_of_run, &job->stats));
  set(root, "certificate_statistics",
      job->has_certificate ? json_of_statistics(&stats_of_run, &job->certificate) : json_null());
  set(root, "timeline", json_of_timeline(&r->timeline));
  char *text = json_dumps(root, JSON_COMPACT | JSON_REAL_PRECISION(17));
  text_add(out, text ? text : "{}");
  mem_free(text);
  json_decref(root);
}

// --- reading ---------------------------------------------------------------------------------------------------------

static uint64_t whole_of(const json_t *object, const char *key) {
  return (uint64_t)json_integer_value(json_object_get(object, key));
}

static const char *text_of(const json_t *object, const char *key) {
  return json_string_value(json_object_get(object, key));
}

static void read_text(const json_t *object, const char *key, struct text *out) {
  const char *text = text_of(object, key);
  text_clear(out);
  if (text) text_add(out, text);
}

static const char *kept(struct cfa *cfa, const char *text) { return text ? cfa_string(cfa, text) : NULL; }

static bool read_head(const json_t *root, struct result_head *head) {
  *head = (struct result_head){0};
  if (!json_is_object(root) || whole_of(root, "version") != VERSION) return false;
  uint64_t verdict = whole_of(root, "verdict");
  if (verdict > VERDICT_FALSE) return false;
  head->verdict = (enum verdict)verdict;
  head->merged = json_is_true(json_object_get(root, "merged"));
  head->united = json_is_true(json_object_get(root, "united"));
  head->n_locations = (uint32_t)whole_of(root, "locations");
  head->n_edges = (uint32_t)whole_of(root, "edges");
  return true;
}

bool result_read_head(const char *text, struct result_head *head) {
  json_t *root = json_loads(text, 0, NULL);
  bool good = read_head(root, head);
  json_decref(root);
  return good;
}

static struct term named(void *context, const char *name, size_t length) {
  struct cfa *cfa = context;
  char *copy = mem_strndup(name, length);
  uint32_t var = cfa_var_named(cfa, copy);
  mem_free(copy);
  return var != CFA_NONE ? cfa->vars.data[var].term : quantified_named(cfa->tm, name, length);
}

// A term over the automaton's variables; none: it is not one.
static struct term read_term(struct cfa *cfa, const json_t *value) {
  const char *at = json_string_value(value), *message = NULL;
  return at ? term_parse(cfa->tm, &at, named, cfa, &message) : TERM_NONE;
}

static bool read_input(struct cfa *cfa, struct program *program, const json_t *value, struct input_value *out) {
  const json_t *edge = json_array_get(value, 0), *text = json_array_get(value, 2);
  uint64_t number = (uint64_t)json_integer_value(json_array_get(value, 1));
  *out = (struct input_value){.value = TERM_NONE};
  if (json_is_integer(edge)) {
    uint64_t at = (uint64_t)json_integer_value(edge);
    if (at >= cfa->edges.size || number >= cfa->edges.data[at].inputs.size) return false;
    out->input = &cfa->edges.data[at].inputs.data[number];
  } else {
    if (number >= cfa->vars.size) return false;
    out->input = state_stack_input(program, (uint32_t)number);
    out->left.steps = (uint64_t)json_integer_value(json_array_get(value, 3));
    out->left.depth = (uint32_t)json_integer_value(json_array_get(value, 4));
  }
  if (json_is_string(text)) out->value = read_term(cfa, text);
  return out->input && (!json_is_string(text) || !term_none(out->value));
}

static bool read_error(struct result *r, struct cfa *cfa, struct program *program, const json_t *root) {
  uint64_t error = whole_of(root, "error");
  const json_t *inputs = json_object_get(root, "inputs");
  if (error >= cfa->locations.size || cfa->locations.data[error].kind != LOC_ERROR) return false;
  r->claim.error_location = (struct location){(uint32_t)error};
  for (size_t i = 0; i < json_array_size(inputs); i++) {
    struct input_value value;
    if (!read_input(cfa, program, json_array_get(inputs, i), &value)) return false;
    vec_input_value_push(&r->claim.inputs, value);
  }
  return true;
}

// An invariant whose variables have names that are no UTF-8 is left out.
static void read_invariants(struct result *r, struct cfa *cfa, const json_t *list) {
  for (size_t i = 0; i < json_array_size(list); i++) {
    const json_t *value = json_array_get(list, i);
    uint64_t location = (uint64_t)json_integer_value(json_array_get(value, 0));
    struct invariant v = {{(uint32_t)location}, read_term(cfa, json_array_get(value, 1)), 0};
    v.states = (uint32_t)json_integer_value(json_array_get(value, 2));
    if (location < cfa->locations.size && !term_none(v.formula)) vec_invariant_push(&r->invariants, v);
  }
}

static void read_certificate(struct result *r, struct job *job, const char *text) {
  if (!text) return;
  struct error error = {0};
  r->unfold = unfold_new(job->program.cfa);
  r->claim.certificate.unfold = r->unfold;
  if (!certificate_read("certificate", text, strlen(text), job->program.cfa, &r->claim.certificate, &error)) {
    certificate_release(&r->claim.certificate);
    certificate_init(&r->claim.certificate);
  }
  error_release(&error);
}

static void read_statistics(const struct stats_table *table, void *block, const json_t *object) {
  for (uint32_t i = 0; table && i < table->n; i++) {
    const struct stats_entry *entry = &table->entries[i];
    const json_t *value = json_object_get(object, entry->name);
    void *field = (char *)block + entry->offset;
    if (entry->is_timer) *(double *)field = json_number_value(value);
    else *(uint64_t *)field = (uint64_t)json_integer_value(value);
  }
}

static void read_engine(struct result *r, struct job *job, const json_t *root) {
  const char *name = text_of(root, "engine");
  r->engine = name ? engine_find(name) : NULL;
  const struct stats_table *table = r->engine ? r->engine->statistics : NULL;
  r->statistics = mem_zalloc(1, table ? table->size : 1);
  read_statistics(table, r->statistics, json_object_get(root, "engine_statistics"));
  read_statistics(&stats_of_run, &job->stats, json_object_get(root, "statistics"));
  const json_t *certificate = json_object_get(root, "certificate_statistics");
  job->has_certificate = json_is_object(certificate);
  read_statistics(&stats_of_run, &job->certificate, certificate);
}

static void read_timeline(struct result *r, const json_t *value) {
  char *text = value ? json_dumps(value, JSON_COMPACT | JSON_REAL_PRECISION(9)) : NULL;
  if (text) report_timeline_read(&r->timeline, text);
  mem_free(text);
}

static void read_reached(struct result *r, const struct cfa *cfa, const json_t *value) {
  const char *digits = json_string_value(value);
  if (!digits || json_string_length(value) != cfa->locations.size) return;
  r->reached = mem_zalloc(cfa->locations.size + 1, 1);
  for (uint32_t i = 0; i < cfa->locations.size; i++) r->reached[i] = digits[i] == '1';
}

static enum reason reason_named(const char *name) {
  for (int r = 0; name && r < REASON_COUNT; r++)
    if (!strcmp(reason_name((enum reason)r), name)) return (enum reason)r;
  return REASON_INTERNAL;
}

// What refers to the automaton. False: it is not this one.
static bool read_of_automaton(struct result *r, struct job *job, struct program *program, const json_t *root) {
  struct cfa *cfa = job->program.cfa;
  if (r->verdict == VERDICT_FALSE && !read_error(r, cfa, program, root)) return false;
  read_invariants(r, cfa, json_object_get(root, "invariants"));
  read_reached(r, cfa, json_object_get(root, "reached"));
  read_certificate(r, job, text_of(root, "certificate"));
  return true;
}

static void read_rest(struct result *r, struct job *job, const json_t *root) {
  struct cfa *cfa = job->program.cfa;
  const json_t *invented = json_object_get(root, "invented");
  r->was_read = true;
  r->claim.verdict = r->verdict;
  r->reason = r->claim.reason = reason_named(text_of(root, "reason"));
  r->detail = r->claim.detail = kept(cfa, text_of(root, "detail"));
  r->check = (enum report_check)whole_of(root, "check");
  read_text(root, "check_message", &r->check_message);
  r->claim.inexact = kept(cfa, text_of(root, "inexact"));
  for (size_t i = 0; i < json_array_size(invented); i++)
    vec_string_push(&r->invented, kept(cfa, json_string_value(json_array_get(invented, i))));
  read_text(root, "precision", &r->precision);
  read_engine(r, job, root);
  read_timeline(r, json_object_get(root, "timeline"));
}

bool result_read(struct result *r, struct job *job, struct program *program, const char *text) {
  const struct cfa *cfa = job->program.cfa;
  struct result_head head;
  json_t *root = json_loads(text, 0, NULL);
  bool good = read_head(root, &head);
  bool same = good && head.n_locations == cfa->locations.size && head.n_edges == cfa->edges.size;
  if (good) {
    r->verdict = head.verdict;
    read_rest(r, job, root);
    good = same ? read_of_automaton(r, job, program, root) : r->verdict == VERDICT_UNKNOWN;
  }
  json_decref(root);
  return good;
}

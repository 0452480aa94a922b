// See timeline.h: the data, as JSON and back, and the progress line.
#include "run/timeline.h"
#include "base/memory/alloc.h"
#include <string.h>

static void release_record(struct engine_record *a) {
  mem_free(a->engine);
  mem_free(a->detail);
  mem_free(a->doing);
  mem_free(a->proved);
  mem_free(a->reached);
  mem_free(a->unreached);
  mem_free(a->advice);
}

void report_timeline_release(struct report_timeline *t) {
  for (uint32_t i = 0; i < t->engines.size; i++) release_record(&t->engines.data[i]);
  for (uint32_t i = 0; i < t->events.size; i++) mem_free(t->events.data[i].what);
  vec_engine_record_release(&t->engines);
  vec_report_event_release(&t->events);
  mem_free(t->schedule);
  *t = (struct report_timeline){0};
}

uint32_t report_timeline_engine(struct report_timeline *t, const char *engine) {
  vec_engine_record_push(&t->engines, (struct engine_record){.engine = mem_strdup(engine), .outcome = OUTCOME_WAITED});
  return t->engines.size - 1;
}

void report_timeline_event(struct report_timeline *t, double seconds, uint64_t effort, int32_t engine,
                           const char *format, ...) {
  struct text what = {0};
  va_list args;
  va_start(args, format);
  text_vprintf(&what, format, args);
  va_end(args);
  vec_report_event_push(&t->events, (struct report_event){seconds, effort, engine, mem_strdup(text_cstr(&what))});
  text_release(&what);
}

static void set_string(char **field, const char *text) {
  mem_free(*field);
  *field = text && *text ? mem_strdup(text) : NULL;
}

void engine_record_view(struct engine_record *a, const struct engine_view *view) {
  set_string(&a->doing, text_cstr(&view->doing));
  set_string(&a->proved, text_cstr(&view->proved));
  set_string(&a->reached, text_cstr(&view->reached));
  set_string(&a->unreached, text_cstr(&view->unreached));
  a->branches = view->branches;
  a->branches_reached = view->branches_reached;
  set_string(&a->advice, text_cstr(&view->advice));
}

void engine_record_doing(struct engine_record *a, const char *doing) { set_string(&a->doing, doing); }

void engine_record_ended(struct engine_record *a, enum reason reason, const char *detail) {
  a->outcome = OUTCOME_ENDED;
  a->reason = reason;
  set_string(&a->detail, detail);
}

const struct engine_record *report_timeline_winner(const struct report_timeline *t) {
  for (uint32_t i = 0; t && i < t->engines.size; i++)
    if (t->engines.data[i].outcome == OUTCOME_DECIDED) return &t->engines.data[i];
  return NULL;
}

// --- words for values ------------------------------------------------------------------------------------------------

static const char *const outcomes[] = {
    [OUTCOME_STOPPED] = "stopped", [OUTCOME_WAITED] = "waited", [OUTCOME_DECIDED] = "decided", [OUTCOME_LATE] = "late",
    [OUTCOME_ENDED] = "ended",     [OUTCOME_DIED] = "died",     [OUTCOME_FAILED] = "failed"};
static const char *const verdicts[] = {
    [VERDICT_UNKNOWN] = "unknown", [VERDICT_TRUE] = "true", [VERDICT_FALSE] = "false"};

// The number of a word; 0 where it is none of them.
static uint32_t find_word(const char *word, uint32_t n, const char *const *words) {
  for (uint32_t i = 0; word && i < n; i++)
    if (strcmp(words[i], word) == 0) return i;
  return 0;
}

static enum reason find_reason(const char *name) {
  for (int i = 0; name && i < REASON_COUNT; i++)
    if (strcmp(reason_name((enum reason)i), name) == 0) return (enum reason)i;
  return REASON_NONE;
}

// --- as JSON ---------------------------------------------------------------------------------------------------------

static void set(json_t *object, const char *key, json_t *value) { json_object_set_new(object, key, value); }
static void set_whole(json_t *object, const char *key, uint64_t n) { set(object, key, json_integer((json_int_t)n)); }

// Lines as an array.
static json_t *json_lines(const char *lines) {
  json_t *array = json_array();
  for (const char *p = lines; p && *p;) {
    size_t n = strcspn(p, "\n");
    struct text line = {0};
    text_add_n(&line, p, n);
    json_array_append_new(array, json_value_text(text_cstr(&line)));
    text_release(&line);
    p += n + (p[n] == '\n');
  }
  return array;
}

static json_t *json_record(const struct engine_record *a) {
  json_t *object = json_object();
  bool with_verdict = a->outcome == OUTCOME_DECIDED || a->outcome == OUTCOME_LATE;
  set(object, "engine", json_value_text(a->engine));
  set(object, "outcome", json_string(outcomes[a->outcome]));
  set(object, "verdict", with_verdict ? json_string(verdicts[a->verdict]) : json_null());
  set(object, "reason", a->reason == REASON_NONE ? json_null() : json_string(reason_name(a->reason)));
  set(object, "detail", json_value_text(a->detail));
  if (a->outcome == OUTCOME_DIED) set(object, "signal", json_integer(a->status));
  if (a->outcome == OUTCOME_FAILED) set(object, "status", json_integer(a->status));
  set(object, "seconds", json_real(a->seconds));
  set_whole(object, "effort", a->effort);
  set_whole(object, "turns", a->turns);
  set_whole(object, "facts_sent", a->facts_sent);
  set_whole(object, "facts_received", a->facts_received);
  set(object, "doing", json_value_text(a->doing));
  set(object, "proved", json_lines(a->proved));
  set(object, "reached", json_lines(a->reached));
  set_whole(object, "branches", a->branches);
  set_whole(object, "branches_reached", a->branches_reached);
  set(object, "unreached", json_value_text(a->unreached));
  set(object, "advice", json_lines(a->advice));
  return object;
}

json_t *json_value_engines(const struct report_timeline *t) {
  json_t *array = json_array();
  for (uint32_t i = 0; i < t->engines.size; i++) json_array_append_new(array, json_record(&t->engines.data[i]));
  return array;
}

json_t *json_value_events(const struct report_timeline *t) {
  json_t *array = json_array();
  for (uint32_t i = 0; i < t->events.size; i++) {
    const struct report_event *e = &t->events.data[i];
    json_t *object = json_object();
    bool of_engine = e->engine >= 0 && (uint32_t)e->engine < t->engines.size;
    set(object, "seconds", json_real(e->seconds));
    set_whole(object, "effort", e->effort);
    set(object, "engine_index", of_engine ? json_integer(e->engine) : json_null());
    set(object, "engine", of_engine ? json_value_text(t->engines.data[e->engine].engine) : json_null());
    set(object, "what", json_value_text(e->what));
    json_array_append_new(array, object);
  }
  return array;
}

static void write(json_t *root, struct text *out) {
  char *text = json_dumps(root, JSON_COMPACT | JSON_REAL_PRECISION(9));
  text_add(out, text ? text : "{}");
  mem_free(text);
  json_decref(root);
}

void report_timeline_write(const struct report_timeline *t, struct text *out) {
  json_t *root = json_object();
  set(root, "schedule", json_value_text(t->schedule));
  set_whole(root, "jobs", t->jobs);
  set(root, "engines", json_value_engines(t));
  set(root, "timeline", json_value_events(t));
  write(root, out);
}

void report_view_write(const struct engine_view *view, struct text *out) {
  json_t *root = json_object();
  set_whole(root, "progress", view->progress);
  set(root, "doing", json_value_text(text_cstr(&view->doing)));
  set(root, "proved", json_value_text(text_cstr(&view->proved)));
  set(root, "reached", json_value_text(text_cstr(&view->reached)));
  set(root, "unreached", json_value_text(text_cstr(&view->unreached)));
  set_whole(root, "branches", view->branches);
  set_whole(root, "branches_reached", view->branches_reached);
  set(root, "advice", json_value_text(text_cstr(&view->advice)));
  write(root, out);
}

// --- and back --------------------------------------------------------------------------------------------------------

static const char *get_text(const json_t *object, const char *key) {
  return json_string_value(json_object_get(object, key));
}

static uint64_t get_whole(const json_t *object, const char *key) {
  return (uint64_t)json_integer_value(json_object_get(object, key));
}

static char *get_lines(const json_t *object, const char *key) {
  const json_t *array = json_object_get(object, key);
  struct text lines = {0};
  for (size_t i = 0; i < json_array_size(array); i++)
    text_printf(&lines, "%s%s", i ? "\n" : "", json_string_value(json_array_get(array, i)));
  char *copy = lines.size ? mem_strdup(text_cstr(&lines)) : NULL;
  text_release(&lines);
  return copy;
}

static void read_record(struct report_timeline *t, const json_t *object) {
  const char *engine = get_text(object, "engine");
  uint32_t i = report_timeline_engine(t, engine ? engine : "");
  struct engine_record *a = &t->engines.data[i];
  a->outcome = (enum engine_outcome)find_word(get_text(object, "outcome"), OUTCOME_COUNT, outcomes);
  a->verdict = (enum verdict)find_word(get_text(object, "verdict"), 3, verdicts);
  a->reason = find_reason(get_text(object, "reason"));
  set_string(&a->detail, get_text(object, "detail"));
  a->status = (int)get_whole(object, a->outcome == OUTCOME_DIED ? "signal" : "status");
  a->seconds = json_number_value(json_object_get(object, "seconds"));
  a->effort = get_whole(object, "effort");
  a->turns = get_whole(object, "turns");
  a->facts_sent = get_whole(object, "facts_sent");
  a->facts_received = get_whole(object, "facts_received");
  set_string(&a->doing, get_text(object, "doing"));
  a->proved = get_lines(object, "proved");
  a->reached = get_lines(object, "reached");
  a->branches = (uint32_t)get_whole(object, "branches");
  a->branches_reached = (uint32_t)get_whole(object, "branches_reached");
  set_string(&a->unreached, get_text(object, "unreached"));
  a->advice = get_lines(object, "advice");
}

static void read_event(struct report_timeline *t, const json_t *object) {
  const json_t *index = json_object_get(object, "engine_index");
  const char *what = get_text(object, "what");
  report_timeline_event(t, json_number_value(json_object_get(object, "seconds")), get_whole(object, "effort"),
                        json_is_integer(index) ? (int32_t)json_integer_value(index) : -1, "%s", what ? what : "");
}

bool report_timeline_read(struct report_timeline *t, const char *text) {
  *t = (struct report_timeline){0};
  json_t *root = json_loads(text, 0, NULL);
  bool good = json_is_object(root);
  if (good) {
    const json_t *engines = json_object_get(root, "engines"), *events = json_object_get(root, "timeline");
    set_string(&t->schedule, get_text(root, "schedule"));
    t->jobs = (uint32_t)get_whole(root, "jobs");
    for (size_t i = 0; i < json_array_size(engines); i++) read_record(t, json_array_get(engines, i));
    for (size_t i = 0; i < json_array_size(events); i++) read_event(t, json_array_get(events, i));
  }
  json_decref(root);
  return good;
}

static void read_text(struct text *out, const json_t *object, const char *key) {
  const char *string = get_text(object, key);
  if (string) text_add(out, string);
}

bool report_view_read(struct engine_view *view, const char *text) {
  *view = (struct engine_view){.at = LOCATION_NONE};
  json_t *root = json_loads(text, 0, NULL);
  bool good = json_is_object(root);
  view->progress = get_whole(root, "progress");
  read_text(&view->doing, root, "doing");
  read_text(&view->proved, root, "proved");
  read_text(&view->reached, root, "reached");
  read_text(&view->unreached, root, "unreached");
  view->branches = (uint32_t)get_whole(root, "branches");
  view->branches_reached = (uint32_t)get_whole(root, "branches_reached");
  read_text(&view->advice, root, "advice");
  json_decref(root);
  return good;
}

// --- the progress line -----------------------------------------------------------------------------------------------

static void say_progress(const struct engine_record *a, struct text *out) {
  if (a->outcome == OUTCOME_STOPPED) {
    text_printf(out, "%s: %s", a->engine, a->doing ? a->doing : "begins");
  } else {
    text_printf(out, "%s ", a->engine);
    if (a->outcome == OUTCOME_WAITED) text_add(out, "waits");
    else if (a->outcome == OUTCOME_ENDED) text_printf(out, "gave up (%s)", reason_name(a->reason));
    else if (a->outcome == OUTCOME_DECIDED || a->outcome == OUTCOME_LATE) text_add(out, "has a verdict");
    else text_add(out, "died");
  }
}

void report_progress_line(const struct report_timeline *t, double seconds, uint32_t width, struct text *out) {
  size_t begin = out->size;
  text_printf(out, "%.1f s  ", seconds);
  for (uint32_t i = 0; i < t->engines.size; i++) {
    if (i) text_add(out, " | ");
    say_progress(&t->engines.data[i], out);
  }
  if (!width || out->size - begin <= width) return;
  // Not in the middle of a character.
  size_t end = begin + width;
  while (end > begin && ((unsigned char)out->data[end] & 0xc0) == 0x80) end--;
  out->size = end;
  out->data[end] = '\0';
}

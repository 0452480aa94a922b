// A report for programs. Nothing is left out: a run is understood from this file alone.
#include "base/file/output.h"
#include "cfa/text/words.h"
#include "native/replay.h"
#include "report/json_value.h"
#include "report/report.h"
#include <string.h>

static json_t *json_text(const char *string) { return json_value_text(string); }

static void set(json_t *object, const char *key, json_t *value) { json_object_set_new(object, key, value); }

static json_t *json_strings(uint32_t n, const char *const *strings) {
  json_t *array = json_array();
  for (uint32_t i = 0; i < n; i++) json_array_append_new(array, json_text(strings[i]));
  return array;
}

static json_t *json_approximated(const struct report *report) {
  struct vec_string names = {0};
  replay_approximated(report->cfa, report->reached, &names);
  json_t *array = json_strings(names.size, names.data);
  vec_string_release(&names);
  return array;
}

static void set_place(json_t *object, const struct cfa *cfa, struct source_place place) {
  if (!place.line) return;
  if (place.file < cfa->files.size) set(object, "file", json_text(cfa->files.data[place.file]));
  set(object, "line", json_integer(place.line));
  if (place.column) set(object, "column", json_integer(place.column));
}

static json_t *json_value(const struct cfa *cfa, struct term value, bool is_unsigned) {
  if (term_none(value)) return json_null();
  struct text text = {0};
  term_print_value(cfa->tm, value, is_unsigned, &text);
  json_t *string = json_text(text_cstr(&text));
  text_release(&text);
  return string;
}

// Memory that is an input: what it is called, and its bytes as C writes them.
static void set_memory(json_t *object, const struct trace *trace, uint32_t input, uint32_t *next) {
  while (trace && *next < trace->inputs.size && trace->inputs.data[*next].index < input) ++*next;
  if (!trace || *next == trace->inputs.size || trace->inputs.data[*next].index != input) return;
  const struct trace_input *shown = &trace->inputs.data[*next];
  if (shown->object) set(object, "object", json_text(shown->object));
  if (shown->object && shown->value) set(object, "contents", json_text(shown->value));
}

static json_t *json_inputs(const struct cfa *cfa, const struct claim *claim, const struct trace *trace) {
  static const char *const kinds[] = {
      [INPUT_NONDET] = "nondet",   [INPUT_UNINIT] = "uninitialised", [INPUT_UNDEFINED] = "undefined",
      [INPUT_LIBRARY] = "library", [INPUT_ASSEMBLY] = "assembly",    [INPUT_ARGUMENT] = "argument"};
  json_t *array = json_array();
  uint32_t next = 0;
  for (uint32_t i = 0; i < claim->inputs.size; i++) {
    const struct input_value *given = &claim->inputs.data[i];
    json_t *object = json_object();
    set_memory(object, trace, i, &next);
    if (given->input) {
      set(object, "kind", json_string(kinds[given->input->kind]));
      set(object, "name", json_text(given->input->name));
      set(object, "type", json_text(given->input->ctype));
      set_place(object, cfa, given->input->place);
    }
    // As text: not every integer or float of C is a number of JSON. null: any value does.
    set(object, "value",
        json_value(cfa, given->input ? cfa_typed_value(cfa->tm, given->input->ctype, given->value) : given->value,
                   given->input && given->input->is_unsigned));
    json_array_append_new(array, object);
  }
  return array;
}

static json_t *json_row(const struct cfa *cfa, struct source_files *sources, const struct trace_row *row) {
  static const char *const kinds[] = {[TRACE_LINE] = "line",
                                      [TRACE_CALL] = "call",
                                      [TRACE_RETURN] = "return",
                                      [TRACE_GAP] = "gap",
                                      [TRACE_ERROR] = "error"};
  json_t *object = json_object();
  set(object, "kind", json_string(kinds[row->kind]));
  set(object, "depth", json_integer(row->depth));
  if (row->function < cfa->functions.size) set(object, "function", json_text(cfa->functions.data[row->function].shown));
  set_place(object, cfa, row->place);
  const char *source = row->kind == TRACE_LINE || row->kind == TRACE_ERROR
                           ? source_line(sources, row->place.file, row->place.line)
                           : NULL;
  if (source) set(object, "source", json_text(source));
  if (row->kind == TRACE_ERROR) set(object, "text", json_text(row->text));
  if (row->kind == TRACE_GAP)
    set(object, row->is_loop ? "iterations" : "steps", json_integer((json_int_t)row->skipped));
  if (row->values_more) set(object, "values_more", json_true());
  if (!row->values.size) return object;
  json_t *values = json_array();
  for (uint32_t i = 0; i < row->values.size; i++) {
    const struct trace_value *v = &row->values.data[i];
    json_t *value = json_object();
    set(value, "name", json_text(v->name));
    set(value, "type", json_text(v->ctype));
    set(value, "value", json_text(v->value));
    if (v->input) set(value, "input", json_text(v->input));
    json_array_append_new(values, value);
  }
  set(object, "values", values);
  return object;
}

static json_t *json_trace(const struct report *report) {
  json_t *object = json_object(), *rows = json_array();
  struct source_files *sources = source_files_new(report->cfa);
  for (uint32_t i = 0; i < report->trace->rows.size; i++)
    json_array_append_new(rows, json_row(report->cfa, sources, &report->trace->rows.data[i]));
  source_files_free(sources);
  set(object, "complete", json_boolean(report->trace->complete));
  set(object, "steps", json_integer((json_int_t)report->trace->steps));
  set(object, "rows", rows);
  return object;
}

static json_t *json_program_arguments(const struct trace *trace) {
  json_t *array = json_array();
  const char *at = text_cstr(&trace->arguments), *end = at + trace->arguments.size;
  for (; at < end; at += strlen(at) + 1) json_array_append_new(array, json_text(at));
  return array;
}

static json_t *json_environment(const struct trace *trace) {
  json_t *object = json_object();
  const char *at = text_cstr(&trace->environment), *end = at + trace->environment.size;
  for (; at < end; at += strlen(at) + 1) {
    const char *value = strchr(at, '=');
    char *name = mem_strndup(at, value ? (size_t)(value - at) : strlen(at));
    set(object, name, value ? json_text(value + 1) : json_null());
    mem_free(name);
  }
  return object;
}

// As text where it is, which most inputs are; otherwise each byte is the character of its number.
static json_t *json_read(const struct text *bytes, bool has_more) {
  json_t *object = json_object(), *text = json_stringn(text_cstr(bytes), bytes->size);
  if (!text) {
    struct text wide = {0};
    for (size_t i = 0; i < bytes->size; i++) {
      unsigned char c = (unsigned char)bytes->data[i];
      if (c >= 128) text_addc(&wide, (char)(0xc0 | c >> 6));
      text_addc(&wide, (char)(c >= 128 ? 0x80 | (c & 63) : c));
    }
    text = json_stringn(text_cstr(&wide), wide.size);
    set(object, "encoding", json_string("latin1"));
    text_release(&wide);
  }
  set(object, "text", text);
  set(object, "complete", json_boolean(!has_more));
  return object;
}

static json_t *json_files_read(const struct trace *trace) {
  json_t *array = json_array();
  for (uint32_t i = 0; i < trace->files.size; i++) {
    const struct replay_file *file = &trace->files.data[i];
    json_t *object = file->is_missing ? json_object() : json_read(&file->bytes, file->has_more);
    set(object, "name", json_text(file->name));
    set(object, "exists", json_boolean(!file->is_missing));
    if (file->is_missing) set(object, "complete", json_boolean(!file->has_more));
    json_array_append_new(array, object);
  }
  return array;
}

static void add_stat(void *context, const struct stats_entry *entry, double value) {
  set(context, entry->name, entry->is_timer ? json_real(value) : json_integer((json_int_t)value));
}

static void add_nonzero(void *context, const struct stats_entry *entry, double value) {
  if (value > 0) add_stat(context, entry, value);
}

static json_t *json_option(const struct option_entry *entry, const void *block) {
  const void *field = option_field(entry, block);
  if (entry->kind == OPTION_FLAG) return json_boolean(*(const bool *)field);
  if (entry->kind == OPTION_NUMBER) return json_real(*(const double *)field);
  if (entry->kind == OPTION_WHOLE) return json_integer(*(const uint32_t *)field);
  if (entry->kind == OPTION_VALUE) return json_text(*(const char *const *)field);
  struct text text = {0};
  option_print(entry, block, &text);
  json_t *string = json_text(text_cstr(&text));
  text_release(&text);
  return string;
}

// All of them, with their defaults, by their names on the command line.
static json_t *json_engine_options(const struct report *report) {
  json_t *object = json_object();
  const struct option_table *table = report->engine_options;
  for (uint32_t i = 0; table && i < table->n; i++)
    set(object, table->entries[i].name + strlen("--"), json_option(&table->entries[i], report->engine_option_values));
  return object;
}

static json_t *json_unreached(const struct report *report) {
  json_t *array = json_array();
  struct vec_location unreached = {0};
  report_unreached(report, &unreached);
  for (uint32_t i = 0; i < unreached.size; i++) {
    const struct cfa_location *location = cfa_location(report->cfa, unreached.data[i]);
    json_t *object = json_object();
    set(object, "text", json_text(report_test_text(report->cfa, unreached.data[i])));
    if (location->function < report->cfa->functions.size)
      set(object, "function", json_text(report->cfa->functions.data[location->function].name));
    set_place(object, report->cfa, location->place);
    json_array_append_new(array, object);
  }
  vec_location_release(&unreached);
  return array;
}

static json_t *json_assumptions(const struct report *report) {
  json_t *array = json_array();
  struct vec_assumption all = {0};
  report_assumptions(report, &all);
  for (uint32_t i = 0; i < all.size; i++) {
    json_t *object = json_object();
    set(object, "kind", json_text(all.data[i].kind));
    set(object, "text", json_text(all.data[i].text));
    set_place(object, report->cfa, all.data[i].place);
    json_array_append_new(array, object);
  }
  vec_assumption_release(&all);
  return array;
}

static json_t *json_warnings(const struct report *report) {
  json_t *array = json_strings(report->n_warnings, report->warnings);
  struct vec_ptr own = {0};
  report_warnings(report, &own);
  for (uint32_t i = 0; i < own.size; i++) {
    json_array_append_new(array, json_text(own.data[i]));
    mem_free(own.data[i]);
  }
  vec_ptr_release(&own);
  return array;
}

// Of a verdict true that was checked.
static json_t *json_invariants(const struct report *report) {
  struct cfa *cfa = report->cfa;
  json_t *array = json_array();
  for (uint32_t i = 0; i < report->invariants->size; i++) {
    const struct invariant *invariant = &report->invariants->data[i];
    const struct cfa_location *head = cfa_location(cfa, invariant->location);
    struct text formula = {0};
    expression_print(cfa, head->function, invariant->formula, &formula);
    json_t *object = json_object();
    set(object, "function", json_text(cfa->functions.data[head->function].name));
    set_place(object, cfa, head->place);
    set(object, "formula", json_text(text_cstr(&formula)));
    text_clear(&formula);
    words_formula(cfa, head->function, invariant->formula, &formula);
    set(object, "words", json_text(text_cstr(&formula)));
    if (invariant->states) set(object, "states", json_integer(invariant->states));
    json_array_append_new(array, object);
    text_release(&formula);
  }
  return array;
}

static void add_verdict(const struct report *report, json_t *root) {
  static const char *const verdicts[] =
      {[VERDICT_UNKNOWN] = "unknown", [VERDICT_TRUE] = "true", [VERDICT_FALSE] = "false"};
  static const char *const checks[] = {[CHECK_NONE] = "none",
                                       [CHECK_CONFIRMED] = "confirmed",
                                       [CHECK_REFUSED] = "refused",
                                       [CHECK_SKIPPED] = "skipped"};
  struct text result = {0};
  report_result(report, &result);
  set(root, "verdict", json_string(verdicts[report->verdict]));
  set(root, "result", json_text(text_cstr(&result)));
  set(root, "status", json_integer(report_status(report)));
  bool unknown = report->verdict == VERDICT_UNKNOWN && !report->preserves;
  set(root, "reason", unknown ? json_text(reason_name(report->reason)) : json_null());
  set(root, "explanation", unknown ? json_text(report_why_unknown(report)) : json_null());
  set(root, "detail", json_text(report->detail));
  json_t *check = json_object();
  set(check, "result", json_string(checks[report->check]));
  set(check, "message", json_text(report->check_message));
  set(root, "check", check);
  text_release(&result);
}

static json_t *json_expected(const struct report *report) {
  const struct report_expected *e = &report->expected;
  if (!e->file) return json_null();
  json_t *object = json_object();
  static const char *const verdicts[] =
      {[EXPECTED_NOTHING] = NULL, [EXPECTED_TRUE] = "true", [EXPECTED_FALSE] = "false"};
  enum expected_match match = expected_match(report);
  bool compared = e->verdict != EXPECTED_NOTHING && match != EXPECTED_UNDECIDED;
  set(object, "file", json_text(e->file));
  set(object, "line", e->line ? json_integer(e->line) : json_null());
  set(object, "property_file", json_text(e->property_file));
  set(object, "verdict", json_text(verdicts[e->verdict]));
  set(object, "subproperty", json_text(e->subproperty));
  set(object, "met", compared ? json_boolean(match == EXPECTED_MET) : json_null());
  return object;
}

static void add_run(const struct report *report, json_t *root) {
  set(root, "property", json_string(property_table[report_violated(report)].name));
  json_t *checked = json_array(), *unchecked = json_array();
  properties listed = report_checked(report) | property_of_all_words();
  for (uint32_t p = 0; p < property_count; p++)
    if (listed >> p & 1)
      json_array_append_new(report_checked(report) >> p & 1 ? checked : unchecked, json_string(property_table[p].name));
  set(root, "properties", checked);
  json_t *accesses = json_object();
  set(accesses, "checked", json_integer(report->cfa ? report->cfa->checks : 0));
  set(accesses, "decided", json_integer(report->cfa ? report->cfa->decided_checks : 0));
  set(root, "accesses", accesses);
  set(root, "properties_not_checked", unchecked);
  set(root, "expected", json_expected(report));
  set(root, "engine", json_text(report->engine));
  set(root, "engine_options", json_engine_options(report));
  set(root, "entry", json_text(report->entry));
  set(root, "bits", report->bits ? json_integer(report->bits) : json_null());
  set(root, "seed", json_integer((json_int_t)report->seed));
  set(root, "files", json_strings(report->n_files, report->files));
  set(root, "arguments", json_strings(report->n_arguments, report->arguments));
}

static void add_timeline(const struct report_timeline *t, json_t *root) {
  const struct engine_record *winner = report_timeline_winner(t);
  set(root, "schedule", json_text(t->schedule));
  set(root, "jobs", t->jobs ? json_integer(t->jobs) : json_null());
  set(root, "decided_by", json_text(winner ? winner->engine : NULL));
  set(root, "engines", json_value_engines(t));
  set(root, "timeline", json_value_events(t));
}

// Of FALSE; otherwise all of it is empty.
static json_t *json_counterexample(const struct report *report) {
  json_t *root = json_object();
  bool found = report->verdict == VERDICT_FALSE && report->cfa && report->claim;
  set(root, "inputs", found ? json_inputs(report->cfa, report->claim, report->trace) : json_array());
  bool invented = found && report->invented && report->check == CHECK_CONFIRMED;
  set(root, "invented_functions",
      invented ? json_strings(report->invented->size, report->invented->data) : json_array());
  bool argues = found && report->trace && report->trace->has_arguments;
  set(root, "program_arguments", argues ? json_program_arguments(report->trace) : json_null());
  bool asks = found && report->trace && report->trace->environment.size;
  set(root, "environment", asks ? json_environment(report->trace) : json_null());
  bool reads = found && report->trace && report->trace->reads;
  set(root, "standard_input", reads ? json_read(&report->trace->read, report->trace->reads_more) : json_null());
  set(root, "files_read", found && report->trace ? json_files_read(report->trace) : json_array());
  bool lacks = found && report->trace && report->trace->unprovided.size;
  set(root, "from_the_system",
      lacks ? json_strings(report->trace->unprovided.size, report->trace->unprovided.data) : json_array());
  set(root, "trace", found && report->trace ? json_trace(report) : json_null());
  return root;
}

json_t *json_value_report(const struct report *report) {
  json_t *root = json_object(), *tool = json_object();
  set(tool, "name", json_string("clew"));
  set(tool, "version", json_text(report->version));
  set(root, "tool", tool);
  add_verdict(report, root);
  add_run(report, root);
  set(root, "warnings", json_warnings(report));
  if (report->cfa) {
    if (report->assertions) set(root, "assertions", json_value_assertions(report));
    if (report->assertions) set(root, "kinds", json_value_kinds(report));
    set(root, "assumptions", json_assumptions(report));
    set(root, "path_ends_complete", report->exits_searched ? json_boolean(report->exits_complete) : json_null());
    set(root, "nothing_to_check", json_boolean(report->nothing_to_check));
    set(root, "undefined_functions", json_strings(report->cfa->undefined.size, report->cfa->undefined.data));
    set(root, "approximated_functions", json_approximated(report));
    set(root, "assertions_never_reached", report->reached ? json_unreached(report) : json_null());
  }
  json_t *counterexample = json_counterexample(report), *counterexamples = json_array();
  json_object_update(root, counterexample);
  if (report->verdict == VERDICT_FALSE) json_array_append(counterexamples, counterexample);
  json_decref(counterexample);
  set(root, "counterexamples", counterexamples);
  bool proved = report->verdict == VERDICT_TRUE && report->cfa && report->invariants && report->invariants->size;
  set(root, "invariants", proved ? json_invariants(report) : json_array());
  if (report->harness) set(root, "harness", json_text(report->harness));
  if (report->harness && report->copy) set(root, "harness_copy", json_text(report->copy));
  if (report->timeline) add_timeline(report->timeline, root);
  if (report->stats) {
    json_t *stats = json_object();
    stats_each(&stats_of_run, report->stats, add_stat, stats);
    stats_each(report->engine_statistics, report->engine_statistic_values, add_stat, stats);
    stats_each(report->winner_statistics, report->winner_statistic_values, add_stat, stats);
    set(root, "statistics", stats);
    json_t *certificate = report->certificate_stats ? json_object() : json_null();
    if (report->certificate_stats) stats_each(&stats_of_run, report->certificate_stats, add_nonzero, certificate);
    set(root, "certificate_statistics", certificate);
  }
  return root;
}

void json_value_print(const json_t *root, struct text *out) {
  char *text = json_dumps(root, JSON_INDENT(2) | JSON_REAL_PRECISION(9));
  text_add(out, text ? text : "{}");
  text_addc(out, '\n');
  free(text);
}

bool json_value_write(const json_t *root, const char *file, struct error *error) {
  struct text text = {0};
  json_value_print(root, &text);
  bool good = output_write(file, &text, error);
  text_release(&text);
  return good;
}

void report_json_text(const struct report *report, struct text *out) {
  json_t *root = json_value_report(report);
  json_value_print(root, out);
  json_decref(root);
}

bool report_json(const struct report *report, const char *file, struct error *error) {
  json_t *root = json_value_report(report);
  bool good = json_value_write(root, file, error);
  json_decref(root);
  return good;
}

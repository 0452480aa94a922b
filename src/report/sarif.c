// The result as SARIF 2.1.0, for code scanning and editors: a result for every check, the counterexample of a violation
// as a code flow. Made from the JSON report, which has everything, so that the two agree.
//
// Paths are relative to the repository around the current folder, or to that folder. A fingerprint names a check by
// property, function and the text of its line, not by its number: it stays the same when lines above change.
#include "base/memory/hash.h"
#include "base/file/output.h"
#include "property/property.h"
#include "report/json_value.h"
#include "report/report.h"
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ROOT_ID "%SRCROOT%"
#define SCHEMA "https://json.schemastore.org/sarif-2.1.0.json"

struct sarif {
  const json_t *report;
  const struct cfa *cfa;
  struct source_files *sources;
  char *root; // an absolute path
  json_t *artifacts; // each file once
};

static void set(json_t *object, const char *key, json_t *value) { json_object_set_new(object, key, value); }
static const char *string_of(const json_t *object, const char *key) {
  return json_string_value(json_object_get(object, key));
}
static json_int_t number_of(const json_t *object, const char *key) {
  return json_integer_value(json_object_get(object, key));
}
static json_t *message(const char *text) { return json_pack("{s:o}", "text", json_value_text(text)); }

static json_t *message_of(struct text *text) {
  json_t *made = message(text_cstr(text));
  text_release(text);
  return made;
}

static uint32_t rule_of(const char *property) {
  enum property found = PROPERTY_UNREACH;
  if (property) property_named(property, &found);
  return found;
}

static void rule_id(uint32_t rule, struct text *out) { text_printf(out, "clew/%s", property_table[rule].name); }

// --- places ----------------------------------------------------------------------------------------------------------

// The folder with the repository that the current folder is in, or the current folder. Owned.
static char *find_root(void) {
  char *here = getcwd(NULL, 0);
  if (!here) return mem_strdup("/");
  struct stat status;
  for (size_t n = strlen(here); n > 0; n--) {
    if (here[n] && here[n] != '/') continue;
    struct text git = {0};
    text_add_n(&git, here, n);
    text_add(&git, "/.git");
    bool found = stat(text_cstr(&git), &status) == 0;
    text_release(&git);
    if (!found) continue;
    here[n] = '\0';
    break;
  }
  char *root = mem_strdup(here);
  free(here);
  return root;
}

static void add_uri(const char *path, struct text *out) {
  for (const unsigned char *p = (const unsigned char *)path; *p; p++) {
    if (isalnum(*p) || strchr("/-._~", *p)) text_addc(out, (char)*p);
    else text_printf(out, "%%%02X", *p);
  }
}

// The absolute path of a file of the program, without links and dots; owned.
static char *absolute_path(const struct sarif *s, const char *file) {
  const char *path = file;
  for (uint32_t i = 0; s->cfa && i < s->cfa->files.size; i++) {
    if (strcmp(s->cfa->files.data[i], file)) continue;
    const char *read = source_path(s->sources, i);
    if (read) path = read;
  }
  char *real = realpath(path, NULL);
  char *owned = mem_strdup(real ? real : path);
  free(real);
  return owned;
}

static json_t *artifact_location(struct sarif *s, const char *file) {
  char *path = absolute_path(s, file);
  struct text uri = {0};
  size_t n = strlen(s->root);
  bool inside = !strncmp(path, s->root, n) && path[n] == '/', relative = inside || *path != '/';
  if (!relative) text_add(&uri, "file://");
  add_uri(inside ? path + n + 1 : path, &uri);
  json_t *location = json_pack("{s:s}", "uri", text_cstr(&uri));
  if (relative) set(location, "uriBaseId", json_string(ROOT_ID));
  size_t index = 0;
  while (index < json_array_size(s->artifacts) &&
         strcmp(string_of(json_object_get(json_array_get(s->artifacts, index), "location"), "uri"), text_cstr(&uri)))
    index++;
  if (index == json_array_size(s->artifacts))
    json_array_append_new(s->artifacts, json_pack("{s:o}", "location", json_deep_copy(location)));
  set(location, "index", json_integer((json_int_t)index));
  text_release(&uri);
  mem_free(path);
  return location;
}

// Of something with file, line, column and function.
static json_t *location_of(struct sarif *s, const json_t *at) {
  json_t *location = json_object();
  const char *file = string_of(at, "file"), *function = string_of(at, "function"), *source = string_of(at, "source");
  json_int_t line = number_of(at, "line"), column = number_of(at, "column");
  const char *first = json_string_value(json_array_get(json_object_get(s->report, "files"), 0));
  if (file || first) {
    json_t *physical = json_pack("{s:o}", "artifactLocation", artifact_location(s, file ? file : first));
    if (file && line > 0) {
      json_t *region = json_pack("{s:I}", "startLine", line);
      if (column > 0) set(region, "startColumn", json_integer(column));
      set(physical, "region", region);
      if (source) set(physical, "contextRegion", json_pack("{s:I,s:o}", "startLine", line, "snippet", message(source)));
    }
    set(location, "physicalLocation", physical);
  }
  if (function)
    set(location, "logicalLocations", json_pack("[{s:o,s:s}]", "name", json_value_text(function), "kind", "function"));
  return location;
}

// --- the counterexample ----------------------------------------------------------------------------------------------

// "x = 0, y = 3 (__VERIFIER_nondet_int())"
static void add_values(const json_t *values, struct text *out) {
  size_t i;
  const json_t *value;
  json_array_foreach(values, i, value) {
    const char *name = string_of(value, "name"), *input = string_of(value, "input"), *is = string_of(value, "value");
    text_add(out, i ? ", " : "");
    if (name) text_printf(out, "%s = ", name);
    text_add(out, is ? is : "?");
    if (input) text_printf(out, " (%s)", input);
  }
}

static json_t *row_message(const json_t *row, const char *kind) {
  struct text text = {0};
  const json_t *values = json_object_get(row, "values");
  const char *function = string_of(row, "function"), *source = string_of(row, "source"),
             *error = string_of(row, "text");
  if (!strcmp(kind, "call")) {
    text_printf(&text, "enters %s(", function ? function : "a function");
    add_values(values, &text);
    text_addc(&text, ')');
  } else if (!strcmp(kind, "return")) {
    text_add(&text, json_array_size(values) ? "returns " : "returns");
    add_values(values, &text);
  } else if (!strcmp(kind, "gap")) {
    json_int_t iterations = number_of(row, "iterations"), steps = number_of(row, "steps");
    text_printf(&text, "%" JSON_INTEGER_FORMAT " %s not shown", iterations ? iterations : steps,
                iterations ? "iterations" : "steps");
  } else {
    if (json_array_size(values)) add_values(values, &text);
    else text_add(&text, source && *source ? source : "here");
    if (!strcmp(kind, "error")) text_printf(&text, "; error: %s", error && *error ? error : "reached");
  }
  return message_of(&text);
}

static json_t *row_state(const json_t *row) {
  json_t *state = json_object();
  size_t i;
  const json_t *value;
  json_array_foreach(json_object_get(row, "values"), i, value) {
    const char *name = string_of(value, "name"), *is = string_of(value, "value");
    if (name && is) set(state, name, message(is));
  }
  return state;
}

static json_t *flow_location(struct sarif *s, const json_t *row, size_t order) {
  const char *kind = string_of(row, "kind");
  if (!kind) kind = "line";
  json_t *location = location_of(s, row);
  set(location, "message", row_message(row, kind));
  bool is_error = !strcmp(kind, "error"), is_call = !strcmp(kind, "call");
  json_t *step = json_pack("{s:o,s:I,s:I,s:s}", "location", location, "nestingLevel", number_of(row, "depth"),
                           "executionOrder", (json_int_t)order + 1, "importance",
                           is_error                                                     ? "essential"
                           : json_array_size(json_object_get(row, "values")) || is_call ? "important"
                                                                                        : "unimportant");
  if (is_call) set(step, "kinds", json_pack("[s,s]", "enter", "function"));
  else if (!strcmp(kind, "return")) set(step, "kinds", json_pack("[s,s]", "exit", "function"));
  else if (is_error) set(step, "kinds", json_pack("[s]", "danger"));
  json_t *state = row_state(row);
  if (json_object_size(state)) set(step, "state", state);
  else json_decref(state);
  return step;
}

static json_t *code_flows(struct sarif *s, const json_t *counterexample) {
  const json_t *rows = json_object_get(json_object_get(counterexample, "trace"), "rows"), *row;
  size_t i;
  if (!json_array_size(rows)) return NULL;
  json_t *locations = json_array();
  json_array_foreach(rows, i, row) json_array_append_new(locations, flow_location(s, row, i));
  return json_pack("[{s:[{s:o}]}]", "threadFlows", "locations", locations);
}

// --- results ---------------------------------------------------------------------------------------------------------

// The line without blanks: indentation and layout are no part of its identity.
static uint64_t line_hash(const json_t *check) {
  struct text text = {0};
  const char *parts[] = {string_of(check, "property"), string_of(check, "function"), string_of(check, "kind")};
  for (int i = 0; i < 3; i++) text_printf(&text, "%s\n", parts[i] ? parts[i] : "");
  const char *source = string_of(check, "source");
  for (const char *p = source ? source : ""; *p; p++)
    if (!isspace((unsigned char)*p)) text_addc(&text, *p);
  uint64_t hash = hash_string(text_cstr(&text));
  text_release(&text);
  return hash;
}

// Checks that are alike are distinguished by their order.
static json_t *fingerprints(size_t index, const uint64_t *hashes) {
  uint32_t occurrence = 0;
  for (size_t i = 0; i < index; i++) occurrence += hashes[i] == hashes[index];
  char text[40];
  snprintf(text, sizeof text, "%016" PRIx64 ":%" PRIu32, hashes[index], occurrence + 1);
  return json_pack("{s:s}", "clewCheck/v1", text);
}

static json_t *check_message(const json_t *check, const json_t *counterexample) {
  const char *status = string_of(check, "status"), *kind = string_of(check, "kind"), *what = string_of(check, "text"),
             *reason = string_of(check, "reason");
  struct text text = {0};
  report_assertion_words(kind ? kind : "check", what, &text);
  if (text.size) text.data[0] = (char)toupper((unsigned char)text.data[0]);
  if (!strcmp(status, "violated")) {
    text_add(&text, ": violated.");
    struct text inputs = {0};
    json_value_inputs(counterexample, &inputs);
    if (inputs.size) text_printf(&text, " It was seen in a run with %s.", text_cstr(&inputs));
    text_release(&inputs);
  } else if (!strcmp(status, "proved")) text_add(&text, ": proved.");
  else if (!strcmp(status, "unreachable")) text_add(&text, ": never reached, which is proved.");
  else text_printf(&text, ": not decided%s%s.", reason ? ": " : "", reason ? reason : "");
  return message_of(&text);
}

static json_t *result_of(struct sarif *s, const json_t *check) {
  const char *status = string_of(check, "status");
  bool violated = !strcmp(status, "violated");
  uint32_t rule = rule_of(string_of(check, "property"));
  const json_t *counterexample = NULL;
  if (violated)
    counterexample =
        json_array_get(json_object_get(s->report, "counterexamples"), (size_t)number_of(check, "counterexample"));
  struct text id = {0};
  rule_id(rule, &id);
  json_t *result = json_pack("{s:s,s:i,s:s,s:s,s:o,s:[o]}", "ruleId", text_cstr(&id), "ruleIndex", (int)rule, "kind",
                             violated                         ? "fail"
                             : !strcmp(status, "proved")      ? "pass"
                             : !strcmp(status, "unreachable") ? "notApplicable"
                                                              : "open",
                             "level", violated ? "error" : "none", "message", check_message(check, counterexample),
                             "locations", location_of(s, check));
  text_release(&id);
  json_t *flows = counterexample ? code_flows(s, counterexample) : NULL;
  if (flows) set(result, "codeFlows", flows);
  return result;
}

// A violation that is none of the checks in the list: where the trace ends.
static json_t *lone_violation(struct sarif *s) {
  const json_t *rows = json_object_get(json_object_get(s->report, "trace"), "rows");
  const json_t *last = json_array_get(rows, json_array_size(rows) - 1);
  json_t *check = last ? json_copy((json_t *)last) : json_object();
  json_object_del(check, "values");
  set(check, "property", json_incref(json_object_get(s->report, "property")));
  set(check, "kind", json_string("error"));
  set(check, "status", json_string("violated"));
  set(check, "counterexample", json_integer(0));
  return check;
}

static json_t *results(struct sarif *s) {
  json_t *all = json_array(), *checks = json_copy(json_object_get(s->report, "assertions"));
  const char *verdict = string_of(s->report, "verdict");
  const json_t *check;
  size_t i;
  if (!checks) checks = json_array();
  bool violated = false;
  json_array_foreach(checks, i, check) violated |= !strcmp(string_of(check, "status"), "violated");
  if (verdict && !strcmp(verdict, "false") && !violated) json_array_append_new(checks, lone_violation(s));
  uint64_t *hashes = mem_alloc((json_array_size(checks) + 1) * sizeof *hashes);
  json_array_foreach(checks, i, check) hashes[i] = line_hash(check);
  json_array_foreach(checks, i, check) {
    json_t *result = result_of(s, check);
    set(result, "partialFingerprints", fingerprints(i, hashes));
    json_array_append_new(all, result);
  }
  mem_free(hashes);
  json_decref(checks);
  return all;
}

// --- the run ---------------------------------------------------------------------------------------------------------

static json_t *rule_objects(void) {
  json_t *array = json_array();
  for (uint32_t p = 0; p < property_count; p++) {
    const struct property_descriptor *d = &property_table[p];
    struct text id = {0};
    rule_id(p, &id);
    json_array_append_new(array, json_pack("{s:s,s:s,s:{s:s},s:{s:s},s:{s:s},s:{s:s},s:{s:[s,s]}}", "id",
                                           text_cstr(&id), "name", d->rule.name, "shortDescription", "text",
                                           d->rule.violation, "fullDescription", "text", d->rule.violation, "help",
                                           "text", d->rule.help, "defaultConfiguration", "level", "error", "properties",
                                           "tags", "correctness", d->name));
    text_release(&id);
  }
  return array;
}

static void add_notification(json_t *array, const char *level, const char *text) {
  json_array_append_new(array, json_pack("{s:s,s:o}", "level", level, "message", message(text)));
}

static json_t *notifications(const struct sarif *s) {
  json_t *array = json_array();
  const json_t *warning;
  size_t i;
  json_array_foreach(json_object_get(s->report, "warnings"), i, warning)
      add_notification(array, "warning", json_string_value(warning));
  const char *why = string_of(s->report, "explanation"), *detail = string_of(s->report, "detail");
  if (!why) return array;
  struct text text = {0};
  text_printf(&text, "Not decided: %s%s%s.", why, detail ? ": " : "", detail ? detail : "");
  add_notification(array, "warning", text_cstr(&text));
  text_release(&text);
  return array;
}

static json_t *invocation(const struct sarif *s) {
  const json_t *arguments = json_object_get(s->report, "arguments"), *argument;
  json_t *rest = json_array();
  size_t i;
  json_array_foreach(arguments, i, argument) if (i) json_array_append(rest, (json_t *)argument);
  json_int_t status = number_of(s->report, "status");
  return json_pack("{s:b,s:I,s:s,s:o,s:o}", "executionSuccessful", 1, "exitCode", status, "exitCodeDescription",
                   status == EXIT_TRUE    ? "nothing that was checked can be violated"
                   : status == EXIT_FALSE ? "a violation was found"
                                          : "not decided",
                   "arguments", rest, "toolExecutionNotifications", notifications(s));
}

static json_t *root_uri(const struct sarif *s) {
  struct text uri = {0};
  text_add(&uri, "file://");
  add_uri(s->root, &uri);
  text_add(&uri, "/");
  json_t *made = json_pack("{s:{s:s}}", ROOT_ID, "uri", text_cstr(&uri));
  text_release(&uri);
  return made;
}

json_t *json_value_sarif(const json_t *report, const struct cfa *cfa) {
  struct sarif s = {.report = report, .cfa = cfa, .root = find_root(), .artifacts = json_array()};
  s.sources = cfa ? source_files_new(cfa) : NULL;
  const char *version = string_of(json_object_get(report, "tool"), "version"), *result = string_of(report, "result");
  json_t *driver = json_pack("{s:s,s:s,s:s,s:o}", "name", "clew", "fullName", "clew, a verifier for C programs",
                             "version", version ? version : "", "rules", rule_objects());
  json_t *run = json_pack("{s:{s:o},s:[o],s:o,s:o,s:o,s:s,s:{s:s}}", "tool", "driver", driver, "invocations",
                          invocation(&s), "originalUriBaseIds", root_uri(&s), "results", results(&s), "artifacts",
                          s.artifacts, "columnKind", "unicodeCodePoints", "properties", "result", result ? result : "");
  source_files_free(s.sources);
  mem_free(s.root);
  return json_pack("{s:s,s:s,s:[o]}", "$schema", SCHEMA, "version", "2.1.0", "runs", run);
}

bool report_sarif(const struct report *report, const char *file, struct error *error) {
  json_t *root = json_value_report(report), *sarif = json_value_sarif(root, report->cfa);
  bool good = json_value_write(sarif, file, error);
  json_decref(sarif);
  json_decref(root);
  return good;
}

// The result of each check of the program (cfa/assertions.h), in words and in JSON.
#include "cfa/assertions.h"
#include "report/json_value.h"
#include "report/report.h"
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

// --- what a check is -------------------------------------------------------------------------------------------------

static bool is_written(const struct assertion *a) { return property_has(a->property, TRAIT_WRITTEN); }

void report_assertion_kind(const struct assertion *a, struct text *out) {
  if (!is_written(a)) text_add(out, property_table[a->property].excluded);
  else if (a->site != NUMBER_NONE || !strcmp(a->text, "assert")) text_add(out, "assertion");
  else if (*a->text && !strchr(a->text, ' ')) text_printf(out, "call of %s", a->text);
  else text_add(out, *a->text ? a->text : "error");
}

// The arguments of the call that begins at the column, over a few lines at most. False: no call is there.
static bool call_arguments(struct source_files *sources, struct source_place place, struct text *out) {
  enum { LINES = 8 };
  const char *line = source_line(sources, place.file, place.line);
  uint32_t indent = source_indent(sources, place.file, place.line);
  if (!line || place.column < indent + 1 || strlen(line) < place.column - indent) return false;
  const char *at = line + (place.column - 1 - indent), *start = at;
  while (isalnum((unsigned char)*at) || *at == '_') at++;
  if (at == start) return false;
  at += strspn(at, " ");
  if (*at++ != '(') return false;
  int depth = 1;
  char quote = 0;
  for (uint32_t n = 0; depth;) {
    if (!*at) { // strings do not go on in the next line
      at = ++n < LINES ? source_line(sources, place.file, place.line + n) : NULL;
      if (!at) return false;
      if (out->size) text_addc(out, ' ');
      continue;
    }
    if (quote && *at == '\\' && at[1]) text_addc(out, *at++);
    else if (quote) quote = *at == quote ? 0 : quote;
    else if (*at == '"' || *at == '\'') quote = *at;
    else if (*at == '(') depth++;
    else if (*at == ')' && !--depth) break;
    text_addc(out, *at++);
  }
  return out->size > 0;
}

// What exactly, as the source has it: the condition of an assertion, the operation of another check. False: not known.
static bool text_of(struct source_files *sources, const struct assertion *a, struct text *out) {
  if (is_written(a)) {
    bool has_arguments = a->site != NUMBER_NONE || !strcmp(a->text, "assert");
    if (has_arguments && call_arguments(sources, a->place, out)) return true;
    text_clear(out);
    return false;
  }
  if (a->site != NUMBER_NONE) text_printf(out, "in %s", a->text);
  else text_add(out, a->text);
  return out->size > 0;
}

// Behind a string literal, if there is one.
static const char *skip_string(const char *text) {
  if (*text != '"') return NULL;
  for (text++; *text && *text != '"'; text++)
    if (*text == '\\' && text[1]) text++;
  return *text ? text + 1 : NULL;
}

// `assert(0)`, `assert(!"reason")`, `assert(0 && "reason")`: it fails wherever it is reached.
bool report_assertion_is_false(struct source_files *sources, const struct assertion *a) {
  const char *line = is_written(a) && a->site == NUMBER_NONE && !strcmp(a->text, "assert") && a->place.line
                         ? source_line(sources, a->place.file, a->place.line)
                         : NULL;
  uint32_t indent = line ? source_indent(sources, a->place.file, a->place.line) : 0;
  if (!line || a->place.column < indent + 1 || strlen(line) < a->place.column - indent) return false;
  uint32_t at = a->place.column - 1 - indent;
  if (strncmp(line + at, "assert", strlen("assert")) ||
      (at && (isalnum((unsigned char)line[at - 1]) || line[at - 1] == '_')))
    return false;
  struct text text = {0};
  const char *rest = call_arguments(sources, a->place, &text) ? text_cstr(&text) : "";
  if (*rest == '!') rest = skip_string(rest + 1);
  else if (*rest == '0' && !isalnum((unsigned char)rest[1]) && rest[1] != '.') {
    rest++;
    rest += strspn(rest, " ");
    if (!strncmp(rest, "&&", 2)) rest = skip_string(rest + 2 + strspn(rest + 2, " "));
  } else {
    rest = NULL;
  }
  bool is_false = rest && !rest[strspn(rest, " ")];
  text_release(&text);
  return is_false;
}

const char *report_assertion_status(const struct assertion *a) {
  static const char *const names[] = {[ASSERTION_UNKNOWN] = "unknown",
                                      [ASSERTION_PROVED] = "proved",
                                      [ASSERTION_VIOLATED] = "violated",
                                      [ASSERTION_UNREACHABLE] = "unreachable"};
  return names[a->status];
}

// --- for people ------------------------------------------------------------------------------------------------------

enum { PLACES_SHOWN = 5 };

static uint32_t count_of(const struct vec_assertion *list, enum assertion_status status) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < list->size; i++) n += list->data[i].status == status;
  return n;
}

// " (a.c:7, a.c:9 and 3 more)"
static void add_places(const struct report *report, enum assertion_status status, struct text *out) {
  const struct vec_assertion *list = report->assertions;
  uint32_t n = count_of(list, status), shown = 0;
  for (uint32_t i = 0; i < list->size && shown < PLACES_SHOWN; i++) {
    if (list->data[i].status != status || !list->data[i].place.line) continue;
    text_add(out, shown++ ? ", " : " (");
    report_place(report->cfa, list->data[i].place, out);
  }
  if (shown && shown < n) text_printf(out, " and %" PRIu32 " more", n - shown);
  if (shown) text_addc(out, ')');
}

static void add_count(const struct report *report, enum assertion_status status, const char *what, bool places,
                      const char **next, struct text *out) {
  uint32_t n = count_of(report->assertions, status);
  if (!n) return;
  text_printf(out, "%s%" PRIu32 " %s", *next, n, what);
  if (places) add_places(report, status, out);
  *next = ", ";
}

// --- by kind ---------------------------------------------------------------------------------------------------------

struct kind_counts {
  uint32_t n[ASSERTION_UNREACHABLE + 1]; // by status
  const char *reason; // of the first that is unknown; NULL: none
};

static struct kind_counts count_kind(const struct report *report, const struct property_kind *kind) {
  struct kind_counts counts = {0};
  for (uint32_t i = 0; i < report->assertions->size; i++) {
    const struct assertion *a = &report->assertions->data[i];
    if (!(kind->of >> a->property & 1)) continue;
    counts.n[a->status]++;
    if (a->status == ASSERTION_UNKNOWN && !counts.reason) counts.reason = a->reason;
  }
  return counts;
}

static uint32_t kinds_checked(const struct report *report) {
  uint32_t n = 0;
  struct property_kind kind;
  for (uint32_t k = 0; property_kind(k, &kind); k++) n += (report_checked(report) & kind.of) != 0;
  return n;
}

// "Memory accesses: 12 proved, 3 not decided (the time limit was reached)."
static void print_kind(const struct report *report, const struct property_kind *kind, struct text *out) {
  struct kind_counts counts = count_kind(report, kind);
  uint32_t undecided = counts.n[ASSERTION_UNKNOWN], never = counts.n[ASSERTION_UNREACHABLE];
  text_printf(out, "%s:", property_kind_title(kind, report_checked(report)));
  const char *next = " ";
  if (counts.n[ASSERTION_PROVED]) text_printf(out, "%s%" PRIu32 " proved", next, counts.n[ASSERTION_PROVED]);
  if (counts.n[ASSERTION_PROVED]) next = ", ";
  if (never) text_printf(out, "%s%" PRIu32 " never reached", next, never);
  if (never) next = ", ";
  if (undecided) text_printf(out, "%s%" PRIu32 " not decided", next, undecided);
  if (undecided && counts.reason) text_printf(out, " (%s)", counts.reason);
  text_add(out, *next == ' ' && !undecided ? " nothing to check.\n" : ".\n");
}

json_t *json_value_kinds(const struct report *report) {
  json_t *array = json_array();
  struct property_kind kind;
  for (uint32_t k = 0; report->assertions && property_kind(k, &kind); k++) {
    if (!(report_checked(report) & kind.of)) continue;
    struct kind_counts counts = count_kind(report, &kind);
    json_t *object = json_object();
    json_object_set_new(object, "kind", json_string(kind.name));
    json_object_set_new(object, "proved", json_integer(counts.n[ASSERTION_PROVED]));
    json_object_set_new(object, "violated", json_integer(counts.n[ASSERTION_VIOLATED]));
    json_object_set_new(object, "unreachable", json_integer(counts.n[ASSERTION_UNREACHABLE]));
    json_object_set_new(object, "unknown", json_integer(counts.n[ASSERTION_UNKNOWN]));
    json_object_set_new(object, "reason", counts.reason ? json_string(counts.reason) : json_null());
    json_array_append_new(array, object);
  }
  return array;
}

// "Assertions: 12 proved, 1 violated (a.c:7)." and a newline.
static void print_counts(const struct report *report, struct text *out) {
  const char *next = report_checked(report) == PROPERTY_SET(UNREACH) ? "Assertions: " : "Checks: ";
  add_count(report, ASSERTION_PROVED, "proved", false, &next, out);
  add_count(report, ASSERTION_VIOLATED, "violated", true, &next, out);
  add_count(report, ASSERTION_UNREACHABLE, "never reached", true, &next, out);
  add_count(report, ASSERTION_UNKNOWN, "not decided", report->all, &next, out);
  if (report->verdict == VERDICT_FALSE && !report->all && count_of(report->assertions, ASSERTION_UNKNOWN))
    text_add(out, "; --all goes on to decide the others");
  text_add(out, ".\n");
}

static void add_undecided(const struct report *report, struct text *out) {
  enum { UNDECIDED_SHOWN = 10 };
  struct source_files *sources = source_files_new(report->cfa);
  uint32_t shown = 0, n = count_of(report->assertions, ASSERTION_UNKNOWN);
  for (uint32_t i = 0; i < report->assertions->size && shown < UNDECIDED_SHOWN; i++) {
    const struct assertion *a = &report->assertions->data[i];
    if (a->status != ASSERTION_UNKNOWN) continue;
    shown++;
    struct text line = {0};
    report_assertion_line(report, sources, a, &line);
    text_printf(out, "Not decided: %s%s%s.\n", text_cstr(&line), a->reason ? ": " : "", a->reason ? a->reason : "");
    text_release(&line);
  }
  if (shown < n) text_printf(out, "Not decided: %" PRIu32 " more (--json lists all).\n", n - shown);
  source_files_free(sources);
}

void report_assertions_print(const struct report *report, struct text *out) {
  if (report->is_part) return;
  // Where nothing is violated and not all is proved, what is proved nevertheless is a matter of kinds.
  if (report->verdict == VERDICT_UNKNOWN && report->assertions && report->assertions->size &&
      kinds_checked(report) > 1) {
    struct property_kind kind;
    for (uint32_t k = 0; property_kind(k, &kind); k++)
      if (report_checked(report) & kind.of) print_kind(report, &kind, out);
    if (report->all) add_undecided(report, out);
    return;
  }
  // One alone has the verdict of the whole.
  if (report->assertions && (report->assertions->size > 1 || (report->all && report->assertions->size)))
    print_counts(report, out);
  if (report->assertions && report->all) add_undecided(report, out);
}

void report_assertion_words(const char *kind, const char *text, struct text *out) {
  bool within = text && !strncmp(text, kind, strlen(kind)); // "signed integer overflow: the sum …"
  if (!within) text_add(out, kind);
  if (text && !within) text_add(out, strcmp(kind, "assertion") ? ": " : " ");
  if (text) text_add(out, text);
}

// "a.c:9 (main): assertion x != 10"
void report_assertion_line(const struct report *report, struct source_files *sources, const struct assertion *a,
                           struct text *out) {
  struct text text = {0};
  if (a->place.line) {
    report_place(report->cfa, a->place, out);
    text_addc(out, ' ');
  }
  if (a->function) text_printf(out, "(%s)", a->function);
  text_add(out, out->size ? ": " : "");
  struct text kind = {0};
  report_assertion_kind(a, &kind);
  text_of(sources, a, &text);
  report_assertion_words(text_cstr(&kind), text.size ? text_cstr(&text) : NULL, out);
  text_release(&kind);
  text_release(&text);
}

// --- for programs ----------------------------------------------------------------------------------------------------

static void set(json_t *object, const char *key, json_t *value) { json_object_set_new(object, key, value); }

static json_t *json_assertion(const struct report *report, struct source_files *sources, const struct assertion *a) {
  json_t *object = json_object();
  struct text kind = {0}, text = {0};
  set(object, "property", json_string(property_table[a->property].name));
  report_assertion_kind(a, &kind);
  set(object, "kind", json_value_text(text_cstr(&kind)));
  if (text_of(sources, a, &text)) set(object, "text", json_value_text(text_cstr(&text)));
  if (a->place.line) {
    set(object, "file", json_value_text(report->cfa->files.data[a->place.file]));
    set(object, "line", json_integer(a->place.line));
    if (a->place.column) set(object, "column", json_integer(a->place.column));
    const char *source = source_line(sources, a->place.file, a->place.line);
    if (source) set(object, "source", json_value_text(source));
  }
  if (a->function) set(object, "function", json_value_text(a->function));
  set(object, "status", json_string(report_assertion_status(a)));
  if (a->status == ASSERTION_UNKNOWN && a->reason) set(object, "reason", json_value_text(a->reason));
  text_release(&kind);
  text_release(&text);
  return object;
}

json_t *json_value_assertions(const struct report *report) {
  json_t *array = json_array();
  if (!report->assertions || !report->cfa) return array;
  struct source_files *sources = source_files_new(report->cfa);
  for (uint32_t i = 0; i < report->assertions->size; i++) {
    const struct assertion *a = &report->assertions->data[i];
    json_t *object = json_assertion(report, sources, a);
    if (a->status == ASSERTION_VIOLATED && !a->disabled) set(object, "counterexample", json_integer(0));
    json_array_append_new(array, object);
  }
  source_files_free(sources);
  return array;
}

enum { INPUTS_SHOWN = 12 };

static const char *string_of(const json_t *object, const char *key) {
  return json_string_value(json_object_get(object, key));
}

// False: there are enough.
static bool add_input(struct text *out, uint32_t *shown, const char *name, const char *call, const char *value) {
  if (++*shown > INPUTS_SHOWN) {
    text_add(out, ", …");
    return false;
  }
  text_printf(out, "%s%s%s = %s", *shown > 1 ? ", " : "", name, call, value);
  return true;
}

static bool is_zero(const char *value) { return !strcmp(value, "0"); }

// As the trace has them, with their variables; where there are many, zeros are not worth a place.
static uint32_t add_traced(const json_t *counterexample, bool zeros, struct text *out) {
  const json_t *rows = json_object_get(json_object_get(counterexample, "trace"), "rows"), *row, *value;
  size_t i, k;
  uint32_t shown = 0;
  json_array_foreach(rows, i, row) {
    json_array_foreach(json_object_get(row, "values"), k, value) {
      const char *name = string_of(value, "name"), *is = string_of(value, "value"), *input = string_of(value, "input");
      if (!input || !is || !strcmp(input, "uninitialised") || (!zeros && is_zero(is))) continue;
      if (!add_input(out, &shown, name ? name : input, name ? "" : "()", is)) return shown;
    }
  }
  return shown;
}

void json_value_inputs(const json_t *counterexample, struct text *out) {
  const json_t *input;
  size_t i;
  size_t before = out->size;
  uint32_t shown = add_traced(counterexample, true, out);
  if (shown > INPUTS_SHOWN) {
    out->size = before;
    out->data[before] = '\0';
    if (add_traced(counterexample, false, out) <= INPUTS_SHOWN) text_add(out, ", and otherwise 0");
  }
  if (shown) return;
  json_array_foreach(json_object_get(counterexample, "inputs"), i, input) {
    const char *name = string_of(input, "name"), *value = string_of(input, "value"), *kind = string_of(input, "kind");
    if (!value || !kind || !strcmp(kind, "uninitialised")) continue;
    if (!add_input(out, &shown, name ? name : "", strcmp(kind, "argument") ? "()" : "", value)) return;
  }
}

// See functions.h. Each function is verified by this program itself, started once more with --entry and the options of
// the command line. What it says comes back as JSON.
#include "library/functions.h"
#include "base/file/input.h"
#include "base/file/output.h"
#include "base/memory/alloc.h"
#include "base/process/child.h"
#include "base/text/json.h"
#include "report/sarif_join.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SECONDS "60" // for a function, where the command line has no limit

struct row {
  const struct front_contract *contract;
  char *result; // "true", "false(unreach-call)", "unknown(timeout)"; NULL: it was not verified
  json_t *report; // NULL: there is none
  bool is_vacuous; // no state satisfies its precondition
  bool is_whole; // decided without the contracts of what it calls, which did not suffice
};
VEC_TYPE(vec_row, struct row)

struct functions {
  struct job *job;
  int n;
  char **words;
  struct vec_front_contract contracts;
  struct vec_row rows;
  struct vec_string changed; // paths; with --changed-since
  bool has_changed_header;
  char program[4096];
};

// --- which functions -------------------------------------------------------------------------------------------------

static bool run_git(struct functions *f, const char *const *arguments, struct text *out, struct error *error) {
  char file[3100];
  int status;
  snprintf(file, sizeof file, "%s/git", f->job->temp.path);
  int pid = child_start_tool(&f->job->limits, (char *const *)arguments, file);
  bool good = pid && child_wait(&f->job->limits, pid, INFINITY, &status) == CHILD_EXITED;
  good = good && input_read(file, out, error);
  if (good && status == 0) return true;
  if (!error->status)
    error_set(error, EXIT_USAGE, "--changed-since: git says: %.*s", (int)strcspn(text_cstr(out), "\n"), text_cstr(out));
  return false;
}

static bool has_suffix(const char *name, const char *suffix) {
  size_t n = strlen(name), m = strlen(suffix);
  return n >= m && !strcmp(name + n - m, suffix);
}

static void add_changed(struct functions *f, const struct text *list) {
  const char *at = text_cstr(list);
  for (size_t n; *at; at += n + (at[n] != '\0')) {
    n = strcspn(at, "\n");
    char *name = mem_strndup(at, n);
    char *path = realpath(name, NULL);
    f->has_changed_header |= has_suffix(name, ".h");
    if (path) vec_string_push(&f->changed, path);
    mem_free(name);
  }
}

static bool find_changed(struct functions *f, struct error *error) {
  const char *revision = f->job->request->options.changed_since;
  if (!revision) return true;
  const char *const since[] = {"git", "diff", "--name-only", "--relative", "--end-of-options", revision, "--", NULL};
  const char *const added[] = {"git", "ls-files", "--others", "--exclude-standard", NULL};
  struct text list = {0};
  bool good = run_git(f, since, &list, error);
  if (good) add_changed(f, &list);
  text_clear(&list);
  good = good && run_git(f, added, &list, error);
  if (good) add_changed(f, &list);
  text_release(&list);
  return good;
}

static bool is_wanted(const struct functions *f, const struct front_contract *c) {
  if (!f->job->request->options.changed_since || f->has_changed_header) return true;
  char *path = realpath(c->file, NULL);
  bool found = false;
  for (uint32_t i = 0; path && i < f->changed.size && !found; i++) found = !strcmp(f->changed.data[i], path);
  free(path);
  return found;
}

// --- one function ----------------------------------------------------------------------------------------------------

static bool is_file(const struct functions *f, const char *word) {
  const struct vec_word *files = &f->job->request->options.files;
  for (uint32_t i = 0; i < files->size; i++)
    if (files->data[i] == word) return true;
  return false;
}

// An option that is not handed on: 1, or 2 with a value that is a word of its own; 0: it is another word.
static int own_words(const char *word) {
  static const char *const with_value[] = {"--changed-since", "--json", "--sarif", "--timeout"};
  static const char *const alone[] = {"--each-function", "--quiet", "-q", "--use-contracts"};
  for (size_t i = 0; i < sizeof alone / sizeof *alone; i++)
    if (!strcmp(word, alone[i])) return 1;
  for (size_t i = 0; i < sizeof with_value / sizeof *with_value; i++) {
    size_t n = strlen(with_value[i]);
    if (!strncmp(word, with_value[i], n) && (!word[n] || word[n] == '=')) return word[n] ? 1 : 2;
  }
  return 0;
}

static void collect_words(const struct functions *f, const struct row *row, const char *base, bool uses,
                          struct vec_string *out) {
  const struct options *o = &f->job->request->options;
  struct text text = {0};
  vec_string_push(out, mem_strdup(f->program));
  vec_string_push(out, mem_strdup("verify"));
  for (int i = 0; i < f->n; i++) {
    int own = is_file(f, f->words[i]) || !strcmp(f->words[i], "--") ? 1 : own_words(f->words[i]);
    if (own) i += own - 1;
    else vec_string_push(out, mem_strdup(f->words[i]));
  }
  if (uses) vec_string_push(out, mem_strdup("--use-contracts"));
  if (o->timeout > 0) text_printf(&text, "--timeout=%g", o->timeout);
  else text_add(&text, "--timeout=" SECONDS);
  vec_string_push(out, mem_strdup(text_cstr(&text)));
  vec_string_push(out, mem_strdup("--entry"));
  vec_string_push(out, mem_strdup(row->contract->function));
  const char *const kinds[] = {"json", "sarif"};
  for (int i = 0; i < 2; i++) {
    text_clear(&text);
    text_printf(&text, "--%s=%s.%s", kinds[i], base, kinds[i]);
    vec_string_push(out, mem_strdup(text_cstr(&text)));
  }
  text_release(&text);
  vec_string_push(out, mem_strdup("--"));
  for (uint32_t i = 0; i < o->files.size; i++) // of a database only its own: what it needs is found there
    if (!o->compile_commands || !strcmp(o->files.data[i], row->contract->file))
      vec_string_push(out, mem_strdup(o->files.data[i]));
  vec_string_push(out, NULL);
}

static json_t *read_json(const char *base, const char *kind) {
  struct text name = {0};
  text_printf(&name, "%s.%s", base, kind);
  json_t *json = json_load_file(text_cstr(&name), 0, NULL);
  text_release(&name);
  return json;
}

static const char *string_of(const json_t *object, const char *key) {
  const char *text = json_string_value(json_object_get(object, key));
  return text ? text : "";
}

static bool says_vacuous(const json_t *report) {
  size_t i;
  const json_t *warning;
  json_array_foreach(json_object_get(report, "warnings"), i, warning) {
    const char *text = json_string_value(warning);
    if (text && strstr(text, "excludes everything")) return true;
  }
  return false;
}

// Without a report there was no verification: its messages say why.
static void show_messages(struct functions *f, const struct row *row, const char *base) {
  struct text name = {0}, said = {0};
  struct error error = {0};
  text_printf(&name, "%s.txt", base);
  if (input_read(text_cstr(&name), &said, &error)) fputs(text_cstr(&said), stderr);
  text_clear(&name);
  text_printf(&name, "%s: the contract of `%s` was not verified", row->contract->place, row->contract->function);
  job_complain(f->job, text_cstr(&name));
  error_release(&error);
  text_release(&said);
  text_release(&name);
}

static void verify_once(struct functions *f, struct row *row, const char *base, bool uses) {
  struct vec_string words = {0};
  struct text output = {0};
  int status = 0;
  collect_words(f, row, base, uses, &words);
  text_printf(&output, "%s.txt", base);
  int pid = child_start_tool(&f->job->limits, (char *const *)words.data, text_cstr(&output));
  bool ended = pid && child_wait(&f->job->limits, pid, INFINITY, &status) == CHILD_EXITED;
  if (row->report) json_decref(row->report);
  mem_free(row->result);
  row->report = ended && status <= EXIT_UNKNOWN ? read_json(base, "json") : NULL;
  row->result = row->report ? mem_strdup(string_of(row->report, "result")) : NULL;
  row->is_vacuous = row->report && says_vacuous(row->report);
  text_release(&output);
  for (uint32_t i = 0; i < words.size; i++) mem_free((char *)words.data[i]);
  vec_string_release(&words);
}

static bool is_true(const struct row *row) { return row->result && !strcmp(row->result, "true"); }

// Where the contracts of what it calls do not suffice, their bodies may.
static void verify_function(struct functions *f, struct row *row, json_t **sarif) {
  struct text base = {0};
  text_printf(&base, "%s/%s", f->job->temp.path, row->contract->function);
  bool uses = f->job->request->options.use_contracts;
  verify_once(f, row, text_cstr(&base), uses);
  if (uses && row->result && !strncmp(row->result, "unknown", 7)) {
    row->is_whole = true;
    verify_once(f, row, text_cstr(&base), false);
  }
  if (!row->result) show_messages(f, row, text_cstr(&base));
  json_t *own = row->result ? read_json(text_cstr(&base), "sarif") : NULL;
  if (own) sarif_join(sarif, own);
  text_release(&base);
}

// --- results ---------------------------------------------------------------------------------------------------------

static struct row *row_of(struct functions *f, const char *function, size_t n) {
  for (uint32_t i = 0; i < f->rows.size; i++) {
    const char *name = f->rows.data[i].contract->function;
    if (strlen(name) == n && !strncmp(name, function, n)) return &f->rows.data[i];
  }
  return NULL;
}

// The contracts that a proof rests on and that were not proved in this run, those of proofs that it uses among them.
static void find_open(struct functions *f, const struct row *row, struct vec_string *seen, struct text *out) {
  size_t i;
  const json_t *a;
  json_array_foreach(json_object_get(row->report, "assumptions"), i, a) {
    const char *kind = string_of(a, "kind");
    if (strcmp(kind, "contract")) continue;
    const char *text = string_of(a, "text");
    size_t n = strcspn(text, " ");
    bool is_known = false;
    for (uint32_t k = 0; k < seen->size; k++) is_known |= !strncmp(seen->data[k], text, n + 1);
    if (is_known) continue;
    vec_string_push(seen, text);
    const struct row *used = row_of(f, text, n);
    if (!used || !is_true(used) || used->is_vacuous) text_printf(out, "%s%.*s", out->size ? ", " : "", (int)n, text);
    else find_open(f, used, seen, out);
  }
}

static void describe(struct functions *f, const struct row *row, struct text *out) {
  if (!row->contract->has_body) {
    text_add(out, "no body: its contract is assumed where it is used");
    return;
  }
  text_add(out, row->result ? row->result : "not verified");
  if (row->is_vacuous) text_add(out, "; no state satisfies its precondition");
  if (row->is_whole) text_add(out, is_true(row) ? "; with the bodies of what it calls" : "");
  if (!is_true(row)) return;
  struct vec_string seen = {0};
  struct text open = {0};
  find_open(f, row, &seen, &open);
  if (open.size) text_printf(out, "; assumes the contracts of %s", text_cstr(&open));
  size_t length = strlen(row->contract->function);
  for (uint32_t i = 0; i < seen.size; i++)
    if (!strncmp(seen.data[i], row->contract->function, length) && seen.data[i][length] == ' ')
      text_add(out, "; assumes that its recursion ends");
  size_t i;
  const json_t *a;
  json_array_foreach(json_object_get(row->report, "assumptions"), i, a) {
    const char *kind = string_of(a, "kind");
    if (!strcmp(kind, "contract-assigns")) text_printf(out, "; assumes that %s", string_of(a, "text"));
  }
  vec_string_release(&seen);
  text_release(&open);
}

static void print_table(struct functions *f, FILE *to) {
  int wide = 8;
  uint32_t counts[3] = {0}, others = 0;
  for (uint32_t i = 0; i < f->rows.size; i++) {
    int n = (int)strlen(f->rows.data[i].contract->function);
    if (n > wide) wide = n;
  }
  for (uint32_t i = 0; i < f->rows.size; i++) {
    const struct row *row = &f->rows.data[i];
    struct text what = {0};
    describe(f, row, &what);
    fprintf(to, "  %-*s  %s  (%s)\n", wide, row->contract->function, text_cstr(&what), row->contract->place);
    text_release(&what);
    if (!row->contract->has_body) continue;
    if (!row->result) others++;
    else counts[is_true(row) && !row->is_vacuous ? 0 : !strncmp(row->result, "false", 5) ? 1 : 2]++;
  }
  fprintf(to, "Functions with a contract: %u true, %u false, %u unknown", counts[0], counts[1], counts[2]);
  if (others) fprintf(to, ", %u not verified", others);
  fprintf(to, ".\n");
}

// The first that is false, or else the first that is not true.
static const char *overall(const struct functions *f, int *status) {
  const char *result = "true";
  *status = EXIT_TRUE;
  for (uint32_t i = 0; i < f->rows.size; i++) {
    const struct row *row = &f->rows.data[i];
    if (!row->contract->has_body) continue;
    bool is_false = row->result && !strncmp(row->result, "false", 5);
    if (is_false && *status != EXIT_FALSE) {
      *status = EXIT_FALSE;
      result = row->result;
    }
    if (*status == EXIT_TRUE && (!is_true(row) || row->is_vacuous)) {
      *status = EXIT_UNKNOWN;
      result = row->is_vacuous ? "unknown(nothing)" : row->result ? row->result : "unknown(internal)";
    }
  }
  for (uint32_t i = 0; i < f->rows.size && *status != EXIT_FALSE; i++)
    if (!f->rows.data[i].result && f->rows.data[i].contract->has_body) *status = EXIT_DATA;
  return result;
}

static json_t *document(struct functions *f, const char *result) {
  json_t *list = json_array();
  for (uint32_t i = 0; i < f->rows.size; i++) {
    const struct row *row = &f->rows.data[i];
    struct text what = {0};
    describe(f, row, &what);
    json_t *object = json_object();
    json_object_set_new(object, "function", json_value_text(row->contract->function));
    json_object_set_new(object, "place", json_value_text(row->contract->place));
    json_object_set_new(object, "result", json_value_text(row->result));
    json_object_set_new(object, "note", json_value_text(text_cstr(&what)));
    json_object_set_new(object, "report", row->report ? json_incref(row->report) : json_null());
    json_array_append_new(list, object);
    text_release(&what);
  }
  json_t *root = json_object();
  json_object_set_new(root, "result", json_value_text(result));
  json_object_set_new(root, "functions", list);
  return root;
}

// Owns the document.
static bool write_json(struct functions *f, const char *file, json_t *json) {
  if (!file || !json) {
    json_decref(json);
    return true;
  }
  char *made = json_dumps(json, JSON_INDENT(2));
  struct text text = {0};
  struct error error = {0};
  text_printf(&text, "%s\n", made);
  bool good = output_write(file, &text, &error);
  if (!good) job_complain(f->job, error.message);
  error_release(&error);
  text_release(&text);
  mem_free(made);
  json_decref(json);
  return good;
}

static bool find_functions(struct functions *f, struct error *error) {
  struct front_options front = request_front_options(f->job->request);
  if (!front_contracts(&front, &f->contracts, error) || !find_changed(f, error)) return false;
  for (uint32_t i = 0; i < f->contracts.size; i++) {
    const struct front_contract *c = &f->contracts.data[i];
    if (c->file && is_wanted(f, c) && strcmp(c->function, "main")) vec_row_push(&f->rows, (struct row){.contract = c});
  }
  if (f->contracts.size) return true;
  error_set(error, EXIT_DATA, "none of the files has a function with a contract (docs/contracts.md says what one is)");
  return false;
}

static void release(struct functions *f) {
  for (uint32_t i = 0; i < f->rows.size; i++) {
    mem_free(f->rows.data[i].result);
    json_decref(f->rows.data[i].report);
  }
  for (uint32_t i = 0; i < f->changed.size; i++) free((char *)f->changed.data[i]);
  vec_row_release(&f->rows);
  vec_string_release(&f->changed);
  front_contracts_release(&f->contracts);
}

int functions_run(struct job *job, int n, char **words) {
  struct functions f = {.job = job, .n = n, .words = words};
  const struct options *o = &job->request->options;
  struct error error = {0};
  json_t *sarif = NULL;
  int status = EXIT_INTERNAL;
  limits_start(&job->limits, 0, 0);
  ssize_t length = readlink("/proc/self/exe", f.program, sizeof f.program - 1);
  if (length > 0 && temp_make(&job->temp, &error) && find_functions(&f, &error)) {
    FILE *to = request_has_document_on_stdout(job->request) ? stderr : stdout;
    for (uint32_t i = 0; i < f.rows.size && !limits_stopped(&job->limits); i++) {
      char line[200];
      snprintf(line, sizeof line, "%u of %u: %s", i + 1, f.rows.size, f.rows.data[i].contract->function);
      job_progress_line(job, line);
      if (f.rows.data[i].contract->has_body) verify_function(&f, &f.rows.data[i], &sarif);
    }
    job_erase_progress(job);
    const char *result = overall(&f, &status);
    if (!o->quiet) print_table(&f, to);
    bool good = write_json(&f, o->json, o->json ? document(&f, result) : NULL);
    good = write_json(&f, o->sarif, o->sarif ? sarif : NULL) && good;
    if (!o->sarif) json_decref(sarif);
    if (!good) status = EXIT_INTERNAL;
    else fprintf(to, "RESULT: %s\n", result);
  } else {
    if (error.status) job_complain(job, error.message);
    if (error.status) status = error.status;
  }
  error_release(&error);
  release(&f);
  job_finish(job);
  return status;
}

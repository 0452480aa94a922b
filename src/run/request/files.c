// See files.h.
#include "run/request/files.h"
#include "base/file/folder.h"
#include "run/request/input_kind.h"
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct named_file {
  const char *option, *file;
};
enum {
#define OUTPUT(field, ...) OUTPUT_##field,
#include "run/request/outputs.def"
#undef OUTPUT
  OUTPUT_OUTPUT,
  OUTPUT_TRACE_QUERIES,
  OUTPUT_RECORD_QUERIES,
  OUTPUT_DUMP_REACHED,
  OUTPUTS,
  FOLDERS = 3
};

static void outputs_of(const struct options *options, struct named_file out[OUTPUTS]) {
  enum { TEXT, DOCUMENT, FOLDER };
#define OUTPUT(field, name, help, commands, writer, stream, ...)                                                       \
  out[OUTPUT_##field] = (struct named_file){name, stream == FOLDER ? NULL : options->field};
#include "run/request/outputs.def"
#undef OUTPUT
  out[OUTPUT_OUTPUT] = (struct named_file){"--output", options->output};
  out[OUTPUT_TRACE_QUERIES] = (struct named_file){"--trace-queries", options->trace_queries};
  out[OUTPUT_RECORD_QUERIES] = (struct named_file){"--record-queries", options->record_queries};
  out[OUTPUT_DUMP_REACHED] = (struct named_file){"--dump-reached", options_of_engine(options, "--dump-reached")};
}

// Where a file that is not there yet would be: its folder, resolved, and its name.
static bool place_of(const char *file, char out[PATH_MAX]) {
  char folder[PATH_MAX], resolved[PATH_MAX];
  const char *slash = strrchr(file, '/');
  int n = slash ? (int)(slash - file) : 0;
  snprintf(folder, sizeof folder, "%.*s", slash ? (n ? n : 1) : 1, slash ? file : ".");
  if (!realpath(folder, resolved)) return false;
  int length = snprintf(out, PATH_MAX, "%s/%s", resolved, slash ? slash + 1 : file);
  return length > 0 && length < PATH_MAX;
}

// The same file, by whatever name. Devices and pipes take what several write.
static bool same_file(const char *a, const char *b) {
  struct stat first, second;
  bool there = stat(a, &first) == 0;
  if (there != (stat(b, &second) == 0)) return false;
  if (there) return S_ISREG(first.st_mode) && first.st_dev == second.st_dev && first.st_ino == second.st_ino;
  char x[PATH_MAX], y[PATH_MAX];
  return place_of(a, x) && place_of(b, y) && strcmp(x, y) == 0;
}

static bool refuse_input(struct named_file output, const char *input, const char *what, struct error *error) {
  if (!input || strcmp(output.file, "-") == 0 || !same_file(output.file, input)) return true;
  error_set(error, EXIT_USAGE, "%s %s: would write over %s%s%s%s; name another file", output.option, output.file, what,
            strcmp(output.file, input) ? " (" : "", strcmp(output.file, input) ? input : "",
            strcmp(output.file, input) ? ")" : "");
  return false;
}

static bool check_against_inputs(struct named_file output, const struct options *options, const char *certificate,
                                 struct error *error) {
  for (uint32_t i = 0; i < options->files.size; i++)
    if (!refuse_input(output, options->files.data[i], "an input file", error)) return false;
  for (uint32_t i = 0; i < options->also_read.size; i++)
    if (!refuse_input(output, options->also_read.data[i], "a file that is read", error)) return false;
  return refuse_input(output, options->property, "the property file", error) &&
         refuse_input(output, options_of_engine(options, "--precision"), "the precision that is read", error) &&
         refuse_input(output, certificate, "the certificate that is read", error);
}

// Folders that are filled: what an earlier run made there is removed.
static void folders_of(const struct options *options, struct named_file out[FOLDERS]) {
  out[0] = (struct named_file){"--tests", options->tests};
  out[1] = (struct named_file){"--output", options->folder};
  out[2] = (struct named_file){"--inputs", options->inputs};
}

static bool refuse_in_folder(const struct options *options, const char *input, struct error *error) {
  struct named_file folders[FOLDERS];
  folders_of(options, folders);
  for (unsigned i = 0; i < FOLDERS; i++) {
    if (!folders[i].file || !folder_has(folders[i].file, input)) continue;
    error_set(error, EXIT_USAGE, "%s %s: would remove %s, which an earlier run made there; name another folder",
              folders[i].option, folders[i].file, input);
    return false;
  }
  return true;
}

static bool check_pair(struct named_file a, struct named_file b, struct error *error) {
  if (strcmp(a.file, "-") == 0 && strcmp(b.file, "-") == 0)
    error_set(error, EXIT_USAGE, "%s and %s cannot both go to standard output", a.option, b.option);
  else if (strcmp(a.file, "-") != 0 && strcmp(b.file, "-") != 0 && same_file(a.file, b.file))
    error_set(error, EXIT_USAGE, "%s and %s name the same file, %s", a.option, b.option, b.file);
  return !error->status;
}

bool outputs_check(const struct options *options, const char *certificate, struct error *error) {
  struct named_file outputs[OUTPUTS];
  outputs_of(options, outputs);
  for (unsigned i = 0; i < OUTPUTS; i++) {
    if (!outputs[i].file) continue;
    if (!check_against_inputs(outputs[i], options, certificate, error)) return false;
    for (unsigned k = 0; k < i; k++)
      if (outputs[k].file && !check_pair(outputs[k], outputs[i], error)) return false;
  }
  for (uint32_t i = 0; i < options->files.size; i++)
    if (!refuse_in_folder(options, options->files.data[i], error)) return false;
  for (uint32_t i = 0; i < options->also_read.size; i++)
    if (!refuse_in_folder(options, options->also_read.data[i], error)) return false;
  for (unsigned i = 0; i < OUTPUTS; i++)
    if (!input_check_output(outputs[i].option, outputs[i].file, error)) return false;
  return true;
}

// It may be a file of the program: it begins as C does, with a comment or a directive.
static bool may_be_source(const char *file) {
  char first;
  return input_head(file, &first, 1) == 1 && (first == '/' || first == '#');
}

// Does the text of a file of the command have this name in it?
static bool is_named(const char *input, const char *name) {
  FILE *file = fopen(input, "r");
  if (!file) return true; // it is not known
  struct text text = {0};
  char buffer[4096];
  for (size_t got; (got = fread(buffer, 1, sizeof buffer, file)) > 0;) text_add_n(&text, buffer, got);
  fclose(file);
  bool is = memmem(text_cstr(&text), text.size, name, strlen(name)) != NULL;
  text_release(&text);
  return is;
}

static bool may_be_included(const struct options *options, const char *file) {
  const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;
  for (uint32_t i = 0; i < options->files.size; i++)
    if (is_named(options->files.data[i], name)) return true;
  return options->also_read.size > 0;
}

// A harness of an earlier run that stays until the program was read has a second bit, while it is not known to be a
// part of the program.
#define WAITING(i) (1u << (16 + (i)))
_Static_assert(OUTPUTS <= 16, "each has two bits");

void outputs_keep_sources(uint32_t *emptied) { *emptied &= WAITING(0) - 1; }

void outputs_empty_old(const struct options *options, bool is_read, uint32_t *emptied) {
  struct named_file outputs[OUTPUTS];
  struct stat status;
  outputs_of(options, outputs);
  outputs_keep_sources(emptied);
  for (unsigned i = 0; i < OUTPUTS; i++) {
    const char *file = outputs[i].file;
    if (!file) continue;
    if (!is_read && may_be_source(file)) {
      if (lstat(file, &status) == 0 && S_ISREG(status.st_mode) && !may_be_included(options, file))
        *emptied |= WAITING(i);
    } else if (output_empty_old(file)) *emptied |= 1u << i;
  }
}

void outputs_remove_emptied(const struct options *options, uint32_t *emptied) {
  struct named_file outputs[OUTPUTS];
  struct stat status;
  if (!*emptied) return;
  outputs_of(options, outputs);
  for (unsigned i = 0; i < OUTPUTS; i++) {
    if (!outputs[i].file || lstat(outputs[i].file, &status) || !S_ISREG(status.st_mode)) continue;
    if (*emptied & WAITING(i) || (*emptied >> i & 1 && !status.st_size)) unlink(outputs[i].file);
  }
  *emptied = 0;
}

void outputs_remove_unfinished(const struct options *options) {
  struct named_file outputs[OUTPUTS];
  char beside[PATH_MAX];
  outputs_of(options, outputs);
  for (unsigned i = 0; i < OUTPUTS; i++)
    if (outputs[i].file && output_beside(outputs[i].file, beside, sizeof beside)) unlink(beside);
}

static bool check_against(struct named_file output, const struct vec_string *files, struct error *error) {
  for (uint32_t i = 0; i < files->size; i++)
    if (!refuse_input(output, files->data[i], "a file of the program", error)) return false;
  return true;
}

bool outputs_check_sources(const struct options *options, const struct cfa *cfa, const struct vec_string *sources,
                           uint32_t *emptied, struct error *error) {
  struct named_file outputs[OUTPUTS];
  outputs_of(options, outputs);
  outputs_keep_sources(emptied);
  for (unsigned i = 0; i < OUTPUTS; i++)
    if (outputs[i].file &&
        (!check_against(outputs[i], sources, error) || !check_against(outputs[i], &cfa->files, error)))
      return false;
  for (uint32_t i = 0; i < sources->size; i++)
    if (!refuse_in_folder(options, sources->data[i], error)) return false;
  outputs_empty_old(options, true, emptied);
  return true;
}

bool outputs_check_another(const struct options *options, const struct cfa *cfa, const char *option, const char *file,
                           struct error *error) {
  struct named_file output = {option, file}, outputs[OUTPUTS];
  outputs_of(options, outputs);
  for (unsigned i = 0; i < OUTPUTS; i++)
    if (outputs[i].file && !check_pair(outputs[i], output, error)) return false;
  return check_against_inputs(output, options, NULL, error) && check_against(output, &cfa->files, error) &&
         input_check_output(option, file, error);
}

// Against the files of the command, the program's, and those of the engines before.
static bool check_engine(const struct options *options, const struct vec_string *files, uint32_t number,
                         struct named_file output, struct error *error) {
  struct named_file outputs[OUTPUTS];
  outputs_of(options, outputs);
  if (!check_against_inputs(output, options, NULL, error) || !input_check_output(output.option, output.file, error))
    return false;
  for (unsigned i = 0; i < OUTPUTS; i++)
    if (outputs[i].file && !check_pair(outputs[i], output, error)) return false;
  for (uint32_t i = 0; i < number; i++)
    if (files->data[i] && !check_pair((struct named_file){output.option, files->data[i]}, output, error)) return false;
  return true;
}

bool outputs_check_engines(const struct options *options, const struct cfa *cfa, const struct vec_string *sources,
                           const char *option, const struct vec_string *files, struct error *error) {
  for (uint32_t i = 0; i < files->size; i++) {
    struct named_file output = {option, files->data[i]};
    if (output.file && (!check_engine(options, files, i, output, error) || !check_against(output, sources, error) ||
                        !check_against(output, &cfa->files, error)))
      return false;
  }
  return true;
}

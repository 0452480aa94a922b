// See outputs.h.
#include "cli/outputs.h"
#include "base/folder.h"
#include "cli/input.h"
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
enum { OUTPUTS = 11, FOLDERS = 2 };

static void outputs_of(const struct options *options, struct named_file out[OUTPUTS]) {
  out[0] = (struct named_file){"--json", options->json};
  out[1] = (struct named_file){"--harness", options->harness};
  out[2] = (struct named_file){"--certificate", options->certificate};
  out[3] = (struct named_file){"--save-precision", options->save_precision};
  out[4] = (struct named_file){"--output", options->output};
  out[5] = (struct named_file){"--trace-queries", options->trace_queries};
  out[6] = (struct named_file){"--record-queries", options->record_queries};
  out[8] = (struct named_file){"--sarif", options->sarif};
  out[9] = (struct named_file){"--witness", options->witness};
  out[7] = (struct named_file){"--dump-reached", options_of_engine(options, "--dump-reached")};
  out[10] = (struct named_file){"--report", options->report};
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

void outputs_empty_old(struct options *options, bool is_read) {
  struct named_file outputs[OUTPUTS];
  outputs_of(options, outputs);
  for (unsigned i = 0; i < OUTPUTS; i++)
    if (outputs[i].file && (is_read || !may_be_source(outputs[i].file)) && output_empty_old(outputs[i].file))
      options->emptied |= 1u << i;
}

void outputs_remove_emptied(struct options *options) {
  struct named_file outputs[OUTPUTS];
  struct stat status;
  if (!options->emptied) return;
  outputs_of(options, outputs);
  for (unsigned i = 0; i < OUTPUTS; i++)
    if (options->emptied >> i & 1 && outputs[i].file && lstat(outputs[i].file, &status) == 0 &&
        S_ISREG(status.st_mode) && !status.st_size)
      unlink(outputs[i].file);
  options->emptied = 0;
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

bool outputs_check_sources(struct options *options, const struct cfa *cfa, const struct vec_string *sources,
                           struct error *error) {
  struct named_file outputs[OUTPUTS];
  outputs_of(options, outputs);
  for (unsigned i = 0; i < OUTPUTS; i++)
    if (outputs[i].file &&
        (!check_against(outputs[i], sources, error) || !check_against(outputs[i], &cfa->files, error)))
      return false;
  for (uint32_t i = 0; i < sources->size; i++)
    if (!refuse_in_folder(options, sources->data[i], error)) return false;
  outputs_empty_old(options, true);
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

// Against the files of the command, the program's, and those of the lines before.
static bool check_line(const struct options *options, const struct vec_schedule_entry *lines, uint32_t line,
                       struct named_file output, struct error *error) {
  struct named_file outputs[OUTPUTS];
  outputs_of(options, outputs);
  if (!check_against_inputs(output, options, NULL, error) || !input_check_output(output.option, output.file, error))
    return false;
  for (unsigned i = 0; i < OUTPUTS; i++)
    if (outputs[i].file && !check_pair(outputs[i], output, error)) return false;
  for (uint32_t i = 0; i < line; i++) {
    const struct schedule_entry *other = &lines->data[i];
    const char *file = option_of_engine(other->engine, other->options, output.option);
    if (file && !check_pair((struct named_file){output.option, file}, output, error)) return false;
  }
  return true;
}

bool outputs_check_schedule(const struct options *options, const struct cfa *cfa, const struct vec_string *sources,
                            const struct vec_schedule_entry *lines, struct error *error) {
  for (uint32_t i = 0; i < lines->size; i++) {
    const struct schedule_entry *line = &lines->data[i];
    struct named_file output = {"--dump-reached", option_of_engine(line->engine, line->options, "--dump-reached")};
    if (output.file && (!check_line(options, lines, i, output, error) || !check_against(output, sources, error) ||
                        !check_against(output, &cfa->files, error)))
      return false;
  }
  return true;
}

// See compile_commands.h.
#include "run/request/compile_commands.h"
#include "base/memory/alloc.h"
#include "base/file/input.h"
#include <ctype.h>
#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define DATABASE_NAME "compile_commands.json"

// --- words -----------------------------------------------------------------------------------------------------------

// Past a part in quotes; NULL: it is not closed. In double quotes a backslash only quotes what is special there.
static const char *take_quoted(const char *at, struct text *word) {
  char quote = *at++;
  for (; *at && *at != quote; at++) {
    bool escape = quote == '"' && *at == '\\' && at[1] && strchr("$`\"\\\n", at[1]);
    if (escape) at++;
    if (!escape || *at != '\n') text_addc(word, *at);
  }
  return *at ? at + 1 : NULL;
}

bool database_split(const char *command, struct arena *arena, struct vec_word *out) {
  struct text word = {0};
  const char *at = command;
  while (at) {
    while (isspace((unsigned char)*at)) at++;
    if (!*at) break;
    text_clear(&word);
    while (at && *at && !isspace((unsigned char)*at)) {
      if (*at == '\'' || *at == '"') {
        at = take_quoted(at, &word);
      } else if (*at == '\\' && at[1]) {
        if (at[1] != '\n') text_addc(&word, at[1]);
        at += 2;
      } else {
        text_addc(&word, *at++);
      }
    }
    if (at) vec_word_push(out, arena_strdup(arena, text_cstr(&word)));
  }
  text_release(&word);
  return at != NULL;
}

// --- entries ---------------------------------------------------------------------------------------------------------

// What one entry says, while it is read.
struct reading {
  struct database *database;
  struct invocation invocation;
  struct vec_word words;
  const char *directory, *output;
};

static const char *in_folder(struct database *d, const char *folder, const char *file) {
  if (file[0] == '/' || !*folder) return arena_strdup(&d->arena, file);
  return arena_printf(&d->arena, "%s/%s", folder, file);
}

static const char *canonical(struct database *d, const char *file) {
  char resolved[PATH_MAX];
  return arena_strdup(&d->arena, realpath(file, resolved) ? resolved : file);
}

// Response files are relative to the entry's directory.
static bool expand(struct reading *r, struct error *error) {
  struct vec_word expanded = {0};
  bool good = true;
  for (uint32_t i = 0; i < r->words.size && good; i++) {
    const char *word = r->words.data[i];
    char *one[1] = {(char *)word};
    if (word[0] == '@')
      one[0] = arena_printf(&r->database->arena, "@%s", in_folder(r->database, r->directory, word + 1));
    good = compiler_expand(&r->invocation.compiler, 1, one, &expanded, error);
  }
  vec_word_release(&r->words);
  r->words = expanded;
  return good;
}

// What is linked together, as far as names of object files tell: CMake has one folder NAME.dir for each target.
static const char *target_of(struct database *d, const char *directory, const char *output) {
  const char *found = output ? strstr(output, ".dir/") : NULL;
  if (!found) return "";
  return arena_printf(&d->arena, "%s/%.*s", directory, (int)(found - output), output);
}

// The folder of the object file.
static const char *output_folder(struct database *d, const char *directory, const char *output) {
  if (!output) return "";
  const char *file = in_folder(d, directory, output), *slash = strrchr(file, '/');
  return slash ? canonical(d, arena_printf(&d->arena, "%.*s", (int)(slash - file), file)) : "";
}

static bool is_c(const char *file) {
  size_t n = strlen(file);
  return n > 2 && file[n - 2] == '.' && (file[n - 1] == 'c' || file[n - 1] == 'i');
}

static void add_unit(struct reading *r, const char *file) {
  struct database *d = r->database;
  struct front_unit unit = {.file = arena_strdup(&d->arena, file), .directory = r->directory};
  unit.path = canonical(d, in_folder(d, r->directory, file));
  unit.target = target_of(d, r->directory, r->output);
  unit.output = output_folder(d, r->directory, r->output);
  unit.bits = r->invocation.compiler.bits;
  if (r->invocation.refused.status) unit.refused = arena_strdup(&d->arena, r->invocation.refused.message);
  struct stat status;
  if (stat(r->directory, &status) != 0 || !S_ISDIR(status.st_mode))
    unit.refused = arena_printf(&d->arena, "the directory %s is not there", r->directory);
  unit.n_flags = r->invocation.compiler.flags.size;
  const char **flags = arena_alloc(&d->arena, (unit.n_flags + 1) * sizeof *flags);
  for (uint32_t i = 0; i < unit.n_flags; i++) flags[i] = arena_strdup(&d->arena, r->invocation.compiler.flags.data[i]);
  unit.flags = flags;
  vec_front_unit_push(&d->units, unit);
}

static bool complain(const struct database *d, size_t number, const char *what, struct error *error) {
  if (!error->status) error_set(error, EXIT_DATA, "%s: entry %zu: %s", d->file, number + 1, what);
  return false;
}

static bool read_command(struct reading *r, const json_t *entry, size_t number, struct error *error) {
  const json_t *arguments = json_object_get(entry, "arguments"), *command = json_object_get(entry, "command");
  const struct database *d = r->database;
  if (json_is_string(command) && !arguments)
    return database_split(json_string_value(command), &r->database->arena, &r->words) ||
           complain(d, number, "a quote in its \"command\" is not closed", error);
  if (!json_is_array(arguments))
    return complain(d, number, "\"command\" (a string) or \"arguments\" (a list of strings) is missing", error);
  for (size_t i = 0; i < json_array_size(arguments); i++) {
    const char *word = json_string_value(json_array_get(arguments, i));
    if (!word) return complain(d, number, "\"arguments\" is a list of strings", error);
    vec_word_push(&r->words, word);
  }
  return true;
}

// The folder of the database, for a directory that is relative to it.
static const char *directory_of(struct database *d, const char *directory) {
  const char *slash = strrchr(d->file, '/');
  const char *folder = slash ? arena_printf(&d->arena, "%.*s", (int)(slash - d->file), d->file) : ".";
  return canonical(d, in_folder(d, *folder ? folder : "/", directory));
}

static bool read_entry(struct database *d, const json_t *entry, size_t number, struct error *error) {
  const char *file = json_string_value(json_object_get(entry, "file"));
  const char *directory = json_string_value(json_object_get(entry, "directory"));
  const json_t *output = json_object_get(entry, "output");
  if (!json_is_object(entry)) return complain(d, number, "an object is expected", error);
  if (!file || !*file) return complain(d, number, "\"file\" (a string) is missing", error);
  if (!directory) return complain(d, number, "\"directory\" (a string) is missing", error);
  struct reading r = {.database = d, .directory = directory_of(d, *directory ? directory : ".")};
  bool good = read_command(&r, entry, number, error) && (!is_c(file) || expand(&r, error));
  struct stat status;
  if (good && is_c(file) && stat(in_folder(d, r.directory, file), &status) == 0) {
    invocation_read(&r.invocation, &r.words);
    r.output = json_is_string(output) ? json_string_value(output) : r.invocation.output;
    add_unit(&r, file);
  }
  invocation_release(&r.invocation);
  vec_word_release(&r.words);
  return good;
}

static bool find_file(struct database *d, const char *place, struct error *error) {
  struct stat status;
  if (stat(place, &status) != 0) {
    error_set(error, EXIT_DATA, "-p %s: there is no such file or folder", place);
    return false;
  }
  if (!S_ISDIR(status.st_mode)) {
    d->file = arena_strdup(&d->arena, place);
    return true;
  }
  size_t n = strlen(place);
  while (n > 1 && place[n - 1] == '/') n--;
  d->file = arena_printf(&d->arena, "%.*s/" DATABASE_NAME, (int)n, place);
  if (stat(d->file, &status) == 0) return true;
  error_set(error, EXIT_DATA,
            "-p %s: there is no " DATABASE_NAME " in it; `cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON` writes one, and so "
            "does `bear -- make`",
            place);
  return false;
}

bool database_read(struct database *database, const char *place, struct error *error) {
  *database = (struct database){0};
  arena_init(&database->arena);
  database->file = place; // there is something to release
  struct text content = {0};
  if (!find_file(database, place, error) || !input_read(database->file, &content, error)) {
    text_release(&content);
    return false;
  }
  json_error_t where;
  json_t *root = json_loadb(text_cstr(&content), content.size, 0, &where);
  bool good = json_is_array(root);
  if (!root)
    error_set(error, EXIT_DATA, "%s:%d:%d: not JSON: %s", database->file, where.line,
              where.column > 0 ? where.column : 1, where.text);
  else if (!good) error_set(error, EXIT_DATA, "%s: not a compilation database: a list is expected", database->file);
  for (size_t i = 0; good && i < json_array_size(root); i++)
    good = read_entry(database, json_array_get(root, i), i, error);
  json_decref(root);
  text_release(&content);
  return good;
}

void database_release(struct database *database) {
  if (!database->file) return;
  vec_front_unit_release(&database->units);
  vec_unit_of_file_release(&database->given);
  text_release(&database->notes);
  arena_release(&database->arena);
}

// --- the files of the command line -----------------------------------------------------------------------------------

// How well an entry fits the files whose entry is known: it is built with one of them, and it is not refused.
static uint32_t judge_entry(const struct database *d, const struct front_unit *unit) {
  uint32_t kin = 0;
  for (uint32_t i = 0; i < d->given.size; i++)
    if (d->given.data[i] && front_unit_kin(d->given.data[i], unit)) kin = 1;
  return (unit->refused ? 0 : 2) + kin;
}

// The best of the entries of a file, of equals the first; NULL: it has none. *other is one that would be as good and
// gives another program; NULL: none.
static const struct front_unit *find_unit(const struct database *d, const char *file, const struct front_unit **other) {
  char resolved[PATH_MAX];
  const struct front_unit *found = NULL;
  uint32_t most = 0;
  *other = NULL;
  if (!realpath(file, resolved)) return NULL;
  for (uint32_t i = 0; i < d->units.size; i++) {
    const struct front_unit *unit = &d->units.data[i];
    if (strcmp(unit->path, resolved) != 0) continue;
    uint32_t points = judge_entry(d, unit);
    if (found && points == most && !*other && !front_unit_same(unit, found)) *other = unit;
    if (found && points <= most) continue;
    found = unit;
    most = points;
    *other = NULL;
  }
  return found;
}

// Those of files with only one entry come first: the others are chosen by them, and by each other.
static void find_given(struct database *d, const struct vec_word *files) {
  const struct front_unit *other;
  for (uint32_t i = 0; i < files->size; i++) vec_unit_of_file_push(&d->given, NULL);
  for (uint32_t i = 0; i < files->size; i++) {
    const struct front_unit *unit = is_c(files->data[i]) ? find_unit(d, files->data[i], &other) : NULL;
    if (unit && !other) d->given.data[i] = unit;
  }
  for (uint32_t i = 0; i < files->size; i++) {
    if (d->given.data[i] || !is_c(files->data[i])) continue;
    const struct front_unit *unit = find_unit(d, files->data[i], &other);
    d->given.data[i] = unit;
    if (!unit || !other) continue;
    bool named = *unit->target || *unit->output;
    text_printf(&d->notes, "%s: %s is compiled in several ways; the first is taken%s%s\n", d->file, files->data[i],
                named ? ", which is built for " : "",
                *unit->target ? unit->target
                : named       ? unit->output
                              : "");
  }
}

bool database_find(struct database *database, const struct vec_word *files, uint32_t *bits, struct error *error) {
  *bits = 0;
  find_given(database, files);
  for (uint32_t i = 0; i < files->size; i++) {
    const struct front_unit *unit = database->given.data[i];
    if (!unit) continue;
    if (unit->refused) {
      error_set(error, EXIT_DATA, "%s: %s, as %s has it: %s", database->file, files->data[i], unit->directory,
                unit->refused);
      return false;
    }
    if (unit->bits) *bits = unit->bits;
  }
  return true;
}

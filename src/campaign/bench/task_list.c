// See task_list.h.
#include "campaign/bench/task_list.h"
#include "base/file/input.h"
#include "base/memory/map.h"
#include "campaign/bench/benchmark.h"
#include "run/request/task.h"
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SUFFIX_NONE, SUFFIX_DEFINITION, SUFFIX_SET, SUFFIX_TABLE, SUFFIX_PROGRAM, SUFFIX_BENCHMARK };

// One item of the list, and what it asks of its tasks.
struct source {
  struct bench_definition *d;
  const struct yaml *node;
  const char *path; // as it is written
  const char *property; // file, absolute; NULL: what the task says
  const char *family; // NULL: what the list says
  const char *only; // a part of the name; NULL: all
  uint32_t bits; // 0: not said
  struct bench_sample sample;
  enum expected_verdict expected;
  uint32_t by; // the configuration that runs the tasks, from 1; 0: all do
  const char *wanted; // the expected verdict of tasks: "true", "false(valid-free)", "unknown"; NULL: any
  struct vec_word families; // empty: all
  struct map_ptr *seen; // names of tasks, by their hash: the last task in a chain
  struct map_u32 offered; // of this item: tasks that passed the filters, by the hash of their family
  struct error *error;
};

struct seen {
  uint32_t task;
  const struct seen *next;
};

static bool complain(const struct source *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool complain(const struct source *s, const char *format, ...) {
  struct text message = {0};
  va_list args;
  va_start(args, format);
  text_vprintf(&message, format, args);
  va_end(args);
  bench_complain(s->d, s->node, s->error, "%s", text_cstr(&message));
  text_release(&message);
  return false;
}

// --- one task --------------------------------------------------------------------------------------------------------

static bool wanted_family(const struct source *s, const char *family) {
  for (uint32_t i = 0; i < s->families.size; i++)
    if (strcmp(s->families.data[i], family) == 0) return true;
  return s->families.size == 0;
}

static bool same_files(const struct bench_task *a, const struct bench_task *b) {
  if (a->files.size != b->files.size) return false;
  for (uint32_t i = 0; i < a->files.size; i++)
    if (strcmp(a->files.data[i], b->files.data[i]) != 0) return false;
  return true;
}

static bool same_task(const struct bench_task *a, const struct bench_task *b) {
  return a->bits == b->bits && strcmp(a->name, b->name) == 0 && strcmp(a->property, b->property) == 0;
}

// Configurations that run the task, besides those that do already.
static void allow(const struct source *s, struct bench_task *task, bool is_new) {
  uint32_t n = s->d->configurations.size;
  if (!s->by) task->by = NULL;
  if (!s->by || (!is_new && !task->by)) return;
  if (is_new) task->by = memset(arena_alloc(&s->d->arena, n), 0, n);
  task->by[s->by - 1] = 1;
}

// What is there already is not added again; another program of the same name is a mistake.
static bool add_task(struct source *s, struct bench_task *task) {
  uint64_t key = hash_bytes(task->name, strlen(task->name)) >> 1;
  void **chain = map_ptr_find(s->seen, key);
  for (const struct seen *at = chain ? *chain : NULL; at; at = at->next) {
    struct bench_task *other = &s->d->tasks.data[at->task];
    if (!same_task(other, task)) continue;
    bool good = same_files(other, task);
    if (good) allow(s, other, false);
    if (!good) complain(s, "there are two tasks %s: %s and %s", task->name, other->files.data[0], task->files.data[0]);
    vec_word_release(&task->files);
    return good;
  }
  struct seen *entry = arena_alloc(&s->d->arena, sizeof *entry);
  *entry = (struct seen){s->d->tasks.size, chain ? *chain : NULL};
  map_ptr_put(s->seen, key, entry);
  allow(s, task, true);
  vec_bench_task_push(&s->d->tasks, *task);
  return true;
}

// With the filters of the item.
static bool offer_task(struct source *s, struct bench_task *task) {
  uint64_t key = hash_bytes(task->family, strlen(task->family)) >> 1;
  bool wanted = wanted_family(s, task->family) && (!s->only || strstr(task->name, s->only));
  uint32_t before = map_u32_get_or(&s->offered, key, 0);
  if (wanted) map_u32_put(&s->offered, key, before + 1);
  if (s->sample.every && before % s->sample.every) wanted = false;
  if (s->sample.most && before >= s->sample.most) wanted = false;
  if (wanted) return add_task(s, task);
  vec_word_release(&task->files);
  return true;
}

// "unreach-call" of ".../unreach-call.prp".
static const char *property_name(struct bench_definition *d, const char *file) {
  const char *slash = strrchr(file, '/'), *base = slash ? slash + 1 : file, *dot = strrchr(base, '.');
  return arena_printf(&d->arena, "%.*s", (int)(dot && dot > base ? dot - base : (long)strlen(base)), base);
}

static void set_property(const struct source *s, struct bench_task *task, const char *file) {
  task->property_file = file;
  task->property = file ? property_name(s->d, file) : "unreach-call";
}

// --- programs and definitions of tasks -------------------------------------------------------------------------------

static bool add_program(struct source *s, const char *file, const char *name, const char *family) {
  struct bench_task task = {.name = name, .family = family, .bits = s->bits ? s->bits : 64, .expected = s->expected};
  set_property(s, &task, s->property);
  if (access(file, R_OK) != 0) return complain(s, "%s: %s", file, strerror(errno));
  vec_word_push(&task.files, file);
  return offer_task(s, &task);
}

static const char *absolute(const struct source *s, const char *file) {
  char *resolved = realpath(file, NULL);
  const char *copy = arena_strdup(&s->d->arena, resolved ? resolved : file);
  free(resolved);
  return copy;
}

// The property that the item asks for, by the name of its file.
static bool wanted_property(const struct source *s, const char *file) {
  return !s->property || strcmp(property_name(s->d, file), property_name(s->d, s->property)) == 0;
}

static bool add_definition_property(struct source *s, const struct task *definition, const struct task_property *p,
                                    const char *name, const char *family) {
  struct bench_task task = {.name = name, .family = family, .expected = p->expected};
  task.bits = definition->bits ? definition->bits : s->bits ? s->bits : 64;
  if (p->subproperty) task.violation = arena_strdup(&s->d->arena, p->subproperty);
  set_property(s, &task, absolute(s, p->file));
  if (access(task.property_file, R_OK) != 0)
    return complain(s, "%s: the property file %s is not there", definition->file, p->file);
  for (uint32_t i = 0; i < definition->files.size; i++)
    vec_word_push(&task.files, absolute(s, definition->files.data[i]));
  return offer_task(s, &task);
}

static bool wanted_verdict(const struct source *s, const struct task_property *p) {
  if (!s->wanted) return true;
  if (p->expected == EXPECTED_NOTHING) return strcmp(s->wanted, "unknown") == 0;
  if (p->expected == EXPECTED_TRUE) return strcmp(s->wanted, "true") == 0;
  if (strcmp(s->wanted, "false") == 0) return true;
  size_t n = p->subproperty ? strlen(p->subproperty) : 0;
  return n && strlen(s->wanted) == n + strlen("false()") &&
         strncmp(s->wanted + strlen("false("), p->subproperty, n) == 0;
}

// A property without an expected verdict (coverage and the like) is only verified where the item asks for it.
static bool add_definition(struct source *s, const char *file, const char *name, const char *family) {
  struct task definition = {0};
  bool good = task_read(&definition, file, s->error);
  for (uint32_t i = 0; good && i < definition.properties.size; i++) {
    const struct task_property *p = &definition.properties.data[i];
    if (wanted_property(s, p->file) && (s->property || p->expected) && wanted_verdict(s, p))
      good = add_definition_property(s, &definition, p, name, family);
  }
  task_release(&definition);
  return good;
}

static int suffix_of(const char *file) {
  static const struct {
    const char *suffix;
    int kind;
  } table[] = {{".yml", SUFFIX_DEFINITION}, {".yaml", SUFFIX_DEFINITION}, {".set", SUFFIX_SET},
               {".tsv", SUFFIX_TABLE},      {".c", SUFFIX_PROGRAM},       {".i", SUFFIX_PROGRAM},
               {".xml", SUFFIX_BENCHMARK}};
  size_t length = strlen(file);
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    size_t n = strlen(table[i].suffix);
    if (length > n && strcmp(file + length - n, table[i].suffix) == 0) return table[i].kind;
  }
  return SUFFIX_NONE;
}

static const char *folder_name(const struct source *s, const char *file) {
  const char *end = strrchr(file, '/');
  if (!end || end == file) return "";
  const char *begin = end;
  while (begin > file && begin[-1] != '/') begin--;
  return arena_printf(&s->d->arena, "%.*s", (int)(end - begin), begin);
}

// The name without what all tasks have in common: the folder that is named.
static bool add_file(struct source *s, const char *file, const char *name, const char *family) {
  if (s->family) family = s->family;
  return suffix_of(file) == SUFFIX_DEFINITION ? add_definition(s, file, name, family)
                                              : add_program(s, file, name, family);
}

// --- folders, patterns, sets -----------------------------------------------------------------------------------------

static int by_name(const FTSENT **a, const FTSENT **b) { return strcmp((*a)->fts_name, (*b)->fts_name); }

// The files of that kind below the folder, in the order of their names.
static bool add_below(struct source *s, const char *folder, int kind, uint32_t *found) {
  char *roots[] = {(char *)folder, NULL};
  FTS *walk = fts_open(roots, FTS_LOGICAL | FTS_NOCHDIR, by_name);
  size_t prefix = strlen(folder);
  bool good = walk != NULL || complain(s, "%s: %s", folder, strerror(errno));
  for (FTSENT *entry; good && walk && (entry = fts_read(walk));) {
    if (entry->fts_info == FTS_DNR || entry->fts_info == FTS_ERR)
      good = complain(s, "%s: %s", entry->fts_path, strerror(entry->fts_errno));
    if (entry->fts_info != FTS_F || suffix_of(entry->fts_path) != kind) continue;
    if (kind == SUFFIX_DEFINITION && !task_is(entry->fts_path)) continue;
    const char *path = arena_strdup(&s->d->arena, entry->fts_path);
    const char *name = path + prefix + strspn(path + prefix, "/");
    good = good && add_file(s, path, name, folder_name(s, path));
    ++*found;
  }
  if (walk) fts_close(walk);
  return good;
}

// Definitions of tasks; where there are none, programs.
static bool add_folder(struct source *s, const char *folder) {
  uint32_t found = 0;
  if (!add_below(s, folder, SUFFIX_DEFINITION, &found)) return false;
  if (!found && !add_below(s, folder, SUFFIX_PROGRAM, &found)) return false;
  return found || complain(s, "%s: there are no tasks in this folder (.yml, .c or .i)", s->path);
}

static bool add_pattern(struct source *s, const char *pattern, const char *family) {
  glob_t matches;
  const char *slash = strrchr(pattern, '/');
  size_t prefix = slash ? (size_t)(slash - pattern) + 1 : 0;
  if (glob(pattern, 0, NULL, &matches) != 0) return complain(s, "%s: no file has such a name", pattern);
  size_t wild = strcspn(pattern, "*?[");
  if (wild < prefix) // folders may differ: the name has what differs
    for (prefix = wild; prefix > 0 && pattern[prefix - 1] != '/';) prefix--;
  bool good = true;
  for (size_t i = 0; i < matches.gl_pathc && good; i++) {
    const char *path = arena_strdup(&s->d->arena, matches.gl_pathv[i]);
    good = suffix_of(path) == SUFFIX_DEFINITION && !task_is(path)
               ? true
               : add_file(s, path, path + prefix, family ? family : folder_name(s, path));
  }
  globfree(&matches);
  return good;
}

// Each line is a pattern relative to the folder of the set; the name of the set is the family. Names keep the folders.
static bool add_set(struct source *s, const char *file) {
  struct text content = {0};
  bool good = input_read(file, &content, s->error);
  const char *slash = strrchr(file, '/'), *family = property_name(s->d, file);
  int folder = slash ? (int)(slash - file) : 0;
  char *rest = NULL;
  for (char *line = good && content.size ? strtok_r(content.data, "\r\n", &rest) : NULL; line && good;
       line = strtok_r(NULL, "\r\n", &rest)) {
    line += strspn(line, " \t");
    for (size_t n = strlen(line); n && strchr(" \t", line[n - 1]); n--) line[n - 1] = 0;
    if (!*line || *line == '#') continue;
    const char *pattern = line[0] == '/' ? arena_strdup(&s->d->arena, line)
                                         : arena_printf(&s->d->arena, "%.*s/%s", folder, file, line);
    glob_t matches;
    if (glob(pattern, 0, NULL, &matches) != 0) {
      good = complain(s, "%s: no file has the name %s", file, line);
      break;
    }
    for (size_t i = 0; i < matches.gl_pathc && good; i++) {
      const char *path = arena_strdup(&s->d->arena, matches.gl_pathv[i]);
      good = add_file(s, path, line[0] == '/' ? path : path + folder + 1, family);
    }
    globfree(&matches);
  }
  text_release(&content);
  return good;
}

// --- tables ----------------------------------------------------------------------------------------------------------

enum { COLUMN_FAMILY, COLUMN_FILE, COLUMN_BITS, COLUMN_EXPECTED, COLUMN_PROPERTY, COLUMN_VIOLATION, COLUMNS };
static const char *const column_names[COLUMNS] = {"family", "file", "bits", "expected", "property", "violation"};
enum { FIELDS_MOST = 64 };

static int split(char *line, char **fields) {
  int n = 0;
  for (char *at = line; at && n < FIELDS_MOST; n++) {
    fields[n] = at;
    at = strchr(at, '\t');
    if (at) *at++ = 0;
  }
  return n;
}

// Which column has what; -1: none has.
static bool read_head(struct source *s, const char *file, char *line, int *columns) {
  char *fields[FIELDS_MOST];
  int n = split(line, fields);
  for (int c = 0; c < COLUMNS; c++) {
    columns[c] = -1;
    for (int i = 0; i < n; i++)
      if (strcmp(fields[i], column_names[c]) == 0) columns[c] = i;
  }
  if (columns[COLUMN_FILE] >= 0) return true;
  return complain(s,
                  "%s:1: a table of tasks has a line of names first, with 'file' among them: family, file, bits, "
                  "expected, property, violation",
                  file);
}

static const char *beside(const struct source *s, const char *table, const char *name) {
  const char *slash = strrchr(table, '/');
  if (name[0] == '/' || !slash) return arena_strdup(&s->d->arena, name);
  return arena_printf(&s->d->arena, "%.*s/%s", (int)(slash - table), table, name);
}

// Beside the table, or in its folder `properties`.
static const char *table_property(const struct source *s, const char *table, const char *name) {
  const char *file = beside(s, table, name);
  return access(file, R_OK) == 0 ? file : beside(s, table, arena_printf(&s->d->arena, "properties/%s", name));
}

static bool read_line(struct source *s, const char *file, uint32_t number, const char *const *field) {
  struct bench_task task = {.family = s->family ? s->family : arena_strdup(&s->d->arena, field[COLUMN_FAMILY])};
  const char *bits = field[COLUMN_BITS], *expected = field[COLUMN_EXPECTED], *property = field[COLUMN_PROPERTY];
  task.name = arena_strdup(&s->d->arena, field[COLUMN_FILE]);
  task.bits = strcmp(bits, "32") == 0 ? 32 : 64;
  if (*bits && strcmp(bits, "32") != 0 && strcmp(bits, "64") != 0)
    return complain(s, "%s:%u: bits are 32 or 64, not '%s'", file, number, bits);
  if (strcmp(expected, "true") == 0) task.expected = EXPECTED_TRUE;
  else if (strcmp(expected, "false") == 0) task.expected = EXPECTED_FALSE;
  else if (*expected) return complain(s, "%s:%u: expected is true or false, not '%s'", file, number, expected);
  set_property(s, &task, *property ? table_property(s, file, property) : s->property);
  if (*field[COLUMN_VIOLATION] && task.expected == EXPECTED_FALSE)
    task.violation = arena_strdup(&s->d->arena, field[COLUMN_VIOLATION]);
  const char *program = beside(s, file, task.name);
  if (access(program, R_OK) != 0) return complain(s, "%s:%u: %s: %s", file, number, program, strerror(errno));
  if (task.property_file && access(task.property_file, R_OK) != 0)
    return complain(s, "%s:%u: the property file %s is not there", file, number, task.property_file);
  vec_word_push(&task.files, program);
  return offer_task(s, &task);
}

static bool add_table(struct source *s, const char *file) {
  struct text content = {0};
  bool good = input_read(file, &content, s->error);
  int columns[COLUMNS];
  char *at = content.data;
  for (uint32_t number = 1; good && at && *at; number++) {
    char *line = at, *fields[FIELDS_MOST];
    at = strchr(at, '\n');
    if (at) *at++ = 0;
    line[strcspn(line, "\r")] = 0;
    if (number == 1) {
      good = read_head(s, file, line, columns);
      continue;
    }
    if (!*line) continue;
    int n = split(line, fields);
    const char *field[COLUMNS];
    for (int c = 0; c < COLUMNS; c++) field[c] = columns[c] >= 0 && columns[c] < n ? fields[columns[c]] : "";
    good = *field[COLUMN_FILE] ? read_line(s, file, number, field)
                               : complain(s, "%s:%u: the line names no file", file, number);
  }
  text_release(&content);
  return good;
}

// --- benchmark definitions -------------------------------------------------------------------------------------------

static bool add_benchmark(struct source *s, const char *file) {
  struct vec_bench_listed list = {0};
  const char *property = s->property;
  bool good = bench_benchmark_list(s->d, file, &list, s->error);
  for (uint32_t i = 0; good && i < list.size; i++) {
    const struct bench_listed *listed = &list.data[i];
    if (property && listed->property && !wanted_property(s, listed->property)) continue;
    if (!property) s->property = listed->property;
    s->wanted = listed->expected;
    s->by = listed->by;
    good = add_file(s, listed->file, listed->name, listed->family);
    s->property = property;
  }
  vec_bench_listed_release(&list);
  return good;
}

// --- items -----------------------------------------------------------------------------------------------------------

static bool add_path(struct source *s) {
  struct stat status;
  if (strcmp(s->path, "{tasks}") == 0 && !s->d->given.tasks)
    return complain(s, "the campaign leaves its tasks open: --tasks PATH says which");
  if (strcmp(s->path, "{tasks}") == 0) s->path = s->d->given.tasks;
  if (s->d->given.sample && !bench_sample_read(s->d->given.sample, &s->sample))
    return complain(s, "--sample N or 1/N, not '%s'", s->d->given.sample);
  const char *path = bench_place(s->d, s->path);
  bool there = stat(path, &status) == 0;
  if (there && S_ISDIR(status.st_mode)) return add_folder(s, path);
  if (!there && strpbrk(s->path, "*?[")) return add_pattern(s, path, s->family);
  if (!there) return complain(s, "%s: there is no such file or folder (%s)", s->path, path);
  switch (suffix_of(path)) {
  case SUFFIX_SET: return add_set(s, path);
  case SUFFIX_TABLE: return add_table(s, path);
  case SUFFIX_BENCHMARK: return add_benchmark(s, path);
  case SUFFIX_DEFINITION:
  case SUFFIX_PROGRAM: return add_file(s, path, s->path, folder_name(s, path));
  default: return complain(s, "%s: neither a program (.c, .i) nor tasks (.yml, .set, .tsv, .xml)", s->path);
  }
}

static bool read_item_words(struct source *s, const struct yaml *map) {
  static const char *const known[] = {"path",   "property", "family",   "families", "only",
                                      "sample", "bits",     "expected", NULL};
  const struct yaml *value;
  if (!bench_check_keys(s->d, map, known, s->error)) return false;
  if (!(s->path = yaml_get_text(map, "path"))) return complain(s, "the path of the tasks is missing");
  s->family = yaml_get_text(map, "family");
  s->only = yaml_get_text(map, "only");
  if ((value = yaml_get(map, "families")) && !bench_words(s->d, value, &s->families, s->error)) return false;
  if ((value = yaml_get(map, "sample")) && (!yaml_text(value) || !bench_sample_read(yaml_text(value), &s->sample)))
    return bench_complain(s->d, value, s->error, "sample: N, at most so many of each family, or 1/N, every N-th");
  if ((value = yaml_get(map, "bits"))) {
    if (!bench_whole(s->d, value, &s->bits, s->error)) return false;
    if (s->bits != 32 && s->bits != 64) return bench_complain(s->d, value, s->error, "bits: 32 or 64");
  }
  if ((value = yaml_get(map, "expected"))) {
    const char *text = yaml_text(value);
    if (text && strcmp(text, "true") == 0) s->expected = EXPECTED_TRUE;
    else if (text && strcmp(text, "false") == 0) s->expected = EXPECTED_FALSE;
    else return bench_complain(s->d, value, s->error, "expected: true or false");
  }
  if ((value = yaml_get(map, "property"))) {
    if (!yaml_text(value)) return bench_complain(s->d, value, s->error, "property: the name of a file is expected");
    s->property = bench_place(s->d, yaml_text(value));
    if (access(s->property, R_OK) != 0)
      return bench_complain(s->d, value, s->error, "%s: %s", s->property, strerror(errno));
  }
  return true;
}

static bool read_item(struct bench_definition *d, const struct yaml *node, struct map_ptr *seen, struct error *error) {
  struct source s = {.d = d, .node = node, .seen = seen, .error = error};
  uint32_t before = d->tasks.size;
  bool good;
  if (node->kind == YAML_SCALAR) {
    s.path = node->text;
    good = *s.path || complain(&s, "the path of tasks is expected");
  } else if (node->kind == YAML_MAP) {
    good = read_item_words(&s, node);
  } else {
    good = complain(&s, "a path of tasks is expected, or a map with one");
  }
  good = good && add_path(&s);
  if (good && d->tasks.size == before && (s.only || s.families.size || s.property))
    good = complain(&s, "%s: no task is left by the filters", s.path);
  vec_word_release(&s.families);
  map_u32_release(&s.offered);
  return good;
}

bool bench_read_tasks(struct bench_definition *definition, const struct yaml *root, struct error *error) {
  const struct yaml *list = yaml_get(root, "tasks");
  struct map_ptr seen = {0};
  bool good = true;
  if (!list || (list->kind != YAML_LIST && list->kind != YAML_SCALAR) || (list->kind == YAML_LIST && !list->first))
    return bench_complain(definition, list ? list : root, error, "tasks: a list of tasks is expected");
  if (list->kind == YAML_SCALAR) good = read_item(definition, list, &seen, error);
  else
    for (const struct yaml *item = list->first; item && good; item = item->next)
      good = read_item(definition, item, &seen, error);
  map_ptr_release(&seen);
  if (!good || definition->tasks.size) return good;
  return bench_complain(definition, list, error, "there are no tasks");
}

bool bench_read_tasks_of(struct bench_definition *definition, const char *path, struct error *error) {
  struct yaml node = {.kind = YAML_SCALAR, .text = path, .line = 1, .column = 1};
  struct map_ptr seen = {0};
  bool good = read_item(definition, &node, &seen, error);
  map_ptr_release(&seen);
  if (!good || definition->tasks.size) return good;
  return bench_complain(definition, &node, error, "there are no tasks with the property of the benchmark definition");
}

// See benchmark.h.
#include "campaign/bench/benchmark.h"
#include "base/file/input.h"
#include "base/process/machine.h"
#include "base/text/xml.h"
#include "campaign/bench/command.h"
#include <glob.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct reader {
  struct bench_definition *d;
  const char *file;
  struct error *error;
};

static bool complain(const struct reader *r, const struct xml *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static bool complain(const struct reader *r, const struct xml *at, const char *format, ...) {
  struct text message = {0};
  va_list args;
  va_start(args, format);
  text_vprintf(&message, format, args);
  va_end(args);
  error_set(r->error, EXIT_DATA, "%s:%u: %s", r->file, at->line, text_cstr(&message));
  text_release(&message);
  return false;
}

// NULL: it is no benchmark definition, which was said.
static const struct xml *read_root(const struct reader *r) {
  struct text content = {0};
  const struct xml *root = NULL;
  if (input_read(r->file, &content, r->error)) root = xml_read(r->file, &content, &r->d->arena, r->error);
  text_release(&content);
  if (!root || strcmp(root->name, "benchmark") == 0) return root;
  complain(r, root, "<%s> is no benchmark definition of BenchExec: expected <benchmark>", root->name);
  return NULL;
}

// --- options ---------------------------------------------------------------------------------------------------------

static void add_options(const struct xml *parent, struct vec_word *out) {
  for (const struct xml *option = NULL; (option = xml_child(parent, "option", option));) {
    if (xml_get(option, "name")) vec_word_push(out, xml_get(option, "name"));
    if (*option->text) vec_word_push(out, option->text);
  }
}

// Of the benchmark, of the run definition (NULL: there is none) and of the tasks.
static void options_of(const struct xml *root, const struct xml *run, const struct xml *tasks, struct vec_word *out) {
  add_options(root, out);
  if (run) add_options(run, out);
  add_options(tasks, out);
}

// The configuration that runs these tasks, from 1. 0: all do, those of a campaign that takes the tasks of this file.
static uint32_t configuration_of(const struct reader *r, const struct xml *root, const struct xml *run,
                                 const struct xml *tasks) {
  struct vec_word options = {0};
  uint32_t found = 0;
  const char *dot = strrchr(r->d->file, '.');
  options_of(root, run, tasks, &options);
  for (uint32_t i = 0; dot && strcmp(dot, ".xml") == 0 && i < r->d->configurations.size && !found; i++)
    if (bench_has_options(&r->d->configurations.data[i], &options)) found = i + 1;
  vec_word_release(&options);
  return found;
}

// --- tasks -----------------------------------------------------------------------------------------------------------

// A name in a file: relative to the folder of that file.
static const char *beside(const struct reader *r, const char *file, const char *name) {
  const char *slash = strrchr(file, '/');
  if (name[0] == '/' || !slash) return arena_strdup(&r->d->arena, name);
  return arena_printf(&r->d->arena, "%.*s/%s", (int)(slash - file), file, name);
}

// ${benchmark_path} is the folder of the definition; other variables are left.
static const char *substitute(const char *name) {
  static const char *const own[] = {"${benchmark_path}/", "${benchmark_path_abs}/"};
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    if (strncmp(name, own[i], strlen(own[i])) == 0) return name + strlen(own[i]);
  return name;
}

// Files of the pattern are added, or taken out of those from `from` on.
static bool apply_pattern(const struct reader *r, const struct xml *at, const char *pattern, bool excluded,
                          uint32_t from, const struct bench_listed *like, struct vec_bench_listed *out) {
  glob_t matches;
  if (glob(pattern, 0, NULL, &matches) != 0) return excluded || complain(r, at, "%s: no file has such a name", pattern);
  size_t prefix = strrchr(r->file, '/') ? (size_t)(strrchr(r->file, '/') - r->file) + 1 : 0;
  for (size_t i = 0; i < matches.gl_pathc; i++) {
    const char *path = matches.gl_pathv[i];
    if (!excluded) {
      struct bench_listed listed = *like;
      listed.file = arena_strdup(&r->d->arena, path);
      listed.name = strncmp(path, r->file, prefix) == 0 ? listed.file + prefix : listed.file;
      vec_bench_listed_push(out, listed);
    }
    uint32_t kept = from;
    for (uint32_t k = from; excluded && k < out->size; k++)
      if (strcmp(out->data[k].file, path) != 0) out->data[kept++] = out->data[k];
    if (excluded) out->size = kept;
  }
  globfree(&matches);
  return true;
}

// Each line of a set is a pattern relative to its folder.
static bool apply_set(const struct reader *r, const struct xml *at, const char *set, bool excluded, uint32_t from,
                      const struct bench_listed *like, struct vec_bench_listed *out) {
  struct text content = {0};
  char *rest = NULL;
  bool good = input_read(set, &content, r->error);
  for (char *line = good && content.size ? strtok_r(content.data, "\r\n", &rest) : NULL; line && good;
       line = strtok_r(NULL, "\r\n", &rest)) {
    line += strspn(line, " \t");
    for (size_t n = strlen(line); n && strchr(" \t", line[n - 1]); n--) line[n - 1] = 0;
    if (*line && *line != '#') good = apply_pattern(r, at, beside(r, set, line), excluded, from, like, out);
  }
  text_release(&content);
  return good;
}

static bool apply_sets(const struct reader *r, const struct xml *at, const char *pattern, bool excluded, uint32_t from,
                       const struct bench_listed *like, struct vec_bench_listed *out) {
  glob_t matches;
  bool good = true;
  if (glob(pattern, 0, NULL, &matches) != 0) return complain(r, at, "%s: no file has such a name", pattern);
  for (size_t i = 0; i < matches.gl_pathc && good; i++)
    good = apply_set(r, at, arena_strdup(&r->d->arena, matches.gl_pathv[i]), excluded, from, like, out);
  globfree(&matches);
  return good;
}

// What BenchExec does: first all that is included, then what is excluded.
static bool list_tasks(const struct reader *r, const struct xml *tasks, const struct xml *property, uint32_t by,
                       struct vec_bench_listed *out) {
  static const struct {
    const char *name;
    bool is_set, excluded;
  } steps[] = {{"include", false, false},
               {"includesfile", true, false},
               {"exclude", false, true},
               {"excludesfile", true, true}};
  static const char *const refused[] = {"withoutfile", "append"};
  struct bench_listed like = {.family = xml_get(tasks, "name") ? xml_get(tasks, "name") : "", .by = by};
  uint32_t from = out->size;
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
    if (xml_child(tasks, refused[i], NULL))
      return complain(r, xml_child(tasks, refused[i], NULL), "<%s> of tasks is not supported", refused[i]);
  if (xml_child(tasks, "propertyfile", NULL)) property = xml_child(tasks, "propertyfile", NULL);
  if (property) {
    like.property = beside(r, r->file, substitute(property->text));
    like.expected = xml_get(property, "expectedverdict");
  }
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
    for (const struct xml *e = NULL; (e = xml_child(tasks, steps[i].name, e));) {
      const char *pattern = beside(r, r->file, substitute(e->text));
      if (!(steps[i].is_set ? apply_sets : apply_pattern)(r, e, pattern, steps[i].excluded, from, &like, out))
        return false;
    }
  return true;
}

// The tasks of the benchmark, or of a run definition.
static bool list_all(const struct reader *r, const struct xml *root, const struct xml *run, const struct xml *parent,
                     struct vec_bench_listed *out) {
  const struct xml *property = run ? xml_child(run, "propertyfile", NULL) : NULL;
  if (!property) property = xml_child(root, "propertyfile", NULL);
  for (const struct xml *tasks = NULL; (tasks = xml_child(parent, "tasks", tasks));)
    if (!list_tasks(r, tasks, property, configuration_of(r, root, run, tasks), out)) return false;
  return true;
}

bool bench_benchmark_list(struct bench_definition *definition, const char *file, struct vec_bench_listed *out,
                          struct error *error) {
  struct reader r = {definition, file, error};
  const struct xml *root = read_root(&r), *run = NULL;
  if (!root) return false;
  // Tasks of the benchmark are those of each run definition, with its property.
  while ((run = xml_child(root, "rundefinition", run)))
    if (!list_all(&r, root, run, root, out) || !list_all(&r, root, run, run, out)) return false;
  if (!xml_child(root, "rundefinition", NULL) && !list_all(&r, root, NULL, root, out)) return false;
  return out->size || complain(&r, root, "the benchmark definition has no tasks");
}

// --- limits ----------------------------------------------------------------------------------------------------------

// "900 s", "15 GB": the factor of the unit, by name; 0: it is none.
struct unit {
  const char *name;
  double factor;
};
static const struct unit times[] = {{"", 1}, {"s", 1}, {"min", 60}, {"h", 3600}, {"d", 86400}, {NULL, 0}};
static const struct unit sizes[] = {{"B", 1}, {"kB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}, {NULL, 0}};
static const struct unit counts[] = {{"", 1}, {NULL, 0}};

static bool read_limit(const struct reader *r, const struct xml *root, const char *name, const struct unit *units,
                       double *out) {
  const char *text = xml_get(root, name);
  if (!text) return true;
  char *end;
  double number = strtod(text, &end);
  const char *unit = end + strspn(end, " \t");
  while (units->name && strcmp(units->name, unit) != 0) units++;
  if (end == text || !units->name || !isfinite(number) || number <= 0)
    return complain(r, root, "%s=\"%s\": a number with a unit of BenchExec is expected (s, min, h; MB, GB)", name,
                    text);
  *out = number * units->factor;
  return true;
}

static bool read_limits(const struct reader *r, const struct xml *root) {
  struct bench_limits *limits = &r->d->limits;
  double hard = 0, memory = 0, cores = 0, threads = 1;
  if (!read_limit(r, root, "timelimit", times, &limits->cpu) || !read_limit(r, root, "hardtimelimit", times, &hard) ||
      !read_limit(r, root, "walltimelimit", times, &limits->wall) || !read_limit(r, root, "memlimit", sizes, &memory) ||
      !read_limit(r, root, "cpuCores", counts, &cores) || !read_limit(r, root, "threads", counts, &threads))
    return false;
  if (limits->cpu <= 0) limits->cpu = hard;
  limits->memory = (uint32_t)fmin(memory / (1 << 20), OPTION_WHOLE_MOST);
  limits->cores = (uint32_t)fmin(cores, OPTION_WHOLE_MOST);
  if (limits->cpu <= 0 && limits->wall <= 0) return complain(r, root, "a limit of time is missing: timelimit");
  if (limits->wall <= 0) limits->wall = bench_wall_limit(limits->cpu);
  r->d->repetitions = 1;
  r->d->jobs = (uint32_t)fmin(threads, OPTION_WHOLE_MOST);
  if (limits->cores <= machine_cores()) return true;
  return complain(r, root, "cpuCores=\"%u\": this machine has %u", limits->cores, machine_cores());
}

// --- configurations --------------------------------------------------------------------------------------------------

static bool add_configuration(const struct reader *r, const struct xml *run, const struct vec_word *options,
                              const char *name, const char *program) {
  const struct vec_bench_configuration *all = &r->d->configurations;
  for (uint32_t i = 0; i < all->size; i++) {
    if (bench_has_options(&all->data[i], options)) return true;
    if (strcmp(all->data[i].name, name) == 0)
      return complain(r, run, "there are two run definitions '%s' with different options", name);
  }
  struct yaml at = {.line = run->line, .column = 1};
  return bench_add_clew(r->d, &at, name, options, program, r->error);
}

// A run definition is a configuration, and another one for each of its tasks that have options of their own.
static bool add_configurations(const struct reader *r, const struct xml *root, const struct xml *run,
                               const struct xml *parent, const char *program) {
  const char *name = run && xml_get(run, "name") && *xml_get(run, "name") ? xml_get(run, "name") : "clew";
  uint32_t number = 0;
  for (const struct xml *tasks = NULL; (tasks = xml_child(parent, "tasks", tasks));) {
    struct vec_word options = {0};
    const char *own = xml_get(tasks, "name"), *full = name;
    number++;
    if (xml_child(tasks, "option", NULL))
      full = own ? arena_printf(&r->d->arena, "%s.%s", name, own) : arena_printf(&r->d->arena, "%s.%u", name, number);
    options_of(root, run, tasks, &options);
    bool good = add_configuration(r, run ? run : root, &options, full, program);
    vec_word_release(&options);
    if (!good) return false;
  }
  return true;
}

bool bench_benchmark_read(struct bench_definition *definition, const char *program, struct error *error) {
  struct reader r = {definition, definition->file, error};
  const struct xml *root = read_root(&r), *run = NULL;
  if (!root || !read_limits(&r, root)) return false;
  const char *tool = xml_get(root, "tool"), *dot = tool ? strrchr(tool, '.') : NULL;
  if (!tool || strcmp(dot ? dot + 1 : tool, "clew") != 0)
    return complain(&r, root,
                    "the tool is '%s': a campaign (.yml) with its command can take the tasks of this file, "
                    "tasks: [%s]",
                    tool ? tool : "", definition->file);
  if (!xml_child(root, "rundefinition", NULL)) return add_configurations(&r, root, NULL, root, program);
  while ((run = xml_child(root, "rundefinition", run)))
    if (!add_configurations(&r, root, run, root, program) || !add_configurations(&r, root, run, run, program))
      return false;
  return true;
}

// See definition.h.
#include "campaign/bench/definition.h"
#include "base/file/input.h"
#include "base/process/machine.h"
#include "base/text/words.h"
#include "campaign/bench/benchmark.h"
#include "campaign/bench/command.h"
#include "campaign/bench/task_list.h"
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REPETITIONS_MOST 1000
#define JOBS_MOST 256

// --- what the parts share --------------------------------------------------------------------------------------------

bool bench_complain(const struct bench_definition *definition, const struct yaml *node, struct error *error,
                    const char *format, ...) {
  struct text message = {0};
  va_list args;
  va_start(args, format);
  text_vprintf(&message, format, args);
  va_end(args);
  yaml_complain(error, definition->file, node, "%s", text_cstr(&message));
  text_release(&message);
  return false;
}

const char *bench_place(struct bench_definition *definition, const char *name) {
  char resolved[PATH_MAX];
  const char *slash = strrchr(definition->file, '/'), *path = name;
  if (name[0] != '/' && slash)
    path = arena_printf(&definition->arena, "%.*s/%s", (int)(slash - definition->file), definition->file, name);
  if (path[0] == '/') return arena_strdup(&definition->arena, path);
  return arena_printf(&definition->arena, "%s/%s", realpath(".", resolved) ? resolved : ".", path);
}

bool bench_check_keys(const struct bench_definition *definition, const struct yaml *map, const char *const *known,
                      struct error *error) {
  for (const struct yaml *value = map->first; value; value = value->next) {
    const char *nearest = NULL;
    unsigned distance = 3;
    bool found = false;
    for (const char *const *word = known; *word && !found; word++) {
      found = strcmp(*word, value->key) == 0;
      unsigned d = words_distance(*word, value->key);
      if (d >= distance) continue;
      distance = d;
      nearest = *word;
    }
    if (found) continue;
    struct yaml at = {.line = value->key_line, .column = value->key_column};
    if (nearest)
      return bench_complain(definition, &at, error, "unknown key '%s'; did you mean '%s'?", value->key, nearest);
    struct text words = {0};
    for (const char *const *word = known; *word; word++) text_printf(&words, "%s%s", words.size ? ", " : "", *word);
    bench_complain(definition, &at, error, "unknown key '%s'; there are %s", value->key, text_cstr(&words));
    text_release(&words);
    return false;
  }
  return true;
}

bool bench_number(const struct bench_definition *definition, const struct yaml *node, double *out,
                  struct error *error) {
  const char *text = yaml_text(node);
  char *end = NULL;
  double number = text ? strtod(text, &end) : -1;
  if (!text || end == text || *end || !isfinite(number) || number < 0)
    return bench_complain(definition, node, error, "%s: a number that is not negative is expected",
                          node->key ? node->key : "this");
  *out = number;
  return true;
}

bool bench_whole(const struct bench_definition *definition, const struct yaml *node, uint32_t *out,
                 struct error *error) {
  double number;
  if (!bench_number(definition, node, &number, error)) return false;
  if (number != floor(number) || number > OPTION_WHOLE_MOST)
    return bench_complain(definition, node, error, "%s: a whole number of at most %u is expected",
                          node->key ? node->key : "this", OPTION_WHOLE_MOST);
  *out = (uint32_t)number;
  return true;
}

bool bench_words(const struct bench_definition *definition, const struct yaml *node, struct vec_word *out,
                 struct error *error) {
  if (node->kind == YAML_SCALAR) { // separated by blanks
    char *copy = mem_strdup(node->text), *rest = NULL;
    for (char *word = strtok_r(copy, " \t\n", &rest); word; word = strtok_r(NULL, " \t\n", &rest))
      vec_word_push(out, arena_strdup((struct arena *)&definition->arena, word));
    mem_free(copy);
    return true;
  }
  if (node->kind != YAML_LIST) return bench_complain(definition, node, error, "a word or a list of words is expected");
  for (const struct yaml *item = node->first; item; item = item->next) {
    if (!yaml_text(item)) return bench_complain(definition, item, error, "a word is expected");
    vec_word_push(out, yaml_text(item));
  }
  return true;
}

bool bench_sample_read(const char *text, struct bench_sample *out) {
  int end = 0, every = 0;
  uint32_t number = 0;
  *out = (struct bench_sample){0};
  if (sscanf(text, "1/%9u%n", &number, &every) == 1 && every && !text[every]) out->every = number;
  else if (sscanf(text, "%9u%n", &number, &end) == 1 && !text[end]) out->most = number;
  else return false;
  return number >= 1 && number <= OPTION_WHOLE_MOST && text[0] >= '0' && text[0] <= '9' &&
         (!every || (text[2] >= '0' && text[2] <= '9'));
}

// --- limits ----------------------------------------------------------------------------------------------------------

static bool read_limits(struct bench_definition *d, const struct yaml *root, struct error *error) {
  static const char *const known[] = {"cpu", "wall", "memory", "cores", NULL};
  struct bench_limits *limits = &d->limits;
  const struct yaml *map = yaml_get(root, "limits"), *value;
  if (!map) return bench_complain(d, root, error, "limits are missing: cpu or wall, in seconds; memory, in mebibytes");
  if (map->kind != YAML_MAP) return bench_complain(d, map, error, "limits has keys: cpu, wall, memory, cores");
  if (!bench_check_keys(d, map, known, error)) return false;
  if ((value = yaml_get(map, "cpu")) && !bench_number(d, value, &limits->cpu, error)) return false;
  if ((value = yaml_get(map, "wall")) && !bench_number(d, value, &limits->wall, error)) return false;
  if ((value = yaml_get(map, "memory")) && !bench_whole(d, value, &limits->memory, error)) return false;
  if ((value = yaml_get(map, "cores")) && !bench_whole(d, value, &limits->cores, error)) return false;
  if (limits->cpu <= 0 && limits->wall <= 0)
    return bench_complain(d, map, error, "a limit of time is missing: cpu or wall, in seconds");
  if (limits->wall <= 0) limits->wall = bench_wall_limit(limits->cpu);
  if (limits->cores > machine_cores())
    return bench_complain(d, yaml_get(map, "cores"), error, "cores: this machine has %u", machine_cores());
  return true;
}

static bool read_count(struct bench_definition *d, const struct yaml *root, const char *key, uint32_t most,
                       uint32_t *out, struct error *error) {
  const struct yaml *value = yaml_get(root, key);
  if (!value) return true;
  if (!bench_whole(d, value, out, error)) return false;
  if (*out >= 1 && *out <= most) return true;
  return bench_complain(d, value, error, "%s: from 1 to %u", key, most);
}

bool bench_check_jobs(const struct bench_definition *definition, struct error *error) {
  if (definition->limits.cores * definition->jobs <= machine_cores() && definition->jobs <= JOBS_MOST) return true;
  error_set(error, EXIT_DATA, "%s: %u jobs of %u cores each: this machine has %u cores, and there are at most %d jobs",
            definition->file, definition->jobs, definition->limits.cores, machine_cores(), JOBS_MOST);
  return false;
}

static bool read_numbers(struct bench_definition *d, const struct yaml *root, struct error *error) {
  uint32_t cores = machine_cores();
  d->repetitions = 1;
  if (!read_limits(d, root, error)) return false;
  d->jobs = d->limits.cores ? cores / d->limits.cores : 1;
  if (!read_count(d, root, "repetitions", REPETITIONS_MOST, &d->repetitions, error) ||
      !read_count(d, root, "jobs", JOBS_MOST, &d->jobs, error))
    return false;
  return bench_check_jobs(d, error);
}

// --- places ----------------------------------------------------------------------------------------------------------

struct bench_place bench_place_at(const struct bench_definition *d, uint64_t number) {
  uint64_t in_repetition = (uint64_t)d->tasks.size * d->configurations.size;
  return (struct bench_place){(uint32_t)(number % in_repetition / d->configurations.size),
                              (uint32_t)(number % d->configurations.size), (uint32_t)(number / in_repetition)};
}

uint64_t bench_place_number(const struct bench_definition *d, struct bench_place p) {
  return ((uint64_t)p.repetition * d->tasks.size + p.task) * d->configurations.size + p.configuration;
}

uint64_t bench_runs_of(const struct bench_definition *d, struct bench_shard shard) {
  uint64_t n = 0;
  for (uint64_t number = 0; number < bench_places(d); number++) {
    struct bench_place place = bench_place_at(d, number);
    n += bench_is_run(d, place) && bench_shard_has(shard, place);
  }
  return n;
}

// --- the file --------------------------------------------------------------------------------------------------------

static bool read_root(struct bench_definition *d, const struct yaml *root, const char *program, struct error *error) {
  static const char *const known[] = {"name", "tasks", "configurations", "limits", "repetitions",
                                      "jobs", "text",  "tables",         NULL};
  const struct yaml *name;
  if (root->kind != YAML_MAP)
    return bench_complain(d, root, error, "not a campaign: tasks, configurations and limits are expected");
  if (!bench_check_keys(d, root, known, error)) return false;
  if ((name = yaml_get(root, "name"))) {
    if (!yaml_text(name)) return bench_complain(d, name, error, "the name of the campaign is expected");
    d->name = yaml_text(name);
  }
  return read_numbers(d, root, error) && bench_read_configurations(d, root, program, error) &&
         bench_read_tasks(d, root, error);
}

// The path is meant as the user's folder has it.
static const char *absolute(struct arena *arena, const char *path) {
  char resolved[PATH_MAX];
  if (path[0] == '/' || !realpath(".", resolved)) return arena_strdup(arena, path);
  return arena_printf(arena, "%s/%s", resolved, path);
}

bool bench_read(struct bench_definition *definition, const char *file, const char *program, struct bench_given given,
                struct error *error) {
  const char *slash = strrchr(file, '/'), *base = slash ? slash + 1 : file, *dot = strrchr(base, '.');
  *definition = (struct bench_definition){0};
  arena_init(&definition->arena);
  definition->file = arena_strdup(&definition->arena, file);
  definition->given = given;
  if (given.tasks) definition->given.tasks = absolute(&definition->arena, given.tasks);
  definition->name =
      arena_printf(&definition->arena, "%.*s", (int)(dot && dot > base ? dot - base : (long)strlen(base)), base);
  if (dot && strcmp(dot, ".xml") == 0)
    return bench_benchmark_read(definition, program, error) && bench_check_jobs(definition, error) &&
           bench_read_tasks_of(definition, base, error);
  struct text content = {0};
  const struct yaml *root = NULL;
  if (input_read(file, &content, error)) root = yaml_read(file, &content, &definition->arena, error);
  text_release(&content);
  return root && read_root(definition, root, program, error);
}

void bench_release(struct bench_definition *definition) {
  for (uint32_t i = 0; i < definition->tasks.size; i++) vec_word_release(&definition->tasks.data[i].files);
  for (uint32_t i = 0; i < definition->configurations.size; i++) {
    struct bench_configuration *c = &definition->configurations.data[i];
    vec_word_release(&c->command);
    vec_word_release(&c->version);
    bench_rules_release(&c->rules);
  }
  vec_bench_task_release(&definition->tasks);
  vec_bench_configuration_release(&definition->configurations);
  arena_release(&definition->arena);
}

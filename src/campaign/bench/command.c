// See command.h.
#include "campaign/bench/command.h"
#include "base/file/output.h"
#include "base/process/machine.h"
#include "portfolio/portfolio.h"
#include "run/request/request.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char reachability[] = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n";
// Only in commands that are made here: the words that ask clew for the task's property.
#define ASK_PROPERTY "{?property}"

// --- reading: rules --------------------------------------------------------------------------------------------------

static bool compile_expression(const struct bench_definition *d, const struct yaml *node, struct bench_rule *rule,
                               struct error *error) {
  char message[256];
  int failure = yaml_text(node) ? regcomp(&rule->output, yaml_text(node), REG_EXTENDED | REG_NEWLINE) : REG_BADPAT;
  rule->has_output = failure == 0;
  if (rule->has_output) return true;
  if (!yaml_text(node)) return bench_complain(d, node, error, "output: a regular expression is expected");
  regerror(failure, &rule->output, message, sizeof message);
  return bench_complain(d, node, error, "output: not a regular expression: %s", message);
}

static bool read_rule(struct bench_definition *d, const struct yaml *map, struct vec_bench_rule *out,
                      struct error *error) {
  static const char *const known[] = {"verdict", "status", "output", NULL};
  struct bench_rule rule = {0};
  if (map->kind != YAML_MAP)
    return bench_complain(d, map, error, "a rule has a verdict, and a status or an expression for the output");
  if (!bench_check_keys(d, map, known, error)) return false;
  const struct yaml *verdict = yaml_get(map, "verdict"), *status = yaml_get(map, "status");
  const struct yaml *output = yaml_get(map, "output");
  uint32_t number = 0;
  if (!verdict || !yaml_text(verdict) ||
      !bench_verdict_read(yaml_text(verdict), &d->arena, &rule.verdict, &rule.detail))
    return bench_complain(d, verdict ? verdict : map, error,
                          "verdict: true, false, false(VIOLATION), unknown(REASON) or error(REASON)");
  if (status && !bench_whole(d, status, &number, error)) return false;
  rule.has_status = status != NULL;
  rule.status = (int)number;
  if (output && !compile_expression(d, output, &rule, error)) return false;
  vec_bench_rule_push(out, rule);
  return true;
}

static bool read_rules(struct bench_definition *d, const struct yaml *list, struct vec_bench_rule *out,
                       struct error *error) {
  if (list->kind != YAML_LIST || !list->first) return bench_complain(d, list, error, "rules is a list of rules");
  for (const struct yaml *item = list->first; item; item = item->next)
    if (!read_rule(d, item, out, error)) return false;
  return true;
}

// --- reading: commands -----------------------------------------------------------------------------------------------

static const char *const placeholders[] = {"file", "files", "property", "bits", "timeout", "memory", "cores", "folder"};
enum { PLACEHOLDERS = sizeof placeholders / sizeof *placeholders };

// The number of the placeholder that the text begins with, and its length with the braces; -1: none.
static int placeholder(const char *text, size_t *length) {
  for (int i = 0; i < PLACEHOLDERS; i++) {
    size_t n = strlen(placeholders[i]);
    if (text[0] != '{' || strncmp(text + 1, placeholders[i], n) != 0 || text[n + 1] != '}') continue;
    *length = n + 2;
    return i;
  }
  return -1;
}

// Words in braces that are none are mistakes; braces around anything else are the program's own.
static bool check_placeholders(const struct bench_definition *d, const struct yaml *node, const struct vec_word *words,
                               struct error *error) {
  bool has_file = false;
  for (uint32_t i = 0; i < words->size; i++)
    for (const char *at = words->data[i]; (at = strchr(at, '{')); at++) {
      size_t length, letters = strspn(at + 1, "abcdefghijklmnopqrstuvwxyz_");
      int number = placeholder(at, &length);
      has_file = has_file || number == 0 || number == 1;
      if (number < 0 && letters && at[letters + 1] == '}')
        return bench_complain(d, node, error,
                              "there is no %.*s; there are {file}, {files}, {property}, {bits}, {timeout}, {memory}, "
                              "{cores}, {folder}",
                              (int)letters + 2, at);
    }
  return has_file || bench_complain(d, node, error, "the command has no {file}");
}

static bool is_in_path(const char *name) {
  const char *path = getenv("PATH");
  struct text file = {0};
  bool found = false;
  for (const char *at = path ? path : "/usr/bin:/bin"; at && !found; at = strchr(at, ':')) {
    at += *at == ':';
    text_clear(&file);
    text_printf(&file, "%.*s/%s", (int)strcspn(at, ":"), at, name);
    found = access(text_cstr(&file), X_OK) == 0;
  }
  text_release(&file);
  return found;
}

// A name with a slash is a file, relative to the campaign's folder; others are looked for as a shell does.
static bool find_program(struct bench_definition *d, const struct yaml *node, struct vec_word *command,
                         struct error *error) {
  if (!command->size) return bench_complain(d, node, error, "a command is expected");
  if (!strchr(command->data[0], '/'))
    return is_in_path(command->data[0]) ||
           bench_complain(d, node, error, "%s: there is no such program in PATH", command->data[0]);
  const char *file = bench_place(d, command->data[0]);
  if (access(file, X_OK) != 0) return bench_complain(d, node, error, "%s: there is no such program", file);
  command->data[0] = file;
  return true;
}

static bool read_command(struct bench_definition *d, const struct yaml *map, struct bench_configuration *c,
                         struct error *error) {
  static const char *const known[] = {"name", "command", "rules", "version", NULL};
  if (!bench_check_keys(d, map, known, error)) return false;
  const struct yaml *command = yaml_get(map, "command"), *rules = yaml_get(map, "rules");
  const struct yaml *version = yaml_get(map, "version");
  if (!bench_words(d, command, &c->command, error) || !find_program(d, command, &c->command, error) ||
      !check_placeholders(d, command, &c->command, error))
    return false;
  if (version && (!bench_words(d, version, &c->version, error) || !find_program(d, version, &c->version, error)))
    return false;
  return !rules || read_rules(d, rules, &c->rules, error);
}

// --- reading: clew ---------------------------------------------------------------------------------------------------

// What this clew would refuse in every run is refused now. Another one may have other options.
static bool check_options(const struct bench_definition *d, const struct yaml *node, const struct vec_word *words,
                          struct error *error) {
  struct options *options = mem_zalloc(1, sizeof *options);
  struct error found = {0};
  struct vec_word copy = {0};
  for (uint32_t i = 0; i < words->size; i++) vec_word_push(&copy, words->data[i]);
  bool good = options_parse(options, &request_forms[REQUEST_verify], &strategy_portfolio, (int)copy.size,
                            (char **)copy.data, &found);
  if (good && options->files.size) {
    good = false;
    error_set(&found, EXIT_USAGE, "%s is no option", options->files.data[0]);
  }
  if (!good) bench_complain(d, node, error, "%s", found.message);
  options_release(options);
  mem_free(options);
  vec_word_release(&copy);
  error_release(&found);
  return good;
}

// The options, and what is the same in all commands of clew.
static void make_command(const char *program, const struct vec_word *options, struct bench_configuration *c) {
  static const char *const rest[] = {"--{bits}", "--timeout",  "{timeout}", "--memory",
                                     "{memory}", ASK_PROPERTY, "--json",    "{folder}/result.json",
                                     "{files}"};
  c->is_clew = c->is_this_clew = true;
  c->options = options->size;
  vec_word_push(&c->command, program);
  vec_word_push(&c->command, "verify");
  for (uint32_t i = 0; i < options->size; i++) vec_word_push(&c->command, options->data[i]);
  for (size_t i = 0; i < sizeof rest / sizeof *rest; i++) vec_word_push(&c->command, rest[i]);
}

static bool read_engine(struct bench_definition *d, const struct yaml *map, const char *program,
                        struct bench_configuration *c, struct error *error) {
  static const char *const known[] = {"name", "engine", "options", "program", NULL};
  const struct yaml *engine = yaml_get(map, "engine"), *options = yaml_get(map, "options");
  const struct yaml *other = yaml_get(map, "program");
  struct vec_word chosen = {0}, found = {0};
  if (!bench_check_keys(d, map, known, error)) return false;
  if (!yaml_text(engine)) return bench_complain(d, engine, error, "the name of an engine is expected");
  vec_word_push(&chosen, "--engine");
  vec_word_push(&chosen, yaml_text(engine));
  bool good = (!options || bench_words(d, options, &chosen, error)) &&
              (other || check_options(d, options ? options : engine, &chosen, error));
  if (good && other) good = bench_words(d, other, &found, error) && find_program(d, other, &found, error);
  if (good) make_command(other ? found.data[0] : program, &chosen, c);
  c->is_this_clew = !other;
  vec_word_release(&chosen);
  vec_word_release(&found);
  return good;
}

// --- reading: configurations -----------------------------------------------------------------------------------------

static void describe_rules(const struct yaml *list, struct text *out) {
  for (const struct yaml *rule = list ? list->first : NULL; rule; rule = rule->next) {
    text_add(out, "rule:");
    for (const struct yaml *value = rule->first; value; value = value->next)
      text_printf(out, " %s %s;", value->key, yaml_text(value));
    text_addc(out, '\n');
  }
}

// Of this clew the place does not count: results of a campaign that was moved go on.
// `map` NULL: it has neither rules nor another program.
static void describe(struct bench_definition *d, const struct yaml *map, struct bench_configuration *c) {
  struct text out = {0};
  const struct bench_limits *l = &d->limits;
  text_add(&out, "command:");
  for (uint32_t i = 0; i < c->command.size; i++) {
    const char *word = c->is_this_clew && i == 0 ? "clew" : c->command.data[i];
    text_printf(&out, strpbrk(word, " \t\n") ? " \"%s\"" : " %s", word);
  }
  text_printf(&out, "\nlimits: cpu %g s, wall %g s, memory %u MiB, cores %u\n", l->cpu, l->wall, l->memory, l->cores);
  if (map) describe_rules(yaml_get(map, "rules"), &out);
  c->definition = arena_strdup(&d->arena, text_cstr(&out));
  text_release(&out);
}

static bool read_configuration(struct bench_definition *d, const struct yaml *map, const char *program,
                               struct error *error) {
  vec_bench_configuration_push(&d->configurations, (struct bench_configuration){0});
  struct bench_configuration *c = &d->configurations.data[d->configurations.size - 1];
  if (map->kind != YAML_MAP)
    return bench_complain(d, map, error, "a configuration has an engine and options, or a command and rules");
  const struct yaml *name = yaml_get(map, "name"), *engine = yaml_get(map, "engine");
  if (!engine && !yaml_get(map, "command"))
    return bench_complain(d, map, error, "a configuration has an engine, or a command");
  if (name && (!yaml_text(name) || !*yaml_text(name)))
    return bench_complain(d, name, error, "the name of the configuration is expected");
  c->name = name ? yaml_text(name) : yaml_text(engine);
  if (!c->name) return bench_complain(d, map, error, "the configuration has no name");
  for (uint32_t i = 0; i + 1 < d->configurations.size; i++)
    if (strcmp(d->configurations.data[i].name, c->name) == 0)
      return bench_complain(d, name ? name : map, error, "there are two configurations '%s'", c->name);
  if (!(engine ? read_engine(d, map, program, c, error) : read_command(d, map, c, error))) return false;
  describe(d, map, c);
  return true;
}

bool bench_read_configurations(struct bench_definition *definition, const struct yaml *root, const char *program,
                               struct error *error) {
  const struct yaml *list = yaml_get(root, "configurations");
  if (!list || list->kind != YAML_LIST || !list->first)
    return bench_complain(definition, list ? list : root, error,
                          "configurations: a list of configurations is expected");
  for (const struct yaml *item = list->first; item; item = item->next)
    if (!read_configuration(definition, item, program, error)) return false;
  return true;
}

bool bench_add_clew(struct bench_definition *definition, const struct yaml *at, const char *name,
                    const struct vec_word *options, const char *program, struct error *error) {
  if (!check_options(definition, at, options, error)) return false;
  struct bench_configuration c = {.name = name};
  make_command(program, options, &c);
  describe(definition, NULL, &c);
  vec_bench_configuration_push(&definition->configurations, c);
  return true;
}

bool bench_has_options(const struct bench_configuration *configuration, const struct vec_word *options) {
  if (!configuration->is_clew || configuration->options != options->size) return false;
  const char *const *own = configuration->command.data + 2;
  for (uint32_t i = 0; i < options->size; i++)
    if (strcmp(own[i], options->data[i]) != 0) return false;
  return true;
}

// --- the command of a run --------------------------------------------------------------------------------------------

const char *bench_result_file(const char *folder, struct arena *arena) {
  return arena_printf(arena, "%s/result.json", folder);
}

// The task's own file, or one that is made for it.
static const char *property_file(const struct bench_task *task, const char *folder, struct arena *arena,
                                 struct error *error) {
  if (task->property_file) return task->property_file;
  const char *file = arena_printf(arena, "%s/unreach-call.prp", folder);
  struct text text = {0};
  text_add(&text, reachability);
  bool good = access(file, F_OK) == 0 || output_write(file, &text, error);
  text_release(&text);
  return good ? file : NULL;
}

// clew ends by the clock. Where the processor's time is limited it leaves out what the machine's other work takes away.
static bool is_cpu_limited(const struct bench_limits *limits) { return limits->cpu > 0 && limits->cpu < limits->wall; }

static double shorter_limit(const struct bench_limits *limits) {
  return is_cpu_limited(limits) ? limits->cpu : limits->wall;
}

// The words that ask clew for the property: most kinds of checks are not named by property files.
static void ask_property(const struct bench_task *task, struct vec_word *out) {
  vec_word_push(out, task->property_file ? "--property" : "--check");
  vec_word_push(out, task->property_file ? task->property_file : "assert");
}

struct expansion {
  const struct bench_definition *definition;
  const struct bench_task *task;
  const char *folder;
  struct arena *arena;
};

static bool add_value(const struct expansion *e, int number, struct text *out, struct error *error) {
  const struct bench_limits *limits = &e->definition->limits;
  switch (number) {
  case 0:
  case 1: text_add(out, e->task->files.data[0]); break;
  case 2: {
    const char *file = property_file(e->task, e->folder, e->arena, error);
    if (!file) return false;
    text_add(out, file);
    break;
  }
  case 3: text_printf(out, "%u", e->task->bits); break;
  case 4: text_printf(out, "%g", shorter_limit(limits)); break;
  case 5: text_printf(out, "%u", limits->memory); break;
  case 6: text_printf(out, "%u", limits->cores ? limits->cores : machine_cores()); break;
  default: text_add(out, e->folder); break;
  }
  return true;
}

static const char *expand(const struct expansion *e, const char *word, struct error *error) {
  struct text out = {0};
  bool good = true;
  while (*word && good) {
    size_t length = 1;
    int number = placeholder(word, &length);
    if (number < 0) text_addc(&out, *word);
    else good = add_value(e, number, &out, error);
    word += length;
  }
  const char *expanded = good ? arena_strdup(e->arena, text_cstr(&out)) : NULL;
  text_release(&out);
  return expanded;
}

bool bench_command(const struct bench_definition *definition, const struct bench_configuration *configuration,
                   const struct bench_task *task, const char *folder, struct arena *arena, struct vec_word *out,
                   struct error *error) {
  struct expansion e = {definition, task, folder, arena};
  for (uint32_t i = 0; i < configuration->command.size; i++) {
    const char *word = configuration->command.data[i];
    if (strcmp(word, "{files}") == 0) {
      for (uint32_t k = 0; k < task->files.size; k++) vec_word_push(out, task->files.data[k]);
    } else if (configuration->is_clew && strcmp(word, ASK_PROPERTY) == 0) {
      ask_property(task, out);
      if (configuration->is_this_clew && is_cpu_limited(&definition->limits)) vec_word_push(out, "--discount-waiting");
    } else {
      const char *expanded = expand(&e, word, error);
      if (!expanded) return false;
      vec_word_push(out, expanded);
    }
  }
  vec_word_push(out, NULL);
  return true;
}

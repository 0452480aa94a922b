// See task.h.
#include "run/request/task.h"
#include "base/file/input.h"
#include "run/request/specification.h"
#include <glob.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

static bool has_suffix(const char *file, const char *suffix) {
  size_t n = strlen(file), m = strlen(suffix);
  return n > m && strcmp(file + n - m, suffix) == 0;
}

bool task_is_named(const char *file) { return has_suffix(file, ".yml") || has_suffix(file, ".yaml"); }

// Whatever else is wrong with it: a line begins with the key that all of them have.
bool task_is(const char *file) {
  static const char key[] = "input_files";
  struct stat status;
  if (!task_is_named(file) || stat(file, &status) != 0 || !S_ISREG(status.st_mode)) return false;
  struct text content = {0};
  struct error error = {0};
  bool found = false;
  if (input_read(file, &content, &error))
    for (const char *line = text_cstr(&content); line && !found; line = strchr(line, '\n')) {
      line += *line == '\n';
      found = strncmp(line, key, sizeof key - 1) == 0;
    }
  error_release(&error);
  text_release(&content);
  return found;
}

// --- reading ---------------------------------------------------------------------------------------------------------

// Relative to the folder of the task definition.
static const char *place(struct task *task, const char *name) {
  const char *slash = strrchr(task->file, '/');
  if (name[0] == '/' || !slash) return arena_strdup(&task->arena, name);
  return arena_printf(&task->arena, "%.*s/%s", (int)(slash - task->file), task->file, name);
}

static bool exists(const char *file) {
  struct stat status;
  return stat(file, &status) == 0;
}

static bool add_matches(struct task *task, const char *pattern) {
  glob_t found;
  if (glob(pattern, 0, NULL, &found) != 0) return false;
  for (size_t i = 0; i < found.gl_pathc; i++)
    vec_word_push(&task->files, arena_strdup(&task->arena, found.gl_pathv[i]));
  globfree(&found);
  return true;
}

static bool read_input_file(struct task *task, const struct yaml *node, struct error *error) {
  const char *name = yaml_text(node);
  if (!name || !*name) return yaml_complain(error, task->file, node, "the name of an input file is expected");
  const char *file = place(task, name);
  if (exists(file)) vec_word_push(&task->files, file);
  else if (!strpbrk(name, "*?[") || !add_matches(task, file))
    return yaml_complain(error, task->file, node, "the input file %s is not there (%s)", name, file);
  return true;
}

static bool read_input_files(struct task *task, const struct yaml *root, struct error *error) {
  const struct yaml *files = yaml_get(root, "input_files");
  if (!files) return yaml_complain(error, task->file, root, "there are no input_files: not a task definition");
  if (files->kind == YAML_SCALAR) return read_input_file(task, files, error);
  if (files->kind != YAML_LIST || !files->first)
    return yaml_complain(error, task->file, files, "input_files is a name or a list of names");
  for (const struct yaml *item = files->first; item; item = item->next)
    if (!read_input_file(task, item, error)) return false;
  return true;
}

static bool read_version(const struct task *task, const struct yaml *root, struct error *error) {
  const struct yaml *version = yaml_get(root, "format_version");
  if (!version) return yaml_complain(error, task->file, root, "format_version is missing: \"1.0\" or \"2.0\"");
  const char *text = yaml_text(version);
  if (text && (strncmp(text, "1.", 2) == 0 || strncmp(text, "2.", 2) == 0)) return true;
  return yaml_complain(error, task->file, version, "the format of task definitions is \"1.0\" or \"2.0\" here, not %s",
                       text ? text : "that");
}

static bool read_options(struct task *task, const struct yaml *root, struct error *error) {
  const struct yaml *options = yaml_get(root, "options");
  if (!options) return true;
  if (options->kind != YAML_MAP)
    return yaml_complain(error, task->file, options, "options has keys: language, data_model");
  const struct yaml *language = yaml_get(options, "language"), *model = yaml_get(options, "data_model");
  if (language && (!yaml_text(language) || strcmp(yaml_text(language), "C") != 0))
    return yaml_complain(error, task->file, language, "the language %s: clew reads C",
                         yaml_text(language) ? yaml_text(language) : "is no word");
  if (!model) return true;
  const char *text = yaml_text(model);
  if (text && strcmp(text, "ILP32") == 0) task->bits = 32;
  else if (text && strcmp(text, "LP64") == 0) task->bits = 64;
  else return yaml_complain(error, task->file, model, "the data model is ILP32 or LP64");
  return true;
}

static bool read_expected(const struct task *task, const struct yaml *node, struct task_property *out,
                          struct error *error) {
  const struct yaml *verdict = yaml_get(node, "expected_verdict"), *sub = yaml_get(node, "subproperty");
  const char *text = yaml_text(verdict);
  if (verdict) {
    if (text && strcasecmp(text, "true") == 0) out->expected = EXPECTED_TRUE;
    else if (text && strcasecmp(text, "false") == 0) out->expected = EXPECTED_FALSE;
    else return yaml_complain(error, task->file, verdict, "expected_verdict is true or false");
  }
  if (!sub) return true;
  out->subproperty = yaml_text(sub);
  if (!out->subproperty || !*out->subproperty)
    return yaml_complain(error, task->file, sub, "the name of a property is expected: valid-deref and the like");
  if (out->expected == EXPECTED_FALSE) return true;
  return yaml_complain(error, task->file, sub,
                       "a subproperty says what is violated where the verdict false is "
                       "expected");
}

static bool read_property(struct task *task, const struct yaml *node, struct error *error) {
  struct task_property property = {.node = node, .name = yaml_get_text(node, "property_file")};
  if (node->kind != YAML_MAP || !property.name || !*property.name)
    return yaml_complain(error, task->file, node, "a property has a property_file, and maybe an expected_verdict");
  property.file = place(task, property.name);
  if (!read_expected(task, node, &property, error)) return false;
  vec_task_property_push(&task->properties, property);
  return true;
}

static bool read_properties(struct task *task, const struct yaml *root, struct error *error) {
  const struct yaml *list = yaml_get(root, "properties");
  if (!list) return true;
  if (list->kind != YAML_LIST) return yaml_complain(error, task->file, list, "properties is a list");
  for (const struct yaml *item = list->first; item; item = item->next)
    if (!read_property(task, item, error)) return false;
  return true;
}

bool task_read(struct task *task, const char *file, struct error *error) {
  *task = (struct task){.file = file};
  arena_init(&task->arena);
  struct text content = {0};
  const struct yaml *root = NULL;
  if (input_read(file, &content, error)) root = yaml_read(file, &content, &task->arena, error);
  text_release(&content);
  if (!root) return false;
  if (root->kind != YAML_MAP)
    return yaml_complain(error, file, root,
                         "not a task definition: format_version, input_files and properties are "
                         "expected");
  return read_version(task, root, error) && read_input_files(task, root, error) && read_options(task, root, error) &&
         read_properties(task, root, error);
}

void task_release(struct task *task) {
  if (!task->file) return;
  vec_word_release(&task->files);
  vec_task_property_release(&task->properties);
  text_release(&task->note);
  arena_release(&task->arena);
}

// --- the property ----------------------------------------------------------------------------------------------------

static const char *base_name(const char *file) {
  const char *slash = strrchr(file, '/');
  return slash ? slash + 1 : file;
}

static bool same_file(const char *a, const char *b) {
  struct stat first, second;
  return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino;
}

// What the file asks for, if clew can check it; 0: not, or it cannot be read.
static properties supported(const struct task_property *p) {
  struct specification s = {0};
  struct error error = {0};
  properties checked = specification_read(&s, p->file, &error) && !s.unsupported ? s.checked : 0;
  specification_release(&s);
  error_release(&error);
  return checked;
}

// Of the same file; otherwise, as tasks have copies of the usual properties, of one with the same name.
static const struct task_property *find_named(const struct task *task, const char *file) {
  for (uint32_t i = 0; i < task->properties.size; i++)
    if (same_file(task->properties.data[i].file, file)) return &task->properties.data[i];
  for (uint32_t i = 0; i < task->properties.size; i++)
    if (strcmp(base_name(task->properties.data[i].file), base_name(file)) == 0) return &task->properties.data[i];
  return NULL;
}

// The one that asks for what --check says.
static const struct task_property *find_checked(const struct task *task, properties wanted) {
  for (uint32_t i = 0; i < task->properties.size; i++)
    if (supported(&task->properties.data[i]) == wanted) return &task->properties.data[i];
  return NULL;
}

// Of several that could be checked one is: that is said.
static const struct task_property *find_first(struct task *task) {
  const struct task_property *chosen = NULL;
  struct text others = {0};
  for (uint32_t i = 0; i < task->properties.size; i++) {
    const struct task_property *p = &task->properties.data[i];
    if (!supported(p)) continue;
    if (!chosen) chosen = p;
    else text_printf(&others, "%s%s", others.size ? ", " : "", base_name(p->file));
  }
  if (others.size)
    text_printf(&task->note, "%s: %s is verified; --property chooses another one: %s", task->file,
                base_name(chosen->file), text_cstr(&others));
  text_release(&others);
  return chosen ? chosen : task->properties.size ? &task->properties.data[0] : NULL;
}

static bool choose(struct task *task, struct options *options, struct error *error) {
  if (options->property) task->chosen = find_named(task, options->property);
  else if (options->check_given) task->chosen = find_checked(task, property_of_words(options->check));
  else task->chosen = find_first(task);
  if (options->property || options->check_given) {
    if (!task->chosen && task->properties.size)
      text_printf(&task->note, "%s: nothing is expected of this property, it is not among those of the task",
                  task->file);
    return true;
  }
  if (!task->chosen) {
    text_printf(&task->note, "%s: the task has no property; assertions and calls of error functions are checked",
                task->file);
    return true;
  }
  options->property = task->chosen->file;
  if (exists(options->property)) return true;
  return yaml_complain(error, task->file, task->chosen->node, "the property file %s is not there (%s)",
                       task->chosen->name, task->chosen->file);
}

static bool apply_bits(const struct task *task, struct options *options, struct error *error) {
  uint32_t asked = options->bits32 ? 32 : options->bits64 ? 64 : options->compiler.bits;
  if (!task->bits || !asked || asked == task->bits) {
    if (task->bits) *(task->bits == 32 ? &options->bits32 : &options->bits64) = true;
    return true;
  }
  error_set(error, EXIT_USAGE, "%s is for a %u-bit machine (data_model); %u bits on the command line exclude that",
            task->file, task->bits, asked);
  return false;
}

bool task_apply(struct task *task, struct options *options, struct error *error) {
  if (!choose(task, options, error) || !apply_bits(task, options, error)) return false;
  vec_word_clear(&options->files);
  for (uint32_t i = 0; i < task->files.size; i++) vec_word_push(&options->files, task->files.data[i]);
  return true;
}

struct report_expected task_expected(const struct task *task) {
  const struct task_property *p = task->chosen;
  struct report_expected expected = {.file = task->file};
  if (!p) return expected;
  expected.line = p->node->line;
  expected.property_file = p->file;
  expected.verdict = p->expected;
  expected.subproperty = p->subproperty;
  return expected;
}

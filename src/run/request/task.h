// Task definitions of the field (YAML, format 1.0 and 2.0): the files of a program, its data model, the properties that
// may be asked for, and what is expected of each. `clew verify task.yml` takes all of that from there; the command line
// may choose among the properties.
//
// Names in the file are relative to its folder; here they are relative to where clew runs. Everything is in the arena.
#ifndef CLEW_RUN_REQUEST_TASK_H
#define CLEW_RUN_REQUEST_TASK_H
#include "base/text/yaml.h"
#include "run/request/options.h"
#include "run/request/expected.h"

struct task_property {
  const char *file, *name; // where it is, and as it is written
  enum expected_verdict expected;
  const char *subproperty; // of an expected FALSE; NULL: any
  const struct yaml *node; // where it stands
};
VEC_TYPE(vec_task_property, struct task_property)

struct task {
  const char *file; // NULL: none was given
  struct arena arena;
  struct vec_word files;
  uint32_t bits; // 32 or 64; 0: it does not say
  struct vec_task_property properties;
  const struct task_property *chosen; // NULL: none of them
  struct text note; // what the user should know of the choice
};

// By its name: YAML.
bool task_is_named(const char *file);
// By what is in it: a definition of a task, not another kind of YAML.
bool task_is(const char *file);
bool task_read(struct task *task, const char *file, struct error *error);
// Puts the task's files, data model and property into the options: the property that these name, or the first that clew
// can check.
bool task_apply(struct task *task, struct options *options, struct error *error);
struct report_expected task_expected(const struct task *task);
void task_release(struct task *task);

#endif

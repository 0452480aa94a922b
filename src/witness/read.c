// See read.h. The format is checked as FORMAT 2.0 and 2.1 have it; keys that are not known are skipped, since tools add
// their own.
#include "witness/read.h"
#include "base/file/input.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reader {
  struct witness *w;
  struct error *error;
  bool newer; // format 2.1
};

static const struct yaml *wanted(struct reader *r, const struct yaml *map, const char *key, enum yaml_kind kind) {
  static const char *const kinds[] =
      {[YAML_SCALAR] = "a single value", [YAML_LIST] = "a list", [YAML_MAP] = "a map of keys to values"};
  if (map->kind != YAML_MAP) {
    yaml_complain(r->error, r->w->name, map, "expected a map with the key `%s`", key);
    return NULL;
  }
  const struct yaml *value = yaml_get(map, key);
  if (!value) yaml_complain(r->error, r->w->name, map, "the key `%s` is missing", key);
  else if (value->kind != kind) yaml_complain(r->error, r->w->name, value, "`%s` must be %s", key, kinds[kind]);
  else return value;
  return NULL;
}

static const struct yaml *wanted_text(struct reader *r, const struct yaml *map, const char *key) {
  const struct yaml *value = wanted(r, map, key, YAML_SCALAR);
  if (!value || *value->text) return value;
  yaml_complain(r->error, r->w->name, value, "`%s` is empty", key);
  return NULL;
}

// One of the words, by number; the list ends with NULL. -1 with a message.
static int wanted_word(struct reader *r, const struct yaml *map, const char *key, const char *const *words) {
  const struct yaml *value = wanted_text(r, map, key);
  if (!value) return -1;
  for (int i = 0; words[i]; i++)
    if (strcmp(value->text, words[i]) == 0) return i;
  yaml_complain(r->error, r->w->name, value, "`%s` cannot be `%s`", key, value->text);
  return -1;
}

// A number from 1.
static bool read_number(struct reader *r, const struct yaml *node, uint32_t *out) {
  const char *text = yaml_text(node);
  char *end = NULL;
  unsigned long number = text && *text >= '0' && *text <= '9' ? strtoul(text, &end, 10) : 0;
  if (!end || *end || !number || number > INT32_MAX)
    return yaml_complain(r->error, r->w->name, node, "expected a number from 1 on");
  *out = (uint32_t)number;
  return true;
}

static void note_unsupported(struct reader *r, const struct yaml *node, const char *what) {
  if (r->w->unsupported) return;
  r->w->unsupported = what;
  r->w->unsupported_node = node;
}

static bool read_location(struct reader *r, const struct yaml *map, struct witness_point *p) {
  const struct yaml *location = wanted(r, map, "location", YAML_MAP);
  const struct yaml *file = location ? wanted_text(r, location, "file_name") : NULL;
  const struct yaml *line = file ? wanted_text(r, location, "line") : NULL;
  if (!line || !read_number(r, line, &p->line)) return false;
  const struct yaml *column = yaml_get(location, "column");
  p->file = file->text;
  p->node = location;
  return !column || read_number(r, column, &p->column);
}

// The expression of a constraint or an invariant.
static bool read_value(struct reader *r, const struct yaml *map, struct witness_point *p) {
  static const char *const formats[] = {"c_expression", "acsl_expression", "ext_c_expression", NULL};
  p->value_node = wanted_text(r, map, "value");
  if (!p->value_node) return false;
  p->value = p->value_node->text;
  if (p->type == POINT_BRANCHING) return true; // a word, of no format
  int format = wanted_word(r, map, "format", formats);
  if (format < 0) return false;
  if (format == 2 && !r->newer)
    return yaml_complain(r->error, r->w->name, yaml_get(map, "format"), "format 2.0 has no `ext_c_expression`");
  return true;
}

// --- violations ----------------------------------------------------------------------------------

static bool read_waypoint(struct reader *r, const struct yaml *item, struct witness_point *p) {
  static const char *const types[] = {"assumption", "branching", "function_enter", "function_return", "target", NULL};
  static const char *const actions[] = {"follow", "avoid", "cycle", NULL};
  const struct yaml *waypoint = wanted(r, item, "waypoint", YAML_MAP);
  int type = waypoint ? wanted_word(r, waypoint, "type", types) : -1;
  int action = type >= 0 ? wanted_word(r, waypoint, "action", actions) : -1;
  if (action < 0) return false;
  if (action == 2 && !r->newer)
    return yaml_complain(r->error, r->w->name, yaml_get(waypoint, "action"), "format 2.0 has no `cycle`");
  if (action == 2) note_unsupported(r, waypoint, "a cycle of a run that does not end");
  *p = (struct witness_point){.type = (enum point_type)type, .avoid = action == 1, .segment = r->w->segments};
  if (!read_location(r, waypoint, p)) return false;
  const struct yaml *constraint = yaml_get(waypoint, "constraint");
  bool needs = p->type == POINT_ASSUMPTION || p->type == POINT_BRANCHING || p->type == POINT_RETURN;
  if (!needs) return !constraint || yaml_complain(r->error, r->w->name, constraint, "this waypoint has no constraint");
  constraint = wanted(r, waypoint, "constraint", YAML_MAP);
  return constraint && read_value(r, constraint, p);
}

// Waypoints to avoid, then one to follow.
static bool read_segment(struct reader *r, const struct yaml *item, bool last) {
  const struct yaml *segment = wanted(r, item, "segment", YAML_LIST);
  if (!segment) return false;
  bool followed = false;
  for (const struct yaml *i = segment->first; i; i = i->next) {
    struct witness_point p = {0};
    if (followed) return yaml_complain(r->error, r->w->name, i, "nothing stands behind the waypoint to follow");
    if (!read_waypoint(r, i, &p)) return false;
    followed = !p.avoid;
    bool is_target = p.type == POINT_TARGET;
    if (is_target && (p.avoid || !last))
      return yaml_complain(r->error, r->w->name, i, "the target is the last waypoint of all, to be followed");
    if (last && followed && !is_target && !r->w->unsupported)
      return yaml_complain(r->error, r->w->name, i, "the last waypoint must be the target");
    vec_witness_point_push(&r->w->points, p);
  }
  if (!followed) return yaml_complain(r->error, r->w->name, segment, "a segment ends with a waypoint to follow");
  r->w->segments++;
  return true;
}

static bool read_violation(struct reader *r, const struct yaml *content) {
  if (!content->first) return yaml_complain(r->error, r->w->name, content, "a violation has at least its target");
  for (const struct yaml *i = content->first; i; i = i->next)
    if (!read_segment(r, i, !i->next)) return false;
  return true;
}

// --- invariants ----------------------------------------------------------------------------------

static bool read_invariant(struct reader *r, const struct yaml *item) {
  static const char *const types[] = {"loop_invariant",
                                      "location_invariant",
                                      "loop_transition_invariant",
                                      "location_transition_invariant",
                                      "function_contract",
                                      NULL};
  if (r->newer && yaml_get(item, "contract")) {
    note_unsupported(r, item, "a contract of a function");
    return true;
  }
  const struct yaml *invariant = wanted(r, item, "invariant", YAML_MAP);
  int type = invariant ? wanted_word(r, invariant, "type", types) : -1;
  if (type < 0) return false;
  if (type > 1 && !r->newer)
    return yaml_complain(r->error, r->w->name, yaml_get(invariant, "type"), "format 2.0 has no such invariants");
  if (type > 1) {
    note_unsupported(r, invariant, type == 4 ? "a contract of a function" : "a transition invariant");
    return true;
  }
  struct witness_point p = {.type = type == 0 ? POINT_LOOP : POINT_LOCATION};
  if (!read_location(r, invariant, &p) || !read_value(r, invariant, &p)) return false;
  vec_witness_point_push(&r->w->points, p);
  return true;
}

// --- entries -------------------------------------------------------------------------------------

static bool read_task(struct reader *r, const struct yaml *task) {
  static const char *const models[] = {"ILP32", "LP64", NULL}, *const languages[] = {"C", NULL};
  const struct yaml *files = wanted(r, task, "input_files", YAML_LIST);
  const struct yaml *hashes = files ? wanted(r, task, "input_file_hashes", YAML_MAP) : NULL;
  const struct yaml *specification = hashes ? wanted_text(r, task, "specification") : NULL;
  if (!specification || wanted_word(r, task, "data_model", models) < 0 ||
      wanted_word(r, task, "language", languages) < 0)
    return false;
  for (const struct yaml *i = files->first; i; i = i->next) {
    if (i->kind != YAML_SCALAR) return yaml_complain(r->error, r->w->name, i, "expected the name of a file");
    const struct yaml *hash = yaml_get(hashes, i->text);
    if (!hash) return yaml_complain(r->error, r->w->name, i, "there is no hash for `%s`", i->text);
    if (!yaml_text(hash) || strlen(hash->text) != 64 || strspn(hash->text, "0123456789abcdefABCDEF") != 64)
      return yaml_complain(r->error, r->w->name, hash, "a hash has 64 hexadecimal digits");
  }
  if (!files->first) return yaml_complain(r->error, r->w->name, files, "there is no input file");
  vec_witness_about_push(&r->w->about, (struct witness_about){.files = files,
                                                              .hashes = hashes,
                                                              .specification = specification,
                                                              .data_model = yaml_get(task, "data_model")});
  return true;
}

static bool read_metadata(struct reader *r, const struct yaml *entry) {
  static const char *const versions[] = {"2.0", "2.1", NULL};
  const struct yaml *metadata = wanted(r, entry, "metadata", YAML_MAP);
  int version = metadata ? wanted_word(r, metadata, "format_version", versions) : -1;
  if (version < 0 || !wanted_text(r, metadata, "uuid") || !wanted_text(r, metadata, "creation_time")) return false;
  r->newer = version == 1;
  const struct yaml *producer = wanted(r, metadata, "producer", YAML_MAP);
  if (!producer || !wanted_text(r, producer, "name") || !wanted_text(r, producer, "version")) return false;
  const struct yaml *task = wanted(r, metadata, "task", YAML_MAP);
  return task && read_task(r, task);
}

static bool read_entry(struct reader *r, const struct yaml *entry, bool first) {
  static const char *const types[] = {"violation_sequence", "invariant_set", NULL};
  int type = wanted_word(r, entry, "entry_type", types);
  if (type < 0 || !read_metadata(r, entry)) return false;
  const struct yaml *content = wanted(r, entry, "content", YAML_LIST);
  if (!content) return false;
  if (!first && (type == 0 || r->w->is_violation))
    return yaml_complain(r->error, r->w->name, entry, "a second entry: only sets of invariants may be several");
  r->w->is_violation = type == 0;
  if (type == 0) return read_violation(r, content);
  for (const struct yaml *i = content->first; i; i = i->next)
    if (!read_invariant(r, i)) return false;
  return true;
}

bool witness_read(struct witness *w, const char *file, struct error *error) {
  *w = (struct witness){.name = file};
  arena_init(&w->arena);
  struct reader r = {.w = w, .error = error};
  if (!input_read(file, &w->content, error)) return false;
  const struct yaml *root = yaml_read(file, &w->content, &w->arena, error);
  if (!root) return false;
  if (root->kind != YAML_LIST || !root->first)
    return yaml_complain(error, file, root, "a witness is a list of entries with `entry_type`");
  for (const struct yaml *i = root->first; i; i = i->next)
    if (!read_entry(&r, i, i == root->first)) return false;
  return true;
}

void witness_release(struct witness *w) {
  vec_witness_point_release(&w->points);
  vec_witness_about_release(&w->about);
  text_release(&w->content);
  arena_release(&w->arena);
}

uint32_t witness_name_fits(const char *a, const char *b) {
  const char *x = a + strlen(a), *y = b + strlen(b);
  uint32_t same = 0;
  if (strcmp(a, b) == 0) return UINT32_MAX;
  while (x > a && y > b && x[-1] == y[-1]) {
    x--;
    y--;
    same += *x == '/';
  }
  bool whole = (x == a || x[-1] == '/' || *x == '/') && (y == b || y[-1] == '/' || *y == '/');
  return same + (whole && *x != '/' && *x);
}

bool witness_is(const char *file) {
  char head[4096];
  FILE *stream = fopen(file, "re");
  if (!stream) return false;
  size_t n = fread(head, 1, sizeof head - 1, stream);
  fclose(stream);
  head[n] = '\0';
  return strstr(head, "entry_type");
}

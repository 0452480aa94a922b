#include "base/text/yaml.h"
#include <stdarg.h>
#include <string.h>
#include <yaml.h>

enum { YAML_DEPTH = 64 };

// What an alias may stand for: a whole node that was read.
struct anchor {
  const char *name;
  const struct yaml *node;
  struct anchor *next; // an earlier one
};

struct reader {
  const char *file;
  struct anchor *anchors; // the last one first
  yaml_parser_t parser;
  struct arena *arena;
  struct error *error;
};

static bool complain_at(struct reader *r, yaml_mark_t at, const char *what) {
  if (!r->error->status) error_set(r->error, EXIT_DATA, "%s:%zu:%zu: %s", r->file, at.line + 1, at.column + 1, what);
  return false;
}

static bool next_event(struct reader *r, yaml_event_t *event) {
  if (yaml_parser_parse(&r->parser, event)) return true;
  const yaml_parser_t *p = &r->parser;
  return complain_at(r, p->problem_mark, p->problem ? p->problem : "this is no YAML");
}

static struct yaml *node_new(struct reader *r, enum yaml_kind kind, yaml_mark_t at) {
  struct yaml *node = arena_alloc(r->arena, sizeof *node);
  *node = (struct yaml){.kind = kind, .line = (uint32_t)at.line + 1, .column = (uint32_t)at.column + 1};
  return node;
}

static struct yaml *read_node(struct reader *r, const yaml_event_t *event, unsigned depth);

static const char *read_key(struct reader *r, const yaml_event_t *event) {
  if (event->type != YAML_SCALAR_EVENT) {
    complain_at(r, event->start_mark, "a key must be a plain word");
    return NULL;
  }
  return arena_strdup(r->arena, (const char *)event->data.scalar.value);
}

// What is inside of a list or a map, up to its end.
static bool read_items(struct reader *r, struct yaml *node, unsigned depth) {
  struct yaml **last = &node->first;
  yaml_event_type_t end = node->kind == YAML_MAP ? YAML_MAPPING_END_EVENT : YAML_SEQUENCE_END_EVENT;
  for (;;) {
    yaml_event_t event;
    if (!next_event(r, &event)) return false;
    if (event.type == end) {
      yaml_event_delete(&event);
      return true;
    }
    const char *key = NULL;
    yaml_mark_t at = event.start_mark;
    if (node->kind == YAML_MAP) {
      key = read_key(r, &event);
      yaml_event_delete(&event);
      if (!key) return false;
      if (yaml_get(node, key)) return complain_at(r, at, "this key stands here twice");
      if (!next_event(r, &event)) return false;
    }
    struct yaml *item = read_node(r, &event, depth + 1);
    yaml_event_delete(&event);
    if (!item) return false;
    item->key = key;
    item->key_line = (uint32_t)at.line + 1;
    item->key_column = (uint32_t)at.column + 1;
    *last = item;
    last = &item->next;
  }
}

static void note_anchor(struct reader *r, const yaml_char_t *name, const struct yaml *node) {
  if (!name) return;
  struct anchor *anchor = arena_alloc(r->arena, sizeof *anchor);
  *anchor = (struct anchor){arena_strdup(r->arena, (const char *)name), node, r->anchors};
  r->anchors = anchor;
}

static struct yaml *read_alias(struct reader *r, const yaml_event_t *event) {
  const struct anchor *anchor = r->anchors;
  while (anchor && strcmp(anchor->name, (const char *)event->data.alias.anchor) != 0) anchor = anchor->next;
  if (!anchor) {
    complain_at(r, event->start_mark, "this alias stands for nothing before it");
    return NULL;
  }
  struct yaml *node = node_new(r, anchor->node->kind, event->start_mark);
  node->quoted = anchor->node->quoted;
  node->text = anchor->node->text;
  node->first = anchor->node->first;
  return node;
}

static struct yaml *read_collection(struct reader *r, enum yaml_kind kind, const yaml_char_t *anchor,
                                    const yaml_event_t *event, unsigned depth) {
  struct yaml *node = node_new(r, kind, event->start_mark);
  if (!read_items(r, node, depth)) return NULL;
  note_anchor(r, anchor, node);
  return node;
}

static struct yaml *read_node(struct reader *r, const yaml_event_t *event, unsigned depth) {
  struct yaml *node;
  if (depth > YAML_DEPTH) {
    complain_at(r, event->start_mark, "nested too deep");
    return NULL;
  }
  switch (event->type) {
  case YAML_SCALAR_EVENT:
    if (strlen((const char *)event->data.scalar.value) != event->data.scalar.length) {
      complain_at(r, event->start_mark, "a zero character in a text");
      return NULL;
    }
    node = node_new(r, YAML_SCALAR, event->start_mark);
    node->quoted = event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
    node->text = arena_strdup(r->arena, (const char *)event->data.scalar.value);
    note_anchor(r, event->data.scalar.anchor, node);
    return node;
  case YAML_SEQUENCE_START_EVENT: return read_collection(r, YAML_LIST, event->data.sequence_start.anchor, event, depth);
  case YAML_MAPPING_START_EVENT: return read_collection(r, YAML_MAP, event->data.mapping_start.anchor, event, depth);
  case YAML_ALIAS_EVENT: return read_alias(r, event);
  default: complain_at(r, event->start_mark, "this is no YAML"); return NULL;
  }
}

static bool expect(struct reader *r, yaml_event_type_t type, const char *otherwise) {
  yaml_event_t event;
  if (!next_event(r, &event)) return false;
  bool good = event.type == type;
  if (!good) complain_at(r, event.start_mark, otherwise);
  yaml_event_delete(&event);
  return good;
}

static struct yaml *read_document(struct reader *r) {
  yaml_event_t event;
  if (!expect(r, YAML_STREAM_START_EVENT, "this is no YAML") ||
      !expect(r, YAML_DOCUMENT_START_EVENT, "the file is empty") || !next_event(r, &event))
    return NULL;
  struct yaml *root = read_node(r, &event, 0);
  yaml_event_delete(&event);
  if (!root || !expect(r, YAML_DOCUMENT_END_EVENT, "this is no YAML") ||
      !expect(r, YAML_STREAM_END_EVENT, "a second document"))
    return NULL;
  return root;
}

const struct yaml *yaml_read(const char *file, const struct text *content, struct arena *arena, struct error *error) {
  struct reader r = {.file = file, .arena = arena, .error = error};
  if (!yaml_parser_initialize(&r.parser)) {
    error_set(error, EXIT_INTERNAL, "%s: libyaml cannot start", file);
    return NULL;
  }
  yaml_parser_set_input_string(&r.parser, (const unsigned char *)text_cstr(content), content->size);
  struct yaml *root = read_document(&r);
  yaml_parser_delete(&r.parser);
  return root;
}

const struct yaml *yaml_get(const struct yaml *map, const char *key) {
  if (!map || map->kind != YAML_MAP) return NULL;
  for (const struct yaml *value = map->first; value; value = value->next)
    if (strcmp(value->key, key) == 0) return value;
  return NULL;
}

const char *yaml_text(const struct yaml *node) { return node && node->kind == YAML_SCALAR ? node->text : NULL; }

const char *yaml_get_text(const struct yaml *map, const char *key) { return yaml_text(yaml_get(map, key)); }

uint32_t yaml_size(const struct yaml *node) {
  uint32_t size = 0;
  for (const struct yaml *item = node ? node->first : NULL; item; item = item->next) size++;
  return size;
}

bool yaml_complain(struct error *error, const char *file, const struct yaml *node, const char *format, ...) {
  struct text message = {0};
  va_list args;
  va_start(args, format);
  text_vprintf(&message, format, args);
  va_end(args);
  error_set(error, EXIT_DATA, "%s:%u:%u: %s", file, node->line, node->column, text_cstr(&message));
  text_release(&message);
  return false;
}

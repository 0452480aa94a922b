// See insert.h.
#include "witness/insert.h"
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static struct text *insert_at(struct insertions *in, uint32_t point, uint32_t file, uint32_t token, bool behind,
                              enum insert_rank rank) {
  const struct token *t = &in->places->outlines[file].tokens.data[token];
  uint32_t shift = behind ? t->length : 0;
  vec_insertion_push(&in->list, (struct insertion){.file = file,
                                                   .offset = t->offset + shift,
                                                   .rank = rank,
                                                   .line = t->line,
                                                   .column = t->column + shift,
                                                   .point = point});
  return &in->list.data[in->list.size - 1].text;
}

struct text *insert_before(struct insertions *in, uint32_t point, uint32_t file, uint32_t token,
                           enum insert_rank rank) {
  return insert_at(in, point, file, token, false, rank);
}

struct text *insert_behind(struct insertions *in, uint32_t point, uint32_t file, uint32_t token,
                           enum insert_rank rank) {
  return insert_at(in, point, file, token, true, rank);
}

void insert_release(struct insertions *in) {
  for (uint32_t i = 0; i < in->list.size; i++) text_release(&in->list.data[i].text);
  vec_insertion_release(&in->list);
}

void insert_statements(struct insertions *in, uint32_t point, uint32_t file, uint32_t statement, const char *text) {
  const struct outline *o = &in->places->outlines[file];
  const struct statement *s = &o->statements.data[statement];
  bool in_block = s->parent != OUTLINE_NONE && o->statements.data[s->parent].kind == STATEMENT_BLOCK;
  if (s->parent == OUTLINE_NONE) { // the body of a function
    text_printf(insert_behind(in, point, file, s->first, RANK_STATEMENT), " %s ", text);
    return;
  }
  text_printf(insert_before(in, point, file, s->first, RANK_STATEMENT), "%s%s ", in_block ? "" : "{ ", text);
  if (!in_block) text_add(insert_behind(in, point, file, s->last, RANK_CLOSE), " }");
}

// The condition, from its first to its last token. False: it has none.
static bool condition_of(const struct outline *o, const struct statement *s, uint32_t *first, uint32_t *last) {
  uint32_t a, b;
  *first = s->open + 1;
  *last = s->close - 1;
  if (s->kind == STATEMENT_FOR) {
    if (!outline_for_parts(o, s, &a, &b)) return false;
    *first = a + 1;
    *last = b - 1;
  }
  return *first <= *last;
}

bool insert_at_condition(struct insertions *in, uint32_t point, uint32_t file, uint32_t statement, const char *name,
                         const char *statements) {
  const struct outline *o = &in->places->outlines[file];
  const struct statement *s = &o->statements.data[statement];
  bool is_switch = s->kind == STATEMENT_SWITCH;
  uint32_t first, last;
  if (!condition_of(o, s, &first, &last)) return false;
  // A `switch` promotes what it looks at; a bit-field has no type of its own before.
  text_printf(insert_before(in, point, file, first, RANK_INNER), "({ %s %s = %s(", is_switch ? "__auto_type" : "_Bool",
              name, is_switch ? "+" : "");
  text_printf(insert_behind(in, point, file, last, RANK_CLOSE), ")%s; %s %s; })", is_switch ? "" : " ? 1 : 0",
              statements, name);
  return true;
}

void insert_at_return(struct insertions *in, uint32_t point, uint32_t file, uint32_t close, const char *name,
                      const char *statements) {
  uint32_t called = in->places->outlines[file].tokens.data[close].match - 1;
  text_printf(insert_before(in, point, file, called, RANK_CALL), "({ __auto_type %s = ", name);
  text_printf(insert_behind(in, point, file, close, RANK_CLOSE_CALL), "; %s %s; })", statements, name);
}

static int by_place(const void *a, const void *b) {
  const struct insertion *x = a, *y = b;
  if (x->file != y->file) return x->file < y->file ? -1 : 1;
  if (x->offset != y->offset) return x->offset < y->offset ? -1 : 1;
  if (x->rank != y->rank) return x->rank < y->rank ? -1 : 1;
  // Of two that close at the same place the later one was opened outside.
  return x->point < y->point ? -1 : x->point > y->point;
}

void insert_sort(struct insertions *in) {
  if (in->list.size) qsort(in->list.data, in->list.size, sizeof *in->list.data, by_place);
}

void insert_print(const struct insertions *in, uint32_t file, const char *names, const char *open, const char *close,
                  struct text *out) {
  const struct outline *o = &in->places->outlines[file];
  char path[PATH_MAX];
  const char *name = in->absolute && realpath(o->name, path) ? path : o->name;
  // A mark of UTF-8 is nothing but at the start of a file.
  uint32_t at = o->content.size >= 3 && !memcmp(o->content.data, "\xef\xbb\xbf", 3) ? 3 : 0;
  text_add_n(out, text_cstr(&o->content), at);
  text_printf(out, "%s\n# 1 \"", names);
  for (const char *c = name; *c; c++) text_printf(out, "%s%c", *c == '"' || *c == '\\' ? "\\" : "", *c);
  text_add(out, "\"\n");
  for (uint32_t i = 0; i < in->list.size; i++) {
    const struct insertion *n = &in->list.data[i];
    if (n->file != file) continue;
    text_add_n(out, o->content.data + at, n->offset - at);
    if (open) text_printf(out, " %s%" PRIu32 " ", open, i);
    text_add(out, text_cstr(&n->text));
    if (open) text_printf(out, " %s%" PRIu32 " ", close, i);
    at = n->offset;
  }
  text_add_n(out, o->content.data + at, o->content.size - at);
}

uint32_t insert_place(const struct insertions *in, uint32_t file, uint32_t line, uint32_t *column) {
  uint32_t shift = 0;
  for (uint32_t i = 0; i < in->list.size; i++) {
    const struct insertion *n = &in->list.data[i];
    if (n->file != file || n->line != line) continue;
    uint32_t start = n->column + shift, size = (uint32_t)n->text.size;
    if (*column < start) break;
    if (*column < start + size) {
      *column = n->column;
      return i;
    }
    shift += size;
  }
  *column -= shift;
  return OUTLINE_NONE;
}

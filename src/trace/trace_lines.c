// On which line of an edge something is assigned: an edge is straight-line code, and the automaton does not say.
#include "trace/trace_builder.h"
#include <ctype.h>
#include <string.h>

#define LINES_SEARCHED 200u // of an edge, for the line of an assignment
#define LINES_BELOW 30u // the start of an edge back to the head of a loop

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

// Does the line assign to the variable: an identifier of that name, with `parts` maybe with fields and indices, then an
// assignment?
static bool line_assigns(const char *line, const char *name, size_t length, bool parts) {
  for (const char *at = line; (at = strstr(at, name)) && length; at++) {
    if (strncmp(at, name, length) != 0 || is_word(at[length]) || (at > line && is_word(at[-1]))) continue;
    if (at >= line + 2 && (strncmp(at - 2, "++", 2) == 0 || strncmp(at - 2, "--", 2) == 0)) return true;
    const char *p = at + length;
    for (;;) {
      while (*p == ' ') p++;
      if (!parts) break;
      if (*p == '[') {
        while (*p && *p != ']') p++;
        if (*p) p++;
      } else if (*p == '.' || (p[0] == '-' && p[1] == '>')) {
        p += *p == '.' ? 1 : 2;
        while (is_word(*p) || *p == ' ') p++;
      } else break;
    }
    if (*p == '=' && p[1] != '=') return true;
    if (strncmp(p, "++", 2) == 0 || strncmp(p, "--", 2) == 0) return true;
    if (*p && strchr("+-*/%&|^", *p) && p[1] == '=') return true;
    if ((strncmp(p, "<<=", 3) == 0) || (strncmp(p, ">>=", 3) == 0)) return true;
  }
  return false;
}

static uint32_t search_lines(struct builder *b, uint32_t file, uint32_t from, uint32_t to, const char *name,
                             bool parts) {
  if (from > LINES_SEARCHED && to < from - LINES_SEARCHED) to = from - LINES_SEARCHED;
  for (uint32_t line = from; line && line >= to; line--) {
    const char *text = source_line(b->sources, file, line);
    if (text && line_assigns(text, name, strlen(name), parts)) return line;
  }
  return 0;
}

// The last line of a loop, as far as its edges tell.
static uint32_t loop_end(struct builder *b, struct location head) {
  uint64_t key = UINT64_C(1) << 63 | head.id;
  uint32_t *known = map_u32_find(&b->lines, key), end = 0;
  if (known) return *known;
  for (uint32_t i = 0; i < b->cfa->edges.size; i++) {
    const struct cfa_edge *edge = &b->cfa->edges.data[i];
    if (cfa_location(b->cfa, edge->from)->function != cfa_location(b->cfa, head)->function) continue;
    if (!cfa_in_loop(b->cfa, edge->from, head) || !cfa_in_loop(b->cfa, edge->to, head)) continue;
    if (edge->first.line > end) end = edge->first.line;
    if (edge->last.line > end) end = edge->last.line;
  }
  map_u32_put(&b->lines, key, end);
  return end;
}

// The range of lines of an edge. True of one back to the head of a loop, which ends above where it starts, or there:
// how far down it went in between is not known.
static bool edge_lines(const struct builder *b, const struct cfa_edge *edge, uint32_t *first, uint32_t *last) {
  *first = edge->first.line;
  *last = edge->last.file == edge->first.file && edge->last.line ? edge->last.line : *first;
  return *last < *first || (*last == *first && cfa_in_loop(b->cfa, edge->from, edge->to));
}

bool trace_is_back_edge(const struct builder *b, const struct cfa_edge *edge) {
  uint32_t first, last;
  return edge_lines(b, edge, &first, &last);
}

// Where to stop looking for what such an edge does: the body may be a line of its own that no edge names.
static uint32_t lines_below(struct builder *b, const struct cfa_edge *edge, uint32_t first) {
  if (!cfa_location(b->cfa, edge->to)->loop_head || !cfa_in_loop(b->cfa, edge->from, edge->to)) return first;
  uint32_t end = loop_end(b, edge->to) + 1;
  return end < first ? first : end > first + LINES_BELOW ? first + LINES_BELOW : end;
}

static uint32_t search_edge(struct builder *b, const struct cfa_edge *edge, const char *name, bool parts) {
  uint32_t file = edge->first.file, first, last;
  bool is_back = edge_lines(b, edge, &first, &last);
  uint32_t found = is_back ? 0 : search_lines(b, file, last, first, name, parts);
  uint32_t below = is_back ? lines_below(b, edge, first) : 0;
  for (uint32_t line = first; is_back && !found && line <= below; line++)
    found = search_lines(b, file, line, line, name, parts);
  if (is_back && !found) found = search_lines(b, file, first, last, name, parts);
  return found;
}

uint32_t trace_line_of_name(struct builder *b, const struct cfa_edge *edge, const char *name) {
  return *name ? search_edge(b, edge, name, true) : 0;
}

// Something that looks like `*p = `, `p->x = ` or `a[i] = ` on the line.
static bool line_stores(const char *line) {
  for (const char *at = strchr(line, '='); at; at = strchr(at + 1, '=')) {
    if (at[1] == '=' || (at > line && strchr("=!<>", at[-1]))) {
      at += at[1] == '=';
      continue;
    }
    for (const char *p = line; p < at; p++)
      if (*p == '[' || *p == '*' || (p[0] == '-' && p[1] == '>')) return true;
  }
  return false;
}

uint32_t trace_line_of_store(struct builder *b, const struct cfa_edge *edge) {
  uint32_t first, last;
  if (edge_lines(b, edge, &first, &last)) {
    last = lines_below(b, edge, first);
    for (uint32_t line = first; line <= last; line++) {
      const char *text = source_line(b->sources, edge->first.file, line);
      if (text && line_stores(text)) return line;
    }
    return first;
  }
  for (uint32_t line = last; line >= first && line && last - line < LINES_SEARCHED; line--) {
    const char *text = source_line(b->sources, edge->first.file, line);
    if (text && line_stores(text)) return line;
  }
  return last;
}

bool trace_line_mentions(struct builder *b, uint32_t file, uint32_t line, const char *word) {
  const char *text = source_line(b->sources, file, line);
  size_t n = strlen(word);
  for (const char *at = text; at && (at = strstr(at, word)); at++)
    if (!is_word(at[n]) && (at == text || !is_word(at[-1]))) return true;
  return false;
}

// The last line of the edge that assigns to the variable.
static uint32_t search_line(struct builder *b, const struct cfa_edge *edge, const struct cfa_var *var) {
  uint32_t file = edge->first.file, first, last;
  bool is_back = edge_lines(b, edge, &first, &last);
  size_t length = 0;
  while (var->name && is_word(var->name[length])) length++;
  char *name = mem_strndup(var->name ? var->name : "", length);
  uint32_t found = search_edge(b, edge, name, var->name && var->name[length]);
  mem_free(name);
  if (found) return found;
  if (var->place.file == file && var->place.line >= first && var->place.line <= last) return var->place.line;
  return is_back ? first : last;
}

uint32_t trace_line_of_update(struct builder *b, struct edge edge, uint32_t update) {
  uint64_t key = (uint64_t)edge.id << 32 | update;
  uint32_t *known = map_u32_find(&b->lines, key);
  if (known) return *known;
  const struct cfa_edge *e = cfa_edge(b->cfa, edge);
  uint32_t line = search_line(b, e, &b->cfa->vars.data[e->updates.data[update].var]);
  map_u32_put(&b->lines, key, line);
  return line;
}

// The automaton as data of the page. See parts.h.
#include "report/html/parts.h"
#include <string.h>

#define EDGE_BYTES 800
#define PLACE_SIZE 34.0 // of a location's circle; page.js draws it so
#define COLUMN 6.3 // of the font of labels
#define LINE 14.0

// --- labels ---------------------------------------------------------------------------------------------------------

static bool is_continued(char c) { return ((unsigned char)c & 0xc0) == 0x80; }

void html_cut(struct text *text, size_t most) {
  if (text->size <= most) return;
  size_t n = most;
  while (n && is_continued(text->data[n])) n--;
  text->size = n;
  text->data[n] = 0;
  text_add(text, "…");
}

// What an edge does, as C, in at most `most` bytes.
static void edge_text(struct cfa *cfa, struct edge edge, size_t most, struct text *out) {
  struct graph_names names = {.cfa = cfa}; // all that graph_name_edge looks at
  text_clear(out);
  graph_name_edge(&names, edge, true, out);
  html_cut(out, most);
}

// How much of the text goes on the next line: up to a blank, if there is one in its second half. *columns: how wide.
static size_t line_bytes(const char *text) {
  size_t n = 0, blank = 0;
  for (uint32_t column = 0; text[n] && column < HTML_LABEL_COLUMNS; column++) {
    if (text[n] == ' ' && column > HTML_LABEL_COLUMNS / 2) blank = n;
    for (n++; is_continued(text[n]);) n++;
  }
  return text[n] && blank ? blank : n;
}

void html_label(const char *text, struct text *out) {
  for (uint32_t line = 0; *text && line < HTML_LABEL_LINES; line++) {
    size_t n = line_bytes(text);
    bool cut = line + 1 == HTML_LABEL_LINES && text[n];
    if (line) text_addc(out, '\n');
    text_add_n(out, text, n);
    if (cut) text_add(out, "…");
    text += n;
    while (*text == ' ') text++;
  }
}

struct drawing_node html_label_size(const char *label) {
  double columns = 0, widest = 0, lines = 1;
  for (; *label; label++) {
    if (*label == '\n') {
      lines++;
      columns = 0;
    } else if (!is_continued(*label)) columns++;
    if (columns > widest) widest = columns;
  }
  return (struct drawing_node){.width = widest * COLUMN + 14, .height = lines * LINE + 8};
}

// --- the automaton --------------------------------------------------------------------------------------------------

static json_t *json_id(uint32_t id) { return id == UINT32_MAX ? json_integer(-1) : json_integer(id); }

json_t *html_locations(const struct report *report) {
  static const char *const kinds[] = {[LOC_PLAIN] = "",
                                      [LOC_EXIT] = "exit",
                                      [LOC_ERROR] = "error",
                                      [LOC_STOP] = "stop",
                                      [LOC_UNSUPPORTED] = "unsupported"};
  const struct cfa *cfa = report->cfa;
  json_t *array = json_array();
  for (uint32_t i = 0; i < cfa->locations.size; i++) {
    const struct cfa_location *l = &cfa->locations.data[i];
    // An abstraction may have come to errors that the proof excludes.
    bool excluded = report->verdict == VERDICT_TRUE && l->kind == LOC_ERROR;
    bool reached = report->reached && report->reached[i] && !excluded;
    json_t *row = json_array();
    html_push(row, json_id(l->function));
    html_push(row, json_string(kinds[l->kind]));
    html_push(row, json_integer(l->place.file));
    html_push(row, json_integer(l->place.line));
    html_push(row, json_integer(l->place.column));
    html_push(row, json_integer((reached ? 1 : 0) | (l->loop_head ? 2 : 0)));
    html_push(row, json_value_text(l->text ? l->text : ""));
    html_push(array, row);
  }
  return array;
}

json_t *html_edges(const struct report *report) {
  struct cfa *cfa = report->cfa;
  json_t *array = json_array();
  struct text text = {0}, label = {0};
  for (uint32_t i = 0; i < cfa->edges.size; i++) {
    const struct cfa_edge *e = &cfa->edges.data[i];
    edge_text(cfa, (struct edge){i}, EDGE_BYTES, &text);
    text_clear(&label);
    html_label(text_cstr(&text), &label);
    json_t *row = json_array();
    html_push(row, json_integer(e->from.id));
    html_push(row, json_integer(e->to.id));
    html_push(row, json_value_text(text_cstr(&text)));
    html_push(row, json_value_text(text_cstr(&label)));
    html_push(row, json_integer(e->first.file));
    html_push(row, json_integer(e->first.line));
    html_push(row, json_integer(e->last.file == e->first.file ? e->last.line : e->first.line));
    html_push(row, json_integer(report->trace ? report->trace->taken.data[i] : 0));
    html_push(row, json_id(e->callee));
    html_push(array, row);
  }
  text_release(&text);
  text_release(&label);
  return array;
}

// Locations first, then edges as nodes of their own: they have a text.
static void draw_function(struct cfa *cfa, uint32_t function, const struct vec_u32 *locations, struct drawing *out) {
  struct map_u32 number = {0};
  struct text text = {0}, label = {0};
  uint32_t n_edges = 0;
  for (uint32_t i = 0; i < locations->size; i++) n_edges += cfa->locations.data[locations->data[i]].out.size;
  if (locations->size + n_edges > DRAWING_NODES_MAX || function == CFA_NONE) return;
  for (uint32_t i = 0; i < locations->size; i++) {
    map_u32_put(&number, locations->data[i], i);
    vec_drawing_node_push(&out->nodes, (struct drawing_node){PLACE_SIZE, PLACE_SIZE});
  }
  for (uint32_t i = 0; i < locations->size; i++) {
    const struct vec_edge *edges = &cfa->locations.data[locations->data[i]].out;
    for (uint32_t k = 0; k < edges->size; k++) {
      uint32_t *to = map_u32_find(&number, cfa_edge(cfa, edges->data[k])->to.id), node = out->nodes.size;
      edge_text(cfa, edges->data[k], EDGE_BYTES, &text);
      text_clear(&label);
      html_label(text_cstr(&text), &label);
      vec_drawing_node_push(&out->nodes, html_label_size(text_cstr(&label)));
      vec_drawing_arc_push(&out->arcs, (struct drawing_arc){i, node});
      vec_drawing_arc_push(&out->arcs, (struct drawing_arc){node, to ? *to : i});
    }
  }
  map_u32_release(&number);
  text_release(&text);
  text_release(&label);
}

json_t *html_functions(const struct report *report, struct vec_drawing *drawings) {
  struct cfa *cfa = report->cfa;
  json_t *array = json_array();
  struct vec_u32 *locations = mem_zalloc((size_t)cfa->functions.size + 1, sizeof *locations);
  for (uint32_t i = 0; i < cfa->locations.size; i++)
    if (cfa->locations.data[i].function < cfa->functions.size)
      vec_u32_push(&locations[cfa->locations.data[i].function], i);
  for (uint32_t f = 0; f < cfa->functions.size; f++) {
    const struct cfa_function *function = &cfa->functions.data[f];
    json_t *object = json_object();
    html_set(object, "name", json_value_text(function->shown ? function->shown : function->name));
    html_set(object, "model", json_boolean(function->is_model || function->is_start));
    html_set(object, "file", json_integer(function->place.file));
    html_set(object, "line", json_integer(function->place.line));
    html_set(object, "entry", json_id(function->entry.id));
    html_push(array, object);
    struct drawing drawing = {0};
    if (!function->is_model) draw_function(cfa, f, &locations[f], &drawing); // those of the library are not shown
    vec_drawing_push(drawings, drawing);
    vec_u32_release(&locations[f]);
  }
  mem_free(locations);
  return array;
}

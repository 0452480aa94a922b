// The parts of the page's data (docs/report.md): made by html_*.c as JSON, put together by html.c.
#ifndef CLEW_REPORT_HTML_PARTS_H
#define CLEW_REPORT_HTML_PARTS_H
#include "report/paths/pruned_graph.h"
#include "report/html/drawing.h"
#include "report/json_value.h"
#include "report/report.h"

// html.c: everything of one run; and the page with such data, or with that of several runs (rounds.c), in it.
json_t *html_data(const struct report *report);
void html_page_text(const struct report *report, const json_t *data, struct text *out);

// program.c: functions, locations and edges of the automaton; a drawing for each function is appended, whose nodes are
// the function's locations and then its edges.
json_t *html_functions(const struct report *report, struct vec_drawing *drawings);
json_t *html_locations(const struct report *report);
json_t *html_edges(const struct report *report);

// coverage.c: the source files, and which of their lines were reached.
json_t *html_sources(const struct report *report);

// explored.c: what the proof has of the program's states, as a graph or as formulas at cut points; NULL: nothing. A
// drawing is appended if there is a graph. Of its nodes at most so many.
json_t *html_explored(const struct report *report, uint32_t most, struct vec_drawing *drawings);

// Cuts a text after so many bytes, at the end of a character, with "…" behind it.
void html_cut(struct text *text, size_t most);
// A label in lines of at most HTML_LABEL_COLUMNS characters, HTML_LABEL_LINES of them.
void html_label(const char *text, struct text *out);
#define HTML_LABEL_COLUMNS 26
#define HTML_LABEL_LINES 3
// The size of a box with this label in it; page.js draws it so.
struct drawing_node html_label_size(const char *label);

static inline void html_set(json_t *object, const char *key, json_t *value) { json_object_set_new(object, key, value); }
static inline void html_push(json_t *array, json_t *value) { json_array_append_new(array, value); }

#endif

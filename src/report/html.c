// The result as a page for people to look at, in one file that needs nothing else (docs/report.md).
//
// The page is src/report/html/page.html with page.css, page.js and the data in it: the JSON document of report_json,
// the sources with what was reached of them, the automaton, what the proof has of the program's states, and layouts.
#include "report/html.h"
#include "base/file/output.h"
#include "report/html/parts.h"
#include "report/html/page.h"
#include <stdlib.h>
#include <string.h>

#define LAYOUT_SECONDS 2.0
#define NODES 20000u // of a proof's graph: a page with more would not open in time
#define LATE_NODES 2000u

static json_t *json_rows(const struct trace *trace) {
  json_t *array = json_array();
  for (uint32_t i = 0; trace && i < trace->rows.size; i++) {
    struct edge edge = trace->rows.data[i].edge;
    html_push(array, edge_none(edge) ? json_integer(-1) : json_integer(edge.id));
  }
  return array;
}

static json_t *json_globals(const struct cfa *cfa) {
  json_t *array = json_array();
  for (uint32_t i = 0; i < cfa->globals.size; i++) {
    const struct cfa_var *var = &cfa->vars.data[cfa->globals.data[i]];
    if (var->kind == VAR_PROGRAM || var->kind == VAR_REGION) html_push(array, json_value_text(var->name));
  }
  return array;
}

static json_t *json_layouts(const struct vec_drawing *drawings) {
  json_t *array = json_array();
  for (uint32_t i = 0; i < drawings->size; i++) {
    const char *layout = drawings->data[i].layout;
    json_t *value = layout ? json_loads(layout, 0, NULL) : NULL;
    html_push(array, value ? value : json_null());
  }
  return array;
}

// The time is used up, or memory: what takes long is left out.
static bool is_late(const struct report *report) {
  return report->verdict == VERDICT_UNKNOWN &&
         (report->reason == REASON_TIMEOUT || report->reason == REASON_MEMORY || report->reason == REASON_INTERRUPTED);
}

// What the page calls the properties, by their names.
static json_t *json_properties(void) {
  json_t *object = json_object();
  for (uint32_t p = 0; p < property_count; p++) {
    const struct property_descriptor *d = &property_table[p];
    html_set(object, d->name, json_pack("{s:s,s:s}", "happens", d->happens, "subject", d->subject));
  }
  return object;
}

json_t *html_data(const struct report *report) {
  json_t *root = json_object();
  struct text text = {0};
  report_json_text(report, &text);
  html_set(root, "report", json_loads(text_cstr(&text), 0, NULL));
  text_release(&text);
  html_set(root, "properties", json_properties());
  if (!report->cfa) return root;
  struct vec_drawing drawings = {0};
  html_set(root, "covered", json_boolean(report->reached != NULL));
  html_set(root, "sources", html_sources(report));
  html_set(root, "functions", html_functions(report, &drawings));
  html_set(root, "locations", html_locations(report));
  html_set(root, "edges", html_edges(report));
  html_set(root, "globals", json_globals(report->cfa));
  html_set(root, "rows", json_rows(report->trace));
  json_t *explored = html_explored(report, is_late(report) ? LATE_NODES : NODES, &drawings);
  html_set(root, "explored", explored ? explored : json_null());
  if (!is_late(report)) drawings_lay_out(&drawings, LAYOUT_SECONDS);
  html_set(root, "layouts", json_layouts(&drawings));
  drawings_release(&drawings);
  return root;
}

void html_page_text(const struct report *report, const json_t *data, struct text *out) {
  struct text title = {0};
  report_result(report, &title);
  const char *slash = report->n_files ? strrchr(report->files[0], '/') : NULL;
  if (report->n_files) text_printf(&title, " – %s", slash ? slash + 1 : report->files[0]);
  struct html_parts parts = {html_page, html_style, html_script, text_cstr(&title), data};
  html_fill(&parts, out);
  text_release(&title);
}

void report_html_text(const struct report *report, struct text *out) {
  json_t *data = html_data(report);
  html_page_text(report, data, out);
  json_decref(data);
}

bool report_html(const struct report *report, const char *file, struct error *error) {
  struct text text = {0};
  report_html_text(report, &text);
  bool good = output_write(file, &text, error);
  text_release(&text);
  return good;
}

// One page of several runs. See html.h.
//
// Each run had an automaton of its own, so the page has each run's data as it is, and shows one of them at a time. What
// is the same in all stands once: the text of the sources, the checks, and what the whole says.
#include "base/memory/alloc.h"
#include "base/file/output.h"
#include "report/html.h"
#include "report/html/parts.h"
#include <sys/stat.h>

#define BYTES_MOST ((uint64_t)48 << 20) // of all runs; the graphs of those that come later are left out

bool report_html_data(const struct report *report, const char *file, struct error *error) {
  json_t *data = html_data(report);
  bool good = json_dump_file(data, file, JSON_COMPACT | JSON_REAL_PRECISION(9)) == 0;
  if (!good) error_set(error, EXIT_INTERNAL, "cannot write %s", file);
  json_decref(data);
  return good;
}

void html_rounds_release(struct vec_html_round *rounds) {
  for (uint32_t i = 0; i < rounds->size; i++) {
    mem_free(rounds->data[i].file);
    vec_u32_release(&rounds->data[i].checks);
  }
  vec_html_round_release(rounds);
}

// The text of each file once, by its name.
static void take_texts(json_t *data, json_t *texts) {
  json_t *source;
  size_t i;
  json_array_foreach(json_object_get(data, "sources"), i, source) {
    const char *name = json_string_value(json_object_get(source, "name"));
    if (!name) continue;
    if (!json_object_get(texts, name)) json_object_set(texts, name, json_object_get(source, "text"));
    json_object_del(source, "text");
  }
}

static void leave_out_graphs(json_t *data) {
  static const char *const parts[] = {"functions", "locations", "edges", "rows", "explored", "layouts"};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) json_object_del(data, parts[i]);
  html_set(data, "graphs_left_out", json_true());
}

static json_t *json_round(const struct html_round *round, json_t *texts, uint64_t *bytes) {
  struct stat status;
  json_t *data = json_load_file(round->file, 0, NULL);
  if (!data || stat(round->file, &status)) {
    json_decref(data);
    return NULL;
  }
  take_texts(data, texts);
  *bytes += (uint64_t)status.st_size;
  if (*bytes > BYTES_MOST) leave_out_graphs(data);
  static const char *const verdicts[] = {"unknown", "true", "false"};
  json_t *object = json_object(), *checks = json_array();
  for (uint32_t i = 0; i < round->checks.size; i++) html_push(checks, json_integer(round->checks.data[i]));
  html_set(object, "verdict", json_string(verdicts[round->verdict]));
  html_set(object, "checks", checks);
  html_set(object, "data", data);
  return object;
}

// The part of the page about all runs, without the fields of single ones.
static json_t *json_whole(const json_t *report) {
  static const char *const own[] = {"trace",    "counterexamples", "inputs",     "engines",
                                    "timeline", "standard_input",  "files_read", "from_the_system"};
  json_t *whole = json_copy((json_t *)report);
  for (size_t i = 0; i < sizeof own / sizeof *own; i++) json_object_del(whole, own[i]);
  return whole;
}

bool report_html_rounds(const struct report *report, const json_t *whole, const struct vec_html_round *rounds,
                        const char *file, struct error *error) {
  json_t *list = json_array(), *texts = json_object(), *root;
  uint64_t bytes = 0;
  for (uint32_t i = 0; i < rounds->size; i++) {
    json_t *round = json_round(&rounds->data[i], texts, &bytes);
    if (round) html_push(list, round);
  }
  if (json_array_size(list)) {
    root = json_object();
    html_set(root, "report", json_whole(whole));
  } else { // no run came so far: the program, and the status of its checks
    root = html_data(report);
    json_object_set(root, "report", (json_t *)whole);
  }
  html_set(root, "rounds", list);
  html_set(root, "texts", texts);
  struct text text = {0};
  html_page_text(report, root, &text);
  bool good = output_write(file, &text, error);
  text_release(&text);
  json_decref(root);
  return good;
}

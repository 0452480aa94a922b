// See sarif_join.h.
#include "report/sarif_join.h"
#include <string.h>

static json_t *run_of(json_t *document) { return json_array_get(json_object_get(document, "runs"), 0); }

static const char *uri_of(const json_t *object) {
  const char *uri = json_string_value(json_object_get(object, "uri"));
  return uri ? uri : "";
}

// Where the file is in the list of the whole.
static size_t index_of(json_t *artifacts, const json_t *location) {
  size_t i;
  json_t *artifact;
  json_array_foreach(artifacts, i, artifact) {
    if (!strcmp(uri_of(json_object_get(artifact, "location")), uri_of(location))) return i;
  }
  json_t *own = json_deep_copy(location);
  json_object_del(own, "index");
  json_array_append_new(artifacts, json_pack("{s:o}", "location", own));
  return json_array_size(artifacts) - 1;
}

// Every place in a result that names a file by its number.
static void renumber(json_t *artifacts, json_t *value) {
  size_t i;
  const char *key;
  json_t *child;
  if (json_is_array(value)) json_array_foreach(value, i, child) renumber(artifacts, child);
  if (!json_is_object(value)) return;
  if (json_object_get(value, "uri") && json_object_get(value, "index"))
    json_object_set_new(value, "index", json_integer((json_int_t)index_of(artifacts, value)));
  json_object_foreach(value, key, child) renumber(artifacts, child);
}

void sarif_join(json_t **whole, json_t *part) {
  if (!*whole) {
    *whole = part;
    return;
  }
  json_t *to = run_of(*whole), *from = run_of(part);
  static const char *const lists[] = {"results", "invocations"};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
    json_t *list = json_object_get(from, lists[i]);
    if (list) renumber(json_object_get(to, "artifacts"), list);
    if (list) json_array_extend(json_object_get(to, lists[i]), list);
  }
  json_decref(part);
}

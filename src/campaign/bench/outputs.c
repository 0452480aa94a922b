// See outputs.h.
#include "campaign/bench/outputs.h"
#include "base/file/input.h"
#include "base/file/output.h"
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#define SPACE_LEAST (UINT64_C(4) << 20) // bytes

bool bench_output_prepare(const char *folder, const char *name, struct error *error) {
  struct text path = {0};
  bool good = true;
  for (const char *slash = strchr(name, '/'); slash && good; slash = strchr(slash + 1, '/')) {
    text_clear(&path);
    text_printf(&path, "%s/%.*s", folder, (int)(slash - name), name);
    good = mkdir(text_cstr(&path), 0777) == 0 || errno == EEXIST;
    if (!good) error_set(error, EXIT_DATA, "%s: the folder cannot be made: %s", text_cstr(&path), strerror(errno));
  }
  text_release(&path);
  return good;
}

static void shorten(const char *file, const struct text *whole) {
  struct text kept = {0};
  struct error error = {0};
  size_t half = (size_t)BENCH_OUTPUT_KEPT / 2;
  text_add_n(&kept, whole->data, half);
  text_printf(&kept, "\n[%zu bytes are left out here]\n", whole->size - 2 * half);
  text_add_n(&kept, whole->data + whole->size - half, half);
  output_write(file, &kept, &error); // otherwise it stays long
  error_release(&error);
  text_release(&kept);
}

void bench_output_take(const char *file, struct text *out) {
  struct error error = {0};
  input_read(file, out, &error); // a program that was not started has none
  error_release(&error);
  if (out->size > BENCH_OUTPUT_KEPT) shorten(file, out);
  for (size_t i = 0; i < out->size; i++)
    if (!out->data[i]) out->data[i] = ' ';
}

void bench_statistics_read(const char *file, struct text *out) {
  json_error_t problem;
  json_t *root = json_load_file(file, 0, &problem), *statistics = json_object_get(root, "statistics"), *value;
  json_t *kept = json_object();
  const char *name;
  json_object_foreach(statistics, name, value) if (json_number_value(value) != 0) json_object_set(kept, name, value);
  char *text = json_object_size(kept) ? json_dumps(kept, JSON_COMPACT | JSON_REAL_PRECISION(9)) : NULL;
  if (text) text_add(out, text);
  free(text);
  json_decref(kept);
  json_decref(root);
}

bool bench_disk_is_full(const char *folder) {
  struct statvfs space;
  return statvfs(folder, &space) == 0 && (uint64_t)space.f_bavail * space.f_frsize < SPACE_LEAST;
}

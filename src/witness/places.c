// See places.h.
#include "witness/places.h"
#include <string.h>
#include <sys/stat.h>

static bool same_file(const char *a, const struct stat *of) {
  struct stat status;
  return stat(a, &status) == 0 && status.st_dev == of->st_dev && status.st_ino == of->st_ino;
}

static bool is_file(const struct cfa *cfa, uint32_t index, const char *file) {
  struct stat status;
  const char *name = cfa->files.data[index], *folder = index < cfa->folders.size ? cfa->folders.data[index] : "";
  if (strcmp(name, file) == 0) return true;
  if (stat(file, &status) != 0) return false;
  if (*folder && *name != '/') {
    struct text path = {0};
    text_printf(&path, "%s/%s", folder, name);
    bool same = same_file(text_cstr(&path), &status);
    text_release(&path);
    return same;
  }
  return same_file(name, &status);
}

bool places_init(struct places *places, uint32_t n_files, const char *const *files, struct error *error) {
  *places = (struct places){.outlines = mem_zalloc(n_files + 1, sizeof(struct outline))};
  for (uint32_t i = 0; i < n_files; i++) {
    places->n_files++;
    if (!outline_read(&places->outlines[i], files[i], error)) return false;
  }
  return true;
}

void places_bind(struct places *places, const struct cfa *cfa) {
  places->cfa = cfa;
  vec_u32_clear(&places->file_of);
  for (uint32_t k = 0; k < cfa->files.size; k++) {
    uint32_t found = OUTLINE_NONE;
    for (uint32_t i = 0; i < places->n_files && found == OUTLINE_NONE; i++)
      if (is_file(cfa, k, places->outlines[i].name)) found = i;
    vec_u32_push(&places->file_of, found);
  }
}

void places_release(struct places *places) {
  for (uint32_t i = 0; i < places->n_files; i++) outline_release(&places->outlines[i]);
  mem_free(places->outlines);
  vec_u32_release(&places->file_of);
}

bool places_find(const struct places *places, struct source_place place, uint32_t *file, uint32_t *line) {
  if (!place.line || place.file >= places->file_of.size) return false;
  *file = places->file_of.data[place.file];
  if (*file != OUTLINE_NONE) {
    *line = outline_line(&places->outlines[*file], NULL, place.line);
    if (*line) return true;
  }
  const char *name = places->cfa->files.data[place.file];
  uint32_t found = 0;
  for (uint32_t i = 0; i < places->n_files; i++) {
    uint32_t here = outline_line(&places->outlines[i], name, place.line);
    if (here && found) return false;
    if (!here) continue;
    *file = i;
    found = *line = here;
  }
  return found;
}

bool places_token(const struct places *places, struct source_place place, uint32_t *file, uint32_t *token) {
  uint32_t line;
  if (!place.column || !places_find(places, place, file, &line)) return false;
  *token = outline_token_within(&places->outlines[*file], line, place.column);
  return *token != OUTLINE_NONE;
}

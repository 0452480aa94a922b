// The files that a C file is made of: itself and what it includes, the system's headers aside, as clang lists them for
// make (-MMD). No output may be written over one of them, also where nothing but macros came from it.
#include "base/text/text.h"
#include "front/compile/compile.h"
#include <stdio.h>

// One character of a name in make's syntax. False at the name's end.
static bool next_character(FILE *file, int *c) {
  *c = getc(file);
  if (*c == '\\') {
    int next = getc(file);
    if (next == ' ' || next == '#') *c = next;
    else if (next == '\n') return false;
    else ungetc(next, file);
  } else if (*c == '$') {
    int next = getc(file);
    if (next != '$') ungetc(next, file);
  } else if (*c == ' ' || *c == '\n' || *c == EOF) {
    return false;
  }
  return true;
}

void sources_read(const char *list, const char *folder, struct vec_string *out) {
  FILE *file = fopen(list, "re");
  if (!file) return;
  bool target = true; // "output: file file …"
  for (int c = 0; c != EOF;) {
    struct text name = {0};
    while (next_character(file, &c)) text_addc(&name, (char)c);
    if (name.size && !target) {
      struct text path = {0};
      if (folder && *text_cstr(&name) != '/') text_printf(&path, "%s/", folder);
      text_add(&path, text_cstr(&name));
      vec_string_push(out, mem_strdup(text_cstr(&path)));
      text_release(&path);
    }
    if (name.size && text_cstr(&name)[name.size - 1] == ':') target = false;
    text_release(&name);
  }
  fclose(file);
}

// One witness of several proofs. See witness.h.
//
// Each proof is about some of the program's checks, and assumes that the others end the path where they fail. Where all
// are proved, none fails: a run that violated a check first would contradict the proof that has it. So all invariants
// hold in the program as it is.
#include "witness/witness.h"
#include <string.h>

static const char content_key[] = "\n  content:"; // the last key of an entry
static const char item[] = "    - "; // begins an element of its list

// The elements of the content; "" where there are none.
static const char *elements(const char *witness) {
  const char *key = strstr(witness, content_key), *line = key ? strchr(key + 1, '\n') : NULL;
  return line ? line + 1 : "";
}

static size_t element_size(const char *element) {
  const char *at = strchr(element, '\n');
  while (at && at[1] && strncmp(at + 1, item, sizeof item - 1) != 0) at = strchr(at + 1, '\n');
  return at ? (size_t)(at + 1 - element) : strlen(element);
}

static bool has_element(const char *witness, const char *element, size_t size) {
  for (const char *at = elements(witness); *at; at += element_size(at))
    if (element_size(at) == size && !strncmp(at, element, size)) return true;
  return false;
}

void witness_join(struct text *text, const char *other) {
  static const char empty[] = "  content: []\n";
  for (const char *at = elements(other); *at; at += element_size(at)) {
    size_t size = element_size(at), end = text->size;
    if (has_element(text_cstr(text), at, size)) continue;
    if (end >= sizeof empty - 1 && !strcmp(text->data + end - (sizeof empty - 1), empty)) {
      text->size = end - (sizeof " []\n" - 1);
      text_addc(text, '\n');
    }
    text_add_n(text, at, size);
  }
}

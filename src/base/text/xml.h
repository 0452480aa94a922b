// XML files as trees: elements with attributes, text and children. Namespaces, entities other than the five of XML and
// numbers of characters, and what a document type declares are not read.
#ifndef CLEW_BASE_TEXT_XML_H
#define CLEW_BASE_TEXT_XML_H
#include "base/error.h"
#include "base/memory/arena.h"
#include "base/text/text.h"
#include <stdbool.h>

struct xml_attribute {
  const char *name, *value;
  const struct xml_attribute *next;
};

struct xml {
  const char *name;
  const char *text; // of the element itself, without blanks around it; ""
  const struct xml_attribute *attributes;
  struct xml *first, *next; // child, sibling
  unsigned line;
};

// The root; in the arena. NULL with an error that says where.
const struct xml *xml_read(const char *file, const struct text *content, struct arena *arena, struct error *error);
const char *xml_get(const struct xml *element, const char *attribute); // NULL: it has none
// The first child of the name after `last` (NULL: from the first); NULL: there is none.
const struct xml *xml_child(const struct xml *element, const char *name, const struct xml *last);
// Text as it stands in an element or in an attribute in double quotes; what no XML file may have becomes '?'.
void xml_escape(const char *text, struct text *out);

#endif

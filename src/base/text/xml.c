// See xml.h.
#include "base/text/xml.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH_MOST 64

struct xml_reader {
  const char *file, *begin, *at;
  struct arena *arena;
  struct error *error;
};

static unsigned line_of(const struct xml_reader *r, const char *at) {
  unsigned line = 1;
  for (const char *c = r->begin; c < at; c++) line += *c == '\n';
  return line;
}

static bool fail(struct xml_reader *r, const char *what) {
  if (!r->error->status) error_set(r->error, EXIT_DATA, "%s:%u: %s", r->file, line_of(r, r->at), what);
  return false;
}

static bool starts(const struct xml_reader *r, const char *text) { return strncmp(r->at, text, strlen(text)) == 0; }

static bool skip_past(struct xml_reader *r, const char *end, const char *what) {
  const char *found = strstr(r->at, end);
  if (!found) return fail(r, what);
  r->at = found + strlen(end);
  return true;
}

static void skip_blanks(struct xml_reader *r) {
  while (isspace((unsigned char)*r->at)) r->at++;
}

// --- characters ------------------------------------------------------------------------------------------------------

static void add_code(struct text *out, unsigned long code) { // as UTF-8
  if (code < 0x80) {
    text_addc(out, (char)code);
    return;
  }
  int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  static const unsigned char first[] = {0, 0xc0, 0xe0, 0xf0};
  text_addc(out, (char)(first[more] | code >> 6 * more));
  while (more--) text_addc(out, (char)(0x80 | (code >> 6 * more & 0x3f)));
}

static bool add_reference(struct xml_reader *r, struct text *out) {
  static const struct {
    const char *name;
    char character;
  } entities[] = {{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}};
  for (size_t i = 0; i < sizeof entities / sizeof *entities; i++)
    if (starts(r, entities[i].name)) {
      text_addc(out, entities[i].character);
      r->at += strlen(entities[i].name);
      return true;
    }
  bool hexadecimal = starts(r, "&#x");
  const char *digits = r->at + (hexadecimal ? 3 : 2);
  char *end = NULL;
  unsigned long code = starts(r, "&#") ? strtoul(digits, &end, hexadecimal ? 16 : 10) : 0;
  if (!end || end == digits || *end != ';' || !code || code > 0x10ffff) return fail(r, "an entity that is not known");
  add_code(out, code);
  r->at = end + 1;
  return true;
}

static const char *read_name(struct xml_reader *r) {
  const char *start = r->at;
  while (*r->at && !isspace((unsigned char)*r->at) && !strchr("=/><\"'", *r->at)) r->at++;
  if (r->at == start) return fail(r, "a name is expected"), NULL;
  return arena_printf(r->arena, "%.*s", (int)(r->at - start), start);
}

// --- elements --------------------------------------------------------------------------------------------------------

static bool read_attribute(struct xml_reader *r, struct xml *element) {
  struct xml_attribute *attribute = arena_alloc(r->arena, sizeof *attribute);
  struct text value = {0};
  *attribute = (struct xml_attribute){.next = element->attributes};
  if (!(attribute->name = read_name(r))) return false;
  skip_blanks(r);
  if (*r->at != '=') return fail(r, "an attribute without a value: expected =");
  r->at++;
  skip_blanks(r);
  char quote = *r->at;
  if (quote != '"' && quote != '\'') return fail(r, "the value of an attribute stands in quotes");
  bool good = true;
  for (r->at++; good && *r->at && *r->at != quote && *r->at != '<';)
    if (*r->at == '&') good = add_reference(r, &value);
    else text_addc(&value, *r->at++);
  if (good && *r->at != quote) good = fail(r, "the value of an attribute without its end");
  r->at += good;
  attribute->value = arena_strdup(r->arena, text_cstr(&value));
  element->attributes = attribute;
  text_release(&value);
  return good;
}

static bool read_element(struct xml_reader *r, unsigned depth, struct xml **out);

// Text, children, comments, up to the end tag.
static bool read_content(struct xml_reader *r, unsigned depth, struct xml *element, struct text *text) {
  static const char raw[] = "<![CDATA[";
  struct xml **end = &element->first;
  while (*r->at && !starts(r, "</")) {
    const char *start = r->at;
    if (*r->at == '&') {
      if (!add_reference(r, text)) return false;
    } else if (*r->at != '<') {
      text_addc(text, *r->at++);
    } else if (starts(r, "<!--")) {
      if (!skip_past(r, "-->", "a comment without its end")) return false;
    } else if (starts(r, "<?")) {
      if (!skip_past(r, "?>", "an instruction without its end")) return false;
    } else if (starts(r, raw)) {
      if (!skip_past(r, "]]>", "a section CDATA without its end")) return false;
      start += sizeof raw - 1;
      text_add_n(text, start, (size_t)(r->at - start) - strlen("]]>"));
    } else {
      if (!read_element(r, depth + 1, end)) return false;
      end = &(*end)->next;
    }
  }
  return true;
}

static bool read_end(struct xml_reader *r, const struct xml *element) {
  size_t n = strlen(element->name);
  if (!starts(r, "</") || strncmp(r->at + 2, element->name, n) != 0) {
    error_set(r->error, EXIT_DATA, "%s:%u: <%s> of line %u has no end before this", r->file, line_of(r, r->at),
              element->name, element->line);
    return false;
  }
  r->at += 2 + n;
  skip_blanks(r);
  return *r->at == '>' ? (r->at++, true) : fail(r, "a tag without its end: expected >");
}

static bool read_element(struct xml_reader *r, unsigned depth, struct xml **out) {
  struct xml *element = arena_alloc(r->arena, sizeof *element);
  *element = (struct xml){.line = line_of(r, r->at), .text = ""};
  *out = element;
  if (depth > DEPTH_MOST) return fail(r, "elements are nested too deeply");
  r->at++;
  if (!(element->name = read_name(r))) return false;
  for (skip_blanks(r); *r->at && *r->at != '>' && *r->at != '/'; skip_blanks(r))
    if (!read_attribute(r, element)) return false;
  if (starts(r, "/>")) {
    r->at += 2;
    return true;
  }
  if (*r->at != '>') return fail(r, "a tag without its end: expected >");
  r->at++;
  struct text text = {0};
  bool good = read_content(r, depth, element, &text) && read_end(r, element);
  const char *begin = text_cstr(&text), *end = begin + text.size;
  while (isspace((unsigned char)*begin)) begin++;
  while (end > begin && isspace((unsigned char)end[-1])) end--;
  element->text = arena_printf(r->arena, "%.*s", (int)(end - begin), begin);
  text_release(&text);
  return good;
}

// Declarations and comments before and after the root.
static bool skip_around(struct xml_reader *r) {
  for (;;) {
    skip_blanks(r);
    if (starts(r, "<?")) {
      if (!skip_past(r, "?>", "a declaration without its end")) return false;
    } else if (starts(r, "<!--")) {
      if (!skip_past(r, "-->", "a comment without its end")) return false;
    } else if (starts(r, "<!DOCTYPE")) {
      const char *bracket = r->at + strcspn(r->at, "[>");
      if (*bracket == '[' && !skip_past(r, "]", "a document type without its end")) return false;
      if (!skip_past(r, ">", "a document type without its end")) return false;
    } else {
      return true;
    }
  }
}

const struct xml *xml_read(const char *file, const struct text *content, struct arena *arena, struct error *error) {
  static const char mark[] = "\xef\xbb\xbf"; // of UTF-8
  struct xml_reader r = {.file = file, .begin = text_cstr(content), .arena = arena, .error = error};
  struct xml *root = NULL;
  r.at = r.begin;
  if (starts(&r, mark)) r.at += strlen(mark);
  if (!skip_around(&r)) return NULL;
  if (*r.at != '<') return fail(&r, "this is no XML: expected <"), NULL;
  if (!read_element(&r, 0, &root) || !skip_around(&r)) return NULL;
  if (*r.at) return fail(&r, "there is more after the end of the root"), NULL;
  return root;
}

const char *xml_get(const struct xml *element, const char *attribute) {
  for (const struct xml_attribute *a = element->attributes; a; a = a->next)
    if (strcmp(a->name, attribute) == 0) return a->value;
  return NULL;
}

const struct xml *xml_child(const struct xml *element, const char *name, const struct xml *last) {
  for (const struct xml *child = last ? last->next : element->first; child; child = child->next)
    if (strcmp(child->name, name) == 0) return child;
  return NULL;
}

void xml_escape(const char *text, struct text *out) {
  for (; *text; text++) {
    switch (*text) {
    case '&': text_add(out, "&amp;"); break;
    case '<': text_add(out, "&lt;"); break;
    case '>': text_add(out, "&gt;"); break;
    case '"': text_add(out, "&quot;"); break;
    case '\n': text_add(out, "&#10;"); break;
    case '\t': text_add(out, "&#9;"); break;
    default: text_addc(out, (unsigned char)*text < 0x20 ? '?' : *text);
    }
  }
}

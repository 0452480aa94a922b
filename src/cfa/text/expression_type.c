// See expression_type.h.
#include "cfa/text/expression_type.h"
#include <ctype.h>

// --- types ---------------------------------------------------------------------------------

struct c_type type_promoted(struct c_type type) { return !type_is_real(type) && type.width < 32 ? C_INT : type; }

struct c_type type_common(const struct terms *tm, struct c_type a, struct c_type b) {
  if (type_is_real(a) && type_is_real(b)) return sort_significand(tm, a.real) >= sort_significand(tm, b.real) ? a : b;
  if (type_is_real(a) || type_is_real(b)) return type_is_real(a) ? a : b;
  a = type_promoted(a);
  b = type_promoted(b);
  if (a.width != b.width) return a.width > b.width ? a : b;
  a.is_unsigned |= b.is_unsigned;
  return a;
}

struct c_type type_of_sort(const struct terms *tm, struct sort sort, bool is_unsigned) {
  switch (sort_kind(tm, sort)) {
  case SORT_BOOL: return C_INT;
  case SORT_BV: return (struct c_type){.width = sort_width(tm, sort), .is_unsigned = is_unsigned};
  case SORT_FLOAT: return (struct c_type){.width = sort_width(tm, sort), .real = sort};
  default: return (struct c_type){0};
  }
}

struct c_type type_of_var(const struct terms *tm, const struct cfa_var *v) {
  return type_of_sort(tm, v->sort, v->is_unsigned || (v->ctype && strchr(v->ctype, '*')));
}

static const char *real_name(uint32_t significand) {
  switch (significand) {
  case 11: return "_Float16";
  case 24: return "float";
  case 53: return "double";
  case 64: return "long double";
  default: return "_Float128";
  }
}

void type_print(const struct cfa *cfa, struct c_type type, struct text *out) {
  if (type_is_real(type)) {
    text_add(out, real_name(sort_significand(cfa->tm, type.real)));
    return;
  }
  switch (type.width) {
  case 8: text_add(out, type.is_unsigned ? "unsigned char" : "signed char"); break;
  case 16: text_add(out, type.is_unsigned ? "unsigned short" : "short"); break;
  case 32: text_add(out, type.is_unsigned ? "unsigned" : "int"); break;
  case 64:
    text_printf(out, "%slong%s", type.is_unsigned ? "unsigned " : "", cfa->pointer_bits == 32 ? " long" : "");
    break;
  case 128: text_add(out, type.is_unsigned ? "unsigned __int128" : "__int128"); break;
  default: text_printf(out, "%ssigned _BitInt(%u)", type.is_unsigned ? "un" : "", type.width);
  }
}

// --- names ---------------------------------------------------------------------------------

static bool starts_word(char c) { return isalpha((unsigned char)c) || c == '_'; }
static bool in_word(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$'; }

static const char *skip_word(const char *p) {
  while (in_word(*p)) p++;
  return p;
}

// After the next part of a name: `.f`, `::x`, `[3]`, `#2`; NULL if none follows.
static const char *next_part(const char *p) {
  if (*p == '.' && in_word(p[1])) return skip_word(p + 1);
  if (*p == ':' && p[1] == ':' && starts_word(p[2])) return skip_word(p + 2);
  if (*p != '#' && *p != '[') return NULL;
  const char *end = p + 1;
  while (isdigit((unsigned char)*end)) end++;
  if (end == p + 1 || (*p == '[' && *end != ']')) return NULL;
  return *p == '[' ? end + 1 : end;
}

// The variable so named in the scope, or a global, or by its unique name.
static uint32_t resolve(const struct cfa *cfa, uint32_t function, const char *name, size_t length) {
  struct text text = {0};
  uint32_t var = CFA_NONE;
  bool global = length > 2 && name[0] == ':';
  if (function != CFA_NONE && !global) {
    text_printf(&text, "%s::%.*s", cfa->functions.data[function].name, (int)length, name);
    var = cfa_var_named(cfa, text_cstr(&text));
    text_clear(&text);
  }
  if (var == CFA_NONE) {
    text_add_n(&text, name + (global ? 2 : 0), length - (global ? 2 : 0));
    var = cfa_var_named(cfa, text_cstr(&text));
    if (var != CFA_NONE && global && cfa->vars.data[var].function != CFA_NONE) var = CFA_NONE;
  }
  text_release(&text);
  return var;
}

uint32_t name_read(const struct cfa *cfa, uint32_t function, const char *at, const char **end) {
  *end = at;
  if (*at == '|') {
    const char *bar = strchr(at + 1, '|');
    if (!bar) return CFA_NONE;
    *end = bar + 1;
    struct text text = {0};
    text_add_n(&text, at + 1, (size_t)(bar - at - 1));
    uint32_t var = cfa_var_named(cfa, text_cstr(&text));
    text_release(&text);
    return var;
  }
  const char *p = at[0] == ':' && at[1] == ':' ? at + 2 : at, *longest = NULL;
  if (!starts_word(*p)) return CFA_NONE;
  uint32_t found = CFA_NONE;
  for (p = skip_word(p); p; p = next_part(p)) {
    uint32_t var = resolve(cfa, function, at, (size_t)(p - at));
    if (var != CFA_NONE) {
      found = var;
      longest = p;
    }
    *end = p;
  }
  if (longest && longest != *end && *longest != '[') return CFA_NONE; // s is a variable, but s.g is not
  if (longest) *end = longest;
  return found;
}

void name_print(const struct cfa *cfa, uint32_t function, uint32_t var, struct text *out) {
  const struct cfa_var *v = &cfa->vars.data[var];
  const char *unique = term_var_name(cfa->tm, v->term), *local = unique;
  if (v->function != CFA_NONE && v->function == function) {
    size_t n = strlen(cfa->functions.data[function].name);
    if (!strncmp(unique, cfa->functions.data[function].name, n) && !strncmp(unique + n, "::", 2))
      local = unique + n + 2;
  }
  struct text name = {0};
  const char *end;
  for (int form = 0; form < 2; form++) {
    text_clear(&name);
    text_printf(&name, "%s%s", form ? "::" : "", local);
    if (name_read(cfa, function, text_cstr(&name), &end) == var && !*end) break;
    if (form) {
      text_clear(&name);
      text_printf(&name, "|%s|", unique);
    }
  }
  text_add(out, text_cstr(&name));
  text_release(&name);
}

// See property.h.
#include "property/property.h"
#include <stddef.h>
#include <string.h>

// -DCLEW_PLAIN_HEAP: the harness leaves the heap to the sanitizer.
#define PROPERTY_ADDRESS_SANITIZER "-fsanitize=address -DCLEW_PLAIN_HEAP"

const struct property_descriptor property_table[] = {
#define PROPERTY(identifier, name_, word_, explained, ...)                                                             \
  [PROPERTY_##identifier] = {.name = name_, .word = word_, __VA_ARGS__},
#define SUBPROPERTY(identifier, name_, ...) [PROPERTY_##identifier] = {.name = name_, .word = "", __VA_ARGS__},
#include "property/properties.def"
#undef SUBPROPERTY
#undef PROPERTY
};
const uint32_t property_count = sizeof property_table / sizeof *property_table;
_Static_assert(sizeof property_table / sizeof *property_table < 32, "a set of properties is a word");

const char *const property_names[] = {
#define PROPERTY(identifier, name, ...) [PROPERTY_##identifier] = name,
#define SUBPROPERTY PROPERTY
#include "property/properties.def"
#undef SUBPROPERTY
#undef PROPERTY
    NULL,
};

const char property_words[] =
#define PROPERTY(identifier, name, word, ...) "|" word
#define SUBPROPERTY(...)
#include "property/properties.def"
#undef SUBPROPERTY
#undef PROPERTY
    ;

const char property_help[] = "what to check: "
#define PROPERTY(identifier, name, word, explained, ...) word explained ", "
#define SUBPROPERTY(...)
#include "property/properties.def"
#undef SUBPROPERTY
#undef PROPERTY
                             "all or none; docs/properties.md. Without it assertions only in bitcode, automata and "
                             "commands other than verify and check";

// --- sets -----------------------------------------------------------------------------------------------------------

bool property_has(enum property property, enum property_trait trait) { return property_table[property].traits & trait; }

properties property_with(uint32_t traits) {
  properties set = 0;
  for (uint32_t p = 0; p < property_count; p++)
    if (property_table[p].traits & traits) set |= 1u << p;
  return set;
}

properties property_with_formula(void) {
  properties set = 0;
  for (uint32_t p = 0; p < property_count; p++)
    if (property_table[p].formula) set |= 1u << p;
  return set;
}

properties property_of_words(uint32_t words) {
  properties set = 0;
  for (uint32_t p = 0; p < property_count; p++) {
    if (!*property_table[p].word) continue;
    if (words & 1) set |= 1u << p | property_table[p].includes;
    words >>= 1;
  }
  return set;
}

properties property_of_all_words(void) { return property_of_words(UINT32_MAX); }

bool property_named(const char *name, enum property *out) {
  for (uint32_t p = 0; p < property_count; p++)
    if (!strcmp(property_table[p].name, name)) {
      *out = p;
      return true;
    }
  return false;
}

// --- flags ----------------------------------------------------------------------------------------------------------

const char *property_flag(properties checked, uint32_t k) {
  properties included = 0; // by others that are checked
  for (uint32_t p = 0; p < property_count; p++)
    if (checked >> p & 1) included |= property_table[p].includes;
  for (uint32_t p = 0; p < property_count; p++) {
    if (included >> p & 1) continue;
    const struct property_descriptor *d = &property_table[p];
    const char *const *flags = checked >> p & 1 ? d->flags : d->flags_unchecked;
    for (uint32_t i = 0; i < PROPERTY_FLAGS && flags[i]; i++)
      if (!k--) return flags[i];
  }
  return NULL;
}

// --- groups ---------------------------------------------------------------------------------------------------------

static const struct {
  const char *name, *title;
} groups[N_GROUPS] = {
    [GROUP_ASSERTIONS] = {"assertions", "Assertions"},
    [GROUP_MEMORY] = {"memory", "Memory accesses"},
    [GROUP_UNDEFINED] = {"undefined-behaviour", "Undefined behaviour"},
    [GROUP_LEAKS] = {"leaks", "Memory leaks"},
};

bool property_kind(uint32_t k, struct property_kind *out) {
  uint32_t group = k + 1;
  *out = (struct property_kind){0};
  for (uint32_t p = 0; p < property_count; p++) {
    enum property_group of = property_table[p].group;
    if (of == group && of != GROUP_OWN) out->of |= 1u << p;
  }
  if (group < N_GROUPS) {
    out->name = groups[group].name;
    out->title = groups[group].title;
    return true;
  }
  group -= N_GROUPS;
  for (uint32_t p = 0; p < property_count; p++) {
    if (property_table[p].group != GROUP_OWN || group--) continue;
    *out = (struct property_kind){property_table[p].name, property_table[p].title, 1u << p};
    return true;
  }
  return false;
}

properties property_kind_of(enum property property) {
  struct property_kind kind;
  for (uint32_t k = 0; property_kind(k, &kind); k++)
    if (kind.of >> property & 1) return kind.of;
  return 1u << property;
}

const char *property_kind_title(const struct property_kind *kind, properties checked) {
  properties of = kind->of & checked;
  for (uint32_t p = 0; p < property_count; p++)
    if (of == 1u << p && property_table[p].title) return property_table[p].title;
  return kind->title;
}

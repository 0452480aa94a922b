// See option.h.
#include "base/table/option.h"
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void *field_of(const struct option_entry *entry, void *block) { return (char *)block + entry->offset; }

const void *option_field(const struct option_entry *entry, const void *block) {
  return (const char *)block + entry->offset;
}

// The number of the word among those of a list "a|b|c"; -1: it is not there.
static int word_number(const char *words, const char *word, size_t length) {
  for (int i = 0;; i++) {
    size_t n = strcspn(words, "|");
    if (n == length && strncmp(words, word, n) == 0) return i;
    words += n;
    if (!*words++) return -1;
  }
}

static uint32_t word_count(const char *words) {
  uint32_t n = 1;
  for (; *words; words++) n += *words == '|';
  return n;
}

// "a, b and c" of "a|b|c".
static void add_words(struct text *out, const char *words) {
  while (*words) {
    size_t n = strcspn(words, "|");
    text_printf(out, "%.*s", (int)n, words);
    words += n;
    if (!*words) return;
    words++;
    text_add(out, strchr(words, '|') ? ", " : " and ");
  }
}

static bool complain_word(const struct option_entry *entry, const char *word, size_t length, struct error *error) {
  struct text words = {0}, known = {0};
  option_words(entry, "|", &words);
  add_words(&known, text_cstr(&words));
  error_set(error, EXIT_USAGE, "%s: there is no '%.*s'; there are %s", entry->name, (int)length, word,
            text_cstr(&known));
  text_release(&words);
  text_release(&known);
  return false;
}

static bool set_number(const struct option_entry *entry, const char *value, double *out, struct error *error) {
  char *end;
  errno = 0;
  double number = strtod(value, &end);
  if (end != value && !*end && isfinite(number) && number >= 0 && value[0] != ' ') {
    *out = number;
    return true;
  }
  error_set(error, EXIT_USAGE, "%s wants a number that is not negative, not '%s'", entry->name, value);
  return false;
}

static bool set_whole(const struct option_entry *entry, const char *value, uint32_t *out, struct error *error) {
  double number;
  if (!set_number(entry, value, &number, error)) return false;
  if (number == floor(number) && number <= OPTION_WHOLE_MOST) {
    *out = (uint32_t)number;
    return true;
  }
  error_set(error, EXIT_USAGE, "%s wants a whole number of at most %u", entry->name, OPTION_WHOLE_MOST);
  return false;
}

static bool set_choice(const struct option_entry *entry, const char *value, uint32_t *out, struct error *error) {
  int number = word_number(entry->metavar, value, strlen(value));
  if (number < 0) return complain_word(entry, value, strlen(value), error);
  *out = (uint32_t)number;
  return true;
}

static bool set_words(const struct option_entry *entry, const char *value, uint32_t *out, struct error *error) {
  uint32_t bits = 0;
  for (const char *word = value;; word++) {
    size_t length = strcspn(word, ",");
    int number = word_number(entry->metavar, word, length);
    if (length == 3 && strncmp(word, "all", 3) == 0)
      bits |= (uint32_t)((UINT64_C(1) << word_count(entry->metavar)) - 1);
    else if (number >= 0) bits |= 1u << number;
    else if (length != 4 || strncmp(word, "none", 4) != 0) return complain_word(entry, word, length, error);
    word += length;
    if (!*word) break;
  }
  *out = bits;
  return true;
}

bool option_set(const struct option_entry *entry, void *block, const char *value, struct error *error) {
  void *field = field_of(entry, block);
  if (entry->kind != OPTION_FLAG && !*value) {
    error_set(error, EXIT_USAGE, "%s wants a value that is not empty", entry->name);
    return false;
  }
  switch (entry->kind) {
  case OPTION_FLAG: *(bool *)field = true; return true;
  case OPTION_VALUE: *(const char **)field = value; return true;
  case OPTION_LIST: vec_word_push(field, value); return true;
  case OPTION_NUMBER: return set_number(entry, value, field, error);
  case OPTION_WHOLE: return set_whole(entry, value, field, error);
  case OPTION_CHOICE: return set_choice(entry, value, field, error);
  case OPTION_SET: return set_words(entry, value, field, error);
  }
  return false;
}

void option_defaults(const struct option_table *table, void *block) {
  memset(block, 0, table->size);
  for (uint32_t i = 0; i < table->n; i++) {
    struct error error = {0};
    const struct option_entry *entry = &table->entries[i];
    if (entry->otherwise) option_set(entry, block, entry->otherwise, &error);
    error_release(&error);
  }
}

void option_release(const struct option_table *table, void *block) {
  for (uint32_t i = 0; i < table->n; i++)
    if (table->entries[i].kind == OPTION_LIST) vec_word_release(field_of(&table->entries[i], block));
}

const struct option_entry *option_find(const struct option_table *table, const char *word, const char **value) {
  *value = NULL;
  for (uint32_t i = 0; i < table->n; i++) {
    const struct option_entry *entry = &table->entries[i];
    size_t n = strlen(entry->name);
    if (strncmp(word, entry->name, n) == 0 && (word[n] == 0 || word[n] == '=')) {
      if (word[n] == '=') *value = word + n + 1;
      return entry;
    }
    if (entry->letter && strncmp(word, entry->letter, 2) == 0 && (word[2] == 0 || entry->kind != OPTION_FLAG)) {
      if (word[2]) *value = word + 2;
      return entry;
    }
  }
  return NULL;
}

// --- for help and reports --------------------------------------------------------------------------------------------

bool option_words(const struct option_entry *entry, const char *between, struct text *out) {
  if (entry->kind != OPTION_CHOICE && entry->kind != OPTION_SET) return false;
  for (const char *at = entry->metavar; *at; at++) {
    if (*at == '|') text_add(out, between);
    else text_addc(out, *at);
  }
  if (entry->kind == OPTION_SET) text_printf(out, "%sall%snone", between, between);
  return true;
}

// The words whose bits are set, separated by commas.
static void print_words(const char *words, uint32_t bits, struct text *out) {
  if (!bits) text_add(out, "none");
  for (const char *gap = ""; bits; bits >>= 1) {
    size_t n = strcspn(words, "|");
    if (bits & 1) {
      text_printf(out, "%s%.*s", gap, (int)n, words);
      gap = ",";
    }
    words += n + (words[n] == '|');
  }
}

void option_print(const struct option_entry *entry, const void *block, struct text *out) {
  const void *field = option_field(entry, block);
  switch (entry->kind) {
  case OPTION_FLAG: text_add(out, *(const bool *)field ? entry->name : ""); break;
  case OPTION_VALUE: text_add(out, *(const char *const *)field ? *(const char *const *)field : ""); break;
  case OPTION_NUMBER: text_printf(out, "%g", *(const double *)field); break;
  case OPTION_WHOLE: text_printf(out, "%u", *(const uint32_t *)field); break;
  case OPTION_CHOICE: print_words(entry->metavar, 1u << *(const uint32_t *)field, out); break;
  case OPTION_SET: print_words(entry->metavar, *(const uint32_t *)field, out); break;
  case OPTION_LIST: {
    const struct vec_word *list = field;
    for (uint32_t i = 0; i < list->size; i++) text_printf(out, "%s%s", i ? "," : "", list->data[i]);
  }
  }
}

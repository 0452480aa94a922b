// See symexpa.h.
#include "cli/symexpa.h"
#include "cli/input.h"
#include <string.h>

#define THRESHOLD_MOST 1000000

// Words separated by commas; interpolants may be named, but they are always there.
static bool parse_sources(const char *list, uint32_t *sources, struct error *error) {
  static const struct {
    const char *name;
    uint32_t sources;
  } words[] = {{"all", SOURCE_GUARDS | SOURCE_RUNS | SOURCE_CELLS},
               {"none", 0},
               {"interpolants", 0},
               {"guards", SOURCE_GUARDS},
               {"runs", SOURCE_RUNS},
               {"cells", SOURCE_CELLS}};
  *sources = 0;
  for (const char *word = list;; word++) {
    size_t length = strcspn(word, ","), known = 0, n = sizeof words / sizeof *words;
    while (known < n && (strlen(words[known].name) != length || strncmp(word, words[known].name, length) != 0)) known++;
    if (known == n) {
      error_set(error, EXIT_USAGE,
                "--predicates: there is no source '%.*s'; there are interpolants, guards, runs, cells, all and none",
                (int)length, word);
      return false;
    }
    *sources |= words[known].sources;
    word += length;
    if (!*word) return true;
  }
}

// Files that the engine does not read or write: who names one expects something of it.
static bool check_files(const struct options *options, struct text *content, struct error *error) {
  bool reads = strcmp(options->engine, "symexpa") == 0, writes = strcmp(options->engine, "symex") != 0;
  const char *option = options->precision && !reads         ? "--precision"
                       : options->save_precision && !writes ? "--save-precision"
                                                            : NULL;
  if (option) {
    error_set(error, EXIT_USAGE, "%s is for the engine symexpa; %s has no precision", option, options->engine);
    return false;
  }
  return !options->precision || input_read(options->precision, content, error);
}

bool symexpa_check(const struct options *options, struct symexpa_config *config, struct text *content,
                   struct error *error) {
  *config = (struct symexpa_config){.restart = options->restart, .keep = options->keep_predicates};
  config->paths = strcmp(options->abstraction, "paths") == 0;
  if (!config->paths && strcmp(options->abstraction, "states") != 0) {
    error_set(error, EXIT_USAGE, "unknown abstraction '%s'; there are states and paths", options->abstraction);
    return false;
  }
  return options_whole("--threshold", options->threshold, THRESHOLD_MOST, &config->threshold, error) &&
         parse_sources(options->predicates, &config->sources, error) && check_files(options, content, error);
}

bool symexpa_load(const struct options *options, struct cfa *cfa, const struct text *content,
                  struct precision *precision, struct error *error) {
  return !options->precision || precision_read(precision, cfa, options->precision, text_cstr(content), error);
}

bool symexpa_save(const struct options *options, struct cfa *cfa, const struct precision *precision,
                  struct error *error) {
  if (!options->save_precision) return true;
  struct text text = {0};
  text_printf(&text, "# The precision of symexpa for %s, for clew verify --engine symexpa --precision.\n",
              cfa->name ? cfa->name : "a program");
  precision_print(precision, cfa, &text);
  bool good = output_write(options->save_precision, &text, error);
  text_release(&text);
  return good;
}

// See symexpa.h.
#include "cli/symexpa.h"
#include <string.h>

#define THRESHOLD_MOST 1000000

// Words separated by commas; interpolants may be named, but they are always there.
static bool parse_sources(const char *list, uint32_t *sources, struct error *error) {
  static const struct { const char *name; uint32_t sources; } words[] = {
      {"all", SOURCE_GUARDS | SOURCE_RUNS}, {"none", 0}, {"interpolants", 0}, {"guards", SOURCE_GUARDS}, {"runs", SOURCE_RUNS}};
  *sources = 0;
  for (const char *word = list;; word++) {
    size_t length = strcspn(word, ","), known = 0, n = sizeof words / sizeof *words;
    while (known < n && (strlen(words[known].name) != length || strncmp(word, words[known].name, length) != 0)) known++;
    if (known == n) {
      error_set(error, EXIT_USAGE, "--predicates: there is no source '%.*s'; there are interpolants, guards, runs, all and none", (int)length, word);
      return false;
    }
    *sources |= words[known].sources;
    word += length;
    if (!*word) return true;
  }
}

bool symexpa_check(const struct options *options, struct symexpa_config *config, struct error *error) {
  *config = (struct symexpa_config){.restart = options->restart, .keep = options->keep_predicates};
  config->paths = strcmp(options->abstraction, "paths") == 0;
  if (!config->paths && strcmp(options->abstraction, "states") != 0) {
    error_set(error, EXIT_USAGE, "unknown abstraction '%s'; there are states and paths", options->abstraction);
    return false;
  }
  return options_whole("--threshold", options->threshold, THRESHOLD_MOST, &config->threshold, error) &&
         parse_sources(options->predicates, &config->sources, error);
}

// See options.h.
#include "run/request/options.h"
#include "base/memory/alloc.h"
#include "property/property.h"
#include "run/request/request.h"
#include <stdio.h>
#include <string.h>

// The last column of the table: the commands that take an option, and how help shows it.
#define OF(command) (16u << REQUEST_##command)
#define VERIFYING (OF(verify) | OF(check))
#define SOLVING (VERIFYING | OF(prune) | OF(paths) | OF(tests))
#define ANY (SOLVING | OF(cfa) | OF(replay))
#define COMMON 1u
#define OF_COMPILER 2u // its letter is a flag of compilers: requests that do not take the option ignore the flag

static const struct option_entry entries[] = {
#define OPTIONS struct options
#include "base/table/option_entries.h"
#include "base/table/options.def"
#define OUTPUT(field, name, help, commands, ...) VALUE(field, name, NULL, "FILE", NULL, help, commands)
#include "run/request/outputs.def"
#undef OUTPUT
#include "base/table/option_end.h"
#undef OPTIONS
};
const struct option_table options_of_commands = OPTION_TABLE(entries, struct options);

void options_release(struct options *options) {
  if (options->strategy.options) option_release(options->strategy.options, options->engine_options);
  mem_free(options->engine_options);
  option_release(&options_of_commands, options);
  compiler_release(&options->compiler);
  vec_word_release(&options->files);
  vec_word_release(&options->also_read);
}

// --- words of the command line -----------------------------------------------------------------------------------

struct line {
  const struct vec_word *words;
  uint32_t at;
  const struct strategy *portfolio;
  struct strategy strategy;    // whose options come before those of others; without a name: not known yet
  bool only_files;             // "--" was seen
};

enum word_kind { WORD_END, WORD_FILE, WORD_HELP, WORD_OPTION, WORD_COMPILER, WORD_UNKNOWN };
struct word {
  enum word_kind kind;
  const char *text;
  const struct option_entry *entry;
  struct strategy owner;      // of the option; without a name: the commands
  const char *value;          // NULL: it has none
};

static const struct option_entry *find_in(const struct strategy *owner, const char *text, const char **value) {
  return owner->options ? option_find(owner->options, text, value) : NULL;
}

// In the commands' table, in that of the chosen engine, in those of the others.
static void find_option(const struct line *line, struct word *word) {
  word->owner = (struct strategy){0};
  word->entry = option_find(&options_of_commands, word->text, &word->value);
  if (word->entry) return;
  word->owner = line->strategy;
  word->entry = find_in(&line->strategy, word->text, &word->value);
  for (uint32_t i = 0; !word->entry && (word->owner = strategy_at(line->portfolio, i)).name; i++)
    word->entry = find_in(&word->owner, word->text, &word->value);
}

// NULL: there is none.
static const char *take(struct line *line) {
  return line->at < line->words->size ? line->words->data[line->at++] : NULL;
}

// A word that is no option of clew may be a flag of the compiler.
static struct word next_word(struct line *line) {
  struct word word = {.kind = WORD_END};
  word.text = take(line);
  if (!word.text) return word;
  if (!line->only_files && strcmp(word.text, "--") == 0) {
    line->only_files = true;
    return next_word(line);
  }
  if (line->only_files || word.text[0] != '-' || word.text[1] == 0) {
    word.kind = WORD_FILE;
  } else if (strcmp(word.text, "--help") == 0 || strcmp(word.text, "-h") == 0) {
    word.kind = WORD_HELP;
  } else {
    find_option(line, &word);
    uint32_t words = word.entry ? 0 : compiler_words(word.text);
    // -pthread is no value of -p.
    bool attached = word.entry && word.value && word.text[1] != '-' && word.entry->kind == OPTION_VALUE;
    if (attached && compiler_words(word.text)) {
      words = compiler_words(word.text);
      word.entry = NULL;
      word.value = NULL;
    }
    word.kind = word.entry ? WORD_OPTION : words ? WORD_COMPILER : WORD_UNKNOWN;
    if (words == 2 || (word.entry && word.entry->kind != OPTION_FLAG && !word.value)) word.value = take(line);
  }
  return word;
}

// --- the engine --------------------------------------------------------------------------------------------------

static bool unknown_engine(const struct strategy *portfolio, const char *name, struct error *error) {
  struct text text = {0};
  unsigned best_distance = 3;
  const char *best = NULL;
  struct strategy s;
  for (uint32_t i = 0; (s = strategy_at(portfolio, i)).name; i++) {
    text_printf(&text, "%s%s", text.size ? ", " : "", s.name);
    unsigned d = words_distance(name, s.name);
    if (d < best_distance) {
      best_distance = d;
      best = s.name;
    }
  }
  if (best) error_set(error, EXIT_USAGE, "unknown engine '%s'; did you mean %s?", name, best);
  else error_set(error, EXIT_USAGE, "unknown engine '%s'; there is: %s", name, text_cstr(&text));
  text_release(&text);
  return false;
}

// Files are gathered on the way, so that they are known whatever else is wrong. An option may choose its engine.
static bool choose_engine(struct options *options, enum engine_capability capability, struct line line,
                          struct error *error) {
  const char *name = NULL;
  struct strategy chosen = {0};
  for (struct word word = next_word(&line); word.kind != WORD_END; word = next_word(&line)) {
    if (word.kind == WORD_FILE) vec_word_push(&options->files, word.text);
    if (word.kind == WORD_OPTION && option_field(word.entry, options) == &options->engine && !word.owner.name)
      name = word.value;
    if (word.kind == WORD_OPTION && word.owner.name && word.entry->tags & OPTION_CHOOSES_ENGINE) chosen = word.owner;
  }
  struct strategy *strategy = &options->strategy;
  *strategy = capability    ? strategy_of(engine_with(capability, 0))
              : name        ? strategy_find(line.portfolio, name)
              : chosen.name ? chosen
                            : *line.portfolio;
  if (!strategy->name) return unknown_engine(line.portfolio, name, error);
  options->engine_is_implied = !capability && !name && chosen.name;
  options->engine_options = mem_zalloc(1, strategy->options ? strategy->options->size : 1);
  if (strategy->options) option_defaults(strategy->options, options->engine_options);
  return true;
}

// --- options -----------------------------------------------------------------------------------------------------

static void look_for_nearest(const struct option_table *table, const char *name, const char **best,
                             unsigned *best_distance) {
  for (uint32_t i = 0; table && i < table->n; i++) {
    unsigned d = words_distance(name, table->entries[i].name);
    if (d >= *best_distance) continue;
    *best_distance = d;
    *best = table->entries[i].name;
  }
}

static bool unknown_option(const struct options *options, const struct request_form *form, const char *word,
                           struct error *error) {
  const char *best = NULL;
  unsigned best_distance = 3;
  char name[64];
  size_t length = strcspn(word, "=");
  if (length < sizeof name) {
    memcpy(name, word, length);
    name[length] = 0;
    look_for_nearest(&options_of_commands, name, &best, &best_distance);
    look_for_nearest(options->strategy.options, name, &best, &best_distance);
  }
  if (best) error_set(error, EXIT_USAGE, "unknown option %s; did you mean %s?", word, best);
  else if (word[1] != '-')
    error_set(
        error, EXIT_USAGE,
        "unknown compiler flag %s: whether it changes what the program does is not known; leave it out if it does "
        "not",
        word);
  else error_set(error, EXIT_USAGE, "unknown option %s; `clew help %s` lists them", word, form->command);
  return false;
}

// An option that only other engines have: says which, all of them.
static bool refuse_foreign(const struct line *line, const char *name, struct error *error) {
  struct vec_word owners = {0};
  struct text text = {0};
  struct strategy s;
  const char *value;
  for (uint32_t i = 0; (s = strategy_at(line->portfolio, i)).name; i++)
    if (find_in(&s, name, &value)) vec_word_push(&owners, s.name);
  for (uint32_t i = 0; i < owners.size; i++)
    text_printf(&text, "%s%s", i == 0 ? "" : i + 1 == owners.size ? " and " : ", ", owners.data[i]);
  error_set(error, EXIT_USAGE, "%s is an option of %s; %s does not have it (`clew help %s` lists options)", name,
            text_cstr(&text), line->strategy.name, line->strategy.name);
  vec_word_release(&owners);
  text_release(&text);
  return false;
}

bool options_take(const struct request_form *form, const struct option_entry *entry) {
  return entry->tags & 16u << (form - request_forms);
}

bool options_is_common(const struct option_entry *entry) { return entry->tags & COMMON; }

static bool accept(const struct request_form *form, const struct word *word, struct error *error) {
  const char *option = word->entry->name, *name = form->command;
  bool is_flag = word->text[1] != '-' && word->entry->tags & OF_COMPILER;
  if (word->owner.name && form->without_engine)
    error_set(error, EXIT_USAGE, "%s is an option of an engine; `clew %s` runs none", option, name);
  else if (!word->owner.name && !options_take(form, word->entry) && !is_flag)
    error_set(error, EXIT_USAGE, "%s is no option of `clew %s`; `clew help %s` lists its options", option, name, name);
  return !error->status;
}

static bool set_option(struct options *options, const struct request_form *form, const struct line *line,
                       const struct word *word, struct error *error) {
  const struct option_entry *entry = word->entry;
  if (!accept(form, word, error)) return false;
  bool is_foreign = word->owner.name && !strategy_same(&word->owner, &options->strategy);
  // --jobs with --unwind, which chose an engine that runs alone.
  bool is_idle = is_foreign && options->engine_is_implied && entry->tags & OPTION_IGNORED_BY_CHOSEN;
  if (is_foreign && !is_idle) return refuse_foreign(line, entry->name, error);
  if (entry->kind == OPTION_FLAG && word->value) {
    error_set(error, EXIT_USAGE, "%s takes no value", entry->name);
    return false;
  }
  if (entry->kind != OPTION_FLAG && !word->value) {
    error_set(error, EXIT_USAGE, "%s wants a value: %s %s", word->text, entry->name, entry->metavar);
    return false;
  }
  if (is_idle || (!word->owner.name && !options_take(form, entry))) return true;
  if (!option_set(entry, word->owner.name ? options->engine_options : options, word->value, error)) return false;
  if (!word->owner.name && option_field(entry, options) == &options->check) options->check_given = true;
  // Those of the preprocessor are flags of the compiler, too, and come in the order of all of them.
  const void *field = option_field(entry, options);
  bool is_flag = field == &options->include_dirs || field == &options->defines || field == &options->undefines;
  if (!word->owner.name && is_flag) compiler_add(&options->compiler, entry->letter, word->value);
  return true;
}

static bool parse_words(struct options *options, const struct request_form *form, const struct strategy *portfolio,
                        const struct vec_word *words, struct error *error) {
  struct line line = {.words = words, .portfolio = portfolio};
  // An engine that serves the command is known from the beginning, with options that no other has.
  if (form->capability) line.strategy = strategy_of(engine_with(form->capability, 0));
  if (!choose_engine(options, form->capability, line, error)) return false;
  line.strategy = options->strategy;
  for (struct word word = next_word(&line); word.kind != WORD_END; word = next_word(&line)) {
    if (word.kind == WORD_HELP) options->help = true;
    if (word.kind == WORD_UNKNOWN) return unknown_option(options, form, word.text, error);
    if (word.kind == WORD_OPTION && !set_option(options, form, &line, &word, error)) return false;
    if (word.kind == WORD_COMPILER && !compiler_flag(&options->compiler, word.text, word.value, error)) return false;
  }
  return true;
}

bool options_parse(struct options *options, const struct request_form *form, const struct strategy *portfolio, int argc,
                   char **argv, struct error *error) {
  struct vec_word words = {0};
  option_defaults(&options_of_commands, options);
  bool good = compiler_expand(&options->compiler, (uint32_t)argc, argv, &words, error) &&
              parse_words(options, form, portfolio, &words, error);
  vec_word_release(&words);
  return good;
}

const char *option_of_engine(const struct option_table *table, const void *block, const char *name) {
  const char *attached;
  const struct option_entry *entry = table ? option_find(table, name, &attached) : NULL;
  if (!entry || entry->kind != OPTION_VALUE) return NULL;
  return *(const char *const *)option_field(entry, block);
}

const char *options_of_engine(const struct options *options, const char *name) {
  return option_of_engine(options->strategy.options, options->engine_options, name);
}

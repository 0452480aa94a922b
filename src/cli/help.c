// Help, the man page and the completions for bash and zsh, all made from the tables of commands, options, engines and
// reasons, so that they cannot disagree with the program. Options are listed by who has them: the commands first, then
// each engine; one that several engines have is listed with each, but where they have one table.
#include "base/error.h"
#include "base/limits.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/options.h"
#include "engine/engine.h"
#include <stdio.h>
#include <string.h>

static bool is_engine_option(const struct option_entry *entry) { return strcmp(entry->name, "--engine") == 0; }

static void option_left_side(const struct option_entry *entry, struct text *out) {
  if (entry->letter)
    text_printf(out, "%s%s%s, ", entry->letter, entry->metavar ? " " : "", entry->metavar ? entry->metavar : "");
  text_printf(out, "%s%s%s", entry->name, entry->metavar ? " " : "", entry->metavar ? entry->metavar : "");
}

// The default, where it says more than the help does.
static const char *shown_default(const struct option_entry *entry) {
  if (is_engine_option(entry)) return engine_default()->name;
  bool number = entry->kind == OPTION_NUMBER || entry->kind == OPTION_WHOLE;
  if (number && strcmp(entry->otherwise, "0") == 0) return NULL;
  return entry->otherwise;
}

// The engines with options of their own that `verify` can run, in table order; NULL past the last.
static const struct engine *engine_with_options(uint32_t number) {
  uint32_t n;
  const struct engine *const *all = engine_all(&n);
  for (uint32_t i = 0; i < n; i++)
    if (!all[i]->internal && all[i]->options && all[i]->options->n && !number--) return all[i];
  return NULL;
}

// The engine before this one in the table that has the same options; NULL: it is the first.
static const struct engine *first_with_options(const struct engine *engine) {
  const struct engine *other;
  for (uint32_t i = 0; (other = engine_with_options(i)) != engine; i++)
    if (other->options == engine->options) return other;
  return NULL;
}

// Of a command: those that it takes. NULL: all of the table.
static void print_options(const struct option_table *table, const char *command, struct text *out) {
  for (uint32_t i = 0; i < table->n; i++) {
    const struct option_entry *entry = &table->entries[i];
    if (command && !options_take(command, entry)) continue;
    struct text left = {0};
    option_left_side(entry, &left);
    if (left.size > 26) text_printf(out, "  %s\n  %26s %s", text_cstr(&left), "", entry->help);
    else text_printf(out, "  %-26s %s", text_cstr(&left), entry->help);
    if (shown_default(entry)) text_printf(out, " (default: %s)", shown_default(entry));
    text_addc(out, '\n');
    text_release(&left);
  }
}

// All options, each once.
static void all_options(struct vec_ptr *out) {
  const struct option_table *table = &options_of_commands;
  const struct engine *engine;
  for (uint32_t number = 0; table; number++) {
    for (uint32_t i = 0; i < table->n; i++) {
      bool there = false;
      for (uint32_t k = 0; k < out->size && !there; k++)
        there = strcmp(((const struct option_entry *)out->data[k])->name, table->entries[i].name) == 0;
      if (!there) vec_ptr_push(out, (void *)&table->entries[i]);
    }
    table = (engine = engine_with_options(number)) ? engine->options : NULL;
  }
}

static void print_overview(struct text *out) {
  text_add(out,
           "clew says whether an error in a C program can be reached.\n\nusage: clew COMMAND [OPTION]... [FILE]...\n\n"
           "commands:\n");
  const struct command *c;
  for (unsigned i = 0; (c = command_at(i)); i++)
    if (c->run) text_printf(out, "  %-10s %s\n", c->name, c->summary);
  text_add(out, "\nnot implemented yet:");
  for (unsigned i = 0; (c = command_at(i)); i++)
    if (!c->run) text_printf(out, " %s", c->name);
  text_add(out, "\n\n`clew help verify` explains the options. A first run: clew verify program.c\n");
}

static const char result_text[] =
    "The last line of standard output is `RESULT: true`, `RESULT: false(unreach-call)`\n"
    "or `RESULT: unknown(REASON)`. Exit status: 0 true, 1 false, 2 unknown, 64 wrong\n"
    "command line, 65 wrong input or an output that cannot be written, which is found out\n"
    "before anything is done, 70 internal error or an output that failed to be written.\n";

// Does the command take the options of the table, and files?
static bool reads_program(const char *name) {
  static const char *const names[] = {"verify", "cfa", "prune", "paths", "tests", "replay", "check"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(name, names[i]) == 0) return true;
  return false;
}

static void print_command(const struct command *command, struct text *out) {
  text_printf(out, "usage: clew %s%s%s\n\n%s\n", command->name, *command->arguments ? " " : "", command->arguments,
              command->summary);
  bool checks = strcmp(command->name, "check") == 0, speaks = checks || strcmp(command->name, "verify") == 0;
  if (!reads_program(command->name)) return;
  text_add(out, "\nFILE: .c, .i, .bc, .ll, .o and .a with LLVM bitcode, several of them are linked; or one .cfa\n"
                "Flags of a C compiler may stand among the options: those that change the meaning are honoured.\n");
  if (checks)
    text_add(out, "Whether it is sliced and merged is taken from the certificate; "
                  "--32 and --entry must be given as to verify.\n");
  text_add(out, "\noptions:\n");
  print_options(&options_of_commands, command->name, out);
  const struct engine *engine;
  for (uint32_t i = 0; strcmp(command->name, "verify") == 0 && (engine = engine_with_options(i)); i++) {
    const struct engine *first = first_with_options(engine);
    text_printf(out, "\noptions of the engine %s:\n", engine->name);
    if (first) text_printf(out, "  those of %s\n", first->name);
    else print_options(engine->options, NULL, out);
  }
  if (!speaks) return;
  text_printf(out, "\n%s\nreasons:\n", result_text);
  for (int r = REASON_NONE + 1; r < REASON_COUNT; r++)
    text_printf(out, "  %-12s %s\n", reason_name(r), reason_sentence(r));
}

// --- the man page ------------------------------------------------------------------

// Text in roff: a leading dot or quote and every dash and backslash need care; `x` becomes bold.
static void roff_add(struct text *out, const char *text) {
  bool bold = false;
  for (; *text; text++) {
    if (*text == '-') text_add(out, "\\-");
    else if (*text == '\\') text_add(out, "\\e");
    else if (*text == '`') text_add(out, (bold = !bold) ? "\\fB" : "\\fR");
    else text_addc(out, *text);
  }
}

static void roff_options(const struct option_table *table, struct text *out) {
  for (uint32_t i = 0; i < table->n; i++) {
    const struct option_entry *entry = &table->entries[i];
    text_add(out, ".TP\n");
    if (entry->letter) {
      text_add(out, "\\fB");
      roff_add(out, entry->letter);
      text_printf(out, "\\fR%s%s%s, ", entry->metavar ? " \\fI" : "", entry->metavar ? entry->metavar : "",
                  entry->metavar ? "\\fR" : "");
    }
    text_add(out, "\\fB");
    roff_add(out, entry->name);
    text_add(out, "\\fR");
    if (entry->metavar) text_printf(out, " \\fI%s\\fR", entry->metavar);
    text_addc(out, '\n');
    roff_add(out, entry->help);
    if (shown_default(entry)) {
      text_add(out, " (default: ");
      roff_add(out, shown_default(entry));
      text_addc(out, ')');
    }
    text_addc(out, '\n');
  }
}

static void print_man_page(struct text *out) {
  text_add(out,
           "'\\\" -*- coding: UTF-8 -*-\n.\\\" Made by `clew help --page clew.1` from the program's own tables.\n");
  text_add(out, ".TH CLEW 1 \"\" \"clew " CLEW_VERSION "\" \"User Commands\"\n");
  text_add(out, ".SH NAME\nclew \\- say whether an error in a C program can be reached\n.SH SYNOPSIS\n");
  const struct command *c;
  for (unsigned i = 0; (c = command_at(i)); i++) {
    if (!c->run) continue;
    text_printf(out, ".B clew %s\n", c->name);
    if (*c->arguments) {
      text_add(out, ".I ");
      roff_add(out, c->arguments);
      text_addc(out, '\n');
    }
    text_add(out, ".br\n");
  }
  text_add(out, ".SH DESCRIPTION\n");
  roff_add(out,
           "clew takes a C program and says whether an error in it can be reached: true with a proof that was checked, "
           "false with inputs that were run, or unknown with the reason. An error is a call of `reach_error` or "
           "`__VERIFIER_error`, a failing `assert`, and a call of any function named with `--error-function`. Input "
           "files are C (.c), preprocessed C (.i), LLVM bitcode (.bc) or assembly (.ll), several of which are linked, "
           "or one control-flow automaton (.cfa).\n");
  text_add(out, ".SH COMMANDS\n");
  for (unsigned i = 0; (c = command_at(i)); i++) {
    if (!c->run) continue;
    text_printf(out, ".TP\n.B %s\n", c->name);
    roff_add(out, c->summary);
    text_addc(out, '\n');
  }
  text_add(out, ".SH OPTIONS\n");
  roff_options(&options_of_commands, out);
  text_add(out, ".SH ENGINES\n");
  uint32_t engines;
  const struct engine *const *all = engine_all(&engines);
  for (uint32_t i = 0; i < engines; i++) {
    if (all[i]->internal) continue;
    text_printf(out, ".TP\n.B %s\n", all[i]->name);
    roff_add(out, all[i]->summary);
    text_addc(out, '\n');
  }
  const struct engine *engine;
  for (uint32_t i = 0; (engine = engine_with_options(i)); i++) {
    const struct engine *first = first_with_options(engine);
    text_printf(out, ".SS Options of the engine %s\n", engine->name);
    if (first) text_printf(out, "Those of %s.\n", first->name);
    else roff_options(engine->options, out);
  }
  text_add(out, ".SH RESULT\n");
  roff_add(out, result_text);
  text_add(out, ".PP\nReasons of an unknown result:\n");
  for (int r = REASON_NONE + 1; r < REASON_COUNT; r++) {
    text_printf(out, ".TP\n.B %s\n", reason_name(r));
    roff_add(out, reason_sentence(r));
    text_addc(out, '\n');
  }
  text_add(out,
           ".SH ENVIRONMENT\n.TP\n.B TMPDIR\nwhere the private folder for intermediate files is made (default: /tmp)\n"
           ".TP\n.B CLEW_CC, CLEW_CLANG, CLEW_OBJCOPY\nof clew cc: the compiler "
           "that it runs (default: cc), the one that makes "
           "bitcode (clang-19), and the program that adds sections to object files (objcopy)\n");
}

// --- completions -------------------------------------------------------------------

// What kind of thing an option's value is, told by its placeholder.
static bool wants_file(const struct option_entry *entry) {
  return entry->metavar && (strcmp(entry->metavar, "FILE") == 0 || strcmp(entry->metavar, "PROGRAM") == 0);
}

static void add_engine_names(struct text *out) {
  uint32_t n;
  const struct engine *const *all = engine_all(&n);
  const char *gap = "";
  for (uint32_t i = 0; i < n; i++) {
    if (all[i]->internal) continue;
    text_printf(out, "%s%s", gap, all[i]->name);
    gap = " ";
  }
}

// The words that an option takes, separated by blanks. False: it takes others.
static bool add_words(const struct option_entry *entry, struct text *out) {
  if (!is_engine_option(entry)) return option_words(entry, " ", out);
  add_engine_names(out);
  return true;
}

static void add_command_names(struct text *out) {
  const struct command *c;
  const char *gap = "";
  for (unsigned i = 0; (c = command_at(i)); i++)
    if (c->run) {
      text_printf(out, "%s%s", gap, c->name);
      gap = " ";
    }
}

// What comes after an option.
static void bash_value(const struct option_entry *entry, struct text *out) {
  if (!entry->metavar) return;
  struct text words = {0};
  text_printf(out, "    %s%s%s) ", entry->name, entry->letter ? "|" : "", entry->letter ? entry->letter : "");
  if (add_words(entry, &words)) text_printf(out, "COMPREPLY=($(compgen -W '%s' -- \"$word\")); ", text_cstr(&words));
  else if (wants_file(entry)) text_add(out, "COMPREPLY=($(compgen -f -- \"$word\")); ");
  else if (strcmp(entry->metavar, "DIR") == 0) text_add(out, "COMPREPLY=($(compgen -d -- \"$word\")); ");
  text_add(out, "return ;;\n");
  text_release(&words);
}

static void print_bash(struct text *out) {
  text_add(out, "# bash completion for clew; made by `clew help --page clew.bash`\n_clew() {\n"
                "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
                "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n    COMPREPLY=($(compgen -W '");
  add_command_names(out);
  text_add(out, " --version --help' -- \"$word\"))\n    return\n  fi\n  case ${COMP_WORDS[1]} in\n"
                "    help) COMPREPLY=($(compgen -W '");
  add_command_names(out);
  text_add(out,
           "' -- \"$word\")); return ;;\n    verify|cfa|prune|paths|tests|replay|check) ;;\n    *) return ;;\n  esac\n"
           "  case $before in\n");
  struct vec_ptr options = {0};
  all_options(&options);
  for (uint32_t i = 0; i < options.size; i++) bash_value(options.data[i], out);
  text_add(out, "  esac\n  case $word in\n    -*) COMPREPLY=($(compgen -W '");
  for (uint32_t i = 0; i < options.size; i++)
    text_printf(out, "%s%s", i ? " " : "", ((const struct option_entry *)options.data[i])->name);
  vec_ptr_release(&options);
  text_add(out, " --help' -- \"$word\")) ;;\n"
                "    *) COMPREPLY=($(compgen -f -X '!*.@(c|i|bc|ll|cfa)' -- \"$word\") $(compgen -d -- \"$word\")) ;;\n"
                "  esac\n}\nshopt -s extglob\ncomplete -o filenames -F _clew clew\n");
}

// Text inside a zsh specification in single quotes.
static void zsh_add(struct text *out, const char *text) {
  for (; *text; text++) {
    if (*text == '\'') text_add(out, "'\\''");
    else if (strchr("[]:\\", *text)) text_printf(out, "\\%c", *text);
    else text_addc(out, *text);
  }
}

static void zsh_option(const struct option_entry *entry, struct text *out) {
  struct text words = {0};
  bool has_words = entry->metavar && add_words(entry, &words);
  for (int form = 0; form < (entry->letter ? 2 : 1); form++) {
    text_printf(out, "    '%s%s[", entry->kind == OPTION_LIST ? "*" : "", form ? entry->letter : entry->name);
    zsh_add(out, entry->help);
    text_add(out, "]");
    if (entry->metavar) text_printf(out, ":%s:", has_words ? "word" : entry->metavar);
    if (has_words) text_printf(out, "(%s)", text_cstr(&words));
    else if (entry->metavar && strcmp(entry->metavar, "DIR") == 0) text_add(out, "_files -/");
    else if (wants_file(entry)) text_add(out, "_files");
    text_add(out, "'\n");
  }
  text_release(&words);
}

static void print_zsh(struct text *out) {
  text_add(out, "#compdef clew\n# zsh completion for clew; made by `clew help --page _clew`\n_clew() {\n"
                "  local -a commands options\n  commands=(\n");
  const struct command *c;
  for (unsigned i = 0; (c = command_at(i)); i++) {
    if (!c->run) continue;
    text_printf(out, "    '%s:", c->name);
    zsh_add(out, c->summary);
    text_add(out, "'\n");
  }
  text_add(out, "  )\n  options=(\n");
  struct vec_ptr options = {0};
  all_options(&options);
  for (uint32_t i = 0; i < options.size; i++) zsh_option(options.data[i], out);
  vec_ptr_release(&options);
  text_add(out, "    '*:program:_files -g \"*.(c|i|bc|ll|cfa)\"'\n  )\n"
                "  if (( CURRENT == 2 )); then\n    _describe command commands\n    return\n  fi\n"
                "  case ${words[2]} in\n    verify|cfa|prune|paths|tests|replay|check) shift words; (( CURRENT-- )); "
                "_arguments -S $options ;;\n"
                "    help) _describe command commands ;;\n  esac\n}\n_clew \"$@\"\n");
}

// --- the command -------------------------------------------------------------------

static int print_out(struct text *out) {
  bool ok = fwrite(text_cstr(out), 1, out->size, stdout) == out->size && fflush(stdout) == 0;
  text_release(out);
  if (!ok) fputs("clew: cannot write standard output\n", stderr);
  return ok ? 0 : EXIT_INTERNAL;
}

int command_help(int argc, char **argv) {
  struct text out = {0};
  if (argc >= 2 && strcmp(argv[0], "--page") == 0) {
    if (strcmp(argv[1], "clew.1") == 0) print_man_page(&out);
    else if (strcmp(argv[1], "clew.bash") == 0) print_bash(&out);
    else if (strcmp(argv[1], "_clew") == 0) print_zsh(&out);
    else {
      fprintf(stderr, "clew help: no page '%s': clew.1, clew.bash or _clew\n", argv[1]);
      return EXIT_USAGE;
    }
    return print_out(&out);
  }
  if (argc == 0) {
    print_overview(&out);
    return print_out(&out);
  }
  const struct command *command = command_find(argv[0]);
  if (!command) {
    const char *meant = command_nearest(argv[0]);
    fprintf(stderr, "clew help: unknown command '%s'", argv[0]);
    if (meant) fprintf(stderr, "; did you mean '%s'?\n", meant);
    else fputs("; `clew help` lists them\n", stderr);
    return EXIT_USAGE;
  }
  if (!command->run) text_printf(&out, "clew %s: %s. Not implemented yet.\n", command->name, command->summary);
  else print_command(command, &out);
  return print_out(&out);
}

int command_engines(int argc, char **argv) {
  if (argc > 0) {
    fprintf(stderr, "clew engines: takes no arguments ('%s')\n", argv[0]);
    return EXIT_USAGE;
  }
  struct text out = {0};
  uint32_t n;
  const struct engine *const *all = engine_all(&n);
  for (uint32_t i = 0; i < n; i++)
    if (!all[i]->internal) text_printf(&out, "%-10s %s\n", all[i]->name, all[i]->summary);
  return print_out(&out);
}

// Help, the man page and the completions for bash and zsh, all made from the tables of commands, options, engines and
// reasons, so that they cannot disagree with the program. Help on a command explains the options that most people need
// and names the others; with --all it explains all, and those of the engines: one that several engines have is listed
// with each, but where they have one table.
#include "base/error.h"
#include "base/process/limits.h"
#include "base/text/text.h"
#include "cli/command.h"
#include "run/request/request.h"
#include "engine/engine.h"
#include "portfolio/portfolio.h"
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
  if (is_engine_option(entry)) return strategy_portfolio.name;
  bool number = entry->kind == OPTION_NUMBER || entry->kind == OPTION_WHOLE;
  if (number && strcmp(entry->otherwise, "0") == 0) return NULL;
  return entry->otherwise;
}

// The engines with options of their own, in table order; without a name past the last.
static struct strategy engine_with_options(uint32_t number) {
  struct strategy s;
  for (uint32_t i = 0; (s = strategy_at(&strategy_portfolio, i)).name; i++)
    if (s.options && s.options->n && !number--) break;
  return s;
}

// The name of the engine before this one in the table that has the same options; NULL: it is the first.
static const char *first_with_options(const struct strategy *engine) {
  struct strategy other = engine_with_options(0);
  for (uint32_t i = 1; !strategy_same(&other, engine); other = engine_with_options(i++))
    if (other.options == engine->options) return other.name;
  return NULL;
}

enum { WIDTH = 80, LEFT = 24 }; // columns of a terminal; where the explanations of options begin

// Columns that a word takes: characters of UTF-8.
static uint32_t columns(const char *text, size_t bytes) {
  uint32_t n = 0;
  for (size_t i = 0; i < bytes; i++) n += ((unsigned char)text[i] & 0xc0) != 0x80;
  return n;
}

// Words, from the column *at on, in lines that begin at the column `left`.
static void add_wrapped(struct text *out, const char *text, uint32_t left, uint32_t *at) {
  while (*text) {
    size_t n = strcspn(text, " ");
    uint32_t needed = columns(text, n);
    if (*at > left && *at + 1 + needed > WIDTH) {
      text_printf(out, "\n%*s", (int)left, "");
      *at = left;
    } else if (*at > left) {
      text_addc(out, ' ');
      *at += 1;
    }
    text_printf(out, "%.*s", (int)n, text);
    *at += needed;
    text += n + (text[n] == ' ');
  }
}

static void add_paragraph(struct text *out, const char *text, uint32_t left) {
  uint32_t at = left;
  text_printf(out, "%*s", (int)left, "");
  add_wrapped(out, text, left, &at);
  text_addc(out, '\n');
}

// Two columns: a name and its explanation.
static void add_explained(struct text *out, const char *name, const char *text, const char *otherwise) {
  uint32_t at = LEFT;
  if (strlen(name) + 3 > LEFT) text_printf(out, "  %s\n%*s", name, LEFT, "");
  else text_printf(out, "  %-*s", LEFT - 2, name);
  add_wrapped(out, text, LEFT, &at);
  if (otherwise) {
    struct text more = {0};
    text_printf(&more, "(default: %s)", otherwise);
    add_wrapped(out, text_cstr(&more), LEFT, &at);
    text_release(&more);
  }
  text_addc(out, '\n');
}

static void print_option(const struct option_entry *entry, struct text *out) {
  struct text left = {0};
  option_left_side(entry, &left);
  add_explained(out, text_cstr(&left), entry->help, shown_default(entry));
  text_release(&left);
}

static void print_options(const struct option_table *table, struct text *out) {
  for (uint32_t i = 0; i < table->n; i++) print_option(&table->entries[i], out);
}

// The options that the command takes: the common ones, or all; the names of the others.
static void print_taken(const struct command *command, bool all, struct text *out) {
  struct text others = {0};
  text_add(out, "\noptions:\n");
  for (uint32_t i = 0; i < options_of_commands.n; i++) {
    const struct option_entry *entry = &options_of_commands.entries[i];
    if (!options_take(command->form, entry)) continue;
    if (all || options_is_common(entry)) print_option(entry, out);
    else text_printf(&others, "%s%s", others.size ? " " : "", entry->name);
  }
  if (others.size) {
    text_printf(out, "\nmore options, explained by `clew help %s --all`:\n", command->name);
    add_paragraph(out, text_cstr(&others), 2);
  }
  text_release(&others);
}

static bool takes_engine(const struct command *command) {
  for (uint32_t i = 0; i < options_of_commands.n; i++)
    if (is_engine_option(&options_of_commands.entries[i]))
      return options_take(command->form, &options_of_commands.entries[i]);
  return false;
}

static void add_option(struct vec_ptr *out, const struct option_entry *entry) {
  for (uint32_t i = 0; i < out->size; i++)
    if (strcmp(((const struct option_entry *)out->data[i])->name, entry->name) == 0) return;
  vec_ptr_push(out, (void *)entry);
}

static void own_options(const struct command *command, struct vec_ptr *out) {
  for (uint32_t i = 0; command->options && i < command->options->n; i++) add_option(out, &command->options->entries[i]);
}

// The options that a command takes, those of engines too, each once; NULL: of all commands.
static void all_options(const struct command *command, struct vec_ptr *out) {
  if (command && !command->form) {
    own_options(command, out);
    return;
  }
  for (uint32_t i = 0; i < options_of_commands.n; i++)
    if (!command || options_take(command->form, &options_of_commands.entries[i]))
      add_option(out, &options_of_commands.entries[i]);
  struct strategy engine;
  for (uint32_t number = 0; (!command || takes_engine(command)) && (engine = engine_with_options(number)).name;
       number++)
    for (uint32_t i = 0; i < engine.options->n; i++) add_option(out, &engine.options->entries[i]);
  for (unsigned i = 0; !command && command_at(i); i++) own_options(command_at(i), out);
}

static void print_overview(struct text *out) {
  text_add(out,
           "clew says whether an error in a C program can be reached.\n\nusage: clew COMMAND [OPTION]... [FILE]...\n\n"
           "commands:\n");
  const struct command *c;
  for (unsigned i = 0; (c = command_at(i)); i++) {
    uint32_t at = 13;
    text_printf(out, "  %-11s", c->name);
    add_wrapped(out, c->summary, at, &at);
    text_addc(out, '\n');
  }
  text_add(out, "\n`clew help COMMAND` explains a command, `clew help ENGINE` an engine.\n"
                "A first run: clew verify program.c\n");
}

static const char result_text[] =
    "The last line of standard output is `RESULT: true`, `RESULT: false(unreach-call)` or `RESULT: unknown(REASON)`. "
    "Exit status: 0 true, 1 false, 2 unknown, 64 wrong command line, 65 wrong input or an output that cannot be "
    "written (found before the run), 70 internal error or an output that failed.";

static void print_reasons(bool all, struct text *out) {
  struct text names = {0};
  text_addc(out, '\n');
  add_paragraph(out, result_text, 0);
  text_add(out, "\nreasons:\n");
  for (int r = REASON_NONE + 1; r < REASON_COUNT; r++) {
    if (all) add_explained(out, reason_name(r), reason_sentence(r), NULL);
    else text_printf(&names, "%s%s", names.size ? " " : "", reason_name(r));
  }
  if (!all) add_paragraph(out, text_cstr(&names), 2);
  text_release(&names);
}

static void add_engine_names(struct text *out) {
  struct strategy s;
  for (uint32_t i = 0; (s = strategy_at(&strategy_portfolio, i)).name; i++)
    text_printf(out, "%s%s", i ? " " : "", s.name);
}

// By name, or with their options.
static void print_engines(bool all, struct text *out) {
  struct strategy engine;
  if (!all) {
    struct text names = {0};
    add_engine_names(&names);
    text_add(out, "\nengines, explained with their options by `clew help ENGINE`:\n");
    add_paragraph(out, text_cstr(&names), 2);
    text_release(&names);
  }
  for (uint32_t i = 0; all && (engine = engine_with_options(i)).name; i++) {
    const char *first = first_with_options(&engine);
    text_printf(out, "\noptions of the engine %s:\n", engine.name);
    if (first) text_printf(out, "  those of %s\n", first);
    else print_options(engine.options, out);
  }
}

static const char file_text[] =
    "FILE: .c, .i, .bc, .ll, .o and .a with LLVM bitcode, several of them are linked; or one .cfa; or a task "
    "definition (.yml). Flags of a C compiler may stand among the options: those that change the meaning are honoured.";
static const char certificate_text[] = "Whether it is sliced and merged is taken from the certificate; --32 and "
                                       "--entry must be given as to verify.";

static void print_command(const struct command *command, bool all, struct text *out) {
  text_printf(out, "usage: clew %s%s%s\n\n", command->name, *command->arguments ? " " : "", command->arguments);
  add_paragraph(out, command->summary, 0);
  if (command->options) {
    text_add(out, "\noptions:\n");
    print_options(command->options, out);
  }
  if (!command->form) return;
  text_addc(out, '\n');
  add_paragraph(out, file_text, 0);
  if (command->form->extra == REQUEST_CERTIFICATE) add_paragraph(out, certificate_text, 0);
  print_taken(command, all, out);
  if (takes_engine(command)) print_engines(all, out);
  if (command->form->speaks_result) print_reasons(all, out);
}

static void print_engine(const struct strategy *engine, struct text *out) {
  text_printf(out, "usage: clew verify --engine %s [OPTION]... FILE...\n\n", engine->name);
  add_paragraph(out, engine->summary, 0);
  bool has_options = engine->options && engine->options->n;
  text_add(out, has_options ? "\noptions:\n" : "\nIt has no options of its own.\n");
  if (has_options) print_options(engine->options, out);
  text_add(out, "\n`clew help verify` explains the options that all engines have.\n");
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

// The commands that take the option, unless all do.
static void roff_takers(const struct option_entry *entry, struct text *out) {
  struct text names = {0};
  const struct command *c;
  bool all = true;
  for (unsigned i = 0; (c = command_at(i)); i++) {
    if (!c->form) continue;
    if (options_take(c->form, entry)) text_printf(&names, "%s%s", names.size ? ", " : "", c->name);
    else all = false;
  }
  if (!all) text_printf(out, " [%s]", text_cstr(&names));
  text_release(&names);
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
    if (table == &options_of_commands) roff_takers(entry, out);
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
    text_printf(out, ".TP\n.B %s\n", c->name);
    roff_add(out, c->summary);
    text_addc(out, '\n');
  }
  text_add(out, ".SH OPTIONS\nAn option that not all commands take has the names of those that do behind it.\n");
  roff_options(&options_of_commands, out);
  for (unsigned i = 0; (c = command_at(i)); i++) {
    if (!c->options) continue;
    text_printf(out, ".SS Options of the command %s\n", c->name);
    roff_options(c->options, out);
  }
  text_add(out, ".SH ENGINES\n");
  struct strategy engine;
  for (uint32_t i = 0; (engine = strategy_at(&strategy_portfolio, i)).name; i++) {
    text_printf(out, ".TP\n.B %s\n", engine.name);
    roff_add(out, engine.summary);
    text_addc(out, '\n');
  }
  for (uint32_t i = 0; (engine = engine_with_options(i)).name; i++) {
    const char *first = first_with_options(&engine);
    text_printf(out, ".SS Options of the engine %s\n", engine.name);
    if (first) text_printf(out, "Those of %s.\n", first);
    else roff_options(engine.options, out);
  }
  text_add(out, ".SH RESULT\n");
  roff_add(out, result_text);
  text_add(out, "\n.PP\nReasons of an unknown result:\n");
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

// The words that an option takes, separated by blanks. False: it takes others.
static bool add_words(const struct option_entry *entry, struct text *out) {
  if (!is_engine_option(entry)) return option_words(entry, " ", out);
  add_engine_names(out);
  return true;
}

static void add_command_names(struct text *out) {
  const struct command *c;
  const char *gap = "";
  for (unsigned i = 0; (c = command_at(i)); i++) {
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

// The names of the options that each command takes, as a variable.
static void bash_commands(struct text *out) {
  const struct command *c;
  for (unsigned i = 0; (c = command_at(i)); i++) {
    if (!c->form && !c->options) continue;
    struct vec_ptr options = {0};
    all_options(c, &options);
    text_printf(out, "    %s) options='", c->name);
    for (uint32_t k = 0; k < options.size; k++)
      text_printf(out, "%s ", ((const struct option_entry *)options.data[k])->name);
    text_add(out, "--help' ;;\n");
    vec_ptr_release(&options);
  }
}

static void print_bash(struct text *out) {
  text_add(out, "# bash completion for clew; made by `clew help --page clew.bash`\n_clew() {\n"
                "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} options\n"
                "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n    COMPREPLY=($(compgen -W '");
  add_command_names(out);
  text_add(out, " --version --help' -- \"$word\"))\n    return\n  fi\n  case ${COMP_WORDS[1]} in\n"
                "    help) COMPREPLY=($(compgen -W '");
  add_command_names(out);
  text_addc(out, ' ');
  add_engine_names(out);
  text_add(out, " --all' -- \"$word\")); return ;;\n");
  bash_commands(out);
  text_add(out, "    *) return ;;\n  esac\n  case $before in\n");
  struct vec_ptr options = {0};
  all_options(NULL, &options);
  for (uint32_t i = 0; i < options.size; i++) bash_value(options.data[i], out);
  vec_ptr_release(&options);
  text_add(out,
           "  esac\n  case $word in\n    -*) COMPREPLY=($(compgen -W \"$options\" -- \"$word\")) ;;\n"
           "    *) COMPREPLY=($(compgen -f -X '!*.@(c|i|bc|ll|cfa|yml)' -- \"$word\") $(compgen -d -- \"$word\")) ;;\n"
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

static void zsh_described(struct text *out, const char *name, const char *summary) {
  text_printf(out, "    '%s:", name);
  zsh_add(out, summary);
  text_add(out, "'\n");
}

static void zsh_command(const struct command *command, struct text *out) {
  const char *files = command->form ? "*:program:_files -g \"*.(c|i|bc|ll|cfa)\"" : "*:file:_files -g \"*.yml\"";
  struct vec_ptr options = {0};
  all_options(command, &options);
  text_printf(out, "  %s) options=(\n", command->name);
  for (uint32_t i = 0; i < options.size; i++) zsh_option(options.data[i], out);
  text_printf(out, "    '%s'\n  ) ;;\n", files);
  vec_ptr_release(&options);
}

static void print_zsh(struct text *out) {
  text_add(out, "#compdef clew\n# zsh completion for clew; made by `clew help --page _clew`\n_clew() {\n"
                "  local -a commands engines options\n  commands=(\n");
  const struct command *c;
  for (unsigned i = 0; (c = command_at(i)); i++) zsh_described(out, c->name, c->summary);
  text_add(out, "  )\n  engines=(\n");
  struct strategy s;
  for (uint32_t i = 0; (s = strategy_at(&strategy_portfolio, i)).name; i++) zsh_described(out, s.name, s.summary);
  text_add(out, "  )\n  if (( CURRENT == 2 )); then\n    _describe command commands\n    return\n  fi\n"
                "  case ${words[2]} in\n");
  for (unsigned i = 0; (c = command_at(i)); i++)
    if (c->form || c->options) zsh_command(c, out);
  text_add(out, "  help) _describe command commands; _describe engine engines; return ;;\n  *) return ;;\n  esac\n"
                "  shift words\n  (( CURRENT-- ))\n  _arguments -S $options\n}\n_clew \"$@\"\n");
}

// --- the command -------------------------------------------------------------------

static int print_out(struct text *out) {
  bool ok = fwrite(text_cstr(out), 1, out->size, stdout) == out->size && fflush(stdout) == 0;
  text_release(out);
  if (!ok) fputs("clew: cannot write standard output\n", stderr);
  return ok ? 0 : EXIT_INTERNAL;
}

static int print_page(const char *page) {
  struct text out = {0};
  if (strcmp(page, "clew.1") == 0) print_man_page(&out);
  else if (strcmp(page, "clew.bash") == 0) print_bash(&out);
  else if (strcmp(page, "_clew") == 0) print_zsh(&out);
  else {
    fprintf(stderr, "clew help: no page '%s': clew.1, clew.bash or _clew\n", page);
    return EXIT_USAGE;
  }
  return print_out(&out);
}

static int unknown_subject(const char *name) {
  const char *meant = command_nearest(name);
  struct strategy s;
  for (uint32_t i = 0; !meant && (s = strategy_at(&strategy_portfolio, i)).name; i++)
    if (words_distance(name, s.name) < 3) meant = s.name;
  fprintf(stderr, "clew help: unknown command or engine '%s'", name);
  if (meant) fprintf(stderr, "; did you mean '%s'?\n", meant);
  else fputs("; `clew help` lists the commands, `clew engines` the engines\n", stderr);
  return EXIT_USAGE;
}

int command_help(int argc, char **argv) {
  struct text out = {0};
  const char *subject = NULL;
  bool all = false;
  if (argc >= 2 && strcmp(argv[0], "--page") == 0) return print_page(argv[1]);
  for (int i = 0; i < argc; i++) {
    if (strcmp(argv[i], "--all") == 0) all = true;
    else if (!subject) subject = argv[i];
    else {
      fprintf(stderr, "clew help: explains one command or engine ('%s')\n", argv[i]);
      return EXIT_USAGE;
    }
  }
  const struct command *command = subject ? command_find(subject) : NULL;
  struct strategy engine = subject ? strategy_find(&strategy_portfolio, subject) : (struct strategy){0};
  if (!subject) print_overview(&out);
  else if (command) print_command(command, all, &out);
  else if (engine.name) print_engine(&engine, &out);
  else return unknown_subject(subject);
  return print_out(&out);
}

int command_engines(int argc, char **argv) {
  if (argc > 0) {
    fprintf(stderr, "clew engines: takes no arguments ('%s')\n", argv[0]);
    return EXIT_USAGE;
  }
  struct text out = {0};
  struct strategy s;
  for (uint32_t i = 0; (s = strategy_at(&strategy_portfolio, i)).name; i++)
    text_printf(&out, "%-10s %s\n", s.name, s.summary);
  return print_out(&out);
}

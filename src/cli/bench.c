// `clew bench`: runs a campaign, or reports the results of one.
#include "base/error.h"
#include "campaign/bench/runs.h"
#include "campaign/bench/score.h"
#include "cli/command.h"
#include "report/bench/bench.h"
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct bench_options {
#include "base/table/option_fields.h"
#include "cli/bench.def"
#include "base/table/option_end.h"
};

#define OPTIONS struct bench_options
static const struct option_entry bench_entries[] = {
#include "base/table/option_entries.h"
#include "cli/bench.def"
#include "base/table/option_end.h"
};
#undef OPTIONS
const struct option_table bench_option_table = OPTION_TABLE(bench_entries, struct bench_options);

// --- the command line ------------------------------------------------------------------------------------------------

static void complain(const char *message) { fprintf(stderr, "clew bench: %s\n", message); }

static int usage(const char *format, const char *word) {
  fprintf(stderr, "clew bench: ");
  fprintf(stderr, format, word);
  fprintf(stderr, "\nusage: clew bench %s; `clew help bench` explains\n", command_find("bench")->arguments);
  return EXIT_USAGE;
}

// False: the command line is wrong, which was said.
static bool parse(int argc, char **argv, struct bench_options *options, const char **campaign) {
  struct error error = {0};
  *campaign = NULL;
  for (int i = 0; i < argc; i++) {
    const char *value;
    const struct option_entry *entry = option_find(&bench_option_table, argv[i], &value);
    if (!entry && argv[i][0] == '-' && argv[i][1]) return usage("unknown option '%s'", argv[i]), false;
    if (!entry && *campaign) return usage("one campaign at a time, not '%s' as well", argv[i]), false;
    if (!entry) {
      *campaign = argv[i];
      continue;
    }
    if (entry->kind == OPTION_FLAG && value) return usage("%s takes no value", entry->name), false;
    if (entry->kind != OPTION_FLAG && !value && ++i == argc) return usage("%s wants a value", entry->name), false;
    if (option_set(entry, options, value ? value : argv[i], &error)) continue;
    usage("%s", error.message);
    error_release(&error);
    return false;
  }
  return true;
}

static bool consistent(const struct bench_options *options, const char *campaign) {
  const char *only_report = options->csv ? "--csv" : options->latex ? "--latex" : options->compare ? "--compare" : NULL;
  const char *only_runs = options->output ? "--output" : options->forget ? "--forget" : options->jobs ? "--jobs" : NULL;
  if (!campaign && !options->report) return usage("a campaign is expected%s", ""), false;
  if (campaign && options->report) return usage("--report makes no runs: '%s' is too much", campaign), false;
  if (options->report && only_runs) return usage("%s is for runs, not for --report", only_runs), false;
  if (!options->report && only_report) return usage("%s goes with --report DIR", only_report), false;
  return true;
}

// --- progress --------------------------------------------------------------------------------------------------------

static volatile sig_atomic_t stop;

static void on_signal(int number) { stop = number; }

static void catch_signals(void) {
  struct sigaction action = {.sa_handler = on_signal};
  static const int caught[] = {SIGINT, SIGTERM, SIGHUP};
  for (size_t i = 0; i < sizeof caught / sizeof *caught; i++) sigaction(caught[i], &action, NULL);
  signal(SIGPIPE, SIG_IGN);
}

static void show_progress(void *context, const struct bench_state *state) {
  uint64_t done = state->before + state->done, left = state->total - done;
  char line[160];
  int n = snprintf(line, sizeof line, "\r\033[K%" PRIu64 " of %" PRIu64 " runs", done, state->total);
  (void)context;
  if (state->done >= 3 && left) {
    double rest = state->seconds / (double)state->done * (double)left;
    uint64_t s = (uint64_t)rest;
    n += snprintf(line + n, sizeof line - (size_t)n, ", about %" PRIu64 ":%02u:%02u left", s / 3600,
                  (unsigned)(s / 60 % 60), (unsigned)(s % 60));
  }
  (void)!write(STDERR_FILENO, line, (size_t)n);
}

// --- running ---------------------------------------------------------------------------------------------------------

static void print_state(const struct bench_state *state, const char *folder, bool quiet) {
  uint64_t left = state->total - state->before - state->done;
  if (!quiet)
    printf("%" PRIu64 " runs: %" PRIu64 " were there, %" PRIu64 " are new%s\n", state->total, state->before,
           state->done, left ? "" : "; all are done");
  if (state->stopped)
    fprintf(stderr, "clew bench: stopped, %" PRIu64 " runs are left; the same command goes on\n", left);
  else if (state->others)
    fprintf(stderr, "clew bench: %" PRIu64 " runs are being made by another process in %s\n", state->others, folder);
}

static int summarise(const char *folder) {
  struct bench_results results;
  struct error error = {0};
  struct text out = {0};
  bool good = bench_results_read(&results, folder, false, &error);
  if (good) {
    bench_report_text(&results, &out);
    fputs(text_cstr(&out), stdout);
  } else {
    complain(error.message);
  }
  int status = error.status;
  error_release(&error);
  bench_results_release(&results);
  text_release(&out);
  if (!good) return status;
  if (fflush(stdout) == 0) return 0;
  complain("cannot write standard output");
  return EXIT_INTERNAL;
}

static bool run_in(const struct bench_options *options, struct bench_definition *definition, const char *folder,
                   const struct bench_workspace *workspace, struct bench_state *state, struct error *error) {
  struct bench_database db;
  struct vec_word versions = {0};
  struct bench_listener listener = {0};
  bool shown = isatty(STDERR_FILENO) && !options->quiet;
  if (shown) listener.progress = show_progress;
  bool good = bench_versions(definition, workspace, &definition->arena, &versions, error);
  if (good) {
    good = bench_database_open(&db, folder, true, error) &&
           (!options->forget || bench_database_forget(&db, options->forget)) &&
           bench_database_register(&db, definition, &versions) &&
           bench_runs(definition, &db, workspace, &stop, &listener, state);
    if (shown) fputs("\r\033[K", stderr);
    bench_database_close(&db);
  }
  vec_word_release(&versions);
  return good;
}

static int run(const struct bench_options *options, struct bench_definition *definition, const char *folder,
               struct error *error) {
  struct bench_workspace workspace;
  struct bench_state state = {0};
  catch_signals();
  bool good = bench_workspace_open(&workspace, error) && run_in(options, definition, folder, &workspace, &state, error);
  bench_workspace_close(&workspace);
  if (state.total) print_state(&state, folder, options->quiet);
  if (!good) return error->status;
  if (state.stopped) return EXIT_UNKNOWN;
  return options->quiet ? 0 : summarise(folder);
}

static int run_campaign(const struct bench_options *options, const char *file) {
  struct bench_definition definition;
  struct error error = {0};
  char program[PATH_MAX] = "";
  ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
  if (n > 0) program[n] = 0;
  bool good = bench_read(&definition, file, program, &error);
  if (good && options->jobs) {
    definition.jobs = options->jobs;
    good = bench_check_jobs(&definition, &error);
  }
  int status = 0;
  if (good) {
    const char *folder = options->output ? options->output
                                         : arena_printf(&definition.arena, "%s-results", definition.name);
    status = run(options, &definition, folder, &error);
  }
  if (error.status) {
    complain(error.message);
    status = error.status;
  }
  error_release(&error);
  bench_release(&definition);
  return status;
}

// --- reporting -------------------------------------------------------------------------------------------------------

static int report(const struct bench_options *options) {
  struct error error = {0};
  struct bench_report_request request = {.folder = options->report,
                                         .csv = options->csv,
                                         .latex = options->latex,
                                         .old = options->compare,
                                         .quiet = options->quiet};
  struct text out = {0};
  if (bench_report(&request, &out, &error)) fputs(text_cstr(&out), stdout);
  else complain(error.message);
  int status = error.status;
  error_release(&error);
  text_release(&out);
  if (status || fflush(stdout) == 0) return status;
  complain("cannot write standard output");
  return EXIT_INTERNAL;
}

int command_bench(int argc, char **argv) {
  struct bench_options options;
  const char *campaign;
  option_defaults(&bench_option_table, &options);
  if (!parse(argc, argv, &options, &campaign)) return EXIT_USAGE;
  if (options.help) {
    char *words[] = {"bench"};
    return command_help(1, words);
  }
  if (!consistent(&options, campaign)) return EXIT_USAGE;
  return options.report ? report(&options) : run_campaign(&options, campaign);
}

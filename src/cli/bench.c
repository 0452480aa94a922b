// `clew bench`: runs a campaign, or reports the results of one.
#include "base/error.h"
#include "campaign/bench/cluster/merge.h"
#include "campaign/bench/runs.h"
#include "campaign/bench/score.h"
#include "campaign/bench/cluster/slurm.h"
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

struct order { // what the command line asks for
  struct bench_options options;
  const char *campaign; // NULL: none
  struct vec_word folders; // to be merged
  struct bench_shard shard;
};

// False: the command line is wrong, which was said.
static bool parse(int argc, char **argv, struct order *order) {
  struct error error = {0};
  for (int i = 0; i < argc; i++) {
    const char *value;
    const struct option_entry *entry = option_find(&bench_option_table, argv[i], &value);
    if (!entry && argv[i][0] == '-' && argv[i][1]) return usage("unknown option '%s'", argv[i]), false;
    if (!entry) {
      if (order->campaign) vec_word_push(&order->folders, argv[i]);
      else order->campaign = argv[i];
      continue;
    }
    if (entry->kind == OPTION_FLAG && value) return usage("%s takes no value", entry->name), false;
    if (entry->kind != OPTION_FLAG && !value && ++i == argc) return usage("%s wants a value", entry->name), false;
    if (option_set(entry, &order->options, value ? value : argv[i], &error)) continue;
    usage("%s", error.message);
    error_release(&error);
    return false;
  }
  return true;
}

// "3/20". False: it is none, which was said.
static bool read_shard(const char *text, struct bench_shard *out) {
  int end = 0;
  if (sscanf(text, "%9u/%9u%n", &out->number, &out->of, &end) == 2 && !text[end] && out->number >= 1 &&
      out->number <= out->of && out->of <= OPTION_WHOLE_MOST && text[0] != '-' && text[0] != '+')
    return true;
  return usage("--shard I/N wants a part from 1 to N, not '%s'", text), false;
}

static bool consistent(struct order *order) {
  const struct bench_options *o = &order->options;
  const char *only_report = o->csv         ? "--csv"
                            : o->latex     ? "--latex"
                            : o->compare   ? "--compare"
                            : o->benchexec ? "--benchexec"
                                           : NULL;
  const char *only_runs = o->tasks       ? "--tasks"
                          : o->sample    ? "--sample"
                          : o->output    ? "--output"
                          : o->forget    ? "--forget"
                          : o->jobs      ? "--jobs"
                          : o->shard     ? "--shard"
                          : o->merge     ? "--merge"
                          : o->slurm     ? "--slurm"
                          : o->partition ? "--partition"
                                         : NULL;
  const char *first = o->shard ? "--shard" : o->merge ? "--merge" : "--slurm";
  if (!order->campaign && !o->report) return usage("a campaign is expected%s", ""), false;
  if (o->report && only_runs) return usage("%s is for runs, not for --report", only_runs), false;
  if (!o->report && only_report) return usage("%s goes with --report DIR", only_report), false;
  if (order->folders.size && !o->merge)
    return usage("one campaign at a time, not '%s' as well", order->folders.data[0]), false;
  if ((o->shard != NULL) + o->merge + o->slurm > 1)
    return usage("only one of --shard, --merge and --slurm at a time: %s", first), false;
  if (o->partition && !o->slurm) return usage("%s goes with --slurm", "--partition"), false;
  if (o->slurm && o->array == 0) return usage("--array: at least %s shard", "1"), false;
  if (o->forget && (o->shard || o->merge || o->slurm)) return usage("--forget does not go with %s", first), false;
  return !o->shard || read_shard(o->shard, &order->shard);
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

// What a campaign is run with.
struct session {
  const struct order *order;
  struct bench_definition definition;
  struct arena arena;
  const char *program; // this clew
  const char *whole; // the folder of the campaign
  const char *folder; // where results go: that of the shard, or of the campaign
  struct error error;
};

static bool run_in(struct session *s, const struct bench_workspace *workspace, struct bench_state *state) {
  const struct bench_options *options = &s->order->options;
  struct bench_shard shard = s->order->shard;
  struct bench_part part = {.shard = shard, .whole = shard.of ? s->whole : NULL};
  struct bench_database db;
  struct vec_word versions = {0};
  struct bench_listener listener = {0};
  bool shown = isatty(STDERR_FILENO) && !options->quiet;
  if (shown) listener.progress = show_progress;
  bool good = bench_versions(&s->definition, workspace, &s->arena, &versions, &s->error);
  if (good) {
    good = bench_database_open(&db, s->folder, shard.of ? BENCH_WORK_ON_SHARD : BENCH_WORK, &s->error) &&
           (!options->forget || bench_database_forget(&db, options->forget)) &&
           bench_database_register(&db, &s->definition, shard, &versions) &&
           bench_runs(&s->definition, &db, &part, workspace, &stop, &listener, state);
    if (shown) fputs("\r\033[K", stderr);
    bench_database_close(&db);
  }
  vec_word_release(&versions);
  return good;
}

static int run(struct session *s) {
  struct bench_workspace workspace;
  struct bench_state state = {0};
  bool quiet = s->order->options.quiet;
  catch_signals();
  bool good = bench_workspace_open(&workspace, &s->error) && run_in(s, &workspace, &state);
  bench_workspace_close(&workspace);
  if (state.total) print_state(&state, s->folder, quiet);
  if (!good) return s->error.status;
  if (state.stopped) return EXIT_UNKNOWN;
  return quiet || s->order->shard.of ? 0 : summarise(s->folder);
}

static int merge(struct session *s) {
  struct bench_merged merged;
  bool good = bench_merge(&s->definition, s->folder, &s->order->folders, &merged, &s->error),
       quiet = s->order->options.quiet;
  if (!quiet && merged.folders)
    printf("%u folders merged: %" PRIu64 " results are new, %" PRIu64 " were there already\n", merged.folders,
           merged.added, merged.twice);
  if (!good) return s->error.status;
  if (merged.done < merged.total)
    fprintf(stderr, "clew bench: %" PRIu64 " of %" PRIu64 " runs have no result yet\n", merged.total - merged.done,
            merged.total);
  int status = quiet ? 0 : summarise(s->folder);
  return status ? status : merged.done < merged.total ? EXIT_UNKNOWN : 0;
}

static void count_done(void *context, struct bench_place place, bool done) {
  (void)place;
  *(uint64_t *)context += done;
}

// What is there already is not submitted again.
static int submit(struct session *s) {
  const struct bench_options *options = &s->order->options;
  uint64_t total = bench_runs_of(&s->definition, (struct bench_shard){0}), done = 0;
  struct bench_database db;
  struct text out = {0};
  bool good = bench_database_open(&db, s->folder, BENCH_WORK, &s->error) &&
              bench_database_register(&db, &s->definition, (struct bench_shard){0}, NULL) &&
              bench_database_known(&db, &s->definition, count_done, &done);
  bench_database_close(&db);
  struct bench_slurm slurm = {.program = s->program,
                              .folder = s->folder,
                              .partition = options->partition,
                              .jobs = options->jobs ? options->jobs : 1,
                              .shards = (uint32_t)(total - done < options->array ? total - done : options->array)};
  if (good && done == total) text_printf(&out, "%" PRIu64 " runs: all are done, nothing is submitted\n", total);
  else if (good) good = bench_slurm_submit(&s->definition, &slurm, &out, &s->error);
  if (good && !options->quiet) fputs(text_cstr(&out), stdout);
  text_release(&out);
  return s->error.status;
}

// Runs of a job of Slurm are made on other machines.
static bool set_jobs(struct session *s) {
  if (!s->order->options.jobs || s->order->options.slurm) return true;
  s->definition.jobs = s->order->options.jobs;
  return bench_check_jobs(&s->definition, &s->error);
}

static void choose_folders(struct session *s) {
  const char *output = s->order->options.output;
  s->whole = output ? output : arena_printf(&s->arena, "%s-results", s->definition.name);
  s->folder = s->order->shard.of ? bench_shard_folder(s->whole, s->order->shard, &s->arena) : s->whole;
}

static int run_campaign(const struct order *order) {
  struct session s = {.order = order};
  char program[PATH_MAX] = "";
  ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
  if (n > 0) program[n] = 0;
  s.program = program;
  arena_init(&s.arena);
  int status = 0;
  struct bench_given given = {order->options.tasks, order->options.sample};
  if (bench_read(&s.definition, order->campaign, program, given, &s.error) && set_jobs(&s)) {
    choose_folders(&s);
    status = order->options.slurm ? submit(&s) : order->options.merge ? merge(&s) : run(&s);
  }
  if (s.error.status) {
    complain(s.error.message);
    status = s.error.status;
  }
  error_release(&s.error);
  bench_release(&s.definition);
  arena_release(&s.arena);
  return status;
}

// --- reporting -------------------------------------------------------------------------------------------------------

static int report(const struct order *order) {
  const struct bench_options *options = &order->options;
  struct error error = {0};
  struct bench_report_request request = {.folder = options->report,
                                         .campaign = order->campaign,
                                         .csv = options->csv,
                                         .latex = options->latex,
                                         .old = options->compare,
                                         .benchexec = options->benchexec,
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

static int obey(struct order *order) {
  if (order->options.help) {
    char *words[] = {"bench"};
    return command_help(1, words);
  }
  if (!consistent(order)) return EXIT_USAGE;
  return order->options.report ? report(order) : run_campaign(order);
}

int command_bench(int argc, char **argv) {
  struct order order = {0};
  option_defaults(&bench_option_table, &order.options);
  int status = parse(argc, argv, &order) ? obey(&order) : EXIT_USAGE;
  vec_word_release(&order.folders);
  return status;
}

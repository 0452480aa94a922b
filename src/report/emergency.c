// See emergency.h. It is written by the watchdog, a failing allocation or a crash. No heap, no locks, no stdio: the
// interrupted thread may be in any of them.
#include "report/emergency.h"
#include "base/file/output.h"
#include "run/request/files.h"
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static bool say(int descriptor, const char *text) {
  size_t n = strlen(text);
  return write(descriptor, text, n) == (ssize_t)n;
}

// Only integers are printed: printf of a floating-point number may use the heap.
static void print_seconds(char *out, size_t size, double value) {
  uint64_t whole = value > 0 ? (uint64_t)value : 0;
  snprintf(out, size, "%llu.%03u", (unsigned long long)whole,
           value > 0 ? (unsigned)((value - (double)whole) * 1000) : 0u);
}

static void print_value(char *out, size_t size, const struct stats_entry *entry, double value) {
  if (entry->is_timer) print_seconds(out, size, value);
  else snprintf(out, size, "%llu", (unsigned long long)value);
}

static void say_statistic(void *context, const struct stats_entry *entry, double value) {
  char line[120], number[40];
  print_value(number, sizeof number, entry, value);
  snprintf(line, sizeof line, "  %-18s %s%s\n", entry->name, number, entry->is_timer ? " s" : "");
  say(*(const int *)context, line);
}

struct json_words {
  int descriptor;
  bool good, first;
};

static void json_statistic(void *context, const struct stats_entry *entry, double value) {
  struct json_words *words = context;
  char line[120], number[40];
  print_value(number, sizeof number, entry, value);
  snprintf(line, sizeof line, "%s\n    \"%s\": %s", words->first ? "" : ",", entry->name, number);
  words->first = false;
  if (!say(words->descriptor, line)) words->good = false;
}

// An output of the emergency report: a file that appears whole or not at all, or standard output.
struct last_file {
  const char *file;
  char beside[4096];
  bool apart;
  int descriptor; // -1: it cannot be written
};

static void last_open(struct last_file *last, const char *file) {
  last->file = file;
  bool is_stdout = strcmp(file, "-") == 0;
  last->apart = !is_stdout && output_beside(file, last->beside, sizeof last->beside);
  int flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK;
  last->descriptor = is_stdout ? STDOUT_FILENO : open(last->apart ? last->beside : file, flags, 0666);
}

static void last_close(const struct last_file *last, bool good) {
  if (last->descriptor >= 0 && good && (!last->apart || rename(last->beside, last->file) == 0)) return;
  if (last->descriptor >= 0 && last->apart) unlink(last->beside);
  say(STDERR_FILENO, "clew verify: ");
  say(STDERR_FILENO, last->file);
  say(STDERR_FILENO, ": cannot be written\n");
}

// The part of the result that is known.
struct last_result {
  const char *verdict;
  char result[60];
  enum reason why;
  int status;
};

// A verdict that was checked stands, even if there was no time or memory to tell it at length.
static struct last_result known_result(const struct job *job, enum reason why) {
  struct last_result r = {.verdict = "unknown", .why = why};
  enum verdict decided = (enum verdict)atomic_load(&job->emergency.decided);
  r.status = why == REASON_INTERNAL ? EXIT_INTERNAL : EXIT_UNKNOWN;
  snprintf(r.result, sizeof r.result, "unknown(%s)", reason_name(why));
  if ((decided != VERDICT_TRUE && decided != VERDICT_FALSE) || why == REASON_INTERNAL) return r;
  r.verdict = decided == VERDICT_TRUE ? "true" : "false";
  r.status = decided == VERDICT_TRUE ? EXIT_TRUE : EXIT_FALSE;
  if (decided == VERDICT_TRUE) snprintf(r.result, sizeof r.result, "true");
  else snprintf(r.result, sizeof r.result, "false(%s)", property_table[job->emergency.violated].name);
  return r;
}

static void interrupted_nothing(struct job *job, const char *file, const struct last_result *r) {
  (void)job;
  (void)file;
  (void)r;
}

// The part of the JSON result that is known.
static bool say_document(struct job *job, int descriptor, const struct last_result *r) {
  struct json_words words = {.descriptor = descriptor, .good = true, .first = true};
  char text[600];
  snprintf(text, sizeof text,
           "{\n  \"tool\": {\n    \"name\": \"clew\",\n    \"version\": \"%s\"\n  },\n  \"verdict\": \"%s\",\n"
           "  \"result\": \"%s\",\n"
           "  \"status\": %d,\n",
           CLEW_VERSION, r->verdict, r->result, r->status);
  words.good &= say(descriptor, text);
  if (strcmp(r->verdict, "unknown") == 0)
    snprintf(text, sizeof text, "  \"reason\": \"%s\",\n  \"explanation\": \"%s\",\n", reason_name(r->why),
             reason_sentence(r->why));
  else snprintf(text, sizeof text, "  \"reason\": null,\n  \"explanation\": null,\n");
  words.good &= say(descriptor, text) && say(descriptor, "  \"statistics\": {");
  job_statistics(job, json_statistic, &words);
  return words.good & say(descriptor, "\n  }\n}\n");
}

// An older file must not be taken for the result of this run.
static void interrupted_json(struct job *job, const char *file, const struct last_result *r) {
  struct last_file last;
  last_open(&last, file);
  last_close(&last, last.descriptor >= 0 && say_document(job, last.descriptor, r));
}

// The same as SARIF: no result, and that the run was cut off.
static void interrupted_sarif(struct job *job, const char *file, const struct last_result *r) {
  struct last_file last;
  char text[1000];
  (void)job;
  last_open(&last, file);
  snprintf(text, sizeof text,
           "{\n  \"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\",\n  \"version\": \"2.1.0\",\n"
           "  \"runs\": [{\n    \"tool\": {\"driver\": {\"name\": \"clew\", \"version\": \"%s\", \"rules\": []}},\n"
           "    \"invocations\": [{\"executionSuccessful\": false, \"exitCode\": %d,\n"
           "      \"toolExecutionNotifications\": [{\"level\": \"error\", \"message\": {\"text\": "
           "\"The run was cut off: %s.\"}}]}],\n"
           "    \"results\": [],\n    \"properties\": {\"result\": \"%s\"}\n  }]\n}\n",
           CLEW_VERSION, r->status, reason_sentence(r->why), r->result);
  last_close(&last, last.descriptor >= 0 && say(last.descriptor, text));
}

// A command without a verdict.
static int say_reason_only(const struct job *job, enum reason why) {
  char line[200];
  if (why != REASON_INTERNAL) {
    snprintf(line, sizeof line, "clew %s: %s\n", job->request->command, reason_sentence(why));
    say(STDERR_FILENO, line);
  }
  return why == REASON_INTERNAL ? EXIT_INTERNAL : EXIT_UNKNOWN;
}

// The words were made before it was known why the run would end.
static void say_more_time(const char *words, int out) {
  if (strstr(words, "give more time")) return;
  if (!strstr(words, "What may help:")) say(out, "What may help:\n");
  say(out, "  give more time with --timeout SECONDS\n");
}

int emergency_report_write(struct job *job, enum reason why) {
  char line[200];
  job_erase_progress(job);
  temp_remove(&job->temp);
  outputs_remove_unfinished(&job->request->options);
  if (!job->request->form->speaks_result) outputs_remove_emptied(&job->request->options, &job->emptied);
  if (why == REASON_INTERNAL) {
    snprintf(line, sizeof line, "clew %s: internal error; please report it with the input that made it happen\n",
             job->request->command);
    say(STDERR_FILENO, line);
  }
  if (!job->request->form->speaks_result) return say_reason_only(job, why);
  job->stats.time_total = limits_elapsed(&job->limits);
  struct rusage usage;
  if (getrusage(RUSAGE_SELF, &usage) == 0) job->stats.memory_peak = (uint64_t)usage.ru_maxrss;
  struct last_result known = known_result(job, why);
  int out = request_has_document_on_stdout(job->request) ? STDERR_FILENO : STDOUT_FILENO;
  if (job->request->options.stats && !job->request->options.quiet) {
    say(out, "Statistics so far:\n");
    job_statistics(job, say_statistic, &out);
  }
#define OUTPUT(field, name, help, commands, writer, stream, interrupted, ...)                                          \
  if (job->request->options.field) interrupted(job, job->request->options.field, &known);
#include "run/request/outputs.def"
#undef OUTPUT
  if (!job->request->options.quiet && known.status == EXIT_UNKNOWN) {
    snprintf(line, sizeof line, "Not decided: %s.\n", reason_sentence(why));
    say(out, line);
    int words = atomic_load(&job->emergency.at);
    if (words) say(out, job->emergency.words[words - 1]);
    if (words && why == REASON_TIMEOUT) say_more_time(job->emergency.words[words - 1], out);
  }
  outputs_remove_emptied(&job->request->options, &job->emptied);
  snprintf(line, sizeof line, "RESULT: %s\n", known.result);
  say(out, line);
  return known.status;
}

bool emergency_report_document(struct job *job, enum reason why, int descriptor) {
  struct last_result known = known_result(job, why);
  return say_document(job, descriptor, &known);
}

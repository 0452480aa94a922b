// `clew tests`: a test suite that covers the branches of the program, or its error.
#include "cli/command.h"
#include "cli/open.h"
#include "report/suite_files.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct tests_command {
  struct request request;
  struct job job;
  struct generation generation;
  struct suite_files files;
};

// Prints the message of the error, if there is one, and releases it. Returns the exit status.
static int complain(const struct tests_command *c, struct error *error) {
  int status = error->status;
  if (status) job_complain(&c->job, error->message);
  error_release(error);
  return status;
}

static int write_text(const struct tests_command *c, const char *file, const struct text *text) {
  struct error error = {0};
  output_write(file ? file : "-", text, &error);
  return complain(c, &error);
}

static int report(struct tests_command *c, enum reason why) {
  const struct options *options = &c->request.options;
  struct generation_result r = generation_reduce(&c->generation, why);
  struct text out = {0};
  int status = 0;
  if (options->json) {
    coverage_json(&r, &out);
    status = write_text(c, options->json, &out);
    text_clear(&out);
  }
  if (!options->json || strcmp(options->json, "-") != 0) {
    coverage_text(&r, options->quiet, &out);
    if (options->folder)
      text_printf(&out, "The suite is in %s: metadata.xml and test-N.xml; c/ has the tests in C and a Makefile.\n",
                  options->folder);
    int printed = write_text(c, NULL, &out);
    status = status ? status : printed;
  }
  text_release(&out);
  return status;
}

// The run must end at once, and the engine at work does not: what was found is reported all the same. On the watchdog's
// thread, while the other one waits for nothing that is needed here.
static int emergency_report(void *context, enum reason why) {
  struct tests_command *c = context;
  folder_remove_unfinished(&c->files.files);
  if ((why != REASON_TIMEOUT && why != REASON_INTERRUPTED) || !generation_is_running(&c->generation))
    return job_emergency_report(&c->job, why);
  job_erase_progress(&c->job);
  int status = report(c, why);
  temp_remove(&c->job.temp);
  fflush(NULL);
  return status;
}

// Are the options those of tests? False: a message was printed.
static bool accept(const struct tests_command *c, int *status) {
  const struct options *options = &c->request.options;
  const struct strategy *strategy = &options->strategy;
  bool samples = strategy->engine && engine_can(strategy->engine, ENGINE_SAMPLES, NULL);
  struct error error = {0};
  *status = EXIT_USAGE;
  if (options->engine && !samples)
    fprintf(stderr, "clew tests: the engine '%s' does not sample inputs; without --engine those that do are used\n",
            strategy->name);
  else if (!options->folder && !options->json)
    job_complain(&c->job, "--output FOLDER is wanted, for the suite; or --json FILE, for the coverage only");
  else if (trials_check(&c->request, &error)) return true;
  else *status = complain(c, &error);
  return false;
}

static bool open_command(struct tests_command *c, int argc, char **argv, int *status) {
  *c = (struct tests_command){0};
  if (!command_open(&c->request, &c->job, &request_forms[REQUEST_tests], argc, argv, status)) return false;
  if (accept(c, status)) return true;
  command_close(&c->request, &c->job);
  return false;
}

static bool load(struct tests_command *c, int *status) {
  struct job *job = &c->job;
  struct error error = {0};
  bool good = job_load(job, &error);
  limits_on_emergency(&job->limits, emergency_report, c);
  if (!good && !error.status) error_set(&error, EXIT_UNKNOWN, "%s", reason_sentence(limits_reason(&job->limits)));
  good = good && generation_open(&c->generation, job, &error) &&
         suite_files_open(&c->files, &c->generation.trials, c->request.options.folder, &error);
  *status = complain(c, &error);
  return good;
}

static int close_command(struct tests_command *c, int status) {
#ifndef CLEW_DEBUG
  // Giving back everything piece by piece would take longer than the process lives.
  job_end(&c->job);
  _exit(status);
#endif
  generation_release(&c->generation);
  suite_files_release(&c->files);
  command_close(&c->request, &c->job);
  return status;
}

int command_tests(int argc, char **argv) {
  struct tests_command c;
  int status = 0;
  if (!open_command(&c, argc, argv, &status)) return status;
  if (load(&c, &status)) {
    generation_run(&c.generation);
    status = report(&c, c.generation.reason);
    int written = complain(&c, &c.generation.error);
    status = written ? written : status;
  }
  job_finish(&c.job);
  return close_command(&c, status);
}

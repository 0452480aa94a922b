// See validate.h. The two runs of a validation, the first of them in a child process.
#include "campaign/validate/validate.h"
#include "campaign/validate/validator.h"
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define STRICT_SECONDS 60 // for a strict first run, without --timeout
#define EVALUATION_SECONDS 4 // at most, for a first run that searches for undefined evaluations
#define SPARE_SECONDS 1 // that a child has beyond its time to end by itself

// Strict where there are waypoints that a run may miss; for undefined evaluations where there are invariants.
static enum validation_mode first_mode(const struct request *request) {
  struct witness w;
  struct error error = {0};
  enum validation_mode mode = VALIDATE_FULLY;
  if (request->kind != INPUT_FILE_C) return mode;
  if (witness_read(&w, request->certificate, &error) && w.is_violation && w.points.size > 1) mode = VALIDATE_STRICTLY;
  else if (!error.status && !w.is_violation && w.points.size) mode = VALIDATE_EVALUATION;
  error_release(&error);
  witness_release(&w);
  return mode;
}

static double first_seconds(enum validation_mode mode, double timeout) {
  if (mode == VALIDATE_STRICTLY) return timeout > 0 ? timeout / 2 : STRICT_SECONDS;
  return timeout > 0 && timeout / 4 < EVALUATION_SECONDS ? timeout / 4 : EVALUATION_SECONDS;
}

// --- the child -------------------------------------------------------------------------------------------------------

static bool decides(const struct validator *v) {
  return v->mode == VALIDATE_STRICTLY ? v->verifier.result.verdict == VERDICT_FALSE : v->undefined;
}

// Ends with status 0 if it decided; `output` has its result then (verifier_write_result).
static _Noreturn void run_child(struct job *job, enum validation_mode mode, double seconds, int output) {
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  job->progress.wanted = false;
  job->emptied = 0; // the parent removes them
  struct validator *v = validator_new(job, mode, seconds);
  struct error error = {0};
  struct text text = {0};
  if (validator_open(v, &error)) {
    verifier_run_request(&v->verifier, &error);
    verifier_write_result(&v->verifier, &text);
    validator_judge(v);
  }
  job_finish(job);
  bool decided = !error.status && decides(v) && write(output, text.data, text.size) == (ssize_t)text.size;
  _exit(decided ? 0 : EXIT_UNKNOWN);
}

static void read_result(int file, struct text *text) {
  char block[4096];
  ssize_t n;
  lseek(file, 0, SEEK_SET);
  while ((n = read(file, block, sizeof block)) > 0) text_add_n(text, block, (size_t)n);
}

// --- its parent ------------------------------------------------------------------------------------------------------

// The signals that interrupt a run, without those that are ignored.
static void interrupts(sigset_t *set) {
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
  struct sigaction before;
  sigemptyset(set);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN) sigaddset(set, numbers[i]);
}

static bool has_ended(pid_t child, int *status) { return waitpid(child, status, WNOHANG) == child; }

// Waits for the child until it ends, this time has passed, or the run is interrupted. A child that has not ended then
// is asked to, and killed if it does not. False: the run was interrupted.
static bool wait_for(pid_t child, double seconds, const sigset_t *interrupting, int *status) {
  sigset_t set = *interrupting;
  double end = clock_now() + seconds;
  int number = 0;
  sigaddset(&set, SIGCHLD);
  bool ended = has_ended(child, status);
  while (!ended && clock_now() < end && !sigismember(interrupting, number > 0 ? number : SIGCHLD)) {
    number = sigtimedwait(&set, NULL, &(struct timespec){.tv_nsec = 100000000});
    ended = has_ended(child, status);
  }
  if (!ended) kill(child, SIGTERM);
  for (int i = 0; i < 100 && !ended; i++) {
    nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    ended = has_ended(child, status);
  }
  if (!ended) {
    kill(child, SIGKILL);
    waitpid(child, status, 0);
  }
  bool interrupted = number > 0 && sigismember(interrupting, number);
  return !interrupted && sigtimedwait(interrupting, NULL, &(struct timespec){0}) < 0;
}

// The first run. `result`: that of the child, if it decided. False: the run was interrupted.
static bool run_first(struct job *job, enum validation_mode mode, struct text *result) {
  int output = memfd_create("clew-result", MFD_CLOEXEC);
  if (output < 0) return true;
  double seconds = first_seconds(mode, job->request->options.timeout);
  sigset_t interrupting, blocked, before;
  interrupts(&interrupting);
  blocked = interrupting;
  sigaddset(&blocked, SIGCHLD);
  fflush(NULL);
  sigprocmask(SIG_BLOCK, &blocked, &before);
  pid_t child = fork();
  if (child == 0) {
    sigprocmask(SIG_SETMASK, &before, NULL);
    run_child(job, mode, seconds, output);
  }
  int status = -1;
  bool interrupted = child > 0 && !wait_for(child, seconds + SPARE_SECONDS, &interrupting, &status);
  // A second signal may be pending (timeout(1) sends two): it would end the process before its emergency report.
  if (!interrupted) sigprocmask(SIG_SETMASK, &before, NULL);
  if (!interrupted && child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0) read_result(output, result);
  close(output);
  return !interrupted;
}

// --- both runs -------------------------------------------------------------------------------------------------------

// `result`: of the first run, which decided; its program is read here once more. Empty: the search is done here.
static int run_here(struct validator *v, const struct text *result, const struct validation_listener *listener) {
  struct error error = {0};
  if (validator_open(v, &error)) {
    listener->begin(v->job, &v->witness);
    if (!result->size) verifier_run_request(&v->verifier, &error);
    else if (!verifier_read_result(&v->verifier, text_cstr(result)))
      result_refuse(&v->verifier.result, REASON_INTERNAL, "the result of the first run cannot be read");
  }
  if (!error.status) validator_judge(v);
  return listener->present(&v->verifier, &error);
}

void validation_run(struct validation *validation, struct job *job, const struct validation_listener *listener) {
  *validation = (struct validation){0};
  double seconds = job->request->options.timeout, before = clock_now();
  enum validation_mode mode = first_mode(job->request);
  struct text result = {0};
  if (mode != VALIDATE_FULLY && !run_first(job, mode, &result)) {
    validation->interrupted = true;
    return;
  }
  double left = seconds - (clock_now() - before);
  if (seconds > 0) seconds = left > 0.1 ? left : 0.1;
  validation->validator = validator_new(job, result.size ? mode : VALIDATE_FULLY, seconds);
  validation->status = run_here(validation->validator, &result, listener);
  text_release(&result);
}

void validation_release(struct validation *validation) { validator_free(validation->validator); }

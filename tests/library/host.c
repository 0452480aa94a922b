// A host of libclew with a life of its own: two threads that verify a program each, a handler for SIGCHLD, a timer's signal,
// children of its own. Nothing of that may be touched. Prints what it found wrong; status 0: nothing.
#include <clew.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t ticks;
static void on_tick(int number) {
  (void)number;
  ticks++;
}
static void on_child(int number) { (void)number; }

struct task {
  const char *file, *expected;
  char got[100];
};

static void *verify(void *context) {
  struct task *task = context;
  struct clew_request *request = clew_request_new();
  clew_request_add(request, "--check");
  clew_request_add(request, "assert");
  clew_request_add(request, task->file);
  for (int i = 0; i < 2; i++) { // a request can be run again
    struct clew_result *result = clew_run(request, NULL);
    snprintf(task->got, sizeof task->got, "%s%s", result ? clew_result_text(result) : "no result",
             result ? clew_result_message(result) : "");
    clew_result_free(result);
  }
  clew_request_free(request);
  return NULL;
}

// Ends a run that would go on for long.
static void *stop_soon(void *context) {
  usleep(300000);
  clew_request_stop(context);
  return NULL;
}

static int stop_one(const char *file) {
  struct clew_request *request = clew_request_new();
  pthread_t thread;
  clew_request_add(request, "--check");
  clew_request_add(request, "assert");
  clew_request_add(request, file);
  pthread_create(&thread, NULL, stop_soon, request);
  struct clew_result *result = clew_run(request, NULL);
  pthread_join(thread, NULL);
  bool good = result && clew_result_verdict(result) == CLEW_UNKNOWN;
  if (!good) printf("the run was not stopped: %s\n", result ? clew_result_text(result) : "no result");
  clew_result_free(result);
  clew_request_free(request);
  return !good;
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  struct sigaction tick = {.sa_handler = on_tick, .sa_flags = SA_RESTART}, child = {.sa_handler = on_child};
  sigaction(SIGALRM, &tick, NULL);
  sigaction(SIGCHLD, &child, NULL);
  struct itimerval every = {{0, 5000}, {0, 5000}};
  setitimer(ITIMER_REAL, &every, NULL);
  pid_t own = fork();
  if (own == 0) {
    for (int i = 0; i < 3; i++) sleep(1);
    _exit(7);
  }
  struct task tasks[2] = {{argv[1], "true", ""}, {argv[2], "false(unreach-call)", ""}};
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, verify, &tasks[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  int wrong = stop_one(argv[3]), status = 0;
  for (int i = 0; i < 2; i++)
    if (strcmp(tasks[i].got, tasks[i].expected)) {
      printf("%s: %s instead of %s\n", tasks[i].file, tasks[i].got, tasks[i].expected);
      wrong++;
    }
  struct sigaction now;
  sigaction(SIGALRM, NULL, &now);
  if (now.sa_handler != on_tick || !ticks) wrong += puts("the timer's handler is not ours any more") >= 0;
  sigaction(SIGCHLD, NULL, &now);
  if (now.sa_handler != on_child) wrong += puts("the handler of SIGCHLD is not ours any more") >= 0;
  while (waitpid(own, &status, 0) < 0) continue;
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 7) wrong += puts("our own child was touched") >= 0;
  if (waitpid(-1, &status, WNOHANG) > 0) wrong += puts("a child of the library is left") >= 0;
  return wrong != 0;
}

// expect: true bits: both
// handlers run where the signal is raised; raise(SIGABRT) ends the program
#include <signal.h>
#include <setjmp.h>
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static sigjmp_buf back;
static volatile sig_atomic_t got, last;
static void note(int s) { got++; last = s; }
static void leave(int s) { siglongjmp(back, s); }
int main(void) {
  assert(signal(SIGUSR1, note) == SIG_DFL);
  raise(SIGUSR1);
  assert(got == 1 && last == SIGUSR1);
  struct sigaction a = {0}, old;
  a.sa_handler = leave;
  sigemptyset(&a.sa_mask);
  sigaddset(&a.sa_mask, SIGINT);
  assert(sigaction(SIGUSR1, &a, &old) == 0);
  assert(old.sa_handler == note);
  int r = sigsetjmp(back, 1);
  if (!r) { raise(SIGUSR1); assert(0); }
  assert(r == SIGUSR1 && got == 1);
  assert(signal(SIGKILL, note) == SIG_ERR);
  signal(SIGINT, SIG_IGN);
  raise(SIGINT);
  if (__VERIFIER_nondet_int()) { raise(SIGABRT); assert(0); }
  return 0;
}

// expect: false bits: both
// psignal reads what it gets.
// args: --check memory
// violates: valid-deref
// native: no
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  char *gone = malloc(sizeof(pthread_cond_t));
  if (!gone) return 0;
  gone[0] = 0;
  free(gone);
  psignal(SIGINT, gone);
  return 0;
}

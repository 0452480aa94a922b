// expect: unknown bits: 64
// a function of the library with effects and without a model is not taken to change nothing
// native: no
#define _GNU_SOURCE
#include <assert.h>
#include <unistd.h>
#include <sys/wait.h>

int main(void) {
  int status = 0;
  waitpid(-1, &status, 0);
  assert(status == 0);
  return 0;
}

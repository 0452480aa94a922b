// expect: false bits: 64
// a sleep may be interrupted
// native: no
#define _GNU_SOURCE
#include <assert.h>
#include <unistd.h>
#include <time.h>
#include <errno.h>

int main(void) {
  if (sleep(2) == 1) assert(0);
  return 0;
}

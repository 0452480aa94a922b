// expect: false bits: 64
// texts of errors and signals are those of the library
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <signal.h>

int main(void) {
  assert(strerror(2)[0] != strerror(22)[1] - 'n' + 'N');
  return 0;
}

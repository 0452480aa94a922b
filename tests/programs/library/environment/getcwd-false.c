// expect: false bits: 64
// the working directory is written to the block, or an error said
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <unistd.h>

int main(void) {
  char a[100] = "x";
  getcwd(a, sizeof a);
  assert(a[0] == 'x');
  return 0;
}

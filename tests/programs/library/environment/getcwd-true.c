// expect: true bits: 64
// the working directory is written to the block, or an error said
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <unistd.h>

int main(void) {
  char a[100];
  char *p = getcwd(a, sizeof a);
  if (p) assert(p == a && (a[0] == '/' || a[0] == '('));
  assert(!getcwd(a, 0) && errno == EINVAL);
  return 0;
}

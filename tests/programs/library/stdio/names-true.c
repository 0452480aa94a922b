// expect: true bits: both
// new names keep what stands before them; paths begin at the root; what a link leads to is not terminated
#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(void) {
  char name[] = "/tmp/aXXXXXX", path[PATH_MAX], link[8] = "";
  int file = mkstemp(name);
  if (file >= 0) assert(file > 2 && strlen(name) == 12 && name[5] == 'a' && name[11] != '/');
  char bad[] = "/tmp/XXXXX";
  assert(mkstemp(bad) == -1);
  if (realpath("name", path)) assert(path[0] == '/' && !path[PATH_MAX - 1]);
  ssize_t n = readlink("name", link, 4);
  assert(n <= 4 && link[4] == 0);
}

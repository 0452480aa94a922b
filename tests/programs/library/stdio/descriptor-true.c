// expect: true bits: both
// what open, read, write and close may return, and what they store
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>
int main(void) {
  int a = open("x", O_RDONLY), b = open("y", O_RDONLY);
  if (a >= 0 && b >= 0) assert(a != b);
  char buf[4] = "###";
  ssize_t n = read(a, buf, 2);
  assert(n >= -1 && n <= 2 && buf[2] == '#');
  n = write(b, buf, 4);
  assert(n >= -1 && n <= 4);
  int closed = close(a);
  assert(closed == 0 || closed == -1);
  assert(read(-1, buf, 1) == -1 && close(-1) == -1);
  return 0;
}

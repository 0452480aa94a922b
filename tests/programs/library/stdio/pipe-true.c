// expect: true bits: both
// a pipe gives what was written, in its order, and its end once nobody can write
#include <assert.h>
#include <unistd.h>
int main(void) {
  int ends[2];
  char text[8];
  if (pipe(ends)) return 0;
  assert(ends[0] != ends[1] && ends[0] > 2);
  assert(write(ends[1], "abc", 3) == 3);
  assert(read(ends[0], text, 2) == 2 && text[0] == 'a' && text[1] == 'b');
  assert(read(ends[0], text, 8) == 1 && text[0] == 'c');
  assert(write(ends[0], "x", 1) == -1);
  close(ends[1]);
  assert(read(ends[0], text, 8) == 0);
}

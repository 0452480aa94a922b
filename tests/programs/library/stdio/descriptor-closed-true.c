// expect: true bits: 64
// a descriptor that was closed is none; the time that a process has used does not go back; what system returns
#include <fcntl.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

extern void reach_error(void);

int main(void) {
  int file = open("a", O_RDONLY);
  if (file >= 0 && (close(file), close(file) == 0)) reach_error();
  clock_t before = clock(), after = clock();
  if (after != -1 && after < before) reach_error();
  if (isatty(-1) || fsync(-2) == 0 || system(NULL) < 0 || system("true") > 0xffff) reach_error();
  return 0;
}

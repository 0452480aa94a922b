// expect: true bits: both
// the end of an argument is its last byte, and may be written
// args: --check memory --argc 2 --arg-length 3
// native: no
#include <string.h>
int main(int argc, char **argv) {
  if (argc < 2) return 0;
  char *s = argv[1];
  size_t n = strlen(s);
  s[n] = 'x';
  return 0;
}

// expect: false bits: both
// a write behind the end of an argument
// args: --check memory --argc 2 --arg-length 3
// violates: valid-deref
// native: no
#include <string.h>
int main(int argc, char **argv) {
  if (argc < 2) return 0;
  char *s = argv[1];
  size_t n = strlen(s);
  s[n + 1] = 'x';
  return 0;
}

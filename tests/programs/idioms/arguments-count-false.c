// expect: false bits: both
// two arguments are behind the program's name; a constructor has run before
// native: no
// decided: symex auto
#include <assert.h>

static int before;
__attribute__((constructor)) static void start(void) { before = 7; }

int main(int argc, char *argv[]) {
  int n = 0;
  while (argv[n]) n++;
  assert(n != 3 || before != 7);
  return 0;
}

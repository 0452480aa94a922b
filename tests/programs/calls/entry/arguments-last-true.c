// expect: true bits: both
// argv[argc] is null, however many arguments there are
// native: no
#include <assert.h>

int main(int argc, char **argv) {
  assert(argc >= 1 && argv[argc] == 0);
  return 0;
}

// expect: true bits: both
// a null pointer ends the arguments, which are strings of their own
// native: no
// decided: symex auto
#include <assert.h>

int main(int argc, char **argv) {
  assert(argc >= 0);
  if (argc > 20) return 0;
  assert(argv[argc] == 0);
  if (argc > 2) assert(argv[1] && argv[2] && argv[1] != argv[2]);
  return 0;
}

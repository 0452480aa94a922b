// expect: true bits: both
// an argument may lie anywhere
// native: no
// says: objects lie where clew puts them
#include <stdint.h>
extern void reach_error(void);
int main(int argc, char **argv) {
  if ((unsigned)(uintptr_t)argv[0] == 0x1000) reach_error();
  return 0;
}

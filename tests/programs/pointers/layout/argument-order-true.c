// expect: true bits: both
// the order of the arguments
// native: no
// says: objects lie where clew puts them
#include <stdint.h>
extern void reach_error(void);
int main(int argc, char **argv) {
  if (argc > 2 && argv[1] > argv[2]) reach_error();
  return 0;
}

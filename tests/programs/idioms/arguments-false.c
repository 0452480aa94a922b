// expect: false bits: both
// an option among four arguments
// native: no
// decided: symex auto
#include <assert.h>
#include <string.h>

int main(int argc, char **argv) {
  if (argc == 4 && !strcmp(argv[2], "abc") && argv[3][1] == 'z') assert(0);
  return 0;
}

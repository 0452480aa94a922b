// expect: true bits: 64
// some bits of an address are zero though it is not null: a cast to a narrow type, in one step
// says: objects lie where clew puts them
// native: no
#include <assert.h>
int main(int argc, char **argv) {
  if (argc > 0) assert((unsigned)argv[0] != 0);
  return 0;
}

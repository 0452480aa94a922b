// expect: false bits: both
// variables that no file defines hold what the counterexample says: scalars, structures, arrays, constants
// native: no
#include <assert.h>

struct pair {
  short first;
  int second;
};

extern int flag;
extern const unsigned char limit;
extern double ratio;
extern struct pair both;
extern int table[10];
extern volatile _Bool ready;

static int __attribute__((constructor)) before(void) { return flag != 3; }

int main(void) {
  int sum = 0;
  for (int i = 0; i < 10; i++) sum += table[i];
  if (flag == 3 && limit == 200 && ratio == 0.25 && both.first == -7 && both.second == 70000 && ready)
    assert(sum != 4711 || table[7] != 99);
  return 0;
}

// expect: true bits: both
// the order of one local in several calls
// native: no
// says: objects lie where clew puts them
#include <stdint.h>
extern void reach_error(void);
static void down(int n, int *up) {
  int x = n;
  if (up && up > &x) reach_error();
  if (n) down(n - 1, &x);
}
int main(void) {
  down(2, 0);
  return 0;
}

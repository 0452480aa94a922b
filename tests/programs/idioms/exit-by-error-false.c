// expect: false bits: 64
// errx ends like exit: handlers run
#include <err.h>
#include <stdlib.h>
extern void reach_error(void);
static void late(void) { reach_error(); }
int main(void) {
  atexit(late);
  errx(2, "not so");
}

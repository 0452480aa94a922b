// expect: unknown bits: 64
// a function that is chosen when the program is loaded: the native run reaches the error
// native: no
extern void reach_error(void);

static int seven(void) { return 7; }
static void *choose(void) { return seven; }
int number(void) __attribute__((ifunc("choose")));
int (*table[])(void) = {number};
int main(void) {
  if (table[0] && number() == 7) reach_error();
  return 0;
}

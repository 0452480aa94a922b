// expect: unknown bits: both
// with --undefined havoc the result may point to anything that the function can reach
// args: --undefined havoc
// native: no
extern int *choose(int *a);
extern void reach_error(void);
int state = 3;

int main(void) {
  int x = 1, *p = choose(&x);
  state = 3;
  x = 1;
  *p = 7;
  if (x != 1 || state != 3) reach_error();
  return 0;
}

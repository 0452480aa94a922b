extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
unsigned turns;

static int step(int a) {
  while (a > 10) /*@head*/
    a -= 7;
  return a;
}

int main(void) {
  int c = __VERIFIER_nondet_int();
  do { /*@head*/
    c = step(c);
    turns = (turns + 3u) % 8u;
  } while (__VERIFIER_nondet_int());
  if (c > 10 || turns > 7) reach_error();
  return 0;
}

// expect: unknown bits: 32
// far into an array of unknown size
// native: no
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

extern char text[];
char next[8];
int main(void) {
  unsigned i = (unsigned)__VERIFIER_nondet_int() & 0x7ffffff;
  char *p = next;
  p[1] = 1;
  text[i] = 7;
  if (p[1] == 7) reach_error();
  return 0;
}

// expect: false bits: both
// the callee forgets its global now and then
// inputs: 1 200 0
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
static int total;
static void count(int by) {
  if (by != 200) total += by;
}
int main(void) {
  int mine = 0;
  while (__VERIFIER_nondet_int()) {
    int by = __VERIFIER_nondet_uchar();
    count(by);
    mine += by;
  }
  if (total != mine) reach_error();
  return 0;
}

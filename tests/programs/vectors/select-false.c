// expect: false bits: 64
// a choice between vectors and an element of one, as LLVM writes it
// native: no
// files: parts/select.ll
// inputs: 3
extern int choose(int, int, int, int);
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (choose(x, 2, 10, 20) != (x < 2 ? x + 2 : 31)) reach_error();
  return 0;
}

// expect: false bits: both
// a missing reset leads there
// inputs: 1 2 3 1
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);
enum state { IDLE, BUSY, DONE, BAD };
int main(void) {
  enum state s = IDLE;
  int locked = 0;
  for (int i = 0; i < 4; i++) {
    int event = __VERIFIER_nondet_int();
    switch (s) {
      case IDLE: if (event == 1) s = locked ? BAD : BUSY, locked = 1; break;
      case BUSY: if (event == 2) s = DONE; break;
      case DONE: if (event == 3) { s = IDLE;  } break;
      case BAD: break;
    }
  }
  if (!(s != BAD)) __VERIFIER_error();
  return 0;
}

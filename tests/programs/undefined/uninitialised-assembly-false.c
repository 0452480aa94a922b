// expect: false bits: both
// Assembly takes the values of its operands: one that was not initialised decides what it leaves there.
// args: --check ub
// violates: undefined-behaviour
// native: memory
int main(void) {
  int x;
  __asm__ volatile("" : "+r"(x));
  return x == 5;
}

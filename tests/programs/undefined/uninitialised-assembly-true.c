// expect: true bits: both
// Operands of assembly that only leave it, lie in memory or are addresses need not be initialised.
// args: --check ub
int main(void) {
  unsigned x, y, memory, block[2];
  __asm__ volatile("mov $1, %0" : "=r"(x));
  __asm__ volatile("movl $2, %0" : "+m"(memory));
  __asm__ volatile("" : : "r"(block) : "memory");
  y = x + (memory & 1);
  return y == 5;
}

// expect: true|unknown bits: 64
// what is computed from what the machine says is not anything
// native: no
extern void reach_error(void);
int main(void) {
  unsigned low, high;
  __asm__ volatile("rdtsc\n andl $15, %0" : "=a"(low), "=d"(high));
  if (low > 15) reach_error();
  return 0;
}

// expect: false bits: both
// what the program calls klee_int is not what klee_range draws from
// native: no
int klee_int(const char *name) { return 5; }
int klee_range(int, int, const char *);
void klee_assert(int);
int main(void) {
  klee_assert(klee_int("five") == 5);
  klee_assert(klee_range(0, 10, "r") != 7);
  return 0;
}

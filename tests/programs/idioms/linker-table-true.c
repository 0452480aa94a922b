// expect: true bits: both
// a table for the linker, which no function of the program reads, holds addresses as numbers
// native: no
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *__VERIFIER_nondet_pointer(void);

struct symbol {
  unsigned long value;
  const char *name;
};

int lock = 1;
int attach(int *to) {
  *to = 5;
  return lock;
}
static const struct symbol table __attribute__((used, section("symbols"))) = {(unsigned long)&lock, "lock"};

int main(void) {
  int *where = __VERIFIER_nondet_pointer();
  if (!where) return 0;
  if (attach(where) != 1) reach_error();
  return 0;
}

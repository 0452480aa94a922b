// expect: true bits: both
// the tag says which member was written
// args: --check memory
// native: no
extern int __VERIFIER_nondet_int(void);
struct value {
  int is_pointer;
  union {
    unsigned long n;
    int *p;
  } u;
};
static int x = 4;
int main(void) {
  struct value v = {0, {.n = 3}};
  if (__VERIFIER_nondet_int() == 7) {
    v.is_pointer = 1;
    v.u.p = &x;
  }
  return v.is_pointer ? *v.u.p : (int)v.u.n;
}

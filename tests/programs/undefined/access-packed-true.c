// expect: true bits: both
// members of packed structures have no alignment
// args: --check ub
extern int __VERIFIER_nondet_int(void);
struct pair {
  int a, b;
};
struct __attribute__((packed)) packed {
  char tag;
  int number;
  struct pair pair;
  _Complex float complex;
};
static void change(struct packed *p, struct packed *q) {
  p->number++;
  p->pair.b += 1;
  p->pair = q->pair;
  p->complex += 1;
}
int main(void) {
  struct packed a[3] = {0};
  change(a + 1, a + (__VERIFIER_nondet_int() & 1));
  return 0;
}

extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);
struct pair {
  int low, high;
};

int main(void) {
  struct pair p = {0, 100};
  for (int i = 0; p.low < p.high; i++) { /*@head*/
    if (__VERIFIER_nondet_uint() % 2) p.low++;
    else p.high--;
    if (i > 200) break;
  }
  if (p.low > p.high || p.low < 0 || p.high > 100) reach_error();
  return 0;
}

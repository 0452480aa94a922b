extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct pair { unsigned n, m; };
struct pair total;
unsigned cells[3];
static void step(struct pair *p) { p->n++; p->m += 2; }
int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 2) return 0;
  while (__VERIFIER_nondet_int()) { /*@head*/
    step(&total);
    cells[k]++;
  }
  if (total.m != 2 * total.n) reach_error();
  if (cells[k] != total.n) reach_error();
  return 0;
}

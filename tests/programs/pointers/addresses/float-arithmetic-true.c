// expect: true bits: 64
// an address that is read as a double goes through arithmetic that leaves it as it is
extern void reach_error(void);
void *memcpy(void *, const void *, unsigned long);
int x;
int main(void) {
  int *p = &x, *q;
  double d, e;
  memcpy(&d, &p, sizeof d);
  e = -(-d * 1.0 - 0.0);
  memcpy(&q, &e, sizeof q);
  *q = 5;
  if (x != 5) reach_error();
  return 0;
}

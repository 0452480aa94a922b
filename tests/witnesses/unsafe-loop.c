extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int kind = __VERIFIER_nondet_int(), n = 0, odd = 0;
  while (n < 20) {
    n++;
    if (n & 1) odd++;
  }
  switch (kind) {
  case 1:
  case 2: return 0;
  case -3: n = 7; break;
  default: n += kind > 5 ? 1 : 0; break;
  }
  do n--;
  while (n > 9);
  if (odd == 10 && n == 9 && kind == 600) reach_error();
  return 0;
}

// expect: false bits: both
// one cell is never written
// decided: symex
extern void reach_error(void);
int main(void) {
  int a[6], i;
  for (i = 0; i < 6; i++) a[i] = i == 3 ? 7 : i;
  for (i = 0; i < 6; i++)
    if (a[i] != i) reach_error();
  return 0;
}

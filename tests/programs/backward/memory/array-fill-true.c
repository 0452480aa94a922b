// expect: true bits: both
// an array is filled, and each cell is read after it was written
// decided: symex
extern void reach_error(void);
int main(void) {
  int a[6], i;
  for (i = 0; i < 6; i++) a[i] = i;
  for (i = 0; i < 6; i++)
    if (a[i] != i) reach_error();
  return 0;
}

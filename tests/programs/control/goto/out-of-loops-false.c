// expect: false bits: both
// the outer counter stops where the pair was found
extern void reach_error(void);
int main(void) {
  int i, j;
  for (i = 0; i < 10; i++)
    for (j = 0; j < 10; j++)
      if (i * j == 42) goto found;
  i = j = -1;
found:
  if (!(i == 7 && j == 6)) reach_error();
  return 0;
}

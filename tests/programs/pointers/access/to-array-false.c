// expect: false bits: both
// the row is another one
extern void reach_error(void);
int main(void) {
  int m[3][4];
  for (int i = 0; i < 12; i++) ((int *)m)[i] = i;
  int (*row)[4] = m;
  row++;
  if (!((*row)[2] == 2 && row[1][3] == 11 && sizeof *row == 16)) reach_error();
  return 0;
}

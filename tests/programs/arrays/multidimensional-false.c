// expect: false bits: both
// the last index moves fastest
extern void __VERIFIER_error(void);
int main(void) {
  int m[2][3][4];
  int n = 0;
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 3; j++)
      for (int k = 0; k < 4; k++) m[i][j][k] = n++;
  int *p = &m[0][0][0];
  if (!(p[18] == m[1][1][1] && sizeof m == 24 * sizeof(int))) __VERIFIER_error();
  return 0;
}

// expect: true bits: both
// matrices whose sizes are parameters
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static void transpose(int rows, int columns, int to[restrict columns][rows], int from[restrict rows][columns]) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) to[j][i] = from[i][j];
}

int main(void) {
  int x = __VERIFIER_nondet_int(), a[2][3] = {{x, 2, 3}, {4, 5, 6}}, b[3][2];
  transpose(2, 3, b, a);
  assert(b[0][0] == x && b[2][0] == 3 && b[0][1] == 4 && b[1][1] == 5);
}
